// Package wholefile writes a file whole or not at all: who reads it finds what was
// there before or all of what is new, whatever becomes of the writer. Whether a file
// may be written there is its caller's business.
package wholefile

import (
	"errors"
	"os"
	"path/filepath"
)

// Create makes a file of mode 0600, and the directories to it. What has the name
// already stays as it is, a symlink too: the error is fs.ErrExist.
func Create(name string, b []byte) error { return write(name, b, os.Link) }

// Replace is Create, but what has the name is replaced: a symlink itself, not what it
// leads to.
func Replace(name string, b []byte) error { return write(name, b, os.Rename) }

func write(name string, b []byte, put func(from, to string) error) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(name)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // unless it was renamed
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return put(f.Name(), name)
}
