package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// tape is what a story is read from; after its end, everything is 0.
type tape []byte

func (t *tape) pick(n int) int {
	if len(*t) == 0 {
		return 0
	}
	b := (*t)[0]
	*t = (*t)[1:]
	return int(b) % n
}

func pickFrom[T any](t *tape, from ...T) T { return from[t.pick(len(from))] }

// story plays a tape to the engine and to the model, and compares their answers.
type story struct {
	*tape
	t      testing.TB
	policy *policy.Policy
	host   *host
	model  *model
	rand   *rand.ChaCha8
	key    string          // of the current session
	held   *modelCall      // the latest call that waited for the owner
	codes  map[string]bool // every code so far
	told   []func() string // for the message of a difference
}

var storySessions = []string{"a", "b", "c"}

func newStory(t testing.TB, bytes []byte) *story {
	s := &story{tape: (*tape)(&bytes), t: t, key: storySessions[0], rand: rand.NewChaCha8([32]byte{9}), codes: map[string]bool{}}
	n := s.pick(len(modelPolicies))
	s.policy = parsedPolicies()[n]
	s.host = s.start(time.Date(2026, 2, 10, 20, 15, 0, 0, time.UTC))
	s.model = newModel(&modelPolicies[n], s.host.now)
	return s
}

var parsedPolicies = sync.OnceValue(func() []*policy.Policy {
	var all []*policy.Policy
	for i := range modelPolicies {
		p, err := policy.Parse([]byte(modelPolicies[i].yaml), "policy.yaml")
		if err != nil {
			panic(err)
		}
		all = append(all, p)
	}
	return all
})

// start starts a daemon that knows nothing yet.
func (s *story) start(now time.Time) *host {
	h := &host{t: s.t, met: map[string]bool{}, now: now, journal: &journal{}, index: &shelf{sessions: map[string]session.Snapshot{}, turns: map[string]*session.Turn{}}}
	h.engine = New(Options{
		Policy: policy.NewCurrent(s.policy), Journal: h.journal, Index: h.index, Staging: h, Paths: h, Now: func() time.Time { return h.now },
		Rand: s.rand, Code: testCode, Ticket: testTicket, Digest: testCode, Mark: testMark, Sign: h.sign, Log: zap.NewNop(),
	})
	return h
}

func (s *story) step() {
	if s.pick(3) == 0 {
		s.key = pickFrom(s.tape, storySessions...)
	}
	switch op := s.pick(36); {
	case op == 0:
		s.wait(time.Duration(1+s.pick(130)) * time.Second)
	case op == 1:
		s.restart()
	case op == 2:
		s.host.save()
		s.host.engine.Forget(s.host.now.Add(time.Second))
	case op <= 5:
		s.owner()
	default:
		s.hook(op)
	}
}

// tell notes what happens, to be printed only if the two differ.
func (s *story) tell(format string, args ...any) {
	s.told = append(s.told, func() string { return fmt.Sprintf(format, args...) })
}

func (s *story) wait(d time.Duration) {
	s.tell("%s pass", d)
	s.host.now = s.host.now.Add(d)
	s.model.now = s.host.now
}

// restart starts another engine from what the first one wrote.
func (s *story) restart() {
	s.tell("restart")
	old := s.host
	h := s.start(old.now)
	h.staged, h.index.sessions, h.index.turns = old.staged, old.index.sessions, old.index.turns
	for i, r := range old.journal.records {
		text, err := json.Marshal(r)
		require.NoError(s.t, err)
		again := new(session.Record)
		require.NoError(s.t, json.Unmarshal(text, again))
		require.NoError(s.t, h.engine.Replay(again, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
		h.journal.records = append(h.journal.records, r)
	}
	s.host = h
	for _, m := range s.model.sessions {
		if m.turn != nil {
			m.turn.unheard = true
		}
	}
	s.compareAll("after a restart")
}

func (s *story) context() wire.Ctx {
	const agent, workspace = "main", "/ws"
	c := wire.Ctx{AgentID: agent, WorkspaceDir: workspace}
	switch s.pick(8) {
	case 0, 1, 2:
		return owner
	case 3:
		return stranger
	case 4:
		c.MessageProvider = "cron"
	case 5:
		c.MessageProvider = "webhook"
	case 6:
		c.SpawnedBy = pickFrom(s.tape, storySessions...)
	case 7:
		c = owner // and yet it is not the owner's word
		c.InputProvenance = &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: pickFrom(s.tape, "a", "b", "c", "nobody")}
	}
	return c
}

var storyTools = []string{"read", "web_fetch", "image", "memory_search", "sessions_history", "gog", "exec", "exec", "write", "write", "message", "gateway", "mystery"}

// call is any call, or the held one again: gateways repeat calls.
func (s *story) call(ids ...string) *modelCall {
	if s.held != nil && len(ids) > 1 && s.pick(3) == 0 {
		again := *s.held
		return &again
	}
	c := &modelCall{id: pickFrom(s.tape, ids...), tool: pickFrom(s.tape, storyTools...)}
	switch c.tool {
	case "exec":
		c.param = pickFrom(s.tape, "ls", "git pull", "curl https://example.com")
	case "write":
		c.param = pickFrom(s.tape, modelMemory, "notes.txt")
	case "sessions_history":
		c.param = pickFrom(s.tape, storySessions...)
	}
	c.told = string(c.params())
	return c
}

func (c *modelCall) params() jsontext.Value {
	switch c.tool {
	case "exec":
		return raw(map[string]string{"command": c.param})
	case "write":
		return raw(map[string]string{"path": c.param, "content": "x"})
	case "sessions_history":
		return raw(map[string]string{"sessionKey": c.param})
	case "message":
		return raw(map[string]string{"message": "done"})
	}
	return raw(struct{}{})
}

// code is one that waits in the session, was used there, or is a guess.
func (s *story) code(key string) string {
	m := s.model.sessions[key]
	switch {
	case m == nil:
	case len(m.codes) > 0 && s.pick(4) != 0:
		return m.codes[len(m.codes)-1-s.pick(len(m.codes))].code
	case len(m.spent) > 0:
		return m.spent[s.pick(len(m.spent))]
	}
	return "00000000"
}

func (s *story) command(key string) string {
	switch s.pick(8) {
	case 0:
		return ".reset-trust"
	case 1:
		return ".reset-trust external"
	case 2:
		return ".deny " + s.code(key)
	case 3:
		return ".withdraw " + pickFrom(s.tape, "all", "exec", "write")
	}
	return ".approve " + pickFrom(s.tape, "all", "all", "exec", "write", "gog") + " " + s.code(key) + pickFrom(s.tape, "", "", " once", " 5", " always")
}

// owner is an action of the owner's with provenancectl.
func (s *story) owner() {
	key := s.key
	m := s.model.sessions[key]
	var err error
	var done bool
	ctx, e := context.Background(), s.host.engine
	switch s.pick(4) {
	case 0:
		level := pickFrom(s.tape, trust.Trusted, trust.Shared, trust.Untrusted)
		s.tell("owner: reset %s to %s", key, level)
		_, err = e.ResetTrust(ctx, key, level)
		if done = m != nil; done {
			s.model.reset(m, level, -1)
		}
	case 1:
		s.tell("owner: deny %s", key)
		_, err = e.DenyCode(ctx, key, "")
		done = m != nil && s.model.deny(m, "")
	default:
		r := ApproveRequest{Session: key, Tool: pickFrom(s.tape, "all", "exec", "write")}
		how := pickFrom(s.tape, "", "once", "5")
		r.Once = how == "once"
		if how == "5" {
			r.For = 5 * time.Minute
		}
		s.tell("owner: approve %+v", r)
		_, err = e.Approve(ctx, r)
		done = m != nil && s.model.approve(m, r.Tool, "", how, "", false)
	}
	s.requireSame(done, err == nil, "done")
	if err != nil && !isRefusal(err) {
		require.NoError(s.t, err, s.story())
	}
	s.compare(key)
}

func (s *story) hook(op int) {
	e := &modelEvent{session: s.key, ctx: s.context(), iteration: -1, messages: -1}
	var ev any
	switch op {
	case 6, 7, 8, 9:
		e.hook = wire.ContextAssembled
		p := &wire.ContextAssembledEvent{Messages: s.messages(e)}
		if s.pick(4) == 0 {
			e.sources = []wire.Source{{Kind: "history", MessageIndex: s.pick(3)}}
			e.sources[0].Trust = pickFrom(s.tape, "", "trusted", "external", "rumour")
			e.sources[0].Tool = pickFrom(s.tape, "web_fetch", "read", "gog")
			p.Sources = e.sources
		}
		ev = p
	case 10, 11, 12:
		e.hook = wire.BeforeLLMCall
		p := &wire.BeforeLLMCallEvent{Messages: s.messages(e), Iteration: s.iteration(e)}
		e.offered = []string{"exec", "gog", "message", "gateway", "mystery", "write"}[:s.pick(7)]
		for _, name := range e.offered {
			p.Tools = append(p.Tools, wire.OfferedTool{Name: name})
		}
		ev = p
	case 13:
		e.hook = wire.LoopIterationStart
		ev = &wire.LoopIterationEvent{Iteration: s.iteration(e)}
	case 14, 15:
		e.hook = wire.AfterLLMCall
		p := &wire.AfterLLMCallEvent{Iteration: s.iteration(e)}
		for _, id := range []string{"x", "y", "z"}[:s.pick(4)] {
			c := s.call(id)
			e.calls = append(e.calls, c)
			p.ToolCalls = append(p.ToolCalls, wire.ToolCall{ID: c.id, Name: c.tool, Arguments: c.params()})
		}
		ev = p
	case 16, 17, 18, 19, 20, 21:
		e.hook = wire.BeforeToolCall
		c := s.call("", "x", "y", "z")
		e.calls = append(e.calls, c)
		ev = &wire.BeforeToolCallEvent{ToolName: c.tool, ToolCallID: c.id, Params: c.params()}
	case 22, 23, 24:
		e.hook = wire.AfterToolCall
		c := s.call("", "x", "y", "z")
		e.calls = append(e.calls, c)
		ev = &wire.AfterToolCallEvent{ToolName: c.tool, ToolCallID: c.id, Params: c.params(), Result: raw("what " + c.tool + " returned")}
	case 25:
		e.hook = wire.ToolResultPersist
		c := s.call("", "x", "y", "z")
		e.calls = append(e.calls, c)
		ev = &wire.ToolResultPersistEvent{ToolName: c.tool, ToolCallID: c.id, Message: raw(map[string]string{"content": "kept"})}
	case 26:
		e.hook, e.final = wire.BeforeResponseEmit, pickFrom(s.tape, wire.Unknown, wire.No, wire.Yes)
		ev = &wire.BeforeResponseEmitEvent{Content: "Here you are.", Final: e.final}
	case 27:
		e.hook = wire.AgentEnd
		ev = &wire.AgentEndEvent{}
	case 28:
		e.hook, e.reason = wire.SessionEnd, pickFrom(s.tape, "idle", "daily", "new", "reset", "deleted", "shutdown", "compaction")
		ev = &wire.SessionEndEvent{Reason: e.reason}
	case 29:
		e.hook = wire.BeforeAgentStart
		ev = &wire.BeforeAgentStartEvent{Messages: s.messages(e)}
	case 30:
		e.hook, e.text = wire.MessageReceived, s.command(e.session)
		ev = &wire.MessageReceivedEvent{Content: e.text}
	case 35:
		e.hook, e.ctx, e.text = wire.Command, owner, ".approve all 00000000"
		for range s.pick(6) { // they, or somebody else, guess
			s.send(e, &wire.CommandEvent{Text: e.text})
		}
		ev = &wire.CommandEvent{Text: e.text}
	default:
		e.hook, e.text = wire.Command, s.command(e.session)
		p := &wire.CommandEvent{Text: e.text, ToolCallID: pickFrom(s.tape, "", "x", "y")}
		if s.held != nil && s.pick(2) == 0 {
			p.ToolCallID = s.held.id
		}
		if p.ToolCallID != "" {
			e.calls = []*modelCall{{id: p.ToolCallID}}
		}
		ev = p
	}
	s.send(e, ev)
}

func (s *story) iteration(e *modelEvent) *int {
	if s.pick(2) == 0 {
		return nil
	}
	e.iteration = s.pick(5)
	return &e.iteration
}

// messages is a history that the gateway shows, or does not.
func (s *story) messages(e *modelEvent) jsontext.Value {
	e.messages = s.pick(5) - 1
	if e.messages < 0 {
		return nil
	}
	all := make([]msg, e.messages)
	for i := range all {
		all[i] = msg{"assistant", "…"}
	}
	if e.messages > 0 {
		text := "go on"
		if s.pick(3) == 0 {
			text = s.command(e.session)
			e.text = text
		}
		all[e.messages-1] = msg{"user", text}
	}
	return raw(all)
}
