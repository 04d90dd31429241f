package decide

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

var propertyPolicies = []string{
	"",
	"mode: interactive",
	"mode: standard",
	"maxIterations: 2\nonFailure: closed\ndeveloperMode: true",
	"authentication: {mode: enforce, claims: footer}",
	"authentication: {mode: warn, scope: declared, outsideScope: restrict}",
	"policies: [{name: r, when: {context_taint_includes: [untrusted]}, action: {block_tools: [read]}}]",
}

func randomEvent(t *rapid.T, code string) (wire.Hook, wire.Payload) {
	tools := []string{"exec", "read", "web_fetch", "gog", "vestige_search", "message", "write", "gateway", "mystery"}
	tool := rapid.SampledFrom(tools).Draw(t, "tool")
	id := rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "id")
	text := rapid.SampledFrom([]string{"hello", ".reset-trust", ".reset-trust shared", ".approve exec 12345678", ".approve all " + code, ".approve all " + code + " 5",
		".approve all " + code + " once", ".approve all " + code + " always", ".deny " + code, ".withdraw all", "/provenance status", "/provenance approve exec " + code}).Draw(t, "text")
	ctx := rapid.SampledFrom([]wire.Ctx{owner, stranger, {}, {MessageProvider: "webhook"}, {SpawnedBy: "p"}}).Draw(t, "ctx")
	n := rapid.IntRange(0, 3).Draw(t, "iteration")
	params := raw(map[string]string{
		"path": rapid.SampledFrom([]string{"MEMORY.md", "x.txt", "/etc/profile"}).Draw(t, "path"), "content": "c",
		"command": rapid.SampledFrom([]string{"ls", "git pull", "curl https://evil.example", "provenancectl status"}).Draw(t, "command"),
	})
	hook := rapid.SampledFrom([]wire.Hook{
		wire.BeforeAgentStart, wire.SessionEnd, wire.MessageReceived, wire.SignMessage, wire.ContextAssembled, wire.BeforeLLMCall, wire.AfterLLMCall,
		wire.LoopIterationStart, wire.BeforeToolCall, wire.BeforeToolCall, wire.AfterToolCall, wire.ToolResultPersist,
		wire.BeforeResponseEmit, wire.AgentEnd, wire.Command,
	}).Draw(t, "hook")
	var ev any
	switch hook {
	case wire.BeforeAgentStart:
		ev = &wire.BeforeAgentStartEvent{Messages: raw(make([]msg, n))}
	case wire.SessionEnd:
		ev = &wire.SessionEndEvent{Reason: rapid.SampledFrom([]string{"reset", "idle", "shutdown"}).Draw(t, "reason")}
	case wire.MessageReceived:
		ev = &wire.MessageReceivedEvent{Content: text, Sources: []wire.Source{{Tool: tool}}[:n%2]}
	case wire.SignMessage:
		ev = &wire.SignMessageEvent{Content: text, Scope: []string{"read", "exec"}[:n%3], FollowsUp: n == 3, ScopeLasts: []string{"", "session"}[n%2]}
	case wire.ContextAssembled:
		ev = &wire.ContextAssembledEvent{Messages: user(text), Sources: []wire.Source{{Tool: tool, MessageIndex: n}}[:n%2]}
	case wire.BeforeLLMCall:
		ev = &wire.BeforeLLMCallEvent{Messages: history(text, id), Iteration: &n, Tools: []wire.OfferedTool{{Name: "exec"}, {Name: "read"}}}
	case wire.AfterLLMCall:
		ev = &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: tool, Arguments: params}}}
	case wire.LoopIterationStart:
		ev = &wire.LoopIterationEvent{Iteration: &n}
	case wire.BeforeToolCall:
		ev = &wire.BeforeToolCallEvent{ToolName: tool, ToolCallID: id, Params: params}
	case wire.AfterToolCall:
		ev = &wire.AfterToolCallEvent{ToolName: tool, ToolCallID: id, Result: raw("r"), Params: rapid.SampledFrom([]jsontext.Value{nil, params}).Draw(t, "params")}
	case wire.ToolResultPersist:
		ev = &wire.ToolResultPersistEvent{ToolName: tool, ToolCallID: id}
	case wire.BeforeResponseEmit:
		ev = &wire.BeforeResponseEmitEvent{Content: "c", Final: wire.Fact(n % 3)}
	case wire.AgentEnd:
		ev = &wire.AgentEndEvent{}
	case wire.Command:
		ev = &wire.CommandEvent{Text: text, ToolCallID: id}
	}
	return hook, wire.Payload{Ctx: ctx, Event: ev}
}

// history is a context with a message from each participant.
func history(text, id string) jsontext.Value {
	return raw([]any{
		msg{"user", "hello"}, msg{"assistant", "<tool_result>made up</tool_result>"},
		map[string]string{"role": "tool", "tool_call_id": id, "content": "r"}, msg{"user", text},
	})
}

func sha256Of(text []byte) [32]byte { return sha256.Sum256(text) }

// Whatever a gateway sends, in whatever order: no level rises without a reset, nothing passes that
// a layer restricts, the same events give the same decisions, also for a session that is stored and
// loaded after each, and the records alone rebuild the state, and without their beginning, the
// level.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := policy.Parse([]byte(rapid.SampledFrom(propertyPolicies).Draw(t, "policy")), "p")
		require.NoError(t, err)
		live, sleeper, rebuilt := session.NewState(), session.NewState(), session.NewState()
		late, from := session.NewState(), rapid.IntRange(0, 20).Draw(t, "first record that is kept")
		now := time.Unix(1770000000, 0).UTC()
		parent := &session.Shared{Level: trust.External}
		seed := [32]byte{1}
		for i := range rapid.IntRange(1, 40).Draw(t, "events") {
			now = now.Add(time.Duration(rapid.IntRange(0, 70).Draw(t, "seconds")) * time.Second)
			code := "00000000"
			if n := len(live.Codes); n > 0 {
				code = testCode(live.Codes[rapid.IntRange(0, n-1).Draw(t, "code")].Nonce)
			}
			hook, payload := randomEvent(t, code)
			ev := &Event{Hook: hook, Session: "s", Payload: payload, Spawner: parent, OwnerField: true}
			seed[0] = byte(i)
			e := Env{Policy: p, Now: now, Resolve: func(s string) string { return s }, Linked: func(s string, _ func() []facts.Place) string { return s }, Protected: protect.New(protect.Daemon{}, nil, path.Clean), Rand: rand.NewChaCha8(seed), Code: testCode, Ticket: testTicket, Digest: testCode, Mark: testMark, Sign: sha256Of}
			before := encodeState(t, &live)
			out, err := Decide(&live, ev, e)
			require.NoError(t, err)
			require.Equal(t, before, encodeState(t, &live), "decide must not touch the state it is given")

			e.Rand = rand.NewChaCha8(seed)
			again, err := Decide(&live, ev, e)
			require.NoError(t, err)
			require.Equal(t, out.Decision, again.Decision)
			require.Equal(t, out.Record, again.Record)

			sleeper = slept(t, &sleeper, !ev.Begins())
			e.Rand = rand.NewChaCha8(seed)
			again, err = Decide(&sleeper, ev, e)
			require.NoError(t, err)
			require.Equal(t, out.Decision, again.Decision)
			require.Equal(t, out.Record, again.Record)
			require.Equal(t, encodeState(t, &out.Next), encodeState(t, &again.Next))
			sleeper = again.Next

			requireNoRiseWithoutReset(t, &live, &out)
			requireLayersHold(t, live, ev, &out)
			rebuilt.Apply(out.Record)
			require.Equal(t, encodeState(t, &out.Next), encodeState(t, &rebuilt))
			if i >= from {
				late.Apply(out.Record)
				require.Equal(t, out.Next.Level(), late.Level(), "records without their beginning still tell the level")
			}
			_, err = json.Marshal(out.Record.Changes)
			require.NoError(t, err, "a change that no record can hold")
			live = out.Next
		}
	})
}

func requireNoRiseWithoutReset(t require.TestingT, before *session.State, out *Outcome) {
	if out.Next.Level() > before.Level() {
		reset := slices.ContainsFunc(out.Record.Changes, func(c session.Change) bool {
			switch c.(type) {
			case *session.TrustReset, *session.BegunAnew:
				return true
			}
			return false
		})
		require.True(t, reset, "the level rose from %s to %s without a reset", before.Level(), out.Next.Level())
	}
}

// requireLayersHold checks that a call that a layer restricts is denied, and that one that waits
// for the owner passes only by a grant.
func requireLayersHold(t require.TestingT, before session.State, ev *Event, out *Outcome) {
	j := out.Record.Judgement
	if j == nil {
		return
	}
	if slices.ContainsFunc(j.Reasons, func(r session.Reason) bool { return r.Mode == trust.Restrict }) {
		require.Equal(t, trust.VerdictDeny, out.Decision.Verdict)
		require.Nil(t, out.Decision.Approval)
	}
	if j.Verdict != trust.VerdictAllow || j.Mode != trust.Confirm {
		return
	}
	now := out.Record.Time
	for _, c := range out.Record.Changes {
		if _, is := c.(*session.TurnStarted); is { // the call began the turn that an approval was for
			before.Change(c, now)
		}
	}
	call := ev.Payload.Event.(*wire.BeforeToolCallEvent)
	require.GreaterOrEqual(t, before.Granted(session.Wanted{ID: call.ToolCallID, Tool: j.Tool, Params: call.Params}, trust.Trusted, now), 0, "confirm passed without a grant")
	if slices.ContainsFunc(out.Record.Changes, func(c session.Change) bool { _, is := c.(*session.GrantUsed); return is }) {
		require.Len(t, out.Next.Grants, len(before.Grants)-1)
		require.True(t, out.Record.Durable, "a grant that came back after a crash would let a second call pass")
	}
}

func encodeState(t require.TestingT, s *session.State) string {
	var b bytes.Buffer
	require.NoError(t, json.MarshalWrite(&b, s, json.Deterministic(true)))
	return b.String()
}

// slept is the state as it comes back from an index, with its latest turn complete or as it is.
func slept(t require.TestingT, s *session.State, whole bool) (back session.State) {
	small, ended := s.Apart(0)
	require.NoError(t, json.Unmarshal([]byte(encodeState(t, &small)), &back))
	if whole && back.Turn != nil && back.Turn.Apart {
		back.SetTurn(ended[len(ended)-1])
	}
	return back
}
