package engine

import (
	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// The origins of a session's values are kept in memory, beside the state that the ledger rebuilds,
// and in the index. They contain no content, and losing them only leads to more questions.

// valuesOf returns what is known about a session's values, if the policy traces them. The caller
// holds s.mu.
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

// learn applies what a recorded event taught. The caller holds s.mu.
func (e *Engine) learn(s *resident, lessons []decide.Lesson) {
	// If tracing has only just begun, what earlier turns have read is unknown.
	missed := s.valuesLost || (s.state.Turns > s.valuesSince+1 || !s.state.Turn.Open()) && s.state.Level() < trust.Trusted
	var err error
	if s.values, err = decide.Learn(s.values, lessons, missed, e.opt.Rand); err != nil {
		e.opt.Log.Error("cannot trace values: every call below trusted asks", zap.String("session", session.Label(s.key)), zap.Error(err))
	}
}

// loseValues drops the values after something was read that they do not know. The caller holds
// s.mu.
func (s *resident) loseValues() { s.values, s.valuesAtRest, s.valuesLost = nil, nil, true }

// forgetValues drops the values if a record says that the session has begun anew, or that its owner
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
