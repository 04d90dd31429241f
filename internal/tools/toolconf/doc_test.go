package toolconf

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func doc(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/TOOLS.md")
	require.NoError(t, err)
	return string(text)
}

func examples(t *testing.T) []string {
	var texts []string
	for _, m := range regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindAllStringSubmatch(doc(t), -1) {
		texts = append(texts, m[1])
	}
	return texts
}

func TestDocExamplesAreValid(t *testing.T) {
	require.Greater(t, len(examples(t)), 3)
	for _, e := range examples(t) {
		_, err := Parse(File{"example.yaml", []byte(e)})
		require.NoError(t, err, e)
	}
}

// Exactly the keys that the decoder accepts are in a table.
func TestDocNamesEveryKey(t *testing.T) {
	_, err := Parse(File{"t.yaml", []byte("wrappers: {gog: {nothing_like_it: 1, binary: /bin/gog}}\ntoolDefaults: {nothing_like_it: 1}")})
	require.Error(t, err)
	var known, told []string
	for _, m := range regexp.MustCompile(`: use (.*?)(?:\n|$)`).FindAllStringSubmatch(err.Error(), -1) {
		known = append(known, regexp.MustCompile(`, | or `).Split(m[1], -1)...)
	}
	_, keys, _ := strings.Cut(doc(t), "\n## Keys\n")
	keys, _, _ = strings.Cut(keys, "\n```")
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(keys, -1) {
		told = append(told, m[1])
	}
	require.Greater(t, len(known), 18)
	require.ElementsMatch(t, known, told)
}

func TestDocCallsEndAsToldThere(t *testing.T) {
	var rules string
	for _, e := range examples(t) {
		if strings.Contains(e, "argPatterns") {
			rules = e
		}
	}
	table, err := Parse(File{"example.yaml", []byte(rules)})
	require.NoError(t, err)
	rows := regexp.MustCompile("(?m)^\\| `((?:gog|lamp)[^`]*)` \\| (.*) \\|$").FindAllStringSubmatch(doc(t), -1)
	require.Len(t, rows, 9)
	for _, row := range rows {
		words := strings.Fields(row[1])
		tool, ok := table.Tool(words[0])
		require.True(t, ok, row[1])
		err := tool.Check(words[1:])
		if row[2] == "runs" {
			require.NoError(t, err, row[1])
			continue
		}
		require.EqualError(t, err, strings.Trim(row[2], "`"), row[1])
	}
}
