package engine

import (
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A session whose key ends in canarySuffix is the canary: every tool call in it is
// denied, whatever the policy says. A plugin that sends one through its gateway, and sees
// it denied, knows that denials are enforced from end to end.
const canarySuffix = ":provenance-canary"

// IsCanary tells the canary by its key. It is no session of anybody's.
func IsCanary(session string) bool { return strings.HasSuffix(session, canarySuffix) }

func (d *draft) denyCanary(p *wire.BeforeToolCallEvent) {
	const why = "provenanced canary: this session's calls are always denied, so that a gateway can see that denials are enforced"
	reasons := []Reason{{Layer: layerCanary, Mode: trust.Restrict, Text: why}}
	d.rec.Judgement = &Judgement{
		Tool: label(p.ToolName), CallID: label(p.ToolCallID), Verdict: trust.VerdictDeny, Mode: trust.Restrict, Level: d.state.level(),
		Reasons: reasons, Remedy: "none is needed: the denial is the proof",
	}
	d.out.Verdict, d.out.Reasons = trust.VerdictDeny, reasons
	d.out.Result.Block, d.out.Result.BlockReason = true, why+"."
}
