package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// anything does something in one of a few sessions.
func (r *rig) anything(t *rapid.T) {
	session := rapid.SampledFrom([]string{"a", "b", "agent:main:c"}).Draw(t, "session")
	tool := rapid.SampledFrom([]string{"exec", "web_fetch", "read", "gog", "gateway"}).Draw(t, "tool")
	id := rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "id")
	iteration := rapid.IntRange(0, 2).Draw(t, "iteration")
	text := jsontext.Value(`[{"role":"user","content":"hello"}]`)
	switch rapid.IntRange(0, 12).Draw(t, "what") {
	case 0:
		r.send(session, wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: text})
	case 1:
		r.send(session, wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: text, Iteration: &iteration, Tools: []wire.OfferedTool{{Name: "exec"}, {Name: "read"}}})
	case 2, 3:
		r.send(session, wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, ToolCallID: id, Params: jsontext.Value(`{"path":"MEMORY.md","content":"x"}`)})
	case 4, 5:
		r.send(session, wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: tool, ToolCallID: id, Result: jsontext.Value(`"page"`)})
	case 6:
		r.send(session, wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: tool}}})
	case 7:
		r.send(session, wire.BeforeResponseEmit, &wire.BeforeResponseEmitEvent{Content: "bye"})
	case 8:
		r.send(session, wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: jsontext.Value(`[{}]`)})
	case 9:
		lasts := time.Duration(rapid.IntRange(0, 3).Draw(t, "minutes")) * time.Minute
		_, _ = r.engine.Approve(context.Background(), engine.ApproveRequest{Session: session, Tool: "all", For: lasts})
	case 10:
		r.send(session, wire.Command, &wire.CommandEvent{Text: ".approve all 12345678"})
	case 11:
		_, _ = r.engine.DenyCode(context.Background(), session, "")
	case 12:
		_, _ = r.engine.ResetTrust(context.Background(), session, rapid.SampledFrom(trust.Levels[:]).Draw(t, "level"))
	}
}

// Whatever happened: killed at any moment, with an index of any age or none, the daemon comes
// back with the same state.
func TestALedgerAndAnyIndexRebuildTheState(t *testing.T) {
	root := t.TempDir()
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		runs++
		dir := func(name string) string { return filepath.Join(root, fmt.Sprint(runs), name) }
		require.NoError(rt, os.MkdirAll(dir("live"), 0o700))
		r := newRig(rt, dir("live"), func(o *Options) { o.Ledger.MaxEntries = rapid.SampledFrom([]int{5, 10_000}).Draw(rt, "rotation") })
		events := rapid.IntRange(1, 40).Draw(rt, "events")
		for range events {
			r.wait(time.Duration(rapid.IntRange(0, 50_000).Draw(rt, "ms")) * time.Millisecond)
			r.anything(rt)
			switch rapid.IntRange(0, 9).Draw(rt, "then") {
			case 0:
				r.save()
			case 1:
				r.save()
				r.engine.Forget(r.now().Add(time.Second))
			case 2:
				r.restart()
			}
		}
		want := r.view()
		behind := r.killed(dir("behind"))
		bare := r.killed(dir("bare"))
		require.NoError(rt, os.Remove(bare.index()))
		r.restart()
		require.Equal(rt, want, r.view(), "after an orderly end")
		r.close()
		for _, k := range []*rig{behind, bare} {
			k.open()
			require.Equal(rt, want, k.view(), k.dir)
			require.Empty(rt, k.store.Alarms())
			k.close()
		}
		require.NoError(rt, os.RemoveAll(filepath.Join(root, fmt.Sprint(runs))))
	})
}

func TestCodesAndGrantsComeBack(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	code := r.call("s", "exec").Approval.Code
	r.restart()
	require.Equal(t, code, r.engine.Pending()[0].Code, "before anyone asked for the session")
	_, err := r.engine.Approve(t.Context(), engine.ApproveRequest{Session: "s", Tool: "exec", Code: code, For: time.Hour})
	require.NoError(t, err)
	r.restart()
	require.Equal(t, trust.VerdictAllow, r.call("s", "exec").Verdict)
	x, err := r.engine.ExplainLast(t.Context(), "")
	require.NoError(t, err)
	r.restart()
	again, err := r.engine.ExplainLast(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, x, again)
	r.wait(time.Hour)
	require.Equal(t, trust.VerdictDeny, r.call("s", "exec").Verdict)
}

func TestWatermarksMoveFromOneToAnother(t *testing.T) {
	r, o := opened(t, nil), opened(t, nil)
	r.taint("s")
	_, err := r.engine.ResetTrust(t.Context(), "s", trust.Shared)
	require.NoError(t, err)
	r.taint("t")
	r.restart()
	file, err := r.engine.ExportWatermarks("", 0)
	require.NoError(t, err)
	n, err := o.engine.ImportWatermarks(t.Context(), file)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	o.restart()
	require.Equal(t, "shared", o.level("s"))
	require.Equal(t, "untrusted", o.level("t"))
}

func TestIdleSessionsLeaveMemoryAndComeBack(t *testing.T) {
	r := newRig(t, t.TempDir(), func(o *Options) { o.Idle = time.Second; o.Now = time.Now })
	defer r.close()
	r.store.done.Go(r.store.writeBehind)
	r.taint("s")
	require.Eventually(t, func() bool { return r.engine.Stats().Sessions == 1 && r.store.Index().Count() == 1 }, 10*time.Second, 10*time.Millisecond)
	require.Eventually(t, func() bool { return r.logs.FilterMessage("idle sessions left memory").Len() > 0 }, 10*time.Second, 10*time.Millisecond)
	require.Equal(t, "untrusted", r.level("s"))
	require.Equal(t, trust.VerdictDeny, r.call("s", "exec").Verdict)
}

func TestTheIndexIsNeverAheadOfTheDisk(t *testing.T) {
	d := new(disk)
	r := opened(t, func(o *Options) { o.Ledger.FS = d })
	r.call("s", "read")
	r.save()
	saved := r.store.index.state()
	d.loose.Store(true)
	r.taint("s")
	require.ErrorIs(t, r.store.save(t.Context()), ledger.ErrFailing)
	require.Equal(t, saved, r.store.index.state())
	d.loose.Store(false)
	require.Eventually(t, func() bool { return r.store.Status().Failing == nil }, 10*time.Second, time.Millisecond)
	r.save()
	require.NotEqual(t, saved, r.store.index.state(), "what could not be saved is saved later")
	snap, _, err := r.store.Index().Load("s")
	require.NoError(t, err)
	require.Equal(t, r.level("s"), snap.State.Level().String())
}

func TestAFullDiskIsAnAlarmAndPasses(t *testing.T) {
	d := new(disk)
	r := opened(t, func(o *Options) { o.Ledger.FS = d })
	require.Equal(t, trust.VerdictAllow, r.call("s", "exec").Verdict)
	d.full.Store(true)
	for range 5 {
		require.Equal(t, trust.VerdictDeny, r.call("s", "exec").Verdict, "nothing dangerous runs unrecorded")
		require.Equal(t, trust.VerdictAllow, r.call("s", "read").Verdict, "the agent stays able to answer")
	}
	_, err := r.engine.ResetTrust(t.Context(), "s", trust.Shared)
	require.ErrorIs(t, err, ledger.ErrFailing)
	require.Contains(t, r.store.Alarms()[0], "the ledger cannot be written: ")
	require.Contains(t, r.store.Alarms()[0], "no space left on device")
	r.store.saved(r.store.save(t.Context()))
	require.Len(t, r.store.Alarms(), 2, "the index falls behind as well")

	d.full.Store(false)
	require.Eventually(t, func() bool { return r.store.Status().Failing == nil }, 10*time.Second, time.Millisecond)
	r.store.saved(r.store.save(t.Context()))
	require.Empty(t, r.store.Alarms())
	require.NotNil(t, r.call("s", "exec").Receipt, "without a restart")
	require.Equal(t, 1, r.logs.FilterMessage("the ledger is written again").Len())
}

// What was read while the disk was full is known after a restart, even if nothing has happened
// in the session since.
func TestWhatWasReadOnAFullDiskIsRecordedWhenThereIsRoom(t *testing.T) {
	d := new(disk)
	r := opened(t, func(o *Options) { o.Ledger.FS = d })
	r.call("s", "read")
	d.full.Store(true)
	for range 3 {
		r.call("other", "read")
	}
	r.taint("s")
	d.full.Store(false)
	require.Eventually(t, func() bool { return r.store.Status().Failing == nil }, 10*time.Second, time.Millisecond)
	r.save()
	r.restart()
	require.Equal(t, "untrusted", r.level("s"))
}

func TestRetentionKeepsWhatTheIndexLacks(t *testing.T) {
	r := opened(t, func(o *Options) { o.Ledger.MaxEntries, o.Ledger.Retain.Files = 5, 2 })
	r.taint("old")
	fill := func() {
		for range 20 {
			r.call("busy", "read")
		}
	}
	fill()
	require.NoError(t, r.store.log.Flush(t.Context(), r.store.log.Last(), true))
	first, err := r.store.first()
	require.NoError(t, err)
	require.Equal(t, 1, first, "nothing is saved yet")
	r.save()
	fill()
	first, err = r.store.first()
	require.NoError(t, err)
	require.Greater(t, first, 1)
	r.restart()
	require.Equal(t, "untrusted", r.level("old"))
	require.Empty(t, r.store.Alarms())
}

// Without its oldest files, a ledger does not contain everything. What it does contain is
// right, and the gap is admitted.
func TestAnIndexFromHalfALedger(t *testing.T) {
	r := opened(t, func(o *Options) { o.Ledger.MaxEntries, o.Ledger.Retain.Files = 5, 2 })
	r.taint("gone")
	r.taint("kept")
	for range 3 {
		for range 10 {
			r.call("busy", "read")
		}
		r.save()
	}
	r.call("kept", "exec")
	r.close()
	require.NoError(t, os.Remove(r.index()))
	for range 2 {
		r.open()
		require.Equal(t, "untrusted", r.level("kept"), "though the page it read is in no file any more")
		_, err := r.engine.Session("gone")
		require.ErrorIs(t, err, decide.ErrNotFound)
		require.Len(t, r.store.Alarms(), 1)
		require.Contains(t, r.store.Alarms()[0], "forgotten")
		r.save()
		r.close()
	}
	r.open()
}

// What the index knows about a session may be older than what was in the removed files: no
// session may be trusted more because of it than without an index.
func TestAnIndexOfBeforeTheFirstFile(t *testing.T) {
	r := opened(t, func(o *Options) { o.Ledger.MaxEntries, o.Ledger.Retain.Files = 5, 2 })
	r.call("s", "read")
	r.close()
	old, err := os.ReadFile(r.index())
	require.NoError(t, err)
	r.open()
	r.taint("s")
	for range 3 {
		for range 10 {
			r.call("busy", "read")
		}
		r.save()
	}
	r.close()
	require.NoError(t, os.WriteFile(r.index(), old, 0o600))
	for range 2 {
		r.open()
		_, err := r.engine.Session("s")
		require.ErrorIs(t, err, decide.ErrNotFound)
		require.NotEmpty(t, r.store.Forgotten())
		require.Equal(t, "trusted", r.level("busy"), "which the files that are left tell")
		require.Len(t, r.store.Alarms(), 1)
		require.Contains(t, r.store.Alarms()[0], "forgotten")
		r.close()
	}
	r.open()
}

func TestALedgerThatIsTakenAwayTakesNoLevelAlong(t *testing.T) {
	r := opened(t, nil)
	for range 9 {
		r.call("busy", "read")
	}
	r.taint("s")
	r.restart()
	r.close()
	require.NoError(t, os.RemoveAll(r.path(paths.LedgerDir)))
	r.open()
	require.Equal(t, "untrusted", r.level("s"))
	require.Contains(t, r.store.Alarms()[0], "made from another ledger")
	require.Contains(t, r.store.Alarms()[0], "what ends this alarm")
	r.call("s", "exec")
	_, err := r.engine.ResetTrust(t.Context(), "s", trust.External)
	require.NoError(t, err)
	behind := r.killed(t.TempDir())
	behind.open()
	require.Equal(t, "external", behind.level("s"), "the new entries count, though their places are lower")
	behind.close()

	r.close()
	require.NoError(t, os.RemoveAll(r.path(paths.LedgerDir)))
	require.NoError(t, os.RemoveAll(r.path(paths.StoreDir)))
	r.open()
	require.Contains(t, r.store.Alarms()[0], "sessions of before are forgotten")
}

// A ledger restored from a backup has the past state of a session. What the index knows is
// newer: the reset at the end of the backup is not the last word.
func TestALedgerThatIsRestoredRaisesNoLevel(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	_, err := r.engine.ResetTrust(t.Context(), "s", trust.Trusted)
	require.NoError(t, err)
	r.close()
	ledgerDir, backup := r.path(paths.LedgerDir), t.TempDir()
	require.NoError(t, os.CopyFS(backup, os.DirFS(ledgerDir)))
	restore := func() {
		require.NoError(t, os.RemoveAll(ledgerDir))
		require.NoError(t, os.CopyFS(ledgerDir, os.DirFS(backup)))
		require.NoError(t, os.Chmod(filepath.Join(ledgerDir, "00000001.jsonl"), 0o600))
		require.NoError(t, os.Chmod(filepath.Join(ledgerDir, "head"), 0o600))
	}
	r.open()
	require.Equal(t, "trusted", r.level("s"))
	r.taint("s")
	r.taint("later")
	r.close()
	restore()

	r.open()
	require.Equal(t, "untrusted", r.level("s"))
	require.Equal(t, "untrusted", r.level("later"))
	require.Contains(t, r.store.Alarms()[0], "made from another ledger")
	again := r.killed(t.TempDir()) // killed before the index was saved
	again.open()
	require.Equal(t, "untrusted", again.level("s"))
	_, err = again.engine.ResetTrust(t.Context(), "s", trust.External)
	require.NoError(t, err)
	again = again.killed(t.TempDir())
	again.open()
	require.Equal(t, "external", again.level("s"), "what came since counts")
	again.restart()
	require.Equal(t, "external", again.level("s"))
	again.close()

	// For a session that the index does not know, the backup is all there is.
	r.close()
	require.NoError(t, os.RemoveAll(ledgerDir))
	require.NoError(t, os.RemoveAll(r.path(paths.StoreDir)))
	r.open()
	for range 20 {
		r.call("other", "read")
	}
	r.close()
	restore()
	r.open()
	require.Equal(t, "trusted", r.level("s"), "as the backup ends")
	require.Equal(t, "trusted", r.level("other"))
}

// The ledger is exchanged twice, and the daemon is killed before the index was saved for the
// first of them: the index belongs to neither, and what is in the second counts.
func TestTwoLedgersInARow(t *testing.T) {
	r := opened(t, nil)
	for range 20 {
		r.call("s", "read")
	}
	r.close()
	backup := t.TempDir()
	require.NoError(t, os.CopyFS(backup, os.DirFS(r.path(paths.LedgerDir))))
	r.open()
	r.call("s", "read")
	r.close()
	require.NoError(t, os.RemoveAll(r.path(paths.LedgerDir)))
	require.NoError(t, os.CopyFS(r.path(paths.LedgerDir), os.DirFS(backup)))
	require.NoError(t, os.Chmod(r.path(paths.LedgerDir, "00000001.jsonl"), 0o600))
	require.NoError(t, os.Chmod(r.path(paths.LedgerDir, "head"), 0o600))
	r.open()
	require.Equal(t, "trusted", r.level("s"))

	k := r.killed(t.TempDir())
	k.open()
	require.Len(t, k.store.Alarms(), 1)
	require.Contains(t, k.store.Alarms()[0], "made from another ledger", "still")
	k = k.killed(t.TempDir())
	require.NoError(t, os.RemoveAll(k.path(paths.LedgerDir)))
	k.open()
	require.Equal(t, "trusted", k.level("s"))
	k.taint("s")
	k = k.killed(t.TempDir())
	k.open()
	require.Equal(t, "untrusted", k.level("s"))
	k.close()
}

// What only the index knew is lost with it, but the ledger still says that there was something.
func TestALostIndexDoesNotTakeTheGapAlong(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	r.close()
	require.NoError(t, os.RemoveAll(r.path(paths.LedgerDir)))
	r.open()
	require.Contains(t, r.store.Alarms()[0], "made from another ledger")
	r.close()
	for range 2 {
		require.NoError(t, os.RemoveAll(r.path(paths.StoreDir)))
		r.open()
		require.NotEmpty(t, r.store.Forgotten())
		require.Len(t, r.store.Alarms(), 1)
		require.Contains(t, r.store.Alarms()[0], "forgotten")
		r.close()
	}
	r.open()
	require.Len(t, r.store.Alarms(), 1)
}

// Without its key, the earlier index cannot be read; it only proves that there was a ledger.
func TestALedgerThatIsGoneWithItsKey(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	r.close()
	require.NoError(t, os.RemoveAll(r.path(paths.LedgerDir)))
	require.NoError(t, os.Remove(r.path(paths.LedgerKey)))
	r.open()
	require.NotEmpty(t, r.store.Forgotten())
	require.Len(t, r.store.Alarms(), 1)
	require.Contains(t, r.store.Alarms()[0], "the ledger was gone")
}

// A first start that dies halfway must not look as if a ledger had been removed, which would
// make every new session untrusted for good.
func TestAFirstStartThatDiesForgetsNothing(t *testing.T) {
	d := new(disk)
	r := opened(t, func(o *Options) { o.Ledger.FS = d })
	for _, dies := range []*atomic.Bool{&d.full, &d.loose} {
		again := *r
		again.dir = t.TempDir()
		again.opt.Dir = again.dir
		dies.Store(true)
		_, err := Open(again.opt)
		require.Error(t, err)
		dies.Store(false)
		again.open()
		require.Empty(t, again.store.Alarms())
		require.Empty(t, again.store.Forgotten())
		again.close()

		// It got as far as creating the ledger.
		require.NoError(t, os.RemoveAll(again.path(paths.StoreDir)))
		require.NoError(t, os.Rename(again.path(paths.LedgerKey), again.path(paths.LedgerKey+unused)))
		again.open()
		require.Empty(t, again.store.Alarms())
		again.close()
		require.NoFileExists(t, again.path(paths.LedgerKey+unused))
	}
}

func TestWhatStopsAStart(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(t *testing.T, r *rig)
		want  error
		says  string
	}{
		"a byte of the ledger changed": {func(t *testing.T, r *rig) {
			overwrite(t, r.path(paths.LedgerDir, "00000001.jsonl"), 300, []byte("X"))
		}, ledger.ErrCorrupt, "00000001.jsonl"},
		"the end of the ledger is gone": {func(t *testing.T, r *rig) {
			require.NoError(t, os.Truncate(r.path(paths.LedgerDir, "00000001.jsonl"), 900))
		}, ledger.ErrCorrupt, "missing"},
		"the key is gone": {func(t *testing.T, r *rig) {
			require.NoError(t, os.Remove(r.path(paths.LedgerKey)))
		}, nil, "put it back"},
		"the key is open to others": {func(t *testing.T, r *rig) {
			require.NoError(t, os.Chmod(r.path(paths.LedgerKey), 0o644))
		}, nil, "0600"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, t.TempDir(), nil)
			r.taint("s")
			r.close()
			tt.spoil(t, r)
			before := r.bytes()
			_, err := Open(r.opt)
			require.ErrorContains(t, err, tt.says)
			if tt.want != nil {
				require.ErrorIs(t, err, tt.want)
			}
			require.Equal(t, before, r.bytes(), "nothing was touched")
		})
	}
}

// bytes is everything on the disk.
func (r *rig) bytes() map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(r.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	require.NoError(r.t, err)
	return all
}

func TestARecordOfALaterVersionStopsTheStart(t *testing.T) {
	dir := t.TempDir()
	r := newRig(t, dir, nil)
	_, err := r.store.log.Append(r.store.opt.Now(), ledger.Claim, jsontext.Value(`{"hook":"ping","mood":"fine","session":"s","taint":"trusted","time":"2026-02-21T18:00:00Z"}`))
	require.NoError(t, err)
	r.close()
	r.store, err = Open(r.opt)
	require.NoError(t, err)
	err = r.store.Attach(engine.New(engine.Options{Index: r.store.Index(), Paths: OSPaths{}, Now: r.opt.Now}))
	require.ErrorContains(t, err, "not of this version")
	r.close()
}

func TestASecondStoreIsRefused(t *testing.T) {
	r := opened(t, nil)
	_, err := Open(r.opt)
	require.ErrorIs(t, err, ledger.ErrInUse)
}

// Many sessions at once, with saving and forgetting in between: nothing is lost.
func TestSavingWhileDeciding(t *testing.T) {
	r := opened(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			if err := r.store.save(ctx); err != nil && !errors.Is(err, context.Canceled) {
				stopped <- err
				return
			}
			r.engine.Forget(r.now())
		}
		stopped <- nil
	}()
	done := make(chan string)
	for w := range 8 {
		go func() {
			for i := range 10 {
				r.taint(fmt.Sprintf("s%d-%d", w, i))
			}
			done <- ""
		}()
	}
	for range 8 {
		<-done
	}
	cancel()
	require.NoError(t, <-stopped)
	want := r.view()
	behind := r.killed(t.TempDir())
	behind.open()
	require.Equal(t, want, behind.view())
	behind.close()
	rows, err := r.engine.Sessions("", 0)
	require.NoError(t, err)
	require.Len(t, rows, 80)
	require.False(t, slices.ContainsFunc(rows, func(v engine.SessionView) bool { return v.Level != trust.Untrusted }))
}
