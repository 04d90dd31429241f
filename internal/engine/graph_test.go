package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestTurnGraph(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", map[string]string{"command": "ls"}))
	c.emit()
	g, err := h.engine.Graph("s", "t1")
	require.NoError(t, err)
	var kinds []session.Kind
	for _, n := range g.Nodes {
		kinds = append(kinds, n.Kind)
	}
	require.Equal(t, []session.Kind{session.KindSystemPrompt, session.KindHistory, session.KindInput, session.KindLLMCall, session.KindToolCall, session.KindToolResult, session.KindLLMCall, session.KindToolCall, session.KindDecision, session.KindOutput}, kinds)
	edge := func(from session.Kind, rel session.Relation, to session.Kind) {
		t.Helper()
		for _, e := range g.Edges {
			if at(g, e.From) == from && e.Relation == rel && at(g, e.To) == to {
				return
			}
		}
		t.Errorf("no edge %s %s %s", from, rel, to)
	}
	edge(session.KindInput, session.Triggers, session.KindLLMCall)
	edge(session.KindLLMCall, session.Consumes, session.KindHistory)
	edge(session.KindLLMCall, session.Consumes, session.KindSystemPrompt)
	edge(session.KindLLMCall, session.Produces, session.KindToolCall)
	edge(session.KindToolCall, session.Produces, session.KindToolResult)
	edge(session.KindLLMCall, session.Consumes, session.KindToolResult)
	edge(session.KindToolCall, session.BlockedBy, session.KindDecision)
	edge(session.KindOutput, session.DerivesFrom, session.KindLLMCall)
	require.Equal(t, trust.Untrusted, g.Summary.MaxTaint)
	require.Equal(t, []string{"web_fetch https://example.com"}, g.Summary.ExternalSources)
	require.Equal(t, []string{"exec"}, g.Summary.ToolsBlocked)
	require.Equal(t, 2, g.Summary.IterationCount)
	require.Equal(t, "look at this page", g.Nodes[2].ContentPreview)
	require.Len(t, g.Nodes[2].ContentHash, 64)

	off := newHost(t, "contentPreviews: false")
	off.fetched("s")
	g, err = off.engine.Graph("s", "last")
	require.NoError(t, err)
	for _, n := range g.Nodes {
		require.Empty(t, n.ContentPreview)
	}
}

func TestACallThatWasAnnouncedAndThenDeniedIsShownSo(t *testing.T) {
	c := newHost(t, "").fetched("s")
	c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "exec"}}})
	held(t, c.tried("exec", "x", ""))
	g, err := c.engine.Graph("s", "last")
	require.NoError(t, err)
	i := slices.IndexFunc(g.Nodes, func(n GraphNode) bool { return n.Kind == session.KindToolCall && n.Tool == "exec" })
	require.True(t, g.Nodes[i].Blocked)
	require.NotEmpty(t, g.Nodes[i].BlockReason)
	require.Empty(t, g.Nodes[i].Metadata["reason"])
}

func at(g TurnGraph, id string) session.Kind {
	for _, n := range g.Nodes {
		if n.ID == id {
			return n.Kind
		}
	}
	return ""
}

func TestGraphsAreBounded(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	for range session.MaxNodes {
		c.run("read", nil)
	}
	g, err := h.engine.Graph("s", "last")
	require.NoError(t, err)
	require.Len(t, g.Nodes, session.MaxNodes)
	require.True(t, g.Summary.Truncated)
	c.run("web_fetch", nil)
	require.Equal(t, trust.Untrusted, c.level(), "taint is tracked whether or not there is room to draw it")
	for range 40 {
		c.turn("next")
	}
	v, _ := h.engine.Session("s")
	require.Len(t, v.TurnsKept, session.KeptTurns+1)
}
