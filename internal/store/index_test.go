package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// indexed is a rig with three saved sessions, one of them tainted and with a pending code.
func indexed(t *testing.T, edit func(*Options)) *rig {
	r := opened(t, edit)
	r.taint("a")
	r.call("a", "exec")
	r.taint("b")
	r.call("c", "read")
	r.save()
	return r
}

func TestAnIndexThatCannotBeUsedIsBuiltAnew(t *testing.T) {
	page := os.Getpagesize()
	for name, spoil := range map[string]func(t *testing.T, path string){
		"deleted": func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) },
		"empty text": func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte("not a database"), 0o600))
		},
		"zeros":               func(t *testing.T, path string) { overwrite(t, path, 0, make([]byte, 1<<15)) },
		"both metas":          func(t *testing.T, path string) { overwrite(t, path, 0, bytes.Repeat([]byte{0xff}, 2*page)) },
		"cut short":           func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, int64(2*page))) },
		"last page":           func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 3*int64(page))) },
		"one byte":            func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 1)) },
		"noise":               func(t *testing.T, path string) { overwrite(t, path, int64(2*page), bytes.Repeat([]byte{0xa5}, 3*page)) },
		"a later one":         func(t *testing.T, path string) { setSchema(t, path, "4") },
		"older than any step": func(t *testing.T, path string) { setSchema(t, path, "0") },
		"no meta bucket": func(t *testing.T, path string) {
			db, err := bolt.Open(path, 0o600, nil)
			require.NoError(t, err)
			require.NoError(t, db.Update(func(tx *bolt.Tx) error { return tx.DeleteBucket(metaBucket) }))
			require.NoError(t, db.Close())
		},
		"no version": func(t *testing.T, path string) { setSchema(t, path, "many") },
	} {
		t.Run(name, func(t *testing.T) {
			r := indexed(t, nil)
			want := r.view()
			r.close()
			spoil(t, r.index())
			r.open()
			require.Equal(t, want, r.view())
			require.Empty(t, r.store.Alarms())
			bad, err := filepath.Glob(r.index() + ".bad-*")
			require.NoError(t, err)
			if name != "deleted" {
				require.Len(t, bad, 1)
				require.Equal(t, 1, r.logs.FilterMessageSnippet("set aside").Len())
			}
			r.save()
			r.restart()
			require.Equal(t, want, r.view(), "and the new one is as good")
			require.Equal(t, 3, r.store.Index().Count())
		})
	}
}

func overwrite(t *testing.T, path string, at int64, b []byte) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteAt(b, at)
	require.NoError(t, errors.Join(err, f.Close()))
}

func setSchema(t *testing.T, path, version string) {
	db, err := bolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bolt.Tx) error { return tx.Bucket(metaBucket).Put(schemaKey, []byte(version)) }))
	require.NoError(t, db.Close())
}

func TestOnlyTheLatestBadIndexIsKept(t *testing.T) {
	r := indexed(t, nil)
	for range 3 {
		r.close()
		overwrite(t, r.index(), 0, make([]byte, 1<<15))
		r.wait(time.Hour)
		r.open()
	}
	bad, err := filepath.Glob(r.index() + ".bad-*")
	require.NoError(t, err)
	require.Equal(t, []string{r.index() + ".bad-20260221T210000Z"}, bad)
}

func TestDamageWhileRunning(t *testing.T) {
	r := indexed(t, nil)
	want := r.level("a")
	r.wait(time.Hour)
	require.Equal(t, 3, r.engine.Forget(r.now()))
	text, err := os.ReadFile(r.index())
	require.NoError(t, err)
	for _, at := range regexp.MustCompile(`"Key":"a"`).FindAllIndex(text, -1) { // old pages too
		overwrite(t, r.index(), int64(at[0]), []byte(`"Key":"x"`))
	}

	d := r.call("a", "exec")
	require.Equal(t, "deny", d.Verdict.String(), "what the session had seen cannot be told")
	require.Contains(t, r.store.Alarms()[0], "the index is damaged")
	r.store.saved(r.store.save(t.Context()))
	require.NoFileExists(t, r.index())
	r.restart()
	require.Empty(t, r.store.Alarms())
	require.Equal(t, want, r.level("a"))
}

func TestAnOlderSchemaIsBroughtUp(t *testing.T) {
	r := indexed(t, nil)
	want := r.view()
	r.close()
	defer r.open()
	ran := []int{}
	later := schema{version: 5, steps: map[int]func(*bolt.Tx) error{
		3: func(tx *bolt.Tx) error {
			ran = append(ran, 3)
			_, err := tx.CreateBucket([]byte("more"))
			return err
		},
		4: func(tx *bolt.Tx) error {
			ran = append(ran, 4)
			return tx.Bucket([]byte("more")).Put([]byte("k"), []byte("v"))
		},
	}}
	failing := schema{version: 4, steps: map[int]func(*bolt.Tx) error{3: func(*bolt.Tx) error { return errors.New("cannot") }}}
	_, err := tryIndex(r.index(), r.store.key, failing)
	require.ErrorIs(t, err, errUnusable)
	for range 2 {
		x, why, err := openIndex(r.index(), r.store.key, later, start)
		require.NoError(t, err)
		require.NoError(t, why)
		require.Equal(t, 3, x.Count())
		_, found, err := x.Load("a")
		require.NoError(t, err)
		require.True(t, found)
		require.NoError(t, x.close())
	}
	require.Equal(t, []int{3, 4}, ran, "once, in order")
	setSchema(t, r.index(), "3")
	r.open()
	require.Equal(t, want, r.view())
	r.close()
}

// It is not a session, and does not count as one too many.
func TestAnIndexWithACanaryIsWhole(t *testing.T) {
	r := opened(t, nil)
	r.call("agent:main:provenance-canary", "exec")
	r.call("a", "read")
	r.save()
	r.restart()
	require.Zero(t, r.logs.FilterMessageSnippet("set aside").Len())
	require.Equal(t, 1, r.store.Index().Count())
}

// An index of version 1 has all turns with their sessions.
func TestTurnsComeApartFromSessionsOfAnEarlierIndex(t *testing.T) {
	r := indexed(t, nil)
	for range 2 {
		r.taint("a")
		r.send("a", wire.AgentEnd, &wire.AgentEndEvent{})
	}
	r.save()
	want := r.view()
	r.close()
	x, why, err := openIndex(r.index(), r.store.key, indexSchema, start)
	require.NoError(t, errors.Join(why, err))
	h := x.state()
	h.Sum = sum256{}
	require.NoError(t, x.update(&h, func(tx *bolt.Tx) error {
		for _, key := range []string{"a", "b", "c"} {
			snap, _, err := x.Load(key)
			require.NoError(t, err)
			st := &snap.State
			if st.Turn.Apart {
				whole, err := x.Turn(key, st.Turn.Number)
				require.NoError(t, err)
				st.SetTurn(whole)
			}
			st.Former = new(session.Former)
			for _, past := range st.Kept {
				whole, err := x.Turn(key, past.Number)
				require.NoError(t, err)
				st.OldTurns = append(st.OldTurns, whole)
			}
			st.Kept = nil
			text, err := x.seal([]byte(key), &snap)
			require.NoError(t, err)
			require.NoError(t, tx.Bucket(sessionsBucket).Put([]byte(key), text))
			h.Sum.toggle(text)
		}
		require.NoError(t, tx.DeleteBucket(turnsBucket))
		require.NoError(t, tx.DeleteBucket(filesBucket))
		return putSchema(tx, schema{version: 1})
	}))
	require.NoError(t, x.close())

	turns := func() (n int) {
		require.NoError(t, r.store.index.db.View(func(tx *bolt.Tx) error { n = tx.Bucket(turnsBucket).Stats().KeyN; return nil }))
		return n
	}
	r.open()
	require.Equal(t, want, r.view())
	require.Zero(t, r.logs.FilterMessageSnippet("set aside").Len())
	require.Zero(t, turns())
	r.call("a", "read")
	r.save()
	require.Equal(t, 3, turns(), "those of a are over")
	for range 2 {
		r.restart()
		require.Zero(t, r.logs.FilterMessageSnippet("set aside").Len())
		v, err := r.engine.Session("a")
		require.NoError(t, err)
		require.Len(t, v.TurnsKept, 4)
		for _, id := range v.TurnsKept {
			g, err := r.engine.Graph("a", id)
			require.NoError(t, err)
			require.NotEmpty(t, g.Nodes)
		}
	}
}

// A turn that is no longer kept leaves the index, and no other does.
func TestTurnsOfNoUseLeaveTheIndex(t *testing.T) {
	r := opened(t, nil)
	names := func() (list []string) {
		require.NoError(t, r.store.index.db.View(func(tx *bolt.Tx) error {
			return tx.Bucket(turnsBucket).ForEach(func(key, _ []byte) error { list = append(list, string(key)); return nil })
		}))
		return list
	}
	others := []string{"a\x00", "a\x00\x00\x00\x00\x00\x00\x00\x00\x01", "ab", "`"}
	for _, key := range others {
		r.taint(key)
		r.send(key, wire.AgentEnd, &wire.AgentEndEvent{})
	}
	for range 12 {
		r.taint("a")
		r.send("a", wire.AgentEnd, &wire.AgentEndEvent{})
		r.save()
	}
	v, err := r.engine.Session("a")
	require.NoError(t, err)
	require.Equal(t, "t5", v.TurnsKept[0])
	require.Len(t, names(), len(others)+len(v.TurnsKept))
	require.NotContains(t, names(), string(turnKey("a", 4)))
	require.Contains(t, names(), string(turnKey("a", 5)))
	r.restart()
	require.Zero(t, r.logs.FilterMessageSnippet("set aside").Len(), "the sum is right")
	require.Equal(t, len(others)+1, r.store.Index().Count())
}

// Without its turns an index is not what was saved, however intact the rest is.
func TestATurnThatIsMissingIsDamage(t *testing.T) {
	r := indexed(t, nil)
	drop := func(db *bolt.DB) {
		require.NoError(t, db.Update(func(tx *bolt.Tx) error { return tx.Bucket(turnsBucket).Delete(turnKey("c", 1)) }))
	}
	r.send("c", wire.AgentEnd, &wire.AgentEndEvent{})
	r.save()
	want := r.view()
	r.close()
	db, err := bolt.Open(r.index(), 0o600, nil)
	require.NoError(t, err)
	drop(db)
	require.NoError(t, db.Close())
	r.open()
	require.Equal(t, 1, r.logs.FilterMessageSnippet("set aside").Len())
	require.Equal(t, want, r.view())

	r.save()
	r.wait(time.Hour)
	require.NotZero(t, r.engine.Forget(r.now()))
	drop(r.store.index.db)
	_, err = r.engine.Graph("c", "last")
	require.ErrorIs(t, err, errDamaged)
}

func TestAnIndexOfBeforeItHadASumGetsOne(t *testing.T) {
	r := indexed(t, nil)
	want := r.view()
	r.close()
	x, why, err := openIndex(r.index(), r.store.key, indexSchema, start)
	require.NoError(t, errors.Join(why, err))
	sum := x.state().Sum
	require.NotZero(t, sum)
	h := x.state()
	h.Sum = sum256{}
	require.NoError(t, x.update(&h, func(*bolt.Tx) error { return nil }))
	require.NoError(t, x.close())

	r.open()
	require.Equal(t, want, r.view())
	require.Zero(t, r.logs.FilterMessageSnippet("set aside").Len())
	require.Equal(t, sum, r.store.Index().state().Sum)
	r.taint("c")
	r.save()
	r.restart()
	require.NotEqual(t, sum, r.store.Index().state().Sum)
	require.Zero(t, r.logs.FilterMessageSnippet("set aside").Len())
}

func TestAnIndexIsOneProcesssOwn(t *testing.T) {
	r := indexed(t, nil)
	_, _, err := openIndex(r.index(), r.store.key, indexSchema, start)
	require.ErrorIs(t, err, bolterrors.ErrTimeout, "and is not set aside")
	require.FileExists(t, r.index())
	link := filepath.Join(t.TempDir(), "index.db")
	require.NoError(t, os.Symlink(r.index(), link))
	_, _, err = openIndex(link, r.store.key, indexSchema, start)
	require.Error(t, err)
	info, err := os.Stat(r.index())
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestAnotherKeyOpensNoIndex(t *testing.T) {
	r := indexed(t, nil)
	r.close()
	defer r.open()
	_, err := tryIndex(r.index(), hmacauth.Key{1}, indexSchema)
	require.ErrorIs(t, err, errUnusable)
}

func TestEachReadsInBatches(t *testing.T) {
	r := opened(t, nil)
	want := 2*eachBatch + 1
	for i := range want {
		r.call("s"+time.Duration(i).String(), "read")
	}
	r.save()
	require.Equal(t, want, r.store.Index().Count())
	seen := map[string]bool{}
	last := ""
	require.NoError(t, r.store.Index().Each("", nil, func(s session.Snapshot) error {
		require.Less(t, last, s.Key)
		seen[s.Key], last = true, s.Key
		return nil
	}))
	require.Len(t, seen, want)
	behind := 0
	require.NoError(t, r.store.Index().Each(last, nil, func(session.Snapshot) error { behind++; return nil }))
	require.NoError(t, r.store.Index().Each(last[:len(last)-1], nil, func(session.Snapshot) error { behind++; return nil }))
	require.Equal(t, 1, behind)
	stop := errors.New("stop")
	require.ErrorIs(t, r.store.Index().Each("", nil, func(session.Snapshot) error { return stop }), stop)
}
