//go:build stress

package stress_test

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A client who cannot sign is refused, however often it comes, and counted; nothing is remembered
// or written for it, the log stays short, and clients who can sign continue.
func TestAFloodOfBadSignaturesCostsOthersNothing(t *testing.T) {
	const flood = 8 * time.Second
	d := start(t, "")
	rest := d.vitals()
	honest := d.crowd(4, noFailure(t))
	var sent atomic.Int64
	var flooding sync.WaitGroup
	end := time.Now().Add(flood)
	for i := range 8 {
		flooding.Go(func() {
			for time.Now().Before(end) {
				if err := tenForgeries(d, []string{"gateway", "admin"}[i%2]); err != nil {
					t.Error(err)
					return
				}
				sent.Add(10)
			}
		})
	}
	flooding.Wait()
	honest.stop()
	took := honest.took()
	t.Logf("%d forged requests in %s; beside them %d questions, p50 %s, p99 %s", sent.Load(), flood, len(took), percentile(took, 50), percentile(took, 99))
	require.Less(t, percentile(took, 99), time.Second)
	require.Equal(t, float64(sent.Load()), d.metric(`provenanced_refused_total{reason="unauthenticated"}`))
	log, err := os.Stat(d.path("log"))
	require.NoError(t, err)
	require.Less(t, log.Size(), int64(200_000), "a flood of refusals must not fill the disk with log lines")
	honest.hangUp()
	t.Logf("afterwards: %s", d.settles(rest, 20))
	d.whole()
}

// tenForgeries are as many as a connection may send.
func tenForgeries(d *daemon, socket string) error {
	p, err := d.try(socket)
	if err != nil {
		return err
	}
	defer p.Close()
	p.SetDeadline(time.Now().Add(20 * time.Second))
	var lines []byte
	for range 10 {
		lines = append(lines, p.forged("before_tool_call", "agent:main:main", before("exec", "c", `{"command":"ls"}`))...)
	}
	if _, err := p.Write(lines); err != nil {
		return err
	}
	for range 10 {
		a, err := p.read()
		if err != nil || a.Code != "unauthenticated" {
			return fmt.Errorf("a forged request was answered with %+v, %w", a, err)
		}
	}
	if _, err := p.read(); err != io.EOF {
		return fmt.Errorf("after ten forgeries the connection goes on: %w", err)
	}
	return nil
}

// A client who can sign fills the replay memory up to its bound and no further. At the bound a
// request that could not be remembered is refused as overloaded, earlier ones are still recognised,
// and when their time is up there is room again.
//
// The memory has sixteen parts, by the first digits of the nonce; a flood of nonces that all go
// into one part reaches the bound with a sixteenth of the requests.
func TestASignedFloodFillsTheReplayMemoryAndNoFurther(t *testing.T) {
	const (
		part   = 2 << 20 / 16 // requests
		window = 26 * time.Second
	)
	d := start(t, "")
	rest := d.vitals()
	p := d.dial("gateway")
	p.nonce = func(b *[16]byte) { rand.Read(b[:]); b[0] = 0 }

	accepted, refused, sent := 0, 0, 0
	var last []byte // lines that were accepted
	began := time.Now()
	const batch = 64
	for refused < 10_000 {
		require.Less(t, sent, 4*part, "nothing bounds what is remembered")
		var lines []byte
		for range batch {
			lines = append(lines, p.line("ping", "", "{}")...)
		}
		_, err := p.Write(lines)
		require.NoError(t, err)
		all := true
		for range batch {
			a, err := p.read()
			require.NoError(t, err)
			if a.Type == "decision" {
				accepted++
			} else {
				require.Equal(t, "overloaded", a.Code)
				refused++
				all = false
			}
		}
		if sent += batch; all {
			last = lines
		}
	}
	full := d.vitals()
	t.Logf("%d of %d requests in %s were remembered, then %d refused; %s", accepted, sent, time.Since(began).Round(time.Millisecond), refused, full)
	require.InDelta(t, part, accepted, part/10)
	require.Less(t, full.anon-rest.anon, 60.0, "MB for one part of sixteen")
	require.Equal(t, float64(refused), d.metric(`provenanced_refused_total{reason="overloaded"}`))

	replayed := d.metric(`provenanced_refused_total{reason="replayed"}`)
	again := d.dial("gateway")
	_, err := again.Write(last)
	require.NoError(t, err)
	for range 10 { // the tenth ends the connection
		a, err := again.read()
		require.NoError(t, err)
		require.Equal(t, "unauthenticated", a.Code, "a replay at the bound")
	}
	require.GreaterOrEqual(t, d.metric(`provenanced_refused_total{reason="replayed"}`), replayed+10)

	// Everybody else has fifteen parts of sixteen, and asks again after hitting the full one.
	for range 200 {
		require.Eventually(t, func() bool { return d.ping() == nil }, 5*time.Second, time.Millisecond)
	}
	require.Eventually(t, func() bool {
		a, err := p.ask("ping", "", "{}")
		require.NoError(t, err)
		return a.Type == "decision"
	}, window, 100*time.Millisecond, "what is old is not forgotten")
	t.Logf("there was room again after %s", time.Since(began).Round(time.Millisecond))
	p.Close()
	t.Logf("afterwards: %s", d.settles(rest, 60))
	d.whole()
}

// As fast as two connections can sign, for longer than anything is remembered: the memory for
// replays grows to its bound and stays there.
func TestASignedFloodOfAnyNoncesStaysWithinTheReplayMemory(t *testing.T) {
	const (
		flood = 25 * time.Second // longer than anything is remembered
		room  = 400              // MB: a million requests, two entries each, and garbage
	)
	d := start(t, "")
	rest := d.vitals()
	var answered, overloaded atomic.Int64
	var flooding sync.WaitGroup
	end := time.Now().Add(flood)
	for range 2 {
		flooding.Go(func() {
			p, err := d.try("gateway")
			if err != nil {
				t.Error(err)
				return
			}
			defer p.Close()
			for time.Now().Before(end) {
				var lines []byte
				for range 64 {
					lines = append(lines, p.line("ping", "", "{}")...)
				}
				p.Write(lines)
				for range 64 {
					a, err := p.read()
					switch {
					case err != nil:
						t.Error(err)
						return
					case a.Code == "overloaded":
						overloaded.Add(1)
					default:
						answered.Add(1)
					}
				}
			}
		})
	}
	peak := rest
	for time.Now().Before(end) {
		time.Sleep(500 * time.Millisecond)
		if v := d.vitals(); v.anon > peak.anon {
			peak = v
		}
	}
	flooding.Wait()
	t.Logf("%d requests answered, %d refused in %s; at most %s", answered.Load(), overloaded.Load(), flood, peak)
	require.Less(t, peak.anon-rest.anon, float64(room))
	require.Eventually(t, func() bool { return d.ping() == nil }, 26*time.Second, 50*time.Millisecond, "what is old is not forgotten")
	d.whole()
}
