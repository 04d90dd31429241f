package engine

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// While the journal takes nothing, the gateway goes on: a page is read, somebody joins a
// turn, a turn ends. None of that stands in a record, and all of it has to count.
// So a session owes what the records should have said, as far as it restricts or later
// events need it, until one is made that says it.

// missed remembers what an outcome would have recorded and could not. The caller holds s.mu.
func (s *session) missed(out *outcome, now time.Time) {
	s.owe(out.next.Watermark) // the model may have read it, recorded or not
	for _, c := range out.record.Changes[out.repaid:] {
		s.oweChange(c, out.record.Hook)
	}
	if len(s.late) > maxLate {
		s.turnOver()
		s.owe(Watermark{Level: trust.Untrusted, Cause: &Cause{Reason: "more than could be remembered while nothing could be recorded", At: now}, Since: now})
	}
	s.tellOthers(now)
}

// maxLate bounds what each event begins with until it can be recorded.
const maxLate = maxCalls

// owe remembers a level. It counts at once, and the session's next record has it. The
// caller holds s.mu.
func (s *session) owe(w Watermark) {
	if w.Level < s.level() {
		s.owed = &w
	}
}

// oweChange remembers a change if something would pass, or not be known to have been read,
// because nobody had said it. What lifts something is not done, as its owner was told. The
// caller holds s.mu.
func (s *session) oweChange(c Change, hook wire.Hook) {
	switch c.Op {
	case OpSpawned, OpAuth, OpForgiven, OpJoined, OpTurnBlocked, OpAssembled, OpLLMCall, OpLLMSaw, OpAnswered:
	case OpAuthority:
		a := *c.Authority
		if a.Message > s.state.auth().Count { // nobody will know of it, and the next one has its number
			a.Message = 0
		}
		c.Authority = &a
		s.late = deleteFunc(s.late, func(l *Change) bool { return l.Op == OpAuthority && l.Authority.Message == a.Message })
	case OpTainted: // the lowest level is owed already; rules ask for the others too
		if slices.ContainsFunc(s.late, func(l Change) bool { return l.Op == OpTainted && l.Level == c.Level }) {
			return
		}
	case OpShown:
		s.late = deleteFunc(s.late, func(l *Change) bool { return l.Op == OpShown && l.N <= c.N })
	case OpTurnStarted:
		s.turnOver()
	case OpTurnEnded:
		s.turnOver()
		return
	case OpFresh:
		s.turnOver()
		c = Change{Op: OpTakenBack}
		for i := range s.state.Grants {
			c.Tools = append(c.Tools, s.state.Grants[i].Tool)
		}
	case OpCall, OpCallStatus:
		if c.Op == OpCall {
			c.N = -1 // its node is not known
		}
		if c.Status == Denied { // whether it runs is for onFailure to say
			c.Status = Running
			if hook == wire.AfterLLMCall {
				c.Status = Announced
			}
		}
	default:
		return
	}
	s.late = append(s.late, c)
}

// turnOver ends the turn in what is owed, and with it the approvals for a turn: turns that
// nobody could record are not counted, so nobody can tell which one they were for. Which
// messages have begun turns stays known, or they could begin others.
func (s *session) turnOver() {
	begins := func(c Change) bool { return c.Op == OpAuthority && c.Authority.Message > 0 }
	first := s.state.Turn == nil && slices.ContainsFunc(s.late, begins) // the turn to tell it of
	open := s.state.Turn.Open() || first
	s.late = deleteFunc(s.late, func(c *Change) bool {
		switch c.Op {
		case OpTurnStarted:
			kept := first
			first = false
			return !kept
		case OpAuthority:
			return !begins(*c)
		case OpAssembled, OpTurnEnded, OpJoined, OpTurnBlocked, OpLLMCall, OpLLMSaw, OpAnswered, OpCall, OpCallStatus, OpWithdrawn:
			return true
		}
		return false
	})
	for i := range s.state.Grants {
		if g := &s.state.Grants[i]; g.Turn != 0 {
			s.late = append(s.late, Change{Op: OpWithdrawn, Tool: g.Tool, Text: g.id()})
		}
	}
	if open {
		s.late = append(s.late, Change{Op: OpTurnEnded})
	}
}

// tellOthers shows other sessions what is owed. The caller holds s.mu.
func (s *session) tellOthers(now time.Time) {
	whole := s.withOwed(now)
	view := whole.shared()
	if s.shared.Load() == nil {
		s.unsaid.Store(&view)
		return
	}
	s.shared.Store(&view)
}

// level is the session's taint, recorded or not. The caller holds s.mu.
func (s *session) level() trust.Level {
	if s.owed != nil {
		return trust.Lowest(s.state.level(), s.owed.Level)
	}
	return s.state.level()
}

// withOwed is the session's state with all that it owes, as its next record begins. The
// caller holds s.mu.
func (s *session) withOwed(now time.Time) State {
	whole := s.state
	if s.owed != nil {
		whole.Watermark, whole.Seen = *s.owed, whole.Seen.With(s.owed.Level)
	}
	for i := range s.late {
		whole.apply(&s.late[i], now)
	}
	whole.owned = false
	return whole
}

// forOwner is withOwed with the turns that the ledger has, as the owner is shown them. The
// caller holds s.mu.
func (s *session) forOwner(now time.Time) State {
	shown := s.withOwed(now)
	shown.Turns, shown.Turn, shown.Kept = s.state.Turns, s.state.Turn, s.state.Kept
	return shown
}

// owes puts a session on the list that Repay takes, if it owes anything. The caller
// holds s.mu.
func (e *Engine) owes(s *session) {
	if s.owing || s.owed == nil && s.late == nil {
		return
	}
	s.owing = true
	e.changedMu.Lock()
	e.owing = append(e.owing, s)
	e.changedMu.Unlock()
}

// Repay records what sessions owe, if the journal accepts writes again: until then only
// this process knows it. The goroutine that calls Dirty calls it.
func (e *Engine) Repay() {
	e.changedMu.Lock()
	owing := e.owing
	e.owing = nil
	e.changedMu.Unlock()
	for i, s := range owing {
		s.mu.Lock()
		err := e.repay(s)
		s.owing = err != nil
		s.mu.Unlock()
		if err != nil {
			still := slices.DeleteFunc(owing[i:], (*session).hasLeft)
			e.changedMu.Lock()
			e.owing = append(e.owing, still...)
			e.changedMu.Unlock()
			return
		}
	}
}

// repay is called with s.mu held.
func (e *Engine) repay(s *session) error {
	if s.gone || s.owed == nil && s.late == nil {
		return nil // a record of its own has it by now, or it was blank
	}
	d := e.draft(s, hookOwed)
	out := d.outcome()
	return e.commit(s, &out)
}
