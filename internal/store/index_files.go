package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/session"
)

// filesBucket is what is known of files and texts: the key of the file as a subject → MAC, JSON
// of session.File; and the name of a text → MAC, JSON of session.TextPrinted.
var filesBucket = []byte("files")

var _ engine.Files = (*Index)(nil)

func fileName(path string) []byte {
	return []byte(session.Subject{Kind: session.AFile, Name: path}.Key())
}

// File returns what is known about a path.
func (x *Index) File(path string) (f session.File, known bool, err error) {
	name := fileName(path)
	err = x.guard(func() error {
		return x.db.View(func(tx *bolt.Tx) error {
			value := tx.Bucket(filesBucket).Get(name)
			if value == nil {
				return nil
			}
			known = true
			return x.open(tx, name, value, &f)
		})
	})
	if err != nil {
		return session.File{}, false, fmt.Errorf("look up a file in the index: %w", err)
	}
	return f, known, nil
}

// FilesBelow calls f for every path with this prefix, in order, until f fails.
func (x *Index) FilesBelow(prefix string, f func(path string, known session.File) error) error {
	begin := fileName(prefix)
	var failed error
	err := x.guard(func() error {
		return x.db.View(func(tx *bolt.Tx) error {
			c := tx.Bucket(filesBucket).Cursor()
			for name, value := c.Seek(begin); bytes.HasPrefix(name, begin) && failed == nil; name, value = c.Next() {
				var known session.File
				if err := x.open(tx, name, value, &known); err != nil {
					return err
				}
				failed = f(string(name[len(begin)-len(prefix):]), known)
			}
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("list files of the index: %w", err)
	}
	return failed
}

// FileCount is the number of files with an entry.
func (x *Index) FileCount() int { return x.state().Files }

// Halts are those that stand.
func (x *Index) Halts() []session.Halt { return x.state().Halts }

// putFiles replaces what is known about files, and counts them.
func (x *Index) putFiles(tx *bolt.Tx, next *head, files []session.KnownFile) error {
	for i := range files {
		f := &files[i]
		if err := x.putNamed(tx, next, fileName(f.Path), f.Gone, &f.File); err != nil {
			return fmt.Errorf("file %q: %w", f.Path, err)
		}
	}
	return nil
}

// putNamed puts what has a name in the bucket of files, or drops it, and counts it.
func (x *Index) putNamed(tx *bolt.Tx, next *head, name []byte, gone bool, v any) error {
	if gone {
		return x.dropName(tx, next, name)
	}
	value, err := x.seal(name, v)
	if err != nil {
		return err
	}
	isNew, err := x.put(tx, tx.Bucket(filesBucket), &next.Sum, name, value)
	if err != nil {
		return err
	}
	if isNew {
		next.Files++
	}
	return nil
}

// printName is the name of a text that is known again. Their order is that in which they came.
func printName(number uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte(printPrefix), number)
}

// printPrefix begins no name of a file.
const printPrefix = "print:"

// Printed calls f for every text that is known again, the oldest first, until f fails.
func (x *Index) Printed(f func(session.PrintedText) error) error {
	err := x.guard(func() error {
		return x.db.View(func(tx *bolt.Tx) error {
			begin := []byte(printPrefix)
			c := tx.Bucket(filesBucket).Cursor()
			for name, value := c.Seek(begin); bytes.HasPrefix(name, begin); name, value = c.Next() {
				row := session.PrintedText{}
				if err := x.open(tx, name, value, &row.Text); err != nil {
					return err
				}
				if len(name) != len(begin)+8 {
					return x.damage(errors.New("a text has no number"))
				}
				row.Number = binary.BigEndian.Uint64(name[len(begin):])
				if err := f(row); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("read the texts of the index: %w", err)
	}
	return nil
}

// putPrinted puts texts, or drops them, and counts them with the files.
func (x *Index) putPrinted(tx *bolt.Tx, next *head, list []session.PrintedText) error {
	for i := range list {
		row := &list[i]
		if err := x.putNamed(tx, next, printName(row.Number), row.Gone, &row.Text); err != nil {
			return fmt.Errorf("a text: %w", err)
		}
	}
	return nil
}

func (x *Index) dropName(tx *bolt.Tx, next *head, name []byte) error {
	b := tx.Bucket(filesBucket)
	old := b.Get(name)
	if old == nil {
		return nil
	}
	if err := x.bounded(tx, name, old); err != nil {
		return err
	}
	next.Sum.toggle(old)
	next.Files--
	return b.Delete(name)
}

// wholeFiles reads all that is known of files once.
func (x *Index) wholeFiles(tx *bolt.Tx, each func(b *bolt.Bucket, key, value []byte) error) error {
	n := 0
	b := tx.Bucket(filesBucket)
	err := b.ForEach(func(key, value []byte) error {
		if n++; n > x.head.Files {
			return fmt.Errorf("%w: it knows more than %d files", errUnusable, x.head.Files)
		}
		return each(b, key, value)
	})
	if err == nil && n != x.head.Files {
		err = fmt.Errorf("%w: it knows %d files instead of %d", errUnusable, n, x.head.Files)
	}
	return err
}
