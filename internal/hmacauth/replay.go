package hmacauth

import (
	"cmp"
	"errors"
	"hash/maphash"
	"slices"
	"sync"
	"time"
)

// MinWindow is the shortest time for which Replay remembers: a timestamp may be MaxDrift ahead
// and stays good until it is MaxDrift behind, to the end of that second.
const MinWindow = 2*MaxDrift + time.Second

var (
	// ErrReplayFull says that Replay cannot remember another request. Refuse the request: one
	// that is not remembered could be replayed. The condition clears by itself as entries
	// expire.
	ErrReplayFull = errors.New("replay memory is full")

	// ErrClockBack says that the clock was set back to a time whose requests are forgotten, so
	// that a replay cannot be told from a new request. Refuse it. The condition clears when the
	// clock has caught up, or at once with a restart, which brings fresh keys.
	ErrClockBack = errors.New("clock was set back into a time that is forgotten")
)

// Replay remembers the requests of the last window and tells whether one was seen before. It is
// safe for concurrent use.
//
// It follows the same wall clock as Fresh and keeps its promise when that clock is set, in
// either direction: a request accepted at time t is recognised, or refused, whenever the clock
// reads less than a window from t.
type Replay struct {
	window time.Duration
	seed   maphash.Seed
	shards [shardCount]shard
}

const (
	shardCount = 16
	// forgetLate keeps entries a little longer than necessary, so that callers whose clock
	// readings arrive out of order do not get ErrClockBack.
	forgetLate = time.Second
	// maxSpans bounds the memory of clock jumps. Beyond it, two spans are merged, which can
	// only refuse more.
	maxSpans = 8
)

// A shard's entries are in generations, each as long as a window. With a steady clock there are
// two. A generation is dropped whole, without visiting its entries: sweeping would pause the
// shard.
type shard struct {
	mu        sync.Mutex
	limit     int
	entries   int
	live      []generation
	forgotten []span // when the dropped entries came
}

type generation struct {
	span
	seen marks
}

// span is a stretch of wall clock, Unix nanoseconds, both ends included.
type span struct{ from, to int64 }

// entry is what identifies a request; it is stored as a mark.
type entry struct {
	id   [16]byte
	uid  uint32
	kind uint32
}

const (
	byNonce = iota
	byMAC
)

// NewReplay remembers maxEntries requests (about 30 bytes each), or twice as many
// nonces, for the given window, which is raised to MinWindow when it is shorter.
func NewReplay(window time.Duration, maxEntries int) *Replay {
	r := &Replay{window: max(window, MinWindow), seed: maphash.MakeSeed()}
	for i := range r.shards {
		r.shards[i].limit = max(1, 2*maxEntries/shardCount) // a nonce and a MAC each
	}
	return r
}

// Seen remembers a request of uid and reports whether its nonce or its MAC was seen before.
// Call it only with a verified MAC, or strangers could fill its memory. On ErrReplayFull and
// ErrClockBack refuse the request.
func (r *Replay) Seen(uid uint32, nonce [16]byte, mac [32]byte, now time.Time) (bool, error) {
	// Two requests with the same nonce cannot both pass the first put, nor two with the same
	// MAC the second, however they interleave.
	seen, err := r.put(entry{id: nonce, uid: uid, kind: byNonce}, now)
	if seen || err != nil {
		return seen, err
	}
	return r.put(entry{id: [16]byte(mac[:16]), uid: uid, kind: byMAC}, now)
}

// SeenNonce is Seen for messages whose MAC covers the nonce: the same MAC then implies the same
// text, and so the same nonce. It takes half the time and memory.
func (r *Replay) SeenNonce(uid uint32, nonce [16]byte, now time.Time) (bool, error) {
	return r.put(entry{id: nonce, uid: uid, kind: byNonce}, now)
}

func (r *Replay) put(e entry, now time.Time) (seen bool, err error) {
	s := &r.shards[e.id[0]%shardCount]
	m := max(1, maphash.Comparable(r.seed, e))
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put(m, now.UnixNano(), int64(r.window))
}

func (s *shard) put(m uint64, t, window int64) (seen bool, err error) {
	for i := range s.live {
		if s.live[i].seen.has(m) {
			return true, nil
		}
	}
	s.forget(t - window - int64(forgetLate))
	for _, f := range s.forgotten {
		if f.from-window < t && t < f.to+window {
			return false, ErrClockBack
		}
	}
	if s.entries >= s.limit {
		return false, ErrReplayFull
	}
	g := s.current(t, window)
	g.from, g.to = min(g.from, t), max(g.to, t)
	g.seen.add(m)
	s.entries++
	return false, nil
}

// current returns the generation that t belongs to.
func (s *shard) current(t, window int64) *generation {
	length := window + int64(forgetLate)
	for i := range s.live {
		if g := &s.live[i]; max(g.to, t)-min(g.from, t) < length {
			return g
		}
	}
	size := 0 // expect about as many as in the last generation
	if n := len(s.live); n > 0 {
		size = s.live[n-1].seen.n
	}
	s.live = append(s.live, generation{span: span{t, t}, seen: newMarks(size)})
	return &s.live[len(s.live)-1]
}

// forget drops the generations whose last entry came before t.
func (s *shard) forget(t int64) {
	old := func(g generation) bool { return g.to < t }
	if !slices.ContainsFunc(s.live, old) {
		return
	}
	for _, g := range s.live {
		if old(g) {
			s.entries -= g.seen.n
			s.forgotten = append(s.forgotten, g.span)
		}
	}
	s.live = slices.DeleteFunc(s.live, old)
	s.joinForgotten()
}

// joinForgotten joins spans that overlap, and the earliest ones while there are too many: the
// clock is least likely to return to those.
func (s *shard) joinForgotten() {
	slices.SortFunc(s.forgotten, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	joined := s.forgotten[:1]
	for i, f := range s.forgotten[1:] {
		last := &joined[len(joined)-1]
		left := len(s.forgotten) - 1 - i // spans from f on
		if f.from <= last.to || len(joined)+left > maxSpans {
			last.to = max(last.to, f.to)
			continue
		}
		joined = append(joined, f)
	}
	s.forgotten = joined
}
