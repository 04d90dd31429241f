package graphview

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

func turn(t testing.TB) *TurnGraph {
	b, err := os.ReadFile("testdata/turn.json")
	require.NoError(t, err)
	var g TurnGraph
	require.NoError(t, json.Unmarshal(b, &g, json.RejectUnknownMembers(true)))
	return &g
}

func TestGolden(t *testing.T) {
	for name, render := range map[string]func(*TurnGraph) []byte{"turn.dot": DOT, "turn.mmd": Mermaid, "turn.svg": SVG} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name)
			got := render(turn(t))
			if *update {
				require.NoError(t, os.WriteFile(file, got, 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
			require.Equal(t, string(got), string(render(turn(t))), "the same graph is drawn the same way twice")
		})
	}
}

func TestFlowPointsFromContentToItsConsumer(t *testing.T) {
	for relation, want := range map[string]string{
		Triggers: "a→b", Produces: "a→b", BlockedBy: "a→b",
		Consumes: "b→a", DerivesFrom: "b→a",
	} {
		from, to := Edge{From: "a", To: "b", Relation: relation}.Flow()
		require.Equal(t, want, from+"→"+to, relation)
	}
}

func TestLoweringNamesWhatBroughtTheTaintDown(t *testing.T) {
	g := turn(t)
	require.Equal(t, map[string]bool{"n7": true, "n10": true}, g.Lowering())
	again := g.Nodes[10] // the same page, read again after the owner's reset
	again.ID = "again"
	g.Nodes = append(g.Nodes, again)
	require.Equal(t, map[string]bool{"n7": true, "n10": true, "again": true}, g.Lowering())
}

func TestWhatTheOwnerDidIsNotPolicys(t *testing.T) {
	reset := Node{ID: "n0", Kind: KindPolicy, Trust: "trusted", Metadata: map[string]any{"reason": "trust reset to trusted by owner"}}
	held := Node{ID: "n0", Kind: KindPolicy, Trust: "untrusted", Tool: "exec", Blocked: true, BlockReason: "confirm"}
	for _, c := range []struct {
		node         Node
		title, badge string
		dashed       bool
	}{{reset, "Owner", "OWNER", false}, {held, "exec", "POLICY", true}} {
		require.Equal(t, c.title, c.node.Title())
		svg := string(SVG(&TurnGraph{TurnID: "t1", SessionKey: "s", Nodes: []Node{c.node}}))
		require.Contains(t, svg, ">"+c.badge+"<")
		require.Equal(t, c.dashed, strings.Contains(svg, `class="card off"`))
		require.Contains(t, svg, c.node.BlockReason+c.node.Reason()+"<")
	}
}

// hostile is text with which a page or a file name might try to break out of a drawing.
const hostile = "\"]; a -> b [label=\"x\\\"<script>alert(1)</script>&amp;]]>-->\n%%{init}%%\r\x1b[31m\x00\u202e`end` |#quot;| \\N \xff"

func hostileTurn() *TurnGraph {
	it := 0
	return &TurnGraph{
		TurnID: hostile, SessionKey: hostile, AgentID: hostile,
		Nodes: []Node{
			{ID: hostile, Kind: hostile, Trust: hostile, Tool: hostile, Iteration: &it, ContentHash: hostile, ContentPreview: hostile,
				Blocked: true, BlockReason: hostile, Metadata: map[string]any{hostile: hostile}},
			{ID: "end", Kind: KindLLMCall, Trust: "trusted", Iteration: &it},
		},
		Edges:   []Edge{{From: "end", To: hostile, Relation: hostile}, {From: "end", To: "nobody", Relation: Produces}},
		Summary: Summary{MaxTaint: hostile, ExternalSources: []string{hostile}, ToolsBlocked: []string{hostile}},
	}
}

func TestHostileTextStaysText(t *testing.T) {
	g := hostileTurn()
	svg, dot, mermaid := string(SVG(g)), string(DOT(g)), string(Mermaid(g))
	for name, out := range map[string]string{"svg": svg, "dot": dot, "mermaid": mermaid} {
		for _, r := range out {
			require.False(t, r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0x202e, "%s: %q", name, r)
		}
	}
	require.NotContains(t, svg, "<script")
	requireXML(t, []byte(svg))

	require.Equal(t, 1, strings.Count(dot, " -> "+dotString(hostile)), "one edge, and none to a node that is not there")
	for _, l := range strings.Split(dot, "\n") {
		requireBalanced(t, l)
		require.Equal(t, strings.Count(l, "&"), strings.Count(l, "&amp;"), "no characters that Graphviz would make of their names: %s", l)
	}
	require.Contains(t, dot, "</script>&amp;amp;")
	for _, l := range strings.Split(mermaid, "\n")[2:] {
		require.NotContains(t, l, "script>")
		require.NotContains(t, strings.ReplaceAll(l, "\\", ""), "`")
		require.Zero(t, strings.Count(l, `"`)%2, l)
	}
}

// requireBalanced reads a line of DOT as Graphviz does: only the renderer's own words may be
// outside of quotes.
func requireBalanced(t *testing.T, line string) {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case !quoted:
			require.NotContains(t, "<`%&", line[i:i+1], line)
		}
	}
	require.False(t, quoted, line)
}

func requireXML(t require.TestingT, doc []byte) {
	d := xml.NewDecoder(strings.NewReader(string(doc)))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

func TestSVGNeedsNothingFromElsewhere(t *testing.T) {
	svg := string(SVG(turn(t)))
	requireXML(t, []byte(svg))
	for _, word := range []string{"<script", "<image", "<foreignObject", "@import", "@font-face", "url(http", "javascript:"} {
		require.NotContains(t, svg, word)
	}
	require.Equal(t, 1, strings.Count(svg, "http://"), "the namespace only")
	require.Contains(t, svg, "prefers-color-scheme:dark")
	for _, level := range []string{"trusted", "shared", "untrusted"} {
		require.Contains(t, svg, ">"+level+"<", "a level is text as well as a colour")
	}
	require.Contains(t, svg, "lowers taint to untrusted")
}

func TestEmptyTurnIsADrawingToo(t *testing.T) {
	g := &TurnGraph{TurnID: "t1", SessionKey: "s"}
	requireXML(t, SVG(g))
	require.Contains(t, string(DOT(g)), "digraph")
	require.Contains(t, string(Mermaid(g)), "flowchart")
}

// TestNothingOverlaps draws graphs of every shape, sensible or not: cards do not touch and are
// inside the page, and no line of a sensible edge crosses a card.
func TestNothingOverlaps(t *testing.T) {
	kinds := []string{KindInput, KindSystem, KindHistory, KindLLMCall, KindToolCall, KindResult, KindOutput, KindPolicy, "new_kind"}
	relations := []string{Triggers, Produces, Consumes, DerivesFrom, BlockedBy, "new_relation"}
	rapid.Check(t, func(t *rapid.T) {
		g := &TurnGraph{TurnID: "t1", SessionKey: "s"}
		n := rapid.IntRange(0, 60).Draw(t, "nodes")
		for i := range n {
			it := rapid.IntRange(0, 5).Draw(t, "iteration")
			g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint("n", i), Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Iteration: &it,
				Trust: levelName(rapid.IntRange(0, 3).Draw(t, "level")), Tool: rapid.StringN(0, 30, 60).Draw(t, "tool")})
		}
		if n > 0 {
			id := rapid.Custom(func(t *rapid.T) string { return fmt.Sprint("n", rapid.IntRange(0, n).Draw(t, "id")) })
			for range rapid.IntRange(0, 90).Draw(t, "edges") {
				g.Edges = append(g.Edges, Edge{From: id.Draw(t, "from"), To: id.Draw(t, "to"), Relation: rapid.SampledFrom(relations).Draw(t, "relation")})
			}
		}
		requireRoom(t, g)
		requireXML(t, SVG(g))
	})
}

func requireRoom(t require.TestingT, g *TurnGraph) {
	l := arrange(g)
	require.Len(t, l.cards, len(g.Nodes))
	for i, a := range l.cards {
		b := l.bands[a.band]
		require.True(t, a.x >= margin && a.right() <= width-margin && a.y >= b.y && a.bottom() <= b.y+b.h && a.bottom() < l.height)
		for _, o := range l.cards[:i] {
			require.False(t, a.x < o.right() && o.x < a.right() && a.y < o.bottom() && o.y < a.bottom(), "%s and %s overlap", a.node.ID, o.node.ID)
		}
	}
	for i := 1; i < len(l.bands); i++ {
		require.Greater(t, l.bands[i].y, l.bands[i-1].y+l.bands[i-1].h)
	}
	for _, ln := range l.routes(g) {
		for i := 1; i < len(ln.points); i++ {
			p, q := ln.points[i-1], ln.points[i]
			require.True(t, p.x == q.x || p.y == q.y, "lines run along the axes")
			for _, c := range l.cards {
				crosses := min(p.x, q.x) < c.right() && max(p.x, q.x) > c.x && min(p.y, q.y) < c.bottom() && max(p.y, q.y) > c.y
				require.False(t, crosses, "%s %s %s crosses %s", ln.edge.From, ln.edge.Relation, ln.edge.To, c.node.ID)
			}
		}
	}
}

func TestALargeTurnHasRoom(t *testing.T) {
	g := &TurnGraph{TurnID: "t9", SessionKey: "s", Nodes: []Node{{ID: "s0", Kind: KindInput, Trust: "trusted"}}}
	prev := ""
	for it := range 5 {
		llm := fmt.Sprint("l", it)
		g.Nodes = append(g.Nodes, Node{ID: llm, Kind: KindLLMCall, Trust: "external", Iteration: &it})
		if prev != "" {
			g.Edges = append(g.Edges, Edge{llm, prev, DerivesFrom})
		}
		prev = llm
		for call := range 5 {
			c, r := fmt.Sprintf("c%d.%d", it, call), fmt.Sprintf("r%d.%d", it, call)
			g.Nodes = append(g.Nodes, Node{ID: c, Kind: KindToolCall, Trust: "external", Tool: "read", Iteration: &it}, Node{ID: r, Kind: KindResult, Trust: "external", Tool: "read", Iteration: &it})
			g.Edges = append(g.Edges, Edge{llm, c, Produces}, Edge{c, r, Produces}, Edge{fmt.Sprint("l", it+1), r, Consumes})
		}
	}
	requireRoom(t, g)
}
