package ctl

import (
	"os"
	"os/exec"
	"path/filepath"
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
		"provenancectl completion ":                               "bash fish zsh",
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
	got := runWith(t, nil, nil, "completion", "tcsh")
	require.Equal(t, ExitUsage, got.code, "nothing to source looks like a script that works")
	require.Equal(t, "provenancectl: no script for tcsh: completion knows bash, fish and zsh\n", got.err)
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
		cmd.Args[2] = completionScripts["bash"] + cmd.Args[2]
		cmd.Env = []string{"LINE=" + k.line, "PART=" + k.part, "ANSWER=" + k.answer}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, k.want+" "+k.want+"\n", string(out))
	}
}

// shellIn is where a shell finds a provenancectl that answers one line.
func shellIn(t *testing.T, shell, line, answer string) []string {
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skip("no " + shell)
	}
	dir := t.TempDir()
	stub := "#!/bin/sh\n[ \"$1 $2 $3\" = \"completion -- $LINE\" ] && printf '%s' \"$ANSWER\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "provenancectl"), []byte(stub), 0o700))
	return []string{path, "PATH=" + dir + ":/usr/bin:/bin", "HOME=" + dir, "LINE=" + line, "ANSWER=" + answer}
}

func TestCompletionInZsh(t *testing.T) {
	for _, k := range []struct{ words, prefix, line, answer, want string }{
		{"provenancectl st", "st", "provenancectl st", "status\n", "-- status"},
		{"provenancectl session agent:ma", "agent:ma", "provenancectl session agent:ma", "agent:main:main\nagent:main:x\n", "-- agent:main:main agent:main:x"},
		{"provenancectl graph ''", "", "provenancectl graph ", "--format\n", "-- --format"},
		{"provenancectl audit verify ''", "", "provenancectl audit verify ", "", "files"},
	} {
		shell := shellIn(t, "zsh", k.line, k.answer)
		run := func(load string) string {
			cmd := exec.Command(shell[0], "-fc", `
				compadd() { print -r -- "$@"; }
				_files() { print files; }
				compdef() { print "$@"; }
				complete() { local -a words=(`+k.words+`); local CURRENT=$#words PREFIX="`+k.prefix+`"; _provenancectl; }
				`+load+`
				complete`)
			cmd.Env = shell[1:]
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			return string(out)
		}
		script := completionScripts["zsh"]
		require.Equal(t, "_provenancectl provenancectl\n"+k.want+"\n", run(script), "as a file that is run")
		file := filepath.Join(t.TempDir(), "_provenancectl")
		require.NoError(t, os.WriteFile(file, []byte(script), 0o600))
		require.Equal(t, k.want+"\n", run("fpath=("+filepath.Dir(file)+")\nautoload -U _provenancectl"), "as a function that is loaded")
	}
}

func TestCompletionInFish(t *testing.T) {
	for _, k := range []struct{ line, answer, want string }{
		{"provenancectl st", "status\n", "status"},
		{"provenancectl session agent:ma", "agent:main:main\nagent:main:x\n", "agent:main:main agent:main:x"},
		{"provenancectl graph --format=s", "--format=svg\n", "--format=svg"},
		{"provenancectl audit verify led", "", "ledger/"},
	} {
		shell := shellIn(t, "fish", k.line, k.answer)
		dir := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(dir, "ledger"), 0o700))
		require.NoError(t, os.Mkdir(filepath.Join(dir, "status.d"), 0o700))
		cmd := exec.Command(shell[0], "--no-config", "-c", completionScripts["fish"]+"complete -C '"+k.line+"'")
		cmd.Env, cmd.Dir = shell[1:], dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		var words []string
		for line := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			words = append(words, word)
		}
		require.Equal(t, k.want, strings.Join(words, " "))
	}
}
