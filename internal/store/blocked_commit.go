package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/patch"
)

// planned is one file of a commit in progress. It is on disk before the first file changes, so
// that the next commit finishes one that was interrupted by a crash, instead of doing it twice.
type planned struct {
	Path   string `json:"path"`
	Before string `json:"before"` // SHA-256 in hex; empty if there is no file
	After  string `json:"after"`
	Data   []byte `json:"data"` // the content whose hash is After
}

func sum(t patch.Text) string {
	if !t.Exists {
		return ""
	}
	h := sha256.Sum256([]byte(t.Data))
	return hex.EncodeToString(h[:])
}

// writePlan records what is about to be done.
func (b *Blocked) writePlan(id string, changes []patch.Change) error {
	plan := make([]planned, len(changes))
	for i, c := range changes {
		plan[i] = planned{Path: c.Path, Before: sum(c.Before), After: sum(c.After), Data: []byte(c.After.Data)}
	}
	data, err := json.Marshal(plan)
	if err != nil {
		return err
	}
	dir := filepath.Join(b.dir, id)
	tmp := filepath.Join(dir, tempPrefix+planFile)
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeSynced(tmp, data); err != nil {
		return err
	}
	if err := os.Rename(tmp, filepath.Join(dir, planFile)); err != nil {
		return err
	}
	return syncPath(dir)
}

// resume returns what is left of a commit that was cut off. It is false where
// none was, where nothing of it was done, and where a file has changed since: then
// the commit is worked out anew.
func (b *Blocked) resume(id string) ([]patch.Change, bool, error) {
	data, err := b.file(id, planFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	var plan []planned
	if err := json.Unmarshal(data, &plan); err != nil {
		return nil, false, fmt.Errorf("read %s: %w", planFile, err)
	}
	var left []patch.Change
	for _, p := range plan {
		now, err := readTarget(p.Path)
		if err != nil {
			return nil, false, err
		}
		switch sum(now) {
		case p.After:
		case p.Before:
			left = append(left, patch.Change{Path: p.Path, Before: now, After: patch.Text{Data: string(p.Data), Exists: p.After != ""}})
		default:
			return nil, false, nil
		}
	}
	return left, len(left) < len(plan), nil
}

// apply makes changes, all of them or none as far as the filesystem lets it:
// first every new content is on disk next to its file, then files are renamed
// and removed. If one of these fails, those before it are put back.
func apply(id string, changes []patch.Change) error {
	work := make([]*replacement, 0, len(changes))
	defer func() {
		for _, r := range work {
			r.close()
		}
	}()
	for _, c := range changes {
		r, err := prepare(id, c)
		if err != nil {
			return err
		}
		work = append(work, r)
	}
	return commitAll(id, work)
}

func commitAll(id string, work []*replacement) error {
	for i, r := range work {
		if err := r.commit(); err != nil {
			for _, done := range work[:i] {
				err = errors.Join(err, done.undo(id))
			}
			return err
		}
	}
	for _, r := range work {
		if err := r.dir.sync(); err != nil {
			return err
		}
	}
	return nil
}
