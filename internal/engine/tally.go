package engine

import (
	"slices"
	"sync"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Stats are the engine's counters since it started.
type Stats struct {
	Sessions int    `json:"sessions"`
	Pending  int    `json:"pending"`
	Allowed  uint64 `json:"allowed"` // calls of tools, like the next two
	Held     uint64 `json:"held"`    // denied with a code
	Denied   uint64 `json:"denied"`
	Failed   uint64 `json:"failed"` // answered as OnFailure says

	Answers Answers `json:"answers"`

	Authentication []AuthStats `json:"authentication"` // of the agents whose messages are checked
}

// Answers are the owner's answers to codes.
type Answers struct {
	Accepted uint64 `json:"accepted"`
	Denied   uint64 `json:"denied"`
	Blind    uint64 `json:"blind"` // of both, those in less than two seconds, in which nobody reads a question
}

// blind is how fast such an answer is.
const blind = 2 * time.Second

// Stats counts sessions, pending codes and the calls judged. Canaries are neither.
func (e *Engine) Stats() Stats {
	now := e.opt.Now()
	st := Stats{Sessions: e.opt.Index.Count(), Allowed: e.allowed.Load(), Held: e.held.Load(), Denied: e.denied.Load(), Failed: e.failed.Load()}
	st.Authentication, st.Answers = e.auth.list(e.opt.Policy.Load()), e.codes.said()
	e.each(func(s *resident) {
		if !s.stored && !session.IsCanary(s.key) {
			st.Sessions++
		}
		st.Pending += len(s.state.CodesAt(now))
	})
	return st
}

// tally counts a final decision.
func (e *Engine) tally(out *decide.Outcome) {
	verdict, calls := "deny", &e.denied
	switch {
	case out.Decision.Verdict == trust.VerdictAllow:
		verdict, calls = "allow", &e.allowed
	case out.Decision.Approval != nil:
		verdict, calls = "confirm", &e.held
	}
	m, r := e.opt.Metrics, out.Record
	m.Decisions.Inc(string(r.Hook), verdict)
	if out.Called != "" { // a canary is not a call
		m.Calls.Inc(out.Called, verdict)
		calls.Add(1)
	}
	if r.Ran != nil {
		m.Runs.Inc(runOutcome(r.Ran))
		m.RunTime.Observe(time.Duration(r.Ran.Millis) * time.Millisecond)
	}
}

func runOutcome(r *session.Ran) string {
	switch {
	case r.Failed:
		return "not_started"
	case r.Timeout:
		return "timeout"
	case r.TooMuch:
		return "too_much_output"
	case r.Signal != "":
		return "signal"
	case r.ExitCode != 0:
		return "nonzero"
	}
	return "done"
}

func (e *Engine) tallyStaged(err error) {
	outcome := "staged"
	if err != nil {
		outcome = "failed"
	}
	e.opt.Metrics.Staged.Inc(outcome)
}

// maxFollowed bounds the codes that are followed; a code lives for minutes.
const maxFollowed = 1 << 14

// codeBook follows approval codes from the first call that asked to the owner's answer. Codes from
// before the start are only counted when they are answered.
type codeBook struct {
	metrics *metrics.Daemon

	mu   sync.Mutex
	open map[string]followed // by nonce
	sum  Answers
}

type followed struct {
	asked, expires time.Time
	answered       bool // some of its tools were granted, or all denied
}

// follow compares a session's codes before and after a record.
func (b *codeBook) follow(before, after session.Codes, r *session.Record) {
	if len(before) == len(after) && (len(before) == 0 || &before[0] == &after[0]) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range before {
		nonce := before[i].Nonce
		b.answered(nonce, r)
		if !slices.ContainsFunc(after, func(p session.Pending) bool { return p.Nonce == nonce }) {
			b.closed(nonce, r)
		}
	}
	for i := range after {
		b.opened(before, &after[i], r)
	}
}

// opened follows a code that was issued, or one that an earlier version's record has widened. The
// caller holds mu.
func (b *codeBook) opened(before session.Codes, p *session.Pending, r *session.Record) {
	f, known := b.open[p.Nonce]
	if !known && !slices.ContainsFunc(before, func(old session.Pending) bool { return old.Nonce == p.Nonce }) {
		b.metrics.Codes.Inc("asked")
		f.asked = r.Time
		known = b.room(r.Time)
	}
	if known {
		f.expires = p.Expires
		b.open[p.Nonce] = f
	}
}

// answered counts the owner's answer, once for each code. The caller holds mu.
func (b *codeBook) answered(nonce string, r *session.Record) {
	f, known := b.open[nonce]
	for _, c := range r.Changes {
		about, outcome := "", ""
		switch c := c.(type) {
		case *session.Granted:
			about, outcome = c.Nonce, "granted"
		case *session.CodeClosed:
			about, outcome = c.Nonce, c.What // denied or burned
		}
		if about != "" && about != nonce || outcome == "" || f.answered {
			continue
		}
		b.metrics.Codes.Inc(outcome)
		if known && outcome != "burned" {
			b.metrics.Waited.Observe(r.Time.Sub(f.asked))
		}
		b.count(outcome, known && r.Time.Sub(f.asked) < blind)
		f.answered = true
		if known {
			b.open[nonce] = f
		}
	}
}

// count is called with mu held.
func (b *codeBook) count(outcome string, fast bool) {
	switch outcome {
	case "granted":
		b.sum.Accepted++
	case "denied":
		b.sum.Denied++
	default:
		return
	}
	if fast {
		b.sum.Blind++
	}
}

func (b *codeBook) said() Answers {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sum
}

// closed is called with mu held.
func (b *codeBook) closed(nonce string, r *session.Record) {
	f, known := b.open[nonce]
	delete(b.open, nonce)
	switch {
	case !known || f.answered:
	case r.Time.Before(f.expires):
		b.metrics.Codes.Inc("voided")
	default:
		b.metrics.Codes.Inc("expired")
	}
}

// expire counts the codes that nobody answered in time, and returns how many still wait.
func (b *codeBook) expire(now time.Time) (waiting int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sweep(now)
}

// sweep is called with mu held.
func (b *codeBook) sweep(now time.Time) int {
	for nonce, f := range b.open {
		if now.Before(f.expires) {
			continue
		}
		if !f.answered {
			b.metrics.Codes.Inc("expired")
		}
		delete(b.open, nonce)
	}
	return len(b.open)
}

// room makes room for one more code, and reports whether there is any. The caller holds mu.
func (b *codeBook) room(now time.Time) bool {
	if b.open == nil {
		b.open = map[string]followed{}
	}
	return len(b.open) < maxFollowed || b.sweep(now) < maxFollowed
}

// Waiting counts the codes issued since the start that wait for the owner. It examines no session,
// so it may be called often.
func (e *Engine) Waiting() int { return e.codes.expire(e.opt.Now()) }

// Levels counts the sessions in memory by their taint.
func (e *Engine) Levels() map[trust.Level]int {
	counts := make(map[trust.Level]int, len(trust.Levels))
	for i := range e.shards {
		sh := &e.shards[i]
		sh.mu.RLock()
		for _, s := range sh.sessions {
			if view := s.shared.Load(); view != nil {
				counts[view.Level]++
			}
		}
		sh.mu.RUnlock()
	}
	return counts
}

// Failed counts the events that were answered as OnFailure says.
func (e *Engine) Failed() uint64 { return e.failed.Load() }

// Known counts the sessions of the index, which lags a second behind.
func (e *Engine) Known() int { return e.opt.Index.Count() }

// Authentication sums the results of checking messages over all agents, since gateways choose their
// names.
func (e *Engine) Authentication() (sum decide.AuthCounts) {
	e.auth.mu.Lock()
	defer e.auth.mu.Unlock()
	for _, c := range e.auth.agents {
		sum.Plus(*c)
	}
	return sum
}
