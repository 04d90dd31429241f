package nowait

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func file(t *testing.T) *File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	n, err := NewFile(f)
	require.NoError(t, err)
	return n
}

// Both ways of writing leave the same file.
func TestWriteAtWritesAllInItsPlace(t *testing.T) {
	for _, told := range []int{0, 100} {
		f := file(t)
		f.wary = told
		for _, part := range []struct {
			text []byte
			at   int64
		}{
			{[]byte("world"), 6}, {[]byte("hello "), 0}, {nil, 3}, {bytes.Repeat([]byte("x"), small+1), 11}, {[]byte("far"), 5 << 30},
		} {
			before := f.wary
			n, err := f.WriteAt(part.text, part.at)
			require.NoError(t, err)
			require.Equal(t, len(part.text), n)
			require.Contains(t, []int{max(0, before-1), wary}, f.wary, "one less, or this one was slow")
		}
		head := make([]byte, 13)
		_, err := f.ReadAt(head, 0)
		require.NoError(t, err)
		require.Equal(t, "hello worldxx", string(head))
		tail := make([]byte, 3)
		_, err = f.ReadAt(tail, 5<<30)
		require.NoError(t, err)
		require.Equal(t, "far", string(tail))
	}
}

func TestWriteAtFails(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	f, err := NewFile(full)
	require.NoError(t, err)
	n, err := f.WriteAt([]byte("x"), 0)
	require.ErrorIs(t, err, unix.ENOSPC)
	require.ErrorContains(t, err, "/dev/full")
	require.Zero(t, n)

	require.NoError(t, full.Close())
	_, err = f.WriteAt([]byte("x"), 0)
	require.Error(t, err)
}
