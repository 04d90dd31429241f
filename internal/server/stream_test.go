package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Requests arrive cut at any byte, and are answered in their order.
func TestPipelinedInOddPieces(t *testing.T) {
	var handled []string
	h := serve(t, setup{decide: func(_ wire.Hook, _ string, p wire.Payload) engine.Decision {
		handled = append(handled, p.Event.(*wire.BeforeToolCallEvent).ToolName)
		return allow("", "", p)
	}})
	const n = 10_000
	var all []byte
	for i := range n {
		r := h.request(strconv.Itoa(i))
		r.Payload = jsontext.Value(fmt.Sprintf(`{"event":{"toolName":"%d","params":{"x":"%s"}}}`, i, strings.Repeat("y", i%97)))
		all = append(all, line(t, h.sign(r))...)
	}
	c := h.dial(t)
	var sent sync.WaitGroup
	sent.Go(func() {
		pieces := rand.New(rand.NewPCG(1, 2))
		for rest := all; len(rest) > 0; {
			piece := min(len(rest), 1+pieces.IntN(5000))
			if _, err := c.Write(rest[:piece]); err != nil {
				return
			}
			rest = rest[piece:]
		}
	})
	for i := range n {
		a := c.receive()
		require.Equal(t, strconv.Itoa(i), a.ID)
		require.Equal(t, "allow", a.Verdict, "%+v", a)
	}
	sent.Wait()
	for i, tool := range handled {
		require.Equal(t, strconv.Itoa(i), tool)
	}
}

func TestBatchIsAnsweredThoughTheClientHasFinishedSending(t *testing.T) {
	h := serve(t, setup{})
	c := h.dial(t)
	var b []byte
	for i := range 200 { // several batches
		b = append(b, line(t, h.sign(h.request(strconv.Itoa(i))))...)
	}
	c.send(b)
	require.NoError(t, c.CloseWrite())
	for i := range 200 {
		require.Equal(t, strconv.Itoa(i), c.receive().ID)
	}
	c.closed()
}

func TestOversizeIsRefusedBeforeItHasArrived(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxRequest: 100_000}})
	c := h.dial(t)
	c.send(bytes.Repeat([]byte("x"), 100_002)) // and no newline
	a := c.receive()
	require.Equal(t, wire.TooLarge, a.Code)
	require.Empty(t, a.ID)
	c.closed()

	c = h.dial(t) // a client that sends everything before it reads is told too
	c.send(append(bytes.Repeat([]byte("x"), 1<<20), '\n'))
	require.Equal(t, wire.TooLarge, c.receive().Code)
	require.EqualValues(t, 2, h.Stats().Refused.TooLarge)
}

func TestLongestRequestIsNotOversize(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxRequest: 100_000}})
	r := h.request("1")
	room := 100_000 - (len(line(t, h.sign(r))) - 1)
	r.Payload = jsontext.Value(`{"event":{"toolName":"exec"},"ctx":{"agentId":"main` + strings.Repeat("x", room) + `"}}`)
	b := line(t, h.sign(r))
	require.Len(t, b, 100_001)
	c := h.dial(t)
	c.send(b)
	require.Equal(t, "allow", c.receive().Verdict)
}

func TestUnfinishedLinesShareABudget(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxRequest: 1 << 20, MaxBuffered: 300 << 10}})
	first := h.dial(t)
	first.send(bytes.Repeat([]byte(" "), 200<<10)) // a buffer of 256 KiB, 192 of them counted
	require.Eventually(t, func() bool { return h.buffers.used.Load() == 192<<10 }, 10*time.Second, time.Millisecond)

	second := h.dial(t)
	second.send(bytes.Repeat([]byte(" "), 200<<10))
	a := second.receive()
	require.Equal(t, wire.Overloaded, a.Code)
	require.Empty(t, a.ID)
	second.closed()

	h.dial(t).ok() // short requests always have room
	first.send(line(t, h.sign(h.request("1"))))
	require.Equal(t, "allow", first.receive().Verdict)
	require.Eventually(t, func() bool { return h.buffers.used.Load() == 0 }, 10*time.Second, time.Millisecond)
}

func TestIdleConnectionsKeepNothingOfLongLines(t *testing.T) {
	h := serve(t, setup{})
	heap := func() int {
		for range 3 { // spare buffers are dropped by the second
			runtime.GC()
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	const conns, megabyte = 16, 1 << 20
	before := heap()
	for range conns {
		r := h.request("long")
		r.Payload = jsontext.Value(`{"event":{"toolName":"exec","params":{"text":"` + strings.Repeat("x", megabyte) + `"}}}`)
		require.Equal(t, "allow", h.dial(t).ask(h.sign(r)).Verdict)
	}
	require.Eventually(t, func() bool { return heap()-before < conns*megabyte/4 }, 10*time.Second, 50*time.Millisecond)
}

func TestSlowLorisIsCutOff(t *testing.T) {
	h := serve(t, setup{limits: Limits{LineTimeout: 200 * time.Millisecond}})
	c := h.dial(t)
	c.ok()
	b := line(t, h.sign(h.request("1")))
	for i := range b {
		if _, err := c.Write(b[i : i+1]); err != nil {
			break
		}
		h.dial(t).ok() // it delays nobody else
		time.Sleep(5 * time.Millisecond)
	}
	_, err := c.frame()
	require.Error(t, err, "each byte came in time, the line did not")
}

func TestLineDeadlineEndsWithTheLine(t *testing.T) {
	deadline := 800 * time.Millisecond
	h := serve(t, setup{limits: Limits{LineTimeout: deadline}})
	inTime(t, deadline, func(mark func()) error {
		c := h.dial(t)
		for range 4 {
			b := line(t, h.sign(h.request("1")))
			mark()
			c.send(b[:10])
			time.Sleep(250 * time.Millisecond)
			err := c.answered(b[10:])
			mark()
			if err != nil {
				return err
			}
		}
		time.Sleep(deadline + 200*time.Millisecond)
		c.ok()
		return nil
	})
}

func TestDeathInTheMiddleOfALine(t *testing.T) {
	h := serve(t, setup{})
	c := h.dial(t)
	b := line(t, h.sign(h.request("1")))
	c.send(append(b, b[:20]...))
	require.Equal(t, "allow", c.receive().Verdict)
	require.NoError(t, c.CloseWrite())
	c.closed()
	require.Zero(t, h.Stats().Refused)
}

func TestIdleConnectionsEnd(t *testing.T) {
	deadline := 500 * time.Millisecond
	h := serve(t, setup{limits: Limits{IdleTimeout: deadline}})
	inTime(t, deadline, func(mark func()) error {
		c := h.dial(t)
		for range 5 {
			err := c.answered(line(t, h.sign(h.request("1"))))
			mark()
			if err != nil {
				return err
			}
			time.Sleep(150 * time.Millisecond)
		}
		c.closed()
		return nil
	})
}

func Test500IdleConnectionsKeepNobodyOut(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxConnections: 50}})
	known := h.dial(t)
	known.ok()
	for range 500 {
		h.dial(t)
	}
	for range 20 {
		h.dial(t).ok()
	}
	known.ok() // authenticated connections stay
	require.LessOrEqual(t, h.Stats().Connections["gateway"], 50)
}

func TestNobodyIdleMeansOverloaded(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxConnections: 2}})
	a, b := h.dial(t), h.dial(t)
	a.ok()
	b.ok()
	late := h.dial(t)
	require.Equal(t, wire.Overloaded, late.receive().Code)
	late.closed()
	a.ok()
	b.ok()

	h.mu.Lock() // a minute later
	for c := range h.rooms["gateway"].conns {
		c.active.Add(-int64(veteran) - 1)
	}
	h.mu.Unlock()
	a.ok() // which is not idle any more
	h.dial(t).ok()
	b.closed()
	a.ok()
	require.EqualValues(t, 1, h.Stats().Refused.Overloaded)
}

// shortOnce is a listener that runs out of descriptors after its first connection, if it has
// one, and has no connections after that.
type shortOnce struct {
	net.Listener
	first net.Conn
	was   bool
}

func (l *shortOnce) Accept() (net.Conn, error) {
	if c := l.first; c != nil {
		l.first = nil
		return c, nil
	}
	if l.was {
		return nil, net.ErrClosed
	}
	l.was = true
	return nil, os.NewSyscallError("accept4", syscall.EMFILE)
}

func (l *shortOnce) Close() error { return nil }

func TestAShortageOfDescriptorsPasses(t *testing.T) {
	h := serve(t, setup{})
	require.ErrorIs(t, h.Serve(&shortOnce{}, Endpoint{Name: "nobody is there to make room"}), net.ErrClosed)
	require.Equal(t, 1, h.logs.FilterMessage("cannot accept").Len())

	far, near := connected(t)
	require.ErrorIs(t, h.Serve(&shortOnce{first: near}, Endpoint{Name: "an idle one makes room", Protocol: Gateway(nil, nil)}), net.ErrClosed)
	require.NoError(t, far.SetReadDeadline(time.Now().Add(10*time.Second)))
	_, err := io.ReadAll(far)
	require.NoError(t, err, "it is closed")
}

// connected are both ends of a connection that is not with any server yet.
func connected(t *testing.T) (far, near net.Conn) {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	require.NoError(t, err)
	defer l.Close()
	far, err = net.Dial("unix", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { far.Close() })
	near, err = l.Accept()
	require.NoError(t, err)
	return far, near
}

// Evicting a connection is not a failed authentication, even if its peer was not identified
// yet.
func TestEvictedBeforeItIsKnown(t *testing.T) {
	h := serve(t, setup{})
	h.dial(t).ok()
	_, near := connected(t)

	h.mu.Lock()
	c := newConn(h.Server, h.rooms["gateway"], near.(*net.UnixConn))
	h.mu.Unlock()
	h.wg.Add(1)
	c.evict()
	c.run()
	require.Zero(t, h.Stats().Refused)
	require.Empty(t, h.causes())
}

// A client that reads nothing is dropped, and delays nobody meanwhile.
func TestHungReader(t *testing.T) {
	big := strings.Repeat("x", 100<<10)
	h := serve(t, setup{
		limits: Limits{WriteTimeout: 300 * time.Millisecond},
		decide: func(wire.Hook, string, wire.Payload) engine.Decision {
			return engine.Decision{Decision: decide.Decision{Verdict: trust.VerdictAllow, Result: wire.Result{Text: big}}}
		},
	})
	c := h.dial(t)
	gone := make(chan error, 1)
	var b []byte
	for i := range 100 {
		b = append(b, line(t, h.sign(h.request(strconv.Itoa(i))))...)
	}
	go func() {
		for {
			if _, err := c.Write(b); err != nil {
				gone <- err
				return
			}
		}
	}()
	for range 20 {
		h.dial(t).ok()
	}
	select {
	case err := <-gone:
		var timeout net.Error
		require.False(t, errors.As(err, &timeout) && timeout.Timeout(), "the server hung up: %v", err)
	case <-time.After(20 * time.Second):
		t.Fatal("a client that does not read stays for ever")
	}
}

func TestShutdownAnswersWhatWasRead(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	h := serve(t, setup{limits: Limits{DrainGrace: 2 * time.Second}, decide: func(_ wire.Hook, _ string, p wire.Payload) engine.Decision {
		once.Do(func() { close(begun) })
		<-release
		return allow("", "", p)
	}})
	busy, quiet, mid := h.dial(t), h.dial(t), h.dial(t)
	for _, c := range []*client{quiet, mid} {
		ping := h.request("0")
		ping.Hook, ping.Session, ping.Payload = wire.Ping, "", jsontext.Value(`{}`)
		require.Equal(t, "0", c.ask(h.sign(ping)).ID, "it was let in before the server begins to close")
	}
	busy.send(append(line(t, h.sign(h.request("1"))), line(t, h.sign(h.request("2")))...))
	mid.send([]byte(`{"version"`))
	<-begun

	over := make(chan error, 1)
	go func() { over <- h.Shutdown(context.Background()) }()
	require.Eventually(t, h.draining.Load, 5*time.Second, time.Millisecond)
	a := quiet.ask(h.sign(h.request("3"))) // within the grace
	require.Equal(t, wire.Unavailable, a.Code)
	require.Equal(t, "3", a.ID)
	quiet.closed()
	refused := h.logs.FilterField(zap.String("code", string(wire.Unavailable)))
	require.Equal(t, zapcore.InfoLevel, refused.All()[0].Level, "a stop is no failure")
	mid.closed()
	_, err := net.Dial("unix", h.path)
	require.Error(t, err)

	close(release)
	require.Equal(t, "1", busy.receive().ID)
	require.Equal(t, "2", busy.receive().ID)
	busy.closed()
	require.NoError(t, <-over)
}

func TestShutdownThatRunsOutOfPatience(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	h := serve(t, setup{decide: func(_ wire.Hook, _ string, p wire.Payload) engine.Decision {
		close(begun)
		<-release
		return allow("", "", p)
	}})
	c := h.dial(t)
	c.send(line(t, h.sign(h.request("1"))))
	<-begun
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, h.Shutdown(ctx), context.DeadlineExceeded)
	_, err := c.frame()
	require.ErrorIs(t, err, io.EOF)
	require.Error(t, h.ctx.Err())
	close(release)
}
