package hooks

import (
	"cmp"
	"regexp"
	"strings"
)

// Tool calls: the question before, the result after. The question is asked in the trusted policy
// stage, because an approval that it requires is settled before the ordinary hook runs; the
// ordinary hook then gets the daemon's final answer.

// call is a tool call.
type call struct {
	tool, id string
	params   map[string]any // with long texts shortened
	cut      bool
	fits     bool   // whether the daemon can be asked about it
	subject  string // a digest of the tool and the parameters, which a verdict is about
}

func (h *hook) call() call {
	params, _ := at(h.event, "params").(map[string]any)
	return call{
		tool: str(at(h.event, "toolName")), id: str(at(h.event, "toolCallId")), params: params,
		cut: at(h.event, "cut") == true, fits: at(h.event, "fits") == true, subject: str(at(h.event, "subject")),
	}
}

func (h *hook) key(c call) string { return callKey(h.w.session, c.id) }

// Verdict is the outcome of a question about a call.
type Verdict struct {
	Params      any
	Block       bool
	BlockReason string
	Prompt      *Prompt // the question to the owner
	Keep        string  // the name under which the plugin keeps the parameters, since the result comes without them
	Runs        bool
}

func (h *hook) refuse(c call, why string) *Verdict {
	h.noteInner(c, false)
	h.g.denied.set(h.key(c), struct{}{})
	return &Verdict{Block: true, BlockReason: why}
}

// trustedPolicy is the first question about a call.
func (h *hook) trustedPolicy() any {
	c := h.call()
	key := h.key(c)
	h.g.known.delete(key) // of an earlier call with the same id
	if c.tool == wrapper {
		h.g.wrappers.set(key, struct{}{})
		return nil
	}
	if why := h.posing(c); why != "" {
		return h.refuse(c, why)
	}
	h.noteScript(c)
	v, a := h.question(c)
	if v.Block && a.Approval != nil && h.canAsk() {
		v.Prompt = h.prompt(c, a)
	}
	return v
}

// beforeToolCall is the last question about a call: unless the first answer allowed exactly this
// call, the daemon is asked again.
func (h *hook) beforeToolCall() any {
	c := h.call()
	if c.tool == wrapper {
		return nil
	}
	v, _ := h.question(c)
	return v
}

// question asks whether a call may run.
func (h *hook) question(c call) (*Verdict, answer) {
	a := h.askAbout(c)
	switch {
	case a.none():
		return h.withoutAnswer(c, a), a
	case a.blocked():
		return h.refuse(c, reasonOf(a, "Blocked by security policy.")), a
	}
	return h.mayRun(c, a), a
}

// answeredElsewhere asks again about a call after the owner has approved something.
func (h *hook) answeredElsewhere() any {
	c := h.call()
	a := h.askAbout(c)
	if a.none() || a.blocked() {
		return nil // the approval was for another call
	}
	return h.mayRun(c, a)
}

func (h *hook) askAbout(c call) answer {
	h.g.known.set(h.key(c), callName{c.tool, c.id})
	if !c.fits { // the daemon could not read such a long line, or say whose it was
		return answer{Type: "none", Why: "its parameters are too long or nested too deep", Refused: true}
	}
	where := h.g.callContext(h.w)
	return h.ask(Ask{Hook: "before_tool_call", Session: where.SessionKey, Event: about(c), Ctx: where, Behind: []string{results, calls}})
}

// about describes a call in an event; the plugin adds its parameters.
func about(c call) map[string]any {
	return optional(map[string]any{"toolName": c.tool, "params": true}, "toolCallId", c.id)
}

// mayRun is the verdict for an allowed call, perhaps with other parameters.
func (h *hook) mayRun(c call, a answer) *Verdict {
	v := &Verdict{Keep: h.noteInner(c, true), Runs: true}
	h.g.denied.delete(h.key(c))
	h.g.passThrough.set(h.passKey(c.tool, c.id), a.PassThrough)
	h.runs(c, a.Clean)
	if params, ok := at(a.Result, "params").(map[string]any); ok {
		v.Params = params
	}
	return v
}

// runs notes that a call may run. A script's call counts as returned from now on.
func (h *hook) runs(c call, clean bool) {
	h.reaches(c, clean)
	if isScript.MatchString(h.w.session) {
		h.g.scripts.set(h.w.session, struct{}{})
		h.tell(h.returnedFrom(c, nil, false))
	}
}

func (h *hook) withoutAnswer(c call, a answer) *Verdict {
	why := h.callWithoutAnswer(c, a)
	h.g.passThrough.delete(h.passKey(c.tool, c.id)) // of an earlier call with the same id
	if why != "" {
		return h.refuse(c, why)
	}
	keep := h.noteInner(c, true)
	h.runs(c, false)
	return &Verdict{Keep: keep, Runs: true}
}

// resolved handles the owner's answer to the prompt.
func (h *hook) resolved() any {
	c := h.call()
	resolution, name, code := str(at(h.event, "resolution")), str(at(h.event, "name")), str(at(h.event, "code"))
	var text string
	switch resolution {
	case "allow-once":
		text = ".approve " + name + " " + code + " once"
	case "allow-always":
		text = ".approve " + name + " " + code + " always"
	case "deny":
		text = ".deny " + code
	case "cancelled":
		if at(h.event, "aborted") != true {
			h.g.noRoute.set(h.w.session, h.now+noRouteFor)
		}
		return nil
	default:
		return nil
	}
	where, yes := h.w.place(), true
	where.SenderIsOwner = &yes
	h.ask(Ask{Hook: "command", Session: where.SessionKey, Event: optional(map[string]any{"text": text}, "toolCallId", c.id), Ctx: where})
	return nil
}

// Result is the outcome for a tool's result.
type Result struct {
	Notice string `json:"notice,omitzero"` // replaces it
	Told   bool   `json:"told,omitzero"`   // the answer may have other content
}

// toolResult handles a result before the model sees it.
func (h *hook) toolResult() any {
	c, details := h.call(), at(h.event, "result", "details")
	key := h.key(c)
	failed := at(h.event, "failed") == true
	params := any(true)
	var fetched any
	if c.tool == wrapper {
		inner, ok := h.innerCall(c, details, failed)
		if !ok {
			return nil
		}
		params = inner.kept
		c = call{tool: inner.tool, id: inner.id, params: inner.params}
		if c.tool == "web_fetch" {
			fetched = originIn(details)
		}
	}
	h.g.known.set(key, callName{c.tool, c.id})
	h.came(c, details)
	h.collects(h.session())
	passKey := h.passKey(c.tool, c.id)
	pass, judged := h.g.passThrough.get(passKey)
	h.g.passThrough.delete(passKey)
	var result any = true
	switch {
	case at(h.event, "contentFits") != true:
		result = nil
	case fetched != nil:
		result = map[string]any{"fetched": fetched}
	}
	told := h.returnedFrom(c, result, failed)
	told.Event["params"] = params
	if pass {
		h.tell(told) // the model's next step is asked about after this, on the same connection
		return nil
	}
	a := h.ask(told)
	switch {
	case result == nil:
		return &Result{Notice: "This result is withheld: it is too long to be looked at. Ask for less at a time."}
	case a.none():
		return &Result{Notice: h.resultWithoutAnswer(judged, a)}
	}
	return &Result{Told: true}
}

// came handles what a result says about other sessions.
func (h *hook) came(c call, details any) {
	h.noteSpawned(c, details)
	h.noteJob(c, details)
	h.listed(c.tool)
	if c.tool != "process" || h.w.session == "" {
		return
	}
	// A session asks for the output of a background command, which continues when its session
	// begins anew.
	if b, ok := h.g.background.get(str(c.params["sessionId"])); ok && !b.clean {
		h.shows(h.w.session, output(b.levels))
	}
}

// returnedFrom reports a result to the daemon. If that fails, it is sent later.
func (h *hook) returnedFrom(c call, result any, failed bool) Ask {
	where, event := h.w.place(), about(c)
	if result != nil {
		event["result"] = result
	}
	if failed {
		event["error"] = "the tool failed"
	}
	told := Ask{Hook: "after_tool_call", Session: where.SessionKey, Event: event, Ctx: where, Before: results, Later: "after_tool_call"}
	if id := backgroundIn(at(h.event, "result")); id != "" && h.w.session != "" {
		told.Note = "background:" + id
	}
	return told
}

// originIn returns where the fetching wrapper got a page from, which is only in the details: the
// text has the gateway's warning around it.
func originIn(details any) any {
	of := at(details, "result", "details")
	url, ok := at(of, "url").(string)
	final, both := at(of, "finalUrl").(string)
	if !ok || !both {
		return nil
	}
	return map[string]any{"url": url, "finalUrl": final}
}

// afterToolCall handles a result that is only observed and that no middleware has seen. Inner calls
// of Tool Search's code mode only appear here, and so do all tools of gateways without middleware.
func (h *hook) afterToolCall() any {
	c, details := h.call(), at(h.event, "result", "details")
	key, failed := h.key(c), at(h.event, "failed") == true
	if c.tool == wrapper || failed && isDenial(details) {
		return nil
	}
	if h.g.denied.has(key) {
		return nil
	}
	if outer := outerOf(c.id); outer != "" && h.g.wrappers.has(callKey(h.w.session, outer)) {
		return nil // the middleware reports it
	}
	if failed && !h.g.known.has(key) && saysInvalid(c.tool, h.resultText()) {
		h.g.denied.set(key, struct{}{}) // the gateway checks the parameters before it asks anybody
		return nil
	}
	h.g.known.set(key, callName{c.tool, c.id})
	h.came(c, details)
	var result any
	if at(h.event, "contentFits") == true {
		result = true
	}
	told := h.returnedFrom(c, result, failed)
	h.wait(Want{Told: &told})
	return nil
}

// passKey names a call with its tool: models give several calls the same id, and what holds for one
// tool's result does not for another's.
func (h *hook) passKey(tool, id string) string { return callKey(h.w.session, id) + "\n" + tool }

// posing returns why a call of a server's tool must not run because the tool has the name of one of
// the gateway's. Over MCP the gateway's tools have another name, and the daemon knows both. If the
// model is offered them under their own names, the other name can only come from a server that is
// called mcp.
func (h *hook) posing(c call) string {
	if !overMCP.MatchString(c.tool) {
		return ""
	}
	names, _ := h.g.tools.get(h.w.agent)
	for _, name := range names {
		if !strings.Contains(name, "__") {
			return "Tool '" + c.tool + "' is blocked: an MCP server called mcp has named it after one of the gateway's own. " +
				"Tell the owner to call that server something else."
		}
	}
	return ""
}

var overMCP = regexp.MustCompile(`(?i)^mcp__openclaw__`)

// Tool Search: the model calls wrapper, which only runs another tool, and the gateway calls the
// real tool for it. The policy hooks see both calls; the result comes back wrapped in the outer
// one.
const (
	wrapper = "tool_call"
	inside  = "tool_search_code:"
)

// outerOf returns the outer call of an inner call, in the spelling of inner ids; empty for any
// other call.
func outerOf(id string) string {
	rest, ok := strings.CutPrefix(id, inside)
	end := strings.LastIndexByte(rest, ':')
	if !ok || end < 0 {
		return ""
	}
	return rest[:max(strings.LastIndexByte(rest[:end], ':'), 0)]
}

// innerID is the id of the call that an outer one stands for.
func innerID(outer, tool string) string { return inside + asOuter(outer) + ":" + tool + ":1" }

var notInID = regexp.MustCompile(`[^A-Za-z0-9_.:-]+`)

// asOuter is an outer call's id as inner ids spell it.
func asOuter(id string) string {
	id = notInID.ReplaceAllLiteralString(trim(id), "_")
	return cmp.Or(id[:min(len(id), 120)], "call")
}

type innerCall struct {
	callName
	params  map[string]any
	subject string
	kept    string // the name under which the plugin has its parameters
	allowed bool
	several bool // another call was noted under the same outer one
}

// noteScript is for Tool Search's code mode, in which the model's script decides on each call using
// the results of earlier calls. So each is judged by what the script has seen, as if it were
// requested only now, and not by what the model had seen.
func (h *hook) noteScript(c call) {
	outer := outerOf(c.id)
	if outer == "" || h.g.wrappers.has(callKey(h.w.session, outer)) {
		return
	}
	h.collects(h.session())
	h.tellCall("loop_iteration_start")
}

// tellCall reports that the model is called, or that a script continues: its next requests are
// judged by what it has seen by now, so those questions wait for this report.
func (h *hook) tellCall(name string) {
	event := map[string]any{}
	if iteration, ok := h.g.iterations.get(h.w.run); ok {
		event["iteration"] = iteration
	}
	where := h.w.place()
	h.tell(Ask{Hook: name, Session: where.SessionKey, Event: event, Ctx: where, Behind: []string{results}, Before: calls, Later: name})
}

func (h *hook) noteInner(c call, allowed bool) (keep string) {
	outer := outerOf(c.id)
	if outer == "" {
		return ""
	}
	key := callKey(h.w.session, outer)
	before, known := h.g.inner.get(key)
	h.g.inner.set(key, innerCall{
		callName: callName{c.tool, c.id}, params: brief(c.params), subject: c.subject, kept: key, allowed: allowed,
		several: known && (before.several || before.subject != c.subject),
	})
	return key
}

// brief selects the parameters that say what is requested, and of which session.
func brief(params map[string]any) map[string]any {
	const longestWord = 256
	words := map[string]any{}
	for name, v := range params {
		if word, ok := v.(string); ok && len(word) <= longestWord {
			words[name] = word
		}
	}
	return words
}

// innerCall returns the call that Tool Search's wrapper made, as it was judged; false if it
// returned only our own denial or a message of the gateway.
func (h *hook) innerCall(c call, details any, failed bool) (innerCall, bool) {
	key := callKey(h.w.session, asOuter(c.id))
	ran := str(at(details, "tool", "name"))
	inner, known := h.g.inner.get(key)
	h.g.inner.delete(key)
	// If several share an id, a result that names another tool belongs to another call, and so does
	// one of a call that ran if this one was denied.
	if known && (!inner.several || failed || ran == "" || inner.allowed && ran == inner.tool) {
		h.g.known.set(h.key(c), inner.callName)
		return inner, inner.allowed
	}
	if failed {
		return innerCall{}, false // the gateway itself says that there is no such tool
	}
	tool := cmp.Or(ran, str(c.params["id"]), unknown)
	h.unseen = tool
	return innerCall{callName: callName{"unjudged:" + tool, c.id}}, true
}

// toolResultPersist handles a result as it is kept: masked and shortened by the gateway, or
// invented by it for a call that was denied or abandoned. It comes back like that in the next
// turn's context, where the daemon must recognise it.
func (h *hook) toolResultPersist() any {
	id := str(at(h.event, "toolCallId"))
	known, ok := h.g.known.get(callKey(h.w.session, id))
	if h.g.checks(h.w.session) == "" || id == "" || !ok { // a call that the daemon does not know returned nothing
		return nil
	}
	where := h.w.place()
	event := map[string]any{"toolName": known.tool, "toolCallId": known.id, "message": true}
	if at(h.event, "isSynthetic") == true {
		event["isSynthetic"] = true
	}
	h.tell(Ask{Hook: "tool_result_persist", Session: where.SessionKey, Event: event, Ctx: where})
	return nil
}

// resolveExecEnv returns variables for a command's environment. Without an answer there are none.
func (h *hook) resolveExecEnv() any {
	h.w.session = cmp.Or(h.w.session, str(at(h.event, "sessionKey")))
	where := h.w.place()
	a := h.ask(Ask{Hook: "resolve_exec_env", Session: where.SessionKey, Ctx: where,
		Event: map[string]any{"toolName": at(h.event, "toolName"), "host": at(h.event, "host")}})
	env, _ := at(a.Result, "env").(map[string]any)
	if env == nil {
		return nil
	}
	all := map[string]string{}
	for name, value := range env {
		if text, ok := value.(string); ok {
			all[name] = text
		}
	}
	return all
}
