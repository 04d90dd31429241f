package engine

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/skills"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A skill has a level like a file: it is known by its directory, and untrusted unless its content
// is what its owner has accepted. That is compared each time that something of it is read or run,
// so that no change is missed; findings are recorded once, and so are acceptances.

// hookSkill is the hook of records about skills. No gateway can send it.
const hookSkill = wire.Hook("admin:skill")

// skillBook is what is known about skills, besides what the fileBook has of each.
type skillBook struct {
	engine *Engine

	latest atomic.Pointer[skillSpots] // the latest of those below

	mu    sync.Mutex
	began time.Time // what has not changed since then was there before skills were watched
	spots map[decide.SkillPlaces]*skillSpots
	seen  []decide.SkillPlaces // the latest last
}

// skillSpots are the directories with skills of one workspace, as they were recently.
type skillSpots struct {
	of       decide.SkillPlaces
	at       time.Time
	roots    skills.Roots
	expanded []string
}

const (
	spotsFor = 5 * time.Second // how long they are kept
	maxSpots = 64
)

// BeginSkills reads what is known about skills. If nothing is, this is the first start: existing
// skills are accepted, and reported. It is called once, before the first Handle.
func (e *Engine) BeginSkills() error {
	b := &e.skills
	if e.opt.Skills == nil {
		return nil
	}
	if err := e.files.beginSkills(); err != nil {
		return err
	}
	e.files.mu.RLock()
	begun, known, err := e.files.find(session.SkillName(""))
	e.files.mu.RUnlock()
	switch {
	case err != nil:
		return err
	case known:
		b.began = begun.Since
		return nil
	case e.files.lost: // what was accepted nobody knows
		return nil
	}
	b.began = e.opt.Now()
	if err := b.record("", &session.SkillAccepted{By: texts.ThereBefore}); err != nil {
		return err
	}
	found, _ := b.list(decide.SkillPlaces{Policy: e.opt.Policy.Load(), Workspace: e.opt.Policy.Load().WorkspaceDir})
	names := []string{}
	for _, dir := range found {
		if b.accept(dir, texts.ThereBefore) == nil {
			names = append(names, dir)
		}
	}
	if len(names) > 0 {
		e.opt.Log.Warn("the skills that are there are accepted: look at them with provenancectl skills list", zap.Strings("skills", names))
	}
	return nil
}

// beginSkills reads the names of the skills that the index knows.
func (b *fileBook) beginSkills() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.index == nil {
		return nil
	}
	return b.index.FilesBelow(session.SkillName(""), func(name string, _ session.File) error {
		b.watch(name)
		b.shelve(name)
		return nil
	})
}

// Skill is the level of the skill that a path is in, and of those at or below it. It also reports
// whether the path is in one that is accepted.
func (b *fileBook) Skill(at string, where decide.SkillPlaces) (level *decide.FileLevel, accepted bool) {
	if b.skills == nil || b.skills.engine.opt.Skills == nil {
		return nil, false
	}
	return b.skills.at(at, where)
}

// HasSkills reports whether there may be skills in these places.
func (b *fileBook) HasSkills(where decide.SkillPlaces) bool {
	if b.skills == nil || b.skills.engine.opt.Skills == nil {
		return false
	}
	spots := b.skills.spotsOf(where)
	return spots != nil && (len(spots.expanded) > 0 || b.anyWatched())
}

func (b *fileBook) anyWatched() bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.watched) > 0
}

func (b *fileBook) isWatched(dir string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.watched[dir]
}

// watchedBelow returns the directories of known skills at or below one.
func (b *fileBook) watchedBelow(dir string) (all []string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for at := range b.watched {
		if isAtOrBelow(at, dir) {
			all = append(all, at)
		}
	}
	return all
}

func isAtOrBelow(at, dir string) bool {
	return at == dir || strings.HasPrefix(at, strings.TrimSuffix(dir, "/")+"/")
}

// spotsOf returns the directories with skills in these places; nil if skills are not checked.
func (b *skillBook) spotsOf(where decide.SkillPlaces) *skillSpots {
	named, checked := where.Policy.Skills()
	if !checked {
		return nil
	}
	now := b.engine.opt.Now()
	spots := b.latest.Load()
	if spots == nil || spots.of != where {
		b.mu.Lock()
		spots = b.spots[where]
		b.mu.Unlock()
	}
	if spots != nil && now.Sub(spots.at).Abs() <= spotsFor {
		if b.latest.Load() != spots {
			b.latest.Store(spots)
		}
		return spots
	}
	spots = &skillSpots{of: where, at: now}
	for _, written := range slices.Concat(dialect.Skills(where.GatewayDir), named) {
		if root := b.root(written, where.Workspace); root != "" && !slices.Contains(spots.roots, root) {
			spots.roots = append(spots.roots, root)
		}
	}
	port := b.engine.opt.Skills
	spots.expanded = port.Expanded(spots.roots)
	for _, dir := range spots.expanded {
		_, links, _ := port.Below(dir)
		for _, link := range links {
			spots.roots = append(spots.roots, b.engine.resolve(link))
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.spots == nil || len(b.spots) >= maxSpots {
		b.spots = map[decide.SkillPlaces]*skillSpots{}
	}
	maps.DeleteFunc(b.spots, func(p decide.SkillPlaces, _ *skillSpots) bool { return p.Policy != where.Policy })
	b.spots[where] = spots
	b.latest.Store(spots)
	place := decide.SkillPlaces{Workspace: where.Workspace, GatewayDir: where.GatewayDir}
	b.seen = slices.DeleteFunc(b.seen, func(p decide.SkillPlaces) bool { return p == place })
	b.seen = append(b.seen[max(0, len(b.seen)+1-maxSpots):], place)
	return spots
}

// root returns a directory with skills, with symlinks followed in the part without patterns; "" if
// it is nowhere.
func (b *skillBook) root(written, workspace string) string {
	switch {
	case strings.HasPrefix(written, "**/"):
		return written
	case strings.HasPrefix(written, "/"), strings.HasPrefix(written, "~/"):
	case workspace == "":
		return ""
	default:
		written = path.Join(workspace, written)
	}
	fixed, rest := written, ""
	if i := strings.IndexByte(written, '*'); i >= 0 {
		i = strings.LastIndexByte(written[:i], '/')
		fixed, rest = written[:i], written[i:]
	}
	if fixed = b.engine.resolve(fixed); !strings.HasPrefix(fixed, "/") {
		return ""
	}
	return strings.TrimSuffix(fixed, "/") + rest
}

// at is the level of the skill that a path is in, and of those at or below it.
func (b *skillBook) at(at string, where decide.SkillPlaces) (low *decide.FileLevel, accepted bool) {
	spots := b.spotsOf(where)
	if spots == nil {
		return nil, false
	}
	pattern := ""
	if i := strings.Index(at, decide.AnyPath); i >= 0 {
		pattern, at = at, strings.TrimSuffix(at[:strings.LastIndexByte(at[:i], '/')+1], "/")
	}
	if !strings.HasPrefix(at, "/") {
		return nil, false
	}
	port, files := b.engine.opt.Skills, &b.engine.files
	if dir := port.Of(spots.roots, at, files.isWatched); dir != "" {
		low, _ = b.look(dir)
		return low, low == nil
	}
	below := files.watchedBelow(at)
	for _, root := range spots.expanded {
		from := root
		if isAtOrBelow(at, root) {
			from = at
		} else if !isAtOrBelow(root, at) {
			continue
		}
		found, _, whole := port.Below(from)
		below = append(below, found...)
		if !whole {
			low = decide.LowerFile(low, &decide.FileLevel{Path: from, Level: trust.Untrusted, Cause: &session.Cause{Reason: texts.ManySkills}})
		}
	}
	for _, dir := range below {
		if low != nil {
			break // there is nothing lower
		}
		level, tree := b.look(dir)
		if level != nil && (pattern == "" || slices.ContainsFunc(tree.Files, func(f skills.File) bool { return matches(pattern, path.Join(dir, f.Name)) }) || tree.Digest == "") {
			low = decide.LowerFile(low, level)
		}
	}
	return low, false
}

// States of a skill.
const (
	skillAccepted = "accepted"
	skillNew      = "new"
	skillChanged  = "changed"
	skillUnknown  = "unreadable"
)

// file returns what is recorded about a skill, and its current state.
func (b *skillBook) file(dir string, t *skills.Tree) (f session.File, state string, err error) {
	files := &b.engine.files
	files.mu.RLock()
	defer files.mu.RUnlock()
	f, known, err := files.find(session.SkillName(b.key(dir)))
	switch {
	case err != nil:
		return session.File{}, skillUnknown, err
	case !known:
		f = session.NewFile()
	}
	switch {
	case t.Digest == "":
		return f, skillUnknown, nil
	case f.Accepted == t.Digest:
		return f, skillAccepted, nil
	case f.Accepted == "":
		return f, skillNew, nil
	}
	return f, skillChanged, nil
}

func (b *skillBook) key(dir string) string { return decide.FileKey(dir, b.engine.opt.Digest) }

// look examines a skill as it is now. Its level is nil if its owner has accepted that.
func (b *skillBook) look(dir string) (*decide.FileLevel, skills.Tree) {
	t := b.engine.opt.Skills.Tree(dir)
	b.mu.Lock()
	defer b.mu.Unlock()
	f, state, err := b.file(dir, &t)
	if err == nil && state == skillNew && f.Found == "" && !b.began.IsZero() && t.Newest.Before(b.began) {
		if err = b.accept(dir, texts.ThereBefore); err == nil {
			state = skillAccepted
		}
	}
	cause := &session.Cause{Reason: texts.SkillState(path.Base(dir), state), Detail: t.Why, At: b.engine.opt.Now()}
	found := t.Digest
	if found == "" {
		found = session.NoDigest
	}
	switch {
	case err != nil:
	case state != skillAccepted && f.Found != found:
		b.engine.opt.Log.Warn("a skill waits to be accepted", zap.String("skill", session.Label(dir)), zap.String("state", state), zap.String("why", session.Label(t.Why)))
		err = b.record(dir, &session.SkillFound{Path: b.key(dir), Digest: t.Digest, Cause: cause})
	case state != skillAccepted && len(f.Given) > 0 && f.Given[0].Cause != nil:
		cause = f.Given[0].Cause
	case state == skillAccepted && f.Found != "":
		err = b.record(dir, &session.FileCleared{Path: session.SkillName(b.key(dir)), By: texts.AsAccepted})
	}
	if err != nil {
		b.engine.opt.Log.Error("what was found of a skill is not recorded", zap.String("skill", session.Label(dir)), zap.Error(err))
	}
	if state == skillAccepted {
		return nil, t
	}
	return &decide.FileLevel{Path: dir, Level: trust.Untrusted, Cause: cause}, t
}

// record records changes of a skill, and applies them.
func (b *skillBook) record(dir string, changes ...session.Change) error {
	_, err := b.engine.record(b.subject(dir), hookSkill, changes)
	return err
}

func (b *skillBook) subject(dir string) session.Subject {
	return session.Subject{Kind: session.ASkill, Name: b.key(dir)}
}

// errUnread is the error for a skill that cannot be read completely.
var errUnread = errors.New("not all of it can be read")

// accept accepts a skill as it is, and keeps that version.
func (b *skillBook) accept(dir, by string) error {
	t := b.engine.opt.Skills.Read(dir)
	if t.Digest == "" {
		return errUnread
	}
	if err := b.engine.opt.Skills.Keep(dir, &t); err != nil {
		b.engine.opt.Log.Warn("what a skill holds is not kept: what changes later cannot be shown", zap.String("skill", session.Label(dir)), zap.Error(err))
	}
	return b.record(dir, &session.SkillAccepted{Path: b.key(dir), Digest: t.Digest, By: by})
}

// list returns the skills of some places, and whether these are all.
func (b *skillBook) list(where decide.SkillPlaces) (dirs []string, whole bool) {
	spots := b.spotsOf(where)
	whole = true
	if spots == nil {
		return nil, true
	}
	add := func(root string) {
		found, _, all := b.engine.opt.Skills.Below(root)
		dirs, whole = append(dirs, found...), whole && all
	}
	for _, root := range spots.expanded {
		add(root)
	}
	for _, root := range spots.roots {
		if !strings.Contains(root, "*") && !slices.Contains(spots.expanded, root) {
			add(root)
		}
	}
	return dirs, whole
}
