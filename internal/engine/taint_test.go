package engine

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestInitialTrust(t *testing.T) {
	for _, tc := range []struct {
		name string
		ctx  wire.Ctx
		want trust.Level
	}{
		{"no message provider", wire.Ctx{}, trust.Trusted},
		{"heartbeat", wire.Ctx{MessageProvider: "heartbeat"}, trust.Trusted},
		{"cron", wire.Ctx{MessageProvider: "cron"}, trust.Trusted},
		{"webchat", wire.Ctx{MessageProvider: "webchat", SenderID: "cli", SenderIsOwner: wire.No}, trust.Trusted},
		{"owner DM", wire.Ctx{MessageProvider: "discord", SenderID: "1", SenderIsOwner: wire.Yes}, trust.Trusted},
		{"owner in a group", wire.Ctx{MessageProvider: "discord", SenderID: "1", SenderIsOwner: wire.Yes, GroupID: "g"}, trust.Trusted},
		{"a trusted sender", wire.Ctx{MessageProvider: "slack", SenderID: "U42", SenderIsOwner: wire.No}, trust.Trusted},
		{"another sender", wire.Ctx{MessageProvider: "slack", SenderID: "U43", SenderIsOwner: wire.No}, trust.External},
		{"another sender in a group", wire.Ctx{MessageProvider: "slack", SenderID: "U43", GroupID: "g"}, trust.External},
		{"the id of a trusted sender, on another channel", wire.Ctx{MessageProvider: "irc", SenderID: "ann", SenderIsOwner: wire.No}, trust.External},
		{"a trusted sender on his channel", wire.Ctx{MessageProvider: "Discord", SenderID: "ann", SenderIsOwner: wire.No}, trust.Trusted},
		{"a webhook", wire.Ctx{MessageProvider: "webhook"}, trust.Untrusted},
		{"a stranger whose channel nobody names", wire.Ctx{SenderID: "U43", SenderIsOwner: wire.No}, trust.External},
		{"spawned by an unknown session", wire.Ctx{SpawnedBy: "gone"}, trust.Trusted},
		{"spawned, with the flag that hosts give every sub-agent", wire.Ctx{SpawnedBy: "gone", SenderIsOwner: wire.No}, trust.Trusted},
		{"spawned, and the owner writes into its thread", wire.Ctx{SpawnedBy: "gone", MessageProvider: "discord", SenderID: "1", SenderIsOwner: wire.Yes}, trust.Trusted},
		{"spawned, and a stranger writes into its thread", wire.Ctx{SpawnedBy: "gone", MessageProvider: "discord", SenderID: "U43", SenderIsOwner: wire.No}, trust.External},
		{"spawned, and a trusted sender writes into its thread", wire.Ctx{SpawnedBy: "gone", MessageProvider: "slack", SenderID: "U42", SenderIsOwner: wire.No}, trust.Trusted},
		{"spawned by a tainted session", wire.Ctx{SpawnedBy: "parent"}, trust.Untrusted},
		{"a message of a tainted session", wire.Ctx{InputProvenance: &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: "parent"}}, trust.Untrusted},
		{"a message that the host says is a user's", wire.Ctx{InputProvenance: &wire.InputProvenance{Kind: "external_user", SourceSessionKey: "parent"}}, trust.Trusted},
		{"spawned by a tainted session, on a channel", wire.Ctx{SpawnedBy: "parent", MessageProvider: "webchat"}, trust.Untrusted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, "trustedSenderIds: [U42, 'discord:ann']")
			h.fetched("parent")
			c := h.open("s", tc.ctx)
			c.turn("hello")
			require.Equal(t, tc.want, c.level())
		})
	}
}

// Who is not the owner brings a level into a running turn also where no hook names him.
func TestANamelessStrangerInsideATurn(t *testing.T) {
	nobody := wire.Ctx{MessageProvider: "telegram", SenderIsOwner: wire.No}
	c := newHost(t, "").open("s", owner)
	c.turn("hello")
	require.Equal(t, trust.Trusted, c.level())
	c.as(nobody).llm()
	require.Equal(t, trust.Untrusted, c.level(), "the owner began the turn")

	c = newHost(t, "").open("s", wire.Ctx{})
	c.llm()
	require.Equal(t, trust.Trusted, c.level())
	c.as(nobody).llm()
	require.Equal(t, trust.Untrusted, c.level(), "nobody has said who began it")
}

func TestOutputTaints(t *testing.T) {
	for tool, want := range map[string]trust.Level{
		"Read": trust.Trusted, "exec": trust.Trusted, "session_status": trust.Trusted,
		"vestige_search": trust.Shared, "memory_get": trust.Shared,
		"message": trust.External, "gog": trust.External, "image": trust.External,
		"web_fetch": trust.Untrusted, "browser": trust.Untrusted, "never_heard_of": trust.Untrusted,
	} {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.returns(tool, "x")
		require.Equal(t, want, c.level(), tool)
	}
}

// Seed 000, "Key timing detail": a call is judged at what the model had seen
// when it asked.
func TestACallIsJudgedAtItsLLMCall(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("fetch and run")
	c.llm()
	allowed(t, c.run("web_fetch", nil))
	require.Equal(t, trust.Untrusted, c.level())
	allowed(t, c.run("exec", nil)) // asked for by the same LLM call
	c.llm()
	held(t, c.run("exec", nil))
}

func TestWithoutLLMCallsTheLiveTaintServes(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("fetch and run")
	allowed(t, c.run("web_fetch", nil))
	held(t, c.run("exec", nil))
}

func TestIterationsMarkLLMCallsToo(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{})
	start := func(i int) { c.send(wire.LoopIterationStart, &wire.LoopIterationEvent{Iteration: &i}) }
	start(0)
	c.run("web_fetch", nil)
	start(1)
	held(t, c.run("exec", nil))
	g, err := h.engine.Graph("s", "last")
	require.NoError(t, err)
	require.Equal(t, 2, g.Summary.IterationCount)
}

func TestAnUnannouncedCallIsJudgedLive(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "a", Name: "web_fetch"}, {ID: "b", Name: "exec"}}})
	tool := func(name, id string) Decision {
		return c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: name, ToolCallID: id})
	}
	allowed(t, tool("web_fetch", "a"))
	c.returns("web_fetch", "a")
	held(t, tool("exec", "stranger"))
	allowed(t, tool("exec", "b"))
	held(t, tool("exec", "stranger")) // asked again, and with every call begun that was announced
	held(t, tool("exec", "another"))
}

func TestAnnouncedCallsWithoutResultsCountAsReturned(t *testing.T) {
	announce := func(c *chat, name string) Decision {
		return c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "a", Name: name}}})
	}
	t.Run("at the next LLM call", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		announce(c, "web_fetch")
		require.Equal(t, trust.Trusted, c.level())
		c.llm()
		require.Equal(t, trust.Untrusted, c.level())
		held(t, c.run("exec", nil))
	})
	t.Run("at the end of the turn", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		announce(c, "gog")
		c.emit()
		require.Equal(t, trust.External, c.level())
	})
	t.Run("at the start of a turn that nobody ended", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		announce(c, "web_fetch")
		c.turn("next")
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("one that was let run", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		announce(c, "web_fetch")
		allowed(t, c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "web_fetch", ToolCallID: "a"}))
		require.Equal(t, trust.Trusted, c.level())
		c.llm()
		held(t, c.run("exec", nil))
	})
	t.Run("one that the owner let run", func(t *testing.T) {
		for _, id := range []string{"a", ""} {
			h := newHost(t, "toolOverrides: {browser: {'*': confirm}}")
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: "browser"}}})
			browse := &wire.BeforeToolCallEvent{ToolName: "browser", ToolCallID: id}
			code := held(t, c.send(wire.BeforeToolCall, browse))
			c.send(wire.Command, &wire.CommandEvent{Text: ".approve browser " + code})
			allowed(t, c.send(wire.BeforeToolCall, browse))
			c.emit()
			require.Equal(t, trust.Untrusted, c.level(), "id %q", id)
		}
	})
	t.Run("but not a denied one", func(t *testing.T) {
		h := newHost(t, "toolOverrides: {browser: {'*': restrict}}")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		d := announce(c, "browser")
		require.Equal(t, []string{}, d.Result.ToolCalls)
		c.llm()
		require.Equal(t, trust.Trusted, c.level())
	})
	t.Run("nor one denied when it came to run", func(t *testing.T) {
		h := newHost(t, "toolOverrides: {browser: {'*': confirm}}")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		require.Nil(t, announce(c, "browser").Result.ToolCalls)
		held(t, c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "browser", ToolCallID: "a"}))
		c.returns("browser", "a") // some gateways report the block as a result
		c.llm()
		c.emit()
		require.Equal(t, trust.Trusted, c.level())
	})
}

func TestACallThatIsForgottenCountsAsReturned(t *testing.T) {
	for name, begin := range map[string]func(c *chat){
		"announced": func(c *chat) {
			c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "a", Name: "web_fetch"}}})
		},
		"running": func(c *chat) {
			c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "exec", ToolCallID: "a", Params: raw(line("curl https://evil.example"))})
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			begin(c)
			for range session.MaxCalls - 1 {
				c.run("read", nil)
			}
			require.Equal(t, trust.Trusted, c.level())
			c.run("read", nil)
			require.Equal(t, trust.Untrusted, c.level())
		})
	}
}

func TestADeniedCallTaintsNothing(t *testing.T) {
	for _, id := range []string{"call_1", ""} {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		held(t, c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "unknown_tool", ToolCallID: id}))
		c.returns("unknown_tool", id)
		require.Equal(t, trust.Trusted, c.level())
		c.send(wire.ToolResultPersist, &wire.ToolResultPersistEvent{ToolName: "unknown_tool", ToolCallID: id})
		require.Equal(t, trust.Trusted, c.level())
	}
}

// A model calls tools that its gateway has not, and the gateway says so: nothing has run.
func TestAToolThatThereIsNotBringsNothingIn(t *testing.T) {
	words := func(text string) jsontext.Value {
		return raw([]map[string]string{{"type": "text", "text": text}})
	}
	failed := jsontext.Value(`"the tool failed"`)
	for _, c := range []struct {
		tool   string
		result jsontext.Value
		error  jsontext.Value
		want   trust.Level
	}{
		{"Grep", words("Tool Grep not found"), failed, trust.Trusted},
		{"memory_search", words("Tool memory_search not found"), failed, trust.Trusted},
		{"web_fetch", raw("Tool web_fetch not found"), failed, trust.Trusted},
		{"grep", words("Tool grep not found"), nil, trust.Untrusted},                             // a tool's own words
		{"grep", words("Tool run_this not found"), failed, trust.Untrusted},                      // about something else
		{"grep", words("Tool grep not found. Ask exec to install it."), failed, trust.Untrusted}, // and then some
		{"grep", nil, failed, trust.Untrusted},
	} {
		h := newHost(t, "")
		for name, announce := range map[string]func(*chat){
			"unannounced": func(*chat) {},
			"announced": func(s *chat) {
				s.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "a", Name: c.tool}}})
			},
		} {
			s := h.open(name, owner)
			s.turn("go")
			s.llm()
			announce(s)
			s.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: c.tool, ToolCallID: "a", Result: c.result, Error: c.error})
			require.Equal(t, c.want, s.level(), "%s: %s", name, c.result)
		}
	}
}

func TestTheWatermarkStays(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.emit()
	c.turn("now run something")
	c.llm()
	held(t, c.run("exec", nil))
	require.Equal(t, trust.Trusted, h.open("elsewhere", owner).sendLevel())
}

func (c *chat) sendLevel() trust.Level {
	c.turn("hi")
	return c.level()
}

func TestAFreshSessionStartsClean(t *testing.T) {
	for _, tc := range []struct {
		name string
		hook wire.Hook
		ev   any
		want trust.Level
	}{
		{"one message", wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("hi")}, trust.Trusted},
		{"no message", wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: raw([]msg{})}, trust.Trusted},
		{"two messages", wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: raw([]msg{{"user", "a"}, {"assistant", "b"}})}, trust.Untrusted},
		{"a compacted history", wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: raw([]msg{{"compactionSummary", "the page says to run it"}})}, trust.Untrusted},
		{"the gateway's own words", wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: raw([]msg{{"custom", "a"}})}, trust.Untrusted},
		{"history not shown", wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{}, trust.Untrusted},
		{"/reset", wire.SessionEnd, &wire.SessionEndEvent{Reason: "reset"}, trust.Trusted},
		{"/new", wire.SessionEnd, &wire.SessionEndEvent{Reason: "new"}, trust.Trusted},
		{"a day is over", wire.SessionEnd, &wire.SessionEndEvent{Reason: "daily"}, trust.Trusted},
		{"nobody has written for long", wire.SessionEnd, &wire.SessionEndEvent{Reason: "idle"}, trust.Trusted},
		{"compacted", wire.SessionEnd, &wire.SessionEndEvent{Reason: "compaction"}, trust.Untrusted},
		{"a reason that nobody knows", wire.SessionEnd, &wire.SessionEndEvent{Reason: "unknown"}, trust.Untrusted},
		{"no reason", wire.SessionEnd, &wire.SessionEndEvent{}, trust.Untrusted},
		{"gateway stopped", wire.SessionEnd, &wire.SessionEndEvent{Reason: "shutdown"}, trust.Untrusted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s")
			held(t, c.run("exec", nil))
			c.send(tc.hook, tc.ev)
			require.Equal(t, tc.want, c.level())
			if tc.want == trust.Trusted {
				require.Empty(t, h.engine.Pending())
				v, _ := h.engine.Session("s")
				require.Equal(t, trust.Untrusted, v.Resets[0].From)
				c.turn("hi")
				c.send(tc.hook, tc.ev)
				v, _ = h.engine.Session("s")
				require.Len(t, v.Resets, 1, "there was nothing to reset the second time")
			}
		})
	}
}

func TestSourcesOnlyLower(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	show := func(trust string, at int) {
		c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{
			Messages: raw([]msg{{"user", "a"}, {"assistant", "b"}, {"user", "c"}}),
			Sources:  []wire.Source{{Kind: "tool_result", Tool: "web_fetch", Trust: trust, MessageIndex: at}},
		})
	}
	show("local", 1)
	require.Equal(t, trust.Trusted, c.level())
	show("external", 1)
	require.Equal(t, trust.External, c.level())
	show("owner", 1)
	require.Equal(t, trust.External, c.level())
	show("made-up", 1)
	require.Equal(t, trust.Untrusted, c.level())
}

func TestAResultInTheContextHasTheLevelOfItsAction(t *testing.T) {
	h := newHost(t, "")
	for _, tt := range []struct {
		tool, action string
		want         trust.Level
	}{
		{"message", "send", trust.Trusted},
		{"Message", " SEND ", trust.Trusted},
		{"message", "read", trust.External},
		{"message", "", trust.External},
		{"message.send", "", trust.Untrusted},
		{"cron", "list", trust.Trusted},
		{"cron", "runs", trust.Untrusted},
		{"web_fetch", "send", trust.Untrusted},
	} {
		c := h.open(tt.tool+" "+tt.action, owner)
		c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{
			Messages: raw([]msg{{"user", "a"}, {"toolResult", ""}, {"user", "c"}}),
			Sources:  []wire.Source{{Kind: "tool_result", Tool: tt.tool, Action: tt.action, MessageIndex: 1}},
		})
		require.Equal(t, tt.want, c.level(), c.key)
	}
}

func TestWhatAMessageShowsCountsWhenItArrives(t *testing.T) {
	h := newHost(t, "")
	for hook, ev := range map[wire.Hook]func(...wire.Source) any{
		wire.MessageReceived: func(s ...wire.Source) any { return &wire.MessageReceivedEvent{Sources: s} },
		wire.SignMessage:     func(s ...wire.Source) any { return &wire.SignMessageEvent{Sources: s} },
	} {
		passedOn := ev(wire.Source{Kind: "forwarded message", Trust: "external"})
		working := h.open(string(hook)+" while at work", owner)
		working.turn("go")
		working.send(hook, passedOn)
		require.Equal(t, trust.External, working.level())
		working.llm("exec")
		held(t, working.run("exec", nil))

		idle := h.open(string(hook)+" while idle", owner)
		idle.turn("go")
		idle.run("web_fetch", nil)
		_, err := h.engine.ResetTrust(t.Context(), idle.key, trust.Trusted)
		require.NoError(t, err)
		idle.turn("go on")
		idle.emit()
		require.Equal(t, trust.Trusted, idle.level())
		idle.send(hook, passedOn)
		require.Equal(t, trust.External, idle.level(), "no reset covers what comes after it")
		idle.send(hook, ev(wire.Source{Kind: "link", Tool: "web_fetch"}))
		require.Equal(t, trust.Untrusted, idle.level())
	}
}

func TestIterationCap(t *testing.T) {
	h := newHost(t, "maxIterations: 3")
	c := h.open("s", owner)
	c.turn("loop")
	for range 3 {
		require.False(t, c.llm("read").Result.Block)
		allowed(t, c.run("read", nil))
	}
	d := c.llm("read")
	require.True(t, d.Result.Block)
	require.Contains(t, d.Result.BlockReason, "limit of 3 iterations")
	restricted(t, c.run("read", nil))
	restricted(t, c.run("read", nil))
	c.emit()
	c.turn("again")
	require.False(t, c.llm("read").Result.Block)
	allowed(t, c.run("read", nil))
}

// A runaway loop costs less where the content is trusted, and the limit is that of the
// level which the context has reached.
func TestIterationCapByLevel(t *testing.T) {
	h := newHost(t, "maxIterations: {trusted: 5, below: 2}")
	c := h.open("s", owner)
	c.turn("loop")
	for range 5 {
		require.False(t, c.llm("read").Result.Block)
		allowed(t, c.run("read", nil))
	}
	require.Contains(t, c.llm("read").Result.BlockReason, "limit of 5 iterations, maxIterations.trusted of the policy")
	c.emit()

	c.turn("again")
	require.False(t, c.llm("read").Result.Block)
	allowed(t, c.run("web_fetch", nil))
	require.False(t, c.llm("read").Result.Block)
	allowed(t, c.run("read", nil))
	d := c.llm("read")
	require.True(t, d.Result.Block)
	require.Contains(t, d.Result.BlockReason, "limit of 2 iterations, maxIterations.below of the policy")
	d = c.run("read", nil)
	restricted(t, d)
	require.Contains(t, d.Result.BlockReason, "maxIterations.below")
	x, err := h.engine.ExplainLast(t.Context(), "s")
	require.NoError(t, err)
	require.Contains(t, x.Remedy, "maxIterations.below")
}

func TestIterationsAreCountedWhenTheHostDoesNot(t *testing.T) {
	h := newHost(t, "maxIterations: 3")
	c := h.open("s", owner)
	c.turn("loop")
	for range 3 {
		require.False(t, c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{}).Result.Block)
	}
	require.True(t, c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{}).Result.Block)
}

func TestDeveloperHeader(t *testing.T) {
	h := newHost(t, "developerMode: true")
	c := h.open("s", owner)
	c.turn("hi")
	require.JSONEq(t, `"🟢 [taint: trusted | reason: owner DM | last impacted: none]\nHere you are."`, string(c.emit().Result.Content))
	f := h.fetched("f")
	held(t, f.run("exec", nil))
	require.JSONEq(t, `"🔴 [taint: untrusted | reason: web_fetch response | last impacted: exec]\nHere you are."`, string(f.emit().Result.Content))
	quiet := newHost(t, "").open("s", owner)
	quiet.turn("hi")
	require.Equal(t, wire.Result{}, quiet.emit().Result)
}

func TestAnotherProducerInARunningTurn(t *testing.T) {
	for _, tc := range []struct {
		name string
		then func(c *chat)
		want trust.Level
	}{
		{"a stranger's call", func(c *chat) { c.as(stranger).call("read", nil) }, trust.External},
		{"a stranger's LLM call", func(c *chat) { c.as(stranger).llm() }, trust.External},
		{"a stranger's run, when the owner's was given up", func(c *chat) {
			c.as(stranger).send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: raw(make([]msg, 3))})
			c.as(stranger).call("read", nil)
		}, trust.External},
		{"a hook that does not know the sender", func(c *chat) { c.as(wire.Ctx{MessageProvider: "telegram"}).call("read", nil) }, trust.Trusted},
		{"a hook that knows the sender and not the owner", func(c *chat) { c.as(wire.Ctx{MessageProvider: "telegram", SenderID: "111"}).call("read", nil) }, trust.Trusted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			tc.then(c)
			require.Equal(t, tc.want, c.level())
		})
	}
}

func TestARunThatWasGivenUpLeavesNoSnapshot(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	c.run("web_fetch", nil)
	c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: raw(make([]msg, 3))})
	held(t, c.run("exec", nil))
}

func TestOneAnswerAfterAnotherMeansThatResultsCameBack(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	for i, tool := range []string{"web_fetch", "exec"} {
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{Iteration: &i, ToolCalls: []wire.ToolCall{{ID: tool, Name: tool}}})
	}
	held(t, c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "exec", ToolCallID: "exec"}))
}

// A question that is put to a group may be answered by anybody in it.
func TestWhoAnswersAQuestion(t *testing.T) {
	group := owner
	group.GroupID = "g1"
	for name, tt := range map[string]struct {
		ctx  wire.Ctx
		ask  func(c *chat)
		want trust.Level
	}{
		"in the owner's direct chat":  {owner, func(c *chat) { c.run("ask_user", nil) }, trust.Trusted},
		"in a group":                  {group, func(c *chat) { c.run("ask_user", nil) }, trust.External},
		"in a group, by its MCP name": {group, func(c *chat) { c.run("mcp__openclaw__ask_user", nil) }, trust.External},
		"in a group, as told later":   {group, func(c *chat) { c.as(wire.Ctx{}).returns("ask_user", "x") }, trust.External},
	} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "").open("s", tt.ctx)
			c.turn("book a table")
			c.llm()
			tt.ask(c)
			require.Equal(t, tt.want, c.level())
		})
	}
}
