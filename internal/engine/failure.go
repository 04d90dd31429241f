package engine

import (
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// undecided is the answer of a daemon that cannot decide, under the three words
// of onFailure (docs/POLICY.md): open lets everything go on; closed lets nothing;
// guarded lets the agent read, answer and report to its owner, and nothing
// dangerous run.
func undecided(e env, s *State, ev *event) Decision {
	pol := e.policy
	d := Decision{Verdict: trust.VerdictAllow, Taint: s.level()}
	deny := func(text string) Decision {
		d.Verdict = trust.VerdictDeny
		d.Result.Block, d.Result.BlockReason = true, text
		d.Reasons = []Reason{{Layer: layerFailure, Mode: trust.Restrict, Text: "onFailure: " + pol.OnFailure.String()}}
		return d
	}
	const out = " The owner can look into it with: provenancectl doctor."
	if c, ok := ev.payload.Event.(*wire.CommandEvent); ok {
		if _, ok := parseCommand(c.Text); ok {
			d.Verdict = trust.VerdictDeny
			d.Result.Handled, d.Result.Text = true, "Not done: provenanced cannot record anything at the moment."+out
		}
		return d
	}
	switch pol.OnFailure {
	case policy.Open:
		return d
	case policy.Guarded:
		dr := newDraft(s, ev, e)
		if run, ok := ev.payload.Event.(*runEvent); ok && !run.mayPass(dr.tables) {
			return deny("Tool '" + label(run.Tool) + "' is blocked: provenanced cannot record its decisions at the moment." + out)
		}
		call, ok := ev.payload.Event.(*wire.BeforeToolCallEvent)
		if !ok {
			return d
		}
		tool := dr.tables.Tool(call.ToolName, call.Params)
		if dr.tables.SafeToCall(tool) || isMessage(tool) && dr.toOwner(call.Params) {
			return d
		}
		return deny("Tool '" + label(call.ToolName) + "' is blocked: provenanced cannot record its decisions at the moment." + out)
	}
	switch ev.hook {
	case wire.BeforeToolCall, hookRun, wire.BeforeLLMCall, wire.AfterLLMCall, wire.BeforeResponseEmit:
		return deny("Blocked: provenanced cannot record its decisions at the moment." + out)
	}
	return d
}
