package decide

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
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
	d.turns.endTurn()
	if !endsHistory[p.Reason] {
		return
	}
	d.turns.fresh(texts.SessionEnded(p.Reason))
	if d.state.Cleared != nil {
		d.emit(&session.HistoryShown{})
	}
}

// beforeAgentStart sees a fresh session by its history: at most the message
// that starts it (seed 000, "Clearing the Watermark"). A gateway that shows no
// history proves nothing, nor does a single message that is not a user's: it may be
// the summary that a compaction leaves. A turn that still runs then was given up.
func (d *draft) beforeAgentStart(p *wire.BeforeAgentStartEvent) {
	if d.state.Turn.Open() {
		d.calls.assumeReturned()
		d.emit(&session.TurnEnded{GivenUp: true})
	}
	switch c := d.state.Cleared; {
	case p.Messages == nil:
	case justBegun(p.Messages):
		d.turns.fresh(texts.FreshSession)
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
func (ts *turns) fresh(by string) {
	if !ts.state.HasHistory() {
		return
	}
	ts.emit(&session.BegunAnew{By: by})
	ts.durable()
	ts.note(Note{Event: "reset", Text: by})
}

// notFresh takes it back that the session has begun anew, if the first history that it is
// shown since has earlier turns. Where the owner has reset it since, that covers them.
func (ts *turns) notFresh(messages jsontext.Value) bool {
	c := ts.state.Cleared
	if c == nil || messages == nil || ts.state.Forgive || ts.state.Forgiven > 0 {
		return false
	}
	inTurn := ts.ev.Hook == wire.BeforeLLMCall
	if !showsEarlier(messages, inTurn && ts.state.Turn.LLMCalls > 0) {
		if inTurn { // what the model is given; a context may still be added to
			ts.emit(&session.HistoryShown{})
		}
		return false
	}
	ts.emit(&session.HistoryShown{})
	cause := session.Cause{Reason: texts.FromBefore}
	if was := c.Watermark.Cause; was != nil {
		cause = *was
		cause.Reason, cause.Node = texts.StillInHistory(was.Reason), 0
	}
	ts.taints.taintAs(&session.Shared{Level: c.Watermark.Level, Seen: c.Seen}, c.Watermark.Level, cause)
	return true
}

// notFresh has the values know as well that there is more than they know of.
func (d *draft) notFresh(messages jsontext.Value) {
	if d.turns.notFresh(messages) {
		d.values.miss()
	}
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
		case !joinsHistory(m):
			others++
		case m.Role == "user" && !m.Internal:
			before = users + others
			users++
		}
	}
	if midst {
		return before > 0
	}
	return users > 1 || others > 0
}
