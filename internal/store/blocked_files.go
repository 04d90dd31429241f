package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/patch"
)

// FileKind says what a file of a staged write is, and so whether a commit writes it. A commit
// never writes the zero kind.
type FileKind string

// The kinds of files.
const (
	KindMemory    FileKind = "memory"    // a commit writes it
	KindWorkspace FileKind = "workspace" // a commit writes it if the owner names it
	KindOutside   FileKind = "outside"   // outside of the agent's workspace: no commit writes it
	KindDaemon    FileKind = "daemon"    // the daemon's own: no commit writes it
)

// BlockedFile is one file that a staged write concerns.
type BlockedFile struct {
	Path    string   `json:"path"`
	Kind    FileKind `json:"kind"`
	Bytes   *int     `json:"bytes,omitzero"`   // its size afterwards; absent if it would be removed, or if the size is unknown
	Removed bool     `json:"removed,omitzero"` // it would be removed
}

func (f *BlockedFile) of(t patch.Text) {
	f.Removed = !t.Exists
	if t.Exists {
		f.Bytes = new(len(t.Data))
	}
}

// kind is what a target is now.
func (b *Blocked) kind(s *staged, t *target) FileKind {
	_, memory := b.memory().Guarded(t.Named, s.Workspace, b.paths.Resolve)
	absolute := strings.HasPrefix(t.Resolved, "/")
	switch {
	case absolute && b.own(t.Resolved):
		return KindDaemon
	case absolute && s.Workspace != "" && !inside(t.Resolved, b.paths.Resolve(s.Workspace)):
		return KindOutside
	case memory:
		return KindMemory
	case absolute && s.Workspace != "":
		return KindWorkspace
	}
	return KindOutside
}

// inside reports whether a resolved path is in a directory. Letter case counts: in another case
// it may be another directory.
func inside(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, "/"))
	return ok && strings.HasPrefix(rest, "/")
}

// files are all files of s, as a commit would leave them.
func (b *Blocked) files(s *staged) []BlockedFile {
	var files []BlockedFile
	for i := range s.Targets {
		t := &s.Targets[i]
		if slices.ContainsFunc(files, func(f BlockedFile) bool { return f.Path == t.Resolved }) {
			continue // listed under another name
		}
		files = append(files, BlockedFile{Path: t.Resolved, Kind: b.kind(s, t), Bytes: t.Bytes, Removed: t.Removed})
	}
	return files
}

// chosen are the files of s that a commit may write: the memory files, and those that the owner
// names. It fails if a name is not one of s's files, or is one that no commit writes.
func (b *Blocked) chosen(s *staged, with []string) (chosen, left []BlockedFile, err error) {
	named := map[string]bool{}
	for _, name := range with {
		path := name
		if !filepath.IsAbs(path) && s.Workspace != "" && !strings.HasPrefix(path, "~/") {
			path = filepath.Join(s.Workspace, path)
		}
		named[b.paths.Resolve(path)] = true
	}
	for _, f := range b.files(s) {
		asked := named[f.Path]
		delete(named, f.Path)
		switch {
		case f.Kind == KindMemory, f.Kind == KindWorkspace && asked:
			chosen = append(chosen, f)
		case asked:
			return nil, nil, fmt.Errorf("%s is %s, and no commit writes it", f.Path, f.Kind.text())
		default:
			left = append(left, f)
		}
	}
	for path := range named {
		return nil, nil, fmt.Errorf("it does not change %s", path)
	}
	if len(chosen) == 0 && len(left) > 0 {
		f := left[0]
		return nil, nil, fmt.Errorf("%s is %s: take the text with 'provenancectl blocked show %s', write the file yourself, then drop it", f.Path, f.Kind.text(), s.ID)
	}
	return chosen, left, nil
}

func (k FileKind) text() string {
	switch k {
	case KindMemory:
		return "a memory file"
	case KindWorkspace:
		return "another file of the workspace"
	case KindDaemon:
		return "one of the daemon's own files"
	}
	return "outside of the agent's workspace"
}

// selection is what one commit does, and what it leaves out.
type selection struct {
	changes []patch.Change
	left    []BlockedFile
}

// written is what is recorded and shown about a commit.
func (sel *selection) written(kinds []BlockedFile) []BlockedFile {
	var files []BlockedFile
	for _, c := range sel.changes {
		f := BlockedFile{Path: c.Path, Kind: KindWorkspace}
		if i := slices.IndexFunc(kinds, func(k BlockedFile) bool { return k.Path == c.Path }); i >= 0 {
			f.Kind = kinds[i].Kind
		}
		f.of(c.After)
		files = append(files, f)
	}
	return files
}

// selected works out what committing s would do to the files as they are now, including those
// that the owner names. It fails if that is uncertain. Nothing is changed yet.
func (b *Blocked) selected(s *staged, with []string) (selection, error) {
	if s.Operation == decide.OperationResult {
		return selection{}, errors.New("it is a tool's result that was withheld, not a write: read it with 'provenancectl blocked show', then drop it")
	}
	if len(s.Targets) == 0 {
		if _, err := s.patch(); err != nil {
			return selection{}, err
		}
	}
	if s.Operation == memguard.Write || s.Operation == memguard.Edit {
		if err := b.oneFile(s); err != nil {
			return selection{}, err
		}
	}
	chosen, left, err := b.chosen(s, with)
	if err != nil {
		return selection{}, err
	}
	if err := sameFiles(s); err != nil {
		return selection{}, err
	}
	may := func(path string) bool {
		return slices.ContainsFunc(chosen, func(f BlockedFile) bool { return f.Path == path })
	}
	place, err := b.places(s, may)
	if err != nil {
		return selection{}, err
	}
	if s.Operation != memguard.Patch {
		c, err := s.oneChange(place[s.Path], readTarget)
		return selection{[]patch.Change{c}, left}, err
	}
	ops, err := s.patch()
	if err != nil {
		return selection{}, err
	}
	// A move is made whole or not at all: half of one would lose the file.
	var taken []patch.File
	for _, op := range ops {
		from, to := place[op.Path], place[op.MoveTo]
		if from != "" && (op.MoveTo == "" || to != "") {
			op.Path, op.MoveTo = from, to
			taken = append(taken, op)
			continue
		}
		for _, f := range chosen {
			if (f.Path == from || f.Path == to) && !slices.ContainsFunc(left, func(l BlockedFile) bool { return l.Path == f.Path }) {
				left = append(left, f)
			}
		}
	}
	if len(taken) == 0 {
		return selection{}, fmt.Errorf("it moves a file to or from %s, which this commit may not write", left[0].Path)
	}
	changes, err := patch.Apply(taken, readTarget)
	left = slices.DeleteFunc(left, func(l BlockedFile) bool {
		return slices.ContainsFunc(changes, func(c patch.Change) bool { return c.Path == l.Path })
	})
	return selection{changes, left}, err
}

// oneChange is what a write or an edit makes of its file.
func (s *staged) oneChange(path string, read func(string) (patch.Text, error)) (c patch.Change, err error) {
	c.Path = path
	if c.Before, err = read(path); err != nil {
		return patch.Change{}, err
	}
	c.After.Exists = true
	switch s.Operation {
	case memguard.Write:
		c.After.Data, err = patch.ReadContent(s.params)
	case memguard.Edit:
		var edits []patch.Edit
		if edits, err = patch.ReadEdits(s.params); err == nil {
			c.After.Data, err = patch.ApplyEdits(c.Before, edits)
		}
	default:
		err = fmt.Errorf("only the tool itself can carry out a %s: look at it with 'provenancectl blocked show %s', do it yourself if you want it, then drop it", s.Operation, s.ID)
	}
	return c, err
}

// outcome is what the call would have done to every file, as far as that can be told:
// what no commit writes as well. The daemon's own files are not read for it.
func (b *Blocked) outcome(s *staged) []patch.Change {
	own := func(path string) (patch.Text, error) {
		if !strings.HasPrefix(path, "/") {
			return patch.Text{}, errors.New("its place is not known")
		}
		if b.own(path) {
			return patch.Text{}, errors.New("the daemon's own files are not read for this")
		}
		return readTarget(path)
	}
	place := map[string]string{"": ""}
	for _, t := range s.Targets {
		place[t.Named] = t.Resolved
	}
	if s.Operation != memguard.Patch {
		if c, err := s.oneChange(place[s.Path], own); err == nil {
			return []patch.Change{c}
		}
		return nil
	}
	ops, err := s.patch()
	if err != nil {
		return nil
	}
	for i := range ops {
		ops[i].Path, ops[i].MoveTo = place[ops[i].Path], place[ops[i].MoveTo]
	}
	if changes, err := patch.Apply(ops, own); err == nil {
		return changes
	}
	var changes []patch.Change
	for _, op := range ops {
		one, err := patch.Apply([]patch.File{op}, own)
		switch {
		case err == nil:
			changes = append(changes, one...)
		case op.Kind == patch.Add:
			changes = append(changes, patch.Change{Path: op.Path, After: patch.Text{Data: op.Added, Exists: true}})
		case op.Kind == patch.Delete:
			changes = append(changes, patch.Change{Path: op.Path})
		}
	}
	return changes
}
