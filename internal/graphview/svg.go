package graphview

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
)

// SVG renders g as one self-contained document: no scripts, no fonts or images
// from elsewhere, light or dark as the reader prefers.
func SVG(g *TurnGraph) []byte {
	l := arrange(g)
	d := &drawing{}
	d.addf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title desc">`+"\n", width, l.height, width, l.height)
	d.addf("<title id=\"title\">%s</title>\n", text(g.label(), 200))
	d.addf("<desc id=\"desc\">Taint: %s. External sources: %s. Tools denied: %s. Iterations: %d.</desc>\n",
		levelName(Rank(g.Summary.MaxTaint)), text(list(g.Summary.ExternalSources), 200), text(list(g.Summary.ToolsBlocked), 200), g.Summary.IterationCount)
	d.b.WriteString(style)
	d.defs(l)
	d.addf("<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", width, l.height)
	d.header(g)
	for _, b := range l.bands {
		d.band(b)
	}
	d.spine(l)
	lines := l.routes(g)
	slices.SortStableFunc(lines, func(a, b line) int { return b.rank - a.rank }) // the lowest level on top: a reader looks for it
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

type drawing struct{ b strings.Builder }

func (d *drawing) addf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// text is s as XML character data or attribute value.
func text(s string, limit int) string { return html.EscapeString(plain(s, limit)) }

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (d *drawing) header(g *TurnGraph) {
	rank := Rank(g.Summary.MaxTaint)
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

// spine is the context that is carried from one LLM call to the next, in the
// colours of what it had seen.
func (d *drawing) spine(l *layout) {
	var prev *card
	for i, b := range l.bands {
		if b.lead == nil || b.lead.node.Kind != KindLLMCall {
			continue
		}
		if prev != nil {
			d.addf("<rect class=\"spine\" fill=\"url(#spine%d)\" x=\"%d\" y=\"%d\" width=\"8\" height=\"%d\"/>\n", i, prev.midX()-4, prev.bottom(), b.lead.y-prev.bottom())
		}
		prev = b.lead
	}
}

func (d *drawing) defs(l *layout) {
	d.b.WriteString("<defs>\n")
	for rank := range fills {
		d.addf("<marker id=\"tip%d\" viewBox=\"0 0 8 8\" refX=\"1\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"f%d\" d=\"M0 0L8 4L0 8Z\"/></marker>\n", rank, rank)
	}
	d.b.WriteString("<marker id=\"tipx\" viewBox=\"0 0 8 8\" refX=\"1\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"ink\" d=\"M0 0L8 4L0 8Z\"/></marker>\n")
	var prev *card
	for i, b := range l.bands {
		if b.lead == nil || b.lead.node.Kind != KindLLMCall {
			continue
		}
		if prev != nil {
			d.addf("<linearGradient id=\"spine%d\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop class=\"c%d\" offset=\"0.35\"/><stop class=\"c%d\" offset=\"1\"/></linearGradient>\n",
				i, Rank(prev.node.Trust), Rank(b.lead.node.Trust))
		}
		prev = b.lead
	}
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
	d.addf("<path class=\"%s\" d=\"%s\" marker-end=\"url(#%s)\"><title>%s</title></path>\n", class, ln.path(), tip,
		text(ln.edge.From+" "+ln.edge.Relation+" "+ln.edge.To, 200))
}

// badgeOf is the word in a card's corner; most have none.
func badgeOf(n *Node, denied bool) string {
	switch {
	case n.ByOwner():
		return "OWNER"
	case n.Kind == KindPolicy:
		return "POLICY"
	case denied:
		return "DENIED"
	}
	return ""
}

func (d *drawing) card(c *card, lowers bool, badge string) {
	n, rank := c.node, Rank(c.node.Trust)
	class, fill := "card", "ink" // the badge's fill
	switch {
	case n.ByOwner():
		fill = fmt.Sprintf("f%d", rank)
	case badge != "":
		class = "card off"
	}
	d.addf("<g transform=\"translate(%d %d)\"><title>%s</title>\n", c.x, c.y, tooltip(n))
	d.addf("<rect class=\"%s\" width=\"%d\" height=\"%d\" rx=\"10\"/>", class, cardW, cardH)
	d.addf("<path class=\"f%d\" d=\"M10 0A10 10 0 0 0 0 10V%dA10 10 0 0 0 10 %dA5 10 0 0 1 5 %dV10A5 10 0 0 1 10 0Z\"/>\n", rank, cardH-10, cardH, cardH-10)
	icon := n.Kind
	switch {
	case n.ByOwner():
		icon = ownerIcon
	case icons[icon] == "" || icon == ownerIcon:
		icon = KindSystem
	}
	d.addf("<use class=\"icon s%d\" href=\"#%s\" x=\"16\" y=\"12\" width=\"20\" height=\"20\"/>\n", rank, icon)
	room := cardW - 44 - 12
	if badge != "" {
		room -= 58
		d.addf("<rect class=\"%s\" x=\"%d\" y=\"12\" width=\"54\" height=\"17\" rx=\"8.5\"/><text class=\"badge\" text-anchor=\"middle\" x=\"%d\" y=\"24\">%s</text>\n", fill, cardW-66, cardW-39, badge)
	}
	d.addf("<text class=\"name\" x=\"44\" y=\"26\">%s</text>\n", text(fit(n.Title(), room, 14), 100))
	for i, s := range wrap(summaryOf(n), cardW-44-12, 11, 2) {
		d.addf("<text class=\"note\" x=\"44\" y=\"%d\">%s</text>\n", 42+i*13, text(s, 100))
	}
	label, pill := levelName(rank), fmt.Sprintf("pill t%d s%d", rank, rank)
	ink := fmt.Sprintf("lvl f%d", rank)
	if lowers {
		label, pill, ink = "▼ lowers taint to "+label, fmt.Sprintf("pill f%d s%d", rank, rank), "lvl page"
	}
	w := textWidth(label, 11.5) + 18
	d.addf("<rect class=\"%s\" x=\"43.5\" y=\"62.5\" width=\"%d\" height=\"16\" rx=\"8\"/><text class=\"%s\" x=\"52\" y=\"74\">%s</text>\n", pill, w, ink, label)
	if n.ContentHash != "" && !lowers {
		d.addf("<text class=\"hash\" text-anchor=\"end\" x=\"%d\" y=\"74\">%s</text>\n", cardW-12, text(shortHash(n.ContentHash), 16))
	}
	d.b.WriteString("</g>\n")
}

// summaryOf is the card's small print: why it was denied, or what it is.
func summaryOf(n *Node) string {
	if n.BlockReason != "" {
		return n.BlockReason
	}
	if n.ByOwner() {
		return n.Reason()
	}
	var words []string
	if kind := n.KindLabel(); !strings.EqualFold(n.Title(), kind) {
		words = append(words, kind)
	}
	if n.ContentPreview != "" {
		words = append(words, n.ContentPreview)
	} else {
		for _, k := range []string{"source", "reason"} {
			if s, ok := n.Metadata[k].(string); ok {
				words = append(words, s)
			}
		}
	}
	return strings.Join(words, " · ")
}

// tooltip is everything that is known of a node.
func tooltip(n *Node) string {
	lines := []string{n.Title() + " (" + n.KindLabel() + ")", "level: " + levelName(Rank(n.Trust))}
	if n.Iteration != nil {
		lines = append(lines, fmt.Sprintf("iteration: %d", *n.Iteration))
	}
	for _, f := range []struct{ name, value string }{
		{"denied", n.BlockReason}, {"preview", n.ContentPreview}, {"sha256", n.ContentHash},
	} {
		if f.value != "" {
			lines = append(lines, f.name+": "+f.value)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(n.Metadata)) {
		lines = append(lines, fmt.Sprintf("%s: %v", k, n.Metadata[k]))
	}
	for i := range lines {
		lines[i] = text(lines[i], 400)
	}
	return strings.Join(lines, "&#10;")
}

func shortHash(h string) string {
	h = strings.TrimPrefix(h, "sha256:")
	return h[:min(len(h), 8)]
}

// textWidth guesses how wide s is at a font size; there is no font to measure
// here, so the guess is on the wide side.
func textWidth(s string, size float64) int {
	w := 0.0
	for _, r := range s {
		switch {
		case r > 0x2E7F && !unicode.IsMark(r):
			w += 1.05
		case unicode.IsUpper(r) || strings.ContainsRune("mw@%—…▼", r):
			w += 0.85
		case strings.ContainsRune("iljtfr.,:;!|'()[] ", r):
			w += 0.40
		default:
			w += 0.63
		}
	}
	return int(w*size) + 1
}

// fit cuts s to a width.
func fit(s string, width int, size float64) string {
	s = plain(s, 400)
	if textWidth(s, size) <= width {
		return s
	}
	r := []rune(s)
	for len(r) > 0 && textWidth(string(r)+"…", size) > width {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ") + "…"
}

// wrap breaks s into at most n lines of a width, at spaces where there are any.
func wrap(s string, width int, size float64, n int) []string {
	var lines []string
	for s = plain(s, 400); s != ""; {
		if len(lines) == n-1 || textWidth(s, size) <= width {
			return append(lines, fit(s, width, size))
		}
		line := strings.TrimSuffix(fit(s, width, size), "…")
		if i := strings.LastIndexByte(line, ' '); i > len(line)/2 {
			line = line[:i]
		}
		lines = append(lines, line)
		s = strings.TrimLeft(s[len(line):], " ")
	}
	return lines
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
