package policy_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
)

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + name)
	require.NoError(t, err)
	return string(text)
}

func TestDocExamplesAreValidAndQuiet(t *testing.T) {
	for name, least := range map[string]int{"POLICY.md": 15, "POLICY-REFERENCE.md": 8} {
		examples := regexp.MustCompile("(?ms)^```(?:yaml|json)\n(.*?)^```$").FindAllStringSubmatch(page(t, name), -1)
		require.Greater(t, len(examples), least, name)
		for _, e := range examples {
			p := parse(t, e[1])
			require.Empty(t, p.Warnings, e[1])
		}
	}
}

// Every key of a file is on the page that is generated from the file's types.
func TestReferenceNamesEveryKey(t *testing.T) {
	var schema struct {
		Properties  map[string]any `json:"properties"`
		Definitions map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"definitions"`
	}
	require.NoError(t, json.Unmarshal(policy.Schema(), &schema))
	require.NotEmpty(t, schema.Definitions)
	text := page(t, "POLICY-REFERENCE.md")
	for key := range schema.Properties {
		require.Contains(t, text, "| `"+key+"` |", key)
	}
	for name, d := range schema.Definitions {
		for key := range d.Properties {
			require.Contains(t, text, "`"+key+"`", name)
		}
	}
	for _, class := range intent.All.Names() {
		require.Contains(t, text, "\n| `"+class+"` | ", "every class is explained")
	}
}
