package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/pathowner"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

// Loose says that others can change the configuration, and so decide what the agent may do.
type Loose struct {
	Name   string // the file or directory
	Reason string
	Mode   string // chmod's argument to fix it; empty if chmod cannot help
}

func (l *Loose) Error() string { return l.Name + " " + l.Reason + ": " + l.Fix(l.Name) }

// Fix is what to do about it, for a name that the reader can paste.
func (l *Loose) Fix(name string) string {
	if l.Mode == "" {
		return "move it to a directory of your own"
	}
	return "run chmod " + l.Mode + " " + name
}

// Kept reports who else can change the policy file and the files of tools.d, as a Loose: by
// writing to one of them, or by replacing it, in any directory on the way. Their owner is not
// checked: starting a daemon with another user's file is taken to be intended.
func Kept(policyFile string) error {
	if err := kept(policyFile); err != nil {
		return err
	}
	return KeptTools(policyFile)
}

// KeptTools is Kept for the files of tools.d alone.
func KeptTools(policyFile string) error {
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

// kept checks everything that a path leads through, and its target.
func kept(name string) error {
	name, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	end, err := pathowner.Visit(toolconf.OS{}, name, func(here string, _ fs.FileInfo) error { return namedBy(here) })
	if err != nil {
		return err
	}
	st, err := lstat(end)
	if err != nil {
		return err
	}
	if who := writers(end, st); who != nil {
		return who
	}
	return nil
}

// namedBy reports who else can replace a name in its directory. In a directory like /tmp that
// is whoever came first.
func namedBy(name string) error {
	dir := filepath.Dir(name)
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
	}
	of, err := lstat(name)
	if err != nil {
		return err
	}
	if of.Uid != 0 && int(of.Uid) != os.Geteuid() {
		return &Loose{name, fmt.Sprintf("belongs to uid %d, and everybody may make files in %s", of.Uid, dir), ""}
	}
	return nil
}

// writers are who can write there besides its owner and root: nil if nobody can. The daemon's
// own group is accepted, and so is one with the owner's number, which on most systems is the
// owner's alone. Nobody can write to a read-only mount, which is how containers get their
// configuration.
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
