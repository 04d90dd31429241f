package toolexec

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.uber.org/zap"
	"golang.org/x/sys/unix"
)

// tempPrefix begins the names of daemons' directories in TempDir and ConfigDir.
const tempPrefix = "toolexec-"

// tempDir is this daemon's directory. The lock on it shows that its owner lives, and is released
// when the daemon ends in any way.
type tempDir struct {
	path string
	lock *os.File
}

func newTempDir(parent string, log *zap.Logger) (*tempDir, error) {
	if parent == "" {
		return nil, errors.New("no directory is named")
	}
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	sweep(parent, log)
	path, err := os.MkdirTemp(parent, tempPrefix)
	if err != nil {
		return nil, err
	}
	lock, err := lockDir(path)
	if err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	return &tempDir{path, lock}, nil
}

// sweep removes the directories of daemons that have ended. Those that cannot be removed do no
// harm.
func sweep(parent string, log *zap.Logger) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		log.Warn("old tool runs not looked for", zap.Error(err))
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), tempPrefix) {
			continue
		}
		path := filepath.Join(parent, e.Name())
		lock, err := lockDir(path)
		if err != nil {
			continue // its daemon lives, or it is not a directory
		}
		if err := os.RemoveAll(path); err != nil {
			log.Warn("old tool runs not removed", zap.String("path", path), zap.Error(err))
		}
		lock.Close()
	}
}

func lockDir(path string) (*os.File, error) {
	f, err := os.OpenFile(path, unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	return f, nil
}

// unnamed makes a file without a name, which is gone once it is closed.
func (t *tempDir) unnamed() (*os.File, error) {
	f, err := os.CreateTemp(t.path, "spool-") // mode 0600
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (t *tempDir) close() error {
	defer t.lock.Close()
	return os.RemoveAll(t.path)
}
