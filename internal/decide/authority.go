package decide

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A call that would be held only because of what the session has read runs unasked if the owner
// asked for an action of its kind, and every value in it that matters is theirs (package flow
// judges that). This avoids only that one question, and affects no other layer.

// judgeCall is the decision of the call layer: the mode of the tool at the level, or that authority
// avoids the question.
func (l *layers) judgeCall(j *judgement, tool string, params jsontext.Value, at asked) {
	call := l.tables.Call(tool, at.level)
	if !l.asksForTaint(tool, call) {
		j.add(LayerCall, call.Mode, call.Text)
		return
	}
	if l.again().judgedAuthority(j) {
		l.spare(j, call, tool, params, at)
		return
	}
	found, why := l.values.judge(tool, params)
	j.authority = l.authorityOf(found)
	if found.Held {
		j.held, j.actsOn, j.source = l.heldText(found, why), l.actsOn(tool, found, params), l.sourceOf(found)
		if !strings.Contains(j.actsOn, texts.ThisCall("")) { // the owner is shown all of it
			j.consents = l.values.consents(tool, &found)
		}
		if found.Asks && l.Policy.Authority().Mode != policy.AuthorityShadow {
			j.held += texts.YesToAll
		}
	}
	l.spare(j, call, tool, params, at)
}

// spare decides whether authority avoids the question that the call layer would ask.
func (l *layers) spare(j *judgement, call policy.Ruling, tool string, params jsontext.Value, at asked) {
	switch shadow := l.Policy.Authority().Mode == policy.AuthorityShadow; {
	case j.authority.Held:
		j.add(LayerAuthority, trust.Confirm, j.held)
		if shadow {
			j.actsOn, j.source, j.consents = "", "", nil
		}
		j.add(LayerCall, call.Mode, call.Text)
	case shadow:
		text := texts.WouldRun
		if l.onlyLooks(j, tool, params) {
			text = texts.WouldLook
		}
		j.add(LayerAuthority, trust.Allow, text)
		j.add(LayerCall, call.Mode, call.Text)
	case l.onlyLooks(j, tool, params):
		j.add(LayerAuthority, trust.Allow, texts.OnlyLooks(at.level))
	default:
		j.add(LayerAuthority, trust.Allow, texts.RunsUnasked(at.level)+approvedBefore(j.authority))
	}
}

// onlyLooks reports whether a call is a command that needs no authority.
func (l *layers) onlyLooks(j *judgement, tool string, params jsontext.Value) bool {
	return len(j.authority.Values) == 0 && onlyLook(l.values.lineActs(tool, params))
}

// asksForTaint reports whether the call layer would ask about a call only because of what the
// session has read, in a turn that is the owner's alone, so that authority may avoid the question.
func (l *layers) asksForTaint(tool string, call policy.Ruling) bool {
	if l.ev.Hook != wire.BeforeToolCall || l.Policy.Authority().Mode == policy.AuthorityOff || call.Mode != trust.Confirm || call.Unknown || l.tables.Call(tool, trust.Trusted).Mode != trust.Allow {
		return false
	}
	t := l.state.Turn
	return t.Open() && t.OwnersOwn() && t.Joined == ""
}

// judge judges the authority of a call's values. It fails in a blocked turn. For a command line,
// why says what it does if that is the reason.
func (v *values) judge(tool string, params jsontext.Value) (j flow.Judgement, why string) {
	if acts := v.lineActs(tool, params); acts != nil {
		return v.judgeActs(acts)
	}
	return v.store().Judge(v.call(tool, params), v.rules()), ""
}

// authorityOf is the record of a call's values: the origin of each that mattered.
func (l *layers) authorityOf(j flow.Judgement) *session.Authorship {
	out := &session.Authorship{Held: j.Held}
	if j.Held {
		out.Why = j.Why.String()
	}
	for i := range j.Values {
		if i == session.MaxOrigins {
			out.More = len(j.Values) - i
			break
		}
		v := &j.Values[i]
		o := session.Origin{Arg: session.Label(v.Arg), Role: v.Role.String(), Rule: v.Rule.String(), Strength: int(v.Strength), Holds: v.Holds, Key: session.Label(v.Key)}
		if n, ok := l.values.node(v.Node); ok && v.HasNode {
			o.Tool, o.CallID = session.Label(n.Tool), session.Label(n.CallID)
		}
		if n, ok := l.values.node(v.Contested); ok && v.IsContested {
			o.Against = session.Label(n.CallID)
		}
		if v.Rule == flow.Approved {
			o.Grant = l.values.consentID(v)
		}
		out.Values = append(out.Values, o)
	}
	return out
}

func (v *values) node(i uint32) (flow.Node, bool) { return v.store().Node(i) }

// heldText says which value holds a call, and where it was; otherwise why. A value from others'
// text comes before one that the model invented, since it tells the owner more.
func (l *layers) heldText(j flow.Judgement, why string) string {
	var told *flow.Value
	for i := range j.Values {
		v := &j.Values[i]
		if _, action := texts.Actions[v.Rule]; v.Holds && !action && (told == nil || told.Rule == flow.Coined && v.Rule != flow.Coined) {
			told = v
		}
	}
	why = l.said(why, 160)
	switch {
	case told != nil && why != "" && j.Why == flow.Untold:
		return why + "; " + l.valueText(told)
	case told != nil:
		return l.valueText(told)
	case why != "":
		return why
	}
	if j.Why == flow.NotObject {
		if i := slices.IndexFunc(j.Values, func(v flow.Value) bool { return v.Text != "" && !v.Holds && v.Role != flow.Content }); i >= 0 {
			return texts.NotSpokenOf(l.valueName(&j.Values[i]))
		}
	}
	if text, ok := texts.Actions[j.Why]; ok {
		return text
	}
	return texts.NotJudged(j.Why.String())
}

// sourceOf returns the call whose result a yes agrees to; empty if it is for the call alone.
func (l *layers) sourceOf(found flow.Judgement) string {
	if n, ok := l.values.node(found.Ask); ok && found.Asks {
		return n.CallID
	}
	return ""
}

// maxActsOn bounds the values in an approval's name, in bytes.
const maxActsOn = 200

// actsOn names the values that an approval of a held call is for: those that hold it, or else all
// that need authority. A lasting approval is for calls with the same ones. If there are none, or
// they cannot all be shown, it is for calls with exactly the same parameters, and so it is for a
// command, since its operands do not say what it does with them.
func (l *layers) actsOn(tool string, found flow.Judgement, params jsontext.Value) string {
	if l.tables.Line(tool, params) != nil {
		return l.thisCommand(params)
	}
	var held, all []*flow.Value
	for i := range found.Values {
		v := &found.Values[i]
		if _, action := texts.Actions[v.Rule]; action {
			continue
		}
		if v.Holds || v.Rule == flow.Approved { // an approval does not change the names of later calls
			held = append(held, v)
		}
		if v.Role != flow.Content {
			all = append(all, v)
		}
	}
	if len(held) == 0 {
		held = all
	}
	if name := allOf(held); name != "" {
		return name
	}
	return l.thisCall(params)
}

// thisCall stands for parameters that cannot be shown. The model chooses them, so the hash is long
// enough that no collision can be found.
func (l *layers) thisCall(params jsontext.Value) string {
	sum := session.ParamsHash(params)
	return texts.ThisCall(hex.EncodeToString(sum[:16]))
}

// thisCommand is a command as it is, if that is the whole call; otherwise its beginning and a hash
// of the call.
func (l *layers) thisCommand(params jsontext.Value) string {
	shown := l.does(params)
	if shown == "" || len(shown) > maxActsOn/2 || !visible(shown) {
		return l.thisCall(params)
	}
	for i, name := range dialect.Tells() {
		v := wire.Member(params, name)
		if v.Kind() == '"' && dialect.TellsBare(i) && wire.OnlyMembers(params, map[string]bool{name: true}) && wire.UnquotedText(v) == shown {
			return shown
		}
	}
	return shown + "; " + l.thisCall(params)
}

// allOf lists values in the order of their arguments' names, since it matters which account money
// comes from and which it goes to. It is empty if that would be ambiguous.
func allOf(values []*flow.Value) string {
	slices.SortStableFunc(values, func(a, b *flow.Value) int {
		return cmp.Or(strings.Compare(a.Arg, b.Arg), strings.Compare(a.Text, b.Text))
	})
	var shown []string
	for _, v := range values {
		if v.Cut || v.Text == "" || len(values) > 1 && strings.Contains(v.Text, ",") {
			return ""
		}
		if len(shown) == 0 || shown[len(shown)-1] != v.Text {
			shown = append(shown, v.Text)
		}
	}
	name := strings.Join(shown, ", ")
	if clean, _ := redact.Text(name, redact.Secrets); len(name) > maxActsOn || clean != name || !visible(name) {
		return ""
	}
	return name
}

// valueText says why a value is not the owner's.
func (l *layers) valueText(v *flow.Value) string {
	node, has := v.Node, v.HasNode
	if v.Rule == flow.Contested {
		node, has = v.Contested, v.IsContested
	}
	return texts.HeldBy(v.Rule, l.valueName(v), l.values.sourceText(node, has))
}

// valueName is a value as the owner reads it, with secrets removed.
func (l *layers) valueName(v *flow.Value) string {
	if v.Text == "" {
		return session.Label(v.Arg)
	}
	return l.said(v.Text, 120)
}

// sourceText names a result: "the page from evil.example, read 2 minutes ago".
func (v *values) sourceText(node uint32, has bool) string {
	n, ok := v.node(node)
	if !has || !ok {
		return texts.SomethingRead
	}
	return texts.SourceRead(n.Tool, strings.TrimPrefix(strings.TrimPrefix(n.From, "https://"), "http://"), v.Now.Sub(n.At))
}
