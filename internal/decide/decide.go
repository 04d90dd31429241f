// Package decide is the pure core: a session's state, an event, the policy and an environment in,
// an Outcome out, which is the decision, its record and the next state.
//
// Decide drafts it: the hook's own method (beforeToolCall, contextAssembled, …) emits changes, each
// of which is applied to the draft's state at once and kept in its record. An Act does the same
// without a hook.
//
// Nothing happens here. What an event needs to know about other sessions is in the Event, time and
// randomness are in the Env; package engine stages, records and makes the next state the session's.
// It reads no bytes from the wire and parses no policy.
package decide

import (
	"io"
	"slices"
	"sync"
	"time"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/prints"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Event is one hook as Decide sees it: what the gateway sent, and what only the engine can know
// about other sessions.
type Event struct {
	Hook    wire.Hook
	Session string
	Payload wire.Payload
	// Spawner is the session that spawned this one, if known.
	Spawner *session.Shared
	// read has the known sessions that the event's tool calls read from, under the keys in the
	// calls.
	read map[string]*session.Shared
	// jobs is what the jobs in the event's result were written from.
	jobs *session.Shared
	// files is what is known about the files that the event's calls concern.
	files []heldFiles
	// repositories looks for those of the workspace; nil if no call may name one.
	repositories func() []Repository
	// Prints are those of the event's result, and Repeats whose words it repeats; nil: nobody's.
	Prints  []prints.Print
	Repeats *FileLevel
	reading policy.Reading // of the latest of the calls, as far as it was needed before
	// Unticketed is what programs without a session have seen; they may belong to this one.
	Unticketed *session.Shared
	// Source is the session whose message this turn carries, if known.
	Source *session.Shared
	// What earlier records of the session should have contained and could not: a level that it has
	// seen, and other changes.
	UnrecordedTaint   *session.Watermark
	UnrecordedChanges session.Changes
	// OwnerField: a gateway has said who the owner is, in this session or another.
	OwnerField bool
	// Typing are the unfinished lines typed into running commands, as far as they are known.
	Typing map[string]string
	// Values are the origins of the session's values; nil if nothing is known.
	Values *Values
	// Halts are those that stand, and Halted is the one that holds for this session; nil: none.
	Halts  []session.Halt
	Halted *session.Halt
	// of is the record whose call is decided again; nil for a new event.
	of *again
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

// Outcome is the result of Decide. Nothing has happened yet: the caller stages, records, and only
// then makes next the session's state.
type Outcome struct {
	Decision Decision
	Record   *session.Record
	CaughtUp int // how many of the record's changes earlier records should have had
	Next     session.State
	Stage    *BlockedWrite
	Notes    []Note
	Count    AuthCounts
	Called   string         // the judged tool, as it is counted; empty if none was
	Lifts    bool           // the owner has approved something, or reset the session
	Typed    *Typed         // what a call has typed; nil if nothing
	Lessons  []Lesson       // what the event teaches about values
	Own      []prints.Print // of a text that nobody else wrote
}

// draft is a decision in progress: parts that each know one thing, and a method for each hook,
// which uses them. Every part reads the question and the session's state; a part changes only its
// own fields, and its type names the other parts that it may use.
type draft struct {
	basis
	reply     reply
	speaker   speaker
	taints    taints
	typing    typing
	values    values
	reach     reach
	leaving   leaving
	files     files
	calls     calls
	witness   witness
	layers    layers
	staging   staging
	cleaning  cleaning
	approvals approvals
	commands  commands
	turns     turns
	called    string // the judged tool, as it is counted
}

// basis is what every part builds on.
type basis struct {
	question
	writing
}

// Note is sent to subscribers once the decision is final.
type Note struct {
	Event string
	Tools []string
	Codes []string
	Text  string
}

func newDraft(s *session.State, ev *Event, e *Env) *draft {
	ctx := &ev.Payload.Ctx
	agent := s.Agent
	if ctx.AgentID != "" {
		agent = ctx.AgentID
	} else if agent == "" {
		agent = dialect.AgentOf(ev.Session)
	}
	d := drafts.Get().(*draft) // a zero one: what is set here is all that it has
	b, r := &d.basis, &d.reply
	b.Env, b.ev, b.ctx, b.agent = *e, ev, ctx, agent
	b.tables = ev.readingOf(e.Policy.For(agent))
	b.sender = TidyName(senderid.Canonical(ctx.MessageProvider, ctx.SenderID), e.Digest)
	b.channel = TidyName(ctx.MessageProvider, e.Digest)
	b.state, b.rec = *s, &session.Record{Time: e.Now, Session: ev.Session, Agent: agent, Hook: ev.Hook}
	r.out.Verdict = trust.VerdictAllow
	d.speaker = speaker{b}
	d.taints = taints{b}
	d.typing = typing{basis: b}
	d.values = values{basis: b, speaker: &d.speaker}
	d.reach = reach{b, &d.values}
	d.leaving = leaving{basis: b, reach: &d.reach, values: &d.values}
	d.files = files{basis: b, values: &d.values}
	d.calls = calls{b, &d.taints, &d.typing, &d.values, &d.files}
	d.witness = witness{basis: b, reply: r, speaker: &d.speaker, taints: &d.taints}
	d.layers = layers{b, r, &d.speaker, &d.typing, &d.values, &d.leaving, &d.calls, &d.witness}
	d.staging = staging{basis: b}
	d.cleaning = cleaning{b, &d.staging}
	d.approvals = approvals{b, r, &d.speaker}
	d.commands = commands{b, r, &d.speaker, &d.approvals}
	d.turns = turns{b, &d.speaker, &d.taints, &d.calls, &d.witness, &d.layers}
	return d
}

// drafts are pooled: one has 2 KB, two fifths of a decision's garbage.
var drafts = sync.Pool{New: func() any { return new(draft) }}

// release returns a draft to the pool, once nothing of it is needed.
func (d *draft) release() {
	*d = draft{}
	drafts.Put(d)
}

// readingOf returns the tables of a decision, with the command line that was read for it.
func (ev *Event) readingOf(tables *policy.Tables) policy.Reading {
	if ev.reading.Tables == tables {
		return ev.reading
	}
	return policy.Reading{Tables: tables}
}

func (d *draft) outcome() Outcome {
	d.seal()
	d.reply.out.Taint = d.state.Level()
	return Outcome{
		Decision: d.reply.out, Record: d.rec, CaughtUp: d.caughtUp, Next: d.state, Notes: d.notes, Lifts: d.lifts,
		Stage: d.staging.stage, Count: d.witness.count, Called: d.called, Typed: d.typing.typed, Lessons: d.values.lessons, Own: d.files.own,
	}
}

// Decide answers one hook. It is pure: the same state, event, policy, time and random bytes give
// the same outcome, and s is not modified.
func Decide(s *session.State, ev *Event, e Env) (Outcome, error) {
	ev.tidy(e.Digest)
	d := newDraft(s, ev, &e)
	defer d.release()
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
		d.turns.joined(p.Sources)
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
		d.turns.endTurn()
	case *wire.CommandEvent:
		d.commands.command(p)
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

// catchUp records what earlier records should have contained and could not.
func (d *draft) catchUp() {
	if w := d.ev.UnrecordedTaint; w != nil && w.Cause != nil {
		d.taints.taint(w.Level, *w.Cause)
	}
	for _, c := range d.ev.UnrecordedChanges { // after the level, which an LLM call among them has seen
		d.emit(c)
		d.durable()
	}
	d.caughtUpHere()
}

// learn keeps what the context of any event says about the session.
func (d *draft) learn() {
	if a := d.agent; a != d.state.Agent {
		d.emit(&session.AgentNamed{Agent: a})
	}
	if by := d.ctx.SpawnedBy; by != "" && by != d.state.SpawnedBy {
		d.taints.spawned(by)
	}
	if d.ctx.SenderIsOwner != wire.Unknown && !d.state.OwnerField {
		d.emit(&session.OwnerTold{})
	}
	if d.sender == "" || !fromOwner(d.ctx) || !d.speaker.fromHuman() {
		return
	}
	if !slices.ContainsFunc(d.state.Owners, func(o string) bool { return isOnChannel(o, d.channel, d.sender) }) {
		d.emit(&session.OwnerSeen{ID: onChannel(d.channel, d.sender)})
	}
}

// Decision is the answer to a hook. The zero Decision denies.
type Decision struct {
	Verdict  trust.Verdict
	Result   wire.Result
	Taint    trust.Level
	Reasons  []session.Reason
	Approval *wire.Approval
	Receipt  *wire.Receipt
	// PassThrough: the call's result will not be rewritten.
	PassThrough bool
	// Authentication is how the messages of a context were checked; empty if they were not.
	Authentication string
	// Review is what the owner wants done with something staged.
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
