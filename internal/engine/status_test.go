package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestTheOwnerAsksInChat(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	code := held(t, c.run("exec", map[string]string{"command": "ls"}))
	for text, want := range map[string]string{
		"/provenance":         "/provenance status",
		"/provenance help":    "/provenance approve <tool|all> <code>",
		"/Provenance Pending": "Code " + code,
		"/provenance dance":   "There is no /provenance dance.",
		"/provenance status":  "This session is untrusted. Because of: web_fetch response (https://example.com), 2026-02-10 20:15 UTC.\nLast denied: exec.\nWaiting for your approval: exec",
		"/provenance pending": "Code " + code + ", expires in 120s",
		"/provenance explain": "exec was held for your approval, judged at untrusted.\ncall: confirm",
	} {
		d := c.command(text)
		require.True(t, d.Result.Handled, text)
		require.Contains(t, d.Result.Text, want, text)
		for _, other := range []*chat{c.as(stranger), c.as(wire.Ctx{MessageProvider: "telegram", SenderID: "111"})} {
			d = other.command(text)
			require.Equal(t, trust.VerdictDeny, d.Verdict, text)
			require.Equal(t, "Only the owner can do that.", d.Result.Text, text)
		}
	}
	require.Contains(t, c.command("/provenance explain").Result.Text, "\nBecause of: web_fetch response (https://example.com), 2026-02-10 20:15 UTC\nWhat would allow it: ")
	require.Equal(t, "Trust reset from untrusted to shared.", c.command("/provenance reset-trust shared").Result.Text)
	require.Equal(t, "Trust reset: this session was shared already.", c.command(".reset-trust shared").Result.Text)
	require.Contains(t, c.command("/provenance status").Result.Text, "Nothing waits for your approval in this session.")
	require.False(t, c.command("tell me about /provenance status").Result.Handled)
	require.Equal(t, "No tool call of this session has been judged yet.", h.open("new", owner).command("/provenance explain").Result.Text)
}
