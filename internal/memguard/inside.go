package memguard

import (
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
)

// maxOther bounds a text, in bytes, in a parameter that is not known to hold paths: no file of a
// longer name can be opened.
const maxOther = 4096

// Inside reports whether a parameter of a call names one of these paths, or something below one, in
// any spelling that a tool is known to accept. Patterns are written by the owner: absolute, below
// "~/", or relative to the workspace; * matches anything in a name, ? one character, ** any number
// of directories. Letter case does not matter. The parameter's name does not matter either, and
// words of a command count, but not the content that a tool writes. If the workspace is unknown, a
// relative pattern may be anywhere. resolve is that of Guarded.
func Inside(patterns []string, tool string, params jsontext.Value, workspace string, resolve func(string) string) bool {
	texts, whole := Texts(params)
	if !whole {
		return true
	}
	m := NewMeanings(workspace, resolve)
	var candidates []string
	call, writes := Targets(tool, params)
	if call.TooMany {
		return true
	}
	candidates = append(candidates, call.Paths...)
	for i := range texts {
		t := &texts[i]
		named := dialect.Role(t.Key)&(facts.File|facts.Media|facts.Directory) != 0
		switch {
		case t.Long && named:
			return true
		case t.Long, writes && t.IsContent(), isAddress(t.Value):
			continue
		case t.IsDirectory() && !m.From(t.Value):
			return true
		case dialect.Role(t.Key)&facts.Line != 0:
			candidates = append(candidates, strings.FieldsFunc(t.Value, betweenWords)...)
		}
		if named || len(t.Value) <= maxOther && !strings.Contains(t.Value, "\n") {
			candidates = append(candidates, t.Value)
		}
	}
	within := m.first.patterns(patterns)
	slices.Sort(candidates)
	return slices.ContainsFunc(slices.Compact(candidates), func(text string) bool {
		_, yes := m.Find(text, func(p string) bool {
			return slices.ContainsFunc(within, func(pattern []string) bool { return covers(pattern, p) })
		})
		return yes
	})
}

// betweenWords reports whether a character separates the words of a command.
func betweenWords(r rune) bool { return strings.ContainsRune(" \t\r\n;&|<>()'\"`=,", r) }

// patterns splits the owner's patterns into names: as written, and with symlinks followed in the
// directories before the first * or ?.
func (g *guard) patterns(written []string) (all [][]string) {
	add := func(p string) {
		if names := strings.Split(strings.Trim(strings.ToLower(p), "/"), "/"); !slices.ContainsFunc(all, func(other []string) bool { return slices.Equal(names, other) }) {
			all = append(all, names)
		}
	}
	for _, p := range written {
		p = cleaned(p)
		if !isAbsolute(p) {
			if g.workspace == "" {
				add("**/" + p)
				continue
			}
			for _, mount := range Mounts {
				add(path.Join(mount, p))
			}
		}
		p = g.absolute(p)
		add(p)
		fixed, rest := p, ""
		if i := strings.IndexAny(p, "*?"); i >= 0 {
			i = strings.LastIndexByte(p[:i], '/') + 1
			fixed, rest = p[:i], p[i:]
		}
		if fixed != "" && isAbsolute(fixed) {
			add(strings.TrimSuffix(g.follow(cleaned(fixed)), "/") + "/" + rest)
		}
	}
	return all
}

// covers reports whether a clean path matches a pattern, or is below a match.
func covers(pattern []string, p string) bool {
	names := strings.Split(strings.Trim(strings.ToLower(p), "/"), "/")
	at, any, back := 0, -1, 0 // positions in the pattern, of its last **, and of the names where that begins
	for i := 0; ; {
		switch {
		case at == len(pattern):
			return true
		case pattern[at] == "**":
			any, back = at, i
			at++
			continue
		case i == len(names):
			return false
		}
		if ok, err := path.Match(pattern[at], names[i]); ok && err == nil {
			at, i = at+1, i+1
			continue
		}
		if any < 0 {
			return false
		}
		back++
		at, i = any+1, back
	}
}
