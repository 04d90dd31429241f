package decide

import (
	"github.com/provenanced/provenanced/internal/authentic"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// response checks what the agent is about to say: it must not look like a tool's result or a user's
// turn, and a claim marked [G] needs a result to support it (seed 002). It returns the text as it
// may go out.
func (w *witness) response(text string) string {
	if !w.checks() {
		return text
	}
	out, found := authentic.Strip(text)
	out = authentic.StripTokens(out)
	if len(found) > 0 {
		w.found(session.Inauthentic{What: aText, Problem: session.Imitation, Kind: found[0].Kind})
	}
	w.claims(text)
	if !w.enforces() {
		return text
	}
	return out
}

// claims counts the marks and flags those without support.
func (w *witness) claims(text string) {
	how := w.auth().Claims
	if how == policy.ClaimsOff {
		return
	}
	c := authentic.CountClaims(text)
	w.count.Grounded += uint64(c.Grounded)
	w.count.Inferred += uint64(c.Inferred)
	if c.Grounded == 0 || w.hasResult() {
		return
	}
	w.count.Unfounded += uint64(c.Grounded)
	why := texts.Ungrounded(c.Grounded)
	w.reply.because(session.Reason{Layer: LayerClaims, Mode: trust.Allow, Text: why})
	if how == policy.ClaimsFooter {
		w.reply.footer(texts.Footer(why))
	}
}

// hasResult reports whether a tool has returned something in the latest turn.
func (w *witness) hasResult() bool {
	t := w.state.Turn
	if t == nil {
		return false
	}
	for i := range t.Calls {
		if t.Calls[i].Status == session.Returned {
			return true
		}
	}
	return false
}
