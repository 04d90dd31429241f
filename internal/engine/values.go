package engine

import (
	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// What a session's values are known by is kept in memory, beside the state that the ledger
// makes again, and in the index. It holds no content, and to have lost it only asks more.

// valuesOf is what is known of a session's values, if the policy traces them. The caller holds
// s.mu.
func (e *Engine) valuesOf(s *resident, pol *policy.Policy) *decide.Values {
	if !pol.TracesValues() {
		return nil
	}
	if s.valuesAtRest != nil {
		v, err := decide.ReadValues(s.valuesAtRest)
		if err != nil {
			e.opt.Log.Warn("what was known of a session's values cannot be read: what it carries from before asks", zap.String("session", session.Label(s.key)), zap.Error(err))
		}
		s.values, s.valuesAtRest = v, nil
	}
	return s.values
}

// valuesKept is what the index keeps of them. The caller holds s.mu.
func (s *resident) valuesKept() jsontext.Value {
	if s.valuesAtRest != nil {
		return s.valuesAtRest
	}
	return s.values.Kept()
}

// learn takes in what a recorded event taught. The caller holds s.mu.
func (e *Engine) learn(s *resident, lessons []decide.Lesson) {
	// What an earlier turn has read is not known where values are traced only from now on.
	missed := s.valuesLost || (s.state.Turns > s.valuesSince+1 || !s.state.Turn.Open()) && s.state.Level() < trust.Trusted
	var err error
	if s.values, err = decide.Learn(s.values, lessons, missed, e.opt.Rand); err != nil {
		e.opt.Log.Error("cannot trace values: every call below trusted asks", zap.String("session", session.Label(s.key)), zap.Error(err))
	}
}

// loseValues drops them where something was read that they do not know of. The caller holds s.mu.
func (s *resident) loseValues() { s.values, s.valuesAtRest, s.valuesLost = nil, nil, true }

// forgetValues drops them where a record says that the session has begun anew, or that its owner
// vouches for what it has read. The caller holds s.mu.
func (s *resident) forgetValues(r *session.Record) {
	for _, c := range r.Changes {
		switch c.(type) {
		case *session.BegunAnew, *session.TrustReset:
			s.values, s.valuesAtRest, s.valuesLost = nil, nil, false
			if _, anew := c.(*session.BegunAnew); anew {
				s.valuesSince = s.state.Turns
			}
			return
		}
	}
}
