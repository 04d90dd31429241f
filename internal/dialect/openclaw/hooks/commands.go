package hooks

import (
	"crypto/rand"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The owner's commands: `.approve` and the like in a message, `/provenance` and `/firewall`. The
// gateway says who the sender is; the daemon says what they may do.

// aCommand finds what may be a command of the daemon's. The daemon decides whether it is one, in
// whatever spelling.
var aCommand = regexp.MustCompile(`(?i)\.(?:approve|deny|withdraw|reset\P{L}trust)(?:[^\p{L}\p{N}]|$)`)

func mayBeCommand(text string) bool {
	return utf8.RuneCountInString(text) <= 256 && aCommand.MatchString(text)
}

var (
	// slash finds `/provenance` and `/firewall`, as channels write them.
	slash = regexp.MustCompile(`(?i)^[\s\pZ\x{feff}]*/(?:provenance|firewall)(?:[^\w-]|$)`)
	// gives finds the commands that change something.
	gives = regexp.MustCompile(`(?i)^(?:approve|deny|withdraw|reset-trust|accept|drop)\b`)
	// goesOn finds the one command after which the agent has something to do, since its call waited
	// for it. The others are answered here.
	goesOn      = regexp.MustCompile(`(?i)\.approve\b`)
	resetsTrust = regexp.MustCompile(`(?i)^reset-trust\b`)
	asksStatus  = regexp.MustCompile(`(?i)^status\b`)
	showsStaged = regexp.MustCompile(`(?i)^show\b`)
)

const (
	notTheirs = "Not done: that command was passed on, or stood behind a button, and says what somebody else has written. If you mean it, write it yourself."
	// unproven is for the one command that gives something without a code. Telegram's channel does
	// not say whether a `/` command was written or forwarded.
	unproven = "Not done: on Telegram, send .reset-trust as a message of its own."
)

// Reply is the answer to a command.
type Reply struct {
	Text    string   `json:"text"`
	Buttons []Button `json:"buttons,omitzero"`
}

// Button is a button below a reply, with the command that it gives.
type Button struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// inbound is a message as the gateway's dispatcher sees it.
type inbound struct{ v any }

func (m inbound) str(name string) string { return str(at(m.v, name)) }

// pressed reports whether somebody has pressed a button, made a choice, or answered a poll. The
// channel makes a message of it: Telegram's omits the kind of update, Discord's omits that it is a
// request but sends it to the chat, which it does with no other message.
func (m inbound) pressed() bool {
	switch m.str("Provider") {
	case "discord":
		return m.str("InboundEventKind") == "" && strings.HasPrefix(m.str("To"), "channel:")
	case "telegram":
		return m.str("ProviderUpdateId") != "" && m.str("ProviderUpdateKind") == ""
	}
	return false
}

// passedOn reports whether its sender forwards what others have written.
func (m inbound) passedOn() bool {
	return at(m.v, "ForwardedFrom") != nil || saysPassedOn(m.str("BodyForAgent"))
}

func (m inbound) text() string {
	for _, name := range []string{"CommandBody", "RawBody", "Body"} {
		if text, ok := at(m.v, name).(string); ok {
			return trim(text)
		}
	}
	return ""
}

// replyDispatch handles a message before it is queued, the only place where a command reaches a
// session that waits for it. A result answers the message here, and the model does not see it.
func (h *hook) replyDispatch() any {
	m := inbound{at(h.event, "ctx")}
	session := str(at(h.event, "sessionKey"))
	if session == "" {
		session = m.str("SessionKey")
	}
	if session = h.g.sessionOf(session); session == "" {
		return nil
	}
	if m.str("Provider") == "webchat" {
		caps, _ := at(m.v, "GatewayClientCaps").([]any)
		h.g.clients.set(session, slices.Contains(caps, any("approvals")) || slices.Contains(caps, any("plugin-approvals")))
	}
	text, passes := m.text(), m.passedOn()
	asked, slashed := mayBeCommand(text), slash.MatchString(text)
	written := !passes && (!m.pressed() || h.g.behindOwn(text) != "")
	switch {
	case !written:
		h.g.notWritten.set(session, letters(text, mostLetters))
	case slashed:
		h.g.notWritten.delete(session)
	}
	if !written && (slashed || asked && h.isNobodys(session, text)) {
		return Reply{Text: notTheirs}
	}
	if m.pressed() && !written {
		h.pressed(session, text)
	}
	if passes {
		h.shows(session, []Shown{passedOn})
	}
	running, isCommand := h.g.running(session), asked && written
	if !isCommand && !running && !strings.Contains(text, "/") {
		return nil // it begins a turn
	}
	var owner *bool
	if is, known := h.wait(Want{Owner: true}).(bool); known {
		owner = &is
	}
	c := Ctx{SessionKey: session, AgentID: m.str("AgentId"), MessageProvider: m.str("Provider"), SenderID: m.str("SenderId"), SenderIsOwner: owner}
	if isCommand && owner != nil {
		a := h.ask(Ask{Hook: "command", Session: session, Event: map[string]any{"text": text}, Ctx: c})
		if a.none() {
			return Reply{Text: h.g.own(append([]string{"Not done."}, h.commandWithoutAnswer(a)...))}
		}
		if at(a.Result, "handled") == true {
			if a.Verdict == "allow" && goesOn.MatchString(text) && !h.g.running(session) {
				h.g.obeyed.set(session, text)
				return nil // the agent continues by itself
			}
			return Reply{Text: str(at(a.Result, "text"))}
		}
	}
	// If the command's sender is unknown, the turn knows the sender.
	switch {
	case running:
		h.joins(c)
	case owner != nil && !*owner && strings.Contains(text, "/"):
		h.commanded(c)
	}
	return nil
}

// isNobodys reports whether a text that its sender has not written is a command, which the daemon
// does not carry out. Without the daemon's answer it counts as one.
func (h *hook) isNobodys(session, text string) bool {
	a := h.ask(Ask{Hook: "command", Session: session, Event: map[string]any{"text": text}, Ctx: Ctx{SessionKey: session, Provenance: interSession("")}})
	return a.none() || at(a.Result, "handled") == true
}

// command handles `/provenance …` or `/firewall …`.
func (h *hook) command() any {
	name, channel := str(at(h.event, "name")), str(at(h.event, "channel"))
	args := h.g.spent(trim(str(at(h.event, "args"))))
	session := h.g.sessionOf(h.w.session)
	if gives.MatchString(args) && h.g.comesFromOthers(name+" "+args, session) {
		return Reply{Text: notTheirs}
	}
	if channel == "telegram" && resetsTrust.MatchString(args) {
		return Reply{Text: unproven}
	}
	owner := at(h.event, "senderIsOwner") == true
	c := where{session: session, agent: h.w.agent}.place()
	c.MessageProvider, c.SenderID, c.SenderIsOwner = channel, h.w.sender, &owner
	a := h.ask(Ask{Hook: "command", Session: c.SessionKey, Event: map[string]any{"text": trim("/" + name + " " + args)}, Ctx: c})
	var status []string
	if args == "" || asksStatus.MatchString(args) {
		for _, line := range listIn(h.wait(Want{Status: true})) {
			status = append(status, str(line))
		}
	}
	if a.none() {
		return Reply{Text: h.g.own(append(h.commandWithoutAnswer(a), status...))}
	}
	text := str(at(a.Result, "text"))
	if a.Verdict != "allow" {
		return Reply{Text: text}
	}
	return h.g.withButtons(channel, args, strings.Join(append([]string{text}, status...), "\n"))
}

// comesFromOthers reports whether a command is in words that are not their sender's. The gateway
// looks for commands after a name, after brackets, and around its own name, so the command only
// needs to occur somewhere in them.
func (g *Gateway) comesFromOthers(command, session string) bool {
	words, ok := g.notWritten.get(session)
	if !ok {
		return false
	}
	for word := range strings.FieldsFuncSeq(command, blank) {
		if !strings.Contains(words, letters(word, mostLetters)) {
			return false
		}
	}
	return g.notWritten.delete(session)
}

// own are the plugin's own words to the owner, which need no permission from the daemon.
func (g *Gateway) own(lines []string) string {
	text := strings.Join(lines, "\n")
	g.ownWords.set(digest(text), struct{}{})
	return text
}

// made is what the channel makes of an answer to a poll, a button without words of its own, a menu,
// and a form.
var made = []*regexp.Regexp{
	regexp.MustCompile(`(?s)^Poll response to "(.*)": (.*)$`), regexp.MustCompile(`(?s)^Clicked "(.*)"\.$`),
	regexp.MustCompile(`(?s)^Selected (.*) from "(.*)"\.$`), regexp.MustCompile(`(?m)^Form "(.*)" submitted\.$`),
}

// choice is a choice in a menu of the gateway's own: a command with room for nothing else.
var choice = regexp.MustCompile(`^/[\w-]+(?: [\w./:=-]{1,64}){0,2}$`)

// pressed reports which sessions have written a text that is now sent in the name of whoever
// pressed a button. The agent wrote the text, which need not be the button's caption; for a button
// from before a restart its author is unknown.
func (h *hook) pressed(session, text string) {
	words := strings.TrimPrefix(text, "callback_data: ")
	pieces := []string{words}
	for _, form := range made {
		if m := form.FindStringSubmatch(words); m != nil {
			pieces = append(pieces, m[1:]...)
		}
	}
	var by []*speaker
	for _, piece := range pieces {
		by = append(by, h.g.elsewhere.writtenBy(piece)...)
	}
	switch {
	case len(by) > 0:
		h.hears(session, by)
	case !choice.MatchString(words):
		h.shows(session, []Shown{behindButton})
	}
}

// Buttons below the answers to `/provenance staged` and `show`. A command from a button is
// otherwise refused, since an agent may have made the button. These contain a word that no agent
// knows, and which is valid once.

// mostButtons is the most rows of buttons that anybody reads.
const mostButtons = 5

var (
	listedStaged = regexp.MustCompile(`(?i)^staged[\s\pZ]*$`)
	stagedID     = regexp.MustCompile(`(?m)^(b[0-9a-f]{8}): `)
	ofOwnButton  = regexp.MustCompile(`^(?:callback_data: )?/provenance ((?:show|accept|drop) b[0-9a-f]{8}) ([0-9a-f]{16})$`)
)

// withButtons returns the reply with buttons for what it lists or shows, on channels where a press
// can be told from written text.
func (g *Gateway) withButtons(channel, args, text string) Reply {
	r := Reply{Text: text}
	listed := listedStaged.MatchString(args)
	if channel != "telegram" && channel != "discord" || !listed && !showsStaged.MatchString(args) {
		return r
	}
	most := 1
	if listed {
		most = mostButtons
	}
	for _, m := range stagedID.FindAllStringSubmatch(text, most) {
		if listed {
			r.Buttons = append(r.Buttons, g.button("Look at "+m[1], "show "+m[1]))
		} else {
			r.Buttons = append(r.Buttons, g.button("Accept", "accept "+m[1]), g.button("Drop", "drop "+m[1]))
		}
	}
	return r
}

func (g *Gateway) button(label, command string) Button {
	var random [8]byte
	rand.Read(random[:])
	word := hex.EncodeToString(random[:])
	g.buttons.set(word, command)
	return Button{label, "/provenance " + command + " " + word}
}

// behindOwn returns the command of one of these buttons; empty if the text is not from one.
func (g *Gateway) behindOwn(text string) string {
	m := ofOwnButton.FindStringSubmatch(trim(text))
	if m == nil {
		return ""
	}
	if command, _ := g.buttons.get(m[2]); command == m[1] {
		return command
	}
	return ""
}

// spent returns the arguments without that word, which becomes invalid.
func (g *Gateway) spent(args string) string {
	command := g.behindOwn("/provenance " + args)
	if command == "" {
		return args
	}
	g.buttons.delete(args[len(command)+1:])
	return command
}
