package engine

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestWhatTheOwnerWithdrawsHoldsNoMore(t *testing.T) {
	ctx := context.Background()
	id := func(c *chat) string {
		v, err := c.engine.Session("s")
		require.NoError(t, err)
		require.Len(t, v.Grants, 1)
		return v.Grants[0].ID
	}
	for name, word := range map[string]func(c *chat){
		"by command": func(c *chat) {
			d := c.command(".withdraw exec")
			require.Equal(t, "No longer approved: exec.", d.Result.Text)
			allowed(t, d)
		},
		"all":                func(c *chat) { c.command("/provenance withdraw ALL") },
		"as a firewall's":    func(c *chat) { c.command("/firewall withdraw exec") },
		"in a message":       func(c *chat) { c.send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".withdraw exec"}) },
		"by id, in the chat": func(c *chat) { c.command(".withdraw " + id(c)) },
		"by id": func(c *chat) {
			tools, err := c.engine.Withdraw(ctx, "s", id(c))
			require.NoError(t, err)
			require.Equal(t, []string{"exec"}, tools)
			_, err = c.engine.Withdraw(ctx, "s", "g00000000")
			require.ErrorIs(t, err, decide.ErrNotFound)
		},
	} {
		for how, scope := range map[string]string{"for the turn": "", "for a time": " 480", "once": " once"} {
			t.Run(name+", "+how, func(t *testing.T) {
				h := newHost(t, "")
				c := h.fetched("s")
				c.command(".approve exec " + held(t, c.run("exec", nil)) + scope)
				if scope != " once" {
					allowed(t, c.run("exec", nil))
				}
				word(c)
				r := h.journal.records[len(h.journal.records)-1]
				require.True(t, slices.ContainsFunc(r.Changes, func(c session.Change) bool { w, is := c.(*session.Withdrawn); return is && w.Tool == "exec" }), "%+v", r.Changes)
				require.True(t, r.Durable)
				require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"))
				held(t, c.run("exec", nil))
				require.Equal(t, trust.VerdictDeny, c.command(".withdraw exec").Verdict, "there is none")
			})
		}
	}
}

func TestOnlyTheOwnerWithdraws(t *testing.T) {
	silent := owner
	silent.SenderIsOwner = wire.Unknown
	h := newHost(t, "")
	c := h.fetched("s")
	c.command(".approve exec " + held(t, c.run("exec", nil)) + " 480")
	for _, who := range []wire.Ctx{stranger, silent} {
		require.Equal(t, "Only the owner can do that.", c.as(who).command(".withdraw all").Result.Text)
		c.as(who).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".withdraw all"})
	}
	allowed(t, c.run("exec", nil))
}

func TestWithdrawingLeavesOtherApprovals(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", nil))
	c.command(".approve all " + held(t, c.run("cron", nil)) + " 480")
	c.command(".withdraw cron")
	allowed(t, c.run("exec", nil))
	held(t, c.run("cron", nil))

	h.now = h.now.Add(9 * time.Hour)
	d := c.command(".withdraw all")
	require.Equal(t, trust.VerdictDeny, d.Verdict)
	require.Equal(t, "No such approval stands in this session.", d.Result.Text, "it has run out")
	require.Equal(t, texts.WithdrawUsage, c.command(".withdraw").Result.Text)
}

func TestAllThatStandsIsListed(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.command(".approve exec " + held(t, c.run("exec", nil)) + " 480")
	o := h.fetched("t")
	held(t, o.run("cron", nil))
	_, err := h.engine.Approve(t.Context(), ApproveRequest{Session: "t", Tool: "cron"})
	require.NoError(t, err)
	h.save()
	h.engine.Forget(h.now.Add(time.Second))
	list, err := h.engine.Sessions("", 0)
	require.NoError(t, err)
	grants := map[string][]GrantView{}
	for _, s := range list {
		require.NotNil(t, s.Grants)
		for _, g := range s.Grants {
			require.Regexp(t, "^g[0-9a-f]{8}$", g.ID)
			g.ID = ""
			grants[s.Session] = append(grants[s.Session], g)
		}
	}
	require.Equal(t, map[string][]GrantView{
		"s": {{Tool: "exec", Scope: "time", Since: &h.now, By: "111", ExpiresIn: 28800}},
		"t": {{Tool: "cron", Scope: "turn", Since: &h.now, By: "cli"}},
	}, grants)
}
