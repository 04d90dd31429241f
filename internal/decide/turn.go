package decide

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// turns begins and ends turns, and counts the model's calls.
type turns struct {
	*basis
	speaker *speaker
	taints  *taints
	calls   *calls
	witness *witness
	layers  *layers
}

// startTurn begins a turn and adds what it begins with to its graph.
func (ts *turns) startTurn() {
	carried := ts.state.Watermark()
	level, why := ts.speaker.classify(ts.state.Turns + 1)
	ts.emit(&session.TurnStarted{Level: level, TurnOrigin: ts.begun(why)})
	if carried.Level < trust.Trusted {
		text := texts.CarriedOver
		if c := carried.Cause; c != nil {
			text = texts.Carried(c.Reason)
		}
		ts.node(session.Node{Kind: session.KindHistory, Level: carried.Level, Text: text})
	}
	ts.taints.producer(level, why)
	ts.witness.expect()
}

// begun is who began the turn, and where, as far as the gateway has said.
func (ts *turns) begun(why string) session.TurnOrigin {
	return session.TurnOrigin{Why: why, FromOwner: fromOwner(ts.ctx) && ts.speaker.fromHuman(), Group: ts.ctx.GroupID != "", Sender: ts.sender, Channel: ts.channel}
}

// inTurn begins a turn if none is running, since gateways differ in which hook comes first. An
// event of a running turn that names another producer lowers the turn to that one's level. One that
// names nobody says nothing: not every hook knows who began the turn.
func (ts *turns) inTurn() {
	t := ts.state.Turn
	if !t.Open() {
		ts.startTurn()
		return
	}
	c := ts.ctx
	stranger := c.SenderIsOwner == wire.No && (t.FromOwner || !t.Assembled)
	if stranger || ts.sender != "" && ts.sender != t.Sender || ts.interSession() {
		level, why := ts.speaker.classify(t.Number)
		ts.taints.producer(level, why)
		if session.ProducerName(why, ts.sender) != t.Joined {
			ts.hasSay(why)
		}
	}
}

// Begins reports whether the event begins a turn while none is running, before anything examines
// the calls and the graph of an earlier one, which a session may lack then.
func (ev *Event) Begins() bool {
	switch ev.Payload.Event.(type) {
	case *wire.ContextAssembledEvent, *wire.BeforeLLMCallEvent, *wire.AfterLLMCallEvent, *wire.BeforeToolCallEvent,
		*wire.AfterToolCallEvent, *wire.ToolResultPersistEvent:
		return true
	}
	return ev.Hook == wire.LoopIterationStart
}

// hasSay notes who has joined the current turn. What the owner approved for the turn before does
// not cover that.
func (ts *turns) hasSay(why string) {
	who := session.ProducerName(why, ts.sender)
	if fromOwner(ts.ctx) && ts.speaker.arrivedFrom() == session.Human || who == ts.state.Turn.By() {
		return
	}
	ts.emit(&session.Joined{Who: who, Sender: ts.sender})
}

// joined lowers a running turn to the level of whoever has written a message meanwhile: a gateway
// may put it into that turn, and no later hook says whose it was. What another session wrote counts
// even without a running turn, since it may be kept for the next one, and so does what a message
// contains that its sender has not written. A sender who was the verified owner before is not a
// stranger just because this hook does not say so.
func (ts *turns) joined(shows []wire.Source) {
	for i := range shows {
		ts.taints.shown(&shows[i], texts.InAMessage) // no reset covers it, since it only comes now
	}
	t := ts.state.Turn
	switch {
	case ts.interSession():
	case !t.Open():
		return
	case ts.ctx.SenderIsOwner == wire.No:
	case ts.sender == "", ts.sender == t.Sender, hasOwner(ts.state.Owners, ts.channel, ts.sender):
		return
	}
	level, why := ts.speaker.classify(ts.state.Turns)
	ts.taints.producer(level, why)
	if ts.state.Turn.Open() {
		ts.hasSay(why)
	}
}

// messageReceived handles a message that has just arrived, perhaps before any turn. If its event
// and its context name different senders, neither is proven.
func (d *draft) messageReceived(p *wire.MessageReceivedEvent) {
	d.witness.received(p)
	if p.Apart != "" && d.besides(p) {
		return
	}
	d.turns.joined(p.Sources)
	if len(p.Sources) > 0 { // it contains words that its sender forwards
		d.commands.passOver(p.Content)
		d.values.passOver()
		return
	}
	doubtful := p.SenderID != "" && d.ctx.SenderID != "" && p.SenderID != d.ctx.SenderID
	d.commands.chat(p.Content, doubtful)
	d.values.hearArrived(p.Content, doubtful)
}

// besides makes another session's words count as read and not as a request: once they are known as
// that session's, they give no call authority. It returns false if they are not known.
func (d *draft) besides(p *wire.MessageReceivedEvent) bool {
	if !d.interSession() || p.Content != "" || len(p.Sources) > 0 || !d.tracesValues() {
		return false
	}
	level, why := d.speaker.classify(d.state.Turns)
	d.taints.producer(level, why)
	d.values.showApart(p.Apart, level)
	return true
}

// endTurn ends the turn, and the grants that were for it alone.
func (ts *turns) endTurn() {
	if !ts.state.Turn.Open() {
		return
	}
	ts.calls.assumeReturned()
	ts.emit(&session.TurnEnded{})
}

// messageCount is the length of a history; 0 if it cannot be read.
func messageCount(messages jsontext.Value) int {
	n, err := wire.CountMessages(messages)
	if err != nil {
		return 0
	}
	return n
}

// answered is how much of a history a reset covers that did not know it: up to the latest words of
// the model, or of a tool. Anything later may have come after the reset.
func answered(messages jsontext.Value) int {
	all, err := wire.Messages(messages)
	if err != nil {
		return 0
	}
	n := len(all)
	for n > 0 && joinsHistory(&all[n-1]) {
		n--
	}
	return n
}

// joinsHistory reports whether a message came into the history from outside: a user's, or the
// gateway's own.
func joinsHistory(m *wire.Message) bool {
	return m.Internal || m.Role == "system" || m.Role == "developer" || m.Role == "user" && len(m.Results) == 0
}

func (d *draft) contextAssembled(p *wire.ContextAssembledEvent) {
	if t := d.state.Turn; t.Open() && t.Assembled {
		d.calls.assumeReturned()
	}
	if t := d.state.Turn; !t.Open() || t.Assembled {
		d.turns.startTurn()
	}
	level, why := d.speaker.classify(d.state.Turns)
	d.emit(&session.Assembled{TurnOrigin: d.turns.begun(why)})
	// A turn begun by an earlier hook may only learn its producer here.
	d.taints.producer(level, why)
	d.notFresh(p.Messages)
	count := messageCount(p.Messages)
	if p.Messages != nil && d.state.Forgiven > 0 && count != d.state.Shown {
		d.emit(&session.ContextShown{Messages: count})
	}
	sources := p.Sources
	if len(p.SystemPrompt) > 0 {
		instructions := wire.Unquoted(p.SystemPrompt)
		d.node(session.Node{Kind: session.KindSystemPrompt, Level: trust.Trusted, Hash: session.HashOf(instructions)})
		sources = withInstructions(sources, string(instructions), max(0, count-1))
	}
	if count > 0 {
		d.node(session.Node{Kind: session.KindHistory, Level: level, Hash: session.HashOf(p.Messages)})
	}
	messages := d.witness.history(p.Messages)
	passed := passedOn(messages, sources)
	if passed {
		if m, ok, err := wire.LastMessage(messages); err == nil && ok {
			d.commands.passOver(m.Text) // before it is taken for a command
		}
	}
	d.lastMessage(messages, level, passed)
	if d.state.Forgive && p.Messages != nil {
		d.emit(&session.Forgiven{Messages: answered(p.Messages)})
		if count != d.state.Shown {
			d.emit(&session.ContextShown{Messages: count})
		}
	}
	for i := range sources {
		d.taints.source(&sources[i])
	}
	d.values.seen(messages, sources)
	// A gateway may announce the turn's first LLM call before the context that the call will see.
	if t := d.state.Turn; t.LLMCalls > 0 && t.CallLevel != d.state.Level() && !d.calledSince() {
		d.emit(&session.LLMSaw{})
	}
}

// lastMessage handles the message that triggers the turn: it is the graph's input, and may be the
// owner's command. Its sender may have forwarded words of others.
func (d *draft) lastMessage(messages jsontext.Value, level trust.Level, passed bool) {
	m, ok, err := wire.LastMessage(messages)
	if err != nil || !ok || m.Role != "user" {
		return
	}
	if !d.hasNode(session.KindInput) {
		n := session.Node{Kind: session.KindInput, Level: level, Hash: session.HashOf([]byte(m.Text)), Preview: d.preview(m.Text)}
		if c, ok := parseChatCommand(m.Text); ok {
			// The hash of a text with a code in it would reveal the code.
			n.Hash, n.Preview, n.Text = session.Hash{}, "", c.name
		}
		d.node(n)
	}
	// If somebody else has joined the turn, the last message may be theirs.
	doubtful := m.InterSession || d.state.Turn.Joined != ""
	d.commands.chat(m.Text, doubtful)
	if d.ev.Hook == wire.ContextAssembled || !d.state.Turn.Assembled {
		d.values.hearShown(m.Text, doubtful || passed)
		d.values.task(m.Text, passed)
	}
}

// withInstructions adds to the sources what instructions show besides instructions, which comes
// with the latest message.
func withInstructions(sources []wire.Source, instructions string, latest int) []wire.Source {
	sources = slices.Clip(sources)
	for _, s := range dialect.InInstructions(instructions) {
		sources = append(sources, wire.Source{Kind: s.Kind, Tool: s.Tool, MessageIndex: latest})
	}
	return sources
}

// passedOn reports whether the last message contains words that its sender forwards: a source names
// its place in the history.
func passedOn(messages jsontext.Value, sources []wire.Source) bool {
	if len(sources) == 0 {
		return false
	}
	all, err := wire.Messages(messages)
	if err != nil {
		return true
	}
	last := len(all) - 1
	for last > 0 && all[last].Internal {
		last--
	}
	return slices.ContainsFunc(sources, func(s wire.Source) bool { return s.MessageIndex == last })
}
