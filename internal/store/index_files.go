package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/session"
)

// filesBucket is what is known of files: the key of the file as a subject → MAC, JSON of
// session.File.
var filesBucket = []byte("files")

var _ engine.Files = (*Index)(nil)

func fileName(path string) []byte {
	return []byte(session.Subject{Kind: session.AFile, Name: path}.Key())
}

// File finds what is known of a path.
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

// FilesBelow calls f for every path that begins so, in their order, until f fails.
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

// FileCount is the number of files of which something is known.
func (x *Index) FileCount() int { return x.state().Files }

// putFiles puts what is known of files in place of what was, and counts them.
func (x *Index) putFiles(tx *bolt.Tx, next *head, files []session.KnownFile) error {
	b := tx.Bucket(filesBucket)
	for i := range files {
		name := fileName(files[i].Path)
		if files[i].Gone {
			old := b.Get(name)
			if old == nil {
				continue
			}
			if err := x.bounded(tx, name, old); err != nil {
				return err
			}
			next.Sum.toggle(old)
			next.Files--
			if err := b.Delete(name); err != nil {
				return err
			}
			continue
		}
		value, err := x.seal(name, &files[i].File)
		if err != nil {
			return fmt.Errorf("file %q: %w", files[i].Path, err)
		}
		isNew, err := x.put(tx, b, &next.Sum, name, value)
		if err != nil {
			return err
		}
		if isNew {
			next.Files++
		}
	}
	return nil
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
