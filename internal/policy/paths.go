package policy

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// pathLevels is pathOutputTaints: levels by the places of files.
type pathLevels map[string]outputLevel

// PathLevel is a place, as the owner writes it, and the level of the files there.
type PathLevel struct {
	Path  string
	Level trust.Level
}

// PathLevels returns the places with a level, the most specific first.
func (p *Policy) PathLevels() []PathLevel { return p.places }

func (m *pathLevels) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[outputLevel](d, n, key, func(p string) string { return strings.TrimRight(p, "/") }, d.placeName)
}

// placeName rejects what is not a place.
func (d *decoder) placeName(n *yaml.Node, key, text string) bool {
	why := ""
	switch p := strings.TrimRight(text, "/"); {
	case strings.Trim(p, "*?~") == "":
		why = "that is everything: name a directory"
	case p[0] == '~' && !strings.HasPrefix(p, "~/"):
		why = "write another user's home in full, from /"
	case slices.ContainsFunc(strings.Split(p, "/"), func(name string) bool { return name == "." || name == ".." }):
		why = "write it without . and .."
	}
	if why != "" {
		d.errorf(at(n), "%s: %q: %s", key, yamltext.Cut(text), why)
	}
	return why == ""
}

// over returns base with the places that m names replaced.
func (m pathLevels) over(base map[string]trust.Level) pathLevels {
	if len(m)+len(base) == 0 {
		return nil
	}
	out := pathLevels{}
	for path, level := range base {
		out[path] = outputLevel{level: level}
	}
	maps.Copy(out, m)
	return out
}

// sorted returns the places, the most specific first: those with the longest part without patterns.
func (m pathLevels) sorted() (all []PathLevel) {
	for path, o := range m {
		all = append(all, PathLevel{path, o.level})
	}
	fixed := func(p PathLevel) int { return len(p.Path) - strings.Count(p.Path, "*") - strings.Count(p.Path, "?") }
	slices.SortFunc(all, func(a, b PathLevel) int { return cmp.Or(cmp.Compare(fixed(b), fixed(a)), cmp.Compare(a.Path, b.Path)) })
	return all
}
