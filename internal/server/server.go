// Package server turns requests on the daemon's sockets into calls of the engine, and
// the engine's answers into frames: accept, identify, frame, authenticate, dispatch
// (docs/PROTOCOL.md). It is the only place where an inner error becomes a wire error.
// It opens no files and decides nothing.
//
// Every connection has one goroutine, which reads what has arrived, handles it in
// order and answers it with one write. So one connection never delays another, and
// the server stops reading from a client that does not read its answers.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/peercred"
	"github.com/provenanced/provenanced/internal/wire"
)

// Options are what a Server needs.
type Options struct {
	Limits  Limits
	Log     *zap.Logger
	Now     func() time.Time // for freshness and replay; timeouts use the real clock
	Metrics *metrics.Daemon  // may be nil
}

// Endpoint is one kind of socket: who may connect, with which key, and which protocol
// it speaks.
type Endpoint struct {
	Name     string // "gateway", "admin", "tools": for logs and Stats
	Allow    peercred.Allow
	Key      hmacauth.Key
	Protocol Protocol
}

// Protocol is what peers speak on one kind of socket: Gateway, Admin or Tools.
type Protocol interface {
	// serve handles an admitted peer until the connection is over.
	serve(c *conn)
	// refusal is the answer to a peer that is refused before its request is read.
	refusal(code wire.Code) []byte
}

// Server serves any number of endpoints. Make one with New.
type Server struct {
	limits  Limits
	log     *zap.Logger
	now     func() time.Time
	buffers budget // of unfinished lines
	wrapped budget // the part of it that tools.sock may use
	proving turns  // for peers of tools.sock that have not yet proven that they hold the key
	refused refusals
	metrics *metrics.Daemon

	// ctx is the parent context of requests. It ends when Shutdown's time is over.
	ctx    context.Context
	cancel context.CancelFunc

	running  atomic.Int64 // tools
	draining atomic.Bool
	stopping chan struct{}  // closed when draining begins
	wg       sync.WaitGroup // connections

	mu        sync.Mutex // guards the fields below
	listeners map[net.Listener]struct{}
	rooms     map[string]*room
}

// room is an endpoint with its connections.
type room struct {
	Endpoint
	log    *zap.Logger
	signer *hmacauth.Signer
	replay *hmacauth.Replay
	conns  map[*conn]struct{} // guarded by Server.mu
}

// New makes a server that does not listen yet.
func New(o Options) *Server {
	s := &Server{
		limits: o.Limits.filled(), now: o.Now, log: o.Log,
		listeners: make(map[net.Listener]struct{}),
		stopping:  make(chan struct{}),
		rooms:     make(map[string]*room),
	}
	if s.metrics = o.Metrics; s.metrics == nil {
		s.metrics = metrics.NewDaemon()
	}
	s.buffers.limit = s.limits.MaxBuffered
	// A sandbox must not be able to keep the gateway's large requests out.
	s.wrapped.limit, s.wrapped.of = max(s.limits.MaxBuffered/4, 2*wire.MaxWrapRequest), &s.buffers
	s.proving = make(turns, 1)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Serve accepts connections from l, a Unix stream socket, until Shutdown, and then returns nil.
// It fails when l does. It closes l.
func (s *Server) Serve(l net.Listener, e Endpoint) error {
	defer l.Close()
	r := &room{
		Endpoint: e,
		log:      sampled(s.log),
		signer:   hmacauth.NewSigner(e.Key),
		replay:   hmacauth.NewReplay(hmacauth.MinWindow, maxReplay),
		conns:    make(map[*conn]struct{}),
	}
	s.mu.Lock()
	if s.draining.Load() {
		s.mu.Unlock()
		return nil
	}
	if s.rooms[e.Name] != nil {
		s.mu.Unlock()
		return fmt.Errorf("serve %s: already served", e.Name)
	}
	s.listeners[l] = struct{}{}
	s.rooms[e.Name] = r
	s.mu.Unlock()

	for {
		nc, err := l.Accept()
		switch {
		case err == nil:
			s.admit(r, nc)
		case s.draining.Load():
			return nil
		case isShortage(err):
			r.log.Warn("cannot accept", zap.String("socket", e.Name), zap.Error(err))
			s.makeRoom(r)
			time.Sleep(10 * time.Millisecond) // until something is closed
		default:
			return fmt.Errorf("serve %s: %w", e.Name, err)
		}
	}
}

// sampled limits a log to ten lines of each kind a second: a flood of refusals must not fill
// the disk. Stats counts what is left out. Each endpoint has its own, so that no sandbox can
// hide what happens on the gateway's.
func sampled(log *zap.Logger) *zap.Logger {
	return log.WithOptions(zap.WrapCore(func(c zapcore.Core) zapcore.Core {
		return zapcore.NewSamplerWithOptions(c, time.Second, 10, 0)
	}))
}

// isShortage reports whether accepting may work again without intervention.
func isShortage(err error) bool {
	for _, passing := range [...]error{unix.EMFILE, unix.ENFILE, unix.ENOBUFS, unix.ENOMEM, unix.ECONNABORTED, unix.EINTR} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// admit gives a new connection a place, evicting another one if need be.
func (s *Server) admit(r *room, nc net.Conn) {
	uc, ok := nc.(*net.UnixConn)
	if !ok {
		r.log.Error("not a Unix socket", zap.String("socket", r.Name))
		_ = nc.Close()
		return
	}
	c := newConn(s, r, uc)

	s.mu.Lock()
	closing := s.draining.Load()
	full := len(r.conns) >= s.limits.MaxConnections
	var idlest *conn
	if full && !closing {
		idlest = r.vacate(time.Now())
	}
	admitted := !closing && (!full || idlest != nil)
	if admitted {
		r.conns[c] = struct{}{}
		s.wg.Add(1)
	}
	s.mu.Unlock()

	switch {
	case closing:
		_ = c.write(r.Protocol.refusal(wire.Unavailable))
		_ = nc.Close()
	case !admitted:
		c.refuse(&fault{code: wire.Overloaded, err: errors.New("too many connections, none of them idle")})
		_ = nc.Close()
	default:
		if idlest != nil {
			idlest.evict()
		}
		go c.run()
	}
}

// whileServing is a context for work that may last longer than a stopping server waits: it ends
// when the server begins to stop.
func (s *Server) whileServing() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(s.ctx)
	go func() {
		select {
		case <-s.stopping:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// makeRoom closes the idlest connection, if there is one that may be closed.
func (s *Server) makeRoom(r *room) {
	s.mu.Lock()
	idlest := r.vacate(time.Now())
	s.mu.Unlock()
	if idlest != nil {
		idlest.evict()
	}
}

// vacate removes the idlest connection, which the caller must then evict; nil if there is none
// that may be. The caller holds Server.mu.
func (r *room) vacate(now time.Time) *conn {
	c := r.idlest(now)
	delete(r.conns, c)
	return c
}

// idlest is the connection that a new one may replace: the one that has been idle for longest
// among those that never proved to hold the key, or else among all that have been idle for a
// while. Subscribers are silent by nature and stay. The caller holds Server.mu.
func (r *room) idlest(now time.Time) *conn {
	var stranger, member *conn
	for c := range r.conns {
		switch {
		case c.subscribed.Load(), c.busy.Load():
		case !c.known.Load():
			if stranger == nil || c.active.Load() < stranger.active.Load() {
				stranger = c
			}
		case member == nil || c.active.Load() < member.active.Load():
			member = c
		}
	}
	if stranger != nil {
		return stranger
	}
	if member != nil && now.Sub(time.Unix(0, member.active.Load())) > veteran {
		return member
	}
	return nil
}

func (s *Server) forget(c *conn) {
	s.mu.Lock()
	delete(c.room.conns, c)
	s.mu.Unlock()
	s.wg.Done()
}

// Shutdown stops accepting, lets the requests already read be answered, refuses later ones as
// unavailable, and closes every connection. If ctx ends first, it closes them at once, cancels
// the context of the requests being handled, and returns ctx's error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	if !s.draining.Swap(true) {
		close(s.stopping)
	}
	for l := range s.listeners {
		_ = l.Close()
	}
	var all []*conn
	for _, r := range s.rooms {
		for c := range r.conns {
			all = append(all, c)
		}
	}
	s.mu.Unlock()
	by := time.Now().Add(s.limits.DrainGrace)
	for _, c := range all {
		c.drain(by)
	}

	done := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(done)
	}()
	defer s.cancel()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		for _, c := range all {
			_ = c.nc.Close()
		}
		return ctx.Err()
	}
}
