package server

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/wire"
)

func (c *client) subscribe(id string) {
	c.t.Helper()
	r := c.h.request(id)
	r.Hook, r.Session = wire.Subscribe, ""
	a := c.ask(c.h.sign(r))
	require.Equal(c.t, "decision", a.Type)
	require.Equal(c.t, "allow", a.Verdict)
	require.JSONEq(c.t, `{}`, string(a.Result))
}

func TestSubscriber(t *testing.T) {
	h := serve(t, setup{limits: Limits{IdleTimeout: 500 * time.Millisecond}})
	h.hub.Publish(wire.EventFrame{Event: "decision", Seq: 1}) // before anyone listens
	c := h.dial(t)
	c.subscribe("s")
	for i := range 3 {
		h.hub.Publish(wire.EventFrame{Event: "decision", Seq: uint64(i)})
		a := c.receive()
		require.Equal(t, answer{Type: "event", ID: "s", Event: "decision", Seq: uint64(i)}, a)
		c.ok() // the connection still answers
	}
	h.dial(t).closed() // a connection without a subscription may not be silent for so long
	c.ok()

	r := h.request("again")
	r.Hook = wire.Subscribe
	a := c.ask(h.sign(r))
	require.Equal(t, wire.BadRequest, a.Code)
	require.NoError(t, c.Close())
	require.Eventually(t, func() bool { return len(h.hub.all()) == 0 }, 10*time.Second, time.Millisecond)
}

// Events and answers share a connection and never mix.
func TestFramesDoNotInterleave(t *testing.T) {
	h := serve(t, setup{})
	c := h.dial(t)
	c.subscribe("s")
	const n = 2000
	go func() {
		for i := range n {
			h.hub.Publish(wire.EventFrame{Event: "decision", Seq: uint64(i)})
		}
	}()
	go func() {
		for i := range n {
			b, err := wire.AppendRequest(nil, new(h.sign(h.request(strconv.Itoa(i)))))
			if err != nil {
				return
			}
			if _, err := c.Write(b); err != nil {
				return
			}
		}
	}()
	answers, events, next := 0, 0, uint64(0)
	for answers < n || events < n {
		switch a := c.receive(); {
		case a.Type == "decision":
			require.Equal(t, strconv.Itoa(answers), a.ID)
			answers++
		case a.Event == "lagged":
			events += a.Missed
			next += uint64(a.Missed)
		default:
			require.Equal(t, next, a.Seq)
			next++
			events++
		}
	}
}

func TestSlowSubscriberIsToldWhatItMissed(t *testing.T) {
	var h Hub
	s := h.subscribe("s")
	for i := range maxQueued + 10 {
		h.Publish(wire.EventFrame{Event: "decision", Seq: uint64(i), Time: strconv.Itoa(i)})
	}
	got := s.take()
	require.Len(t, got, maxQueued+1)
	require.EqualValues(t, maxQueued-1, got[maxQueued-1].Seq)
	require.Equal(t, wire.EventFrame{Type: "event", ID: "s", Event: "lagged", Missed: 10, Time: strconv.Itoa(maxQueued + 9)}, got[maxQueued])

	h.Publish(wire.EventFrame{Event: "decision", Seq: 999})
	got = s.take()
	require.Len(t, got, 1, "it is told once")
	h.unsubscribe(s)
	require.Nil(t, s.take())
	h.Publish(wire.EventFrame{}) // to nobody
}

// Taking an event along with an earlier one leaves its token in the channel.
func TestATokenWithoutAnEventEndsNoSubscription(t *testing.T) {
	h := new(Hub)
	s := h.subscribe("s")
	s.signal()
	taken := make(chan []wire.EventFrame, 1)
	go func() { taken <- s.take() }()
	require.Eventually(t, func() bool { return len(s.wake) == 0 }, 10*time.Second, time.Millisecond)
	h.Publish(wire.EventFrame{Event: "decision"})
	require.Len(t, <-taken, 1)
}

// A subscriber that reads nothing is dropped at the write deadline; publishing
// does not wait for it.
func TestHungSubscriber(t *testing.T) {
	h := serve(t, setup{limits: Limits{WriteTimeout: 2 * time.Second}})
	c := h.dial(t)
	c.subscribe("s")
	text := string(make([]byte, 4096))
	published := 0
	end := time.Now().Add(20 * time.Second)
	for len(h.hub.all()) > 0 && time.Now().Before(end) {
		h.hub.Publish(wire.EventFrame{Event: "decision", Text: text})
		published++
		time.Sleep(100 * time.Microsecond)
	}
	require.Empty(t, h.hub.all())
	require.Greater(t, published, 150) // its socket takes some fifty; had the next one blocked, it would have been the last
}

func TestTooManySubscribers(t *testing.T) {
	h := serve(t, setup{})
	for range maxSubscribers {
		h.dial(t).subscribe("s")
	}
	r := h.request("s")
	r.Hook = wire.Subscribe
	h.dial(t).refused(h.sign(r), wire.Overloaded)
}

// Subscribers are silent by nature, and are not evicted.
func TestSubscribersAreNotEvicted(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxConnections: 1}})
	c := h.dial(t)
	c.subscribe("s")
	h.mu.Lock()
	for c := range h.rooms["gateway"].conns {
		c.active.Store(0)
	}
	h.mu.Unlock()
	require.Equal(t, wire.Overloaded, h.dial(t).receive().Code)
	c.ok()
}
