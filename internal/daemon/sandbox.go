package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/provenanced/provenanced/internal/paths"
)

// share links what a sandbox needs into a directory that contains nothing else. A sandbox that
// mounts the two files keeps this daemon's; one that mounts the directory also sees those of
// the next daemon.
func share(runtime string) error {
	dir := filepath.Join(runtime, paths.SandboxDir)
	if err := prepare(dir); err != nil {
		return fmt.Errorf("directory for sandboxes: %w", err)
	}
	for _, name := range []string{tools.key, tools.socket} {
		if err := relink(filepath.Join(runtime, name), filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("directory for sandboxes: %w", err)
		}
	}
	return nil
}

// unshare keeps the directory, which sandboxes have mounted, and empties it.
func unshare(runtime string) {
	for _, name := range []string{tools.socket, tools.key} {
		_ = os.Remove(filepath.Join(runtime, paths.SandboxDir, name))
	}
}

// relink atomically makes link another name of file, whatever it was before.
func relink(file, link string) error {
	fresh := link + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(file, fresh); err != nil {
		return err
	}
	if err := os.Rename(fresh, link); err != nil {
		return err
	}
	// If both are names of the same file, rename does nothing and leaves both.
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
