package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

const (
	maxStreams = 32
	together   = 300 * time.Millisecond // of changes that come at once
	heartbeat  = 20 * time.Second
)

// live tells the browser that something has changed. What, it sees when it asks for the page.
func (p *Page) live(w http.ResponseWriter, r *http.Request) {
	if p.streams.Add(1) > maxStreams {
		p.streams.Add(-1)
		http.Error(w, "Too many pages are open.", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		p.streams.Add(-1)
		p.touched.Store(p.Now().UnixNano())
	}()
	ctx, cancel := context.WithTimeout(r.Context(), guestStays)
	defer cancel()
	changed := make(chan struct{}, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- p.Source.Listen(ctx, func() {
			select {
			case changed <- struct{}{}:
			default:
			}
		})
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	say := func(line string) error {
		_, err := fmt.Fprintf(w, "%s\n\n", line)
		return errors.Join(err, out.SetWriteDeadline(time.Now().Add(heartbeat)), out.Flush())
	}
	err := say(": hello")
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-ended: // the browser comes again, and is told by the page why
			return
		case <-beat.C:
			err = say(": still here")
		case <-changed:
			time.Sleep(together)
			select {
			case <-changed:
			default:
			}
			err = say("event: change\ndata: 1")
		}
	}
}
