package decide

import (
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// taints lowers the session to what it has seen.
type taints struct {
	*basis
}

// taint notes that the session has seen content of a level, and lowers it to that level if it is
// above; c is what brought the content in.
func (t *taints) taint(level trust.Level, c session.Cause) {
	if level >= t.state.Level() {
		if !t.state.Taint.Seen().Has(level) {
			t.emit(&session.Tainted{Level: level})
		}
		return
	}
	c.At = t.Now
	c.Turn = t.state.Turns
	t.emit(&session.Tainted{Level: level, Cause: &c})
	t.durable()
	t.note(Note{Event: "taint", Text: c.Reason})
}

// taintAs is taint for another session's content: all levels that it had seen count, since a rule
// may be about one of them.
func (t *taints) taintAs(from *session.Shared, level trust.Level, c session.Cause) {
	t.taint(level, c)
	if from == nil {
		return
	}
	for _, seen := range trust.Levels {
		if seen > level && from.Seen.Has(seen) {
			t.taint(seen, c)
		}
	}
}

// producer lowers the turn to the level of whoever began it.
func (t *taints) producer(level trust.Level, why string) {
	if !t.interSession() {
		t.taint(level, session.Cause{Reason: why})
		return
	}
	t.taintAs(t.ev.Source, level, inherited(texts.OfASession, t.ev.Source, why))
}

// inherited is the cause of a level that another session passed on.
func inherited(how string, from *session.Shared, why string) session.Cause {
	if from == nil || from.Cause == nil {
		return session.Cause{Reason: why}
	}
	c := *from.Cause
	c.Reason, c.Node = texts.HadSeen(how, c.Reason), 0
	return c
}

// source believes a gateway about what the context contains, except for what a reset covers.
func (t *taints) source(src *wire.Source) {
	if src.MessageIndex >= t.state.Forgiven {
		t.shown(src, texts.InTheContext)
	}
}

// shown believes a gateway about what the model is shown, and where. It can only lower.
func (t *taints) shown(src *wire.Source, where string) {
	level := t.worth(src)
	t.taint(level, session.Cause{Reason: texts.Shown(src.Kind, src.Tool, where), Tool: session.Label(src.Tool)})
}

// worth is the level of what a gateway says that the model is shown. The known level of its kind
// also applies if the gateway names a higher one.
func (q *question) worth(src *wire.Source) trust.Level {
	kind, known := dialect.Kind(src.Kind)
	given, _ := trust.ParseLevel(src.Trust) // any other word is untrusted
	switch {
	case src.Trust == "" && src.Tool != "":
		return q.tables.Output(q.tables.ToolAction(src.Tool, src.Action))
	case src.Trust == "":
		return kind
	case known:
		return trust.Lowest(kind, given)
	}
	return given
}

// spawned makes the session inherit what its spawner has seen by now, once: what the spawner reads
// later does not reach it.
func (t *taints) spawned(by string) {
	from := t.ev.Spawner
	if from == nil {
		t.emit(&session.Spawned{By: by})
		return
	}
	c := inherited(texts.SpawnedByOne, from, texts.At(texts.SpawnedByOne, from.Level))
	spawned := &session.Spawned{By: by, InOwnersDM: from.OwnersDM, Inheritance: session.Inheritance{Level: from.Level}}
	if from.Level < trust.Trusted {
		c.At, c.Turn = t.Now, t.state.Turns
		spawned.Cause, spawned.Seen = &c, from.Seen
	}
	t.emit(spawned)
	t.taintAs(from, from.Level, c)
}

// orders lowers the level for orders to the model in a result that does not taint otherwise.
func (t *taints) orders(r *result, tool, id string) {
	if r.certain {
		t.taint(t.Policy.FindingLevel, session.Cause{Reason: r.reason(tool), Tool: session.Label(tool), CallID: session.Label(id)})
	}
}
