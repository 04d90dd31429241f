package server

import (
	"sync"
	"time"
)

// A refused run is one entry in the ledger, a run that does not start is two, and a hostile
// sandbox asks as fast as it can: 300 a second were 36 GB a day.
const (
	maxRefused = 60 // runs of one session with an entry each, within floodTime
	maxFailed  = 60 // runs of one session that did not start, within floodTime
	floodTime  = time.Minute
)

// flood counts the runs of each session that come to nothing. Beyond maxRefused they share one
// entry; beyond maxFailed no run is attempted.
type flood struct {
	after func(time.Duration) <-chan time.Time
	tell  func(session string, runs int) // called with the number of runs without an entry of their own

	mu       sync.Mutex
	sessions map[string]*vainRuns
}

// vainRuns are runs that came to nothing: those with entries, and the others.
type vainRuns struct{ refused, failed, others int }

func newFlood(tell func(session string, runs int)) *flood {
	return &flood{after: time.After, tell: tell, sessions: make(map[string]*vainRuns)}
}

// full reports whether a session's next refusal is only counted, and whether its next run is
// refused because too many did not start.
func (f *flood) full(session string) (refused, failed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.sessions[session]
	if r == nil {
		return false, false
	}
	return r.refused >= maxRefused, r.failed >= maxFailed
}

// refused counts a run, with or without an entry of its own. The count is passed to tell after
// a while, or when the server stops.
func (f *flood) refused(session string, recorded bool, stopping <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r := f.of(session, stopping); recorded {
		r.refused++
	} else {
		r.others++
	}
}

// failed counts a run that did not start.
func (f *flood) failed(session string, stopping <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.of(session, stopping).failed++
}

// of is the count for a session. The caller holds f.mu.
func (f *flood) of(session string, stopping <-chan struct{}) *vainRuns {
	r := f.sessions[session]
	if r == nil {
		r = new(vainRuns)
		f.sessions[session] = r
		go f.end(session, stopping)
	}
	return r
}

func (f *flood) end(session string, stopping <-chan struct{}) {
	select {
	case <-f.after(floodTime):
	case <-stopping:
	}
	f.mu.Lock()
	others := f.sessions[session].others
	delete(f.sessions, session)
	f.mu.Unlock()
	if others > 0 {
		f.tell(session, others)
	}
}
