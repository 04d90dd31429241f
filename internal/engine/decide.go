package engine

import (
	"io"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// event is one hook as decide sees it: what the gateway sent, and what only the
// engine can know of other sessions.
type event struct {
	hook    wire.Hook
	session string
	payload wire.Payload
	// spawner is the session that spawned this one, when it is known.
	spawner *shared
	// read holds the known sessions that the event's tool calls read from, under
	// the keys that the calls give.
	read map[string]*shared
	// jobs is what the jobs in the event's result were written from.
	jobs *shared
	// unticketed is what programs have seen that named no session, and may be this one's.
	unticketed *shared
	// source is the session whose message this turn carries, when it is known.
	source *shared
	// What earlier records of the session should have said and could not: a level
	// that it has seen, and other changes.
	unrecordedTaint   *Watermark
	unrecordedChanges []Change
	// ownerField: a gateway has said who the owner is, in this session or another.
	ownerField bool
	// typing are the unfinished lines that were typed into running commands, as far as
	// they are known.
	typing map[string]string
	// callIDs are the ids in after_llm_call as the gateway spells them.
	callIDs []string
}

// env is everything else that a decision depends on; see Options.
type env struct {
	policy    *policy.Policy
	now       time.Time
	rand      io.Reader
	resolve   func(path string) string
	linked    func(path string, places func() []facts.Place) string
	protected *protect.Set
	code      func(nonce string) string
	ticket    func(session string, level trust.Level, expires time.Time) string
	digest    func(secret string) string
	mark      func(domain, text string) Mark
	sign      func(text []byte) [32]byte
	process   string
}

// outcome is what decide returns. Nothing has happened yet: the caller stages,
// records, and only then makes next the session's state.
type outcome struct {
	decision Decided
	record   *Record
	caughtUp int // how many of the record's changes earlier records should have had
	next     State
	stage    *BlockedWrite
	notes    []note
	count    AuthCounts
	called   string // the tool that was judged, as it is counted; empty when none was
	lifts    bool   // the owner has let something pass, or reset the session
	typed    *typed // what a call has typed, nil where it typed nothing
}

// draft is a decision in the making. Its state is a copy, changed only through
// emit, so that the record always holds the whole difference.
type draft struct {
	env
	tables   *policy.Tables
	ev       *event
	ctx      *wire.Ctx
	sender   string // ctx's, as it is recorded
	channel  string // the same
	state    State
	rec      *Record
	caughtUp int // how many of its changes earlier records should have had
	out      Decided
	stage    *BlockedWrite
	notes    []note
	edits    []wire.Edit // of the context, as the model may see it
	count    AuthCounts
	called   string
	lifts    bool
	typed    *typed
}

// note is something subscribers hear of once the decision stands.
type note struct {
	event string
	tools []string
	codes []string
	text  string
}

func newDraft(s *State, ev *event, e env) draft {
	ctx := &ev.payload.Ctx
	agent := s.Agent
	if ctx.AgentID != "" {
		agent = ctx.AgentID
	} else if agent == "" {
		agent = agentOf(ev.session)
	}
	return draft{
		env:     e,
		tables:  e.policy.For(agent),
		ev:      ev,
		ctx:     ctx,
		sender:  tidyName(senderid.Canonical(ctx.MessageProvider, ctx.SenderID), e.digest),
		channel: tidyName(ctx.MessageProvider, e.digest),
		state:   *s,
		rec:     &Record{Time: e.now, Session: ev.session, Agent: agent, Hook: ev.hook},
		out:     Decided{Verdict: trust.VerdictAllow},
	}
}

// agentOf finds the agent in a session key of the form agent:ID:…, for gateways
// that do not name it otherwise.
func agentOf(key string) string {
	rest, ok := strings.CutPrefix(key, "agent:")
	if !ok {
		return ""
	}
	id, _, _ := strings.Cut(rest, ":")
	return id
}

func (d *draft) outcome() outcome {
	d.out.Taint = d.state.level()
	d.rec.Taint = d.out.Taint
	d.rec.Turn = d.state.Turns
	d.state.share()
	return outcome{decision: d.out, record: d.rec, caughtUp: d.caughtUp, next: d.state, stage: d.stage, notes: d.notes, count: d.count, called: d.called, lifts: d.lifts, typed: d.typed}
}

// decide answers one hook. It is pure: the same state, event, policy, time and
// random bytes give the same outcome, and s is not touched.
func decide(s *State, ev *event, e env) (outcome, error) {
	ev.tidy(e.digest)
	d := newDraft(s, ev, e)
	d.catchUp()
	d.learn()
	var err error
	switch p := ev.payload.Event.(type) {
	case *wire.BeforeAgentStartEvent:
		d.beforeAgentStart(p)
	case *wire.SessionEndEvent:
		d.sessionEnd(p)
	case *wire.MessageReceivedEvent:
		d.messageReceived(p)
	case *wire.SignMessageEvent:
		d.joined(p.Sources)
		d.signMessage(p)
	case *wire.ContextAssembledEvent:
		d.contextAssembled(p)
	case *wire.BeforeLLMCallEvent:
		d.beforeLLMCall(p)
	case *wire.AfterLLMCallEvent:
		d.afterLLMCall(p)
	case *wire.LoopIterationEvent:
		if ev.hook == wire.LoopIterationStart {
			d.loopIterationStart(p)
		}
	case *wire.BeforeToolCallEvent:
		err = d.beforeToolCall(p)
	case *wire.AfterToolCallEvent:
		d.returned(d.toolReturned(p))
	case *wire.ToolResultPersistEvent:
		d.returned(d.toolResultPersist(p))
	case *wire.BeforeResponseEmitEvent:
		d.beforeResponseEmit(p)
	case *wire.AgentEndEvent:
		d.endTurn()
	case *wire.CommandEvent:
		d.command(p)
	case *wire.ResolveExecEnvEvent:
		d.resolveExecEnv(p)
	case *runEvent:
		err = d.run(p)
	case *returnsEvent:
		d.returns(p.id, p.tool)
	case *ranEvent:
		d.ran(p)
	}
	return d.outcome(), err
}

// usualChanges is room for the changes of most records: a call makes three, its
// node, its edge and itself.
const usualChanges = 4

func (d *draft) emit(c Change) {
	if d.rec.Changes == nil {
		d.rec.Changes = make([]Change, 0, usualChanges)
	}
	d.rec.Changes = append(d.rec.Changes, c)
	d.state.apply(&c, d.now)
}

// node adds a node to the turn's graph; -1 when the graph is full.
func (d *draft) node(n Node) int {
	t := d.state.Turn
	at := len(t.Nodes)
	if at >= maxNodes {
		return -1
	}
	n.Iteration = t.Iteration
	d.emit(Change{Op: OpNode, Node: &n})
	return at
}

func (d *draft) edge(from int, rel Relation, to int) {
	if t := d.state.Turn; t.node(from) == nil || t.node(to) == nil {
		return
	}
	d.emit(Change{Op: OpEdge, Edge: &Edge{From: from, To: to, Relation: rel}})
}

// preview is the beginning of a text, for a node. It is shown as shownPreview has it: to take
// the secrets out of each as it comes would cost a held call a quarter of its time.
func (d *draft) preview(text string) string {
	if !d.policy.ContentPreviews {
		return ""
	}
	return preview(text[:min(len(text), maxPreviewed)], keptPreview)
}

const (
	maxPreviewed = 1 << 10 // how much of a text a preview is made from
	keptPreview  = 200     // so that a secret is whole, of which only the beginning would be shown
)

// shownPreview is a preview as it may be shown.
func shownPreview(p *policy.Policy, kept string) string { return said(p, kept, 100) }

// previewOf is preview of content that may be long, of which no more is copied.
func (d *draft) previewOf(content []byte) string {
	return d.preview(string(content[:min(len(content), maxPreviewed)]))
}

// catchUp records what earlier records should have said and could not.
func (d *draft) catchUp() {
	if w := d.ev.unrecordedTaint; w != nil && w.Cause != nil {
		d.taint(w.Level, *w.Cause)
	}
	for _, c := range d.ev.unrecordedChanges { // after the level, which an LLM call among them has seen
		d.emit(c)
		d.rec.Durable = true
	}
	d.caughtUp = len(d.rec.Changes)
}

// learn keeps what the context of any event says about the session.
func (d *draft) learn() {
	if a := d.rec.Agent; a != d.state.Agent {
		d.emit(Change{Op: OpAgent, Text: a})
	}
	if by := d.ctx.SpawnedBy; by != "" && by != d.state.SpawnedBy {
		d.spawned(by)
	}
	if d.ctx.SenderIsOwner != wire.Unknown && !d.state.OwnerField {
		d.emit(Change{Op: OpOwnerField})
	}
	if id := onChannel(d.channel, d.sender); fromOwner(d.ctx) && d.sender != "" && !slices.Contains(d.state.Owners, id) && d.fromHuman() {
		d.emit(Change{Op: OpOwner, Text: id})
	}
}

// spawned makes the session inherit what its spawner has seen by now, once: what
// the spawner reads later does not reach it.
func (d *draft) spawned(by string) {
	from := d.ev.spawner
	if from == nil {
		d.emit(Change{Op: OpSpawned, Text: by})
		return
	}
	c := inherited("spawned by a session", from, "spawned by a session at "+from.level.String())
	spawned := Change{Op: OpSpawned, Text: by, Level: from.level, Flag: from.ownersDM}
	if from.level < trust.Trusted {
		c.At, c.Turn = d.now, d.state.Turns
		spawned.Cause, spawned.Seen = &c, from.seen
	}
	d.emit(spawned)
	d.taintAs(from, from.level, c)
}
