// Package peercred identifies the process at the other end of a Unix socket, and says whether
// it still runs (docs/PROTOCOL-SIGNING.md, "Order of checks"). It asks the kernel, never the
// peer. Apart from the two lists of Allow, it does not say what a peer may do.
package peercred

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

var (
	// ErrOtherNamespace says that the peer is in a PID namespace that this process
	// cannot see into, so that the kernel reports its pid as 0. Its uid is still
	// valid. A caller that needs its program must refuse it, not guess.
	ErrOtherNamespace = errors.New("peer is in another PID namespace")

	// ErrGone says that the process that connected has exited. A caller that needs
	// its program must refuse: the pid may have been reused.
	ErrGone = errors.New("peer has exited")
)

// Peer is the process that connected, as the kernel recorded it at connect. If the
// connection is passed to another process, the Peer is still the one that made it.
// A Peer is for one goroutine at a time.
type Peer struct {
	PID int32  // 0 when the peer is in another PID namespace
	UID uint32 // the peer's when it connected, in our user namespace
	GID uint32

	// pidfd holds on to the process, so that reuse of its pid is noticed. When it is -1, lost
	// says why.
	pidfd int
	lost  error
}

// Of identifies the peer of c. It fails only when the kernel cannot name one. For a peer that
// has exited, or is in another PID namespace, the uid is known and the other methods fail.
// Close the Peer when it is no longer needed.
func Of(c *net.UnixConn) (*Peer, error) {
	return of(c, socketPidfd)
}

func of(c *net.UnixConn, pidfdOf func(sock int) (int, error)) (*Peer, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("peer credentials: %w", err)
	}
	var p *Peer
	var credErr error
	err = raw.Control(func(fd uintptr) {
		var cred *unix.Ucred
		if cred, credErr = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); credErr != nil {
			return
		}
		p = &Peer{PID: cred.Pid, UID: cred.Uid, GID: cred.Gid}
		p.pidfd, p.lost = hold(int(fd), cred.Pid, pidfdOf)
	})
	if err := errors.Join(err, credErr); err != nil {
		return nil, fmt.Errorf("peer credentials: %w", err)
	}
	return p, nil
}

// hold gets a pidfd of the peer: from the socket where the kernel offers that (Linux 6.5),
// which cannot name the wrong process, and otherwise by pid.
func hold(sock int, pid int32, pidfdOf func(sock int) (int, error)) (int, error) {
	fd, err := pidfdOf(sock)
	switch {
	case err == nil:
		return fd, nil
	case pid == 0:
		return -1, ErrOtherNamespace
	case errors.Is(err, unix.ENOPROTOOPT):
		return pidfdByPID(pid)
	case errors.Is(err, unix.ESRCH), errors.Is(err, unix.EINVAL):
		return -1, ErrGone // kernels have used both for a reaped peer
	}
	return -1, fmt.Errorf("pidfd of peer: %w", err)
}

func socketPidfd(sock int) (int, error) {
	return unix.GetsockoptInt(sock, unix.SOL_SOCKET, unix.SO_PEERPIDFD)
}

// pidfdByPID is for kernels without SO_PEERPIDFD. The start time, read before and after
// opening, proves that the pid was not reused in between. That it was not reused between
// connect and this call cannot be proven on such kernels.
func pidfdByPID(pid int32) (int, error) {
	before, err := startTime(pid)
	if err != nil {
		return -1, err
	}
	fd, err := unix.PidfdOpen(int(pid), 0)
	if errors.Is(err, unix.ESRCH) {
		return -1, ErrGone
	}
	if err != nil {
		return -1, fmt.Errorf("pidfd of peer: %w", err)
	}
	after, err := startTime(pid)
	if err == nil && after != before {
		err = ErrGone
	}
	if err != nil {
		_ = unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// startTime is when a process began, in ticks since boot; it is only compared with other start
// times.
func startTime(pid int32) (string, error) {
	stat, err := os.ReadFile(proc(pid, "stat"))
	if err != nil {
		return "", gone(err)
	}
	return startField(stat)
}

// startField is field 22 of /proc/PID/stat. The second field, in parentheses, is text that the
// program chooses, so counting starts after the last parenthesis.
func startField(stat []byte) (string, error) {
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 {
		return "", fmt.Errorf("start time of peer: %d fields after the name", len(fields))
	}
	return string(fields[19]), nil
}

// Alive returns nil while the process that connected is running, and ErrGone once it has
// exited. If it cannot know, it fails with ErrOtherNamespace or the reason why the process
// could not be held.
func (p *Peer) Alive() error {
	if p.pidfd < 0 {
		return p.lost
	}
	fds := []unix.PollFd{{Fd: int32(p.pidfd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, 0)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return fmt.Errorf("peer alive: %w", err)
		case n > 0:
			return ErrGone // a pidfd is readable once its process has exited
		}
		return nil
	}
}

// Exe is the path of the program that the peer runs now, as the kernel shows it: if the
// program's file was removed or replaced, " (deleted)" is appended. It fails with
// ErrOtherNamespace, ErrGone, or the reason why it may not be read.
func (p *Peer) Exe() (path string, err error) {
	err = p.proven(func() error {
		path, err = os.Readlink(proc(p.PID, "exe"))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("program of peer: %w", err)
	}
	return path, nil
}

// Argv0 is the name under which the peer was started. Unlike Exe, it is what the peer claims.
func (p *Peer) Argv0() (name string, err error) {
	err = p.proven(func() error {
		f, err := os.Open(proc(p.PID, "cmdline"))
		if err != nil {
			return err
		}
		defer f.Close()
		line, err := io.ReadAll(io.LimitReader(f, unix.PathMax))
		first, _, _ := bytes.Cut(line, []byte{0})
		name = string(first)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("argv0 of peer: %w", err)
	}
	return name, nil
}

// proven runs read, which looks into /proc/PID, and discards the result unless the process
// still existed afterwards: only then did the pid belong to the peer throughout.
func (p *Peer) proven(read func() error) error {
	if p.PID == 0 {
		return ErrOtherNamespace
	}
	if p.pidfd < 0 {
		return p.lost
	}
	readErr := read()
	if err := p.Alive(); err != nil {
		return err
	}
	return readErr
}

// Close releases the process. Alive, Exe and Argv0 then fail with ErrGone.
func (p *Peer) Close() {
	if p.pidfd >= 0 {
		_ = unix.Close(p.pidfd)
		p.pidfd, p.lost = -1, ErrGone
	}
}

func proc(pid int32, name string) string {
	return "/proc/" + strconv.Itoa(int(pid)) + "/" + name
}

func gone(err error) error {
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ESRCH) {
		return ErrGone
	}
	return err
}
