package engine

import (
	"encoding/hex"
	"maps"
	"slices"
	"strconv"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// TurnGraph is the provenance graph of one turn, in seed 004's schema.
type TurnGraph struct {
	TurnID     string      `json:"turnId"`
	SessionKey string      `json:"sessionKey"`
	AgentID    string      `json:"agentId,omitzero"`
	Timestamp  int64       `json:"timestamp"`  // Unix milliseconds
	DurationMS int64       `json:"durationMs"` // so far, if the turn is running
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
	Kind           session.Kind      `json:"kind"`
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
	From     string           `json:"from"`
	To       string           `json:"to"`
	Relation session.Relation `json:"relation"`
}

func nodeID(i int) string { return "n" + strconv.Itoa(i) }

func graphOf(t *session.Turn, p *policy.Policy, own, agent string, now int64) TurnGraph {
	g := TurnGraph{
		TurnID:     session.TurnID(t.Number),
		SessionKey: own,
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
	denied := deniedNodes(t)
	for i, n := range t.Nodes {
		// A call that was denied after it had been announced has a node that does not say so.
		if why, ok := denied[i]; ok && n.Kind == session.KindToolCall && !n.Blocked {
			n.Blocked, n.Text = true, why
		}
		g.Nodes = append(g.Nodes, nodeView(&n, p, i))
		if src := externalSource(&n); src != "" && !slices.Contains(g.Summary.ExternalSources, src) {
			g.Summary.ExternalSources = append(g.Summary.ExternalSources, src)
		}
	}
	for _, e := range t.Edges {
		g.Edges = append(g.Edges, GraphEdge{From: nodeID(e.From), To: nodeID(e.To), Relation: e.Relation})
	}
	return g
}

// deniedNodes returns why nodes were blocked, by their indexes.
func deniedNodes(t *session.Turn) map[int]string {
	why := map[int]string{}
	for _, e := range t.Edges {
		if n := t.Node(e.To); n != nil && e.Relation == session.BlockedBy {
			why[e.From] = n.Text
		}
	}
	return why
}

// nodeView shows the i-th node of a turn.
func nodeView(n *session.Node, p *policy.Policy, i int) GraphNode {
	v := GraphNode{
		ID: nodeID(i), Kind: n.Kind, Trust: n.Level, Tool: n.Tool, Iteration: n.Iteration,
		ContentPreview: n.Does, Blocked: n.Blocked,
	}
	if n.Does == "" {
		v.ContentPreview = decide.ShownPreview(p, n.Preview)
	}
	if n.Hash != (session.Hash{}) {
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

// externalSource names the origin of a result that is below trusted; empty for any other node.
func externalSource(n *session.Node) string {
	switch {
	case n.Kind != session.KindToolResult || n.Level == trust.Trusted:
		return ""
	case n.Detail != "":
		return n.Tool + " " + n.Detail
	}
	return n.Tool
}
