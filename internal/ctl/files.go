package ctl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/provenanced/provenanced/internal/wholefile"
)

// maxFile bounds most files that the owner names.
const maxFile = 16 << 20

// read reads FILE, or standard input for "-".
func (c *call) read(file string) ([]byte, error) { return c.readUpTo(file, maxFile) }

// readUpTo is read for files of at most limit bytes.
func (c *call) readUpTo(file string, limit int64) ([]byte, error) {
	var b []byte
	var err error
	if !c.waitFor(func() { b, err = readAll(c.env.Stdin, file, limit) }) {
		return nil, errInterrupted
	}
	return b, err
}

// waitFor runs work that cannot be interrupted, such as reading from a keyboard, and reports
// whether it finished before the owner interrupted the command. If not, it goes on until the
// program ends: do not use anything that it writes.
func (c *call) waitFor(work func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
		return true
	case <-c.ctx.Done():
		return false
	}
}

func readAll(in io.Reader, file string, limit int64) ([]byte, error) {
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil && file != "-": // the error names the file
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", readable(file), err)
	case int64(len(b)) > limit:
		return nil, fmt.Errorf("%s is larger than %s", readable(file), size(limit))
	}
	return b, nil
}

// write writes FILE completely or not at all. Without force an existing file stays as it is.
func write(file string, b []byte, force bool) error {
	if err := mayBeReplaced(file); err != nil {
		return err
	}
	put := wholefile.Create
	if force {
		put = wholefile.Replace
	}
	switch err := put(file, b); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists already; --force overwrites it", file)
	case err != nil:
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// mayBeReplaced says why a file must not be replaced: a symlink, for one, would be lost, and
// its target would stay as it is.
func mayBeReplaced(file string) error {
	info, err := os.Lstat(file)
	switch {
	case err != nil: // there is none, or writing will say what is wrong
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := filepath.EvalSymlinks(file)
		if err != nil {
			return fmt.Errorf("%s is a symlink that leads nowhere: remove it, or name another file", file)
		}
		return fmt.Errorf("%s is a symlink: name what it leads to, %s", file, to)
	case info.IsDir():
		return fmt.Errorf("%s is a directory: name a file in it", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file; - prints", file)
	}
	return nil
}
