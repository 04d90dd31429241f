package spelling

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"binary", "binary", 0}, {"binery", "binary", 1},
		{"binray", "binary", 1}, {"allowedarg", "allowedargs", 1}, {"exec", "read", 4}, {"ca", "abc", 3},
	} {
		require.Equal(t, c.want, Distance(c.a, c.b), "%s %s", c.a, c.b)
		require.Equal(t, c.want, Distance(c.b, c.a), "%s %s", c.b, c.a)
	}
}
