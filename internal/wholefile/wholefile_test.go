package wholefile

import (
	"io/fs"
	"os"
	"path/filepath"
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

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(b)
}
