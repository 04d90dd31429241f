// Package wholefile writes files atomically: a reader finds the old content or all of
// the new, even if the writer is killed. Whether the file may be written is the
// caller's business. Three packages write so.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Create writes a new file of mode 0600, and creates its parent directories. A file that
// root creates belongs to the owner of its directory, who could not read it otherwise.
// If the name exists, even as a symlink, nothing changes and the error is fs.ErrExist.
func Create(name string, b []byte) error { return write(name, b, nil, os.Link) }

// Replace is Create, but replaces an existing file; of a symlink, the link itself and
// not its target. The file keeps its mode, and its owner if root replaces it, so that
// the owner can still read it.
func Replace(name string, b []byte) error {
	before, err := os.Lstat(name)
	if err != nil || !before.Mode().IsRegular() {
		before = nil
	}
	return write(name, b, before, os.Rename)
}

func write(name string, b []byte, like fs.FileInfo, put func(from, to string) error) error {
	dir, err := makeDir(filepath.Dir(name))
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // unless it was renamed
	_, err = f.Write(b)
	switch {
	case err != nil:
	case like != nil:
		err = errors.Join(give(f, like), f.Chmod(like.Mode().Perm()))
	default:
		err = give(f, dir)
	}
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return put(f.Name(), name)
}

// makeDir returns a directory, created with mode 0700 together with its missing parents.
func makeDir(name string) (fs.FileInfo, error) {
	info, err := os.Stat(name)
	if !errors.Is(err, fs.ErrNotExist) || name == filepath.Dir(name) {
		return info, err
	}
	parent, err := makeDir(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	dir, err := os.OpenFile(name, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0) // the one just made, not a symlink put in its place
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	if err := give(dir, parent); err != nil {
		return nil, err
	}
	return dir.Stat()
}

// give gives f, if it belongs to root, the owner of like. Only root may give files away.
func give(f *os.File, like fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if os.Geteuid() != 0 || info.Sys().(*syscall.Stat_t).Uid != 0 {
		return nil
	}
	owner := like.Sys().(*syscall.Stat_t)
	if err := f.Chown(int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("give it to its owner: %w", err)
	}
	return nil
}
