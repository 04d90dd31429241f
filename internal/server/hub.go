package server

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/provenanced/provenanced/internal/wire"
)

// maxQueued is the number of events that a subscriber may lag behind.
const maxQueued = 256

// Hub passes events to the subscribers. Publishing never blocks: a subscriber that is
// too slow misses events and learns how many. The zero value is ready, and safe for
// concurrent use.
type Hub struct {
	mu          sync.Mutex // held to change subscribers; reading needs no lock
	subscribers atomic.Pointer[[]*subscription]
}

// Listening says whether anybody has subscribed.
func (h *Hub) Listening() bool { return len(h.all()) > 0 }

// Publish passes f to every subscriber. The frame's type and id are set for each.
func (h *Hub) Publish(f wire.EventFrame) {
	if all := h.subscribers.Load(); all != nil {
		for _, s := range *all {
			s.put(f)
		}
	}
}

// subscription is one subscriber's queue.
type subscription struct {
	id   string
	wake chan struct{} // holds one token while there is something to take

	mu     sync.Mutex // guards the fields below
	queue  []wire.EventFrame
	missed int // events dropped after those in the queue
	last   string
	closed bool
}

// subscribe opens a queue for the request id. It returns nil when there are too
// many subscribers already.
func (h *Hub) subscribe(id string) *subscription {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.all()
	if len(all) >= maxSubscribers {
		return nil
	}
	s := &subscription{id: id, wake: make(chan struct{}, 1)}
	h.set(append(slices.Clone(all), s))
	return s
}

// unsubscribe closes the queue and lets its take return.
func (h *Hub) unsubscribe(s *subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.set(slices.DeleteFunc(slices.Clone(h.all()), func(o *subscription) bool { return o == s }))
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.signal()
}

func (h *Hub) all() []*subscription {
	if all := h.subscribers.Load(); all != nil {
		return *all
	}
	return nil
}

func (h *Hub) set(all []*subscription) { h.subscribers.Store(&all) }

func (s *subscription) put(f wire.EventFrame) {
	s.mu.Lock()
	if len(s.queue) < maxQueued {
		s.queue = append(s.queue, f)
	} else {
		s.missed++
		s.last = f.Time
	}
	s.mu.Unlock()
	s.signal()
}

func (s *subscription) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take waits for events and returns all there are, with the number of missed ones after those
// that came before. It returns nil when the subscription is over.
func (s *subscription) take() []wire.EventFrame {
	for range s.wake {
		s.mu.Lock()
		events, missed, last, closed := s.queue, s.missed, s.last, s.closed
		s.queue, s.missed = nil, 0
		s.mu.Unlock()
		if closed {
			return nil
		}
		if missed > 0 {
			events = append(events, wire.EventFrame{Event: "lagged", Time: last, Missed: missed})
		}
		for i := range events {
			events[i].Type, events[i].ID = "event", s.id
		}
		if len(events) > 0 {
			return events
		}
	}
	return nil
}
