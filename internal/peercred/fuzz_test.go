package peercred

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever a program calls itself, its start time is found.
func FuzzStartField(f *testing.F) {
	for _, name := range []string{"sleep", "", ") S 1 2 3", "a b", ")", "((", "\n", "\xff)\x00 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7"} {
		f.Add(name, []byte(name))
	}
	f.Fuzz(func(t *testing.T, name string, raw []byte) {
		const after = " S 1 2 3 0 -1 4194304 9 0 0 0 1 2 0 0 20 0 1 0 424242 1000 200 18446744073709551615\n"
		got, err := startField([]byte("7 (" + name + ")" + after))
		require.NoError(t, err)
		require.Equal(t, "424242", got)
		got, err = startField(raw)
		require.Equal(t, err == nil, got != "")
	})
}
