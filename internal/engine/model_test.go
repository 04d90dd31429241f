package engine

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A model of the documented rules (docs/POLICY.md, docs/PROTOCOL.md), as plain as
// they can be told: tables from the documents, maps, slices, no records and no graph.
// model_fuzz_test.go holds it against the engine.

// modelPolicy is a policy as the documents tell it: the mode by taint, lowest level
// first, and what the risk layer says of the classes.
type modelPolicy struct {
	yaml       string
	byTaint    [4]trust.Mode
	risk       map[string]trust.Mode // no entry: no say
	iterations int
	ttl        time.Duration
	always     time.Duration
	verified   bool // .reset-trust takes proof from every host
}

var modelPolicies = []modelPolicy{
	{yaml: "", byTaint: [4]trust.Mode{trust.Confirm, trust.Confirm, trust.Confirm, trust.Allow}},
	{yaml: "mode: paranoid", byTaint: [4]trust.Mode{trust.Restrict, trust.Restrict, trust.Restrict, trust.Allow}},
	{
		yaml:    "mode: permissive\nrequireVerifiedOwner: true\nallowAlwaysMinutes: 2",
		byTaint: [4]trust.Mode{trust.Confirm, trust.Allow, trust.Allow, trust.Allow}, verified: true, always: 2 * time.Minute,
	},
	{
		yaml:    "mode: interactive\nmaxIterations: 3\napprovalTtlSeconds: 40",
		byTaint: [4]trust.Mode{trust.Restrict, trust.Confirm, trust.Confirm, trust.Allow}, iterations: 3, ttl: 40 * time.Second,
	},
	{
		yaml:    "mode: standard",
		byTaint: [4]trust.Mode{trust.Confirm, trust.Confirm, trust.Confirm, trust.Allow},
		risk:    map[string]trust.Mode{"read": trust.Allow, "write": trust.Confirm, "critical": trust.Restrict, "unknown": trust.Restrict, "gateway asks": trust.Allow},
	},
}

// modelTool is a row of the table of tools.
type modelTool struct {
	call   string // safe, by taint, asks or unknown
	output trust.Level
	risk   string
}

var modelTools = map[string]modelTool{
	"read":             {"safe", trust.Trusted, "read"},
	"web_fetch":        {"safe", trust.Untrusted, "read"},
	"image":            {"safe", trust.External, "read"},
	"memory_search":    {"safe", trust.Shared, "read"},
	"sessions_history": {"safe", trust.Trusted, "read"},
	"gog":              {"by taint", trust.External, "unknown"},
	"exec":             {"by taint", trust.Trusted, "gateway asks"},
	"write":            {"by taint", trust.Trusted, "write"},
	"message":          {"by taint", trust.External, "write"},
	"gateway":          {"asks", trust.Trusted, "critical"},
	"mystery":          {"unknown", trust.Untrusted, "unknown"},
}

// modelCommands are what exec may be told to run, and what that brings home.
var modelCommands = map[string]trust.Level{"ls": trust.Trusted, "git pull": trust.External, "curl https://example.com": trust.Untrusted}

const modelMemory = "MEMORY.md"

// modelCall is a call as the model sees it: the tool, and the one parameter that
// matters (a command, a file, a session).
type modelCall struct {
	id, tool, param string
	told            string // all parameters, as the host told of them first; empty when it did not
	state           string // announced, running, denied, returned
	output          trust.Level
}

type modelTurn struct {
	open, assembled, fromOwner bool
	sender                     string
	llmCalls, iteration        int
	looped, answered           bool
	asked                      trust.Level // what the model had seen at its latest call
	calledSince                bool
	calls                      []*modelCall
	blocked                    bool
}

type modelGrant struct {
	tool    string
	turn    int // 0: until a time
	until   time.Time
	once    bool
	call    string // of one that was shown, with its parameters
	told    string // empty when they are not known
	forNext bool   // given between the hooks of its turn
}

type modelSession struct {
	level      trust.Level
	spawnedBy  string
	inherited  trust.Level // of its spawner, at what the owner has left of it
	turns      int
	turn       *modelTurn
	tools      []string // that wait for the code
	code       string
	expires    time.Time
	spent      []string
	wrong      []time.Time
	grants     []modelGrant
	ownerField bool
	covered    int  // messages of the history that a reset has covered
	coversNext bool // it saw none, and covers those that the next context shows
	obeyed     string
	obeyedIn   int // the turn that has seen it; 0: none has yet
}

type modelStaged struct {
	session string
	level   trust.Level
}

type model struct {
	policy     *modelPolicy
	now        time.Time
	sessions   map[string]*modelSession
	staged     []modelStaged
	ownerField bool
}

// modelAnswer is what the rules say of one event.
type modelAnswer struct {
	verdict trust.Verdict
	block   bool
	code    string   // "": none; "new": one that was not seen before
	tools   []string // that wait under the code
	left    []string // tools or calls that survive; nil when all do
}

func newModel(p *modelPolicy, now time.Time) *model {
	filled := *p
	filled.iterations = cmp.Or(p.iterations, 10)
	filled.ttl = cmp.Or(p.ttl, 120*time.Second)
	filled.always = cmp.Or(p.always, 30*time.Minute)
	return &model{policy: &filled, now: now, sessions: map[string]*modelSession{}}
}

// modelEvent is a hook, or what the owner does elsewhere.
type modelEvent struct {
	hook      wire.Hook
	session   string
	ctx       wire.Ctx
	text      string // of the last message, or of a command
	messages  int    // how many are shown; -1: the host shows none
	iteration int    // -1: not told
	calls     []*modelCall
	sources   []wire.Source
	final     wire.Fact
	reason    string
	offered   []string
}

func (m *model) known(key string) *modelSession { return m.sessions[key] }

// handle is one event of a host.
func (m *model) handle(e *modelEvent) modelAnswer {
	s := m.sessions[e.session]
	if s == nil {
		s = &modelSession{level: trust.Trusted, inherited: trust.Trusted}
		defer func() { m.sessions[e.session] = s }() // others know it once it has been decided
	}
	if e.ctx.SenderIsOwner != wire.Unknown {
		s.ownerField, m.ownerField = true, true
	}
	if by := e.ctx.SpawnedBy; by != "" && by != s.spawnedBy {
		s.spawnedBy = by
		if p := m.known(by); p != nil && by != e.session {
			s.level, s.inherited = min(s.level, p.level), min(s.inherited, p.level)
		}
	}
	a := modelAnswer{verdict: trust.VerdictAllow}
	switch e.hook {
	case wire.MessageReceived:
		m.chat(s, e)
	case wire.Command:
		if !m.command(s, e, true) {
			a.verdict = trust.VerdictDeny
		}
	case wire.BeforeAgentStart:
		m.endTurn(s, true)
		if e.messages == 0 || e.messages == 1 {
			s.fresh()
		}
	case wire.SessionEnd:
		m.endTurn(s, false)
		if e.reason != "idle" {
			s.fresh()
		}
	case wire.AgentEnd:
		m.endTurn(s, false)
	case wire.BeforeResponseEmit:
		if !s.open() && e.final != wire.No {
			m.startTurn(s, e)
		}
		if s.open() {
			s.settle()
		}
		if e.final != wire.No {
			m.endTurn(s, false)
		}
	case wire.ContextAssembled:
		m.context(s, e)
	case wire.BeforeLLMCall:
		m.inTurn(s, e)
		s.settle()
		if t := s.turn; e.iteration == 0 && t.llmCalls > 0 && t.iteration > 0 {
			m.startTurn(s, e)
		}
		m.chat(s, e)
		m.llmCall(s, s.turn.next(e.iteration), false)
		if s.turn.blocked {
			return modelAnswer{verdict: trust.VerdictDeny, block: true}
		}
		a.left = survivors(e.offered, func(tool string) bool {
			return m.table(s, e, &modelCall{tool: tool}, s.turn.asked) != trust.Restrict
		})
	case wire.LoopIterationStart:
		m.inTurn(s, e)
		s.settle()
		t := s.turn
		n := e.iteration
		if n < 0 {
			n = t.iteration
			if t.llmCalls > 0 {
				n++
			}
		}
		if t.llmCalls == 1 && !t.looped && n == t.iteration && !t.calledSince {
			break // the call that before_llm_call has told of
		}
		m.llmCall(s, n, true)
	case wire.AfterLLMCall:
		m.inTurn(s, e)
		t := s.turn
		if t.answered || e.iteration > t.iteration {
			s.settle()
			if t.llmCalls > 0 {
				m.llmCall(s, t.next(e.iteration), false)
			}
		}
		t.answered = true
		restricted := map[string]bool{}
		for _, c := range e.calls {
			at := s.level
			if t.llmCalls > 0 {
				at = t.asked
			}
			c := t.add(c, "announced", m.returns(e, c))
			mode, _ := m.judge(s, e, c, at)
			if mode == trust.Restrict {
				c.state, restricted[c.id] = "denied", true
			}
		}
		if len(restricted) > 0 {
			a.left = []string{}
			for _, c := range e.calls {
				if !restricted[c.id] {
					a.left = append(a.left, c.id)
				}
			}
		}
		if t.blocked {
			a.verdict, a.block = trust.VerdictDeny, true
		}
	case wire.BeforeToolCall:
		return m.call(s, e)
	case wire.AfterToolCall, wire.ToolResultPersist:
		m.result(s, e)
	}
	return a
}

// survivors are the names that may stay; nil when all do.
func survivors(names []string, may func(string) bool) []string {
	left := []string{}
	for _, n := range names {
		if may(n) {
			left = append(left, n)
		}
	}
	if len(left) == len(names) {
		return nil
	}
	return left
}

// producer is the level of who wrote the turn's message.
func (m *model) producer(s *modelSession, e *modelEvent) trust.Level {
	c := &e.ctx
	if p := c.InputProvenance; p != nil {
		from := p.SourceSessionKey
		if from == e.session {
			return s.level
		}
		if o := m.known(from); o != nil {
			return o.level
		}
		return trust.Untrusted
	}
	switch {
	case s.spawnedBy != "", c.MessageProvider == "", c.MessageProvider == "cron", c.SenderIsOwner == wire.Yes:
		return trust.Trusted
	case c.SenderID != "":
		return trust.External
	}
	return trust.Untrusted
}

// human: nothing that another session wrote, or that is said in one that it spawned,
// is the owner's word. Only the answer to a prompt comes from whoever answered.
func human(s *modelSession, e *modelEvent) bool {
	if e.ctx.InputProvenance != nil || e.ctx.SpawnedBy != "" {
		return false
	}
	return s.spawnedBy == "" || e.hook == wire.Command
}

func (s *modelSession) open() bool { return s.turn != nil && s.turn.open }

func (m *model) startTurn(s *modelSession, e *modelEvent) {
	if s.open() {
		m.endGrants(s, true)
	}
	s.turns++
	s.turn = &modelTurn{open: true, fromOwner: e.ctx.SenderIsOwner == wire.Yes && human(s, e), sender: e.ctx.SenderID}
	s.level = min(s.level, m.producer(s, e))
}

func (m *model) inTurn(s *modelSession, e *modelEvent) {
	t := s.turn
	if !s.open() {
		m.startTurn(s, e)
		return
	}
	notOwner := e.ctx.SenderIsOwner == wire.No && (t.fromOwner || !t.assembled)
	if notOwner || e.ctx.SenderID != "" && e.ctx.SenderID != t.sender || e.ctx.InputProvenance != nil {
		s.level = min(s.level, m.producer(s, e))
	}
}

func (m *model) endTurn(s *modelSession, givenUp bool) {
	if !s.open() {
		return
	}
	s.settle()
	s.turn.open = false
	m.endGrants(s, givenUp)
}

// endGrants: a turn's grants end with it. What the owner granted between the hooks of
// a turn that its host gave up was meant for the next one.
func (m *model) endGrants(s *modelSession, givenUp bool) {
	var left []modelGrant
	for _, g := range s.grants {
		if givenUp && g.forNext && g.turn == s.turns {
			g.turn, g.forNext = s.turns+1, false
		}
		if g.turn == 0 || g.turn > s.turns {
			left = append(left, g)
		}
	}
	s.grants = left
}

// settle: announced calls whose results nobody reported count as returned.
func (s *modelSession) settle() {
	for _, c := range s.turn.calls {
		if c.state == "announced" {
			c.state = "returned"
			s.turn.calledSince = true
			s.level = min(s.level, c.output)
		}
	}
}

// fresh: the history is gone, and the taint with it, but what was inherited.
func (s *modelSession) fresh() {
	s.level, s.covered, s.coversNext = s.inherited, 0, false
	s.tools, s.code, s.grants, s.wrong, s.obeyed = nil, "", nil, nil, ""
}

func (m *model) context(s *modelSession, e *modelEvent) {
	if t := s.turn; !s.open() || t.assembled {
		if s.open() {
			s.settle()
		}
		m.startTurn(s, e)
	}
	t := s.turn
	t.assembled, t.fromOwner, t.sender = true, e.ctx.SenderIsOwner == wire.Yes && human(s, e), e.ctx.SenderID
	s.level = min(s.level, m.producer(s, e))
	m.chat(s, e)
	if s.coversNext && e.messages >= 0 {
		s.covered, s.coversNext = max(s.covered, e.messages), false
	}
	for _, src := range e.sources {
		if src.MessageIndex < s.covered {
			continue
		}
		level := trust.Untrusted // any other word
		switch {
		case src.Trust == "" && src.Tool != "":
			level = modelTools[src.Tool].output
		case src.Trust == "external":
			level = trust.External
		case src.Trust == "trusted":
			level = trust.Trusted
		}
		s.level = min(s.level, level)
	}
	if t.llmCalls > 0 && !t.calledSince {
		t.asked = s.level // the call that was announced before its context
	}
}

func (t *modelTurn) next(given int) int {
	switch {
	case given >= 0:
		return given
	case t.llmCalls == 0, t.looped:
		return t.iteration
	}
	return t.iteration + 1
}

// llmCall: from here on calls are judged at what the context holds now.
func (m *model) llmCall(s *modelSession, n int, looped bool) {
	t := s.turn
	if !t.looped || n != t.iteration { // else loop_iteration_start told of it
		t.llmCalls++
		t.calledSince = false
	}
	t.iteration, t.looped, t.answered, t.asked = n, looped, false, s.level
	if n >= m.policy.iterations {
		t.blocked = true
	}
}

func (t *modelTurn) add(c *modelCall, state string, output trust.Level) *modelCall {
	n := *c
	n.state, n.output = state, output
	t.calls = append(t.calls, &n)
	t.calledSince = true
	return &n
}

// find is the latest call of an id, where several have it one of the tool's, and one
// that may still return; without an id, the first of the tool's that is not settled,
// one that may have run before one that was denied.
func (t *modelTurn) find(id, tool string) *modelCall {
	if id != "" {
		all := slices.DeleteFunc(slices.Clone(t.calls), func(c *modelCall) bool { return c.id != id })
		for _, better := range []func(*modelCall) bool{
			func(c *modelCall) bool { return c.tool == tool },
			func(c *modelCall) bool { return c.state == "announced" || c.state == "running" },
		} {
			if slices.ContainsFunc(all, better) {
				all = slices.DeleteFunc(all, func(c *modelCall) bool { return !better(c) })
			}
		}
		if len(all) == 0 {
			return nil
		}
		return all[len(all)-1]
	}
	var denied *modelCall
	for _, c := range t.calls {
		switch {
		case c.id != "" || c.tool != tool || c.state == "returned":
		case c.state != "denied":
			return c
		case denied == nil:
			denied = c
		}
	}
	return denied
}

func outputOf(c *modelCall) trust.Level {
	if level, ok := modelCommands[c.param]; ok && c.tool == "exec" {
		return level
	}
	return modelTools[c.tool].output
}

// returns is outputOf, and what the session has seen that a call reads from.
func (m *model) returns(e *modelEvent, c *modelCall) trust.Level {
	if o := m.known(c.param); c.tool == "sessions_history" && o != nil && c.param != e.session {
		return min(outputOf(c), o.level)
	}
	return outputOf(c)
}

// toOwner: a message in the owner's own direct chat, or in a session that he spawned.
func (m *model) toOwner(s *modelSession, e *modelEvent) bool {
	if e.ctx.SenderIsOwner == wire.Yes {
		return true
	}
	p := m.known(s.spawnedBy)
	return p != nil && s.spawnedBy != e.session && p.turn != nil && p.turn.fromOwner
}

// table is what the tables of tools and risks say of a call at a level.
func (m *model) table(s *modelSession, e *modelEvent, c *modelCall, at trust.Level) trust.Mode {
	if c.tool == "message" && m.toOwner(s, e) {
		return trust.Allow
	}
	tool, mode := modelTools[c.tool], trust.Allow
	switch tool.call {
	case "by taint":
		mode = m.policy.byTaint[at]
	case "asks":
		mode = trust.Confirm
	case "unknown":
		mode = min(m.policy.byTaint[trust.Untrusted], m.policy.byTaint[at])
	}
	if risk, ok := m.policy.risk[tool.risk]; ok {
		mode = min(mode, risk)
	}
	return mode
}

// judge is the strictest of the layers; staged says that the memory guard holds it.
func (m *model) judge(s *modelSession, e *modelEvent, c *modelCall, at trust.Level) (mode trust.Mode, staged *modelStaged) {
	mode = m.table(s, e, c, at)
	if c.tool == "write" && c.param == modelMemory {
		live := s.level
		for _, other := range s.turn.calls {
			if other != c && other.state == "announced" {
				live = min(live, other.output)
			}
		}
		if live < trust.Trusted {
			mode, staged = trust.Restrict, &modelStaged{session: e.session, level: live}
		}
	}
	if s.turn.blocked {
		mode = trust.Restrict
	}
	return mode, staged
}

// call is what before_tool_call asks.
func (m *model) call(s *modelSession, e *modelEvent) modelAnswer {
	m.inTurn(s, e)
	t, c := s.turn, e.calls[0]
	known := t.find(c.id, c.tool)
	at := t.asked
	announced := slices.ContainsFunc(t.calls, func(c *modelCall) bool { return c.state == "announced" })
	if t.llmCalls == 0 || c.id != "" && known == nil && announced {
		at = s.level // no LLM call asked for it that is known
	}
	mode, staged := m.judge(s, e, c, at)
	if mode == trust.Confirm && m.granted(s, c) {
		mode = trust.Allow
	}
	state := "running"
	if mode != trust.Allow {
		state = "denied"
	}
	switch {
	case known != nil && known.state == "announced" && state == "denied" && known.told != c.told:
		known.state = "denied"
		t.add(c, state, m.returns(e, c)) // with other parameters than were announced
	case known != nil && (known.state == "announced" || known.state == "running" && state == "running"):
		known.state, known.output = state, min(known.output, m.returns(e, c))
	default:
		t.add(c, state, m.returns(e, c))
	}
	switch {
	case mode == trust.Allow:
		return modelAnswer{verdict: trust.VerdictAllow}
	case staged != nil:
		m.staged = append(m.staged, *staged)
	case mode == trust.Confirm:
		a := modelAnswer{verdict: trust.VerdictDeny, block: true, code: s.code}
		if s.code == "" || !m.now.Before(s.expires) {
			s.code, s.tools, a.code = "", nil, "new"
		}
		if !slices.Contains(s.tools, c.tool) {
			s.tools = append(slices.Clone(s.tools), c.tool)
		}
		s.expires = m.now.Add(m.policy.ttl)
		a.tools = s.tools
		return a
	}
	return modelAnswer{verdict: trust.VerdictDeny, block: true}
}

// granted finds what the owner has granted, and uses up what is good for one call.
func (m *model) granted(s *modelSession, c *modelCall) bool {
	once := -1
	for i, g := range s.grants {
		switch {
		case g.tool != c.tool,
			g.call != "" && (g.call != c.id || g.told != "" && g.told != c.told),
			g.turn != 0 && g.turn != s.turns,
			g.turn == 0 && !m.now.Before(g.until):
		case !g.once:
			return true
		case once < 0 || g.call != "":
			once = i
		}
	}
	if once >= 0 {
		s.grants = slices.Delete(slices.Clone(s.grants), once, once+1)
	}
	return once >= 0
}

// result is what came back.
func (m *model) result(s *modelSession, e *modelEvent) {
	m.inTurn(s, e)
	c := *e.calls[0]
	if e.hook == wire.ToolResultPersist {
		c.param, c.told = "", ""
	}
	level := outputOf(&c)
	known := s.turn.find(c.id, c.tool)
	switch {
	case known == nil:
		known = s.turn.add(&c, "running", m.returns(e, &c))
	case known.state == "denied":
		return // our own word
	case known.state == "returned" && (e.hook == wire.ToolResultPersist || level >= known.output):
		return // seen already
	}
	level = min(level, known.output)
	known.state, known.output = "returned", level
	s.turn.calledSince = true
	s.level = min(s.level, level, m.returns(e, &c))
}

// chat obeys a command in a message, once, however often it is shown.
func (m *model) chat(s *modelSession, e *modelEvent) {
	if !strings.HasPrefix(e.text, ".") || !m.mayCommand(s, e, strings.Fields(e.text)[0]) {
		return
	}
	turn := 0
	if e.hook != wire.MessageReceived {
		turn = s.turns
		if s.obeyed == e.text && (s.obeyedIn == 0 || s.obeyedIn == turn) {
			s.obeyedIn = turn
			return
		}
	}
	s.obeyed, s.obeyedIn = e.text, turn
	m.command(s, e, false)
}

func (m *model) mayCommand(s *modelSession, e *modelEvent, name string) bool {
	if !human(s, e) {
		return false
	}
	if e.ctx.SenderIsOwner != wire.Unknown {
		return e.ctx.SenderIsOwner == wire.Yes
	}
	return name == ".reset-trust" && !m.policy.verified && !m.ownerField && !s.ownerField
}

// command does what the owner says and reports whether it was done.
func (m *model) command(s *modelSession, e *modelEvent, ask bool) bool {
	words := strings.Fields(e.text)
	if ask && !m.mayCommand(s, e, words[0]) {
		return false
	}
	switch words[0] {
	case ".reset-trust":
		level := trust.Trusted
		if len(words) > 1 && words[1] == "external" {
			level = trust.External
		}
		shown := -1
		if e.hook == wire.ContextAssembled || e.hook == wire.BeforeLLMCall {
			shown = e.messages
		}
		m.reset(s, level, shown)
	case ".deny":
		return m.deny(s, words[1])
	case ".approve":
		how := ""
		if len(words) > 3 {
			how = words[3]
		}
		call := ""
		if e.hook == wire.Command && len(e.calls) > 0 {
			call = e.calls[0].id
		}
		inside := e.hook == wire.ContextAssembled || e.hook == wire.BeforeLLMCall
		return m.approve(s, words[1], words[2], how, call, inside)
	}
	return true
}

// reset: the owner has read what the session holds. shown is how many messages of
// its history he could see there; -1 when the event shows none.
func (m *model) reset(s *modelSession, level trust.Level, shown int) {
	s.level, s.inherited = level, max(level, s.inherited)
	s.closeCode()
	s.covered, s.coversNext = max(s.covered, shown), shown < 0
	if s.open() {
		s.turn.asked = level
	}
}

func (s *modelSession) closeCode() {
	if s.code != "" {
		s.spent = append(s.spent, s.code)
	}
	s.code, s.tools = "", nil
}

func (m *model) deny(s *modelSession, code string) bool {
	if s.code == "" || !m.now.Before(s.expires) || code != "" && code != s.code {
		return false
	}
	s.closeCode()
	return true
}

// approve lifts confirm for one tool that waits under a code, or for all of them.
func (m *model) approve(s *modelSession, tool, code, how, call string, inside bool) bool {
	waits := s.code != "" && m.now.Before(s.expires)
	switch {
	case code == "" && !waits, code != "" && code == s.code && !waits:
		return false
	case code != "" && code != s.code:
		if !slices.Contains(s.spent, code) {
			s.wrong = slices.DeleteFunc(append([]time.Time{}, s.wrong...), func(at time.Time) bool { return m.now.Sub(at) >= 60*time.Second })
			s.wrong = append(s.wrong, m.now)
			if len(s.wrong) >= 5 {
				s.closeCode()
			}
		}
		return false
	}
	tools := s.tools
	if tool != "all" {
		if !slices.Contains(tools, tool) {
			return false
		}
		tools = []string{tool}
	}
	g := modelGrant{once: how == "once"}
	switch how {
	case "", "once":
		g.turn = s.turns + 1
		if s.open() {
			g.turn, g.forNext = s.turns, !inside
		}
	case "always":
		g.until = m.now.Add(m.policy.always)
	default: // 5 minutes
		g.until = m.now.Add(5 * time.Minute)
	}
	s.grants = slices.DeleteFunc(slices.Clone(s.grants), func(old modelGrant) bool {
		return !g.once && slices.Contains(tools, old.tool) || old.turn == 0 && !m.now.Before(old.until)
	})
	for _, tool := range tools {
		g := g
		g.tool = tool
		if g.once && call != "" {
			g.call = call
			if s.turn != nil {
				for _, c := range s.turn.calls {
					if c.id == call && c.tool == tool && c.state == "denied" {
						g.told = c.told
					}
				}
			}
		}
		s.grants = append(s.grants, g)
	}
	s.tools = slices.DeleteFunc(slices.Clone(s.tools), func(t string) bool { return slices.Contains(tools, t) })
	if len(s.tools) == 0 {
		s.closeCode()
	}
	return true
}
