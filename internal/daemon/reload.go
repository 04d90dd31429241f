package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/wholefile"
)

// loader keeps the policy in force, and its wrapped tools, in step with their files. Files that
// do not parse change nothing; the error stands until a load succeeds.
type loader struct {
	path    string
	past    string // the directory of those that were in force; "" keeps none
	keep    string // the last good policy, for a start without a usable file
	current *policy.Current
	tools   atomic.Pointer[config.Toolset] // nil before the first load
	now     func() time.Time
	log     *zap.Logger
	swapped func(*policy.Policy) // called for each new policy, once it is in force
	refused func(error)          // called with the reason why a load changed nothing, once for each reason
	counted *metrics.Counters    // by outcome; may be nil

	mu       sync.Mutex      // one load at a time; guards the fields below
	starting bool            // until start has returned
	active   []byte          // the text of the policy in force; nil if that is built in
	kept     bool            // active comes from keep, and not from the file
	busy     time.Time       // since when the files are being written; zero if they are not
	files    []toolconf.File // the files of the tools in force
	loadedAt time.Time
	failedAt time.Time
	failed   error // of the latest load; nil if it succeeded
}

func (l *loader) Current() *policy.Policy { return l.current.Load() }

// Tools are the wrapped tools in force.
func (l *loader) Tools() *config.Toolset {
	if t := l.tools.Load(); t != nil {
		return t
	}
	return config.Empty()
}

func (l *loader) Path() string { return l.path }

// LoadedAt is when the policy came into force.
func (l *loader) LoadedAt() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.loadedAt
}

// LastError is why the latest load changed nothing, or nil if it succeeded.
func (l *loader) LastError() (at time.Time, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failedAt, l.failed
}

// patience is how long a load waits for files that are being written. After that it fails, and
// the error stands until they are finished.
const patience = 3 * time.Second

// Reload is load for callers that may stop waiting. A load that has begun continues.
func (l *loader) Reload(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return l.load()
}

// start loads the policy for the first time, over the built-in one. If the file is missing or
// empty, the last good policy is used. If there never was one, a missing file is written with
// the default policy; if that fails, the default is in force without a file. A wrong file is an
// error: running with a policy that the owner did not write would be a guess.
func (l *loader) start() error {
	l.loadedAt = l.now()
	lost := l.lost()
	if lost != nil {
		if restored, err := l.restore(lost); restored || err != nil {
			return err
		}
	}
	if errors.Is(lost, fs.ErrNotExist) {
		if err := writeDefault(l.path); err != nil {
			l.log.Warn("no policy file, and none could be written; the built-in policy is in force", zap.Error(err))
			_ = l.load() // raises the alarm
			return nil
		}
		l.log.Info("no policy file; wrote the default one", zap.String("path", l.path))
	}
	l.starting = true
	defer func() { l.starting = false }()
	return l.load()
}

// lost is why there is no policy to start with: the file is missing or empty, as an interrupted
// save leaves it. Other mistakes in the file are reported by load.
func (l *loader) lost() error {
	if _, err := os.Stat(l.path); errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var data []byte
	err := config.Settled(patience, func() (err error) {
		data, err = config.ReadFile(l.path)
		return err
	})
	if err == nil && blankYAML(data) {
		return errBlank(l.path)
	}
	return nil
}

func errBlank(path string) error {
	return fmt.Errorf("%s:1:1: the file is empty, or all comments; for the defaults write: mode: %s", path, policy.DefaultPreset)
}

// restore puts the last good policy in force in place of a lost file, if there ever was one:
// deleting a strict policy must not result in a lax one.
func (l *loader) restore(lost error) (restored bool, err error) {
	data, err := os.ReadFile(l.keep)
	if l.keep == "" || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	var files []toolconf.File
	if err == nil {
		err = config.Settled(patience, func() (err error) {
			files, err = config.ReadTools(config.ToolsDir(l.path))
			return errors.Join(err, config.KeptTools(l.path))
		})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		err = l.adopt(data, files)
	}
	if err != nil {
		return false, fmt.Errorf("%w; nor can the last good policy be used (%w): write a policy file, with provenancectl policy init for the defaults", lost, err)
	}
	l.kept = true
	_, _ = l.fail(lost)
	return true, nil
}

// load returns once the file's policy is in force, or with the reason why it is not. Errors
// about the file's text have its line. It waits while the file is being written.
func (l *loader) load() error {
	err := config.Settled(patience, l.attempt)
	if errors.Is(err, config.ErrBusy) {
		l.mu.Lock()
		defer l.mu.Unlock()
		_, err = l.waited(err)
	}
	return err
}

// attempt is load for callers that try again while the files are being written.
func (l *loader) attempt() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.try()
	return err
}

// asked is load for somebody who waits for a line in the log: it also logs that nothing has
// changed, or a failure that was logged before.
func (l *loader) asked() {
	logged := false
	err := config.Settled(patience, func() (err error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		logged, err = l.try()
		return err
	})
	switch {
	case logged:
	case err != nil:
		l.log.Error("the policy is not loaded; "+l.instead(), zap.Error(err))
	default:
		p := l.current.Load()
		l.log.Info("the policy is as it was", zap.String("path", l.path), zap.String("preset", p.Preset), zap.String("hash", p.Hash))
	}
}

// try is load, and reports whether it has logged the result. It is called with mu held.
func (l *loader) try() (logged bool, err error) {
	data, files, err := l.read()
	if errors.Is(err, config.ErrBusy) {
		if l.busy.IsZero() {
			l.busy = l.now()
		}
		if l.now().Sub(l.busy) < patience {
			return false, err
		}
		return l.waited(err)
	}
	l.busy = time.Time{}
	if err != nil {
		return l.fail(err)
	}
	if l.active != nil && !l.kept && bytes.Equal(data, l.active) && slices.EqualFunc(files, l.files, sameFile) {
		l.failed = nil
		l.counted.Inc("unchanged")
		return l.findPrograms(), nil
	}
	if !l.starting && blankYAML(data) {
		// An interrupted save, after a power cut perhaps, looks like this. If a policy is in
		// force, that one is safer; at a start there is none to keep.
		return l.fail(errBlank(l.path))
	}
	if err := l.adopt(data, files); err != nil {
		return l.fail(err)
	}
	l.kept = false
	if err := l.remember(data); err != nil {
		l.log.Warn("the policy is not kept for a start without its file", zap.Error(err))
	}
	if err := l.archive(); err != nil {
		l.log.Warn("the policy is not kept for a later replay", zap.Error(err))
	}
	l.counted.Inc("loaded")
	return true, nil
}

// read returns the current content of the files.
func (l *loader) read() (data []byte, files []toolconf.File, err error) {
	if data, err = config.ReadFile(l.path); err != nil {
		return nil, nil, fmt.Errorf("read policy: %w", err)
	}
	if err = config.Kept(l.path); err != nil {
		return nil, nil, fmt.Errorf("read policy: %w", err)
	}
	if files, err = config.ReadTools(config.ToolsDir(l.path)); err != nil {
		return nil, nil, fmt.Errorf("read tools: %w", err)
	}
	return data, files, nil
}

// remember keeps a good policy. An empty one may be what is left of another.
func (l *loader) remember(data []byte) error {
	if l.keep == "" || blankYAML(data) {
		return nil
	}
	if before, err := os.ReadFile(l.keep); err == nil && bytes.Equal(before, data) {
		return nil
	}
	return wholefile.Replace(l.keep, data)
}

// maxPast are the policies that are kept once they are no longer in force.
const maxPast = 32

// archive keeps the policy in force, as it is with all its tools, so that what it has decided can
// be compared with what another would. It is called with mu held.
func (l *loader) archive() error {
	if l.past == "" {
		return nil
	}
	p := l.current.Load()
	name := filepath.Join(l.past, p.Hash+".yaml")
	if _, err := os.Lstat(name); err == nil { // as at most starts
		return nil
	}
	if err := wholefile.Create(name, p.YAML()); err != nil {
		return err
	}
	kept, err := os.ReadDir(l.past)
	if err != nil || len(kept) <= maxPast {
		return err
	}
	at := func(e fs.DirEntry) (t time.Time) {
		if info, err := e.Info(); err == nil {
			t = info.ModTime()
		}
		return t
	}
	slices.SortFunc(kept, func(a, b fs.DirEntry) int { return at(a).Compare(at(b)) })
	for _, e := range kept[:len(kept)-maxPast] {
		err = errors.Join(err, os.Remove(filepath.Join(l.past, e.Name())))
	}
	return err
}

// adopt puts a policy in force, or says what is wrong with it. It is called with mu held.
func (l *loader) adopt(data []byte, files []toolconf.File) error {
	p, err := policy.Parse(data, l.path)
	if err != nil {
		return fmt.Errorf("parse policy: %w", err)
	}
	p, tools, err := config.WithTools(p, files)
	if err != nil {
		return fmt.Errorf("parse tools: %w", err)
	}
	l.current.Swap(p) // before the tools, which it refers to
	l.tools.Store(tools)
	l.active, l.files, l.loadedAt, l.failed = data, files, l.now(), nil
	l.warn(tools)
	for _, w := range p.Warnings {
		l.log.Warn("policy", zap.String("path", l.path), zap.String("warning", w))
	}
	said := []zap.Field{zap.String("path", l.path), zap.String("preset", p.Preset), zap.String("hash", p.Hash), zap.Int("tools", len(tools.Names()))}
	if own := p.OutputTaints(); len(own) > 0 { // seed 000: taint that is missing later is looked for here
		said = append(said, zap.Any("toolOutputTaints", own))
	}
	l.log.Info("policy in force", said...)
	l.swapped(p)
	return nil
}

// findPrograms looks again for the programs of the wrapped tools, which may have been
// installed, repaired or moved although none of our files has changed, and reports whether
// anything changed. It is called with mu held.
func (l *loader) findPrograms() bool {
	tools, changed := l.Tools().Again()
	if !changed {
		return false
	}
	l.tools.Store(tools)
	l.log.Info("programs of the wrapped tools were found otherwise than before", zap.Int("tools", len(tools.Names())))
	l.warn(tools)
	return true
}

func (l *loader) warn(tools *config.Toolset) {
	for _, a := range tools.Alarms() {
		l.log.Warn(a)
	}
}

func sameFile(a, b toolconf.File) bool { return a.Name == b.Name && bytes.Equal(a.Data, b.Data) }

// waited is fail for files that are still being written; it logs that once.
func (l *loader) waited(err error) (logged bool, _ error) {
	if errors.Is(l.failed, config.ErrBusy) {
		return false, l.failed
	}
	return l.fail(err)
}

// fail is called with mu held. The same failure is logged once, however many saves repeat it;
// the caller logs one that ends the start.
func (l *loader) fail(err error) (logged bool, _ error) {
	if l.kept {
		err = fmt.Errorf("%w; the last good policy is in force, from %s: copy it to %s, or write the defaults there with provenancectl policy init", err, l.keep, l.path)
	}
	if !l.starting && (l.failed == nil || l.failed.Error() != err.Error()) {
		l.log.Error("the policy is not loaded; "+l.instead(), zap.Error(err))
		l.refused(err)
		logged = true
	}
	l.failedAt, l.failed = l.now(), err
	l.counted.Inc("refused")
	return logged, err
}

// instead is what is in force when a load fails.
func (l *loader) instead() string {
	if l.kept {
		return "the last good one is in force"
	}
	if l.active == nil {
		return "the built-in one stays in force"
	}
	return "the one before stays in force"
}

// writeDefault writes a policy file where there is none, completely or not at all: half of one
// would stop the next start.
func writeDefault(path string) error {
	text, err := policy.Template(policy.FirstPreset)
	if err != nil {
		return err
	}
	return wholefile.Create(path, text)
}

// reloading loads the policy on every request and after every save until ctx ends. Requests
// that come during a load lead to one more load.
func (d *daemon) reloading(ctx context.Context) *sync.WaitGroup {
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-d.opt.Reload:
				d.notify.reloading()
				d.policy.asked()
				d.notify.ready(d.summary())
			}
		}
	})
	for _, path := range []string{d.opt.PolicyFile, config.ToolsDir(d.opt.PolicyFile)} {
		w, err := newWatcher(path, d.log)
		if err != nil {
			d.log.Warn("changes are not watched for; SIGHUP still reloads", zap.String("path", path), zap.Error(err))
			continue
		}
		wg.Go(func() {
			w.run(ctx, func() (settled bool) {
				err := d.policy.attempt() // reports the result in the log and in status
				d.notify.status(d.summary())
				return !errors.Is(err, config.ErrBusy)
			})
		})
	}
	return &wg
}

// blankYAML reports whether a file holds nothing but white space and comments.
func blankYAML(data []byte) bool {
	lineEnd := func(r rune) bool { return strings.ContainsRune("\n\r\u0085\u2028\u2029", r) }
	for line := range bytes.FieldsFuncSeq(bytes.TrimPrefix(data, []byte("\ufeff")), lineEnd) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && string(line) != "---" {
			return false
		}
	}
	return true
}
