// Package daemon starts and stops the daemon's parts: it owns the directories, locks, keys,
// sockets and the policy file, and the order of starting and stopping. It speaks no protocol,
// which is the server's job, and decides nothing, which is the engine's.
package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/pathowner"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/peercred"
	"github.com/provenanced/provenanced/internal/processors"
	"github.com/provenanced/provenanced/internal/server"
)

// drainTime is how long a stopping daemon lets its peers finish.
const drainTime = 10 * time.Second

// Options are what a daemon is started with.
type Options struct {
	// Directories and files. Empty means the default of package paths.
	RuntimeDir string
	StateDir   string
	PolicyFile string

	// Who may connect to which socket. Zero means the daemon's own user.
	Gateway peercred.Allow
	Admin   peercred.Allow
	Tools   peercred.Allow

	Ledger        ledger.Options // MaxEntries, MaxAge and Retain
	SessionIdle   time.Duration  // after which an unused session leaves memory; 0: store.DefaultIdle
	SessionMemory int            // bytes of memory that saved sessions may take; 0: store.DefaultMemory

	Limits  server.Limits
	Metrics metrics.Address // where Prometheus can read them; zero: nowhere
	Version string
	Reload  <-chan os.Signal // each signal reloads the policy; may be nil
	Log     *zap.Logger
}

// fill completes the options and makes every path absolute, so that no message or client
// depends on the directory the daemon was started in.
func (o *Options) fill() error {
	for _, p := range []struct {
		path  *string
		usual func() (string, error)
	}{
		{&o.RuntimeDir, paths.Runtime},
		{&o.StateDir, paths.State},
		{&o.PolicyFile, paths.Policy},
	} {
		var err error
		if *p.path == "" {
			*p.path, err = p.usual()
		} else {
			*p.path, err = filepath.Abs(*p.path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Run runs the daemon. It returns nil once ctx has ended and everything that was read has been
// answered, and otherwise the reason why the daemon cannot start or continue; a person can fix
// ErrRunning and ErrUnsafe.
func Run(ctx context.Context, o Options) (err error) {
	defer func() { err = explainDenied(err) }()
	if err := o.fill(); err != nil {
		return err
	}
	if err := fits(o.RuntimeDir); err != nil { // before there is anything to clean up
		return err
	}
	if err := undumpable(); err != nil {
		return err
	}
	if err := fitDescriptors(&o); err != nil {
		return err
	}
	warnOfPrograms(&o)
	processors.Widen()
	tendGarbage()
	release, err := claim(o.RuntimeDir, o.StateDir)
	if err != nil {
		return err
	}
	defer release()

	d, err := assemble(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	// Keys first: a client that reaches a socket must find the matching key.
	keys, err := writeKeys(o.RuntimeDir)
	if err != nil {
		return err
	}
	defer removeKeys(o.RuntimeDir)
	if err := d.inUse.begin(o.RuntimeDir, o.StateDir, keys); err != nil {
		return err
	}
	open, err := listenAll(ctx, o.RuntimeDir)
	if err != nil {
		return err
	}
	if err := share(o.RuntimeDir); err != nil { // a sandbox that mounts the two files does not need their directory
		d.log.Warn("sandboxes cannot outlive this daemon", zap.Error(err))
	}
	stopMetrics, err := d.serveMetrics(ctx)
	if err != nil {
		closeAll(open)
		return err
	}
	defer stopMetrics()
	return d.serve(ctx, open, keys)
}

// explainDenied adds advice to an error about a file that the daemon may not read or
// write. Usually somebody once started the daemon as another user.
func explainDenied(err error) error {
	file, ok := pathowner.OfDenied(err)
	home, lost := pathowner.MissingHome(err)
	switch {
	case !ok:
		return err
	case lost:
		return fmt.Errorf("%w; HOME is %s, which does not exist: set it to the daemon's own, or name directories with --state-dir and --policy", err, home)
	case file.Mine():
		return fmt.Errorf("%w; %s belongs to the daemon's user, but its mode or the file system keeps the daemon out", err, file.Path)
	}
	me := pathowner.UserName(uint32(os.Geteuid()))
	return fmt.Errorf("%w; %s belongs to %s and the daemon runs as %s: start it as %s, or give its files to %s with chown", err, file.Path, file.Owner(), me, file.Owner(), me)
}

// claim reserves the directories for this process.
func claim(runtime, state string) (release func(), err error) {
	var held []func()
	release = func() {
		for _, r := range held {
			r()
		}
	}
	for _, c := range []struct{ what, dir, lock string }{
		{"runtime directory", runtime, paths.RuntimeLock},
		{"state directory", state, paths.StateLock},
	} {
		err := prepare(c.dir)
		if err == nil {
			var r func()
			if r, err = acquire(c.dir, c.lock); err == nil {
				held = append(held, r, occupy(c.dir))
				continue
			}
		}
		release()
		return nil, fmt.Errorf("%s: %w", c.what, err)
	}
	return release, nil
}

// writeKeys makes new keys, which invalidates those of the previous daemon.
func writeKeys(dir string) (map[door]hmacauth.Key, error) {
	keys := make(map[door]hmacauth.Key)
	for _, d := range doors {
		k, err := hmacauth.GenerateKey(rand.Reader)
		if err == nil {
			err = hmacauth.WriteKeyFile(filepath.Join(dir, d.key), k)
		}
		if err != nil {
			removeKeys(dir)
			return nil, fmt.Errorf("key for %s: %w", d.socket, err)
		}
		keys[d] = k
	}
	return keys, nil
}

// removeKeys removes each key whose socket is gone. A socket of systemd's stays: a client
// already waiting on it is refused with the old key, and that tells it to read the new one.
// Without a key it could not even ask.
func removeKeys(dir string) {
	for _, d := range doors {
		if _, err := os.Lstat(filepath.Join(dir, d.socket)); errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(filepath.Join(dir, d.key))
			if d == tools {
				unshare(dir)
			}
		}
	}
}
