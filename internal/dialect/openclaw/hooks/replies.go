package hooks

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"
)

// Responses on their way out. The gateway shows a response to both hooks; the daemon is asked about
// it once.

// Changed is the outcome for a payload: fields that are replaced, and fields that are dropped.
type Changed struct {
	Payload map[string]any `json:"payload"`
	Without []string       `json:"without"`
}

func (h *hook) replyPayloadSending() any {
	payload := at(h.event, "payload")
	text := str(at(payload, "text"))
	session := h.messagesSession()
	addresses := addressesIn(payload)
	var lines []string
	if text != "" {
		lines = append(lines, text)
	}
	for _, address := range addresses {
		lines = append(lines, asLine(address))
	}
	whole := strings.Join(lines, "\n")
	channel, ok := at(h.event, "channel").(string)
	if !ok {
		channel = str(at(h.ctx, "channelId"))
	}
	v := h.judge(session, whole, channel)
	if v.block != "" {
		return map[string]any{"cancel": true, "reason": v.block}
	}
	var changed any
	if v.text != whole || v.footer != "" {
		c := rewritten(payload, v, addresses)
		text, changed = str(c.Payload["text"]), c
	}
	if session != "" {
		h.g.responses.set(session, digest(text))
	}
	return changed
}

// messagesSession returns the session of a message that comes or goes, from the context or else
// from the event.
func (h *hook) messagesSession() string {
	session, ok := at(h.ctx, "sessionKey").(string)
	if !ok {
		session = str(at(h.event, "sessionKey"))
	}
	return h.g.sessionOf(session)
}

// addressesIn returns the addresses that the gateway would fetch from to send along. They are no
// longer in the text; its own files are not among them.
func addressesIn(payload any) (found []string) {
	for _, address := range append([]any{at(payload, "mediaUrl")}, listIn(at(payload, "mediaUrls"))...) {
		if text := str(address); strings.Contains(text, "://") && !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	return found
}

// digest is a short name for a text that need not be kept.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:])
}

func listIn(v any) []any {
	all, _ := v.([]any)
	return all
}

// asLine returns an address as the model writes it.
func asLine(address string) string { return "MEDIA:" + strings.ReplaceAll(address, "\n", " ") }

// rewritten returns the payload with the daemon's text, and without the addresses whose lines the
// daemon changed.
func rewritten(payload any, v judged, addresses []string) Changed {
	lines := strings.Split(v.text, "\n")
	tail := lines[max(0, len(lines)-len(addresses)):]
	said := slices.Clone(lines[:len(lines)-len(tail)])
	dropped := map[string]bool{}
	for i, address := range addresses {
		dropped[address] = i >= len(tail) || tail[i] != asLine(address)
	}
	for i, line := range tail {
		if line != asLine(addresses[i]) {
			said = append(said, line)
		}
	}
	c := Changed{Payload: map[string]any{"text": strings.Join(said, "\n") + v.footer}, Without: []string{}}
	if !slices.ContainsFunc(addresses, func(address string) bool { return dropped[address] }) {
		return c
	}
	c.Without = []string{"attachments"} // which belong to the addresses
	if dropped[str(at(payload, "mediaUrl"))] {
		c.Without = append(c.Without, "mediaUrl")
	}
	if all, ok := at(payload, "mediaUrls").([]any); ok {
		c.Payload["mediaUrls"] = slices.DeleteFunc(slices.Clone(all), func(address any) bool { return dropped[str(address)] })
	}
	return c
}

func (h *hook) messageSending() any {
	session := h.g.sessionOf(h.w.session)
	content, channel := str(at(h.event, "content")), str(at(h.ctx, "channelId"))
	if before, ok := h.g.responses.get(session); ok && session != "" && before == digest(content) {
		h.g.responses.delete(session)
		return nil
	}
	v := h.judge(session, content, channel)
	if v.block != "" {
		return map[string]any{"cancel": true, "cancelReason": v.block}
	}
	for _, address := range addressesIn(map[string]any{"mediaUrls": at(h.event, "metadata", "mediaUrls")}) {
		if !h.mayFetch(address, channel) {
			return map[string]any{"cancel": true, "cancelReason": "it has the gateway fetch something from another address, which the session that wrote it may not"}
		}
	}
	if text := v.text + v.footer; text != content {
		return map[string]any{"content": text}
	}
	return nil
}

// mayFetch reports whether a fetch in a job's text is allowed: that text is not a reply, and the
// named session is the chat's. What a call of the message tool sends was judged with the call.
func (h *hook) mayFetch(address, channel string) bool {
	for session, text := range h.g.fetching.all() {
		if (strings.Contains(text, address) || escaped.MatchString(text)) && h.judge(session, asLine(address), channel).text != asLine(address) {
			return false
		}
	}
	return true
}

var (
	fetches = regexp.MustCompile(`(?i)media:|!\[`)
	// escaped finds a picture's address that may be spelled differently from the gateway's version
	// of it.
	escaped = regexp.MustCompile(`!\[.*(?:&[#\w]+;|\\)`)
	// fetchingLine finds what may begin something to fetch, or code: only the daemon can tell. It
	// does not continue without the daemon.
	fetchingLine = regexp.MustCompile(`(?im)^(?:(?:.*[\r\x{2028}\x{2029}])?MEDIA:|.*!\[|.*<[a-z]).*$`)
)

const (
	// mostFetching bounds how much of a session's text is searched.
	mostFetching = 16 << 10
	unanswered   = "[Left out: something to fetch from another address. The security daemon gave no answer.]"
)

// noteFetching remembers a text that may make the gateway fetch something.
func (g *Gateway) noteFetching(session, text string) {
	if fetches.MatchString(text) {
		before, _ := g.fetching.get(session)
		all := text + "\n" + before
		g.fetching.set(session, all[:min(len(all), mostFetching)])
	}
}

// judged is the daemon's decision on a response.
type judged struct{ text, footer, block string }

// judge asks about a response. One without text or session has nothing to judge.
func (h *hook) judge(session, text, channel string) judged {
	if text == "" || session == "" {
		return judged{text: text}
	}
	a := h.ask(Ask{Hook: "before_response_emit", Session: session, Ctx: Ctx{SessionKey: session},
		Event: map[string]any{"content": text, "channel": channel, "final": false}})
	if a.none() {
		if h.g.ownWords.has(digest(text)) {
			return judged{text: text}
		}
		if why := h.othersWithoutAnswer("This response", a); why != "" {
			return judged{text: text, block: why}
		}
		if h.g.onFailure != "open" {
			text = fetchingLine.ReplaceAllLiteralString(text, unanswered)
		}
		return judged{text: text}
	}
	if at(a.Result, "block") == true {
		return judged{text: text, block: reasonOf(a, "blocked by security policy")}
	}
	v := judged{text: text}
	if footer := str(at(a.Result, "appendFooter")); footer != "" {
		v.footer = "\n\n" + footer
	}
	if content, ok := at(a.Result, "content").(string); ok {
		v.text = content
	}
	return v
}
