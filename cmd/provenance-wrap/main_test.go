package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/wire"
)

// asWrapper makes this test binary act as the real program.
const asWrapper = "PROVENANCE_WRAP_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asWrapper) != "" {
		os.Exit(run(os.Args))
	}
	os.Exit(m.Run())
}

// command is the wrapper under the name called, with dir as its runtime directory. It is given
// 20 s.
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
	_ = cmd.Run() // the exit code says how it ended
	return cmd.ProcessState.ExitCode(), out.String(), complaints.String()
}

// Other people write clients of tools.sock from this example.
func TestTheDocumentedSignatureIsRight(t *testing.T) {
	page, err := os.ReadFile("../../docs/PROTOCOL-TOOLS.md")
	require.NoError(t, err)
	r := wire.WrapRequest{
		Tool: "test-tool", Args: []string{"arg1", "arg2"}, Cwd: "/home/user/project",
		Timestamp: "1234567890", Nonce: "dGVzdC1ub25jZS0xMjM0",
	}
	signed := r.AppendSigned(nil, wire.WrapForm{PTY: "0"})
	require.Contains(t, string(page), "\n```\n"+string(signed)+"\n```\n")
	for _, form := range []wire.WrapForm{{PTY: "0"}, {}} {
		mac := hmac.New(sha256.New, []byte("test-secret-key-for-hmac-testing"))
		mac.Write(r.AppendSigned(nil, form))
		require.Contains(t, string(page), "`"+base64.StdEncoding.EncodeToString(mac.Sum(nil))+"`")
	}
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
		{name, nil, 125, "", "no tool given"},
		{name, []string{"--runtime-dir", none}, 125, "", "no tool given"},
		{name, []string{"--nonsense", "gog"}, 125, "", "flag provided but not defined: -nonsense\nprovenance-wrap --help says more"},
		{name, []string{"--wiat", "gog"}, 125, "", "provenance-wrap: flag provided but not defined: -wiat\n"},
		{name, []string{"--wait=soon", "gog"}, 125, "", `provenance-wrap: invalid boolean value "soon" for -wait`},
		{name, []string{"--runtime-dir"}, 125, "", "flag needs an argument: -runtime-dir\n"},
		{name, []string{"gog", "--help"}, 125, "", "daemon not reachable at " + none},
		{name, []string{"--runtime-dir", none + "/2", "gog"}, 125, "", "daemon not reachable at " + none + "/2"},
		{"gog", []string{"--version"}, 125, "", "daemon not reachable at " + none},
	} {
		code, stdout, stderr := finish(t, command(t, none, tt.called, tt.args...))
		require.Equal(t, tt.code, code, "%s %q", tt.called, tt.args)
		require.Contains(t, stdout, tt.stdout)
		require.Contains(t, stderr, tt.stderr)
		require.Equal(t, []bool{tt.stdout == "", tt.stderr == ""}, []bool{stdout == "", stderr == ""}, tt.args)
	}
}

// talk is a daemon's side of one connection. It runs in another goroutine than the test, so it
// asserts and never requires.
type talk struct {
	t     *testing.T
	conn  net.Conn
	lines *bufio.Scanner
}

func (d *talk) line() string {
	d.lines.Scan()
	return d.lines.Text()
}

func (d *talk) say(frame any) {
	b, err := wire.AppendJSONFrame(nil, frame)
	assert.NoError(d.t, err)
	_, err = d.conn.Write(b)
	assert.NoError(d.t, err)
}

// daemon answers one request, as play says.
func daemon(t *testing.T, play func(r wire.WrapRequest, d *talk)) (dir string) {
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
		d := &talk{t: t, conn: conn, lines: bufio.NewScanner(conn)}
		r, err := wire.ParseWrapRequest([]byte(d.line()))
		assert.NoError(t, err)
		mac, err := base64.StdEncoding.DecodeString(r.HMAC)
		assert.NoError(t, err)
		form := r.WrapForms()[0]
		assert.True(t, len(mac) == 32 && hmacauth.NewSigner(key).Verify([32]byte(mac), r.AppendSigned(nil, form)), "signed as %v", form)
		play(r, d)
	}()
	return dir
}

type object = map[string]any

const eof = `{"type":"stdin","eof":true}`

func TestBySymlinkEverythingIsTheTools(t *testing.T) {
	var asked wire.WrapRequest
	dir := daemon(t, func(r wire.WrapRequest, d *talk) {
		asked = r
		assert.Equal(t, eof, d.line()) // the null device
		d.say(object{"type": "done", "exit_code": 7})
	})
	cmd := command(t, dir, "gog", "--runtime-dir", "x", "--", "-h")
	cmd.Env = append(cmd.Env, "PROVENANCE_WRAP_ENV=GOG_ACCOUNT,GOG_UNSET", "GOG_ACCOUNT=a", "SECRET=s", "PROVENANCE_TICKET=cw.1.mac")
	code, _, stderr := finish(t, cmd)
	require.Equal(t, 7, code, stderr)
	require.Equal(t, "gog", asked.Tool)
	require.Equal(t, []string{"--runtime-dir", "x", "--", "-h"}, asked.Args)
	require.Equal(t, cmd.Dir, asked.Cwd)
	require.Equal(t, map[string]string{"GOG_ACCOUNT": "a", "PROVENANCE_TICKET": "cw.1.mac"}, asked.Env)
}

func TestWaitingIsAskedFor(t *testing.T) {
	dir := daemon(t, func(r wire.WrapRequest, d *talk) {
		assert.Equal(t, map[string]string{"PROVENANCE_WAIT": "1"}, r.Env)
		d.say(object{"type": "pending", "message": "Approval code: bf619df9"})
		d.say(object{"type": "error", "message": "blocked: the code has expired"})
	})
	code, _, stderr := finish(t, command(t, dir, name, "--wait", "gog"))
	require.Equal(t, 126, code)
	require.Equal(t, "provenance-wrap: Approval code: bf619df9\nprovenance-wrap: blocked: the code has expired\n", stderr)
}

func TestAProcessPassesSignalsOn(t *testing.T) {
	reading := make(chan struct{})
	dir := daemon(t, func(_ wire.WrapRequest, d *talk) {
		close(reading)
		assert.Equal(t, `{"type":"signal","signal":"SIGTERM"}`, d.line())
		d.say(object{"type": "done", "exit_code": -1, "signal": "SIGTERM"})
	})
	cmd := command(t, dir, name, "gog")
	stdin, err := cmd.StdinPipe() // that stays open
	require.NoError(t, err)
	defer stdin.Close()
	require.NoError(t, cmd.Start())
	<-reading
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	_ = cmd.Wait() // the exit code says how it ended
	require.Equal(t, 143, cmd.ProcessState.ExitCode())
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
