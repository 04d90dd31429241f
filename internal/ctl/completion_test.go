package ctl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCompletion(t *testing.T) {
	d := replies{
		"sessions":     `[{"session":"agent:main:main","grants":[{"id":"g12345678","tool":"exec"},{"id":"g0badcafe","tool":"browser"}]},{"session":"agent:main:$(reboot)"},{"session":"--json"},{"session":"agent:家:chat"}]`,
		"pending":      `[{"session":"agent:main:main","tools":["exec","message"]},{"session":"other","tools":["browser"]}]`,
		"blocked-list": `[{"id":"7f3a9c21"}]`,
	}
	for line, want := range map[string]string{
		"sta":                                "status",
		"sess":                               "session sessions",
		"blocked ":                           "commit diff drop list show",
		"help watermarks ":                   "export import",
		"help pol":                           "policy",
		"nonsense ":                          "",
		"status ":                            "",
		"graph --":                           "--json --format --help --session --turn",
		"graph --json --":                    "--format --help --session --turn",
		"--j":                                "--json",
		"graph --format ":                    "text json dot mermaid svg",
		"graph --format=s":                   "svg",
		"policy init --preset str":           "strict",
		"graph --nonsense=s":                 "",
		"audit show --file ":                 "", // bash offers files
		"session ":                           "agent:main:main",
		"graph --session agent:m":            "agent:main:main",
		"explain --session=":                 "agent:main:main",
		"approve --session agent:main:main ": "exec message all",
		"approve ":                           "exec message browser all",
		"reset-trust --session agent:main:main sha": "shared",
		"blocked show ":                       "7f3a9c21",
		"withdraw ":                           "g12345678 g0badcafe",
		"withdraw --session agent:main:main ": "exec browser",
		"withdraw --session other ":           "",
		"completion ":                         "bash fish zsh",
		"blocked show 7f3a9c21 ":              "",
	} {
		words := strings.Split(line, " ")
		got := runWith(t, d, nil, append([]string{"__completeNoDesc"}, words...)...)
		require.Equal(t, ExitDone, got.code, got.err)
		offered, _, _ := strings.Cut("\n"+got.out, "\n:") // followed by cobra's directive about files
		require.Equal(t, want, strings.Join(strings.Fields(offered), " "), "%q", line)
	}
}

// The scripts are cobra's, and tested there.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range shells {
		got := runWith(t, nil, nil, "completion", shell)
		require.Equal(t, ExitDone, got.code, got.err)
		require.Contains(t, got.out, shell+" completion")
		require.Contains(t, got.out, "provenancectl")
		require.Contains(t, runWith(t, nil, nil, "completion", shell, "--json").out, `"shell":"`+shell+`"`)
	}
	got := runWith(t, nil, nil, "completion", "tcsh")
	require.Equal(t, ExitUsage, got.code, "nothing to source looks like a script that works")
	require.Equal(t, "provenancectl: no script for tcsh: completion knows bash, fish and zsh\n", got.err)
}
