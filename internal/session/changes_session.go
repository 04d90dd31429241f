package session

import "time"

// Changes of the session's identity, and of what its owner was told.

// AgentNamed is the agent that the session belongs to.
type AgentNamed struct {
	Agent string `json:"text,omitzero"`
}

// Op is "agent".
func (c *AgentNamed) Op() Op { return "agent" }

func (c *AgentNamed) apply(s *State, _ time.Time) { s.Agent = c.Agent }

// OwnerTold records that the gateway says who the owner is.
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

// Commanded is an owner's command in a message, which is obeyed once.
type Commanded struct {
	Hash string `json:"text,omitzero"` // a keyed hash of its text
	Turn int    `json:"n,omitzero"`    // in whose history it was seen; 0 on arrival
}

// Op is "command".
func (c *Commanded) Op() Op { return "command" }

func (c *Commanded) apply(s *State, _ time.Time) {
	s.Command = CommandMark{Hash: c.Hash, Turn: c.Turn}
}

// Staged is a staged write, or a withheld result.
type Staged struct {
	ID   string `json:"text,omitzero"` // under which it is stored
	What string `json:"tool,omitzero"` // the file, or a description of the result
}

// Op is "staged".
func (c *Staged) Op() Op { return "staged" }

func (c *Staged) apply(s *State, _ time.Time) {
	s.Unsaid = lastN(append(s.Unsaid, Unsaid{ID: c.ID, What: c.What}), maxUnsaid)
}

// StagedTold records that a reply has mentioned everything that was staged.
type StagedTold struct{}

// Op is "said".
func (c *StagedTold) Op() Op { return "said" }

func (c *StagedTold) apply(s *State, _ time.Time) { s.Unsaid = nil }
