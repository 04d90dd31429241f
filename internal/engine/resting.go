package engine

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Most sessions in memory wait for their next message. Such a session rests: it is
// packed into one string, and unpacked (woken) when it is next used.

// usualRoom is what a session or a turn with a few calls is packed into. Without it the
// room would grow from 8 bytes on.
const usualRoom = 1024

// resting is a session at rest: its key, its level, when it was last used, and the
// rest of it packed. The index has it, and no code of it waits.
type resting string

const restingHead = 1 + 8 // bytes between the key and what is packed

// rests packs a session. The caller holds s.mu.
func (s *resident) rests() resting {
	b := make([]byte, 0, usualRoom)
	b = append(b, s.key...)
	b = append(b, byte(s.state.Level()))
	b = binary.BigEndian.AppendUint64(b, uint64(s.used.UnixNano()))
	snap := s.snapshot()
	return resting(snap.Pack(b))
}

// restingMore is roughly what a resting session takes beside its bytes: its place in a
// map, and the allocator's rounding.
const restingMore = 128

func (r resting) size() int { return len(r) + restingMore }

func (r resting) level(key string) trust.Level { return trust.Level(r[len(key)]) }

func (r resting) used(key string) time.Time {
	return time.Unix(0, int64(binary.BigEndian.Uint64([]byte(r[len(key)+1:len(key)+restingHead]))))
}

func (r resting) snapshot(key string) session.Snapshot {
	return session.Unpack(key, string(r[len(key)+restingHead:]))
}

// awake is the session of a key, woken if it rests; nil when it is not in memory.
// The caller holds sh.mu to write.
func (e *Engine) awake(sh *shard, key string) *resident {
	if s := sh.sessions[key]; s != nil {
		return s
	}
	r, ok := sh.resting[key]
	if !ok {
		return nil
	}
	delete(sh.resting, key)
	sh.size -= r.size()
	return e.rouse(sh, r.snapshot(key))
}

// rouse puts a session of the index into a shard, awake, and on the list of those
// that will rest when nothing happens. The caller holds sh.mu to write.
func (e *Engine) rouse(sh *shard, snap session.Snapshot) *resident {
	s := &resident{key: snap.Key, state: snap.State, last: snap.Last, lastJudged: snap.LastJudged, used: e.opt.Now(), stored: true}
	view := s.state.Shared()
	s.shared.Store(&view)
	sh.sessions[s.key] = s
	e.willChange(s)
	return s
}

// rest packs the sessions that did not change since they were saved. It returns those
// that must stay awake for now, because a code of theirs waits for the owner.
func (e *Engine) rest(quiet []*resident) []*resident {
	now := e.opt.Now()
	var later []*resident
	for _, s := range quiet {
		s.mu.Lock()
		switch {
		case s.listed, !s.indexed():
		case s.state.AnyCode(now):
			later = append(later, s)
		default:
			r := s.rests()
			key := string(r[:len(s.key)]) // one piece of memory for both
			sh := e.shard(key)
			sh.mu.Lock()
			s.gone = true
			delete(sh.sessions, key)
			sh.resting[key] = r
			sh.size += r.size()
			sh.mu.Unlock()
		}
		s.mu.Unlock()
	}
	return later
}

// leave drops the resting sessions that were not used since a moment.
func (sh *shard) leave(unusedSince time.Time) int {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	before := len(sh.resting)
	for key, r := range sh.resting {
		if r.used(key).Before(unusedSince) {
			delete(sh.resting, key)
			sh.size -= r.size()
		}
	}
	n := before - len(sh.resting)
	sh.left += uint64(n)
	return n
}

// Shed drops resting sessions, the least recently used first, if together they take
// more than most bytes. It goes down to seven eighths of that, to leave room for the
// next few. It returns how many it dropped.
func (e *Engine) Shed(most int) int {
	total := 0
	for i := range e.shards {
		sh := &e.shards[i]
		sh.mu.RLock()
		total += sh.size
		sh.mu.RUnlock()
	}
	if total <= most {
		return 0
	}
	type rest struct {
		used time.Time
		size int
	}
	var all []rest
	for i := range e.shards {
		sh := &e.shards[i]
		sh.mu.RLock()
		for key, r := range sh.resting {
			all = append(all, rest{r.used(key), r.size()})
		}
		sh.mu.RUnlock()
	}
	slices.SortFunc(all, func(a, b rest) int { return a.used.Compare(b.used) })
	n := 0
	for excess := total - most/8*7; excess > 0 && n < len(all); n++ {
		excess -= all[n].size
	}
	if n == 0 { // all woke meanwhile
		return 0
	}
	left := 0
	for i := range e.shards {
		left += e.shards[i].leave(all[n-1].used.Add(1))
	}
	return left
}
