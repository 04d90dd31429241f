package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// film is a disk on which a ledger is being written, frame by frame. Readers advance it: next
// is called before each of their operations.
type film struct {
	FS       // operations that a reader does not use
	pictures []map[string][]byte
	at       int
	next     func(at int) int
}

func (f *film) turn() map[string][]byte {
	f.at = min(max(f.at, f.next(f.at)), len(f.pictures)-1)
	return f.pictures[f.at]
}

func (f *film) List(string) ([]string, error) {
	var names []string
	for name := range f.turn() {
		names = append(names, filepath.Base(name))
	}
	return names, nil
}

func (f *film) Open(name string, _ int) (File, error) {
	if _, ok := f.turn()[name]; !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &shot{film: f, name: name}, nil
}

// shot is an open file, which remains readable when it is removed.
type shot struct {
	File
	film *film
	name string
	seen []byte
}

func (s *shot) ReadAt(b []byte, at int64) (int, error) {
	if now, ok := s.film.turn()[s.name]; ok {
		s.seen = now
	}
	return bytes.NewReader(s.seen).ReadAt(b, at)
}

func (s *shot) Size() (int64, error)       { return int64(len(s.seen)), nil }
func (s *shot) Stat() (fs.FileInfo, error) { return nil, errors.ErrUnsupported }
func (s *shot) Close() error               { return nil }

// shoot takes a picture after each operation of a writer, and more in the middle of each write,
// while the writer goes through several files and removes some.
func shoot(t *testing.T) []map[string][]byte {
	m := newMemFS()
	var pictures []map[string][]byte
	shot := func(now map[string][]byte) {
		if len(pictures) == 0 {
			pictures = append(pictures, now)
			return
		}
		last := pictures[len(pictures)-1]
		for _, name := range slices.Sorted(maps.Keys(now)) {
			was, is := len(last[name]), len(now[name])
			for _, size := range []int{(was + is) / 2, is - 1} {
				if size > was && size < is {
					half := maps.Clone(last)
					half[name] = now[name][:size]
					pictures = append(pictures, half)
				}
			}
		}
		if !maps.EqualFunc(last, now, bytes.Equal) {
			pictures = append(pictures, now)
		}
	}
	o := quiet(m)
	o.MaxEntries, o.Retain.Files = 4, 2
	l, _ := open(t, o)
	m.fault = func(string, string) fault {
		shot(m.contents())
		return fault{}
	}
	for n := range 7 {
		put(t, l, n, n%2 == 0)
	}
	m.fault = nil
	shot(m.contents())
	require.Equal(t, 4, l.Last().File)
	return pictures
}

// A ledger that is read while it is written, rotated and pruned is intact, wherever in it the
// reader is when the writer continues: once, by a little or a lot, between any two of the
// reader's steps, or at every n-th of them.
func TestVerifyAtTheMomentOfRotation(t *testing.T) {
	pictures := shoot(t)
	steps, unfinished := 0, 0
	// look reads a ledger that advances as next says; next gets the number of the reader's
	// step.
	look := func(next func(step, at int) int, from int, what string) int {
		n := 0
		f := &film{pictures: pictures, at: from, next: func(at int) int { n++; return next(n, at) }}
		r, err := verify(f, "ledger", &testKey, nil, nil)
		require.NoError(t, err, what)
		require.Nil(t, r.Problem, what)
		require.True(t, r.Head, what)
		require.False(t, r.Last.Before(r.Marked), what)
		if r.Unfinished.File > 0 {
			unfinished++
			require.True(t, r.Last.Before(r.Unfinished), what)
		}
		took := n

		// Without the key an incomplete end may have been cut off: the reader waits until the
		// writer has continued.
		n, f.at = 0, from
		waits := 0
		r, err = verify(f, "ledger", nil, nil, func() bool { f.at++; waits++; return waits < len(pictures) })
		require.NoError(t, err, what)
		require.Nil(t, r.Problem, what)
		return took
	}
	for from := range pictures {
		for to := from; to < len(pictures); to += 1 + (to-from)/3 {
			for last, took := 0, 1; last < took; last++ {
				took = look(func(step, at int) int {
					if step > last {
						return to
					}
					return at
				}, from, fmt.Sprintf("from picture %d to %d after step %d", from, to, last))
				steps = max(steps, took)
			}
		}
		for every := 1; every < 9; every++ {
			look(func(step, at int) int {
				if step%every == 0 {
					return at + 1
				}
				return at
			}, from, fmt.Sprintf("from picture %d on, a picture every %d steps", from, every))
		}
	}
	require.Greater(t, len(pictures), 25)
	require.Greater(t, steps, 15)
	require.NotZero(t, unfinished)
}
