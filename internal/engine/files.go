package engine

import (
	"encoding/hex"
	"errors"
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

// Levels of files are stored in the index, and recent changes in memory. They change through
// sessions' records, and through the owner's own decisions, which are in records of the file.

// hookLabel is the hook of the owner's decisions about files. No gateway can send it.
const hookLabel = wire.Hook("admin:label")

// maxFiles bounds the files that are known. Of a further one, its directory gets the level, with
// everything below.
const maxFiles = 1_000_000

// maxBelow bounds the files that are examined below one directory; beyond it the lowest level is
// unknown.
const maxBelow = 4096

// fileBook is what is known about files.
type fileBook struct {
	index Files // nil: nothing is stored
	log   *zap.Logger
	lost  bool // more was once known
	now   func() time.Time

	disk    Disk
	mark    func(domain, text string) session.Mark
	resolve func(string) string
	places  atomic.Pointer[places]

	mu      sync.RWMutex
	skills  *skillBook
	shelved map[string]bool // names of skills, of the files in the index
	watched map[string]bool // directories of known skills

	changed map[string]session.File // not yet taken by the index
	saving  map[string]session.File // being taken by the index
	fresh   int                     // how many of changed the index does not have
}

// note applies the changes of files in a record.
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

// watch notes a name if it is a skill's. The caller holds b.mu.
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

// find returns what is known about a path itself. The caller holds b.mu.
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

// Any reports whether anything is known, or was once, about a file other than a skill.
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

// At returns the lowest level of a path, of the directories above it, and of what is below it.
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

// Names returns the other names under which the file at a path is known: its identity, and its
// content if few other files have that size.
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

// names returns the identity of the file at a path and, if summed says so, its content.
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

// minSummed is the least size of a file that is known by its content: there are too many short
// ones.
const minSummed = 64

func (b *fileBook) sumName(id *decide.FileID) string {
	sum, ok := id.Sum()
	if !ok {
		return ""
	}
	mark := b.mark("file", sum)
	return decide.NameOfSize(id) + "/" + hex.EncodeToString(mark[:])
}

// Exists reports whether there is something at a path.
func (b *fileBook) Exists(at string) bool { return b.disk != nil && b.disk.Exists(at) }

// ChangedSince returns the files of a directory that have changed since.
func (b *fileBook) ChangedSince(dir string, since time.Time) (paths []string, whole bool) {
	if b.disk == nil {
		return nil, false
	}
	return b.disk.ChangedSince(dir, since, maxBelow)
}

// maxRepositories bounds the directories that are examined for repositories.
const maxRepositories = 64

// Repositories returns the names of the repositories in a directory.
func (b *fileBook) Repositories(dir string) (all []decide.Repository) {
	if b.disk == nil || dir == "" {
		return nil
	}
	below, _ := b.disk.ChangedSince(dir, time.Time{}, maxRepositories)
	for _, at := range append([]string{dir}, below...) {
		if names := decide.RepositoryNames(b.disk.Read(path.Join(at, ".git", "config"))); len(names) > 0 {
			all = append(all, decide.Repository{Dir: strings.Trim(strings.TrimPrefix(at, dir), "/"), Names: names})
		}
	}
	return all
}

// Exactly returns what is known under a name alone.
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

// Below returns the lowest level known below a directory.
func (b *fileBook) Below(dir string) (*decide.FileLevel, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.below(dir, func(string) bool { return true })
}

// errLowest ends a search: there is no lower level.
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

// matches reports whether a path matches a pattern, in which decide.AnyPath is anything.
func matches(pattern, path string) bool {
	parts := strings.Split(pattern, decide.AnyPath)
	path, ok := strings.CutPrefix(path, parts[0])
	for i, part := range parts[1:] {
		if !ok {
			return false
		}
		if i == len(parts)-2 {
			return strings.HasSuffix(path, part) || strings.Contains(path, part+"/") // what is below
		}
		_, path, ok = strings.Cut(path, part)
	}
	return ok
}

// places are the places of a policy with a level, with their symlinks as they were recently.
type places struct {
	of        *policy.Policy
	workspace string
	at        time.Time
	patterns  []memguard.Pattern
}

// placesFor is how long the resolved symlinks of places are kept.
const placesFor = 5 * time.Second

// fileShown is the level of the files that a call shows when it was made.
type fileShown struct {
	call string
	low  *decide.FileLevel
}

// maxShown bounds the unfinished calls whose files are remembered.
const maxShown = 64

// shown limits a result to the level of its files when the call was made: they may have changed
// since, or something else may be at their paths.
func (s *resident) shown(ev *decide.Event) {
	switch p := ev.Payload.Event.(type) {
	case *wire.BeforeToolCallEvent:
		if low := ev.FileShown(); low != nil && p.ToolCallID != "" {
			s.shows = append(s.shows[max(0, len(s.shows)+1-maxShown):], fileShown{strings.Clone(p.ToolCallID), low})
		}
	case *wire.AfterToolCallEvent:
		for i := len(s.shows) - 1; i >= 0; i-- {
			if s.shows[i].call == p.ToolCallID {
				ev.LowerFileShown(s.shows[i].low)
				s.shows = slices.Delete(s.shows, i, i+1)
			}
		}
	}
}

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

// Lost reports whether more was once known, and the owner has not set the path's level since.
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

// DirtyFiles returns the files that have changed since the last call, by path, for the index to
// store with what Dirty returned just before. A file that is no longer known has no level.
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

// SavedFiles says that the index has what DirtyFiles returned last.
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

// shelve notes the name of a skill in the index. The caller holds b.mu.
func (b *fileBook) shelve(name string) {
	if b.shelved == nil {
		b.shelved = map[string]bool{}
	}
	b.shelved[name] = true
}

// ReplayFiles applies what a record says of files, texts and halts, and no more of it.
func (e *Engine) ReplayFiles(r *session.Record) {
	e.files.note(r)
	e.prints.note(r)
	e.halts.note(r)
}
