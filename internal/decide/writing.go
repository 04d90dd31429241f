package decide

import "github.com/provenanced/provenanced/internal/session"

// writing is the record in progress, and the session's resulting state. The state is a copy; it
// changes by emit alone, so that the record always has the whole difference.
type writing struct {
	state    session.State
	rec      *session.Record
	caughtUp int // how many of its changes earlier records should have had
	notes    []Note
	lifts    bool // the owner has approved something, or reset the session
}

// usualChanges is room for the changes of most records: a call makes three, its node, its edge and
// itself.
const usualChanges = 4

// emit makes a change and adds it to the record. The change must not be written afterwards.
func (w *writing) emit(c session.Change) {
	if w.rec.Changes == nil {
		w.rec.Changes = make(session.Changes, 0, usualChanges)
	}
	w.rec.Changes = append(w.rec.Changes, c)
	w.state.Change(c, w.rec.Time)
}

// node adds a node to the turn's graph; -1 if the graph is full.
func (w *writing) node(n session.Node) int {
	t := w.state.Turn
	at := len(t.Nodes)
	if at >= session.MaxNodes {
		return -1
	}
	n.Iteration = t.Iteration
	w.emit(&session.NodeAdded{Node: n})
	return at
}

func (w *writing) edge(from int, rel session.Relation, to int) {
	if t := w.state.Turn; t.Node(from) == nil || t.Node(to) == nil {
		return
	}
	w.emit(&session.EdgeAdded{Edge: session.Edge{From: from, To: to, Relation: rel}})
}

// note is for subscribers.
func (w *writing) note(n Note) { w.notes = append(w.notes, n) }

// durable requires the record on disk before the answer leaves.
func (w *writing) durable() { w.rec.Durable = true }

// lifted notes that the owner has approved something, or reset the session.
func (w *writing) lifted() {
	w.durable()
	w.lifts = true
}

// judged, cleaned, inauthentic and hasRan set the parts of the record that they are named after.
func (w *writing) judged(j *session.Judgement) { w.rec.Judgement = j }

func (w *writing) cleaned(c *session.Cleaned) { w.rec.Cleaned = c }

func (w *writing) hasRan(r *session.Ran) { w.rec.Ran = r }

// inauthentic reports whether there was room for it.
func (w *writing) inauthentic(f session.Inauthentic) bool {
	if len(w.rec.Inauthentic) >= maxInauthentic {
		return false
	}
	w.rec.Inauthentic = append(w.rec.Inauthentic, f)
	return true
}

// maxInauthentic bounds what one record lists.
const maxInauthentic = 64

// made is how many changes there are so far.
func (w *writing) made() int { return len(w.rec.Changes) }

// changed reports whether there is anything to record.
func (w *writing) changed() bool { return len(w.rec.Changes) > 0 }

// caughtUpHere says that the changes so far are those that earlier records should have had.
func (w *writing) caughtUpHere() { w.caughtUp = len(w.rec.Changes) }

// seal ends the record and the state.
func (w *writing) seal() {
	w.rec.Taint, w.rec.Turn = w.state.Level(), w.state.Turns
	w.state.Share()
}

func (w *writing) live() asked {
	at := w.state.Watermark()
	return asked{level: at.Level, seen: w.state.Taint.Seen(), cause: at.Cause}
}

// blockTurn stops the turn.
func (w *writing) blockTurn(layer, why string) {
	if w.state.Turn.Blocked != "" {
		return
	}
	w.emit(&session.TurnBlocked{Why: why, Layer: layer})
	i := w.node(session.Node{Kind: session.KindDecision, Level: w.state.Level(), Blocked: true, Text: why})
	w.edge(w.state.Turn.LLMNode, session.BlockedBy, i)
	w.note(Note{Event: "turn_blocked", Text: why})
}

// ownerNode adds what the owner did to the graph of the current turn.
func (w *writing) ownerNode(text string) {
	if w.state.Turn.Open() {
		w.node(session.Node{Kind: session.KindDecision, Level: w.state.Level(), Text: text})
	}
}

// calledSince reports whether a tool call was reported since the last LLM call.
func (w *writing) calledSince() bool {
	t := w.state.Turn
	for i := t.LLMNode + 1; i < len(t.Nodes); i++ {
		if t.Nodes[i].Kind == session.KindToolCall || t.Nodes[i].Kind == session.KindToolResult {
			return true
		}
	}
	return false
}

func (w *writing) hasNode(k session.Kind) bool {
	for i := range w.state.Turn.Nodes {
		if w.state.Turn.Nodes[i].Kind == k {
			return true
		}
	}
	return false
}
