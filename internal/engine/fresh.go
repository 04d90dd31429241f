package engine

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Sessions that begin anew under their old key, by their gateway's word or by the history
// that it shows; and those that only seemed to.

// endsHistory are the reasons for which a session ends and its history with it. After any
// other, the same history may go on: a compaction keeps what a page said in its summary, and
// a gateway that stops comes back.
var endsHistory = map[string]bool{
	"new": true, "reset": true, "deleted": true, // by a person
	"idle": true, "daily": true, // by the gateway's clock
}

// sessionEnd takes a gateway at its word that a history is gone: what the gateway itself
// says in the new one, such as its greeting, is no earlier turn.
func (d *draft) sessionEnd(p *wire.SessionEndEvent) {
	d.endTurn()
	if !endsHistory[p.Reason] {
		return
	}
	d.fresh("session " + p.Reason)
	if d.state.Cleared != nil {
		d.emit(Change{Op: OpBegun})
	}
}

// beforeAgentStart sees a fresh session by its history: at most the message
// that starts it (seed 000, "Clearing the Watermark"). A gateway that shows no
// history proves nothing, nor does a single message that is not a user's: it may be
// the summary that a compaction leaves. A turn that still runs then was given up.
func (d *draft) beforeAgentStart(p *wire.BeforeAgentStartEvent) {
	if d.state.Turn.Open() {
		d.assumeReturned()
		d.emit(Change{Op: OpTurnEnded, Flag: true})
	}
	switch c := d.state.Cleared; {
	case p.Messages == nil:
	case justBegun(p.Messages):
		d.fresh("fresh session")
	case c != nil && c.Turn == d.state.Turns:
		d.notFresh(p.Messages)
	}
}

func justBegun(messages jsontext.Value) bool {
	if n, err := wire.CountMessages(messages); err != nil || n != 1 {
		return err == nil && n == 0
	}
	m, ok, err := wire.LastMessage(messages)
	return err == nil && ok && m.Role == "user"
}

// fresh starts the session anew: without history there is nothing to carry but what
// was inherited. The one message that a spawned session begins with is its spawner's.
func (d *draft) fresh(by string) {
	if !d.state.hasHistory() {
		return
	}
	d.emit(Change{Op: OpFresh, Text: by})
	d.rec.Durable = true
	d.notes = append(d.notes, note{event: "reset", text: by})
}

// hasHistory reports whether there is anything that a fresh session does not have:
// of what was seen, of what the owner said of it, and of who said what.
func (s *State) hasHistory() bool {
	return s.level() < s.beginning() || s.Turn.Open() || len(s.Codes) > 0 || len(s.Grants) > 0 || len(s.Wrong) > 0 ||
		s.Forgive || s.Forgiven > 0 || s.Auth.hasHistory() || s.Cleared != nil && s.Cleared.Turn < s.Turns
}

// Cleared is what a session had seen when it was taken for a fresh one. It counts again if
// the turn that follows is shown earlier ones.
type Cleared struct {
	Watermark Watermark
	Seen      trust.Set
	Turn      int // the latest by then
}

// clearing is what the state forgets as it begins anew, with what it has forgotten since its
// history was shown last.
func (s *State) clearing() *Cleared {
	c := Cleared{Watermark: s.Watermark, Seen: s.Seen, Turn: s.Turns}
	if old := s.Cleared; old != nil {
		c.Seen |= old.Seen
		if old.Watermark.Level < c.Watermark.Level {
			c.Watermark = old.Watermark
		}
	}
	if c.Watermark.Level >= s.beginning() {
		return nil
	}
	return &c
}

// notFresh takes it back that the session has begun anew, if the first history that it is
// shown since has earlier turns. Where the owner has reset it since, that covers them.
func (d *draft) notFresh(messages jsontext.Value) {
	c := d.state.Cleared
	if c == nil || messages == nil || d.state.Forgive || d.state.Forgiven > 0 {
		return
	}
	inTurn := d.ev.hook == wire.BeforeLLMCall
	if !showsEarlier(messages, inTurn && d.state.Turn.LLMCalls > 0) {
		if inTurn { // what the model is given; a context may still be added to
			d.emit(Change{Op: OpBegun})
		}
		return
	}
	d.emit(Change{Op: OpBegun})
	cause := Cause{Reason: "from before, and still in the history"}
	if was := c.Watermark.Cause; was != nil {
		cause = *was
		cause.Reason, cause.Node = preview("still in the history: "+was.Reason, 160), 0
	}
	d.taintAs(&shared{level: c.Watermark.Level, seen: c.Seen}, c.Watermark.Level, cause)
}

// showsEarlier reports whether a history has more than the message that begins a turn. In
// the midst of it, only what stands before the latest user's message tells: the rest is the
// turn's own. What the gateway itself puts in is no history. One that cannot be read may be.
func showsEarlier(messages jsontext.Value, midst bool) bool {
	all, err := wire.Messages(messages)
	if err != nil {
		return true
	}
	users, others, before := 0, 0, 0
	for i := range all {
		switch m := &all[i]; {
		case m.Internal, m.Role == "system", m.Role == "developer":
		case m.Role == "user" && len(m.Results) == 0:
			before = users + others
			users++
		default:
			others++
		}
	}
	if midst {
		return before > 0
	}
	return users > 1 || others > 0
}
