package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/patch"
	"github.com/provenanced/provenanced/internal/trust"
)

// The files of one staged write.
const (
	metaFile    = "meta.json"   // staged
	contentFile = "content"     // the resulting content of the file, or only the new text
	paramsFile  = "params.json" // the call's parameters, as received
	planFile    = "commit.json" // exists while a commit is in progress
)

// staged is the meta.json of one staged write.
type staged struct {
	ID        string      `json:"id"`
	Session   string      `json:"session"`
	Agent     string      `json:"agent"`
	Tool      string      `json:"tool"`
	Operation string      `json:"operation"` // write, edit, patch, or result: a withheld result, to read and drop
	Path      string      `json:"path"`
	Workspace string      `json:"workspace"`
	Targets   []target    `json:"targets"` // every file that the call would change
	Level     trust.Level `json:"level"`
	Reason    string      `json:"reason"`
	At        time.Time   `json:"blockedAt"`
	Bytes     int         `json:"bytes"` // of content
	Note      string      `json:"note"`  // why content is not the whole file; empty if it is

	params jsontext.Value // from paramsFile
}

// target is a file, under the name that the call used and under the path that this name
// resolved to when the call was blocked. A commit refuses to write anywhere else.
type target struct {
	Named    string `json:"named"`
	Resolved string `json:"resolved"`
	Bytes    *int   `json:"bytes,omitzero"` // its size if written then; absent if unknown
	Removed  bool   `json:"removed,omitzero"`
}

func (s *staged) encode() ([]byte, error) {
	data, err := json.Marshal(s, jsontext.WithIndent("  "))
	return append(data, '\n'), err
}

// describe turns a blocked write into what is staged: its meta.json and the content.
func (b *Blocked) describe(w decide.BlockedWrite) (*staged, string) {
	s := &staged{
		ID: w.ID, Session: w.Session, Agent: w.Agent, Tool: w.Tool, Operation: w.Operation,
		Path: w.Path, Workspace: w.Workspace, Level: w.Level, Reason: w.Reason, At: w.At.UTC(), params: w.Params,
	}
	if w.Operation == decide.OperationResult {
		s.Bytes = len(w.Params)
		return s, string(w.Params)
	}
	for _, name := range s.named() {
		s.Targets = append(s.Targets, target{Named: name, Resolved: b.locate(name, s.Workspace)})
	}
	changes := b.outcome(s)
	for i := range s.Targets {
		t := &s.Targets[i]
		if j := slices.IndexFunc(changes, func(c patch.Change) bool { return c.Path == t.Resolved }); j >= 0 {
			f := BlockedFile{}
			f.of(changes[j].After)
			t.Bytes, t.Removed = f.Bytes, f.Removed
		}
	}
	content, err := b.preview(s)
	if err != nil {
		s.Note = "this is the call's new text alone: " + err.Error()
		content = s.newText()
	}
	s.Bytes = len(content)
	return s, content
}

// named lists the files that the call would change, by the names under which a commit looks
// them up.
func (s *staged) named() []string {
	if s.Operation != memguard.Patch {
		return []string{s.Path}
	}
	ops, err := s.patch()
	if err != nil {
		return nil
	}
	var names []string
	for _, op := range ops {
		for _, name := range []string{op.Path, op.MoveTo} {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (s *staged) patch() ([]patch.File, error) {
	written, err := patch.ReadPatch(s.params)
	if err != nil {
		return nil, err
	}
	return patch.Parse(written)
}

// preview is what the guarded file would contain if the write were made now.
func (b *Blocked) preview(s *staged) (string, error) {
	if s.Operation == memguard.Write {
		return patch.ReadContent(s.params)
	}
	selected, err := b.selected(s, nil)
	if err != nil {
		return "", err
	}
	for _, c := range selected.changes {
		if c.Path == s.Path {
			return c.After.Data, nil
		}
	}
	return "", errors.New("it would not change the file")
}

// newText is the part of the content that can be shown without the file: the text in the call,
// or at worst all of its parameters.
func (s *staged) newText() string {
	switch s.Operation {
	case memguard.Edit:
		edits, err := patch.ReadEdits(s.params)
		if err != nil || len(edits) == 0 {
			break
		}
		texts := make([]string, len(edits))
		for i, e := range edits {
			texts[i] = e.New
		}
		return strings.Join(texts, "\n")
	case memguard.Patch:
		if written, err := patch.ReadPatch(s.params); err == nil {
			return written
		}
	}
	return string(s.params)
}

// load reads a staged write.
func (b *Blocked) load(id string) (*staged, error) {
	s, err := b.loadMeta(id)
	if err != nil {
		return nil, err
	}
	s.params, err = b.file(id, paramsFile)
	return s, err
}

func (b *Blocked) loadMeta(id string) (*staged, error) {
	data, err := b.file(id, metaFile)
	if err != nil {
		return nil, err
	}
	s := new(staged)
	if err := json.Unmarshal(data, s, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", metaFile, id, err)
	}
	if s.ID != id {
		return nil, fmt.Errorf("read %s of %s: it is of %q", metaFile, id, s.ID)
	}
	return s, nil
}

// file reads one file of a staged write.
func (b *Blocked) file(id, name string) ([]byte, error) {
	if !validID(id) {
		return nil, fmt.Errorf("%q: %w", id, ErrNotStaged)
	}
	data, err := os.ReadFile(filepath.Join(b.dir, id, name))
	if err == nil || !errors.Is(err, fs.ErrNotExist) || name == planFile {
		return data, err
	}
	if _, gone := os.Lstat(filepath.Join(b.dir, id)); gone != nil {
		return nil, fmt.Errorf("%q: %w", id, ErrNotStaged)
	}
	return nil, err
}
