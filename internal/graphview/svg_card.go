package graphview

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

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
	n, rank := c.node, rank(c.node.Trust)
	class, fill := "card", "ink" // the badge's fill
	switch {
	case n.ByOwner():
		fill = fmt.Sprintf("f%d", rank)
	case badge != "":
		class = "card off"
	}
	d.addf("<g%s transform=\"translate(%d %d)\"><title>%s</title>\n", d.data("node", n.ID), c.x, c.y, tooltip(n))
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

// tooltip is everything known about a node.
func tooltip(n *Node) string {
	lines := []string{n.Title() + " (" + n.KindLabel() + ")", "level: " + levelName(rank(n.Trust))}
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
