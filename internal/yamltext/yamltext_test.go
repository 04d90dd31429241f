package yamltext

import (
	"fmt"
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

// Readers of YAML disagree about these.
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

// The place where the parser stopped is reported as an editor shows it.
func TestSyntax(t *testing.T) {
	for text, want := range map[string]string{
		"a: b\n\tc: d\n":                        "2:2: this line is indented with a tab: indent with spaces",
		"a:\n  b: c\n\n\td: e\n":                "4:2: this line is indented with a tab: indent with spaces",
		"a: b\n  c: d\n":                        "2:3: mapping values are not allowed in this context: the indentation is off, or a text with a colon in it needs quotes",
		"a: [b\nc: d\n":                         "2:1: did not find expected ',' or ']': a bracket or a comma is missing, here or in the lines below",
		" a: b\nc: d\n":                         "2:1: did not find expected <document start>: the file's keys end above this line: indent the lines above as this one, and leave out what is no part of it",
		"a: \"b\n":                              "2:1: found unexpected end of stream: a quote is not closed",
		"a:\n  b: c\n  *: d\n":                  `3:3: did not find expected alphabetic or numeric character: a * or & that stands for itself needs quotes: "*"`,
		"a:\n  b: {*: d}\nc: d\n":               `2:3: did not find expected alphabetic or numeric character: a * or & that stands for itself needs quotes: "*"`,
		"a:\n  b: \"\\s\"\nc: d\n":              "2:3: found unknown escape character: between double quotes, \\ begins an escape: use single quotes, or write \\\\",
		"a: *b\n":                               "1:4: *b: aliases are not taken: write the value out",
		"# *b\na: '*b'\nc:\n  - [d, *bc, *b]\n": "4:9: *bc: aliases are not taken: write the value out",
		"# *b\na: '*b'\nc:\n  - [d, *b, *bc]\n": "4:9: *b: aliases are not taken: write the value out",
		"a: [&bc d, *bc,\n *b]\n":               "2:2: *b: aliases are not taken: write the value out",
		"a: b\n---\n\n*b : c\n":                 "4:1: *b: aliases are not taken: write the value out",
	} {
		var doc yaml.Node
		dec := yaml.NewDecoder(strings.NewReader(text))
		err := dec.Decode(&doc)
		if err == nil {
			err = dec.Decode(&doc) // what follows the first document
		}
		require.Error(t, err, "%q", text)
		line, column, why := Syntax(err, []byte(text))
		require.Equal(t, want, fmt.Sprintf("%d:%d: %s", line, column, why), "%q", text)
	}
}
