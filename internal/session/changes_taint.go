package session

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// Changes of what the session has seen, and of the owner's resets.

// Tainted is content that the session has seen.
type Tainted struct {
	Level trust.Level `json:"level,omitzero"`
	Cause *Cause      `json:"cause,omitzero"` // nil unless the level is the lowest
}

// Op is "tainted".
func (c *Tainted) Op() Op { return "tainted" }

func (c *Tainted) apply(s *State, now time.Time) {
	s.Taint.Give(Given{Level: c.Level, Cause: c.Cause, At: now}, now)
	if s.Turn.Open() {
		t := s.turn()
		t.Level = trust.Lowest(t.Level, c.Level)
	}
}

// Inheritance is what the session's spawner had seen when it spawned it.
type Inheritance struct {
	Level trust.Level `json:"level,omitzero"`
	Cause *Cause      `json:"cause,omitzero"` // nil at trusted: nothing is inherited
	Seen  trust.Set   `json:"seen,omitzero"`  // levels, as a bit set
}

// inherit adds what a session inherits from its spawner.
func (s *State) inherit(from *Inheritance, now time.Time) {
	s.InheritedSeen |= from.Seen
	if from.Cause != nil && from.Level < s.beginning() {
		s.Inherited = &Watermark{Level: from.Level, Cause: from.Cause, Since: now}
	}
}

// Spawned records that another session has spawned this one.
type Spawned struct {
	By         string `json:"text,omitzero"` // the other session
	InOwnersDM bool   `json:"flag,omitzero"` // in the owner's own chat
	Inheritance
}

// Op is "spawned".
func (c *Spawned) Op() Op { return "spawned" }

func (c *Spawned) apply(s *State, now time.Time) {
	s.SpawnedBy, s.InOwnersDM, s.SpawnTurn = c.By, c.InOwnersDM, s.Turns
	if !s.Turn.Open() {
		s.SpawnTurn++
	}
	s.inherit(&c.Inheritance, now)
}

// TrustReset is the owner's decision that what the session has seen no longer counts.
type TrustReset struct {
	Level    trust.Level `json:"level,omitzero"` // the session's new level
	Cause    *Cause      `json:"cause,omitzero"` // nil at trusted
	By       string      `json:"text,omitzero"`
	Messages int         `json:"n,omitzero"`    // number of history messages that it forgives
	Unseen   bool        `json:"flag,omitzero"` // the history was not known: it forgives the next context up to the model's latest words
}

// Op is "reset".
func (c *TrustReset) Op() Op { return "reset" }

func (c *TrustReset) apply(s *State, now time.Time) {
	s.Resets = lastN(append(s.Resets, Reset{At: now, From: s.Level(), To: c.Level, By: c.By}), maxResets)
	s.Taint.Reset(now)
	s.Taint.Give(Given{Level: c.Level, Cause: c.Cause, At: now}, now)
	s.InheritedSeen = 0
	if s.Inherited != nil && c.Level > s.Inherited.Level {
		s.Inherited = nil
		if lifted := s.Watermark(); c.Level < trust.Trusted {
			s.Inherited = &lifted
		}
	}
	s.Forgiven, s.Forgive = max(s.Forgiven, c.Messages), c.Unseen
	if !c.Unseen {
		s.Shown = c.Messages
	}
	s.closeCodes(func(p *Pending) bool {
		s.answer(p, Answer{What: AnswerReset, By: c.By, At: now}, anyCall, now)
		return true
	})
	s.LastImpacted = ""
	if s.Turn.Open() {
		t := s.turn()
		t.Level = c.Level
		t.CallLevel, t.CallSeen, t.CallCause = c.Level, s.Taint.Seen(), c.Cause
	}
}

// BegunAnew forgets what the session's history contained, since the history is gone.
type BegunAnew struct {
	By string `json:"text,omitzero"` // what began the session anew
}

// Op is "fresh".
func (c *BegunAnew) Op() Op { return "fresh" }

func (c *BegunAnew) apply(s *State, now time.Time) {
	if s.Turn.Open() {
		s.turn().end(now)
	}
	from := s.Level()
	s.Cleared = s.clearing()
	s.Taint.Reset(now)
	s.Forgiven, s.Forgive, s.Shown = 0, false, 0
	if s.Inherited != nil {
		s.giveAll(s.Inherited, s.InheritedSeen, now)
	}
	s.Grants = DeleteFunc(s.Grants, func(g *Grant) bool { return !g.Consents() }) // which do not depend on history
	s.Codes, s.Wrong, s.LastImpacted, s.Command = nil, nil, "", CommandMark{}
	s.forgetMessages()
	if from < s.Level() {
		s.Resets = lastN(append(s.Resets, Reset{At: now, From: from, To: s.Level(), By: c.By}), maxResets)
	}
}

// HistoryShown records that a history has shown whether the session had begun anew.
type HistoryShown struct{}

// Op is "begun".
func (c *HistoryShown) Op() Op { return "begun" }

func (c *HistoryShown) apply(s *State, _ time.Time) { s.Cleared = nil }

// Forgiven is what the last reset covers, if it did not know the history.
type Forgiven struct {
	Messages int `json:"n,omitzero"` // from the beginning of the history
}

// Op is "forgiven".
func (c *Forgiven) Op() Op { return "forgiven" }

func (c *Forgiven) apply(s *State, _ time.Time) {
	s.Forgiven, s.Forgive, s.Shown = max(s.Forgiven, c.Messages), false, c.Messages
}

// ContextShown is the length of a context's history, while part of it is forgiven.
type ContextShown struct {
	Messages int `json:"n,omitzero"`
}

// Op is "shown".
func (c *ContextShown) Op() Op { return "shown" }

func (c *ContextShown) apply(s *State, _ time.Time) {
	if c.Messages < s.Shown { // a compaction: the positions no longer match
		s.Forgiven = 0
	}
	s.Shown = c.Messages
}

// TakenBack undoes the owner's action because it was answered as not done.
type TakenBack struct {
	Tools    []string `json:"tools,omitzero"` // that are not approved after all
	Forgiven int      `json:"n,omitzero"`     // messages that the resets before it cover
	Forgive  bool     `json:"flag,omitzero"`  // one of them did not know the history, and covers what the next context shows
	Inheritance
}

// Op is "taken_back".
func (c *TakenBack) Op() Op { return "taken_back" }

func (c *TakenBack) apply(s *State, now time.Time) {
	s.Forgiven, s.Forgive = min(s.Forgiven, c.Forgiven), s.Forgive && c.Forgive
	s.Grants = DeleteFunc(s.Grants, func(g *Grant) bool { return slices.Contains(c.Tools, g.Tool) })
	s.Answers = DeleteFunc(s.Answers, func(a *Answer) bool {
		return (a.What == AnswerApproved || a.What == AnswerCovered) && slices.ContainsFunc(a.Calls, func(call AnsweredCall) bool { return slices.Contains(c.Tools, call.Tool) })
	})
	s.inherit(&c.Inheritance, now)
}
