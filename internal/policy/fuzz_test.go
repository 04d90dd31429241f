package policy

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// A pattern matches what the equivalent regular expression matches. For a non-ASCII name it may
// match more: rules only restrict.
func FuzzGlob(f *testing.F) {
	for _, c := range [][2]string{
		{"*", ""}, {"exec", "EXEC"}, {"e?ec", "exec"}, {"*:group:*", "agent:main:group:7"}, {"a*b*c", "aXbXbc"}, {"**?", "x"}, {"?", "é"}, {"*é", "éé"},
		{"a.c", "abc"}, {"(", "("}, {"a*a*a*a*b", strings.Repeat("a", 64)}, {"k", "\u212a"}, {"?*?", "\xff\xfe"},
	} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 64 || len(name) > 256 {
			return
		}
		pattern = SafeName(pattern) // as when it is read
		var expr strings.Builder
		for _, r := range pattern {
			switch r {
			case '*':
				expr.WriteString(`.*`)
			case '?':
				expr.WriteString(`.`)
			default:
				expr.WriteString(regexp.QuoteMeta(string(r)))
			}
		}
		re, err := regexp.Compile(`(?s)\A` + expr.String() + `\z`)
		if err != nil {
			return // a pattern that is not UTF-8 cannot be in a file
		}
		want, got := re.MatchString(asciiLower(name)), glob(pattern, name)
		ascii := strings.IndexFunc(pattern+name, func(r rune) bool { return r >= 0x80 }) < 0
		if ascii {
			require.Equal(t, want, got, "%q %q", pattern, name)
		}
		if want && strings.ToValidUTF8(pattern, "") == pattern {
			require.True(t, got, "%q %q", pattern, name)
		}
	})
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func asciiUpper(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, s)
}

// Whatever a host calls a tool, letter case does not make it another tool, and an action belongs to
// the called tool.
func FuzzToolName(f *testing.F) {
	for _, name := range []string{"exec", "Message", "mcp__acme__jira", "mcp__openclaw__mcp_openclaw_exec", "automations", "message.read", "acme__read", "", ".", "mcp____", "mcp__openclaw__", "view_image.x"} {
		f.Add(name, []byte(`{"action":"read"}`))
		f.Add(name, []byte(`{"action":" LIST\u000a","action":1}`))
	}
	p, err := Parse([]byte("mode: standard\ntoolOverrides: {jira.search: {\"*\": allow}, acme__read: {\"*\": allow}, dotted.name: {\"*\": confirm}}"), "p")
	require.NoError(f, err)
	tables := p.For("")
	long := *tables
	long.plain = nil
	for name := range tables.tools {
		f.Add(name, []byte(`{"action":"read"}`))
	}
	f.Fuzz(func(t *testing.T, name string, params []byte) {
		require.Equal(t, long.Tool(name, jsontext.Value(params)), tables.Tool(name, jsontext.Value(params)), "the short way leads to the same name")
		require.Equal(t, *long.row(name), *tables.row(name), "and to the same row")
		if !utf8.ValidString(name) {
			return // no host sends it
		}
		judged := tables.Tool(name, jsontext.Value(params))
		require.Equal(t, judged, tables.Tool(asciiUpper(name), jsontext.Value(params)))
		if tool, isAction := cutAction(judged); isAction && judged != calledName(name) && !strings.HasSuffix(judged, ".") {
			require.Equal(t, calledName(name), tool)
		}
	})
}
