package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxHops is how many symlinks one path may lead through, as in the kernel.
const maxHops = 40

// OSPaths resolves paths on this machine (engine.Paths).
type OSPaths struct {
	Home string // what "~" stands for; paths that start with it stay as they are when empty
}

// Resolve follows symlinks component by component, as an open of path would:
// ".." leaves the directory that a link led to. What does not exist (or may not
// be looked at) is kept, cleaned; so is a relative path, for whose working
// directory is not known here, and a path that goes round in circles. Nothing
// below /proc is followed: its links mean something else to each process.
func (o OSPaths) Resolve(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && o.Home != "" {
		path = o.Home + "/" + rest
	}
	if !strings.HasPrefix(path, "/") {
		return filepath.Clean(path)
	}
	at, rest := "/", path
	for hops := 0; rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		switch part {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, part)
		if next == "/proc" {
			return filepath.Join(next, rest)
		}
		target, err := os.Readlink(next)
		switch {
		case err == nil:
			if hops++; hops > maxHops {
				return filepath.Clean(path)
			}
			if strings.HasPrefix(target, "/") {
				at = "/"
			}
			rest = target + "/" + rest
		case errors.Is(err, syscall.EINVAL): // no symlink
			at = next
		default:
			return filepath.Join(next, rest)
		}
	}
	return at
}
