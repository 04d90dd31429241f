// Package protect knows the paths that guard the agent itself: the daemon's own files, the
// gateway's configuration, what runs when somebody logs in. It tells which of them a tool
// call would write, whether it would read one of the daemon's keys, and whether a command
// is about the daemon's own programs. It does not know levels, approvals or sessions, opens
// no file and blocks nothing: the caller passes a function that follows symlinks.
//
// It errs on the side of yes: a text that may lead to such a path is taken to lead there,
// and a program that is not known to read only is taken to write. What stands in a script,
// and what a command computes, it does not see.
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
	base   *Set                // what these are protected besides; nil
	daemon Daemon
}

type place struct {
	facts.Place
	names []string // of Path, in lower case
	home  bool
	any   bool // wherever the names stand
	not   []string
	order int
}

// New makes a set of the places that are always protected, those of the daemon, and more.
// resolve follows symlinks: a place is protected under both of its names.
func New(d Daemon, more []facts.Place, resolve func(string) string) *Set {
	s := &Set{daemon: d}
	for _, from := range [][]facts.Place{d.places(), everywhere, more} {
		s.addAll(from, resolve)
	}
	return s
}

// with is the set with more places.
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

// Known are the places, and more of them, that have one path on this machine, whether or not
// they exist.
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

// real is a place under the name that symlinks lead to; a pattern is none that they could.
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
	if len(at.names) == 0 { // the root would be everything
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

// count is how many places there are.
func (s *Set) count() int {
	if s == nil {
		return 0
	}
	return s.base.count() + len(s.places)
}

// mayHave are those of the places that a path with these names may be in: the first name of
// a place is among them, unless one of the two is a pattern.
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

// namesOf are the names in a path, in the letter case in which they are compared: a
// filesystem may have none.
func namesOf(p string) []string {
	if p = strings.Trim(strings.ToLower(path.Clean(p)), "/"); p == "" {
		return nil
	}
	return strings.Split(p, "/")
}

// homes are where homes usually are. A gateway in a container, or another user's, has
// another one than the daemon.
var homes = [...][]string{{"root"}, {"home", "*"}, {"users", "*"}, {"var", "home", "*"}, {"~"}}

// inHomes are the names behind the homes that a path may be in.
func inHomes(names []string) (rests [][]string) {
	for _, home := range homes {
		if rest, ok := after(names, home); ok {
			rests = append(rests, rest)
		}
	}
	return rests
}

// has reports whether the names, and those behind homes, lead to the place or below it.
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

// begins reports whether names begin with those of the place, and not with one of its
// exceptions behind them.
func (p *place) begins(names []string) bool {
	rest, ok := after(names, p.names)
	return ok && !(len(rest) > 0 && slices.ContainsFunc(p.not, func(not string) bool { return fits(rest[0], not) }))
}

// holds reports whether the place is below the directory of these names, which are not the
// root: to remove or to move that one is to change the place.
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

// after is what stands behind a pattern at the beginning of names.
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

// fits reports whether a name may be the one that a place has. On a command line, a name may
// be a pattern itself, which matches no hidden name that it does not begin like.
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

// at is the place that a path of these names is in, nil where it is in none. A workspace is
// the agent's own, wherever it is: in the gateway's directory, for instance.
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

// before reports whether a place says more of a path than another that it is in, too.
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

// leaves reports whether names are in a workspace, which may be unknown, that is itself below
// the place.
func (p *place) leaves(names, workspace []string) bool {
	if len(workspace) == 0 || !within(names, workspace) {
		return false
	}
	above := workspace[:len(workspace)-1]
	return p.has(above, inHomes(above))
}

// above is the first place that is lost with a directory of these names, nil where there is
// none.
func (s *Set) above(names []string) (found *place) {
	for ; s != nil; s = s.base {
		if i := slices.IndexFunc(s.places, func(p *place) bool { return p.holds(names) }); i >= 0 {
			found = s.places[i] // those of the base come first
		}
	}
	return found
}

// withoutRoot takes the detour through /proc/self/root from a path.
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
