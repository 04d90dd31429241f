package session

import "time"

// Changes of the turn's provenance graph.

// NodeAdded is a further node of the graph.
type NodeAdded struct {
	Node Node `json:"node"`
}

// Op is "node".
func (c *NodeAdded) Op() Op { return "node" }

func (c *NodeAdded) apply(s *State, _ time.Time) { s.turn().addNode(&c.Node) }

// EdgeAdded connects two nodes of the graph.
type EdgeAdded struct {
	Edge Edge `json:"edge"`
}

// Op is "edge".
func (c *EdgeAdded) Op() Op { return "edge" }

func (c *EdgeAdded) apply(s *State, _ time.Time) {
	t := s.turn()
	t.Edges = append(t.Edges, c.Edge)
}

// GraphKept records that a rule asked to keep the graph longer than others.
type GraphKept struct{}

// Op is "persist".
func (c *GraphKept) Op() Op { return "persist" }

func (c *GraphKept) apply(s *State, _ time.Time) { s.turn().Persist = true }
