//go:build stress

package stress_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A hundred sessions get a megabyte each at the same moment. The daemon handles a few at a time:
// its memory is little more than what has arrived, and a small question does not wait for them.
func TestLargeResultsAtOnceTakeTurns(t *testing.T) {
	const sessions, rounds = 100, 3
	d := start(t, "mode: standard\n")
	rest := d.vitals()
	secret := "password = 'Tr0ub4dor&3xyz', " + strings.Repeat("nothing to see here. ", 48)
	bulk := after("read", "c", strings.Repeat(secret, 1<<20/len(secret)))
	peers := make([]*peer, sessions)
	for i := range peers {
		peers[i] = d.dial("gateway")
	}
	stop, beside := make(chan struct{}), make(chan []time.Duration)
	go func() { beside <- smallQuestions(t, d.dial("gateway"), stop) }()

	var most vitals
	began := time.Now()
	for range rounds {
		var asking sync.WaitGroup
		for i, p := range peers {
			asking.Go(func() {
				a, err := p.ask("after_tool_call", fmt.Sprintf("agent:main:b%d", i), bulk)
				if err != nil || a.Type != "decision" {
					t.Errorf("session %d: %v %+v", i, err, a)
				}
				d.receipts.add(a)
			})
		}
		over := make(chan struct{})
		go func() { asking.Wait(); close(over) }()
		for asked := true; asked; {
			select {
			case <-over:
				asked = false
			case <-time.After(20 * time.Millisecond):
				v := d.vitals()
				most.heap, most.anon = max(most.heap, v.heap), max(most.anon, v.anon)
			}
		}
	}
	close(stop)
	took := <-beside
	t.Logf("%d results of 1 MB, %d at a time, in %s: heap at most %.0f MB, RSS %.0f MB; beside them %d questions, p50 %s, p99 %s",
		sessions*rounds, sessions, time.Since(began).Round(time.Millisecond), most.heap, most.anon, len(took), percentile(took, 50), percentile(took, 99))
	require.Less(t, most.heap, 1000.0)
	for _, p := range peers {
		p.Close()
	}
	t.Logf("afterwards: %s", d.settles(rest, 20))
	d.whole()
}

// smallQuestions asks one after another until it is stopped, and returns how long each took.
func smallQuestions(t *testing.T, p *peer, stop chan struct{}) (took []time.Duration) {
	defer p.Close()
	for {
		select {
		case <-stop:
			return took
		default:
		}
		began := time.Now()
		a, err := p.ask("before_tool_call", "agent:main:small", before("read", "s", `{"path":"notes.txt"}`))
		if err != nil || a.Type != "decision" {
			t.Errorf("small question %d: %v %+v", len(took), err, a)
			return took
		}
		took = append(took, time.Since(began))
		time.Sleep(time.Millisecond)
	}
}
