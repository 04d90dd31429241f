package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestPreview(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"five5", "five5"},
		{"seven77", "seven77"},
		{"eight888", "eight88…"},
		{"six ab", "six ab"},
		{"sixxxx a b", "sixxxx …"},
		{"seven77 a", "seven77…"},
		{" a  b ", "a b"},
		{"a\nb\tc", "a b c"},
		{"a b ", "a b"},
		{"a\x00b", "a b"},
		{"äöüäöüä", "äöüäöüä"},
		{"äöüäöüäö", "äöüäöüä…"},
		{"abcdefgäö", "abcdefg…"},
		{"abcdef\xffg", "abcdef …"},
		{"a\u202eb", "a b"},
		{"        ", ""},
	} {
		require.Equal(t, c.want, preview(c.text, 7), "%q", c.text)
	}
}

func TestTurnGraph(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", map[string]string{"command": "ls"}))
	c.emit()
	g, err := h.engine.Graph("s", "t1")
	require.NoError(t, err)
	var kinds []Kind
	for _, n := range g.Nodes {
		kinds = append(kinds, n.Kind)
	}
	require.Equal(t, []Kind{KindSystemPrompt, KindHistory, KindInput, KindLLMCall, KindToolCall, KindToolResult, KindLLMCall, KindToolCall, KindDecision, KindOutput}, kinds)
	edge := func(from Kind, rel Relation, to Kind) {
		t.Helper()
		for _, e := range g.Edges {
			if at(g, e.From) == from && e.Relation == rel && at(g, e.To) == to {
				return
			}
		}
		t.Errorf("no edge %s %s %s", from, rel, to)
	}
	edge(KindInput, Triggers, KindLLMCall)
	edge(KindLLMCall, Consumes, KindHistory)
	edge(KindLLMCall, Consumes, KindSystemPrompt)
	edge(KindLLMCall, Produces, KindToolCall)
	edge(KindToolCall, Produces, KindToolResult)
	edge(KindLLMCall, Consumes, KindToolResult)
	edge(KindToolCall, BlockedBy, KindDecision)
	edge(KindOutput, DerivesFrom, KindLLMCall)
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
	i := slices.IndexFunc(g.Nodes, func(n GraphNode) bool { return n.Kind == KindToolCall && n.Tool == "exec" })
	require.True(t, g.Nodes[i].Blocked)
	require.NotEmpty(t, g.Nodes[i].BlockReason)
	require.Empty(t, g.Nodes[i].Metadata["reason"])
}

func at(g TurnGraph, id string) Kind {
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
	for range maxNodes {
		c.run("read", nil)
	}
	g, err := h.engine.Graph("s", "last")
	require.NoError(t, err)
	require.Len(t, g.Nodes, maxNodes)
	require.True(t, g.Summary.Truncated)
	c.run("web_fetch", nil)
	require.Equal(t, trust.Untrusted, c.level(), "taint is tracked whether or not there is room to draw it")
	for range 40 {
		c.turn("next")
	}
	v, _ := h.engine.Session("s")
	require.Len(t, v.TurnsKept, keptTurns+1)
}
