package server

import (
	"sync"
	"time"
)

// A refused run is an entry in the ledger, and a hostile sandbox asks as fast as it can:
// 300 a second were 36 GB a day.
const (
	maxRefused = 60 // runs of one session with an entry each, within floodTime
	floodTime  = time.Minute
)

// flood counts the refused runs of each session. Beyond maxRefused they have one entry
// together.
type flood struct {
	after func(time.Duration) <-chan time.Time
	tell  func(session string, runs int) // how many have no entry of their own

	mu       sync.Mutex
	sessions map[string]*refusedRuns
}

type refusedRuns struct{ recorded, others int }

func newFlood(tell func(session string, runs int)) *flood {
	return &flood{after: time.After, tell: tell, sessions: make(map[string]*refusedRuns)}
}

// full reports whether a session's next refusal is only counted.
func (f *flood) full(session string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.sessions[session]
	return r != nil && r.recorded >= maxRefused
}

// refused counts a run, with an entry of its own or without. What is counted is told
// after a while, or when the server stops.
func (f *flood) refused(session string, recorded bool, stopping <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.sessions[session]
	if r == nil {
		r = new(refusedRuns)
		f.sessions[session] = r
		go f.end(session, stopping)
	}
	if recorded {
		r.recorded++
	} else {
		r.others++
	}
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
