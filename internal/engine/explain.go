package engine

import (
	"context"
	"strings"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// explain answers /provenance explain. The answer is in the journal, which decide
// does not read.
func (e *Engine) explain(ctx context.Context, ev *decide.Event) (Decision, bool) {
	if !ev.AsksToExplain() {
		return Decision{}, false
	}
	d := Decision{Decision: decide.Decision{Verdict: trust.VerdictAllow, Result: wire.Result{Handled: true}}}
	x, err := e.ExplainLast(ctx, ev.Session)
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
		b.WriteString("\nBecause of: " + decide.CauseText(&session.Cause{Reason: c.Reason, Detail: c.Detail}) + ", " + c.At.Format(minutes))
	}
	if a := x.Answer; a != nil {
		b.WriteString("\n" + session.Capitalised(a.text()) + ".")
	}
	if x.Remedy != "" {
		b.WriteString("\nWhat would allow it: " + x.Remedy)
	}
	return b.String()
}
