package yamltext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]struct{ described, hint string }{
		"{a: 1}": {"a mapping", ""},
		"[a, b]": {"a list", ""},
		"~":      {"nothing", ""},
		"12.5":   {"the number 12.5", `: write "12.5" in quotes`},
		"yes":    {`"yes"`, `: write "yes" in quotes`},
		"true":   {"true", `: write "true" in quotes`},
		`"a\nb"`: {`"a\nb"`, `: write "a\nb" in quotes`},
	} {
		var doc yaml.Node
		require.NoError(t, yaml.Unmarshal([]byte(text), &doc))
		n := doc.Content[0]
		require.Equal(t, want.described, Describe(n), text)
		require.Equal(t, want.hint, QuoteHint(n), text)
		require.Equal(t, text == "~", IsNull(n), text)
	}
	require.Equal(t, strings.Repeat("é", 30), Cut(strings.Repeat("é", 30)))
	require.Equal(t, "x"+strings.Repeat("é", 29)+"…", Cut("x"+strings.Repeat("é", 31)), "whole characters")
	require.Equal(t, "a", Join("", "a"))
	require.Equal(t, "a.b", Join("a", "b"))
	require.Equal(t, "a", OneOf([]string{"a"}))
	require.Equal(t, "a, b or c", OneOf([]string{"a", "b", "c"}))
}
