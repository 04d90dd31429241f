package provenanced_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
)

// OpenClaw's plugin says what its host shows the model, and the daemon what that is worth: a
// level there is only ever one that the daemon has named. What hooks mean is worked out in
// internal/dialect/openclaw/hooks, and so the TypeScript around that stays small.
func TestThePluginIsThinAndNamesNoLevel(t *testing.T) {
	const mostLines = 2800
	lines := 0
	var names []string
	for _, l := range trust.Levels {
		names = append(names, l.String())
	}
	level := regexp.MustCompile("[\"'`](?:" + strings.Join(names, "|") + ")[\"'`]")
	for _, file := range append(ourFiles(t, ".ts"), ourFiles(t, ".go")...) {
		shim := strings.HasPrefix(file, "shims/openclaw/src/")
		if !shim && (!strings.HasPrefix(file, "internal/dialect/openclaw/hooks/") || strings.HasSuffix(file, "_test.go")) {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Empty(t, level.FindString(string(text)), file)
		if shim {
			lines += bytes.Count(text, []byte("\n"))
		}
	}
	require.NotZero(t, lines)
	require.LessOrEqual(t, lines, mostLines, "lines of shims/openclaw/src")
}
