package decide

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// callNode makes a call known to the turn and its graph; why counts when it is
// denied.
func (d *draft) callNode(w session.Wanted, status session.CallStatus, why string) int {
	byTables, returns := d.willReturn(w, status)
	node := session.Node{
		Kind: session.KindToolCall, Level: d.askedAt(w.ID, w.Tool).level, Tool: session.Label(w.Tool), CallID: session.Label(w.ID),
		Hash: session.HashOf(w.Params), Preview: d.previewOf(w.Params), Does: d.does(w.Params), Detail: d.origin(w.Tool, w.Params, byTables),
	}
	if status == session.Denied {
		node.Blocked, node.Text = true, why
	}
	n := d.node(node)
	d.edge(d.state.Turn.LLMNode, session.Produces, n)
	d.forgetOldest()
	d.emit(&session.CallHeard{CallID: w.ID, Tool: w.Tool, Node: n, Status: status, Level: returns, Site: d.judgedSite(w)})
	return n
}

// judgedSite is the level of the address that a call is judged with. What is announced, or
// reported, is not judged.
func (d *draft) judgedSite(w session.Wanted) *trust.Level {
	if d.ev.Hook != wire.BeforeToolCall {
		return nil
	}
	return d.tables.Judged(w.Tool, w.Params)
}

// outputOf is the level of what one call returns, by the policy's tables and with
// what it reads from another session.
func (d *draft) outputOf(tool string, params jsontext.Value) (byTables, level trust.Level) {
	byTables = d.byTables(tool, params)
	if from := d.ev.read[readFrom(d.tables.Does(tool).Session, params)]; from != nil {
		return byTables, trust.Lowest(byTables, from.Level)
	}
	return byTables, byTables
}

// byTables is the level of what one call returns, by the policy's tables and where it is
// made: in a group, others than the owner answer.
func (d *draft) byTables(tool string, params jsontext.Value) trust.Level {
	level := d.tables.OutputOf(tool, params)
	if t := d.state.Turn; d.tables.Does(tool).Asks && (d.ctx.GroupID != "" || t.Open() && t.Group) {
		level = trust.Lowest(level, trust.External)
	}
	return level
}

// forgetOldest counts the call that the turn is about to forget as returned: its result
// can no longer be told from another call's.
func (d *draft) forgetOldest() {
	t := d.state.Turn
	if len(t.Calls) < session.MaxCalls {
		return
	}
	if c := t.Calls[0]; c.Status <= session.Running {
		d.taint(c.Level, session.Cause{Reason: session.Label(c.Tool) + " call with " + itoa(session.MaxCalls) + " calls behind it", Tool: session.Label(c.Tool), CallID: session.Label(c.ID)})
	}
}

// assumeReturned counts announced calls whose results nobody reported as returned: some
// gateways run calls without saying so (docs/PROTOCOL.md, "Which hooks to send").
func (d *draft) assumeReturned() {
	t := d.state.Turn
	if t == nil {
		return
	}
	for _, c := range t.Calls {
		if c.Unreported() {
			d.markReturned(*c, &result{from: d.ev.Unticketed}, "")
		}
	}
}

// resultIn is the result that an event brings.
func (d *draft) resultIn(event any) (of reported, ok bool) {
	switch p := event.(type) {
	case *wire.AfterToolCallEvent:
		return d.toolReturned(p), true
	case *wire.ToolResultPersistEvent:
		return d.toolResultPersist(p), true
	}
	return reported{}, false
}

func (d *draft) toolReturned(p *wire.AfterToolCallEvent) reported {
	failed := hasFailed(p)
	content := p.Result
	if failed && saysNothing(content) {
		content = p.Error
	}
	return reported{session.Wanted{ID: p.ToolCallID, Tool: d.tables.Tool(p.ToolName, p.Params), Params: p.Params}, content, failed}
}

func hasFailed(p *wire.AfterToolCallEvent) bool { return len(p.Error) > 0 && p.Error.Kind() != 'n' }

// reported is a result as the gateway reports it.
type reported struct {
	session.Wanted
	content jsontext.Value
	failed  bool
}

// returned observes a tool's result, and cleans it for the model.
func (d *draft) returned(of reported) {
	d.inTurn()
	known, c, from := d.callOf(of)
	denied := known != nil && known.Status == session.Denied
	if denied && (len(of.content) == 0 || saysDenied(of.content)) {
		d.observe(of.ID, of.Tool, of.content)
		return // what comes back is our own denial
	}
	r := d.cleanResult(of)
	if denied {
		// The gateway's own words about it, or it ran all the same.
		if !of.failed {
			d.notes = append(d.notes, Note{Event: "denied_call_returned", Tools: []string{session.Label(of.Tool)}})
		}
		d.orders(&r, of.Tool, of.ID)
		return
	}
	level, told := d.tables.Fetched(of.Tool, d.state.Turn.Site(of.ID, of.Tool), of.Params, of.content) // where it came from
	if saysNoTool(of) {
		level, told = trust.Trusted, true
	}
	if told {
		c.Level = level
	}
	c.Level = trust.Lowest(c.Level, level)
	if known == nil {
		c.Node = d.callNode(of.Wanted, session.Running, "")
		d.markReturned(c, &r, from)
		return
	}
	c.Node = known.Node
	if known.Status == session.Returned {
		d.orders(&r, known.Tool, of.ID)
		if d.ev.Hook == wire.AfterToolCall && c.Level < known.Level { // another call of the same id
			d.markReturned(c, &r, from)
		}
		return
	}
	// The gateway may name the wrapper it ran here; what was asked for counts too, unless
	// it was another session's words and there are none.
	if receipt := isReceipt(d.tables.Does(of.Tool).Session, of.content); known.Level < c.Level && !(known.Tool == of.Tool && (told || receipt)) {
		c.Tool, c.Level, from = known.Tool, known.Level, ""
	}
	d.markReturned(c, &r, from)
}

// callOf finds the call that a result is of, as it is known, nil where it is not; as the
// result tells of it; and where its content is from.
func (d *draft) callOf(of reported) (known *session.Call, c session.Call, from string) {
	c = session.Call{ID: of.ID, Tool: of.Tool, Level: d.byTables(of.Tool, of.Params)}
	from = d.origin(of.Tool, of.Params, c.Level)
	known = d.state.Turn.Call(of.ID, of.Tool)
	if of.ID == "" && len(of.Params) == 0 && (known == nil || known.Status == session.Denied && !saysDenied(of.content)) {
		if action := d.state.Turn.CallOfAction(of.Tool); action != nil {
			known, c.Tool, c.Level = action, action.Tool, trust.Lowest(c.Level, action.Level)
		}
	}
	if d.ev.Hook == wire.AfterToolCall && known != nil && known.Status == session.Returned && known.Tool != of.Tool {
		known = nil // another call of the same id
	}
	if known == nil {
		c.Level = trust.Lowest(c.Level, d.tables.Unasked(of.Tool, of.Params))
	}
	return known, c, from
}

// cleanResult cleans a result, hands it to the model so, and remembers it so.
func (d *draft) cleanResult(of reported) result {
	r := d.clean(of.Tool, of.content)
	r.from = d.toldBy(of.Tool, of.Params, of.content)
	if r.changed {
		d.out.Result.Content = r.content
	}
	if !r.cleaned.Empty() {
		d.rec.Cleaned = &r.cleaned
	}
	d.observe(of.ID, of.Tool, r.content)
	return r
}

// orders lowers the level for orders to the model in a result that does not taint otherwise.
func (d *draft) orders(r *result, tool, id string) {
	if r.certain {
		d.taint(d.Policy.FindingLevel, session.Cause{Reason: r.reason(tool), Tool: session.Label(tool), CallID: session.Label(id)})
	}
}

// saysNothing reports whether a result is none: gateways report a failure beside an empty one.
func saysNothing(content jsontext.Value) bool {
	switch string(spoken(content)) {
	case "", `""`, "[]", "{}":
		return true
	}
	return false
}

// saysNoTool reports whether a failed call's result says no more than that there is no such
// tool: nothing has run, and the only word in it is the model's own.
func saysNoTool(of reported) bool {
	const longest = 256
	content := spoken(of.content)
	return of.failed && len(content) <= longest && dialect.NoSuchTool(wire.Unquoted(content), of.Tool)
}

func (d *draft) markReturned(c session.Call, r *result, from string) {
	cause := session.Cause{Reason: session.Label(c.Tool) + " response", Tool: session.Label(c.Tool), CallID: session.Label(c.ID)}
	level := c.Level
	if other := r.from; other != nil && other.Level <= level {
		level = other.Level
		cause.Reason = inherited(session.Label(c.Tool)+" of a session", other, cause.Reason).Reason
	}
	d.emit(&session.CallMoved{CallID: c.ID, Tool: c.Tool, Status: session.Returned, Level: c.Level})
	if asked := d.state.Turn.Node(c.Node); from == "" && asked != nil {
		from = asked.Detail
	}
	if r.certain && d.Policy.FindingLevel < level {
		level = d.Policy.FindingLevel
		cause.Reason = r.reason(c.Tool)
	}
	n := d.node(session.Node{
		Kind: session.KindToolResult, Level: level, Tool: session.Label(c.Tool), CallID: session.Label(c.ID), Hash: session.HashOf(r.content), Preview: d.previewOf(r.content),
		Detail: from, Text: r.cleaned.Summary(),
	})
	d.edge(c.Node, session.Produces, n)
	cause.Detail, cause.Node = from, n
	// Only a program that it ran makes a call's output worth less than its tool's.
	if from != "" && c.Level < d.tables.Output(c.Tool) {
		cause.Reason, cause.Detail = cause.Reason+" ("+from+")", ""
	}
	d.taintAs(r.from, level, cause)
}

// toolResultPersist is a result on its way into the transcript. If the message does
// not name its tool, the tool is unknown.
func (d *draft) toolResultPersist(p *wire.ToolResultPersistEvent) reported {
	var m struct {
		ToolName   string         `json:"toolName"`
		ToolCallID string         `json:"toolCallId"`
		Content    jsontext.Value `json:"content"`
		IsError    bool           `json:"isError"`
	}
	if json.Unmarshal(p.Message, &m) != nil {
		m.Content = p.Message
	}
	if p.ToolName != "" {
		m.ToolName = p.ToolName
	}
	if p.ToolCallID != "" {
		m.ToolCallID = p.ToolCallID
	}
	return reported{session.Wanted{ID: m.ToolCallID, Tool: d.tables.Tool(m.ToolName, nil)}, m.Content, m.IsError || p.IsSynthetic}
}
