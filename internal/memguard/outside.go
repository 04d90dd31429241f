package memguard

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Outside reports whether a call names a file outside of all these directories, in any reading of
// its path. It does if it names too many files or names them too oddly, or by a relative path if
// the workspace is unknown (""); a call without files does not. Directories are written by the
// owner: absolute, below "~/", or relative to the workspace. resolve is that of Guarded.
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
	// A link may be on either side of "..": both orders must lead inside.
	outside := func(p string) (string, bool) {
		return "", !isAbsolute(p) || !below(within, g.follow(cleaned(p))) || strings.Contains(p, "..") && !below(within, g.follow(p))
	}
	return slices.ContainsFunc(r.call.Paths, func(named string) bool {
		_, yes := g.ask(named, place, outside)
		return yes
	})
}

// absolute makes a path independent of the working directory, if the workspace is known. A path
// that may begin with somebody's home (~root) stays as it is.
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

// below reports whether a resolved path is one of the directories or in it. Letter case matters:
// with another case it may be another directory.
func below(dirs []string, p string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		rest, ok := strings.CutPrefix(p, strings.TrimSuffix(dir, "/"))
		return ok && (rest == "" || rest[0] == '/')
	})
}
