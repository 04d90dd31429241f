package whose

import (
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

// maxLinks is how many symlinks are followed, as many as Linux does.
const maxLinks = 40

// Way walks an absolute name from the root, following symlinks as they come, and shows
// all that it leads through but the root: directories, symlinks and what stands at its
// end, whose name without symlinks it returns. It ends with the first error of look.
func Way(tree Tree, name string, look func(name string, info fs.FileInfo) error) (end string, err error) {
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
		info, err := tree.Lstat(here)
		if err != nil {
			return "", err
		}
		if err := look(here, info); err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = here
			continue
		}
		if links++; links > maxLinks {
			return "", fmt.Errorf("%s: too many symlinks", name)
		}
		target, err := tree.Readlink(here)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(target) {
			at = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return at, nil
}
