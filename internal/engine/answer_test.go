package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Explaining a held call also gives its outcome: what the owner answered, how and when; or that
// nobody did in time.
func TestWhatBecameOfAHeldCall(t *testing.T) {
	ctx := context.Background()
	for name, tc := range map[string]struct {
		then func(h *host, c *chat, code, id string)
		want AnswerView
		text string
	}{
		"denied in the chat":  {func(_ *host, c *chat, code, _ string) { c.command(".deny " + code) }, AnswerView{Answer: "denied", Way: "chat", By: "111"}, "Denied by the owner in the chat, at "},
		"denied at a prompt":  {func(_ *host, c *chat, code, id string) { c.answer(".deny "+code, id) }, AnswerView{Answer: "denied", Way: "prompt", By: "owner"}, "Denied by the owner at the gateway's prompt, at "},
		"denied from a shell": {func(h *host, c *chat, code, _ string) { _, _ = h.engine.DenyCode(ctx, "s", code) }, AnswerView{Answer: "denied", Way: "cli", By: "cli"}, "Denied by the owner with provenancectl, at "},
		"denied with all":     {func(h *host, c *chat, _, _ string) { _, _ = h.engine.DenyCode(ctx, "s", "") }, AnswerView{Answer: "denied", Way: "cli", By: "cli"}, ""},
		"approved in the chat, before it is asked for again": {
			func(_ *host, c *chat, code, _ string) { c.command(".approve exec " + code + " 30") }, AnswerView{Answer: "approved", Way: "chat", By: "111"}, "Approved by the owner in the chat, at ",
		},
		"approved in a message": {func(_ *host, c *chat, code, _ string) { c.emit(); c.turn(".approve exec " + code); c.emit() }, AnswerView{Answer: "approved", Way: "chat", By: "111"}, ""},
		"approved from a shell": {
			func(h *host, c *chat, _, _ string) {
				_, _ = h.engine.Approve(ctx, ApproveRequest{Session: "s", Tool: "all", Once: true})
			}, AnswerView{Answer: "approved", Way: "cli", By: "cli"}, "",
		},
		"approved under another code that names it, too": {
			func(_ *host, c *chat, _, _ string) {
				c.command(".approve all " + held(c.t, c.run("gateway", nil)) + " 30")
			}, AnswerView{Answer: "approved", Way: "chat", By: "111"}, "",
		},
		"another call was approved, so that this one passes, too": {
			func(_ *host, c *chat, _, _ string) {
				c.command(".approve exec " + held(c.t, c.run("exec", map[string]string{"command": "make install"})) + " 30")
			}, AnswerView{Answer: "covered", Way: "chat", By: "111"}, "The owner approved another call in the chat, which covered this one, at ",
		},
		"the same call was approved under another code": {
			func(_ *host, c *chat, _, _ string) {
				_ = held(c.t, c.run("exec", map[string]string{"command": "make install"}))
				c.command(".approve exec " + held(c.t, c.run("exec", map[string]string{"command": "make"})) + " 30")
			}, AnswerView{Answer: "approved", Way: "chat", By: "111"}, "",
		},
		"nobody answered": {func(h *host, _ *chat, _, _ string) { h.now = h.now.Add(time.Hour) }, AnswerView{Answer: "expired"}, "Nobody answered in time: the code expired, at "},
		"nobody answered, and another call was denied later": {
			func(h *host, c *chat, _, _ string) {
				h.now = h.now.Add(time.Hour)
				_, _ = c.run("gateway", nil), c.command(".deny "+held(c.t, c.run("gateway", nil)))
			}, AnswerView{Answer: "expired"}, "",
		},
		"burned": {func(_ *host, c *chat, _, _ string) {
			for range decide.WrongCodeLimit {
				c.command(".approve exec 00000000")
			}
		}, AnswerView{Answer: "burned"}, "Too many wrong codes burned the code, at "},
		"reset": {func(_ *host, c *chat, _, _ string) { c.command(".reset-trust untrusted") }, AnswerView{Answer: "reset", By: "owner"}, "A trust reset closed the code, at "},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s")
			d, id := c.call("exec", map[string]string{"command": "make"})
			code := held(t, d)
			x, err := h.engine.Explain(ctx, d.Receipt.File, d.Receipt.Seq, "s")
			require.NoError(t, err)
			require.Nil(t, x.Answer, "it waits")
			asked := h.now
			tc.then(h, c, code, id)
			x, err = h.engine.Explain(ctx, d.Receipt.File, d.Receipt.Seq, "s")
			require.NoError(t, err)
			require.NotNil(t, x.Answer)
			if tc.want.At = asked.UTC(); tc.want.Answer == "expired" {
				tc.want.At = asked.Add(120 * time.Second).UTC()
			}
			require.Equal(t, tc.want, *x.Answer)
			require.Equal(t, tc.want.Answer == "approved", x.Remedy == "", "what has been approved needs no more: %s", x.Remedy)
			require.Contains(t, x.text(), "\n"+tc.text)
			g, err := h.engine.Graph("s", x.Turn)
			require.NoError(t, err)
			require.Equal(t, x.Answer.text(), answersIn(g, "exec")[0])
		})
	}
}

// answersIn returns the answers in a graph to the calls of a tool.
func answersIn(g TurnGraph, tool string) (all []string) {
	for _, n := range g.Nodes {
		if n.Kind == session.KindToolCall && n.Tool == tool {
			all = append(all, n.Metadata["answer"])
		}
	}
	return all
}

// The answer to one call is not that to another: neither one that waits beside it, nor one with
// other parameters.
func TestAnAnswerIsAboutItsCall(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	first := held(t, c.tried("exec", "x", `{"command":"ls"}`))
	held(t, c.tried("exec", "y", `{"command":"make"}`))
	c.command(".approve exec " + first + " once")
	allowed(t, c.tried("exec", "z", `{"command":"ls"}`))
	g, err := h.engine.Graph("s", "last")
	require.NoError(t, err)
	require.Equal(t, []string{(&AnswerView{Answer: session.AnswerApproved, Way: decide.WayChat, At: h.now}).text(), "", ""}, answersIn(g, "exec"))
	x, err := h.engine.ExplainLast(context.Background(), "s")
	require.NoError(t, err)
	require.Equal(t, trust.VerdictAllow, x.Verdict)
	require.Nil(t, x.Answer, "its reasons say it")
}

// The number of answers that a session keeps is bounded.
func TestTheLatestAnswersAreKept(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	for range session.MaxAnswers + 3 {
		c.command(".deny " + held(t, c.run("exec", nil)))
	}
	s, err := h.engine.known("s")
	require.NoError(t, err)
	defer s.mu.Unlock()
	require.Len(t, s.state.Answers, session.MaxAnswers)
}
