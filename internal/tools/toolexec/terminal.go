package toolexec

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// endOfInput ends a terminal's input when typed at the start of a line.
const endOfInput = 0x04

// openTerminal makes a terminal: ours is the side of the keyboard and screen, theirs that of
// programs. It does not become this process's controlling terminal.
func openTerminal(rows, cols uint16) (ours, theirs *os.File, err error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("open a terminal: %w", err)
	}
	ours = os.NewFile(uintptr(fd), "terminal")
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		ours.Close()
		return nil, nil, fmt.Errorf("unlock a terminal: %w", err)
	}
	// By its descriptor, since its name may mean another terminal in other namespaces.
	peer, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCGPTPEER, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC)
	if errno != 0 {
		ours.Close()
		return nil, nil, fmt.Errorf("open a terminal's other end: %w", errno)
	}
	if rows > 0 && cols > 0 {
		_ = setSize(ours, rows, cols) // otherwise it has no size
	}
	return ours, os.NewFile(peer, "terminal"), nil
}

func setSize(terminal *os.File, rows, cols uint16) error {
	raw, err := terminal.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: cols})
	})
	if err != nil {
		return err
	}
	return failed
}
