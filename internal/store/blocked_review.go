package store

import (
	"fmt"

	"github.com/provenanced/provenanced/internal/engine"
)

// Review is what the owner does with staged writes in chat (engine.Review).
type Review struct{ *Blocked }

// Staged lists what is staged, oldest first.
func (r Review) Staged() ([]engine.Staged, error) {
	rows, err := r.List()
	staged := make([]engine.Staged, len(rows))
	for i := range rows {
		staged[i] = rows[i].staged()
	}
	return staged, err
}

// Look returns a staged write with what it would change, or its content if that is unknown.
func (r Review) Look(id string) (engine.Staged, error) {
	d, err := r.Show(id)
	if err != nil {
		return engine.Staged{}, err
	}
	s := d.staged()
	s.Text = d.Content
	if diff, err := r.Diff(id); err == nil && diff.Diff != "" {
		s.Text = diff.Diff
	}
	return s, nil
}

// Accept commits a staged write.
func (r Review) Accept(id string, with []string) (written, left []engine.StagedFile, err error) {
	done, err := r.Commit(id, with...)
	return stagedFiles(done.Files), stagedFiles(done.Left), err
}

func (b *BlockedRow) staged() engine.Staged {
	return engine.Staged{
		ID: b.ID, Session: b.Session, Operation: b.Operation, Path: b.Path, Level: b.Level, At: b.BlockedAt, Files: stagedFiles(b.Files),
	}
}

func stagedFiles(files []BlockedFile) []engine.StagedFile {
	out := make([]engine.StagedFile, len(files))
	for i, f := range files {
		what := f.Kind.text()
		switch {
		case f.Removed:
			what += ", removed"
		case f.Bytes != nil:
			what += fmt.Sprintf(", %d bytes", *f.Bytes)
		}
		out[i] = engine.StagedFile{Path: f.Path, What: what}
	}
	return out
}
