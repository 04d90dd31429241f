package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/pathowner"
)

// OSPaths resolves paths on this machine (engine.Paths).
type OSPaths struct {
	Home string // what "~" stands for; if empty, paths that start with it are unchanged
}

// Resolve follows symlinks component by component, as open(2) would. The part that does not
// exist (or may not be read) is only cleaned; so is a relative path, because its working
// directory is not known here, and a loop of symlinks. Nothing below /proc is followed: its
// links mean something different to each process.
func (o OSPaths) Resolve(path string) string { return o.resolve(path, followed) }

func (o OSPaths) resolve(path string, link func(name string) (target string, err error)) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && o.Home != "" {
		path = o.Home + "/" + rest
	}
	if !strings.HasPrefix(path, "/") {
		return filepath.Clean(path)
	}
	at, rest, err := pathowner.Walk(path, link)
	if errors.Is(err, pathowner.ErrTooManyLinks) {
		return filepath.Clean(path)
	}
	return filepath.Join(at, rest)
}

// maxBeside bounds the names that Linked compares a file with, for each place.
const maxBeside = 1024

// Linked finds another name of a regular file with several links: the first of the places that
// is the same file, or that contains it. In a directory only the nearest 1,024 names are
// compared. Any other path is returned unchanged.
func (o OSPaths) Linked(path string, places func() []facts.Place) string {
	var of syscall.Stat_t
	if !strings.HasPrefix(path, "/") || syscall.Lstat(path, &of) != nil || of.Mode&syscall.S_IFMT != syscall.S_IFREG || of.Nlink < 2 {
		return path
	}
	for _, place := range places() {
		if name, found := below(o.Resolve(place.Path), strings.Fields(place.Not), &of); found {
			return name
		}
	}
	return path
}

// below finds a file at a name or below it, except where these patterns match; nearer names
// come first.
func below(name string, not []string, of *syscall.Stat_t) (string, bool) {
	names := []string{name}
	for i := 0; i < len(names); i++ {
		var at syscall.Stat_t
		if syscall.Lstat(names[i], &at) != nil || at.Dev != of.Dev {
			continue
		}
		switch at.Mode & syscall.S_IFMT {
		case syscall.S_IFREG:
			if at.Ino == of.Ino {
				return names[i], true
			}
		case syscall.S_IFDIR:
			if room := maxBeside - len(names); room > 0 {
				names = appendNames(names, names[i], room)
			}
			if i == 0 {
				names = slices.DeleteFunc(names, func(n string) bool { return n != name && isAny(not, filepath.Base(n)) })
			}
		}
	}
	return "", false
}

func isAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { ok, err := filepath.Match(p, name); return ok && err == nil })
}

// appendNames appends the names in a directory.
func appendNames(names []string, dir string, most int) []string {
	f, err := os.Open(dir)
	if err != nil {
		return names
	}
	defer f.Close()
	in, _ := f.Readdirnames(most) // the names that can be read
	for _, name := range in {
		names = append(names, filepath.Join(dir, name))
	}
	return names
}

var errNotFollowed = errors.New("not followed")

func followed(name string) (target string, err error) {
	if name == "/proc" {
		return "", errNotFollowed
	}
	var room [256]byte
	n, err := syscall.Readlink(name, room[:])
	switch {
	case err == syscall.EINVAL: // not a symlink
		return "", nil
	case err != nil && err != syscall.EINTR:
		return "", err
	case err != nil || n == len(room):
		return os.Readlink(name)
	}
	return string(room[:n]), nil
}

// Once returns Resolve and Linked for one decision, which asks about many paths in the same few
// directories: they look at each name once.
func (o OSPaths) Once() (resolve func(path string) string, linked func(path string, places func() []facts.Place) string) {
	s := &seenPaths{OSPaths: o}
	return s.Resolve, s.Linked
}

// seenPaths are paths of this machine, with the names that were looked at.
type seenPaths struct {
	OSPaths
	names []seenName
}

type seenName struct {
	name, target string
	err          error
}

// maxSeen bounds the names that are remembered, since each is compared with all of them.
const maxSeen = 64

func (s *seenPaths) Resolve(path string) string { return s.resolve(path, s.followed) }

func (s *seenPaths) followed(name string) (target string, err error) {
	for i := range s.names {
		if n := &s.names[i]; n.name == name {
			return n.target, n.err
		}
	}
	target, err = followed(name)
	if len(s.names) < maxSeen {
		s.names = append(s.names, seenName{name, target, err})
	}
	return target, err
}

// Linked does not look for a file that is in nothing, or is nothing, as Resolve has seen.
func (s *seenPaths) Linked(path string, places func() []facts.Place) string {
	for i := range s.names {
		if n := &s.names[i]; n.err == syscall.ENOENT && (path == n.name || strings.HasPrefix(path, n.name+"/")) {
			return path
		}
	}
	return s.OSPaths.Linked(path, places)
}
