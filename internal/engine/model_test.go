package engine

import (
	"cmp"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A model of the documented rules (docs/POLICY-REFERENCE.md, docs/PROTOCOL.md), as plain as
// possible: tables from the documents, maps, slices, no records and no graph. model_fuzz_test.go
// compares the engine with it.

// modelPolicy is a policy in the documents' terms: the mode by taint, lowest level first, and what
// the risk layer says about the classes.
type modelPolicy struct {
	yaml       string
	byTaint    [4]trust.Mode
	risk       map[string]trust.Mode // no entry: no say
	iterations int
	ttl        time.Duration
	always     time.Duration
	follows    bool // grants do not hold below the level that they were asked at
	verified   bool // .reset-trust needs proof from every gateway
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
		follows: true,
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

// modelCommands are commands for exec, with the levels of their output.
var modelCommands = map[string]trust.Level{"ls": trust.Trusted, "git pull": trust.External, "curl https://example.com": trust.Untrusted}

const modelMemory = "MEMORY.md"

// modelCall is a call in the model: the tool, and the one parameter that matters (a command, a
// file, a session).
type modelCall struct {
	id, tool, param string
	told            string // all parameters, as the gateway reported them; empty if it did not
	state           string // announced, running, denied, returned
	expected        bool   // it was announced, whatever its state is now
	llmCall         int    // the LLM call of the turn that asked for it
	output          trust.Level
}

type modelTurn struct {
	open, assembled, fromOwner bool
	sender                     string
	by                         string // who began it; empty for the owner
	joined                     string // who joined it last
	llmCalls, iteration        int
	looped, answered           bool
	announces                  bool        // its latest call announced the calls it asks for
	unheard                    bool        // there may have been another one while no daemon listened
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
	told    string
	level   trust.Level // that the owner was asked at
	forNext bool        // given between the hooks of its turn
	by      string      // who may have begun that turn besides the owner
}

// skips: what was approved for one person's turn is not for a turn that another began.
func (g *modelGrant) skips(t *modelTurn) bool { return g.call == "" && t.by != "" && t.by != g.by }

// modelCode covers the tools that it names, and for once those calls.
type modelCode struct {
	code    string
	tools   []string
	waits   []modelWaiting
	level   trust.Level // the lowest of those
	by      string      // who began the turns of those calls; empty for the owner, or where it was not one alone
	expires time.Time
}

type modelWaiting struct {
	tool, id, told string
	turn           int
	level          trust.Level
}

type modelSession struct {
	level      trust.Level
	spawnedBy  string
	spawnTurn  int         // the turn that it was spawned for
	cleared    trust.Level // what it had seen when it was assumed to begin anew, while that may turn out wrong
	clearedIn  int         // the latest turn at that time
	byOwner    bool        // spawned in the owner's turn
	inherited  trust.Level // the spawner's level, after the owner's resets
	turns      int
	turn       *modelTurn
	codes      []*modelCode
	spent      []string
	wrong      []time.Time
	grants     []modelGrant
	ownerField bool
	owners     []string // who was the verified owner
	covered    int      // messages of the history that a reset has covered
	coversNext bool     // the reset saw none, and covers those that the next context shows
	shown      int      // messages in the context shown last
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

// modelAnswer is the rules' answer to one event.
type modelAnswer struct {
	verdict trust.Verdict
	block   bool
	code    string   // "": none; "new": one that was not seen before
	tools   []string // covered by the code
	expires time.Time
	left    []string // tools or calls that survive; nil if all do
}

func newModel(p *modelPolicy, now time.Time) *model {
	filled := *p
	filled.iterations = cmp.Or(p.iterations, 10)
	filled.ttl = cmp.Or(p.ttl, 120*time.Second)
	filled.always = cmp.Or(p.always, 30*time.Minute)
	return &model{policy: &filled, now: now, sessions: map[string]*modelSession{}}
}

// modelEvent is a hook, or an action of the owner's elsewhere.
type modelEvent struct {
	hook      wire.Hook
	session   string
	ctx       wire.Ctx
	text      string // of the last message, or of a command
	messages  int    // how many are shown; -1: the gateway shows none
	iteration int    // -1: not told
	calls     []*modelCall
	sources   []wire.Source
	final     wire.Fact
	reason    string
	offered   []string
}

func (m *model) known(key string) *modelSession { return m.sessions[key] }

// handle handles one event of a gateway.
func (m *model) handle(e *modelEvent) modelAnswer {
	s := m.sessions[e.session]
	if s == nil {
		s = &modelSession{level: trust.Trusted, inherited: trust.Trusted, cleared: trust.Trusted}
		defer func() { m.sessions[e.session] = s }() // others know it once it has been decided
	}
	if e.ctx.SenderIsOwner != wire.Unknown {
		s.ownerField, m.ownerField = true, true
	}
	m.spawned(s, e)
	if e.ctx.SenderIsOwner == wire.Yes && human(s, e) {
		s.owners = append(s.owners, e.ctx.SenderID)
	}
	a := modelAnswer{verdict: trust.VerdictAllow}
	switch e.hook {
	case wire.MessageReceived:
		m.joined(s, e)
		m.chat(s, e)
	case wire.Command:
		if !m.command(s, e, true) {
			a.verdict = trust.VerdictDeny
		}
	case wire.BeforeAgentStart:
		m.endTurn(s, true)
		if e.messages == 0 || e.messages == 1 {
			s.fresh()
		} else if s.clearedIn == s.turns {
			s.notFresh(e)
		}
	case wire.SessionEnd:
		m.endTurn(s, false)
		if e.reason != "shutdown" && e.reason != "compaction" {
			s.fresh()
			s.cleared = trust.Trusted // by the gateway's word
		}
	case wire.AgentEnd:
		m.endTurn(s, false)
	case wire.BeforeResponseEmit:
		if !s.open() && e.final != wire.No {
			m.startTurn(s, e)
		}
		if s.open() {
			s.assumeReturned()
		}
		if e.final != wire.No {
			m.endTurn(s, false)
		}
	case wire.ContextAssembled:
		m.context(s, e)
	case wire.BeforeLLMCall:
		return m.beforeLLMCall(s, e)
	case wire.LoopIterationStart:
		m.loopIteration(s, e)
	case wire.AfterLLMCall:
		return m.afterLLMCall(s, e)
	case wire.BeforeToolCall:
		return m.call(s, e)
	case wire.AfterToolCall, wire.ToolResultPersist:
		m.result(s, e)
	}
	return a
}

func (m *model) spawned(s *modelSession, e *modelEvent) {
	by := e.ctx.SpawnedBy
	if by == "" || by == s.spawnedBy {
		return
	}
	s.spawnedBy, s.byOwner = by, false
	if p := m.known(by); p != nil && by != e.session {
		s.byOwner = p.turn != nil && p.turn.fromOwner
		s.level, s.inherited = min(s.level, p.level), min(s.inherited, p.level)
	}
	if s.spawnTurn = s.turns; !s.open() {
		s.spawnTurn++
	}
}

func (m *model) beforeLLMCall(s *modelSession, e *modelEvent) modelAnswer {
	m.inTurn(s, e)
	s.assumeReturned()
	if t := s.turn; e.iteration == 0 && t.llmCalls > 0 && t.iteration > 0 {
		m.startTurn(s, e)
	}
	s.notFresh(e)
	m.chat(s, e)
	m.llmCall(s, s.turn.next(e.iteration), false)
	if s.turn.blocked {
		return modelAnswer{verdict: trust.VerdictDeny, block: true}
	}
	return modelAnswer{verdict: trust.VerdictAllow, left: survivors(e.offered, func(tool string) bool {
		return m.table(s, e, &modelCall{tool: tool}, s.turn.asked) != trust.Restrict
	})}
}

func (m *model) loopIteration(s *modelSession, e *modelEvent) {
	m.inTurn(s, e)
	s.assumeReturned()
	t := s.turn
	n := e.iteration
	if n < 0 {
		n = t.iteration
		if t.llmCalls > 0 {
			n++
		}
	}
	if t.llmCalls == 1 && !t.looped && n == t.iteration && !t.calledSince {
		return // the call that before_llm_call announced
	}
	m.llmCall(s, n, true)
}

func (m *model) afterLLMCall(s *modelSession, e *modelEvent) modelAnswer {
	m.inTurn(s, e)
	t := s.turn
	if t.answered || e.iteration > t.iteration {
		s.assumeReturned()
		if t.llmCalls > 0 {
			m.llmCall(s, t.next(e.iteration), false)
		}
	}
	t.answered, t.announces = true, len(e.calls) > 0
	restricted := map[string]bool{}
	for _, c := range e.calls {
		at := s.level
		if t.llmCalls > 0 && !t.unheard {
			at = t.asked
		}
		before := t.askedBy(c)
		c := t.add(c, "announced", m.returns(e, c))
		mode, _ := m.judge(s, e, c, at)
		if mode == trust.Restrict {
			c.state, c.expected, c.llmCall, restricted[c.id] = "denied", before >= 0, before, true
		}
	}
	a := modelAnswer{verdict: trust.VerdictAllow}
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
	return a
}

// survivors are the names that may stay; nil if all do.
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
