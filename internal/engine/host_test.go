package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
	"github.com/provenanced/provenanced/internal/wire/wiretest"
)

// host plays a gateway against an engine, with a clock that only moves when told.
type host struct {
	t       testing.TB
	engine  *Engine
	now     time.Time
	journal *journal
	index   *shelf
	staged  []decide.BlockedWrite
	events  []wire.EventFrame
	fullup  error // Stage fails with it
	process byte  // whose key signs
	calls   map[*session.Record]judgedCall
	met     map[string]bool
	foreign bool // its sessions do not come from its records alone
}

func (h *host) sign(text []byte) [32]byte { return sha256.Sum256(append([]byte{h.process}, text...)) }

func testMark(domain, text string) session.Mark {
	sum := sha256.Sum256([]byte(domain + "\n" + text))
	return session.Mark(sum[:16])
}

type journal struct {
	records []*session.Record
	fail    error // of Append

	unwritten error // of Flush
	synced    []int // the records that each durable Flush was about
}

// shelf is an index in memory.
type shelf struct {
	mu        sync.Mutex
	sessions  map[string]session.Snapshot
	turns     map[string]*session.Turn // by key and number
	fail      error
	meanwhile func() // called once, while a session is being loaded from here
}

// put stores what an index would, through its encoding.
func (x *shelf) put(t testing.TB, s session.Snapshot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sessions[s.Key] = encoded(t, s)
	for _, ended := range s.Ended {
		x.turns[turnName(s.Key, ended.Number)] = new(encoded(t, *ended))
	}
}

func turnName(key string, number int) string { return fmt.Sprint(key, " ", number) }

// encoded is v after encoding and decoding.
func encoded[T any](t testing.TB, v T) (back T) {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &back))
	return back
}

func (x *shelf) Load(key string) (session.Snapshot, bool, error) {
	x.mu.Lock()
	s, ok := x.sessions[key]
	f := x.meanwhile
	x.meanwhile = nil
	x.mu.Unlock()
	if f != nil {
		f()
	}
	return s, ok, x.fail
}

func (x *shelf) Turn(key string, number int) (*session.Turn, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.turns[turnName(key, number)]
	if t == nil {
		return nil, decide.ErrNotFound
	}
	return t, x.fail
}

func (x *shelf) Each(after string, known func(string) bool, f func(session.Snapshot) error) error {
	x.mu.Lock()
	sessions := maps.Clone(x.sessions)
	x.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(sessions)) {
		if key <= after {
			continue
		}
		snap := sessions[key]
		if known != nil && known(key) {
			snap = session.Snapshot{Key: key}
		}
		if err := f(snap); err != nil {
			return err
		}
	}
	return x.fail
}

func (x *shelf) Count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.sessions)
}

func (j *journal) Flush(_ context.Context, upTo wire.Receipt, durable bool) error {
	if durable {
		j.synced = append(j.synced, int(upTo.Seq))
	}
	return j.unwritten
}

func (j *journal) Append(r *session.Record) (wire.Receipt, error) {
	if j.fail != nil {
		return wire.Receipt{}, j.fail
	}
	j.records = append(j.records, r)
	return wire.Receipt{File: 1, Seq: uint64(len(j.records)), Hash: "00"}, nil
}

func (j *journal) Entry(_ context.Context, _ int, seq uint64) (*session.Record, wire.Receipt, error) {
	if seq == 0 || seq > uint64(len(j.records)) {
		return nil, wire.Receipt{}, decide.ErrNotFound
	}
	return j.records[seq-1], wire.Receipt{File: 1, Seq: seq}, nil
}

func (h *host) Stage(_ context.Context, w decide.BlockedWrite) error {
	if h.fullup != nil {
		return h.fullup
	}
	h.staged = append(h.staged, w)
	return nil
}

func (h *host) Resolve(path string) string { return path }

func (h *host) Once() (func(string) string, func(string, func() []facts.Place) string) {
	return h.Resolve, func(path string, _ func() []facts.Place) string { return path }
}

func newHost(t testing.TB, yaml string) *host {
	p, err := policy.Parse([]byte(yaml), "policy.yaml")
	require.NoError(t, err)
	h := &host{t: t, met: map[string]bool{}, now: time.Date(2026, 2, 10, 20, 15, 0, 0, time.UTC), journal: &journal{}, index: &shelf{sessions: map[string]session.Snapshot{}, turns: map[string]*session.Turn{}}}
	h.engine = New(Options{
		Policy: policy.NewCurrent(p), Journal: h.journal, Index: h.index, Staging: h, Review: h, Paths: h, Now: func() time.Time { return h.now },
		Rand: rand.NewChaCha8([32]byte{7}), Code: testCode, Ticket: testTicket, Digest: testCode, Mark: testMark, Sign: h.sign, Log: zap.NewNop(), Publish: func(f wire.EventFrame) { h.events = append(h.events, f) },
	})
	if t, ok := t.(*testing.T); ok {
		t.Cleanup(func() { h.decidedAgain(t) })
	}
	return h
}

// chat is one session of the gateway, with what it says about the sender.
type chat struct {
	*host
	key       string
	ctx       wire.Ctx
	iteration int
	calls     int
}

func (h *host) open(key string, ctx wire.Ctx) *chat {
	return &chat{host: h, key: key, ctx: ctx}
}

var (
	owner    = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "111", SenderIsOwner: wire.Yes, WorkspaceDir: "/ws"}
	stranger = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "222", SenderIsOwner: wire.No, WorkspaceDir: "/ws"}
)

func (c *chat) as(ctx wire.Ctx) *chat {
	d := *c
	d.ctx = ctx
	return &d
}

func (c *chat) send(h wire.Hook, ev any) Decision {
	noted := c.noting(h, c.key, wire.Payload{Ctx: c.ctx, Event: ev})
	d := c.engine.Handle(context.Background(), h, c.key, wire.Payload{Ctx: c.ctx, Event: ev})
	noted()
	c.engine.Settle(context.Background(), &d)
	return d
}

// textPart is a part of a message's content, as gateways spell it.
type textPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type msg struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

var raw, user = wiretest.Raw, wiretest.User

// turn begins a turn with a message.
func (c *chat) turn(text string) Decision {
	c.iteration = 0
	return c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{SystemPrompt: raw("be good"), Messages: user(text)})
}

func (c *chat) llm(tools ...string) Decision {
	var offered []wire.OfferedTool
	if tools != nil {
		offered = []wire.OfferedTool{}
	}
	for _, name := range tools {
		offered = append(offered, wire.OfferedTool{Name: name})
	}
	i := c.iteration
	c.iteration++
	return c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: raw([]msg{{"assistant", "…"}}), Iteration: &i, Tools: offered})
}

// call asks for a tool; run asks and, if allowed, reports its result.
func (c *chat) call(tool string, params any) (Decision, string) {
	c.calls++
	id := fmt.Sprintf("call_%d", c.calls)
	return c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, Params: raw(params), ToolCallID: id}), id
}

func (c *chat) returns(tool, id string) Decision {
	return c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: tool, ToolCallID: id, Result: raw("result of " + tool)})
}

func (c *chat) run(tool string, params any) Decision {
	d, id := c.call(tool, params)
	if d.Verdict == trust.VerdictAllow {
		c.returns(tool, id)
	}
	return d
}

func (c *chat) emit() Decision {
	return c.send(wire.BeforeResponseEmit, &wire.BeforeResponseEmitEvent{Content: "Here you are."})
}

func (c *chat) command(text string) Decision {
	return c.send(wire.Command, &wire.CommandEvent{Text: text})
}

func (c *chat) level() trust.Level {
	v, err := c.engine.Session(c.key)
	require.NoError(c.t, err)
	return v.Level
}

// fetched is a session whose owner had a web page fetched.
func (h *host) fetched(key string) *chat {
	c := h.open(key, owner)
	c.turn("look at this page")
	c.llm()
	require.Equal(h.t, trust.VerdictAllow, c.run("web_fetch", map[string]string{"url": "https://example.com/a?token=1"}).Verdict)
	c.llm()
	return c
}

var codePattern = regexp.MustCompile(`(?m)^Approval code: ([0-9a-f]{8}) \(expires in (\d+)s\)$`)

// held requires that a call is denied with a code, and returns the code.
func held(t testing.TB, d Decision) string {
	t.Helper()
	require.Equal(t, trust.VerdictDeny, d.Verdict, d.Result.BlockReason)
	require.True(t, d.Result.Block)
	m := codePattern.FindStringSubmatch(d.Result.BlockReason)
	require.NotNil(t, m, d.Result.BlockReason)
	require.NotNil(t, d.Approval)
	require.Equal(t, m[1], d.Approval.Code)
	return m[1]
}

func restricted(t testing.TB, d Decision) {
	t.Helper()
	require.Equal(t, trust.VerdictDeny, d.Verdict)
	require.True(t, d.Result.Block)
	require.Nil(t, d.Approval)
	require.NotContains(t, d.Result.BlockReason, "Approval code")
}

func allowed(t testing.TB, d Decision) {
	t.Helper()
	require.Equal(t, trust.VerdictAllow, d.Verdict, d.Result.BlockReason)
	require.False(t, d.Result.Block)
}

func testTicket(session string, level trust.Level, _ time.Time) string {
	return "ticket of " + session + " at " + level.String()
}

func testCode(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:4])
}

var errDisk = errors.New("no space left on device")
