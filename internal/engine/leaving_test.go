package engine

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// worked gives a session one turn with one tool call.
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

// visible is everything that can be seen about the sessions without asking for one of them.
func (h *host) visible() string {
	rows, err := h.engine.Sessions("", 0)
	require.NoError(h.t, err)
	marks, err := h.engine.ExportWatermarks("", 0)
	require.NoError(h.t, err)
	return string(raw([]any{rows, marks, h.engine.Pending(), h.engine.Stats()}))
}

func TestASessionThatLeavesMemoryIsShownAsItWas(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	h.open("other", owner).worked()
	c.turn("again")
	c.send(wire.AgentEnd, &wire.AgentEndEvent{})
	detail := func() string {
		v, err := h.engine.Session("s")
		require.NoError(t, err)
		var graphs []TurnGraph
		for _, id := range v.TurnsKept {
			g, err := h.engine.Graph("s", id)
			require.NoError(t, err)
			for i := range g.Nodes {
				g.Nodes[i].ContentPreview = ""
			}
			graphs = append(graphs, g)
		}
		require.Len(t, graphs, 2)
		x, err := h.engine.ExplainLast(context.Background(), "s")
		require.NoError(t, err)
		return string(raw([]any{v, graphs, x}))
	}
	was, seen := detail(), h.visible()
	require.Contains(t, string(raw(must(h.engine.Graph("s", "t1")))), "look at this page", "previews are in memory only")
	h.leaves()
	require.Empty(t, h.inMemory())
	require.Equal(t, seen, h.visible())
	require.Empty(t, h.inMemory(), "looking at the list brings nobody back")
	require.Equal(t, was, detail())
	require.Equal(t, []string{"s"}, h.inMemory())
	h.leaves()
	require.Empty(t, h.inMemory())

	held(t, c.run("exec", nil))
	require.Equal(t, []string{"s"}, h.inMemory())
	require.Equal(t, trust.Untrusted, c.level())
	require.Equal(t, []string{"t1", "t2", "t3"}, must(h.engine.Session("s")).TurnsKept)
	require.NotEmpty(t, must(h.engine.Graph("s", "t2")).Nodes)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A turn goes to the index once, when it has ended, and is not saved again with its session.
func TestATurnThatIsOverIsSavedOnceAndApart(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("look")
	require.Empty(t, h.engine.Dirty()[0].Ended, "it runs")
	c.emit()
	snap := h.engine.Dirty()[0]
	require.Len(t, snap.Ended, 1)
	require.Equal(t, 1, snap.Ended[0].Number)
	require.NotEmpty(t, snap.Ended[0].Nodes)
	require.Equal(t, 1, snap.State.Turn.Number)
	require.Empty(t, snap.State.Turn.Nodes)

	c.turn("look again")
	c.emit()
	c.turn("and again")
	snap = h.engine.Dirty()[0]
	require.Len(t, snap.Ended, 1)
	require.Equal(t, 2, snap.Ended[0].Number)
	require.Less(t, len(raw(snap.State.Kept)), 64)
	require.NotEmpty(t, snap.State.Turn.Nodes, "it runs")

	h.engine.Redo([]session.Snapshot{snap})
	require.Len(t, h.engine.Dirty()[0].Ended, 1, "it could not be saved")
}

// Sessions with waiting calls are needed while the calls wait.
func TestASessionWhoseCodeWaitsStaysInMemory(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", nil))
	c.emit()
	h.leaves()
	require.Zero(t, h.engine.Shed(0))
	require.Equal(t, []string{"s"}, h.inMemory())
	waits := h.engine.Pending()
	require.Len(t, waits, 1)

	o := newHost(t, "")
	o.index, o.engine.opt.Index = h.index, h.index
	require.NoError(t, o.engine.Wake("s"))
	require.Equal(t, waits[0].Calls[0].CallID, o.engine.Pending()[0].Calls[0].CallID, "after a restart too")

	h.now = h.now.Add(2 * time.Minute)
	h.leaves()
	require.Empty(t, h.inMemory())
	require.Empty(t, h.engine.Pending())
}

func TestWhatCouldNotBeSavedStaysInMemory(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.worked()
	for range 3 {
		h.engine.Redo(h.engine.Dirty())
	}
	require.Zero(t, h.engine.Shed(0))
	require.Zero(t, h.engine.Forget(h.now.Add(time.Second)))
	h.leaves()
	require.Empty(t, h.inMemory())
	require.NotEmpty(t, must(h.engine.Graph("s", "last")).Nodes)
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

func TestWhatASessionOwesKeepsItInMemory(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("look at this page")
	c.llm()
	_, id := c.call("web_fetch", map[string]string{"url": "https://example.com/"})
	h.save()
	h.journal.fail = errDisk
	c.returns("web_fetch", id)
	h.journal.fail = nil
	h.leaves()
	require.Zero(t, h.engine.Shed(0))
	require.Equal(t, []string{"s"}, h.inMemory(), "nobody else knows what it has seen")
	c.llm()
	require.Equal(t, trust.Untrusted, c.level())
	h.leaves()
	require.Empty(t, h.inMemory())
}

// The values of a session count for its memory, and come back with it.
func TestValuesLeaveAndComeBack(t *testing.T) {
	h := newHost(t, withAuthority)
	c := h.asked("s", "Read evil.example/a and mail a summary to anna@home.example", page)
	for range 3 {
		h.save()
		h.engine.Shed(1 << 20)
	}
	allowed(t, c.mails("anna@home.example"))
	require.Greater(t, int(h.engine.size.Load()), residentSize+h.engine.shard("s").sessions["s"].values.Size())
	h.leaves()
	require.Empty(t, h.inMemory())
	allowed(t, c.mails("anna@home.example"))
}

// The least recently used sessions leave memory when there is no room for all.
func TestSessionsHaveSoMuchMemory(t *testing.T) {
	h := newHost(t, "")
	size := func() int { return int(h.engine.size.Load()) }
	for i := range 20 {
		h.open(fmt.Sprintf("s%02d", i), owner).worked()
		h.now = h.now.Add(time.Second)
	}
	require.Zero(t, h.engine.Shed(0), "the index does not have them yet")
	h.save()
	all := size()
	require.Greater(t, all, 20*residentSize)
	require.Zero(t, h.engine.Shed(all), "there is room")
	left := h.engine.Shed(all / 2)
	require.InDelta(t, 11, left, 1)
	require.LessOrEqual(t, size(), all/2)
	stay := h.inMemory()
	slices.Sort(stay)
	require.Len(t, stay, 20-left)
	require.Equal(t, fmt.Sprintf("s%02d", left), stay[0], "those before it are unused for longer")
	require.Equal(t, "s19", stay[len(stay)-1])

	v, err := h.engine.Session("s00")
	require.NoError(t, err, "the index has it")
	require.Equal(t, 1, v.Turns)
	require.Equal(t, 21-left, h.engine.Shed(0))
	require.Zero(t, size())
}

// An index of an earlier version has the turns with their session. They are separated.
func TestASessionOfAnEarlierIndex(t *testing.T) {
	graph := func(h *host) TurnGraph {
		g, err := h.engine.Graph("s", "t1")
		require.NoError(t, err)
		for i := range g.Nodes {
			g.Nodes[i].ContentPreview = "" // in memory only
		}
		return g
	}
	h := newHost(t, "")
	c := h.fetched("s")
	c.emit()
	c.turn("again")
	c.emit()
	first := graph(h)
	state := h.engine.shard("s").sessions["s"].state
	state.Kept, state.Former = nil, &session.Former{OldTurns: h.engine.Dirty()[0].Ended[:1]}
	old := encoded(t, session.Snapshot{Key: "s", State: state})
	old.State.FromEarlier()

	o := newHost(t, "")
	o.index.sessions["s"] = old
	require.Equal(t, first, graph(o))
	o.open("s", owner).turn("go on")
	o.leaves()
	require.Empty(t, o.inMemory())
	require.Len(t, o.index.turns, 2)
	require.Equal(t, []string{"t1", "t2", "t3"}, must(o.engine.Session("s")).TurnsKept)
	require.Equal(t, first, graph(o))
}

func TestWhoFoundASessionBeforeItLeftLooksAgain(t *testing.T) {
	h := newHost(t, "")
	h.open("s", owner).worked()
	s, err := h.engine.find("s")
	require.NoError(t, err)
	h.save()
	require.False(t, s.gone)
	h.leaves()
	require.True(t, s.gone)
}

// Sessions leave memory and come back, are looked at and spawned from concurrently.
func TestNothingIsLostBetweenMemoryAndIndex(t *testing.T) {
	h := newHost(t, "")
	h.engine.opt.Journal, h.engine.opt.Publish = &safely{}, func(wire.EventFrame) {}
	h.foreign = true // and several goroutines speak at once
	const sessions, turns = 4, 1000
	done := make(chan struct{})
	var others sync.WaitGroup
	for _, f := range []func(){func() { h.save(); h.engine.Shed(0) }, func() { h.visible() }, func() { h.engine.Graph("s0", "t1") }} {
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

// safely is nowhere, for concurrent use.
type safely struct {
	mu sync.Mutex
	nowhere
}

func (s *safely) Append(r *session.Record) (wire.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nowhere.Append(r)
}
