package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// Report is what VerifyDir found.
type Report struct {
	Files       int
	Entries     uint64
	First, Last Position // of the intact part
	// Head says that the head mark was checked: nothing that was synced before MarkedAt was cut
	// off the end; Marked is how far it reaches.
	Head     bool
	Marked   Position
	MarkedAt time.Time
	// Unfinished is where an incomplete entry begins, and Bytes is how much of it there is;
	// zero if the ledger ends with a complete one. It is being written, or a crash left it so.
	// Past what the head mark vouches for that is not a problem; without the key it is, because
	// nothing shows that the rest was not cut off.
	Unfinished Position
	Bytes      int64
	Problem    *Problem // the first thing wrong; nil if there is none
}

const (
	progressEvery = 1024 // entries
	patience      = 20   // how often to check whether an unfinished entry is just being written
	pause         = 10 * time.Millisecond
)

// VerifyDir reads the whole ledger in dir and reports the first thing wrong. It needs no daemon
// and disturbs none. Without the key it only follows the chain, which does not show that its
// end was cut off or that all of it was rewritten. It calls progress, which may be nil, every
// now and then. The error is the file system's: it wraps fs.ErrNotExist if there is no ledger.
func VerifyDir(dir string, key *hmacauth.Key, progress func(file int, seq uint64)) (Report, error) {
	waits := 0
	grow := func() bool {
		waits++
		time.Sleep(pause)
		return waits <= patience
	}
	r, err := verify(osFS{}, dir, key, progress, grow)
	if err != nil {
		return Report{}, fmt.Errorf("verifying the ledger: %w", err)
	}
	return r, nil
}

func verify(fsys FS, dir string, key *hmacauth.Key, progress func(int, uint64), grow func() bool) (Report, error) {
	v := verification{fs: fsys, dir: dir, key: key, progress: progress, grow: grow}
	for {
		r, first, err := v.once()
		if err != nil || r.Problem == nil {
			return r, err
		}
		// Retention may have removed files in the meantime.
		if now, _, _, err := v.kept(); err != nil || now == first {
			return r, nil
		}
	}
}

// verification is the parameters of VerifyDir.
type verification struct {
	fs       FS
	dir      string
	key      *hmacauth.Key              // nil: the chain alone
	progress func(file int, seq uint64) // may be nil
	grow     func() bool                // waits, and says whether to look again; nil: never
}

// once reads the ledger once. It also returns the first file.
func (v *verification) once() (Report, int, error) {
	var r Report
	first, m, whole, err := v.kept()
	for err == nil && !whole && v.grow != nil && v.grow() {
		first, m, whole, err = v.kept()
	}
	if errors.As(err, &r.Problem) {
		return r, first, nil
	}
	if err != nil {
		return r, first, err
	}
	w := walk{cursor: newCursor(v.fs, v.dir), first: first, grow: v.grow}
	defer w.close()
	if v.key != nil {
		w.mark = &m
	}
	if v.progress != nil {
		w.each = func(file int, seq uint64) {
			if seq%progressEvery == 0 {
				v.progress(file, seq)
			}
		}
	}
	err = w.run()
	r = Report{Files: w.files, Entries: w.entries, First: w.begin, Last: w.last()}
	if err != nil && !errors.As(err, &r.Problem) {
		return r, first, err
	}
	unbegun := r.Problem == nil && w.sealed // the next file
	torn := r.Problem != nil && r.Problem.What == Torn
	if v.key != nil && (r.Problem == nil || torn) { // the walk got past the entry that the mark names
		if !whole {
			r.Problem = &Problem{What: BadMark}
			return r, first, nil
		}
		r.Head, r.Marked, r.MarkedAt = true, m.last, m.at
	}
	switch {
	case unbegun:
		r.Unfinished = Position{File: w.file + 1}
		r.Problem = &Problem{File: w.file + 1, What: Missing}
	case torn && w.begun():
		size, err := w.f.Size()
		if err != nil {
			return r, first, err
		}
		r.Unfinished, r.Bytes = Position{File: w.file, Seq: w.next}, size-w.end
	}
	if r.Head && r.Unfinished.File > 0 {
		r.Problem = nil
	}
	return r, first, nil
}

// kept finds the first file of the ledger, and its head mark if there is a key. whole is
// readHead's result, true without a key.
func (v *verification) kept() (first int, m mark, whole bool, err error) {
	files, err := listFiles(v.fs, v.dir)
	if err != nil {
		return 0, mark{}, false, err
	}
	none := &fs.PathError{Op: "find a ledger in", Path: v.dir, Err: fs.ErrNotExist}
	if v.key == nil {
		if len(files) == 0 {
			return 0, mark{}, false, none
		}
		return files[0], mark{}, true, nil
	}
	m, whole, err = readHead(v.fs, v.dir, v.key)
	if p, ok := errors.AsType[*Problem](err); ok && p.What == NoMark && len(files) == 0 {
		err = none
	}
	return m.first, m, whole, err
}
