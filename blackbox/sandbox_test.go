//go:build sandbox

package blackbox_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/ptytest"
)

// These tests go through a real bubblewrap, started by sandbox/bubblewrap.sh; "make test-sandbox"
// runs them and gets it if it is missing. In the sandbox a hostile program
// (sandbox/testdata/hostile) tries one way out after another.

// marker is the credential that must not get in.
const marker = "tok_5e1fQ9xW+marker/for=the*sandbox"

var hostile = sync.OnceValues(func() (string, error) {
	bin, err := binaries()
	if err != nil {
		return "", err
	}
	path := filepath.Join(bin, "hostile")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", path, "./sandbox/testdata/hostile")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

// sandbox is a daemon with one tool, and a sandbox that can use only that.
type sandbox struct {
	*rig
	workspace string
	outside   string // directory of the tool and its credential
	ticket    string // of session "s"
}

func newSandbox(t *testing.T) *sandbox {
	t.Helper()
	require.NotEmpty(t, os.Getenv("BWRAP"), "run this with: make test-sandbox")
	// If limits allow anything to dump its memory to a file, it must be this process.
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: math.MaxUint64, Max: math.MaxUint64}))

	outside, err := os.MkdirTemp("", "tool-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(outside) })
	script, err := os.ReadFile("sandbox/testdata/gog")
	require.NoError(t, err)
	binary, token := filepath.Join(outside, "gog"), filepath.Join(outside, "token")
	require.NoError(t, os.WriteFile(binary, script, 0o755))
	require.NoError(t, os.WriteFile(token, []byte(marker+"\n"), 0o600))

	s := &sandbox{outside: outside, rig: newRig(t, `
toolDefaults: {withoutTicket: deny}
toolOverrides: {gog: {"*": allow}, fixed: {"*": allow}}
wrappers:
  gog:
    binary: `+binary+`
    credentials: {GOG_TOKEN: {file: `+token+`}}
    forcedEnv: {GOG_READONLY: "1"}
    requestEnv: [LANG]
    blockedArgs: [{match: "^forbidden$", message: not that}]
    output: external
    risk: read
    pty: true
  fixed:
    binary: `+binary+`
    credentials: {GOG_TOKEN: {file: `+token+`}}
    workingDir: `+outside+`
`)}
	s.workspace = s.path("ws")
	path, err := hostile()
	require.NoError(t, err)
	program, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(s.path("ws", "hostile"), program, 0o700))
	s.ticket = s.ticketOf("s")
	return s
}

func (s *sandbox) ticketOf(session string) string {
	s.t.Helper()
	ctx := object{"agentId": "main", "senderIsOwner": true}
	g := s.gateway()
	g.ask("context_assembled", session, object{"messages": []object{{"role": "user", "content": "look at my mail"}}}, ctx)
	env := g.ask("resolve_exec_env", session, object{"toolName": "exec"}, ctx)["result"].(object)["env"].(object)
	return env["PROVENANCE_TICKET"].(string)
}

// command is a program in the sandbox, with a minute to run.
func (s *sandbox) command(args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	s.t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "sandbox/bubblewrap.sh", append([]string{s.workspace}, args...)...)
	cmd.Env = []string{"PATH=" + s.bin + ":" + os.Getenv("PATH"), "BWRAP=" + os.Getenv("BWRAP"),
		"RUNTIME_DIRECTORY=" + s.path("run"), "PROVENANCE_TICKET=" + s.ticket}
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

type outcome struct {
	code           int
	stdout, stderr string
}

func (s *sandbox) run(stdin string, args ...string) outcome {
	s.t.Helper()
	cmd := s.command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		require.NoError(s.t, err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// attack runs a command of the hostile program and returns its output.
func (s *sandbox) attack(args ...string) string {
	s.t.Helper()
	got := s.run("", append([]string{s.path("ws", "hostile")}, args...)...)
	require.Zero(s.t, got.code, "the attack did not take place: %s%s", got.stdout, got.stderr)
	require.NotContains(s.t, got.stdout+got.stderr, marker)
	return got.stdout
}

func (s *sandbox) level(session string) string {
	s.t.Helper()
	var row struct {
		Level string `json:"level"`
	}
	s.ctlJSON(&row, "session", session)
	return row.Level
}

// serves checks that the daemon still works.
func (s *sandbox) serves() {
	s.t.Helper()
	begun := time.Now()
	require.Equal(s.t, outcome{0, "still here\n", ""}, s.run("", "gog", "say", "still", "here"))
	require.NotEmpty(s.t, s.gateway().ask("before_tool_call", "other", object{"toolName": "read", "toolCallId": "1", "params": object{}}, object{})["verdict"])
	require.Less(s.t, time.Since(begun), 5*time.Second)
}

func TestSandboxedToolsWork(t *testing.T) {
	s := newSandbox(t)
	s.serves()
	require.Equal(t, outcome{3, "", "oops\n"}, s.run("", "gog", "fail", "3"))
	input := strings.Repeat("0123456789abcdef", 1<<16)
	got := s.run(input, "sh", "-c", "cat | gog cat | cat")
	require.True(t, got.stdout == input, "%d of %d bytes, %s", len(got.stdout), len(input), got.stderr)
	require.Equal(t, outcome{126, "", "provenance-wrap: blocked: not that\n"}, s.run("", "gog", "forbidden"))
	require.Equal(t, outcome{127, "", "provenance-wrap: unknown tool\n"}, s.run("", "provenance-wrap", "gh"))
	require.Equal(t, outcome{143, "", ""}, s.run("", "sh", "-c", "gog sleep 61.1 & sleep 0.3; kill $!; wait $!"))

	// The tool's result is in the session that the ticket proves.
	require.Equal(t, "external", s.level("s"))

	// Without a ticket, no session is asking.
	s.ticket = ""
	require.Equal(t, 126, s.run("", "gog", "say", "x").code)
}

// A sandbox in a session of its own has a terminal, and so does the tool: keys are passed on, and
// make signals.
func TestSandboxedToolsHaveATerminal(t *testing.T) {
	s := newSandbox(t)
	keyboard, terminal := ptytest.Open(t)
	require.NoError(t, unix.IoctlSetWinsize(int(keyboard.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 33, Col: 99}))
	before, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
	require.NoError(t, err)

	cmd := s.command("gog", "terminal")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	require.NoError(t, cmd.Start())
	screen := make([]byte, 100)
	read, err := keyboard.Read(screen)
	require.NoError(t, err)
	require.Equal(t, "33 99\r\n", string(screen[:read]))
	_, err = keyboard.Write([]byte{0x03})
	require.NoError(t, err)
	_ = cmd.Wait() // the exit code says it
	require.Equal(t, 130, cmd.ProcessState.ExitCode())
	after, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestSandboxCannotReadTheCredential(t *testing.T) {
	s := newSandbox(t)
	running := s.command("gog", "sleep", "62.1")
	require.NoError(t, running.Start())
	defer func() { running.Process.Kill(); running.Wait() }()
	tool := s.appears("62.1")

	require.Empty(t, s.attack("search", hex.EncodeToString([]byte(marker))))
	outside := []string{strconv.Itoa(s.cmd.Process.Pid), strconv.Itoa(os.Getpid())}
	for _, pid := range tool {
		outside = append(outside, strconv.Itoa(pid))
	}
	require.Empty(t, s.attack(append([]string{"processes"}, outside...)...))

	// A tool that prints all it knows does not print it, either.
	env := s.run("", "gog", "env").stdout
	require.Contains(t, env, "GOG_TOKEN=[REDACTED:credential]\n")
	encoded := s.run("", "gog", "encode").stdout
	for _, form := range []string{base64.StdEncoding.EncodeToString([]byte(marker)), hex.EncodeToString([]byte(marker))} {
		require.NotContains(t, encoded, form)
	}
	require.Contains(t, encoded, "[REDACTED:credential]")
	require.Empty(t, s.attack("search", hex.EncodeToString([]byte(marker))))
}

// If a tool crashes where the sandbox can read, it must leave nothing to read.
func TestSandboxGetsNoCoreDump(t *testing.T) {
	s := newSandbox(t)
	require.Equal(t, 139, s.run("", "gog", "crash").code)
	files, err := filepath.Glob(s.workspace + "/*core*")
	require.NoError(t, err)
	require.Empty(t, files)
	require.True(t, strings.HasPrefix(s.run("", "gog", "limits").stdout, "0\n"), "core files have a limit of 0")
}

func TestSandboxReachesNoOtherSocket(t *testing.T) {
	s := newSandbox(t)
	s.run("", "sh", "-c", "ln -s "+s.path("run")+" run && ln -s "+s.path("run", "admin.sock")+" admin.sock && ln -s "+s.path("run", "gateway.sock")+" gateway.sock")
	require.Empty(t, s.attack("sockets", s.path("run"), s.workspace, s.workspace+"/run", s.path("state")))

	// The only socket in the sandbox speaks no other protocol,
	for line := range strings.Lines(s.attack("hooks", "s")) {
		require.Equal(t, "error invalid request\n", line)
	}
	// and its key works for no other socket.
	for _, socket := range []string{"gateway", "admin"} {
		p := s.dial(socket, "tools")
		p.send(p.line("ping", "s", object{}, object{}, nil))
		require.Equal(t, "unauthenticated", p.frame()["code"], socket)
	}
}

func TestSandboxProvesOnlyItsOwnSession(t *testing.T) {
	s := newSandbox(t)
	s.ticketOf("victim")
	got := s.attack("forge", s.workspace, "victim")
	require.NotContains(t, got, "forged")
	require.Equal(t, 9, strings.Count(got, "error blocked: "), got)
	require.Equal(t, "trusted", s.level("victim"))
	s.serves()
}

func TestSandboxCannotReplay(t *testing.T) {
	s := newSandbox(t)
	require.Equal(t, "once\ndone 0\nerror authentication failed\n", s.attack("replay", s.workspace, "gog", "say", "once"))
}

func TestSandboxCannotSetWhatToolsTrust(t *testing.T) {
	s := newSandbox(t)
	lib := filepath.Join(s.workspace, "evil.so")
	require.NoError(t, os.WriteFile(lib, []byte("not even a library"), 0o700))
	var set []string
	for _, name := range []string{"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "BASH_ENV", "ENV", "BASH_FUNC_echo%%", "IFS", "PS4", "PYTHONPATH",
		"NODE_OPTIONS", "PERL5OPT", "RUBYOPT", "GIT_CONFIG_GLOBAL", "http_proxy", "HTTPS_PROXY", "SSL_CERT_FILE", "PATH", "HOME",
		"GOG_TOKEN", "GOG_READONLY", "XDG_CONFIG_HOME", "PROVENANCE_WAIT", "OTHER"} {
		set = append(set, name+"="+lib)
	}
	got := s.attack("ask", s.workspace, strings.Join(append(set, "LANG=de"), " "), "gog", "env")
	require.NotContains(t, got, lib)
	require.NotContains(t, got, s.ticket)
	require.Contains(t, got, "LANG=de\n")
	require.Contains(t, got, "GOG_READONLY=1\n")
}

func TestSandboxCannotChooseAnotherProgramOrPlace(t *testing.T) {
	s := newSandbox(t)
	require.NoError(t, os.Symlink("/etc", filepath.Join(s.workspace, "link")))
	require.NoError(t, os.WriteFile(filepath.Join(s.workspace, "file"), nil, 0o600))
	for _, cwd := range []string{".", "ws", "../..", s.workspace + "/file", s.workspace + "/none", "~"} {
		require.Equal(t, "error invalid working directory\n", s.attack("ask", cwd, "", "gog", "limits"), cwd)
	}
	require.Equal(t, "error invalid request\n", s.attack("ask", "/NUL", "", "gog", "limits"))
	// A tool with its own working directory runs there, whatever the caller says.
	for _, cwd := range []string{s.workspace, s.workspace + "/link", "/none"} {
		require.Contains(t, s.attack("ask", cwd, "", "fixed", "limits"), s.outside+"\ndone 0\n")
	}
	// The meaning of a name below /proc depends on the process, so it may be a memory file.
	require.Contains(t, s.attack("ask", "/proc/self/cwd", "", "fixed", "limits"), "error blocked: ")
	evil := filepath.Join(s.workspace, "gog")
	require.NoError(t, os.WriteFile(evil, []byte("#!/bin/sh\necho evil\n"), 0o755))
	for _, tool := range []string{evil, "./gog", "../gog", "/bin/sh", "gog/", "GOG", "sh", "gog/../../bin/sh"} {
		require.Equal(t, "error unknown tool\n", s.attack("ask", s.workspace, "", tool, "say", "x"), tool)
	}
	require.Equal(t, "x\ndone 0\n", s.attack("ask", s.workspace, "PATH="+s.workspace, "gog", "say", "x"))
}

// Whatever a tool leaves running is gone with its run, and so is the tool if its caller is gone.
func TestSandboxLeavesNoProcessBehind(t *testing.T) {
	s := newSandbox(t)
	require.Equal(t, outcome{0, "away\n", ""}, s.run("", "gog", "daemonise", "63.1"))
	s.vanishes("63.1")

	for i, leave := range []string{
		"gog sleep 64.%d & sleep 0.5; kill -KILL $!",
		"gog stubborn 64.%d & sleep 0.5; kill -KILL $!",
		"timeout -s KILL 0.5 gog daemonise 64.%d",
		"gog stubborn 64.%d & sleep 0.5; exit", // the whole sandbox ends
	} {
		seconds := "64." + strconv.Itoa(i)
		s.run("", "sh", "-c", fmt.Sprintf(leave, i))
		s.vanishes(seconds)
	}
	s.attack("stuff", s.workspace, "gog", "sleep", "65.1")
	s.vanishes("65.1")
	s.serves()
}

// sleepers are the processes outside that sleep for that long.
func sleepers(t *testing.T, seconds string) (pids []int) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, name := range names {
		line, _ := os.ReadFile(name)
		args := strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
		if len(args) == 2 && filepath.Base(args[0]) == "sleep" && args[1] == seconds {
			pid, err := strconv.Atoi(strings.Split(name, "/")[2])
			require.NoError(t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}

func (s *sandbox) appears(seconds string) []int {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return len(sleepers(s.t, seconds)) > 0 }, 10*time.Second, 20*time.Millisecond, "the tool did not start")
	return sleepers(s.t, seconds)
}

func (s *sandbox) vanishes(seconds string) {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return len(sleepers(s.t, seconds)) == 0 }, 10*time.Second, 50*time.Millisecond, "sleep %s is still there", seconds)
}

func TestSandboxCannotFlood(t *testing.T) {
	s := newSandbox(t)
	done := make(chan outcome)
	// A connection from before continues, and new ones are accepted.
	running := s.command("gog", "cat")
	stdin, err := running.StdinPipe()
	require.NoError(t, err)
	stdout, err := running.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, running.Start())
	_, err = io.WriteString(stdin, "there")
	require.NoError(t, err)
	before := make([]byte, len("there"))
	_, err = io.ReadFull(stdout, before)
	require.NoError(t, err)
	require.Equal(t, "there", string(before))
	for range 3 {
		go func() { done <- s.run("", s.path("ws", "hostile"), "connections", "6") }()
	}
	time.Sleep(2 * time.Second) // until they have most of what they can have
	for range 3 {
		s.serves()
	}
	_, err = io.WriteString(stdin, "survived")
	require.NoError(t, err)
	require.NoError(t, stdin.Close())
	old, err := io.ReadAll(stdout)
	require.NoError(t, err)
	require.NoError(t, running.Wait())
	require.Equal(t, "survived", string(old))
	for range 3 {
		require.Equal(t, outcome{}, <-done)
	}

	memory := s.resident()
	for line := range strings.Lines(s.attack("lines")) {
		require.Contains(t, []string{"error request too large\n", "done -1\n"}, line)
	}
	require.Less(t, s.resident()-memory, 64, "MiB that long lines have cost")
	s.serves()
}

// resident is the daemon's memory in MiB.
func (s *sandbox) resident() int {
	s.t.Helper()
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.cmd.Process.Pid))
	require.NoError(s.t, err)
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	require.NoError(s.t, err)
	return pages * os.Getpagesize() >> 20
}

// A restarted daemon has another socket and another key. A sandbox gets both at once, and its
// ticket stays valid.
func TestSandboxOutlivesItsDaemon(t *testing.T) {
	s := newSandbox(t)
	cmd := s.command("sh", "-c", "gog say before; read _; gog say after; ls $RUNTIME_DIRECTORY")
	var stdout, stderr lockedBuffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool { return stdout.String() == "before\n" }, 10*time.Second, 10*time.Millisecond)
	s.stop()
	s.start()
	require.NoError(t, stdin.Close())
	require.NoError(t, cmd.Wait(), stderr.String())
	require.Equal(t, "before\nafter\ntools.key\ntools.sock\n", stdout.String())
	s.serves() // in a new sandbox, with the old ticket
}
