package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/patch"
)

// locate returns the file that a name in a call refers to, resolved as the memory guard
// resolves it.
func (b *Blocked) locate(name, workspace string) string {
	file, _ := b.memory().Guarded(name, workspace, b.paths.Resolve)
	return file
}

// places are the files of s that a commit may change, by their names in the call. Each must
// still be where it was when the call was blocked.
func (b *Blocked) places(s *staged, may func(path string) bool) (map[string]string, error) {
	place := make(map[string]string, len(s.Targets))
	for _, t := range s.Targets {
		if !may(t.Resolved) {
			continue
		}
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

// sameFiles refuses if the agent's workspace does not exist here: a daemon with a file system
// of its own would create it, and the agent would never see what is written.
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

// oneFile refuses a write or edit that names several files: nobody knows which one its tool
// would have used.
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
func readTarget(path string) (patch.Text, error) {
	d, err := openDir(filepath.Dir(path), false)
	if errors.Is(err, errNoDir) {
		return patch.Text{}, nil
	}
	if err != nil {
		return patch.Text{}, err
	}
	defer d.close()
	t, _, err := d.read(filepath.Base(path))
	return t, err
}

// refuse tells the owner why a command on a staged write was refused.
func refuse(id string, err error) error {
	if errors.Is(err, decide.ErrNotFound) || errors.Is(err, decide.ErrRefused) {
		return err
	}
	return fmt.Errorf("%w: %s stays staged: %w", decide.ErrRefused, id, err)
}
