package hooks

import (
	"path"
	"regexp"
	"strings"
)

// Behaviour without the daemon's answer: the three values of onFailure. The texts are the daemon's
// own, for the time in which it cannot send them.

// noAnswer begins those texts.
const noAnswer = "the security daemon (provenanced) gave no answer: "

// callWithoutAnswer returns why a tool call must not run without an answer; empty lets it run. A
// call that the daemon cannot judge never runs, since the model chose its parameters and could
// avoid judgement that way. A call with a late answer runs only with open.
func (h *hook) callWithoutAnswer(c call, a answer) string {
	switch {
	case a.Refused:
		return "Tool '" + c.tool + "' is blocked: the security daemon (provenanced) could not judge this call: " + a.Why +
			". Call it with fewer and plainer parameters."
	case h.g.onFailure == "open", h.g.onFailure == "guarded" && !a.Late && (h.onlyLooks(c) || h.isMessageToOwner(c)):
		return ""
	}
	return "Tool '" + c.tool + "' is blocked: " + noAnswer + a.Why +
		". Tell the owner; 'provenancectl doctor' on the gateway's machine says what is wrong. Try again when that is mended."
}

// onlyLooks reports whether a call is one of a safe tool. Asking for a status with a model changes
// the session's model.
func (h *hook) onlyLooks(c call) bool {
	tool := strings.ToLower(c.tool)
	model := c.params["model"]
	return h.g.safeTools[tool] && (tool != "session_status" || model == nil || model == "" || model == false || model == 0.0)
}

// isMessageToOwner reports whether a message names no other target: it goes where the turn came
// from, here to the owner.
func (h *hook) isMessageToOwner(c call) bool {
	if strings.ToLower(c.tool) != "message" || at(h.w.requester, "senderIsOwner") != true || groupOf(h.w.session) != "" || c.cut {
		return false
	}
	for name, value := range c.params {
		if name != "message" && (name != "action" || value != "send") {
			return false
		}
	}
	text, ok := c.params["message"].(string)
	return ok && !attaches.MatchString(text)
}

// attaches finds what may be more than words in a message's text: something to fetch, or a model's
// thinking. Only the daemon can tell it from code.
var attaches = regexp.MustCompile(`(?i)(?:^|\n|\\n)[\s\pZ\x{feff}]*media:|!\[|<`)

// resultWithoutAnswer returns what the model gets in place of a result that the daemon has not
// seen; empty passes the result. If the daemon allowed the call but wanted to see its result, or is
// late, only open passes it; a result that the daemon cannot read never passes, since the author of
// a page could avoid the check that way.
func (h *hook) resultWithoutAnswer(wanted bool, a answer) string {
	if !a.Refused && (!wanted && !a.Late || h.g.onFailure == "open") {
		return h.othersWithoutAnswer("This result", a)
	}
	return "This result is withheld: the security daemon (provenanced) has not looked at it: " + a.Why +
		". Ask for less of it at a time, or tell the user."
}

// othersWithoutAnswer returns why a turn or a response must not continue without an answer; empty
// lets it.
func (h *hook) othersWithoutAnswer(what string, a answer) string {
	if h.g.onFailure != "closed" {
		return ""
	}
	return what + " is blocked: " + noAnswer + a.Why + ". 'provenancectl doctor' on the gateway's machine says what is wrong."
}

// commandWithoutAnswer is what the owner is told in place of a command's answer: what was tried,
// what to do, and what applies until then.
func (h *hook) commandWithoutAnswer(a answer) []string {
	said := "T" + noAnswer[1:] + a.Why + "."
	if a.Refused {
		return []string{said}
	}
	until := untilThen[h.g.onFailure]
	if a.Late && h.g.onFailure == "guarded" {
		until = "the agent answers; no call that the daemon leaves without an answer runs."
	}
	return []string{
		said,
		"Its socket is looked for at " + path.Join(h.g.runtimeDir, "gateway.sock") + ".",
		"To start it, run 'systemctl --user start provenanced.socket provenanced.service' on the gateway's machine, or 'provenanced serve' where there is no systemd; " +
			"if it hangs, restart it. 'provenancectl doctor' says what is wrong. The gateway needs no restart.",
		"Until then (onFailure: " + h.g.onFailure + "): " + until,
	}
}

var untilThen = map[string]string{
	"guarded": "the agent answers, and may call only tools that are safe to call; every other call is refused.",
	"open":    "every call runs, and nobody judges it.",
	"closed":  "no tool runs, and no turn begins.",
}
