package authentic

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzCountClaims(f *testing.F) {
	for _, text := range []string{"[G] it rains\n[I] it may rain", "`[G]` is a mark", "```\n[G]\n```\n[G] x", "a[0][G]", "``[G]` [G]``", "~~~\n[I]", "[g] [G][I]", "- [G]: x", "[G\u200b]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := CountClaims(text)
		upper := strings.ToUpper(text)
		require.LessOrEqual(t, c.Grounded, strings.Count(upper, "[G]"))
		require.LessOrEqual(t, c.Inferred, strings.Count(upper, "[I]"))
		require.GreaterOrEqual(t, min(c.Grounded, c.Inferred), 0)
		if !strings.ContainsAny(text, "`~") { // without code, lines are independent
			twice := CountClaims(text + "\n\n" + text)
			require.Equal(t, Claims{2 * c.Grounded, 2 * c.Inferred}, twice)
		}
	})
}
