package engine

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// While the journal takes nothing, the gateway goes on: a page is read, somebody joins a
// turn, a turn ends. None of that stands in a record, and all of it has to count.
// So a session owes what the records should have said, as far as it lowers trust or
// narrows what may pass, until one is made that says it.

// owe remembers what could not be recorded. It counts at once, and the session's next
// record has it. The caller holds s.mu.
func (s *session) owe(out *outcome) {
	if w := out.next.Watermark; w.Level < s.level() {
		s.owed = &w
	}
	s.oweChanges(out.record)
	if s.shared.Load() != nil {
		seen := s.seen()
		view := seen.shared()
		s.shared.Store(&view)
	}
}

// oweChanges adds what a record that could not be made would have changed. The caller
// holds s.mu.
func (s *session) oweChanges(r *Record) {
	for i := range r.Changes {
		switch c := &r.Changes[i]; c.Op {
		case OpSpawned:
			s.oweChange(*c)
		case OpTainted: // beside the lowest level: a rule may be about another
			if c.Level < trust.Trusted && !s.state.Seen.Has(c.Level) {
				s.oweChange(Change{Op: OpTainted, Level: c.Level})
			}
		case OpShown: // a compaction, after which nothing is forgiven
			if c.N < s.state.Shown {
				s.oweChange(Change{Op: OpShown, N: c.N})
			}
		case OpTurnStarted:
			s.oweTurnEnd()
			s.begun = []Change{*c}
		case OpTurnEnded:
			s.oweTurnEnd()
		case OpAssembled:
			if s.begun != nil {
				s.begun = append(s.begun, *c)
			}
		case OpJoined, OpTurnBlocked:
			s.late, s.begun = append(s.late, s.begun...), nil
			s.oweChange(*c)
		case OpLLMCall, OpLLMSaw: // what it asks for is not judged at what the call before had seen
			if s.state.Turn.Open() {
				s.oweChange(Change{Op: OpLLMSaw})
			}
		case OpCall: // what it returns is not taken for what another of its id has returned
			if s.state.Turn.Open() && s.state.Turn.over(c.CallID, c.Tool) {
				s.oweChange(Change{Op: OpCallStatus, CallID: c.CallID, Tool: c.Tool, Status: Running, Level: c.Level})
			}
		}
	}
}

// unrecorded are the changes that the session's next record begins with. The caller holds
// s.mu.
func (s *session) unrecorded() []Change {
	if s.begun == nil {
		return s.late
	}
	return slices.Concat(s.late, s.begun)
}

// oweTurnEnd ends the turn that runs, as far as anybody knows, and what is owed of it;
// and the approvals for a turn, since nobody can tell any more which turn they are for.
func (s *session) oweTurnEnd() {
	s.begun = nil
	s.late = slices.DeleteFunc(s.late, func(l Change) bool {
		switch l.Op {
		case OpTurnStarted, OpTurnEnded, OpAssembled, OpJoined, OpTurnBlocked, OpLLMSaw, OpCallStatus:
			return true
		}
		return false
	})
	for i := range s.state.Grants {
		if g := &s.state.Grants[i]; g.Turn != 0 {
			s.oweChange(Change{Op: OpWithdrawn, Tool: g.Tool, Text: g.id()})
		}
	}
	if s.state.Turn.Open() {
		s.oweChange(Change{Op: OpTurnEnded})
	}
}

// oweChange adds a change, once. Of those who join a turn, no more are kept than the turn
// remembers.
func (s *session) oweChange(c Change) {
	joined := 0
	for i := range s.late {
		l := &s.late[i]
		if l.Op == c.Op && l.Level == c.Level && l.Text == c.Text && l.CallID == c.CallID && l.Tool == c.Tool {
			return
		}
		if l.Op == OpJoined {
			joined++
		}
	}
	if c.Op != OpJoined || joined < maxOthers {
		s.late = append(s.late, c)
	}
}

// owesNothing notes that a record has all that was owed. The caller holds s.mu.
func (s *session) owesNothing() { s.owed, s.late, s.begun = nil, nil, nil }

// level is the session's taint, recorded or not. The caller holds s.mu.
func (s *session) level() trust.Level {
	if s.owed != nil {
		return trust.Lowest(s.state.level(), s.owed.Level)
	}
	return s.state.level()
}

// seen is the session's state with the levels that it owes. The caller holds s.mu.
func (s *session) seen() State {
	seen := s.state
	if s.owed != nil {
		seen.Watermark, seen.Seen = *s.owed, seen.Seen.With(s.owed.Level)
	}
	for i := range s.late {
		if l := &s.late[i]; l.Op == OpTainted {
			seen.Seen = seen.Seen.With(l.Level)
		}
	}
	return seen
}

// told is seen with all else that the session owes, as its next record begins. The caller
// holds s.mu.
func (s *session) told(now time.Time) State {
	told := s.seen()
	told.owned = false
	for _, c := range s.unrecorded() {
		told.apply(&c, now)
	}
	return told
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

// Repay records what sessions owe, if the journal takes it by now: until then only
// this process knows it. The goroutine of Dirty calls it.
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
			e.changedMu.Lock()
			e.owing = append(e.owing, owing[i:]...)
			e.changedMu.Unlock()
			return
		}
	}
}

// repay is called with s.mu held.
func (e *Engine) repay(s *session) error {
	if s.owed == nil && s.late == nil {
		return nil // a record of its own has told it since
	}
	d := e.draft(s, hookOwed)
	out := d.outcome()
	if err := e.commit(s, &out); err != nil {
		return err
	}
	s.owesNothing()
	return nil
}
