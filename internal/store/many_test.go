package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// If a ledger has more sessions than fit into memory, they are saved along the way.
func TestALedgerOfManySessionsIsFoldedInPieces(t *testing.T) {
	r := opened(t, func(o *Options) { o.Memory = 1 << 20 })
	const sessions = maxBehind + maxBehind/2
	for i := range sessions {
		r.call(fmt.Sprint("s", i), "read")
	}
	r.taint("s7")
	r.close()
	require.NoError(t, os.Remove(r.index()))
	r.open()
	require.Equal(t, maxBehind, r.store.Index().Count())
	require.Less(t, r.engine.Levels()[trust.Trusted], sessions-maxBehind+1000, "the others have left memory")
	r.restart()
	require.Equal(t, sessions, r.store.Index().Count())
	require.Equal(t, "untrusted", r.level("s7"))
	require.Equal(t, "trusted", r.level("s8"))
}

// BenchmarkManySessions measures a tool call that begins a turn, in one session after another
// in random order, when only the index knows most of them; and how much heap each takes.
func BenchmarkManySessions(b *testing.B) {
	for _, n := range []int{1, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := newRig(b, b.TempDir(), nil)
			defer r.close()
			key := func(i int) string { return fmt.Sprintf("agent:main:telegram:direct:%07d", i) }
			rests := func() {
				require.NoError(b, r.store.save(b.Context()))
				r.wait(time.Second)
				r.engine.Shed(r.store.opt.Memory)
			}
			before := heap()
			for i := range n {
				r.taint(key(i))
				r.send(key(i), wire.AgentEnd, &wire.AgentEndEvent{})
				if i%10_000 == 0 {
					rests()
				}
			}
			rests()
			each := float64(heap()-before) / float64(n)
			ev := &wire.BeforeToolCallEvent{ToolName: "read", Params: jsontext.Value(`{"path":"notes.md"}`), ToolCallID: "c"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				k := key(rand.IntN(n))
				r.send(k, wire.BeforeToolCall, ev)
				b.StopTimer()
				r.send(k, wire.AgentEnd, &wire.AgentEndEvent{})
				if i%1000 == 0 {
					rests()
				}
				b.StartTimer()
			}
			b.ReportMetric(each, "B/session")
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
