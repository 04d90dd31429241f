package store

import (
	"fmt"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/patch"
)

// replacement is one file that is about to be replaced or removed.
type replacement struct {
	patch.Change
	dir  *openedDir
	name string
	temp string // the new content, until it is renamed; empty for a removal
	like *unix.Stat_t
}

// prepare checks that the file is still what the change was worked out from, and
// puts the new content next to it.
func prepare(id string, c patch.Change) (*replacement, error) {
	dir, err := openDir(filepath.Dir(c.Path), c.After.Exists)
	if err != nil {
		return nil, err
	}
	r := &replacement{Change: c, dir: dir, name: filepath.Base(c.Path)}
	now, like, err := dir.read(r.name)
	if err == nil && now != c.Before {
		err = fmt.Errorf("%s has just changed: look at it again", c.Path)
	}
	if err == nil && c.After.Exists {
		r.like = like
		temp := tempName(id, r.name)
		if err = dir.create(temp, c.After.Data, like); err == nil {
			r.temp = temp
		}
	}
	if err != nil {
		dir.close()
		return nil, err
	}
	return r, nil
}

// tempName is always the same for the same file, so that a crash's leftovers are found again,
// and short however long the file's name is.
func tempName(id, name string) string {
	return ".provenance-" + id + "-" + sum(patch.Text{Data: name, Exists: true})[:16]
}

func (r *replacement) commit() error {
	if !r.After.Exists {
		if err := unix.Unlinkat(r.dir.fd, r.name, 0); err != nil {
			return fmt.Errorf("remove %s: %w", r.Path, err)
		}
		return nil
	}
	if err := unix.Renameat(r.dir.fd, r.temp, r.dir.fd, r.name); err != nil {
		return fmt.Errorf("write %s: %w", r.Path, err)
	}
	r.temp = ""
	return nil
}

// undo restores the content that commit replaced.
func (r *replacement) undo(id string) error {
	if !r.Before.Exists {
		return unix.Unlinkat(r.dir.fd, r.name, 0)
	}
	temp := tempName(id, r.name)
	if err := r.dir.create(temp, r.Before.Data, r.like); err != nil {
		return err
	}
	return unix.Renameat(r.dir.fd, temp, r.dir.fd, r.name)
}

// close releases the directory and removes a content that was not used.
func (r *replacement) close() {
	if r.temp != "" {
		unix.Unlinkat(r.dir.fd, r.temp, 0)
	}
	r.dir.close()
}
