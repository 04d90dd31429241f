package policy

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A later row of a table would silently replace an earlier one of the same name.
func TestANameStandsInOneRow(t *testing.T) {
	var tools, modes []string
	for _, b := range builtins {
		tools = append(tools, b.name)
	}
	for _, p := range presets {
		modes = append(modes, p.name)
	}
	for _, names := range [][]string{tools, modes} {
		slices.Sort(names)
		require.Greater(t, len(names), 5)
		require.Equal(t, slices.Compact(slices.Clone(names)), names)
	}
}
