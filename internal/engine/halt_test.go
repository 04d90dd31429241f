package engine

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestAHaltHoldsWhereNothingCanBeRecorded(t *testing.T) {
	h := newHost(t, "onFailure: open")
	c := h.open("s", owner)
	c.turn("go")
	allowed(t, c.run("read", nil))
	h.journal.fail = errDisk
	allowed(t, c.run("read", nil))

	require.ErrorContains(t, h.engine.Halt(t.Context(), "", "look"), "No tool call runs from now on")
	require.Contains(t, c.run("read", nil).Result.BlockReason, "halted every session")
	require.NotZero(t, h.engine.Halts())
	_, err := h.engine.Resume(t.Context(), "")
	require.ErrorIs(t, err, errDisk, "what lifts a halt needs its record")
	restricted(t, c.run("read", nil))

	h.journal.fail = nil
	since := h.engine.Halts()[0].Since
	h.now = h.now.Add(3600e9)
	h.engine.CatchUp()
	again := newHost(t, "")
	for i, r := range h.journal.records {
		require.NoError(t, again.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
	}
	require.Len(t, again.engine.Halts(), 1, "a restart would know of it")
	require.Equal(t, since, again.engine.Halts()[0].Since)
}

func TestAHaltInChatHoldsWhereNothingCanBeRecorded(t *testing.T) {
	h := newHost(t, "onFailure: open")
	c := h.open("s", owner)
	c.turn("go")
	h.journal.fail = errDisk
	require.Contains(t, c.command(".halt").Result.Text, "No tool call runs from now on")
	restricted(t, h.open("other", owner).run("read", nil))
	require.Contains(t, c.command(".resume").Result.Text, "Not done")
	restricted(t, c.run("read", nil))
}

func TestAResumeThatDoesNotReachTheDiskIsTakenBack(t *testing.T) {
	for name, resume := range map[string]func(*chat){
		"in chat": func(c *chat) { require.Contains(t, c.command(".resume").Result.Text, "Not done") },
		"by admin": func(c *chat) {
			_, err := c.engine.Resume(t.Context(), "")
			require.ErrorIs(t, err, errDisk)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.open("s", owner)
			c.turn("go")
			require.NoError(t, h.engine.Halt(t.Context(), "", ""))
			h.journal.unwritten = errDisk
			resume(c)
			h.journal.unwritten = nil
			restricted(t, c.run("read", nil))
			h.engine.CatchUp() // by then the disk may have the resume
			var halts []session.Halt
			for _, r := range h.journal.records {
				halts, _ = session.HaltsAfter(halts, r.Changes, r.Time)
			}
			require.Len(t, halts, 1)
		})
	}
}

// Once halt has returned, no record of an allowed call comes after it.
func TestNoCallIsLetRunBehindAHalt(t *testing.T) {
	h := newHost(t, "")
	chats := make([]*chat, 8)
	for i := range chats {
		chats[i] = h.open(string(rune('a'+i)), owner)
		chats[i].turn("go")
	}
	var lock sync.Mutex
	h.engine.opt.Journal = &lockedJournal{journal: h.journal, mu: &lock}
	h.engine.opt.Publish = func(wire.EventFrame) {}
	var group sync.WaitGroup
	stop := make(chan struct{})
	for _, c := range chats {
		group.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					time.Sleep(100 * time.Microsecond)
					d := c.engine.Handle(context.Background(), wire.BeforeToolCall, c.key, wire.Payload{Ctx: c.ctx, Event: &wire.BeforeToolCallEvent{ToolName: "read", ToolCallID: "1"}})
					c.engine.Settle(context.Background(), &d)
				}
			}
		})
	}
	for range 20 {
		require.NoError(t, h.engine.Halt(t.Context(), "", ""))
		lock.Lock()
		from := len(h.journal.records)
		lock.Unlock()
		for range 50 {
			h.engine.Stats()
		}
		lock.Lock()
		for _, r := range h.journal.records[from:] {
			require.Equal(t, trust.VerdictDeny, r.Judgement.Verdict)
		}
		lock.Unlock()
		_, err := h.engine.Resume(t.Context(), "")
		require.NoError(t, err)
	}
	close(stop)
	group.Wait()
}

// lockedJournal is a journal for concurrent use.
type lockedJournal struct {
	*journal
	mu *sync.Mutex
}

func (j *lockedJournal) Append(r *session.Record) (wire.Receipt, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.journal.Append(r)
}

func (j *lockedJournal) Flush(ctx context.Context, upTo wire.Receipt, durable bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.journal.Flush(ctx, upTo, durable)
}
