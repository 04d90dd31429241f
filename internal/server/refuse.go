package server

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/wire"
)

// fault is an inner error with the code that the client gets for it. The cause only goes to the
// log.
type fault struct {
	code wire.Code
	text string // what the client reads; empty: the code's own text
	err  error
}

func (f *fault) Error() string { return fmt.Sprintf("%s: %v", f.code, f.err) }
func (f *fault) Unwrap() error { return f.err }

// asFault gives any error its code on the wire. One that has none becomes unavailable: the shim
// then does what its onFailure says.
func asFault(err error) *fault {
	if f, ok := errors.AsType[*fault](err); ok {
		return f
	}
	code := wire.Unavailable
	for _, known := range [...]struct {
		err  error
		code wire.Code
	}{
		{wire.ErrMalformed, wire.BadRequest},
		{wire.ErrVersion, wire.BadRequest},
		{wire.ErrUnknownHook, wire.UnknownHook},
		{wire.ErrTooLarge, wire.TooLarge},
		{hmacauth.ErrReplayFull, wire.Overloaded},
		{errReplayed, wire.Unauthenticated},
		{hmacauth.ErrClockBack, wire.Unauthenticated},
		{hmacauth.ErrStale, wire.Unauthenticated},
	} {
		if errors.Is(err, known.err) {
			code = known.code
			break
		}
	}
	return &fault{code: code, err: err}
}

// frame is the fault as the answer to request id, which is empty if the request could not be
// read.
func (f *fault) frame(id string) *wire.ErrorFrame {
	text := strings.ToValidUTF8(cmp.Or(f.text, texts.Refusals[f.code]), "\ufffd") // it may quote a file
	return &wire.ErrorFrame{Type: "error", ID: id, Code: f.code, Message: text}
}

// failure reports whether the fault counts towards MaxFailures.
func (f *fault) failure() bool {
	return f.code == wire.Unauthenticated || f.code == wire.BadRequest
}

// refusals counts what was refused, by code.
type refusals struct {
	unauthenticated, badRequest, replayed, tooLarge, overloaded atomic.Uint64
}

func (r *refusals) count(f *fault) {
	switch {
	case errors.Is(f.err, errReplayed):
		r.replayed.Add(1)
	case f.code == wire.Unauthenticated:
		r.unauthenticated.Add(1)
	case f.code == wire.BadRequest:
		r.badRequest.Add(1)
	case f.code == wire.TooLarge:
		r.tooLarge.Add(1)
	case f.code == wire.Overloaded:
		r.overloaded.Add(1)
	}
}

// Refused counts what was refused since the start.
type Refused struct {
	Unauthenticated uint64 `json:"unauthenticated"` // without replays
	BadRequest      uint64 `json:"badRequest"`
	Replayed        uint64 `json:"replayed"`
	TooLarge        uint64 `json:"tooLarge"`
	Overloaded      uint64 `json:"overloaded"`
}

// Stats is the server's part of status.
type Stats struct {
	Connections map[string]int // open ones, by endpoint name
	Refused     Refused
}

// Stats counts connections and refusals.
func (s *Server) Stats() Stats {
	st := Stats{Connections: make(map[string]int)}
	s.mu.Lock()
	for name, r := range s.rooms {
		st.Connections[name] = len(r.conns)
	}
	s.mu.Unlock()
	r := &s.refused
	st.Refused = Refused{
		Unauthenticated: r.unauthenticated.Load(), BadRequest: r.badRequest.Load(), Replayed: r.replayed.Load(),
		TooLarge: r.tooLarge.Load(), Overloaded: r.overloaded.Load(),
	}
	return st
}

// report counts a fault and logs its cause.
func (c *conn) report(f *fault) {
	c.srv.refused.count(f)
	log := c.room.log.Warn
	switch {
	case errors.Is(f.err, errStopping):
		log = c.room.log.Info // not a failure
	case f.code == wire.Unavailable || f.code == wire.Failed && f.text == "":
		log = c.room.log.Error // not caused by the client
	case f.code == wire.NotFound:
		log = c.room.log.Debug // an ordinary answer
	}
	fields := []zap.Field{zap.String("socket", c.room.Name), zap.String("code", string(f.code)), zap.String("cause", clip(f.err))}
	if c.peer != nil {
		fields = append(fields, zap.Uint32("uid", c.peer.UID), zap.Int32("pid", c.peer.PID))
	}
	if p, ok := errors.AsType[*panicked](f.err); ok {
		fields = append(fields, zap.ByteString("stack", p.stack))
	}
	log("request refused", fields...)
}

// clip shortens a cause: some quote what a peer has sent.
func clip(err error) string {
	text := err.Error()
	if len(text) > 300 {
		text = text[:300]
	}
	return text
}

// panicked is a panic as an error, so that one request cannot bring down the daemon.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// caught must be deferred: it turns a panic into the error of the function that defers it.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = &fault{code: wire.Unavailable, err: &panicked{value: p, stack: debug.Stack()}}
	}
}
