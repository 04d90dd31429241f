package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/provenanced/provenanced/internal/engine"
)

const (
	// What staging may hold. A full one refuses: dropping the oldest would lose
	// someone's work, and filling the disk would lose more.
	mostBlockedBytes = 1 << 30
	mostBlocked      = 10_000

	idLength   = 9 // "b" and 8 hex digits
	tempPrefix = ".tmp-"
)

var (
	// ErrNotStaged says that there is no staged write of that id: it was never
	// there, or is committed or dropped. It is an engine.ErrNotFound.
	ErrNotStaged = fmt.Errorf("staged write %w", engine.ErrNotFound)
	// ErrStagingFull says that a bound is reached. The owner has to commit or
	// drop some staged writes.
	ErrStagingFull = errors.New("staging is full: commit or drop some blocked writes")
)

// BlockedOptions configure OpenBlocked. Zero bounds are the defaults.
type BlockedOptions struct {
	MaxBytes int64 // on disk, all staged writes together
	MaxCount int
	Paths    engine.Paths // OSPaths without a home directory when nil
	// Record puts into the ledger what the owner does with a staged write, and returns
	// once that is on disk. Where it fails, nothing is done. Nil records nothing.
	// A commit tells the files that it is about to write.
	Record func(event, id string, files []BlockedFile) error
	// Own reports whether a resolved path is one of the daemon's own, which no commit
	// writes. Nil knows the staging directory alone.
	Own func(path string) bool
}

// What becomes of a staged write, as the ledger tells it. Each of the first two comes
// before the deed; where that fails then, the third follows.
const (
	eventCommitted = "staged_write_committed"
	eventDropped   = "staged_write_dropped"
	eventKept      = "staged_write_kept"
)

// Blocked keeps the writes that the memory guard blocked (seed 000, "Memory
// File Write Protection"): one directory each under STATE/blocked, readable
// without any program, until the owner commits or drops it. One process at a
// time may have it open. Its methods may be called at the same time.
type Blocked struct {
	dir      string
	maxBytes int64
	maxCount int
	paths    engine.Paths
	record   func(event, id string, files []BlockedFile) error
	own      func(path string) bool

	owner sync.Mutex // held while a write is committed or dropped

	mu    sync.Mutex // guards what follows
	count int        // staged, and room taken for what is being staged
	bytes int64
	busy  int // writes that are being staged or removed: while there are any, disk and count differ
}

// OpenBlocked opens the staging directory, creating it if necessary, and removes
// partial writes left by a crash.
func OpenBlocked(dir string, o BlockedOptions) (*Blocked, error) {
	b := &Blocked{dir: dir, maxBytes: o.MaxBytes, maxCount: o.MaxCount, paths: o.Paths, record: o.Record}
	if b.maxBytes == 0 {
		b.maxBytes = mostBlockedBytes
	}
	if b.maxCount == 0 {
		b.maxCount = mostBlocked
	}
	if b.paths == nil {
		b.paths = OSPaths{}
	}
	if b.record == nil {
		b.record = func(string, string, []BlockedFile) error { return nil }
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

// Stage stores w. It returns once w is completely on disk; until then no part of it is
// visible.
func (b *Blocked) Stage(ctx context.Context, w engine.BlockedWrite) error {
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
	if err := b.reserve(size); err != nil {
		return fmt.Errorf("stage %s: %w", w.ID, err)
	}
	err = b.put(w.ID, map[string][]byte{metaFile: meta, contentFile: []byte(content), paramsFile: w.Params})
	if err != nil {
		b.settle(-1, -size)
		return fmt.Errorf("stage %s: %w", w.ID, err)
	}
	b.settle(0, 0)
	return nil
}

// Usage returns how many writes are staged and what they take on disk.
func (b *Blocked) Usage() (count int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count, b.bytes
}

// put makes the directory of one staged write appear at once, with all its
// files on disk.
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

// remove takes a staged write away, at once as far as others can see.
func (b *Blocked) remove(id string) error {
	dir := filepath.Join(b.dir, id)
	size, err := sizeOf(dir)
	if err != nil {
		return err
	}
	b.mu.Lock()
	b.busy++
	b.mu.Unlock()
	tmp := filepath.Join(b.dir, tempPrefix+id+"-"+rand.Text())
	if err := os.Rename(dir, tmp); err != nil {
		b.settle(0, 0)
		return err
	}
	b.settle(-1, -size)
	if err := syncPath(b.dir); err != nil {
		return err
	}
	return os.RemoveAll(tmp)
}

// reserve takes room for one more write. Before it refuses it looks at the disk
// again: the owner may have removed a directory by hand.
func (b *Blocked) reserve(size int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	full := func() bool { return b.count >= b.maxCount || b.bytes+size > b.maxBytes }
	if full() && b.busy == 0 {
		if err := b.measure(); err != nil {
			return err
		}
	}
	if full() {
		return fmt.Errorf("%w (%d of %d writes, %d + %d of %d bytes)",
			ErrStagingFull, b.count, b.maxCount, b.bytes, size, b.maxBytes)
	}
	b.count++
	b.bytes += size
	b.busy++
	return nil
}

// settle ends one staging or removal, and corrects what is counted.
func (b *Blocked) settle(count int, bytes int64) {
	b.mu.Lock()
	b.count += count
	b.bytes += bytes
	b.busy--
	b.mu.Unlock()
}

// measure counts what is on disk. The caller holds mu or is the only one.
func (b *Blocked) measure() error {
	ids, err := b.ids()
	if err != nil {
		return err
	}
	var bytes int64
	for _, id := range ids {
		size, err := sizeOf(filepath.Join(b.dir, id))
		if err != nil {
			return err
		}
		bytes += size
	}
	b.count, b.bytes = len(ids), bytes
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

// validID keeps anything that is no id out of a path.
func validID(id string) bool {
	return len(id) == idLength && id[0] == 'b' && strings.Trim(id[1:], "0123456789abcdef") == ""
}

// sizeOf sums up the files that staging counts: those that never change. One
// that somebody removed by hand counts nothing.
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
