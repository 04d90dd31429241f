package memguard

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Outside reports whether a call names a file that lies outside of all these
// directories, in any way that its path can be read. A call that names no file does
// not; one that names too many does, or names them too oddly, or by a relative path
// where the workspace is unknown (""). Directories are as the owner writes them:
// absolute, below "~/", or relative to the workspace. resolve is that of Guarded.
func Outside(dirs []string, tool string, params jsontext.Value, workspace string, resolve func(string) string) bool {
	op, _ := operation(tool)
	r := reader{call: Call{Operation: op}, wide: true}
	r.read(params, true)
	if len(r.call.Paths) == 0 || r.call.TooMany {
		return r.call.TooMany
	}
	g := newGuard(Files{}, workspace, resolve)
	var within []string
	for _, dir := range dirs {
		if dir = g.absolute(dir); isAbsolute(dir) {
			within = append(within, g.follow(cleaned(dir)))
		}
	}
	place := func(p string) []string { return []string{g.absolute(p)} }
	// A link may stand on either side of "..": both orders have to lead inside.
	outside := func(p string) (string, bool) {
		return "", !isAbsolute(p) || !below(within, g.follow(cleaned(p))) || strings.Contains(p, "..") && !below(within, g.follow(p))
	}
	return slices.ContainsFunc(r.call.Paths, func(named string) bool {
		_, yes := g.ask(named, place, outside)
		return yes
	})
}

// absolute is a path that does not depend on a working directory, as far as the workspace
// is known. What may be somebody's home (~root) stays as it is.
func (g *guard) absolute(p string) string {
	switch {
	case p == "~":
		return "~/"
	case isAbsolute(p), strings.HasPrefix(p, "~"), g.workspace == "":
		return p
	}
	return g.workspace + "/" + p
}

func isAbsolute(p string) bool { return strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~/") }

// below reports whether a resolved path is one of the directories or lies in it. Letter
// case counts: another case may be another directory.
func below(dirs []string, p string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		rest, ok := strings.CutPrefix(p, strings.TrimSuffix(dir, "/"))
		return ok && (rest == "" || rest[0] == '/')
	})
}
