package shell

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
