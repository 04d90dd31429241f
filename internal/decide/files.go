package decide

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/atrest"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/prints"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What passes between sessions by a file. A call that writes words of others gives the file their
// level; a call that returns the file's content brings it back, and a call that runs the file is
// judged at it.

// FilesKnown is what is known about files.
type FilesKnown interface {
	// Any reports whether anything is known, or was once.
	Any() bool
	// At is the lowest level known about a path: of itself, of the directories above that were
	// filled as a whole, and, as far as it may be a directory or is a pattern, of what is below.
	// Nil is none.
	At(path string) (*FileLevel, error)
	// Exactly is what is known under a name alone.
	Exactly(name string) (*FileLevel, error)
	// Names are other names of the file at a path under which something may be known, and AllNames
	// all that it has.
	Names(path string) []string
	AllNames(path string) []string
	// Exists reports whether the daemon sees something at a path.
	Exists(path string) bool
	// ChangedSince returns the files of a directory that have changed since; false if that is
	// unknown.
	ChangedSince(dir string, since time.Time) (paths []string, whole bool)
	// Below is the lowest level known below a directory.
	Below(dir string) (*FileLevel, error)
	// Place is the level of the place that a path is in, by the policy.
	Place(path, workspace string, pol *policy.Policy) *FileLevel
	// Skill is the level of the skill that a path is in, and of those below it, and HasSkills
	// reports whether there may be any. A skill has one only until the owner has accepted it as it
	// is; accepted reports that a path is in one that they have.
	Skill(path string, at SkillPlaces) (level *FileLevel, accepted bool)
	HasSkills(at SkillPlaces) bool
	// Repositories are the names, as OWNER/NAME, of the origins of the repositories in a directory,
	// and of itself.
	Repositories(dir string) []Repository
	// Lost reports whether more was once known than is, so that it may concern a path.
	Lost(path string) (bool, error)
}

// SkillPlaces are where skills are looked for.
type SkillPlaces struct {
	Policy     *policy.Policy
	Workspace  string
	GatewayDir string // where the host keeps its own files, if it says so
}

// FileLevel is the level that a path has.
type FileLevel struct {
	Path  string // the path that it is known for
	Level trust.Level
	Cause *session.Cause
}

// heldFiles is what is known about the files of one call.
type heldFiles struct {
	tool                 string
	params               jsontext.Value
	of                   atrest.Files
	shows, carries, runs *FileLevel
	written              []string // those that it writes and that have a level, under all their names
	there                []string // existing directories that it fills
	filled               []string // new entries where it put things among others
}

// LookAtFiles finds what is known about the files that the event's calls concern.
func LookAtFiles(ev *Event, s *session.State, e *Env, known FilesKnown) error {
	pol := e.Policy
	some := known.Any() || len(pol.PathLevels()) > 0
	look := func(tool string, params jsontext.Value, over bool) error {
		t := &ev.reading
		*t = policy.Reading{Tables: pol.For(ev.Payload.Ctx.AgentID)}
		tool = t.Tool(tool, params)
		line, workspace := t.Line(tool, params), workspaceOf(&ev.Payload.Ctx, pol)
		if line != nil && ev.Hook == wire.BeforeToolCall && slices.ContainsFunc(line.Commands, namesRepository) {
			ev.repositories = sync.OnceValue(func() []Repository { return known.Repositories(workspace) })
		}
		places := SkillPlaces{pol, workspace, ev.Payload.Ctx.GatewayDir}
		some := some || line != nil && t.OutputOf(tool, params) < trust.Trusted
		if !some && !known.HasSkills(places) && !bytes.Contains(params, []byte("skills")) {
			return nil
		}
		q := question{Env: *e, tables: *t, ev: ev, ctx: &ev.Payload.Ctx}
		f := q.filesOf(tool, params, shownIn(t.Does(tool), ev)...)
		h := heldFiles{tool: tool, params: params, of: f}
		for _, each := range []struct {
			paths []string
			to    **FileLevel
		}{{f.Shows, &h.shows}, {f.Carries, &h.carries}, {f.Runs, &h.runs}} {
			for _, p := range each.paths {
				level, accepted := known.Skill(p, places)
				*each.to = LowerFile(*each.to, level)
				if !some {
					continue
				}
				*each.to = LowerFile(*each.to, known.Place(p, workspace, pol))
				if accepted { // whoever wrote it, the owner has seen just this
					continue
				}
				key := q.fileKey(p)
				at, err := known.At(key)
				if err != nil {
					return err
				}
				*each.to = LowerFile(*each.to, at)
				for _, name := range known.Names(p) {
					same, err := known.Exactly(name)
					if err != nil {
						return err
					}
					if same != nil {
						same.Path = p
					}
					*each.to = LowerFile(*each.to, same)
				}
				if lost, err := known.Lost(key); err != nil {
					return err
				} else if lost && at == nil && meets(p, q.Resolve(workspace)) {
					*each.to = LowerFile(*each.to, unknownFile(p))
				}
			}
		}
		if !f.Whole { // any file of the workspace may be meant
			at, err := known.Below(workspace)
			if err != nil {
				return err
			}
			level, _ := known.Skill(workspace, places)
			at = LowerFile(at, level)
			if some {
				if lost, err := known.Lost(q.fileKey(q.Resolve(workspace))); err != nil {
					return err
				} else if lost {
					at = LowerFile(at, unknownFile(workspace))
				}
			}
			h.shows, h.carries, h.runs = LowerFile(h.shows, at), LowerFile(h.carries, at), LowerFile(h.runs, at)
		}
		if !some {
			ev.files = append(ev.files, h)
			return nil
		}
		for _, p := range f.Writes {
			key := q.fileKey(p)
			if at, err := known.At(key); err != nil {
				return err
			} else if lost, err := known.Lost(key); err != nil {
				return err
			} else if lost || at != nil && at.Path == key {
				h.written = append(h.written, key)
				if over {
					h.written = append(h.written, known.AllNames(p)...)
				}
			}
		}
		h.there = f.Found
		for _, dir := range f.Fills {
			if own, err := known.Exactly(q.fileKey(dir)); err != nil {
				return err
			} else if own == nil && known.Exists(dir) {
				h.there = append(h.there, dir)
			}
		}
		for _, dir := range h.there {
			if over && s.Turn != nil {
				made, whole := known.ChangedSince(dir, s.Turn.Started)
				if !whole && dir != q.Resolve(workspace) {
					made = []string{dir}
				}
				h.filled = append(h.filled, made...)
			}
		}
		ev.files = append(ev.files, h)
		return nil
	}
	switch p := ev.Payload.Event.(type) {
	case *wire.BeforeToolCallEvent:
		return look(p.ToolName, p.Params, false)
	case *wire.AfterToolCallEvent:
		return look(p.ToolName, p.Params, true)
	case *wire.AfterLLMCallEvent:
		for i := range p.ToolCalls {
			if err := look(p.ToolCalls[i].Name, p.ToolCalls[i].Arguments, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func namesRepository(c shell.Command) bool { return (&shell.Act{Program: c.Name}).NamesRepository() }

// meets reports whether a path is a directory, or in it, or above it.
func meets(path, dir string) bool { return path == dir || isBelow(path, dir) || isBelow(dir, path) }

func isBelow(path, dir string) bool {
	return dir != "" && strings.HasPrefix(path, strings.TrimRight(dir, "/")+"/")
}

// unknownFile is the level of a file whose history was lost.
func unknownFile(path string) *FileLevel {
	return &FileLevel{Path: path, Level: trust.Shared, Cause: &session.Cause{Reason: texts.UnknownFile}}
}

// LowerFile is the lower of two levels. If they are the same, the first counts.
func LowerFile(a, b *FileLevel) *FileLevel {
	if a == nil || b != nil && b.Level < a.Level {
		return b
	}
	return a
}

// shownIn returns the files that a result says it shows.
func shownIn(does *facts.Call, ev *Event) []string {
	p, is := ev.Payload.Event.(*wire.AfterToolCallEvent)
	if !is || does.Files == nil {
		return nil
	}
	return does.Files(told(p.Result))
}

// filesOf returns the files that a call concerns.
func (q *question) filesOf(tool string, params jsontext.Value, shown ...string) atrest.Files {
	return atrest.Of(atrest.Call{Tool: withoutAction(tool), Params: params, Shown: shown, Line: q.tables.Line(tool, params), Workspace: q.workspace(), Resolve: q.Resolve})
}

// withoutAction returns the tool of a judged name, without its action.
func withoutAction(tool string) string {
	name, _, _ := strings.Cut(tool, ".")
	return name
}

func (q *question) fileKey(path string) string { return FileKey(path, q.Digest) }

// maxFileKey is longer than any path that can be opened.
const maxFileKey = 4096

// FileKey is a path as it is kept: one with a secret in it gets another name.
func FileKey(path string, digest func(string) string) string {
	if len(path) > maxFileKey {
		path = strings.ToValidUTF8(path[:maxName], "") + "#" + digest(path)
	}
	return TidyKey(path, digest)
}

// AnyPath stands in a path for an unknown part.
const AnyPath = atrest.Any

// held is what is known about the files of a call; nothing if it was not looked up.
func (q *question) held(params jsontext.Value) *heldFiles {
	for i := range q.ev.files {
		if h := &q.ev.files[i]; bytes.Equal(h.params, params) {
			return h
		}
	}
	return &heldFiles{}
}

// FileShown is the lowest of what is known of the files that the event's call shows.
func (ev *Event) FileShown() (low *FileLevel) {
	for i := range ev.files {
		low = LowerFile(low, ev.files[i].shows)
	}
	return low
}

// LowerFileShown has the files that the event's call shows be worth no more than this.
func (ev *Event) LowerFileShown(low *FileLevel) {
	p, is := ev.Payload.Event.(*wire.AfterToolCallEvent)
	if !is {
		return
	}
	if len(ev.files) == 0 {
		ev.files = []heldFiles{{tool: p.ToolName, params: p.Params}}
	}
	ev.files[0].shows = LowerFile(ev.files[0].shows, low)
}

// fileLevel is the level of the content of the files that a call shows.
func (q *question) fileLevel(params jsontext.Value) trust.Level {
	if at := q.held(params).shows; at != nil {
		return at.Level
	}
	return trust.Trusted
}

// fileOrigin names the file that a call's result has its level from, or "".
func (q *question) fileOrigin(params jsontext.Value, level trust.Level) string {
	at := q.held(params).shows
	if at == nil || at.Level > level {
		return ""
	}
	return q.said(texts.FromFile(at.Path, at.Cause), 120)
}

// files notes what calls write to files.
type files struct {
	*basis
	values *values
	own    []prints.Print // of a text that nobody else wrote
}

// runs is the moment that a call is judged at, including the code that it runs from files.
func (f *files) runs(at asked, params jsontext.Value) asked {
	code := f.held(params).runs
	if code == nil || code.Level >= at.level {
		return at
	}
	return asked{level: code.Level, seen: at.seen.With(code.Level), cause: &session.Cause{Reason: f.said(texts.RunsFile(code.Path, code.Cause), 160), At: f.Now}}
}

// written notes what an allowed call writes, if its level is below trusted. at is what the model
// had seen when it asked.
func (f *files) written(w session.Wanted, at asked) {
	if f.tables.Line(w.Tool, w.Params) == nil && !atrest.Writes(withoutAction(w.Tool)) {
		return
	}
	level, cause := f.content(w, at)
	if level == trust.Trusted {
		return
	}
	h := f.held(w.Params)
	of := h.of
	if h.tool != w.Tool { // nobody had to look at it before
		of = f.filesOf(w.Tool, w.Params)
	}
	for _, p := range of.Writes {
		f.give(p, level, cause, false)
	}
	for _, p := range of.Fills {
		if !slices.Contains(h.there, p) {
			f.give(p, level, cause, true)
		}
	}
}

// give gives a path a level. If its name contains a pattern, the directory above gets it.
func (f *files) give(path string, level trust.Level, cause session.Cause, whole bool) {
	if i := strings.Index(path, AnyPath); i >= 0 {
		path, whole = strings.TrimRight(path[:strings.LastIndexByte(path[:i], '/')+1], "/"), true
	}
	if path == "" || path == f.Resolve(f.workspace()) && whole {
		return
	}
	if !IsFileName(path) {
		path = f.fileKey(path)
	}
	f.emit(&session.FileGiven{Path: path, Level: level, Cause: &cause, Whole: whole})
	f.durable()
}

// content is the level of what a call would write to files, and why.
func (f *files) content(w session.Wanted, at asked) (level trust.Level, cause session.Cause) {
	level = trust.Trusted
	lowered := func(to trust.Level, why session.Cause) {
		if to < level {
			level, cause = to, why
			cause.At, cause.Turn = f.Now, f.state.Turns
		}
	}
	if f.tables.Line(w.Tool, w.Params) != nil {
		by := f.tables.OutputOf(w.Tool, w.Params)
		lowered(by, session.Cause{Reason: texts.PutBy(cmp.Or(f.tables.Program(w.Tool, w.Params), w.Tool)), Tool: session.Label(w.Tool), CallID: session.Label(w.ID), Detail: f.origin(w.Tool, w.Params, by)})
	}
	if from := f.held(w.Params).carries; from != nil {
		lowered(from.Level, session.Cause{Reason: f.said(texts.FromFile(from.Path, from.Cause), 160), Tool: session.Label(w.Tool), CallID: session.Label(w.ID)})
	}
	if at.level < level && !f.values.owned(w.Tool, w.Params) {
		why := session.Cause{Reason: texts.CarriedOver}
		if at.cause != nil {
			why = *at.cause
		}
		lowered(at.level, why)
	}
	return level, cause
}

// returned notes the effects of a call that has ended. The files that it wrote get their other
// names. A file that it overwrote has the level of its new content, if that is higher.
func (f *files) returned(w session.Wanted, failed bool) {
	h := f.held(w.Params)
	if len(h.written)+len(h.filled) == 0 {
		return
	}
	level, cause := f.content(w, f.live())
	if level < trust.Trusted {
		for _, name := range h.written {
			if IsFileName(name) {
				f.give(name, level, cause, false)
			}
		}
		for _, p := range h.filled {
			f.give(p, level, cause, true)
		}
		return
	}
	if failed || !h.of.Over {
		return
	}
	for _, name := range h.written {
		f.emit(&session.FileCleared{Path: name, By: texts.WrittenOver})
	}
}

// maxOwned bounds the content that is compared with the owner's words.
const maxOwned = 16 << 10

// owned reports whether all words that a call would write are the owner's, or come from what its
// command reads and runs.
func (v *values) owned(tool string, params jsontext.Value) bool {
	if v.tables.Line(tool, params) == nil {
		return v.ownedTexts(tool, params)
	}
	acts := v.lineActs(tool, params)
	if acts == nil {
		return false
	}
	for i := range acts {
		act := &acts[i]
		if act.Effect == shell.Untold {
			return false
		}
		for _, o := range act.Operands {
			if o.Kind == shell.Text && !v.store().Owns(o.Text) {
				return false
			}
		}
	}
	return true
}

// ownedTexts is owned for a tool that writes the content of its parameters.
func (v *values) ownedTexts(tool string, params jsontext.Value) bool {
	size := 0
	for _, text := range contentTexts(tool, params) {
		if size += len(text); size > maxOwned || !v.store().Owns(text) {
			return false
		}
	}
	return size > 0
}

// contentTexts returns the texts that a tool would write. Text that it replaces in a file is
// already there; of a patch, only the added lines count.
func contentTexts(tool string, params jsontext.Value) (content []string) {
	name := withoutAction(tool)
	target, writes := memguard.Targets(name, params)
	if !writes {
		return nil
	}
	all, whole := memguard.Texts(params)
	if !whole {
		return nil
	}
	for i := range all {
		switch t := &all[i]; {
		case t.Long:
			return nil
		case target.Operation == memguard.Patch:
			for line := range strings.Lines(t.Value) {
				if added, is := strings.CutPrefix(line, "+"); is && !strings.HasPrefix(line, "+++") {
					content = append(content, added)
				}
			}
		case t.IsContent() && !strings.HasPrefix(t.Key, "old"):
			content = append(content, t.Value)
		}
	}
	return content
}
