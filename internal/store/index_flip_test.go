//go:build !race

package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A damaged file sends bbolt after pointers that lead anywhere. The index guards
// itself against that; the race detector's bookkeeping cannot, so this test runs
// without it.

// A byte that changes in what is saved of a session is never believed, wherever
// it is: the level that comes back is the right one, or an error.
func TestAFlippedByteIsNoBetterLevel(t *testing.T) {
	r := indexed(t, nil)
	r.close()
	good, err := os.ReadFile(r.index())
	require.NoError(t, err)
	defer r.open()
	refused := 0
	for at := 0; at < len(good); at += 211 {
		bad := bytes.Clone(good)
		bad[at] ^= 0x01
		path := filepath.Join(t.TempDir(), "index.db")
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		x, err := tryIndex(path, r.store.key, indexSchema)
		if err != nil {
			refused++
			continue
		}
		snap, found, err := x.Load("a")
		if err != nil {
			refused++
			require.ErrorIs(t, x.broken(), errDamaged)
		} else if found {
			require.Equal(t, "untrusted", snap.State.Watermark.Level.String(), "byte %d", at)
		}
		require.NoError(t, x.close())
	}
	require.NotZero(t, refused)
}
