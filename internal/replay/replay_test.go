package replay

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"path"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
	"github.com/provenanced/provenanced/internal/wire/wiretest"
)

func parsed(t testing.TB, yaml string) *policy.Policy {
	p, err := policy.Parse([]byte(yaml), "policy.yaml")
	require.NoError(t, err)
	return p
}

// rig is an engine whose records are the entries of a ledger.
type rig struct {
	t       testing.TB
	policy  *policy.Policy
	engine  *engine.Engine
	now     time.Time
	entries []ledger.Entry
}

func testMark(domain, text string) session.Mark {
	sum := sha256.Sum256([]byte(domain + "\n" + text))
	return session.Mark(sum[:16])
}

func testDigest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

func newRig(t testing.TB, yaml string) *rig {
	r := &rig{t: t, policy: parsed(t, yaml), now: time.Date(2026, 2, 10, 20, 15, 0, 0, time.UTC)}
	r.engine = engine.New(engine.Options{
		Policy: policy.NewCurrent(r.policy), Journal: r, Index: r, Staging: r, Paths: r, Now: func() time.Time { return r.now },
		Rand: rand.NewChaCha8([32]byte{7}), Code: testDigest, Digest: testDigest, Mark: testMark, Log: zap.NewNop(),
		Ticket: func(string, trust.Level, time.Time) string { return "" },
		Sign:   func(text []byte) [32]byte { return sha256.Sum256(text) },
	})
	r.add(ledger.Boot, map[string]string{"policy": r.policy.Hash})
	return r
}

func (r *rig) add(typ ledger.Type, v any) {
	data, err := json.Marshal(v)
	require.NoError(r.t, err)
	r.entries = append(r.entries, ledger.Entry{Seq: uint64(len(r.entries) + 1), Type: typ, Data: data})
}

func (r *rig) Append(rec *session.Record) (wire.Receipt, error) {
	r.add(ledger.Claim, rec)
	return wire.Receipt{File: 1, Seq: uint64(len(r.entries)), Hash: "00"}, nil
}
func (r *rig) Flush(context.Context, wire.Receipt, bool) error { return nil }
func (r *rig) Entry(context.Context, int, uint64) (*session.Record, wire.Receipt, error) {
	return nil, wire.Receipt{}, decide.ErrNotFound
}
func (r *rig) Load(string) (session.Snapshot, bool, error)                        { return session.Snapshot{}, false, nil }
func (r *rig) Turn(string, int) (*session.Turn, error)                            { return nil, decide.ErrNotFound }
func (r *rig) Each(string, func(string) bool, func(session.Snapshot) error) error { return nil }
func (r *rig) Count() int                                                         { return 0 }
func (r *rig) Stage(context.Context, decide.BlockedWrite) error                   { return nil }
func (r *rig) Resolve(name string) string                                         { return path.Clean(name) }

var owner = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "111", SenderIsOwner: wire.Yes, WorkspaceDir: "/ws"}

func (r *rig) send(h wire.Hook, ev any) engine.Decision {
	d := r.engine.Handle(r.t.Context(), h, "s", wire.Payload{Ctx: owner, Event: ev})
	r.engine.Settle(r.t.Context(), &d)
	return d
}

func (r *rig) turn(text string) {
	r.send(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: wiretest.User(text)})
}

func (r *rig) call(tool, id string, params any) engine.Decision {
	r.now = r.now.Add(time.Minute)
	return r.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, ToolCallID: id, Params: wiretest.Raw(params)})
}

// fetches has the agent read a page.
func (r *rig) fetches(id string) {
	r.call("web_fetch", id, map[string]string{"url": "https://example.com/a"})
	r.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "web_fetch", ToolCallID: id, Result: wiretest.Raw("a page")})
}

func (r *rig) runs(id string) engine.Decision {
	return r.call("exec", id, map[string]string{"command": "make"})
}

// tried is what the entries come to under another policy.
func (r *rig) tried(yaml string, change func(*Options)) *Report {
	p := parsed(r.t, yaml)
	o := Options{Policy: p, InForce: r.policy, Protected: protect.New(protect.Daemon{}, nil, path.Clean), Digest: testDigest, Mark: testMark}
	if change != nil {
		change(&o)
	}
	replay := New(o)
	for i := range r.entries {
		e := entry{Entry: r.entries[i], file: 1}
		e.read()
		replay.entry(&e)
	}
	return replay.Report()
}

const milder = "taintPolicy: {shared: allow, external: allow, untrusted: allow}"

func TestADayIsDecidedAgain(t *testing.T) {
	r := newRig(t, "")
	r.turn("look at this page")
	r.fetches("c1")
	d := r.runs("c2")
	require.NotNil(t, d.Approval)
	r.runs("c3") // the same call, for which the code is shown again
	_, err := r.engine.Approve(t.Context(), engine.ApproveRequest{Session: "s", Tool: "exec"})
	require.NoError(t, err)
	r.runs("c4")

	m := r.tried("", nil)
	require.Equal(t, []int{4, 0, 1, 1}, []int{m.Decisions, m.Undecidable, m.Before, m.After})
	require.Empty(t, m.Groups())

	m = r.tried(milder, nil)
	require.Equal(t, []int{4, 2, 1, 1, 0}, []int{m.Decisions, m.Spared, m.Accepted, m.Before, m.After})
	g := m.Groups()
	require.Len(t, g, 1)
	require.Equal(t, "exec run web_fetch response", g[0].Tool+" "+g[0].Effects+" "+g[0].Source)

	m = r.tried("mode: paranoid", nil)
	require.Equal(t, []int{4, 3, 0, 0}, []int{m.Decisions, m.Denied, m.Spared, m.After})
}

func TestWhatCannotBeDecidedAgainIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		before, tried string
		change        func(r *rig)
		undecidable   int
		reason        string
	}{
		"a level that an output no longer has": {"toolOutputTaints: {web_fetch: trusted}", "", nil, 1, otherLevels + "toolOutputTaints of web_fetch"},
		"other owners":                         {"", "ownerIds: ['222']", nil, 2, otherLevels + "ownerIds"},
		"a turn that a rule has blocked": {
			"policies: [{name: stop, when: {context_taint_includes: [untrusted]}, action: {block_turn: true}}]", "", nil, 1, blockedTurn,
		},
		"the beginning is gone": {"", milder, func(r *rig) {
			r.entries = r.entries[:1]
			r.turn("and now?")
			r.runs("c5")
		}, 1, lostBeginning},
		"an earlier version": {"", milder, func(r *rig) { r.withoutActs() }, 2, earlierVersion},
		"a later version":    {"", milder, func(r *rig) { r.later(2) }, 2, laterVersion},
		"a value that is not kept": {"", "policies: [{name: greets, when: {param_matches: {content: '^hello'}}, action: {block_tools: [write]}}]", func(r *rig) {
			r.call("write", "c6", map[string]string{"path": "a.txt", "content": "hello Ann"})
		}, 1, "greets"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, c.before)
			r.turn("look at this page")
			r.fetches("c1")
			r.runs("c2")
			if c.change != nil {
				c.change(r)
			}
			m := r.tried(c.tried, nil)
			require.Equal(t, c.undecidable, m.Undecidable, m.Reasons())
			require.Equal(t, c.reason, m.Reasons()[0].What)
		})
	}
}

// withoutActs is the ledger as an earlier version wrote it.
func (r *rig) withoutActs() {
	for i := range r.entries {
		r.edit(i, func(entry map[string]jsontext.Value) {
			var j map[string]jsontext.Value
			if json.Unmarshal(entry["judgement"], &j) != nil {
				return
			}
			delete(j, "act")
			entry["judgement"] = wiretest.Raw(j)
		})
	}
}

// later gives an entry a member that nobody knows.
func (r *rig) later(i int) {
	r.edit(i, func(entry map[string]jsontext.Value) { entry["moon"] = jsontext.Value("1") })
}

func (r *rig) edit(i int, change func(map[string]jsontext.Value)) {
	var entry map[string]jsontext.Value
	require.NoError(r.t, json.Unmarshal(r.entries[i].Data, &entry))
	change(entry)
	r.entries[i].Data = wiretest.Raw(entry)
}

func (r *rig) Once() (func(string) string, func(string, func() []facts.Place) string) {
	return r.Resolve, func(name string, _ func() []facts.Place) string { return name }
}
