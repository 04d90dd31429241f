package decide

import (
	"strings"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/wire"
)

// maxHaltWhy bounds what the owner says with a halt.
const maxHaltWhy = 300

// HaltText says of a halt what every denial says.
func HaltText(h *session.Halt) string {
	return texts.Halted(h.Pattern(), WayText(h.Way), h.At, h.Why)
}

// HaltWhy is what the owner says with a halt, as it is kept.
func HaltWhy(why string) string { return session.Preview(strings.TrimSpace(why), maxHaltWhy) }

// haltOf says why a call that the event asks for is halted; empty for any other event, and where
// no halt holds.
func haltOf(ev *Event) string {
	if ev.Halted == nil || ev.Hook != HookRun && ev.Hook != wire.BeforeToolCall {
		return ""
	}
	return HaltText(ev.Halted)
}

// halt lets no call run of this session, or of any.
func (cs *commands) halt(here bool, why string) string {
	pattern := session.AllSessions
	if here {
		pattern = cs.ev.Session
	}
	h := session.Halt{Sessions: pattern, Why: HaltWhy(why), By: cs.speaker.giver(), Way: cs.way(), At: cs.Now}
	cs.emit(&session.Halted{Sessions: pattern, Why: h.Why, By: h.By, Way: h.Way})
	cs.durable()
	text := HaltText(&h)
	cs.note(Note{Event: "halted", Text: text})
	cs.ownerNode(session.Capitalised(text))
	return texts.HaltedNow(here)
}

// resume ends the halt of this session, or all there are.
func (cs *commands) resume(here bool) string {
	var ended []string
	for i := range cs.ev.Halts {
		if p := cs.ev.Halts[i].Pattern(); !here || p == cs.ev.Session {
			ended = append(ended, p)
		}
	}
	if len(ended) == 0 {
		return texts.NothingHalted(here)
	}
	cs.emit(&session.Resumed{Halts: ended, By: cs.speaker.giver(), Way: cs.way()})
	cs.durable()
	cs.note(Note{Event: "resumed"})
	cs.ownerNode(texts.NodeResumed)
	return texts.ResumedNow(here, len(cs.ev.Halts) > len(ended))
}
