package decide

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/wire"
)

// Sessions that begin anew under their old key, as reported by their gateway or shown by the
// history; and those that only seemed to.

// endsHistory are the reasons with which a session and its history end. After any other, the same
// history may continue: a compaction keeps a page's words in its summary, and a gateway that stops
// comes back.
var endsHistory = map[string]bool{
	"new": true, "reset": true, "deleted": true, // by a person
	"idle": true, "daily": true, // by the gateway's clock
}

// sessionEnd believes a gateway that a history is gone: what the gateway itself says in the new
// one, such as its greeting, is not an earlier turn.
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

// beforeAgentStart recognises a new session by its history: at most the message that starts it
// (seed 000, "Clearing the Watermark"). A gateway that shows no history proves nothing, nor does a
// single message that is not a user's: it may be the summary left by a compaction. A turn that was
// still running was abandoned.
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

// fresh starts the session anew: without history only what was inherited remains. The single
// message that a spawned session begins with is its spawner's.
func (ts *turns) fresh(by string) {
	if !ts.state.HasHistory() {
		return
	}
	ts.emit(&session.BegunAnew{By: by})
	ts.durable()
	ts.note(Note{Event: "reset", Text: by})
}

// notFresh undoes the new beginning if the first history that is shown since has earlier turns. If
// the owner has reset the session since, that covers them.
func (ts *turns) notFresh(messages jsontext.Value) bool {
	c := ts.state.Cleared
	if c == nil || messages == nil || ts.state.Forgive || ts.state.Forgiven > 0 {
		return false
	}
	inTurn := ts.ev.Hook == wire.BeforeLLMCall
	if !showsEarlier(messages, inTurn && ts.state.Turn.LLMCalls > 0) {
		if inTurn { // shown to the model; a context may still grow
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

// notFresh also tells the values that there is more than they know.
func (d *draft) notFresh(messages jsontext.Value) {
	if d.turns.notFresh(messages) {
		d.values.miss()
	}
}

// showsEarlier reports whether a history has more than the message that begins a turn. In the
// middle of one, only what precedes the latest user's message counts: the rest is the turn's own.
// The gateway's own messages are not history. A history that cannot be read may have more.
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
