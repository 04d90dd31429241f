package toolconf

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/provenanced/provenanced/internal/pathowner"
)

// FS is what Resolve examines. OS is the real one.
type FS interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	Getuid() int
}

// OS is the machine's file system and the user that the program runs as.
type OS struct{}

func (OS) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (OS) Readlink(name string) (string, error)   { return os.Readlink(name) }
func (OS) Getuid() int                            { return os.Getuid() }

// Resolve returns the program's path without symlinks. It fails if anyone but root and the daemon's
// user can change that file, because it runs with the tool's credentials. Call it once and keep the
// result in Found, so that replacing a symlink later has no effect.
func (t *Tool) Resolve(sys FS) (path string, err error) {
	path, err = resolve(sys, t.Binary)
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.Name, err)
	}
	return path, nil
}

// Program returns the path to start the program under: the configured one while that leads to
// Found. Some programs, such as busybox and Debian's psql, choose what to do by their name, and
// some, as in a Python environment, find their files by it.
func (t *Tool) Program(sys FS) (path string, err error) {
	found, err := resolve(sys, cmp.Or(t.Found, t.Binary))
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.Name, err)
	}
	if now, err := resolve(sys, t.Binary); err != nil || now != found {
		return found, nil
	}
	return t.Binary, nil
}

// resolve follows name from the root, symlink by symlink.
func resolve(sys FS, name string) (string, error) {
	if !filepath.IsAbs(name) {
		return "", fmt.Errorf("%s is not an absolute path", name)
	}
	end, err := pathowner.Visit(sys, name, func(here string, info fs.FileInfo) error {
		if info.Mode()&fs.ModeSymlink != 0 { // it could lead elsewhere at the next call
			return owned(sys, here, info)
		}
		return safe(sys, here, info)
	})
	if err == nil {
		err = program(sys, end)
	}
	if err != nil {
		return "", err
	}
	return end, nil
}

// owned returns an error if the file at name belongs to another user.
func owned(sys FS, name string, info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fmt.Errorf("%s: its owner cannot be told", name)
	}
	if uid := int(stat.Uid); uid != 0 && uid != sys.Getuid() {
		return fmt.Errorf("%s belongs to user %d, who could replace it: it must be root's, or the daemon's own user's", name, uid)
	}
	return nil
}

// safe returns an error if another user could change the file at name. A directory may be writable
// by its group, as /usr/local is on some systems, and by everyone if it is sticky.
func safe(sys FS, name string, info fs.FileInfo) error {
	if err := owned(sys, name, info); err != nil {
		return err
	}
	forbidden := fs.FileMode(0o022)
	if info.IsDir() {
		forbidden = 0o002
	}
	if info.Mode()&forbidden != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0) {
		return fmt.Errorf("%s is writable by others (mode %04o): run chmod go-w on it", name, info.Mode().Perm())
	}
	return nil
}

func program(sys FS, name string) error {
	info, err := sys.Lstat(name)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", name)
	case info.Mode()&0o111 == 0:
		return errors.New(name + " is not executable")
	}
	return nil
}
