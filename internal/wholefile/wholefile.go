// Package wholefile writes a file whole or not at all: who reads it finds what was
// there before or all of what is new, whatever becomes of the writer. Whether a file
// may be written there is its caller's business.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Create makes a file of mode 0600, and the directories to it. What has the name
// already stays as it is, a symlink too: the error is fs.ErrExist.
func Create(name string, b []byte) error { return write(name, b, nil, os.Link) }

// Replace is Create, but what has the name is replaced: a symlink itself, not what it
// leads to. A file keeps its mode, and its owner when root replaces it, so that
// who owns it can still read it.
func Replace(name string, b []byte) error {
	before, err := os.Lstat(name)
	if err != nil || !before.Mode().IsRegular() {
		before = nil
	}
	return write(name, b, before, os.Rename)
}

func write(name string, b []byte, like fs.FileInfo, put func(from, to string) error) error {
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
	if err == nil && like != nil {
		err = resemble(f, like)
	}
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return put(f.Name(), name)
}

// resemble gives f the mode of another file, and its owner where this is root, who
// alone may give files away.
func resemble(f *os.File, like fs.FileInfo) error {
	if os.Geteuid() == 0 {
		was := like.Sys().(*syscall.Stat_t)
		if err := f.Chown(int(was.Uid), int(was.Gid)); err != nil {
			return fmt.Errorf("keep its owner: %w", err)
		}
	}
	return f.Chmod(like.Mode().Perm())
}
