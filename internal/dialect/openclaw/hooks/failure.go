package hooks

import (
	"path"
	"regexp"
	"strings"
)

// What holds when the daemon gives no answer: the three words of onFailure. They are the
// daemon's own words, for the time in which it cannot say them.

// noAnswer begins what is said then.
const noAnswer = "the security daemon (provenanced) gave no answer: "

// callWithoutAnswer is why a tool call must not run without an answer; empty lets it run. A
// call that a daemon will not judge runs under none of the three words: the model chose its
// parameters, and would be choosing not to be judged. One for whose answer was waited in vain
// runs under open alone.
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

// onlyLooks reports whether a call is one of a safe tool. A status that is asked for with a
// model gives the session that model.
func (h *hook) onlyLooks(c call) bool {
	tool := strings.ToLower(c.tool)
	model := c.params["model"]
	return h.g.safeTools[tool] && (tool != "session_status" || model == nil || model == "" || model == false || model == 0.0)
}

// isMessageToOwner reports whether a message names no other target: it goes where the turn
// came from, here to the owner.
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

// attaches is what may be in a message's text that is more than words: something to fetch, or
// a model's thinking. Only the daemon can tell from code.
var attaches = regexp.MustCompile(`(?i)(?:^|\n|\\n)[\s\pZ\x{feff}]*media:|!\[|<`)

// resultWithoutAnswer is what the model gets in place of a result that the daemon has not
// looked at; empty lets it have the result. Where the daemon let the call run and wanted to
// see what comes of it, or takes too long, only open passes it unseen; what it will not read
// passes under none of the three words: whoever wrote a page would be choosing that nobody
// looks at it.
func (h *hook) resultWithoutAnswer(wanted bool, a answer) string {
	if !a.Refused && (!wanted && !a.Late || h.g.onFailure == "open") {
		return h.othersWithoutAnswer("This result", a)
	}
	return "This result is withheld: the security daemon (provenanced) has not looked at it: " + a.Why +
		". Ask for less of it at a time, or tell the user."
}

// othersWithoutAnswer is why a turn or a response must not go on without an answer; empty lets
// it.
func (h *hook) othersWithoutAnswer(what string, a answer) string {
	if h.g.onFailure != "closed" {
		return ""
	}
	return what + " is blocked: " + noAnswer + a.Why + ". 'provenancectl doctor' on the gateway's machine says what is wrong."
}

// commandWithoutAnswer is what the owner is told in place of a command's answer: what was
// tried, what to do, and what holds until then.
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
