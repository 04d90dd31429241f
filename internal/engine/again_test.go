package engine

import (
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Every call that a test of this package has judged is decided again at its end, from the records
// alone: under the policy that was in force, and under others, whose decisions were made from the
// call itself.

// others are policies to decide again under: stricter and milder ones.
var others = func() (all []*policy.Policy) {
	for _, yaml := range []string{
		"mode: paranoid", "mode: permissive", "mode: strict\nredactParams: ask", "mode: dev\nredactParams: deny", "mode: interactive", `
mode: provenance
ownerIds: ["telegram:999", "222"]
memoryFiles: [notes.txt, /ws/plans]
protectedPaths: [/ws/.env, ~/keys, drafts]
toolOverrides: {exec: {"*": allow}, exec.look: {"*": confirm}, read: {"*": confirm}, message: {"*": restrict}}
policies:
  - {name: outside, when: {path_outside: [/ws]}, action: {block_tools: ["*"]}}
  - {name: inside, when: {path_inside: ["**/*.md", drafts]}, action: {confirm_tools: ["*"]}}
  - {name: hosts, when: {url_host_not_in: [example.com]}, action: {confirm_tools: [web_fetch, message, exec]}}
  - {name: text, when: {param_matches: {command: "ls|cat|rm"}}, action: {block_tools: [exec]}}
  - {name: not text, when: {param_not_matches: {content: "^hello"}}, action: {confirm_tools: [write]}}
  - {name: equal, when: {param_equals: {path: /ws/a.md}}, action: {block_tools: ["*"]}}
  - {name: tainted, when: {context_taint_includes: [untrusted, external]}, action: {confirm_tools: [memory_search], block_turn: true}}`,
	} {
		p, err := policy.Parse([]byte(yaml), "other.yaml")
		if err != nil {
			panic(err)
		}
		all = append(all, p)
	}
	return all
}()

// judgedCall is a call that was decided under the others as well, when it was made.
type judgedCall struct {
	policy  *policy.Policy
	process string
	under   []*session.Judgement // of each of the others
}

// noting notes the decision on a call under the other policies, and afterwards its record.
func (h *host) noting(hook wire.Hook, key string, p wire.Payload) func() {
	if _, ok := h.t.(*testing.T); !ok || h.foreign {
		return func() {}
	}
	e := h.engine
	if !h.met[key] {
		if v, err := e.Session(key); err == nil && v.Turns > 0 && len(h.journal.records) == 0 {
			h.foreign = true // its state does not come from these records alone
		}
		h.met[key] = true
	}
	if hook != wire.BeforeToolCall {
		return func() {}
	}
	call := judgedCall{policy: e.opt.Policy.Load(), process: e.process}
	under := others
	if testing.Short() { // with the race detector, under its own policy alone
		under = nil
	}
	for _, pol := range under {
		ev := &decide.Event{Hook: hook, Session: e.keyOf(key), Payload: p}
		copied := *p.Event.(*wire.BeforeToolCallEvent)
		ev.Payload.Event = &copied
		e.tidyKeys(&ev.Payload.Ctx)
		ev.OwnerField = e.ownerField.Load()
		s, err := e.lock(ev.Session)
		if err != nil {
			return func() {}
		}
		env := e.env(pol, s.used)
		env.Rand = zeros{}
		err = e.inform(ev, s, &env)
		var out decide.Outcome
		if err == nil {
			out, err = decide.Decide(&s.state, ev, env)
		}
		s.mu.Unlock()
		if err != nil {
			return func() {}
		}
		call.under = append(call.under, out.Record.Judgement)
	}
	before := len(h.journal.records)
	return func() {
		if len(h.journal.records) == before+1 {
			if h.calls == nil {
				h.calls = map[*session.Record]judgedCall{}
			}
			h.calls[h.journal.records[before]] = call
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// decidedAgain decides all of them again.
func (h *host) decidedAgain(t *testing.T) {
	if len(h.index.sessions) > 0 || h.foreign || t.Failed() {
		return // its state does not come from these records
	}
	states := map[string]*session.State{}
	count, unsure := 0, 0
	for i, live := range h.journal.records {
		line, err := json.Marshal(live)
		require.NoError(t, err)
		var r session.Record
		require.NoError(t, json.Unmarshal(line, &r, json.RejectUnknownMembers(true)))
		s := states[r.Session]
		if s == nil {
			state := session.NewState()
			s = &state
			states[r.Session] = s
		}
		call, ok := h.calls[live]
		if r.Hook == decide.HookRun { // under its own policy alone
			call, ok = judgedCall{policy: h.engine.opt.Policy.Load(), process: h.engine.process}, true
		}
		if ok && r.Judgement != nil && r.Judgement.Act != nil {
			for j, pol := range append([]*policy.Policy{call.policy}, others[:len(call.under)]...) {
				env := h.engine.env(pol, h.now)
				env.Process, env.Rand = call.process, nil
				want := r.Judgement
				if j > 0 {
					want = call.under[j-1]
				}
				again, err := decide.Again(s, &r, env, decide.Alike{All: j == 0})
				require.NoError(t, err)
				count++
				if len(again.Undecidable) > 0 {
					unsure++
					require.True(t, j > 0 || len(r.Judgement.Act.Undecidable) > 0 || r.Judgement.Act.More > 0, "under its own policy a call depends on no more than its record says: %v", again.Undecidable)
					continue
				}
				what := []any{"record %d under %s %s: %s", i, pol.Source, pol.Preset, line}
				require.Equal(t, want.Level, again.Level, what...)
				require.Equal(t, want.Reasons, again.Reasons, what...)
				require.Equal(t, want.Mode, again.Mode, what...)
				require.Equal(t, want.Verdict, again.Verdict, what...)
			}
		}
		s.Apply(&r)
	}
	if count > 0 {
		t.Logf("decided again: %d, undecidable: %d", count, unsure)
	}
}

// A rule that matches a value that is not kept against a regular expression marks the entry, and
// deciding again reports it.
func TestARuleOnAValueThatIsNotKeptMarksTheEntry(t *testing.T) {
	h := newHost(t, `{policies: [
  {name: greets, when: {param_matches: {content: "^hello"}}, action: {block_tools: [write]}},
  {name: lists, when: {param_matches: {command: "^ls"}}, action: {confirm_tools: [exec]}},
  {name: others, when: {param_matches: {content: x}}, action: {block_tools: [edit]}}]}`)
	c := h.open("s", owner)
	c.turn("go")
	restricted(t, c.run("write", map[string]string{"path": "/ws/a.txt", "content": "hello Ann"}))
	allowed(t, c.run("write", map[string]string{"path": "/ws/a.txt", "content": "good bye"}))
	held(t, c.run("exec", map[string]string{"command": "ls"}))
	var acts []*facts.Act
	for _, r := range h.journal.records {
		if r.Judgement != nil {
			acts = append(acts, r.Judgement.Act)
		}
	}
	require.Equal(t, []string{"greets"}, acts[0].Undecidable)
	require.Equal(t, []string{"greets"}, acts[1].Undecidable)
	require.Empty(t, acts[2].Undecidable, "its command is kept")
}

// A rule in shadow changes nothing, and the record says what it would have changed.
func TestARuleInShadow(t *testing.T) {
	h := newHost(t, `{policies: [
  {name: no-make, when: {tool: exec, param_matches: {command: make}}, action: {block_tools: [exec], shadow: true}},
  {name: stop, when: {tool: write}, action: {block_turn: true, shadow: true}},
  {name: fewer, when: {tool: exec}, action: {remove_tools: [exec], shadow: true}},
  {name: ask, when: {tool: exec}, action: {confirm_tools: [exec]}}]}`)
	c := h.open("s", owner)
	c.turn("go")
	shadow := func() []session.Reason { return h.journal.records[len(h.journal.records)-1].Judgement.Shadow }
	d, _ := c.call("exec", map[string]string{"command": "make"})
	require.NotNil(t, d.Approval)
	require.Equal(t, []session.Reason{
		{Layer: decide.LayerRules, Mode: trust.Restrict, Text: "rule no-make"}, {Layer: decide.LayerRules, Mode: trust.Restrict, Text: "rule fewer"},
	}, shadow())
	d, _ = c.call("write", map[string]string{"path": "a.txt", "content": "b"})
	require.Equal(t, trust.VerdictAllow, d.Verdict)
	require.Equal(t, []session.Reason{{Layer: decide.LayerRules, Mode: trust.Restrict, Text: texts.TurnBlocked("rule stop")}}, shadow())
	d, _ = c.call("read", map[string]string{"path": "a.txt"})
	require.Equal(t, trust.VerdictAllow, d.Verdict)
	require.Empty(t, shadow())
	require.Nil(t, c.llm("exec", "read").Result.Tools, "nothing is taken off the list")
}
