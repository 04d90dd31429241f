package shell

import (
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
