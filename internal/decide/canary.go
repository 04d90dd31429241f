package decide

import (
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func (d *draft) denyCanary(p *wire.BeforeToolCallEvent) {
	const why = "provenanced canary: this session's calls are always denied, so that a gateway can see that denials are enforced"
	reasons := []session.Reason{{Layer: layerCanary, Mode: trust.Restrict, Text: why}}
	d.judged(&session.Judgement{
		Tool: session.Label(p.ToolName), CallID: session.Label(p.ToolCallID), Verdict: trust.VerdictDeny, Mode: trust.Restrict, Level: d.state.Level(),
		Reasons: reasons, Remedy: "none is needed: the denial is the proof",
	})
	d.reply.because(reasons...)
	d.reply.block(why + ".")
}
