package ctl

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/graphview"
)

var renderers = map[string]func(*graphview.TurnGraph) []byte{
	"dot":     graphview.DOT,
	"mermaid": graphview.Mermaid,
	"svg":     graphview.SVG,
}

func graph(c *call) error {
	session, err := c.needSession("`provenancectl sessions` lists them")
	if err != nil {
		return err
	}
	format := c.flags["format"]
	switch {
	case format == "":
		format = "text"
	case format != "text" && format != "json" && renderers[format] == nil:
		return usagef("unknown format %q%s use text, json, dot, mermaid or svg", format, suggest(format, []string{"text", "json", "dot", "mermaid", "svg"}))
	case format != "json" && c.has("json"):
		return usagef("--json and --format %s cannot be used together", format)
	}
	var raw jsontext.Value
	if err := c.ask("graph", map[string]string{"session": session, "turn": or(c.flags["turn"], "last")}, &raw); err != nil {
		return err
	}
	if format == "json" || c.has("json") {
		return c.out.json(raw)
	}
	var g graphview.TurnGraph
	if err := json.Unmarshal(raw, &g); err != nil {
		return fmt.Errorf("the daemon's graph does not fit this version of provenancectl: %w", err)
	}
	if render := renderers[format]; render != nil {
		c.out.document(render(&g))
		return nil
	}
	c.tree(&g)
	return nil
}

// tree shows a graph as text: what the context started with, then each LLM call with the tool
// calls it asked for and what happened to them.
func (c *call) tree(g *graphview.TurnGraph) {
	p := c.out
	head := g.TurnName() + " of " + g.SessionKey
	if g.DurationMs > 0 {
		head += ", " + (time.Duration(g.DurationMs) * time.Millisecond).Round(10*time.Millisecond).String()
	}
	p.say("%s: %s\n", bold(head), p.level(g.Summary.MaxTaint))

	t := &tree{call: c, children: map[string][]*graphview.Node{}, lowering: g.Lowering(), denied: g.Denied()}
	byID := make(map[string]*graphview.Node, len(g.Nodes))
	for i := range g.Nodes {
		byID[g.Nodes[i].ID] = &g.Nodes[i]
	}
	parent := map[string]string{}
	for _, e := range g.Edges {
		child := byID[e.To]
		if e.Relation != graphview.Produces && e.Relation != graphview.BlockedBy || child == nil || byID[e.From] == nil || parent[e.To] != "" {
			continue
		}
		if reaches(parent, e.From, e.To) {
			continue // a cycle is not a tree
		}
		parent[e.To] = e.From
		t.children[e.From] = append(t.children[e.From], child)
	}
	var top []*graphview.Node
	for i := range g.Nodes {
		if n := &g.Nodes[i]; parent[n.ID] == "" {
			top = append(top, n)
		}
	}
	t.print(top, "")

	p.say("\n%s\n", dim(fmt.Sprintf("external sources: %s · tools denied: %s · %s",
		or(strings.Join(g.Summary.ExternalSources, ", "), "none"), or(strings.Join(g.Summary.ToolsBlocked, ", "), "none"), count(int64(g.Summary.IterationCount), "iteration"))))
	if g.Summary.Truncated {
		p.say("%s\n", dim("the turn had more nodes than are kept"))
	}
}

// reaches reports whether to is an ancestor of from, or from itself.
func reaches(parent map[string]string, from, to string) bool {
	for id := from; id != ""; id = parent[id] {
		if id == to {
			return true
		}
	}
	return false
}

type tree struct {
	*call
	children map[string][]*graphview.Node
	lowering map[string]bool
	denied   map[string]bool
}

func (t *tree) print(nodes []*graphview.Node, indent string) {
	for i, n := range nodes {
		branch, below := "├─ ", "│  "
		if i == len(nodes)-1 {
			branch, below = "└─ ", "   "
		}
		t.out.say("%s%s\n", dim(indent+branch), t.line(n))
		t.print(t.children[n.ID], indent+below)
	}
}

// line is the tree's text for a node.
func (t *tree) line(n *graphview.Node) []ink {
	name := n.Title()
	if n.Kind == graphview.KindLLMCall && n.Iteration != nil {
		name = fmt.Sprintf("iteration %d", *n.Iteration)
	}
	what := bold(name)
	switch {
	case n.ByOwner():
		return []ink{t.out.paint("✓ "+name, n.Trust), {text: n.Reason()}}
	case t.denied[n.ID] || n.Kind == graphview.KindPolicy:
		what = red("✗ " + name)
	}
	words := []ink{what}
	if kind := n.KindLabel(); !strings.EqualFold(kind, name) && n.Kind != graphview.KindPolicy {
		words = append(words, dim(kind))
	}
	if n.Kind != graphview.KindPolicy {
		words = append(words, t.out.level(n.Trust))
	}
	from, _ := n.Metadata["source"].(string)
	switch {
	case t.denied[n.ID] && len(t.children[n.ID]) > 0:
		words = append(words, red("denied")) // the decision below says why
	case n.BlockReason != "":
		words = append(words, ink{text: n.BlockReason})
	case from != "":
		words = append(words, dim(from))
	case n.ContentPreview != "":
		words = append(words, dim("“"+n.ContentPreview+"”"))
	}
	if a := n.Answer(); a != "" {
		words = append(words, ink{text: a})
	}
	if t.lowering[n.ID] {
		words = append(words, t.out.paint("▼ lowers the taint", n.Trust))
	}
	return words
}
