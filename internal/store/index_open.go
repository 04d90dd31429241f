package store

import (
	"bytes"
	"errors"
	"fmt"
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

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/wire"
)

// schema is how an index is laid out, and how an older layout becomes this one.
type schema struct {
	version int
	steps   map[int]func(*bolt.Tx) error // steps[n] brings version n to n+1
}

// indexSchema changes whenever engine.Snapshot does in a way that decoding what
// was saved before would not survive.
var indexSchema = schema{version: 1}

// errUnusable says that an index must be built anew.
var errUnusable = errors.New("unusable index")

// lockWait is how long a daemon that is just ending may hold the file.
const lockWait = time.Second

// openIndex opens the index in path. One that cannot be used is set aside and
// why says so; the index is then empty, as it is where there was none.
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
	x := &Index{path: path, key: key, db: db}
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

// prepare makes a new index, or brings an existing one to the current schema.
func (x *Index) prepare(s schema) error {
	return x.db.Update(func(tx *bolt.Tx) error {
		info, err := os.Stat(x.path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: its end is missing", errUnusable)
		}
		meta := tx.Bucket(metaBucket)
		if meta == nil {
			return x.create(tx, s)
		}
		version, err := strconv.Atoi(string(meta.Get(schemaKey)))
		if err != nil {
			return fmt.Errorf("%w: its schema has no version", errUnusable)
		}
		if version > s.version {
			return fmt.Errorf("%w: its schema %d is of a later version than %d", errUnusable, version, s.version)
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
		if version < s.version {
			if err := putSchema(tx, s); err != nil {
				return err
			}
		}
		if tx.Bucket(sessionsBucket) == nil || tx.Bucket(pendingBucket) == nil {
			return fmt.Errorf("%w: a bucket is missing", errUnusable)
		}
		if err := x.open(string(headKey), meta.Get(headKey), &x.head); err != nil {
			return err
		}
		return x.whole(tx)
	})
}

// whole reads all of it once. Damage that is found while the daemon runs costs a
// restart; the ledger, which is larger, is read whole at every start too.
func (x *Index) whole(tx *bolt.Tx) error {
	sessions := 0
	err := tx.Bucket(sessionsBucket).ForEach(func(key, value []byte) error {
		sessions++
		return x.check(string(key), value)
	})
	if err == nil && sessions != x.head.Sessions {
		err = fmt.Errorf("%w: it has %d sessions instead of %d", errUnusable, sessions, x.head.Sessions)
	}
	return err
}

func (x *Index) create(tx *bolt.Tx, s schema) error {
	for _, name := range [][]byte{metaBucket, sessionsBucket, pendingBucket} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	if err := putSchema(tx, s); err != nil {
		return err
	}
	return x.putHead(tx, head{})
}

func putSchema(tx *bolt.Tx, s schema) error {
	return tx.Bucket(metaBucket).Put(schemaKey, strconv.AppendInt(nil, int64(s.version), 10))
}

// setAside renames an index out of the way, in place of one set aside earlier.
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

// detach makes the index true up to the beginning of a ledger that is not the one
// it was made from, and that ends at end. What it knows of sessions stays; the
// places of their records mean nothing any more.
func (x *Index) detach(gap string, end ledger.Position) error {
	h := x.state()
	h = head{Sessions: h.Sessions, OwnerField: h.OwnerField, Gap: gap, Foreign: end}
	err := x.update(&h, func(tx *bolt.Tx) error {
		b := tx.Bucket(sessionsBucket)
		var keys [][]byte
		if err := b.ForEach(func(key, _ []byte) error { keys = append(keys, bytes.Clone(key)); return nil }); err != nil {
			return err
		}
		for _, key := range keys {
			var snap engine.Snapshot
			if err := x.open(string(key), b.Get(key), &snap); err != nil {
				return err
			}
			snap.Last, snap.LastJudged = wire.Receipt{}, wire.Receipt{}
			sealed, err := x.seal(snap.Key, &snap)
			if err != nil {
				return err
			}
			if err := b.Put(key, sealed); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("detach the index: %w", err)
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
