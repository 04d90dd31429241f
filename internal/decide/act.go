package decide

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A judged call is recorded as facts.Act: what it would do, and with which values. This file
// translates it. A value of a harmless kind is kept as it is, unless it contains a secret; of any
// other only a fingerprint is kept.

// Bounds of what is kept of one call.
const (
	maxValues = 32
	maxParam  = 96      // path of a value's parameter
	maxText   = 512     // a path, an address
	maxScript = 1 << 10 // text for a shell
	maxSummed = 4 << 10 // of a longer value only the size is kept
	maxLinks  = 16
)

// act returns what the record keeps of a call that was just judged.
func (l *layers) act(tool string, params jsontext.Value, at asked, j *judgement, before int) *facts.Act {
	room := new(struct { // one allocation for what most calls need
		act   facts.Act
		value [1]facts.Value
	})
	a := &room.act
	*a = facts.Act{Values: room.value[:0], Effects: l.effects(tool, params), By: l.asker(), Found: j.found, Secret: j.secret, Before: before, ActsOn: j.actsOn}
	if policy.IsLooking(tool) {
		a.Found |= facts.OnlyLooks
	}
	a.Workspace, a.HostDir, a.HostFile = l.kept(l.ctx.WorkspaceDir), l.kept(l.ctx.GatewayDir), l.kept(l.ctx.GatewayConfig)
	if g := j.guarded; g != nil {
		a.Memory = &facts.Memory{Named: l.said(g.named, maxText), Path: l.said(g.path, maxText)}
	}
	if f := &j.protection; f.Key != "" || len(f.Paths) > 0 {
		g := &facts.Guarded{Key: l.said(f.Key, maxText), Alone: f.Alone, More: f.More, Whats: f.Whats}
		for _, path := range f.Paths {
			shown := l.said(path, maxText)
			g.Paths, g.More = append(g.Paths, shown), g.More || shown != path
		}
		a.Protected = g
	}
	if l.listed(a, tool, params); len(a.Values) == 0 {
		a.Values = nil
	}
	a.Links = l.links.links
	l.undecidable(a, tool, at)
	if len(l.state.Grants) > 0 {
		sum := session.ParamsHash(params)
		a.Sum = hex.EncodeToString(sum[:])
	}
	return a
}

// undecidable returns the rules that may act on the call and depend on values that are not kept.
func (l *layers) undecidable(a *facts.Act, tool string, at asked) {
	kept := l.keptOf(a)
	if kept == nil || !slices.ContainsFunc(l.Policy.Rules(), (*policy.Rule).ReadsValues) {
		return
	}
	f := l.factsOf(tool, a.Params(), at)
	f.Kept = kept
	for _, r := range l.Policy.Rules() {
		if _, hits := r.Tool(tool); !r.Shadow && (hits || r.ActsOnTurn()) && r.Unsure(&f) {
			a.Undecidable = append(a.Undecidable, r.Name)
		}
	}
}

// kept is a path from the host, with secrets removed.
func (q *question) kept(path string) string {
	if path == "" || !q.Policy.ContentPreviews {
		return ""
	}
	if isPlainPath(path) {
		return path
	}
	return q.said(path, maxText)
}

// effects returns what a call would do, as far as its tool is known.
func (q *question) effects(tool string, params jsontext.Value) (e facts.Effects) {
	does := q.tables.Does(tool)
	e = does.Effects
	if classes := q.tables.ActionClasses(tool); !q.tables.Call(tool, trust.Trusted).Unknown {
		for _, c := range [...]struct {
			class  intent.Class
			effect facts.Effects
		}{{intent.Read, facts.Reads}, {intent.Write, facts.Edits}, {intent.Send, facts.Sends}, {intent.Exec, facts.Runs}, {intent.Trade, facts.Trades}} {
			if classes.Has(c.class) {
				e |= c.effect
			}
		}
	}
	name := withoutAction(tool)
	for _, c := range [...]struct {
		is     bool
		effect facts.Effects
	}{
		{does.Fetch != nil, facts.Fetches}, {does.Message != nil, facts.Sends}, {does.Command != nil, facts.Runs}, {does.Spawns, facts.Spawns},
		{dialect.Writes(name) != "", facts.Edits}, {q.sets(tool, params) != nil, facts.Configures}, {memguard.Leaves(name, params), facts.Leaves},
	} {
		if c.is {
			e |= c.effect
		}
	}
	return e
}

// asker returns who asks; nil if that follows from the turn.
func (l *layers) asker() *facts.Speaker {
	by := facts.Speaker{Channel: l.channel, Sender: l.sender, Group: l.ctx.GroupID != "", Session: l.interSession()}
	switch l.ctx.SenderIsOwner {
	case wire.Yes:
		by.Owner = "yes"
	case wire.No:
		by.Owner = "no"
	}
	if by == speakerOf(l.state.Turn) {
		return nil
	}
	said := by // a copy, so that only what is kept is allocated
	return &said
}

// speakerOf returns who began a turn.
func speakerOf(t *session.Turn) (by facts.Speaker) {
	if t == nil {
		return by
	}
	by = facts.Speaker{Channel: t.Channel, Sender: t.Sender, Group: t.Group}
	switch {
	case t.FromOwner:
		by.Owner = "yes"
	case t.Sender != "":
		by.Owner = "no"
	}
	return by
}

// listed lists the values of a call's parameters.
func (q *question) listed(a *facts.Act, tool string, params jsontext.Value) {
	switch params.Kind() {
	case '{':
	case '"':
		if inner := jsontext.Value(wire.Unquoted(params)); inner.Kind() == '{' && inner.IsValid() {
			a.Form, params = facts.AsText, inner
			break
		}
		a.Form = facts.Odd
		return
	case 'n':
		return
	default:
		if len(params) > 0 {
			a.Form = facts.Odd
		}
		return
	}
	name := withoutAction(tool)
	w := walker{question: q, act: a, message: q.tables.Does(tool).Message, action: dialect.Action(name), level: min(q.Policy.Redaction, redact.Secrets)}
	if w.value("", "", params, 0) != nil {
		a.Form, a.Values = facts.Odd, nil
	}
	if q.Policy.SecretParams == trust.Allow && !a.Kept() {
		a.Found |= facts.Unsearched
	}
}

// walker goes through the parameters of a call.
type walker struct {
	*question
	act     *facts.Act
	message *facts.Message // how its tool speaks, if it does
	action  string         // the parameter with the tool's action
	level   redact.Level
}

// maxDeep bounds how deep values are listed.
const maxDeep = 16

// value lists a value and its contents. name is the member that contains it, or a list in it.
func (w *walker) value(param, name string, v jsontext.Value, depth int) error {
	kind := v.Kind()
	switch {
	case kind != '{' && kind != '[':
		w.leaf(param, name, v, depth)
		return nil
	case depth == maxDeep:
		w.act.More++
		return nil
	}
	n := 0
	err := wire.Each(v, func(member []byte, inner jsontext.Value) error {
		n++
		if kind == '[' {
			return w.value(param+"/#"+strconv.Itoa(n-1), name, inner, depth+1)
		}
		within := string(member)
		if len(param)+len(within) > maxParam || !isPlainName(within) || len(within) > maxNameKept && w.secret(within) {
			w.act.More++ // not a plain name, or one with a secret in it
			return nil
		}
		if param == "" {
			return w.value(within, within, inner, depth+1)
		}
		return w.value(param+"/"+within, within, inner, depth+1)
	})
	if err == nil && n == 0 {
		w.add(facts.Value{Param: param, Kind: facts.Literal, Text: empties[kind]})
	}
	return err
}

var empties = map[jsontext.Kind]string{'{': "{}", '[': "[]"}

// maxNameKept is the length of a parameter's name that contains nothing else.
const maxNameKept = 16

func isPlainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.') {
			return false
		}
	}
	return name != ""
}

// secret reports whether a text contains a secret. Nothing is kept of a parameter whose name would
// reveal it.
func (w *walker) secret(text string) bool {
	return !Usual(text) && !isPlainPath(text) && len(redact.Find([]byte(text), w.level)) > 0
}

// isPlainPath reports whether a text is a path of short names of letters only. As with Usual names,
// most are, and need no search for secrets.
func isPlainPath(text string) bool {
	if len(text) > 120 || !strings.HasPrefix(text, "/") {
		return false
	}
	name := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '/':
			name = 0
			continue
		case c >= 'a' && c <= 'z', c == '.', c == '-', c == '_':
		default:
			return false
		}
		if name++; name > 16 {
			return false
		}
	}
	return true
}

// leaf lists a text, a number, a boolean or null.
func (w *walker) leaf(param, name string, raw jsontext.Value, depth int) {
	if len(w.act.Values) == maxValues {
		w.act.More++
		return
	}
	role := dialect.Role(facts.Squeezed(name))
	v := facts.Value{Param: param, Role: role, Kind: facts.Literal}
	switch raw.Kind() {
	case '0':
		if len(raw) > maxNumber {
			w.conceal(&v, facts.Number, string(raw), len(raw))
			return
		}
		fallthrough
	case 't', 'f', 'n':
		v.Text = string(raw)
		w.add(v)
		return
	}
	if len(raw) > maxSummed {
		w.conceal(&v, facts.Text, "", len(raw))
		return
	}
	text := wire.UnquotedText(raw)
	kind, keep := w.kind(name, role, text, depth)
	v.Kind = kind
	if !keep || kind != facts.Word && !w.Policy.ContentPreviews || w.secret(text) {
		w.conceal(&v, kind, text, max(1, len(text)))
		return
	}
	v.Text = text
	w.add(v)
}

// maxNumber is the number of digits that identify nobody.
const maxNumber = 4

// kind returns the kind of a text, and whether it is harmless if it contains no secret.
func (w *walker) kind(name string, role facts.Role, text string, depth int) (kind facts.Kind, keep bool) {
	if role == 0 && holdsSecrets(name) || text == "" {
		return facts.Text, text == ""
	}
	if m := w.message; m != nil && depth == 1 {
		switch lower := strings.ToLower(name); {
		case lower == m.Channel:
			return facts.Word, isWord(text)
		case slices.Contains(m.Targets, lower):
			return facts.Person, len(text) <= maxText && TidyName(text, w.Digest) == text
		case slices.Contains(m.Words, lower):
			if m.Fetches(text) {
				w.act.Found |= facts.WordsFetch
			}
			return facts.Text, false
		}
	}
	switch {
	case name == w.action:
		return facts.Word, isWord(text)
	case role&facts.Content != 0 && role&facts.Shell == 0:
		return facts.Text, false
	case role&facts.Address != 0, strings.HasPrefix(text, "https://"), strings.HasPrefix(text, "http://"):
		return facts.URL, len(text) <= maxText && isShown(text)
	case role&facts.File == 0 && role&(facts.Line|facts.Shell) != 0:
		return facts.Script, len(text) <= maxScript && isShown(text)
	case role&(facts.File|facts.Media|facts.Directory) != 0, strings.ContainsAny(text, `/\~.`) && !strings.ContainsAny(text, " \t\r\n"):
		return facts.Path, len(text) <= maxText && isShown(text)
	case role&facts.Shell != 0:
		return facts.Script, len(text) <= maxScript && isShown(text)
	}
	return facts.Text, false
}

// isWord reports whether a text is a single plain word, like an action or a channel.
func isWord(text string) bool { return len(text) <= 64 && isPlainName(text) }

// isShown is visible for a text that may have several lines, and is mostly ASCII.
func isShown(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' && c != '\t' || c >= 0x7f {
			return visible(text)
		}
	}
	return true
}

// holdsSecrets reports whether a parameter's name says that it holds a secret.
func holdsSecrets(name string) bool {
	name = facts.Squeezed(name)
	return slices.ContainsFunc(secretNames[:], func(word string) bool { return strings.Contains(name, word) }) || name == "pin" || name == "otp"
}

var secretNames = [...]string{"password", "passwd", "passphrase", "secret", "token", "credential", "apikey", "privatekey", "authorization", "cookie"}

// conceal lists a value by its fingerprint, or by its size if it is long.
func (w *walker) conceal(v *facts.Value, kind facts.Kind, text string, size int) {
	v.Kind, v.Size = kind, size
	if size <= maxSummed {
		v.Sum = w.fingerprint(facts.Comparable(kind == facts.Number, text))
	}
	w.add(*v)
}

// fingerprint shows equality of values, to whoever has the key.
func (q *question) fingerprint(text string) string {
	m := q.Mark("value", text)
	return hex.EncodeToString(m[:8])
}

func (w *walker) add(v facts.Value) {
	if len(w.act.Values) == maxValues {
		w.act.More++
		return
	}
	w.act.Values = append(w.act.Values, v)
}
