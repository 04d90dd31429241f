package engine

import (
	"context"
	"strings"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What /provenance tells the owner in chat. provenancectl tells more.

const minutes = "2006-01-02 15:04 MST"

func (d *draft) statusText() string {
	s := &d.state
	b := strings.Builder{}
	b.WriteString(levelSigns[s.level()] + " This session is " + s.level().String() + ".")
	if c := s.Watermark.Cause; c != nil {
		b.WriteString(" Because of: " + causeText(c) + ", " + s.Watermark.Since.UTC().Format(minutes) + ".")
	}
	if t := s.Turn; t.Open() && t.Blocked != "" {
		b.WriteString("\n" + t.Blocked)
	}
	b.WriteString(d.authorityText())
	if s.LastImpacted != "" {
		b.WriteString("\nLast denied: " + s.LastImpacted + ".")
	}
	for i := range s.Grants {
		if g := &s.Grants[i]; g.stands(d.now) {
			b.WriteString("\n" + waitingLabel(g.Tool) + ": " + grantText(g) + ".")
		}
	}
	b.WriteString("\n" + d.pendingText())
	b.WriteString("\nPolicy: " + d.policy.Preset + ", onFailure: " + d.policy.OnFailure.String() + ".")
	return b.String()
}

// authorityText says what the message of the latest turn allows it to do.
func (d *draft) authorityText() string {
	mode := d.auth().Mode
	if t := d.state.Turn; mode != policy.AuthOff && t != nil && t.Authority != nil {
		text := "\nMessages are checked (" + mode.String() + "). "
		if a := t.Authority; a.Problem != "" {
			return text + "The latest turn has no authority: " + problemTexts[a.Problem] + "."
		}
		return text + sentenceCase(t.Authority.name()) + " asks for: " + t.Authority.Scope.String() + "."
	}
	return ""
}

func (d *draft) pendingText() string {
	codes := d.state.codesAt(d.now)
	if codes == nil {
		return "Nothing waits for your approval in this session."
	}
	var b strings.Builder
	b.WriteString("Waiting for your approval:")
	for _, p := range codes {
		b.WriteString(" " + strings.Join(labels(p.Tools), ", ") + " (context: " + p.Level.String() + "). Code " + d.code(p.Nonce) +
			", expires in " + itoa(ceilSeconds(p.Expires.Sub(d.now))) + "s.\n")
	}
	code := d.code(codes[len(codes)-1].Nonce)
	b.WriteString(".approve all " + code + " [minutes|once|always], or .deny " + code)
	return b.String()
}

func causeText(c *Cause) string {
	text := c.Reason
	if c.Detail != "" {
		text += " (" + c.Detail + ")"
	}
	return text
}

func sentenceCase(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// asksToExplain reports whether the owner asks why the latest call was judged as it was.
func (ev *event) asksToExplain() bool {
	p, ok := ev.payload.Event.(*wire.CommandEvent)
	if !ok {
		return false
	}
	c, ok := parseCommand(p.Text)
	who := &ev.payload.Ctx
	return ok && c.name == "explain" && fromOwner(who) && who.SpawnedBy == "" && who.InputProvenance == nil
}

// explain answers /provenance explain. The answer is in the journal, which decide
// does not read.
func (e *Engine) explain(ctx context.Context, ev *event) (Decision, bool) {
	if !ev.asksToExplain() {
		return Decision{}, false
	}
	d := Decision{Decided: Decided{Verdict: trust.VerdictAllow, Result: wire.Result{Handled: true}}}
	x, err := e.ExplainLast(ctx, ev.session)
	if err != nil {
		d.Verdict, d.Result.Text = trust.VerdictDeny, "No tool call of this session has been judged yet."
		return d, true
	}
	d.Taint, d.Result.Text = x.Taint, x.text()
	return d, true
}

func (x *Explanation) text() string {
	var b strings.Builder
	became := "denied"
	switch {
	case x.Verdict == trust.VerdictAllow:
		became = "allowed"
	case x.Mode == trust.Confirm:
		became = "held for your approval"
	}
	b.WriteString(x.Tool + " was " + became + ", judged at " + x.Level.String() + ".")
	for _, r := range x.Reasons {
		b.WriteString("\n" + r.Layer + ": " + r.Mode.String() + " - " + r.Text)
	}
	if x.Does != "" {
		b.WriteString("\nIt would have done: " + x.Does)
	}
	if c := x.Cause; c != nil {
		b.WriteString("\nBecause of: " + causeText(&Cause{Reason: c.Reason, Detail: c.Detail}) + ", " + c.At.Format(minutes))
	}
	if a := x.Answer; a != nil {
		b.WriteString("\n" + sentenceCase(a.text()) + ".")
	}
	if x.Remedy != "" {
		b.WriteString("\nWhat would allow it: " + x.Remedy)
	}
	return b.String()
}
