package hooks

import (
	"cmp"
	"math"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
)

// Sessions with content of others: their history, their jobs, what they were spawned with. It
// contains what the other session has seen, and no hook says so.

// forked reports the level of the session whose history this one was given, before its first turn
// with it is judged: a conversation that a person forked, a thread that includes its channel's
// words, or one that the gateway made from a session that it could not continue.
func (h *hook) forked() {
	session, id := h.w.session, h.w.id
	before, known := h.g.settled.get(session)
	if session == "" || known && before == id {
		return
	}
	entry := h.kept(session, h.w.agent)
	if entry == nil {
		return
	}
	source := str(at(entry, "forkSource", "sessionKey"))
	h.g.settled.set(session, id)
	if !known && !h.given(entry) || known && source == "" {
		return
	}
	from := source
	if from == "" {
		from = h.formerly(entry)
	}
	if from == session {
		return
	}
	h.joinsFrom(session, from)
	if source != "" {
		h.beforeThat(session, source)
	}
}

// end is when a session began anew, and what it had seen until then.
type end struct {
	at float64
	by *speaker
}

// beforeThat reports what the source had seen before it began anew, if the history is older than
// that. After a restart it is unknown.
func (h *hook) beforeThat(session, source string) {
	oldest := math.Inf(1)
	for _, at := range times(h.rows) {
		oldest = min(oldest, at)
	}
	var ends []*speaker
	for _, e := range h.g.ends.all() {
		if e.by.session == source && e.at >= oldest {
			ends = append(ends, e.by)
		}
	}
	if len(ends) > 0 {
		h.hears(session, ends)
		return
	}
	entry := h.kept(source, agentOf(source))
	began, _ := at(entry, "sessionStartedAt").(float64)
	if at(entry, "forkSource") == nil && began > oldest {
		h.joinsFrom(session, "")
	}
}

// times returns when the messages of a history were said.
func times(history []Row) (all []float64) {
	for _, row := range history {
		if row.Role != "custom" && row.At != 0 {
			all = append(all, row.At)
		}
	}
	return all
}

// given reports whether a session that is new to this process continues a history that is not its
// own.
func (h *hook) given(entry any) bool {
	createdAt, ok := at(entry, "createdAt").(float64)
	if !ok {
		createdAt = math.Inf(1)
	}
	isFork := at(entry, "forkSource") != nil
	if isFork && createdAt >= float64(h.g.since.UnixMilli()) {
		return true
	}
	// What it has read since it was made has been judged, and what the other one was given with it.
	rows := times(h.rows)
	for _, at := range rows {
		if at >= createdAt {
			return false
		}
	}
	return (isFork || at(entry, "previousSessionId") != nil) && len(rows) > 0
}

// formerly returns the session that had the history before, by this one's name for it; empty if it
// is gone.
func (h *hook) formerly(entry any) string {
	for _, other := range listIn(h.wait(Want{All: &h.w.agent})) {
		if at(other, "entry", "sessionId") == at(entry, "previousSessionId") {
			return str(at(other, "sessionKey"))
		}
	}
	return ""
}

// noteJob reports a job that a call has scheduled or changed. Its text is the agent's, written from
// what its session has seen by now, and the gateway will run it as its own. So the session in which
// it will run is told now whose words they are.
func (h *hook) noteJob(c call, details any) {
	action, source := scheduling(c), h.w.session
	if (action != "add" && action != "update") || source == "" {
		return
	}
	job := findIn(details, 0, jobIn)
	if job == (aJob{}) {
		v, _ := parsed(h.resultText())
		job = findIn(v, 0, jobIn)
	}
	if job == (aJob{}) {
		return
	}
	agent := cmp.Or(job.agent, agentOf(source), openclaw.FirstAgent)
	own := openclaw.OfAgents + agent + ":cron:" + job.id
	reached := []string{own}
	named, ofSession := strings.CutPrefix(job.target, "session:")
	switch {
	case job.target == "main":
		reached = append(reached, h.g.mainSession(agent))
	case job.target == "current" && job.session != "":
		reached = append(reached, job.session)
		h.g.continuing.set(own, job.session)
	case ofSession && named != "":
		if !strings.HasPrefix(named, openclaw.OfAgents) {
			named = openclaw.OfAgents + agent + ":" + named
		}
		reached = append(reached, h.g.sessionOf(named))
	}
	for _, session := range reached {
		if session != source {
			h.joinsFrom(session, source)
		}
	}
}

type aJob struct{ id, target, agent, session string }

func jobIn(object map[string]any) aJob {
	id, hasID := object["id"].(string)
	target, hasTarget := object["sessionTarget"].(string)
	if !hasID || !hasTarget {
		return aJob{}
	}
	return aJob{id, target, str(object["agentId"]), str(object["sessionKey"])}
}

// jobRuns reports that a scheduled run begins. One that continues a conversation is shown the end
// of it.
func (h *hook) jobRuns() {
	if h.w.trigger != "cron" {
		return
	}
	if conversation, ok := h.g.continuing.get(jobOf(h.w.session)); ok {
		h.joinsFrom(h.w.session, conversation)
	}
}

// spawned reports that a session has a child, which inherits what its spawner has seen by now, so
// it is reported at once.
func (h *hook) spawned(child, spawner string) {
	if before, _ := h.g.spawners.get(child); child == "" || spawner == "" || child == spawner || before == spawner {
		return
	}
	h.g.spawners.set(child, spawner)
	if isForeign.MatchString(child) {
		h.joins(Ctx{SessionKey: child})
		return
	}
	h.tell(Ask{Hook: "session_start", Session: child, Event: map[string]any{}, Ctx: Ctx{SessionKey: child, SpawnedBy: spawner}})
}

// noteSpawned handles a result that names the session that a call has spawned.
func (h *hook) noteSpawned(c call, details any) {
	child := str(at(details, "childSessionKey"))
	if c.tool != "sessions_spawn" || h.w.session == "" || child == "" {
		return
	}
	key := callKey(h.w.session, c.id)
	if h.g.collecting.has(h.w.session) {
		h.g.working.set(child, h.w.session)
	}
	if h.g.naming.delete(key) {
		h.g.named.set(child, &speaker{session: h.w.session})
	}
	if h.g.spawning.delete(key) {
		h.spawned(child, h.w.session)
	}
}

func (h *hook) subagentSpawned() any {
	h.spawned(h.childOf())
	return nil
}

func (h *hook) childOf() (child, spawner string) {
	return str(at(h.event, "childSessionKey")), str(at(h.event, "requesterSessionKey"))
}

// subagentProgress handles the beginning and end of a child. The gateway puts a child's last words
// into its spawner's turn, if that is still running.
func (h *hook) subagentProgress() any {
	child, spawner := h.childOf()
	h.spawned(child, spawner)
	if child == "" {
		return nil
	}
	switch str(at(h.event, "phase")) {
	case "started":
		if spawner != "" {
			h.g.working.set(child, spawner)
		}
	case "ended":
		h.g.working.delete(child)
		if spawner != "" && child != spawner && h.g.running(spawner) {
			h.joinsFrom(spawner, child)
		}
	}
	return nil
}

func (h *hook) sessionStart() any {
	c := h.g.turnContext(h.w)
	h.tell(Ask{Hook: "session_start", Session: c.SessionKey, Event: map[string]any{"sessionId": at(h.event, "sessionId")}, Ctx: c})
	if !isSidebar.MatchString(c.SessionKey) {
		return nil
	}
	// The spawner, as the gateway keeps it. If it cannot tell, any session that waits for the
	// result of such a call may be it.
	entry := h.kept(c.SessionKey, h.w.agent)
	via, told := at(entry, "createdVia").(string)
	parent := str(at(entry, "parentSessionKey"))
	switch {
	case told && via != "spawn":
	case told && parent != "":
		h.spawned(c.SessionKey, parent)
	default:
		for _, spawner := range h.g.spawning.all() {
			h.spawned(c.SessionKey, spawner)
		}
	}
	return nil
}

// clears are the reasons for which the daemon forgets what a session has seen.
var clears = map[string]bool{"new": true, "reset": true, "deleted": true, "idle": true, "daily": true}

func (h *hook) sessionEnd() any {
	c := h.w.place()
	reason, next, successor := str(at(h.event, "reason")), str(at(h.event, "nextSessionId")), str(at(h.event, "nextSessionKey"))
	// If another session succeeds it, this one keeps its history: a person can go back to it.
	stays := successor != "" && successor != c.SessionKey
	if _, settled := h.g.settled.get(c.SessionKey); !stays && next != "" && settled {
		// The session continues with a transcript that follows from its own, after a compaction or
		// a new beginning. It is not told so about one that it is given.
		h.g.settled.set(c.SessionKey, next)
	}
	if stays || h.g.ofSeveral(c.SessionKey) {
		reason = ""
	}
	// If that raises its level, note what it was until now.
	until := &speaker{session: c.SessionKey}
	h.g.lastNote++
	note := decimal(h.g.lastNote)
	h.g.ends.set(note, end{h.now, until})
	ended := Ask{Hook: "session_end", Session: c.SessionKey, Event: optional(map[string]any{"sessionId": at(h.event, "sessionId")}, "reason", reason), Ctx: c}
	if clears[reason] {
		// What a session has said elsewhere keeps the level that it had at its end, if the daemon
		// names it before it ends.
		speaking := append(h.g.speaking(c.SessionKey), until)
		for _, by := range speaking {
			by.former = true
		}
		h.g.outliving.set(note, speaking)
		h.tell(Ask{Hook: "agent_end", Session: c.SessionKey, Event: map[string]any{}, Ctx: c, Note: "seen:" + note})
		ended.Note = "ended:" + note
	}
	h.tell(ended)
	return nil
}

// speaking returns the session as the speaker of each of its words that may be shown again, since
// it began.
func (g *Gateway) speaking(session string) (all []*speaker) {
	found := append(g.elsewhere.speakers(), g.suggested.speakers()...)
	for _, by := range g.named.all() {
		found = append(found, by)
	}
	for _, a := range g.answers.all() {
		found = append(found, a.by)
	}
	for _, by := range found {
		if by.session == session && !by.former {
			all = append(all, by)
		}
	}
	return all
}

func (g *Gateway) outlived(kind, note string, a answer) {
	speaking, _ := g.outliving.get(note)
	g.outliving.delete(note)
	if kind != "seen" || a.none() {
		return
	}
	for _, by := range speaking {
		by.level = a.Taint
	}
}
