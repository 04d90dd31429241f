package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}
