//go:build stress

package stress_test

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/server"
	"github.com/provenanced/provenanced/internal/store"
)

// clock is a wall clock that can be set. It has no monotonic reading, so durations jump as well,
// which is harder than a real step.
type clock struct{ offset atomic.Int64 }

func (c *clock) Now() time.Time {
	return time.Now().UTC().Round(0).Add(time.Duration(c.offset.Load()))
}

// However the clock is set, under load: no request is accepted twice, no level rises, nothing
// acknowledged is lost, and when the clock is right again everybody is served.
//
// The wall clock cannot be stepped for one process from outside. So the parts of the daemon that
// know the time (server, engine, store and ledger) are assembled in this process as package daemon
// does it, with a clock that is a parameter, and served on a real socket. The real binary then
// starts on their state, long before the ledger's last entries by its own clock.
func TestClockStepsLetNothingThroughAndLoseNothing(t *testing.T) {
	d := prepare(t, "")
	now := new(clock)
	stop := serveAt(t, d, now)

	const workers = 6
	var phase atomic.Int64 // counts the steps of the clock
	var used [workers]spent
	quit := make(chan struct{})
	var working sync.WaitGroup
	for i := range workers {
		working.Go(func() { fetchAndHold(t, d, now, &phase, &used[i], fmt.Sprintf("agent:main:w%d", i), quit) })
	}
	step := func(to time.Duration) {
		now.offset.Store(int64(to))
		phase.Add(1)
		time.Sleep(150 * time.Millisecond)
		again := 0
		for i := range used {
			again += used[i].replay(t, d)
		}
		require.Positive(t, again, "too little happened for this to mean anything")
	}
	time.Sleep(200 * time.Millisecond)
	const day = 24 * time.Hour
	for _, to := range []time.Duration{
		2 * time.Second, 0, 4 * time.Second, -4 * time.Second, 12 * time.Second, 0, 30 * time.Second, 0, time.Hour, 0, -time.Hour, 0,
		day, -day, 0, 30 * day, time.Minute, 365 * day, 0, 364 * day, 365*day + 5*time.Second, 10 * time.Second, 0,
	} {
		step(to)
	}
	step(366 * day) // later than ever before
	taken := used[0].count()
	time.Sleep(300 * time.Millisecond)
	close(quit)
	working.Wait()
	require.Greater(t, used[0].count(), taken+20, "the clock has caught up, and those who sign are not served")
	t.Logf("%d steps of the clock, %d answers with receipts", phase.Load(), d.receipts.count())
	stop()
	d.verified()

	d.start()
	var rows []struct{ Session, Level string }
	d.ctlJSON(&rows, "sessions")
	require.Len(t, rows, workers)
	for _, row := range rows {
		require.Equal(t, untrusted, row.Level, row.Session)
	}
	d.whole()
}

// serveAt serves the gateway's socket of d by another clock, as daemon.assemble would.
func serveAt(t *testing.T, d *daemon, now *clock) (stop func()) {
	t.Helper()
	require.NoError(t, os.MkdirAll(d.path("run"), 0o700))
	require.NoError(t, os.MkdirAll(d.state, 0o700))
	key, err := hmacauth.GenerateKey(rand.Reader)
	require.NoError(t, err)
	require.NoError(t, hmacauth.WriteKeyFile(d.path("run", "gateway.key"), key))
	signing, err := hmacauth.NewMemoryKey(rand.Reader)
	require.NotNil(t, signing, "%v", err)
	resolve := store.OSPaths{}
	staged, err := store.OpenBlocked(filepath.Join(d.state, "blocked"), store.BlockedOptions{Paths: resolve})
	require.NoError(t, err)
	kept, err := store.Open(store.Options{Dir: d.state, Boot: store.Boot{PID: os.Getpid()}, Now: now.Now, Rand: rand.Reader, Log: zap.NewNop()})
	require.NoError(t, err)
	e := engine.New(engine.Options{
		Policy: policy.NewCurrent(policy.Default()), Journal: kept, Index: kept.Index(), Staging: staged, Paths: resolve,
		Now: now.Now, Rand: rand.Reader, Code: kept.Code, Ticket: kept.Ticket, Digest: kept.Digest, Mark: kept.Mark,
		Sign: signing.Sign, Log: zap.NewNop(),
	})
	require.NoError(t, kept.Attach(e))
	s := server.New(server.Options{Log: zap.NewNop(), Now: now.Now})
	l, err := net.Listen("unix", d.path("run", "gateway.sock"))
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() {
		served <- s.Serve(l, server.Endpoint{Name: "gateway", Key: key, Protocol: server.Gateway(e, new(server.Hub))})
	}()
	return func() {
		require.NoError(t, s.Shutdown(t.Context()))
		require.NoError(t, <-served)
		require.NoError(t, kept.Close())
		require.NoError(t, signing.Close())
	}
}

// spent are the latest accepted requests: none may be accepted again.
type spent struct {
	mu    sync.Mutex
	lines [][]byte
	n     int
}

func (s *spent) add(line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.lines = append(s.lines, line)
	s.lines = s.lines[max(0, len(s.lines)-200):]
}

func (s *spent) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// replay sends each again, and requires that it is refused.
func (s *spent) replay(t *testing.T, d *daemon) int {
	t.Helper()
	s.mu.Lock()
	lines := s.lines
	s.mu.Unlock()
	for i := 0; i < len(lines); i += 9 { // the tenth failure ends a connection
		p, err := d.try("gateway")
		require.NoError(t, err)
		for _, line := range lines[i:min(i+9, len(lines))] {
			_, err := p.Write(line)
			require.NoError(t, err)
			a, err := p.read()
			require.NoError(t, err)
			require.Equal(t, "unauthenticated", a.Code, "taken twice: %s", line)
		}
		p.Close()
	}
	return len(lines)
}

// fetchAndHold asks while the clock is being set. Its session has read a page and is never reset,
// so it is never trusted again.
func fetchAndHold(t *testing.T, d *daemon, now *clock, phase *atomic.Int64, used *spent, session string, quit chan struct{}) {
	var p *peer
	fell := false
	for n := 0; ; n++ {
		select {
		case <-quit:
			if p != nil {
				p.Close()
			}
			return
		default:
		}
		if p == nil {
			var err error
			if p, err = d.try("gateway"); err != nil {
				t.Error(err)
				return
			}
			p.now = now.Now
		}
		hook, event := "before_tool_call", before("exec", "c", `{"command":"ls"}`)
		if n%4 == 0 || !fell {
			hook, event = "after_tool_call", after("web_fetch", "c", "a page")
		}
		at := phase.Load()
		line := append([]byte(nil), p.line(hook, session, event)...)
		_, err := p.Write(line)
		a := answer{}
		if err == nil {
			a, err = p.read()
		}
		switch {
		case err != nil: // the tenth refusal ended it
			p.Close()
			p = nil
		case a.Type == "error":
			if a.Code != "unauthenticated" {
				t.Errorf("%+v", a)
				return
			}
			time.Sleep(5 * time.Millisecond)
		case a.Taint != untrusted, hook == "before_tool_call" && a.Verdict != "deny":
			t.Errorf("step %d: %s is %s: %+v", at, session, a.Taint, a)
			return
		default:
			fell = true
			d.receipts.add(a)
			used.add(line)
		}
	}
}
