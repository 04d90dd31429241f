package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/ptytest"
	"github.com/provenanced/provenanced/internal/wire"
)

// desk is a terminal and the person in front of it.
type desk struct {
	t        *testing.T
	keyboard *os.File // and screen: the end that programs do not see
	terminal *os.File

	mu     sync.Mutex
	screen strings.Builder
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	keyboard, terminal := ptytest.Open(t)
	d := &desk{t: t, keyboard: keyboard, terminal: terminal}
	d.resize(24, 80)
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(d, keyboard) // until no program has it open
	}()
	t.Cleanup(func() {
		terminal.Close()
		<-read
	})
	return d
}

func (d *desk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.screen.Write(p)
}

func (d *desk) shows() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.screen.String()
}

func (d *desk) resize(rows, cols uint16) {
	assert.NoError(d.t, unix.IoctlSetWinsize(int(d.keyboard.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: cols}))
}

func (d *desk) types(keys string) {
	_, err := io.WriteString(d.keyboard, keys)
	assert.NoError(d.t, err)
}

func (d *desk) settings() unix.Termios {
	now, err := unix.IoctlGetTermios(int(d.terminal.Fd()), unix.TCGETS)
	assert.NoError(d.t, err)
	return *now
}

func (d *desk) raw() bool { return d.settings().Lflag&(unix.ECHO|unix.ICANON|unix.ISIG) == 0 }

func (d *desk) eventually(raw bool) {
	assert.Eventually(d.t, func() bool { return d.raw() == raw }, 5*time.Second, time.Millisecond, "raw: %v", raw)
}

// sits gives cmd the terminal, as a login shell would.
func (d *desk) sits(cmd *exec.Cmd) {
	cmd.Stdin, cmd.Stdout = d.terminal, d.terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
}

func TestAToolWithATerminal(t *testing.T) {
	desk := newDesk(t)
	before := desk.settings()
	dir := daemon(t, func(r wire.WrapRequest, d *talk) {
		assert.Equal(t, []any{true, uint16(24), uint16(80)}, []any{*r.PTY, r.Rows, r.Cols})
		assert.False(t, desk.raw(), "nobody has said that the tool has a terminal")
		d.say(object{"type": "started", "pty": true})
		desk.eventually(true)
		desk.types("\x03\x1a") // no signals, and no line to end
		assert.Equal(t, `{"type":"stdin","data":"Axo="}`, d.line())
		desk.resize(50, 132)
		assert.Equal(t, `{"type":"resize","rows":50,"cols":132}`, d.line())
		d.say(object{"type": "stdout", "data": "YQpi"}) // no carriage return is put in
		d.say(object{"type": "done", "exit_code": 3})
	})
	cmd := command(t, dir, name, "gog")
	desk.sits(cmd)
	_ = cmd.Run() // the exit code says how it ended
	require.Equal(t, 3, cmd.ProcessState.ExitCode())
	require.Equal(t, before, desk.settings())
	require.Eventually(t, func() bool { return strings.Contains(desk.shows(), "a\nb") }, 5*time.Second, time.Millisecond)
}

func TestAToolWithoutATerminal(t *testing.T) {
	desk := newDesk(t)
	dir := daemon(t, func(r wire.WrapRequest, d *talk) {
		assert.True(t, *r.PTY)
		d.say(object{"type": "started", "pty": false})
		desk.types("yes\n")
		assert.Equal(t, `{"type":"stdin","data":"eWVzCg=="}`, d.line())
		desk.types("\x04")
		assert.Equal(t, eof, d.line())
		desk.types("\x03")
		assert.Equal(t, `{"type":"signal","signal":"SIGINT"}`, d.line())
		assert.False(t, desk.raw())
		d.say(object{"type": "done"})
	})
	cmd := command(t, dir, name, "gog")
	desk.sits(cmd)
	_ = cmd.Run()
	require.Equal(t, 0, cmd.ProcessState.ExitCode())
}

// However a run ends, the terminal is restored.
func TestTheTerminalIsPutBack(t *testing.T) {
	for name, tt := range map[string]struct {
		end  func(p *os.Process, d *talk)
		want string // how the process ended
	}{
		"the daemon has gone": {func(_ *os.Process, d *talk) { d.conn.Close() }, "exit status 125"},
		"an error":            {func(_ *os.Process, d *talk) { d.say(object{"type": "error", "message": "internal error"}) }, "exit status 125"},
		"SIGTERM": {func(p *os.Process, d *talk) {
			assert.NoError(t, p.Signal(syscall.SIGTERM))
			assert.Equal(t, `{"type":"signal","signal":"SIGTERM"}`, d.line())
			d.say(object{"type": "done", "exit_code": -1, "signal": "SIGTERM"})
		}, "exit status 143"},
		"SIGQUIT": {func(p *os.Process, d *talk) {
			assert.NoError(t, p.Signal(syscall.SIGQUIT))
			assert.Empty(t, d.line())
		}, "exit status 131"},
		"nobody takes its complaints": {func(_ *os.Process, d *talk) {
			d.say(object{"type": "stderr", "data": "eA=="})
			assert.Empty(t, d.line())
		}, "signal: broken pipe"},
	} {
		t.Run(name, func(t *testing.T) {
			desk := newDesk(t)
			before := desk.settings()
			process := make(chan *os.Process, 1)
			dir := daemon(t, func(_ wire.WrapRequest, d *talk) {
				d.say(object{"type": "started", "pty": true})
				desk.eventually(true)
				tt.end(<-process, d)
			})
			cmd := command(t, dir, "gog")
			desk.sits(cmd)
			if name == "nobody takes its complaints" {
				r, w, err := os.Pipe()
				require.NoError(t, err)
				r.Close()
				defer w.Close()
				cmd.Stderr = w
			}
			require.NoError(t, cmd.Start())
			process <- cmd.Process
			require.EqualError(t, cmd.Wait(), tt.want)
			require.Equal(t, before, desk.settings())
		})
	}
}

func TestAStoppedProcessLeavesTheTerminal(t *testing.T) {
	desk := newDesk(t)
	before := desk.settings()
	process := make(chan *os.Process, 1)
	dir := daemon(t, func(_ wire.WrapRequest, d *talk) {
		d.say(object{"type": "started", "pty": true})
		desk.eventually(true)
		p := <-process
		assert.NoError(t, p.Signal(syscall.SIGTSTP))
		var status syscall.WaitStatus
		_, err := syscall.Wait4(p.Pid, &status, syscall.WUNTRACED, nil)
		assert.NoError(t, err)
		assert.True(t, status.Stopped())
		assert.Equal(t, before, desk.settings())
		desk.resize(40, 100)
		assert.NoError(t, p.Signal(syscall.SIGCONT))
		desk.eventually(true)
		assert.Equal(t, `{"type":"resize","rows":40,"cols":100}`, d.line())
		d.say(object{"type": "done"})
	})
	cmd := command(t, dir, "gog")
	desk.sits(cmd)
	require.NoError(t, cmd.Start())
	process <- cmd.Process
	require.NoError(t, cmd.Wait())
	require.Equal(t, before, desk.settings())
}

// If output is redirected, or no terminal is wanted, there is none, and input from a terminal
// is not passed to the tool.
func TestNoTerminalIsAskedFor(t *testing.T) {
	for name, tt := range map[string]struct {
		args  []string
		piped bool
	}{
		"output is piped": {[]string{"gog"}, true},
		"--no-pty":        {[]string{"--no-pty", "gog"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			desk := newDesk(t)
			dir := daemon(t, func(r wire.WrapRequest, d *talk) {
				assert.Equal(t, []any{false, uint16(0), uint16(0)}, []any{*r.PTY, r.Rows, r.Cols})
				assert.Equal(t, eof, d.line())
				d.say(object{"type": "done"})
			})
			cmd := command(t, dir, "provenance-wrap", tt.args...)
			desk.sits(cmd)
			if tt.piped {
				cmd.Stdout = nil
			}
			require.NoError(t, cmd.Run())
		})
	}
}
