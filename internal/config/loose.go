package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Loose says that others may write what the configuration is read from, and so say what
// the agent may do.
type Loose struct {
	Name   string // the file or directory
	Reason string
	Mode   string // what chmod has to do with it; empty where it cannot help
}

func (l *Loose) Error() string { return l.Name + " " + l.Reason + ": " + l.Fix(l.Name) }

// Fix is what to do about it, with its name as the reader may paste it.
func (l *Loose) Fix(name string) string {
	if l.Mode == "" {
		return "move it to a directory of your own"
	}
	return "run chmod " + l.Mode + " " + name
}

// Kept reports who else may change what the policy file and the files of tools.d say, as
// a Loose: by writing to one of them, or by putting another in its place, in any
// directory on the way. Whose they are is not looked at: who starts a daemon on another's
// file means to.
func Kept(policyFile string) error {
	if err := kept(policyFile); err != nil {
		return err
	}
	dir := ToolsDir(policyFile)
	if err := kept(dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	names, err := toolFiles(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := kept(name); err != nil {
			return err
		}
	}
	return nil
}

// maxLinks is how many symlinks are followed, as many as Linux does.
const maxLinks = 40

// kept walks a name from the root, following symlinks as they come.
func kept(name string) error {
	name, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	at, rest := "/", strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		here := filepath.Join(at, part)
		st, err := lstat(here)
		if err != nil {
			return err
		}
		if err := namedBy(at, here, st); err != nil {
			return err
		}
		if st.Mode&unix.S_IFMT != unix.S_IFLNK {
			at = here
			continue
		}
		if links++; links > maxLinks {
			return fmt.Errorf("%s: too many symlinks", name)
		}
		target, err := os.Readlink(here)
		if err != nil {
			return err
		}
		if filepath.IsAbs(target) {
			at = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	st, err := lstat(at)
	if err != nil {
		return err
	}
	if who := writers(at, st); who != nil {
		return who
	}
	return nil
}

// namedBy reports who else may say what has a name in the directory dir. In one like
// /tmp that is whoever came first.
func namedBy(dir, name string, of unix.Stat_t) error {
	st, err := lstat(dir)
	if err != nil {
		return err
	}
	who := writers(dir, st)
	switch {
	case who == nil:
		return nil
	case st.Mode&unix.S_ISVTX == 0:
		return who
	case of.Uid != 0 && int(of.Uid) != os.Geteuid():
		return &Loose{name, fmt.Sprintf("belongs to uid %d, and everybody may make files in %s", of.Uid, dir), ""}
	}
	return nil
}

// writers are who may write there beside its owner and root: nil where that is nobody.
// The daemon's own group is no stranger, nor is one with the owner's number: on most
// systems that is his alone. What is mounted read-only, as containers are given their
// configuration, is written by nobody.
func writers(name string, st unix.Stat_t) *Loose {
	who, mode := "everybody may write it", "o-w"
	group := st.Mode&0o020 != 0 && st.Gid != 0 && st.Gid != st.Uid && int(st.Gid) != os.Getegid()
	switch {
	case st.Mode&0o002 != 0 && group:
		mode = "go-w"
	case st.Mode&0o002 != 0:
	case group:
		who, mode = fmt.Sprintf("the group %d may write it", st.Gid), "g-w"
	default:
		return nil
	}
	var mount unix.Statfs_t
	if err := unix.Statfs(name, &mount); err == nil && mount.Flags&unix.ST_RDONLY != 0 {
		return nil
	}
	return &Loose{name, fmt.Sprintf("has mode %04o: %s, and so say what the agent may do", st.Mode&0o7777, who), mode}
}

func lstat(name string) (unix.Stat_t, error) {
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return st, &fs.PathError{Op: "lstat", Path: name, Err: err}
	}
	return st, nil
}
