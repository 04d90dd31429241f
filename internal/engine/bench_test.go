package engine

import (
	"context"
	"fmt"
	"testing"

	"github.com/provenanced/provenanced/internal/wire"
)

// nowhere is a journal that costs nothing, to time the decision alone.
type nowhere struct{ seq uint64 }

func (n *nowhere) Flush(context.Context, wire.Receipt, bool) error { return nil }

func (n *nowhere) Append(*Record) (wire.Receipt, error) {
	n.seq++
	return wire.Receipt{File: 1, Seq: n.seq, Hash: "00"}, nil
}

func (n *nowhere) Entry(context.Context, int, uint64) (*Record, wire.Receipt, error) {
	return nil, wire.Receipt{}, ErrNotFound
}

func BenchmarkDecideToolCall(b *testing.B) {
	for _, tool := range []string{"read", "exec"} {
		b.Run(tool, func(b *testing.B) {
			h := newHost(b, "")
			h.engine.opt.Journal = &nowhere{}
			c := h.fetched("s")
			ev := &wire.BeforeToolCallEvent{ToolName: tool, Params: raw(map[string]string{"command": "ls -la"}), ToolCallID: "call"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%100 == 0 {
					b.StopTimer()
					c.turn("next")
					c.llm()
					b.StartTimer()
				}
				c.send(wire.BeforeToolCall, ev)
			}
		})
	}
}

func BenchmarkManySessions(b *testing.B) {
	for _, n := range []int{1, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := newHost(b, "")
			h.engine.opt.Journal = &nowhere{}
			for i := range n {
				h.open(fmt.Sprintf("agent:main:%d", i), owner).turn("hi")
			}
			c := h.open("agent:main:0", owner)
			ev := &wire.LoopIterationEvent{}
			b.ReportAllocs()
			for b.Loop() {
				c.send(wire.LoopIterationEnd, ev)
			}
		})
	}
}
