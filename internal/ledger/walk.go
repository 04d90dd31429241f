package ledger

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
)

// walk reads a whole ledger and stops at the first thing wrong.
type walk struct {
	*cursor
	first   int                        // the first file that is kept
	mark    *mark                      // nil: not checked
	grow    func() bool                // called at a torn end; reports whether to look again; nil: no
	each    func(file int, seq uint64) // may be nil
	files   int
	entries uint64
	begin   Position // the first entry
	marked  int64    // offset in the last file up to which the head mark vouches
}

// run returns a *Problem, an error of the file system, or nil. If the last file was finished
// and there is no next one, sealed is set. The ledger may grow meanwhile.
func (w *walk) run() error {
	for n := w.first; ; {
		err := w.open(n)
		if errors.Is(err, fs.ErrNotExist) {
			if came, err := w.runEnd(n); !came || err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		w.files++
		w.marked = 0
		if err := w.runFile(); err != nil {
			return err
		}
		n++
		for !w.sealed {
			// The ledger ends with a file that is not finished, unless the next one was created
			// since: then this one was finished first.
			came, err := w.exists(n)
			if err == nil && !came {
				came, err = w.runEnd(n)
			}
			if err != nil || !came {
				return err
			}
			if err := w.runFile(); err != nil {
				return err
			}
		}
	}
}

func (w *walk) runFile() error {
	final := false // the next file existed before the end of this one was read
	for {
		l, err := w.read()
		if err == io.EOF && w.sealed {
			return nil
		}
		if err == io.EOF || err == errTorn {
			if final {
				return w.problem(Cut)
			}
			var existsErr error
			if final, existsErr = w.exists(w.file + 1); existsErr != nil {
				return existsErr
			}
			if !final && err == io.EOF && w.next > 0 {
				return nil
			}
			if !final && !(w.grow != nil && w.grow()) {
				return w.torn()
			}
			continue
		}
		if err != nil {
			return w.judge(err)
		}
		w.entries++
		if w.entries == 1 {
			w.begin = w.last()
		}
		if m := w.mark; m != nil && m.last.File == w.file && m.last.Seq == l.seq {
			if m.last.Hash != string(l.hash) {
				return &Problem{File: w.file, Seq: l.seq, What: Rewritten}
			}
			w.marked = w.end
		}
		if w.each != nil {
			w.each(w.file, l.seq)
		}
	}
}

// runEnd says what is wrong with a ledger that ends before file n, or that file n was created
// meanwhile.
func (w *walk) runEnd(n int) (came bool, err error) {
	if w.sealed && w.grow != nil && w.grow() {
		return true, nil
	}
	all, err := listFiles(w.fs, w.dir)
	if err != nil {
		return false, err
	}
	if slices.Contains(all, n) {
		return true, nil
	}
	if len(all) > 0 && all[len(all)-1] > n {
		return false, &Problem{File: n, What: Missing}
	}
	if w.mark == nil || !w.last().Before(w.mark.last) {
		return false, nil
	}
	if w.files == 0 || w.sealed {
		return false, &Problem{File: n, What: Missing}
	}
	return false, w.problem(Cut)
}

// judge distinguishes what a crash can leave from what it cannot. A crash only tears what was
// not synced yet, so nothing up to the head mark and nothing in a file that is followed by
// another. Elsewhere, the end of the last line may be missing, or a page in between, which then
// reads as NULs.
func (w *walk) judge(err error) error {
	p, isProblem := errors.AsType[*Problem](err)
	if !isProblem {
		return err
	}
	more, existsErr := w.exists(w.file + 1)
	if existsErr != nil {
		return existsErr
	}
	if p.What != Malformed || more || w.acknowledged() {
		return p
	}
	if bytes.IndexByte(w.bad, 0) >= 0 {
		return w.problem(Torn)
	}
	return p // somebody wrote a line that ends but is not an entry
}

// torn is judge for the end of the last file.
func (w *walk) torn() error {
	if w.acknowledged() {
		return w.problem(Cut)
	}
	return w.problem(Torn)
}

// acknowledged reports whether the head mark vouches for the expected entry.
func (w *walk) acknowledged() bool {
	return w.mark != nil && !w.mark.last.Before(Position{File: w.file, Seq: w.next})
}
