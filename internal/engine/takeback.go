package engine

import (
	"context"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// An approval or a reset whose record is not on disk in time is answered as not done. But the
// record keeps its place in the ledger, and may be written once the disk has room again. So a
// second record after it undoes it.

// Hooks under which the engine records by itself.
const (
	hookTakenBack  = wire.Hook("engine:taken-back")
	hookUnrecorded = wire.Hook("engine:owed") // what earlier records should have contained
)

// lifted is what a record of the owner's decision has changed, as long as it may have to be undone.
type lifted struct {
	was   session.State
	tools []string // that were granted
	reset bool
}

func liftedBy(was session.State, r *session.Record) *lifted {
	l := &lifted{was: was}
	for _, c := range r.Changes {
		switch c := c.(type) {
		case *session.Granted:
			l.tools = append(l.tools, c.Tools...)
		case *session.TrustReset:
			l.reset = true
		}
	}
	return l
}

// undo returns the changes that undo it. They only restrict, whatever has happened since; a used
// code stays used.
func (l *lifted) undo(now *session.State) session.Changes {
	was := &l.was
	taken := &session.TakenBack{Tools: l.tools, Forgiven: was.Forgiven, Forgive: was.Forgive}
	if in := was.Inherited; in != nil {
		taken.Inheritance = session.Inheritance{Level: in.Level, Cause: in.Cause, Seen: was.InheritedSeen}
	}
	changes := session.Changes{taken}
	if !l.reset {
		return changes
	}
	for _, level := range trust.Levels {
		if was.Taint.Seen().Has(level) && level != was.Level() {
			changes = append(changes, &session.Tainted{Level: level})
		}
	}
	changes = append(changes, &session.Tainted{Level: was.Level(), Cause: was.Watermark().Cause})
	if now.Turn.Open() {
		changes = append(changes, &session.LLMSaw{})
	}
	return changes
}

// takeBack undoes an unconfirmed record. If that cannot be recorded either, CatchUp does it, or the
// session's next record. The caller holds s.mu.
func (e *Engine) takeBack(ctx context.Context, s *resident, l *lifted) {
	if l == nil || ctx.Err() != nil { // a client that has gone was not told that it was not done
		return
	}
	now := e.opt.Now()
	whole := s.withUnrecorded(now)
	s.unrecordedChanges = append(s.unrecordedChanges, l.undo(&whole)...)
	act := e.begin(s, hookTakenBack)
	if l.reset {
		act.ResetUndone()
	}
	out := act.Outcome()
	if _, err := e.commit(s, &out); err != nil {
		e.opt.Log.Error("cannot record yet what was taken back", zap.String("session", session.Label(s.key)), zap.Error(err))
		s.tellOthers(now)
		e.queueUnrecorded(s)
	}
}
