package spelling

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// naive is the definition, from the ends of both words.
func naive(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	i, j := len(a)-1, len(b)-1
	step := 1
	if a[i] == b[j] {
		step = 0
	}
	best := min(naive(a[:i], b)+1, naive(a, b[:j])+1, naive(a[:i], b[:j])+step)
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		best = min(best, naive(a[:i-1], b[:j-1])+1)
	}
	return best
}

func FuzzDistance(f *testing.F) {
	f.Add("binray", "binary")
	f.Add("ca", "abc")
	f.Add("", "exec")
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = a[:min(len(a), 300)], b[:min(len(b), 300)]
		n := Distance(a, b)
		require.Equal(t, n, Distance(b, a))
		require.Equal(t, a == b, n == 0)
		require.LessOrEqual(t, n, max(len(a), len(b)))
		require.GreaterOrEqual(t, n, max(len(a), len(b))-min(len(a), len(b)))
		if len(a)+len(b) <= 12 { // which the definition takes 3^12 steps for
			require.Equal(t, naive(a, b), n, "%q %q", a, b)
		}
	})
}
