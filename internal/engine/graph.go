package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

// Kind is what a node of the provenance graph stands for (seed 004, "Graph
// Schema").
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

// Relation joins two nodes; an edge reads as a sentence: from relation to.
type Relation string

const (
	Triggers    Relation = "triggers"
	Produces    Relation = "produces"
	Consumes    Relation = "consumes"
	DerivesFrom Relation = "derives_from"
	BlockedBy   Relation = "blocked_by"
)

// Node is one node of a turn's graph. Content itself is not kept: only its hash
// and, where the policy allows it, its first characters.
type Node struct {
	Kind      Kind        `json:"kind"`
	Level     trust.Level `json:"level"`
	Tool      string      `json:"tool,omitzero"`
	CallID    string      `json:"callId,omitzero"`
	Iteration int         `json:"iteration,omitzero"`
	Hash      Hash        `json:"hash,omitzero"`
	Preview   string      `json:"-"`               // in memory only; see shownPreview
	Does      string      `json:"does,omitzero"`   // of a call: see Judgement
	Detail    string      `json:"detail,omitzero"` // where it came from: a URL's scheme and host, or the program that fetched it
	Blocked   bool        `json:"blocked,omitzero"`
	Text      string      `json:"text,omitzero"` // why it is blocked, or why it has its level
}

// Edge joins two nodes by their indexes.
type Edge struct {
	From     int      `json:"from"`
	To       int      `json:"to"`
	Relation Relation `json:"relation"`
}

// Hash is the SHA-256 of a piece of content; zero when there was none.
type Hash [sha256.Size]byte

// MarshalText writes lowercase hex.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(b []byte) error {
	if hex.DecodedLen(len(b)) != len(h) {
		return fmt.Errorf("content hash of %d characters", len(b))
	}
	_, err := hex.Decode(h[:], b)
	return err
}

func hashOf(content []byte) Hash {
	if len(content) == 0 {
		return Hash{}
	}
	return sha256.Sum256(content)
}

func (t *Turn) addNode(n *Node) {
	t.Nodes = append(t.Nodes, *n)
	if n.Kind == KindLLMCall {
		t.LLMNode = len(t.Nodes) - 1
	}
	if len(t.Nodes) >= maxNodes {
		t.Truncated = true
	}
}

// node is a node of the turn's graph; nil where the graph was full, or it is from before the
// records that are kept.
func (t *Turn) node(i int) *Node {
	if i < 0 || i >= len(t.Nodes) {
		return nil
	}
	return &t.Nodes[i]
}

// TurnGraph is the provenance graph of one turn, in seed 004's schema.
type TurnGraph struct {
	TurnID     string      `json:"turnId"`
	SessionKey string      `json:"sessionKey"`
	AgentID    string      `json:"agentId,omitzero"`
	Timestamp  int64       `json:"timestamp"`  // Unix milliseconds
	DurationMS int64       `json:"durationMs"` // so far, while the turn is open
	Nodes      []GraphNode `json:"nodes"`
	Edges      []GraphEdge `json:"edges"`
	Summary    struct {
		MaxTaint        trust.Level `json:"maxTaint"` // the seed's name: the lowest level seen
		ExternalSources []string    `json:"externalSources"`
		ToolsBlocked    []string    `json:"toolsBlocked"`
		IterationCount  int         `json:"iterationCount"`
		Truncated       bool        `json:"truncated,omitzero"` // the turn had more nodes than are kept
	} `json:"summary"`
}

// GraphNode is one node of a TurnGraph.
type GraphNode struct {
	ID             string            `json:"id"`
	Kind           Kind              `json:"kind"`
	Trust          trust.Level       `json:"trust"`
	Tool           string            `json:"tool,omitzero"`
	Iteration      int               `json:"iteration"`
	ContentHash    string            `json:"contentHash,omitzero"`
	ContentPreview string            `json:"contentPreview,omitzero"`
	Blocked        bool              `json:"blocked,omitzero"`
	BlockReason    string            `json:"blockReason,omitzero"`
	Metadata       map[string]string `json:"metadata,omitzero"`
}

// GraphEdge is one edge of a TurnGraph, between node ids.
type GraphEdge struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Relation Relation `json:"relation"`
}

func turnID(n int) string { return "t" + strconv.Itoa(n) }

func nodeID(i int) string { return "n" + strconv.Itoa(i) }

func (t *Turn) graph(p *policy.Policy, session, agent string, now int64) TurnGraph {
	g := TurnGraph{
		TurnID:     turnID(t.Number),
		SessionKey: session,
		AgentID:    agent,
		Timestamp:  t.Started.UnixMilli(),
		Nodes:      make([]GraphNode, 0, len(t.Nodes)),
		Edges:      make([]GraphEdge, 0, len(t.Edges)),
	}
	end := now
	if !t.Open() {
		end = t.Ended.UnixMilli()
	}
	g.DurationMS = max(0, end-g.Timestamp)
	g.Summary.MaxTaint = t.Level
	g.Summary.ExternalSources = []string{}
	g.Summary.ToolsBlocked = append([]string{}, t.Denied...)
	g.Summary.IterationCount = t.LLMCalls
	g.Summary.Truncated = t.Truncated
	denied := t.denied()
	for i, n := range t.Nodes {
		// A call that was denied after it had been announced has a node that does not say so.
		if why, ok := denied[i]; ok && n.Kind == KindToolCall && !n.Blocked {
			n.Blocked, n.Text = true, why
		}
		g.Nodes = append(g.Nodes, n.view(p, i))
		if src := n.externalSource(); src != "" && !slices.Contains(g.Summary.ExternalSources, src) {
			g.Summary.ExternalSources = append(g.Summary.ExternalSources, src)
		}
	}
	for _, e := range t.Edges {
		g.Edges = append(g.Edges, GraphEdge{From: nodeID(e.From), To: nodeID(e.To), Relation: e.Relation})
	}
	return g
}

// denied is why nodes were blocked, by their indexes.
func (t *Turn) denied() map[int]string {
	why := map[int]string{}
	for _, e := range t.Edges {
		if n := t.node(e.To); n != nil && e.Relation == BlockedBy {
			why[e.From] = n.Text
		}
	}
	return why
}

// view shows the i-th node of a turn.
func (n *Node) view(p *policy.Policy, i int) GraphNode {
	v := GraphNode{
		ID: nodeID(i), Kind: n.Kind, Trust: n.Level, Tool: n.Tool, Iteration: n.Iteration,
		ContentPreview: n.Does, Blocked: n.Blocked,
	}
	if n.Does == "" {
		v.ContentPreview = shownPreview(p, n.Preview)
	}
	if n.Hash != (Hash{}) {
		v.ContentHash = hex.EncodeToString(n.Hash[:])
	}
	meta := map[string]string{"toolCallId": n.CallID, "source": n.Detail}
	if n.Blocked {
		v.BlockReason = n.Text
	} else {
		meta["reason"] = n.Text
	}
	maps.DeleteFunc(meta, func(_, text string) bool { return text == "" })
	if len(meta) > 0 {
		v.Metadata = meta
	}
	return v
}

// externalSource names where a result that is less than trusted came from; empty for
// any other node.
func (n *Node) externalSource() string {
	switch {
	case n.Kind != KindToolResult || n.Level == trust.Trusted:
		return ""
	case n.Detail != "":
		return n.Tool + " " + n.Detail
	}
	return n.Tool
}

// preview is the beginning of a text, fit to be shown: one line, no control
// characters, at most n characters.
func preview(text string, n int) string {
	if i := oneLine(text); i == len(text) || i > n { // most texts, in 50 ns instead of 500
		if i <= n {
			return text
		}
		return text[:n] + "…"
	}
	var b strings.Builder
	space, count := false, 0
	for _, r := range text {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError || unicode.Is(unicode.Cf, r) {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
			count++
		}
		if count >= n {
			return b.String() + "…"
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

// oneLine is how many bytes at the beginning of text preview would leave as they
// are: ASCII, with single spaces between words.
func oneLine(text string) int {
	space := true
	for i := range len(text) {
		switch c := text[i]; {
		case '!' <= c && c <= '~':
			space = false
		case c == ' ' && !space && i+1 < len(text):
			space = true
		default:
			return i
		}
	}
	return len(text)
}

// label makes a name that came over the wire safe to put into a sentence.
func label(name string) string {
	if plain(name) {
		return name
	}
	return preview(name, 64)
}

// plain reports whether a name is one word of printable ASCII, as a command can
// name it.
func plain(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i := 0; i < len(name); i++ {
		if name[i] <= ' ' || name[i] >= 0x7f {
			return false
		}
	}
	return true
}
