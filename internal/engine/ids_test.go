package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Models and intermediaries give several calls the same id: the tool's name, or the same number in
// every answer.

func (c *chat) tried(tool, id, params string) Decision {
	return c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, ToolCallID: id, Params: jsontext.Value(params)})
}

func TestADeniedCallHidesNoResultOfTheSameID(t *testing.T) {
	for name, second := range map[string]func(c *chat) Decision{
		"of another tool":              func(c *chat) Decision { return c.tried("gateway", "x", `{}`) },
		"of the same tool":             func(c *chat) Decision { return c.tried("web_fetch", "x", `{"url":"https://[REDACTED:token]"}`) },
		"of the same tool, without id": func(c *chat) Decision { return c.tried("web_fetch", "", `{"url":"https://[REDACTED:token]"}`) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "").open("s", owner)
			c.turn("go")
			c.llm()
			id := "x"
			if name == "of the same tool, without id" {
				id = ""
			}
			allowed(t, c.tried("web_fetch", id, `{"url":"https://example.com"}`))
			held(t, second(c))
			c.returns("web_fetch", id)
			require.Equal(t, trust.Untrusted, c.level())
		})
	}
}

func TestADeniedCallsOwnResultTaintsNothingBesideAnotherOfTheSameID(t *testing.T) {
	c := newHost(t, "").open("s", owner)
	c.turn("go")
	c.llm()
	allowed(t, c.tried("read", "x", `{}`))
	held(t, c.tried("gateway", "x", `{}`))
	held(t, c.tried("unknown_tool", "x", `{}`))
	c.returns("unknown_tool", "x")
	c.returns("gateway", "x")
	c.returns("read", "x")
	require.Equal(t, trust.Trusted, c.level())
}

// A result without an id and without parameters may be that of an action.
func TestAResultThatDoesNotNameItsAction(t *testing.T) {
	for name, before := range map[string][]string{
		"alone":                         nil,
		"beside a call that was denied": {`{"action":"add"}`},
		"beside one that only looks":    {`{"action":"list"}`},
	} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "toolOverrides: {cron: {'*': restrict}, cron.list: {'*': allow}, cron.runs: {'*': allow}}").open("s", owner)
			c.turn("go")
			c.llm()
			for _, params := range before {
				c.tried("cron", "", params)
			}
			allowed(t, c.tried("cron", "", `{"action":"runs"}`))
			c.returns("cron", "")
			c.returns("cron", "")
			require.Equal(t, trust.Untrusted, c.level())
		})
	}
}

func TestALaterResultOfTheSameIDCounts(t *testing.T) {
	c := newHost(t, "").open("s", owner)
	c.turn("go")
	c.llm()
	c.returns("read", "call_0")
	c.llm()
	c.returns("web_fetch", "call_0")
	require.Equal(t, trust.Untrusted, c.level())
}

// The owner's reset covers what has returned, not what another call with the same id brings in
// later.
func TestAResultCountsThoughAnotherToolsOfItsIDIsThere(t *testing.T) {
	for name, asked := range map[string]bool{"both were asked for": true, "neither was": false} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "").open("s", owner)
			c.turn("go")
			c.llm()
			if asked {
				allowed(t, c.tried("gog", "x", `{}`))
				allowed(t, c.tried("web_fetch", "x", `{}`))
			}
			c.returns("web_fetch", "x")
			c.command(".reset-trust")
			require.Equal(t, trust.Trusted, c.level())
			c.returns("gog", "x")
			require.Equal(t, trust.External, c.level())
		})
	}
}

func TestAnIDSurvivesAsItsHostSpellsIt(t *testing.T) {
	h := newHost(t, "toolOverrides: {exec: {'*': restrict}}")
	for _, id := range []string{"call_1", "4111111111111111", "192.168.0.1"} {
		c := h.open("s "+id, owner)
		c.turn("go")
		c.llm()
		d := c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: "read"}, {ID: "y", Name: "exec"}}})
		require.Equal(t, []string{id}, d.Result.ToolCalls)
	}
}

func TestAnIDSurvivesIfAllOfItsCallsDo(t *testing.T) {
	c := newHost(t, "toolOverrides: {exec: {'*': restrict}}").open("s", owner)
	c.turn("go")
	c.llm()
	d := c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "read"}, {ID: "x", Name: "exec"}, {ID: "y", Name: "read"}}})
	require.Equal(t, []string{"y"}, d.Result.ToolCalls)
}

// The parameters of a call may be spelled differently when it is announced, as the model wrote
// them, and when it is requested, as the gateway read them.
func TestAllowOnceIsForTheParametersThatWereShown(t *testing.T) {
	const announced, shown = `{"command": "ls"}`, `{"command":"ls"}`
	c := newHost(t, "").fetched("s")
	c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "exec", Arguments: jsontext.Value(announced)}}})
	code := held(t, c.tried("exec", "x", shown))
	require.Equal(t, "Approved once: exec.", c.answer(".approve exec "+code+" once", "x").Result.Text)
	held(t, c.tried("exec", "x", announced))
	allowed(t, c.tried("exec", "x", shown))
}

func TestAllowOnceIsForTheCallThatWasHeld(t *testing.T) {
	const harmless, harmful = `{"command":"ls"}`, `{"command":"rm -rf ."}`
	c := newHost(t, "").fetched("s")
	code := held(t, c.tried("exec", "x", harmless))
	c.answer(".approve exec "+code+" once", "x")
	allowed(t, c.tried("exec", "x", harmless))
	code = held(t, c.tried("exec", "x", harmful))
	c.answer(".approve exec "+code+" once", "x")
	held(t, c.tried("exec", "x", harmless))
	allowed(t, c.tried("exec", "x", harmful))
}

// The owner is shown one call; neither another that waits beside it, nor whatever has its id by the
// time they answer, is approved with it.
func TestAllowOnceIsForNoCallBesideTheHeldOne(t *testing.T) {
	const harmless, harmful = `{"command":"ls"}`, `{"command":"rm -rf ."}`
	for name, beside := range map[string]func(c *chat){
		"another id":   func(c *chat) { held(t, c.tried("exec", "y", harmful)) },
		"another tool": func(c *chat) { held(t, c.tried("write", "x", harmful)) },
		"announced anew": func(c *chat) {
			c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "exec", Arguments: jsontext.Value(harmful)}}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "").fetched("s")
			code := held(t, c.tried("exec", "x", harmless))
			beside(c)
			c.answer(".approve exec "+code+" once", "x")
			held(t, c.tried("exec", "x", harmful))
			allowed(t, c.tried("exec", "x", harmless))
		})
	}
}

// Two prompts about calls with the same id may be open at once, and their answers look alike.
func TestAllowOnceIsForNoneOfSeveralCallsOfOneID(t *testing.T) {
	const harmless, harmful = `{"command":"ls"}`, `{"command":"rm -rf ."}`
	c := newHost(t, "").fetched("s")
	code := held(t, c.tried("exec", "x", harmless))
	held(t, c.tried("exec", "x", harmful))
	d := c.answer(".approve exec "+code+" once", "x")
	require.Equal(t, trust.VerdictDeny, d.Verdict)
	require.Equal(t, "Different calls wait under the id of that one; deny the code and ask the agent to try again.", d.Result.Text)
	held(t, c.tried("exec", "x", harmful))
	held(t, c.tried("exec", "x", harmless))

	c.command(".deny " + code)
	code = held(t, c.tried("exec", "x", harmless))
	require.Equal(t, code, held(t, c.tried("exec", "x", harmless)), "a host asks again")
	c.answer(".approve exec "+code+" once", "x")
	held(t, c.tried("exec", "x", harmful))
	allowed(t, c.tried("exec", "x", harmless))
}

// A prompt may be answered when its call is gone, and a model may reuse an id.
func TestAllowOnceIsForNothingWhereTheCallIsGone(t *testing.T) {
	const shown, other = `{"command":"ls"}`, `{"command":"rm -rf ."}`
	c := newHost(t, "").fetched("s")
	code := held(t, c.tried("exec", "x", shown))
	c.emit()
	c.turn("go on")
	c.llm()
	d := c.answer(".approve exec "+code+" once", "x")
	require.Equal(t, trust.VerdictDeny, d.Verdict)
	require.Equal(t, "That call no longer waits; ask the agent to try again.", d.Result.Text)
	held(t, c.tried("exec", "x", other))

	code = held(t, c.tried("write", "y", shown))
	require.Equal(t, "Approved once: exec.", c.answer(".approve all "+code+" once", "x").Result.Text)
	held(t, c.tried("write", "x", other))
	held(t, c.tried("exec", "x", shown))
	allowed(t, c.tried("exec", "x", other))
}

// A turn's graph is bounded, but its calls are still distinguished.
func TestAllowOnceIsForTheParametersThatWereShownInALongTurn(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	for range session.MaxNodes {
		allowed(t, c.tried("read", "r", `{}`))
		c.returns("read", "r")
	}
	code := held(t, c.tried("exec", "x", `{"command":"ls"}`))
	h.save()
	h.engine.Forget(h.now.Add(time.Second))
	c.answer(".approve exec "+code+" once", "x")
	held(t, c.tried("exec", "x", `{"command":"rm -rf ."}`))
	allowed(t, c.tried("exec", "x", `{"command":"ls"}`))
}

// What is kept about a spawner is bounded; one that may be known keeps its name.
func TestASpawnersNameIsBounded(t *testing.T) {
	h := newHost(t, "")
	long := strings.Repeat("agent:main:+49 151 23456789:", 40)[:wire.MaxSession]
	h.fetched(long)
	for by, want := range map[string]trust.Level{long: trust.Untrusted, strings.Repeat("x", 1<<20): trust.Trusted} {
		c := h.open("spawned by "+by[:5], wire.Ctx{SpawnedBy: by})
		for range 3 {
			c.turn("do it")
		}
		require.Equal(t, want, c.level())
	}
	require.Less(t, len(raw(h.journal.records)), 64<<10)
}

// An id that looks like personal data is recorded under another name, and so is one that is too
// long.
func TestAnApprovalFindsItsCallWhateverItsIDLooksLike(t *testing.T) {
	for name, id := range map[string]string{"a phone number": "call +49 151 23456789", "long": strings.Repeat("x", 1<<20)} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s")
			code := held(t, c.tried("exec", id, `{"command":"ls"}`))
			d := c.send(wire.Command, &wire.CommandEvent{Text: ".approve exec " + code + " once", ToolCallID: id})
			require.Equal(t, trust.VerdictAllow, d.Verdict, d.Result.Text)
			held(t, c.tried("exec", id, `{"command":"rm -rf /"}`))
			allowed(t, c.tried("exec", id, `{"command":"ls"}`))
			require.Less(t, len(raw(h.journal.records)), 64<<10)
		})
	}
}

// A program started by a call may make others under its id, using what the first of them returned.
// The model has not asked for any of them.
func TestCallsUnderTheIdOfAnother(t *testing.T) {
	for _, tool := range []string{"exec", "write"} {
		c := newHost(t, "").open("s", owner)
		c.turn("go")
		c.llm()
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "exec", Arguments: raw(map[string]string{"command": "run"})}}})
		allowed(t, c.tried("exec", "x", `{"command":"run"}`))
		allowed(t, c.tried("web_fetch", "x", `{"url":"https://evil.example"}`))
		c.returns("web_fetch", "x")
		require.Equal(t, trust.Untrusted, c.level())
		c.returns("exec", "x")
		held(t, c.tried(tool, "x", `{"command":"ls","path":"a"}`))
		held(t, c.tried(tool, "x", `{"command":"ls","path":"a"}`))
	}
}

// A held call may be repeated under its id after a further LLM call, but the first LLM call had not
// seen what that brought in.
func TestACallThatAnEarlierLLMCallAskedFor(t *testing.T) {
	c := newHost(t, "").fetched("s")
	announce := func(id, tool string) {
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: tool, Arguments: raw(map[string]string{"command": "ls"})}}})
	}
	announce("x", "exec")
	held(t, c.tried("exec", "x", `{"command":"ls"}`))
	c.command(".reset-trust")
	c.llm()
	announce("y", "web_fetch")
	allowed(t, c.tried("web_fetch", "y", `{"command":"ls"}`))
	c.returns("web_fetch", "y")
	held(t, c.tried("exec", "x", `{"command":"ls"}`))
}

// A session that an earlier version knew by a key with a secret in it keeps its level: under
// another key it would be new.
func TestASessionOfAnEarlierVersionKeepsItsKey(t *testing.T) {
	const key = "agent:main:webchat:ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	old := session.NewState()
	old.Change(&session.Tainted{Level: trust.Untrusted, Cause: &session.Cause{Reason: "web_fetch response"}}, time.Time{})
	h := newHost(t, "")
	h.index.sessions[key] = session.Snapshot{Key: key, State: old}
	h.open(key, owner).turn("hi")
	require.Equal(t, key, h.journal.records[0].Session)
	require.Equal(t, trust.Untrusted, h.journal.records[0].Taint)

	h = newHost(t, "")
	h.open(key, owner).turn("hi")
	require.NotContains(t, h.journal.records[0].Session, "ghp_")
	require.Contains(t, h.journal.records[0].Session, "agent:main:webchat:")
}
