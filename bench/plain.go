package main

import (
	"io"
	"net"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// plain is a socket that is read and written by system calls that wait, without
// Go's poller and scheduler. With everything on one processor these took as much
// time in the client as all that was to be measured, or none, by chance: where one
// round trip takes longer than some forty microseconds, the thread that watches the
// scheduler falls asleep and is woken for each.
//
// Nothing else of the process runs while a plain socket waits, so it is for one
// goroutine.
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

// call takes a buffer that is not empty.
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
