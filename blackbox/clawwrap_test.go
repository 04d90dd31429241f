package blackbox_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// stock runs a claw-wrap client that shares no code with this project, not even the language.
func stock(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	script, err := filepath.Abs("sandbox/stockclient.py")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, "python3", append([]string{script}, args...)...)
	cmd.Dir = t.TempDir()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		require.NoError(t, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// The stock client signs as claw-wrap does: the published vectors.
func TestTheStockClientIsOne(t *testing.T) {
	code, stdout, stderr := stock(t, "", "vectors")
	require.Zero(t, code, stderr)
	require.Equal(t, []string{
		"tLawZZ4jgxNjwOOfbqAhz6Bx7EZrC2WxZdk6nLjg3Ls=",
		"UM958Y1jYQp2TrCth7xdCUkS75iOyWRMyH0QelByWeo=",
		"9AUGF745PN42TELLRMjIsn0cIb4MNwkcDvUsga8XlIY=",
		"eNbmdN3naggOqIZFTw3PTD1gjzP8f/JqCISbtSEibR4=",
		"PdzSu8guGvwp5DgvbD5Fu0PPevLrK57tC0hTUcZMNkI=",
	}, strings.Fields(stdout))
}

func TestAStockClientRunsTools(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "tool")
	require.NoError(t, os.WriteFile(tool, []byte(`#!/bin/sh
case $1 in
cat) exec cat ;;
say) shift && printf '%s|' "$@" && echo "$A$B$SECRET" ;;
fail) echo oops >&2 && exit 7 ;;
kill) kill -s TERM $$ ;;
flood) exec yes ;;
slow) exec sleep 60 ;;
esac
`), 0o700))
	require.NoError(t, os.WriteFile(dir+"/secret", []byte("a-secret-of-some-length"), 0o600))
	r := newRig(t, `
toolDefaults: {withoutTicket: trusted}
toolOverrides: {gog: {"*": allow}}
wrappers:
  gog:
    binary: `+tool+`
    credentials: {SECRET: {file: `+dir+`/secret}}
    requestEnv: [A, B]
    allowUnsafeEnv: true
    blockedArgs: [{match: "^--delete", message: deleting is not allowed}]
    timeout: 2s
    maxOutput: 4MiB
    output: trusted
`)
	run := r.path("run")
	binary := strings.Repeat("\x00\x01\xfe\xff01234567", 1<<17) // 1.5 MiB
	for _, tt := range []struct {
		name           string
		stdin          string
		args           []string
		code           int
		stdout, stderr string
	}{
		{"the specification's form", "", []string{"spec", "gog", "say", "a", "", "<&>", "ü\u2028"}, 0, "a||<&>|ü\u2028|ü<2>[REDACTED:credential]\n", ""},
		{"seven fields", "", []string{"0", "gog", "say", "a"}, 0, "a|ü<2>[REDACTED:credential]\n", ""},
		{"a terminal, for a tool that has none", "", []string{"1", "gog", "say", "a"}, 0, "a|ü<2>[REDACTED:credential]\n", ""},
		{"input", binary, []string{"0", "gog", "cat"}, 0, binary, ""},
		{"an exit code", "", []string{"0", "gog", "fail"}, 7, "", "oops\n"},
		{"a signal", "", []string{"0", "gog", "kill"}, 255, "", ""},
		{"a timeout", "", []string{"0", "gog", "slow"}, 124, "", ""},
		{"an argument rule", "", []string{"0", "gog", "--delete"}, 125, "", "blocked: deleting is not allowed\n"},
		{"an unknown tool", "", []string{"0", "gh"}, 125, "", "unknown tool\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := stock(t, tt.stdin, append([]string{"run", run}, tt.args...)...)
			require.Equal(t, tt.stderr, stderr)
			require.Equal(t, tt.code, code)
			require.True(t, tt.stdout == stdout, "%d bytes: %.80q", len(stdout), stdout)
		})
	}
	code, stdout, stderr := stock(t, "", "run", run, "0", "gog", "flood")
	require.Equal(t, 125, code)
	require.Equal(t, "output limit exceeded\n", stderr)
	require.LessOrEqual(t, len(stdout), 4<<20)

	_, stdout, stderr = stock(t, "", "list", run)
	require.Equal(t, "['gog']\n", stdout, stderr)
}

// If the workspace contained the daemon's files, the program inside could make any program run
// outside.
func TestTheSandboxRecipeRefusesAWorkspaceWithTheDaemonsFiles(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, name := range []string{"bin", "work", "run", "home/work", "home/.config/provenanced"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bin/provenance-wrap"), []byte("#!/bin/sh\n"), 0o700))
	for workspace, refused := range map[string]string{"work": "", "home/work": "", "home": "home/.config/provenanced", "run": "run", ".": "run"} {
		cmd := exec.Command("sandbox/bubblewrap.sh", filepath.Join(dir, workspace), "true")
		cmd.Env = []string{"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "BWRAP=/bin/true",
			"RUNTIME_DIRECTORY=" + filepath.Join(dir, "run"), "HOME=" + filepath.Join(dir, "home")}
		out, err := cmd.CombinedOutput()
		if refused == "" {
			require.NoError(t, err, "%s", out)
			continue
		}
		require.Error(t, err, workspace)
		require.Contains(t, string(out), filepath.Join(dir, refused)+" is in ")
	}
}
