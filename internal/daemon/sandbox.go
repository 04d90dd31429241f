package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/provenanced/provenanced/internal/paths"
)

// share links what a sandbox needs into a directory that holds nothing else. A
// sandbox that has the two files keeps those of this daemon; one that has the
// directory sees those of the next daemon as well.
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

// unshare leaves the directory, which sandboxes have, and nothing in it.
func unshare(runtime string) {
	for _, name := range []string{tools.socket, tools.key} {
		_ = os.Remove(filepath.Join(runtime, paths.SandboxDir, name))
	}
}

// relink makes link another name of file, at once, whatever it was a name of before.
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
	// Two names of one file stay as they are when one is renamed to the other.
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
