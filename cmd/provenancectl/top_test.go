package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/ctl"
	"github.com/provenanced/provenanced/internal/ptytest"
)

const (
	backAgain = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	patience  = 30 * time.Second // for a busy machine
)

// seat is a terminal and the person in front of it.
type seat struct {
	t                  *testing.T
	keyboard, terminal *os.File
	before             unix.Termios

	mu  sync.Mutex
	out bytes.Buffer
}

func openSeat(t *testing.T, cols, rows uint16) *seat {
	keyboard, terminal := ptytest.Open(t)
	s := &seat{t: t, keyboard: keyboard, terminal: terminal}
	s.resize(cols, rows)
	s.before = s.settings()
	read := make(chan struct{})
	go func() {
		defer close(read)
		b := make([]byte, 4096)
		for {
			n, err := keyboard.Read(b)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.out.Write(b[:n])
			s.mu.Unlock()
		}
	}()
	t.Cleanup(func() { terminal.Close(); <-read }) // closing it ends the reader
	return s
}

func (s *seat) settings() unix.Termios {
	now, err := unix.IoctlGetTermios(int(s.terminal.Fd()), unix.TCGETS)
	require.NoError(s.t, err)
	return *now
}

func (s *seat) resize(cols, rows uint16) {
	require.NoError(s.t, unix.IoctlSetWinsize(int(s.keyboard.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: cols, Row: rows}))
}

func (s *seat) start(env []string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(s.t.Context(), words[0], words[1:]...)
	cmd.Env = append(env, "TERM=xterm", "NO_COLOR=1", "LC_ALL=C.UTF-8")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.terminal, s.terminal, s.terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(s.t, cmd.Start())
	return cmd
}

func (s *seat) types(keys string) {
	_, err := s.keyboard.WriteString(keys)
	require.NoError(s.t, err)
}

func (s *seat) printed() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// frame is the latest complete screen, line by line.
func (s *seat) frame() []string {
	all, _, _ := cutLast(s.printed(), "\x1b[J")
	_, last, _ := cutLast(all, "\x1b[H")
	return strings.Split(strings.ReplaceAll(last, "\x1b[K", ""), "\r\n")
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// sees waits until the screen looks as it should.
func (s *seat) sees(what string, is func(frame []string) bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); !is(s.frame()); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			require.Fail(s.t, "not seen: "+what, "%s", strings.Join(s.frame(), "\n"))
		}
	}
}

func (s *seat) seesText(text string) {
	s.t.Helper()
	s.sees(text, func(frame []string) bool { return strings.Contains(strings.Join(frame, "\n"), text) })
}

// chosen waits until the row of a session is marked.
func (s *seat) chosen(session string) {
	s.t.Helper()
	s.sees("> "+session, func(frame []string) bool {
		for _, line := range frame {
			if strings.HasPrefix(line, ">") && strings.Contains(line, session) {
				return true
			}
		}
		return false
	})
}

func (s *seat) isGivenBack(ended error, cmd *exec.Cmd, code int) {
	s.t.Helper()
	require.Equal(s.t, code, cmd.ProcessState.ExitCode(), "%v", ended)
	require.Equal(s.t, s.before, s.settings())
	for deadline := time.Now().Add(patience); !strings.Contains(s.printed(), backAgain); time.Sleep(5 * time.Millisecond) {
		require.True(s.t, time.Now().Before(deadline), "%q", s.printed())
	}
	_, after, _ := cutLast(s.printed(), backAgain)
	require.NotContains(s.t, after, "\x1b[H")
}

// house is a real daemon and its directories.
type house struct {
	t        *testing.T
	dir, bin string
	daemon   *exec.Cmd
}

var built string // the directory of the programs; empty until a test asks for them

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "provenanced-")
	if err != nil {
		return "", err
	}
	built = dir
	out, err := exec.Command("go", "build", "-o", dir, "github.com/provenanced/provenanced/cmd/provenancectl", "github.com/provenanced/provenanced/cmd/provenanced").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return dir, nil
})

func newHouse(t *testing.T) *house {
	bin, err := build()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "top") // a socket's path is short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	h := &house{t: t, dir: dir, bin: bin}
	for _, name := range []string{"r", "s", "c"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "c/provenanced"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "c/provenanced/policy.yaml"), []byte("mode: provenance\n"), 0o600))
	h.serve()
	return h
}

func (h *house) env() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.dir, "XDG_RUNTIME_DIR=" + h.dir + "/r", "XDG_STATE_HOME=" + h.dir + "/s", "XDG_CONFIG_HOME=" + h.dir + "/c"}
}

func (h *house) runtime() string { return filepath.Join(h.dir, "r/provenanced") }

func (h *house) serve() {
	daemon := exec.Command(filepath.Join(h.bin, "provenanced"), "serve")
	daemon.Env = h.env()
	require.NoError(h.t, daemon.Start())
	h.daemon = daemon
	h.t.Cleanup(func() {
		_ = daemon.Process.Kill() // it may have ended
		_ = daemon.Wait()
	})
	require.Eventually(h.t, func() bool {
		d, err := ctl.Dial(h.t.Context(), h.runtime())
		return err == nil && d.Close() == nil
	}, patience, 10*time.Millisecond)
}

// holds makes the gateway ask about a call that waits for the owner.
func (h *house) holds(session, call, command string) {
	ctx := h.t.Context()
	gateway, err := client.Dial(ctx, client.Options{RuntimeDir: h.runtime()})
	require.NoError(h.t, err)
	defer gateway.Close()
	owner := `{"agentId":"main","messageProvider":"webchat","senderIsOwner":true}`
	for _, r := range []struct {
		hook  client.Hook
		event string
	}{
		{"before_llm_call", `{"iteration":0,"messages":[{"role":"user","content":"hi"}],"tools":[]}`},
		{"after_tool_call", `{"toolName":"web_fetch","params":{"url":"https://example.com"},"toolCallId":"f","result":"page"}`},
		{"before_llm_call", `{"iteration":1,"messages":[{"role":"user","content":"hi"}],"tools":[]}`},
		{"before_tool_call", fmt.Sprintf(`{"toolName":"exec","toolCallId":%q,"params":{"command":%q}}`, call, command)},
	} {
		_, err := gateway.Ask(ctx, client.Request{Hook: r.hook, Session: session, Event: jsontext.Value(r.event), Ctx: jsontext.Value(owner)})
		require.NoError(h.t, err)
	}
}

func (h *house) asks(command string) string {
	d, err := ctl.Dial(h.t.Context(), h.runtime())
	require.NoError(h.t, err)
	defer d.Close()
	var raw jsontext.Value
	require.NoError(h.t, d.Admin(h.t.Context(), command, "", nil, &raw))
	return string(raw)
}

func TestTopByItsKeys(t *testing.T) {
	h := newHouse(t)
	h.holds("agent:main:a", "call_a", "ls -l /srv")
	h.holds("agent:main:b", "call_b", "make")
	s := openSeat(t, 80, 24)
	top := s.start(h.env(), filepath.Join(h.bin, "provenancectl"), "top")
	s.seesText("waits for you 2")
	s.seesText("ls -l /srv")
	s.chosen("agent:main:a")
	s.types("j")
	s.chosen("agent:main:b")
	s.types("\x1b[A")
	s.chosen("agent:main:a")
	s.types("\x1bOB")
	s.chosen("agent:main:b")
	s.types("k")
	s.chosen("agent:main:a")

	s.types("?")
	s.seesText("approve the chosen call, this one time")
	s.types("x")
	s.chosen("agent:main:a")
	s.types("\r")
	s.seesText("The agent asked for exec (call_a).")
	s.types("\x1b") // Escape alone
	s.chosen("agent:main:a")

	s.types("a")
	s.seesText("Approve this, once?")
	s.seesText("y approves it")
	s.types("n")
	s.seesText("Not approved")
	require.Contains(t, h.asks("pending"), "agent:main:a")
	s.types("a")
	s.seesText("Approve this, once?")
	s.types("y")
	s.seesText("Approved exec in agent:main:a, once.")
	require.NotContains(t, h.asks("pending"), "agent:main:a")
	require.Contains(t, h.asks("sessions"), `"scope":"once","asHeld":true`)

	s.seesText("waits for you 1")
	s.chosen("agent:main:b")
	s.types("d")
	s.seesText("Denied exec in agent:main:b.")
	s.seesText("waits for you none")
	require.Equal(t, "[]", h.asks("pending"))

	s.resize(40, 12)
	s.sees("40 columns, 12 rows", func(frame []string) bool {
		for _, line := range frame {
			if len([]rune(line)) > 40 {
				return false
			}
		}
		return len(frame) == 12
	})
	s.resize(80, 24)

	require.NoError(t, h.daemon.Process.Signal(syscall.SIGSTOP))
	s.types("x") // clears the last answer
	s.seesText("has not answered for")
	s.types("?")
	s.seesText("approve the chosen call, this one time")
	s.types("x")
	require.NoError(t, h.daemon.Process.Signal(syscall.SIGCONT))
	s.sees("an answer", func(frame []string) bool {
		return !strings.Contains(strings.Join(frame, "\n"), "has not answered for") && strings.Contains(frame[0], "provenanced dev")
	})

	require.NoError(t, h.daemon.Process.Kill())
	s.seesText("Trying again every second")
	s.types("a")
	s.seesText("There is nothing to choose.")
	_ = h.daemon.Wait()
	h.serve()
	h.holds("agent:main:c", "call_c", "ls")
	s.seesText("agent:main:c")
	s.types("k") // the row chosen before is now a denial
	s.chosen("agent:main:c")

	// an impossible action is reported
	s.types("a")
	s.seesText("Approve this, once?")
	d, err := ctl.Dial(t.Context(), h.runtime())
	require.NoError(t, err)
	require.NoError(t, d.Admin(t.Context(), "deny", "", map[string]string{"session": "agent:main:c"}, nil))
	require.NoError(t, d.Close())
	s.types("y")
	s.seesText("not approved: ")

	s.types("q")
	s.isGivenBack(top.Wait(), top, 0)
}

func TestTopGivesTheTerminalBack(t *testing.T) {
	h := newHouse(t)
	for name, end := range map[string]func(*seat, *exec.Cmd){
		"Ctrl-C":  func(s *seat, _ *exec.Cmd) { s.types("\x03") },
		"SIGTERM": func(_ *seat, cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGTERM) },
		"Ctrl-C while the daemon is silent": func(s *seat, _ *exec.Cmd) {
			_ = h.daemon.Process.Signal(syscall.SIGSTOP)
			s.seesText("has not answered for")
			s.types("\x03")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := openSeat(t, 80, 24)
			top := s.start(h.env(), filepath.Join(h.bin, "provenancectl"), "top")
			s.seesText("waits for you none")
			require.NotEqual(t, s.before, s.settings())
			end(s, top)
			s.isGivenBack(top.Wait(), top, 0)
			_ = h.daemon.Process.Signal(syscall.SIGCONT)
		})
	}
}

func TestTopThatPanicsGivesTheTerminalBack(t *testing.T) {
	s := openSeat(t, 80, 24)
	top := s.start(append(os.Environ(), sitting+"=panics"), os.Args[0])
	s.isGivenBack(top.Wait(), top, 2)
	require.Eventually(t, func() bool { return strings.Contains(s.printed(), "panic: the daemon's answer") }, patience, 5*time.Millisecond)
	_, after, _ := cutLast(s.printed(), backAgain)
	require.Contains(t, after, "panic: the daemon's answer", "it can be read")
}

// panicking is top when a look at the daemon panics.
func panicking() int {
	return ctl.Run(context.Background(), []string{"top", "--runtime-dir", "/nowhere"}, ctl.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Terminal: true, Now: time.Now, Size: terminalSize,
		Keys: func(pressed func(byte)) func() { return keys(os.Stdin, pressed) },
		Dial: func(context.Context, string) (ctl.Daemon, error) { panic("the daemon's answer") },
	})
}

func TestTopIntoAPipePrintsOnce(t *testing.T) {
	h := newHouse(t)
	cmd := exec.Command(filepath.Join(h.bin, "provenancectl"), "top")
	cmd.Env = h.env()
	out, err := cmd.Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "waits for you none\n")
	require.NotContains(t, string(out), "\x1b")
}
