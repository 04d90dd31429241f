package decide

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A text that is accepted as a command is a complete one: written out again it is the same, and no
// text around it makes another one.
func FuzzCommandText(f *testing.F) {
	for _, text := range []string{
		".approve exec bf619df9", " .approve\tALL BF619DF9 30 ", ".approve exec bf619df9 once", ".approve exec bf619df9 1441", ".approve exec bf619df9 0", ".deny bf619df9",
		".reset-trust", ".reset-trust shared", ".reset-trust owner", ".reset-trust a b", "/provenance", "/provenance approve exec bf619df9", "/firewall approve bf619df9 once",
		"/firewall explain last", ".approve exec bf619df9\nplease", "say .approve exec bf619df9", ".approve exec \u200bbf619df9", ".Approve exec bf619df9",
		"```\n.approve exec bf619df9 [minutes]\n```", "@bot Approve:  `.approve exec bf619df9 30 [minutes]`.", "“.reset‑trust”",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, ok := parseChatCommand(text)
		if !ok {
			return
		}
		require.LessOrEqual(t, len(text), 256)
		require.NotContains(t, strings.Join(commandWords(text), " "), "\n")
		_, quoted := parseChatCommand("he said: " + text)
		require.False(t, quoted)
		asked, ok := parseCommand(text)
		require.True(t, ok)
		require.Equal(t, c, asked)
		if c.usage != "" {
			return
		}
		plain := c.name
		switch c.name {
		case ".approve":
			require.True(t, isCode(c.code))
			require.NotEmpty(t, c.tool)
			require.True(t, c.scope.lasts >= 0 && c.scope.lasts <= MaxApproval)
			plain += " " + c.tool + " " + c.code
			switch {
			case c.scope.once:
				plain += " once"
			case c.scope.always:
				plain += " always"
			case c.scope.lasts > 0:
				plain += " " + itoa(int(c.scope.lasts/time.Minute))
			}
		case ".deny":
			require.True(t, isCode(c.code))
			plain += " " + c.code
		default:
			plain += " " + c.level.String()
		}
		again, ok := parseChatCommand(plain)
		require.True(t, ok)
		require.Equal(t, c, again, "%q", plain)
	})
}
