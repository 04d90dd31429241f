package engine

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// shard is a part of the sessions in memory.
type shard struct {
	mu       sync.RWMutex // guards the map, not the sessions
	sessions map[string]*resident
	left     uint64 // how many have left memory
}

// resident is one session in memory.
type resident struct {
	key    string
	shared atomic.Pointer[session.Shared] // for readers without mu; nil until the first record
	unsaid atomic.Pointer[session.Shared] // the same, of a session whose first record could not be made

	mu                sync.Mutex
	gone              bool // left memory; look it up again
	state             session.State
	workspace         string             // where its agent works, as last reported
	gatewayDir        string             // where its host keeps its own files, likewise
	shows             []fileShown        // the levels of the files of unfinished calls
	typing            map[string]string  // the text of the lines in state.Typing, as far as it is known
	values            *decide.Values     // the origins of the session's values; nil if nothing is known
	valuesLost        bool               // some of what the session has read is unknown to them
	valuesSince       int                // the last turn before they began anew
	valuesAtRest      jsontext.Value     // the same as the index has it, until it is needed
	unrecordedTaint   *session.Watermark // a level that the session has seen, not in a record yet
	unrecordedChanges session.Changes    // other changes not in a record yet: what undoes an act of the owner's, and what keepChange keeps
	last              wire.Receipt       // of the latest record
	lastJudged        wire.Receipt       // of the latest judged tool call; Hash is empty if there is none
	used              time.Time
	listed            bool // in Engine.changed
	queued            bool // in Engine.unrecorded
	dirty             bool // the index lags behind
	stored            bool // the index knows it
	saving            bool // stored since the latest Dirty, which may still be given back
	apart             int  // the latest turn that the index stores apart, unchanged
	size              int  // its share of Engine.size
}

// after reports whether a comes later in the ledger than b.
func after(a, b wire.Receipt) bool {
	if c := cmp.Compare(a.File, b.File); c != 0 {
		return c > 0
	}
	return b.Hash == "" || a.Seq > b.Seq
}

func (e *Engine) shard(key string) *shard { return &e.shards[e.shardOf(key)] }

func (e *Engine) shardOf(key string) uint64 {
	return maphash.String(e.seed, key) % uint64(len(e.shards))
}

// keyOf is the key under which a session is known: the gateway's own, unless it contains a secret.
// A session that an earlier version knew by such a key keeps it, and with it its taint.
func (e *Engine) keyOf(key string) string {
	sh := e.shard(key)
	sh.mu.RLock()
	_, here := sh.sessions[key]
	sh.mu.RUnlock()
	if here || decide.Usual(key) {
		return key
	}
	tidied := decide.TidyKey(key, e.opt.Digest)
	if tidied == key {
		return key
	}
	if _, known, err := e.opt.Index.Load(key); known || err != nil { // the error will come up again
		return key
	}
	return tidied
}

// tidyKeys replaces the keys of other sessions in a context by those under which they are known.
func (e *Engine) tidyKeys(c *wire.Ctx) {
	if c.SpawnedBy != "" {
		c.SpawnedBy = e.keyOf(c.SpawnedBy)
	}
	if from := c.InputProvenance; from != nil && from.SourceSessionKey != "" {
		tidied := *from
		tidied.SourceSessionKey = e.keyOf(from.SourceSessionKey)
		c.InputProvenance = &tidied
	}
}

// find looks a session up in memory, then in the index. It returns nil for an unknown one.
func (e *Engine) find(key string) (*resident, error) {
	s, _, err := e.look(key)
	return s, err
}

// look is find. The index's answer is valid until a session of the shard leaves memory, since that
// may be this one, changed and saved meanwhile. So left is how many had left before.
func (e *Engine) look(key string) (s *resident, left uint64, err error) {
	sh := e.shard(key)
	for {
		sh.mu.RLock()
		s, left = sh.sessions[key], sh.left
		sh.mu.RUnlock()
		if s != nil {
			return s, left, nil
		}
		snap, ok, err := e.opt.Index.Load(key)
		if err != nil {
			return nil, left, fmt.Errorf("session %s: %w", session.Label(key), err)
		}
		if !ok {
			return nil, left, nil
		}
		if s = e.adopt(snap, left); s != nil {
			return s, left, nil
		}
	}
}

// adopt brings a session of the index into memory; nil if it must be looked up again.
func (e *Engine) adopt(snap session.Snapshot, left uint64) *resident {
	sh := e.shard(snap.Key)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if s := sh.sessions[snap.Key]; s != nil || sh.left != left {
		return s
	}
	if snap.State.OwnerField {
		e.ownerField.Store(true)
	}
	e.judged(snap.LastJudged)
	s := &resident{
		key: snap.Key, state: snap.State, last: snap.Last, lastJudged: snap.LastJudged, used: e.opt.Now(), stored: true,
		apart: snap.State.KnownApart(), valuesAtRest: snap.Values,
	}
	view := s.state.Shared()
	s.shared.Store(&view)
	sh.sessions[s.key] = s
	e.weigh(s)
	return s
}

// lock returns a session with its lock held and its latest turn complete, making one if it is
// unknown. A new one stays unknown to everyone else until its first record is made.
func (e *Engine) lock(key string) (*resident, error) { return e.lockFor(key, false) }

// lockFor is lock for an event that may begin a turn, and then does not need the latest.
func (e *Engine) lockFor(key string, begins bool) (*resident, error) {
	for {
		s, left, err := e.look(key)
		if err != nil {
			return nil, err
		}
		if s == nil {
			if s = e.create(key, left); s == nil {
				continue
			}
		}
		s.mu.Lock()
		if !s.gone {
			s.used = e.opt.Now()
			if !begins || s.unrecordedChanges != nil {
				if err := e.whole(s); err != nil {
					s.mu.Unlock()
					return nil, err
				}
			}
			return s, nil
		}
		s.mu.Unlock()
	}
}

// whole loads what the index stores apart of a session's latest turn. The caller holds s.mu.
func (e *Engine) whole(s *resident) error {
	t := s.state.Turn
	if t == nil || !t.Apart {
		return nil
	}
	t, err := e.opt.Index.Turn(s.key, t.Number)
	if err != nil {
		return fmt.Errorf("session %s: %w", session.Label(s.key), err)
	}
	s.state.SetTurn(t)
	return nil
}

// create makes a session that the index did not know; nil if it must be looked up again.
func (e *Engine) create(key string, left uint64) *resident {
	sh := e.shard(key)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	s := sh.sessions[key]
	if s == nil && sh.left == left {
		s = &resident{key: key, state: session.NewState()}
		if e.opt.Forgotten != "" {
			s.unrecordedTaint = &session.Watermark{Level: trust.Untrusted, Cause: &session.Cause{Reason: e.opt.Forgotten, At: e.opt.Now()}}
		}
		sh.sessions[key] = s
	}
	return s
}

// known returns a session that has a record, with its lock held and its latest turn complete.
func (e *Engine) known(key string) (*resident, error) {
	key = e.keyOf(key)
	for {
		s, err := e.find(key)
		if err != nil {
			return nil, err
		}
		if s == nil || s.shared.Load() == nil {
			return nil, fmt.Errorf("session %s: %w", session.Label(key), decide.ErrNotFound)
		}
		s.mu.Lock()
		if !s.gone {
			if err := e.whole(s); err != nil {
				s.mu.Unlock()
				return nil, err
			}
			return s, nil
		}
		s.mu.Unlock()
	}
}

// other returns what may be read of another subject; nil if it is unknown.
func (e *Engine) other(of session.Subject, own string) (*session.Shared, error) {
	key := of.Key()
	if key == "" || key == own {
		return nil, nil
	}
	if key = e.keyOf(key); key == own {
		return nil, nil
	}
	s, err := e.find(key)
	if err != nil || s == nil {
		return nil, err
	}
	if view := s.shared.Load(); view != nil {
		return view, nil
	}
	return s.unsaid.Load(), nil
}

// each calls f for every session in memory that has a record, with its lock held.
func (e *Engine) each(f func(*resident)) {
	for i := range e.shards {
		for _, s := range e.shards[i].known() {
			s.mu.Lock()
			if !s.gone {
				f(s)
			}
			s.mu.Unlock()
		}
	}
}

// known lists the sessions in memory that have a record.
func (sh *shard) known() []*resident {
	return slices.DeleteFunc(sh.all(), func(s *resident) bool { return s.shared.Load() == nil })
}

// all lists the sessions in memory.
func (sh *shard) all() []*resident {
	sh.mu.RLock()
	defer sh.mu.RUnlock()
	list := make([]*resident, 0, len(sh.sessions))
	return slices.AppendSeq(list, maps.Values(sh.sessions))
}

// errEnough ends a listing.
var errEnough = errors.New("enough")

// everyone calls f for every session whose key comes after the given one, in key order, until f
// fails; errEnough does not count as failure. Those in memory come as they are, the others as the
// index has them. It holds one of them at a time.
func (e *Engine) everyone(after string, f func(*session.Snapshot) error) error {
	keys := e.keys(after)
	all := keys
	here := func(key string) bool {
		_, is := slices.BinarySearch(all, key)
		return is
	}
	err := e.opt.Index.Each(after, here, func(snap session.Snapshot) error {
		for len(keys) > 0 && keys[0] < snap.Key {
			if err := e.show(keys[0], f); err != nil {
				return err
			}
			keys = keys[1:]
		}
		if len(keys) > 0 && keys[0] == snap.Key {
			keys = keys[1:]
			return e.show(snap.Key, f)
		}
		return f(&snap)
	})
	for i := 0; i < len(keys) && err == nil; i++ {
		err = e.show(keys[i], f)
	}
	if err != nil && !errors.Is(err, errEnough) {
		return fmt.Errorf("list sessions: %w", err)
	}
	return nil
}

// keys lists the sessions in memory that have a record and whose key comes after the given one.
func (e *Engine) keys(after string) []string {
	var keys []string
	for i := range e.shards {
		for _, s := range e.shards[i].known() {
			if s.key > after {
				keys = append(keys, s.key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// show calls f for one session, if it exists. It does not bring it into memory.
func (e *Engine) show(key string, f func(*session.Snapshot) error) error {
	sh := e.shard(key)
	for {
		sh.mu.RLock()
		s := sh.sessions[key]
		sh.mu.RUnlock()
		if s == nil {
			snap, ok, err := e.opt.Index.Load(key)
			if err != nil || !ok {
				return err
			}
			return f(&snap)
		}
		s.mu.Lock()
		gone := s.gone
		snap := s.snapshot()
		snap.State = s.forOwner(e.opt.Now())
		s.mu.Unlock()
		if !gone {
			return f(&snap)
		}
	}
}

func (s *resident) snapshot() session.Snapshot {
	return session.Snapshot{Key: s.key, State: s.state, Last: s.last, LastJudged: s.lastJudged}
}

// indexed reports whether the index has all of the session, which may then leave memory. The caller
// holds s.mu.
func (s *resident) indexed() bool {
	return !s.gone && !s.dirty && s.stored && s.unrecordedTaint == nil && s.unrecordedChanges == nil
}

// blank reports whether there is nothing to remember of the session: it has no record, because none
// could be made, and has at most begun a turn, or made calls that bring in nothing. The caller
// holds s.mu.
func (s *resident) blank() bool {
	return !s.gone && s.shared.Load() == nil && s.unrecordedTaint == nil && !slices.ContainsFunc(s.unrecordedChanges, func(c session.Change) bool {
		switch c := c.(type) {
		case *session.Spawned:
			return true
		case *session.CallHeard:
			return c.Level < trust.Trusted
		}
		return false
	})
}

// hasLeft reports whether the session has left memory.
func (s *resident) hasLeft() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gone
}

// willChange puts a session on the list for Dirty. The caller holds s.mu and calls it before its
// record gets its place: whoever has seen the place finds the session on the list, and waits for
// s.mu until the record is applied.
func (e *Engine) willChange(s *resident) {
	if s.listed {
		return
	}
	s.listed = true
	e.changedMu.Lock()
	e.changed = append(e.changed, s)
	e.changedMu.Unlock()
}

// Dirty returns the sessions that changed since the last call, by key, for the index to store;
// every record appended before the call is in them. The caller must save them, or give them back
// with Redo, before it calls Forget, Shed or Dirty again: one goroutine for all four.
func (e *Engine) Dirty() []session.Snapshot {
	e.changedMu.Lock()
	changed := e.changed
	e.changed = nil
	e.changedMu.Unlock()
	slices.SortFunc(changed, func(a, b *resident) int { return cmp.Compare(a.key, b.key) })
	var list []session.Snapshot
	for _, s := range changed {
		s.mu.Lock()
		s.listed = false
		if s.dirty {
			s.dirty, s.saving, s.stored = false, !s.stored, true
			list = append(list, e.saved(s))
		}
		s.mu.Unlock()
	}
	return list
}

// Changed counts the sessions that wait for Dirty.
func (e *Engine) Changed() int {
	e.changedMu.Lock()
	defer e.changedMu.Unlock()
	return len(e.changed)
}

// saved is the session as the index must have it. The caller holds s.mu.
func (e *Engine) saved(s *resident) session.Snapshot {
	snap := s.snapshot()
	snap.Values = s.valuesKept()
	snap.State, snap.Ended = s.state.Apart(s.apart)
	if n := len(snap.Ended); n > 0 {
		s.apart = snap.Ended[n-1].Number
	}
	e.weigh(s)
	return snap
}

// Redo marks sessions dirty again whose snapshots could not be saved.
func (e *Engine) Redo(list []session.Snapshot) {
	for i := range list {
		sh := e.shard(list[i].Key)
		sh.mu.RLock()
		s := sh.sessions[list[i].Key]
		sh.mu.RUnlock()
		if s != nil {
			s.mu.Lock()
			e.willChange(s)
			s.dirty, s.stored = true, s.stored && !s.saving
			if ended := list[i].Ended; len(ended) > 0 {
				s.apart = min(s.apart, ended[0].Number-1)
			}
			s.mu.Unlock()
		}
	}
}

// Forget drops sessions from memory that were not used since a moment, if the index has them or
// there is nothing to store. It returns how many left.
func (e *Engine) Forget(unusedSince time.Time) int {
	n := 0
	now := e.opt.Now()
	for i := range e.shards {
		for _, s := range e.shards[i].all() {
			if e.leave(s, unusedSince, now) {
				n++
			}
		}
	}
	return n
}

// leave drops a session from memory, if it may.
func (e *Engine) leave(s *resident, unusedSince, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.indexed() && !s.blank() || !s.used.Before(unusedSince) || s.state.AnyCode(now) {
		return false
	}
	s.gone = true
	e.size.Add(-int64(s.size))
	sh := e.shard(s.key)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	delete(sh.sessions, s.key)
	sh.left++
	return true
}

// The approximate memory of a session besides its values: itself, with the copies that others read,
// and each node of a graph with its edges.
const (
	residentSize = 2 << 10
	nodeSize     = 256
)

// weigh updates the memory that a session takes. The caller holds s.mu, or nobody else has s.
func (e *Engine) weigh(s *resident) {
	size := residentSize + nodeSize*s.state.Nodes() + s.values.Size() + len(s.valuesAtRest)
	e.size.Add(int64(size - s.size))
	s.size = size
}

// Shed drops sessions from memory, the least recently used first, if those that were saved take
// more than most bytes together. It goes down to seven eighths of that, to leave room for the next
// few. It returns how many it dropped.
func (e *Engine) Shed(most int) int {
	excess := int(e.size.Load()) - most/8*7
	if int(e.size.Load()) <= most {
		return 0
	}
	type candidate struct {
		*resident
		used time.Time
		size int
	}
	var all []candidate
	for i := range e.shards {
		for _, s := range e.shards[i].all() {
			s.mu.Lock()
			all = append(all, candidate{s, s.used, s.size})
			s.mu.Unlock()
		}
	}
	slices.SortFunc(all, func(a, b candidate) int { return a.used.Compare(b.used) })
	n := 0
	now := e.opt.Now()
	for i := 0; i < len(all) && excess > 0; i++ {
		if c := &all[i]; e.leave(c.resident, c.used.Add(1), now) {
			excess -= c.size
			n++
		}
	}
	return n
}

// Wake brings a session of the index into memory: one whose code still waits must be there to be
// listed.
func (e *Engine) Wake(key string) error {
	_, err := e.find(key)
	return err
}

// Replay applies a record of the journal that the index does not have yet, before the first Handle.
func (e *Engine) Replay(r *session.Record, receipt wire.Receipt) error {
	switch r.Hook {
	case hookHalt, hookResume, hookLabel, hookSkill: // about no session
		e.ReplayFiles(r)
		return nil
	}
	e.halts.note(r) // in the ledger's order, whatever the index has of the session
	s, err := e.lock(r.Session)
	if err != nil {
		return err
	}
	defer s.mu.Unlock()
	if !after(receipt, s.last) {
		return nil
	}
	next := s.state
	next.Apply(r)
	e.willChange(s)
	s.loseValues() // a record has none
	e.advance(s, next, r, receipt)
	if s.state.OwnerField {
		e.ownerField.Store(true)
	}
	if session.SubjectOf(r.Session).Kind == session.Programs {
		e.sandboxes.add(r.Session)
	}
	return nil
}

// advance makes next the session's state. Its record now contains everything that was unrecorded,
// and a session with a record is not forgotten, since the record has its level. The caller holds
// s.mu.
func (e *Engine) advance(s *resident, next session.State, r *session.Record, receipt wire.Receipt) {
	s.apart = next.ApartAfter(&s.state, s.apart)
	s.state, s.last, s.dirty = next, receipt, true
	s.unrecordedTaint, s.unrecordedChanges = nil, nil
	s.forgetValues(r)
	e.files.note(r)
	e.prints.note(r)
	view := s.state.Shared()
	if old := s.shared.Load(); old == nil || !view.Same(old) {
		shown := view // on the stack, where it mostly stays
		s.shared.Store(&shown)
	}
	if r.Judgement != nil {
		s.lastJudged = receipt
		e.judged(receipt)
	}
}

// judged makes r the latest judged call, unless a later one is known.
func (e *Engine) judged(r wire.Receipt) {
	e.judgedMu.Lock()
	defer e.judgedMu.Unlock()
	if r.Hash != "" && after(r, e.lastJudged) {
		e.lastJudged = r
	}
}

// keepTyped keeps a typed line in memory. The caller holds s.mu.
func (s *resident) keepTyped(t *decide.Typed, recorded bool) {
	if t == nil {
		return
	}
	for into := range s.typing {
		if into == t.Into || !slices.Contains(s.state.Typing, into) {
			delete(s.typing, into)
		}
	}
	if recorded && t.Known {
		if s.typing == nil {
			s.typing = map[string]string{}
		}
		s.typing[t.Into] = t.Line
	}
}
