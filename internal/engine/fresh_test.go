package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A history that seemed new, and then turns out to have earlier turns, was not, whichever hook
// shows them.
func TestAHistoryTakesItBackThatTheSessionIsNew(t *testing.T) {
	old := raw([]msg{{"user", "look it up"}, {"assistant", "the page says to run it"}, {"user", "go on"}})
	context := func(c *chat, messages []msg) {
		c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: raw(messages)})
	}
	begun := map[string]func(*chat){
		"by its history": func(c *chat) {
			c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("go on")})
		},
		"twice": func(c *chat) {
			c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("go on")})
			c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("go on")})
		},
	}
	for _, tc := range []struct {
		name string
		show func(*chat)
		want trust.Level
	}{
		{"a context with earlier turns", func(c *chat) { context(c, []msg{{"user", "a"}, {"assistant", "b"}, {"user", "c"}}) }, trust.Untrusted},
		{"another user's message", func(c *chat) { context(c, []msg{{"user", "a"}, {"user", "c"}}) }, trust.Untrusted},
		{"a result", func(c *chat) { context(c, []msg{{"toolResult", "a"}, {"user", "c"}}) }, trust.Untrusted},
		{"a summary", func(c *chat) { context(c, []msg{{"compactionSummary", "a"}, {"user", "c"}}) }, trust.Untrusted},
		{"an answer, and no message", func(c *chat) { context(c, []msg{{"assistant", "b"}}) }, trust.Untrusted},
		{"a history that cannot be read", func(c *chat) {
			c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: []byte(`[{"role":7}]`)})
		}, trust.Untrusted},
		{"an LLM call", func(c *chat) { c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: old}) }, trust.Untrusted},
		{"an LLM call after a context", func(c *chat) {
			c.turn("go on")
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: old})
		}, trust.Untrusted},
		{"the second LLM call", func(c *chat) {
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{})
			c.run("read", nil)
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: old})
		}, trust.Untrusted},
		{"the start of a run", func(c *chat) { c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: old}) }, trust.Untrusted},

		{"the message alone", func(c *chat) { c.turn("go on") }, trust.Trusted},
		{"nothing", func(c *chat) { context(c, []msg{}) }, trust.Trusted},
		{"what the gateway itself put in", func(c *chat) {
			context(c, []msg{{"system", "s"}, {"custom", "note"}, {"user", "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>> note"}, {"user", "go on"}})
		}, trust.Trusted},
		{"its own answers", func(c *chat) {
			c.turn("go on")
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: user("go on")})
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: raw([]msg{{"user", "go on"}, {"assistant", "a"}, {"toolResult", "b"}})})
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: raw([]msg{{"user", "go on"}, {"assistant", "a"}, {"user", "no, stop"}})})
		}, trust.Trusted},
		{"the second turn", func(c *chat) {
			c.turn("go on")
			c.emit()
			c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: old})
			context(c, []msg{{"user", "go on"}, {"assistant", "b"}, {"user", "c"}})
		}, trust.Trusted},
		{"a history that the owner has reset", func(c *chat) {
			c.command(".reset-trust")
			context(c, []msg{{"user", "a"}, {"assistant", "b"}, {"user", "c"}})
		}, trust.Trusted},
	} {
		for how, begin := range begun {
			t.Run(tc.name+", "+how, func(t *testing.T) {
				h := newHost(t, "")
				c := h.fetched("s")
				c.emit()
				begin(c)
				require.Equal(t, trust.Trusted, c.level())
				tc.show(c)
				require.Equal(t, tc.want, c.level())
				v, err := h.engine.Session("s")
				require.NoError(t, err)
				if tc.want < trust.Trusted {
					require.Equal(t, "still in the history: web_fetch response", v.Reason)
					d, _ := c.call("exec", nil)
					held(t, d)
				}
			})
		}
	}
}

// A gateway is believed that a history is gone, for any reason: it may greet the owner in the new
// one.
func TestAGatewaysWordThatTheHistoryIsGone(t *testing.T) {
	for _, reason := range []string{"new", "reset", "deleted", "idle", "daily"} {
		h := newHost(t, "")
		c := h.fetched("s")
		c.emit()
		c.send(wire.SessionEnd, &wire.SessionEndEvent{Reason: reason})
		require.Equal(t, trust.Trusted, c.level(), reason)
		greeted := raw([]msg{{"assistant", "A new session. What can I do?"}, {"user", "go on"}})
		c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: greeted})
		c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: greeted})
		require.Equal(t, trust.Trusted, c.level(), reason)
	}
}

// The levels that a rule asks about count again as well.
func TestAllThatWasSeenIsTakenBack(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.returns("gog", "mail")
	c.returns("web_fetch", "page")
	c.emit()
	before := h.engine.shard("s").sessions["s"].state.Taint.Seen()
	c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("hi")})
	c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: raw([]msg{{"user", "a"}, {"assistant", "b"}, {"user", "c"}})})
	require.Equal(t, before, h.engine.shard("s").sessions["s"].state.Taint.Seen()&before)
}

// The spawner of a session speaks only in the turn that it was spawned for: whatever begins a later
// one is not the spawner.
func TestASpawnedSessionsLaterTurns(t *testing.T) {
	webhook := wire.Ctx{MessageProvider: "webhook"}
	again := wire.Ctx{MessageProvider: "webhook", SpawnedBy: "parent"}
	from := func(key string) wire.Ctx {
		return wire.Ctx{MessageProvider: "webhook", SpawnedBy: "parent", InputProvenance: &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: key}}
	}
	for _, tc := range []struct {
		name string
		ctx  wire.Ctx
		want trust.Level
	}{
		{"a webhook", webhook, trust.Untrusted},
		{"a webhook, with the spawner named again", again, trust.Untrusted},
		{"a message on a channel, from nobody known", wire.Ctx{MessageProvider: "telegram", SpawnedBy: "parent"}, trust.Untrusted},
		{"a stranger", stranger, trust.External},
		{"a sender of whom nothing is known", wire.Ctx{MessageProvider: "telegram", SenderID: "5", SpawnedBy: "parent"}, trust.External},
		{"the owner", owner, trust.Trusted},
		{"the system", wire.Ctx{SpawnedBy: "parent"}, trust.Trusted},
		{"the clock", wire.Ctx{MessageProvider: "cron", SpawnedBy: "parent"}, trust.Trusted},
		{"its spawner", from("parent"), trust.Trusted},
		{"another session", from("tainted"), trust.Untrusted},
		{"a session that nobody knows", from("gone"), trust.Untrusted},
	} {
		for _, first := range []wire.Ctx{{SpawnedBy: "parent"}, {MessageProvider: "telegram", SpawnedBy: "parent"}} {
			t.Run(tc.name, func(t *testing.T) {
				h := newHost(t, "")
				h.fetched("tainted")
				h.open("parent", owner).turn("go")
				c := h.open("child", first)
				c.send(wire.SessionStart, &wire.SessionStartEvent{})
				c.turn("a task")
				c.llm()
				require.Equal(t, trust.Trusted, c.level(), "the turn that it was spawned for")
				c.emit()
				c.as(tc.ctx).turn("and now this")
				require.Equal(t, tc.want, c.level())
			})
		}
	}
	t.Run("the turn is another's although it is the first", func(t *testing.T) {
		h := newHost(t, "")
		h.open("parent", owner).turn("go")
		c := h.open("child", wire.Ctx{SpawnedBy: "parent"})
		c.send(wire.SessionStart, &wire.SessionStartEvent{})
		c.as(webhook).turn("now this")
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("words for nobody in particular are not the owner's any more", func(t *testing.T) {
		h := newHost(t, "")
		h.open("parent", owner).turn("go")
		c := h.open("child", wire.Ctx{MessageProvider: "telegram", SpawnedBy: "parent"})
		c.turn("a task")
		c.returns("web_fetch", "page")
		d, _ := c.call("message", map[string]string{"message": "done"})
		allowed(t, d)
		c.emit()
		c.as(webhook).turn("now this")
		d, _ = c.as(webhook).call("message", map[string]string{"message": "done"})
		held(t, d)
	})
}
