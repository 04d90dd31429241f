package daemon

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// ErrRunning says that another daemon uses the directory. Stop that one, or use other
// directories.
var ErrRunning = errors.New("another provenanced is running")

// ErrUnsafe says that others could replace what the daemon puts in a directory. Fix its owner
// and mode, or use another directory.
var ErrUnsafe = errors.New("writable by others")

// prepare creates dir, private, or accepts one that only this user and root can write to.
func prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	var st unix.Stat_t
	if err := unix.Stat(dir, &st); err != nil {
		return fmt.Errorf("stat %s: %w", dir, err)
	}
	if st.Uid != 0 && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to uid %d, run the daemon as that user or name another directory: %w", dir, st.Uid, ErrUnsafe)
	}
	if st.Mode&0o022 != 0 {
		return fmt.Errorf("%s has mode %04o, try chmod go-w: %w", dir, st.Mode&0o7777, ErrUnsafe)
	}
	return nil
}

// occupy holds a lock on dir itself until release is called. systemd-tmpfiles, which removes
// from temp directories what has not been touched for days, leaves a locked directory and
// everything below it alone (tmpfiles.d(5)); otherwise it would take the keys, the lock file
// and the sandbox's socket. If locking fails, only that protection is lost.
func occupy(dir string) (release func()) {
	f, err := os.Open(dir)
	if err != nil {
		return func() {}
	}
	_ = unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB)
	return func() { _ = f.Close() }
}

// acquire takes the lock file in dir and writes this process's id into it. The lock ends with
// the file's descriptor, however the process ends, but the file stays: if it were removed, two
// daemons could each lock a file of that name.
func acquire(dir, name string) (release func(), err error) {
	path := filepath.Join(dir, name)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		return nil, fmt.Errorf("%w%s, and holds %s", ErrRunning, holder(f), path)
	}
	if err = f.Truncate(0); err == nil {
		_, err = f.WriteString(strconv.Itoa(os.Getpid()) + "\n")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return func() { _ = f.Close() }, nil
}

// holder names the process that wrote itself into a lock file.
func holder(f *os.File) string {
	b := make([]byte, 32)
	n, _ := f.ReadAt(b, 0)
	pid, err := strconv.Atoi(strings.TrimSpace(string(b[:n])))
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (pid %d)", pid)
}
