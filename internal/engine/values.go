package engine

import (
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
)

// What a session's values are known by is kept in memory, beside the state that the ledger
// makes again: it holds no content, and to have lost it only asks more.

// learn takes in what a recorded event taught. The caller holds s.mu.
func (e *Engine) learn(s *resident, lessons []decide.Lesson) {
	var err error
	if s.values, err = decide.Learn(s.values, lessons, e.opt.Rand); err != nil {
		e.opt.Log.Error("cannot trace values: every call below trusted asks", zap.String("session", session.Label(s.key)), zap.Error(err))
	}
}

// forgetValues drops them where a record says that the session has begun anew, or that its owner
// vouches for what it has read. The caller holds s.mu.
func (s *resident) forgetValues(r *session.Record) {
	if s.values == nil {
		return
	}
	for _, c := range r.Changes {
		switch c.(type) {
		case *session.BegunAnew, *session.TrustReset:
			s.values = nil
			return
		}
	}
}
