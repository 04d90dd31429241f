package ledger

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTail(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	l, _ := open(t, Options{Dir: dir, MaxEntries: 5})
	tail, err := NewTail(dir, Position{})
	require.NoError(t, err)
	defer tail.Close()
	var got []Position
	poll := func(tail *Tail) {
		require.NoError(t, tail.Poll(func(file int, e Entry) error {
			got = append(got, Position{File: file, Seq: e.Seq, Hash: e.Hash})
			return nil
		}))
	}
	var want []Position
	require.NoError(t, l.Scan(Position{}, func(file int, e Entry) error {
		want = append(want, Position{File: file, Seq: e.Seq, Hash: e.Hash})
		return nil
	}))
	for n := range 20 {
		put(t, l, n, n%2 == 0)
		poll(tail)
		require.Equal(t, l.Last(), got[len(got)-1])
		require.Equal(t, l.Last(), tail.Position())
	}
	want = want[:0]
	require.NoError(t, l.Scan(Position{}, func(file int, e Entry) error {
		want = append(want, Position{File: file, Seq: e.Seq, Hash: e.Hash})
		return nil
	}))
	require.Equal(t, want, got)

	for i, from := range want { // from anywhere, including the ends of files
		from := from
		if i%2 == 0 {
			from.Hash = ""
		}
		later, err := NewTail(dir, from)
		require.NoError(t, err)
		got = nil
		poll(later)
		require.Equal(t, want[i+1:], append([]Position{}, got...))
		later.Close()

		var scanned []Position
		require.NoError(t, l.Scan(from, func(file int, e Entry) error {
			scanned = append(scanned, Position{File: file, Seq: e.Seq, Hash: e.Hash})
			return nil
		}))
		require.Equal(t, got, scanned)
	}
	_, err = NewTail(dir, Position{File: 1, Seq: 99})
	require.ErrorIs(t, err, ErrNoEntry)
	_, err = NewTail(dir, Position{File: 99, Seq: 1})
	require.ErrorIs(t, err, ErrNoEntry)
	_, err = NewTail(dir, Position{File: 1, Seq: 1, Hash: genesisHash})
	require.ErrorIs(t, err, ErrCorrupt)
	stop := errors.New("stop")
	require.ErrorIs(t, l.Scan(Position{}, func(int, Entry) error { return stop }), stop)
}

func TestTailWaitsForWholeLines(t *testing.T) {
	files := three(t)
	name := filePath("ledger", 3)
	full := files[name]
	m := image(files)
	m.seen[name].seen = nil
	tail, err := newTail(m, "ledger", Position{})
	require.NoError(t, err)
	lines := 0
	for i := range len(full) + 1 {
		m.seen[name].seen = full[:i]
		require.NoError(t, tail.Poll(func(file int, e Entry) error {
			if file == 3 {
				lines++
			}
			return nil
		}))
		require.EqualValues(t, seqAt(full, i), lines)
	}
	m.seen[name].seen = append(full[:len(full):len(full)], "{}\n"...)
	require.ErrorIs(t, tail.Poll(func(int, Entry) error { return nil }), ErrCorrupt)
}

// The torn line that a restart cut off was never returned.
func TestTailOverARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	l, _ := open(t, Options{Dir: dir})
	put(t, l, 1, true)
	require.NoError(t, l.Close())
	f, err := os.OpenFile(filePath(dir, 1), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"seq":2,"type":"CLAIM","prevHash":"0123`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	tail, err := NewTail(dir, Position{})
	require.NoError(t, err)
	defer tail.Close()
	var got []Type
	each := func(_ int, e Entry) error {
		got = append(got, e.Type)
		return nil
	}
	require.NoError(t, tail.Poll(each))
	_, r := open(t, Options{Dir: dir})
	require.Equal(t, Position{File: 1, Seq: 2}, r.Torn)
	require.NoError(t, tail.Poll(each))
	require.Equal(t, []Type{Genesis, Claim, Meta}, got)
}

func TestEntryIsFoundAnywhere(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	o.MaxEntries = 2000
	l, _ := open(t, o)
	long := make([]byte, 100_000)
	for i := range long {
		long[i] = 'x'
	}
	for n := range 1500 {
		data := claim(n)
		if n%400 == 3 { // longer than bisecting reads at once
			data = []byte(`{"text":"` + string(long) + `"}`)
		}
		_, err := l.Append(l.now(), Claim, data)
		require.NoError(t, err)
	}
	_, err := l.Entry(1, 700)
	require.ErrorIs(t, err, ErrNoEntry, "it is not written yet")
	require.NoError(t, l.Flush(context.Background(), l.Last(), false))
	for seq := range uint64(1501) {
		e, err := l.Entry(1, seq)
		require.NoError(t, err)
		require.Equal(t, seq, e.Seq)
	}
	for _, p := range []Position{{File: 1, Seq: 1501}, {File: 0, Seq: 1}, {File: 2, Seq: 0}} {
		_, err = l.Entry(p.File, p.Seq)
		require.ErrorIs(t, err, ErrNoEntry)
	}
}

func TestRetention(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		name   string
		retain Retention
		first  int // kept when file 10 was begun; a file is sealed every day
	}{
		{"everything", Retention{}, 1},
		{"the last three", Retention{Files: 3}, 8},
		{"the open one", Retention{Files: 1}, 10},
		{"those sealed within five days", Retention{Age: 5*day - time.Hour}, 5},
		{"whichever keeps more", Retention{Files: 3, Age: 5*day - time.Hour}, 5},
		{"whichever keeps more, again", Retention{Files: 8, Age: 5*day - time.Hour}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMemFS()
			o := quiet(m)
			now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
			o.Now = func() time.Time { return now }
			o.MaxAge = day
			o.Retain = c.retain
			l, _ := open(t, o)
			start := l.Last()
			for n := range 10 {
				put(t, l, n, true)
				now = now.Add(day)
			}
			require.Equal(t, 10, l.Last().File)
			files, err := listFiles(m, o.Dir)
			require.NoError(t, err)
			require.Equal(t, c.first, files[0])
			require.Equal(t, 10, files[len(files)-1])
			r := whole(t, m, o.Dir)
			require.Equal(t, 10-c.first+1, r.Files)
			require.Equal(t, c.first, r.First.File)

			if c.first > 1 {
				_, err := l.Entry(1, 0)
				require.ErrorIs(t, err, ErrNoEntry)
				err = l.Scan(start, func(int, Entry) error { return nil })
				require.ErrorIs(t, err, ErrNoEntry)
				delete(m.seen, filePath(o.Dir, c.first))
				_, err = verify(m, o.Dir, &testKey, nil, nil)
				require.NoError(t, err)
				m.seen[filePath(o.Dir, c.first)] = m.disk[filePath(o.Dir, c.first)]
			}
		})
	}
}

// A crash between writing the head mark and removing files leaves files that need not be kept:
// that is not an error, and the next start removes them.
func TestRetentionIsFinishedAtStart(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	o.Retain.Files = 1
	o.MaxEntries = 5
	m.fault = func(op, _ string) fault {
		if op == "remove" {
			return fault{err: os.ErrPermission}
		}
		return fault{}
	}
	l, _, err := Open(o)
	require.NoError(t, err)
	for n := range 8 {
		put(t, l, n, true)
	}
	m.kill()
	l.Close()
	whole(t, m, o.Dir)
	_, r := open(t, o)
	require.Equal(t, []int{1, 2}, r.Pruned)
}
