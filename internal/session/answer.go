package session

import (
	"slices"
	"time"
)

// How waiting calls ended: the answer, how it was given, and when. The record of a held call is
// older than its answer, so explain looks here.

// Answer is the outcome of a code, or of some of the calls that it named. The session keeps the
// latest answers.
type Answer struct {
	Nonce string
	What  string // approved, denied; or without an answer: burned, expired, reset
	Way   string `json:",omitzero"` // chat, prompt or cli
	By    string `json:",omitzero"` // cli, or the owner by their id
	At    time.Time
	Calls []AnsweredCall
}

// AnsweredCall is a call that the answer concerns.
type AnsweredCall struct {
	Tool   string
	CallID string `json:",omitzero"` // empty for a run of a wrapped tool
	Turn   int    `json:",omitzero"`
	Params Hash
}

const (
	MaxAnswers       = 16
	maxAnsweredCalls = 8 // of one answer

	// AnswerApproved and the following are outcomes of a code, besides denied.
	AnswerApproved = "approved"
	AnswerCovered  = "covered" // by an approval for another call
	AnswerExpired  = "expired"
	AnswerBurned   = "burned"
	AnswerReset    = "reset"
)

// answer records the outcome of a code, for those of its calls that about selects.
func (s *State) answer(p *Pending, a Answer, about func(*WaitingCall) bool, now time.Time) {
	if !p.Waiting(now) {
		a = Answer{What: AnswerExpired, At: p.Expires}
	}
	a.Nonce = p.Nonce
	for i := range p.Calls {
		if c := &p.Calls[i]; about(c) {
			a.Calls = append(a.Calls, AnsweredCall{c.Tool, c.CallID, c.Turn, c.Params})
		}
	}
	if len(a.Calls) == 0 {
		return
	}
	a.Calls = slices.Clone(lastN(a.Calls, maxAnsweredCalls))
	s.Answers = lastN(append(s.Answers, a), MaxAnswers)
}

func anyCall(*WaitingCall) bool { return true }

// expired is the outcome of a code that nobody answered in time.
func (p *Pending) expired() *Answer {
	a := &Answer{Nonce: p.Nonce, What: AnswerExpired, At: p.Expires}
	for i := range p.Calls {
		c := &p.Calls[i]
		a.Calls = append(a.Calls, AnsweredCall{c.Tool, c.CallID, c.Turn, c.Params})
	}
	return a
}

// AnswerTo finds the latest answer about one of the matching calls; nil if there is none.
func (s *State) AnswerTo(match func(*Answer, *AnsweredCall) bool, now time.Time) *Answer {
	about := func(a *Answer) bool {
		return slices.ContainsFunc(a.Calls, func(c AnsweredCall) bool { return match(a, &c) })
	}
	for i := len(s.Codes) - 1; i >= 0; i-- {
		p := &s.Codes[i]
		if a := p.expired(); about(a) {
			if p.Waiting(now) {
				return nil
			}
			return a
		}
	}
	for i := len(s.Answers) - 1; i >= 0; i-- {
		if a := &s.Answers[i]; about(a) {
			return a
		}
	}
	return nil
}
