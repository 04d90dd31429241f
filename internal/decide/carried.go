package decide

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/leak"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
)

// Credentials on the way out. One that a result has shown is recognised in any encoding; any other
// by its form.

// carries decides on the credentials that a call would carry out.
func (l *leaving) carries(e *exit, tool string, params jsontext.Value, to []destination) {
	if l.Policy.SecretsOut == trust.Allow || !l.goesOut(tool, params, to) {
		return
	}
	body := l.withoutLinks(params, to)
	if known := l.ev.Values; l.knownSecrets() > 0 {
		var before *leak.Parts
		if left := &known.out.left; left.turn == l.state.Turns {
			before = &left.parts
		}
		hits, parts := known.out.secrets.Look(body, before)
		if parts != (leak.Parts{}) {
			l.left = &partsLeft{l.state.Turns, parts}
		}
		for _, hit := range hits {
			kind := redact.Type(hit.Kind)
			if !givesBack(tool, hit.Tool, to) && !l.named(kind, nil, tool, params) {
				e.alone = true
				e.add(l.Policy.SecretsOut, texts.CarriesSecret(kind, string(hit.Way), hit.Pieces, texts.SourceRead(hit.Tool, hit.From, l.Now.Sub(hit.At))))
				return
			}
		}
		if len(hits) > 0 {
			return
		}
	}
	if l.ev.Hook == HookRun { // its own rules say what a wrapped tool accepts
		return
	}
	if kind, value, found := l.credentialIn(tool, params, body); found && !l.named(kind, value, tool, params) {
		e.alone = true
		e.add(l.Policy.SecretsOut, texts.CarriesCredential(kind))
	}
}

// knownSecrets is how many secrets the session's results have shown.
func (l *leaving) knownSecrets() int {
	if l.ev.Values == nil {
		return 0
	}
	return l.ev.Values.out.secrets.Known()
}

// goesOut reports whether a call's content may reach others, or leave the workspace.
func (l *leaving) goesOut(tool string, params jsontext.Value, to []destination) bool {
	if line := l.tables.Line(tool, params); line != nil {
		return line.Unread != "" || slices.ContainsFunc(line.Commands, func(c shell.Command) bool { return !staysHere[c.Kind] })
	}
	does, classes := l.tables.Does(tool), l.tables.ActionClasses(tool)
	name := withoutAction(tool)
	switch {
	case len(to) > 0, does.Query != "", does.Message != nil, l.tables.Call(tool, trust.Trusted).Unknown, classes.Has(intent.Send), classes.Has(intent.Trade), classes.Has(intent.Exec):
		return true
	case dialect.Writes(name) == "" || l.workspace() == "" || l.knownSecrets() == 0:
		return false
	}
	return memguard.Outside([]string{l.workspace()}, name, params, l.workspace(), l.Resolve)
}

// staysHere are the kinds of programs that send nothing out.
var staysHere = map[string]bool{"local": true, "shell": true, "runner": true, "log": true}

// withoutLinks returns a call's parameters without the addresses that are in a source unchanged:
// whatever such an address carries came with it.
func (l *leaving) withoutLinks(params jsontext.Value, to []destination) []byte {
	body := []byte(params)
	for i := range to {
		text := to[i].text
		if v, passes := l.values.store().Address(text, l.values.rules(), l.state.Agreed()); text != "" && (passes || v.HasNode || l.values.pointedAt(text)) {
			body = bytes.ReplaceAll(body, []byte(text), []byte(" "))
		}
	}
	return body
}

// givesBack reports whether a secret only goes back to the tool, or the server of tools, that has
// shown it.
func givesBack(tool, from string, to []destination) bool {
	if len(to) > 0 {
		return false
	}
	server := func(name string) string {
		if parts := strings.SplitN(name, "__", 3); len(parts) == 3 {
			return parts[0] + "__" + parts[1]
		}
		return withoutAction(name)
	}
	return server(session.Label(tool)) == server(from) && !dialect.IsTool(server(from))
}

// named reports whether the owner's words name a secret, or its kind, and the place where it goes.
func (l *leaving) named(kind redact.Type, value []byte, tool string, params jsontext.Value) bool {
	s := l.values.store()
	if !s.SaysAny(texts.SecretWords[kind]) && (value == nil || !s.SaysText(string(value))) {
		return false
	}
	return l.saysPlace(tool, params)
}

// saysPlace reports whether the owner named all recipients and destinations of a call.
func (l *leaving) saysPlace(tool string, params jsontext.Value) bool {
	call := l.values.call(tool, params)
	if acts := l.values.lineActs(tool, params); acts != nil {
		call.Args, call.Values = nil, nil
		for i := range acts {
			call.Values = append(call.Values, actCall(&acts[i], false).Values...)
		}
	}
	return l.values.store().SaysPlace(call, l.values.rules())
}

// credentialIn finds a value in the form of a credential in what a call sends.
func (l *leaving) credentialIn(tool string, params jsontext.Value, body []byte) (kind redact.Type, value []byte, found bool) {
	if line := l.tables.Line(tool, params); line != nil && !slices.ContainsFunc(line.Commands, func(c shell.Command) bool { return carriesLine[c.Kind] }) {
		return "", nil, false
	}
	leak.Readings(body, func(text []byte) bool {
		for _, f := range redact.Find(text, redact.Secrets) {
			if _, is := texts.Secrets[f.Type]; is {
				kind, value, found = f.Type, text[f.Start:f.End], true
				return false
			}
		}
		return true
	})
	return kind, value, found
}

// carriesLine are the kinds of programs that send words of their line to somebody.
var carriesLine = map[string]bool{fetcher: true, "account": true, "tracker": true, "machine": true}

// maxFields bounds the private fields that a question names.
const maxFields = 3

// private decides on private fields that a call would send to somebody whom the owner did not name.
func (l *leaving) private(e *exit, tool string, params jsontext.Value) {
	if l.Policy.Authority().Mode != policy.AuthorityOn || !l.sends(tool, params) {
		return
	}
	found := l.values.store().Private(string(params), maxFields)
	if len(found) == 0 || l.saysPlace(tool, params) {
		return
	}
	fields := make([]string, 0, len(found))
	for i := range found {
		if !slices.Contains(fields, found[i].Key) {
			fields = append(fields, found[i].Key)
		}
	}
	e.alone = true
	e.add(trust.Confirm, texts.PrivateOut(fields, l.values.sourceText(found[0].Node, true)))
}

// sends reports whether a call says something to somebody, or spends something.
func (l *leaving) sends(tool string, params jsontext.Value) bool {
	if acts := l.values.lineActs(tool, params); acts != nil {
		return slices.ContainsFunc(acts, func(a shell.Act) bool { return a.Effect == shell.Sends })
	}
	classes := l.tables.ActionClasses(tool)
	return classes.Has(intent.Send) || classes.Has(intent.Trade)
}

// made notes which secrets the call carried that was just allowed.
func (l *leaving) made() {
	if l.left != nil {
		l.values.learn(*l.left)
	}
}

// carriedBy returns why a reply to others must not be shown, because of a secret in it; otherwise
// "".
func (l *leaving) carriedBy(text string) string {
	known := l.ev.Values
	if l.Policy.SecretsOut == trust.Allow || known == nil {
		return ""
	}
	hits, _ := known.out.secrets.Look([]byte(text), nil)
	if len(hits) == 0 {
		return ""
	}
	hit := hits[0]
	return texts.CarriesSecret(redact.Type(hit.Kind), string(hit.Way), hit.Pieces, texts.SourceRead(hit.Tool, hit.From, l.Now.Sub(hit.At)))
}

// held reports whether something that a client would fetch by itself is held, as a call would be.
func (l *leaving) held(address string) bool {
	access := l.Policy.URLAccess()
	to := destination{text: address, told: true}
	to.hosts, to.read = urlhost.OfBare(address)
	for _, host := range to.hosts {
		if access.Denies(host) || l.isLocal(&to, host, urlhost.PlaceOf(host)) {
			return true
		}
	}
	level := l.state.Level()
	if access.Composed != trust.Allow && level < trust.Trusted && l.values.readPrivate() && !l.isListed(&to) && l.composed(address, asked{level: level}) != "" {
		return true
	}
	return l.carriedBy(address) != ""
}

// withoutSecrets returns a reply, or its replacement if others than the owner would read a secret
// in it.
func (d *draft) withoutSecrets(text string) string {
	if fromOwner(d.ctx) && d.ctx.GroupID == "" || d.ctx.MessageProvider == "" {
		return text
	}
	why := d.leaving.carriedBy(text)
	if why == "" {
		return text
	}
	d.reply.because(session.Reason{Layer: LayerLeaving, Mode: trust.Allow, Text: why})
	return texts.ReplyWithheld(why)
}
