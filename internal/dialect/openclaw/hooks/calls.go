package hooks

import (
	"cmp"
	"regexp"
	"strings"
)

// Tool calls: the question before, the result after. The trusted policy stage asks, because
// an approval that it requires is settled before the ordinary hook runs; the ordinary hook
// then has the daemon's last word.

// call is a tool call.
type call struct {
	tool, id string
	params   map[string]any // long texts in them cut
	cut      bool
	fits     bool   // whether it can be asked about
	subject  string // what a verdict is about: this tool with these parameters, in short
}

func (h *hook) call() call {
	params, _ := at(h.event, "params").(map[string]any)
	return call{
		tool: str(at(h.event, "toolName")), id: str(at(h.event, "toolCallId")), params: params,
		cut: at(h.event, "cut") == true, fits: at(h.event, "fits") == true, subject: str(at(h.event, "subject")),
	}
}

func (h *hook) key(c call) string { return callKey(h.w.session, c.id) }

// Verdict is what a question about a call comes to.
type Verdict struct {
	Params      any
	Block       bool
	BlockReason string
	Prompt      *Prompt // the owner is asked
	Keep        string  // the name under which the plugin keeps the parameters: the result will not have them
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

// beforeToolCall is the last question about a call that the first has not let run as it is:
// the daemon is asked again.
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

// answeredElsewhere asks again about a call of which the owner has approved something.
func (h *hook) answeredElsewhere() any {
	c := h.call()
	a := h.askAbout(c)
	if a.none() || a.blocked() {
		return nil // it was another call's
	}
	return h.mayRun(c, a)
}

func (h *hook) askAbout(c call) answer {
	h.g.known.set(h.key(c), callName{c.tool, c.id})
	if !c.fits { // the daemon could not read such a line to its end, nor say whose it was
		return answer{Type: "none", Why: "its parameters are too long or nested too deep", Refused: true}
	}
	where := h.g.callContext(h.w)
	return h.ask(Ask{Hook: "before_tool_call", Session: where.SessionKey, Event: about(c), Ctx: where, Behind: []string{results, calls}})
}

// about is a call in an event; the plugin has its parameters.
func about(c call) map[string]any {
	return optional(map[string]any{"toolName": c.tool, "params": true}, "toolCallId", c.id)
}

// mayRun says that the daemon lets a call run, with other parameters if it says so.
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

// runs says that a call may run. What a script's brings back is counted now.
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

// resolved is what the owner said to the prompt.
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

// Result is what becomes of a tool's result.
type Result struct {
	Notice string `json:"notice,omitzero"` // in its place
	Told   bool   `json:"told,omitzero"`   // the answer may have another content
}

// toolResult is a result before the model sees it.
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
		h.tell(told) // what the model does next is asked about after this, on the same connection
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

// came is what a result tells of other sessions.
func (h *hook) came(c call, details any) {
	h.noteSpawned(c, details)
	h.noteJob(c, details)
	h.listed(c.tool)
	if c.tool != "process" || h.w.session == "" {
		return
	}
	// A session asks what a command in the background has printed, which goes on where its
	// session begins anew.
	if b, ok := h.g.background.get(str(c.params["sessionId"])); ok && !b.clean {
		h.shows(h.w.session, output(b.levels))
	}
}

// returnedFrom tells the daemon of a result. What cannot be told is sent later.
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

// originIn is where the wrapper has fetched from, which it says in its details alone: the
// gateway puts a warning around the text.
func originIn(details any) any {
	of := at(details, "result", "details")
	url, ok := at(of, "url").(string)
	final, both := at(of, "finalUrl").(string)
	if !ok || !both {
		return nil
	}
	return map[string]any{"url": url, "finalUrl": final}
}

// afterToolCall is a result that is only observed, and that no middleware was given. Inner calls
// of Tool Search's code mode come by here and nowhere else, and so do the tools of gateways
// without middleware.
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
		return nil // the middleware tells it
	}
	if failed && !h.g.known.has(key) && saysInvalid(c.tool, h.resultText()) {
		h.g.denied.set(key, struct{}{}) // the gateway looks at the parameters before it asks anybody
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

// passKey names a call and its tool: models give one id to several calls, and what holds of
// one tool's result does not of another's.
func (h *hook) passKey(tool, id string) string { return callKey(h.w.session, id) + "\n" + tool }

// posing is why a call of a server's tool must not run that is named as one of the gateway's.
// These have another name where they are offered over MCP, and the daemon knows them by both.
// Where the model is offered them by their own names, the other one can only be the work of a
// server that is called mcp.
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

// Tool Search: the model calls wrapper, which runs another tool and does nothing itself, and
// the gateway calls the real tool for it. The policy hooks see both calls, the result comes
// back wrapped in the outer one.
const (
	wrapper = "tool_call"
	inside  = "tool_search_code:"
)

// outerOf is the outer call that an inner call belongs to, as inner ids spell it; empty of any
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

// noteScript is for Tool Search's code mode, where the model's script decides on each call in
// the light of what earlier calls returned. So each is judged as if it were asked for only
// now, at what the script has seen, and not at what the model had.
func (h *hook) noteScript(c call) {
	outer := outerOf(c.id)
	if outer == "" || h.g.wrappers.has(callKey(h.w.session, outer)) {
		return
	}
	h.collects(h.session())
	h.tellCall("loop_iteration_start")
}

// tellCall tells that the model is called, or a script goes on: what it asks for from now on is
// judged at what it has seen by now. So those questions wait for this.
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

// brief are the words among parameters: what is asked for, and of which session.
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

// innerCall is the call that Tool Search's wrapper has made, as it was judged; false where it
// has brought back no more than our own denial or the gateway's word.
func (h *hook) innerCall(c call, details any, failed bool) (innerCall, bool) {
	key := callKey(h.w.session, asOuter(c.id))
	ran := str(at(details, "tool", "name"))
	inner, known := h.g.inner.get(key)
	h.g.inner.delete(key)
	// Where several share an id, a result that names another tool is another call's, and so is one
	// of a call that ran where this one was denied.
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

// toolResultPersist is a result as it is kept: masked and cut short by the gateway, or made up
// by it where a call was denied or given up. So it comes back in the next turn's context,
// where the daemon must know it again.
func (h *hook) toolResultPersist() any {
	id := str(at(h.event, "toolCallId"))
	known, ok := h.g.known.get(callKey(h.w.session, id))
	if h.g.checks(h.w.session) == "" || id == "" || !ok { // a call that the daemon has not heard of brought nothing back
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

// resolveExecEnv has variables for a command's environment. Without an answer there are none.
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
