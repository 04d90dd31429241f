package pathowner

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// FS is the file system to walk: this machine's, or one for tests.
type FS interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
}

// Visit walks an absolute path from the root, following symlinks, and calls look for everything
// it passes through except the root: directories, symlinks and the target. It returns the
// target's path without symlinks. It stops at look's first error.
func Visit(fsys FS, name string, look func(name string, info fs.FileInfo) error) (end string, err error) {
	end, _, err = Walk(name, func(here string) (string, error) {
		info, err := fsys.Lstat(here)
		if err != nil {
			return "", err
		}
		if err := look(here, info); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return "", err
		}
		return fsys.Readlink(here)
	})
	if errors.Is(err, ErrTooManyLinks) {
		err = fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return "", err
	}
	return end, nil
}

// maxLinks is how many symlinks one path may pass through, as in Linux.
const maxLinks = 40

// ErrTooManyLinks ends the walk of a path that may be a symlink loop.
var ErrTooManyLinks = errors.New("too many symlinks")

// Walk walks an absolute path as open(2) would: ".." after a symlink leaves the directory that
// the symlink led to. link returns the target of a symlink, or nothing for any other file; its
// first error ends the walk there, and rest is the unwalked part of the path.
func Walk(name string, link func(name string) (target string, err error)) (at, rest string, err error) {
	at, rest = "/", name
	for links := 0; rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		switch part {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		here := strings.TrimSuffix(at, "/") + "/" + part
		target, err := link(here)
		if err != nil {
			return here, rest, err
		}
		if target == "" {
			at = here
			continue
		}
		if links++; links > maxLinks {
			return here, rest, ErrTooManyLinks
		}
		if filepath.IsAbs(target) {
			at = "/"
		}
		rest = target + "/" + rest
	}
	return at, "", nil
}
