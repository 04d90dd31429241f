package decide

import (
	"slices"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/markup"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

var levelSigns = [...]string{trust.Untrusted: "🔴", trust.External: "🟠", trust.Shared: "🟡", trust.Trusted: "🟢"}

// beforeResponseEmit ends the turn and, in developer mode, prefixes the response with the taint
// (seed 000, "Developer Mode").
func (d *draft) beforeResponseEmit(p *wire.BeforeResponseEmitEvent) {
	if !d.state.Turn.Open() && p.Final != wire.No {
		d.turns.inTurn()
	}
	if t := d.state.Turn; t.Open() {
		d.calls.assumeReturned()
		out := d.node(session.Node{Kind: session.KindOutput, Level: d.state.Level(), Hash: session.HashOf([]byte(p.Content)), Preview: d.preview(p.Content)})
		d.edge(out, session.DerivesFrom, d.state.Turn.LLMNode)
	}
	said := d.withoutSecrets(d.withoutFetches(d.witness.response(p.Content)))
	if footer := d.staging.unsaid(p.Content); footer != "" {
		d.reply.footer(footer)
	}
	if d.Policy.DeveloperMode {
		said = d.header() + "\n" + said
	}
	if said != p.Content {
		d.reply.content(marshalled(said))
	}
	if p.Final != wire.No {
		d.turns.endTurn()
	}
}

func (d *draft) header() string {
	reason, impacted := texts.NothingSeen, d.state.LastImpacted
	if t := d.state.Turn; t != nil {
		reason = t.Reason
	}
	if c := d.state.Watermark().Cause; c != nil {
		reason = c.Reason
	}
	if impacted == "" {
		impacted = texts.None
	}
	l := d.state.Level()
	return texts.Header(levelSigns[l], l, reason, impacted)
}

// withoutFetches removes what a gateway, or a client that shows a response, fetches by itself, if
// the message tool would have to ask: an address can carry data to its server, and no call is
// judged before it is fetched. Otherwise it removes what would be held of a call.
func (d *draft) withoutFetches(text string) string {
	level := d.state.Level()
	left := texts.LeftOut(level)
	if level == trust.Trusted || d.maySpeak(level) {
		left = texts.LeftOutHeld
		fetches := slices.DeleteFunc(markup.Fetches(text), func(f markup.Fetch) bool { return !f.Elsewhere || !d.leaving.held(f.Address) })
		if len(fetches) == 0 {
			return text
		}
	}
	out := markup.Without(dialect.WithoutFetches(text, left), left)
	if out != text {
		d.reply.because(session.Reason{Layer: LayerCall, Mode: trust.Allow, Text: texts.SomethingToFetch})
	}
	return out
}

// maySpeak reports whether every tool that speaks may be called at a level.
func (q *question) maySpeak(level trust.Level) bool {
	for tool := range dialect.Speaks {
		if q.tables.Call(tool, level).Mode != trust.Allow {
			return false
		}
	}
	return true
}
