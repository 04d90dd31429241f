package memguard

import "slices"

// Pattern is a place as the owner writes it (see Inside), parsed.
type Pattern [][]string

// NewPattern parses a pattern. resolve is that of Guarded.
func NewPattern(written, workspace string, resolve func(string) string) Pattern {
	g := newGuard(Files{}, workspace, resolve)
	return g.patterns([]string{written})
}

// Covers reports whether a clean path is the place or in it.
func (p Pattern) Covers(path string) bool {
	return slices.ContainsFunc(p, func(names []string) bool { return covers(names, path) })
}
