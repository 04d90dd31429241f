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

// settle is how long a file must be left alone before it is read. A save is a series of steps
// (truncate and write, or rename, write, unlink); inotify reports each but not which one is the
// last. Tools leave well under a millisecond between two of them.
const settle = 75 * time.Millisecond

// step is one name that is looked up in one directory on the way to a file.
type step struct{ dir, name string }

// watcher notices when a path may have come to refer to other bytes. It watches no file, only
// the directories in which the path is looked up, symlinks included, and the path's own content
// if it is a directory. A save by rename, the swap of a ..data link and a whole tree that is
// deleted and created again then all look the same: a name changed somewhere on the way.
type watcher struct {
	path string
	log  *zap.Logger

	fs      *fsnotify.Watcher
	watched map[step]bool
	inside  string // the path itself if it is a directory, otherwise empty
}

func newWatcher(path string, log *zap.Logger) (*watcher, error) {
	w := &watcher{path: path, log: log}
	if err := w.rebuild(); err != nil {
		return nil, err
	}
	return w, nil
}

// run calls changed after every change that has settled, until ctx ends, and again while
// changed finds that somebody is still writing, because the end of writing is not a change. The
// watches are renewed before each call, so a change after changed has read the file is reported
// again and the last content always wins.
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
			// Usually an overflow: events were lost, so anything may have changed.
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

// rebuild walks the path again with a fresh inotify instance. A watch follows its inode, not
// its path, so after a rename old watches are misleading; starting over once per settled change
// is easier to trust than repairing them.
func (w *watcher) rebuild() error {
	inotify, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", w.path, err)
	}
	watched := make(map[step]bool)
	added := make(map[string]error)
	var last error // about the directory that matters most; we may have no access to its ancestors
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

// walk resolves an absolute path name by name and calls visit with each step before it looks
// the name up, so that a watch set by visit misses no change that the look-up did not see. It
// stops at a missing name, and returns the path without symlinks if it is a directory.
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
