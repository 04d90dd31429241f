// Package hooks is the part of OpenClaw's dialect that runs inside the gateway: the meaning of each
// hook for the daemon, whose words a turn is shown, and the hook's result. The plugin runs it as
// WebAssembly (shims/openclaw/dialect).
//
// It runs there because of what only the gateway's process can know or do: what its sessions have
// said must be recognised as long as they run, even while the daemon is away or restarts; some
// hooks cannot wait for an answer; and without a daemon something must refuse. It assigns no level:
// it names kinds and tools, and passes on levels that the daemon has named. It makes no
// connections, and knows no policy.
package hooks

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
	"time"
)

// Gateway is what is remembered between the hooks of one gateway. None of it is policy, and all of
// it may be forgotten: then the daemon is asked again, or a call is held with a code instead of a
// button, or a text counts as a stranger's.
type Gateway struct {
	config             any // the gateway's own configuration
	version            string
	dir, configPath    string // where it keeps its own files, if it says so
	runtimeDir         string // where the daemon's sockets are expected
	onFailure          string
	approvals          string
	safeTools          map[string]bool
	since              time.Time
	zone               *time.Location
	hooks              map[int]*hook // those waiting for something
	lastHook, lastNote int

	runs            *bounded[run]        // running ones, by run id
	iterations      *bounded[float64]    // by run id
	spawners        *bounded[string]     // the spawning session by child session
	spawning        *bounded[string]     // calls that spawn a session of the sidebar, with the calling sessions: the gateway names the new one late
	naming          *bounded[struct{}]   // calls with which tainted sessions spawn others, until the gateway names these
	named           *bounded[*speaker]   // sessions spawned by these: their names are the words of their spawners
	working         *bounded[string]     // children at work, with the sessions that spawned them
	collecting      *bounded[struct{}]   // sessions in which a program collects what children say: no hook reports when it has
	ends            *bounded[end]        // when sessions began anew: a later fork may contain what was said before
	recalls         *bounded[recall]     // by the session that searches
	continuing      *bounded[string]     // jobs that continue a conversation, with its session
	background      *bounded[background] // by the command's id
	answers         *bounded[saying]     // what sessions have answered to programs that keep the conversation themselves
	settled         *bounded[string]     // sessions known to be forked or not, with the transcript for which it is known
	outliving       *bounded[[]*speaker] // by note, those whose level the daemon has not said yet
	passThrough     *bounded[bool]       // calls, with their tools, that may run, and whether their results will not be changed
	denied          *bounded[struct{}]   // calls that returned nothing
	known           *bounded[callName]   // calls that the daemon knows, by their name in the transcript
	wrappers        *bounded[struct{}]   // outer calls of Tool Search
	inner           *bounded[innerCall]  // judged inner calls, by their outer call
	clients         *bounded[bool]       // whether a session's webchat client can show approvals
	noRoute         *bounded[float64]    // sessions in which an approval did not reach the owner, with the time until which that is assumed
	tools           *bounded[[]string]   // names of the tools that each agent's model was offered
	responses       *bounded[string]     // that were asked about, by session
	fetching        *bounded[string]     // what sessions have written that makes the gateway fetch something, the latest first
	scripts         *bounded[struct{}]   // sessions of jobs' scripts that have called tools: the gateway shows a script's output as its own note
	elsewhere       words                // what sessions have said in other chats than their own
	suggested       words                // tasks that sessions have suggested: whoever starts one sends its words
	notWritten      *bounded[string]     // what a session's latest message contains that its sender has not written
	buttons         *bounded[string]     // the commands of the plugin's own buttons, by the word that proves them
	obeyed          *bounded[string]     // commands that were carried out and then passed on to the model, by session
	ownWords        *bounded[struct{}]   // what was told to the owner in place of the daemon; it is sent whatever onFailure says
	authentications *bounded[string]     // how each session's messages are checked, as far as the daemon has said; "" is not at all
}

type run struct {
	session, workspace, trigger string
	provenance                  *Provenance
	blocked                     string // why the turn must not run; before_prompt_build knows it and cannot stop it
	span                        string
}

// New returns a gateway that began at a time, in Unix milliseconds. Nothing is known from before.
func New(began int64) *Gateway {
	return &Gateway{
		since: time.UnixMilli(began), zone: time.UTC, hooks: map[int]*hook{},
		runs: newBounded[run](1024), iterations: newBounded[float64](1024), spawners: newBounded[string](4096),
		spawning: newBounded[string](1024), naming: newBounded[struct{}](1024), named: newBounded[*speaker](4096),
		working: newBounded[string](4096), collecting: newBounded[struct{}](4096), ends: newBounded[end](512),
		recalls: newBounded[recall](256), continuing: newBounded[string](1024), background: newBounded[background](1024),
		answers: newBounded[saying](128), settled: newBounded[string](4096), outliving: newBounded[[]*speaker](512),
		passThrough: newBounded[bool](4096), denied: newBounded[struct{}](8192),
		known: newBounded[callName](8192), wrappers: newBounded[struct{}](1024),
		inner: newBounded[innerCall](4096), clients: newBounded[bool](4096), noRoute: newBounded[float64](4096),
		tools: newBounded[[]string](256), responses: newBounded[string](4096), fetching: newBounded[string](256),
		scripts: newBounded[struct{}](256), elsewhere: newWords(), suggested: newWords(), notWritten: newBounded[string](1024),
		buttons: newBounded[string](256), obeyed: newBounded[string](1024), ownWords: newBounded[struct{}](64),
		authentications: newBounded[string](4096),
	}
}

// begin starts a run. A session has one at a time: an earlier one that never ended was given up.
func (g *Gateway) begin(id string, r run) {
	for other, o := range g.runs.all() {
		if o.session == r.session {
			g.runs.delete(other)
		}
	}
	g.runs.set(id, r)
}

func (g *Gateway) running(session string) bool {
	for _, r := range g.runs.all() {
		if r.session == session {
			return true
		}
	}
	return false
}

// scheduled reports whether the session is working without a person's request: the gateway may show
// what it says in others' chats.
func (g *Gateway) scheduled(session string) bool {
	for _, r := range g.runs.all() {
		if r.session == session && (r.trigger == "cron" || r.trigger == "heartbeat" || r.trigger == outside) {
			return true
		}
	}
	return false
}

// checks is how the daemon checks the session's messages, if known.
func (g *Gateway) checks(session string) string {
	how, _ := g.authentications.get(session)
	return how
}

// Ask is a question or a report to the daemon.
type Ask struct {
	// Event has true in place of what only the plugin has: the parameters of the call, a result.
	Hook    string
	Session string
	Event   map[string]any
	Ctx     Ctx

	// Behind makes it wait for earlier reports about the session. A daemon that is overloaded or
	// restarting takes a result only at a second attempt, and what follows directly would be judged
	// without it.
	Behind []string
	// Before makes later questions with Behind wait for it.
	Before string
	// Later is the hook under which it is reported later if there was no answer; empty if it is
	// not.
	Later string
	// OnlyLater reports it later in any case.
	OnlyLater bool
	// Note is the name under which the answer is reported, if it is.
	Note string
}

// What others wait for: results, and calls of the model.
const (
	results = "results"
	calls   = "calls"
)

// Step is the state of a hook: what to tell the daemon, and what the hook waits for, or its result.
type Step struct {
	ID     int
	Tell   []Ask
	Want   *Want
	Result any
	// Unseen is a tool whose result came out of Tool Search without a judged call.
	Unseen string
	// Failed is why the hook has failed.
	Failed string
}

// Want is one thing that only the plugin can find out.
type Want struct {
	Ask    *Ask    // the daemon's answer
	Told   *Ask    // the answer to a report
	Kept   *Kept   // what the gateway keeps about a session
	All    *string // what it keeps about all sessions of an agent
	Owner  bool    // whether the message's sender is the owner, according to the gateway
	Mask   *string // a text as the gateway keeps it
	Status bool    // lines about the plugin itself
	Text   bool    // the text of a result, which few hooks read
}

// Kept names a session of the gateway's.
type Kept struct {
	Session string
	Agent   string
}

// hook is one running hook.
type hook struct {
	g      *Gateway
	now    float64 // Unix milliseconds
	event  any     // without long texts
	ctx    any
	w      where
	rows   []Row  // of the history
	text   string // further text from the plugin, without the rows' texts
	tells  []Ask
	yield  func(*Want) bool
	next   func() (*Want, bool)
	answer any // to what was wanted
	result any
	unseen string
}

// ready are the handlers that want nothing from the plugin. So they need no goroutine, which takes
// longer than most of them.
var ready = map[string]func(*hook) any{
	"tool_result_persist":  (*hook).toolResultPersist,
	"before_message_write": (*hook).beforeMessageWrite,
	"llm_input":            (*hook).llmInput,
	"model_call_started":   func(h *hook) any { return h.modelCall("loop_iteration_start") },
	"model_call_ended":     func(h *hook) any { return h.modelCall("loop_iteration_end") },
	"agent_end":            (*hook).agentEnd,
	"about":                (*hook).about,
}

var handlers = map[string]func(*hook) any{
	"trusted_policy":        (*hook).trustedPolicy,
	"before_tool_call":      (*hook).beforeToolCall,
	"answered_elsewhere":    (*hook).answeredElsewhere,
	"resolved":              (*hook).resolved,
	"tool_result":           (*hook).toolResult,
	"after_tool_call":       (*hook).afterToolCall,
	"resolve_exec_env":      (*hook).resolveExecEnv,
	"message_received":      (*hook).messageReceived,
	"session_start":         (*hook).sessionStart,
	"session_end":           (*hook).sessionEnd,
	"subagent_progress":     (*hook).subagentProgress,
	"subagent_spawned":      (*hook).subagentSpawned,
	"before_prompt_build":   (*hook).beforePromptBuild,
	"before_agent_run":      (*hook).beforeAgentRun,
	"reply_payload_sending": (*hook).replyPayloadSending,
	"message_sending":       (*hook).messageSending,
	"reply_dispatch":        (*hook).replyDispatch,
	"command":               (*hook).command,
}

// Begin starts a hook with the plugin's input. texts are the texts of its rows, concatenated,
// followed by other long texts.
func (g *Gateway) Begin(name string, input []byte, texts string) Step {
	now, handler := ready[name], handlers[name]
	if now == nil && handler == nil {
		panic(fmt.Sprintf("there is no hook %q", name))
	}
	in, err := read(input)
	if _, is := in.(map[string]any); err != nil || !is {
		panic(fmt.Sprintf("hook %q: %v", name, cmp.Or(err, errNoJSON)))
	}
	h := &hook{g: g, now: number(at(in, "now")), event: at(in, "event"), ctx: at(in, "ctx"), w: whereIn(at(in, "ctx"))}
	h.rows, h.text = rowsIn(at(in, "rows"), texts)
	g.zone = time.FixedZone("", int(number(at(in, "zone")))*60) // minutes east of Greenwich
	if now != nil {
		h.result = now(h)
		return h.step(0, nil)
	}
	h.next, _ = iter.Pull(func(yield func(*Want) bool) {
		h.yield = yield
		h.result = handler(h)
	})
	g.lastHook++
	return g.step(g.lastHook, h)
}

// Go continues a hook with what it wanted.
func (g *Gateway) Go(id int, found []byte) Step {
	h := g.hooks[id]
	if h == nil {
		panic(fmt.Sprintf("no hook %d waits", id))
	}
	var err error
	if h.answer, err = read(found); err != nil {
		panic(fmt.Sprintf("what a hook wanted: %v", err))
	}
	return g.step(id, h)
}

func (g *Gateway) step(id int, h *hook) Step {
	delete(g.hooks, id)
	want, waits := h.next()
	if waits {
		g.hooks[id] = h
	}
	return h.step(id, want)
}

func (h *hook) step(id int, want *Want) Step {
	s := Step{ID: id, Tell: h.tells, Want: want, Result: h.result, Unseen: h.unseen}
	h.tells, h.unseen = nil, ""
	return s
}

// wait waits for something from the plugin and returns it.
func (h *hook) wait(w Want) any {
	h.yield(&w)
	return h.answer
}

// answer is the daemon's answer, or why there is none.
type answer struct {
	Type           string
	Why            string
	Refused        bool // the question itself is invalid: no daemon will ever answer it
	Late           bool // the answer did not come in time: whoever chose the question may have made it slow on purpose
	Verdict        string
	Result         any
	Taint          string
	Clean          bool
	Reasons        []reason
	Approval       *approval
	PassThrough    bool
	Authentication string
}

type reason struct{ Mode, Text string }

func answerIn(v any) answer {
	a := answer{
		Type: str(at(v, "type")), Why: str(at(v, "why")), Refused: at(v, "refused") == true, Late: at(v, "late") == true,
		Verdict: str(at(v, "verdict")), Result: at(v, "result"), Taint: str(at(v, "taint")), Clean: at(v, "clean") == true,
		Approval: approvalIn(at(v, "approval")), PassThrough: at(v, "passThrough") == true, Authentication: str(at(v, "authentication")),
	}
	for _, r := range listIn(at(v, "reasons")) {
		a.Reasons = append(a.Reasons, reason{Mode: str(at(r, "mode")), Text: str(at(r, "text"))})
	}
	return a
}

func (a answer) none() bool { return a.Type != "decision" }

// blocked reports whether a decision blocks: explicitly, or by denying without saying how.
func (a answer) blocked() bool { return at(a.Result, "block") == true || a.Verdict == "deny" }

func (h *hook) ask(a Ask) answer { return answerIn(h.wait(Want{Ask: &a})) }

func (h *hook) tell(a Ask) { h.tells = append(h.tells, a) }

// kept is what the gateway keeps about a session; nil if it cannot tell, since its database is busy
// or damaged.
func (h *hook) kept(session, agent string) any { return h.wait(Want{Kept: &Kept{session, agent}}) }

func (h *hook) mask(text string) string { return str(h.wait(Want{Mask: &text})) }

// resultText is the text of the hook's result.
func (h *hook) resultText() string { return str(h.wait(Want{Text: true})) }

// callKey names one call of one run, since call ids alone repeat. A replayed transcript spells
// call_13_0 as call130.
func callKey(session, id string) string {
	return session + "\n" + strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, id)
}

// Noted handles the daemon's answer to a report with a note.
func (g *Gateway) Noted(note string, found []byte) {
	v, err := read(found)
	if err != nil {
		panic(fmt.Sprintf("an answer: %v", err))
	}
	a := answerIn(v)
	kind, what, _ := strings.Cut(note, ":")
	switch kind {
	case "background":
		g.noteBackground(what, a)
	case "seen", "ended":
		g.outlived(kind, what, a)
	}
}

// Configure sets the settings of the gateway and of the plugin.
func (g *Gateway) Configure(settings []byte) {
	s, err := read(settings)
	if err != nil {
		panic(fmt.Sprintf("settings: %v", err))
	}
	g.config, g.version, g.runtimeDir = at(s, "config"), str(at(s, "version")), str(at(s, "runtimeDir"))
	g.onFailure, g.approvals = str(at(s, "onFailure")), str(at(s, "approvals"))
	g.dir, g.configPath = absolute(str(at(s, "environment", "OPENCLAW_STATE_DIR"))), absolute(str(at(s, "environment", "OPENCLAW_CONFIG_PATH")))
	g.safeTools = map[string]bool{}
	for _, tool := range listIn(at(s, "safeTools")) {
		g.safeTools[str(tool)] = true
	}
}

// optional adds a field unless it is empty.
func optional(event map[string]any, name, value string) map[string]any {
	if value != "" {
		event[name] = value
	}
	return event
}

// reasonOf returns why an answer blocks.
func reasonOf(a answer, otherwise string) string {
	return cmp.Or(str(at(a.Result, "blockReason")), otherwise)
}
