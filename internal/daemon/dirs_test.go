package daemon

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestPrepare(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	require.NoError(t, prepare(dir))
	info, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	require.NoError(t, prepare(dir), "an existing directory is used")

	for _, mode := range []os.FileMode{0o770, 0o702, 0o777} {
		require.NoError(t, os.Chmod(dir, mode))
		require.ErrorIs(t, prepare(dir), ErrUnsafe, "mode %o", mode)
	}
	require.NoError(t, os.Chmod(dir, 0o755))
	require.NoError(t, prepare(dir), "others may read it")

	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.Error(t, prepare(file))
}

func TestOneDaemonHoldsADirectory(t *testing.T) {
	dir := t.TempDir()
	release, err := acquire(dir, "x.lock")
	require.NoError(t, err)
	_, err = acquire(dir, "x.lock")
	require.ErrorIs(t, err, ErrRunning)
	require.ErrorContains(t, err, "pid "+strconv.Itoa(os.Getpid()))
	require.ErrorContains(t, err, filepath.Join(dir, "x.lock"))

	release()
	release, err = acquire(dir, "x.lock")
	require.NoError(t, err, "a lock ends with its holder")
	release()
}

// Programs that clean up temp directories ask for an exclusive lock first.
func TestDirectoriesInUseAreNotCleared(t *testing.T) {
	for _, name := range []string{"run", "state"} {
		in := t.TempDir()
		release, err := claim(filepath.Join(in, "run"), filepath.Join(in, "state"))
		require.NoError(t, err)
		dir, err := os.Open(filepath.Join(in, name))
		require.NoError(t, err)
		defer dir.Close()
		require.ErrorIs(t, unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK)
		release()
		require.NoError(t, unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB), "nobody holds it any more")
		release, err = claim(filepath.Join(in, "run"), filepath.Join(in, "state"))
		require.NoError(t, err, "a cleanup in progress does not keep a daemon from starting")
		release()
	}
}

func TestALockIsNoSymlink(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(t.TempDir(), "victim"), filepath.Join(dir, "x.lock")))
	_, err := acquire(dir, "x.lock")
	require.Error(t, err)
}
