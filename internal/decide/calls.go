package decide

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// calls are the calls of the turn, and their results.
type calls struct {
	*basis
	taints *taints
	typing *typing
	values *values
	files  *files
}

// asked is the moment when a call was requested: what the model had seen by then.
type asked struct {
	level trust.Level
	seen  trust.Set
	cause *session.Cause
}

// askedAt returns the moment that a call is judged at: that of the LLM call that asked for it, if
// the gateway reports LLM calls. If that announced other calls but not this one, it did not ask for
// it; and after a restart it is unknown which one did.
func (cs *calls) askedAt(id, tool string) asked {
	t := cs.state.Turn
	if t == nil || t.LLMCalls == 0 || t.Heard != cs.Process {
		return cs.live()
	}
	if cs.ev.Hook == wire.BeforeToolCall && id != "" && t.Announces {
		if c := t.Expected(id, tool); c == nil || c.LLMCall != t.LLMCalls {
			return cs.live()
		}
	}
	return asked{level: t.CallLevel, seen: t.CallSeen, cause: t.CallCause}
}

// callNode adds a call to the turn and its graph, with what it does; why is the reason for a
// denial.
func (cs *calls) callNode(w session.Wanted, status session.CallStatus, why, does string) int {
	byTables, returns := cs.willReturn(w, status)
	node := session.Node{
		Kind: session.KindToolCall, Level: cs.askedAt(w.ID, w.Tool).level, Tool: session.Label(w.Tool), CallID: session.Label(w.ID),
		Hash: session.HashOf(w.Params), Preview: cs.previewOf(w.Params), Does: does, Detail: cs.origin(w.Tool, w.Params, byTables),
	}
	if status == session.Denied {
		node.Blocked, node.Text = true, why
	}
	n := cs.node(node)
	cs.edge(cs.state.Turn.LLMNode, session.Produces, n)
	cs.forgetOldest()
	cs.emit(&session.CallHeard{CallID: w.ID, Tool: w.Tool, Node: n, Status: status, Level: returns, Site: cs.judgedSite(w)})
	return n
}

// judgedSite is the level of the address that a call is judged with. Announced and reported calls
// are not judged.
func (q *question) judgedSite(w session.Wanted) *trust.Level {
	if q.ev.Hook != wire.BeforeToolCall {
		return nil
	}
	return q.tables.Judged(w.Tool, w.Params)
}

// outputOf is the level of a call's result, by the policy's tables and by what it reads from
// another session.
func (cs *calls) outputOf(tool string, params jsontext.Value) (byTables, level trust.Level) {
	byTables = cs.byTables(tool, params)
	if from := cs.ev.read[readFrom(cs.tables.Does(tool).Session, params)]; from != nil {
		return byTables, trust.Lowest(byTables, from.Level)
	}
	return byTables, byTables
}

// byTables is the level of a call's result, by the policy's tables and by where it is made: in a
// group, people other than the owner answer.
func (cs *calls) byTables(tool string, params jsontext.Value) trust.Level {
	level := trust.Lowest(cs.tables.OutputOf(tool, params), cs.fileLevel(params))
	if t := cs.state.Turn; cs.tables.Does(tool).Asks && (cs.ctx.GroupID != "" || t.Open() && t.Group) {
		level = trust.Lowest(level, trust.External)
	}
	return level
}

// heard adds a call that was just judged to the turn, and returns its node.
func (cs *calls) heard(w session.Wanted, mode trust.Mode, why, does string) int {
	status := session.Running
	if mode != trust.Allow {
		status = session.Denied
	}
	known := cs.state.Turn.Call(w.ID, w.Tool)
	if known == nil {
		return cs.callNode(w, status, why, does)
	}
	// An allowed call may have run: a later one with its id does not undo that, and another tool's
	// is another call.
	if known.Status > session.Running || known.Status == session.Running && (status == session.Denied || known.Tool != w.Tool) {
		return cs.callNode(w, status, why, does)
	}
	_, returns := cs.willReturn(w, status)
	cs.emit(&session.CallMoved{CallID: w.ID, Tool: w.Tool, Status: status, Level: returns, Site: cs.judgedSite(w)})
	if status == session.Denied && !cs.toldWith(known.Node, w.Params) {
		return cs.callNode(w, status, why, does) // the owner is shown other parameters than were announced
	}
	return known.Node
}

// toldWith reports whether a node of the graph has these parameters.
func (cs *calls) toldWith(node int, params jsontext.Value) bool {
	n := cs.state.Turn.Node(node)
	return n != nil && n.Hash == session.HashOf(params)
}

func (cs *calls) impacted(tool string) {
	cs.emit(&session.Impacted{Tool: session.Label(tool)})
}

// forgetOldest counts the call that the turn is about to forget as returned, since its result can
// no longer be told from another call's.
func (cs *calls) forgetOldest() {
	t := cs.state.Turn
	if len(t.Calls) < session.MaxCalls {
		return
	}
	if c := t.Calls[0]; c.Status <= session.Running {
		cs.taints.taint(c.Level, session.Cause{Reason: texts.ManyBehind(c.Tool, session.MaxCalls), Tool: session.Label(c.Tool), CallID: session.Label(c.ID)})
	}
}

// willReturn is the level of the result of a call that is judged now: outputOf, and the level of
// the line that it continues. It notes what the call types.
func (cs *calls) willReturn(w session.Wanted, status session.CallStatus) (byTables, level trust.Level) {
	byTables, level = cs.outputOf(w.Tool, w.Params)
	if cs.ev.Hook != wire.BeforeToolCall {
		return byTables, level
	}
	into, line := cs.tables.Typing(w.Tool, w.Params)
	if into == "" {
		return byTables, level
	}
	_, began, _ := cs.typing.begunLine(into)
	runs := hasWords(line) || strings.Contains(line, "\n")
	if whole := cs.typing.wholeLine(w.Tool, w.Params); whole != nil {
		level = trust.Lowest(level, cs.byTables(w.Tool, whole))
	} else if began && runs {
		level = trust.Lowest(level, cs.tables.Unread())
	}
	if status != session.Denied {
		cs.typing.types(into, line)
	}
	return byTables, level
}

// callOf finds the known call of a result, or nil; the call as the result describes it; and where
// its content is from.
func (cs *calls) callOf(of reported) (known *session.Call, c session.Call, from string) {
	c = session.Call{ID: of.ID, Tool: of.Tool, Level: cs.byTables(of.Tool, of.Params)}
	from = cs.origin(of.Tool, of.Params, c.Level)
	known = cs.state.Turn.Call(of.ID, of.Tool)
	if of.ID == "" && len(of.Params) == 0 && (known == nil || known.Status == session.Denied && !cs.deniedWith(known, of.content)) {
		if action := cs.state.Turn.CallOfAction(of.Tool); action != nil {
			known, c.Tool, c.Level = action, action.Tool, trust.Lowest(c.Level, action.Level)
		}
	}
	if cs.ev.Hook == wire.AfterToolCall && known != nil && known.Status == session.Returned && known.Tool != of.Tool {
		known = nil // another call with the same id
	}
	if known == nil {
		c.Level = trust.Lowest(c.Level, cs.tables.Unasked(of.Tool, of.Params))
	}
	return known, c, from
}

// deniedWith reports whether what comes back for a call is the text of its denial.
func (cs *calls) deniedWith(c *session.Call, content jsontext.Value) bool {
	return cs.state.Turn.Denies(c.ID, c.Tool, cs.denialIn(content))
}

// assumeReturned counts announced calls whose results were not reported as returned: some gateways
// run calls without saying so (docs/PROTOCOL.md, "A turn").
func (cs *calls) assumeReturned() {
	t := cs.state.Turn
	if t == nil {
		return
	}
	for _, c := range t.Calls {
		if c.Unreported() {
			cs.markReturned(*c, &result{from: cs.ev.Unticketed}, "")
		}
	}
}

func (cs *calls) markReturned(c session.Call, r *result, from string) {
	cause := session.Cause{Reason: texts.Response(c.Tool), Tool: session.Label(c.Tool), CallID: session.Label(c.ID)}
	level := c.Level
	if other := r.from; other != nil && other.Level <= level {
		level = other.Level
		cause.Reason = inherited(texts.OfSession(c.Tool), other, cause.Reason).Reason
	}
	cs.emit(&session.CallMoved{CallID: c.ID, Tool: c.Tool, Status: session.Returned, Level: c.Level})
	if asked := cs.state.Turn.Node(c.Node); from == "" && asked != nil {
		from = asked.Detail
	}
	if r.certain && cs.Policy.FindingLevel < level {
		level = cs.Policy.FindingLevel
		cause.Reason = r.reason(c.Tool)
	}
	level, from = cs.repeated(level, from)
	n := cs.node(session.Node{
		Kind: session.KindToolResult, Level: level, Tool: session.Label(c.Tool), CallID: session.Label(c.ID), Hash: session.HashOf(r.content), Preview: cs.previewOf(r.content),
		Detail: from, Text: r.cleaned.Summary(),
	})
	cs.edge(c.Node, session.Produces, n)
	cause.Detail, cause.Node = from, n
	// Only a program that it ran gives a call's output a lower level than its tool's.
	if from != "" && min(c.Level, level) < cs.tables.Output(c.Tool) {
		cause.Reason, cause.Detail = cause.Reason+" ("+from+")", ""
	}
	cs.taints.taintAs(r.from, level, cause)
	cs.values.returned(c, level, from, r)
	cs.files.print(level, cause)
}
