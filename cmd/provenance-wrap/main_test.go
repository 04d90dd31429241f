package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/wire"
)

// asWrapper makes this test binary be the real one.
const asWrapper = "PROVENANCE_WRAP_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asWrapper) != "" {
		os.Exit(run(os.Args))
	}
	os.Exit(m.Run())
}

// command is the wrapper under the name called, with dir as its runtime directory.
// It has 20 s.
func command(t *testing.T, dir, called string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), called)
	require.NoError(t, os.Symlink(self, link))
	limited, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(limited, link, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), asWrapper+"=1", "RUNTIME_DIRECTORY="+dir, "PWD="+cmd.Dir)
	return cmd
}

// finish runs cmd to its end.
func finish(t *testing.T, cmd *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	_ = cmd.Run() // the exit code says it
	return cmd.ProcessState.ExitCode(), out.String(), complaints.String()
}

func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "wrap-") // socket paths have 107 bytes
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func TestCommandLine(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	for _, tt := range []struct {
		called         string
		args           []string
		code           int
		stdout, stderr string
	}{
		{name, []string{"--help"}, 0, "Exit codes", ""},
		{name, []string{"--version"}, 0, "provenance-wrap dev\n", ""},
		{name, nil, 125, "", "which tool?"},
		{name, []string{"--runtime-dir", none}, 125, "", "which tool?"},
		{name, []string{"--nonsense", "gog"}, 125, "", "--help says more"},
		{name, []string{"gog", "--help"}, 125, "", "daemon not reachable at " + none},
		{name, []string{"--runtime-dir", none + "/2", "gog"}, 125, "", "daemon not reachable at " + none + "/2"},
		{"gog", []string{"--version"}, 125, "", "daemon not reachable at " + none},
	} {
		code, stdout, stderr := finish(t, command(t, none, tt.called, tt.args...))
		require.Equal(t, tt.code, code, "%s %q", tt.called, tt.args)
		require.Contains(t, stdout, tt.stdout)
		require.Contains(t, stderr, tt.stderr)
	}
}

// daemon answers one request: play gets it, and what follows it line by line.
func daemon(t *testing.T, play func(r wire.WrapRequest, lines *bufio.Scanner) any) (dir string) {
	t.Helper()
	dir = shortDir(t)
	key, err := hmacauth.GenerateKey(rand.Reader)
	require.NoError(t, err)
	require.NoError(t, hmacauth.WriteKeyFile(filepath.Join(dir, "tools.key"), key))
	l, err := net.Listen("unix", filepath.Join(dir, "tools.sock"))
	require.NoError(t, err)
	done := make(chan struct{})
	t.Cleanup(func() { l.Close(); <-done })
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if !assert.NoError(t, err) {
			return
		}
		defer conn.Close()
		lines := bufio.NewScanner(conn)
		lines.Scan()
		r, err := wire.ParseWrapRequest(lines.Bytes())
		assert.NoError(t, err)
		frame, err := wire.AppendJSONFrame(nil, play(r, lines))
		assert.NoError(t, err)
		_, err = conn.Write(frame)
		assert.NoError(t, err)
	}()
	return dir
}

func line(lines *bufio.Scanner) string {
	lines.Scan()
	return lines.Text()
}

const eof = `{"type":"stdin","eof":true}`

func TestBySymlinkEverythingIsTheTools(t *testing.T) {
	var asked wire.WrapRequest
	dir := daemon(t, func(r wire.WrapRequest, lines *bufio.Scanner) any {
		asked = r
		assert.Equal(t, eof, line(lines)) // the null device
		return map[string]any{"type": "done", "exit_code": 7}
	})
	cmd := command(t, dir, "gog", "--runtime-dir", "x", "--", "-h")
	cmd.Env = append(cmd.Env, "PROVENANCE_WRAP_ENV=GOG_ACCOUNT,GOG_UNSET", "GOG_ACCOUNT=a", "SECRET=s")
	code, _, stderr := finish(t, cmd)
	require.Equal(t, 7, code, stderr)
	require.Equal(t, "gog", asked.Tool)
	require.Equal(t, []string{"--runtime-dir", "x", "--", "-h"}, asked.Args)
	require.Equal(t, cmd.Dir, asked.Cwd)
	require.Equal(t, map[string]string{"GOG_ACCOUNT": "a"}, asked.Env)
}

func TestAProcessPassesSignalsOn(t *testing.T) {
	reading := make(chan struct{})
	dir := daemon(t, func(_ wire.WrapRequest, lines *bufio.Scanner) any {
		close(reading)
		assert.Equal(t, `{"type":"signal","signal":"SIGTERM"}`, line(lines))
		return map[string]any{"type": "done", "exit_code": -1, "signal": "SIGTERM"}
	})
	cmd := command(t, dir, name, "gog")
	stdin, err := cmd.StdinPipe() // that stays open
	require.NoError(t, err)
	defer stdin.Close()
	require.NoError(t, cmd.Start())
	<-reading
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	_ = cmd.Wait() // the exit code says it
	require.Equal(t, 143, cmd.ProcessState.ExitCode())
}

func TestATerminalIsNotTheToolsInput(t *testing.T) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	defer master.Close()
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	terminal, err := os.OpenFile(filepath.Join("/dev/pts", strconv.Itoa(n)), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	defer terminal.Close()

	dir := daemon(t, func(_ wire.WrapRequest, lines *bufio.Scanner) any {
		assert.Equal(t, eof, line(lines))
		return map[string]any{"type": "done"}
	})
	cmd := command(t, dir, name, "gog")
	cmd.Stdin = terminal
	code, _, stderr := finish(t, cmd)
	require.Equal(t, 0, code, stderr)
}

// The real daemon, which has no tools.
func TestTheDaemonKnowsNoSuchTool(t *testing.T) {
	dir := shortDir(t)
	bin := filepath.Join(dir, "provenanced")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "../provenanced").CombinedOutput()
	require.NoError(t, err, "%s", out)
	served := exec.Command(bin, "serve", "--runtime-dir", filepath.Join(dir, "run"),
		"--state-dir", filepath.Join(dir, "state"), "--policy", filepath.Join(dir, "policy.yaml"))
	require.NoError(t, served.Start())
	t.Cleanup(func() { served.Process.Kill(); served.Wait() })
	require.Eventually(t, func() bool {
		conn, err := net.Dial("unix", filepath.Join(dir, "run", "tools.sock"))
		if err == nil {
			conn.Close()
		}
		return err == nil
	}, 10*time.Second, 10*time.Millisecond, "the daemon did not listen")

	for _, cmd := range []*exec.Cmd{
		command(t, filepath.Join(dir, "run"), "gog", "gmail", "list", "<&>", "\u2028", "\ufffd"),
		command(t, dir, name, "--runtime-dir", filepath.Join(dir, "run"), "gog"),
	} {
		cmd.Stdin = bytes.NewReader(make([]byte, 1<<20)) // a pipe
		cmd.Env = append(cmd.Env, "PROVENANCE_WRAP_ENV=LANG,A", "A=<ü>")
		code, stdout, stderr := finish(t, cmd)
		require.Equal(t, 127, code, stderr)
		require.Empty(t, stdout)
		require.Equal(t, "provenance-wrap: unknown tool\n", stderr)
	}
}
