package wholefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFilesAreWhole(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new", "file")
	require.NoError(t, Create(name, []byte("one")))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode())

	require.ErrorIs(t, Create(name, []byte("two")), fs.ErrExist)
	require.Equal(t, "one", read(t, name))

	old, err := os.Open(name)
	require.NoError(t, err)
	defer old.Close()
	require.NoError(t, os.Chmod(name, 0o640))
	require.NoError(t, Replace(name, []byte("two")))
	require.Equal(t, "two", read(t, name))
	info, err = os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o640), info.Mode(), "who could read it still can")
	left := make([]byte, 8)
	n, _ := old.Read(left)
	require.Equal(t, "one", string(left[:n]), "who had it open has all of the one before")

	require.Error(t, Replace(filepath.Dir(name), []byte("three")), "a directory is no file")
	for _, dir := range []string{dir, filepath.Dir(name)} {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1, "no temporary file stays")
	}
}

func TestSymlinks(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("file", link))
	require.ErrorIs(t, Create(link, []byte("one")), fs.ErrExist)
	require.NoFileExists(t, file, "it leads where nothing is, and is there all the same")

	require.NoError(t, Create(file, []byte("one")))
	require.NoError(t, Replace(link, []byte("two")))
	require.Equal(t, "one", read(t, file))
	require.Equal(t, "two", read(t, link))
}

// What root puts among another user's files is that user's, or it could not be read there.
func TestWhatRootMakesIsForWhoeverItIsPutThereFor(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	dir := t.TempDir()
	theirs := filepath.Join(dir, "theirs")
	require.NoError(t, os.Mkdir(theirs, 0o700))
	require.NoError(t, os.Chown(theirs, 12345, 12346))
	require.NoError(t, Create(filepath.Join(theirs, "new", "deeper", "file"), []byte("one")))
	require.NoError(t, Replace(filepath.Join(theirs, "other"), []byte("two")))
	require.NoError(t, Create(filepath.Join(dir, "mine"), []byte("three")))
	for name, want := range map[string][2]uint32{
		"theirs/new": {12345, 12346}, "theirs/new/deeper": {12345, 12346}, "theirs/new/deeper/file": {12345, 12346},
		"theirs/other": {12345, 12346}, "mine": {0, uint32(os.Getegid())},
	} {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		st := info.Sys().(*syscall.Stat_t)
		require.Equal(t, want, [2]uint32{st.Uid, st.Gid}, name)
		require.Zero(t, info.Mode().Perm()&0o077, name)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(b)
}
