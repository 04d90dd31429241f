package decide

import (
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func (d *draft) beforeLLMCall(p *wire.BeforeLLMCallEvent) {
	d.inTurn()
	if t := d.state.Turn; p.Iteration != nil && *p.Iteration == 0 && t.LLMCalls > 0 && t.Iteration > 0 {
		// A gateway that announces no context begins its next turn here.
		d.assumeReturned()
		d.startTurn()
	}
	d.assumeReturned()
	d.notFresh(p.Messages)
	level, _ := d.classify(d.state.Turns)
	d.lastMessage(d.history(p.Messages), level)
	n := d.nextIteration(p.Iteration)
	d.llmCall(n, false)
	if why := d.state.Turn.Blocked; why != "" {
		d.out.Verdict = trust.VerdictDeny
		d.out.Result.Block, d.out.Result.BlockReason = true, why
		d.out.Reasons = []session.Reason{{Layer: d.state.Turn.BlockedBy, Mode: trust.Restrict, Text: why}}
		return
	}
	d.filterTools(p.Tools)
}

func (d *draft) loopIterationStart(p *wire.LoopIterationEvent) {
	d.inTurn()
	d.assumeReturned()
	t := d.state.Turn
	n := t.Iteration
	if p.Iteration != nil {
		n = *p.Iteration
	} else if t.LLMCalls > 0 {
		n++
	}
	if t.LLMCalls == 1 && !t.Looped && n == t.Iteration && !d.calledSince() {
		// before_llm_call was sent once, for the turn's first call: this is
		// that same call.
		return
	}
	d.llmCall(n, true)
}

// calledSince reports whether a tool call was heard of since the last LLM call.
func (d *draft) calledSince() bool {
	t := d.state.Turn
	for i := t.LLMNode + 1; i < len(t.Nodes); i++ {
		if t.Nodes[i].Kind == session.KindToolCall || t.Nodes[i].Kind == session.KindToolResult {
			return true
		}
	}
	return false
}

func (d *draft) nextIteration(given *int) int {
	t := d.state.Turn
	switch {
	case given != nil:
		return *given
	case t.LLMCalls == 0, t.Looped:
		return t.Iteration
	default:
		return t.Iteration + 1
	}
}

// llmCall notes an LLM call of the turn: from here on, calls are judged at what
// the context holds now.
func (d *draft) llmCall(n int, looped bool) {
	t := d.state.Turn
	same := t.Looped && n == t.Iteration
	d.emit(&session.LLMCalled{Iteration: n, Looped: looped, Heard: d.Process})
	if !same {
		d.llmNode()
	}
	if most, key := d.tables.MaxIterations(d.state.Level()); n >= most {
		d.blockTurn(layerIteration, "The turn reached its limit of "+itoa(most)+" iterations, "+key+" of the policy. A new message starts a new turn.")
	}
	d.turnRules(d.matching("", nil, d.live()))
}

func (d *draft) llmNode() {
	t := d.state.Turn
	prev := t.LLMNode
	llm := d.node(session.Node{Kind: session.KindLLMCall, Level: d.state.Level()})
	for i := range d.state.Turn.Nodes {
		if i == llm {
			break
		}
		switch n := &d.state.Turn.Nodes[i]; {
		case n.Kind == session.KindInput && prev < 0:
			d.edge(i, session.Triggers, llm)
		case (n.Kind == session.KindSystemPrompt || n.Kind == session.KindHistory) && prev < 0:
			d.edge(llm, session.Consumes, i)
		case n.Kind == session.KindToolResult && i > prev:
			d.edge(llm, session.Consumes, i)
		case n.Kind == session.KindDecision && !n.Blocked && i > prev:
			d.edge(i, session.Triggers, llm)
		}
	}
	if prev >= 0 {
		d.edge(llm, session.DerivesFrom, prev)
	}
}

func (d *draft) blockTurn(layer, why string) {
	if d.state.Turn.Blocked != "" {
		return
	}
	d.emit(&session.TurnBlocked{Why: why, Layer: layer})
	i := d.node(session.Node{Kind: session.KindDecision, Level: d.state.Level(), Blocked: true, Text: why})
	d.edge(d.state.Turn.LLMNode, session.BlockedBy, i)
	d.notes = append(d.notes, Note{Event: "turn_blocked", Text: why})
}

// afterLLMCall hears which calls the model asks for. Restricted ones are taken
// out here; what confirm holds goes on to before_tool_call, which says so.
func (d *draft) afterLLMCall(p *wire.AfterLLMCallEvent) {
	d.inTurn()
	d.answered(p.Iteration, len(p.ToolCalls))
	blocked := d.state.Turn.Blocked
	restricted := map[string]bool{}
	for i := range p.ToolCalls {
		tc := &p.ToolCalls[i]
		tool := d.tables.Tool(tc.Name, tc.Arguments)
		status := session.Announced
		at := d.askedAt(tc.ID, tool)
		j := d.judge(tool, tc.Arguments, at, d.matching(tool, tc.Arguments, at))
		if j.mode == trust.Restrict {
			status = session.Denied
			restricted[tc.ID] = true
		}
		d.callNode(session.Wanted{ID: tc.ID, Tool: tool, Params: tc.Arguments}, status, strictestReason(j.reasons))
		if status == session.Denied {
			d.impacted(tool)
		}
	}
	if blocked != "" {
		d.out.Verdict = trust.VerdictDeny
		d.out.Result.Block, d.out.Result.BlockReason = true, blocked
	}
	if len(restricted) > 0 {
		d.out.Result.ToolCalls = d.survivors(p.ToolCalls, restricted)
	}
}

// survivors are the ids that the gateway may go on with. One id may stand for several
// calls: it survives if all of them do.
func (d *draft) survivors(calls []wire.ToolCall, restricted map[string]bool) []string {
	ids := make([]string, 0, len(calls))
	for i := range calls {
		if !restricted[calls[i].ID] {
			ids = append(ids, d.ev.callIDs[i])
		}
	}
	return ids
}

// answered notes that an LLM call has answered. One answer after another means
// that what the first asked for has come back, whether or not the gateway reports
// its LLM calls.
func (d *draft) answered(iteration *int, calls int) {
	t := d.state.Turn
	further := iteration != nil && *iteration > t.Iteration
	if t.Answered || further {
		d.assumeReturned()
		if t.LLMCalls > 0 {
			d.llmCall(d.nextIteration(iteration), false)
		}
	}
	d.emit(&session.Answered{Calls: calls})
}
