package blackbox_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// documents are the pages with commands to type.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	pages := map[string]string{}
	for _, name := range append(names, "README.md", "SECURITY.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		pages[name] = string(text)
	}
	require.Greater(t, len(pages), 15)
	return pages
}

var (
	// what a page tells people to type: between backticks, or on a line of a block
	typed = regexp.MustCompile("(?m)`([^`\n]+)`|^([^`\n]+)$")

	control = regexp.MustCompile(`(?:^|[(&] ?|^bin/)provenancectl ([a-z][a-z-]*(?: [a-z][a-z-]*)?)([^|;#>()]*)`)
	serves  = regexp.MustCompile(`\bprovenanced serve([^|;#>]*)`)
	makes   = regexp.MustCompile(`(?:^|&& )make ((?:[a-z][a-z-]* ?)+)(?:$|  |#|[A-Z])`)
	flags   = regexp.MustCompile(`(?:^| )--([a-z][a-z-]*)`)
)

// Commands, flags and targets in the documents exist.
func TestDocumentsNameCommandsThatThereAre(t *testing.T) {
	bin, err := binaries()
	require.NoError(t, err)
	out, err := exec.Command(filepath.Join(bin, "provenancectl"), "help", "--json").Output()
	require.NoError(t, err)
	var help struct {
		Commands []struct {
			Name  string `json:"name"`
			Flags []struct {
				Name string `json:"name"`
			} `json:"flags"`
		} `json:"commands"`
	}
	require.NoError(t, json.Unmarshal(out, &help, json.MatchCaseInsensitiveNames(true)))
	known := map[string][]string{}
	for _, c := range help.Commands {
		for _, f := range c.Flags {
			known[c.Name] = append(known[c.Name], f.Name)
		}
	}
	usage, err := exec.Command(filepath.Join(bin, "provenanced"), "serve", "--help").CombinedOutput()
	require.NoError(t, err)
	makefile, err := os.ReadFile("Makefile")
	require.NoError(t, err)

	commands, targets := 0, 0
	for page, text := range documents(t) {
		for _, m := range typed.FindAllStringSubmatch(text, -1) {
			line := m[1] + m[2]
			for _, c := range control.FindAllStringSubmatch(line, -1) {
				name, _, _ := strings.Cut(c[1], " ")
				if known[c[1]] != nil {
					name = c[1]
				}
				commands++
				require.Contains(t, slices.Collect(maps.Keys(known)), name, "%s: %s", page, line)
				for _, f := range flags.FindAllStringSubmatch(c[2], -1) {
					require.Contains(t, known[name], f[1], "%s: %s", page, line)
				}
			}
			for _, c := range serves.FindAllStringSubmatch(line, -1) {
				for _, f := range flags.FindAllStringSubmatch(c[1], -1) {
					require.True(t, f[1] == "help" || strings.Contains(string(usage), "--"+f[1]), "%s: %s", page, line)
				}
			}
			if strings.HasPrefix(m[1], "--ledger") || strings.HasPrefix(m[1], "--session-") || strings.HasPrefix(m[1], "--max-") {
				require.Contains(t, string(usage), strings.Fields(m[1])[0], "%s: %s", page, line)
			}
			for _, c := range makes.FindAllStringSubmatch(line, -1) {
				for target := range strings.FieldsSeq(c[1]) {
					targets++
					require.Regexp(t, `(?m)^(`+target+`|`+strings.SplitN(target, "-", 2)[0]+`-%):`, string(makefile), "%s: %s", page, line)
				}
			}
		}
	}
	require.Greater(t, commands, 40)
	require.Greater(t, targets, 15)
	require.True(t, slices.Contains(known["blocked commit"], "with"), "flags are found")
}

// The client at the end of the protocol's page asks, and gets a decision.
func TestTheDocumentedClientAsks(t *testing.T) {
	python, err := exec.LookPath("python3")
	require.NoError(t, err)
	text, err := os.ReadFile("docs/PROTOCOL.md")
	require.NoError(t, err)
	client := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, client)
	r := newRig(t, "")
	cmd := exec.Command(python, "-c", string(client[1]))
	cmd.Env = []string{"PROVENANCED_DIR=" + r.path("run")}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "'verdict': 'allow'")
}
