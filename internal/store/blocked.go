package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/memguard"
)

const (
	// How much staging may hold, for one session and in total. When it is full it refuses:
	// dropping the oldest would lose someone's work, and filling the disk would lose more.
	mostSessionBytes = 32 << 20
	mostSession      = 200
	mostBlockedBytes = 256 << 20
	mostBlocked      = 2000

	idLength   = 9 // "b" and 8 hex digits
	tempPrefix = ".tmp-"
)

var (
	// ErrNotStaged says that there is no staged write with that id: it never existed, or was
	// committed or dropped. It is an engine.ErrNotFound.
	ErrNotStaged = fmt.Errorf("staged write %w", decide.ErrNotFound)
)

// BlockedOptions configure OpenBlocked. Zero bounds are the defaults.
type BlockedOptions struct {
	MaxBytes        int64 // on disk, all staged writes together
	MaxCount        int
	MaxSessionBytes int64 // those of one session
	MaxSession      int
	Paths           engine.Paths // OSPaths without a home directory when nil
	// Record records what the owner does with a staged write, and returns once that is on disk.
	// If it fails, nothing is done. Nil records nothing. For a commit, files are the ones about
	// to be written.
	Record func(event, id string, files []BlockedFile) error
	// Own reports whether a resolved path is one of the daemon's own, which no commit writes.
	// If nil, only the staging directory is.
	Own func(path string) bool
	// Memory returns the files that currently count as memory; nil means the built-in ones.
	Memory func() memguard.Files
}

// What happens to a staged write, as recorded in the ledger. Each of the first two is recorded
// before it is done; if doing it fails, the third follows.
const (
	eventCommitted = "staged_write_committed"
	eventDropped   = "staged_write_dropped"
	eventKept      = "staged_write_kept"
)

// Blocked keeps the writes that the memory guard blocked (seed 000, "Memory File Write
// Protection") until the owner commits or drops them: each in a directory of its own under
// STATE/blocked, readable without any program. Only one process may have it open. Its methods
// may be called concurrently.
type Blocked struct {
	dir    string
	all    quota
	each   quota // for one session
	paths  engine.Paths
	record func(event, id string, files []BlockedFile) error
	own    func(path string) bool
	memory func() memguard.Files

	owner sync.Mutex // held while a write is committed or dropped

	mu     sync.Mutex       // guards the fields below
	staged map[string]entry // by id: staged writes, and those being staged
	busy   int              // writes being staged or removed: while there are any, the disk and staged differ
}

// entry is what one staged write takes up.
type entry struct {
	session string // empty if its meta.json cannot be read
	bytes   int64
}

// quota is usage and its limit.
type quota struct {
	count int
	bytes int64
}

// OpenBlocked opens the staging directory, creating it if necessary, and removes
// partial writes left by a crash.
func OpenBlocked(dir string, o BlockedOptions) (*Blocked, error) {
	b := &Blocked{
		dir: dir, paths: o.Paths, record: o.Record, staged: map[string]entry{},
		all:  quota{cmp.Or(o.MaxCount, mostBlocked), cmp.Or(o.MaxBytes, mostBlockedBytes)},
		each: quota{cmp.Or(o.MaxSession, mostSession), cmp.Or(o.MaxSessionBytes, mostSessionBytes)},
	}
	if b.paths == nil {
		b.paths = OSPaths{}
	}
	if b.record == nil {
		b.record = func(string, string, []BlockedFile) error { return nil }
	}
	if b.memory = o.Memory; b.memory == nil {
		b.memory = func() memguard.Files { return memguard.Files{} }
	}
	own := o.Own
	b.own = func(path string) bool { return inside(path, dir) || own != nil && own(path) }
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open staging: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open staging: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("open staging: %w", err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return nil, fmt.Errorf("open staging: %w", err)
			}
		}
	}
	if err := b.measure(); err != nil {
		return nil, fmt.Errorf("open staging: %w", err)
	}
	return b, nil
}

// Stage stores w. It returns once w is completely on disk; until then no part of it is visible.
func (b *Blocked) Stage(ctx context.Context, w decide.BlockedWrite) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !validID(w.ID) {
		return fmt.Errorf("stage: %q is no id of a staged write", w.ID)
	}
	s, content := b.describe(w)
	meta, err := s.encode()
	if err != nil {
		return fmt.Errorf("stage %s: %w", w.ID, err)
	}
	size := int64(len(meta) + len(content) + len(w.Params))
	if err := b.reserve(w.ID, entry{w.Session, size}); err != nil {
		return fmt.Errorf("stage %s: %w", w.ID, err)
	}
	err = b.put(w.ID, map[string][]byte{metaFile: meta, contentFile: []byte(content), paramsFile: w.Params})
	if err != nil {
		b.settle(w.ID)
		return fmt.Errorf("stage %s: %w", w.ID, err)
	}
	b.settle("")
	return nil
}

// Usage returns how many writes are staged and how much disk space they take.
func (b *Blocked) Usage() (count int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	used, _ := b.used()
	return used.count, used.bytes
}

// Room is how much is staged, and how much may be, as JSON of docs/PROTOCOL-ADMIN.md.
type Room struct {
	Writes           int      `json:"writes"`
	Bytes            int64    `json:"bytes"`
	MaxWrites        int      `json:"maxWrites"`
	MaxBytes         int64    `json:"maxBytes"`
	MaxSessionWrites int      `json:"maxSessionWrites"`
	MaxSessionBytes  int64    `json:"maxSessionBytes"`
	FullSessions     []string `json:"fullSessions"` // those that have used at least nine tenths of their quota
}

// Room returns how much is staged and how much may be.
func (b *Blocked) Room() Room {
	b.mu.Lock()
	defer b.mu.Unlock()
	used, sessions := b.used()
	r := Room{used.count, used.bytes, b.all.count, b.all.bytes, b.each.count, b.each.bytes, []string{}}
	for name, q := range sessions {
		if q.count*10 >= b.each.count*9 || q.bytes/9 >= b.each.bytes/10 {
			r.FullSessions = append(r.FullSessions, name)
		}
	}
	slices.Sort(r.FullSessions)
	return r
}

// used sums up what is staged, in total and for each session. The caller holds mu.
func (b *Blocked) used() (all quota, sessions map[string]quota) {
	sessions = map[string]quota{}
	for _, e := range b.staged {
		all.count++
		all.bytes += e.bytes
		q := sessions[e.session]
		sessions[e.session] = quota{q.count + 1, q.bytes + e.bytes}
	}
	return all, sessions
}

// put makes the directory of one staged write appear at once, with all its files on disk.
func (b *Blocked) put(id string, files map[string][]byte) error {
	tmp := filepath.Join(b.dir, tempPrefix+id+"-"+rand.Text())
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return err
	}
	err := func() error {
		for name, data := range files {
			if err := writeSynced(filepath.Join(tmp, name), data); err != nil {
				return err
			}
		}
		if err := syncPath(tmp); err != nil {
			return err
		}
		if err := os.Rename(tmp, filepath.Join(b.dir, id)); err != nil {
			return err
		}
		return syncPath(b.dir)
	}()
	if err != nil {
		return errors.Join(err, os.RemoveAll(tmp))
	}
	return nil
}

// remove removes a staged write, atomically as far as others can see.
func (b *Blocked) remove(id string) error {
	dir := filepath.Join(b.dir, id)
	b.mu.Lock()
	b.busy++
	b.mu.Unlock()
	tmp := filepath.Join(b.dir, tempPrefix+id+"-"+rand.Text())
	if err := os.Rename(dir, tmp); err != nil {
		b.settle("")
		return err
	}
	b.settle(id)
	if err := syncPath(b.dir); err != nil {
		return err
	}
	return os.RemoveAll(tmp)
}

// reserve reserves room for one more write. Before it refuses it measures the disk again: the
// owner may have removed a directory by hand.
func (b *Blocked) reserve(id string, e entry) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, twice := b.staged[id]; twice {
		return fmt.Errorf("%s is staged already", id)
	}
	full := b.full(e)
	if full != nil && b.busy == 0 {
		if err := b.measure(); err != nil {
			return err
		}
		full = b.full(e)
	}
	if full != nil {
		return full
	}
	b.staged[id] = e
	b.busy++
	return nil
}

// full says which quota one more write would exceed.
func (b *Blocked) full(e entry) error {
	all, sessions := b.used()
	own := sessions[e.session]
	for _, q := range []struct {
		what        string
		used, bound quota
	}{{"of this session", own, b.each}, {"of all sessions", all, b.all}} {
		if q.used.count >= q.bound.count || q.used.bytes+e.bytes > q.bound.bytes {
			return decide.NoRoom(fmt.Sprintf("staging is full: %d of at most %d writes %s are staged, with %d of %d bytes, and this one has %d",
				q.used.count, q.bound.count, q.what, q.used.bytes, q.bound.bytes, e.bytes))
		}
	}
	return nil
}

// settle ends one staging or removal; gone, if not empty, is no longer staged.
func (b *Blocked) settle(gone string) {
	b.mu.Lock()
	delete(b.staged, gone)
	b.busy--
	b.mu.Unlock()
}

// measure finds out what is on disk. The caller holds mu, or nothing else uses b yet.
func (b *Blocked) measure() error {
	ids, err := b.ids()
	if err != nil {
		return err
	}
	now := make(map[string]entry, len(ids))
	for _, id := range ids {
		e, known := b.staged[id]
		if !known {
			if e.bytes, err = sizeOf(filepath.Join(b.dir, id)); err != nil {
				return err
			}
			if s, err := b.loadMeta(id); err == nil {
				e.session = s.Session
			}
		}
		now[id] = e
	}
	b.staged = now
	return nil
}

// ids lists what is staged.
func (b *Blocked) ids() ([]string, error) {
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		if validID(e.Name()) && e.IsDir() {
			ids = append(ids, e.Name())
		}
	}
	return ids, nil
}

// validID keeps anything that is not an id out of a path.
func validID(id string) bool {
	return len(id) == idLength && id[0] == 'b' && strings.Trim(id[1:], "0123456789abcdef") == ""
}

// sizeOf sums up the files that staging counts: those that never change. One that somebody
// removed by hand counts as nothing.
func sizeOf(dir string) (int64, error) {
	var size int64
	for _, name := range []string{metaFile, contentFile, paramsFile} {
		info, err := os.Lstat(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, err
		}
		size += info.Size()
	}
	return size, nil
}

// writeSynced writes a new file and returns once its content is on disk.
func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func syncPath(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
