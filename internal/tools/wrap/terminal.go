package wrap

import (
	"os"
	"os/signal"
	"sync"

	"golang.org/x/sys/unix"
)

// Terminal is the caller's terminal. While the tool has a terminal of its own, this one passes on
// every key unchanged; it is restored however the run ends.
type Terminal struct {
	fd      int
	resized chan struct{} // the size may have changed

	mu     sync.Mutex
	before unix.Termios // its settings before it became raw
	raw    bool
	events chan os.Signal // used while it is raw
}

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool {
	_, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	return err == nil
}

// OpenTerminal returns nil unless in and out are terminals, and for a background process, which
// would be stopped if it read from its terminal.
func OpenTerminal(in, out *os.File) *Terminal {
	if !IsTerminal(in) || !IsTerminal(out) {
		return nil
	}
	fd := int(in.Fd())
	// A sandbox in a session of its own has a terminal, but no foreground.
	if group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP); err == nil && group != unix.Getpgrp() {
		return nil
	}
	return &Terminal{fd: fd, resized: make(chan struct{}, 1)}
}

// size returns 24×80, the traditional size, if the real one is unknown.
func (t *Terminal) size() (rows, cols uint16) {
	if size, err := unix.IoctlGetWinsize(t.fd, unix.TIOCGWINSZ); err == nil && size.Row > 0 && size.Col > 0 {
		return size.Row, size.Col
	}
	return 24, 80
}

// makeRaw leaves echo, line editing and signal keys to the tool's terminal.
func (t *Terminal) makeRaw() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.events == nil {
		t.events = make(chan os.Signal, 8)
		signal.Notify(t.events, unix.SIGWINCH, unix.SIGTSTP, unix.SIGCONT)
		signal.Notify(t.events, fatal...)
		go t.watch(t.events)
	}
	return t.setRaw()
}

// fatal are signals that would end a Go program while the terminal is raw, except those that the
// tool gets.
var fatal = []os.Signal{unix.SIGABRT, unix.SIGPIPE}

func (t *Terminal) watch(events <-chan os.Signal) {
	defer t.onPanic()
	for sig := range events {
		switch sig {
		case unix.SIGWINCH:
			t.announce()
		case unix.SIGTSTP:
			t.suspend()
		case unix.SIGCONT: // a shell may have used it meanwhile
			t.again()
		default:
			t.restore()
			signal.Reset(sig)
			_ = unix.Kill(unix.Getpid(), sig.(unix.Signal))
		}
	}
}

func (t *Terminal) announce() {
	select {
	case t.resized <- struct{}{}:
	default: // one that has not been looked at says the same
	}
}

// suspend stops this process, as the signal would have done.
func (t *Terminal) suspend() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.setBack()
	_ = unix.Kill(unix.Getpid(), unix.SIGSTOP) // until SIGCONT
}

func (t *Terminal) again() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.events != nil {
		_ = t.setRaw()
		t.announce()
	}
}

// restore may be called at any time, and repeatedly. A nil Terminal has nothing to restore.
func (t *Terminal) restore() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.setBack()
	if t.events != nil {
		signal.Stop(t.events)
		close(t.events)
		t.events = nil
	}
}

// onPanic is deferred by every goroutine that runs while the terminal is raw.
func (t *Terminal) onPanic() {
	if p := recover(); p != nil {
		t.restore()
		panic(p)
	}
}

// setRaw is cfmakeraw(3).
func (t *Terminal) setRaw() error {
	now, err := unix.IoctlGetTermios(t.fd, unix.TCGETS)
	if err != nil {
		return err
	}
	if !t.raw {
		t.before = *now
	}
	now.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	now.Oflag &^= unix.OPOST
	now.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	now.Cflag &^= unix.CSIZE | unix.PARENB
	now.Cflag |= unix.CS8
	now.Cc[unix.VMIN], now.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(t.fd, unix.TCSETS, now); err != nil {
		return err
	}
	t.raw = true
	return nil
}

func (t *Terminal) setBack() {
	if t.raw {
		_ = unix.IoctlSetTermios(t.fd, unix.TCSETS, &t.before) // or the terminal is gone
		t.raw = false
	}
}
