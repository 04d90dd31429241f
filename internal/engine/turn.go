package engine

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// classify gives the level of a turn's trigger by its producer, and says why
// (seed 000, "Initial Trust"; DESIGN §2).
func (d *draft) classify() (trust.Level, string) {
	c := d.ctx
	provider := strings.ToLower(c.MessageProvider)
	switch {
	case d.interSession():
		return d.sourceLevel()
	case d.state.SpawnedBy != "":
		return trust.Trusted, "spawned by another session" // what that one had seen was inherited when this was learnt
	case provider == "":
		if fromOwner(c) {
			return trust.Trusted, "owner"
		}
		return trust.Trusted, "system event"
	case provider == "heartbeat", provider == "cron", provider == "webchat":
		return trust.Trusted, provider
	case fromOwner(c) && c.GroupID == "":
		return trust.Trusted, "owner DM"
	case fromOwner(c):
		return trust.Trusted, "owner message"
	case c.SenderID != "" && d.policy.TrustedSender(c.SenderID):
		return trust.Trusted, "trusted sender"
	case c.SenderID != "":
		return trust.External, "external sender"
	default:
		return trust.Untrusted, "unknown sender"
	}
}

// interSession reports whether another session wrote the turn's message.
func (d *draft) interSession() bool {
	p := d.ctx.InputProvenance
	return p != nil && p.Kind == "inter_session"
}

// sourceLevel is the level of a message that another session wrote: what that
// session has seen.
func (d *draft) sourceLevel() (trust.Level, string) {
	switch src := d.ev.source; {
	case src != nil:
		return src.level, "message of a session at " + src.level.String()
	case d.ctx.InputProvenance.SourceSessionKey == d.ev.session:
		return d.state.level(), "message of the session itself"
	default:
		return trust.Untrusted, "message of an unknown session"
	}
}

// taint lowers the session to a level, if it is lower, and names the cause.
func (d *draft) taint(level trust.Level, c Cause) {
	if level >= d.state.level() {
		if !d.state.Seen.Has(level) {
			d.emit(Change{Op: OpTainted, Level: level})
		}
		return
	}
	c.At = d.now
	c.Turn = d.state.Turns
	d.emit(Change{Op: OpTainted, Level: level, Cause: &c})
	d.rec.Durable = true
	d.notes = append(d.notes, note{event: "taint", text: c.Reason})
}

// startTurn opens a turn and puts what it begins with into its graph.
func (d *draft) startTurn() {
	carried := d.state.Watermark
	level, why := d.classify()
	d.emit(Change{Op: OpTurnStarted, Level: level, Text: why, Flag: fromOwner(d.ctx) && d.fromHuman(), Sender: d.sender})
	if carried.Level < trust.Trusted {
		text := "carried over from earlier turns"
		if c := carried.Cause; c != nil {
			text = "carried over: " + c.Reason
		}
		d.node(Node{Kind: KindHistory, Level: carried.Level, Text: text})
	}
	d.producer(level, why)
	d.expect()
}

// producer taints the turn with who began it.
func (d *draft) producer(level trust.Level, why string) {
	c := Cause{Reason: why}
	if d.interSession() {
		c = inherited("message of a session", d.ev.source, why)
	}
	d.taint(level, c)
}

// inherited is the cause of a level that another session passed on.
func inherited(how string, from *shared, why string) Cause {
	if from == nil || from.cause == nil {
		return Cause{Reason: why}
	}
	c := *from.cause
	c.Reason, c.Node = preview(how+" that had seen: "+c.Reason, 160), 0
	return c
}

// inTurn opens a turn if none runs: hosts differ in which hook comes first. An
// event of a running turn that names another producer brings that one's level
// in. Silence says nothing: not every hook knows who began the turn.
func (d *draft) inTurn() {
	t := d.state.Turn
	if !t.Open() {
		d.startTurn()
		return
	}
	c := d.ctx
	stranger := c.SenderIsOwner == wire.No && (t.FromOwner || !t.Assembled)
	if stranger || d.sender != "" && d.sender != t.Sender || d.interSession() {
		level, why := d.classify()
		d.producer(level, why)
	}
}

// endTurn settles what the turn still owes and ends it. Its own grants go with it.
func (d *draft) endTurn() {
	if !d.state.Turn.Open() {
		return
	}
	d.settle()
	d.emit(Change{Op: OpTurnEnded})
}

// beforeAgentStart sees a fresh session by its history: at most the message
// that starts it (seed 000, "Clearing the Watermark"). A host that shows no
// history proves nothing. A turn that still runs then was given up.
func (d *draft) beforeAgentStart(p *wire.BeforeAgentStartEvent) {
	if d.state.Turn.Open() {
		d.settle()
		d.emit(Change{Op: OpTurnEnded, Flag: true})
	}
	if p.Messages == nil {
		return
	}
	if n, err := wire.CountMessages(p.Messages); err == nil && n <= 1 {
		d.fresh("fresh session")
	}
}

// messageCount is the length of a history; 0 when it cannot be read.
func messageCount(messages jsontext.Value) int {
	n, err := wire.CountMessages(messages)
	if err != nil {
		return 0
	}
	return n
}

func (d *draft) sessionEnd(p *wire.SessionEndEvent) {
	d.endTurn()
	switch p.Reason {
	case "new", "reset", "deleted":
		d.fresh("session " + p.Reason)
	}
}

// fresh starts the session anew: without history there is nothing to carry but what
// was inherited. The one message that a spawned session begins with is its spawner's.
func (d *draft) fresh(by string) {
	if !d.state.hasHistory() {
		return
	}
	d.emit(Change{Op: OpFresh, Text: by})
	d.rec.Durable = true
	d.notes = append(d.notes, note{event: "reset", text: by})
}

// hasHistory reports whether there is anything that a fresh session does not have:
// of what was seen, of what the owner said of it, and of who said what.
func (s *State) hasHistory() bool {
	return s.level() < s.beginning() || s.Turn.Open() || s.Pending != nil || len(s.Grants) > 0 || len(s.Wrong) > 0 ||
		s.Forgive || s.Forgiven > 0 || s.Auth.hasHistory()
}

func (d *draft) contextAssembled(p *wire.ContextAssembledEvent) {
	if t := d.state.Turn; t.Open() && t.Assembled {
		d.settle()
	}
	if t := d.state.Turn; !t.Open() || t.Assembled {
		d.startTurn()
	}
	level, why := d.classify()
	d.emit(Change{Op: OpAssembled, Text: why, Flag: fromOwner(d.ctx) && d.fromHuman(), Sender: d.sender})
	// A turn opened by an earlier hook may only be told its producer here.
	d.producer(level, why)
	if len(p.SystemPrompt) > 0 {
		d.node(Node{Kind: KindSystemPrompt, Level: trust.Trusted, Hash: hashOf(unquoted(p.SystemPrompt))})
	}
	if messageCount(p.Messages) > 0 {
		d.node(Node{Kind: KindHistory, Level: level, Hash: hashOf(p.Messages)})
	}
	d.lastMessage(d.history(p.Messages), level)
	if d.state.Forgive && p.Messages != nil {
		d.emit(Change{Op: OpForgiven, N: messageCount(p.Messages)})
	}
	for i := range p.Sources {
		d.source(&p.Sources[i])
	}
	// A host may announce the turn's first LLM call before the context that the
	// call will see.
	if t := d.state.Turn; t.LLMCalls > 0 && t.CallLevel != d.state.level() && !d.calledSince() {
		d.emit(Change{Op: OpLLMSaw})
	}
}

// unquoted is the text of a raw JSON string; other values stay as they are.
func unquoted(v jsontext.Value) []byte {
	if text, err := jsontext.AppendUnquote(nil, v); err == nil {
		return text
	}
	return v
}

// source takes a host's word for what the context holds. It can only lower.
func (d *draft) source(src *wire.Source) {
	if src.MessageIndex < d.state.Forgiven {
		return
	}
	level, err := trust.ParseLevel(src.Trust)
	switch {
	case src.Trust == "" && src.Tool != "":
		level = d.tables.Output(d.tables.Tool(src.Tool, nil))
	case err != nil:
		level = trust.Untrusted
	}
	reason := src.Kind + " in the context"
	if src.Tool != "" {
		reason = label(src.Tool) + " result in the context"
	}
	d.taint(level, Cause{Reason: label(reason), Tool: label(src.Tool)})
}

// lastMessage looks at the message that triggers the turn: it is the graph's
// input, and it may be the owner's command.
func (d *draft) lastMessage(messages jsontext.Value, level trust.Level) {
	m, ok, err := wire.LastMessage(messages)
	if err != nil || !ok || m.Role != "user" {
		return
	}
	if !d.hasNode(KindInput) {
		n := Node{Kind: KindInput, Level: level, Hash: hashOf([]byte(m.Text)), Preview: d.preview(m.Text)}
		if c, ok := parseChatCommand(m.Text); ok {
			// The hash of a text with a code in it would tell the code.
			n.Hash, n.Preview, n.Text = Hash{}, "", c.name
		}
		d.node(n)
	}
	d.chat(m.Text, m.InterSession)
}

func (d *draft) hasNode(k Kind) bool {
	for i := range d.state.Turn.Nodes {
		if d.state.Turn.Nodes[i].Kind == k {
			return true
		}
	}
	return false
}

func (d *draft) beforeLLMCall(p *wire.BeforeLLMCallEvent) {
	d.inTurn()
	if t := d.state.Turn; p.Iteration != nil && *p.Iteration == 0 && t.LLMCalls > 0 && t.Iteration > 0 {
		// A host that announces no context begins its next turn here.
		d.settle()
		d.startTurn()
	}
	d.settle()
	level, _ := d.classify()
	d.lastMessage(d.history(p.Messages), level)
	n := d.nextIteration(p.Iteration)
	d.llmCall(n, false)
	if why := d.state.Turn.Blocked; why != "" {
		d.out.Verdict = trust.VerdictDeny
		d.out.Result.Block, d.out.Result.BlockReason = true, why
		d.out.Reasons = []Reason{{Layer: d.state.Turn.BlockedBy, Mode: trust.Restrict, Text: why}}
		return
	}
	d.filterTools(p.Tools)
}

func (d *draft) loopIterationStart(p *wire.LoopIterationEvent) {
	d.inTurn()
	d.settle()
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
		if t.Nodes[i].Kind == KindToolCall || t.Nodes[i].Kind == KindToolResult {
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
	d.emit(Change{Op: OpLLMCall, N: n, Flag: looped})
	if !same {
		d.llmNode()
	}
	if n >= d.tables.MaxIterations() {
		d.blockTurn(layerIteration, "The turn reached its limit of "+itoa(d.tables.MaxIterations())+" iterations. A new message starts a new turn.")
	}
	f := d.facts(d.live())
	d.turnRules(&f)
}

func (d *draft) llmNode() {
	t := d.state.Turn
	prev := t.LLMNode
	llm := d.node(Node{Kind: KindLLMCall, Level: d.state.level()})
	for i := range d.state.Turn.Nodes {
		if i == llm {
			break
		}
		switch n := &d.state.Turn.Nodes[i]; {
		case n.Kind == KindInput && prev < 0:
			d.edge(i, Triggers, llm)
		case (n.Kind == KindSystemPrompt || n.Kind == KindHistory) && prev < 0:
			d.edge(llm, Consumes, i)
		case n.Kind == KindToolResult && i > prev:
			d.edge(llm, Consumes, i)
		case n.Kind == KindDecision && !n.Blocked && i > prev:
			d.edge(i, Triggers, llm)
		}
	}
	if prev >= 0 {
		d.edge(llm, DerivesFrom, prev)
	}
}

func (d *draft) blockTurn(layer, why string) {
	if d.state.Turn.Blocked != "" {
		return
	}
	d.emit(Change{Op: OpTurnBlocked, Text: why, Layer: layer})
	i := d.node(Node{Kind: KindDecision, Level: d.state.level(), Blocked: true, Text: why})
	d.edge(d.state.Turn.LLMNode, BlockedBy, i)
	d.notes = append(d.notes, note{event: "turn_blocked", text: why})
}

// afterLLMCall hears which calls the model asks for. Restricted ones are taken
// out here; what confirm holds goes on to before_tool_call, which says so.
func (d *draft) afterLLMCall(p *wire.AfterLLMCallEvent) {
	d.inTurn()
	d.answered(p.Iteration)
	blocked := d.state.Turn.Blocked
	restricted := map[string]bool{}
	for i := range p.ToolCalls {
		tc := &p.ToolCalls[i]
		tool := d.tables.Tool(tc.Name, tc.Arguments)
		status := Announced
		j := d.judge(tool, tc.Arguments, d.askedAt(tc.ID))
		if j.mode == trust.Restrict {
			status = Denied
			restricted[tc.ID] = true
		}
		d.callNode(tc.ID, tool, tc.Arguments, status, strictestReason(j.reasons))
		if status == Denied {
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

// survivors are the ids that the host may go on with. One id may stand for several
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
// that what the first asked for has come back, whether or not the host reports
// its LLM calls.
func (d *draft) answered(iteration *int) {
	t := d.state.Turn
	further := iteration != nil && *iteration > t.Iteration
	if t.Answered || further {
		d.settle()
		if t.LLMCalls > 0 {
			d.llmCall(d.nextIteration(iteration), false)
		}
	}
	d.emit(Change{Op: OpAnswered})
}

// callNode makes a call known to the turn and its graph; why counts when it is
// denied.
func (d *draft) callNode(id, tool string, params jsontext.Value, status CallStatus, why string) int {
	byTables, returns := d.outputOf(tool, params)
	node := Node{
		Kind: KindToolCall, Level: d.askedAt(id).level, Tool: label(tool), CallID: label(id),
		Hash: hashOf(params), Preview: d.preview(string(params)), Detail: d.origin(tool, params, byTables),
	}
	if status == Denied {
		node.Blocked, node.Text = true, why
	}
	n := d.node(node)
	d.edge(d.state.Turn.LLMNode, Produces, n)
	d.emit(Change{Op: OpCall, CallID: id, Tool: tool, N: n, Status: status, Level: returns})
	return n
}

// settle counts announced calls whose results no one reported as returned: the
// host runs them without telling (DESIGN §2, "Taint").
func (d *draft) settle() {
	t := d.state.Turn
	if t == nil {
		return
	}
	for _, c := range t.Calls {
		if c.Status == Announced {
			d.markReturned(c, &result{}, "")
		}
	}
}

// returned observes a tool's result, and cleans it for the model.
func (d *draft) returned(id, name string, params, content, failure jsontext.Value) error {
	d.inTurn()
	tool := d.tables.Tool(name, params)
	if len(content) == 0 {
		content = failure
	}
	c := Call{ID: id, Tool: tool, Level: d.tables.OutputOf(tool, params)}
	from := d.origin(tool, params, c.Level)
	i := d.state.Turn.call(id, tool)
	if i >= 0 && d.state.Turn.Calls[i].Status == Denied {
		d.observe(id, tool, content, false)
		return nil // what comes back is our own word
	}
	r, err := d.clean(tool, content)
	if err != nil {
		return err
	}
	r.from = d.ev.read[readFrom(tool, params)]
	if r.changed {
		d.out.Result.Content = r.content
	}
	if !r.cleaned.empty() {
		d.rec.Cleaned = &r.cleaned
	}
	d.observe(id, tool, r.content, false)
	if i >= 0 {
		known := d.state.Turn.Calls[i]
		c.Node = known.Node
		if known.Status == Returned {
			if r.flagged {
				d.taint(d.policy.FindingLevel, Cause{Reason: r.reason(known.Tool), Tool: label(known.Tool), CallID: label(id)})
			}
			if d.ev.hook == wire.AfterToolCall && c.Level < known.Level { // another call of the same id
				d.markReturned(c, &r, from)
			}
			return nil
		}
		// The host may name the wrapper it ran here; what was asked for counts too.
		if known.Level < c.Level {
			c.Tool, c.Level, from = known.Tool, known.Level, ""
		}
	} else {
		c.Node = d.callNode(id, tool, params, Running, "")
	}
	d.markReturned(c, &r, from)
	return nil
}

func (d *draft) markReturned(c Call, r *result, from string) {
	cause := Cause{Reason: label(c.Tool) + " response", Tool: label(c.Tool), CallID: label(c.ID)}
	level := c.Level
	if other := r.from; other != nil && other.level <= level {
		level = other.level
		cause.Reason = inherited(label(c.Tool)+" of a session", other, cause.Reason).Reason
	}
	d.emit(Change{Op: OpCallStatus, CallID: c.ID, Tool: c.Tool, Status: Returned, Level: c.Level})
	if from == "" && c.Node >= 0 {
		from = d.state.Turn.Nodes[c.Node].Detail
	}
	if r.flagged && d.policy.FindingLevel < level {
		level = d.policy.FindingLevel
		cause.Reason = r.reason(c.Tool)
	}
	n := d.node(Node{
		Kind: KindToolResult, Level: level, Tool: label(c.Tool), CallID: label(c.ID), Hash: hashOf(r.content), Preview: d.preview(string(r.content)),
		Detail: from, Text: r.cleaned.summary(),
	})
	d.edge(c.Node, Produces, n)
	cause.Detail, cause.Node = from, n
	// Nothing but a program that it ran makes a call worth less than its tool.
	if from != "" && c.Level < d.tables.Output(c.Tool) {
		cause.Reason, cause.Detail = cause.Reason+" ("+from+")", ""
	}
	d.taint(level, cause)
}

// toolResultPersist is a result on its way into the transcript. A message that
// does not name its tool is of an unknown one.
func (d *draft) toolResultPersist(p *wire.ToolResultPersistEvent) error {
	var m struct {
		ToolName   string         `json:"toolName"`
		ToolCallID string         `json:"toolCallId"`
		Content    jsontext.Value `json:"content"`
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
	return d.returned(m.ToolCallID, m.ToolName, nil, m.Content, nil)
}

var levelSigns = [...]string{trust.Untrusted: "🔴", trust.External: "🟠", trust.Shared: "🟡", trust.Trusted: "🟢"}

// beforeResponseEmit ends the turn and, in developer mode, heads the response
// with the taint (seed 000, "Developer Mode").
func (d *draft) beforeResponseEmit(p *wire.BeforeResponseEmitEvent) {
	if !d.state.Turn.Open() && p.Final != wire.No {
		d.inTurn()
	}
	if t := d.state.Turn; t.Open() {
		d.settle()
		out := d.node(Node{Kind: KindOutput, Level: d.state.level(), Hash: hashOf([]byte(p.Content)), Preview: d.preview(p.Content)})
		d.edge(out, DerivesFrom, d.state.Turn.LLMNode)
	}
	said := d.response(p.Content)
	if d.policy.DeveloperMode {
		said = d.header() + "\n" + said
	}
	if said != p.Content {
		d.out.Result.Content = marshalled(said)
	}
	if p.Final != wire.No {
		d.endTurn()
	}
}

func (d *draft) header() string {
	reason, impacted := "nothing seen yet", d.state.LastImpacted
	if t := d.state.Turn; t != nil {
		reason = t.Reason
	}
	if c := d.state.Watermark.Cause; c != nil {
		reason = c.Reason
	}
	if impacted == "" {
		impacted = "none"
	}
	l := d.state.level()
	return levelSigns[l] + " [taint: " + l.String() + " | reason: " + reason + " | last impacted: " + impacted + "]"
}
