package decide

import (
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// taint notes that the session has seen content of a level, and lowers it to that level if
// it is above; c says what brought it in.
func (d *draft) taint(level trust.Level, c session.Cause) {
	if level >= d.state.Level() {
		if !d.state.Seen.Has(level) {
			d.emit(&session.Tainted{Level: level})
		}
		return
	}
	c.At = d.Now
	c.Turn = d.state.Turns
	d.emit(&session.Tainted{Level: level, Cause: &c})
	d.rec.Durable = true
	d.notes = append(d.notes, Note{Event: "taint", Text: c.Reason})
}

// taintAs is taint where the content is another session's: all levels that it had seen
// count, since a rule may be about one of them.
func (d *draft) taintAs(from *session.Shared, level trust.Level, c session.Cause) {
	d.taint(level, c)
	if from == nil {
		return
	}
	for _, seen := range trust.Levels {
		if seen > level && from.Seen.Has(seen) {
			d.taint(seen, c)
		}
	}
}

// producer lowers the turn to the level of whoever began it.
func (d *draft) producer(level trust.Level, why string) {
	if !d.interSession() {
		d.taint(level, session.Cause{Reason: why})
		return
	}
	d.taintAs(d.ev.Source, level, inherited("message of a session", d.ev.Source, why))
}

// inherited is the cause of a level that another session passed on.
func inherited(how string, from *session.Shared, why string) session.Cause {
	if from == nil || from.Cause == nil {
		return session.Cause{Reason: why}
	}
	c := *from.Cause
	c.Reason, c.Node = session.Preview(how+" that had seen: "+c.Reason, 160), 0
	return c
}

// source takes a gateway's word for what the context holds, but for what a reset covers.
func (d *draft) source(src *wire.Source) {
	if src.MessageIndex >= d.state.Forgiven {
		d.shown(src, "in the context")
	}
}

// shown takes a gateway's word for what the model is shown, and where. It can only lower.
func (d *draft) shown(src *wire.Source, where string) {
	level := d.worth(src)
	reason := src.Kind + " " + where
	if src.Tool != "" {
		reason = session.Label(src.Tool) + " result " + where
	}
	d.taint(level, session.Cause{Reason: session.Label(reason), Tool: session.Label(src.Tool)})
}

// worth is the level of what a gateway says that the model is shown. What is known of its
// kind holds also where the gateway names a better level.
func (d *draft) worth(src *wire.Source) trust.Level {
	kind, known := dialect.Kind(src.Kind)
	given, _ := trust.ParseLevel(src.Trust) // any other word is untrusted
	switch {
	case src.Trust == "" && src.Tool != "":
		return d.tables.Output(d.tables.ToolAction(src.Tool, src.Action))
	case src.Trust == "":
		return kind
	case known:
		return trust.Lowest(kind, given)
	}
	return given
}
