package toolconf

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tool returns the tool of a configuration with these rules.
func tool(t *testing.T, rules string) *Tool {
	t.Helper()
	table, err := Parse(File{"rules.yaml", []byte("wrappers:\n  gog:\n    binary: /bin/gog\n" + rules)})
	require.NoError(t, err)
	gog, ok := table.Tool("gog")
	require.True(t, ok)
	return gog
}

func TestArgumentRules(t *testing.T) {
	const (
		blocked = `
    blockedArgs:
      - {match: "^--delete", message: deleting is not allowed}
      - {command: "gmail +send"}
`
		allowed = `
    allowedArgs:
      - {match: "^(gmail|calendar|--[a-z]+)$", message: only mail and calendar}
`
		commands = `
    allowedArgs: [{command: "^repo (list|view)\\b"}, {match: "^(version|help)$"}]
`
		onlyCommands = `
    allowedArgs: [{command: "^repo list$"}]
`
		shapes = `
    argPatterns: [[gmail, list, "[0-9]+"], [gmail, "get|show", "a|b"], []]
`
		open = `
    argPatterns: [[gmail, "(?s).*"]]
`
		both = `
    blockedArgs: [{match: "^9$"}]
    argPatterns: [[gmail, list, "[0-9]+"]]
`
	)
	for _, c := range []struct {
		rules string
		args  string // joined by |; "-" means no argument
		says  string // "": it passes
	}{
		{none, "-", ""},
		{none, "anything|at all", ""},

		{blocked, "-", ""},
		{blocked, "gmail|list", ""},
		{blocked, "drive|--delete", "deleting is not allowed"},
		{blocked, "drive|--delete=all", "deleting is not allowed"},
		{blocked, "drive|x--delete", ""},
		{blocked, "gmail|send|me", notAllowed},
		{blocked, "gmail send", notAllowed}, // one argument of two words
		{blocked, "gmail|--to|send", ""},

		{allowed, "-", ""},
		{allowed, "gmail|--max", ""},
		{allowed, "gmail|drive", "only mail and calendar"},
		{allowed, "gmail|--max\n", "only mail and calendar"},
		{allowed, "", "only mail and calendar"},

		{commands, "repo|list", ""},
		{commands, "repo|list|--all", ""},
		{commands, "repo|lists", notAllowed},
		{commands, "version", ""},
		{commands, "version|repo", notAllowed},
		{commands, "repo|delete", notAllowed},
		{onlyCommands, "repo list|version", notAllowed},
		{commands, "version|repo list", notAllowed}, // a command line is not an argument
		{onlyCommands, "-", notAllowed},
		{onlyCommands, "repo|list", ""},

		{shapes, "gmail|list|12", ""},
		{shapes, "gmail|list", notAllowed},
		{shapes, "gmail|list|12|13", notAllowed},
		{shapes, "gmail|list|12x", notAllowed},
		{shapes, "gmail|list|12\n", notAllowed},
		{shapes, "gmail|list 12", notAllowed},
		{shapes, "xgmail|list|1", notAllowed},
		{shapes, "gmail|show|b", ""},
		{shapes, "gmail|show|ba", notAllowed},
		{shapes, "gmail|getx|a", notAllowed},
		{shapes, "-", ""},
		{open, "gmail|two\nlines", ""},
		{open, "gmail", notAllowed},

		{both, "gmail|list|8", ""},
		{both, "gmail|list|9", notAllowed},
	} {
		args := []string{}
		if c.args != "-" {
			args = strings.Split(c.args, "|")
		}
		err := tool(t, c.rules).Check(args)
		if c.says == "" {
			require.NoError(t, err, "%s%q", c.rules, args)
			continue
		}
		var b *Blocked
		require.ErrorAs(t, err, &b, "%s%q", c.rules, args)
		require.Equal(t, c.says, b.Message, "%s%q", c.rules, args)
	}
}

// A line break does not evade a pattern: a dot matches it in blockedArgs, and does not in
// allowedArgs.
func TestALineBreakHidesNothing(t *testing.T) {
	require.Error(t, tool(t, `    blockedArgs: [{command: "gmail.*send"}]`).Check([]string{"gmail", "\n", "send"}))
	require.Error(t, tool(t, `    blockedArgs: [{command: "(?i)GMAIL.*send"}]`).Check([]string{"gmail", "\n", "send"}))
	require.Error(t, tool(t, `    allowedArgs: [{match: "^list.*$"}]`).Check([]string{"list\n--delete"}))
}

func TestWhatIsTooMuchToLookAtIsBlocked(t *testing.T) {
	gog := tool(t, none)
	require.NoError(t, gog.Check(slices.Repeat([]string{"x"}, 10_000)))
	require.Error(t, gog.Check(slices.Repeat([]string{"x"}, 10_001)))
	require.NoError(t, gog.Check([]string{strings.Repeat("x", 1<<20)}))
	require.Error(t, gog.Check([]string{strings.Repeat("x", 1<<20), "x"}))
}

// A pattern that is valid by itself cannot break out of its anchors.
func TestAPatternCannotLeaveItsAnchors(t *testing.T) {
	_, err := Parse(File{"a.yaml", []byte(`wrappers: {gog: {binary: /bin/gog, argPatterns: [["a)|(.*"]]}}`)})
	require.ErrorContains(t, err, "a.yaml:1:")
	gog := tool(t, `    argPatterns: [["(?m)^a$"]]`)
	require.NoError(t, gog.Check([]string{"a"}))
	require.Error(t, gog.Check([]string{"a\nb"}))
}

const none = ""
