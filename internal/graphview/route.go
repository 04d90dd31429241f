package graphview

import (
	"fmt"
	"strings"
)

// line is one drawn edge.
type line struct {
	points []point // turns at right angles
	rank   int     // level of the content that flows
	edge   Edge
}

type point struct{ x, y int }

// routes finds a way for the edges of g through gutters, gaps and channels. Content is drawn
// once, to the first call that saw it: later calls see it because the context is carried on,
// which the spine shows.
func (l *layout) routes(g *TurnGraph) []line {
	first := map[string]int{} // content → band of the first LLM call that saw it
	for _, e := range g.Edges {
		from, to := e.Flow()
		src, dst := l.byID[from], l.byID[to]
		if src == nil || dst == nil || !entersContext(src, dst) {
			continue
		}
		if b, seen := first[from]; !seen || dst.band < b {
			first[from] = dst.band
		}
	}
	var out []line
	drawn := map[[2]string]bool{}
	for _, e := range g.Edges {
		from, to := e.Flow()
		src, dst := l.byID[from], l.byID[to]
		if src == nil || dst == nil || src == dst || drawn[[2]string{from, to}] {
			continue
		}
		if entersContext(src, dst) && first[from] != dst.band {
			continue
		}
		if src.node.Kind == KindLLMCall && dst.node.Kind == KindLLMCall {
			continue // the spine
		}
		drawn[[2]string{from, to}] = true
		out = append(out, line{points: l.route(src, dst), rank: rank(src.node.Trust), edge: e})
	}
	return out
}

// entersContext reports the edges by which content reaches a model.
func entersContext(src, dst *card) bool {
	return dst.node.Kind == KindLLMCall && src.node.Kind != KindLLMCall
}

func (l *layout) route(src, dst *card) []point {
	k := 3 - rank(src.node.Trust) // the line's lane: one for each level, so that lines of one level merge
	above := l.bands[dst.band].y - bandGap/2 - 9 + k*lane
	if src.band == dst.band && dst.col == src.col+1 {
		return elbow(src, dst)
	}
	if src.band >= dst.band || dst != l.bands[dst.band].lead {
		return around(src, dst, above)
	}
	source := l.bands[src.band] == l.sources
	facing := src.band+1 == dst.band && l.lastRow(src)
	start, right := point{src.midX(), src.bottom()}, dst.right()-52+k*lane
	switch {
	case facing && src.col == 0:
		return []point{start, {dst.midX(), dst.y}}
	case facing && source:
		return []point{start, {src.midX(), above}, {right, above}, {right, dst.y}}
	case source || src.col == 0: // by the left gutter
		side, left := margin+gutter-16-k*lane, dst.x+40-k*lane
		below := src.bottom() + sourceGap/2 + 9 - k*lane
		return []point{start, {src.midX(), below}, {side, below}, {side, above}, {left, above}, {left, dst.y}}
	}
	side := src.right() + 14 + k*lane
	return []point{{src.right(), src.midY()}, {side, src.midY()}, {side, above}, {right, above}, {right, dst.y}}
}

// around is the way between any two cards: out to the right, through channels and the gap above
// the target's band, and in from the right.
func around(src, dst *card, above int) []point {
	from, to := src.channel(), dst.channel()
	start, end := point{src.right(), src.midY()}, point{dst.right(), dst.midY()}
	if from == to {
		return []point{start, {from, start.y}, {to, end.y}, end}
	}
	return []point{start, {from, start.y}, {from, above}, {to, above}, {to, end.y}, end}
}

// elbow connects neighbours in one band.
func elbow(src, dst *card) []point {
	if src.midY() == dst.midY() {
		return []point{{src.right(), src.midY()}, {dst.x, dst.midY()}}
	}
	x := src.channel() - 6
	return []point{{src.right(), src.midY()}, {x, src.midY()}, {x, dst.midY()}, {dst.x, dst.midY()}}
}

// lastRow reports whether there is nothing between c and the gap under its band.
func (l *layout) lastRow(c *card) bool {
	for _, o := range l.bands[c.band].cards {
		if o.col == c.col && o.y > c.y {
			return false
		}
	}
	return true
}

// path draws the line with rounded corners, and stops short of the arrow's tip.
func (ln *line) path() string {
	const r, tip = 9, 7
	p := append([]point(nil), ln.points...)
	last := len(p) - 1
	p[last] = toward(p[last], p[last-1], tip)
	var b strings.Builder
	fmt.Fprintf(&b, "M%d %d", p[0].x, p[0].y)
	for i := 1; i < last; i++ {
		in := min(r, dist(p[i-1], p[i])/2)
		out := min(r, dist(p[i], p[i+1])/2)
		a, z := toward(p[i], p[i-1], in), toward(p[i], p[i+1], out)
		fmt.Fprintf(&b, "L%d %dQ%d %d %d %d", a.x, a.y, p[i].x, p[i].y, z.x, z.y)
	}
	fmt.Fprintf(&b, "L%d %d", p[last].x, p[last].y)
	return b.String()
}

func dist(a, b point) int { return abs(a.x-b.x) + abs(a.y-b.y) }

// toward is the point n units from a on the way to b, along one axis.
func toward(a, b point, n int) point {
	switch {
	case b.x > a.x:
		a.x += n
	case b.x < a.x:
		a.x -= n
	case b.y > a.y:
		a.y += n
	case b.y < a.y:
		a.y -= n
	}
	return a
}

func abs(n int) int { return max(n, -n) }
