// Package pathowner finds the owner of a file, such as the one in a "permission denied" error,
// and the directories and symlinks that a path passes through. It reads no file and changes
// none; its callers, five packages, decide what follows from an owner.
package pathowner

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// File is a file and its owner.
type File struct {
	Path string // absolute
	UID  uint32
}

// Of finds a file's owner. If the file cannot be seen or does not exist yet, it finds the
// nearest parent directory that can be seen, and its owner.
func Of(name string) (f File, ok bool) {
	at, err := filepath.Abs(name)
	for err == nil {
		var st unix.Stat_t
		if unix.Lstat(at, &st) == nil {
			return File{at, st.Uid}, true
		}
		if at == filepath.Dir(at) {
			break
		}
		at = filepath.Dir(at)
	}
	return File{}, false
}

// OfDenied finds the owner of the file that a permission error names. For other errors, ok is
// false.
func OfDenied(err error) (f File, ok bool) {
	if !errors.Is(err, fs.ErrPermission) {
		return File{}, false
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return Of(path.Path)
	case errors.As(err, &link):
		return Of(link.New)
	}
	return File{}, false
}

// MissingHome reports whether an error is about a parent of the home directory in HOME, when
// that directory does not exist: then changing the owners of its parents would not help.
func MissingHome(err error) (home string, missing bool) {
	home = os.Getenv("HOME")
	_, absent := os.Stat(home)
	var path *fs.PathError
	return home, home != "" && errors.Is(absent, fs.ErrNotExist) && errors.As(err, &path) && strings.HasPrefix(home+"/", path.Path+"/")
}

// Mine reports whether this process's user owns it.
func (f File) Mine() bool { return int(f.UID) == os.Geteuid() }

// Owner is the owner's name, or "uid 12345" if there is no such user.
func (f File) Owner() string { return UserName(f.UID) }

// Sudo is the owner as an argument of sudo -u.
func (f File) Sudo() string {
	if u, err := user.LookupId(id(f.UID)); err == nil {
		return u.Username
	}
	return "'#" + id(f.UID) + "'"
}

// UserName is a user's name, or "uid 12345" if there is no such user.
func UserName(uid uint32) string {
	if u, err := user.LookupId(id(uid)); err == nil {
		return u.Username
	}
	return "uid " + id(uid)
}

func id(uid uint32) string { return strconv.FormatUint(uint64(uid), 10) }
