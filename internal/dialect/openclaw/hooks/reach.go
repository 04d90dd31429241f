package hooks

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
)

// Messages that the gateway puts into a running turn, or keeps for a later one. No hook of the turn
// says whose they are, so they are reported when they come.

// joins reports whose a message is that joins a turn of its session. Another program's agent runs
// its tools by itself, and no hook reports what it reads: from its first word on it may have seen
// anything.
func (h *hook) joins(who Ctx) {
	if isForeign.MatchString(who.SessionKey) {
		who = Ctx{SessionKey: who.SessionKey, Provenance: interSession("")}
	}
	h.tellAhead("message_received", who, map[string]any{})
}

// interSession says that another session wrote something; an empty source is an unknown one.
func interSession(source string) *Provenance {
	return &Provenance{Kind: "inter_session", Source: source}
}

func (h *hook) joinsFrom(session, source string) {
	h.joins(Ctx{SessionKey: session, Provenance: interSession(source)})
}

// besides reports what another session has said in a row of the gateway's own. The message that
// begins the turn is its sender's alone if the daemon knows the whole content of that row.
func (h *hook) besides(session string, r row) {
	if isForeign.MatchString(session) || len(r.text) > mostApart {
		h.joinsFrom(session, r.session)
		return
	}
	h.tellAhead("message_received", Ctx{SessionKey: session, Provenance: interSession(r.session)}, map[string]any{"apart": r.text})
}

// mostApart is how many bytes of a row the daemon keeps.
const mostApart = 32 << 10

// hears reports whose words the session is shown.
func (h *hook) hears(session string, all []*speaker) {
	var found known
	found.heard(others(all, session))
	h.shows(session, found.sources)
	for _, from := range unique(found.sessions) {
		h.joinsFrom(session, from)
	}
}

// shows reports what a message contains that its sender has not written. If it joins a running
// turn, no context reports it.
func (h *hook) shows(session string, sources []Shown) {
	if len(sources) > 0 {
		h.tellAhead("message_received", Ctx{SessionKey: session}, map[string]any{"sources": sources})
	}
}

// tellAhead reports something by which the session's next calls are judged.
func (h *hook) tellAhead(name string, c Ctx, event map[string]any) {
	h.tell(Ask{Hook: name, Session: c.SessionKey, Event: event, Ctx: c, Before: results, Later: name})
}

func unique(all []string) (found []string) {
	for _, one := range all {
		if !slices.Contains(found, one) {
			found = append(found, one)
		}
	}
	return found
}

// reaches notes an allowed call that reaches another session. Names given by an untainted session
// need not be remembered.
func (h *hook) reaches(c call, clean bool) {
	h.sends(c)
	h.wakes(c)
	h.spawns(c)
	h.writes(c)
	if prompt, ok := c.params["prompt"].(string); ok && c.tool == "suggest_task" {
		// The owner starts the task without having seen all of it, and the gateway sends it as
		// their words.
		h.g.suggested.add(prompt, h.session(), 1)
	}
	if clean {
		return
	}
	if c.tool == "sessions_spawn" || c.tool == "sessions" || c.tool == "suggest_task" {
		// The gateway shows a session's name to the main session, and to anyone who lists the
		// sessions.
		h.said(c, "label taskName group statusNote names to title", fewest)
	}
	if c.tool == "sessions_spawn" {
		h.g.naming.set(callKey(h.session(), c.id), struct{}{})
	}
}

func (h *hook) session() string { return h.w.place().SessionKey }

// said remembers the texts in some parameters.
func (h *hook) said(c call, names string, fewest int) {
	for name := range strings.FieldsSeq(names) {
		eachText(c.params[name], 0, func(text string) { h.g.elsewhere.add(text, h.session(), fewest) })
	}
}

// deepestCard is more than the levels of a card.
const deepestCard = 8

func eachText(v any, depth int, do func(string)) {
	switch v := v.(type) {
	case string:
		do(v)
	case []any:
		for i := 0; depth < deepestCard && i < len(v); i++ {
			eachText(v[i], depth+1, do)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if depth < deepestCard {
				eachText(v[key], depth+1, do)
			}
		}
	}
}

// writes remembers what is written into a chat: the chat's session may be shown it, or get it when
// somebody presses a button or answers a poll, perhaps as a single letter.
func (h *hook) writes(c call) {
	if c.tool == "message" || c.tool == "conversations_send" || c.tool == "conversations_turn" {
		h.said(c, "message text content body caption", fewest)
		h.said(c, "presentation buttons interactive components pollQuestion pollOption", 1)
	}
}

// spawns notes a session of the sidebar, whose first turn looks like one that a person has opened,
// and a program that waits for a child silently.
func (h *hook) spawns(c call) {
	if c.tool != "sessions_spawn" {
		return
	}
	if c.params["visible"] == true {
		h.g.spawning.set(callKey(h.session(), c.id), h.session())
	}
	if c.params["collect"] == true && outerOf(c.id) != "" {
		h.g.collecting.set(h.session(), struct{}{})
	}
}

// collects reports what a session's children have read by now: the program that collects their
// words may have it.
func (h *hook) collects(session string) {
	if !h.g.collecting.has(session) {
		return
	}
	for child, spawner := range h.g.working.all() {
		if spawner == session {
			h.joinsFrom(session, child)
		}
	}
}

// sends reports the sessions into which a call puts words without a turn of their own.
func (h *hook) sends(c call) {
	if c.tool != "sessions_send" {
		return
	}
	mode := strings.ToLower(trimmed(c.params["mode"]))
	kept := mode == "steer" || mode == "notify"
	var running []string
	for _, r := range h.g.runs.all() {
		running = append(running, r.session)
	}
	target := h.targetOf(c, running)
	reached := []string{target}
	if target == "" { // a target named by anything but its key may be any session at work
		reached = running
	}
	for _, session := range reached {
		if session != h.session() && (kept || session == target && slices.Contains(running, session)) {
			h.joinsFrom(session, h.session())
		}
	}
}

// scheduling returns what a call asks of the gateway's schedule, whose tool has two names;
// otherwise it is empty.
func scheduling(c call) string {
	if tool := strings.ToLower(c.tool); tool != "cron" && tool != "automations" {
		return ""
	}
	return trimmed(c.params["action"])
}

// wakes reports the session that a call wakes with words of its own.
func (h *hook) wakes(c call) {
	if scheduling(c) != "wake" {
		return
	}
	target := h.targetOf(c, nil)
	if target == "" {
		target = h.session()
		if agent := trimmed(c.params["agentId"]); agent != "" {
			target = h.g.mainSession(agent)
		}
	}
	if target != h.session() {
		h.joinsFrom(target, h.session())
	}
}

// targetOf returns the key of the session that a call names; empty if it does not name it by its
// key.
func (h *hook) targetOf(c call, running []string) string {
	named := trimmed(either(c.params, "sessionKey", "session_key"))
	if named == "" || openclaw.IsUUID(named) {
		return ""
	}
	agent := trimmed(either(c.params, "agentId", "agent_id"))
	if agent == "" {
		agent = agentOf(h.session())
	}
	if agent == "" {
		agent = openclaw.FirstAgent
	}
	if !hasAgent.MatchString(named) {
		named = openclaw.OfAgents + agent + ":" + named
	}
	key := h.g.sessionOf(strings.ToLower(named))
	for _, other := range running {
		if strings.ToLower(other) == key {
			return other
		}
	}
	return key
}

var hasAgent = regexp.MustCompile(`(?i)^agent:`)

func either(params map[string]any, name, other string) any {
	if v := params[name]; v != nil {
		return v
	}
	return params[other]
}

func trimmed(v any) string { return trim(str(v)) }

// mostOfAList is longer than a message.
const mostOfAList = 256 << 10

// listed reports whose words the sessions' names in a result are. The gateway names sessions of the
// sidebar by its model's summary of the task, in words that were never reported.
func (h *hook) listed(tool string) {
	if tool != "sessions_list" && tool != "session_status" && tool != "sessions" {
		return
	}
	text := h.resultText()
	shown := h.g.elsewhere.saidBy(text, h.session(), mostOfAList)
	for _, child := range aChild.FindAllString(text, -1) {
		shown = append(shown, h.namedBy(child)...)
	}
	h.hears(h.session(), shown)
}

// commanded reports a command of the gateway's, which may call a tool, or leave words for later
// turns, without a turn of its own. So it counts as a turn of whoever gives it.
func (h *hook) commanded(who Ctx) {
	h.tellAhead("context_assembled", who, map[string]any{})
	h.tell(Ask{Hook: "agent_end", Session: who.SessionKey, Event: map[string]any{}, Ctx: Ctx{SessionKey: who.SessionKey, AgentID: who.AgentID}})
}
