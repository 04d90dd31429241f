package main

import (
	"io"
	"net"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// plain is a socket used with blocking system calls, without Go's poller and scheduler. With
// everything on one processor, those sometimes took as long in the client as everything being
// measured, and sometimes nothing: if a round trip takes longer than about 40 µs, the scheduler's
// monitor thread goes to sleep and is woken for each.
//
// Nothing else in the process runs while a plain socket waits, so only one goroutine may use it.
type plain struct {
	*os.File
	fd uintptr // asking the file for it is a system call
}

func (b *bench) dial(socket string) (io.ReadWriteCloser, error) {
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil || !b.plain {
		return c, err
	}
	defer c.Close()
	f, err := c.File()
	if err != nil {
		return nil, err
	}
	p := plain{f, f.Fd()}
	return p, unix.SetNonblock(int(p.fd), false)
}

func (p plain) Read(b []byte) (int, error) {
	n, err := p.call(unix.SYS_READ, b)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

func (p plain) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = p.call(unix.SYS_WRITE, b[n:])
		n += m
	}
	return n, err
}

// call makes a system call with a non-empty buffer.
func (p plain) call(number uintptr, b []byte) (int, error) {
	for {
		n, _, errno := unix.RawSyscall(number, p.fd, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
		switch errno {
		case 0:
			return int(n), nil
		case unix.EINTR:
		default:
			return 0, os.NewSyscallError("read or write", errno)
		}
	}
}
