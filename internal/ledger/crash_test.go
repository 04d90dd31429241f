package ledger

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// image is a disk with these files on it.
func image(files map[string][]byte) *memFS {
	m := newMemFS()
	for name, data := range files {
		m.seen[name] = &memFile{seen: slices.Clone(data), disk: slices.Clone(data)}
	}
	m.disk = m.seen
	return m
}

func (m *memFS) contents() map[string][]byte {
	all := map[string][]byte{}
	for name, f := range m.seen {
		all[name] = slices.Clone(f.seen)
	}
	return all
}

// A crash may have cut the file off at any byte: whatever was acknowledged as synced is there,
// and the torn tail is cut off and recorded. Where the head mark vouches for what is missing,
// that is corruption.
func TestCutAtEveryByte(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	l, _, err := Open(o)
	require.NoError(t, err)
	put(t, l, 1, true)
	put(t, l, 2, true)
	name := filePath(o.Dir, 1)
	synced := len(m.seen[name].seen)
	put(t, l, 3, false)
	put(t, l, 4, false)
	m.kill()
	l.Close()
	files := m.contents()
	full := files[name]

	for size := range len(full) + 1 {
		files[name] = full[:size]
		m := image(files)
		found, err := verify(m, o.Dir, &testKey, nil, nil)
		require.NoError(t, err)
		o.FS = m
		l, r, err := Open(o)
		if size < synced {
			require.Equal(t, Cut, found.Problem.What, "%d", size)
			problem, ok := err.(interface{ Unwrap() error })
			require.True(t, ok)
			require.ErrorIs(t, problem.Unwrap(), ErrCorrupt, "%d", size)
			continue
		}
		require.NoError(t, err, "%d", size)
		want := []int{1, 2, 3, 4}[:bytes.Count(full[:size], []byte("\n"))-1]
		require.Equal(t, want, claims(t, l))
		torn := size - 1 - bytes.LastIndexByte(full[:size], '\n')
		require.EqualValues(t, torn, r.Cut)
		require.Nil(t, found.Problem, "%d", size)
		require.True(t, found.Head)
		require.EqualValues(t, torn, found.Bytes)
		require.Equal(t, torn > 0, found.Unfinished == Position{File: 1, Seq: uint64(len(want) + 1)})
		last, err := l.Entry(1, l.Last().Seq)
		require.NoError(t, err)
		if torn > 0 {
			require.EqualValues(t, len(want)+1, r.Torn.Seq)
			require.Regexp(t, `^{"bytes":\d+,"event":"torn_tail_cut","time":".*"}$`, string(last.Data))
		}
		put(t, l, 5, true)
		require.NoError(t, l.Close())
		whole(t, m, o.Dir)
	}
}

// A copy taken while the next file was being created may contain only the finished one, which
// is read-only. Nothing is missing, so the next file continues it.
func TestBeginsBehindAFinishedFile(t *testing.T) {
	all := three(t)
	files := map[string][]byte{}
	for n := 1; n <= 2; n++ {
		files[filePath("ledger", n)] = all[filePath("ledger", n)]
	}
	m := mark{n: 4, first: 1, last: Position{File: 1, Hash: genesisOf(t, all[filePath("ledger", 1)])}}
	before := m
	before.n--
	files["ledger/head"] = append(m.encode(&testKey), before.encode(&testKey)...)
	for _, torn := range []string{"", `{"seq`} {
		m := image(files)
		m.seen[filePath("ledger", 1)].sealed, m.seen[filePath("ledger", 2)].sealed = true, torn == ""
		m.seen[filePath("ledger", 2)].seen = append(m.seen[filePath("ledger", 2)].seen, torn...)
		l, r := open(t, quiet(m))
		require.True(t, r.Rotated)
		require.EqualValues(t, len(torn), r.Cut)
		require.Equal(t, 3, l.Last().File)
		put(t, l, 100, true)
		require.NoError(t, l.Close())
		l, _ = open(t, quiet(m))
		require.Equal(t, 100, claims(t, l)[len(claims(t, l))-1])
	}
}

func genesisOf(t *testing.T, file []byte) string {
	line, err := parseLine(file[:bytes.IndexByte(file, '\n')])
	require.NoError(t, err)
	return string(line.hash)
}

// A file system may have stored a later page but not an earlier one, which then reads as NULs:
// nothing from the hole on was ever synced.
func TestHoleInTheTail(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	l, _, err := Open(o)
	require.NoError(t, err)
	put(t, l, 1, true)
	name := filePath(o.Dir, 1)
	synced := len(m.seen[name].seen)
	for n := 2; n < 6; n++ {
		put(t, l, n, false)
	}
	m.kill()
	l.Close()
	files := m.contents()
	full := files[name]
	for from := 0; from < len(full)-10; from += 7 {
		holed := slices.Clone(full)
		clear(holed[from : from+10])
		files[name] = holed
		m := image(files)
		found, err := verify(m, o.Dir, &testKey, nil, nil)
		require.NoError(t, err)
		o.FS = m
		l, r, err := Open(o)
		if from < synced {
			require.NotNil(t, found.Problem)
			require.ErrorIs(t, err, ErrCorrupt)
			continue
		}
		require.NoError(t, err)
		require.Nil(t, found.Problem)
		require.Equal(t, r.Torn, found.Unfinished)
		require.Equal(t, r.Cut, found.Bytes)
		require.Equal(t, []int{1, 2, 3, 4, 5}[:bytes.Count(full[:from], []byte("\n"))-1], claims(t, l))
		require.NoError(t, l.Close())
		whole(t, m, o.Dir)
	}
}

// Half of the head mark may be torn; it is repaired and recorded.
func TestTornHeadMark(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	l, _, err := Open(o)
	require.NoError(t, err)
	put(t, l, 1, true)
	require.NoError(t, l.Close())
	files := m.contents()
	head := files["ledger/head"]
	for i := range 2 * slotSize {
		files["ledger/head"] = slices.Clone(head)
		files["ledger/head"][i] ^= 1
		m := image(files)
		o.FS = m
		r, err := verify(m, o.Dir, &testKey, nil, nil)
		require.NoError(t, err)
		require.Equal(t, &Problem{What: BadMark}, r.Problem)
		l, recovery, err := Open(o)
		require.NoError(t, err)
		require.True(t, recovery.Head)
		require.NoError(t, l.Close())
		whole(t, m, o.Dir)
	}
	clear(files["ledger/head"])
	o.FS = image(files)
	_, _, err = Open(o)
	require.ErrorIs(t, err, ErrCorrupt)
	delete(files, "ledger/head")
	o.FS = image(files)
	_, _, err = Open(o)
	require.ErrorIs(t, err, ErrCorrupt)
}

// Both halves of the head mark were written by the daemon, but not one right after the other:
// somebody put an old one back.
func TestStaleHalfOfTheHeadMark(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	l, _, err := Open(o)
	require.NoError(t, err)
	for n := range 4 {
		put(t, l, n, true)
	}
	require.NoError(t, l.Close())
	files := m.contents()
	head := files["ledger/head"]
	older, _ := parseMark(head[:slotSize], &testKey)
	at := 0
	if newer, _ := parseMark(head[slotSize:], &testKey); newer.n < older.n {
		older, at = newer, slotSize
	}
	older.n -= 2
	copy(head[at:], older.encode(&testKey))
	r, err := verify(image(files), o.Dir, &testKey, nil, nil)
	require.NoError(t, err)
	require.Equal(t, &Problem{What: BadMark}, r.Problem)
}

// Any sequence of what a daemon, a disk and a power supply can do, against a model that knows
// what was acknowledged.
func TestAnyHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMemFS()
		now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
		o := quiet(m)
		o.MaxEntries = rapid.IntRange(3, 12).Draw(t, "entries in a file")
		o.MaxAge = time.Hour
		o.Now = func() time.Time { return now }
		l, _, err := Open(o)
		require.NoError(t, err)
		chain := []int{} // the appended entries that may still exist
		safe, durable, n := 0, 0, 0
		flush := func(t *rapid.T, p Position, sync bool, upto int) {
			if err := l.Flush(context.Background(), p, sync); err != nil {
				require.ErrorIs(t, err, ErrFailing)
				require.NotNil(t, m.fault)
				return
			}
			safe = max(safe, upto)
			if sync {
				durable = max(durable, upto)
			}
		}
		reopen := func(t *rapid.T, kept int) {
			_ = l.Close()
			l, _, err = Open(o)
			require.NoError(t, err)
			got := claims(t, l)
			require.GreaterOrEqual(t, len(got), kept)
			require.True(t, slices.Equal(chain[:len(got)], got), "%v became %v", chain, got)
			chain, safe, durable = got, len(got), len(got)
		}
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				for range rapid.IntRange(1, 5).Draw(t, "times") {
					if _, err := l.Append(l.now(), Claim, claim(n)); err != nil {
						require.ErrorIs(t, err, ErrFailing)
						return
					}
					chain = append(chain, n)
					n++
				}
			},
			"flush":         func(t *rapid.T) { flush(t, l.Last(), false, len(chain)) },
			"flush durable": func(t *rapid.T) { flush(t, l.Last(), true, len(chain)) },
			"time passes":   func(t *rapid.T) { now = now.Add(20 * time.Minute) },
			"disk fails": func(t *rapid.T) {
				op := rapid.SampledFrom([]string{"write", "sync", "create", "syncdir", "seal"}).Draw(t, "op")
				f := fault{err: errors.New("broken"), persisted: rapid.Bool().Draw(t, "persisted"), short: rapid.Bool().Draw(t, "short")}
				m.fault = func(at, _ string) fault {
					if at != op {
						return fault{}
					}
					return f
				}
			},
			"disk is back": func(t *rapid.T) {
				m.fault = nil
				flush(t, l.Last(), true, len(chain))
			},
			"close": func(t *rapid.T) {
				if m.fault == nil {
					require.NoError(t, l.Close())
					reopen(t, len(chain))
				}
			},
			"kill": func(t *rapid.T) {
				m.kill()
				reopen(t, safe)
			},
			"power cut": func(t *rapid.T) {
				m.cut(func() bool { return rapid.Bool().Draw(t, "left") })
				reopen(t, durable)
			},
		})
		m.fault = nil
		require.NoError(t, l.Close())
		whole(t, m, o.Dir)
	})
}
