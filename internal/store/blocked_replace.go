package store

import (
	"fmt"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// replacement is one file that is about to be replaced or removed.
type replacement struct {
	change
	dir  *openedDir
	name string
	temp string // the new content, until it is renamed; empty for a removal
	like *unix.Stat_t
}

// prepare checks that the file is still what the change was worked out from, and
// puts the new content next to it.
func prepare(id string, c change) (*replacement, error) {
	dir, err := openDir(filepath.Dir(c.path), c.after.exists)
	if err != nil {
		return nil, err
	}
	r := &replacement{change: c, dir: dir, name: filepath.Base(c.path)}
	now, like, err := dir.read(r.name)
	if err == nil && now != c.before {
		err = fmt.Errorf("%s has just changed: look at it again", c.path)
	}
	if err == nil && c.after.exists {
		r.like = like
		temp := tempName(id, r.name)
		if err = dir.create(temp, c.after.data, like); err == nil {
			r.temp = temp
		}
	}
	if err != nil {
		dir.close()
		return nil, err
	}
	return r, nil
}

// tempName is the same for the same file, so that what a crash leaves behind is
// found again, and short whatever the file's name.
func tempName(id, name string) string {
	return ".provenance-" + id + "-" + sum(text{data: name, exists: true})[:16]
}

func (r *replacement) commit() error {
	if !r.after.exists {
		if err := unix.Unlinkat(r.dir.fd, r.name, 0); err != nil {
			return fmt.Errorf("remove %s: %w", r.path, err)
		}
		return nil
	}
	if err := unix.Renameat(r.dir.fd, r.temp, r.dir.fd, r.name); err != nil {
		return fmt.Errorf("write %s: %w", r.path, err)
	}
	r.temp = ""
	return nil
}

// undo puts the content back that commit replaced.
func (r *replacement) undo(id string) error {
	if !r.before.exists {
		return unix.Unlinkat(r.dir.fd, r.name, 0)
	}
	temp := tempName(id, r.name)
	if err := r.dir.create(temp, r.before.data, r.like); err != nil {
		return err
	}
	return unix.Renameat(r.dir.fd, temp, r.dir.fd, r.name)
}

// close lets go of the directory and of a content that was not used.
func (r *replacement) close() {
	if r.temp != "" {
		unix.Unlinkat(r.dir.fd, r.temp, 0)
	}
	r.dir.close()
}
