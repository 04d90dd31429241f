package graphview

import "fmt"

// The drawing is a grid read from the top down. The first band holds what the context started
// with; then comes one band for each LLM call: the call on the left, the tool calls it asked
// for in the middle, what they returned (or why they did not run) on the right; the last band
// holds the response. There are only three columns of cards, so the gutters beside the columns
// and the gaps between the bands are free for lines, and nothing can overlap whatever the
// graph.
//
// All measures are SVG user units.
const (
	cardW, cardH = 240, 86
	colGap       = 60
	rowGap       = 18
	gutter       = 52
	margin       = 28
	bandHead     = 34 // room for the band's name
	bandPad      = 18
	bandGap      = 48
	headerH      = 158
	legendH      = 92
	columns      = 3

	sourceGap = 38 // between rows of sources: lines run there
	lane      = 6  // distance between lines of different levels
)

const width = 2*margin + 2*gutter + columns*cardW + (columns-1)*colGap

// card is a node with its position.
type card struct {
	node *Node
	x, y int
	col  int
	home *band
	band int // home's place among the bands
}

func (c *card) right() int   { return c.x + cardW }
func (c *card) bottom() int  { return c.y + cardH }
func (c *card) midX() int    { return c.x + cardW/2 }
func (c *card) midY() int    { return c.y + cardH/2 }
func (c *card) channel() int { return c.right() + colGap/2 } // free from top to bottom

// band is one horizontal stripe of the drawing.
type band struct {
	name  string
	rank  int // level that colours it
	y, h  int
	cards []*card
	lead  *card // the LLM call or the response, if the band has one
	rows  [columns]int
}

type layout struct {
	bands   []*band
	sources *band   // the first one, if the context started with anything
	cards   []*card // in node order
	byID    map[string]*card
	height  int
}

func columnX(col int) int { return margin + gutter + col*(cardW+colGap) }

// arrange gives every node of g its position.
func arrange(g *TurnGraph) *layout {
	l := &layout{byID: make(map[string]*card, len(g.Nodes))}
	asker := map[string]string{}  // tool call → the LLM call that asked for it
	parent := map[string]string{} // result or decision → what it belongs to
	for _, e := range g.Edges {
		switch e.Relation {
		case Produces:
			if asker[e.To] == "" {
				asker[e.To] = e.From
			}
		case BlockedBy:
			if parent[e.To] == "" {
				parent[e.To] = e.From
			}
		}
	}
	a := &arranger{layout: l, loop: map[int]*band{}}
	a.add(g, func(n *Node) bool {
		return n.Kind == KindInput || n.Kind == KindSystem || n.Kind == KindHistory
	}, a.source)
	a.add(g, func(n *Node) bool { return n.Kind == KindLLMCall }, a.llmCall)
	a.add(g, func(n *Node) bool { return n.Kind == KindToolCall }, func(n *Node) { a.toolCall(n, asker[n.ID]) })
	a.add(g, func(n *Node) bool { return n.Kind == KindOutput }, a.output)
	a.add(g, func(n *Node) bool { return n.Kind == KindResult }, func(n *Node) { a.outcome(n, asker[n.ID]) })
	a.add(g, func(*Node) bool { return true }, func(n *Node) { a.outcome(n, parent[n.ID]) })
	a.finish()
	for i := range g.Nodes {
		if c := l.byID[g.Nodes[i].ID]; c.node == &g.Nodes[i] { // not a duplicate id
			l.cards = append(l.cards, c)
		}
	}
	return l
}

// arranger assigns positions. Nodes come kind by kind, so that whatever a position depends on
// is already there.
type arranger struct {
	*layout
	loop     map[int]*band // by iteration: the band of its latest LLM call
	response *band
}

func (a *arranger) add(g *TurnGraph, which func(*Node) bool, place func(*Node)) {
	for i := range g.Nodes {
		if n := &g.Nodes[i]; a.byID[n.ID] == nil && which(n) {
			place(n)
		}
	}
}

func (a *arranger) newBand(name string, rank int) *band {
	b := &band{name: name, rank: rank}
	a.bands = append(a.bands, b)
	return b
}

// put places n in the given column and row of b; y is the row until finish.
func (a *arranger) put(b *band, n *Node, col, row int) *card {
	c := &card{node: n, col: col, x: columnX(col), y: row, home: b}
	b.cards = append(b.cards, c)
	b.rows[col] = max(b.rows[col], row+1)
	a.byID[n.ID] = c
	return c
}

func (a *arranger) source(n *Node) {
	if a.sources == nil {
		a.sources = a.newBand("What the context started with", 3)
	}
	i := len(a.sources.cards)
	a.put(a.sources, n, i%columns, i/columns)
	a.sources.rank = min(a.sources.rank, rank(n.Trust))
}

func (a *arranger) llmCall(n *Node) {
	name, it := "LLM call", -1
	if n.Iteration != nil {
		it = *n.Iteration
		name = fmt.Sprintf("Iteration %d", it)
	}
	b := a.newBand(name, rank(n.Trust))
	b.lead = a.put(b, n, 0, 0)
	a.loop[it] = b
}

// home is the band of n: its asker's, else its iteration's, else a band of its own for calls
// without a reported LLM call.
func (a *arranger) home(n *Node, owner string) *band {
	if c := a.byID[owner]; c != nil && c.home.lead == c {
		return c.home
	}
	it := -1
	if n.Iteration != nil {
		it = *n.Iteration
	}
	b := a.loop[it]
	if b == nil {
		name := "Tool calls"
		if it >= 0 {
			name = fmt.Sprintf("Iteration %d", it)
		}
		b = a.newBand(name, rank(n.Trust))
		a.loop[it] = b
	}
	return b
}

func (a *arranger) toolCall(n *Node, asker string) {
	b := a.home(n, asker)
	a.put(b, n, 1, b.rows[1])
}

func (a *arranger) output(n *Node) {
	if a.response == nil {
		a.response = a.newBand("Response", rank(n.Trust))
	}
	c := a.put(a.response, n, 0, a.response.rows[0])
	if a.response.lead == nil {
		a.response.lead = c
	}
}

// outcome places n beside what it belongs to, or in the next free row below. Tool calls further
// down move to make room.
func (a *arranger) outcome(n *Node, owner string) {
	c := a.byID[owner]
	if c == nil {
		b := a.home(n, "")
		a.put(b, n, 2, max(b.rows[2], b.rows[1]))
		return
	}
	b, col, row := c.home, min(c.col+1, columns-1), c.y
	for b.taken(col, row) {
		row++
		b.makeRoom(row, c)
	}
	a.put(b, n, col, row)
}

func (b *band) taken(col, row int) bool {
	for _, c := range b.cards {
		if c.col == col && c.y == row {
			return true
		}
	}
	return false
}

// makeRoom moves every card from row on down by one if a tool call other than owner starts
// there, so that a call's outcomes stay together.
func (b *band) makeRoom(row int, owner *card) {
	if owner.col == 0 || !b.taken(1, row) {
		return
	}
	for _, c := range b.cards {
		if c.y >= row && c.col > 0 {
			c.y++
		}
	}
	b.rows[1]++
	b.rows[2]++
}

// finish converts rows into coordinates.
func (a *arranger) finish() {
	bands := a.bands[:0]
	for _, b := range a.bands {
		if b != a.response {
			bands = append(bands, b)
		}
	}
	if a.response != nil {
		bands = append(bands, a.response)
	}
	a.bands = bands
	y := headerH
	for i, b := range a.bands {
		gap, rows := rowGap, 0
		if b == a.sources {
			gap = sourceGap
		}
		b.y = y
		for _, c := range b.cards {
			rows = max(rows, c.y+1)
			c.band = i
			c.y = y + bandHead + c.y*(cardH+gap)
		}
		b.h = bandHead + rows*(cardH+gap) - gap + bandPad
		y += b.h + bandGap
	}
	a.height = y + legendH
}

// calls calls f for each LLM call but the first, with the one before it and the index of its
// band.
func (l *layout) calls(f func(band int, from, to *card)) {
	var prev *card
	for i, b := range l.bands {
		if b.lead == nil || b.lead.node.Kind != KindLLMCall {
			continue
		}
		if prev != nil {
			f(i, prev, b.lead)
		}
		prev = b.lead
	}
}
