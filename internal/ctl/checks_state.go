package ctl

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/shell"
)

// firstStart reports whether no daemon has run yet.
func (p *patient) firstStart() bool {
	_, err := os.Lstat(p.state)
	return p.status == nil && errors.Is(err, fs.ErrNotExist)
}

// elsewhere reports that the daemon's state directory is not here because it has a file system
// of its own, as in a container. Then nothing is missing.
func (p *patient) elsewhere() bool {
	_, err := os.Lstat(p.state)
	return p.status != nil && len(p.status.Alarms) == 0 && errors.Is(err, fs.ErrNotExist)
}

func (p *patient) stateDir() finding {
	if p.elsewhere() {
		return fail("run doctor where the daemon runs, as in its container", "%s is not here, and the daemon has it: its file system is another one", p.state)
	}
	if p.firstStart() {
		if at := existing(p.state); unix.Access(at, unix.W_OK|unix.X_OK) != nil {
			return fail("set HOME to your own, or name a directory that you may make with --state-dir", "%s does not exist, and this user may not create it in %s", p.state, at)
		}
		return ok("%s does not exist yet: the daemon creates it", p.state)
	}
	info, err := os.Stat(p.state)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return p.denied(p.state)
	case err != nil:
		return fail("restore it from a backup", "%v", err)
	case !info.IsDir():
		return fail("name the directory with --state-dir", "%s is not a directory", p.state)
	case !p.trusts(info):
		return foreign(info, "chown it to the daemon's user", p.state)
	case info.Mode().Perm()&0o022 != 0:
		return fail("chmod 0700 "+shell.Quote(p.state), "%s can be written by others (mode %04o)", p.state, info.Mode().Perm())
	case info.Mode().Perm()&0o055 != 0:
		return warn("chmod 0700 "+shell.Quote(p.state), "%s can be read by others (mode %04o): the ledger tells what agents did", p.state, info.Mode().Perm())
	}
	if f := p.unwritable(p.state); f.Status != "" {
		return f
	}
	return ok("%s, mode %04o", p.state, info.Mode().Perm())
}

// existing is dir, or the nearest directory above it that exists.
func existing(dir string) string {
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

// stateKey is the one key that must outlive the daemon.
func (p *patient) stateKey() finding {
	file := filepath.Join(p.state, paths.LedgerKey)
	if _, err := os.Lstat(filepath.Join(p.state, paths.LedgerDir)); err != nil {
		return finding{} // it is created with the ledger
	}
	const restore = "put it back from a backup: the ledger and the index were made with it"
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		return fail(restore, "%s is missing, and there is a ledger that was made with it", paths.LedgerKey)
	}
	return p.keyFile(file, restore, "chmod 600 "+shell.Quote(file)+mayBeForged)
}

// stateFiles are the files that the daemon opens at its start and keeps open, and that it
// cannot start without.
func (p *patient) stateFiles() finding {
	if p.firstStart() {
		return finding{}
	}
	in := func(names ...string) string { return filepath.Join(append([]string{p.state}, names...)...) }
	return p.usable(
		used{in(paths.StateLock), false},
		used{in(paths.LedgerDir), true},
		used{in(paths.LedgerDir, ledger.HeadName), false},
		used{in(paths.StoreDir), true},
		used{in(paths.StoreDir, paths.IndexFile), false},
		used{in(paths.BlockedDir), true},
		used{in(paths.RunsDir), true})
}

// recent is what the end of the ledger shows.
type recent struct {
	hook, canary time.Time // when a gateway was last heard from; zero if never
	canaryDenied bool
}

// canarySuffix is the suffix of the canary's session.
const canarySuffix = ":provenance-canary"

func (r *recent) hear(s *story) {
	if s.hook == "" || strings.Contains(s.hook, ":") { // admin:… and tools:… do not come from a gateway
		return
	}
	r.hook = s.at
	if strings.HasSuffix(s.session, canarySuffix) && s.verdict != "" {
		r.canary, r.canaryDenied = s.at, s.verdict == "deny"
	}
}

// ledger checks the chain of the last two files, where a crash or a full disk would show, and
// looks for the gateway there. Without a daemon it first checks all of it, as a starting daemon
// does: a problem there is why it does not start.
func (p *patient) ledger() finding {
	if p.elsewhere() {
		return finding{}
	}
	dir := filepath.Join(p.state, paths.LedgerDir)
	files, err := ledgerFiles(dir)
	var unread *fs.PathError
	switch {
	case errors.As(err, &unread):
		return p.unseen(err)
	case err != nil && p.status != nil:
		return fail("restore the state directory from a backup", "%s", strings.SplitN(err.Error(), "\n", 2)[0])
	case err != nil:
		if _, err := os.Lstat(filepath.Join(dir, ledger.HeadName)); err == nil { // there was a ledger
			if f := p.wholeLedger(dir); f.Status != "" && f.Status != "ok" {
				return f
			}
		}
		if isThere(filepath.Join(p.state, paths.LedgerKey)) {
			return warn("if you moved it away to begin a new one, start the daemon; otherwise restore it from a backup",
				"%s is gone, and %s was made with it", dir, paths.LedgerKey)
		}
		return ok("there is none yet: the daemon makes it")
	}
	if p.status != nil && p.status.Journal.Failing != "" {
		return fail("make room, or mend the disk; until then calls are answered as onFailure says", "it cannot be written: %s", p.status.Journal.Failing)
	}
	whole := p.wholeLedger(dir)
	if whole.Status == "fail" {
		return whole
	}
	var heard recent
	n, finished := 1, false // the entry before the tail
	err = eachOfTail(dir, files[max(0, len(files)-2)], func(e *ledger.Entry) {
		n++
		finished = rotated(e)
		s, _ := storyOf(e)
		heard.hear(&s)
	})
	var wrong *ledger.Problem
	switch {
	case errors.As(err, &wrong):
		return fail(restoreLedger, "%v", wrong)
	case errors.Is(err, ledger.ErrNoEntry): // rotated or removed while we looked
		return warn("look again", "the last files were taken away while they were read")
	case err != nil:
		return p.unseen(err)
	}
	if p.status == nil && !finished { // a finished file is read-only
		if f := p.usable(used{filepath.Join(dir, ledger.FileName(files[len(files)-1])), false}); f.Status != "" {
			return f
		}
	}
	p.recent = &heard
	if whole.Status != "" {
		return whole
	}
	return ok("%s, file %d; the chain of the last %s holds", count(int64(len(files)), "file"), files[len(files)-1], count(int64(n), "entry"))
}

const restoreLedger = "keep a copy, find out who changed it (provenancectl audit verify), and restore it from a backup"

// wholeLedger finds why a daemon would not start with the ledger. A key that cannot be read has
// a row of its own.
func (p *patient) wholeLedger(dir string) finding {
	key, err := hmacauth.ReadKeyFile(filepath.Join(p.state, paths.LedgerKey))
	if err != nil {
		return finding{}
	}
	seen, err := ledger.ReadSeen(filepath.Join(p.state, paths.LedgerSeen))
	switch {
	case err != nil:
		return p.unseen(err)
	case seen.OtherKey(&key):
		return another(&ledger.Problem{What: ledger.OtherKey})
	case p.status != nil:
		return finding{}
	}
	r, err := p.call.verify(dir, &key)
	if err == nil && r.Problem == nil {
		var differs *ledger.Problem
		if differs, err = seen.Differs(dir, &key, r.First.File); differs != nil {
			return another(differs)
		}
	}
	switch {
	case err != nil:
		return p.unseen(err)
	case halfMark(&r):
		return warn("start the daemon, which writes both halves anew and records it; provenancectl audit verify says what leaves this",
			"one half of the head mark is damaged; the chain is whole, as far as the other one vouches for")
	case r.Problem != nil:
		return fail(restoreLedger, "%v", r.Problem)
	default:
		return ok("%s, file %d; all %s hold, and none is cut off", count(int64(r.Files), "file"), r.Last.File, count(int64(r.Entries), "entry"))
	}
}

// another says that the ledger is not the one seen before.
func another(what *ledger.Problem) finding {
	return fail("find out who put it there (provenancectl audit verify), and restore the state directory from a backup", "%v", what)
}

// rotated recognises the entry that ends a file.
func rotated(e *ledger.Entry) bool {
	var meta struct {
		Event string `json:"event"`
	}
	return e.Type == ledger.Meta && json.Unmarshal(e.Data, &meta) == nil && meta.Event == "rotated"
}

// eachOfTail calls f with the entries from the beginning of a file on, each checked against the
// one before.
func eachOfTail(dir string, file int, f func(*ledger.Entry)) error {
	tail, err := ledger.NewTail(dir, ledger.Position{File: file})
	if err != nil {
		return err
	}
	defer tail.Close()
	return tail.Poll(func(_ int, e ledger.Entry) error { f(&e); return nil })
}

const (
	littleSpace = 512 << 20
	noSpace     = 32 << 20
	fewInodes   = 1000
)

func (p *patient) disk() finding {
	if p.elsewhere() {
		return finding{}
	}
	dir := p.state
	if p.firstStart() {
		dir = existing(dir)
	}
	bytes, inodes, err := p.system.free(dir)
	room := "make room: without it calls are answered as onFailure says. --ledger-keep lets old ledger files go"
	if p.status == nil {
		room = "make room: on a full disk the daemon does not start"
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return warn(asTheDaemon, "%s: %v", dir, err)
	case err != nil:
		return warn("look at the file system", "%s: %v", dir, err)
	case bytes < noSpace:
		return fail(room, "%s free for %s", amount(bytes), dir)
	case bytes < littleSpace:
		return warn(room, "%s free for %s", amount(bytes), dir)
	case inodes < fewInodes:
		return warn(room, "%d files more fit into the file system of %s", inodes, dir)
	}
	return ok("%s free for %s", amount(bytes), dir)
}

func amount(bytes uint64) string {
	if bytes < 1<<30 {
		return size(int64(bytes))
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}

// freeSpace is what a user who is not root may still write.
func freeSpace(dir string) (bytes, inodes uint64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, 0, fmt.Errorf("statfs: %w", err)
	}
	if st.Files == 0 { // a file system that creates inodes on demand
		return st.Bavail * uint64(st.Bsize), 1 << 62, nil
	}
	return st.Bavail * uint64(st.Bsize), st.Ffree, nil
}
