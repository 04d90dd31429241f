package engine

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// worked lets a session have one turn with one tool call.
func (c *chat) worked() {
	zero := 0
	c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{
		SystemPrompt: raw("You are a helpful assistant."), Messages: user("what has changed since yesterday?"),
	})
	c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Iteration: &zero})
	c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{
		ToolName: "exec", ToolCallID: "call_5f2c81d0", Params: jsontext.Value(`{"command":"git log --oneline --since=yesterday | head -20"}`),
	})
	c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "exec", ToolCallID: "call_5f2c81d0", Result: raw("c5e0584 what checking a context costs")})
	c.send(wire.AgentEnd, &wire.AgentEndEvent{})
}

// atRest lists the sessions that rest.
func (h *host) atRest() (keys []string) {
	for i := range h.engine.shards {
		for key := range h.engine.shards[i].resting {
			keys = append(keys, key)
		}
	}
	return keys
}

// visible is all that can be seen of the sessions without asking for one of them.
func (h *host) visible() string {
	rows, err := h.engine.Sessions("", 0)
	require.NoError(h.t, err)
	marks, err := h.engine.ExportWatermarks("", 0)
	require.NoError(h.t, err)
	return string(raw([]any{rows, marks, h.engine.Pending(), h.engine.Stats(), h.engine.Levels()}))
}

func TestASessionRestsWhenNothingHappens(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	h.open("other", owner).worked()
	c.turn("again")
	detail := func() string {
		v, err := h.engine.Session("s")
		require.NoError(t, err)
		var graphs []TurnGraph
		for _, id := range v.TurnsKept {
			g, err := h.engine.Graph("s", id)
			require.NoError(t, err)
			graphs = append(graphs, g)
		}
		x, err := h.engine.ExplainLast(context.Background(), "s")
		require.NoError(t, err)
		return string(raw([]any{v, graphs, x}))
	}
	awake, seen := detail(), h.visible()
	require.Contains(t, awake, "look at this page", "previews are in memory only")
	h.save()
	require.Empty(t, h.atRest())
	require.Empty(t, h.engine.Dirty())
	require.ElementsMatch(t, []string{"s", "other"}, h.atRest())
	require.Equal(t, seen, h.visible())
	require.Len(t, h.atRest(), 2, "looking at the list wakes nobody")
	require.Equal(t, awake, detail())
	require.Equal(t, []string{"other"}, h.atRest())
	require.Equal(t, seen, h.visible())
	h.save()
	h.save()
	require.Len(t, h.atRest(), 2)

	held(t, c.run("exec", nil))
	require.Equal(t, []string{"other"}, h.atRest())
	require.Equal(t, trust.Untrusted, c.level())
}

func TestASessionWhoseCodeWaitsDoesNotRest(t *testing.T) {
	h := newHost(t, "")
	held(t, h.fetched("s").run("exec", nil))
	for range 3 {
		h.save()
	}
	require.Empty(t, h.atRest())
	require.Len(t, h.engine.Pending(), 1)
	h.now = h.now.Add(2 * time.Minute)
	h.save()
	require.Equal(t, []string{"s"}, h.atRest())
	require.Empty(t, h.engine.Pending())
}

func TestWhatCouldNotBeSavedDoesNotRest(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.worked()
	for range 3 {
		h.engine.Redo(h.engine.Dirty())
	}
	require.Empty(t, h.atRest())
	h.save()
	h.save()
	require.Equal(t, []string{"s"}, h.atRest())
}

func TestASessionThatCannotBeSavedCountsOnce(t *testing.T) {
	h := newHost(t, "")
	h.open("new", owner).worked()
	h.engine.Redo(h.engine.Dirty())
	require.Equal(t, 1, h.engine.Stats().Sessions)
	h.save()
	h.open("new", owner).worked()
	for range 2 {
		h.engine.Redo(h.engine.Dirty())
		require.Equal(t, 1, h.engine.Stats().Sessions, "which the index has as it was")
	}
}

func TestWhatASessionOwesKeepsItAwake(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("look at this page")
	c.llm()
	_, id := c.call("web_fetch", map[string]string{"url": "https://example.com/"})
	h.save()
	h.journal.fail = errDisk
	c.returns("web_fetch", id)
	h.journal.fail = nil
	h.save()
	h.save()
	require.Empty(t, h.atRest())
	require.Zero(t, h.engine.Forget(h.now.Add(time.Hour)), "nobody else knows what it has seen")
	c.llm()
	require.Equal(t, trust.Untrusted, c.level())
	h.save()
	h.save()
	require.Equal(t, []string{"s"}, h.atRest())
}

func TestASpawnerThatRestsStillPassesItsTaintOn(t *testing.T) {
	h := newHost(t, "")
	h.fetched("parent")
	h.save()
	h.save()
	require.Equal(t, []string{"parent"}, h.atRest())
	child := h.open("child", wire.Ctx{SpawnedBy: "parent"})
	child.turn("subtask")
	require.Equal(t, trust.Untrusted, child.level())
}

func TestASessionThatRestsLeavesMemory(t *testing.T) {
	h := newHost(t, "")
	h.open("s", owner).worked()
	h.save()
	h.save()
	require.Equal(t, []string{"s"}, h.atRest())
	require.Zero(t, h.engine.Forget(h.now), "just used")
	require.Equal(t, 1, h.engine.Forget(h.now.Add(time.Second)))
	require.Empty(t, h.atRest())
	v, err := h.engine.Session("s")
	require.NoError(t, err)
	require.Equal(t, 1, v.Turns)
}

// Those that are unused for longest leave memory when there is no room for all.
func TestSessionsThatRestHaveSoMuchMemory(t *testing.T) {
	h := newHost(t, "")
	size := func() (n int) {
		for i := range h.engine.shards {
			n += h.engine.shards[i].size
		}
		return n
	}
	for i := range 20 {
		h.open(fmt.Sprintf("s%02d", i), owner).worked()
		h.now = h.now.Add(time.Second)
	}
	h.save()
	h.save()
	all := size()
	require.Greater(t, all, 20*restingMore)
	require.Zero(t, h.engine.Shed(all), "there is room")
	left := h.engine.Shed(all / 2)
	require.InDelta(t, 11, left, 1)
	require.LessOrEqual(t, size(), all/2)
	rest := h.atRest()
	slices.Sort(rest)
	require.Len(t, rest, 20-left)
	require.Equal(t, fmt.Sprintf("s%02d", left), rest[0], "those before it are unused for longer")
	require.Equal(t, "s19", rest[len(rest)-1])

	v, err := h.engine.Session("s00")
	require.NoError(t, err, "the index has it")
	require.Equal(t, 1, v.Turns)
	for _, key := range rest {
		_, err := h.engine.Session(key)
		require.NoError(t, err)
		require.NoError(t, h.engine.Wake(key))
	}
	require.Zero(t, size(), "awake")
	require.Zero(t, h.engine.Shed(0))
}

func TestAPastTurnIsATurnInTheIndex(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.turn("again")
	text := raw(h.engine.Dirty()[0])
	var snap struct {
		State struct {
			Kept []session.Turn
		}
	}
	require.NoError(t, json.Unmarshal(text, &snap))
	require.Len(t, snap.State.Kept, 1)
	require.Equal(t, 1, snap.State.Kept[0].Number)
	require.Equal(t, session.KindSystemPrompt, snap.State.Kept[0].Nodes[0].Kind)
}

func TestWhoFoundASessionBeforeItRestedLooksAgain(t *testing.T) {
	h := newHost(t, "")
	h.open("s", owner).worked()
	s, err := h.engine.find("s")
	require.NoError(t, err)
	h.save()
	require.False(t, s.gone)
	h.save()
	require.True(t, s.gone)
}

// Sessions fall asleep and are woken, looked at and spawned from at the same time.
func TestNothingIsLostBetweenSleepAndWaking(t *testing.T) {
	h := newHost(t, "")
	h.engine.opt.Journal, h.engine.opt.Publish = &safely{}, func(wire.EventFrame) {}
	const sessions, turns = 4, 1000
	done := make(chan struct{})
	var others sync.WaitGroup
	for _, f := range []func(){func() { h.engine.Dirty() }, func() { h.visible() }, func() { h.engine.Graph("s0", "last") }} {
		others.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					f()
				}
			}
		})
	}
	var hosts sync.WaitGroup
	for i := range sessions {
		hosts.Go(func() {
			c := h.open(fmt.Sprint("s", i), wire.Ctx{AgentID: "main", SpawnedBy: fmt.Sprint("s", (i+1)%sessions)})
			for range turns {
				c.turn("go")
				c.send(wire.AgentEnd, &wire.AgentEndEvent{})
			}
		})
	}
	hosts.Wait()
	close(done)
	others.Wait()
	rows, err := h.engine.Sessions("", 0)
	require.NoError(t, err)
	require.Len(t, rows, sessions)
	for _, row := range rows {
		require.Equal(t, turns, row.Turns)
	}
}

// safely is nowhere, for many at once.
type safely struct {
	mu sync.Mutex
	nowhere
}

func (s *safely) Append(r *session.Record) (wire.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nowhere.Append(r)
}

// BenchmarkIdleSessions is what an idle session costs, in memory and in time for
// the garbage collector.
func BenchmarkIdleSessions(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := newHost(b, "")
			h.engine.opt.Journal = &nowhere{}
			before := inUse()
			for i := range n {
				h.open(fmt.Sprintf("agent:main:telegram:direct:%07d", i), owner).worked()
			}
			for range 3 {
				h.engine.Dirty()
			}
			h.events = nil
			each := float64(inUse()-before) / float64(n)
			for b.Loop() {
				runtime.GC()
			}
			b.ReportMetric(each, "B/session")
			runtime.KeepAlive(h)
		})
	}
}

func inUse() uint64 {
	for range 2 {
		runtime.GC()
	}
	time.Sleep(10 * time.Millisecond)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkWaking is a tool call of a session that nobody has heard of for a while,
// and the same of one that was not left to rest.
func BenchmarkWaking(b *testing.B) {
	for _, rests := range []bool{false, true} {
		b.Run(fmt.Sprint(rests), func(b *testing.B) {
			h := newHost(b, "")
			h.engine.opt.Journal = &nowhere{}
			chats := make([]*chat, 20_000)
			sleep := func() {
				for _, c := range chats {
					c.worked()
				}
				for range 3 {
					if rests {
						h.engine.Dirty()
					}
				}
				h.events = nil
			}
			for i := range chats {
				chats[i] = h.open(fmt.Sprintf("agent:main:telegram:direct:%07d", i*7919%len(chats)), owner)
			}
			sleep()
			ev := &wire.BeforeToolCallEvent{ToolName: "exec", Params: jsontext.Value(`{"command":"ls -la"}`), ToolCallID: "call"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i > 0 && i%len(chats) == 0 {
					b.StopTimer()
					sleep()
					b.StartTimer()
				}
				chats[i%len(chats)].send(wire.BeforeToolCall, ev)
			}
		})
	}
}
