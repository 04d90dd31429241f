// Package atrest finds the files that a tool call concerns: whose content it returns, whose content
// it carries elsewhere, which it runs, and which it writes. So a file that a session reads has the
// level of whatever wrote it.
//
// It uses only the call's parameters: it opens no file, and knows no levels and no sessions. If a
// text may mean several paths, all of them count.
package atrest

import (
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/shell"
)

// Call is a tool call, as far as this package needs it.
type Call struct {
	Tool      string // without its action
	Params    jsontext.Value
	Line      *shell.Line // that it runs; nil: none
	Elsewhere bool        // the line runs on another machine
	Workspace string
	Resolve   func(string) string // follows symlinks
	Shown     []string            // files that its result says it shows
}

// Any stands in a path for an unknown part: a pattern, a variable. No real path contains it.
const Any = shell.Gap

// Files are the paths that a call concerns: absolute if that is known, and with symlinks followed.
type Files struct {
	Shows   []string
	Carries []string
	Runs    []string
	Writes  []string
	Fills   []string // directories: it writes somewhere below
	Found   []string // the same, for directories that also contain other things
	Over    bool     // it replaces the whole content of the files it writes
	Whole   bool     // the lists are complete
}

// Of returns the files of a call.
func Of(c Call) Files {
	a := asking{Call: c}
	a.dirs = []string{c.Workspace}
	a.Whole = true
	if c.Line != nil {
		if !c.Elsewhere {
			a.line()
		}
		return a.Files
	}
	for _, p := range c.Shown {
		a.add(&a.Shows, p)
	}
	texts, whole := memguard.Texts(c.Params)
	a.Whole = whole
	for i := range texts {
		if t := &texts[i]; t.IsDirectory() && memguard.IsPath(t.Value) {
			a.from(t.Value)
		}
	}
	if target, writes := memguard.Targets(c.Tool, c.Params); writes {
		a.Whole = a.Whole && !target.TooMany
		a.Over = target.Operation == memguard.Write
		for _, p := range target.Paths {
			a.add(&a.Writes, p)
		}
		return a.Files
	}
	for i := range texts {
		t := &texts[i]
		if role := dialect.Role(t.Key); role&(facts.File|facts.Media) != 0 && !t.Long && memguard.IsPath(t.Value) && !strings.Contains(t.Value, "://") {
			a.add(&a.Shows, t.Value)
			a.add(&a.Carries, t.Value)
		}
	}
	return a.Files
}

// Writes reports whether a tool that runs no line writes files at all.
func Writes(tool string) bool { return dialect.Writes(tool) != "" }

// asking collects the files of one call.
type asking struct {
	Call
	Files
	dirs []string // that relative paths may start from
	size int
}

// Bounds of the paths of one call.
const (
	maxPaths = 1024
	maxDirs  = 8
)

func (a *asking) line() {
	texts, _ := memguard.Texts(a.Params)
	for i := range texts {
		if t := &texts[i]; t.IsDirectory() {
			a.dirs = a.dirs[:0]
			a.from(t.Value)
		}
	}
	f := a.Line.Files()
	a.Whole = f.Whole
	for _, each := range []struct {
		from []string
		to   *[]string
	}{{f.Shows, &a.Shows}, {f.Carries, &a.Carries}, {f.Runs, &a.Runs}, {f.Writes, &a.Writes}, {f.Fills, &a.Fills}, {f.Found, &a.Found}} {
		for _, p := range each.from {
			a.add(each.to, withAny(p))
		}
	}
	if own := a.Resolve(a.Workspace); a.Workspace != "" && slices.Contains(a.Fills, own) {
		a.Fills = slices.DeleteFunc(a.Fills, func(p string) bool { return p == own })
		a.put(&a.Found, own)
	}
}

// from adds a directory that relative paths may start from.
func (a *asking) from(dir string) {
	if len(a.dirs) == maxDirs {
		a.Whole = false
		return
	}
	if !strings.HasPrefix(dir, "/") && !strings.HasPrefix(dir, "~") && a.Workspace != "" {
		dir = path.Join(a.Workspace, dir)
	}
	if !slices.Contains(a.dirs, dir) {
		a.dirs = append(a.dirs, dir)
	}
}

// add adds the paths that a text may mean.
func (a *asking) add(to *[]string, text string) {
	text = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(text), "file://"), "@")
	if text == "" {
		return
	}
	for _, dir := range a.dirs {
		p := text
		if !strings.HasPrefix(p, "/") && p != "~" && !strings.HasPrefix(p, "~/") {
			if dir == "" {
				a.put(to, path.Clean(p))
				if to != &a.Writes && to != &a.Fills && to != &a.Found { // wherever the agent works
					a.put(to, Any+"/"+path.Clean(p))
				}
				continue
			}
			p = strings.TrimRight(dir, "/") + "/" + p
		}
		a.put(to, a.resolved(p))
		for _, mount := range memguard.Mounts {
			if rest, in := strings.CutPrefix(p, mount+"/"); in && a.Workspace != "" && !strings.HasPrefix(a.Workspace, mount) {
				a.put(to, a.resolved(path.Join(a.Workspace, rest)))
			}
		}
	}
}

// withAny replaces the patterns in a word by Any.
func withAny(text string) string {
	if !strings.ContainsAny(text, "*?[") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '[' && strings.IndexByte(text[i:], ']') > 0:
			i += strings.IndexByte(text[i:], ']')
			fallthrough
		case c == '*', c == '?':
			b.WriteString(Any)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// resolved follows symlinks in the known part of a path.
func (a *asking) resolved(p string) string {
	at := strings.Index(p, Any)
	if at < 0 {
		return a.Resolve(p)
	}
	at = strings.LastIndexByte(p[:at], '/') + 1
	return strings.TrimRight(a.Resolve(p[:at]+"."), "/") + "/" + p[at:]
}

func (a *asking) put(to *[]string, p string) {
	if slices.Contains(*to, p) {
		return
	}
	if a.size++; a.size > maxPaths {
		a.Whole = false
		return
	}
	*to = append(*to, p)
}
