package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "policy.yaml")

	write(t, path, "")
	data, err := ReadFile(path)
	require.NoError(t, err)
	require.Empty(t, data)
	require.NotNil(t, data)

	write(t, path, strings.Repeat("#", maxFile))
	data, err = ReadFile(path)
	require.NoError(t, err)
	require.Len(t, data, maxFile)

	write(t, path, strings.Repeat("#", maxFile+1))
	_, err = ReadFile(path)
	require.ErrorContains(t, err, "at most")

	_, err = ReadFile(dir)
	require.ErrorContains(t, err, "not a regular file")

	fifo := filepath.Join(dir, "fifo")
	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	_, err = ReadFile(fifo)
	require.ErrorContains(t, err, "not a regular file", "and it must not wait for a writer")
}

// Someone who has the file open for writing has not finished, however long they pause.
func TestAFileIsNotReadWhileSomebodyWritesIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, path, "mode: strict\n")
	_, err := ReadFile(path)
	require.NoError(t, err)

	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	require.NoError(t, err)
	_, err = f.WriteString("mode: dev\n")
	require.NoError(t, err)
	_, err = ReadFile(path)
	require.ErrorIs(t, err, ErrBusy)
	require.ErrorContains(t, err, path+": somebody is still writing it")
	require.NoError(t, f.Close())
	data, err := ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "mode: dev\n", string(data))

	f, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	begun := time.Now()
	require.ErrorIs(t, Settled(100*time.Millisecond, func() error { _, err := ReadFile(path); return err }), ErrBusy)
	require.GreaterOrEqual(t, time.Since(begun), 100*time.Millisecond)
	require.NoError(t, f.Close())
	_, err = ReadFile(path)
	require.NoError(t, err, "nothing was written")
}

// A file that belongs to somebody else is read once it has been left alone.
func TestAFileOfSomebodyElse(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a file of somebody else's, and is told of writers all the same")
	}
	path := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, path, "mode: strict\n")
	require.NoError(t, os.Chmod(path, 0o644))
	require.NoError(t, os.Chmod(filepath.Dir(path), 0o755))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked, so that the thread ends with its credentials
		const nobody = 65534
		if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, ^uintptr(0), nobody, ^uintptr(0)); errno != 0 {
			done <- errno
			return
		}
		done <- leftAlone(f)
	}()
	require.ErrorIs(t, <-done, ErrBusy)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}
