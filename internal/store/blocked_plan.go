package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/memguard"
)

// locate returns the file that a name in a call stands for, as the memory guard
// reads it.
func (b *Blocked) locate(name, workspace string) string {
	file, _ := memguard.Guarded(name, workspace, b.paths.Resolve)
	return file
}

// changes works out what committing s would do to the files as they are now. It
// fails where that is not certain; nothing is changed yet.
func (b *Blocked) changes(s *staged) ([]change, error) {
	if s.Operation == engine.OperationResult {
		return nil, errors.New("it is a tool's result that was withheld, not a write: read it with 'provenancectl blocked show', then drop it")
	}
	if len(s.Targets) == 0 {
		if _, err := s.patch(); err != nil {
			return nil, err
		}
	}
	place, err := b.places(s)
	if err != nil {
		return nil, err
	}
	if err := sameFiles(s); err != nil {
		return nil, err
	}
	if s.Operation == memguard.Patch {
		ops, err := s.patch()
		if err != nil {
			return nil, err
		}
		for i := range ops {
			ops[i].path = place[ops[i].path]
			if ops[i].moveTo != "" {
				ops[i].moveTo = place[ops[i].moveTo]
			}
		}
		return applyPatch(ops, readTarget)
	}
	if err := b.oneFile(s); err != nil {
		return nil, err
	}
	c := change{path: place[s.Path]}
	if c.before, err = readTarget(c.path); err != nil {
		return nil, err
	}
	c.after.exists = true
	switch s.Operation {
	case memguard.Write:
		c.after.data, err = readContent(s.params)
	case memguard.Edit:
		var edits []edit
		if edits, err = readEdits(s.params); err == nil {
			c.after.data, err = applyEdits(c.before, edits)
		}
	default:
		err = fmt.Errorf("%q is no operation on a file", s.Operation)
	}
	if err != nil {
		return nil, err
	}
	return []change{c}, nil
}

// places are the files that s would change, by their names in the call. Each must
// still be where it was when the call was blocked.
func (b *Blocked) places(s *staged) (map[string]string, error) {
	place := make(map[string]string, len(s.Targets))
	for _, t := range s.Targets {
		if !strings.HasPrefix(t.Resolved, "/") {
			return nil, fmt.Errorf("%q is a relative name and the agent's workspace is not known: "+
				"take the text with 'provenancectl blocked show %s', write the file yourself, then drop it", t.Named, s.ID)
		}
		if now := b.locate(t.Named, s.Workspace); now != t.Resolved {
			return nil, fmt.Errorf("%s was %s when the write was blocked and is %s now", t.Named, t.Resolved, now)
		}
		if now := b.paths.Resolve(t.Resolved); now != t.Resolved {
			return nil, fmt.Errorf("%s leads to %s now", t.Resolved, now)
		}
		place[t.Named] = t.Resolved
	}
	return place, nil
}

// sameFiles refuses where the agent's workspace is not there: a daemon that has a file
// system of its own would make it, and the agent would never see what is written.
func sameFiles(s *staged) error {
	if s.Workspace == "" {
		return nil
	}
	if _, err := os.Stat(s.Workspace); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the agent's workspace %s is not where the daemon runs: mount it there at the same path, "+
			"or take the text with 'provenancectl blocked show %s', write the file yourself, then drop it", s.Workspace, s.ID)
	}
	return nil
}

// oneFile refuses a write or edit that names several files: which one its tool
// would have taken is not known.
func (b *Blocked) oneFile(s *staged) error {
	call, _ := memguard.Targets(s.Tool, s.params)
	for _, name := range call.Paths {
		if file := b.locate(name, s.Workspace); strings.HasPrefix(file, "/") && file != b.locate(s.Path, s.Workspace) {
			return fmt.Errorf("the call names several files, %s and %s, and only one of them can be meant", s.Path, file)
		}
	}
	return nil
}

// readTarget reads a file that a commit is to change. Only a regular file will
// do, reached without a symlink.
func readTarget(path string) (text, error) {
	d, err := openDir(filepath.Dir(path), false)
	if errors.Is(err, errNoDir) {
		return text{}, nil
	}
	if err != nil {
		return text{}, err
	}
	defer d.close()
	t, _, err := d.read(filepath.Base(path))
	return t, err
}

// refuse tells the owner why a command on a staged write is not done.
func refuse(id string, err error) error {
	if errors.Is(err, engine.ErrNotFound) || errors.Is(err, engine.ErrRefused) {
		return err
	}
	return fmt.Errorf("%w: %s stays staged: %w", engine.ErrRefused, id, err)
}
