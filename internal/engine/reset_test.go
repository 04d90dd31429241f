package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestResetTrust(t *testing.T) {
	bare := wire.Ctx{MessageProvider: "discord"}
	for _, tc := range []struct {
		name string
		yaml string
		from wire.Ctx
		text string
		want trust.Level
	}{
		{"the owner", "", owner, ".reset-trust", trust.Trusted},
		{"to a level", "", owner, ".reset-trust shared", trust.Shared},
		{"a six-level word", "", owner, ".reset-trust owner", trust.Trusted},
		{"an unknown level", "", owner, ".reset-trust friendly", trust.Untrusted},
		{"a stranger", "", stranger, ".reset-trust", trust.Untrusted},
		{"a host that went silent about the owner", "", bare, ".reset-trust", trust.Untrusted},
		{"quoted", "", owner, "please .reset-trust", trust.Untrusted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, tc.yaml)
			c := h.fetched("s")
			c.as(tc.from).command(tc.text)
			require.Equal(t, tc.want, c.level())
		})
	}
	t.Run("an unknown level, in a message", func(t *testing.T) {
		c := newHost(t, "").fetched("s")
		c.emit()
		c.turn(".reset-trust friendly")
		require.Equal(t, trust.Untrusted, c.level())
	})
	for _, clock := range []string{"cron", "heartbeat"} {
		t.Run("what an agent made the clock say: "+clock, func(t *testing.T) {
			c := newHost(t, "").fetched("s")
			c.emit()
			c.as(wire.Ctx{MessageProvider: clock, SenderIsOwner: wire.Yes}).turn(".reset-trust")
			require.Equal(t, trust.Untrusted, c.level())
		})
	}
	t.Run("the new level has a reason", func(t *testing.T) {
		c := newHost(t, "").fetched("s")
		c.command(".reset-trust shared")
		v, err := c.engine.Session("s")
		require.NoError(t, err)
		require.Equal(t, "reset to shared by owner", v.Reason)
		g, err := c.engine.Graph("s", "last")
		require.NoError(t, err)
		require.Equal(t, "trust reset to shared by owner", g.Nodes[len(g.Nodes)-1].Metadata["reason"])
	})
	t.Run("a host that never tells who the owner is", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", bare)
		c.turn("hello")
		require.Equal(t, trust.Untrusted, c.level())
		c.command(".reset-trust")
		require.Equal(t, trust.Trusted, c.level())
	})
	t.Run("the same, where the policy asks for proof", func(t *testing.T) {
		h := newHost(t, "requireVerifiedOwner: true")
		c := h.open("s", bare)
		c.turn("hello")
		c.command(".reset-trust")
		require.Equal(t, trust.Untrusted, c.level())
	})
}

func TestOneResetPerMessage(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.emit()
	c.turn(".reset-trust")
	require.Equal(t, trust.Trusted, c.level())
	ask := func(i int) {
		c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: user(".reset-trust"), Iteration: &i})
	}
	ask(0)
	c.run("web_fetch", nil)
	ask(1)
	require.Equal(t, trust.Untrusted, c.level(), "the message that is still last in the history resets nothing again")
	held(t, c.run("exec", nil))
	c.emit()
	c.turn(".reset-trust")
	require.Equal(t, trust.Trusted, c.level(), "typed again, it counts again")
	for range 2 {
		c.run("web_fetch", nil)
		c.send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".reset-trust"})
		require.Equal(t, trust.Trusted, c.level(), "so does each that arrives")
	}
}

func TestAResetThatWasHeardOnArrivalCountsOnce(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.emit()
	c.send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".reset-trust"})
	require.Equal(t, trust.Trusted, c.level())
	c.turn(".reset-trust")
	c.run("web_fetch", nil)
	c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: user(".reset-trust")})
	require.Equal(t, trust.Untrusted, c.level(), "its turn shows the same message")
	c.emit()
	c.turn(".reset-trust")
	require.Equal(t, trust.Trusted, c.level(), "typed again, it counts, whether or not its arrival was reported")
}
