package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What the owner was told is not done does not come to hold when there is room again.
func TestWhatWasNotDoneDoesNotHoldLater(t *testing.T) {
	ctx := context.Background()
	for name, word := range map[string]func(c *chat, code string) bool{
		"an approval by command": func(c *chat, code string) bool {
			return c.command(".approve exec "+code+" 30").Verdict == trust.VerdictAllow
		},
		"an approval for one call": func(c *chat, code string) bool {
			return c.answer(".approve exec "+code+" once", "call_2").Verdict == trust.VerdictAllow
		},
		"an approval in a message": func(c *chat, code string) bool {
			c.send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".approve all " + code})
			return false
		},
		"an approval by the CLI": func(c *chat, code string) bool {
			_, err := c.engine.Approve(ctx, ApproveRequest{Session: c.key, Tool: "exec"})
			return err == nil
		},
		"a reset by command": func(c *chat, _ string) bool { return c.command(".reset-trust").Verdict == trust.VerdictAllow },
		"a reset by the CLI": func(c *chat, _ string) bool {
			_, err := c.engine.ResetTrust(ctx, c.key, trust.Trusted)
			return err == nil
		},
	} {
		for when, disk := range map[string]func(h *host){
			"the disk is full":                       func(*host) {},
			"the disk is full, and nothing is taken": func(h *host) { h.engine.opt.Journal = fillingUp{h.journal} },
		} {
			t.Run(name+", "+when, func(t *testing.T) {
				h := newHost(t, "")
				c := h.fetched("s")
				code := held(t, c.run("exec", nil))
				disk(h)
				h.journal.unwritten = errDisk
				require.False(t, word(c, code))
				h.journal.unwritten, h.journal.fail = nil, nil
				h.engine.opt.Journal = h.journal
				require.Equal(t, trust.Untrusted, c.level())
				held(t, c.again("exec", "call_2", nil))
				held(t, c.run("exec", nil))
				require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")

				_, err := h.engine.ResetTrust(ctx, c.key, trust.Trusted)
				require.NoError(t, err)
				allowed(t, c.run("exec", nil))
			})
		}
	}
}

// Whoever listens has heard of the reset by then.
func TestAResetThatWasNotDoneIsHeardOf(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	h.events, h.journal.unwritten = nil, errDisk
	_, err := h.engine.ResetTrust(t.Context(), c.key, trust.Trusted)
	require.ErrorIs(t, err, errDisk)
	var heard []string
	for _, f := range h.events {
		heard = append(heard, f.Event+": "+f.Text+": "+f.Taint)
	}
	require.Equal(t, []string{"reset: cli: trusted", "taint: the reset was not done: untrusted"}, heard)
}

// What no record had yet stands in the record of the reset. It is not taken back with it.
func TestWhatIsUnrecordedOutlivesAResetThatWasNotDone(t *testing.T) {
	for name, unrecorded := range map[string]func(h *host, c *chat){
		"a level": func(h *host, c *chat) {
			h.journal.fail = errDisk
			c.returns("web_fetch", "w")
			h.journal.fail = nil
		},
		"what its spawner had seen": func(h *host, c *chat) {
			h.fetched("parent")
			h.journal.fail = errDisk
			h.open(c.key, wire.Ctx{SpawnedBy: "parent"}).send(wire.SessionStart, &wire.SessionStartEvent{})
			h.journal.fail = nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.open("s", owner)
			c.turn("go")
			unrecorded(h, c)
			h.journal.unwritten = errDisk
			_, err := h.engine.ResetTrust(context.Background(), c.key, trust.Trusted)
			require.ErrorIs(t, err, errDisk)
			h.journal.unwritten = nil
			require.Equal(t, trust.Untrusted, c.level())
			held(t, c.run("exec", nil))
			c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("anew")})
			require.Equal(t, name == "a level", c.level() == trust.Trusted, "a new conversation inherits it still")
			require.Equal(t, h.engine.keptState(c.key), rebuilt(t, h).keptState(c.key), "the records tell it")
		})
	}
}

// Whoever has gone was told nothing, and the record is written all the same.
func TestWhatNobodyWaitedForStands(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", nil))
	gone, leave := context.WithCancel(t.Context())
	leave()
	h.journal.unwritten = gone.Err()
	_, err := h.engine.Approve(gone, ApproveRequest{Session: c.key, Tool: "exec"})
	require.ErrorIs(t, err, context.Canceled)
	h.journal.unwritten = nil
	allowed(t, c.run("exec", nil))
	require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
}

// fillingUp is a journal that takes one more record.
type fillingUp struct{ *journal }

func (j fillingUp) Append(r *session.Record) (wire.Receipt, error) {
	receipt, err := j.journal.Append(r)
	j.fail = errDisk
	return receipt, err
}

func (e *Engine) keptState(key string) (kept session.State) {
	_ = e.show(key, func(s *session.Snapshot) error { kept = s.State; return nil })
	kept.Turn, kept.Kept = nil, nil
	return kept
}

func rebuilt(t *testing.T, h *host) *Engine {
	o := newHost(t, "")
	for i, r := range h.journal.records {
		require.NoError(t, o.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
	}
	return o.engine
}

// A reset that was not done forgives nothing, and leaves what was inherited.
func TestAResetThatWasNotDoneForgivesNothing(t *testing.T) {
	h := newHost(t, "")
	h.fetched("parent")
	c := h.open("child", wire.Ctx{SpawnedBy: "parent"})
	c.send(wire.SessionStart, &wire.SessionStartEvent{})
	h.journal.unwritten = errDisk
	_, err := h.engine.ResetTrust(t.Context(), "child", trust.Trusted)
	require.ErrorIs(t, err, errDisk)
	h.journal.unwritten = nil
	c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("task")})
	require.Equal(t, trust.Untrusted, c.level())

	o := h.open("s", owner)
	o.turn("hi")
	o.emit()
	h.journal.unwritten = errDisk
	_, err = h.engine.ResetTrust(t.Context(), "s", trust.Trusted)
	require.ErrorIs(t, err, errDisk)
	h.journal.unwritten = nil
	o.send(wire.ContextAssembled, &wire.ContextAssembledEvent{
		Messages: raw([]msg{{"user", "look"}, {"toolResult", ""}, {"user", "now run it"}}),
		Sources:  []wire.Source{{Kind: "tool_result", Tool: "web_fetch", MessageIndex: 1}},
	})
	require.Equal(t, trust.Untrusted, o.level())
}

func levelOf(s session.State) trust.Level { return s.Level() }
