package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// maxFile is far larger than any file that a person keeps here, in bytes.
const maxFile = 1 << 20

// ErrBusy says that somebody is writing a file. The next read may work.
var ErrBusy = errors.New("somebody is still writing it")

// quiet is how long a file must have been left alone if the system does not say whether
// somebody has it open for writing; it only tells the file's owner and root.
const quiet = time.Second

// Settled calls read until it no longer returns ErrBusy, or patience is over.
func Settled(patience time.Duration, read func() error) error {
	const pause = 10 * time.Millisecond
	for until := time.Now().Add(patience); ; time.Sleep(pause) {
		if err := read(); !errors.Is(err, ErrBusy) || time.Now().After(until) {
			return err
		}
	}
}

// ReadFile reads a configuration file that nobody is writing. Half a policy is often valid
// YAML, and may allow what the other half forbids, so it must not be read at all.
func ReadFile(path string) ([]byte, error) {
	data, err := readFile(path)
	if errors.Is(err, ErrBusy) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, err
}

func readFile(path string) ([]byte, error) {
	// O_NONBLOCK: opening a FIFO must not wait for a writer.
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	if before.Size() > maxFile {
		return nil, fmt.Errorf("%s: %d bytes, at most %d are read", path, before.Size(), maxFile)
	}
	if err := leftAlone(f); err != nil {
		return nil, err
	}
	data := make([]byte, before.Size()+1)
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	after, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if int64(n) != after.Size() || after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
		return nil, ErrBusy
	}
	return data[:n], leftAlone(f)
}

// leftAlone fails with ErrBusy if somebody may still be writing a file.
func leftAlone(f *os.File) error {
	open, known := openForWriting(f)
	if known {
		if open {
			return ErrBusy
		}
		return nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return fmt.Errorf("stat %s: %w", f.Name(), err)
	}
	// A negative age comes from a clock that was set back, and means nothing.
	if age := time.Since(time.Unix(st.Ctim.Unix())); age >= 0 && age < quiet {
		return ErrBusy
	}
	return nil
}

// openForWriting asks the system for a lease on a file, which it only grants while nobody has
// the file open for writing, and returns it at once. known is false if the system grants none:
// to anyone but the file's owner, and on some file systems.
func openForWriting(f *os.File) (open, known bool) {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	if err != nil {
		return errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EAGAIN)
	}
	_, _ = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK) // closing the file would also do this
	return false, true
}
