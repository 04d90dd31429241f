package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/patch"
)

var errNoDir = errors.New("the directory does not exist")

// openedDir is a directory that was reached without following a symlink, and is held open so
// that nobody can replace it between a check and a write.
type openedDir struct {
	fd   int
	path string
}

// openDir opens an absolute, clean path, creating missing directories if told to (0777 less the
// umask).
func openDir(path string, create bool) (*openedDir, error) {
	fail := func(err error) (*openedDir, error) {
		return nil, fmt.Errorf("open directory %s: %w", path, err)
	}
	const walk = unix.O_PATH | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	at, err := unix.Open("/", walk, 0)
	if err != nil {
		return fail(err)
	}
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if part == "" {
			continue
		}
		next, err := unix.Openat(at, part, walk, 0)
		if err == unix.ENOENT && create {
			if err = makeDir(at, part); err == nil {
				next, err = unix.Openat(at, part, walk, 0)
			}
		}
		unix.Close(at)
		switch {
		case err == unix.ENOENT && !create:
			return fail(errNoDir)
		case err == unix.ENOTDIR, err == unix.ELOOP:
			return fail(fmt.Errorf("%q is no directory, or a symlink", part))
		case err != nil:
			return fail(err)
		}
		at = next
	}
	fd, err := unix.Openat(at, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	unix.Close(at)
	if err != nil {
		return fail(err)
	}
	return &openedDir{fd: fd, path: path}, nil
}

// makeDir creates a directory, which is on disk when it returns.
func makeDir(at int, name string) error {
	if err := unix.Mkdirat(at, name, 0o777); err != nil && err != unix.EEXIST {
		return err
	}
	fd, err := unix.Openat(at, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Fsync(fd)
}

func (d *openedDir) close() { unix.Close(d.fd) }

func (d *openedDir) sync() error { return unix.Fsync(d.fd) }

// read returns a file's content, and the attributes that a replacement should keep.
func (d *openedDir) read(name string) (patch.Text, *unix.Stat_t, error) {
	fail := func(err error) (patch.Text, *unix.Stat_t, error) {
		return patch.Text{}, nil, fmt.Errorf("read %s: %w", filepath.Join(d.path, name), err)
	}
	fd, err := unix.Openat(d.fd, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case err == unix.ENOENT:
		return patch.Text{}, nil, nil
	case err == unix.ELOOP:
		return fail(errors.New("it is a symlink"))
	case err != nil:
		return fail(err)
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fail(err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return fail(errors.New("it is no regular file"))
	}
	data, err := io.ReadAll(io.LimitReader(f, patch.MaxFile+1))
	if err != nil {
		return fail(err)
	}
	if len(data) > patch.MaxFile {
		return fail(fmt.Errorf("it has more than %d bytes", patch.MaxFile))
	}
	return patch.Text{Data: string(data), Exists: true}, &st, nil
}

// create writes a new file next to the one it will replace, with that one's mode (0644 less the
// umask if there is none), and syncs it.
func (d *openedDir) create(name, data string, like *unix.Stat_t) error {
	const flags = unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(d.fd, name, flags, 0o644)
	if err == unix.EEXIST { // left by a commit that crashed
		if err = unix.Unlinkat(d.fd, name, 0); err == nil {
			fd, err = unix.Openat(d.fd, name, flags, 0o644)
		}
	}
	if err != nil {
		return fmt.Errorf("write in %s: %w", d.path, err)
	}
	f := os.NewFile(uintptr(fd), name)
	err = d.adopt(fd, like)
	if err == nil {
		_, err = f.WriteString(data)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write in %s: %w", d.path, err)
	}
	return nil
}

// adopt gives a file the mode of the one it replaces. A daemon that runs as root gives it to
// the owner of that file, or of the directory.
func (d *openedDir) adopt(fd int, like *unix.Stat_t) error {
	if unix.Geteuid() == 0 {
		owner := like
		if owner == nil {
			owner = new(unix.Stat_t)
			if err := unix.Fstat(d.fd, owner); err != nil {
				return err
			}
		}
		if err := unix.Fchown(fd, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
	}
	if like == nil {
		return nil
	}
	return unix.Fchmod(fd, like.Mode&0o777)
}
