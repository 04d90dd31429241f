//go:build stress

package stress_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Sessions unused for --session-idle leave memory. So a flood of new ones takes memory for just
// that long, one flood after another takes no more, and what they have seen is still known.
func TestAFloodOfSessionsLeavesMemoryAndIsNotForgotten(t *testing.T) {
	const floods, sessions, peers = 3, 15_000, 4
	d := start(t, "", "--session-idle", "2s")
	rest := d.vitals()
	fetched := after("web_fetch", "c", "a page")
	var peaks []float64
	for flood := range floods {
		var all sync.WaitGroup
		for i := range peers {
			all.Go(func() {
				p, err := d.try("gateway")
				if err != nil {
					t.Error(err)
					return
				}
				defer p.Close()
				for n := i; n < sessions; n += peers {
					a, err := p.ask("after_tool_call", fmt.Sprintf("agent:main:%d:%d", flood, n), fetched)
					if err != nil || a.Receipt == nil {
						t.Errorf("%+v, %v", a, err)
						return
					}
					d.receipts.add(a)
				}
			})
		}
		all.Wait()
		v := d.vitals()
		peaks = append(peaks, v.anon)
		t.Logf("after %d new sessions: %s", sessions, v)
		require.Eventually(t, func() bool { return d.vitals().sessions < 10 }, 15*time.Second, 100*time.Millisecond, "they stay in memory")
	}
	require.Less(t, peaks[floods-1], 1.5*peaks[0]+20, "MB, flood by flood: %v", peaks)
	require.Equal(t, float64(floods*sessions), d.metric("provenanced_sessions"))
	t.Logf("at rest: %s", d.settles(rest, 30))

	p := d.dial("gateway")
	for n := 0; n < sessions; n += 1000 {
		a, err := p.ask("before_tool_call", fmt.Sprintf("agent:main:0:%d", n), before("exec", "c", `{"command":"ls"}`))
		require.NoError(t, err)
		require.Equal(t, []string{untrusted, "deny"}, []string{a.Taint, a.Verdict}, "a session that has left memory")
		d.receipts.add(a)
	}
	p.Close()
	d.whole()
}
