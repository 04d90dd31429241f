package daemon

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/pathowner"
)

// settle is how long a file must be left alone before it is read. A save is a
// series of steps (truncate and write, or rename, write, unlink) of which inotify
// reports each and none as the last; tools leave well under a millisecond between
// two of them.
const settle = 75 * time.Millisecond

// step is one name that is looked up in one directory on the way to a file.
type step struct{ dir, name string }

// watcher tells when a path may have come to mean other bytes. It watches no file,
// only the directories in which the path is looked up, symlinks included, and what is
// in the path itself where that is a directory. A save by rename, the swap of a ..data
// link and a whole tree that is deleted and made again are then all the same thing: a
// name that changed somewhere on the way.
type watcher struct {
	path string
	log  *zap.Logger

	fs      *fsnotify.Watcher
	watched map[step]bool
	inside  string // the directory that the path is; empty when it is none
}

func newWatcher(path string, log *zap.Logger) (*watcher, error) {
	w := &watcher{path: path, log: log}
	if err := w.rebuild(); err != nil {
		return nil, err
	}
	return w, nil
}

// run calls changed after every change that has settled, until ctx ends, and again
// while changed finds that somebody is still writing: that they stop is no change. The
// watches are renewed before each call, so what changes after changed has read
// the file is reported again and the last content always wins.
func (w *watcher) run(ctx context.Context, changed func() (settled bool)) {
	defer func() { _ = w.fs.Close() }()
	timer := time.NewTimer(settle) // once at the start: the file may have changed before the first watch
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case ev, ok := <-w.fs.Events:
			if ok && w.concerns(ev) {
				timer.Reset(settle)
			}
		case err, ok := <-w.fs.Errors:
			// Overflow, mostly: events were lost, so anything may have changed.
			if ok {
				w.log.Warn("policy watch", zap.Error(err))
				timer.Reset(settle)
			}
		case <-timer.C:
			if err := w.rebuild(); err != nil {
				w.log.Warn("the policy file is not watched as it is now; SIGHUP still reloads it", zap.Error(err))
			}
			if !changed() {
				timer.Reset(settle)
			}
		}
	}
}

func (w *watcher) concerns(ev fsnotify.Event) bool {
	dir, name := filepath.Split(ev.Name)
	dir = filepath.Clean(dir)
	return w.watched[step{dir, name}] || w.inside != "" && dir == w.inside
}

// rebuild walks the path anew with a fresh inotify instance. A watch follows its
// inode, not its path, so after a rename old watches lie; starting over once a
// settled change is simpler to trust than mending them.
func (w *watcher) rebuild() error {
	inotify, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", w.path, err)
	}
	watched := make(map[step]bool)
	added := make(map[string]error)
	var last error // of the directory that matters most; its ancestors may be closed to us
	watch := func(dir string) {
		if _, ok := added[dir]; !ok {
			added[dir] = inotify.Add(dir)
		}
		last = added[dir]
	}
	inside := walk(w.path, func(s step) {
		watched[s] = true
		watch(s.dir)
	})
	if inside != "" {
		watch(inside)
	}
	if w.fs != nil {
		_ = w.fs.Close()
	}
	w.fs, w.watched, w.inside = inotify, watched, inside
	if last != nil && !errors.Is(last, fs.ErrNotExist) {
		return fmt.Errorf("watch %s: %w", w.path, last)
	}
	return nil
}

// walk resolves an absolute path name by name and calls visit with each step
// before it looks the name up, so that a watch set by visit misses no change
// that the look-up did not see. It stops where a name is missing, and returns the
// path without symlinks if it is a directory.
func walk(path string, visit func(step)) string {
	isDir := true
	end, _, err := pathowner.Walk(path, func(name string) (target string, err error) {
		visit(step{filepath.Dir(name), filepath.Base(name)})
		info, err := os.Lstat(name)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return os.Readlink(name)
		}
		isDir = info.IsDir()
		return "", nil
	})
	if err != nil || !isDir {
		return ""
	}
	return end
}
