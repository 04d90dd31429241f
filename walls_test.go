package provenanced_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
)

// OpenClaw's plugin says what its host shows the model, and the daemon what that is worth: a
// level there is only ever one that the daemon has named.
func TestThePluginNamesNoLevel(t *testing.T) {
	var names []string
	for _, l := range trust.Levels {
		names = append(names, l.String())
	}
	level := regexp.MustCompile("[\"'`](?:" + strings.Join(names, "|") + ")[\"'`]")
	for _, file := range ourFiles(t, ".ts") {
		if !strings.HasPrefix(file, "shims/openclaw/src/") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Empty(t, level.FindString(string(text)), file)
	}
}
