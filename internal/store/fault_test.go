package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// seen is what a session has seen for certain, and what its owner was told is done.
type seen struct {
	level    trust.Level // of all that was handed over since the last reset
	saw      trust.Level // the same, at the latest LLM call
	asked    int         // LLM calls of the turn; 0: calls are judged at level
	approved bool        // exec, for a time
	turn     bool        // exec, for the turn that runs
}

// ailing is an engine over a disk that takes nothing now and then.
type ailing struct {
	*rig
	disk     *disk
	sessions map[string]*seen
	told     string
}

// something happens in one of a few sessions, to the disk, or to the daemon.
func (a *ailing) something(t *rapid.T) {
	key := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "session")
	s := a.sessions[key]
	what := rapid.IntRange(0, 12).Draw(t, "what")
	a.told += fmt.Sprintf("%s %d\n", key, what)
	switch what {
	case 0, 1: // a turn begins
		a.send(key, wire.AgentEnd, &wire.AgentEndEvent{})
		a.send(key, wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: jsontext.Value(`[{"role":"user","content":"hello"}]`)})
		s.asked, s.turn = 1, false
		fallthrough
	case 2: // the model is called
		if s.asked > 0 {
			a.send(key, wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Iteration: &s.asked})
			s.saw, s.asked = s.level, s.asked+1
		}
	case 3, 4: // it reads
		tool := rapid.SampledFrom([]string{"web_fetch", "memory_search", "read"}).Draw(t, "tool")
		if a.call(key, tool).Verdict == trust.VerdictAllow {
			a.send(key, wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: tool, ToolCallID: "c-" + tool, Result: jsontext.Value(`"page"`)})
			s.level = trust.Lowest(s.level, map[string]trust.Level{"web_fetch": trust.Untrusted, "memory_search": trust.Shared, "read": trust.Trusted}[tool])
		}
	case 5, 6: // it acts
		may := s.approved || s.turn || s.level == trust.Trusted || s.asked > 0 && s.saw == trust.Trusted
		if d := a.call(key, "exec"); d.Verdict == trust.VerdictAllow {
			require.True(t, may, a.told)
		}
	case 7:
		lasts := rapid.SampledFrom([]time.Duration{0, time.Hour}).Draw(t, "lasts")
		_, err := a.engine.Approve(context.Background(), engine.ApproveRequest{Session: key, Tool: "exec", For: lasts})
		s.approved, s.turn = s.approved || err == nil && lasts > 0, s.turn || err == nil && lasts == 0
	case 8:
		if _, err := a.engine.ResetTrust(context.Background(), key, trust.Trusted); err == nil {
			s.level, s.saw = trust.Trusted, trust.Trusted
		}
	case 9:
		a.disk.full.Store(true)
	case 10:
		a.disk.loose.Store(true)
	case 11:
		a.mend(t)
	case 12:
		a.mend(t)
		a.save()
		a.restart()
		a.sessions["a"].asked, a.sessions["b"].asked = 0, 0
	}
	if v, err := a.engine.Session(key); err == nil {
		require.LessOrEqual(t, v.Level, s.level, a.told)
	}
}

// mend makes room, and waits until the ledger has noticed.
func (a *ailing) mend(t *rapid.T) {
	a.disk.full.Store(false)
	a.disk.loose.Store(false)
	for range 10_000 {
		if a.store.Status().Failing == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the ledger does not go on")
}

// Whatever the disk does: nothing that was read is forgotten, and nothing holds that the
// owner was told is not done.
func TestADiskThatFailsRaisesNoLevel(t *testing.T) {
	root := t.TempDir()
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		runs++
		dir := filepath.Join(root, fmt.Sprint(runs))
		require.NoError(rt, os.Mkdir(dir, 0o700))
		d := new(disk)
		a := &ailing{disk: d, sessions: map[string]*seen{"a": {level: trust.Trusted}, "b": {level: trust.Trusted}}}
		a.rig = newRig(rt, dir, func(o *Options) { o.Ledger.FS = d })
		for range rapid.IntRange(1, 40).Draw(rt, "events") {
			a.something(rt)
		}
		a.mend(rt)
		a.save()
		a.restart()
		for key, s := range a.sessions {
			if s.level < trust.Trusted {
				v, err := a.engine.Session(key)
				require.NoError(rt, err, a.told)
				require.LessOrEqual(rt, v.Level, s.level, a.told)
			}
		}
		a.close()
		require.NoError(rt, os.RemoveAll(dir))
	})
}
