package session

import "time"

// Changes of who the session is, and of what its owner is told.

// AgentNamed is the agent that the session is of.
type AgentNamed struct {
	Agent string `json:"text,omitzero"`
}

// Op is "agent".
func (c *AgentNamed) Op() Op { return "agent" }

func (c *AgentNamed) apply(s *State, _ time.Time) { s.Agent = c.Agent }

// OwnerTold is that the gateway tells who the owner is.
type OwnerTold struct{}

// Op is "owner_field".
func (c *OwnerTold) Op() Op { return "owner_field" }

func (c *OwnerTold) apply(s *State, _ time.Time) { s.OwnerField = true }

// OwnerSeen is a sender who was the verified owner.
type OwnerSeen struct {
	ID string `json:"text,omitzero"` // of the sender, with its channel
}

// Op is "owner".
func (c *OwnerSeen) Op() Op { return "owner" }

func (c *OwnerSeen) apply(s *State, _ time.Time) {
	if c.ID != "" {
		s.Owners = lastN(append(s.Owners, c.ID), MaxOwners)
	}
}

// Commanded is a command of the owner's in a message, which is obeyed once.
type Commanded struct {
	Hash string `json:"text,omitzero"` // keyed, of its words
	Turn int    `json:"n,omitzero"`    // in whose history it was seen; 0 as it arrived
}

// Op is "command".
func (c *Commanded) Op() Op { return "command" }

func (c *Commanded) apply(s *State, _ time.Time) {
	s.Command = CommandMark{Hash: c.Hash, Turn: c.Turn}
}

// Staged is a write that was staged, or a result that was withheld.
type Staged struct {
	ID   string `json:"text,omitzero"` // under which it is kept
	What string `json:"tool,omitzero"` // the file, or what it is
}

// Op is "staged".
func (c *Staged) Op() Op { return "staged" }

func (c *Staged) apply(s *State, _ time.Time) {
	s.Unsaid = lastN(append(s.Unsaid, Unsaid{ID: c.ID, What: c.What}), maxUnsaid)
}

// StagedTold is that a reply has told of all that was staged.
type StagedTold struct{}

// Op is "said".
func (c *StagedTold) Op() Op { return "said" }

func (c *StagedTold) apply(s *State, _ time.Time) { s.Unsaid = nil }
