package decide

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/trust"
)

func TestMinutesBeforeThePlaceForThemCount(t *testing.T) {
	c, ok := parseChatCommand("`.approve exec bf619df9 30 [minutes]`")
	require.True(t, ok)
	require.Equal(t, chatCommand{name: ".approve", tool: "exec", code: "bf619df9", scope: scope{lasts: 30 * time.Minute}}, c)
	c, ok = parseChatCommand(`".reset‑trust shared".`)
	require.True(t, ok)
	require.Equal(t, chatCommand{name: ".reset-trust", level: trust.Shared}, c)
	c, ok = parseCommand("/Provenance approve exec bf619df9 [minutes|once|always]")
	require.True(t, ok)
	require.Equal(t, chatCommand{name: ".approve", tool: "exec", code: "bf619df9"}, c)
}

// With other words before or after it, a text is not a command, whatever marks are among them; and
// a text that is accepted as a command is one line, which its own words reproduce.
func TestPropertyAnythingElseInTheMessageMakesItNoCommand(t *testing.T) {
	word := rapid.StringMatching("[a-z]{2,8}[,;!?]?")
	mark := rapid.SampledFrom([]string{"", "`", "```", "```\n", "\n", "\"", "'", "“", "”", "@bot ", "<@1> ", "Approve: ", ".", " ", "\u00a0", "> ", "- "})
	rapid.Check(t, func(t *rapid.T) {
		marks := func(name string) string { return strings.Join(rapid.SliceOfN(mark, 0, 4).Draw(t, name), "") }
		line := rapid.SampledFrom([]string{".approve exec bf619df9", ".approve all bf619df9 30 [minutes]", ".deny bf619df9", ".reset-trust"}).Draw(t, "line")
		alone := marks("before") + line + marks("behind")
		if c, ok := parseChatCommand(alone); ok && c.usage == "" {
			plain := strings.Join(commandWords(alone), " ")
			again, ok := parseChatCommand(plain)
			require.True(t, ok)
			require.Equal(t, c, again)
			require.Equal(t, plain, strings.TrimSuffix(line, " [minutes]"))
		}
		other := word.Draw(t, "words")
		for _, text := range []string{
			marks("a") + other + " " + marks("b") + line + marks("c"),
			marks("d") + line + marks("e") + " " + other + marks("f"),
			fmt.Sprintf("%s%s%s\n%s", marks("g"), line, marks("h"), other),
		} {
			c, ok := parseChatCommand(text)
			require.False(t, ok && c.usage == "", "%q", text)
		}
	})
}
