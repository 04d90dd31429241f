//go:build stress

package stress_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// stressFor is how long the mixed load lasts: STRESS_FOR, or a minute.
func stressFor(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("STRESS_FOR")
	if text == "" {
		return time.Minute
	}
	d, err := time.ParseDuration(text)
	require.NoError(t, err, "STRESS_FOR")
	require.GreaterOrEqual(t, d, 15*time.Second, "STRESS_FOR: too short for thirds")
	return d
}

const codesLast = 5 * time.Second

var mixedPolicy = fmt.Sprintf(`
approvalTtlSeconds: %d
wrappers:
  say: {binary: /bin/echo, output: trusted, risk: read}
toolOverrides:
  say: {"*": allow}
`, int(codesLast/time.Second))

// Everything at once, for STRESS_FOR: sessions that begin and end, every hook, approvals that are
// granted, denied and too late, resets, reloads, wrapped tools, readers of events, connections that
// come and go, forged requests, a ledger that rotates its files and drops old ones. Memory is flat:
// the last third takes no more than the second. When the clients leave, nothing of theirs stays.
func TestMixedLoadStaysFlatAndLeavesNothing(t *testing.T) {
	const (
		agents = 48
		room   = 1.15 // the most that the last third's memory may be of the second's,
		grain  = 8.0  // plus MB that one collection more or less accounts for
	)
	d := start(t, mixedPolicy, "--session-idle", "10s", "--ledger-keep", "40", "--ledger-max-entries", "5000")
	rest := d.vitals()
	began := time.Now()
	length := stressFor(t)
	var turns, tools, forged atomic.Int64
	var took times
	quit := make(chan struct{})
	var all sync.WaitGroup
	every := func(pause time.Duration, do func(n int) error) {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-quit:
					return
				case <-time.After(pause):
				}
				if err := do(n); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range agents {
		var a *agent
		every(20*time.Millisecond, func(n int) error { // an agent thinks between its turns
			if n%20 == 0 { // a session lives for twenty turns
				if a != nil {
					if err := a.tells([2]string{"session_end", `{"reason":"idle"}`}); err != nil {
						return err
					}
					a.hangUp()
				}
				a = d.agent(fmt.Sprintf("agent:main:w%d:%d", i, n/20), uint64(i+n))
				a.codes = codesLast
			}
			if n%7 == 0 {
				a.hangUp()
			}
			err := a.oneTurn()
			took.add(a.took)
			a.took = a.took[:0]
			turns.Add(1)
			return err
		})
	}
	every(time.Second, func(n int) error {
		d.save(fmt.Sprintf("%s# %d\n", mixedPolicy, n))
		if out, code := d.ctl("reload"); code != 0 {
			return errors.New(out)
		}
		return nil
	})
	every(50*time.Millisecond, func(n int) error {
		forged.Add(10)
		return tenForgeries(d, []string{"gateway", "admin"}[n%2])
	})
	every(300*time.Millisecond, func(int) error {
		tools.Add(1)
		cmd := exec.Command(filepath.Join(d.bin, "provenance-wrap"), "say", "hello")
		cmd.Env = append(os.Environ(), "RUNTIME_DIRECTORY="+d.path("run"))
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != "hello\n" {
			return fmt.Errorf("a wrapped tool: %w: %s", err, out)
		}
		return nil
	})
	every(100*time.Millisecond, func(int) error { return watchFor(d, 400*time.Millisecond) })
	every(time.Second, func(int) error { // checked before retention removes it
		return d.receipts.inLedger(filepath.Join(d.seen, "ledger"), int(d.metric("provenanced_ledger_file"))-3)
	})

	var samples []vitals
	for time.Since(began) < length && !t.Failed() {
		time.Sleep(min(time.Second, length/300))
		samples = append(samples, d.vitals())
	}
	close(quit)
	all.Wait()
	require.False(t, t.Failed())

	second, last := summary(samples[len(samples)/3:2*len(samples)/3]), summary(samples[2*len(samples)/3:])
	t.Logf("%s: %d turns, %d questions with receipts, p50 %s, p99 %s; %d wrapped tools, %d forged requests, %.0f ledger files",
		length, turns.Load(), d.receipts.count(), percentile(took.all, 50), percentile(took.all, 99), tools.Load(), forged.Load(), d.metric("provenanced_ledger_file"))
	t.Logf("second third: %s", second)
	t.Logf("last third:   %s", last)
	require.Less(t, last.anon, room*second.anon+grain, "most of the memory in RAM, MB")
	require.Less(t, last.heap, room*second.heap+grain, "least of the heap, MB: what a collection leaves")
	require.Less(t, percentile(took.all, 99), time.Second)
	asked := d.metric(`provenanced_approvals_total{outcome="asked"}`)
	for _, outcome := range []string{"granted", "denied", "expired"} {
		require.Greater(t, d.metric(`provenanced_approvals_total{outcome="`+outcome+`"}`), asked/100, outcome)
	}
	t.Logf("afterwards: %s", d.settles(rest, 30))
	d.whole()
}

// watchFor reads the daemon's events for a while, and leaves.
func watchFor(d *daemon, long time.Duration) error {
	p, err := d.try("gateway")
	if err != nil {
		return err
	}
	defer p.Close()
	if _, err := p.ask("subscribe", "", "{}"); err != nil {
		return err
	}
	p.SetReadDeadline(time.Now().Add(long))
	for err == nil {
		_, err = p.frame()
	}
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("events: %w", err)
	}
	return nil
}

// summary is the maximum of everything in some samples, but the minimum of the heap.
func summary(samples []vitals) vitals {
	most := samples[0]
	for _, v := range samples {
		most.goroutines, most.descriptors = max(most.goroutines, v.goroutines), max(most.descriptors, v.descriptors)
		most.connections, most.sessions = max(most.connections, v.connections), max(most.sessions, v.sessions)
		most.anon, most.heap = max(most.anon, v.anon), min(most.heap, v.heap)
	}
	return most
}

// times are how long answers took.
type times struct {
	mu  sync.Mutex
	all []time.Duration
}

func (t *times) add(some []time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(slices.Grow(t.all, len(some)), some...)
}
