package engine

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// nowhere is a journal that costs nothing, to time the decision alone.
type nowhere struct{ seq uint64 }

func (n *nowhere) Flush(context.Context, wire.Receipt, bool) error { return nil }

func (n *nowhere) Append(*session.Record) (wire.Receipt, error) {
	n.seq++
	return wire.Receipt{File: 1, Seq: n.seq, Hash: "00"}, nil
}

func (n *nowhere) Entry(context.Context, int, uint64) (*session.Record, wire.Receipt, error) {
	return nil, wire.Receipt{}, decide.ErrNotFound
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

// A context of 50 turns, 100 KB, as it is checked before every LLM call.
func BenchmarkAuthenticContext(b *testing.B) {
	for _, mode := range []string{"off", "enforce"} {
		b.Run(mode, func(b *testing.B) {
			h := newHost(b, "mode: permissive\nauthentication: {mode: "+mode+"}")
			c := h.open("s", owner)
			var messages []any
			for i := range 50 {
				text := fmt.Sprintf("read file %d and tell me what is in it", i)
				c.asks(text)
				_, id := c.call("read", nil)
				result := fmt.Sprint(i, strings.Repeat(" all is well in this line of the file.\n", 40))
				c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "read", ToolCallID: id, Result: raw(result)})
				c.emit()
				messages = append(messages, msg{"user", text}, msg{"assistant", "I read it. " + strings.Repeat("It says that all is well. ", 10)},
					map[string]string{"role": "tool", "tool_call_id": id, "content": result})
			}
			c.receives("read it again")
			messages = append(messages, msg{"user", "read it again"})
			context := raw(messages)
			b.SetBytes(int64(len(context)))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				d := c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: context, Iteration: &i})
				if d.Result.Messages != nil {
					b.Fatal(d.Reasons)
				}
				if i == 8 {
					i = 0
					c.emit()
				}
			}
		})
	}
}

// The allocations of a decision do not grow with the length of its turn.
func TestALongTurnCostsNoMore(t *testing.T) {
	for name, step := range map[string]func(c *chat, id string){
		"allowed": func(c *chat, id string) { allowed(c.t, c.tried("read", id, `{}`)); c.returns("read", id) },
		"denied":  func(c *chat, id string) { held(c.t, c.tried("gateway", id, `{}`)) },
		"announced": func(c *chat, id string) {
			c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: "read"}}})
			allowed(c.t, c.tried("read", id, `{}`))
		},
		"announced, then denied": func(c *chat, id string) {
			c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: "gateway", Arguments: raw("{}")}}})
			held(c.t, c.tried("gateway", id, `{}`))
		},
		"asked by a new iteration": func(c *chat, id string) { c.llm(); allowed(c.t, c.tried("read", id, `{}`)) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "maxIterations: 10000")
			h.engine.opt.Journal = &nowhere{}
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			calls := 0
			steps := func(n int) uint64 {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for range n {
					calls++
					step(c, fmt.Sprint("call_", calls))
				}
				runtime.ReadMemStats(&after)
				return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
			}
			steps(10)
			young := steps(100)
			steps(400)
			old := steps(100)
			require.Less(t, old, 2*young+8<<10, "at first %d", young)
		})
	}
}
