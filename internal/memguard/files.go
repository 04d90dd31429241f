package memguard

import (
	"path"
	"slices"
	"strings"
)

// Files are the files that count as memory: their content is in the prompts of later sessions. The
// zero value has the built-in ones.
type Files struct{ places []place }

// builtin are the memory files of agents, at any depth. They include skills, whose content is in
// later prompts, too.
var builtin = [...]string{
	"MEMORY.md", "AGENTS.md", "SOUL.md", "HEARTBEAT.md", "TOOLS.md",
	"IDENTITY.md", "USER.md", "BOOTSTRAP.md", "BOOT.md", "SKILL.md",
	"SYSTEM.md", "AGENT.md", "AGENTS.override.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "QWEN.md", "CRUSH.md", "copilot-instructions.md",
	".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".goosehints",
	".cursor/rules", ".windsurf/rules", ".roo/rules", ".github/instructions", ".claude/agents", ".claude/commands",
}

// Builtin lists the built-in memory files, as a policy writes them.
func Builtin() []string { return slices.Clone(builtin[:]) }

var builtinFiles = NewFiles(builtin[:])

// NewFiles returns the files and directories of a list, without the built-in ones. Entries are
// absolute, below "~/", or names at any depth; a name may end in "*". Letter case does not matter,
// so MEMORY.md also matches memory.md.
func NewFiles(list []string) Files {
	var f Files
	for _, p := range list {
		pl := place{path: p, anywhere: !isAbsolute(p)}
		pl.names = strings.FieldsFunc(p, func(r rune) bool { return r == '/' })
		if len(pl.names) > 0 {
			f.places = append(f.places, pl)
		}
	}
	return f
}

// place is one entry of the list.
type place struct {
	path     string
	names    []string
	anywhere bool
}

func (f Files) all() []place {
	if f.places == nil {
		return builtinFiles.places
	}
	return f.places
}

// Known returns the memory files and directories with a known path, whether or not they exist:
// those of the workspace ("" if unknown), and those whose location the list gives.
func (f Files) Known(workspace string) (places []string) {
	for _, pl := range f.all() {
		switch {
		case strings.HasSuffix(pl.path, "*"):
		case !pl.anywhere:
			places = append(places, pl.path)
		case workspace != "":
			places = append(places, path.Join(workspace, pl.path))
		}
	}
	if workspace != "" {
		places = append(places, path.Join(workspace, memoryDir))
	}
	return places
}

// has reports whether a path is one of the files, or below one of the directories.
func (f Files) has(p string, follow func(string) string) bool {
	var names []string
	for _, pl := range f.all() {
		switch {
		case !pl.anywhere:
			if within(p, path.Clean(pl.path)) || within(p, follow(pl.path)) {
				return true
			}
			continue
		case names == nil:
			names = strings.Split(p, "/")
		}
		for i := range names {
			if pl.begins(names[i:]) {
				return true
			}
		}
	}
	return false
}

func (pl *place) begins(names []string) bool {
	if len(names) < len(pl.names) {
		return false
	}
	for i, want := range pl.names {
		start, open := strings.CutSuffix(want, "*")
		got := names[i]
		if open && len(got) > len(start) {
			got = got[:len(start)]
		}
		if !strings.EqualFold(got, start) && !isShortFor(names[i], want) {
			return false
		}
	}
	return true
}

// isShortFor reports whether name is the 8.3 name of a longer one: HEARTB~1.MD.
func isShortFor(name, long string) bool {
	const head, most = 6, 3
	ext := path.Ext(long)
	stem := strings.TrimSuffix(long, ext)
	if len(stem) <= 8 && len(ext) <= 1+most || len(stem) < head {
		return false
	}
	short := ext[:min(len(ext), 1+most)]
	return len(name) == head+2+len(short) && name[head] == '~' && name[head+1] >= '1' && name[head+1] <= '9' &&
		strings.EqualFold(name[:head]+name[head+2:], stem[:head]+short)
}
