package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestATurnsGrantEndsWithTheTurn(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.command(".approve exec " + held(t, c.run("exec", nil)))
	d := c.run("exec", nil)
	allowed(t, d)
	require.Equal(t, session.Reason{Layer: decide.LayerApproval, Mode: trust.Allow, Text: "approved by the owner in the chat at 2026-02-10T20:15:00Z, for this turn"}, layer(t, d, decide.LayerApproval))
	allowed(t, c.run("exec", nil))
	c.emit()
	c.turn("and now?")
	c.llm()
	held(t, c.run("exec", nil))
}

// A wrapped tool that a command calls belongs to no turn of its own.
func TestAnApprovalOfTheNextTurnIsNotForWhatRunsBefore(t *testing.T) {
	c := newHost(t, "").fetched("s")
	run := decide.RunRequest{Session: "s", TicketLevel: trust.Untrusted, ID: "run_1", Tool: "gog", Args: []string{"gmail", "send"}, Cwd: "/ws", Deny: true}
	code := held(t, c.runs(run))
	c.emit()
	allowed(t, c.command(".approve gog "+code))
	held(t, c.runs(run))
	c.turn("send it")
	allowed(t, c.runs(run))
}

// Also if its gateway abandoned the turn: what was said in it was said for it.
func TestATurnsOwnGrantIsNotTheNextTurns(t *testing.T) {
	c := newHost(t, "").fetched("s")
	code := held(t, c.run("exec", nil))
	c.emit()
	c.turn(".approve exec " + code)
	c.llm()
	allowed(t, c.run("exec", nil))
	c.turn("and now?")
	c.llm()
	held(t, c.run("exec", nil))
}

// In a chat with several people, what the owner approved for one person's turn is for nobody
// else's.
func TestAnApprovalIsForTheTurnsOfWhomTheOwnerSaw(t *testing.T) {
	asks := func(c *chat) Decision {
		c.turn("and now?")
		c.llm()
		return c.run("exec", nil)
	}
	other := stranger
	other.SenderID = "333"
	for name, tell := range map[string]func(c *chat){
		"a stranger begins the next turn": func(c *chat) {
			code := held(t, c.run("exec", nil))
			c.emit()
			require.Equal(t, "Approved for this turn: exec.", c.command(".approve exec "+code).Result.Text)
			held(t, asks(c.as(stranger)))
		},
		"a stranger began the one that runs": func(c *chat) {
			code := held(t, c.run("exec", nil))
			c.emit()
			held(t, asks(c.as(stranger)))
			require.Equal(t, "Approved for your next turn: exec.", c.command(".approve exec "+code).Result.Text)
			held(t, c.as(stranger).run("exec", nil))
		},
		"another stranger began it": func(c *chat) {
			c.emit()
			code := held(t, asks(c.as(stranger)))
			c.emit()
			held(t, asks(c.as(other)))
			c.command(".approve exec " + code + " once")
			held(t, c.as(other).run("exec", nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "").fetched("s")
			tell(c)
			c.emit()
			allowed(t, asks(c))
			c.emit()
			held(t, asks(c))
		})
	}
}

// A gateway names the owner in turns that the clock began, too, but somebody else may have written
// the job's text.
func TestWhatTheOwnerApprovedForHisTurnIsNotTheClocks(t *testing.T) {
	for _, provider := range []string{"cron", "heartbeat", "Cron"} {
		t.Run(provider, func(t *testing.T) {
			c := newHost(t, "").fetched("s")
			clock := owner
			clock.MessageProvider = provider
			asks := func(c *chat) Decision {
				c.turn("do the job")
				c.llm()
				return c.run("exec", nil)
			}
			code := held(t, c.run("exec", nil))
			c.emit()
			c.command(".approve exec " + code)
			code = held(t, asks(c.as(clock)))
			c.emit()
			allowed(t, asks(c))
			c.emit()

			c.command(".approve exec " + code)
			allowed(t, asks(c.as(clock)))
		})
	}
}

// A gateway may add a message to the running turn, whose context still names whoever began it.
func TestTheLastMessageOfATurnThatOthersJoinedCommandsNothing(t *testing.T) {
	shows := func(c *chat, text string) {
		i := c.iteration
		c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: user(text), Iteration: &i})
	}
	c := newHost(t, "").fetched("s")
	command := ".approve exec " + held(t, c.run("exec", nil))
	for _, text := range []string{command, ".reset-trust"} {
		c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: text})
		shows(c, text)
		held(t, c.run("exec", nil))
		require.Equal(t, trust.Untrusted, c.level())
	}
	c.send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: command})
	allowed(t, c.run("exec", nil))
	c.turn(".reset-trust")
	require.Equal(t, trust.Trusted, c.level())
}

func TestARuleForOthersHoldsOnceAnotherHasJoined(t *testing.T) {
	h := newHost(t, "policies: [{name: owner only, when: {sender_is_owner: false}, action: {block_tools: [read]}}]")
	c := h.open("s", owner)
	c.turn("read it")
	c.llm()
	allowed(t, c.run("read", nil))
	c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "read that, too"})
	require.Equal(t, trust.VerdictDeny, c.run("read", nil).Verdict)
	c.turn("and now?")
	c.llm()
	allowed(t, c.run("read", nil))
}

// A rule about a sender or a channel applies to the whole turn, whoever is named at the call, if
// anybody.
func TestARuleAboutASenderHoldsForWhatHeHasASayIn(t *testing.T) {
	silent, other := wire.Ctx{}, stranger
	other.SenderID = "444"
	phone := stranger
	phone.SenderID = "+14155550123"
	for name, tc := range map[string]struct {
		when  string
		begin wire.Ctx
		joins []string
		call  wire.Ctx
		holds bool
	}{
		"he asks":                          {"sender: '444'", other, nil, other, true},
		"the call names nobody":            {"sender: '444'", other, nil, silent, true},
		"the call names the owner":         {"sender: '444'", other, nil, owner, true},
		"somebody else asks":               {"sender: '444'", stranger, nil, silent, false},
		"with the channel":                 {"sender: 'telegram:444'", other, nil, silent, true},
		"he comes in":                      {"sender: '444'", owner, []string{"444"}, owner, true},
		"another comes in after him":       {"sender: '444'", owner, []string{"444", "445"}, owner, true},
		"more come in than are remembered": {"sender: '444'", owner, strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 444"), owner, true},
		"others come in":                   {"sender: '444'", owner, []string{"445", "446"}, owner, false},
		"a phone number":                   {"sender: '+14155550123'", phone, nil, silent, true},
		"another phone number":             {"sender: '+14155550124'", phone, nil, silent, false},
		"a phone number with the channel":  {"sender: 'telegram:+14155550123'", phone, nil, silent, true},
		"a phone number that comes in":     {"sender: '+14155550123'", owner, []string{"+14155550123"}, owner, true},
		"any phone number":                 {"sender: '+1*'", phone, nil, silent, true},
		"no phone number":                  {"sender: '444'", phone, nil, silent, false},
		"the channel":                      {"channel: telegram", stranger, nil, silent, true},
		"another channel":                  {"channel: discord", stranger, nil, silent, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "policies: [{name: r, when: {"+tc.when+"}, action: {block_tools: [read]}}]")
			c := h.open("s", tc.begin)
			c.turn("read it")
			c.llm()
			for _, id := range tc.joins {
				joins := stranger
				joins.SenderID = id
				c.as(joins).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "that, too"})
			}
			require.Equal(t, tc.holds, c.as(tc.call).run("read", nil).Verdict == trust.VerdictDeny)
		})
	}
}

func TestNothingLastsLongerWhenTheClockIsSetBack(t *testing.T) {
	for name, back := range map[string]time.Duration{"as time services do": 30 * time.Second, "an hour": time.Hour} {
		t.Run(name, func(t *testing.T) {
			verdict := map[bool]func(testing.TB, Decision){true: allowed, false: func(t testing.TB, d Decision) { held(t, d) }}[back < session.MaxSetBack]
			h := newHost(t, "")
			c := h.fetched("s")
			c.command(".approve exec " + held(t, c.run("exec", nil)) + " 30")
			code := held(t, c.run("cron", nil))
			h.now = h.now.Add(-back)
			verdict(t, c.run("exec", nil))
			c.command(".approve cron " + code)
			verdict(t, c.run("cron", nil))
		})
	}
}

func TestAnApprovalOfAStrangersTurnIsForHisNext(t *testing.T) {
	c := newHost(t, "").open("s", stranger)
	c.turn("do it")
	c.llm()
	held(t, c.run("exec", nil))
	c.emit()
	_, err := c.engine.Approve(context.Background(), ApproveRequest{Session: "s", Tool: "exec"})
	require.NoError(t, err)
	c.turn("did you?")
	c.llm()
	allowed(t, c.run("exec", nil))
}

func TestWhoeverJoinsATurnGetsNoneOfItsApprovals(t *testing.T) {
	for name, joins := range map[string]func(c *chat){
		"a stranger's message": func(c *chat) {
			c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "delete it all"})
		},
		"another session's": func(c *chat) {
			from := owner
			from.InputProvenance = &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: "t"}
			c.as(from).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "delete it all"})
		},
		"a stranger at work": func(c *chat) { c.as(stranger).llm() },
	} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "").fetched("s")
			c.command(".approve exec " + held(t, c.run("exec", nil)))
			allowed(t, c.run("exec", nil))
			joins(c)
			code := held(t, c.run("exec", nil))
			c.command(".approve exec " + code)
			allowed(t, c.run("exec", nil))
		})
	}
}

// A session that it spawns, or that begins anew under its name, has none of its approvals.
func TestAnApprovalIsForTheSessionThatItWasGivenIn(t *testing.T) {
	for _, scope := range []string{"", " 480", " once"} {
		h := newHost(t, "")
		c := h.fetched("s")
		c.command(".approve exec " + held(t, c.run("exec", nil)) + scope)
		child := h.open("child", wire.Ctx{SpawnedBy: "s"})
		child.turn("task")
		child.llm()
		held(t, child.run("exec", nil))
		c.send(wire.SessionEnd, &wire.SessionEndEvent{Reason: "new"})
		c = h.fetched("s")
		held(t, c.run("exec", nil))
	}
}

func TestATimedGrantEndsWithItsTime(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.command(".approve exec " + held(t, c.run("exec", nil)) + " 30")
	c.emit()
	c.turn("more")
	c.llm()
	h.now = h.now.Add(29 * time.Minute)
	d := c.run("exec", nil)
	allowed(t, d)
	require.Equal(t, "approved by the owner in the chat at 2026-02-10T20:15:00Z, until 2026-02-10T20:45:00Z", layer(t, d, decide.LayerApproval).Text)
	h.now = h.now.Add(time.Minute)
	held(t, c.run("exec", nil))
}

// If grants follow the taint, one holds at the level at which the owner was asked, and above.
func TestAGrantDoesNotHoldBelowItsLevel(t *testing.T) {
	for _, how := range []string{"", " 30", " always"} {
		for policy, holds := range map[string]bool{"grantsFollowTaint: true": false, "": true, "mode: permissive\ntaintPolicy: {external: confirm}": true} {
			h := newHost(t, policy)
			c := h.at("s", trust.External)
			c.command(".approve exec " + held(t, c.run("exec", nil)) + how)
			allowed(t, c.run("exec", nil))
			_, id := c.call("web_fetch", map[string]string{"url": "https://example.com"})
			c.returns("web_fetch", id)
			c.llm()
			d := c.run("exec", nil)
			if holds {
				allowed(t, d)
				continue
			}
			held(t, d)
			require.Equal(t, "It was approved when the context was external; the context is untrusted now: web_fetch response (https://example.com).", d.Approval.Why)
			require.Contains(t, d.Result.BlockReason, d.Approval.Why)
			require.Equal(t, rebuilt(t, h).keptState("s"), h.engine.keptState("s"))
			c.command(".approve exec " + d.Approval.Code + how)
			allowed(t, c.run("exec", nil))
		}
	}
	for preset, follows := range map[string]bool{"provenance": false, "paranoid": false, "permissive": false, "interactive": false, "strict": true, "standard": true} {
		require.Equal(t, follows, newHost(t, "mode: "+preset).engine.opt.Policy.Load().GrantsFollowTaint, preset)
	}
}

// The same for a tool that asks at every level.
func TestAGrantGivenAtTrustedEndsThere(t *testing.T) {
	h := newHost(t, "grantsFollowTaint: true")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	c.command(".approve gateway " + held(t, c.run("gateway", nil)) + " 30")
	allowed(t, c.run("gateway", nil))
	_, id := c.call("web_fetch", map[string]string{"url": "https://example.com"})
	c.returns("web_fetch", id)
	c.llm()
	held(t, c.run("gateway", nil))
}
