package store

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	bolt "go.etcd.io/bbolt"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// Index is what the ledger says about every session, as of one position in it: a bbolt file,
// updated after the ledger. Losing it costs time, not knowledge. It is safe for concurrent use,
// but only one goroutine may save.
//
// Each value carries a MAC under the ledger's key, because bbolt has no checksums of its own: a
// flipped bit must not become a better level.
type Index struct {
	path string
	key  hmacauth.Key
	macs *hmacauth.Deriver // under the key
	db   *bolt.DB
	room []byte // seal's buffer, used only by the saving goroutine
	made bool   // created at this start, because there was no usable one

	mu      sync.Mutex
	head    head
	damaged error // set once; nothing is read or written from then on
	wrecked bool  // bbolt panicked; its locks may be held
}

var _ engine.Index = (*Index)(nil)

var (
	metaBucket     = []byte("meta")
	sessionsBucket = []byte("sessions") // session key → MAC, JSON of engine.Snapshot
	turnsBucket    = []byte("turns")    // turnKey → MAC, JSON of session.Turn
	pendingBucket  = []byte("pending")  // session key → when its code expires, RFC 3339

	schemaKey = []byte("schema") // the schema's version, decimal
	headKey   = []byte("head")   // MAC, JSON of head

	fingerprintKey = []byte("key") // ledger.Fingerprint of the key for the MACs
)

// head describes the index itself.
type head struct {
	Position ledger.Position `json:"position"` // the index is current up to here; zero: nothing yet
	Sessions int             `json:"sessions"`
	Files    int             `json:"files,omitzero"` // files with an entry
	Sum      sum256          `json:"sum,omitzero"`   // of the MACs of sessions and turns; zero in an index from before sums existed

	// Sessions to load at start, besides those with a pending code: one whose gateway has named
	// the owner, and the one of the latest judged call.
	OwnerField string       `json:"ownerField"`
	Judged     string       `json:"judged"`
	JudgedAt   wire.Receipt `json:"judgedAt"`

	Halts []session.Halt `json:"halts,omitzero"` // that stand

	// Gap is why it may lack sessions that the daemon once knew; empty if it has all.
	Gap string `json:"gap"`

	// Foreign is where the ledger ended when the index turned out to be made from another one;
	// zero once that ledger is folded in completely (see Store.fold).
	Foreign ledger.Position `json:"foreign,omitzero"`
}

// madeFrom is the position in the ledger that the index was made from, or detached for; zero if
// there is none yet.
func (x *Index) madeFrom() ledger.Position {
	h := x.state()
	if h.Position == (ledger.Position{}) {
		return h.Foreign
	}
	return h.Position
}

// errDamaged says that the index file does not contain what was saved. What it says about a
// session must not be believed; a restart rebuilds it.
var errDamaged = errors.New("the index is damaged; restart the daemon to rebuild it from the ledger")

// Load finds a session.
func (x *Index) Load(key string) (session.Snapshot, bool, error) {
	var snap session.Snapshot
	found := false
	err := x.guard(func() error {
		return x.db.View(func(tx *bolt.Tx) error {
			value := tx.Bucket(sessionsBucket).Get([]byte(key))
			if value == nil {
				return nil
			}
			found = true
			return x.open(tx, []byte(key), value, &snap)
		})
	})
	snap.State.FromEarlier()
	if err != nil {
		return session.Snapshot{}, false, fmt.Errorf("look up in the index: %w", err)
	}
	return snap, found, nil
}

// Turn finds a turn that is stored apart from its session.
func (x *Index) Turn(key string, number int) (*session.Turn, error) {
	name := turnKey(key, number)
	t := new(session.Turn)
	err := x.guard(func() error {
		return x.db.View(func(tx *bolt.Tx) error {
			value := tx.Bucket(turnsBucket).Get(name)
			if value == nil {
				return x.damage(errors.New("a turn is missing"))
			}
			return x.open(tx, name, value, t)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("look up a turn in the index: %w", err)
	}
	return t, nil
}

// turnKey names a turn: its session's key, a zero byte, and its number. Keys of the same length
// with the same beginning belong to the same session.
func turnKey(session string, number int) []byte {
	return binary.BigEndian.AppendUint64(append([]byte(session), 0), uint64(number))
}

// turnEnd is by how much a turn's key is longer than its session's.
const turnEnd = 1 + 8

// eachBatch is how many sessions Each reads at once: f runs outside of the transaction, which
// would keep old pages from being reused.
const eachBatch = 256

// Each calls f for every session whose key comes after the given one, in key order,
// until f fails. A session that is saved meanwhile may appear in its old or new state. Of those
// that are known it gets the key alone, which spares reading them.
func (x *Index) Each(after string, known func(key string) bool, f func(session.Snapshot) error) error {
	for {
		batch, err := x.batch(after, known)
		if err != nil {
			return fmt.Errorf("list the index: %w", err)
		}
		for _, snap := range batch {
			if err := f(snap); err != nil {
				return err
			}
		}
		if len(batch) < eachBatch {
			return nil
		}
		after = batch[len(batch)-1].Key
	}
}

// batch reads the sessions after a key, at most eachBatch of them. No session has an empty key.
func (x *Index) batch(after string, known func(key string) bool) (batch []session.Snapshot, err error) {
	err = x.guard(func() error {
		return x.db.View(func(tx *bolt.Tx) error {
			c := tx.Bucket(sessionsBucket).Cursor()
			key, value := c.Seek([]byte(after))
			if after != "" && string(key) == after {
				key, value = c.Next()
			}
			for ; key != nil && len(batch) < eachBatch; key, value = c.Next() {
				snap := session.Snapshot{Key: string(key)}
				if known == nil || !known(snap.Key) {
					if err := x.open(tx, key, value, &snap); err != nil {
						return err
					}
					snap.State.FromEarlier()
				}
				batch = append(batch, snap)
			}
			return nil
		})
	})
	return batch, err
}

// Count is the number of sessions.
func (x *Index) Count() int { return x.state().Sessions }

func (x *Index) state() head {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.head
}

// broken is the damage found so far, or nil.
func (x *Index) broken() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.damaged
}

// save puts sessions, and what is known of files, into the index, which is then true up to a position: all of
// it is on disk when save returns, or none.
func (x *Index) save(list []session.Snapshot, files []session.KnownFile, texts []session.PrintedText, halts []session.Halt, upTo ledger.Position) error {
	values := make([]sealed, len(list))
	for i := range list {
		var err error
		if values[i], err = x.sealed(&list[i]); err != nil {
			return fmt.Errorf("session %q: %w", list[i].Key, err)
		}
	}
	next := x.state()
	next.Position, next.Foreign, next.Halts = upTo, ledger.Position{}, halts
	for i := range list {
		s := &list[i]
		if s.State.OwnerField && next.OwnerField == "" {
			next.OwnerField = s.Key
		}
		if r := s.LastJudged; r.Hash != "" && position(next.JudgedAt).Before(position(r)) {
			next.Judged, next.JudgedAt = s.Key, r
		}
	}
	err := x.update(&next, func(tx *bolt.Tx) error {
		sessions, turns, pending := tx.Bucket(sessionsBucket), tx.Bucket(turnsBucket), tx.Bucket(pendingBucket)
		for i := range list {
			key := []byte(list[i].Key)
			isNew, err := x.put(tx, sessions, &next.Sum, key, values[i].session)
			if err != nil {
				return err
			}
			if isNew && !session.IsCanary(list[i].Key) {
				next.Sessions++
			}
			for j, t := range list[i].Ended {
				if _, err := x.put(tx, turns, &next.Sum, turnKey(list[i].Key, t.Number), values[i].turns[j]); err != nil {
					return err
				}
			}
			if len(list[i].Ended) > 0 {
				if err := x.dropTurns(tx, &next.Sum, &list[i]); err != nil {
					return err
				}
			}
			if err := putPending(pending, key, list[i].State.Codes); err != nil {
				return err
			}
		}
		if err := x.putFiles(tx, &next, files); err != nil {
			return err
		}
		return x.putPrinted(tx, &next, texts)
	})
	if err != nil {
		return fmt.Errorf("save to the index: %w", err)
	}
	return nil
}

// sealed is a session as the index stores it.
type sealed struct {
	session []byte
	turns   [][]byte
}

func (x *Index) sealed(s *session.Snapshot) (all sealed, err error) {
	for _, t := range s.Ended {
		text, err := x.seal(turnKey(s.Key, t.Number), t)
		if err != nil {
			return sealed{}, err
		}
		all.turns = append(all.turns, text)
	}
	all.session, err = x.seal([]byte(s.Key), s)
	return all, err
}

// put replaces the previous value, if there is one, and updates the sum.
func (x *Index) put(tx *bolt.Tx, b *bolt.Bucket, sum *sum256, key, value []byte) (isNew bool, err error) {
	old := b.Get(key)
	if old != nil {
		if err := x.bounded(tx, key, old); err != nil {
			return false, err
		}
		sum.toggle(old)
	}
	sum.toggle(value)
	return old == nil, b.Put(key, value)
}

// dropTurns removes a session's turns that it no longer keeps.
func (x *Index) dropTurns(tx *bolt.Tx, sum *sum256, s *session.Snapshot) error {
	c := tx.Bucket(turnsBucket).Cursor()
	begin := append([]byte(s.Key), 0)
	for name, value := c.Seek(begin); bytes.HasPrefix(name, begin); name, value = c.Next() {
		if len(name) != len(begin)+turnEnd-1 || s.State.Keeps(int(binary.BigEndian.Uint64(name[len(begin):]))) {
			continue
		}
		if err := x.bounded(tx, name, value); err != nil {
			return err
		}
		sum.toggle(value)
		if err := c.Delete(); err != nil {
			return err
		}
	}
	return nil
}

// update runs f and then makes next the head, in one transaction.
func (x *Index) update(next *head, f func(*bolt.Tx) error) error {
	err := x.guard(func() error {
		return x.db.Update(func(tx *bolt.Tx) error {
			if err := f(tx); err != nil {
				return err
			}
			return x.putHead(tx, *next)
		})
	})
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.head = *next
	return nil
}

// putPending stores until when a code of the session is pending.
func putPending(b *bolt.Bucket, key []byte, codes session.Codes) error {
	if len(codes) == 0 {
		return b.Delete(key)
	}
	last := slices.MaxFunc(codes, func(a, b session.Pending) int { return a.Expires.Compare(b.Expires) })
	return b.Put(key, last.Expires.UTC().AppendFormat(nil, time.RFC3339))
}

func (x *Index) putHead(tx *bolt.Tx, h head) error {
	value, err := x.seal(headKey, h)
	if err != nil {
		return err
	}
	return tx.Bucket(metaBucket).Put(headKey, value)
}

// wake lists the sessions that must be in memory: those with a pending code, and those that
// head names.
func (x *Index) wake(now time.Time) ([]string, error) {
	h := x.state()
	var keys []string
	for _, k := range []string{h.OwnerField, h.Judged} {
		if k != "" {
			keys = append(keys, k)
		}
	}
	err := x.guard(func() error {
		return x.db.View(func(tx *bolt.Tx) error {
			return tx.Bucket(pendingBucket).ForEach(func(key, value []byte) error {
				expires, err := x.expires(tx, key, value)
				if err == nil && now.Before(expires.Add(time.Second)) {
					keys = append(keys, string(key))
				}
				return err
			})
		})
	})
	return keys, err
}

// expires reads an entry of the pending bucket, which must belong to a session; it has no MAC
// of its own.
func (x *Index) expires(tx *bolt.Tx, key, value []byte) (time.Time, error) {
	if err := x.bounded(tx, key, value); err != nil {
		return time.Time{}, err
	}
	at, err := time.Parse(time.RFC3339, string(value[:min(len(value), len(time.RFC3339)+1)]))
	if err != nil || tx.Bucket(sessionsBucket).Get(key) == nil {
		return time.Time{}, x.damage(errors.New("a code has no session, or no time at which it expires"))
	}
	return at, nil
}

// seal encodes v, which is stored under a name. Successive values are written to the same
// buffer, and copied once. Zero values are omitted: a session's next event waits while they are
// read.
func (x *Index) seal(name []byte, v any) ([]byte, error) {
	x.room = append(x.room[:0], make([]byte, sha256.Size)...)
	out := bytes.NewBuffer(x.room)
	if err := json.MarshalWrite(out, v, json.OmitZeroStructFields(true)); err != nil {
		return nil, err
	}
	x.room = out.Bytes()
	mac := x.mac(name, x.room[sha256.Size:])
	copy(x.room, mac[:])
	return bytes.Clone(x.room), nil
}

// open decodes what seal has made.
func (x *Index) open(tx *bolt.Tx, name, value []byte, v any) error {
	if err := x.check(tx, name, value); err != nil {
		return err
	}
	if err := json.Unmarshal(value[sha256.Size:], v, json.RejectUnknownMembers(true)); err != nil {
		return x.damage(fmt.Errorf("%q: %w", name, err))
	}
	return nil
}

// check fails for a value that is not as it was saved. It does not mention the name: on a
// damaged page that may be anything in this process's memory.
func (x *Index) check(tx *bolt.Tx, name, value []byte) error {
	if err := x.bounded(tx, name, value); err != nil {
		return err
	}
	if len(value) < sha256.Size {
		return x.damage(fmt.Errorf("a value has %d bytes", len(value)))
	}
	mac := x.mac(name, value[sha256.Size:])
	if !hmac.Equal(mac[:], value[:sha256.Size]) {
		return x.damage(errors.New("a value is not what was saved"))
	}
	return nil
}

// maxName is longer than the name of any session, turn or file.
const maxName = 8 << 10

// bounded refuses impossible lengths before anything is read: bbolt trusts the lengths that it
// finds.
func (x *Index) bounded(tx *bolt.Tx, name, value []byte) error {
	if len(name) > maxName || int64(len(value)) > tx.Size() {
		return x.damage(fmt.Errorf("a name has %d bytes and its value %d", len(name), len(value)))
	}
	return nil
}

// sum256 is the sum of many MACs, in any order: it proves that an index has each of its
// sessions once, and as last saved. A single MAC proves neither.
type sum256 [sha256.Size]byte

// toggle adds a value's MAC, or removes it again.
func (s *sum256) toggle(value []byte) {
	for i := range s[:min(len(value), len(s))] {
		s[i] ^= value[i]
	}
}

func (x *Index) mac(name, text []byte) [sha256.Size]byte {
	return x.macs.Derive("index "+strconv.Quote(string(name)), text)
}

// damage keeps the first damage found.
func (x *Index) damage(what error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.damaged == nil {
		x.damaged = fmt.Errorf("%w: %w", errDamaged, what)
	}
	return x.damaged
}

// guard runs f, which uses the file. bbolt trusts what it reads: on a damaged page it panics,
// and beyond the end of a truncated file the mapping faults. Afterwards its locks may be held,
// so it is not used any more.
func (x *Index) guard(f func() error) (err error) {
	if err := x.broken(); err != nil {
		return err
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = x.damage(fmt.Errorf("%v", r))
			x.mu.Lock()
			x.wrecked = true
			x.mu.Unlock()
		}
	}()
	return f()
}

func (x *Index) close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.wrecked {
		return nil
	}
	return x.db.Close()
}

func position(r wire.Receipt) ledger.Position {
	return ledger.Position{File: r.File, Seq: r.Seq, Hash: r.Hash}
}
