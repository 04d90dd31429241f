package session

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// Changes of the turn's tool calls, and of the programs that they run.

// CallHeard is a new tool call.
type CallHeard struct {
	CallID string       `json:"callId,omitzero"` // empty if the gateway gives none
	Tool   string       `json:"tool,omitzero"`
	Node   int          `json:"n,omitzero"` // its index in the turn's graph; -1 if it has no node
	Status CallStatus   `json:"status,omitzero"`
	Level  trust.Level  `json:"level,omitzero"` // of its result; records of earlier versions lack it
	Site   *trust.Level `json:"site,omitzero"`  // of the address that it was judged with; nil: unknown
}

// Op is "call".
func (c *CallHeard) Op() Op { return "call" }

func (c *CallHeard) apply(s *State, _ time.Time) {
	t := s.turn()
	call := &Call{ID: c.CallID, Tool: c.Tool, Node: c.Node, Status: c.Status, Level: c.Level, Site: c.Site}
	if c.Status == Announced {
		call.Expected, call.LLMCall = true, t.LLMCalls
	} else if known := t.Expected(c.CallID, c.Tool); known != nil {
		call.Expected, call.LLMCall = true, known.LLMCall
	}
	t.Calls = lastN(append(t.Calls, call), MaxCalls)
}

// CallMoved is a new status of a known call.
type CallMoved struct {
	CallID string       `json:"callId,omitzero"`
	Tool   string       `json:"tool,omitzero"`
	Status CallStatus   `json:"status,omitzero"`
	Level  trust.Level  `json:"level,omitzero"` // of its result, as known now
	Site   *trust.Level `json:"site,omitzero"`  // of the address that it is now judged with; nil: unknown
}

// Op is "call_status".
func (c *CallMoved) Op() Op { return "call_status" }

func (c *CallMoved) apply(s *State, _ time.Time) {
	t := s.turn()
	known := t.Call(c.CallID, c.Tool)
	if known == nil {
		return
	}
	call := *known
	if c.Status == Returned {
		call.Level = c.Level // known from the result
	} else {
		call.Level, call.Site = trust.Lowest(call.Level, c.Level), call.siteWith(c.Site)
	}
	call.Status = c.Status
	t.Calls = slices.Clone(t.Calls)
	t.Calls[slices.Index(t.Calls, known)] = &call
}

// CallDenied is what the agent was told instead of a call's result. By this mark, rather than by
// its wording, the daemon's own text is recognised when it comes back.
type CallDenied struct {
	CallID string `json:"callId,omitzero"` // empty if the gateway gives none
	Tool   string `json:"tool,omitzero"`
	Mark   Mark   `json:"mark"` // a keyed hash of the text
}

// Op is "denied".
func (c *CallDenied) Op() Op { return "denied" }

func (c *CallDenied) apply(s *State, _ time.Time) {
	t := s.turn()
	t.Denials = lastN(append(t.Denials, Denial{c.CallID, c.Tool, c.Mark}), MaxCalls)
	if s.Authenticity().On {
		s.observe(&Observed{Seq: s.Auth.Seq + 1, CallID: CallKey(c.CallID), Tool: Label(c.Tool), Mark: c.Mark, Denied: true})
	}
}

// siteWith returns a call's site after it is judged with an address. If it was judged before with
// another address, its result may be from either.
func (c *Call) siteWith(site *trust.Level) *trust.Level {
	switch {
	case c.Status == Announced: // nobody has judged it yet
		return site
	case c.Site == nil || site != nil && *c.Site < *site:
		return c.Site
	}
	return site
}

// Typed records that a line was typed into a running command.
type Typed struct {
	Into string `json:"text,omitzero"` // the running command
	Open bool   `json:"flag,omitzero"` // the line continues in a later call
}

// MaxTyping bounds the running commands with a remembered unfinished line.
const MaxTyping = 32

// Op is "typed".
func (c *Typed) Op() Op { return "typed" }

func (c *Typed) apply(s *State, _ time.Time) {
	s.Typing = DeleteFunc(s.Typing, func(into *string) bool { return *into == c.Into })
	if c.Open {
		s.Typing = lastN(append(s.Typing, c.Into), MaxTyping)
	}
}

// Impacted is a denied tool.
type Impacted struct {
	Tool      string `json:"tool,omitzero"`
	Elsewhere bool   `json:"flag,omitzero"` // before the session moved here
}

// Op is "impacted".
func (c *Impacted) Op() Op { return "impacted" }

func (c *Impacted) apply(s *State, _ time.Time) {
	s.LastImpacted = c.Tool
	if c.Elsewhere {
		return
	}
	if t := s.turn(); len(t.Denied) < MaxCalls && !slices.Contains(t.Denied, c.Tool) {
		t.Denied = append(t.Denied, c.Tool)
	}
}

// UnticketedRun records that a program without a ticket may run, or waits for the owner: it may
// belong to any session.
type UnticketedRun struct{}

// Op is "unticketed".
func (c *UnticketedRun) Op() Op { return "unticketed" }

func (c *UnticketedRun) apply(s *State, now time.Time) { s.Unticketed = now }
