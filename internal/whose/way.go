package whose

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// Tree is where names lead: this machine's files, or others to test with.
type Tree interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
}

// Way walks an absolute name from the root, following symlinks as they come, and shows
// all that it leads through but the root: directories, symlinks and what stands at its
// end, whose name without symlinks it returns. It ends with the first error of look.
func Way(tree Tree, name string, look func(name string, info fs.FileInfo) error) (end string, err error) {
	end, _, err = Walk(name, func(here string) (string, error) {
		info, err := tree.Lstat(here)
		if err != nil {
			return "", err
		}
		if err := look(here, info); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return "", err
		}
		return tree.Readlink(here)
	})
	if errors.Is(err, ErrTooManyLinks) {
		err = fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return "", err
	}
	return end, nil
}

// maxLinks is how many symlinks one name may lead through, as many as in Linux.
const maxLinks = 40

// ErrTooManyLinks is the end of a name that may go round in circles.
var ErrTooManyLinks = errors.New("too many symlinks")

// Walk walks an absolute name as an open of it would: ".." leaves the directory that a
// link led to. What link returns is where a symlink leads, empty for what is none; its
// first error ends the walk there, with the rest of the name as it still was.
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
		here := filepath.Join(at, part)
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
