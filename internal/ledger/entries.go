package ledger

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Read is what Entries has read of a ledger.
type Read struct {
	Entries    int
	Unfinished bool // the last line is not whole: it is being written, or was torn
	Bad        int  // lines that are no entries
}

// Entries calls f with each entry of the ledger in dir as it stands, in order, until f fails.
// It checks lines alone; whether they are the ones that were written is for VerifyDir to say.
// The entry's data is f's only during the call.
func Entries(dir string, f func(file int, e Entry) error) (r Read, err error) {
	files, err := listFiles(osFS{}, dir)
	if err == nil && len(files) == 0 {
		err = &fs.PathError{Op: "find a ledger in", Path: dir, Err: fs.ErrNotExist}
	}
	if err != nil {
		return r, fmt.Errorf("reading the ledger: %w", err)
	}
	for _, n := range files {
		if err := r.file(dir, n, f); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r *Read) file(dir string, n int, f func(file int, e Entry) error) error {
	in, err := osFS{}.Open(filePath(dir, n), os.O_RDONLY)
	if err != nil {
		return fmt.Errorf("reading the ledger: %w", err)
	}
	defer in.Close()
	var text lines
	for text.from(in, 0); ; {
		raw, err := text.next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errTorn):
			r.Unfinished = true
			return nil
		case err != nil:
			return fmt.Errorf("reading %s: %w", FileName(n), err)
		}
		l, err := parseLine(raw)
		if err != nil {
			r.Bad++
			continue
		}
		r.Entries++
		if err := f(n, l.entry()); err != nil {
			return err
		}
	}
}
