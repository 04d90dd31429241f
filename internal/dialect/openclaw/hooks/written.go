package hooks

import (
	"strings"

	"github.com/provenanced/provenanced/internal/authentic"
)

// Messages as they arrive, before any model has seen them, and as the gateway keeps them.

// messageReceived is the gateway's report that somebody did send a message, which the daemon
// remembers if it checks messages.
func (h *hook) messageReceived() any {
	c := where{session: h.messagesSession()}.place()
	content := str(at(h.event, "content"))
	vouched := func(text string) map[string]any {
		return optional(map[string]any{"content": text}, "senderId", str(at(h.event, "senderId")))
	}
	// Its author is not proven here. What may be a command is asked about where its sender is
	// known, so that its text alone has no effect.
	isCommand := mayBeCommand(content)
	// A first message comes before the daemon has said whether it checks messages.
	if how, told := h.g.authentications.get(c.SessionKey); !told || how != "" {
		// The message itself comes last: of those with the same text, the latest begins a turn.
		for _, form := range otherForms(content, h.mask) {
			h.vouch(c, vouched(form))
		}
		if isCommand {
			h.vouch(c, vouched(content))
		}
	}
	if h.g.running(c.SessionKey) {
		h.hears(c.SessionKey, h.g.suggestedBy(content))
	}
	a := Ask{Hook: "message_received", Session: c.SessionKey, Event: vouched(content), Ctx: c}
	if isCommand {
		delete(a.Event, "content")
	} else {
		a.Later = h.laterVouched(c, content)
	}
	h.tell(a)
	return nil
}

// vouch reports that somebody sent a text, or the gateway itself made it. It is not a command,
// whatever it says.
func (h *hook) vouch(c Ctx, event map[string]any) {
	h.tell(Ask{Hook: "sign_message", Session: c.SessionKey, Event: event, Ctx: c, Later: h.laterVouched(c, str(event["content"]))})
}

// mostKept is the greatest length of a message that is kept for a daemon that is away.
const mostKept = 16 << 10

// laterVouched makes a message that came while the daemon was away not count as forged once it is
// back.
func (h *hook) laterVouched(c Ctx, content string) string {
	if h.g.checks(c.SessionKey) == "" || len(content) > mostKept {
		return ""
	}
	return "sign_message"
}

// beforeMessageWrite handles a message that joins a running turn, and the model's own words: they
// may be shown elsewhere, and must not look like a tool's or a user's in the next turn. Its result
// is the changed texts of the message, without what imitates others, if that is to be removed.
func (h *hook) beforeMessageWrite() any {
	var texts []string
	for _, text := range listIn(at(h.event, "texts")) {
		texts = append(texts, str(text))
	}
	said, session := strings.Join(texts, "\n"), h.w.session
	if at(h.event, "role") == "user" {
		if session != "" {
			h.shows(session, h.g.shownIn(said, session))
		}
		return nil
	}
	if h.g.scheduled(session) {
		h.g.elsewhere.add(said, session, fewest)
	}
	h.g.noteAnswer(session, said)
	h.g.noteFetching(session, said)
	if h.g.checks(session) != "enforce" {
		return nil
	}
	changed := make([]any, len(texts)) // nil for unchanged ones
	some := false
	for i, text := range texts {
		if stripped, found := authentic.Strip(text); len(found) > 0 {
			changed[i], some = stripped, true
		}
	}
	if !some {
		return nil
	}
	return changed
}
