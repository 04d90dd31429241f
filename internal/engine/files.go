package engine

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What is known of files lies in the index; what changed since it was saved last, in memory.
// Records of sessions change it, and the owner's own word, which is in a record of the file's.

// hookLabel is that of the owner's word about a file. No gateway can send it.
const hookLabel = wire.Hook("admin:label")

// maxFiles bounds the files of which something is known. Of one more its directory has the
// level, with all that lies below.
const maxFiles = 1_000_000

// maxBelow bounds what is looked at below one directory; of more nobody knows the lowest.
const maxBelow = 4096

// fileBook is what is known of files.
type fileBook struct {
	index Files // nil: nothing is kept
	log   *zap.Logger
	lost  bool // more was known once
	now   func() time.Time

	disk    Disk
	mark    func(domain, text string) session.Mark
	resolve func(string) string
	places  atomic.Pointer[places]

	mu      sync.RWMutex
	skills  *skillBook
	shelved map[string]bool // names of skills, of the files that the index has
	watched map[string]bool // directories of skills of which something is known

	changed map[string]session.File // since the index has taken it
	saving  map[string]session.File // that the index is taking
	fresh   int                     // how many of changed the index does not have
}

// note makes the changes of files that a record holds.
func (b *fileBook) note(r *session.Record) {
	for _, c := range r.Changes {
		if _, is := c.(session.FileChange); is {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.noteLocked(r.Changes, r.Time)
			return
		}
	}
}

func (b *fileBook) noteLocked(changes session.Changes, now time.Time) {
	for _, c := range changes {
		c, is := c.(session.FileChange)
		if !is {
			continue
		}
		at := c.Of()
		f, known, err := b.find(at)
		if err != nil {
			b.log.Error("cannot look up a file: what it had counts no more", zap.Error(err))
		}
		if given, is := c.(*session.FileGiven); is && !known && b.count() >= maxFiles {
			for at != "/" && at != "." && !known {
				at = path.Dir(at)
				if f, known, err = b.find(at); err != nil {
					break
				}
			}
			whole := *given
			whole.Whole = true
			c = &whole
		}
		if !known {
			f = session.NewFile()
		}
		if b.changed == nil {
			b.changed = map[string]session.File{}
		}
		if _, here := b.changed[at]; !here && !known {
			b.fresh++
		}
		b.changed[at] = f.Changed(c, now)
		b.watch(at)
	}
}

// watch notes what is the name of a skill. The caller holds b.mu.
func (b *fileBook) watch(name string) {
	if dir, skill := session.SkillOf(name); skill && dir != "" {
		if b.watched == nil {
			b.watched = map[string]bool{}
		}
		b.watched[dir] = true
	}
}

func (b *fileBook) count() int {
	if b.index == nil {
		return b.fresh
	}
	return b.index.FileCount() + b.fresh
}

// find finds what is known of a path itself. The caller holds b.mu.
func (b *fileBook) find(key string) (f session.File, known bool, err error) {
	if f, known = b.changed[key]; known {
		return f, true, nil
	}
	if f, known = b.saving[key]; known {
		return f, true, nil
	}
	if b.index == nil {
		return session.File{}, false, nil
	}
	return b.index.File(key)
}

// Any reports whether something is known of any file besides skills, or was once.
func (b *fileBook) Any() bool {
	if b.lost {
		return true
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, m := range [...]map[string]session.File{b.changed, b.saving} {
		for name := range m {
			if _, skill := session.SkillOf(name); !skill {
				return true
			}
		}
	}
	return b.index != nil && b.index.FileCount() > len(b.shelved)
}

// At is the lowest of what is known of a path, of the directories above it, and of what lies
// below it.
func (b *fileBook) At(at string) (low *decide.FileLevel, err error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	fits := func(string) bool { return true }
	if i := strings.Index(at, decide.AnyPath); i >= 0 {
		pattern := at
		at = at[:strings.LastIndexByte(at[:i], '/')+1]
		fits = func(path string) bool { return matches(pattern, path) }
		at = strings.TrimSuffix(at, "/")
	} else if low, err = b.exact(at); err != nil {
		return nil, err
	}
	for dir := at; dir != "/" && dir != "." && dir != ""; {
		dir = path.Dir(dir)
		f, known, err := b.find(dir)
		if err != nil {
			return nil, err
		}
		if known && f.Whole {
			low = decide.LowerFile(low, fileLevel(dir, &f))
		}
	}
	below, err := b.below(at, fits)
	return decide.LowerFile(low, below), err
}

// Names are the names under which what stands at a path is known besides: what it is, and what
// it holds, of a file whose content few others have.
func (b *fileBook) Names(at string) []string {
	return b.names(at, func(id *decide.FileID) bool {
		b.mu.RLock()
		defer b.mu.RUnlock()
		some, err := b.below(decide.NameOfSize(id), func(string) bool { return true })
		return some != nil || err != nil
	})
}

// AllNames is Names for a file that is about to be known.
func (b *fileBook) AllNames(at string) []string {
	return b.names(at, func(*decide.FileID) bool { return true })
}

// names are what is at a path and, where summed says so, what it holds.
func (b *fileBook) names(at string, summed func(*decide.FileID) bool) []string {
	if b.disk == nil {
		return nil
	}
	id, is := b.disk.Look(at)
	if !is {
		return nil
	}
	names := []string{decide.NameOfID(&id)}
	if id.Size >= minSummed && id.Sum != nil && summed(&id) {
		if name := b.sumName(&id); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// minSummed is from which size on a file is known by what it holds: of short ones there are many.
const minSummed = 64

func (b *fileBook) sumName(id *decide.FileID) string {
	sum, ok := id.Sum()
	if !ok {
		return ""
	}
	mark := b.mark("file", sum)
	return decide.NameOfSize(id) + "/" + hex.EncodeToString(mark[:])
}

// Exists reports whether something is seen at a path.
func (b *fileBook) Exists(at string) bool { return b.disk != nil && b.disk.Exists(at) }

// ChangedSince is what stands in a directory and was changed since.
func (b *fileBook) ChangedSince(dir string, since time.Time) (paths []string, whole bool) {
	if b.disk == nil {
		return nil, false
	}
	return b.disk.ChangedSince(dir, since, maxBelow)
}

// maxRepositories bounds the directories that are looked at for repositories.
const maxRepositories = 64

// Repositories are the names of the repositories in a directory.
func (b *fileBook) Repositories(dir string) (names []string) {
	if b.disk == nil || dir == "" {
		return nil
	}
	below, _ := b.disk.ChangedSince(dir, time.Time{}, maxRepositories)
	for _, at := range append([]string{dir}, below...) {
		names = append(names, decide.RepositoryNames(b.disk.Read(path.Join(at, ".git", "config")))...)
	}
	return names
}

// Exactly is what is known under a name alone.
func (b *fileBook) Exactly(name string) (*decide.FileLevel, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.exact(name)
}

func (b *fileBook) exact(at string) (*decide.FileLevel, error) {
	f, known, err := b.find(at)
	if err != nil || !known {
		return nil, err
	}
	return fileLevel(at, &f), nil
}

func fileLevel(at string, f *session.File) *decide.FileLevel {
	w := f.Watermark()
	if w.Level == trust.Trusted {
		return nil
	}
	return &decide.FileLevel{Path: at, Level: w.Level, Cause: w.Cause}
}

// Below is the lowest of what is known below a directory.
func (b *fileBook) Below(dir string) (*decide.FileLevel, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.below(dir, func(string) bool { return true })
}

// errLowest ends a search: there is nothing lower.
var errLowest = errors.New("the lowest")

func (b *fileBook) below(dir string, fits func(string) bool) (low *decide.FileLevel, err error) {
	prefix := strings.TrimSuffix(dir, "/") + "/"
	if dir == "" {
		prefix = ""
	}
	look := func(at string, f *session.File) error {
		if strings.HasPrefix(at, prefix) && fits(at) {
			low = decide.LowerFile(low, fileLevel(at, f))
		}
		if low != nil && low.Level == trust.Untrusted {
			return errLowest
		}
		return nil
	}
	for _, m := range [...]map[string]session.File{b.changed, b.saving} {
		for at, f := range m {
			if look(at, &f) != nil {
				return low, nil
			}
		}
	}
	if b.index == nil {
		return low, nil
	}
	n := 0
	err = b.index.FilesBelow(prefix, func(at string, f session.File) error {
		if _, here := b.changed[at]; here {
			return nil
		}
		if _, here := b.saving[at]; here {
			return nil
		}
		if n++; n > maxBelow {
			low = decide.LowerFile(low, &decide.FileLevel{Path: dir, Level: trust.Untrusted})
			return errLowest
		}
		return look(at, &f)
	})
	if errors.Is(err, errLowest) {
		err = nil
	}
	return low, err
}

// matches reports whether a path fits a pattern, in which decide.AnyPath is anything.
func matches(pattern, path string) bool {
	parts := strings.Split(pattern, decide.AnyPath)
	path, ok := strings.CutPrefix(path, parts[0])
	for i, part := range parts[1:] {
		if !ok {
			return false
		}
		if i == len(parts)-2 {
			return strings.HasSuffix(path, part) || strings.Contains(path, part+"/") // what lies below
		}
		_, path, ok = strings.Cut(path, part)
	}
	return ok
}

// places are the places of a policy that have a level, with their symlinks followed a while ago.
type places struct {
	of        *policy.Policy
	workspace string
	at        time.Time
	patterns  []memguard.Pattern
}

// placesFor is how long symlinks to places are taken for what they were.
const placesFor = 5 * time.Second

// Place is the level of the place that a path is in.
func (b *fileBook) Place(at, workspace string, pol *policy.Policy) *decide.FileLevel {
	levels := pol.PathLevels()
	if len(levels) == 0 {
		return nil
	}
	known, now := b.places.Load(), b.now()
	if known == nil || known.of != pol || known.workspace != workspace || now.Sub(known.at).Abs() > placesFor {
		known = &places{of: pol, workspace: workspace, at: now}
		for i := range levels {
			known.patterns = append(known.patterns, memguard.NewPattern(levels[i].Path, workspace, b.resolve))
		}
		b.places.Store(known)
	}
	for i := range levels {
		if known.patterns[i].Covers(at) {
			if levels[i].Level == trust.Trusted {
				return nil
			}
			return &decide.FileLevel{Path: at, Level: levels[i].Level, Cause: &session.Cause{Reason: texts.InPlace(levels[i].Path)}}
		}
	}
	return nil
}

// Lost reports whether more was known once, and the owner has not said since what a path is worth.
func (b *fileBook) Lost(at string) (bool, error) {
	if !b.lost {
		return false, nil
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	f, known, err := b.find(at)
	for dir := at; err == nil && !(known && (dir == at || f.Whole)) && dir != "/" && dir != "." && dir != ""; {
		dir = path.Dir(dir)
		f, known, err = b.find(dir)
	}
	return !known, err
}

// DirtyFiles are what changed of files since the last call, by path, for the index to take
// over with what Dirty returned just before. A file that is known no more has no level.
func (e *Engine) DirtyFiles() []session.KnownFile {
	b := &e.files
	b.mu.Lock()
	defer b.mu.Unlock()
	b.saving, b.changed, b.fresh = b.changed, nil, 0
	list := make([]session.KnownFile, 0, len(b.saving))
	for at, f := range b.saving {
		gone := f.Level() == trust.Trusted && !b.lost && !f.IsSkill()
		list = append(list, session.KnownFile{Path: at, File: f, Gone: gone})
		if gone {
			delete(b.shelved, at)
		}
	}
	slices.SortFunc(list, func(a, b session.KnownFile) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// RedoFiles takes back what could not be saved.
func (e *Engine) RedoFiles(list []session.KnownFile) {
	b := &e.files
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.changed == nil {
		b.changed = map[string]session.File{}
	}
	for i := range list {
		if _, later := b.changed[list[i].Path]; !later {
			b.changed[list[i].Path] = list[i].File
		}
	}
	b.fresh, b.saving = len(b.changed), nil
}

// SavedFiles is that the index has what DirtyFiles returned last.
func (e *Engine) SavedFiles() {
	b := &e.files
	b.mu.Lock()
	defer b.mu.Unlock()
	for at, f := range b.saving {
		if _, skill := session.SkillOf(at); skill && f.IsSkill() {
			b.shelve(at)
		}
	}
	b.saving = nil
}

// shelve notes the name of a skill that the index has. The caller holds b.mu.
func (b *fileBook) shelve(name string) {
	if b.shelved == nil {
		b.shelved = map[string]bool{}
	}
	b.shelved[name] = true
}

// ReplayFiles applies what a record says of files, and no more of it.
func (e *Engine) ReplayFiles(r *session.Record) {
	e.files.note(r)
	e.prints.note(r)
}

// FileView is what is known of a path, for the owner.
type FileView struct {
	Path   string      `json:"path"`
	Level  trust.Level `json:"level"`
	Whole  bool        `json:"whole,omitzero"` // with all that lies below
	Reason string      `json:"reason,omitzero"`
	Detail string      `json:"detail,omitzero"`
	At     string      `json:"at,omitzero"`
}

// maxFilesShown bounds one answer.
const maxFilesShown = 1000

// Labels lists the files of which something is known, behind a path, in their order.
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

// reviewLabels answers what the owner asks of the levels of files in chat. In a group others
// read along.
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
	if c := w.Cause; c != nil {
		v.Reason, v.Detail, v.At = c.Reason, c.Detail, c.At.UTC().Format(time.RFC3339)
	}
	return v
}

// Label is what holds for one path.
func (e *Engine) Label(at string) (FileView, error) {
	at = e.fileKey(at)
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
	low = decide.LowerFile(low, e.skills.level(at))
	if low == nil {
		return FileView{Path: at, Level: trust.Trusted}, nil
	}
	v := FileView{Path: low.Path, Level: low.Level}
	if c := low.Cause; c != nil {
		v.Reason, v.Detail, v.At = c.Reason, c.Detail, c.At.UTC().Format(time.RFC3339)
	}
	return v, nil
}

func (e *Engine) fileKey(at string) string { return decide.FileKey(e.resolve(at), e.opt.Digest) }

// maxWordsCleared bounds the files of one word of the owner's that are read for what they say.
const maxWordsCleared = 64

// ClearLabels is the owner's word that they have looked at a file, or at all that lies below a
// directory: what it was given counts no more. It returns the paths.
func (e *Engine) ClearLabels(ctx context.Context, at, by string) (cleared []string, err error) {
	at = e.fileKey(at)
	list, err := e.Labels(at, "", maxFilesShown)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 && e.files.lost { // of a file that nobody knows, they say so for the first time
		_, err := e.SetLabel(ctx, at, trust.Trusted, true, by)
		return []string{at}, err
	}
	var changes session.Changes
	for _, f := range list {
		changes = append(changes, &session.FileCleared{Path: f.Path, By: by})
		for _, name := range e.files.AllNames(f.Path) {
			changes = append(changes, &session.FileCleared{Path: name, By: by})
		}
		if e.opt.Disk != nil && len(cleared) <= maxWordsCleared {
			if c := e.prints.clearing(e.opt.Disk.Read(f.Path)); c != nil {
				changes = append(changes, c)
			}
		}
		cleared = append(cleared, f.Path)
	}
	if skill := e.skills.level(at); skill != nil && len(cleared) == 0 {
		return nil, decide.Refused(texts.ClearsSkill(path.Base(skill.Path)))
	}
	if len(cleared) == 0 {
		return nil, decide.Absent(texts.NotLabelled(session.Label(at)))
	}
	return cleared, e.ownFiles(ctx, at, changes)
}

// SetLabel is the owner's word that a file, or all below a directory, is of a level.
func (e *Engine) SetLabel(ctx context.Context, at string, level trust.Level, whole bool, by string) (FileView, error) {
	at = e.fileKey(at)
	cause := &session.Cause{Reason: texts.LabelledBy(by), At: e.opt.Now()}
	changes := session.Changes{&session.FileCleared{Path: at, By: by}, &session.FileGiven{Path: at, Level: level, Cause: cause, Whole: whole}}
	if err := e.ownFiles(ctx, at, changes); err != nil {
		return FileView{}, err
	}
	return e.Label(at)
}

// ownFiles records the owner's word about files. It is on disk when this returns.
func (e *Engine) ownFiles(ctx context.Context, at string, changes session.Changes) error {
	now := e.opt.Now()
	r := &session.Record{
		Time: now, Session: session.Subject{Kind: session.AFile, Name: at}.Key(), Hook: hookLabel, Taint: trust.Trusted, Changes: changes, Durable: true,
	}
	b := &e.files
	b.mu.Lock()
	receipt, err := e.opt.Journal.Append(r)
	if err == nil {
		b.noteLocked(r.Changes, now)
		e.prints.note(r)
	}
	b.mu.Unlock()
	if err == nil {
		err = e.opt.Journal.Flush(ctx, receipt, true)
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}
