// Package memguard answers questions about the files that a tool call names: would it write a
// memory file (seed 000, "Memory File Write Protection"), and is one of them outside the
// directories that a rule allows? And about calls that name none: would it leave something in a
// memory of the gateway's own? It knows no taint, sessions or staging, opens no file and blocks
// nothing: the caller passes a function that follows symlinks.
//
// It errs on the side of yes. A path is judged in every spelling that some tool is known to accept,
// and one guarded interpretation is enough: a false alarm stages a write that the owner can commit,
// a miss lets a web page write tomorrow's instructions.
package memguard

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// memoryDir is the directory of a workspace in which every file is a memory file. In another
// agent's workspace, whose location is unknown here, only the notes in it are.
const (
	memoryDir = "memory"
	noteExt   = ".md"
)

// Mounts are the paths at which a sandboxed gateway tool sees its workspace; for the daemon the
// same files are elsewhere.
var Mounts = [...]string{"/workspace", "/agent"}

// opaque are directories that mean something else to the tool's process than to this one
// (/proc/self/cwd), so that paths below them cannot be judged.
var opaque = [...]string{"/proc", "/dev/fd"}

const (
	maxPath      = 16 << 10 // four times PATH_MAX: room for some ./ and ../
	maxDirs      = 32       // directories above a workspace that "~" may be
	maxSpellings = 32       // readings of one path; an honest one has one to four
	// maxRead bounds all readings of all paths of a call, in bytes, since each path component costs
	// system calls. 1,000 files of a workspace use a third of it.
	maxRead = 512 << 10
	reading = 64 // the least that a reading counts for
)

// Guarded reports whether writing to path would change a memory file, and which one: absolute and
// with symlinks followed, or as named if path is relative and the workspace unknown (""). A path
// that is not guarded is returned resolved in the same way. A path longer than 16 KiB, or with more
// than 32 readings, is guarded, and a description is returned in its place.
//
// resolve follows symlinks as an open would (engine.Paths); it gets absolute paths, and paths that
// start with "~/". It may be nil.
func (f Files) Guarded(named, workspace string, resolve func(string) string) (string, bool) {
	g := newGuard(f, workspace, resolve)
	return g.guarded(named)
}

func (g *guard) guarded(named string) (string, bool) {
	if named == "" {
		return "", false
	}
	if file, yes := g.ask(named, g.places, g.judge); yes {
		return file, true
	}
	return g.follow(cleaned(g.places(named)[0])), false
}

// ask asks a question about every place that a path may mean, in each of its readings, until the
// answer is yes. The answer for a path with too many readings is yes, too. places returns the
// places of a reading; nil stands for the path itself.
func (g *guard) ask(named string, places func(string) []string, question func(string) (string, bool)) (answer string, yes bool) {
	if len(named) > maxPath {
		return fmt.Sprintf("(a path of %d bytes)", len(named)), true
	}
	var room [4]string
	all := spellings(room[:0], named)
	if len(all) > maxSpellings {
		return fmt.Sprintf("(a path that can be read in more than %d ways)", maxSpellings), true
	}
	for _, s := range all {
		var one [1]string
		lie := one[:]
		if places == nil {
			one[0] = g.absolute(s)
		} else {
			lie = places(s)
		}
		for _, p := range lie {
			if g.left -= len(p) + reading; g.left < 0 {
				return "(paths that can be read in too many ways)", true
			}
			if answer, yes = question(p); yes {
				return answer, true
			}
		}
	}
	return "", false
}

// guard judges paths in one workspace.
type guard struct {
	files     Files
	workspace string // as given; "" if unknown
	resolve   func(string) string
	memoryOf  string   // the workspace whose memory counts; "" if unknown
	own       []string // all names of that workspace; see memory
	dirs      []string // its memory directories
	left      int      // what is left of maxRead
}

func newGuard(files Files, workspace string, resolve func(string) string) guard {
	if resolve == nil {
		resolve = path.Clean
	}
	return guard{files: files, workspace: workspace, resolve: resolve, memoryOf: workspace, left: maxRead}
}

// memory finds the workspace's memory directories, once and on demand, since that follows symlinks.
func (g *guard) memory() {
	if g.dirs != nil {
		return
	}
	g.own = Mounts[:]
	if g.memoryOf != "" {
		g.own = append(g.own[:len(Mounts):len(Mounts)], path.Clean(g.memoryOf), g.follow(g.memoryOf))
		g.dirs = append(g.dirs, g.follow(path.Join(g.memoryOf, memoryDir)))
	}
	for _, dir := range g.own {
		g.dirs = append(g.dirs, path.Join(dir, memoryDir))
	}
}

// places returns where a path may be. There is one place unless the path starts with a home
// directory: whose home is unknown, but a workspace is usually below it, so each directory above
// the workspace is tried. The resolver may know the home.
func (g *guard) places(p string) []string {
	if rest, home := strings.CutPrefix(p, "~/"); home {
		places := []string{p, "/" + rest}
		for dir := path.Clean(g.workspace); strings.HasPrefix(dir, "/") && dir != "/" && len(places) < maxDirs; dir = path.Dir(dir) {
			places = append(places, dir+"/"+rest)
		}
		return places
	}
	return []string{g.absolute(p)}
}

// judge judges a path both as named and with its symlinks followed. Since a link may be on either
// side of "..", cleaning and following are done in both orders.
func (g *guard) judge(p string) (string, bool) {
	clean := cleaned(p)
	file := g.follow(clean)
	if g.memoryFile(clean) || g.memoryFile(file) {
		return file, true
	}
	if strings.Contains(p, "..") {
		if file = g.follow(p); g.memoryFile(file) {
			return file, true
		}
	}
	return "", false
}

// follow resolves a path if that does not need a working directory.
func (g *guard) follow(p string) string {
	if isAbsolute(p) {
		return g.resolve(p)
	}
	return path.Clean(p)
}

// cleaned cleans a path, but leaves ".." that leads out of a home directory to the resolver, which
// may know where that home is.
func cleaned(p string) string {
	if rest, home := strings.CutPrefix(p, "~/"); home {
		return "~/" + path.Clean(rest)
	}
	return path.Clean(p)
}

func (g *guard) memoryFile(p string) bool {
	if g.files.has(p, g.follow) {
		return true
	}
	g.memory()
	below := func(dir string) bool { return within(p, dir) }
	switch {
	case slices.ContainsFunc(opaque[:], below), slices.ContainsFunc(g.dirs, below):
		return true
	case g.workspace != "":
		return strings.EqualFold(path.Ext(p), noteExt) && !slices.ContainsFunc(g.own, below) && inSomeMemoryDir(p)
	}
	return inSomeMemoryDir(p)
}

// inSomeMemoryDir judges a path in an unknown workspace: a relative path starts at the workspace,
// and any part of an absolute one may be it.
func inSomeMemoryDir(p string) bool {
	parts := strings.Split(strings.TrimPrefix(p, "~/"), "/")
	if !isAbsolute(p) {
		for len(parts) > 1 && parts[0] == ".." {
			parts = parts[1:]
		}
		parts = parts[:1]
	}
	for _, part := range parts {
		if strings.EqualFold(part, memoryDir) {
			return true
		}
	}
	return false
}

// within reports whether clean path p is dir or below it. It ignores letter case, as the filesystem
// may.
func within(p, dir string) bool {
	for dir != "" {
		d, moreDir, _ := strings.Cut(dir, "/")
		c, more, _ := strings.Cut(p, "/")
		if !strings.EqualFold(c, d) {
			return false
		}
		dir, p = moreDir, more
	}
	return true
}
