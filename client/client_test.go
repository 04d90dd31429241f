package client_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/wire"
)

// daemon is a minimal implementation of the protocol: it checks what a daemon checks and lets
// the test answer.
type daemon struct {
	t        *testing.T
	dir      string
	listener net.Listener
	replay   *hmacauth.Replay
	answer   func(say func(v any), r wire.Request)

	mu     sync.Mutex
	signer *hmacauth.Signer
	conns  []net.Conn
}

func start(t *testing.T, socket string, answer func(say func(v any), r wire.Request)) *daemon {
	d := &daemon{t: t, dir: t.TempDir(), answer: answer, replay: hmacauth.NewReplay(0, 1000)}
	d.newKey(socket)
	var err error
	d.listener, err = net.Listen("unix", filepath.Join(d.dir, socket+".sock"))
	require.NoError(t, err)
	t.Cleanup(d.stop)
	go func() {
		for {
			conn, err := d.listener.Accept()
			if err != nil {
				return
			}
			d.mu.Lock()
			d.conns = append(d.conns, conn)
			d.mu.Unlock()
			go d.serve(conn)
		}
	}()
	return d
}

func (d *daemon) newKey(socket string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	k := hmacauth.Key{byte(len(d.conns) + 1)}
	require.NoError(d.t, hmacauth.WriteKeyFile(filepath.Join(d.dir, socket+".key"), k))
	d.signer = hmacauth.NewSigner(k)
}

func (d *daemon) stop() {
	d.listener.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.conns {
		c.Close()
	}
}

func (d *daemon) serve(conn net.Conn) {
	defer conn.Close()
	var mu sync.Mutex
	say := func(v any) {
		frame, err := wire.AppendJSONFrame(nil, v)
		if err != nil {
			panic(err)
		}
		mu.Lock()
		defer mu.Unlock()
		conn.Write(frame)
	}
	lr := wire.NewLineReader(conn, 1<<20)
	for lr.Fill() == nil {
		for line, ok := lr.Line(); ok; line, ok = lr.Line() {
			r, err := wire.ParseRequest(append([]byte(nil), line...))
			if err != nil {
				say(wire.ErrorFrame{Type: "error", Code: wire.BadRequest, Message: "malformed request"})
				continue
			}
			if !d.genuine(&r) {
				say(wire.ErrorFrame{Type: "error", ID: r.ID, Code: wire.Unauthenticated, Message: "authentication failed"})
				continue
			}
			d.answer(say, r)
		}
	}
}

func (d *daemon) genuine(r *wire.Request) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	mac, ok := r.MAC()
	if !ok || hmacauth.Fresh(r.Timestamp, time.Now(), hmacauth.MaxDrift) != nil || !d.signer.Verify(mac, r.AppendSigned(nil)) {
		return false
	}
	seen, err := d.replay.Seen(0, r.NonceBytes(), mac, time.Now())
	return !seen && err == nil
}

func (d *daemon) dial(o client.Options) *client.Client {
	d.t.Helper()
	o.RuntimeDir = d.dir
	c, err := client.Dial(d.t.Context(), o)
	require.NoError(d.t, err)
	d.t.Cleanup(func() { c.Close() })
	return c
}

func allow(say func(v any), r wire.Request) {
	say(wire.Decision{Type: "decision", ID: r.ID, Verdict: "allow", Taint: "trusted", Result: wire.Result{Text: r.Session}})
}

func TestAsk(t *testing.T) {
	got := make(chan wire.Request, 1)
	d := start(t, "gateway", func(say func(v any), r wire.Request) {
		got <- r
		say(wire.Decision{
			Type: "decision", ID: r.ID, Verdict: "deny", Taint: "untrusted",
			Result:   wire.Result{Block: true, BlockReason: "because"},
			Approval: &wire.Approval{Code: "bf619df9", Tools: []string{"exec"}, ExpiresIn: 120},
			Receipt:  &wire.Receipt{File: 1, Seq: 42, Hash: "00"},
		})
	})
	c := d.dial(client.Options{})
	answer, err := c.Ask(t.Context(), client.Request{
		Hook:    client.BeforeToolCall,
		Session: "agent:main:größe",
		Event:   map[string]any{"toolName": "exec", "params": map[string]any{"command": "a <b> & c\n"}},
		Ctx:     client.Ctx{AgentID: "main", SenderIsOwner: client.Yes},
	})
	require.NoError(t, err)
	require.Equal(t, "deny", answer.Verdict)
	require.Equal(t, "because", answer.Result.BlockReason)
	require.Equal(t, "bf619df9", answer.Approval.Code)
	require.EqualValues(t, 42, answer.Receipt.Seq)

	r := <-got
	require.Equal(t, "agent:main:größe", r.Session)
	p, err := r.ParsePayload()
	require.NoError(t, err)
	require.Equal(t, wire.Ctx{AgentID: "main", SenderIsOwner: wire.Yes}, p.Ctx)
	require.Equal(t, `{"command":"a <b> & c\n"}`, string(p.Event.(*wire.BeforeToolCallEvent).Params))
}

func TestAnswersFindTheirCallers(t *testing.T) {
	// The daemon holds all requests back until the last has come, and answers in reverse order.
	const callers = 20
	var mu sync.Mutex
	var held []wire.Request
	d := start(t, "gateway", func(say func(v any), r wire.Request) {
		mu.Lock()
		defer mu.Unlock()
		if held = append(held, r); len(held) == callers {
			for i := len(held) - 1; i >= 0; i-- {
				allow(say, held[i])
			}
		}
	})
	c := d.dial(client.Options{})
	var wg sync.WaitGroup
	for n := range callers {
		wg.Go(func() {
			session := fmt.Sprint("session ", n)
			answer, err := c.Ask(t.Context(), client.Request{Hook: client.SessionStart, Session: session})
			if err != nil || answer.Result.Text != session {
				t.Errorf("%s got the answer of %q, %v", session, answer.Result.Text, err)
			}
		})
	}
	wg.Wait()
}

func TestAPendingDecisionIsWaitedFor(t *testing.T) {
	d := start(t, "gateway", func(say func(v any), r wire.Request) {
		say(wire.Decision{Type: "pending", ID: r.ID, Verdict: "confirm"})
		say(map[string]string{"type": "from a later version", "id": r.ID})
		allow(say, r)
	})
	answer, err := d.dial(client.Options{}).Ask(t.Context(), client.Request{Hook: client.BeforeToolCall, Session: "s"})
	require.NoError(t, err)
	require.Equal(t, "allow", answer.Verdict)
}

func TestTheContextEndsOneCallOnly(t *testing.T) {
	d := start(t, "gateway", func(say func(v any), r wire.Request) {
		if r.Session != "never" {
			allow(say, r)
		}
	})
	c := d.dial(client.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := c.Ask(ctx, client.Request{Hook: client.Ping, Session: "never"})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.NoError(t, err)
}

// A call whose context ends before its first byte is sent does not disturb the others.
func TestACallThatSentNothingLeavesTheConnection(t *testing.T) {
	release := make(chan struct{})
	c := start(t, "gateway", func(say func(v any), r wire.Request) {
		<-release
		allow(say, r)
	}).dial(client.Options{})

	t.Run("there was no room for it", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		var wg sync.WaitGroup
		for range 1000 { // more than the socket holds; each is one piece
			wg.Go(func() { _, _ = c.Ask(ctx, client.Request{Hook: client.Ping}) })
		}
		wg.Wait()
		close(release)
		_, err := c.Ask(t.Context(), client.Request{Hook: client.Ping})
		require.NoError(t, err)
	})
	t.Run("it came too late", func(t *testing.T) {
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		for range 2000 {
			_, err := c.Ask(ended, client.Request{Hook: client.Ping})
			require.ErrorIs(t, err, context.Canceled)
		}
		_, err := c.Ask(t.Context(), client.Request{Hook: client.Ping})
		require.NoError(t, err)
	})
}

func TestADaemonThatDoesNotReadHoldsNobodyForLong(t *testing.T) {
	release := make(chan struct{})
	d := start(t, "gateway", func(func(v any), wire.Request) { <-release })
	t.Cleanup(func() { close(release) })
	c := d.dial(client.Options{})
	big := strings.Repeat("x", 8<<20) // more than the socket buffers
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	go c.Ask(ctx, client.Request{Hook: client.Ping})
	_, err := c.Ask(ctx, client.Request{Hook: client.Command, Session: "s", Event: map[string]string{"text": big}})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestANewKeyIsReadOnce(t *testing.T) {
	d := start(t, "gateway", allow)
	c := d.dial(client.Options{})
	_, err := c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.NoError(t, err)

	d.newKey("gateway")
	_, err = c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.NoError(t, err, "the key changed and was read again")

	// A refusal that has nothing to do with the key is not retried.
	late := d.dial(client.Options{Now: func() time.Time { return time.Now().Add(-time.Minute) }})
	_, err = late.Ask(t.Context(), client.Request{Hook: client.Ping})
	var refused *client.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, client.Unauthenticated, refused.Code)

	require.NoError(t, os.Chmod(filepath.Join(d.dir, "gateway.key"), 0o644))
	_, err = late.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.ErrorContains(t, err, "0600")
}

// A restarted daemon that finds connections in its socket's queue refuses everything signed
// with the old key. Each caller may ask once more, whichever has read the new key first.
func TestANewKeyIsForAllWhoWait(t *testing.T) {
	const callers = 5
	dir := t.TempDir()
	path := filepath.Join(dir, "gateway.key")
	require.NoError(t, hmacauth.WriteKeyFile(path, hmacauth.Key{1}))
	l, err := net.Listen("unix", filepath.Join(dir, "gateway.sock"))
	require.NoError(t, err)
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		signer := hmacauth.NewSigner(hmacauth.Key{2})
		lr := wire.NewLineReader(conn, 1<<20)
		var held []wire.Request
		for lr.Fill() == nil {
			for line, ok := lr.Line(); ok; line, ok = lr.Line() {
				r, err := wire.ParseRequest(append([]byte(nil), line...))
				if err != nil {
					return
				}
				if mac, _ := r.MAC(); signer.Verify(mac, r.AppendSigned(nil)) {
					frame, _ := wire.AppendJSONFrame(nil, wire.Decision{Type: "decision", ID: r.ID, Verdict: "allow"})
					conn.Write(frame)
					continue
				}
				if held = append(held, r); len(held) < callers {
					continue
				}
				_ = hmacauth.WriteKeyFile(path, hmacauth.Key{2})
				for _, r := range held {
					frame, _ := wire.AppendJSONFrame(nil, wire.ErrorFrame{Type: "error", ID: r.ID, Code: wire.Unauthenticated})
					conn.Write(frame)
				}
			}
		}
	}()
	c, err := client.Dial(t.Context(), client.Options{RuntimeDir: dir})
	require.NoError(t, err)
	defer c.Close()
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			if _, err := c.Ask(t.Context(), client.Request{Hook: client.Ping}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestAdmin(t *testing.T) {
	d := start(t, "admin", func(say func(v any), r wire.Request) {
		if r.Hook == "session" {
			say(wire.ErrorFrame{Type: "error", ID: r.ID, Code: wire.NotFound, Message: "no session s"})
			return
		}
		args, err := wire.ParseArgs(r.Payload)
		if err != nil {
			panic(err)
		}
		say(wire.AdminResult{Type: "result", ID: r.ID, Data: args})
	})
	c := d.dial(client.Options{Socket: client.Admin})
	var got struct{ Tool string }
	require.NoError(t, c.Admin(t.Context(), "approve", "s", map[string]string{"Tool": "exec"}, &got))
	require.Equal(t, "exec", got.Tool)
	require.NoError(t, c.Admin(t.Context(), "reload", "", nil, nil))

	var refused *client.Error
	require.ErrorAs(t, c.Admin(t.Context(), "session", "s", nil, nil), &refused)
	require.Equal(t, client.Error{Code: client.NotFound, Message: "no session s"}, *refused)
}

// Both sockets answer a ping, but differently: a client that expects one answer must not keep
// waiting when it gets the other.
func TestAnotherSocketIsNotWaitedFor(t *testing.T) {
	d := start(t, "gateway", func(say func(v any), r wire.Request) {
		if r.Session == "" {
			say(wire.Decision{Type: "decision", ID: r.ID, Verdict: "allow"})
		} else {
			say(wire.AdminResult{Type: "result", ID: r.ID})
		}
	})
	c := d.dial(client.Options{})
	require.ErrorIs(t, c.Admin(t.Context(), "ping", "", nil, nil), client.ErrUnreachable)
	_, err := c.Ask(t.Context(), client.Request{Hook: client.Ping, Session: "s"})
	require.ErrorIs(t, err, client.ErrUnreachable)
	require.ErrorContains(t, err, "another of the daemon's sockets")
}

func TestSubscribe(t *testing.T) {
	d := start(t, "gateway", func(say func(v any), r wire.Request) {
		allow(say, r)
		for n := range 100 {
			say(wire.EventFrame{Type: "event", ID: r.ID, Event: "taint", Seq: uint64(n)})
		}
	})
	c := d.dial(client.Options{})
	enough := errors.New("enough")
	n := uint64(0)
	err := c.Subscribe(t.Context(), func(e client.Event) error {
		require.Equal(t, n, e.Seq)
		if n++; n == 100 {
			return enough
		}
		return nil
	})
	require.Equal(t, enough, err)

	ctx, cancel := context.WithCancel(t.Context())
	err = d.dial(client.Options{}).Subscribe(ctx, func(client.Event) error { cancel(); return nil })
	require.ErrorIs(t, err, context.Canceled)
}

func TestUnreachable(t *testing.T) {
	_, err := client.Dial(t.Context(), client.Options{RuntimeDir: t.TempDir()})
	require.ErrorIs(t, err, client.ErrUnreachable)

	d := start(t, "gateway", func(func(v any), wire.Request) {})
	require.NoError(t, os.Remove(filepath.Join(d.dir, "gateway.key")))
	_, err = client.Dial(t.Context(), client.Options{RuntimeDir: d.dir})
	require.ErrorIs(t, err, client.ErrUnreachable, "a socket without a key is a daemon that is starting")

	d.newKey("gateway")
	c := d.dial(client.Options{})
	time.AfterFunc(20*time.Millisecond, d.stop)
	_, err = c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.ErrorIs(t, err, client.ErrUnreachable, "lost while waiting")
	_, err = c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.ErrorIs(t, err, client.ErrUnreachable, "lost before asking")
}

func TestTheLastWordOfADaemonThatHangsUp(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, hmacauth.WriteKeyFile(filepath.Join(dir, "gateway.key"), hmacauth.Key{1}))
	l, err := net.Listen("unix", filepath.Join(dir, "gateway.sock"))
	require.NoError(t, err)
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			frame, _ := wire.AppendJSONFrame(nil, wire.ErrorFrame{Type: "error", Code: wire.Overloaded, Message: "overloaded"})
			conn.Write(frame)
			conn.Close()
		}
	}()
	for range 50 {
		c, err := client.Dial(t.Context(), client.Options{RuntimeDir: dir})
		require.NoError(t, err)
		_, err = c.Ask(t.Context(), client.Request{Hook: client.Ping})
		var refused *client.Error
		require.ErrorAs(t, err, &refused)
		require.Equal(t, client.Overloaded, refused.Code)
		c.Close()
	}
}

// An error without an id could be about any request. All waiting calls are refused, and later
// ones are told to dial again.
func TestAnErrorWithoutAnIDEndsTheConnection(t *testing.T) {
	const callers = 5
	var asked atomic.Int32
	d := start(t, "gateway", func(say func(v any), r wire.Request) {
		switch {
		case r.Hook != client.BeforeToolCall:
			allow(say, r)
		case asked.Add(1) == callers:
			say(wire.ErrorFrame{Type: "error", Code: wire.TooLarge, Message: "request too large"})
		}
	})
	c := d.dial(client.Options{})
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			_, err := c.Ask(t.Context(), client.Request{Hook: client.BeforeToolCall, Session: "s"})
			if refused, ok := errors.AsType[*client.Error](err); !ok || refused.Code != client.TooLarge {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	_, err := c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.ErrorIs(t, err, client.ErrUnreachable)
	require.ErrorContains(t, err, "too_large: request too large")
	_, err = d.dial(client.Options{}).Ask(t.Context(), client.Request{Hook: client.Ping})
	require.NoError(t, err)
}

func TestClose(t *testing.T) {
	d := start(t, "gateway", func(func(v any), wire.Request) {})
	c := d.dial(client.Options{})
	time.AfterFunc(20*time.Millisecond, func() { c.Close() })
	_, err := c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.ErrorIs(t, err, client.ErrClosed)
	require.NoError(t, c.Close())
}

func TestWhatCannotBeSentIsNotSent(t *testing.T) {
	c := start(t, "gateway", allow).dial(client.Options{})
	for name, r := range map[string]client.Request{
		"event that is not JSON":    {Hook: client.Ping, Event: make(chan int)},
		"text that is not UTF-8":    {Hook: client.Ping, Event: map[string]string{"a": "\xff"}},
		"session that is not UTF-8": {Hook: client.Ping, Session: "\xff"},
		"session with a newline":    {Hook: client.Ping, Session: "a\nb"},
		"session too long":          {Hook: client.Ping, Session: strings.Repeat("s", 1025)},
		"hook too long":             {Hook: client.Hook(strings.Repeat("h", 65))},
		"event nested too deep":     {Hook: client.Ping, Event: jsontext.Value(strings.Repeat(`{"a":`, 511) + "1" + strings.Repeat("}", 511))},
	} {
		_, err := c.Ask(t.Context(), r)
		var refused *client.Error
		require.ErrorAs(t, err, &refused, "%s: a call must not pass for one that nobody could be asked about", name)
		require.Equal(t, client.BadRequest, refused.Code, name)
	}
	_, err := c.Ask(t.Context(), client.Request{Hook: client.Ping})
	require.NoError(t, err, "the connection is as good as before")
}

func TestALongLineIsRefusedBeforeItEndsTheConnection(t *testing.T) {
	d := start(t, "gateway", allow)
	for limit, o := range map[int]client.Options{16 << 20: {}, 2000: {MaxRequest: 2000}} {
		c := d.dial(o)
		call := client.Request{Hook: client.BeforeToolCall, Session: "s", Event: map[string]string{"text": strings.Repeat("x", limit)}}
		_, err := c.Ask(t.Context(), call)
		refused, ok := errors.AsType[*client.Error](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, client.TooLarge, refused.Code)
		require.Contains(t, refused.Message, fmt.Sprint(limit))
		call.Event = map[string]string{"text": strings.Repeat("x", 1000)}
		_, err = c.Ask(t.Context(), call)
		require.NoError(t, err, "the connection is as good as before")
	}
}
