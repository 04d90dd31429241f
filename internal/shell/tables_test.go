package shell

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A later row of a table would silently replace an earlier one of the same name.
func TestANameStandsInOneRow(t *testing.T) {
	var programs, leading []string
	for _, b := range builtin {
		programs = append(programs, strings.Fields(b.names)...)
	}
	for _, l := range leadRows {
		leading = append(leading, strings.Fields(l.names)...)
	}
	for _, names := range [][]string{programs, leading} {
		slices.Sort(names)
		require.Greater(t, len(names), 50)
		require.Equal(t, slices.Compact(slices.Clone(names)), names)
	}
}

// docs/POLICY.md names exactly the programs that only look.
func TestTheManualNamesWhatOnlyLooks(t *testing.T) {
	text, err := os.ReadFile("../../docs/POLICY.md")
	require.NoError(t, err)
	_, list, _ := strings.Cut(string(text), "- with any words: ")
	whatever, list, _ := strings.Cut(list, "\n- without the options that write files, run programs or set something: ")
	careful, _, found := strings.Cut(list, "\n")
	require.True(t, found)
	var named []string
	for name := range strings.FieldsSeq(whatever) {
		named = append(named, strings.Trim(name, "`;"))
	}
	for name, l := range lookers {
		require.Equal(t, l.any, slices.Contains(named, name), name)
		if !l.any {
			require.Contains(t, careful, "`"+name+"`")
		}
	}
	require.Len(t, lookers, len(named)+7)
}
