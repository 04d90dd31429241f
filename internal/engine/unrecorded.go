package engine

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// While the journal accepts nothing, the gateway continues: a page is read, somebody joins a turn,
// a turn ends. None of that is recorded, and all of it has to count. So a session keeps what its
// records should have contained, as far as it restricts or later events need it, until a record can
// be made.

// missed remembers what an outcome would have recorded and could not. The caller holds s.mu.
func (s *resident) missed(out *decide.Outcome, now time.Time) {
	s.keepLevel(out.Next.Watermark()) // the model may have read it, recorded or not
	for _, c := range out.Record.Changes[out.CaughtUp:] {
		s.keepChange(c, out.Record.Hook)
	}
	if len(s.unrecordedChanges) > maxUnrecorded {
		s.turnOver()
		s.keepLevel(session.Watermark{Level: trust.Untrusted, Cause: &session.Cause{Reason: texts.Forgotten, At: now}, Since: now})
	}
	s.tellOthers(now)
}

// maxUnrecorded bounds the unrecorded changes that each event begins with.
const maxUnrecorded = session.MaxCalls

// keepLevel remembers a level. It counts at once, and is in the session's next record. The caller
// holds s.mu.
func (s *resident) keepLevel(w session.Watermark) {
	if w.Level < s.level() {
		s.unrecordedTaint = &w
	}
}

// keepChange remembers a change if forgetting it would let something pass, or hide that something
// was read. A change that lifts a restriction is not made, and its owner was told so. The caller
// holds s.mu.
func (s *resident) keepChange(c session.Change, hook wire.Hook) {
	switch c := c.(type) {
	case *session.Spawned, *session.AuthSwitched, *session.Forgiven, *session.UnticketedRun, *session.Joined, *session.TurnBlocked, *session.Assembled,
		*session.LLMCalled, *session.LLMSaw, *session.Answered:
		s.keep(c)
	case *session.TurnAuthorised:
		kept := new(*c)
		if a := &kept.Authority; a.Message > s.state.Authenticity().Count { // the message is forgotten, and the next one has its number
			a.Message = 0
		}
		s.forget(func(l session.Change) bool {
			earlier, is := l.(*session.TurnAuthorised)
			return is && earlier.Authority.Message == kept.Authority.Message
		})
		s.keep(kept)
	case *session.FileGiven:
		s.keep(c)
	case *session.Tainted: // the lowest level is kept already; rules ask for the others too
		if !slices.ContainsFunc(s.unrecordedChanges, func(l session.Change) bool { t, is := l.(*session.Tainted); return is && t.Level == c.Level }) {
			s.keep(c)
		}
	case *session.ContextShown:
		s.forget(func(l session.Change) bool {
			shown, is := l.(*session.ContextShown)
			return is && shown.Messages <= c.Messages
		})
		s.keep(c)
	case *session.TurnStarted:
		s.turnOver()
		s.keep(c)
	case *session.TurnEnded:
		s.turnOver()
	case *session.BegunAnew:
		s.turnOver()
		taken := new(session.TakenBack)
		for i := range s.state.Grants {
			taken.Tools = append(taken.Tools, s.state.Grants[i].Tool)
		}
		s.keep(taken)
	case *session.CallHeard:
		kept := new(*c)
		kept.Node, kept.Status = -1, statusUnrecorded(c.Status, hook) // its node is not known
		s.keep(kept)
	case *session.CallMoved:
		kept := new(*c)
		kept.Status = statusUnrecorded(c.Status, hook)
		s.keep(kept)
	}
}

// statusUnrecorded is the status of a call that could not be recorded. OnFailure decides whether a
// call runs that was to be denied.
func statusUnrecorded(status session.CallStatus, hook wire.Hook) session.CallStatus {
	switch {
	case status != session.Denied:
		return status
	case hook == wire.AfterLLMCall:
		return session.Announced
	}
	return session.Running
}

// keep adds a change to the unrecorded ones. The caller holds s.mu.
func (s *resident) keep(c session.Change) { s.unrecordedChanges = append(s.unrecordedChanges, c) }

// forget removes unrecorded changes. The caller holds s.mu.
func (s *resident) forget(which func(session.Change) bool) {
	s.unrecordedChanges = session.DeleteFunc(s.unrecordedChanges, func(c *session.Change) bool { return which(*c) })
}

// turnOver ends the turn in what is unrecorded, and with it the approvals for a turn: unrecorded
// turns are not counted, so it is unknown which one they were for. Which messages have begun turns
// stays known, or they could begin others.
func (s *resident) turnOver() {
	begins := func(c session.Change) bool {
		a, is := c.(*session.TurnAuthorised)
		return is && a.Authority.Message > 0
	}
	first := s.state.Turn == nil && slices.ContainsFunc(s.unrecordedChanges, begins) // the turn that it belongs to
	open := s.state.Turn.Open() || first
	s.forget(func(c session.Change) bool {
		switch c.(type) {
		case *session.TurnStarted:
			kept := first
			first = false
			return !kept
		case *session.TurnAuthorised:
			return !begins(c)
		case *session.Assembled, *session.TurnEnded, *session.Joined, *session.TurnBlocked, *session.LLMCalled, *session.LLMSaw, *session.Answered,
			*session.CallHeard, *session.CallMoved, *session.Withdrawn:
			return true
		}
		return false
	})
	for i := range s.state.Grants {
		if g := &s.state.Grants[i]; g.Turn != 0 {
			s.keep(&session.Withdrawn{Tool: g.Tool, Grant: g.ID()})
		}
	}
	if open {
		s.keep(&session.TurnEnded{})
	}
}

// tellOthers shows other sessions what is unrecorded. The caller holds s.mu.
func (s *resident) tellOthers(now time.Time) {
	whole := s.withUnrecorded(now)
	view := whole.Shared()
	if s.shared.Load() == nil {
		s.unsaid.Store(&view)
		return
	}
	s.shared.Store(&view)
}

// level is the session's taint, recorded or not. The caller holds s.mu.
func (s *resident) level() trust.Level {
	if s.unrecordedTaint != nil {
		return trust.Lowest(s.state.Level(), s.unrecordedTaint.Level)
	}
	return s.state.Level()
}

// withUnrecorded is the session's state with everything unrecorded, as its next record begins. The
// caller holds s.mu.
func (s *resident) withUnrecorded(now time.Time) session.State {
	whole := s.state
	if s.unrecordedTaint != nil {
		w := s.unrecordedTaint
		whole.Taint.Give(session.Given{Level: w.Level, Cause: w.Cause, At: w.Since}, now)
	}
	for _, c := range s.unrecordedChanges {
		whole.Change(c, now)
	}
	whole.Share()
	return whole
}

// forOwner is withUnrecorded with the turns in the ledger, as the owner is shown them. The caller
// holds s.mu.
func (s *resident) forOwner(now time.Time) session.State {
	shown := s.withUnrecorded(now)
	shown.Turns, shown.Turn, shown.Kept = s.state.Turns, s.state.Turn, s.state.Kept
	return shown
}

// queueUnrecorded puts a session on the list for CatchUp, if anything of it is unrecorded. The
// caller holds s.mu.
func (e *Engine) queueUnrecorded(s *resident) {
	if s.queued || s.unrecordedTaint == nil && s.unrecordedChanges == nil {
		return
	}
	s.queued = true
	e.changedMu.Lock()
	e.unrecorded = append(e.unrecorded, s)
	e.changedMu.Unlock()
}

// CatchUp records what is unrecorded, if the journal accepts writes again: until then only this
// process knows it. It is called by the goroutine that calls Dirty.
func (e *Engine) CatchUp() {
	if e.recordHalts() != nil {
		return // nor could anything else be recorded
	}
	e.changedMu.Lock()
	behind := e.unrecorded
	e.unrecorded = nil
	e.changedMu.Unlock()
	for i, s := range behind {
		s.mu.Lock()
		err := e.catchUp(s)
		s.queued = err != nil
		s.mu.Unlock()
		if err != nil {
			still := slices.DeleteFunc(behind[i:], (*resident).hasLeft)
			e.changedMu.Lock()
			e.unrecorded = append(e.unrecorded, still...)
			e.changedMu.Unlock()
			return
		}
	}
}

// catchUp is called with s.mu held.
func (e *Engine) catchUp(s *resident) error {
	if s.gone || s.unrecordedTaint == nil && s.unrecordedChanges == nil {
		return nil // another record has it by now, or it was blank
	}
	if err := e.whole(s); err != nil {
		return err
	}
	act := e.begin(s, hookUnrecorded)
	out := act.Outcome()
	_, err := e.commit(s, &out)
	return err
}
