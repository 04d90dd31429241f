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
		"<<":     {"<< (a merge key): write out what it brings in", `: write "<<" in quotes`},
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

// What one reader of YAML takes for one thing, and another for another.
func TestWhatReadersDifferAbout(t *testing.T) {
	scalar := func(text string) *yaml.Node {
		var doc yaml.Node
		require.NoError(t, yaml.Unmarshal([]byte(text), &doc))
		return doc.Content[0]
	}
	for _, text := range []string{"010", "08", "-010", "0o10", "0x10", "0b11", "1_000", "+5", ".5", "5.", ".inf", ".nan", "00", "1_0.5"} {
		require.True(t, OddNumber(scalar(text)), text)
	}
	for _, text := range []string{"0", "-0", "10", "-7", "0.5", "1e3", "1.5E-3", "yes", "1:30", `"010"`, "010x", "~", "[010]"} {
		require.False(t, OddNumber(scalar(text)), text)
	}
	for _, text := range []string{"yes", "No", "ON", "off", "y", "N", "1:30", "12:30:45", "-1:30", "1:30.5"} {
		require.True(t, OddText(scalar(text)), text)
	}
	for _, text := range []string{`"yes"`, "'on'", "|\n  no", "true", "yesterday", "1:60", "a:1", "1:", "0x10", "[no]"} {
		require.False(t, OddText(scalar(text)), text)
	}
	for text, want := range map[string]int{
		"# a\r\nmode: dev\n": -1, "# ä\u2028mode: dev": 4, "\u2029": 0, "# a\u0085b\r": 3, "a: 1\rb: 2": -1, "": -1, "é ": -1,
	} {
		require.Equal(t, want, HiddenBreak([]byte(text)), "%q", text)
	}
}
