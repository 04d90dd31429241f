// Package client talks to a provenanced daemon: it dials, signs, sends, and matches
// answers to requests. It holds no policy: what to do when no answer comes, and when
// to dial again, is up to the caller.
package client

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"path/filepath"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/wire"
)

// Socket is one of the daemon's sockets, each with its own key.
type Socket uint8

const (
	// Gateway takes hooks: Ask, Subscribe.
	Gateway Socket = iota
	// Admin takes the owner's commands: Admin, Subscribe.
	Admin
)

// Options say where the daemon is. The zero value means the gateway socket of
// the daemon that this user runs.
type Options struct {
	RuntimeDir string // with sockets and keys; empty: the daemon's default
	Socket     Socket

	// MaxRequest is the longest line that the daemon accepts, in bytes; 0: 16 MiB, its default.
	// A longer hook is refused here, because the daemon would end the connection.
	MaxRequest int

	Now  func() time.Time // nil: time.Now
	Rand io.Reader        // nil: crypto/rand.Reader
}

// Client is one connection. It is safe for concurrent use: requests are pipelined, and answers
// find their callers in whatever order they come. Once the connection is lost every call fails;
// dial a new Client.
type Client struct {
	conn    net.Conn
	keyPath string
	longest int // longest line to send; 0: the daemon decides
	now     func() time.Time
	rand    io.Reader
	writing chan struct{} // holds a token while someone writes
	done    chan struct{} // closed by fail

	mu     sync.Mutex
	key    hmacauth.Key
	signer *hmacauth.Signer
	calls  map[string]*call // by request id
	lastID uint64
	err    error // why done is closed
}

// call receives the frames of one request.
type call struct {
	frames chan frame
	gone   chan struct{} // closed when frames are no longer wanted
}

type frame struct {
	kind string
	body []byte // the whole JSON
}

// Dial connects to the daemon and reads the key of the socket. Errors wrap
// ErrUnreachable when no daemon listens there.
func Dial(ctx context.Context, o Options) (*Client, error) {
	dir := o.RuntimeDir
	if dir == "" {
		var err error
		if dir, err = paths.Runtime(); err != nil {
			return nil, fmt.Errorf("finding the runtime directory: %w", err)
		}
	}
	socket, key := paths.GatewaySocket, paths.GatewayKey
	if o.Socket == Admin {
		socket, key = paths.AdminSocket, paths.AdminKey
	}
	c := &Client{
		keyPath: filepath.Join(dir, key),
		now:     o.Now,
		rand:    o.Rand,
		writing: make(chan struct{}, 1),
		done:    make(chan struct{}),
		calls:   make(map[string]*call),
	}
	if o.Socket == Gateway {
		c.longest = cmp.Or(o.MaxRequest, wire.MaxLine)
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.rand == nil {
		c.rand = rand.Reader
	}
	var err error
	var dialer net.Dialer
	if c.conn, err = dialer.DialContext(ctx, "unix", filepath.Join(dir, socket)); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	// The daemon writes its keys before it listens, so a key read now is the
	// key of the daemon that accepted.
	if err := c.readKey(); err != nil {
		c.conn.Close()
		return nil, err
	}
	go c.read()
	return c, nil
}

// Close ends the connection and every call on it.
func (c *Client) Close() error {
	c.fail(ErrClosed)
	return nil
}

// readKey reads the key file again. The signer is only replaced if the key has changed.
func (c *Client) readKey() error {
	key, err := hmacauth.ReadKeyFile(c.keyPath)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	if err != nil {
		return fmt.Errorf("reading key: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.signer == nil || c.key != key {
		c.key, c.signer = key, hmacauth.NewSigner(key)
	}
	return nil
}

func (c *Client) currentSigner() *hmacauth.Signer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.signer
}

// fail ends the connection; the first reason is kept.
func (c *Client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.done)
		c.conn.Close()
	}
}

func (c *Client) reason() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// read passes every frame to its call, until the connection ends.
func (c *Client) read() {
	for {
		body, err := wire.ReadFrame(c.conn, nil, wire.MaxFrame)
		if err != nil {
			c.fail(fmt.Errorf("%w: %w", ErrUnreachable, err))
			return
		}
		var head struct {
			Type    string `json:"type"`
			ID      string `json:"id"`
			Code    Code   `json:"code"`
			Message string `json:"message"`
		}
		if err := json.Unmarshal(body, &head); err != nil {
			c.fail(fmt.Errorf("%w: unreadable answer: %w", ErrUnreachable, err))
			return
		}
		if head.ID == "" && head.Type == "error" {
			// The daemon could not tell which request this was about.
			c.fail(&Error{Code: head.Code, Message: head.Message})
			return
		}
		c.mu.Lock()
		to := c.calls[head.ID]
		c.mu.Unlock()
		if to == nil {
			continue // its caller gave up, or there is no such call
		}
		select {
		case to.frames <- frame{head.Type, body}:
		case <-to.gone:
		case <-c.done:
			return
		}
	}
}

// open registers a new call under a new id.
func (c *Client) open() (id string, to *call, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, refused := errors.AsType[*Error](c.err); refused { // that refused the waiting calls, not this one
		return "", nil, fmt.Errorf("%w: %w", ErrUnreachable, c.err)
	}
	if c.err != nil {
		return "", nil, c.err
	}
	c.lastID++
	id = fmt.Sprint(c.lastID)
	to = &call{frames: make(chan frame, 8), gone: make(chan struct{})}
	c.calls[id] = to
	return id, to, nil
}

func (c *Client) forget(id string, to *call) {
	c.mu.Lock()
	delete(c.calls, id)
	c.mu.Unlock()
	close(to.gone)
}

// next waits for the next frame of a call.
func (c *Client) next(ctx context.Context, to *call) (frame, error) {
	select {
	case f := <-to.frames:
		return f, nil
	case <-ctx.Done():
		return frame{}, ctx.Err()
	case <-c.done:
	}
	select {
	case f := <-to.frames: // it arrived before the connection ended
		return f, nil
	default:
		return frame{}, c.reason()
	}
}

// write sends one whole line. If ctx ends in the middle of it the connection is lost, because
// the daemon could not tell where the next line starts.
func (c *Client) write(ctx context.Context, line []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case c.writing <- struct{}{}:
		defer func() { <-c.writing }()
	case <-ctx.Done():
		return ctx.Err()
	case <-c.done:
		return c.reason()
	}
	interrupted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(interrupted)
		c.conn.SetWriteDeadline(time.Unix(1, 0))
	})
	n, err := c.conn.Write(line)
	if !stop() {
		<-interrupted
		c.conn.SetWriteDeadline(time.Time{})
	}
	if err == nil {
		return nil
	}
	if ctx.Err() != nil && n == 0 {
		return ctx.Err()
	}
	if ctx.Err() == nil {
		// A daemon that hangs up first says why, and read has the reason.
		select {
		case <-c.done:
		case <-ctx.Done():
		}
	}
	c.fail(fmt.Errorf("%w: %w", ErrUnreachable, err))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return c.reason()
}
