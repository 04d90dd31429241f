package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/provenanced/provenanced/internal/pathowner"
)

// OSPaths resolves paths on this machine (engine.Paths).
type OSPaths struct {
	Home string // what "~" stands for; paths that start with it stay as they are when empty
}

// Resolve follows symlinks component by component, as open(2) would. The part that does
// not exist (or may not be read) is only cleaned; so is a relative path, because its
// working directory is not known here, and a loop of symlinks. Nothing below /proc is
// followed: its links mean something else to each process.
func (o OSPaths) Resolve(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && o.Home != "" {
		path = o.Home + "/" + rest
	}
	if !strings.HasPrefix(path, "/") {
		return filepath.Clean(path)
	}
	at, rest, err := pathowner.Walk(path, followed)
	if errors.Is(err, pathowner.ErrTooManyLinks) {
		return filepath.Clean(path)
	}
	return filepath.Join(at, rest)
}

var errNotFollowed = errors.New("not followed")

func followed(name string) (target string, err error) {
	if name == "/proc" {
		return "", errNotFollowed
	}
	target, err = os.Readlink(name)
	if errors.Is(err, syscall.EINVAL) { // no symlink
		return "", nil
	}
	return target, err
}
