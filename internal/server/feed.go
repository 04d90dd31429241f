package server

import (
	"errors"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/wire"
)

// feed is a connection's subscription. The zero value is none.
type feed struct {
	hub    *Hub
	queue  *subscription
	pumped chan struct{} // closed when the goroutine that writes events has ended
}

// subscribe opens the connection's one subscription. Its events are sent after the answer; see
// listen.
func (s *speaker) subscribe(h *Hub, id string) error {
	if s.queue != nil {
		return &fault{code: wire.BadRequest, text: "already subscribed", err: errors.New("second subscription")}
	}
	q := h.subscribe(id)
	if q == nil {
		return &fault{code: wire.Overloaded, err: errors.New("too many subscribers")}
	}
	s.hub, s.queue = h, q
	s.subscribed.Store(true)
	return nil
}

// listen starts sending events once the answer to subscribe has been sent.
func (s *speaker) listen() {
	if s.queue != nil && s.pumped == nil {
		s.pumped = make(chan struct{})
		go s.pump()
	}
}

// pump sends events until the subscription is over or the peer takes no more.
func (s *speaker) pump() {
	defer close(s.pumped)
	var out []byte
	for events := s.queue.take(); events != nil; events = s.queue.take() {
		out = out[:0]
		for i := range events {
			var err error
			if out, err = wire.AppendJSONFrame(out, &events[i]); err != nil {
				s.room.log.Error("event left out", zap.String("event", events[i].Event), zap.Error(err))
			}
		}
		if s.write(out) != nil {
			return // write closed the connection, which also ends its reader
		}
	}
}

func (s *speaker) unsubscribe() {
	if s.queue == nil {
		return
	}
	s.hub.unsubscribe(s.queue)
	_ = s.nc.Close() // a waiting write must not keep the connection open
	if s.pumped != nil {
		<-s.pumped
	}
}
