package decide

import (
	"strings"

	"github.com/provenanced/provenanced/internal/authentic"
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/markup"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

var levelSigns = [...]string{trust.Untrusted: "🔴", trust.External: "🟠", trust.Shared: "🟡", trust.Trusted: "🟢"}

// beforeResponseEmit ends the turn and, in developer mode, heads the response
// with the taint (seed 000, "Developer Mode").
func (d *draft) beforeResponseEmit(p *wire.BeforeResponseEmitEvent) {
	if !d.state.Turn.Open() && p.Final != wire.No {
		d.inTurn()
	}
	if t := d.state.Turn; t.Open() {
		d.assumeReturned()
		out := d.node(session.Node{Kind: session.KindOutput, Level: d.state.Level(), Hash: session.HashOf([]byte(p.Content)), Preview: d.preview(p.Content)})
		d.edge(out, session.DerivesFrom, d.state.Turn.LLMNode)
	}
	said := d.withoutFetches(d.response(p.Content))
	if footer := d.unsaid(p.Content); footer != "" {
		d.out.Result.AppendFooter = strings.TrimPrefix(d.out.Result.AppendFooter+"\n"+footer, "\n")
	}
	if d.Policy.DeveloperMode {
		said = d.header() + "\n" + said
	}
	if said != p.Content {
		d.out.Result.Content = marshalled(said)
	}
	if p.Final != wire.No {
		d.endTurn()
	}
}

func (d *draft) header() string {
	reason, impacted := "nothing seen yet", d.state.LastImpacted
	if t := d.state.Turn; t != nil {
		reason = t.Reason
	}
	if c := d.state.Watermark.Cause; c != nil {
		reason = c.Reason
	}
	if impacted == "" {
		impacted = "none"
	}
	l := d.state.Level()
	return levelSigns[l] + " [taint: " + l.String() + " | reason: " + reason + " | last impacted: " + impacted + "]"
}

// response checks what the agent is about to say: it must not look like a tool's
// result or a user's turn, and a claim marked [G] needs a result to rest on (seed
// 002). It returns the text as it may go out.
func (d *draft) response(text string) string {
	if !d.checks() {
		return text
	}
	out, found := authentic.Strip(text)
	out = authentic.StripTokens(out)
	if len(found) > 0 {
		d.found(session.Inauthentic{What: aText, Problem: session.Imitation, Kind: found[0].Kind})
	}
	d.claims(text)
	if !d.enforces() {
		return text
	}
	return out
}

// withoutFetches takes out what a gateway, or whatever shows a response, fetches by itself,
// where the message tool would have to ask: an address can carry data to whoever serves it,
// and no call is judged before it is fetched.
func (d *draft) withoutFetches(text string) string {
	level := d.state.Level()
	if level == trust.Trusted || d.maySpeak(level) {
		return text
	}
	left := "[Left out: something to fetch from another address. This session is " + level.String() + ".]"
	out := markup.Without(dialect.WithoutFetches(text, left), left)
	if out != text {
		const why = "something to fetch from another address is left out of the response"
		d.out.Reasons = append(d.out.Reasons, session.Reason{Layer: layerCall, Mode: trust.Allow, Text: why})
	}
	return out
}

// maySpeak reports whether every tool that speaks may be called at a level.
func (d *draft) maySpeak(level trust.Level) bool {
	for tool := range dialect.Speaks {
		if d.tables.Call(tool, level).Mode != trust.Allow {
			return false
		}
	}
	return true
}

// claims counts the marks and flags those that nothing can back.
func (d *draft) claims(text string) {
	how := d.auth().Claims
	if how == policy.ClaimsOff {
		return
	}
	c := authentic.CountClaims(text)
	d.count.Grounded += uint64(c.Grounded)
	d.count.Inferred += uint64(c.Inferred)
	if c.Grounded == 0 || d.hasResult() {
		return
	}
	d.count.Unfounded += uint64(c.Grounded)
	why := itoa(c.Grounded) + " of the claims are marked [G], and no tool result was observed in this turn"
	d.out.Reasons = append(d.out.Reasons, session.Reason{Layer: layerClaims, Mode: trust.Allow, Text: why})
	if how == policy.ClaimsFooter {
		d.out.Result.AppendFooter = "[provenanced: " + why + "]"
	}
}

// hasResult reports whether a tool has returned something in the latest turn.
func (d *draft) hasResult() bool {
	t := d.state.Turn
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
