package session

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// Changes of the latest turn: how it begins, who takes part in it, what the model does, and how it
// ends.

// TurnOrigin is who began a turn, and where, as far as the gateway has said.
type TurnOrigin struct {
	Why       string `json:"text,omitzero"` // the reason for its level
	FromOwner bool   `json:"flag,omitzero"`
	Group     bool   `json:"group,omitzero"`   // others than its sender read the conversation
	Sender    string `json:"sender,omitzero"`  // an id in its channel
	Channel   string `json:"channel,omitzero"` // where its message came from
}

// TurnStarted begins a turn. A turn that is still running is abandoned.
type TurnStarted struct {
	Level trust.Level `json:"level,omitzero"` // of whoever began it; the turn begins at most at its session's level
	TurnOrigin
}

// Op is "turn_started".
func (c *TurnStarted) Op() Op { return "turn_started" }

func (c *TurnStarted) apply(s *State, now time.Time) {
	if old := s.Turn; old != nil {
		if old.Open() {
			t := *old
			t.end(now)
			old = &t
			s.endGrants(true)
		}
		if a := old.Authority; a != nil && a.Problem == "" {
			auth := *s.Authenticity()
			auth.Last = a
			s.Auth = &auth
		}
		s.Kept = keepTurns(append(slices.Clone(s.Kept), past(old)))
	}
	if s.Turns == 0 {
		s.Since = now
	}
	s.Turns++
	if c := s.Cleared; c != nil && c.Turn < s.Turns-1 { // a whole turn has passed since, and is a history itself
		s.Cleared = nil
	}
	if s.Taint.Since.IsZero() {
		s.Taint.Since = now
	}
	level := trust.Lowest(c.Level, s.Level())
	s.owned = true
	s.Turn = &Turn{Number: s.Turns, Started: now, Reason: c.Why, Level: level, FromOwner: c.FromOwner, Group: c.Group, Sender: c.Sender, Channel: c.Channel, LLMNode: -1}
}

// keepTurns drops the oldest turns; those that a rule asked to keep are dropped last.
func keepTurns(turns []PastTurn) []PastTurn {
	plain := 0
	for i := range turns {
		if !turns[i].Persist {
			plain++
		}
	}
	out := turns[:0]
	for i, t := range turns {
		if !t.Persist {
			if plain > KeptTurns {
				plain--
				continue
			}
		} else if len(turns)-i > keptPersisted {
			continue
		}
		out = append(out, t)
	}
	return out
}

// Assembled is the turn's origin, known once its context is.
type Assembled struct{ TurnOrigin }

// Op is "assembled".
func (c *Assembled) Op() Op { return "assembled" }

func (c *Assembled) apply(s *State, _ time.Time) {
	t := s.turn()
	t.Assembled, t.Reason, t.FromOwner, t.Group, t.Sender, t.Channel = true, c.Why, c.FromOwner, c.Group, c.Sender, c.Channel
}

// TurnEnded ends the turn.
type TurnEnded struct {
	GivenUp bool `json:"flag,omitzero"` // by its gateway, without an end
}

// Op is "turn_ended".
func (c *TurnEnded) Op() Op { return "turn_ended" }

func (c *TurnEnded) apply(s *State, now time.Time) {
	s.turn().end(now)
	s.endGrants(c.GivenUp)
}

// Joined is somebody other than the owner who takes part in the turn from now on.
type Joined struct {
	Who    string `json:"text,omitzero"`   // as returned by ProducerName
	Sender string `json:"sender,omitzero"` // their id in its channel
}

// Op is "joined".
func (c *Joined) Op() Op { return "joined" }

func (c *Joined) apply(s *State, _ time.Time) {
	t := s.turn()
	t.joined(c.Who, c.Sender)
	s.Grants = DeleteFunc(s.Grants, func(g *Grant) bool { return g.Turn == s.Turns && g.CallID == "" && !g.Skips(t) })
}

// TurnBlocked stops the turn.
type TurnBlocked struct {
	Why   string `json:"text,omitzero"`
	Layer string `json:"layer,omitzero"` // that blocks it
}

// Op is "turn_blocked".
func (c *TurnBlocked) Op() Op { return "turn_blocked" }

func (c *TurnBlocked) apply(s *State, _ time.Time) {
	t := s.turn()
	t.Blocked, t.BlockedBy = c.Why, c.Layer
}

// LLMCalled is a call of the model, which sees everything in the context.
type LLMCalled struct {
	Iteration int    `json:"n,omitzero"`    // of the agent's loop
	Looped    bool   `json:"flag,omitzero"` // loop_iteration_start announced it
	Heard     string `json:"text,omitzero"` // the process that received the report
}

// Op is "llm_call".
func (c *LLMCalled) Op() Op { return "llm_call" }

func (c *LLMCalled) apply(s *State, _ time.Time) {
	t := s.turn()
	if !t.Looped || c.Iteration != t.Iteration {
		t.LLMCalls++
	}
	t.Iteration, t.Looped, t.Answered, t.Announces, t.Heard = c.Iteration, c.Looped, false, false, c.Heard
	s.llmSaw(t)
}

// LLMSaw records that the latest call of the model has seen everything now in the context.
type LLMSaw struct{}

// Op is "llm_saw".
func (c *LLMSaw) Op() Op { return "llm_saw" }

func (c *LLMSaw) apply(s *State, _ time.Time) { s.llmSaw(s.turn()) }

// llmSaw marks t's latest LLM call as having seen everything in the context.
func (s *State) llmSaw(t *Turn) {
	w := s.Watermark()
	t.CallLevel, t.CallSeen, t.CallCause = w.Level, s.Taint.Seen(), w.Cause
}

// Answered is the model's answer.
type Answered struct {
	Calls int `json:"n,omitzero"` // number of tool calls in it
}

// Op is "answered".
func (c *Answered) Op() Op { return "answered" }

func (c *Answered) apply(s *State, _ time.Time) {
	t := s.turn()
	t.Answered, t.Announces = true, c.Calls > 0
}
