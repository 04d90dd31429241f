package engine

import (
	"context"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// explain answers /provenance explain from the journal, which decide does not read.
func (e *Engine) explain(ctx context.Context, ev *decide.Event) (Decision, bool) {
	if !ev.AsksToExplain() {
		return Decision{}, false
	}
	d := Decision{Decision: decide.Decision{Verdict: trust.VerdictAllow, Result: wire.Result{Handled: true}}}
	x, err := e.ExplainLast(ctx, ev.Session)
	if err != nil {
		d.Verdict, d.Result.Text = trust.VerdictDeny, texts.NothingToTell
		return d, true
	}
	d.Taint, d.Result.Text = x.Taint, x.text()
	return d, true
}

func (x *Explanation) text() string {
	j := texts.Judged{Tool: x.Tool, Became: texts.WasDenied, Level: x.Level, Reasons: x.Reasons, Does: x.Does, Remedy: x.Remedy}
	switch {
	case x.Verdict == trust.VerdictAllow:
		j.Became = texts.WasAllowed
	case x.Mode == trust.Confirm:
		j.Became = texts.WasHeld
	}
	if c := x.Cause; c != nil {
		j.Cause, j.At = &session.Cause{Reason: c.Reason, Detail: c.Detail}, c.At
	}
	if a := x.Answer; a != nil {
		j.Answer = a.text()
	}
	return j.String()
}
