package engine

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// callNode makes a call known to the turn and its graph; why counts when it is
// denied.
func (d *draft) callNode(w wanted, status CallStatus, why string) int {
	byTables, returns := d.willReturn(w, status)
	node := Node{
		Kind: KindToolCall, Level: d.askedAt(w.id, w.tool).level, Tool: label(w.tool), CallID: label(w.id),
		Hash: hashOf(w.params), Preview: d.previewOf(w.params), Does: d.does(w.params), Detail: d.origin(w.tool, w.params, byTables),
	}
	if status == Denied {
		node.Blocked, node.Text = true, why
	}
	n := d.node(node)
	d.edge(d.state.Turn.LLMNode, Produces, n)
	d.forgetOldest()
	d.emit(Change{Op: OpCall, CallID: w.id, Tool: w.tool, N: n, Status: status, Level: returns, Site: d.judgedSite(w)})
	return n
}

// judgedSite is the level of the address that a call is judged with. What is announced, or
// reported, is not judged.
func (d *draft) judgedSite(w wanted) *trust.Level {
	if d.ev.hook != wire.BeforeToolCall {
		return nil
	}
	return d.tables.Judged(w.tool, w.params)
}

// outputOf is the level of what one call returns, by the policy's tables and with
// what it reads from another session.
func (d *draft) outputOf(tool string, params jsontext.Value) (byTables, level trust.Level) {
	byTables = d.byTables(tool, params)
	if from := d.ev.read[readFrom(tool, params)]; from != nil {
		return byTables, trust.Lowest(byTables, from.level)
	}
	return byTables, byTables
}

// asksUser is the tool that returns what somebody answers: whoever writes next in the
// session, as far as some versions of a gateway go.
const asksUser = "ask_user"

// byTables is the level of what one call returns, by the policy's tables and where it is
// made: in a group, others than the owner answer.
func (d *draft) byTables(tool string, params jsontext.Value) trust.Level {
	level := d.tables.OutputOf(tool, params)
	if t := d.state.Turn; tool == asksUser && (d.ctx.GroupID != "" || t.Open() && t.Group) {
		level = trust.Lowest(level, trust.External)
	}
	return level
}

// forgetOldest counts the call that the turn is about to forget as returned: its result
// can no longer be told from another call's.
func (d *draft) forgetOldest() {
	t := d.state.Turn
	if len(t.Calls) < maxCalls {
		return
	}
	if c := t.Calls[0]; c.Status <= Running {
		d.taint(c.Level, Cause{Reason: label(c.Tool) + " call with " + itoa(maxCalls) + " calls behind it", Tool: label(c.Tool), CallID: label(c.ID)})
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
		if c.unreported() {
			d.markReturned(*c, &result{from: d.ev.unticketed}, "")
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
	return reported{wanted{p.ToolCallID, d.tables.Tool(p.ToolName, p.Params), p.Params}, content, failed}
}

func hasFailed(p *wire.AfterToolCallEvent) bool { return len(p.Error) > 0 && p.Error.Kind() != 'n' }

// reported is a result as the gateway reports it.
type reported struct {
	wanted
	content jsontext.Value
	failed  bool
}

// returned observes a tool's result, and cleans it for the model.
func (d *draft) returned(of reported) {
	d.inTurn()
	known, c, from := d.callOf(of)
	denied := known != nil && known.Status == Denied
	if denied && (len(of.content) == 0 || saysDenied(of.content)) {
		d.observe(of.id, of.tool, of.content)
		return // what comes back is our own denial
	}
	r := d.cleanResult(of)
	if denied {
		// The gateway's own words about it, or it ran all the same.
		if !of.failed {
			d.notes = append(d.notes, note{event: "denied_call_returned", tools: []string{label(of.tool)}})
		}
		d.orders(&r, of.tool, of.id)
		return
	}
	level, told := d.tables.Fetched(of.tool, d.state.Turn.site(of.id, of.tool), of.params, of.content) // where it came from
	if saysNoTool(of) {
		level, told = trust.Trusted, true
	}
	if told {
		c.Level = level
	}
	c.Level = trust.Lowest(c.Level, level)
	if known == nil {
		c.Node = d.callNode(of.wanted, Running, "")
		d.markReturned(c, &r, from)
		return
	}
	c.Node = known.Node
	if known.Status == Returned {
		d.orders(&r, known.Tool, of.id)
		if d.ev.hook == wire.AfterToolCall && c.Level < known.Level { // another call of the same id
			d.markReturned(c, &r, from)
		}
		return
	}
	// The gateway may name the wrapper it ran here; what was asked for counts too, unless
	// it was another session's words and there are none.
	if receipt := quotesSessions[of.tool] && isReceipt(of.content); known.Level < c.Level && !(known.Tool == of.tool && (told || receipt)) {
		c.Tool, c.Level, from = known.Tool, known.Level, ""
	}
	d.markReturned(c, &r, from)
}

// callOf finds the call that a result is of, as it is known, nil where it is not; as the
// result tells of it; and where its content is from.
func (d *draft) callOf(of reported) (known *Call, c Call, from string) {
	c = Call{ID: of.id, Tool: of.tool, Level: d.byTables(of.tool, of.params)}
	from = d.origin(of.tool, of.params, c.Level)
	known = d.state.Turn.call(of.id, of.tool)
	if of.id == "" && len(of.params) == 0 && (known == nil || known.Status == Denied && !saysDenied(of.content)) {
		if action := d.state.Turn.callOfAction(of.tool); action != nil {
			known, c.Tool, c.Level = action, action.Tool, trust.Lowest(c.Level, action.Level)
		}
	}
	if d.ev.hook == wire.AfterToolCall && known != nil && known.Status == Returned && known.Tool != of.tool {
		known = nil // another call of the same id
	}
	if known == nil {
		c.Level = trust.Lowest(c.Level, d.tables.Unasked(of.tool, of.params))
	}
	return known, c, from
}

// cleanResult cleans a result, hands it to the model so, and remembers it so.
func (d *draft) cleanResult(of reported) result {
	r := d.clean(of.tool, of.content)
	r.from = d.toldBy(of.tool, of.params, of.content)
	if r.changed {
		d.out.Result.Content = r.content
	}
	if !r.cleaned.empty() {
		d.rec.Cleaned = &r.cleaned
	}
	d.observe(of.id, of.tool, r.content)
	return r
}

// orders lowers the level for orders to the model in a result that does not taint otherwise.
func (d *draft) orders(r *result, tool, id string) {
	if r.certain {
		d.taint(d.policy.FindingLevel, Cause{Reason: r.reason(tool), Tool: label(tool), CallID: label(id)})
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
	const longest = len("Tool  not found") + 64 // a longer name is no tool's
	if content := spoken(of.content); of.failed && len(content) <= longest+len(`""`) {
		return strings.EqualFold(string(unquoted(content)), "Tool "+of.tool+" not found")
	}
	return false
}

func (d *draft) markReturned(c Call, r *result, from string) {
	cause := Cause{Reason: label(c.Tool) + " response", Tool: label(c.Tool), CallID: label(c.ID)}
	level := c.Level
	if other := r.from; other != nil && other.level <= level {
		level = other.level
		cause.Reason = inherited(label(c.Tool)+" of a session", other, cause.Reason).Reason
	}
	d.emit(Change{Op: OpCallStatus, CallID: c.ID, Tool: c.Tool, Status: Returned, Level: c.Level})
	if asked := d.state.Turn.node(c.Node); from == "" && asked != nil {
		from = asked.Detail
	}
	if r.certain && d.policy.FindingLevel < level {
		level = d.policy.FindingLevel
		cause.Reason = r.reason(c.Tool)
	}
	n := d.node(Node{
		Kind: KindToolResult, Level: level, Tool: label(c.Tool), CallID: label(c.ID), Hash: hashOf(r.content), Preview: d.previewOf(r.content),
		Detail: from, Text: r.cleaned.summary(),
	})
	d.edge(c.Node, Produces, n)
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
	return reported{wanted{id: m.ToolCallID, tool: d.tables.Tool(m.ToolName, nil)}, m.Content, m.IsError || p.IsSynthetic}
}
