package store

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Options say where a store is and how it is kept.
type Options struct {
	Dir    string         // the state directory; it exists, and belongs to this process alone
	Ledger ledger.Options // Dir, Key, Needed, Now and Alarm are set by the store
	Idle   time.Duration  // after which an unused session leaves memory; 0: DefaultIdle
	Memory int            // bytes of memory that saved sessions may take; 0: DefaultMemory
	Boot   Boot
	Now    func() time.Time
	Rand   io.Reader // for the key of a new ledger
	Log    *zap.Logger
}

// DefaultIdle is how long an unused session stays in memory.
const DefaultIdle = time.Hour

// DefaultMemory is how many bytes of memory sessions may take: some nine thousand of the most
// recently used, or a hundred and more with the origins of their values.
const DefaultMemory = 32 << 20

// Boot is what the BOOT entry says about the process that starts.
type Boot struct {
	Version string
	PID     int
	Policy  string // hash of the policy in force
}

// Store is the ledger and its index. The zero Store is closed.
type Store struct {
	Journal
	index *Index
	key   hmacauth.Key
	opt   Options

	engine *engine.Engine // set by Attach
	stop   chan struct{}
	done   sync.WaitGroup
	needed atomic.Int64 // the first ledger file that the index lacks something of

	abandoned bool // the damaged index was moved away; only for the saving goroutine
	strange   bool // the ledger is not the one seen before; the note of that one is kept for the owner

	mu     sync.Mutex
	behind error     // why the latest save failed
	since  time.Time // when saves began to fail
}

// Open opens the ledger and the index in the state directory, or creates them. The ledger's
// errors are passed on: after ledger.ErrCorrupt nothing may be written to it, and nothing was.
func Open(o Options) (*Store, error) {
	o.Idle = cmp.Or(o.Idle, DefaultIdle)
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
	if o.Idle < saveEvery {
		return nil, fmt.Errorf("sessions must be idle for %s before they leave memory, not %s", saveEvery, o.Idle)
	}
	dir := filepath.Join(o.Dir, paths.LedgerDir)
	keyFile := filepath.Join(o.Dir, paths.LedgerKey)
	key, made, err := ledgerKey(keyFile, dir, o.Rand)
	if err != nil {
		return nil, err
	}
	s := &Store{key: key, opt: o, stop: make(chan struct{})}
	l := o.Ledger
	l.Dir, l.Key, l.Now, l.Alarm = dir, key, o.Now, s.failing
	l.Needed = func() int { return int(s.needed.Load()) }
	log, recovery, err := ledger.Open(l)
	if err != nil {
		return nil, err
	}
	s.log = log
	seen, err := ledger.ReadSeen(s.seenFile())
	if err == nil && made {
		if seen == (ledger.Seen{}) {
			seen.Key = ledger.Fingerprint(&key)
			err = ledger.WriteSeen(s.seenFile(), seen)
		}
		err = errors.Join(err, os.Rename(keyFile+unused, keyFile))
	}
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	if recovery.Cut > 0 {
		o.Log.Warn("the ledger ended in the middle of an entry, as a crash leaves it; that was never acknowledged and is cut off",
			zap.Int64("bytes", recovery.Cut), zap.Int("file", recovery.Torn.File), zap.Uint64("seq", recovery.Torn.Seq))
	}
	if recovery.Head {
		o.Log.Warn("the ledger's head mark was half written, as a crash leaves it; it is repaired")
	}
	if err := s.begin(seen, recovery.Created, made); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return s, nil
}

// seenFile is beside the index and not in its directory: it outlives an index that is rebuilt.
func (s *Store) seenFile() string { return filepath.Join(s.opt.Dir, paths.LedgerSeen) }

// begin records the start, and reconciles the index with the ledger. Its parameters are what
// was seen of the ledger before, and whether the ledger and its key are new: next to an old
// key, or an index, a new ledger is not the first.
func (s *Store) begin(seen ledger.Seen, newLedger, newKey bool) error {
	now := s.opt.Now()
	before := s.log.Last()
	_, err := s.append(now, ledger.Boot, struct {
		Head    wire.Receipt `json:"head"` // the previous entry
		PID     int          `json:"pid"`
		Policy  string       `json:"policy"`
		Time    time.Time    `json:"time"`
		Version string       `json:"version"`
	}{receipt(before), s.opt.Boot.PID, s.opt.Boot.Policy, now.UTC(), s.opt.Boot.Version})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(s.opt.Dir, paths.StoreDir), 0o700); err != nil {
		return fmt.Errorf("make room for the index: %w", err)
	}
	first, err := s.first()
	if err != nil {
		return err
	}
	strange, err := seen.Differs(filepath.Join(s.opt.Dir, paths.LedgerDir), &s.key, first)
	if err != nil {
		return err
	}
	x, why, err := s.openIndex(first, strange, now)
	if err != nil {
		return err
	}
	if errors.Is(why, errOtherKey) {
		strange = &ledger.Problem{What: ledger.OtherKey}
	}
	if why != nil {
		s.opt.Log.Warn("the index is set aside and built anew from the ledger", zap.Error(why))
		if err := s.Note(now, "index_set_aside", map[string]string{"why": why.Error()}); err != nil {
			return errors.Join(err, x.close())
		}
	}
	s.index = x
	found := findings{
		last: before, first: first, strange: strange,
		gone:   newLedger && (!newKey || why != nil),
		unseen: !newLedger && x.made && seen == (ledger.Seen{}),
	}
	if err := s.reconcile(found); err != nil {
		return errors.Join(err, x.close())
	}
	s.needed.Store(int64(x.state().Position.File))
	s.strange = strange != nil
	if err := s.see(before); err != nil {
		return errors.Join(err, x.close())
	}
	return nil
}

// see remembers which ledger this is, up to an entry that is on disk. A ledger that is not the
// one seen before does not replace it: audit verify continues to say so.
func (s *Store) see(upTo ledger.Position) error {
	if s.strange {
		return nil
	}
	return ledger.WriteSeen(s.seenFile(), ledger.Seen{Key: ledger.Fingerprint(&s.key), Last: upTo})
}

// findings are what is known about the ledger when a start checks whether the index fits.
type findings struct {
	last    ledger.Position // where it ended
	first   int             // the first file that is kept
	gone    bool            // it is new but not the first one here
	strange *ledger.Problem // why it is not the one that was seen; nil if it is
	unseen  bool            // there is no memory of it here
}

// openIndex opens the index. One that is older than the first kept ledger file, such as one
// from a backup, is set aside: what its sessions have read since is in no file, so it would be
// outdated about them. The same goes for an index that came with another key, unless it was
// built for that.
func (s *Store) openIndex(first int, strange *ledger.Problem, now time.Time) (x *Index, why, err error) {
	path := filepath.Join(s.opt.Dir, paths.StoreDir, paths.IndexFile)
	x, why, err = openIndex(path, s.key, indexSchema, now)
	switch {
	case err != nil || x.made:
		return x, why, err
	case strange != nil && strange.What == ledger.OtherKey && x.state().Gap == "":
		why = fmt.Errorf("%w: it came with another key than this ledger had before", errUnusable)
	case x.madeFrom() != (ledger.Position{}) && x.madeFrom().File < first:
		why = fmt.Errorf("%w: ledger files that it does not have, up to %d, were removed", errUnusable, first-1)
	default:
		return x, nil, nil
	}
	if err := errors.Join(x.close(), setAside(path, now)); err != nil {
		return nil, nil, fmt.Errorf("set the index aside: %w", err)
	}
	x, _, err = openIndex(path, s.key, indexSchema, now)
	return x, why, err
}

// reconcile checks that the index was made from this ledger, and that the ledger still has
// everything that the index lacks.
func (s *Store) reconcile(f findings) error {
	at := s.index.madeFrom()
	switch {
	case at == ledger.Position{} && f.gone:
		return s.admit(s.index.admit, "begun anew, because the ledger was gone: sessions of before are forgotten")
	case at == ledger.Position{} && f.strange != nil && f.strange.What == ledger.OtherKey:
		disown := func(gap string) error { return s.index.disown(gap, f.last) }
		return s.admit(disown, fmt.Sprintf("begun anew, because %s is not the one that this ledger had before: whoever put it there may have written the ledger anew, so what that says of sessions does not count, and those of before are forgotten", paths.LedgerKey))
	case at == ledger.Position{} && f.strange != nil:
		return s.admit(s.index.admit, "built anew from a ledger that is not the one of before: sessions of before are forgotten")
	case at == ledger.Position{} && f.unseen:
		return s.admit(s.index.admit, fmt.Sprintf("built anew, and %s is missing too: nothing shows that the ledger and its key are those of before, and sessions may be forgotten", paths.LedgerSeen))
	case at == ledger.Position{} && f.first == 1:
		admitted, err := s.admitted()
		if err != nil || !admitted {
			return err
		}
		return s.admit(s.index.admit, "built anew from a ledger that was not the first one here: sessions of before are forgotten")
	case at == ledger.Position{}:
		return s.admit(s.index.admit, fmt.Sprintf("built anew from ledger files that begin with %d: sessions last seen before that are forgotten", f.first))
	}
	if !f.last.Before(at) {
		found, err := s.log.Entry(at.File, at.Seq)
		if err != nil && !errors.Is(err, ledger.ErrNoEntry) {
			return fmt.Errorf("read the ledger: %w", err)
		}
		if err == nil && found.Hash == at.Hash {
			if f.strange == nil || s.index.state().Gap != "" {
				return nil
			}
			return s.admit(s.index.admit, "changed together with the ledger, which lacks an entry that was seen there: either may have been written anew")
		}
	}
	detach := func(gap string) error { return s.index.detach(gap, f.last) }
	return s.admit(detach, "made from another ledger than the one that is there: what it knows of sessions is kept, but no entry shows it")
}

// first is the first ledger file that is kept. Retention may remove the very file being looked
// at, but it only ever moves forward.
func (s *Store) first() (int, error) {
	enough := errors.New("enough")
	for tries := 1; ; tries++ {
		first := 0
		err := s.log.Scan(ledger.Position{}, func(file int, _ ledger.Entry) error {
			first = file
			return enough
		})
		switch {
		case err == enough:
			return first, nil
		case tries == 100 || !errors.Is(err, ledger.ErrNoEntry):
			return 0, fmt.Errorf("read the ledger: %w", err)
		}
	}
}

// gapEvent is the ledger event for each gap that was admitted.
const gapEvent = "index_gap"

// admitted reports whether the ledger has a note of a gap. A lost index loses its own note,
// too.
func (s *Store) admitted() (bool, error) {
	found := errors.New("found")
	err := s.log.Scan(ledger.Position{}, func(_ int, e ledger.Entry) error {
		var meta struct {
			Event string `json:"event"`
		}
		if e.Type == ledger.Meta && json.Unmarshal(e.Data, &meta) == nil && meta.Event == gapEvent {
			return found
		}
		return nil
	})
	if err != nil && err != found {
		return false, fmt.Errorf("read the ledger: %w", err)
	}
	return err == found, nil
}

func (s *Store) admit(how func(gap string) error, gap string) error {
	s.opt.Log.Error("the index and the ledger do not fit together", zap.String("index", gap))
	if err := s.Note(s.opt.Now(), gapEvent, map[string]string{"index": gap}); err != nil {
		return err
	}
	return how(gap)
}

// unused is the suffix of a key's file until there is a ledger made with it. Otherwise, a key
// without a ledger is the sign that a ledger was removed.
const unused = ".new"

// ledgerKey reads the key of the ledger in dir, or makes one for a new ledger, or takes the one
// made by an earlier start that failed.
func ledgerKey(path, dir string, rand io.Reader) (key hmacauth.Key, made bool, err error) {
	key, err = hmacauth.ReadKeyFile(path)
	if errors.Is(err, hmacauth.ErrKeyFile) {
		return key, false, fmt.Errorf("%w; the ledger in %s was made with it: make the key what it was, mode and owner too, or move both away to begin a new ledger, which forgets every session", err, dir)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return key, false, err
	}
	key, err = hmacauth.ReadKeyFile(path + unused)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, true, err
	}
	if names, err := os.ReadDir(dir); err == nil && len(names) > 0 {
		return key, false, fmt.Errorf("%s is missing, and the ledger in %s was made with it: put it back, or move the ledger away to begin a new one, which forgets every session", path, dir)
	}
	if key, err = hmacauth.GenerateKey(rand); err != nil {
		return key, false, err
	}
	return key, true, hmacauth.WriteKeyFile(path+unused, key)
}

// Index holds the sessions that are not in memory.
func (s *Store) Index() *Index { return s.index }

// Code is the approval code for a nonce: the same after every start.
func (s *Store) Code(nonce string) string { return s.key.ApprovalCode(nonce) }

// Ticket proves in which session a command was started, and the session's level then. Tickets
// stay valid across restarts.
func (s *Store) Ticket(session string, level trust.Level, expires time.Time) string {
	return s.key.Ticket(session, level.String(), expires)
}

// TicketSession returns the session and the level that a ticket was issued for; its
// error is hmacauth.ErrTicket. A ticket without a level counts as untrusted.
func (s *Store) TicketSession(ticket string, now time.Time) (session string, level trust.Level, err error) {
	session, word, err := s.key.TicketSession(ticket, now)
	if level, err := trust.ParseLevel(word); err == nil {
		return session, level, nil
	}
	return session, trust.Untrusted, err
}

// Digest is a keyed hash of a secret: equal secrets have equal digests, and only
// those who have the key can try a guess.
func (s *Store) Digest(secret string) string { return Keyed{&s.key}.Digest(secret) }

// Mark is a keyed hash of a text, the same after every start. Domains keep one use
// apart from another.
func (s *Store) Mark(domain, text string) session.Mark { return Keyed{&s.key}.Mark(domain, text) }

// Keyed makes the hashes of a store from its ledger's key alone, for whoever reads the ledger
// without opening it.
type Keyed struct{ Key *hmacauth.Key }

// Digest is that of Store.
func (k Keyed) Digest(secret string) string {
	sum := k.Key.Derive("secret", []byte(secret))
	return hex.EncodeToString(sum[:8])
}

// Mark is that of Store.
func (k Keyed) Mark(domain, text string) session.Mark {
	sum := k.Key.Derive(domain, []byte(text))
	return session.Mark(sum[:16])
}

// Attach brings a new engine to the state at the end of the ledger, and from then on saves its
// changes, until Close.
func (s *Store) Attach(e *engine.Engine) error {
	if err := s.fold(e); err != nil {
		return err
	}
	s.done.Go(s.writeBehind)
	return nil
}

// fold applies what the index does not have yet. Records of another ledger, such as a restored
// backup, only count for sessions that the index does not know: about the others they may be
// outdated, such as a reset before the latest taint.
func (s *Store) fold(e *engine.Engine) error {
	at := s.index.state()
	from := at.Position
	folded := 0
	saves := at.Foreign == ledger.Position{} // otherwise all of it has to be read first
	known := indexedSessions{s.index, map[string]bool{}}
	err := s.log.Scan(from, func(file int, entry ledger.Entry) error {
		if !isRecord(entry.Type) {
			return nil
		}
		r, err := decodeRecord(entry.Data)
		if err != nil {
			return fmt.Errorf("ledger file %d, seq %d is not of this version of the program: %w", file, entry.Seq, err)
		}
		if !at.Foreign.Before(ledger.Position{File: file, Seq: entry.Seq}) {
			if has, err := known.has(r.Session); has || err != nil {
				r.Changes = lowering(r.Changes)
				e.ReplayFiles(r)
				return err
			}
			r.Changes = lowering(r.Changes)
		}
		folded++
		receipt := wire.Receipt{File: file, Seq: entry.Seq, Hash: entry.Hash}
		if err := e.Replay(r, receipt); err != nil {
			return err
		}
		if saves && e.Changed() >= maxBehind {
			saves = s.saveFolded(e, position(receipt))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("fold the ledger over the index: %w", err)
	}
	if folded > 0 {
		s.opt.Log.Info("the index was behind the ledger", zap.Int("entries", folded), zap.Int("file", from.File), zap.Uint64("seq", from.Seq))
	}
	keys, err := s.index.wake(s.opt.Now())
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := e.Wake(key); err != nil {
			return err
		}
	}
	s.engine = e
	return nil
}

// lowering is what a record of another ledger says, without the labels of files that it clears, the
// skills that it accepts and the halts that it ends, which may be outdated.
func lowering(changes session.Changes) session.Changes {
	return slices.DeleteFunc(changes, func(c session.Change) bool {
		switch c.(type) {
		case *session.FileCleared, *session.SkillAccepted, *session.Resumed:
			return true
		}
		return false
	})
}

// saveFolded saves what has been folded in so far, up to an entry: a long ledger would fill the
// memory. It reports whether that was possible; if not, it stays in memory.
func (s *Store) saveFolded(e *engine.Engine, upTo ledger.Position) bool {
	list, files, texts := e.Dirty(), e.DirtyFiles(), e.DirtyPrints()
	halts, _ := e.DirtyHalts()
	err := s.log.Flush(context.Background(), upTo, true)
	if err == nil {
		err = s.index.save(list, files, texts, halts, upTo)
	}
	if err != nil {
		e.Redo(list)
		e.RedoFiles(files)
		e.RedoPrints(texts)
		e.RedoHalts()
		s.opt.Log.Warn("the index cannot be saved yet", zap.Error(err))
		return false
	}
	e.SavedFiles()
	e.Shed(s.opt.Memory)
	return true
}

// indexedSessions asks only once for each session whether an index has it.
type indexedSessions struct {
	index *Index
	found map[string]bool
}

func (x indexedSessions) has(session string) (bool, error) {
	if has, asked := x.found[session]; asked {
		return has, nil
	}
	_, has, err := x.index.Load(session)
	if err == nil {
		x.found[session] = has
	}
	return has, err
}
