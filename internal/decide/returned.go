package decide

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// resultIn returns the result that an event brings.
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
	d.turns.inTurn()
	known, c, from := d.calls.callOf(of)
	denied := known != nil && known.Status == session.Denied
	if denied && (len(of.content) == 0 || d.calls.deniedWith(known, of.content)) {
		d.witness.observe(of.ID, of.Tool, of.content)
		return // what comes back is our own denial
	}
	r := d.cleanResult(of)
	if denied {
		// The gateway's own words about it, or it ran nevertheless.
		if !of.failed {
			d.note(Note{Event: "denied_call_returned", Tools: []string{session.Label(of.Tool)}})
		}
		d.taints.orders(&r, of.Tool, of.ID)
		return
	}
	d.files.returned(of.Wanted, of.failed)
	level, told := d.tables.Fetched(of.Tool, d.state.Turn.Site(of.ID, of.Tool), of.Params, of.content) // where it came from
	if saysNoTool(of) {
		level, told = trust.Trusted, true
	}
	if told {
		c.Level = level
	}
	c.Level = trust.Lowest(c.Level, level)
	if known == nil {
		c.Node = d.calls.callNode(of.Wanted, session.Running, "", d.does(of.Params))
		d.calls.markReturned(c, &r, from)
		return
	}
	c.Node = known.Node
	if known.Status == session.Returned {
		d.taints.orders(&r, known.Tool, of.ID)
		if d.ev.Hook == wire.AfterToolCall && c.Level < known.Level { // another call with the same id
			d.calls.markReturned(c, &r, from)
		}
		return
	}
	// The gateway may name the wrapper that it ran; what was requested counts, too, unless it was
	// another session's words and there are none.
	if receipt := isReceipt(d.tables.Does(of.Tool).Session, of.content); known.Level < c.Level && !(known.Tool == of.Tool && (told || receipt)) {
		c.Tool, c.Level, from = known.Tool, known.Level, ""
	}
	d.calls.markReturned(c, &r, from)
}

// cleanResult cleans a result, passes it on to the model and remembers it in that form.
func (d *draft) cleanResult(of reported) result {
	r := d.cleaning.clean(of.Tool, of.content)
	r.from = d.toldBy(of.Tool, of.Params, of.content)
	if r.changed {
		d.reply.content(r.content)
	}
	if !r.cleaned.Empty() {
		d.cleaned(&r.cleaned)
	}
	d.witness.observe(of.ID, of.Tool, r.content)
	return r
}

// saysNothing reports whether a result is empty: gateways report a failure beside an empty one.
func saysNothing(content jsontext.Value) bool {
	switch string(spoken(content)) {
	case "", `""`, "[]", "{}":
		return true
	}
	return false
}

// saysNoTool reports whether a failed call's result only says that there is no such tool: nothing
// has run, and the only word in it is the model's own.
func saysNoTool(of reported) bool {
	const longest = 256
	content := spoken(of.content)
	return of.failed && len(content) <= longest && dialect.NoSuchTool(wire.Unquoted(content), of.Tool)
}

// toolResultPersist handles a result on its way into the transcript. If the message does not name
// its tool, the tool is unknown.
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
