package session

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/provenanced/provenanced/internal/trust"
)

// Kind is what a node of the provenance graph stands for (seed 004, "Graph Schema").
type Kind string

const (
	KindInput        Kind = "input"
	KindSystemPrompt Kind = "system_prompt"
	KindHistory      Kind = "history"
	KindLLMCall      Kind = "llm_call"
	KindToolCall     Kind = "tool_call"
	KindToolResult   Kind = "tool_result"
	KindOutput       Kind = "output"
	KindDecision     Kind = "policy_decision"
)

// Relation connects two nodes; an edge reads as a sentence: from relation to.
type Relation string

const (
	Triggers    Relation = "triggers"
	Produces    Relation = "produces"
	Consumes    Relation = "consumes"
	DerivesFrom Relation = "derives_from"
	BlockedBy   Relation = "blocked_by"
)

// Node is one node of a turn's graph. Content is not kept, only its hash and, if the policy allows
// it, its first characters.
type Node struct {
	Kind      Kind        `json:"kind"`
	Level     trust.Level `json:"level"`
	Tool      string      `json:"tool,omitzero"`
	CallID    string      `json:"callId,omitzero"`
	Iteration int         `json:"iteration,omitzero"`
	Hash      Hash        `json:"hash,omitzero"`
	Preview   string      `json:"-"`               // in memory only; see ShownPreview
	Does      string      `json:"does,omitzero"`   // of a call: see Judgement
	Detail    string      `json:"detail,omitzero"` // its origin: a URL's scheme and host, or the program that fetched it
	Blocked   bool        `json:"blocked,omitzero"`
	Text      string      `json:"text,omitzero"` // why it is blocked, or why it has its level
}

// Edge connects two nodes by their indexes.
type Edge struct {
	From     int      `json:"from"`
	To       int      `json:"to"`
	Relation Relation `json:"relation"`
}

// Hash is the SHA-256 of a piece of content; zero if there was none.
type Hash [sha256.Size]byte

// HashOf returns the hash of content, or zero if there is none.
func HashOf(content []byte) Hash {
	if len(content) == 0 {
		return Hash{}
	}
	return sha256.Sum256(content)
}

// MarshalText writes lower-case hex.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(b []byte) error {
	if hex.DecodedLen(len(b)) != len(h) {
		return fmt.Errorf("content hash of %d characters", len(b))
	}
	_, err := hex.Decode(h[:], b)
	return err
}

func (t *Turn) addNode(n *Node) {
	t.Nodes = append(t.Nodes, *n)
	if n.Kind == KindLLMCall {
		t.LLMNode = len(t.Nodes) - 1
	}
	if len(t.Nodes) >= MaxNodes {
		t.Truncated = true
	}
}

// Node returns a node of the turn's graph; nil if the graph was full, or its record is no longer
// kept.
func (t *Turn) Node(i int) *Node {
	if i < 0 || i >= len(t.Nodes) {
		return nil
	}
	return &t.Nodes[i]
}

// TurnID names a turn for commands: t3 is the third of its session.
func TurnID(n int) string { return "t" + strconv.Itoa(n) }
