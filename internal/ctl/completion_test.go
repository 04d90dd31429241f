package ctl

import (
	"os/exec"
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
		"provenancectl sta":                                       "status",
		"provenancectl sess":                                      "sessions session",
		"provenancectl blocked ":                                  "list show diff commit drop",
		"provenancectl help watermarks ":                          "export import",
		"provenancectl help pol":                                  "policy",
		"provenancectl --runtime-dir /run/p pend":                 "pending",
		"provenancectl nonsense ":                                 "",
		"provenancectl status ":                                   "",
		"provenancectl graph --":                                  "--session --turn --format --runtime-dir --json --help",
		"provenancectl graph --json --":                           "--session --turn --format --runtime-dir --help",
		"provenancectl --j":                                       "--json",
		"provenancectl graph --format ":                           "text json dot mermaid svg",
		"provenancectl graph --format=s":                          "--format=svg",
		"provenancectl policy init --preset str":                  "strict",
		"provenancectl graph --nonsense=s":                        "",
		"provenancectl audit show --file ":                        "", // bash offers files
		"provenancectl session ":                                  "agent:main:main",
		"provenancectl graph --session agent:m":                   "agent:main:main",
		"provenancectl explain --session=":                        "--session=agent:main:main",
		"provenancectl approve --session agent:main:main ":        "exec message all",
		"provenancectl approve ":                                  "exec message browser all",
		"provenancectl reset-trust --session agent:main:main sha": "shared",
		"provenancectl blocked show ":                             "7f3a9c21",
		"provenancectl withdraw ":                                 "g12345678 g0badcafe",
		"provenancectl withdraw --session agent:main:main ":       "exec browser",
		"provenancectl withdraw --session other ":                 "",
		"provenancectl blocked show 7f3a9c21 ":                    "",
		"provenancectl":                                           "",
		" ":                                                       "",
	} {
		got := runWith(t, d, nil, "completion", "--", line)
		require.Equal(t, ExitDone, got.code, got.err)
		require.Equal(t, want, strings.Join(strings.Fields(got.out), " "), "%q", line)
	}
	require.Equal(t, "[\"status\"]\n", runWith(t, nil, nil, "completion", "--json", "provenancectl stat").out)
	require.Equal(t, "[]\n", runWith(t, nil, nil, "completion", "--json", "provenancectl session ").out, "without a daemon nothing is known")
	for _, cmd := range commands {
		require.Contains(t, runWith(t, d, nil, "completion", "provenancectl ").out, strings.Fields(cmd.name)[0]+"\n")
	}
}

// bash takes a word apart at colons and equals signs, and replaces its last part.
func TestCompletionInBash(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	for _, k := range []struct{ line, part, answer, want string }{
		{"provenancectl st", "st", "status", "status"},
		{"provenancectl session agent:ma", "ma", "agent:main:main", "main:main"},
		{"provenancectl session agent:", "", "agent:main:main", "main:main"},
		{"provenancectl graph --format=s", "s", "--format=svg", "svg"},
	} {
		cmd := exec.Command("bash", "-c", `
			provenancectl() { [[ "$1 $2 $3" == "completion -- $LINE" ]] && printf '%s\n' "$ANSWER" "$ANSWER"; }
			COMP_LINE="$LINE and more" COMP_POINT=${#LINE}
			_provenancectl provenancectl "$PART" before
			echo "${COMPREPLY[@]}"`)
		cmd.Args[2] = completionScript + cmd.Args[2]
		cmd.Env = []string{"LINE=" + k.line, "PART=" + k.part, "ANSWER=" + k.answer}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, k.want+" "+k.want+"\n", string(out))
	}
}
