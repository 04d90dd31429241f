// Package protect knows the paths that guard the agent itself: the daemon's own files, the
// gateway's configuration, programs that run at login. It finds those that a tool call would write,
// whether the call would read one of the daemon's keys, and whether a command concerns the daemon's
// own programs. It knows no levels, approvals or sessions, opens no file and blocks nothing: the
// caller passes a function that follows symlinks.
//
// It errs on the side of yes: a text that may lead to such a path is assumed to lead there, and a
// program is assumed to write unless it is known only to read. It does not see into scripts, or
// what a command computes.
package protect

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/facts"
)

// Set is what is protected. It is immutable.
type Set struct {
	places []*place
	named  map[string][]*place // by their first name
	open   []*place            // whose first name is a pattern
	base   *Set                // the set that these are added to, or nil
	daemon Daemon
}

type place struct {
	facts.Place
	names []string // of Path, in lower case
	home  bool
	any   bool // the names may be at any depth
	not   []string
	order int
}

// New returns a set of the places that are always protected, those of the daemon, and more. resolve
// follows symlinks: a place is protected under both of its names.
func New(d Daemon, more []facts.Place, resolve func(string) string) *Set {
	s := &Set{daemon: d}
	for _, from := range [][]facts.Place{d.places(), everywhere, more} {
		s.addAll(from, resolve)
	}
	return s
}

// with returns the set with more places.
func (s *Set) with(more []facts.Place, resolve func(string) string) *Set {
	all := &Set{base: s, daemon: s.daemon}
	all.addAll(more, resolve)
	return all
}

func (s *Set) addAll(places []facts.Place, resolve func(string) string) {
	for _, p := range places {
		s.add(p)
		if strings.HasPrefix(p.Path, "~/") || strings.HasPrefix(p.Path, "/") {
			if named := p.Path; named != real(named, resolve) {
				p.Path = real(named, resolve)
				s.add(p)
			}
		}
	}
}

// Known returns the places, including more, that have one path on this machine, whether or not they
// exist.
func (s *Set) Known(more []facts.Place) (known []facts.Place) {
	add := func(p facts.Place) {
		if (strings.HasPrefix(p.Path, "~/") || strings.HasPrefix(p.Path, "/")) && !strings.Contains(p.Path, "*") {
			known = append(known, p)
		}
	}
	for i := range s.places {
		add(s.places[i].Place)
	}
	for _, p := range more {
		add(p)
	}
	return known
}

// real resolves the symlinks of a place. Patterns stay as they are.
func real(p string, resolve func(string) string) string {
	if dir, name := path.Split(p); strings.Contains(name, "*") && dir != "~/" {
		return path.Join(resolve(path.Clean(dir)), name)
	} else if strings.Contains(name, "*") {
		return p
	}
	return resolve(p)
}

func (s *Set) add(p facts.Place) {
	at := &place{Place: p, not: strings.Fields(strings.ToLower(p.Not)), order: s.count()}
	rest, home := strings.CutPrefix(p.Path, "~/")
	at.home, at.any = home, !home && !strings.HasPrefix(p.Path, "/")
	at.names = namesOf(rest)
	if len(at.names) == 0 { // the root would protect everything
		return
	}
	s.places = append(s.places, at)
	switch first := at.names[0]; {
	case strings.HasSuffix(first, "*"):
		s.open = append(s.open, at)
	default:
		if s.named == nil {
			s.named = map[string][]*place{}
		}
		s.named[first] = append(s.named[first], at)
	}
}

// count returns the number of places.
func (s *Set) count() int {
	if s == nil {
		return 0
	}
	return s.base.count() + len(s.places)
}

// mayHave yields the places that a path with these names may be in: those whose first name is among
// them, and those where either name is a pattern.
func (s *Set) mayHave(names []string) iter.Seq[*place] {
	return func(yield func(*place) bool) {
		lists := [][]*place{s.open}
		for _, name := range names {
			if strings.Contains(name, "*") {
				lists = [][]*place{s.places}
				break
			}
			if list := s.named[name]; list != nil {
				lists = append(lists, list)
			}
		}
		for _, list := range lists {
			for _, p := range list {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// namesOf returns the names in a path, in lower case, since the filesystem may ignore case.
func namesOf(p string) []string { return appendNames(nil, p) }

// appendNames appends the names in a path, as namesOf returns them.
func appendNames(names []string, p string) []string {
	if p = strings.Trim(strings.ToLower(path.Clean(p)), "/"); p == "" {
		return names
	}
	names = slices.Grow(names, 1+strings.Count(p, "/"))
	for {
		name, rest, more := strings.Cut(p, "/")
		if names = append(names, name); !more {
			return names
		}
		p = rest
	}
}

// homes are the usual locations of home directories. A gateway in a container, or of another user,
// has another home than the daemon.
var homes = [...][]string{{"root"}, {"home", "*"}, {"users", "*"}, {"var", "home", "*"}, {"~"}}

// inHomes returns the names after each home directory that a path may be in.
func inHomes(names []string) (rests [][]string) {
	for _, home := range homes {
		if rest, ok := after(names, home); ok {
			rests = append(rests, rest)
		}
	}
	return rests
}

// has reports whether the names, or those after a home directory, are the place or below it.
func (p *place) has(names []string, rests [][]string) bool {
	switch {
	case p.home:
		return slices.ContainsFunc(rests, p.begins)
	case p.any:
		for i := range names {
			if !strings.HasPrefix(names[i], "*") && p.begins(names[i:]) {
				return true
			}
		}
		return false
	}
	return p.begins(names)
}

// begins reports whether names begin with those of the place, without one of its exceptions after
// them.
func (p *place) begins(names []string) bool {
	rest, ok := after(names, p.names)
	return ok && !(len(rest) > 0 && slices.ContainsFunc(p.not, func(not string) bool { return fits(rest[0], not) }))
}

// holds reports whether the place is below the directory with these names, other than the root:
// removing or moving the directory changes the place.
func (p *place) holds(names []string) bool {
	if len(names) == 0 || p.any {
		return false
	}
	if p.home {
		for _, home := range homes {
			if rest, ok := after(names, home); ok {
				_, above := after(p.names, rest)
				return above
			}
		}
		return false
	}
	_, above := after(p.names, names)
	return above
}

// after returns what follows a pattern at the beginning of names.
func after(names, pattern []string) (rest []string, ok bool) {
	if len(names) < len(pattern) {
		return nil, false
	}
	for i, want := range pattern {
		if !fits(names[i], want) {
			return nil, false
		}
	}
	return names[len(pattern):], true
}

// fits reports whether a name may match a place's. On a command line, a name may itself be a
// pattern, which matches hidden names only if it begins like them.
func fits(name, pattern string) bool {
	start, open := strings.CutSuffix(pattern, "*")
	known, rest, unsure := strings.Cut(name, "*")
	switch {
	case !unsure:
		return name == pattern || open && strings.HasPrefix(name, start)
	case known == "" && strings.HasPrefix(start, "."):
		return false
	case open:
		return strings.HasPrefix(known, start) || strings.HasPrefix(start, known)
	}
	ok, err := path.Match(known+"*"+rest, pattern)
	return err == nil && ok
}

// at returns the place that a path with these names is in, or nil. A workspace belongs to the agent
// wherever it is, even inside the gateway's directory.
func (s *Set) at(names []string, workspace func() []string) (found *place) {
	rests := inHomes(names)
	for ; s != nil; s = s.base {
		for p := range s.mayHave(names) {
			if p.has(names, rests) && !(p.Not != "" && p.leaves(names, workspace())) && (found == nil || p.before(found)) {
				found = p
			}
		}
	}
	return found
}

// before reports whether this place is more specific for a path than another one that contains it,
// too.
func (p *place) before(other *place) bool {
	switch {
	case p.Secret != other.Secret:
		return p.Secret
	case len(p.names) != len(other.names):
		return len(p.names) > len(other.names)
	}
	return p.order < other.order
}

func within(names, dir []string) bool {
	_, ok := after(names, dir)
	return ok
}

// leaves reports whether names are in a workspace (unless it is unknown) that is itself below the
// place.
func (p *place) leaves(names, workspace []string) bool {
	if len(workspace) == 0 || !within(names, workspace) {
		return false
	}
	above := workspace[:len(workspace)-1]
	return p.has(above, inHomes(above))
}

// above returns the first place that would be lost with a directory of these names, or nil.
func (s *Set) above(names []string) (found *place) {
	for ; s != nil; s = s.base {
		if i := slices.IndexFunc(s.places, func(p *place) bool { return p.holds(names) }); i >= 0 {
			found = s.places[i] // the base's come first
		}
	}
	return found
}

// withoutRoot removes a detour through /proc/self/root from a path.
func withoutRoot(p string) string {
	for {
		rest, ok := strings.CutPrefix(p, "/proc/")
		if !ok {
			return p
		}
		_, rest, _ = strings.Cut(rest, "/")
		if task, more, _ := strings.Cut(rest, "/"); task == "task" {
			_, rest, _ = strings.Cut(more, "/")
		}
		if rest, ok = strings.CutPrefix(rest, "root/"); !ok {
			return p
		}
		p = "/" + rest
	}
}
