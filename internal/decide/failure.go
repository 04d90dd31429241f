package decide

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// OnFailure is the answer of a daemon that cannot decide, under the three values of OnFailure
// (docs/POLICY-REFERENCE.md): open lets everything continue; closed lets nothing; guarded lets the
// agent read, answer and report to its owner, but run nothing dangerous.
func OnFailure(e Env, s *session.State, ev *Event) Decision {
	d := Decision{Verdict: trust.VerdictAllow, Taint: s.Level()}
	if c, ok := ev.Payload.Event.(*wire.CommandEvent); ok {
		if parsed, ok := parseCommand(c.Text); ok { // whatever the policy says: an approval or a reset needs its record
			d.Verdict = trust.VerdictDeny
			d.Result.Handled, d.Result.Text = true, texts.NotRecorded
			if parsed.name == ".halt" && ev.Halted != nil {
				d.Result.Text = texts.HaltNotRecorded
			}
		}
		return d
	}
	blocked := ""
	switch e.Policy.OnFailure {
	case policy.Open:
	case policy.Guarded:
		dr := newDraft(s, ev, &e)
		if tool, danger := dr.dangerous(); danger {
			blocked = texts.Undecided(tool)
		}
	default:
		switch ev.Hook {
		case wire.BeforeToolCall, HookRun, wire.BeforeLLMCall, wire.AfterLLMCall, wire.BeforeResponseEmit:
			blocked = texts.Undecided("")
		}
	}
	if why := haltOf(ev); why != "" {
		d.Verdict, d.Result.Block, d.Result.BlockReason = trust.VerdictDeny, true, session.Capitalised(why)+"."
		d.Reasons = []session.Reason{{Layer: LayerHalt, Mode: trust.Restrict, Text: why}}
		return d
	}
	if blocked != "" {
		d.Verdict = trust.VerdictDeny
		d.Result.Block, d.Result.BlockReason = true, blocked
		d.Reasons = []session.Reason{{Layer: LayerFailure, Mode: trust.Restrict, Text: texts.OnFailure(e.Policy.OnFailure.String())}}
	}
	return d
}

// Passing returns what must be remembered of the event's call, which passes although it could not
// be decided: the single approval that it has used up; and the call itself, unless it brings in
// nothing or the state knows of one that may return as much. A run reports its own result.
func Passing(e Env, s *session.State, ev *Event) (passed session.Changes) {
	ev.tidy(e.Digest) // as decide would have done
	d := newDraft(s, ev, &e)
	var w session.Wanted
	switch p := ev.Payload.Event.(type) {
	case *RunEvent:
		w = session.Wanted{ID: p.ID, Tool: d.tables.Tool(p.Tool, nil), Params: p.params()}
	case *wire.BeforeToolCallEvent:
		w = session.Wanted{ID: p.ToolCallID, Tool: d.tables.Tool(p.ToolName, p.Params), Params: p.Params}
	default:
		return nil
	}
	if i := s.Granted(w, trust.Trusted, e.Now); i >= 0 && s.Grants[i].Once {
		passed = append(passed, s.Grants[i].Used())
	}
	if ev.Hook == HookRun {
		return passed
	}
	_, level := d.calls.outputOf(w.Tool, w.Params)
	if c := s.Turn.Call(w.ID, w.Tool); level == trust.Trusted || s.Turn.Open() && c != nil && c.Status <= session.Running && c.Level <= level {
		return passed
	}
	return append(passed, &session.CallHeard{CallID: w.ID, Tool: w.Tool, Node: -1, Status: session.Running, Level: level})
}

// dangerous reports whether the event asks for a call that may not pass unjudged, and of which
// tool.
func (d *draft) dangerous() (tool string, danger bool) {
	switch p := d.ev.Payload.Event.(type) {
	case *RunEvent:
		return p.Tool, !p.mayPass(d.tables.Tables) || d.layers.barred(d.tables.Tool(p.Tool, nil), p.params())
	case *wire.BeforeToolCallEvent:
		judged := d.tables.Tool(p.ToolName, p.Params)
		safe := d.tables.SafeToCall(judged) && d.sets(judged, p.Params) == nil || d.speaker.toOwner(judged, p.Params)
		return p.ToolName, !safe || d.layers.barred(judged, p.Params)
	}
	return "", false
}

// barred reports whether a call must not pass because of something that holds for every tool: the
// owner's rules, the memory guard, protected paths, a blocked turn.
func (l *layers) barred(tool string, params jsontext.Value) bool {
	j := judgement{mode: trust.Allow}
	rules := l.matching(tool, params, l.live())
	judgeRules(&j, tool, rules)
	l.judgeMemory(&j, tool, params)
	l.judgeProtected(&j, tool, params)
	over := l.state.Turn.Open() && l.state.Turn.Blocked != "" || slices.ContainsFunc(rules, func(r *policy.Rule) bool { return r.BlockTurn })
	return over || j.mode != trust.Allow
}

// CleanedOnly cleans the result in an event that could not be decided: what the policy redacts does
// not depend on a session. Nothing is kept for the owner.
func CleanedOnly(ev *Event, e Env) (r wire.Result) {
	unknown := session.State{}
	d := newDraft(&unknown, ev, &e)
	of, ok := d.resultIn(ev.Payload.Event)
	if !ok {
		return r
	}
	cleaned := d.cleaning.clean(of.Tool, of.content)
	switch {
	case d.outcome().Stage != nil:
		r.Content = inPlaceOf(of.content, texts.WithheldOrders(of.Tool)+texts.NotKeptForOwner(""))
	case cleaned.changed:
		r.Content = cleaned.content
	}
	return r
}
