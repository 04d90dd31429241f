package server

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/nowait"
	"github.com/provenanced/provenanced/internal/peercred"
	"github.com/provenanced/provenanced/internal/wire"
)

// conn is one connection. Its goroutine reads, handles and answers; apart from it, only a
// subscription's goroutine writes.
type conn struct {
	srv  *Server
	room *room
	nc   *net.UnixConn
	io   *nowait.Conn // the same socket, for reading requests and writing answers
	born time.Time

	peer *peercred.Peer // only for the connection's goroutine; nil until it is known

	active     atomic.Int64 // time of the last request, Unix nanoseconds
	known      atomic.Bool  // the peer has proven that it holds the key
	subscribed atomic.Bool
	busy       atomic.Bool // runs a tool and must not be evicted meanwhile

	readMu  sync.Mutex // guards what follows
	reads   deadline
	drainBy time.Time // zero until the server drains

	writeMu sync.Mutex // held for whole frames
}

func newConn(s *Server, r *room, nc *net.UnixConn) *conn {
	c := &conn{srv: s, room: r, nc: nc, io: nowait.NewConn(nc), born: time.Now()}
	c.reads.set = nc.SetReadDeadline
	c.touch(c.born)
	return c
}

func (c *conn) touch(now time.Time) { c.active.Store(now.UnixNano()) }

// run serves the connection to its end.
func (c *conn) run() {
	defer c.srv.forget(c)
	defer c.nc.Close()
	peer, err := peercred.Of(c.nc)
	if errors.Is(err, net.ErrClosed) {
		return // evicted before its peer was identified
	}
	if err != nil {
		c.refuse(&fault{code: wire.Unauthenticated, err: err})
		return
	}
	c.peer = peer
	defer peer.Close()
	if err := c.room.Allow.Check(peer); err != nil {
		c.refuse(&fault{code: wire.Unauthenticated, err: err})
		c.linger()
		return
	}
	if c.anyProgram() {
		peer.Close() // no longer needed: thousands of connections need not hold two descriptors each
	}
	c.room.Protocol.serve(c)
}

func (c *conn) anyProgram() bool { return len(c.room.Allow.Exes) == 0 }

// stillAllowed checks again where programs are listed: a peer may have become another program,
// or have exited and left its connection to another process.
func (c *conn) stillAllowed() error {
	if c.anyProgram() {
		return nil
	}
	return c.room.Allow.Check(c.peer)
}

// refuse tells the peer a fault that belongs to no request.
func (c *conn) refuse(f *fault) {
	c.report(f)
	_ = c.write(c.room.Protocol.refusal(f.code)) // it may be gone already
}

// linger lets a refused peer finish what it is sending, so that it reads the refusal instead of
// failing to write. What it sends is dropped.
func (c *conn) linger() {
	_ = c.nc.CloseWrite()
	c.readUntil(time.Now().Add(lingerTime))
	_, _ = io.Copy(io.Discard, c.nc)
}

// evict makes room for another connection.
func (c *conn) evict() {
	c.room.log.Info("idle connection closed for a new one", zap.String("socket", c.room.Name))
	_ = c.nc.Close()
}

// readIdle lets the next read wait for the beginning of a request.
func (c *conn) readIdle(now time.Time) {
	idle := c.srv.limits.IdleTimeout
	if idle == 0 || c.subscribed.Load() {
		c.readUntil(time.Time{})
		return
	}
	c.readMu.Lock()
	defer c.readMu.Unlock()
	if c.drainBy.IsZero() {
		c.reads.extend(now, idle)
	}
}

// readUntil sets the deadline for reads; zero means none.
func (c *conn) readUntil(at time.Time) {
	c.readMu.Lock()
	defer c.readMu.Unlock()
	if c.drainBy.IsZero() {
		c.reads.to(at)
	}
}

// atLast calls f when the connection reaches its maximum age, unless stopped before.
func (c *conn) atLast(f func()) (stop func()) {
	life := c.srv.limits.Lifetime
	if life <= 0 {
		return func() {}
	}
	t := time.AfterFunc(time.Until(c.born.Add(life)), f)
	return func() { t.Stop() }
}

// drain sets a near deadline for reads, when the server closes or the connection has reached
// its age.
func (c *conn) drain(by time.Time) {
	c.readMu.Lock()
	defer c.readMu.Unlock()
	c.drainBy = by
	c.reads.to(by)
}

// write sends whole frames. After an error the connection is closed: a frame may have been cut
// off.
func (c *conn) write(frames []byte) error { return c.writeWithin(frames, c.srv.limits.WriteTimeout) }

func (c *conn) writeWithin(frames []byte, timeout time.Duration) error {
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	n, err := c.io.Send(frames)
	if err == nil && n < len(frames) { // most answers fit, and then need neither clock nor deadline
		_ = c.nc.SetWriteDeadline(time.Now().Add(timeout)) // fails on a closed connection, and then the write fails too
		_, err = c.io.Write(frames[n:])
		_ = c.nc.SetWriteDeadline(time.Time{})
	}
	if err != nil {
		_ = c.nc.Close()
	}
	return err
}

// ended logs why a connection ended. Most reasons are ordinary.
func (c *conn) ended(err error) {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
	case errors.Is(err, os.ErrDeadlineExceeded) && c.srv.draining.Load():
	default:
		c.room.log.Info("connection ended", zap.String("socket", c.room.Name), zap.Int32("pid", c.peer.PID), zap.Error(err))
	}
}
