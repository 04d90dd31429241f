package hooks

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
)

// A turn from its session to its end: what begins it, what the model is offered and shown, each
// call of the model.

func decimal(n int) string { return strconv.Itoa(n) }

// beforePromptBuild restricts the turn's tools. The turn's producer is not known yet, and so not
// named.
func (h *hook) beforePromptBuild() any {
	h.begunBy(h.text)
	c := h.g.turnContext(h.w)
	r := run{session: c.SessionKey, workspace: h.w.workspace, trigger: h.w.trigger, provenance: h.w.provenance, span: h.w.span}
	h.g.begin(h.w.run, r)
	h.forked()
	h.jobRuns()
	h.noteRecall(c.SessionKey)
	event := map[string]any{"iteration": 0}
	if names, ok := h.g.tools.get(h.w.agent); ok {
		event["tools"] = names
	}
	a := h.ask(Ask{Hook: "before_llm_call", Session: c.SessionKey, Event: event, Ctx: c})
	if a.none() {
		return nil // before_agent_run asks, too, and can block
	}
	h.g.authentications.set(c.SessionKey, a.Authentication)
	if at(a.Result, "block") == true {
		r.blocked = reasonOf(a, turnBlocked)
		h.g.runs.set(h.w.run, r)
	}
	kept, ok := at(a.Result, "tools").([]any)
	if !ok {
		return nil
	}
	names := []string{}
	for _, tool := range kept {
		if name, ok := tool.(string); ok {
			names = append(names, name)
		}
	}
	return map[string]any{"toolsAllow": names}
}

const turnBlocked = "This turn is blocked by security policy."

// beforeAgentRun has the whole context, including its producer. It is the only place where a turn
// can be stopped.
func (h *hook) beforeAgentRun() any {
	prompt := h.text
	h.begunBy(prompt)
	c := h.g.producerContext(h.w, str(at(h.event, "senderId")), at(h.event, "senderIsOwner"))
	session, last := c.SessionKey, len(h.rows)
	checked := h.g.checks(session) != ""
	said := h.unlessObeyed(c, prompt)
	all := h.g.sources(session, h.rows, prompt)
	all.merge(h.g.conversation(session, h.rows, prompt))
	all.merge(h.g.meanwhile(h.w, prompt, last))
	all.merge(h.recalled(session, prompt, last))
	all.merge(h.g.started(session, prompt, last))
	all.merge(h.ofChildren(session, h.rows))
	for _, from := range unique(all.sessions) {
		h.joinsFrom(session, from)
	}
	for _, r := range all.rows {
		h.besides(session, r)
	}
	// Turns that the gateway begins for its own housekeeping: nobody sent a message.
	housekeeping := h.w.trigger == "memory" || h.w.trigger == "overflow"
	if checked && (housekeeping || h.resumes() || h.g.searches(h.w)) {
		gateways := c
		gateways.MessageProvider = "heartbeat"
		h.vouch(gateways, map[string]any{"content": own(said)})
	}
	sources := all.sources
	if sources == nil {
		sources = []Shown{}
	}
	var provenance any
	if h.w.provenance != nil {
		provenance = at(h.ctx, "inputProvenance")
	}
	event := map[string]any{"messages": h.g.messages(session, h.rows, said, provenance, checked), "sources": sources, "systemPrompt": true}
	a := h.ask(Ask{Hook: "context_assembled", Session: session, Event: event, Ctx: c})
	r, _ := h.g.runs.get(h.w.run)
	why := r.blocked
	if a.none() {
		why = h.othersWithoutAnswer("This turn", a)
	} else {
		h.g.authentications.set(session, a.Authentication)
		if at(a.Result, "block") == true {
			why = reasonOf(a, turnBlocked)
		}
	}
	if why == "" {
		if a.none() { // nobody judged this turn, and its model will have seen its message, whoever began it
			h.tell(Ask{Hook: "context_assembled", Session: session, Event: map[string]any{}, Ctx: c, Later: "context_assembled", OnlyLater: true})
		}
		return nil
	}
	h.g.runs.delete(h.w.run)
	return map[string]any{"outcome": "block", "reason": why, "message": why}
}

// begunBy notes what began the turn, which its first prompt shows: other plugins add to later ones,
// and a repeated attempt has its own.
func (h *hook) begunBy(prompt string) {
	if known, ok := h.g.runs.get(h.w.run); ok && h.w.run != "" {
		h.w.trigger = cmp.Or(known.trigger, h.w.trigger)
		return
	}
	h.w.trigger = triggerOf(h.w, prompt)
}

// resumes reports whether the gateway continues a turn that its restart has interrupted. Any
// program may claim that for its turn; the gateway has noted this one.
func (h *hook) resumes() bool {
	if h.w.provenance == nil || h.w.provenance.tool != "main_session_restart_recovery" || h.w.run == "" || h.w.session == "" {
		return false
	}
	return at(h.kept(h.w.session, h.w.agent), "restartRecoveryDeliveryRunId") == h.w.run
}

// unlessObeyed returns the prompt, unless it is a command that has been carried out: it is not
// shown as one again, and the replacement continues what was asked before.
func (h *hook) unlessObeyed(c Ctx, prompt string) string {
	const obeyed = "(a command of the owner's, carried out)"
	text, ok := h.g.obeyed.get(c.SessionKey)
	h.g.obeyed.delete(c.SessionKey)
	if !ok || text != trim(prompt) {
		return prompt
	}
	if h.g.checks(c.SessionKey) != "" {
		h.vouch(c, optional(map[string]any{"content": obeyed, "followsUp": true}, "senderId", c.SenderID))
	}
	return obeyed
}

// mostTools is more than the names in a list of tools.
const mostTools = 1024

// llmInput remembers what the agent's model is offered, for the next turn's question.
func (h *hook) llmInput() any {
	names, _ := h.g.tools.get(h.w.agent)
	all, _ := at(h.event, "tools").([]any)
	for _, tool := range all {
		if name := str(tool); len(names) < mostTools && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		h.g.tools.set(h.w.agent, names)
	}
	return nil
}

var iterationIn = regexp.MustCompile(`:model:(\d{1,9})$`)

func (h *hook) modelCall(name string) any {
	h.w.session = cmp.Or(h.w.session, str(at(h.event, "sessionKey")))
	event, c := map[string]any{}, h.w.place()
	if n, err := strconv.Atoi(firstGroup(iterationIn, str(at(h.event, "callId")))); err == nil {
		iteration := float64(max(n-1, 0))
		h.g.iterations.set(h.w.run, iteration)
		event["iteration"] = iteration
	}
	a := Ask{Hook: name, Session: c.SessionKey, Event: event, Ctx: c, Behind: []string{results}}
	if name == "loop_iteration_start" {
		a.Before, a.Later = calls, name
	}
	h.tell(a)
	return nil
}

func (h *hook) agentEnd() any {
	id := cmp.Or(str(at(h.event, "runId")), h.w.run)
	h.g.runs.delete(id)
	h.g.iterations.delete(id)
	c := h.w.place()
	for call, spawner := range h.g.spawning.all() {
		if spawner == c.SessionKey {
			h.g.spawning.delete(call)
		}
	}
	if h.g.collecting.delete(c.SessionKey) {
		for child, spawner := range h.g.working.all() {
			if spawner == c.SessionKey {
				h.g.working.delete(child)
			}
		}
	}
	// In order with the calls of its model: one that came later would begin another turn.
	h.tell(Ask{Hook: "agent_end", Session: c.SessionKey, Event: map[string]any{}, Ctx: c, Behind: []string{results}})
	return nil
}
