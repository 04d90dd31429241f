package store

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/patch"
	"github.com/provenanced/provenanced/internal/trust"
)

// maxShown bounds what Show and Diff return: six times as much, which JSON needs for control
// characters at worst, fits into a frame of 16 MiB.
const maxShown = 2 << 20

// BlockedRow is one staged write in a list (docs/PROTOCOL-ADMIN.md).
type BlockedRow struct {
	ID        string      `json:"id"`
	Session   string      `json:"session"`
	Path      string      `json:"path"`
	Operation string      `json:"operation"`
	Level     trust.Level `json:"level"`
	BlockedAt time.Time   `json:"blockedAt"`
	Bytes     int         `json:"bytes"` // size of the content
	// Files are all files that the call would have changed.
	Files []BlockedFile `json:"files"`
}

// BlockedDetail is one staged write with its content.
type BlockedDetail struct {
	BlockedRow
	Tool     string `json:"tool"`
	Agent    string `json:"agent"`
	Reason   string `json:"reason"`
	Content  string `json:"content"`
	Encoding string `json:"encoding,omitzero"` // "base64" when the content is not UTF-8
	Note     string `json:"note,omitzero"`     // why the content is not the whole file
}

// BlockedDiff is what the call would change, as a unified diff.
type BlockedDiff struct {
	ID    string        `json:"id"`
	Diff  string        `json:"diff"`
	Files []BlockedFile `json:"files"` // all of them, including those that no commit writes
}

// BlockedCommitted is a staged write that has been carried out.
type BlockedCommitted struct {
	ID    string `json:"id"`
	Path  string `json:"path"`
	Bytes int    `json:"bytes"` // size of the file now
	// Files are what was written, Left what was not.
	Files []BlockedFile `json:"files"`
	Left  []BlockedFile `json:"left"`
}

func (b *Blocked) row(s *staged) BlockedRow {
	return BlockedRow{
		ID: s.ID, Session: s.Session, Path: s.Path, Operation: s.Operation, Level: s.Level, BlockedAt: s.At, Bytes: s.Bytes,
		Files: append([]BlockedFile{}, b.files(s)...),
	}
}

// List returns every staged write, oldest first. One that cannot be read is listed with the
// reason in place of its path.
func (b *Blocked) List() ([]BlockedRow, error) {
	ids, err := b.ids()
	if err != nil {
		return nil, fmt.Errorf("list staged writes: %w", err)
	}
	rows := make([]BlockedRow, 0, len(ids))
	for _, id := range ids {
		s, err := b.loadMeta(id)
		switch {
		case errors.Is(err, ErrNotStaged): // committed or dropped in the meantime
		case err != nil:
			rows = append(rows, BlockedRow{ID: id, Path: "(" + err.Error() + ")", Files: []BlockedFile{}})
		default:
			rows = append(rows, b.row(s))
		}
	}
	slices.SortFunc(rows, func(a, b BlockedRow) int {
		return cmp.Or(a.BlockedAt.Compare(b.BlockedAt), strings.Compare(a.ID, b.ID))
	})
	return rows, nil
}

// Show returns a staged write with its content. It fails with ErrNotStaged.
func (b *Blocked) Show(id string) (BlockedDetail, error) {
	s, err := b.loadMeta(id)
	if err != nil {
		return BlockedDetail{}, err
	}
	if s.Bytes > maxShown {
		return BlockedDetail{}, fmt.Errorf("%w: the content has %d bytes, too many to show: it is in %s",
			decide.ErrRefused, s.Bytes, filepath.Join(b.dir, id, contentFile))
	}
	content, err := b.file(id, contentFile)
	if err != nil {
		return BlockedDetail{}, err
	}
	d := BlockedDetail{BlockedRow: b.row(s), Tool: s.Tool, Agent: s.Agent, Reason: s.Reason, Content: string(content), Note: s.Note}
	if !utf8.Valid(content) {
		d.Content, d.Encoding = base64.StdEncoding.EncodeToString(content), "base64"
	}
	return d, nil
}

// Diff compares the current files with what the call would make of them: all of them, except
// that the daemon's own are not read. It fails with ErrNotStaged, and with engine.ErrRefused if
// a commit would.
func (b *Blocked) Diff(id string) (BlockedDiff, error) {
	s, err := b.load(id)
	if err != nil {
		return BlockedDiff{}, err
	}
	selected, err := b.selected(s, nil)
	if err != nil && len(b.files(s)) < 2 {
		return BlockedDiff{}, refuse(id, err)
	}
	changes := selected.changes
	for _, c := range b.outcome(s) {
		if !slices.ContainsFunc(changes, func(k patch.Change) bool { return k.Path == c.Path }) {
			changes = append(changes, c)
		}
	}
	var out bytes.Buffer
	for _, c := range changes {
		out.Write(diffOf(c))
	}
	files := b.files(s)
	for _, f := range files {
		if !slices.ContainsFunc(changes, func(c patch.Change) bool { return c.Path == f.Path }) {
			fmt.Fprintf(&out, "--- %[1]s\n+++ %[1]s\n", inHeader(f.Path)) // what becomes of it cannot be told
		}
	}
	if out.Len() > maxShown {
		return BlockedDiff{}, fmt.Errorf("%w: the diff has %d bytes, too many to show: the content is in %s",
			decide.ErrRefused, out.Len(), filepath.Join(b.dir, id, contentFile))
	}
	return BlockedDiff{ID: id, Diff: out.String(), Files: files}, nil
}

func diffOf(c patch.Change) []byte {
	from := inHeader(c.Path)
	to := from
	if !c.Before.Exists {
		from = "/dev/null"
	}
	if !c.After.Exists {
		to = "/dev/null"
	}
	if !utf8.ValidString(c.Before.Data) || !utf8.ValidString(c.After.Data) {
		return fmt.Appendf(nil, "Binary files %s and %s differ\n", from, to)
	}
	d := diff.Diff(from, []byte(c.Before.Data), to, []byte(c.After.Data))
	if d == nil && c.Before.Exists != c.After.Exists {
		return fmt.Appendf(nil, "--- %s\n+++ %s\n", from, to)
	}
	_, d, _ = bytes.Cut(d, []byte("\n")) // "diff from to", which patch does not need
	return d
}

// inHeader is a path in the form for diff headers: quoted if it contains invisible characters,
// or a line that the owner could mistake for part of the diff.
func inHeader(path string) string {
	unseen := func(r rune) bool { return !unicode.IsPrint(r) }
	if strings.ContainsFunc(path, unseen) {
		return strconv.Quote(path)
	}
	return path
}

// Commit makes the write: it works out the change against the files as they are now, replaces
// them by rename, and forgets the staged write. It writes memory files, and other files of the
// workspace that are named in with; it returns what it left out. It fails with ErrNotStaged,
// with engine.ErrRefused if the write no longer fits, is uncertain or cannot be made, and with
// Record's error; then the files are unchanged and the write stays staged. A commit interrupted
// by a crash is finished by the next one.
func (b *Blocked) Commit(id string, with ...string) (BlockedCommitted, error) {
	b.owner.Lock()
	defer b.owner.Unlock()
	s, err := b.load(id)
	if err != nil {
		return BlockedCommitted{}, err
	}
	selected, err := b.planned(s, with)
	if err != nil {
		return BlockedCommitted{}, refuse(id, err)
	}
	files := selected.written(b.files(s))
	if err := b.recorded(eventCommitted, id, files, func() error { return apply(id, selected.changes) }); err != nil {
		return BlockedCommitted{}, err
	}
	done := BlockedCommitted{ID: id, Path: s.Path, Files: append([]BlockedFile{}, files...), Left: append([]BlockedFile{}, selected.left...)}
	if info, err := os.Lstat(s.Path); err == nil {
		done.Bytes = int(info.Size())
	}
	if err := b.remove(id); err != nil {
		return BlockedCommitted{}, fmt.Errorf("%s is committed but still staged: %w", id, err)
	}
	return done, nil
}

// planned is what a commit has to change. From then on a crash leaves a plan behind.
func (b *Blocked) planned(s *staged, with []string) (selection, error) {
	changes, resumed, err := b.resume(s.ID)
	if err != nil || resumed {
		return selection{changes: changes}, err
	}
	selected, err := b.selected(s, with)
	if err != nil {
		return selection{}, err
	}
	return selected, b.writePlan(s.ID, selected.changes)
}

// recorded records an action, then does it, and records it if the action failed.
func (b *Blocked) recorded(event, id string, files []BlockedFile, do func() error) error {
	if err := b.record(event, id, files); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	err := do()
	if err == nil {
		return nil
	}
	if _, gone := b.file(id, metaFile); errors.Is(gone, ErrNotStaged) { // done, except for leftovers
		return fmt.Errorf("remove %s: %w", id, err)
	}
	return refuse(id, errors.Join(err, b.record(eventKept, id, nil)))
}

// Drop forgets a staged write. It fails with ErrNotStaged and with Record's error.
func (b *Blocked) Drop(id string) error {
	b.owner.Lock()
	defer b.owner.Unlock()
	if _, err := b.file(id, metaFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return b.recorded(eventDropped, id, nil, func() error { return b.remove(id) })
}
