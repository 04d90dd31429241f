package spelling

import (
	"strings"
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

func TestNearest(t *testing.T) {
	known := []string{"binary", "args", "env", "forcedEnv", strings.Repeat("x", longest+1), strings.Repeat("y", longest)}
	for word, want := range map[string]string{
		"binray": "binary", "binarys": "binary", "arg": "args", "ARGS": "args", "forcedenvs": "forcedEnv", "forced_env": "forcedEnv", "enx": "env",
		"":                             "",
		"bnry":                         "", // two letters of four
		"command":                      "",
		strings.Repeat("x", longest+1): "", // too long to be compared, also with itself
		strings.Repeat("x", longest):   "",
		strings.Repeat("y", longest):   strings.Repeat("y", longest),
	} {
		require.Equal(t, want, Nearest(word, known, Slips(word)), word)
	}
	require.Equal(t, "ab", Nearest("aa", []string{"ab", "ac"}, 1), "the first of those that are as near")
	require.Empty(t, Nearest("", nil, 1))
	require.Equal(t, []int{1, 1, 2, 5}, []int{Slips(""), Slips("abcde"), Slips("abcdef"), Slips("denyUnknownTools")})
}
