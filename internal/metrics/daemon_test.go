package metrics

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A hook missing from the list would silently be counted as other.
func TestEveryHookIsCountedByItsName(t *testing.T) {
	var hooks []string
	named := regexp.MustCompile(`(?:\bHook += |wire\.Hook\()"([a-z:_-]+)"`)
	for _, dir := range []string{"../wire", "../decide", "../engine"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range named.FindAllStringSubmatch(string(text), -1) {
				hooks = append(hooks, m[1])
			}
		}
	}
	require.ElementsMatch(t, hooks, recorded)
}
