package decide

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/authentic"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The context of an LLM call, message by message: a claimed user message must have been vouched
// for, a claimed tool result must have been observed, and the model's own text is neither.

const (
	aMessage = "message"
	aResult  = "result"
	aText    = "text"
)

// census is one walk through a context.
type census struct {
	w       *witness
	all     []wire.Message
	trigger int // index of the message that begins the turn; -1 if there is none

	// Results must be in the order in which they were observed, but those of one answer of the
	// model may be in any order: the highest seq up to the latest answer, and since.
	before, batch int
}

// history checks a context and returns it as the model may see it. Unreadable messages are
// nobody's.
func (w *witness) history(messages jsontext.Value) jsontext.Value {
	if !w.checks() {
		return messages
	}
	w.reply.checked(w.auth().Mode)
	if messages == nil {
		return nil
	}
	all, err := wire.Messages(messages)
	if err != nil {
		w.begin(session.Authority{Problem: session.Unvouched, At: w.Now})
		return messages
	}
	c := census{w: w, all: all, trigger: -1}
	for i := range all {
		if c.says(&all[i]) {
			c.trigger = i
		}
	}
	c.takeOver()
	for i := range all {
		c.message(i)
	}
	if c.trigger < 0 {
		c.nothingSaid()
	}
	if len(w.edits) == 0 {
		return messages
	}
	messages = wire.Rewrite(messages, w.edits)
	if len(messages) > maxRewritten {
		w.blockTurn(LayerIntent, texts.ContextTooLarge)
		return messages
	}
	w.reply.messages(messages)
	return messages
}

// takeOver adopts, once, the history from before a session's messages were checked, as far back as
// its memory reaches. The message that begins the turn is not history yet.
func (c *census) takeOver() {
	if !c.w.state.Authenticity().Earlier {
		return
	}
	for i := max(0, len(c.all)-session.MaxVouched); i < len(c.all); i++ {
		if m := &c.all[i]; c.says(m) && i != c.trigger {
			mark := c.w.messageMark(m.Text)
			if _, ok := c.w.state.Authenticity().Known(mark); !ok {
				c.w.vouch(session.Vouched{Mark: mark, Source: session.Earlier})
			}
		}
		for _, r := range c.all[i].Results {
			c.w.remember(TidyName(r.CallID, c.w.Digest), "", r.Content.Value, 0)
		}
	}
	c.w.emit(&session.TakenOver{})
}

// says reports whether a message claims to be a user's. One that looks like the gateway's own is
// still a user's if it arrived as a message.
func (c *census) says(m *wire.Message) bool {
	switch {
	case m.Role != "user", m.Content.Value == nil, m.Text == texts.RejectedMessage:
		return false
	case m.Internal:
		_, arrived := c.w.state.Authenticity().Known(c.w.messageMark(m.Text))
		return arrived
	}
	return m.Text != "" || len(m.Results) == 0
}

func (c *census) message(i int) {
	m := &c.all[i]
	if m.Role == "assistant" {
		c.before, c.batch = max(c.before, c.batch), 0
		c.assistant(i)
		return
	}
	var said *reworded
	if c.says(m) {
		said = c.said(i)
	}
	first := len(c.w.edits)
	for _, r := range m.Results {
		c.result(i, r)
	}
	if said == nil {
		return
	}
	// Its words and its results are parts of one content, which is replaced as a whole.
	results := slices.Clone(c.w.edits[first:])
	for j := range results {
		results[j].Start -= m.Content.Start
	}
	c.w.edits = c.w.edits[:first]
	c.replace(m.Content, withText(wire.Rewrite(m.Content.Value, results), said.text, said.keep))
}

// reworded is the replacement of a user's words, and what stays beside it.
type reworded struct {
	text string
	keep func(kind string) bool
}

// said checks a user's message and returns its replacement; nil if it stays.
func (c *census) said(i int) *reworded {
	w, m := c.w, &c.all[i]
	a, text, problem := c.vouchedFor(m, i == c.trigger)
	if i == c.trigger {
		a.Problem, a.Shown = problem, true
		w.begin(a)
	}
	switch {
	case problem == "":
	case w.enforces():
		c.inauthentic(session.Inauthentic{What: aMessage, Problem: problem, Index: i}, w.messageMark("rejected "+m.Text), texts.UnvouchedNode)
		return &reworded{texts.RejectedMessage, isResult}
	default:
		c.inauthentic(session.Inauthentic{What: aMessage, Problem: problem, Index: i}, w.messageMark("rejected "+m.Text), "")
	}
	if text != m.Text {
		return &reworded{text, anyPart}
	}
	return nil
}

// vouchedFor finds what vouches for a message: its wrapper, or the session's memory. It returns the
// text without its wrapper.
func (c *census) vouchedFor(m *wire.Message, triggers bool) (session.Authority, string, session.Problem) {
	w := c.w
	if from, ok := w.speaker.selfMade(); ok && triggers || m.InterSession {
		if m.InterSession {
			from = session.Agent
		}
		return c.selfMade(m, from), authentic.StripTokens(m.Text), ""
	}
	v, text, problem := c.proof(m)
	switch {
	case problem != "":
		return session.Authority{At: w.Now}, text, problem
	case !triggers:
		return session.Authority{}, text, ""
	case v.N == 0:
		return session.Authority{At: w.Now}, text, session.Unvouched
	case w.state.Authenticity().Spent(v.N):
		return session.Authority{At: w.Now}, text, session.Replayed
	}
	return w.grantedBy(&v), text, ""
}

func (c *census) proof(m *wire.Message) (v session.Vouched, text string, problem session.Problem) {
	w, auth := c.w, c.w.state.Authenticity()
	wrapped, mac, ok := authentic.Parse(m.Text)
	if !ok {
		text = authentic.StripTokens(m.Text)
		if v, known := auth.Known(w.messageMark(m.Text)); known {
			return v, text, ""
		}
		return session.Vouched{}, text, session.Unvouched
	}
	wrapped.Session = w.ev.Session
	if w.Sign(wrapped.SignedText()) == mac {
		return unwrapped(&wrapped, auth), wrapped.Content, ""
	}
	// The key of an earlier process: what it signed is remembered.
	if v, known := auth.Numbered(wrapped.Counter); known && v.Key != w.signingKey() &&
		v.Mark == w.messageMark(wrapped.Content) && v.Message(w.ev.Session, wrapped.Content) == wrapped {
		return v, wrapped.Content, ""
	}
	return session.Vouched{}, wrapped.Content, session.Altered
}

// selfMade notes a message that the gateway itself inserted: its clock's, or another agent's.
func (c *census) selfMade(m *wire.Message, from session.Source) session.Authority {
	w := c.w
	mark := w.messageMark(m.Text)
	v, known := w.state.Authenticity().Known(mark)
	if !known || v.Source != from {
		asks := intent.Infer(m.Text).Classes
		v = w.vouch(session.Vouched{Mark: mark, Source: from, Scope: asks, At: w.Now})
	}
	return session.Authority{Message: v.N, Source: from, Scope: v.Scope, At: v.At}
}

// nothingSaid is for a context without any user message. It takes nothing from a turn whose message
// was shown before.
func (c *census) nothingSaid() {
	w := c.w
	if w.authority().Shown {
		return
	}
	if from, ok := w.speaker.selfMade(); ok {
		w.begin(session.Authority{Source: from, Scope: intent.Of(intent.Read), At: w.Now})
		return
	}
	w.begin(session.Authority{Problem: session.Unvouched, At: w.Now})
}

// result checks a claimed tool result.
func (c *census) result(i int, r wire.ToolResult) {
	w := c.w
	seq, problem := w.observed(r)
	if problem == "" && seq != 0 {
		if seq <= c.before {
			problem = session.Reordered
		}
		c.batch = max(c.batch, seq)
	}
	switch problem {
	case "":
		return
	case unmarked: // the model gets none of it, and nobody has done anything
		if w.enforces() {
			c.replace(r.Content, inPlaceOf(r.Content.Value, texts.RejectedResult))
		}
		return
	}
	found := session.Inauthentic{What: aResult, Problem: problem, Index: i, CallID: session.Label(TidyName(r.CallID, w.Digest))}
	mark := w.Mark("rejected", r.CallID+"\n"+string(problem)+"\n"+string(r.Content.Value))
	if !w.enforces() {
		c.inauthentic(found, mark, "")
		return
	}
	c.inauthentic(found, mark, texts.UnobservedNode)
	c.replace(r.Content, inPlaceOf(r.Content.Value, texts.RejectedResult))
}

// assistant removes from the model's own words what looks like somebody else's.
func (c *census) assistant(i int) {
	w, m := c.w, &c.all[i]
	var kinds []string
	stripped, changed := mapParts(m.Content.Value, func(kind, text string) string {
		if kind == "tool_result" {
			kinds = append(kinds, kind)
			return texts.RejectedResult
		}
		out, found := authentic.Strip(text)
		for _, f := range found {
			kinds = append(kinds, f.Kind)
		}
		return authentic.StripTokens(out)
	})
	if len(kinds) > 0 {
		c.inauthentic(session.Inauthentic{What: aText, Problem: session.Imitation, Index: i, Kind: kinds[0]}, w.messageMark("imitation "+string(m.Content.Value)), "")
	}
	if changed && w.enforces() {
		c.replace(m.Content, stripped)
	}
}

// replace replaces content in the context.
func (c *census) replace(at wire.Span, with jsontext.Value) {
	if at.Value == nil {
		return
	}
	c.w.edits = append(c.w.edits, wire.Edit{Span: at, Value: with})
}

// inauthentic notes a finding, once, and lowers the level if lowers gives a reason.
func (c *census) inauthentic(found session.Inauthentic, mark session.Mark, lowers string) {
	w := c.w
	if !w.tell(mark) {
		return
	}
	w.found(found)
	if lowers != "" {
		w.taints.taint(trust.Untrusted, session.Cause{Reason: lowers, CallID: found.CallID})
	}
}

// found adds an inauthentic finding to the record, the reasons and the counts.
func (w *witness) found(f session.Inauthentic) {
	mode := trust.Restrict
	if !w.enforces() {
		mode = trust.Allow
	}
	if w.inauthentic(f) {
		w.reply.because(InauthenticReason(&f, mode))
	}
	switch f.What {
	case aMessage:
		w.count.Messages++
	case aResult:
		w.count.Results++
	default:
		w.count.Imitations++
	}
}

// InauthenticReason is a decision's reason for an inauthentic finding.
func InauthenticReason(f *session.Inauthentic, mode trust.Mode) session.Reason {
	return session.Reason{Layer: LayerIntent, Mode: mode, Text: inauthenticText(f)}
}

func inauthenticText(f *session.Inauthentic) string {
	switch f.What {
	case aMessage:
		return texts.InContext(texts.MessageThere, f.Index, f.Problem)
	case aResult:
		return texts.InContext(texts.ResultThere, f.Index, f.Problem)
	}
	return texts.Imitates(strings.ReplaceAll(f.Kind, "_", " "))
}

// What stays of a user's message beside its text: everything, or, if it is rejected, only the
// results, since calls are paired with them.
func anyPart(string) bool       { return true }
func isResult(kind string) bool { return kind == "tool_result" }

// withText is content with another text, and with those of its other parts that keep accepts.
func withText(content jsontext.Value, text string, keep func(kind string) bool) jsontext.Value {
	var parts []jsontext.Value
	if content.Kind() != '[' || json.Unmarshal(content, &parts) != nil {
		return marshalled(text)
	}
	out := make([]jsontext.Value, 0, len(parts)+1)
	done := false
	for _, p := range parts {
		switch kind := partKind(p); {
		case kind == "text" && !done:
			out, done = append(out, marshalled(textPart{"text", text})), true
		case kind != "text" && keep(kind):
			out = append(out, p)
		}
	}
	if !done {
		out = append(out, marshalled(textPart{"text", text}))
	}
	return marshalled(out)
}

// mapParts replaces every text, and every tool result, of a content by the result of f. Nothing
// else changes.
func mapParts(content jsontext.Value, f func(kind, text string) string) (jsontext.Value, bool) {
	if content.Kind() == '"' {
		text := wire.UnquotedText(content)
		out := f("text", text)
		return marshalled(out), out != text
	}
	var parts []jsontext.Value
	if content.Kind() != '[' || json.Unmarshal(content, &parts) != nil {
		return content, false
	}
	changed := false
	for i, p := range parts {
		kind, text := partKind(p), ""
		switch kind {
		case "text":
			text = wire.Text(jsontext.Value("[" + string(p) + "]"))
		case "tool_result":
		default:
			continue
		}
		if out := f(kind, text); out != text {
			parts[i], changed = marshalled(textPart{"text", out}), true
		}
	}
	return marshalled(parts), changed
}

func partKind(part jsontext.Value) string {
	var p struct {
		Type jsontext.Value `json:"type"`
	}
	if part.Kind() != '{' || json.Unmarshal(part, &p) != nil {
		return ""
	}
	return wire.UnquotedText(p.Type)
}

// unwrapped is what a wrapper proves. The session's memory of the message says more.
func unwrapped(m *authentic.Message, auth *session.Auth) session.Vouched {
	if v, ok := auth.Numbered(m.Counter); ok {
		return v
	}
	v := session.Vouched{N: int(m.Counter), Source: session.Source(m.Source), Sender: m.Sender, At: time.Unix(m.Time, 0).UTC()}
	if v.Scope.UnmarshalText([]byte(m.Scope)) != nil {
		v.Scope = 0
	}
	return v
}
