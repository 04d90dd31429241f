package ledger

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Tail follows a ledger, across files, while another process may be writing it. It is not safe
// for concurrent use.
type Tail struct {
	c     *cursor
	final bool // the next file existed before the end of this one was read
}

// NewTail follows the ledger in dir, beginning with the entry after from; the zero Position
// means from the beginning. If from has a hash, the entry there must have it. Errors wrap
// ErrNoEntry or ErrCorrupt, or are the file system's.
func NewTail(dir string, from Position) (*Tail, error) {
	return newTail(osFS{}, dir, from)
}

func newTail(fsys FS, dir string, from Position) (*Tail, error) {
	t := &Tail{c: newCursor(fsys, dir)}
	if from.File == 0 {
		files, err := listFiles(fsys, dir)
		if err != nil {
			return nil, fmt.Errorf("following the ledger: %w", err)
		}
		// Nothing is read yet: the first file comes next.
		t.c.sealed = true
		if len(files) > 0 {
			t.c.file = files[0] - 1
		}
		return t, nil
	}
	e, end, err := find(fsys, dir, from.File, from.Seq)
	if err == nil && from.Hash != "" && from.Hash != e.Hash {
		err = &Problem{File: from.File, Seq: from.Seq, What: Altered}
	}
	if err == nil {
		err = t.c.resume(from.File, &e, end)
	}
	if err != nil {
		return nil, fmt.Errorf("file %d, seq %d: %w", from.File, from.Seq, err)
	}
	return t, nil
}

// Position is the position of the last entry that Poll returned.
func (t *Tail) Position() Position { return t.c.last() }

// Poll calls f with each entry that was completed since the last call, in order, and checks it
// against the one before. The entry's data is only valid during the call. It returns nil when
// there is nothing more for now, and f's error if f fails. Other errors wrap ErrCorrupt, or
// ErrNoEntry if retention removed what comes next.
func (t *Tail) Poll(f func(file int, e Entry) error) error {
	for {
		file, e, err := t.next()
		if err == io.EOF || err == errTorn {
			return nil
		}
		if err != nil {
			return err
		}
		if err := f(file, e); err != nil {
			return err
		}
	}
}

// next returns the next entry, or io.EOF or errTorn if it is not written yet.
func (t *Tail) next() (int, Entry, error) {
	for {
		if t.c.sealed {
			if err := t.turn(); err != nil {
				return 0, Entry{}, err
			}
		}
		l, err := t.c.read()
		if err == nil {
			return t.c.file, l.entry(), nil
		}
		if err != io.EOF && err != errTorn {
			return 0, Entry{}, err
		}
		if t.final {
			return 0, Entry{}, t.c.problem(Cut)
		}
		more, existsErr := t.c.exists(t.c.file + 1)
		if existsErr != nil {
			return 0, Entry{}, existsErr
		}
		if !more {
			return 0, Entry{}, err
		}
		t.final = true
	}
}

// turn goes to the next file.
func (t *Tail) turn() error {
	err := t.c.open(t.c.file + 1)
	if err == nil {
		t.final = false
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	files, err := listFiles(t.c.fs, t.c.dir)
	if err != nil {
		return err
	}
	if len(files) > 0 && files[len(files)-1] > t.c.file+1 {
		return fmt.Errorf("%s: %w", FileName(t.c.file+1), ErrNoEntry)
	}
	return io.EOF
}

// Close closes the file.
func (t *Tail) Close() { t.c.close() }
