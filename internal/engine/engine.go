// Package engine decides. It keeps every session's trust, turn by turn, and
// answers each hook event with a decision and the record of it.
//
// The core is a pure function, decide: (session state, event, policy, time,
// randomness) in, (decision, record, next state) out. Around it the Engine does
// three things in this order and no other: stage what must not be lost, record,
// act. If recording fails, nothing was decided.
//
// It does not read bytes from the wire, know who is connected, parse policy, or
// touch the disk; those come in through Options.
package engine

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Options are what an Engine is made of. All fields but Publish are required.
type Options struct {
	Policy  *policy.Current
	Journal Journal
	Staging Staging
	Paths   Paths
	Publish func(wire.EventFrame) // must not block; may be nil
	Now     func() time.Time
	Rand    io.Reader                 // cryptographic; safe for concurrent use
	Code    func(nonce string) string // an approval code: 8 hex digits that follow from the nonce by a secret
	Log     *zap.Logger
}

// Engine holds the sessions. It is safe for concurrent use; events of one
// session are decided one after another, in the order Handle is called.
type Engine struct {
	opt  Options
	seed maphash.Seed

	shards [64]shard

	ownerField atomic.Bool // some session's host has told who the owner is
	allowed    atomic.Uint64
	denied     atomic.Uint64
	lastJudged atomic.Uint64 // seq of the latest judged call, plus one
}

type shard struct {
	mu       sync.RWMutex // guards the map, not the sessions
	sessions map[string]*session
}

type session struct {
	key    string
	shared atomic.Pointer[shared] // for readers without mu; nil until the first record

	mu         sync.Mutex
	state      State
	lastJudged uint64 // seq of the session's latest judged call, plus one
}

// New makes an engine without sessions.
func New(o Options) *Engine {
	e := &Engine{opt: o, seed: maphash.MakeSeed()}
	for i := range e.shards {
		e.shards[i].sessions = map[string]*session{}
	}
	if o.Publish == nil {
		e.opt.Publish = func(wire.EventFrame) {}
	}
	return e
}

// Decision is the answer to a hook. The zero Decision denies.
type Decision struct {
	Verdict  trust.Verdict
	Result   wire.Result
	Taint    trust.Level
	Reasons  []Reason
	Approval *wire.Approval
	Receipt  *wire.Receipt
}

// Wire is the decision as the answer frame to request id.
func (d *Decision) Wire(id string) wire.Decision {
	f := wire.Decision{
		Type: "decision", ID: id, Verdict: d.Verdict.String(), Result: d.Result, Taint: d.Taint.String(),
		Reasons: make([]wire.Reason, len(d.Reasons)), Approval: d.Approval, Receipt: d.Receipt,
	}
	if d.Verdict == trust.VerdictDeny && d.Result.BlockReason == "" && !d.Result.Handled {
		f.Result.Block, f.Result.BlockReason = true, "Denied."
	}
	for i, r := range d.Reasons {
		f.Reasons[i] = wire.Reason{Layer: r.Layer, Mode: r.Mode.String(), Text: r.Text}
	}
	return f
}

func (e *Engine) shard(key string) *shard {
	return &e.shards[maphash.String(e.seed, key)%uint64(len(e.shards))]
}

func (e *Engine) find(key string) *session {
	sh := e.shard(key)
	sh.mu.RLock()
	defer sh.mu.RUnlock()
	return sh.sessions[key]
}

// session finds or makes a session. A new one is unknown to everyone else until
// its first record stands; see commit.
func (e *Engine) session(key string) *session {
	if s := e.find(key); s != nil {
		return s
	}
	sh := e.shard(key)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	s := sh.sessions[key]
	if s == nil {
		s = &session{key: key, state: newState()}
		sh.sessions[key] = s
	}
	return s
}

// Handle decides one hook event. It never fails: a daemon that cannot decide
// answers as the policy's onFailure says.
func (e *Engine) Handle(ctx context.Context, h wire.Hook, key string, p wire.Payload) Decision {
	ev := &event{hook: h, session: key, payload: p}
	ev.spawner = e.other(p.Ctx.SpawnedBy, key)
	if from := p.Ctx.InputProvenance; from != nil {
		ev.source = e.other(from.SourceSessionKey, key)
	}
	if p.Ctx.SenderIsOwner != wire.Unknown {
		e.ownerField.Store(true)
	}
	ev.ownerField = e.ownerField.Load()

	pol := e.opt.Policy.Load()
	s := e.session(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	out, err := decide(&s.state, ev, e.env(pol))
	if err == nil {
		err = e.stage(ctx, &out)
	}
	if err == nil {
		err = e.commit(ctx, s, &out)
	}
	if err != nil {
		e.opt.Log.Error("cannot decide", zap.String("hook", string(h)), zap.String("session", key), zap.Error(err))
		return undecided(pol, &s.state, ev)
	}
	return out.decision
}

// other is what may be read of another session; nil when it is not known.
func (e *Engine) other(key, own string) *shared {
	if key == "" || key == own {
		return nil
	}
	if s := e.find(key); s != nil {
		return s.shared.Load()
	}
	return nil
}

func (e *Engine) env(pol *policy.Policy) env {
	return env{policy: pol, now: e.opt.Now(), rand: e.opt.Rand, resolve: e.opt.Paths.Resolve, code: e.opt.Code}
}

// stage keeps a held write. If that fails the write stays denied all the same;
// the agent is told that it must keep the content itself.
func (e *Engine) stage(ctx context.Context, out *outcome) error {
	if out.stage == nil {
		return nil
	}
	if err := e.opt.Staging.Stage(ctx, *out.stage); err != nil {
		e.opt.Log.Error("cannot stage a held write", zap.String("path", out.stage.Path), zap.Error(err))
		out.record.Judgement.Blocked = ""
		out.record.Judgement.Remedy = "make room for staged writes, then let the agent try again"
		out.decision.Result.BlockReason = "The write to " + label(out.stage.Path) + " was not made: it is a memory file and the context holds " +
			out.stage.Level.String() + " content. It could not be staged either: keep the content in the conversation and tell the user."
	}
	return nil
}

// commit records the outcome and makes it the session's state. The caller
// holds s.mu.
func (e *Engine) commit(ctx context.Context, s *session, out *outcome) error {
	receipt, err := e.opt.Journal.Append(ctx, out.record)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	before := s.state.level()
	s.state = out.next
	if sh := s.state.shared(); s.shared.Load() == nil || !sh.same(s.shared.Load()) {
		s.shared.Store(&sh)
	}
	out.decision.Receipt = &receipt
	if out.record.Judgement != nil {
		s.lastJudged = receipt.Seq + 1
		e.lastJudged.Store(receipt.Seq + 1)
	}
	if out.decision.Verdict == trust.VerdictAllow {
		e.allowed.Add(1)
	} else {
		e.denied.Add(1)
	}
	e.publish(s, out, before, receipt.Seq)
	return nil
}

func (e *Engine) publish(s *session, out *outcome, before trust.Level, seq uint64) {
	r := out.record
	f := wire.EventFrame{
		Type: "event", Time: r.Time.UTC().Format(time.RFC3339Nano), Session: s.key, Hook: string(r.Hook),
		Taint: s.state.level().String(), Seq: seq,
	}
	if j := r.Judgement; j != nil {
		g := f
		g.Event, g.Tool, g.Verdict = "decision", j.Tool, j.Verdict.String()
		e.opt.Publish(g)
	}
	for _, n := range out.notes {
		g := f
		g.Event, g.Tools, g.Text = n.event, n.tools, n.text
		if n.event == "taint" && s.state.level() == before {
			continue
		}
		if n.event == "log_full_context" {
			e.opt.Log.Info("policy asks for the full record", zap.String("rule", n.text), zap.Uint64("seq", seq), zap.Any("record", r))
			continue
		}
		e.opt.Publish(g)
	}
}

func (a *shared) same(b *shared) bool {
	return a.level == b.level && a.fromOwner == b.fromOwner && a.cause == b.cause && len(a.owners) == len(b.owners)
}

// each calls f for every session that has a record, in key order, holding its
// lock.
func (e *Engine) each(f func(*session)) {
	var all []*session
	for i := range e.shards {
		sh := &e.shards[i]
		sh.mu.RLock()
		for _, s := range sh.sessions {
			if s.shared.Load() != nil {
				all = append(all, s)
			}
		}
		sh.mu.RUnlock()
	}
	slices.SortFunc(all, func(a, b *session) int { return cmp.Compare(a.key, b.key) })
	for _, s := range all {
		s.mu.Lock()
		f(s)
		s.mu.Unlock()
	}
}

// Stats are the engine's counters since it started.
type Stats struct {
	Sessions int    `json:"sessions"`
	Pending  int    `json:"pending"`
	Allowed  uint64 `json:"allowed"`
	Denied   uint64 `json:"denied"`
}

// Stats counts sessions, codes that wait, and answers given.
func (e *Engine) Stats() Stats {
	now := e.opt.Now()
	st := Stats{Allowed: e.allowed.Load(), Denied: e.denied.Load()}
	e.each(func(s *session) {
		st.Sessions++
		if s.state.pendingAt(now) != nil {
			st.Pending++
		}
	})
	return st
}
