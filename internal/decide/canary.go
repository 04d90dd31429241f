package decide

import (
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func (d *draft) denyCanary(p *wire.BeforeToolCallEvent) {
	reasons := []session.Reason{{Layer: LayerCanary, Mode: trust.Restrict, Text: texts.Canary}}
	d.judged(&session.Judgement{
		Tool: session.Label(p.ToolName), CallID: session.Label(p.ToolCallID), Verdict: trust.VerdictDeny, Mode: trust.Restrict, Level: d.state.Level(),
		Reasons: reasons, Remedy: texts.NoRemedyNeeded,
	})
	d.reply.because(reasons...)
	d.reply.block(texts.Canary + ".")
}
