package trust

import (
	"encoding"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheZeroValueIsTheSafeEnd(t *testing.T) {
	var level Level
	var mode Mode
	var verdict Verdict
	require.Equal(t, Untrusted, level)
	require.Equal(t, Restrict, mode)
	require.Equal(t, VerdictDeny, verdict)
	for _, l := range Levels {
		require.LessOrEqual(t, level, l)
		require.False(t, Set(0).Has(l))
	}
}

func TestTheWorstOfAllDecides(t *testing.T) {
	require.True(t, slices.IsSortedFunc(Levels[:], func(a, b Level) int { return int(b) - int(a) }), "most trusted first")
	for _, a := range Levels {
		require.Equal(t, a, Lowest(a))
		for _, b := range Levels {
			require.Equal(t, min(a, b), Lowest(a, Trusted, b))
			require.Equal(t, a == b, Set(0).With(a).Has(b))
		}
	}
	require.Equal(t, Confirm, Strictest(Allow, Confirm, Allow))
	require.Equal(t, Restrict, Strictest(Confirm, Allow, Restrict))
	require.Equal(t, Allow, Strictest(Allow))
}

func TestNamesReadBack(t *testing.T) {
	for _, l := range Levels {
		var back Level
		readBack(t, l, &back)
		require.Equal(t, l, back)
	}
	for _, m := range []Mode{Restrict, Confirm, Allow} {
		var back Mode
		readBack(t, m, &back)
		require.Equal(t, m, back)
	}
	for _, v := range []Verdict{VerdictDeny, VerdictConfirm, VerdictAllow} {
		var back Verdict
		readBack(t, v, &back)
		require.Equal(t, v, back)
	}
	for _, old := range []string{"system", "owner", "local"} {
		l, err := ParseLevel(old)
		require.NoError(t, err)
		require.Equal(t, Trusted, l, "the six-level model")
	}
}

func readBack(t *testing.T, from encoding.TextMarshaler, to encoding.TextUnmarshaler) {
	t.Helper()
	text, err := from.MarshalText()
	require.NoError(t, err)
	require.NoError(t, to.UnmarshalText(text))
}

// Only the names of values are accepted.
func TestWhatIsNoNameIsRefused(t *testing.T) {
	for _, text := range []string{"", "Trusted", "allow ", "level(4)", "mode(3)", "verdict(3)", "none"} {
		level, mode, verdict := Trusted, Allow, VerdictAllow
		require.Error(t, level.UnmarshalText([]byte(text)), text)
		require.Error(t, mode.UnmarshalText([]byte(text)), text)
		require.Error(t, verdict.UnmarshalText([]byte(text)), text)
		require.Equal(t, Untrusted, level, text)
		require.Equal(t, Restrict, mode, text)
		require.Equal(t, VerdictDeny, verdict, text)
	}
	require.Equal(t, "level(4)", Level(4).String())
	require.Equal(t, "mode(3)", Mode(3).String())
	require.Equal(t, "verdict(3)", Verdict(3).String())
}
