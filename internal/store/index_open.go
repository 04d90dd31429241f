package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// schema is the layout of an index, and how an older layout becomes this one.
type schema struct {
	version int
	steps   map[int]func(*bolt.Tx) error // steps[n] brings version n to n+1
}

// The version of indexSchema changes whenever session.Snapshot changes so that older values
// could not be decoded.
var indexSchema = schema{version: 3, steps: map[int]func(*bolt.Tx) error{
	// Sessions of version 1 contain their turns, and can still be read so; each is split when
	// it is saved next.
	1: func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket(turnsBucket)
		return err
	},
	2: func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket(filesBucket)
		return err
	},
}}

// errUnusable says that an index must be rebuilt.
var errUnusable = errors.New("unusable index")

// errOtherKey is errUnusable for an index that was made with another key than the ledger's.
var errOtherKey = fmt.Errorf("%w: it was made with another key than the ledger's", errUnusable)

// lockWait is how long a daemon that is stopping may still hold the file.
const lockWait = time.Second

// openIndex opens the index in path. One that cannot be used is set aside, and why says so; the
// index is then empty, as if there had been none.
func openIndex(path string, key hmacauth.Key, s schema, now time.Time) (x *Index, why, err error) {
	x, err = tryIndex(path, key, s)
	if !errors.Is(err, errUnusable) {
		return x, nil, err
	}
	why = err
	if err := setAside(path, now); err != nil {
		return nil, nil, fmt.Errorf("set the index aside: %w", err)
	}
	x, err = tryIndex(path, key, s)
	return x, why, err
}

func tryIndex(path string, key hmacauth.Key, s schema) (*Index, error) {
	db, err := openBolt(path)
	if err != nil {
		return nil, err
	}
	x := &Index{path: path, key: key, macs: key.Deriver(), db: db}
	err = x.guard(func() error { return x.prepare(s) })
	if x.broken() != nil {
		err = fmt.Errorf("%w: %w", errUnusable, err)
	}
	if err != nil {
		return nil, errors.Join(err, x.close())
	}
	return x, nil
}

func openBolt(path string) (db *bolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see Index.guard
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errUnusable, r)
		}
	}()
	db, err = bolt.Open(path, 0o600, &bolt.Options{
		Timeout:      lockWait,
		FreelistType: bolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			return os.OpenFile(name, flag|unix.O_NOFOLLOW|unix.O_NONBLOCK, mode)
		},
	})
	if err == nil {
		return db, nil
	}
	_, isPath := errors.AsType[*fs.PathError](err)
	_, isErrno := errors.AsType[syscall.Errno](err)
	if isPath || isErrno || errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("open the index: %w", err)
	}
	return nil, fmt.Errorf("%w: %w", errUnusable, err)
}

// prepare initialises a new index, or migrates an existing one to the current schema.
func (x *Index) prepare(s schema) error {
	return x.db.Update(func(tx *bolt.Tx) error {
		info, err := os.Stat(x.path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: its end is missing", errUnusable)
		}
		if err := x.sound(tx); err != nil {
			return err
		}
		meta := tx.Bucket(metaBucket)
		if meta == nil {
			if some, _ := tx.Cursor().First(); some != nil {
				return fmt.Errorf("%w: a bucket is missing", errUnusable)
			}
			return x.create(tx, s)
		}
		if err := s.migrate(tx, meta); err != nil {
			return err
		}
		if tx.Bucket(sessionsBucket) == nil || tx.Bucket(turnsBucket) == nil || tx.Bucket(pendingBucket) == nil || tx.Bucket(filesBucket) == nil {
			return fmt.Errorf("%w: a bucket is missing", errUnusable)
		}
		fingerprint := []byte(ledger.Fingerprint(&x.key))
		made := meta.Get(fingerprintKey)
		other := made != nil && !bytes.Equal(made, fingerprint)
		if err := x.open(tx, headKey, meta.Get(headKey), &x.head); err != nil && other {
			return errOtherKey
		} else if err != nil {
			return err
		}
		if other {
			return fmt.Errorf("%w: its key's fingerprint is not what was saved", errUnusable)
		}
		if err := x.whole(tx); err != nil || made != nil {
			return err
		}
		return meta.Put(fingerprintKey, fingerprint) // an index of an earlier version has none
	})
}

// migrate migrates an index of an earlier schema to this one.
func (s schema) migrate(tx *bolt.Tx, meta *bolt.Bucket) error {
	version, err := strconv.Atoi(string(meta.Get(schemaKey)))
	switch {
	case err != nil:
		return fmt.Errorf("%w: its schema has no version", errUnusable)
	case version > s.version:
		return fmt.Errorf("%w: its schema %d is of a later version than %d", errUnusable, version, s.version)
	case version == s.version:
		return nil
	}
	for v := version; v < s.version; v++ {
		step := s.steps[v]
		if step == nil {
			return fmt.Errorf("%w: nothing brings its schema %d to %d", errUnusable, v, v+1)
		}
		if err := step(tx); err != nil {
			return fmt.Errorf("%w: bring its schema %d to %d: %w", errUnusable, v, v+1, err)
		}
	}
	return putSchema(tx, s)
}

// sound follows every bucket's pages, as bbolt will: each must be in the file, in one place
// only, and not free. Otherwise bbolt could follow them without end, or write one session over
// another.
func (x *Index) sound(tx *bolt.Tx) error {
	f, err := os.Open(x.path)
	if err != nil {
		return err
	}
	defer f.Close()
	size := int64(x.db.Info().PageSize)
	p := pages{tx: tx, file: f, size: size, used: make([]bool, tx.Size()/size)}
	if err := p.takeFreelist(); err != nil {
		return err
	}
	if err := p.take(uint64(tx.Cursor().Bucket().Root())); err != nil {
		return err
	}
	err = tx.ForEach(func(_ []byte, b *bolt.Bucket) error {
		if root := uint64(b.Root()); root != 0 { // 0: it is in its parent's page
			return p.take(root)
		}
		return nil
	})
	if err != nil {
		return err
	}
	free, err := p.free()
	if err != nil {
		return err
	}
	if listed := x.db.Stats().FreePageN; free != listed { // some are beyond the end, or listed twice
		return fmt.Errorf("%w: it has %d free pages instead of %d", errUnusable, listed, free)
	}
	return nil
}

// pages is a file's pages, which are followed from the roots.
type pages struct {
	tx   *bolt.Tx
	file io.ReaderAt
	size int64  // of each
	used []bool // by page
}

// The parts of bbolt's format that are read here; bbolt itself reports the rest.
const (
	pageHeader    = 16
	branchElement = 16              // 4 bytes for the key's place, 4 for its size, 8 for the page below
	freelistPage  = pageHeader + 32 // in a meta page
)

// read reads from a place in a page.
func (p *pages) read(page uint64, at int64, into []byte) error {
	if _, err := p.file.ReadAt(into, int64(page)*p.size+at); err != nil {
		return fmt.Errorf("%w: page %d: %w", errUnusable, page, err)
	}
	return nil
}

// take marks a page as used, with its overflow pages and those below it.
func (p *pages) take(page uint64) error {
	last, branch, elements := page, false, 0
	for at := page; at <= last; at++ {
		if at >= uint64(len(p.used)) || p.used[at] {
			return fmt.Errorf("%w: page %d is not in the file, or in two places", errUnusable, at)
		}
		p.used[at] = true
		info, err := p.tx.Page(int(at))
		if err != nil {
			return err
		}
		if info.Type == "free" {
			return fmt.Errorf("%w: page %d is free", errUnusable, at)
		}
		if at == page {
			last, branch, elements = page+uint64(info.OverflowCount), info.Type == "branch", info.Count
		}
	}
	if !branch {
		return nil
	}
	list := make([]byte, branchElement*elements)
	if err := p.read(page, pageHeader, list); err != nil {
		return err
	}
	for ; len(list) > 0; list = list[branchElement:] {
		if err := p.take(binary.NativeEndian.Uint64(list[8:])); err != nil {
			return err
		}
	}
	return nil
}

// takeFreelist marks the list of free pages. One of the two meta pages is older, and its list
// may be gone.
func (p *pages) takeFreelist() error {
	for meta := range uint64(2) {
		var list [8]byte
		if err := p.read(meta, freelistPage, list[:]); err != nil {
			return err
		}
		page := binary.NativeEndian.Uint64(list[:])
		if page >= uint64(len(p.used)) || p.used[page] {
			continue
		}
		if info, err := p.tx.Page(int(page)); err != nil || info.Type != "freelist" {
			continue
		}
		if err := p.take(page); err != nil {
			return err
		}
	}
	return nil
}

// free counts the pages that nothing led to. They must all be free.
func (p *pages) free() (int, error) {
	free := 0
	for page := 2; page < len(p.used); page++ {
		if p.used[page] {
			continue
		}
		free++
		if info, err := p.tx.Page(page); err != nil || info.Type != "free" {
			return 0, fmt.Errorf("%w: page %d is lost", errUnusable, page)
		}
	}
	return free, nil
}

// whole reads all of it once. Damage found while the daemon runs costs a restart; the ledger,
// which is larger, is also read completely at every start.
func (x *Index) whole(tx *bolt.Tx) error {
	sessions, canaries, sum := 0, 0, sum256{}
	each := func(b *bolt.Bucket, key, value []byte) error {
		sum.toggle(value)
		if err := x.check(tx, key, value); err != nil {
			return err
		}
		if b.Get(key) == nil { // look-ups follow the branches' keys, which have no MAC
			return fmt.Errorf("%w: a session, or a turn, is not found by its name", errUnusable)
		}
		return nil
	}
	b := tx.Bucket(sessionsBucket)
	err := b.ForEach(func(key, value []byte) error {
		if session.IsCanary(string(key)) {
			canaries++ // not a real session
		} else if sessions++; sessions > x.head.Sessions {
			return fmt.Errorf("%w: it has more than %d sessions", errUnusable, x.head.Sessions)
		}
		return each(b, key, value)
	})
	if err == nil {
		b := tx.Bucket(turnsBucket)
		err = b.ForEach(func(key, value []byte) error { return each(b, key, value) })
	}
	if err == nil {
		err = x.wholeFiles(tx, each)
	}
	if err == nil {
		err = tx.Bucket(pendingBucket).ForEach(func(key, value []byte) error {
			_, err := x.expires(tx, key, value)
			return err
		})
	}
	switch known := x.head.Sum; {
	case err != nil:
		return err
	case sessions != x.head.Sessions && sessions+canaries != x.head.Sessions: // canaries used to be counted
		return fmt.Errorf("%w: it has %d sessions instead of %d", errUnusable, sessions, x.head.Sessions)
	case known != sum256{} && known != sum:
		return fmt.Errorf("%w: its sessions are not those that were saved", errUnusable)
	}
	x.head.Sessions, x.head.Sum = sessions, sum
	return nil
}

func (x *Index) create(tx *bolt.Tx, s schema) error {
	for _, name := range [][]byte{metaBucket, sessionsBucket, turnsBucket, pendingBucket, filesBucket} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	if err := putSchema(tx, s); err != nil {
		return err
	}
	if err := tx.Bucket(metaBucket).Put(fingerprintKey, []byte(ledger.Fingerprint(&x.key))); err != nil {
		return err
	}
	x.made = true
	return x.putHead(tx, head{})
}

func putSchema(tx *bolt.Tx, s schema) error {
	return tx.Bucket(metaBucket).Put(schemaKey, strconv.AppendInt(nil, int64(s.version), 10))
}

// setAside renames an index out of the way, replacing one set aside earlier.
func setAside(path string, now time.Time) error {
	old, err := filepath.Glob(path + ".bad-*")
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return os.Rename(path, path+".bad-"+now.UTC().Format("20060102T150405Z"))
}

// detach makes the index current up to the beginning of a ledger that is not the one it was
// made from, and that ends at end. What it knows about sessions stays; the positions of their
// records become meaningless.
func (x *Index) detach(gap string, end ledger.Position) error {
	h := x.state()
	h = head{Sessions: h.Sessions, Files: h.Files, OwnerField: h.OwnerField, Gap: gap, Foreign: end}
	err := x.update(&h, func(tx *bolt.Tx) error {
		b := tx.Bucket(sessionsBucket)
		var keys [][]byte
		if err := b.ForEach(func(key, _ []byte) error { keys = append(keys, bytes.Clone(key)); return nil }); err != nil {
			return err
		}
		for _, key := range keys {
			var snap session.Snapshot
			if err := x.open(tx, key, b.Get(key), &snap); err != nil {
				return err
			}
			snap.Last, snap.LastJudged = wire.Receipt{}, wire.Receipt{}
			sealed, err := x.seal(key, &snap)
			if err != nil {
				return err
			}
			if err := b.Put(key, sealed); err != nil {
				return err
			}
			h.Sum.toggle(sealed)
		}
		toggle := func(_, value []byte) error { h.Sum.toggle(value); return nil }
		if err := tx.Bucket(turnsBucket).ForEach(toggle); err != nil {
			return err
		}
		return tx.Bucket(filesBucket).ForEach(toggle)
	})
	if err != nil {
		return fmt.Errorf("detach the index: %w", err)
	}
	return nil
}

// disown is admit for a ledger that is not believed: the index counts as current up to its end,
// without any of it.
func (x *Index) disown(gap string, end ledger.Position) error {
	h := x.state()
	h.Gap, h.Position = gap, end
	if err := x.update(&h, func(*bolt.Tx) error { return nil }); err != nil {
		return fmt.Errorf("save to the index: %w", err)
	}
	return nil
}

// admit records that the index lacks sessions, and why.
func (x *Index) admit(gap string) error {
	h := x.state()
	h.Gap = gap
	if err := x.update(&h, func(*bolt.Tx) error { return nil }); err != nil {
		return fmt.Errorf("save to the index: %w", err)
	}
	return nil
}
