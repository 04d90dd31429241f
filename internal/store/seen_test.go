package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
)

// forged replaces the rig's ledger by one from another daemon, with a key of its own: in it,
// the session s never read anything.
func (r *rig) forged(t *testing.T) {
	t.Helper()
	other := newRig(t, t.TempDir(), nil)
	for range 30 {
		other.call("s", "read")
	}
	other.close()
	require.NoError(t, os.RemoveAll(r.path(paths.LedgerDir)))
	require.NoError(t, os.CopyFS(r.path(paths.LedgerDir), os.DirFS(other.path(paths.LedgerDir))))
	key, err := hmacauth.ReadKeyFile(other.path(paths.LedgerKey))
	require.NoError(t, err)
	require.NoError(t, hmacauth.WriteKeyFile(r.path(paths.LedgerKey), key))
}

// differs is what audit verify says about the ledger.
func (r *rig) differs(t *testing.T) *ledger.Problem {
	t.Helper()
	seen, err := ledger.ReadSeen(r.path(paths.LedgerSeen))
	require.NoError(t, err)
	key, err := hmacauth.ReadKeyFile(r.path(paths.LedgerKey))
	require.NoError(t, err)
	problem, err := seen.Differs(r.path(paths.LedgerDir), &key, 1)
	require.NoError(t, err)
	return problem
}

// Someone who can write to the state directory can put a ledger there that verifies. The memory
// of the previous one exposes it at every start, and nothing that the new one says about a
// session counts.
func TestALedgerThatWasWrittenAnewIsNotBelieved(t *testing.T) {
	for name, also := range map[string]func(t *testing.T, r *rig){
		"nothing else":                func(*testing.T, *rig) {},
		"and the index is gone":       func(t *testing.T, r *rig) { require.NoError(t, os.Remove(r.index())) },
		"and the index is cut":        func(t *testing.T, r *rig) { require.NoError(t, os.Truncate(r.index(), 9000)) },
		"and what was seen is gone":   func(t *testing.T, r *rig) { require.NoError(t, os.Remove(r.path(paths.LedgerSeen))) },
		"and what was seen is forged": func(t *testing.T, r *rig) { forgeSeen(t, r) },
	} {
		t.Run(name, func(t *testing.T) {
			r := opened(t, nil)
			r.taint("s")
			r.close()
			require.Nil(t, r.differs(t))
			r.forged(t)
			also(t, r)
			for range 3 {
				r.open()
				require.NotEmpty(t, r.store.Forgotten())
				require.Len(t, r.store.Alarms(), 1)
				require.Contains(t, r.store.Alarms()[0], "ledger.key is not the one that this ledger had before")
				_, err := r.engine.Session("s")
				require.ErrorIs(t, err, decide.ErrNotFound)
				r.call("later", "read")
				r.close()
			}
			r.open()
			require.Equal(t, "trusted", r.level("later"), "what happened since counts")
			if name != "and what was seen is gone" && name != "and what was seen is forged" {
				require.Equal(t, ledger.OtherKey, r.differs(t).What)
			}
		})
	}
}

func forgeSeen(t *testing.T, r *rig) {
	key, err := hmacauth.ReadKeyFile(r.path(paths.LedgerKey))
	require.NoError(t, err)
	require.NoError(t, ledger.WriteSeen(r.path(paths.LedgerSeen), ledger.Seen{Key: ledger.Fingerprint(&key)}))
}

// An index made for the forged ledger fits it, and the memory of the previous one still exposes
// it.
func TestAnIndexThatCameWithAnotherKey(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	r.close()
	other := newRig(t, t.TempDir(), nil)
	other.call("s", "read")
	other.close()
	seen, err := os.ReadFile(r.path(paths.LedgerSeen))
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(r.dir))
	require.NoError(t, os.CopyFS(r.dir, os.DirFS(other.dir)))
	require.NoError(t, filepath.WalkDir(r.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = os.Chmod(path, 0o600)
		}
		return err
	}))
	require.NoError(t, os.WriteFile(r.path(paths.LedgerSeen), seen, 0o600))
	for range 2 {
		r.open()
		require.Len(t, r.store.Alarms(), 1)
		require.Contains(t, r.store.Alarms()[0], "is not the one that this ledger had before")
		_, err = r.engine.Session("s")
		require.ErrorIs(t, err, decide.ErrNotFound)
		r.close()
	}
	r.open()
}

// Someone with the key can sign a forgery, but the entry that was seen is gone nevertheless.
func TestALedgerThatWasWrittenAnewWithItsKey(t *testing.T) {
	for _, file := range []string{"", paths.StoreDir} {
		r := opened(t, nil)
		for range 30 {
			r.call("s", "read")
		}
		r.taint("s")
		r.close()
		key, err := hmacauth.ReadKeyFile(r.path(paths.LedgerKey))
		require.NoError(t, err)
		require.NoError(t, os.RemoveAll(r.path(paths.LedgerDir)))
		log, _, err := ledger.Open(ledger.Options{Dir: r.path(paths.LedgerDir), Key: key, Agent: "test", Now: r.now})
		require.NoError(t, err)
		require.NoError(t, log.Close())
		if file != "" {
			require.NoError(t, os.RemoveAll(r.path(file)))
		}
		require.Equal(t, ledger.NotSeen, r.differs(t).What)
		for range 2 {
			r.open()
			require.Len(t, r.store.Alarms(), 1)
			require.NotEmpty(t, r.store.Forgotten())
			r.close()
			require.Equal(t, ledger.NotSeen, r.differs(t).What, "until the owner has seen to it")
		}
		r.open()
	}
}

// If nothing is left that remembers the ledger, the daemon says so.
func TestALedgerThatNothingRemembers(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	r.close()
	require.NoError(t, os.RemoveAll(r.path(paths.StoreDir)))
	require.NoError(t, os.Remove(r.path(paths.LedgerSeen)))
	r.open()
	require.Len(t, r.store.Alarms(), 1)
	require.Contains(t, r.store.Alarms()[0], "nothing shows that the ledger and its key are those of before")
	require.Equal(t, "untrusted", r.level("s"))
}

// The state directory of an earlier version has no note of the key.
func TestAStateDirectoryOfAnEarlierVersion(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	r.close()
	require.NoError(t, os.Remove(r.path(paths.LedgerSeen)))
	r.open()
	require.Empty(t, r.store.Alarms())
	require.FileExists(t, r.path(paths.LedgerSeen))
	require.Nil(t, r.differs(t))
}
