package policy_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func doc(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/POLICY.md")
	require.NoError(t, err)
	return string(text)
}

func TestDocExamplesAreValidAndQuiet(t *testing.T) {
	examples := regexp.MustCompile("(?ms)^```(?:yaml|json)\n(.*?)^```$").FindAllStringSubmatch(doc(t), -1)
	require.Greater(t, len(examples), 15)
	for _, e := range examples {
		p := parse(t, e[1])
		require.Empty(t, p.Warnings, e[1])
	}
}

func TestDocNamesEveryMemoryFile(t *testing.T) {
	text := doc(t)
	for _, name := range memguard.Builtin() {
		require.Contains(t, text, "`"+name+"`")
	}
}

func TestDocTablesAreWhatPresetsDo(t *testing.T) {
	text := doc(t)
	word := map[trust.Mode]string{trust.Allow: "allow", trust.Confirm: "ask", trust.Restrict: "deny"}
	for _, name := range policy.Presets() {
		// a file names one tool of each class, so that no preset's own action is in the way
		p := parse(t, "mode: "+name+"\ntools: [{name: r, risk: read}, {name: w, risk: write}, {name: c, risk: critical}]")
		cells := strings.Fields(modes(p.For(""), "exec"))
		for _, tool := range []string{"r", "w", "c", "nobody"} {
			cell := "–"
			if r, ok := p.For("").Risk(tool); ok {
				cell = word[r.Mode]
			}
			cells = append(cells, cell)
		}
		cells = append(cells, strings.Fields(cleaning(p.For(""), "nobody"))...)
		cells = append(cells, p.For("").Authentication().OutsideScope.String())
		require.Contains(t, text, fmt.Sprintf("| `%s` | %s |\n", name, strings.Join(cells, " | ")))
	}

	tables := policy.Default().For("")
	told := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|(?: ((?:`[a-z_-]+` ?)+)\\|)? ((?:safe|by taint|asks) \\| .*) \\|$").FindAllStringSubmatch(text, -1) {
		names := []string{row[1]}
		if row[2] != "" {
			names = names[:0]
			for action := range strings.FieldsSeq(strings.ReplaceAll(row[2], "`", "")) {
				names = append(names, row[1]+"."+action)
			}
		}
		for _, name := range names {
			require.NotContains(t, told, name)
			told[name] = row[3]
		}
	}
	var known struct {
		ToolOverrides map[string]any `yaml:"toolOverrides"`
	}
	require.NoError(t, yaml.Unmarshal(policy.Default().YAML(), &known))
	call := map[string]string{allowed: "safe", byTaint: "by taint", confirmed: "asks"}
	for tool := range known.ToolOverrides {
		class := ""
		for _, c := range []string{"read", "write", "critical", "unknown"} {
			if _, ok := parse(t, "risk: {"+c+": deny}").For("").Risk(tool); ok {
				class = c
			}
		}
		require.Equal(t, fmt.Sprintf("%s | %s | %s | %s", call[modes(tables, tool)], tables.Output(tool), class, tables.ActionClasses(tool)), told[tool], tool)
	}
	require.Len(t, told, len(known.ToolOverrides))
}

func TestDocTellsWhatEachSourceMayAskFor(t *testing.T) {
	text := doc(t)
	auth := policy.Default().For("").Authentication()
	for source, may := range map[string]intent.Classes{"human": auth.Human, "agent": auth.Agent, "system": auth.System} {
		require.Regexp(t, "(?m)^\\| `"+source+"` \\| [^|]* \\| "+may.String()+" \\|$", text)
	}
	for _, class := range intent.All.Names() {
		require.Contains(t, text, "\n| `"+class+"` | ", "every class is explained")
	}
}

func TestDocNamesEveryKey(t *testing.T) {
	text := doc(t)
	var schema struct {
		Properties  map[string]any `json:"properties"`
		Definitions map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"definitions"`
	}
	require.NoError(t, json.Unmarshal(policy.Schema(), &schema))
	require.NotEmpty(t, schema.Definitions)
	for key := range schema.Properties {
		require.Contains(t, text, "| `"+key+"` |", key)
	}
	for name, d := range schema.Definitions {
		for key := range d.Properties {
			require.Regexp(t, `\b`+key+`\b`, text, name)
		}
	}
}
