package decide

import (
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func (d *draft) beforeLLMCall(p *wire.BeforeLLMCallEvent) {
	d.turns.inTurn()
	if t := d.state.Turn; p.Iteration != nil && *p.Iteration == 0 && t.LLMCalls > 0 && t.Iteration > 0 {
		// If a gateway announces no context, its next turn begins here.
		d.calls.assumeReturned()
		d.turns.startTurn()
	}
	d.calls.assumeReturned()
	d.notFresh(p.Messages)
	level, _ := d.speaker.classify(d.state.Turns)
	d.lastMessage(d.witness.history(p.Messages), level, false)
	n := d.turns.nextIteration(p.Iteration)
	d.turns.llmCall(n, false)
	if why := d.state.Turn.Blocked; why != "" {
		d.reply.block(why)
		d.reply.onlyBecause(session.Reason{Layer: d.state.Turn.BlockedBy, Mode: trust.Restrict, Text: why})
		return
	}
	d.values.offer(p.Tools)
	d.layers.filterTools(p.Tools)
}

func (d *draft) loopIterationStart(p *wire.LoopIterationEvent) {
	d.turns.inTurn()
	d.calls.assumeReturned()
	t := d.state.Turn
	n := t.Iteration
	if p.Iteration != nil {
		n = *p.Iteration
	} else if t.LLMCalls > 0 {
		n++
	}
	if t.LLMCalls == 1 && !t.Looped && n == t.Iteration && !d.calledSince() {
		// before_llm_call was sent once for the turn's first call: this is that same call.
		return
	}
	d.turns.llmCall(n, true)
}

func (ts *turns) nextIteration(given *int) int {
	t := ts.state.Turn
	switch {
	case given != nil:
		return *given
	case t.LLMCalls == 0, t.Looped:
		return t.Iteration
	default:
		return t.Iteration + 1
	}
}

// llmCall notes an LLM call of the turn: from here on, calls are judged at what the context
// contains now.
func (ts *turns) llmCall(n int, looped bool) {
	t := ts.state.Turn
	same := t.Looped && n == t.Iteration
	ts.emit(&session.LLMCalled{Iteration: n, Looped: looped, Heard: ts.Process})
	if !same {
		ts.llmNode()
	}
	if most, key := ts.tables.MaxIterations(ts.state.Level()); n >= most {
		ts.blockTurn(LayerIteration, texts.IterationLimit(most, key))
	}
	ts.layers.turnRules(ts.layers.matching("", nil, ts.live()))
}

func (ts *turns) llmNode() {
	t := ts.state.Turn
	prev := t.LLMNode
	llm := ts.node(session.Node{Kind: session.KindLLMCall, Level: ts.state.Level()})
	for i := range ts.state.Turn.Nodes {
		if i == llm {
			break
		}
		switch n := &ts.state.Turn.Nodes[i]; {
		case n.Kind == session.KindInput && prev < 0:
			ts.edge(i, session.Triggers, llm)
		case (n.Kind == session.KindSystemPrompt || n.Kind == session.KindHistory) && prev < 0:
			ts.edge(llm, session.Consumes, i)
		case n.Kind == session.KindToolResult && i > prev:
			ts.edge(llm, session.Consumes, i)
		case n.Kind == session.KindDecision && !n.Blocked && i > prev:
			ts.edge(i, session.Triggers, llm)
		}
	}
	if prev >= 0 {
		ts.edge(llm, session.DerivesFrom, prev)
	}
}

// afterLLMCall gets the calls that the model asks for. Restricted ones are removed here; those to
// be confirmed go on to before_tool_call, which says so.
func (d *draft) afterLLMCall(p *wire.AfterLLMCallEvent) {
	d.turns.inTurn()
	d.turns.answered(p.Iteration, len(p.ToolCalls))
	blocked := d.state.Turn.Blocked
	restricted := map[string]bool{}
	for i := range p.ToolCalls {
		tc := &p.ToolCalls[i]
		tool := d.tables.Tool(tc.Name, tc.Arguments)
		status := session.Announced
		at := d.calls.askedAt(tc.ID, tool)
		j := d.layers.judge(tool, tc.Arguments, at, d.layers.matching(tool, tc.Arguments, at))
		if j.mode == trust.Restrict {
			status = session.Denied
			restricted[tc.ID] = true
		}
		d.calls.callNode(session.Wanted{ID: tc.ID, Tool: tool, Params: tc.Arguments}, status, strictestReason(j.reasons), d.does(tc.Arguments))
		if status == session.Denied {
			d.calls.impacted(tool)
		}
	}
	if blocked != "" {
		d.reply.block(blocked)
	}
	if len(restricted) > 0 {
		d.reply.toolCalls(d.survivors(p.ToolCalls, restricted))
	}
}

// survivors returns the ids that the gateway may continue with. One id may stand for several calls:
// it survives if all of them do.
func (q *question) survivors(calls []wire.ToolCall, restricted map[string]bool) []string {
	ids := make([]string, 0, len(calls))
	for i := range calls {
		if !restricted[calls[i].ID] {
			ids = append(ids, q.ev.callIDs[i])
		}
	}
	return ids
}

// answered notes that an LLM call has answered. A further answer means that the calls of the first
// have returned, whether or not the gateway reports its LLM calls.
func (ts *turns) answered(iteration *int, calls int) {
	t := ts.state.Turn
	further := iteration != nil && *iteration > t.Iteration
	if t.Answered || further {
		ts.calls.assumeReturned()
		if t.LLMCalls > 0 {
			ts.llmCall(ts.nextIteration(iteration), false)
		}
	}
	ts.emit(&session.Answered{Calls: calls})
}
