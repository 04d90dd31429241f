package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// maxFile is far beyond any file that a person keeps here, in bytes.
const maxFile = 1 << 20

// errMoving says that a file changed while it was read. The next read may work.
var errMoving = errors.New("it changes while it is read")

// ReadFile reads a file of the configuration that nobody is writing. Half a policy is often
// valid YAML, so it must not be read at all: the watcher waits until the file has
// been left alone, and here a file that moves under the read is read again.
func ReadFile(path string) ([]byte, error) {
	const tries, pause = 10, 10 * time.Millisecond
	for try := 1; ; try++ {
		data, err := readOnce(path)
		if !errors.Is(err, errMoving) || try == tries {
			return data, err
		}
		time.Sleep(pause)
	}
}

func readOnce(path string) ([]byte, error) {
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
		return nil, fmt.Errorf("%s: %w", path, errMoving)
	}
	return data[:n], nil
}
