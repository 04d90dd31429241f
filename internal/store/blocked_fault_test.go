package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/linear"
	"github.com/provenanced/provenanced/internal/patch"
)

func replaceWS(s, ws string) string { return strings.ReplaceAll(s, "WS", ws) }

// reopen is a restart of the daemon.
func (d *desk) reopen() {
	d.t.Helper()
	b, err := OpenBlocked(d.dir, BlockedOptions{
		MaxBytes: d.all.bytes, MaxCount: d.all.count, MaxSessionBytes: d.each.bytes, MaxSession: d.each.count, Paths: d.paths,
	})
	require.NoError(d.t, err)
	d.Blocked = b
}

func TestStagedWritesOutliveTheProcess(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	id := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	count, bytes := d.Usage()
	before, err := d.List()
	require.NoError(t, err)
	d.reopen()
	countNow, bytesNow := d.Usage()
	require.Equal(t, count, countNow)
	require.Equal(t, bytes, bytesNow)
	after, err := d.List()
	require.NoError(t, err)
	require.Equal(t, before, after)
	_, err = d.Commit(id)
	require.NoError(t, err)
}

func TestACrashWhileStagingLeavesNothing(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	tmp := filepath.Join(d.dir, tempPrefix+"b000000ff-XYZ")
	require.NoError(t, os.Mkdir(tmp, 0o700))
	require.NoError(t, os.WriteFile(tmp+"/content", []byte("half"), 0o600))
	rows, err := d.List()
	require.NoError(t, err)
	require.Len(t, rows, 1)
	d.reopen()
	require.NoDirExists(t, tmp)
	count, _ := d.Usage()
	require.Equal(t, 1, count)
}

// A commit may be interrupted after any of its steps. The next one finishes it.
func TestACrashWhileCommitting(t *testing.T) {
	params := patchParams("*** Update File: MEMORY.md", "-one", "+two", "*** Add File: memory/x.md", "+new", "*** Delete File: old.md")
	for steps := 0; steps <= 4; steps++ {
		t.Run(fmt.Sprintf("after step %d", steps), func(t *testing.T) {
			d := newDesk(t, BlockedOptions{})
			d.write("MEMORY.md", "one\n")
			d.write("old.md", "old\n")
			id := d.stage("apply_patch", params)

			s, err := d.load(id)
			require.NoError(t, err)
			sel, err := d.selected(s, []string{"old.md"})
			require.NoError(t, err)
			changes := sel.changes
			require.Len(t, changes, 3)
			require.NoError(t, d.writePlan(id, changes))
			for i, c := range changes {
				r, err := prepare(id, c)
				require.NoError(t, err)
				if i < steps {
					require.NoError(t, r.commit())
				}
				r.dir.close() // the new content stays behind, as after a crash
			}
			d.reopen()

			_, err = d.Commit(id, "old.md")
			require.NoError(t, err)
			require.Equal(t, "two\n", d.read("MEMORY.md"))
			require.Equal(t, "new\n", d.read("memory/x.md"))
			require.NoFileExists(t, d.ws+"/old.md")
			requireNoLeftovers(t, d)
		})
	}
}

// If a file changed after the crash, the commit is worked out again.
func TestACrashWhileCommittingAndAChangeSince(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "one\n")
	id := d.stage("edit", `{"path":"MEMORY.md","oldText":"one","newText":"two"}`)
	s, err := d.load(id)
	require.NoError(t, err)
	sel, err := d.selected(s, nil)
	require.NoError(t, err)
	changes := sel.changes
	require.NoError(t, d.writePlan(id, changes))
	d.write("MEMORY.md", "zero\none\n")
	_, err = d.Commit(id)
	require.NoError(t, err)
	require.Equal(t, "zero\ntwo\n", d.read("MEMORY.md"))
}

// If a plan cannot be read, nobody can know how much of it was done.
func TestAPlanThatCannotBeReadIsNotGuessedAt(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "one\n")
	id := d.stage("edit", `{"path":"MEMORY.md","oldText":"one","newText":"two"}`)
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, id, planFile), []byte("{"), 0o600))
	_, err := d.Commit(id)
	require.ErrorIs(t, err, decide.ErrRefused)
	require.ErrorContains(t, err, planFile)
	require.Equal(t, "one\n", d.read("MEMORY.md"))
}

// A file that changes between the check and the rename is not overwritten.
func TestACommitDoesNotOverwriteWhatItDidNotSee(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "one\n")
	seen := patch.Change{Path: d.ws + "/MEMORY.md", Before: patch.Text{Data: "zero\n", Exists: true}, After: patch.Text{Data: "two\n", Exists: true}}
	require.ErrorContains(t, apply("b00000001", []patch.Change{seen}), "has just changed")
	require.Equal(t, "one\n", d.read("MEMORY.md"))
	requireNoLeftovers(t, d)
}

// A patch is applied completely or not at all: what was done before the failing step is undone.
func TestACommitThatFailsHalfwayIsUndone(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("a.md", "a\n")
	d.write("c.md", "c\n")
	exists := func(s string) patch.Text { return patch.Text{Data: s, Exists: true} }
	work := []*replacement{}
	for _, c := range []patch.Change{
		{Path: d.ws + "/a.md", Before: exists("a\n"), After: exists("A\n")},
		{Path: d.ws + "/b.md", After: exists("B\n")},
		{Path: d.ws + "/c.md", Before: exists("c\n")},
	} {
		r, err := prepare("b00000001", c)
		require.NoError(t, err)
		work = append(work, r)
	}
	require.NoError(t, os.Remove(d.ws+"/c.md")) // somebody else was faster
	require.ErrorContains(t, commitAll("b00000001", work), "c.md")
	for _, r := range work {
		r.close()
	}
	require.Equal(t, "a\n", d.read("a.md"))
	require.NoFileExists(t, d.ws+"/b.md")
	requireNoLeftovers(t, d)
}

func TestACommitWhoseRemovalFailedIsHarmless(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "one\n")
	id := d.stage("edit", `{"path":"MEMORY.md","oldText":"one","newText":"one two"}`)
	s, err := d.load(id)
	require.NoError(t, err)
	sel, err := d.planned(s, nil)
	require.NoError(t, err)
	require.NoError(t, apply(id, sel.changes)) // and then the power fails
	_, err = d.Commit(id)
	require.NoError(t, err)
	require.Equal(t, "one two\n", d.read("MEMORY.md"))
}

func TestStagingIsBounded(t *testing.T) {
	d := newDesk(t, BlockedOptions{MaxCount: 2})
	first := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	second := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	third := d.call("write", `{"path":"MEMORY.md","content":"x"}`)
	err := d.Stage(context.Background(), third)
	require.ErrorAs(t, err, new(decide.NoRoom))
	require.ErrorContains(t, err, "2 of at most 2 writes of all sessions")
	require.NoError(t, d.Drop(first))
	require.NoError(t, d.Stage(context.Background(), third))
	// What the owner removes by hand makes room too.
	require.NoError(t, os.RemoveAll(filepath.Join(d.dir, second)))
	d.stage("write", `{"path":"MEMORY.md","content":"x"}`)

	d = newDesk(t, BlockedOptions{MaxBytes: 4096})
	big := d.call("write", `{"path":"MEMORY.md","content":"`+strings.Repeat("x", 2048)+`"}`)
	require.ErrorAs(t, d.Stage(context.Background(), big), new(decide.NoRoom))
	d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
}

// One session leaves room for the others, even after a restart.
func TestASessionHasAQuotaOfStagedWrites(t *testing.T) {
	d := newDesk(t, BlockedOptions{MaxSession: 2, MaxSessionBytes: 8192, MaxCount: 4})
	first := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	for range 2 {
		err := d.Stage(context.Background(), d.call("write", `{"path":"MEMORY.md","content":"x"}`))
		require.ErrorAs(t, err, new(decide.NoRoom))
		require.ErrorContains(t, err, "2 of at most 2 writes of this session")
		require.Equal(t, []string{"agent:main:main"}, d.Room().FullSessions)
		d.reopen()
	}
	other := d.call("write", `{"path":"MEMORY.md","content":"x"}`)
	other.Session = "agent:main:other"
	require.NoError(t, d.Stage(context.Background(), other))
	require.Equal(t, 3, d.Room().Writes)

	require.NoError(t, d.Drop(first))
	require.Empty(t, d.Room().FullSessions)
	big := d.call("write", `{"path":"MEMORY.md","content":"`+strings.Repeat("x", 4096)+`"}`)
	require.ErrorContains(t, d.Stage(context.Background(), big), "of this session")
	d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
}

func TestStagingThatCannotBeWritten(t *testing.T) {
	_, err := OpenBlocked("/proc/1/blocked", BlockedOptions{})
	require.Error(t, err)

	d := newDesk(t, BlockedOptions{})
	w := d.call("write", `{"path":"MEMORY.md","content":"x"}`)
	require.NoError(t, os.RemoveAll(d.dir))
	require.Error(t, d.Stage(context.Background(), w))
	count, bytes := d.Usage()
	require.Zero(t, count)
	require.Zero(t, bytes)
	require.NoError(t, os.Mkdir(d.dir, 0o700))
	require.NoError(t, d.Stage(context.Background(), w))
	require.Error(t, d.Stage(context.Background(), w), "the same id twice")
	count, _ = d.Usage()
	require.Equal(t, 1, count)
	requireNoLeftovers(t, d)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, d.Stage(ctx, w), context.Canceled)
}

func TestADamagedStagedWriteHidesNoOther(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	bad := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	good := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	worse := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, bad, metaFile), []byte("{"), 0o600))
	require.NoError(t, os.Remove(filepath.Join(d.dir, worse, metaFile)))
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, "stray"), nil, 0o600))
	rows, err := d.List()
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.Contains(t, rows[0].Path, "read meta.json")
	require.Equal(t, good, rows[2].ID)
	_, err = d.Commit(bad)
	require.Error(t, err)
	d.reopen()
	require.NoError(t, d.Drop(bad))
	require.NoError(t, d.Drop(worse))
	count, _ := d.Usage()
	require.Equal(t, 1, count)
}

func TestStagingFromManySides(t *testing.T) {
	d := newDesk(t, BlockedOptions{MaxCount: 40})
	var writes []decide.BlockedWrite
	for range 50 {
		writes = append(writes, d.call("write", `{"path":"memory/x.md","content":"x"}`))
	}
	var wg sync.WaitGroup
	for _, w := range writes {
		wg.Go(func() {
			if d.Stage(context.Background(), w) == nil {
				if _, err := d.List(); err == nil && w.ID[8] == '0' {
					_ = d.Drop(w.ID)
				}
			}
		})
	}
	wg.Wait()
	rows, err := d.List()
	require.NoError(t, err)
	count, bytes := d.Usage()
	require.Equal(t, len(rows), count)
	require.LessOrEqual(t, count, 40)
	d.reopen()
	countNow, bytesNow := d.Usage()
	require.Equal(t, count, countNow)
	require.Equal(t, bytes, bytesNow)
}

func TestAThousandStagedWritesAreListedAtOnce(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	id := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	meta, err := os.ReadFile(filepath.Join(d.dir, id, metaFile))
	require.NoError(t, err)
	for i := range 1000 {
		other := fmt.Sprintf("b%08x", 0x1000+i)
		require.NoError(t, os.Mkdir(filepath.Join(d.dir, other), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(d.dir, other, metaFile), []byte(strings.ReplaceAll(string(meta), id, other)), 0o600))
	}
	var rows []BlockedRow
	took := linear.CPU(func() { rows, err = d.List() })
	require.NoError(t, err)
	require.Len(t, rows, 1001)
	require.Less(t, took, 2*time.Second)
}
