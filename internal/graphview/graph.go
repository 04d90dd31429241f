// Package graphview draws one turn's provenance graph: as DOT and Mermaid for
// documents and tools, as a self-contained SVG for people. It draws the graph as
// recorded; it judges nothing, and adds nothing to it.
package graphview

import (
	"strings"
	"time"
	"unicode"
)

// TurnGraph is where everything in one turn came from (seed 004, "Graph Schema").
type TurnGraph struct {
	TurnID     string  `json:"turnId"`
	SessionKey string  `json:"sessionKey"`
	AgentID    string  `json:"agentId,omitzero"`
	Timestamp  int64   `json:"timestamp"`  // when the turn began, Unix milliseconds
	DurationMs int64   `json:"durationMs"` // 0 while the turn is open
	Nodes      []Node  `json:"nodes"`      // in the order in which they were created
	Edges      []Edge  `json:"edges"`
	Summary    Summary `json:"summary"`
}

// Node is one piece of content, one call or one decision.
type Node struct {
	ID             string         `json:"id"`
	Kind           string         `json:"kind"`  // one of the Kind constants
	Trust          string         `json:"trust"` // a level's name; any other word is drawn as untrusted
	Tool           string         `json:"tool,omitzero"`
	Iteration      *int           `json:"iteration,omitzero"`
	ContentHash    string         `json:"contentHash,omitzero"`
	ContentPreview string         `json:"contentPreview,omitzero"`
	Blocked        bool           `json:"blocked,omitzero"`
	BlockReason    string         `json:"blockReason,omitzero"`
	Metadata       map[string]any `json:"metadata,omitzero"`
}

// Edge reads as a sentence: "llm_call consumes tool_result".
type Edge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Relation string `json:"relation"` // one of the relation constants
}

// Summary is what a person wants to know first about a turn.
type Summary struct {
	MaxTaint        string   `json:"maxTaint"` // the turn's taint; seed 004's name for it
	ExternalSources []string `json:"externalSources"`
	ToolsBlocked    []string `json:"toolsBlocked"`
	IterationCount  int      `json:"iterationCount"`
	Truncated       bool     `json:"truncated,omitzero"` // the turn had more nodes than are kept
}

// Kinds of nodes.
const (
	KindInput    = "input"
	KindSystem   = "system_prompt"
	KindHistory  = "history"
	KindLLMCall  = "llm_call"
	KindToolCall = "tool_call"
	KindResult   = "tool_result"
	KindOutput   = "output"
	KindPolicy   = "policy_decision"
)

// Relations of edges.
const (
	Triggers    = "triggers"
	Produces    = "produces"
	Consumes    = "consumes"
	DerivesFrom = "derives_from"
	BlockedBy   = "blocked_by"
)

// Flow is the edge in the direction in which content moves, which is how it is drawn: the arrow
// ends at what consumes the content or derives from it.
func (e Edge) Flow() (from, to string) {
	if e.Relation == Consumes || e.Relation == DerivesFrom {
		return e.To, e.From
	}
	return e.From, e.To
}

// rank orders levels: 0 is untrusted, and so is every word that is not a level.
func rank(level string) int {
	switch level {
	case "trusted":
		return 3
	case "shared":
		return 2
	case "external":
		return 1
	}
	return 0
}

// levelName is the level that rank stands for.
func levelName(rank int) string {
	return [...]string{"untrusted", "external", "shared", "trusted"}[rank]
}

// isContent distinguishes the nodes that bring content into the context from those that act on
// it.
func isContent(kind string) bool {
	return kind == KindInput || kind == KindSystem || kind == KindHistory || kind == KindResult
}

// ByOwner distinguishes the owner's actions, a trust reset or an approval, from policy's
// decisions: both are policy_decision nodes, and policy's are blocked.
func (n *Node) ByOwner() bool { return n.Kind == KindPolicy && !n.Blocked }

// Reason is why the node exists or has its level, if that was recorded.
func (n *Node) Reason() string {
	s, _ := n.Metadata["reason"].(string)
	return s
}

// Answer is the owner's answer to a call, or that there was none.
func (n *Node) Answer() string {
	s, _ := n.Metadata["answer"].(string)
	return s
}

// Lowering finds the nodes that lowered the taint: each content node whose level is below
// everything before it. A turn begins at trusted, and the owner's actions set the taint.
func (g *TurnGraph) Lowering() map[string]bool {
	low, out := rank("trusted"), map[string]bool{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		switch r := rank(n.Trust); {
		case n.ByOwner():
			low = r
		case isContent(n.Kind) && !n.Blocked && r < low:
			low, out[n.ID] = r, true
		}
	}
	return out
}

// Denied finds the nodes that policy stopped: those marked so, and those with an edge to the
// decision.
func (g *TurnGraph) Denied() map[string]bool {
	out := map[string]bool{}
	for _, n := range g.Nodes {
		if n.Blocked {
			out[n.ID] = true
		}
	}
	for _, e := range g.Edges {
		if e.Relation == BlockedBy {
			out[e.From] = true
		}
	}
	return out
}

// Title is a node's name in a drawing.
func (n *Node) Title() string {
	switch {
	case n.ByOwner():
		return "Owner"
	case n.Tool != "":
		return n.Tool
	}
	switch n.Kind {
	case KindInput:
		return "Message"
	case KindSystem:
		return "System prompt"
	case KindHistory:
		return "History"
	case KindLLMCall:
		return "LLM call"
	case KindOutput:
		return "Response"
	case KindPolicy:
		return "Policy"
	}
	return n.KindLabel()
}

// KindLabel is the node's kind in words.
func (n *Node) KindLabel() string { return strings.ReplaceAll(n.Kind, "_", " ") }

// TurnName is the turn in words: "turn 3" for t3.
func (g *TurnGraph) TurnName() string { return "turn " + strings.TrimPrefix(g.TurnID, "t") }

// label says which turn of which session a drawing shows.
func (g *TurnGraph) label() string {
	return "Provenance of " + g.TurnName() + ", session " + g.SessionKey
}

// start is when the turn began, or the empty string.
func (g *TurnGraph) start() string {
	if g.Timestamp == 0 {
		return ""
	}
	return time.UnixMilli(g.Timestamp).UTC().Format("2006-01-02 15:04:05 UTC")
}

// plain makes s one line of visible characters, at most limit of them: no drawing format needs
// control characters, and some forbid them.
func plain(s string, limit int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = n > 0
			continue
		}
		if !unicode.IsGraphic(r) || unicode.Is(unicode.Co, r) {
			r = unicode.ReplacementChar
		}
		if space {
			b.WriteByte(' ')
			n++
			space = false
		}
		if n >= limit-1 {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
