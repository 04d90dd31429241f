package engine

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

const (
	askDoctor    = " The owner can look into it with: provenancectl doctor."
	cannotDecide = ": provenanced cannot record its decisions at the moment." + askDoctor
)

// onFailure is the answer of a daemon that cannot decide, under the three words
// of onFailure (docs/POLICY.md): open lets everything go on; closed lets nothing;
// guarded lets the agent read, answer and report to its owner, and nothing
// dangerous run.
func onFailure(e env, s *State, ev *event) Decided {
	d := Decided{Verdict: trust.VerdictAllow, Taint: s.level()}
	if c, ok := ev.payload.Event.(*wire.CommandEvent); ok {
		if _, ok := parseCommand(c.Text); ok { // whatever the policy says: an approval or a reset needs its record
			d.Verdict = trust.VerdictDeny
			d.Result.Handled, d.Result.Text = true, "Not done: provenanced cannot record anything at the moment."+askDoctor
		}
		return d
	}
	blocked := ""
	switch e.policy.OnFailure {
	case policy.Open:
	case policy.Guarded:
		dr := newDraft(s, ev, e)
		if tool, danger := dr.dangerous(); danger {
			blocked = "Tool '" + label(tool) + "' is blocked"
		}
	default:
		switch ev.hook {
		case wire.BeforeToolCall, hookRun, wire.BeforeLLMCall, wire.AfterLLMCall, wire.BeforeResponseEmit:
			blocked = "Blocked"
		}
	}
	if blocked != "" {
		d.Verdict = trust.VerdictDeny
		d.Result.Block, d.Result.BlockReason = true, blocked+cannotDecide
		d.Reasons = []Reason{{Layer: layerFailure, Mode: trust.Restrict, Text: "onFailure: " + e.policy.OnFailure.String()}}
	}
	return d
}

// passing is what has to be known of the call that the event asks for, and that passes
// although it could not be decided: the approval of one call that it has used up; and the
// call itself, unless it brings in nothing or the state knows of one that may return as
// much. A run tells by itself when it returns something.
func passing(e env, s *State, ev *event) (passed []Change) {
	ev.tidy(e.digest) // as decide does, if it came to that
	d := newDraft(s, ev, e)
	var w wanted
	switch p := ev.payload.Event.(type) {
	case *runEvent:
		w = wanted{p.ID, d.tables.Tool(p.Tool, nil), p.params()}
	case *wire.BeforeToolCallEvent:
		w = wanted{p.ToolCallID, d.tables.Tool(p.ToolName, p.Params), p.Params}
	default:
		return nil
	}
	if i := s.granted(w, trust.Trusted, e.now); i >= 0 && s.Grants[i].Once {
		passed = append(passed, s.Grants[i].used())
	}
	if ev.hook == hookRun {
		return passed
	}
	_, level := d.outputOf(w.tool, w.params)
	if c := s.Turn.call(w.id, w.tool); level == trust.Trusted || s.Turn.Open() && c != nil && c.Status <= Running && c.Level <= level {
		return passed
	}
	return append(passed, Change{Op: OpCall, CallID: w.id, Tool: w.tool, N: -1, Status: Running, Level: level})
}

// dangerous reports whether the event asks for a call that may not pass unjudged, and
// of which tool.
func (d *draft) dangerous() (tool string, danger bool) {
	switch p := d.ev.payload.Event.(type) {
	case *runEvent:
		return p.Tool, !p.mayPass(d.tables) || d.barred(d.tables.Tool(p.Tool, nil), p.params())
	case *wire.BeforeToolCallEvent:
		judged := d.tables.Tool(p.ToolName, p.Params)
		safe := d.tables.SafeToCall(judged) && !setsModel(judged, p.Params) || d.toOwner(judged, p.Params)
		return p.ToolName, !safe || d.barred(judged, p.Params)
	}
	return "", false
}

// barred reports whether a call is kept from passing by what holds for every tool: the
// owner's rules, the memory guard, what is protected, a blocked turn.
func (d *draft) barred(tool string, params jsontext.Value) bool {
	j := judgement{mode: trust.Allow}
	rules := d.matching(tool, params, d.live())
	judgeRules(&j, tool, rules)
	d.judgeMemory(&j, tool, params)
	d.judgeProtected(&j, tool, params)
	over := d.state.Turn.Open() && d.state.Turn.Blocked != "" || slices.ContainsFunc(rules, func(r *policy.Rule) bool { return r.BlockTurn })
	return over || j.mode != trust.Allow
}
