package engine

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The levels of files as the owner is shown them, and the owner's decisions about them.

// FileView is what is known about a path, for the owner.
type FileView struct {
	Path   string      `json:"path"`
	Level  trust.Level `json:"level"`
	Whole  bool        `json:"whole,omitzero"` // with everything below
	Reason string      `json:"reason,omitzero"`
	Detail string      `json:"detail,omitzero"`
	At     string      `json:"at,omitzero"`
}

// maxFilesShown bounds one answer.
const maxFilesShown = 1000

// Labels lists the known files, after a path, in order.
func (e *Engine) Labels(below, after string, most int) ([]FileView, error) {
	b := &e.files
	b.mu.RLock()
	defer b.mu.RUnlock()
	if most <= 0 || most > maxFilesShown {
		most = maxFilesShown
	}
	all := map[string]session.File{}
	for _, m := range [...]map[string]session.File{b.saving, b.changed} {
		for at, f := range m {
			all[at] = f
		}
	}
	var list []FileView
	add := func(at string, f *session.File) {
		if at > after && !decide.IsFileName(at) && f.Level() < trust.Trusted && (below == "" || at == below || strings.HasPrefix(at, strings.TrimSuffix(below, "/")+"/")) {
			list = append(list, viewOfFile(at, f))
		}
	}
	for at, f := range all {
		add(at, &f)
	}
	if b.index != nil {
		n := 0
		err := b.index.FilesBelow("", func(at string, f session.File) error {
			if _, here := all[at]; !here && at > after {
				add(at, &f)
				if n++; n > most+len(all) {
					return errEnough
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b FileView) int { return strings.Compare(a.Path, b.Path) })
	return list[:min(len(list), most)], nil
}

// reviewLabels answers the owner's commands about levels of files in chat. In a group others can
// read the answer.
func (e *Engine) reviewLabels(ctx context.Context, r decide.Review, alone bool) (string, error) {
	if !alone {
		return "", decide.Refused(texts.LabelsAlone)
	}
	if r.Command == "unlabel" {
		cleared, err := e.ClearLabels(ctx, r.Path, "owner")
		if err != nil {
			return "", err
		}
		return texts.Unlabelled(cleared), nil
	}
	below := r.Path
	if below != "" {
		below = e.fileKey(below)
	}
	list, err := e.Labels(below, "", 0)
	if err != nil {
		return "", err
	}
	lines := make([]string, 0, mostListed)
	for i := range list[:min(len(list), mostListed)] {
		f := &list[i]
		lines = append(lines, texts.LabelLine(f.Path, f.Level, f.Reason, f.Whole))
	}
	return texts.Labelled(len(list), lines), nil
}

func viewOfFile(at string, f *session.File) FileView {
	w := f.Watermark()
	v := FileView{Path: at, Level: w.Level, Whole: f.Whole}
	v.because(w.Cause)
	return v
}

func (v *FileView) because(c *session.Cause) {
	if c != nil {
		v.Reason, v.Detail, v.At = c.Reason, c.Detail, c.At.UTC().Format(time.RFC3339)
	}
}

// Label is what applies to one path.
func (e *Engine) Label(at string) (FileView, error) {
	at = e.fileKey(at)
	skill, accepted := e.skills.level(at)
	if accepted && skill == nil {
		return FileView{Path: at, Level: trust.Trusted}, nil
	}
	low, err := e.files.At(at)
	if err != nil {
		return FileView{}, err
	}
	for _, name := range e.files.Names(at) {
		f, err := e.files.Exactly(name)
		if err != nil {
			return FileView{}, err
		}
		if f != nil {
			f.Path = at
		}
		low = decide.LowerFile(low, f)
	}
	low = decide.LowerFile(low, skill)
	if low == nil {
		lost, err := e.files.Lost(at)
		if err != nil || !lost {
			return FileView{Path: at, Level: trust.Trusted}, err
		}
		return FileView{Path: at, Level: trust.Shared, Reason: texts.UnknownFile}, nil
	}
	v := FileView{Path: low.Path, Level: low.Level}
	v.because(low.Cause)
	return v, nil
}

func (e *Engine) fileKey(at string) string { return decide.FileKey(e.resolve(at), e.opt.Digest) }

// maxWordsCleared bounds the files of one decision of the owner's whose words are cleared, too.
const maxWordsCleared = 64

// ClearLabels records that the owner has looked at a file, or at everything below a directory: its
// level no longer counts. It returns the paths.
func (e *Engine) ClearLabels(ctx context.Context, at, by string) (cleared []string, err error) {
	at = e.fileKey(at)
	list, err := e.Labels(at, "", maxFilesShown)
	if err != nil {
		return nil, err
	}
	var changes session.Changes
	for _, f := range list {
		changes = append(changes, e.files.clearing(f.Path, by)...)
		if e.opt.Disk != nil && len(cleared) <= maxWordsCleared {
			if c := e.prints.clearing(e.opt.Disk.Read(f.Path)); c != nil {
				changes = append(changes, c)
			}
		}
		cleared = append(cleared, f.Path)
	}
	if lost, err := e.files.Lost(at); err != nil {
		return nil, err
	} else if lost { // of what nobody knows, they say it for the first time
		changes = append(changes, &session.FileGiven{Path: at, Level: trust.Trusted, Cause: &session.Cause{Reason: texts.LabelledBy(by), At: e.opt.Now()}, Whole: true})
		if !slices.Contains(cleared, at) {
			cleared = append(cleared, at)
		}
	}
	if skill, _ := e.skills.level(at); skill != nil && len(cleared) == 0 {
		return nil, decide.Refused(texts.ClearsSkill(path.Base(skill.Path)))
	}
	if len(cleared) == 0 {
		return nil, decide.Absent(texts.NotLabelled(session.Label(at)))
	}
	return cleared, e.ownFiles(ctx, at, changes)
}

// clearing returns the changes by which the level of a file no longer counts, by any of its names.
func (b *fileBook) clearing(at, by string) session.Changes {
	changes := session.Changes{&session.FileCleared{Path: at, By: by}}
	for _, name := range b.AllNames(at) {
		changes = append(changes, &session.FileCleared{Path: name, By: by})
	}
	return changes
}

// SetLabel records that the owner gives a file, or everything below a directory, a level.
func (e *Engine) SetLabel(ctx context.Context, at string, level trust.Level, whole bool, by string) (FileView, error) {
	at = e.fileKey(at)
	cause := &session.Cause{Reason: texts.LabelledBy(by), At: e.opt.Now()}
	changes := session.Changes{&session.FileCleared{Path: at, By: by}, &session.FileGiven{Path: at, Level: level, Cause: cause, Whole: whole}}
	if err := e.ownFiles(ctx, at, changes); err != nil {
		return FileView{}, err
	}
	return e.Label(at)
}

// ownFiles records the owner's decisions about files. They are on disk when it returns.
func (e *Engine) ownFiles(ctx context.Context, at string, changes session.Changes) error {
	return e.own(ctx, session.Subject{Kind: session.AFile, Name: at}, hookLabel, changes)
}

// own records the owner's decisions about a subject that is no session. They are on disk when it
// returns.
func (e *Engine) own(ctx context.Context, of session.Subject, h wire.Hook, changes session.Changes) error {
	receipt, err := e.record(of, h, changes)
	if err == nil {
		err = e.opt.Journal.Flush(ctx, receipt, true)
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// record records changes of files and texts, and applies them.
func (e *Engine) record(of session.Subject, h wire.Hook, changes session.Changes) (wire.Receipt, error) {
	r := &session.Record{Time: e.opt.Now(), Session: of.Key(), Hook: h, Taint: trust.Trusted, Changes: changes, Durable: true}
	e.files.mu.Lock()
	defer e.files.mu.Unlock()
	receipt, err := e.opt.Journal.Append(r)
	if err == nil {
		e.files.noteLocked(r.Changes, r.Time)
		e.prints.note(r)
	}
	return receipt, err
}
