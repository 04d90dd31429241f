package graphview

import (
	"fmt"
	"strings"
)

var mermaidArrows = map[string]string{
	Triggers:    "-->",
	Produces:    "-->",
	Consumes:    "-->",
	DerivesFrom: "==>",
	BlockedBy:   "-.->",
}

// Mermaid renders g as a Mermaid flowchart. Nodes are named by their index in the graph,
// because ids may contain words that Mermaid reserves ("end").
func Mermaid(g *TurnGraph) []byte {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	fmt.Fprintf(&b, "    %%%% %s\n", strings.NewReplacer("{", "(", "}", ")").Replace(plain(g.label(), 200)))
	denied, names := g.Denied(), make(map[string]string, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		name := fmt.Sprintf("n%d", i)
		names[n.ID] = name
		lines := nodeLines(n, denied[n.ID])
		for j := range lines {
			lines[j] = mermaidText(lines[j])
		}
		class := levelName(rank(n.Trust))
		open, shut := `["`, `"]`
		if n.Kind == KindLLMCall {
			open, shut = `(["`, `"])`
		}
		fmt.Fprintf(&b, "    %s%s%s%s:::%s\n", name, open, strings.Join(lines, "<br/>"), shut, class)
		if denied[n.ID] {
			fmt.Fprintf(&b, "    style %s stroke-dasharray: 5 4,stroke-width:2px\n", name)
		}
	}
	for _, e := range g.Edges {
		from, to := e.Flow()
		if names[from] == "" || names[to] == "" {
			continue
		}
		arrow := mermaidArrows[e.Relation]
		if arrow == "" {
			arrow = "-->"
		}
		fmt.Fprintf(&b, "    %s %s|\"%s\"| %s\n", names[from], arrow, mermaidText(plain(e.Relation, 30)), names[to])
	}
	for rank := range fills {
		fmt.Fprintf(&b, "    classDef %s fill:%s,stroke:%s,color:#1f2328\n", levelName(rank), fills[rank].fill, fills[rank].line)
	}
	return []byte(b.String())
}

// mermaidText writes s as the inside of a quoted Mermaid label: everything that is markup
// there, in Markdown or in HTML becomes an entity.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\"#&;<>[]{}()|`*_\\~", r) {
			fmt.Fprintf(&b, "#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
