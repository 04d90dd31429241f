package ledger

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
)

// formatVersion is the format that a GENESIS declares.
const formatVersion = "1.0"

// genesis is the data of a file's first entry (seed 002, "chain of chains").
type genesis struct {
	Agent         string    `json:"agent,omitzero"`
	ContinuesFrom string    `json:"continues_from,omitzero"` // last hash of the previous file
	Created       time.Time `json:"created"`
	File          int       `json:"file"` // 0 in a ledger of another program: seed 002 has no such field
	Version       string    `json:"version"`
}

// rotated is the data of a file's last entry, a META. Nothing follows it.
type rotated struct {
	Event string    `json:"event"` // rotatedEvent
	Next  int       `json:"next"`  // the file that continues this one
	Time  time.Time `json:"time"`
}

const rotatedEvent = "rotated"

// cursor reads a ledger's entries one after another and checks each against the one before,
// across files.
type cursor struct {
	fs  FS
	dir string
	h   *hasher
	sum []byte

	f       File // nil before the first
	lines   lines
	file    int
	next    uint64 // the seq that is expected
	prev    []byte // hash of the previous entry in this file
	tail    []byte // last hash of the previous file; empty if unknown
	created time.Time
	sealed  bool     // the previous entry ends its file
	before  Position // the end of the previous file
	bad     []byte   // the line that could not be read, or the torn rest
	end     int64    // where the line of the previous entry ends
}

func newCursor(fsys FS, dir string) *cursor {
	return &cursor{fs: fsys, dir: dir, h: newHasher()}
}

func (c *cursor) close() {
	if c.f != nil {
		c.f.Close()
		c.f = nil
	}
}

// open goes to the beginning of a file; the last entry read becomes the end of the previous
// file. If there is no such file, it fails with fs.ErrNotExist and stays where it is.
func (c *cursor) open(file int) error {
	f, err := c.fs.Open(filePath(c.dir, file), os.O_RDONLY)
	if err != nil {
		return err
	}
	c.before = c.last()
	c.close()
	c.tail = append(c.tail[:0], c.before.Hash...)
	c.f, c.file = f, file
	c.lines.from(f, 0)
	c.next, c.prev, c.sealed, c.end = 0, append(c.prev[:0], ZeroHash...), false, 0
	return nil
}

// exists reports whether a file exists.
func (c *cursor) exists(file int) (bool, error) {
	f, err := c.fs.Open(filePath(c.dir, file), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}

// last is the position of the previous entry, zero if there is none.
func (c *cursor) last() Position {
	if c.next == 0 {
		return c.before
	}
	return Position{File: c.file, Seq: c.next - 1, Hash: string(c.prev)}
}

func (c *cursor) problem(w What) error { return &Problem{File: c.file, Seq: c.next, What: w} }

// read returns the next entry of the file, valid until the next call. It fails with io.EOF,
// errTorn, a *Problem, or the file's error.
func (c *cursor) read() (line, error) {
	raw, err := c.lines.next()
	c.bad = raw
	if err == errLong {
		return line{}, c.problem(Malformed)
	}
	if err != nil {
		return line{}, err
	}
	return c.check(raw)
}

func (c *cursor) check(raw []byte) (line, error) {
	l, err := parseLine(raw)
	if err != nil {
		return line{}, c.problem(Malformed)
	}
	if l.seq != c.next {
		return line{}, c.problem(Sequence)
	}
	if string(l.prev) != string(c.prev) {
		return line{}, c.problem(Unlinked)
	}
	c.sum = c.h.appendHash(c.sum[:0], &l)
	if string(l.hash) != string(c.sum) {
		return line{}, c.problem(Altered)
	}
	if (l.typ == Genesis) != (l.seq == 0) || c.sealed {
		return line{}, c.problem(Misplaced)
	}
	if l.seq == 0 && !c.begins(&l) {
		return line{}, c.problem(Uncounted)
	}
	c.sealed = l.typ == Meta && c.seals(l.data)
	c.prev = append(c.prev[:0], l.hash...)
	c.next++
	c.end = c.lines.offset()
	return l, nil
}

// begins reports whether a GENESIS continues the previous file.
func (c *cursor) begins(l *line) bool {
	var g genesis
	if err := json.Unmarshal(l.data, &g); err != nil || g.File != 0 && g.File != c.file || g.Version != formatVersion {
		return false
	}
	c.created = g.Created
	switch {
	case c.file == 1:
		return g.ContinuesFrom == ""
	case len(c.tail) == 0: // retention removed the previous file
		return isHash(g.ContinuesFrom)
	}
	return g.ContinuesFrom == string(c.tail)
}

// begun reports whether the bad line is how the next entry's line begins, up to a page that was
// never stored and reads as NULs: then a crash explains it.
func (c *cursor) begun() bool {
	b, _, _ := bytes.Cut(c.bad, []byte{0})
	return !c.sealed && slices.ContainsFunc(types[:], func(t Type) bool {
		next := line{seq: c.next, typ: t, prev: c.prev}
		head := next.appendHead(nil)
		n := min(len(b), len(head))
		return string(b[:n]) == string(head[:n])
	})
}

func (c *cursor) seals(data []byte) bool {
	var r rotated
	err := json.Unmarshal(data, &r)
	return err == nil && r.Event == rotatedEvent && r.Next == c.file+1
}

// resume goes on after an entry whose line ends at end.
func (c *cursor) resume(file int, e *Entry, end int64) error {
	f, err := c.fs.Open(filePath(c.dir, file), os.O_RDONLY)
	if err != nil {
		return err
	}
	c.close()
	c.f, c.file = f, file
	c.lines.from(f, end)
	c.next, c.prev, c.end = e.Seq+1, append(c.prev[:0], e.Hash...), end
	c.sealed = e.Type == Meta && c.seals(e.Data)
	return nil
}
