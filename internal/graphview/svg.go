package graphview

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// SVG renders g as one self-contained document: no scripts, no external fonts or images, light
// or dark as the reader prefers.
func SVG(g *TurnGraph) []byte { return (&drawing{}).draw(g) }

// Inline renders g as a part of a page that has Style among its own. Cards say which node they
// are, and lines which ones they join: data-node, data-from and data-to.
func Inline(g *TurnGraph) []byte { return (&drawing{inline: true}).draw(g) }

// Style is the look of what Inline draws.
func Style() string {
	rules := strings.TrimSuffix(strings.TrimPrefix(style, "<style>\n"), "</style>\n")
	return "svg.graph{\n" + rules + "}\n"
}

func (d *drawing) draw(g *TurnGraph) []byte {
	l := arrange(g)
	class := ""
	if d.inline {
		class = `class="graph" `
	}
	d.addf(`<svg %sxmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title desc">`+"\n", class, width, l.height, width, l.height)
	d.addf("<title id=\"title\">%s</title>\n", text(g.label(), 200))
	d.addf("<desc id=\"desc\">Taint: %s. External sources: %s. Tools denied: %s. Iterations: %d.</desc>\n",
		levelName(rank(g.Summary.MaxTaint)), text(list(g.Summary.ExternalSources), 200), text(list(g.Summary.ToolsBlocked), 200), g.Summary.IterationCount)
	if !d.inline {
		d.b.WriteString(style)
	}
	d.defs(l)
	d.addf("<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", width, l.height)
	d.header(g)
	for _, b := range l.bands {
		d.band(b)
	}
	d.spine(l)
	lines := l.routes(g)
	slices.SortStableFunc(lines, func(a, b line) int { return b.rank - a.rank }) // the lowest level is drawn last, on top: readers look for it
	for i := range lines {
		d.line(&lines[i])
	}
	lowering, denied := g.Lowering(), g.Denied()
	for _, c := range l.cards {
		d.card(c, lowering[c.node.ID], badgeOf(c.node, denied[c.node.ID]))
	}
	d.legend(l.height-legendH, g.Summary.Truncated)
	d.b.WriteString("</svg>\n")
	return []byte(d.b.String())
}

type drawing struct {
	b      strings.Builder
	inline bool // into a page
}

func (d *drawing) addf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// data is an attribute for the page's script.
func (d *drawing) data(name, value string) string {
	if !d.inline {
		return ""
	}
	return fmt.Sprintf(" data-%s=\"%s\"", name, text(value, 200))
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (d *drawing) header(g *TurnGraph) {
	rank := rank(g.Summary.MaxTaint)
	d.addf("<rect class=\"bar f%d\" x=\"%d\" y=\"26\" width=\"6\" height=\"46\" rx=\"3\"/>\n", rank, margin)
	d.addf("<text class=\"h1\" x=\"%d\" y=\"46\">%s</text>\n", margin+20, text("T"+g.TurnName()[1:], 40))
	sub := []string{g.SessionKey}
	if g.AgentID != "" {
		sub = append(sub, "agent "+g.AgentID)
	}
	if s := g.start(); s != "" {
		sub = append(sub, s)
	}
	if g.DurationMs > 0 {
		sub = append(sub, (time.Duration(g.DurationMs) * time.Millisecond).Round(10*time.Millisecond).String())
	}
	d.addf("<text class=\"sub\" x=\"%d\" y=\"68\">%s</text>\n", margin+20, text(strings.Join(sub, "  ·  "), 120))
	tiles := []struct{ name, value string }{
		{"TAINT", levelName(rank)},
		{"EXTERNAL SOURCES", list(g.Summary.ExternalSources)},
		{"TOOLS DENIED", list(g.Summary.ToolsBlocked)},
		{"ITERATIONS", fmt.Sprint(g.Summary.IterationCount)},
	}
	w := (width - 2*margin - 3*14) / 4
	for i, t := range tiles {
		x, class := margin+i*(w+14), "tile"
		if i == 0 {
			class = fmt.Sprintf("tile t%d", rank)
		}
		d.addf("<rect class=\"%s\" x=\"%d\" y=\"88\" width=\"%d\" height=\"50\" rx=\"9\"/>\n", class, x, w)
		d.addf("<text class=\"cap\" x=\"%d\" y=\"107\">%s</text><text class=\"val\" x=\"%d\" y=\"127\">%s</text>\n",
			x+14, t.name, x+14, text(fit(t.value, w-26, 14), 200))
	}
}

func (d *drawing) band(b *band) {
	d.addf("<rect class=\"band t%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"14\"/>\n", b.rank, margin, b.y, width-2*margin, b.h)
	d.addf("<text class=\"cap\" text-anchor=\"end\" x=\"%d\" y=\"%d\">%s</text>\n", width-margin-gutter, b.y+22, text(strings.ToUpper(b.name), 60))
}

// spine is the context that is carried from one LLM call to the next, in the colours of what it
// had seen.
func (d *drawing) spine(l *layout) {
	l.calls(func(band int, from, to *card) {
		d.addf("<rect class=\"spine\" fill=\"url(#spine%d)\" x=\"%d\" y=\"%d\" width=\"8\" height=\"%d\"/>\n", band, from.midX()-4, from.bottom(), to.y-from.bottom())
	})
}

func (d *drawing) defs(l *layout) {
	d.b.WriteString("<defs>\n")
	for rank := range fills {
		d.addf("<marker id=\"tip%d\" viewBox=\"0 0 8 8\" refX=\"1\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"f%d\" d=\"M0 0L8 4L0 8Z\"/></marker>\n", rank, rank)
	}
	d.b.WriteString("<marker id=\"tipx\" viewBox=\"0 0 8 8\" refX=\"1\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"ink\" d=\"M0 0L8 4L0 8Z\"/></marker>\n")
	l.calls(func(band int, from, to *card) {
		d.addf("<linearGradient id=\"spine%d\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop class=\"c%d\" offset=\"0.35\"/><stop class=\"c%d\" offset=\"1\"/></linearGradient>\n",
			band, rank(from.node.Trust), rank(to.node.Trust))
	})
	for _, kind := range iconOrder {
		d.addf("<symbol id=\"%s\" viewBox=\"0 0 20 20\">%s</symbol>\n", kind, icons[kind])
	}
	d.b.WriteString("</defs>\n")
}

func (d *drawing) line(ln *line) {
	class, tip := fmt.Sprintf("line s%d", ln.rank), fmt.Sprintf("tip%d", ln.rank)
	switch ln.edge.Relation {
	case BlockedBy:
		class, tip = "line denied", "tipx"
	case DerivesFrom:
		class += " bold"
	}
	from, to := ln.edge.Flow()
	d.addf("<path class=\"%s\"%s%s d=\"%s\" marker-end=\"url(#%s)\"><title>%s</title></path>\n", class, d.data("from", from), d.data("to", to), ln.path(), tip,
		text(ln.edge.From+" "+ln.edge.Relation+" "+ln.edge.To, 200))
}

func (d *drawing) legend(y int, truncated bool) {
	d.addf("<text class=\"cap\" x=\"%d\" y=\"%d\">LEVELS</text>\n", margin, y+12)
	x := margin + 66
	for rank := 3; rank >= 0; rank-- {
		name := levelName(rank)
		d.addf("<circle class=\"f%d\" cx=\"%d\" cy=\"%d\" r=\"5\"/><text class=\"key\" x=\"%d\" y=\"%d\">%s</text>\n", rank, x, y+8, x+11, y+12, name)
		x += textWidth(name, 12) + 32
	}
	d.addf("<text class=\"cap\" x=\"%d\" y=\"%d\">LINES</text>\n", margin, y+40)
	x = margin + 66
	for _, k := range []struct{ class, tip, name string }{
		{"line s3", "tip3", "content flows, in the colour of its level"},
		{"line bold s3", "tip3", "the response derives from"},
		{"line denied", "tipx", "denied by policy"},
		{"spine s3", "", "context carried on"},
	} {
		end := ""
		if k.tip != "" {
			end = fmt.Sprintf(" marker-end=\"url(#%s)\"", k.tip)
		}
		d.addf("<path class=\"%s\" d=\"M%d %dH%d\"%s/><text class=\"key\" x=\"%d\" y=\"%d\">%s</text>\n", k.class, x, y+36, x+24, end, x+40, y+40, k.name)
		x += textWidth(k.name, 12) + 62
	}
	note := "Content is drawn into the first call that saw it; later calls see it too. Point at a card or a line for its details."
	if truncated {
		note += " The turn had more nodes than are kept."
	}
	d.addf("<text class=\"key\" x=\"%d\" y=\"%d\">%s</text>\n", margin, y+66, note)
}
