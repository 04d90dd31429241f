package graphview

import (
	"fmt"
	"strings"
)

// fills are the levels' colours on white, by rank; the text beside them also names the level,
// for those who cannot see colours.
var fills = [...]struct{ fill, line string }{
	{"#fbe3e4", "#c2323a"}, // untrusted
	{"#fdebd8", "#c46a12"}, // external
	{"#fbf5d0", "#9a7d00"}, // shared
	{"#dff3e6", "#1f8a4c"}, // trusted
}

var dotStyles = map[string]string{
	Triggers:    `style=solid`,
	Produces:    `style=solid`,
	Consumes:    `style=solid, color="#6b7280"`,
	DerivesFrom: `style=bold`,
	BlockedBy:   `style=dashed, color="#c2323a", fontcolor="#c2323a"`,
}

// DOT renders g for Graphviz.
func DOT(g *TurnGraph) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph turn {\n\trankdir=LR;\n\tlabel=%s;\n\tlabelloc=t;\n", dotString(g.label()))
	b.WriteString("\tfontname=\"Helvetica\";\n\tnode [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n" +
		"\tedge [fontname=\"Helvetica\", fontsize=9];\n")
	denied, known := g.Denied(), make(map[string]bool, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		known[n.ID] = true
		c := fills[rank(n.Trust)]
		style := ""
		if denied[n.ID] {
			style = `, style="rounded,filled,dashed", penwidth=2`
		}
		fmt.Fprintf(&b, "\t%s [label=%s, fillcolor=%q, color=%q%s];\n", dotString(n.ID), dotLines(nodeLines(n, denied[n.ID])), c.fill, c.line, style)
	}
	for _, e := range g.Edges {
		if !known[e.From] || !known[e.To] {
			continue // Graphviz would invent a node for it
		}
		from, to := e.Flow()
		style := dotStyles[e.Relation]
		if style == "" {
			style = "style=dotted"
		}
		fmt.Fprintf(&b, "\t%s -> %s [label=%s, %s];\n", dotString(from), dotString(to), dotString(e.Relation), style)
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// nodeLines is a node's text in DOT and Mermaid.
func nodeLines(n *Node, denied bool) []string {
	lines := []string{plain(n.Title(), 40)}
	kind := n.KindLabel()
	if n.Iteration != nil {
		kind = fmt.Sprintf("%s, iteration %d", kind, *n.Iteration)
	}
	lines = append(lines, plain(kind, 40), levelName(rank(n.Trust)))
	if denied {
		lines = append(lines, "denied")
	}
	switch {
	case n.ByOwner():
		lines = append(lines, plain(n.Reason(), 60))
	case n.BlockReason != "":
		lines = append(lines, plain(n.BlockReason, 60))
	case n.ContentPreview != "":
		lines = append(lines, plain(n.ContentPreview, 60))
	}
	if a := n.Answer(); a != "" {
		lines = append(lines, plain(a, 80))
	}
	return lines
}

var dotEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`)

// dotString quotes s as a DOT string. In labels a backslash starts an escape such as \N, and an
// ampersand an HTML character such as &#8238;. They are escaped there and, so that a name stays
// the same, everywhere.
func dotString(s string) string { return `"` + dotEscaper.Replace(plain(s, 200)) + `"` }

func dotLines(lines []string) string {
	for i := range lines {
		lines[i] = dotEscaper.Replace(lines[i])
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
