package engine

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// save stores what changed in the index, through its encoding.
func (h *host) save() {
	for _, s := range h.engine.Dirty() {
		h.index.put(h.t, s)
	}
}

// inMemory lists the sessions in memory.
func (h *host) inMemory() (keys []string) {
	for i := range h.engine.shards {
		keys = slices.AppendSeq(keys, maps.Keys(h.engine.shards[i].sessions))
	}
	return keys
}

// leaves lets the sessions that may leave memory do so.
func (h *host) leaves() {
	h.save()
	h.engine.Forget(h.now.Add(time.Second))
}

func TestASessionLeavesMemoryAndComesBack(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	code := held(t, c.run("exec", nil))
	h.save()
	h.now = h.now.Add(time.Minute)
	require.Zero(t, h.engine.Forget(h.now), "a code still waits")
	h.now = h.now.Add(time.Hour)
	c.emit()
	require.Zero(t, h.engine.Forget(h.now.Add(time.Second)), "not saved yet")
	h.save()
	require.Zero(t, h.engine.Forget(h.now), "just used")
	require.Equal(t, 1, h.engine.Forget(h.now.Add(time.Second)))
	require.Equal(t, 1, h.engine.Stats().Sessions)

	rows, err := h.engine.Sessions("", 0)
	require.NoError(t, err)
	require.Equal(t, trust.Untrusted, rows[0].Level)
	x, err := h.engine.ExplainLast(context.Background(), "s")
	require.NoError(t, err)
	require.Equal(t, "exec", x.Tool)
	c.turn("back")
	c.llm()
	require.NotEqual(t, code, held(t, c.run("exec", nil)))
	require.Equal(t, 1, h.engine.Stats().Sessions)
}

// What was read from the index, even that there was nothing, is outdated then.
func TestASessionThatLeavesMemoryWhileTheIndexIsReadIsReadAgain(t *testing.T) {
	for _, isNew := range []bool{false, true} {
		h := newHost(t, "")
		leaves := func() {
			h.save()
			h.save()
			require.Equal(t, 1, h.engine.Forget(h.now.Add(time.Second)))
		}
		if !isNew {
			h.open("s", owner).turn("hello")
			leaves()
		}
		h.index.meanwhile = func() {
			h.fetched("s").emit()
			leaves()
		}
		c := h.open("s", owner)
		c.llm()
		require.Nil(t, h.index.meanwhile)
		require.Equal(t, trust.Untrusted, c.level())
		held(t, c.run("exec", nil))
	}
}

func TestASessionThatCannotBeReadIsNotTrusted(t *testing.T) {
	h := newHost(t, "")
	h.index.fail = errDisk
	c := h.open("s", owner)
	restricted(t, c.run("exec", nil))
	allowed(t, c.run("read", nil))
	h.index.fail = nil
	allowed(t, c.run("exec", nil))
}

func TestASpawnerOutOfMemoryStillPassesItsTaintOn(t *testing.T) {
	h := newHost(t, "")
	h.fetched("parent")
	h.save()
	require.Equal(t, 1, h.engine.Forget(h.now.Add(time.Second)))
	child := h.open("child", wire.Ctx{SpawnedBy: "parent"})
	child.turn("subtask")
	require.Equal(t, trust.Untrusted, child.level())
}

func TestTheRecordsAloneRebuildEverySession(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("a")
	code := held(t, c.run("exec", nil))
	h.fetched("b").command(".reset-trust shared")

	o := newHost(t, "")
	for i, r := range h.journal.records {
		require.NoError(t, o.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
		require.NoError(t, o.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}), "twice is once")
	}
	want, err := h.engine.Sessions("", 0)
	require.NoError(t, err)
	got, err := o.engine.Sessions("", 0)
	require.NoError(t, err)
	require.Equal(t, want, got)
	oc := o.open("a", owner)
	require.Equal(t, code, o.engine.Pending()[0].Code)
	oc.command(".approve exec " + code)
	allowed(t, oc.run("exec", nil))
}

func TestWhatIsNotWrittenIsNotAcknowledged(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	h.journal.unwritten = errDisk
	d := c.run("exec", nil)
	restricted(t, d)
	require.Nil(t, d.Receipt)
	allowed(t, c.run("read", nil))
	_, err := h.engine.ResetTrust(context.Background(), "s", trust.Shared)
	require.ErrorIs(t, err, errDisk)
	require.EqualValues(t, 3, h.engine.Stats().Failed, "exec, the result of read, and read itself")
	h.journal.unwritten = nil
	require.Equal(t, trust.Shared, c.level(), "its entry keeps its place and will be written")
}

// slowJournal shows what a save sees between a record's place and its state.
type slowJournal struct {
	*journal
	placed chan struct{}
	goOn   chan struct{}
}

func (j slowJournal) Append(r *session.Record) (wire.Receipt, error) {
	rec, err := j.journal.Append(r)
	close(j.placed)
	<-j.goOn
	return rec, err
}

func TestDirtyMissesNoRecordThatHasItsPlace(t *testing.T) {
	h := newHost(t, "")
	slow := slowJournal{h.journal, make(chan struct{}), make(chan struct{})}
	h.engine.opt.Journal = slow
	go h.engine.Handle(context.Background(), wire.ContextAssembled, "new", wire.Payload{Ctx: owner, Event: &wire.ContextAssembledEvent{}})
	<-slow.placed
	dirty := make(chan []session.Snapshot)
	go func() { dirty <- h.engine.Dirty() }()
	select {
	case list := <-dirty:
		require.Fail(t, "a record with a place is not applied yet", "%v", list)
	case <-time.After(20 * time.Millisecond):
	}
	close(slow.goOn)
	require.Len(t, <-dirty, 1)
	require.Empty(t, h.engine.Dirty())
}

// While no daemon listens its gateway may continue, and the model may have seen more for its next
// requests than at the last reported LLM call.
func TestAfterARestartCallsAreJudgedLiveUntilTheNextLLMCall(t *testing.T) {
	before := newHost(t, "")
	c := before.open("s", owner)
	c.turn("go")
	c.llm()
	c.run("web_fetch", nil)
	allowed(t, c.run("exec", nil)) // asked for beside it
	before.save()

	after := newHost(t, "")
	after.index.sessions, after.index.turns = before.index.sessions, before.index.turns
	c = after.open("s", owner)
	held(t, c.run("exec", nil))
	c.command(".reset-trust")
	c.llm()
	c.run("web_fetch", nil)
	allowed(t, c.run("exec", nil))
}

// A journal may have lost its beginning in the middle of a turn, and with it the nodes of calls.
func TestACallFromBeforeTheRecordsThatAreKeptReturns(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "exec"}}})
	d, id := c.call("web_fetch", nil)
	allowed(t, d)
	for from := range h.journal.records {
		o := newHost(t, "")
		for i, r := range h.journal.records[from:] {
			require.NoError(t, o.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
		}
		later := o.open("s", owner)
		later.returns("web_fetch", id)
		require.Equal(t, trust.Untrusted, later.level(), "without its first %d records", from)
		held(t, later.again("exec", "x", nil))
	}
}
