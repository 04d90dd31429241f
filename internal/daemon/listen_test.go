package daemon

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/provenanced/provenanced/internal/peercred"
)

func TestListen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "gateway.sock")
	l, err := listen(t.Context(), path)
	require.NoError(t, err)
	info, err := os.Lstat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	// A daemon that was killed leaves its socket behind.
	l.SetUnlinkOnClose(false)
	require.NoError(t, l.Close())
	l, err = listen(t.Context(), path)
	require.NoError(t, err)
	c, err := net.Dial("unix", path)
	require.NoError(t, err)
	require.NoError(t, c.Close())

	require.NoError(t, l.Close())
	require.NoFileExists(t, path)
}

func TestListenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("precious"), 0o600))
	_, err := listen(t.Context(), file)
	require.ErrorContains(t, err, "something else is there")
	require.FileExists(t, file)
}

func TestFits(t *testing.T) {
	room := maxSocketPath - len("/gateway.sock")
	require.NoError(t, fits("/"+strings.Repeat("x", room-1)))
	require.ErrorContains(t, fits("/"+strings.Repeat("x", room)), "shorter runtime directory")
}

func TestListedProgramsThatAreNotThere(t *testing.T) {
	core, logs := observer.New(zap.InfoLevel)
	warnOfPrograms(&Options{Log: zap.New(core), Gateway: peercred.Allow{Exes: []string{os.Args[0], "/nowhere/node"}}})
	require.Equal(t, 1, logs.Len())
	require.Equal(t, "gateway.sock", logs.All()[0].ContextMap()["socket"])
	require.Contains(t, logs.All()[0].ContextMap()["error"], "/nowhere/node")
}
