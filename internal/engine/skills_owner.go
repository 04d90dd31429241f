package engine

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/skills"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// SkillView is a skill as its owner is shown it.
type SkillView struct {
	Name   string      `json:"name"`
	Path   string      `json:"path"`
	State  string      `json:"state"` // accepted, new, changed or unreadable
	Level  trust.Level `json:"level"`
	Files  int         `json:"files"`
	Bytes  int64       `json:"bytes"`
	Digest string      `json:"digest,omitzero"`
	Since  string      `json:"since,omitzero"`
	Why    string      `json:"why,omitzero"` // what cannot be read
}

// SkillDetail is a skill with its files, and its instructions.
type SkillDetail struct {
	SkillView
	Contents []SkillFile `json:"contents"`
	Text     string      `json:"text"` // of its SKILL.md; "" if that is long, or not text
}

// SkillFile is one file of a skill.
type SkillFile struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
	Exec  bool   `json:"exec,omitzero"`
	Link  string `json:"link,omitzero"`
}

// SkillDiff is what has changed in a skill since it was accepted; of a new one, all of it.
type SkillDiff struct {
	SkillView
	Diff string `json:"diff"`
	Kept bool   `json:"kept"` // whether the accepted version is known; otherwise everything is shown
}

// Skills lists the skills, by path, and says whether these are all.
func (e *Engine) Skills() (list []SkillView, whole bool, err error) {
	b := &e.skills
	whole = true
	if e.opt.Skills == nil {
		return nil, whole, nil
	}
	pol := e.opt.Policy.Load()
	if _, checked := pol.Skills(); !checked {
		return nil, whole, decide.Refused(texts.SkillsOff)
	}
	dirs := e.files.watchedBelow("/")
	for _, p := range b.places(pol) {
		found, all := b.list(p)
		dirs, whole = append(dirs, found...), whole && all
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if e.opt.Skills.Of(skills.Roots{dir}, dir, func(string) bool { return false }) == "" {
			continue // it was there once
		}
		list = append(list, b.view(dir))
	}
	return list, whole, nil
}

// places returns those in which skills were looked for since the start.
func (b *skillBook) places(pol *policy.Policy) []decide.SkillPlaces {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := []decide.SkillPlaces{{Policy: pol, Workspace: pol.WorkspaceDir}}
	for _, p := range b.seen {
		all = append(all, decide.SkillPlaces{Policy: pol, Workspace: p.Workspace, GatewayDir: p.GatewayDir})
	}
	return all
}

// level is the level of the skill that a path is in, or of one below it, in any place. It also
// reports whether the path is in one that is accepted.
func (b *skillBook) level(at string) (low *decide.FileLevel, accepted bool) {
	if b.engine.opt.Skills == nil {
		return nil, false
	}
	for _, p := range b.places(b.engine.opt.Policy.Load()) {
		level, is := b.at(at, p)
		low, accepted = decide.LowerFile(low, level), accepted || is
	}
	return low, accepted
}

// view describes a skill.
func (b *skillBook) view(dir string) SkillView {
	_, t := b.look(dir)
	f, state, _ := b.file(dir, &t)
	v := SkillView{Name: path.Base(dir), Path: dir, State: state, Level: trust.Untrusted, Files: len(t.Files), Digest: t.Digest, Why: t.Why}
	if state == skillAccepted {
		v.Level = trust.Trusted
	}
	if since := f.Watermark().Since; !since.IsZero() {
		v.Since = since.UTC().Format(time.RFC3339)
	}
	for i := range t.Files {
		v.Bytes += t.Files[i].Size
	}
	return v
}

// skill finds one skill by its name or its path.
func (e *Engine) skill(which string) (SkillView, error) {
	list, _, err := e.Skills()
	if err != nil {
		return SkillView{}, err
	}
	at := e.resolve(which)
	list = slices.DeleteFunc(list, func(v SkillView) bool { return v.Name != which && v.Path != at })
	switch len(list) {
	case 0:
		return SkillView{}, decide.Absent(texts.NoSkill(which))
	case 1:
		return list[0], nil
	}
	var paths []string
	for i := range list {
		paths = append(paths, list[i].Path)
	}
	return SkillView{}, decide.Refused(texts.SeveralSkills(which, paths))
}

// Skill is one skill, by its name or its path.
func (e *Engine) Skill(which string) (SkillDetail, error) {
	v, err := e.skill(which)
	if err != nil {
		return SkillDetail{}, err
	}
	d := SkillDetail{SkillView: v, Contents: []SkillFile{}}
	t := e.opt.Skills.Read(v.Path)
	for i := range t.Files {
		f := &t.Files[i]
		d.Contents = append(d.Contents, SkillFile{f.Name, f.Size, f.Exec, f.Link})
		if f.Name == skills.Main {
			d.Text = strings.ToValidUTF8(string(f.Text), "\uFFFD")
		}
	}
	return d, nil
}

// SkillDiff returns what has changed in a skill since it was accepted.
func (e *Engine) SkillDiff(which string) (SkillDiff, error) {
	v, err := e.skill(which)
	if err != nil {
		return SkillDiff{}, err
	}
	now := e.opt.Skills.Read(v.Path)
	f, state, err := e.skills.file(v.Path, &now)
	if err != nil {
		return SkillDiff{}, err
	}
	v.State, v.Digest = state, now.Digest
	before, kept := e.opt.Skills.Kept(v.Path, f.Accepted)
	return SkillDiff{SkillView: v, Diff: skills.Diff(&before, &now), Kept: kept}, nil
}

// leastDigest is how many digits of a digest are enough.
const leastDigest = 8

// AcceptSkill records that the owner has looked at a skill. digest is the beginning of the digest
// of what they have seen; "" is whatever there is.
func (e *Engine) AcceptSkill(ctx context.Context, which, digest, by string) (SkillView, error) {
	v, err := e.skill(which)
	if err != nil {
		return SkillView{}, err
	}
	t := e.opt.Skills.Read(v.Path)
	switch {
	case t.Digest == "":
		return SkillView{}, decide.Refused(texts.UnreadableSkill(v.Name, t.Why))
	case digest != "" && (len(digest) < leastDigest || !strings.HasPrefix(t.Digest, strings.ToLower(digest))):
		return SkillView{}, decide.Refused(texts.SkillMoved)
	}
	if err := e.opt.Skills.Keep(v.Path, &t); err != nil {
		return SkillView{}, fmt.Errorf("keep the accepted version: %w", err)
	}
	changes := session.Changes{&session.SkillAccepted{Path: e.skills.key(v.Path), Digest: t.Digest, By: by}}
	labelled, err := e.Labels(e.fileKey(v.Path), "", maxFilesShown)
	if err != nil {
		return SkillView{}, err
	}
	for i := range labelled {
		changes = append(changes, e.files.clearing(labelled[i].Path, by)...)
	}
	for i := range t.Files[:min(len(t.Files), maxWordsCleared)] {
		if c := e.prints.clearing(t.Files[i].Text); c != nil {
			changes = append(changes, c)
		}
	}
	if err := e.own(ctx, e.skills.subject(v.Path), hookSkill, changes); err != nil {
		return SkillView{}, err
	}
	return e.skills.view(v.Path), nil
}

// reviewSkills answers the owner's commands about skills in chat. In a group others can read the
// answer.
func (e *Engine) reviewSkills(ctx context.Context, r decide.Review, alone bool) (string, error) {
	if !alone {
		return "", decide.Refused(texts.SkillsAlone)
	}
	switch r.Action {
	case "show":
		d, err := e.Skill(r.Path)
		if err != nil {
			return "", err
		}
		return texts.SkillLine(d.Name, d.State, d.Path) + "\n" + fenced(d.Text), nil
	case "diff":
		d, err := e.SkillDiff(r.Path)
		if err != nil {
			return "", err
		}
		return texts.SkillLine(d.Name, d.State, d.Path) + "\n" + fenced(d.Diff), nil
	case "accept":
		v, err := e.AcceptSkill(ctx, r.Path, "", "owner")
		if err != nil {
			return "", err
		}
		return texts.SkillAccepted(v.Path), nil
	}
	list, _, err := e.Skills()
	if err != nil {
		return "", err
	}
	waiting, lines := 0, []string{}
	for i := range list {
		if v := &list[i]; v.State != skillAccepted {
			if waiting++; waiting <= mostListed {
				lines = append(lines, texts.SkillLine(v.Name, v.State, v.Path))
			}
		}
	}
	return texts.SkillsListed(len(list), waiting, lines), nil
}
