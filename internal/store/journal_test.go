package store

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
)

func TestJournalGivesARecordBack(t *testing.T) {
	r := opened(t, nil)
	rec, err := r.store.Append(judged())
	require.NoError(t, err)
	require.NoError(t, r.store.Flush(t.Context(), rec, false))
	want := judged()
	want.Changes[0].(*session.NodeAdded).Node.Preview = "" // in memory only
	for _, file := range []int{0, 1} {
		got, again, err := r.store.Entry(t.Context(), file, rec.Seq)
		require.NoError(t, err)
		require.Equal(t, rec, again)
		require.Equal(t, want, got)
	}
	for name, at := range map[string]struct {
		file int
		seq  uint64
	}{"GENESIS": {1, 0}, "BOOT": {1, 1}, "no such seq": {1, 9}, "no such file": {2, 2}, "far away": {0, 1 << 60}} {
		_, _, err := r.store.Entry(t.Context(), at.file, at.seq)
		require.ErrorIs(t, err, decide.ErrNotFound, name)
	}
}

func TestFileZeroIsTheLatestThatHasTheEntry(t *testing.T) {
	r := opened(t, func(o *Options) { o.Ledger.MaxEntries = 10 })
	var last, late = r.store.log.Last(), r.store.log.Last()
	for range 12 {
		rec, err := r.store.Append(judged())
		require.NoError(t, err)
		if rec.File == 1 {
			late = position(rec)
		}
		last = position(rec)
	}
	require.Equal(t, 2, last.File)
	require.Less(t, last.Seq, late.Seq)
	require.NoError(t, r.store.Flush(t.Context(), receipt(last), false))
	for _, want := range []ledger.Position{last, late} {
		_, got, err := r.store.Entry(t.Context(), 0, want.Seq)
		require.NoError(t, err)
		require.Equal(t, receipt(want), got)
	}
}

func TestEntryTypes(t *testing.T) {
	for _, tt := range []struct {
		name string
		made session.Changes
		want ledger.Type
	}{
		{"an event", nil, ledger.Claim},
		{"a taint", session.Changes{&session.Tainted{}}, ledger.Claim},
		{"a code is issued", session.Changes{&session.CodeIssued{}}, ledger.Claim},
		{"a wrong code", session.Changes{&session.WrongCode{}}, ledger.Claim},
		{"the owner approves", session.Changes{&session.Commanded{}, &session.Granted{}}, ledger.Verify},
		{"approving the last tool closes the code", session.Changes{&session.CodeClosed{}, &session.Granted{}}, ledger.Verify},
		{"the owner denies", session.Changes{&session.CodeClosed{}}, ledger.Retract},
		{"the owner resets trust", session.Changes{&session.TrustReset{}}, ledger.Retract},
		{"the session starts anew", session.Changes{&session.BegunAnew{}}, ledger.Retract},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := session.Record{Time: start, Changes: tt.made}
			require.Equal(t, tt.want, entryType(&r))
		})
	}
}

func TestStartsAndEventsOfTheDaemonAreEntries(t *testing.T) {
	r := opened(t, nil)
	before := r.store.log.Last()
	require.NoError(t, r.store.Note(start, "policy_reloaded", map[string]string{"hash": "00ff", "preset": "strict"}))
	r.restart()
	var got []string
	require.NoError(t, r.store.log.Scan(before, func(_ int, e ledger.Entry) error {
		if e.Type == ledger.Meta {
			got = append(got, string(e.Data))
		}
		return nil
	}))
	require.Equal(t, []string{
		`{"event":"policy_reloaded","hash":"00ff","preset":"strict","time":"2026-02-21T18:00:00Z"}`,
		`{"event":"stopped","time":"2026-02-21T18:00:00Z"}`,
	}, got)
	last := r.store.log.Last()
	require.NoError(t, r.store.log.Flush(t.Context(), last, false))
	boot, err := r.store.log.Entry(last.File, last.Seq)
	require.NoError(t, err)
	require.Equal(t, ledger.Boot, boot.Type)
	require.Equal(t, `{"head":{"file":1,"hash":"`+boot.PrevHash+`","seq":3},"pid":7,"policy":"abc","time":"2026-02-21T18:00:00Z","version":"v1"}`, string(boot.Data))
}

func TestJournalIsOneChainUnderConcurrency(t *testing.T) {
	r := opened(t, nil)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 50 {
				rec, err := r.store.Append(&session.Record{Time: start, Turn: 100*w + i})
				require.NoError(t, err)
				require.NoError(t, r.store.Flush(t.Context(), rec, i%10 == 0))
				got, _, err := r.store.Entry(t.Context(), 1, rec.Seq)
				require.NoError(t, err)
				require.Equal(t, 100*w+i, got.Turn, "the receipt names the record's own entry")
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, 402, r.store.Status().Entries)
}

// Someone who can read the state directory learns no code and no content.
func TestTheDiskHoldsNothingThatMustNotBeThere(t *testing.T) {
	r := opened(t, nil)
	r.taint("s")
	held := r.call("s", "exec")
	require.NotNil(t, held.Approval)
	g, err := r.engine.Graph("s", "last")
	require.NoError(t, err)
	previews := 0
	for _, n := range g.Nodes {
		if n.ContentPreview != "" {
			previews++
		}
	}
	require.NotZero(t, previews, "there is something to leak")
	_, err = r.engine.Approve(context.Background(), engine.ApproveRequest{Session: "s", Tool: "exec", Code: held.Approval.Code})
	require.NoError(t, err)
	held = r.call("s", "write")
	r.save()
	require.NoError(t, r.store.log.Flush(t.Context(), r.store.log.Last(), false))

	secrets := []string{held.Approval.Code, "secret message", "secret result", secretParam, "secret"}
	read := 0
	require.NoError(t, filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		read += len(text)
		for _, s := range secrets {
			require.NotContains(t, string(text), s, path)
		}
		return err
	}))
	require.Greater(t, read, 10_000)
}
