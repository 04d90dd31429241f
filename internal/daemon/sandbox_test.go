package daemon

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/paths"
)

// The directory that sandboxes mount stays, and its content is always the current daemon's.
func TestSandboxesSeeTheNextDaemon(t *testing.T) {
	runtime := t.TempDir()
	shared := filepath.Join(runtime, paths.SandboxDir)
	same := func() {
		t.Helper()
		for _, name := range []string{tools.socket, tools.key} {
			own, err := os.Stat(filepath.Join(runtime, name))
			require.NoError(t, err)
			seen, err := os.Stat(filepath.Join(shared, name))
			require.NoError(t, err)
			require.True(t, os.SameFile(own, seen), name)
		}
		entries, err := os.ReadDir(shared)
		require.NoError(t, err)
		require.Len(t, entries, 2)
	}
	start := func() {
		t.Helper()
		open, err := listenAll(t.Context(), runtime)
		require.NoError(t, err)
		t.Cleanup(func() { closeAll(open) })
		_, err = writeKeys(runtime)
		require.NoError(t, err)
		require.NoError(t, share(runtime))
		same()
	}
	start()
	before, err := os.Stat(shared)
	require.NoError(t, err)
	require.Equal(t, os.ModeDir|0o700, before.Mode())
	require.NoError(t, share(runtime), "a socket of a service manager is the same again")
	same()
	require.NoError(t, os.WriteFile(filepath.Join(shared, tools.key+".new"), nil, 0o600), "left by a daemon that was killed")
	start()
	after, err := os.Stat(shared)
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after), "or a mount of it would be of none")

	require.NoError(t, os.Remove(filepath.Join(runtime, tools.socket)))
	removeKeys(runtime)
	left, err := os.ReadDir(shared)
	require.NoError(t, err)
	require.Empty(t, left)

	require.NoError(t, os.Chmod(shared, 0o777))
	require.ErrorIs(t, share(runtime), ErrUnsafe)
}
