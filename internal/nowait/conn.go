// Package nowait makes a decision's system calls without notifying Go's scheduler: reading and
// writing its socket, and writing its record.
//
// The scheduler has a monitor thread (sysmon) that looks for threads blocked in system calls.
// In an idle process, the first call that the scheduler hears of wakes that thread, which then
// polls every 20 µs until the process is idle again. With everything on one processor that was
// half the cost of a decision: 77 µs, and 44 without it.
//
// So a call made here must not block. On sockets it cannot: they are non-blocking, and waiting
// for one works as in package net, deadlines included. File explains how blocking on files is
// avoided.
package nowait

import (
	"io"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Conn reads and writes a stream socket. One goroutine may read while another
// writes. Deadlines and closing are the socket's own.
type Conn struct {
	raw  syscall.RawConn
	in   transfer // used by Read
	out  transfer // used by Send and Write
	once func(fd uintptr) bool
}

// transfer is one Read or Write under way.
type transfer struct {
	attempt func(fd uintptr) bool // false: wait until the socket is ready
	left    []byte
	n       int
	err     error
}

// NewConn makes a Conn of a socket. Once the socket is closed, reads and writes fail.
func NewConn(c *net.UnixConn) *Conn {
	raw, _ := c.SyscallConn() // fails only without a socket
	n := &Conn{raw: raw}
	n.in.attempt, n.out.attempt = n.in.receive, n.out.send
	n.once = func(fd uintptr) bool { n.out.send(fd); return true }
	return n
}

// Read reads what has arrived, like an io.Reader.
func (c *Conn) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c.in.begin(p)
	return c.in.end(c.raw.Read(c.in.attempt))
}

// Send writes as much of p as the socket accepts at once, which may be nothing. It never waits.
func (c *Conn) Send(p []byte) (int, error) {
	c.out.begin(p)
	return c.out.end(c.raw.Write(c.once))
}

// Write writes all of p, like an io.Writer.
func (c *Conn) Write(p []byte) (int, error) {
	c.out.begin(p)
	return c.out.end(c.raw.Write(c.out.attempt))
}

func (t *transfer) begin(p []byte) { t.left, t.n, t.err = p, 0, nil }

// end drops the reference to the buffer, which belongs to the caller.
func (t *transfer) end(waited error) (int, error) {
	t.left = nil
	if waited != nil {
		return t.n, waited
	}
	return t.n, t.err
}

func (t *transfer) receive(fd uintptr) bool {
	n, err := retryInterrupted(func() (int, error) { return receive(fd, t.left) })
	switch {
	case err == unix.EAGAIN:
		return false
	case err != nil:
		t.err = os.NewSyscallError("read", err)
	case n == 0:
		t.err = io.EOF
	}
	t.n = max(0, n)
	return true
}

func (t *transfer) send(fd uintptr) bool {
	for len(t.left) > 0 {
		n, err := retryInterrupted(func() (int, error) { return send(fd, t.left) })
		switch {
		case err == unix.EAGAIN:
			return false
		case err != nil:
			t.err = os.NewSyscallError("write", err)
			return true
		}
		t.left, t.n = t.left[n:], t.n+n
	}
	return true
}

// retryInterrupted repeats a call that a signal interrupts (EINTR).
func retryInterrupted(call func() (int, error)) (n int, err error) {
	for {
		if n, err = call(); err != unix.EINTR {
			return n, err
		}
	}
}
