// Package engine keeps the sessions, and answers each hook event with a recorded decision. Around
// the pure core, package decide, it does three things, always in this order: stage what must not be
// lost, record, act. If recording fails, nothing was decided.
//
// A hook arrives in Handle, which locks its session and calls inform to look up what the event
// needs to know about other sessions. decide.Decide makes the decision. stage sets a blocked write
// aside. commit gives the record its place in the journal, and advance then makes the outcome's
// state the session's. Settle waits until the record is written, and synced if necessary. If a step
// fails, undecided answers as onFailure says, and the level of what the model may have read anyway
// is recorded later (unrecorded.go).
//
// It does not judge, read bytes from the wire, know who is connected, parse policy, or touch the
// disk; those come in through Options.
package engine

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Options are what an Engine is made of. All fields except Files, Disk, Skills, Publish, Listening
// and Metrics are required.
type Options struct {
	Policy  *policy.Current
	Journal Journal
	Index   Index
	Files   Files  // may be nil: levels of files are then only in memory
	Disk    Disk   // may be nil: files are then known only by their paths
	Skills  Skills // may be nil: skills are then files like any other
	Staging Staging
	Review  Review // of staged writes, by the owner in chat
	Paths   Paths
	Daemon  protect.Daemon        // whose own files are protected
	Places  []facts.Place         // protected in addition; may be empty
	Publish func(wire.EventFrame) // must not block; may be nil
	// Listening reports whether anyone receives what is published; nil means yes.
	Listening func() bool
	Now       func() time.Time
	Rand      io.Reader                                                         // cryptographic; safe for concurrent use
	Code      func(nonce string) string                                         // the nonce's approval code: 8 hex digits, derived with a secret
	Ticket    func(session string, level trust.Level, expires time.Time) string // a later proof of the session and level that a command was started with
	Digest    func(secret string) string                                        // a keyed hash, as hex
	Mark      func(domain, text string) session.Mark                            // a keyed hash, the same after every start
	Sign      func(text []byte) [32]byte                                        // a MAC with a key that lives as long as the process
	Log       *zap.Logger
	Metrics   *metrics.Daemon // may be nil
	// Forgotten says why earlier sessions may be missing; empty if none are. If it is set, an
	// unknown session does not count as new: it begins untrusted.
	Forgotten string
}

// Engine holds the sessions. It is safe for concurrent use; events of one session are decided one
// after another, in the order in which Handle is called.
type Engine struct {
	opt        Options
	resolve    func(path string) string // opt.Paths.Resolve
	protection atomic.Pointer[protection]
	seed       maphash.Seed
	process    string // distinguishes this engine from those of earlier processes

	shards [64]shard
	size   atomic.Int64 // bytes of the sessions in memory, as of their last Dirty

	changedMu  sync.Mutex
	changed    []*resident // for the next Dirty; see willChange
	unrecorded []*resident // for the next CatchUp; see queueUnrecorded

	judgedMu   sync.Mutex
	lastJudged wire.Receipt // of the latest judged call; Hash is empty if there is none

	sandboxes  sandboxes
	ownerField atomic.Bool // a gateway has said, in some session, who the owner is
	allowed    atomic.Uint64
	held       atomic.Uint64
	denied     atomic.Uint64
	failed     atomic.Uint64
	tools      toolBook
	auth       authBook
	codes      codeBook
	files      fileBook
	skills     skillBook
	halts      haltBook
	prints     printBook
}

// New returns an engine without sessions.
func New(o Options) *Engine {
	e := &Engine{opt: o, seed: maphash.MakeSeed()}
	e.process = strconv.FormatUint(maphash.String(e.seed, "process"), 36)
	for i := range e.shards {
		e.shards[i].sessions = map[string]*resident{}
	}
	if o.Publish == nil {
		e.opt.Publish, e.opt.Listening = func(wire.EventFrame) {}, func() bool { return false }
	}
	if e.opt.Listening == nil {
		e.opt.Listening = func() bool { return true }
	}
	e.resolve = o.Paths.Resolve
	if o.Metrics == nil {
		e.opt.Metrics = metrics.NewDaemon()
	}
	e.codes.metrics = e.opt.Metrics
	e.files.index, e.files.log, e.files.lost = o.Files, o.Log, o.Forgotten != ""
	e.files.now, e.files.resolve, e.files.disk, e.files.mark = o.Now, e.resolve, o.Disk, o.Mark
	e.skills.engine, e.files.skills = e, &e.skills
	if o.Files != nil {
		halts := o.Files.Halts()
		e.halts.list.Store(&halts)
	}
	if err := e.prints.begin(o.Mark, o.Files); err != nil {
		o.Log.Error("texts of others are not known again", zap.Error(err))
	}
	return e
}

// Decision is the answer to a hook, and what the engine must do before it is final. The zero
// Decision denies.
type Decision struct {
	decide.Decision
	durable bool          // its record must be on disk
	event   *decide.Event // for another answer if it cannot be recorded
	lifted  *lifted
	resumed []session.Halt // that the event ended
	halted  bool           // the event halts sessions
}

// Handle decides one hook event. It never fails: a daemon that cannot decide answers as the
// policy's OnFailure says. The decision is recorded but not yet flushed: pass it to Settle before
// it leaves.
func (e *Engine) Handle(ctx context.Context, h wire.Hook, key string, p wire.Payload) Decision {
	ev := &decide.Event{Hook: h, Session: e.keyOf(key), Payload: p}
	e.tidyKeys(&ev.Payload.Ctx)
	if d, done := e.explain(ctx, ev); done {
		return d
	}
	e.noteTools(ev)
	pol := e.opt.Policy.Load()
	d, err := e.handle(ctx, ev, pol)
	if err != nil {
		if d.event == nil {
			d.Result = decide.CleanedOnly(ev, e.env(pol, e.opt.Now()))
		}
		return e.undecided(pol, ev, d.Result, err)
	}
	if d.halted {
		e.haltedNow()
	}
	e.reviewed(ctx, &d)
	return d
}

// handle decides. The returned decision's event is set once there is a decision, even if that could
// not be recorded.
func (e *Engine) handle(ctx context.Context, ev *decide.Event, pol *policy.Policy) (Decision, error) {
	c := &ev.Payload.Ctx
	if c.SenderIsOwner != wire.Unknown {
		e.ownerField.Store(true)
	}
	ev.OwnerField = e.ownerField.Load()
	ev.UnwrapArguments()

	s, err := e.lockFor(ev.Session, ev.Begins())
	if err != nil {
		return Decision{}, err
	}
	defer s.mu.Unlock()
	env := e.env(pol, s.used)
	if err := e.inform(ev, s, &env); err != nil {
		return Decision{}, err
	}
	out, err := decide.Decide(&s.state, ev, env)
	if err != nil {
		return Decision{}, err
	}
	e.stage(ctx, &out)
	lifted, err := e.commit(s, &out)
	s.keepTyped(out.Typed, err == nil)
	if err != nil {
		s.missed(&out, e.opt.Now())
		e.files.note(out.Record)
		e.halts.missed(out.Record)
		s.loseValues()
		e.queueUnrecorded(s)
		return Decision{Decision: decide.Decision{Result: out.Decision.Result}, event: ev}, err
	}
	e.learn(s, out.Lessons)
	if out.Own != nil {
		e.prints.own(out.Own)
	}
	d := Decision{Decision: out.Decision, durable: out.Record.Durable, event: ev, lifted: lifted}
	for _, c := range out.Record.Changes {
		switch c := c.(type) {
		case *session.Halted:
			d.halted = true
		case *session.Resumed:
			d.resumed = slices.DeleteFunc(slices.Clone(ev.Halts), func(h session.Halt) bool { return !slices.Contains(c.Halts, h.Pattern()) })
		}
	}
	return d, nil
}

// inform adds to the event what only the engine knows: about other sessions, and what no record of
// s contains yet. The caller holds s.mu.
func (e *Engine) inform(ev *decide.Event, s *resident, env *decide.Env) (err error) {
	e.tellHalts(ev, &s.state)
	ev.Typing, ev.Values = s.typing, e.valuesOf(s, env.Policy)
	_, back := ev.Payload.Event.(*wire.AfterToolCallEvent)
	for _, dir := range [...]struct{ said, known *string }{{&ev.Payload.Ctx.WorkspaceDir, &s.workspace}, {&ev.Payload.Ctx.GatewayDir, &s.gatewayDir}} {
		if *dir.said != "" {
			*dir.known = *dir.said
		} else if back {
			*dir.said = *dir.known // a host may not repeat it with a result
		}
	}
	ev.UnrecordedTaint, ev.UnrecordedChanges = s.unrecordedTaint, s.unrecordedChanges
	c := &ev.Payload.Ctx
	spawner := c.SpawnedBy
	if spawner == "" {
		spawner = s.state.SpawnedBy
	}
	if ev.Spawner, err = e.other(session.Subject{Name: spawner}, ev.Session); err != nil {
		return err
	}
	if from := c.InputProvenance; from != nil {
		if ev.Source, err = e.other(session.Subject{Name: from.SourceSessionKey}, ev.Session); err != nil {
			return err
		}
	}
	if ev.Unticketed, err = e.unticketed(s); err != nil {
		return err
	}
	e.prints.recognise(ev)
	if err = decide.LookAtFiles(ev, &s.state, env, &e.files); err != nil {
		return err
	}
	s.shown(ev)
	return decide.LookAtRead(ev, env.Policy, e.other)
}

// Settle makes decisions final: it returns once their records are written, and on disk if required.
// A decision without its record becomes what OnFailure says.
func (e *Engine) Settle(ctx context.Context, ds ...*Decision) {
	var last wire.Receipt
	durable := false
	for _, d := range ds {
		if d.Receipt != nil && after(*d.Receipt, last) {
			last = *d.Receipt
		}
		durable = durable || d.durable
	}
	if last.Hash == "" {
		return
	}
	err := e.opt.Journal.Flush(ctx, last, durable)
	if err == nil {
		return
	}
	pol := e.opt.Policy.Load()
	for _, d := range ds {
		if d.Receipt == nil {
			continue
		}
		if d.lifted != nil {
			e.notDone(ctx, d)
		}
		if d.resumed != nil {
			e.halts.stand(d.resumed)
		}
		*d = e.undecided(pol, d.event, d.Result, err)
	}
}

// notDone takes back an approval or a reset whose record is not on disk in time.
func (e *Engine) notDone(ctx context.Context, d *Decision) {
	s, err := e.lock(d.event.Session)
	if err != nil {
		e.opt.Log.Error("cannot take back", zap.String("session", session.Label(d.event.Session)), zap.Error(err))
		return
	}
	defer s.mu.Unlock()
	e.takeBack(ctx, s, d.lifted)
}

// undecided answers an event that could not be decided. Content that was found unfit for the model
// is still replaced, which needs no record.
func (e *Engine) undecided(pol *policy.Policy, ev *decide.Event, found wire.Result, why error) Decision {
	e.opt.Log.Error("cannot decide", zap.String("hook", string(ev.Hook)), zap.String("session", session.Label(ev.Session)), zap.Error(why))
	e.failed.Add(1)
	s, err := e.lock(ev.Session)
	if err != nil {
		unknown := session.State{} // untrusted
		e.tellHalts(ev, nil)
		d := Decision{Decision: decide.OnFailure(e.env(pol, e.opt.Now()), &unknown, ev)}
		d.Result.Content = found.Content
		return d
	}
	defer s.mu.Unlock()
	env := e.env(pol, s.used)
	whole := s.withUnrecorded(env.Now)
	e.tellHalts(ev, &whole)
	d := Decision{Decision: decide.OnFailure(env, &whole, ev)}
	d.Result.Content, d.Result.Messages = found.Content, found.Messages
	if d.Verdict == trust.VerdictAllow {
		if passed := decide.Passing(env, &whole, ev); passed != nil {
			s.unrecordedChanges = append(s.unrecordedChanges, passed...)
			s.tellOthers(env.Now)
			e.queueUnrecorded(s)
		}
	}
	return d
}

func (e *Engine) env(pol *policy.Policy, now time.Time) decide.Env {
	resolve, linked := e.opt.Paths.Once()
	return decide.Env{
		Policy: pol, Now: now, Rand: e.opt.Rand, Resolve: resolve, Linked: linked, Protected: e.protected(pol),
		Code: e.opt.Code, Ticket: e.opt.Ticket, Digest: e.opt.Digest, Mark: e.opt.Mark, Sign: e.opt.Sign, Process: e.process,
	}
}

// stage keeps a blocked write, or a withheld result, for the owner.
func (e *Engine) stage(ctx context.Context, out *decide.Outcome) {
	if out.Stage == nil {
		return
	}
	err := e.opt.Staging.Stage(ctx, *out.Stage)
	e.tallyStaged(err)
	if err == nil {
		return
	}
	e.opt.Log.Error("cannot stage", zap.String("operation", out.Stage.Operation), zap.String("path", session.Label(out.Stage.Path)), zap.Error(err))
	out.NotKept(err, e.opt.Mark)
}

// commit records the outcome and makes it the session's state. It returns what may have to be taken
// back. The caller holds s.mu.
func (e *Engine) commit(s *resident, out *decide.Outcome) (*lifted, error) {
	e.willChange(s)
	receipt, err := e.opt.Journal.Append(out.Record)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	e.halts.note(out.Record)
	before, waited := s.state.Level(), s.state.Codes
	var lifted *lifted
	if out.Lifts {
		lifted = liftedBy(s.withUnrecorded(out.Record.Time), out.Record)
	}
	e.advance(s, out.Next, out.Record, receipt)
	out.Decision.Receipt = &receipt
	e.tally(out)
	e.codes.follow(waited, s.state.Codes, out.Record)
	e.auth.add(s.state.Agent, out.Count)
	e.publish(s, out, before, receipt.Seq)
	return lifted, nil
}

func (e *Engine) publish(s *resident, out *decide.Outcome, before trust.Level, seq uint64) {
	if len(out.Notes) == 0 && !e.opt.Listening() {
		return
	}
	r := out.Record
	f := wire.EventFrame{
		Type: "event", Time: r.Time.UTC().Format(time.RFC3339Nano), Session: s.key, Hook: string(r.Hook),
		Taint: s.state.Level().String(), Seq: seq,
	}
	if j := r.Judgement; j != nil {
		g := f
		g.Event, g.Tool, g.Verdict = "decision", j.Tool, j.Verdict.String()
		e.opt.Publish(g)
	}
	for _, n := range out.Notes {
		g := f
		g.Event, g.Tools, g.Codes, g.Text = n.Event, n.Tools, n.Codes, n.Text
		if n.Event == "taint" && s.state.Level() == before {
			continue
		}
		switch n.Event {
		case "log_full_context":
			e.opt.Log.Info("policy asks for the full record", zap.String("rule", n.Text), zap.Uint64("seq", seq), zap.Any("record", r))
		case "command_ignored":
			e.opt.Log.Warn("a command that is not the verified owner's was ignored",
				zap.String("command", n.Text), zap.String("session", session.Label(s.key)), zap.Uint64("seq", seq))
		case "denied_call_returned":
			e.opt.Log.Warn("a call that was denied came back with a result that is not the daemon's word: does the gateway enforce what it is told?",
				zap.Strings("tools", n.Tools), zap.String("session", session.Label(s.key)), zap.Uint64("seq", seq))
		default:
			e.opt.Publish(g)
		}
	}
}
