// Package decide is the pure core: a session's state, an event, the policy and an
// environment in, an Outcome out, which is the decision, its record and the next state.
//
// Decide drafts it: the hook's own method (beforeToolCall, contextAssembled, …) emits
// changes, each of which is applied to the draft's state at once and kept in its record.
// An Act does the same for what no hook asked for.
//
// Nothing happens here. What an event needs to know of other sessions is in the Event, time
// and randomness are in the Env, and to stage, to record and to make the next state the
// session's is for package engine. It reads no bytes from the wire and parses no policy.
package decide

import (
	"io"
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Event is one hook as Decide sees it: what the gateway sent, and what only the
// engine can know of other sessions.
type Event struct {
	Hook    wire.Hook
	Session string
	Payload wire.Payload
	// Spawner is the session that spawned this one, when it is known.
	Spawner *session.Shared
	// read holds the known sessions that the event's tool calls read from, under
	// the keys that the calls give.
	read map[string]*session.Shared
	// jobs is what the jobs in the event's result were written from.
	jobs *session.Shared
	// Unticketed is what programs have seen that named no session, and may be this one's.
	Unticketed *session.Shared
	// Source is the session whose message this turn carries, when it is known.
	Source *session.Shared
	// What earlier records of the session should have said and could not: a level
	// that it has seen, and other changes.
	UnrecordedTaint   *session.Watermark
	UnrecordedChanges session.Changes
	// OwnerField: a gateway has said who the owner is, in this session or another.
	OwnerField bool
	// Typing are the unfinished lines that were typed into running commands, as far as
	// they are known.
	Typing map[string]string
	// callIDs are the ids in after_llm_call as the gateway spells them.
	callIDs []string
}

// Env is everything else that a decision depends on; see engine.Options.
type Env struct {
	Policy    *policy.Policy
	Now       time.Time
	Rand      io.Reader
	Resolve   func(path string) string
	Linked    func(path string, places func() []facts.Place) string
	Protected *protect.Set
	Code      func(nonce string) string
	Ticket    func(session string, level trust.Level, expires time.Time) string
	Digest    func(secret string) string
	Mark      func(domain, text string) session.Mark
	Sign      func(text []byte) [32]byte
	Process   string
}

// Outcome is what Decide returns. Nothing has happened yet: the caller stages,
// records, and only then makes next the session's state.
type Outcome struct {
	Decision Decision
	Record   *session.Record
	CaughtUp int // how many of the record's changes earlier records should have had
	Next     session.State
	Stage    *BlockedWrite
	Notes    []Note
	Count    AuthCounts
	Called   string // the tool that was judged, as it is counted; empty when none was
	Lifts    bool   // the owner has let something pass, or reset the session
	Typed    *Typed // what a call has typed, nil where it typed nothing
}

// draft is a decision in the making. Its state is a copy, changed only through
// emit, so that the record always holds the whole difference.
type draft struct {
	Env
	tables   *policy.Tables
	ev       *Event
	ctx      *wire.Ctx
	sender   string // ctx's, as it is recorded
	channel  string // the same
	state    session.State
	rec      *session.Record
	caughtUp int // how many of its changes earlier records should have had
	out      Decision
	stage    *BlockedWrite
	notes    []Note
	edits    []wire.Edit // of the context, as the model may see it
	count    AuthCounts
	called   string
	lifts    bool
	typed    *Typed
}

// Note is something subscribers hear of once the decision stands.
type Note struct {
	Event string
	Tools []string
	Codes []string
	Text  string
}

func newDraft(s *session.State, ev *Event, e Env) draft {
	ctx := &ev.Payload.Ctx
	agent := s.Agent
	if ctx.AgentID != "" {
		agent = ctx.AgentID
	} else if agent == "" {
		agent = dialect.AgentOf(ev.Session)
	}
	return draft{
		Env:     e,
		tables:  e.Policy.For(agent),
		ev:      ev,
		ctx:     ctx,
		sender:  TidyName(senderid.Canonical(ctx.MessageProvider, ctx.SenderID), e.Digest),
		channel: TidyName(ctx.MessageProvider, e.Digest),
		state:   *s,
		rec:     &session.Record{Time: e.Now, Session: ev.Session, Agent: agent, Hook: ev.Hook},
		out:     Decision{Verdict: trust.VerdictAllow},
	}
}

func (d *draft) outcome() Outcome {
	d.out.Taint = d.state.Level()
	d.rec.Taint = d.out.Taint
	d.rec.Turn = d.state.Turns
	d.state.Share()
	return Outcome{Decision: d.out, Record: d.rec, CaughtUp: d.caughtUp, Next: d.state, Stage: d.stage, Notes: d.notes, Count: d.count, Called: d.called, Lifts: d.lifts, Typed: d.typed}
}

// Decide answers one hook. It is pure: the same state, event, policy, time and
// random bytes give the same outcome, and s is not touched.
func Decide(s *session.State, ev *Event, e Env) (Outcome, error) {
	ev.tidy(e.Digest)
	d := newDraft(s, ev, e)
	d.catchUp()
	d.learn()
	var err error
	switch p := ev.Payload.Event.(type) {
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
		if ev.Hook == wire.LoopIterationStart {
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
	case *RunEvent:
		err = d.run(p)
	case *ReturnsEvent:
		d.returns(p.ID, p.Tool)
	case *RanEvent:
		d.ran(p)
	}
	return d.outcome(), err
}

// usualChanges is room for the changes of most records: a call makes three, its
// node, its edge and itself.
const usualChanges = 4

// emit makes a change and puts it into the record. It is not written any more.
func (d *draft) emit(c session.Change) {
	if d.rec.Changes == nil {
		d.rec.Changes = make(session.Changes, 0, usualChanges)
	}
	d.rec.Changes = append(d.rec.Changes, c)
	d.state.Change(c, d.Now)
}

// node adds a node to the turn's graph; -1 when the graph is full.
func (d *draft) node(n session.Node) int {
	t := d.state.Turn
	at := len(t.Nodes)
	if at >= session.MaxNodes {
		return -1
	}
	n.Iteration = t.Iteration
	d.emit(&session.NodeAdded{Node: n})
	return at
}

func (d *draft) edge(from int, rel session.Relation, to int) {
	if t := d.state.Turn; t.Node(from) == nil || t.Node(to) == nil {
		return
	}
	d.emit(&session.EdgeAdded{Edge: session.Edge{From: from, To: to, Relation: rel}})
}

// preview is the beginning of a text, for a node. It is shown as ShownPreview has it: to take
// the secrets out of each as it comes would cost a held call a quarter of its time.
func (d *draft) preview(text string) string {
	if !d.Policy.ContentPreviews {
		return ""
	}
	return session.Preview(text[:min(len(text), maxPreviewed)], keptPreview)
}

const (
	maxPreviewed = 1 << 10 // how much of a text a preview is made from
	keptPreview  = 200     // so that a secret is whole, of which only the beginning would be shown
)

// ShownPreview is a preview as it may be shown.
func ShownPreview(p *policy.Policy, kept string) string { return said(p, kept, 100) }

// previewOf is preview of content that may be long, of which no more is copied.
func (d *draft) previewOf(content []byte) string {
	return d.preview(string(content[:min(len(content), maxPreviewed)]))
}

// catchUp records what earlier records should have said and could not.
func (d *draft) catchUp() {
	if w := d.ev.UnrecordedTaint; w != nil && w.Cause != nil {
		d.taint(w.Level, *w.Cause)
	}
	for _, c := range d.ev.UnrecordedChanges { // after the level, which an LLM call among them has seen
		d.emit(c)
		d.rec.Durable = true
	}
	d.caughtUp = len(d.rec.Changes)
}

// learn keeps what the context of any event says about the session.
func (d *draft) learn() {
	if a := d.rec.Agent; a != d.state.Agent {
		d.emit(&session.AgentNamed{Agent: a})
	}
	if by := d.ctx.SpawnedBy; by != "" && by != d.state.SpawnedBy {
		d.spawned(by)
	}
	if d.ctx.SenderIsOwner != wire.Unknown && !d.state.OwnerField {
		d.emit(&session.OwnerTold{})
	}
	if id := onChannel(d.channel, d.sender); fromOwner(d.ctx) && d.sender != "" && !slices.Contains(d.state.Owners, id) && d.fromHuman() {
		d.emit(&session.OwnerSeen{ID: id})
	}
}

// spawned makes the session inherit what its spawner has seen by now, once: what
// the spawner reads later does not reach it.
func (d *draft) spawned(by string) {
	from := d.ev.Spawner
	if from == nil {
		d.emit(&session.Spawned{By: by})
		return
	}
	c := inherited("spawned by a session", from, "spawned by a session at "+from.Level.String())
	spawned := &session.Spawned{By: by, InOwnersDM: from.OwnersDM, Inheritance: session.Inheritance{Level: from.Level}}
	if from.Level < trust.Trusted {
		c.At, c.Turn = d.Now, d.state.Turns
		spawned.Cause, spawned.Seen = &c, from.Seen
	}
	d.emit(spawned)
	d.taintAs(from, from.Level, c)
}

// Decision is the answer to a hook. The zero Decision denies.
type Decision struct {
	Verdict  trust.Verdict
	Result   wire.Result
	Taint    trust.Level
	Reasons  []session.Reason
	Approval *wire.Approval
	Receipt  *wire.Receipt
	// PassThrough: what the call returns will not be rewritten.
	PassThrough bool
	// Authentication is how the messages of a context were checked; empty where they were not.
	Authentication string
	// Review is what the owner wants done to something that is staged.
	Review Review
}

// Wire is the decision as the answer frame to request id.
func (d *Decision) Wire(id string) wire.Decision {
	f := wire.Decision{
		Type: "decision", ID: id, Verdict: d.Verdict.String(), Result: d.Result, Taint: d.Taint.String(),
		Reasons: make([]wire.Reason, len(d.Reasons)), Approval: d.Approval, Receipt: d.Receipt, PassThrough: d.PassThrough,
		Clean: d.Taint == trust.Trusted, Authentication: d.Authentication,
	}
	if d.Verdict == trust.VerdictDeny && d.Result.BlockReason == "" && !d.Result.Handled {
		f.Result.Block, f.Result.BlockReason = true, "Denied."
	}
	for i, r := range d.Reasons {
		f.Reasons[i] = wire.Reason{Layer: r.Layer, Mode: r.Mode.String(), Text: r.Text}
	}
	return f
}
