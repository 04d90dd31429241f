package nowait

import (
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

const (
	// Writes up to small are made without notifying the scheduler: copying that much takes some
	// ten microseconds.
	small = 64 << 10
	// A write that takes as long as slow waited for the disk; others take a few microseconds.
	slow = time.Millisecond
	// wary is the number of writes after a slow one of which the scheduler is notified.
	wary = 1000
)

// epoch is the reference for the duration of a write: time.Since reads only the monotonic
// clock, which costs half of time.Now.
var epoch = time.Now()

// File writes to a regular file.
//
// Such a write ends in the page cache, but can still hang when the disk falls behind. The
// garbage collector then waits for it, and with one processor everything does. So after a slow
// write the scheduler is notified of the next ones: a disk in trouble delays the process once,
// not again and again.
type File struct {
	*os.File
	raw syscall.RawConn

	// Used by WriteAt.
	attempt func(fd uintptr)
	left    []byte
	at      int64
	err     error
	wary    int // how many more writes to notify the scheduler of
}

// NewFile makes a File of an open file. One goroutine may write at a time.
func NewFile(f *os.File) (*File, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	n := &File{File: f, raw: raw}
	n.attempt = n.write
	return n, nil
}

// WriteAt writes all of p, like an io.WriterAt.
func (f *File) WriteAt(p []byte, at int64) (n int, err error) {
	began := time.Since(epoch)
	if f.wary > 0 || len(p) > small {
		f.wary = max(0, f.wary-1)
		n, err = f.File.WriteAt(p, at)
	} else {
		n, err = f.writeAt(p, at)
	}
	if time.Since(epoch)-began > slow {
		f.wary = wary
	}
	return n, err
}

func (f *File) writeAt(p []byte, at int64) (int, error) {
	f.left, f.at, f.err = p, at, nil
	err := f.raw.Control(f.attempt)
	n := len(p) - len(f.left)
	f.left = nil
	if err == nil && f.err != nil {
		err = &fs.PathError{Op: "write", Path: f.Name(), Err: f.err}
	}
	return n, err
}

func (f *File) write(fd uintptr) {
	for len(f.left) > 0 {
		n, err := retryInterrupted(func() (int, error) { return writeAt(fd, f.left, f.at) })
		switch {
		case err != nil:
			f.err = err
			return
		case n == 0:
			f.err = io.ErrShortWrite
			return
		default:
			f.left, f.at = f.left[n:], f.at+int64(n)
		}
	}
}
