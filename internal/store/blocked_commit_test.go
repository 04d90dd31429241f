package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/patch"
)

func TestCommit(t *testing.T) {
	for _, row := range []struct {
		name, tool, params string
		want               map[string]string // "" means that the file does not exist
	}{
		{"write over", "write", `{"path":"MEMORY.md","content":"new\n"}`, map[string]string{"MEMORY.md": "new\n"}},
		{"write a new file", "write", `{"path":"memory/2026/02/21.md","content":"new\n"}`, map[string]string{"memory/2026/02/21.md": "new\n"}},
		{"write an absolute path", "Write", `{"file_path":"WS/MEMORY.md","content":"new\n"}`, map[string]string{"MEMORY.md": "new\n"}},
		{"write what was mentioned", "write", `{"path":"@MEMORY.md","content":"new\n"}`, map[string]string{"MEMORY.md": "new\n", "@MEMORY.md": ""}},
		{"edit", "edit", `{"path":"MEMORY.md","edits":[{"oldText":"- one","newText":"- two"}]}`, map[string]string{"MEMORY.md": "# Memory\n- two\n"}},
		{"patch", "apply_patch", patchParams("*** Update File: MEMORY.md", "-- one", "+- two", "*** Add File: a/b.md", "+x", "*** Delete File: notes.md"),
			map[string]string{"MEMORY.md": "# Memory\n- two\n", "a/b.md": "x\n", "notes.md": ""}},
		{"move away", "apply_patch", patchParams("*** Update File: MEMORY.md", "*** Move to: old.md"),
			map[string]string{"MEMORY.md": "", "old.md": "# Memory\n- one\n"}},
		{"same path twice", "write", `{"path":"MEMORY.md","file_path":"./MEMORY.md","content":"new\n"}`, map[string]string{"MEMORY.md": "new\n"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := newDesk(t, BlockedOptions{})
			d.write("MEMORY.md", "# Memory\n- one\n")
			d.write("notes.md", "notes\n")
			id := d.stage(row.tool, replaceWS(row.params, d.ws))
			w, err := d.Show(id)
			require.NoError(t, err)

			var with []string
			for name := range row.want {
				if strings.HasSuffix(name, "notes.md") || name == "old.md" || name == "a/b.md" {
					with = append(with, name)
				}
			}
			done, err := d.Commit(id, with...)
			require.NoError(t, err)
			for name, want := range row.want {
				if want == "" {
					require.NoFileExists(t, filepath.Join(d.ws, name))
					continue
				}
				require.Equal(t, want, d.read(name), name)
			}
			require.Equal(t, BlockedCommitted{ID: id, Path: w.Path, Bytes: w.Bytes, Files: done.Files, Left: []BlockedFile{}}, withoutRemoved(done, w))
			require.NotEmpty(t, done.Files)
			_, err = d.Commit(id)
			require.ErrorIs(t, err, ErrNotStaged)
			requireNoLeftovers(t, d)
			count, bytes := d.Usage()
			require.Zero(t, count)
			require.Zero(t, bytes)
		})
	}
}

// withoutRemoved ignores the size of a file that is gone.
func withoutRemoved(done BlockedCommitted, w BlockedDetail) BlockedCommitted {
	if _, err := os.Lstat(w.Path); err != nil {
		done.Bytes = w.Bytes
	}
	return done
}

func requireNoLeftovers(t *testing.T, d *desk) {
	t.Helper()
	for _, dir := range []string{d.dir, d.ws, d.ws + "/memory"} {
		names, err := filepath.Glob(dir + "/.*")
		require.NoError(t, err)
		require.Empty(t, names)
	}
}

func TestCommitKeepsTheMode(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	old := unix.Umask(0o027)
	defer unix.Umask(old)
	d.write("MEMORY.md", "x")
	require.NoError(t, os.Chmod(d.ws+"/MEMORY.md", 0o664))
	for name, mode := range map[string]os.FileMode{"MEMORY.md": 0o664, "memory/new.md": 0o640} {
		_, err := d.Commit(d.stage("write", `{"path":"`+name+`","content":"y"}`))
		require.NoError(t, err)
		info, err := os.Stat(filepath.Join(d.ws, name))
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm(), name)
	}
	info, err := os.Stat(d.ws + "/memory")
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o750), info.Mode().Perm())
}

// A commit is worked out against the file as it is then.
func TestCommitAppliesToTheFileAsItIs(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "- one\n")
	id := d.stage("edit", `{"path":"MEMORY.md","oldText":"- one","newText":"- two"}`)
	d.write("MEMORY.md", "- zero\n- one\n")
	_, err := d.Commit(id)
	require.NoError(t, err)
	require.Equal(t, "- zero\n- two\n", d.read("MEMORY.md"))
}

func TestCommitRefusals(t *testing.T) {
	const untouched = "- one\n"
	for _, row := range []struct {
		name, tool, params string
		meanwhile          func(t *testing.T, d *desk)
		err                string
	}{
		{"the text is gone", "edit", `{"path":"MEMORY.md","oldText":"- two","newText":"x"}`, nil, "not in the file"},
		{"the text is there twice", "edit", `{"path":"MEMORY.md","oldText":"- one","newText":"x"}`,
			func(t *testing.T, d *desk) { d.write("MEMORY.md", "- one\n- one\n") }, "2 times"},
		{"the file became a symlink", "write", `{"path":"USER.md","content":"x"}`,
			func(t *testing.T, d *desk) { require.NoError(t, os.Symlink("MEMORY.md", d.ws+"/USER.md")) }, "MEMORY.md now"},
		{"the directory became a symlink", "write", `{"path":"memory/x.md","content":"x"}`,
			func(t *testing.T, d *desk) { require.NoError(t, os.Symlink("elsewhere", d.ws+"/memory")) }, "elsewhere/x.md now"},
		{"a link was turned", "apply_patch", patchParams("*** Add File: link/USER.md", "+x", "*** Add File: SOUL.md", "+y"),
			func(t *testing.T, d *desk) { require.NoError(t, os.Symlink("elsewhere", d.ws+"/link")) }, "elsewhere/USER.md now"},
		{"a directory", "write", `{"path":"memory","content":"x"}`,
			func(t *testing.T, d *desk) { require.NoError(t, os.Mkdir(d.ws+"/memory", 0o700)) }, "no regular file"},
		{"a pipe", "write", `{"path":"USER.md","content":"x"}`,
			func(t *testing.T, d *desk) { require.NoError(t, unix.Mkfifo(d.ws+"/USER.md", 0o600)) }, "no regular file"},
		{"a file that is too large", "edit", `{"path":"MEMORY.md","oldText":"- one","newText":"x"}`,
			func(t *testing.T, d *desk) { d.write("MEMORY.md", "- one\n"+strings.Repeat(" ", patch.MaxFile)) }, "more than"},
		{"a file where a directory should be", "write", `{"path":"memory/x.md","content":"x"}`,
			func(t *testing.T, d *desk) { d.write("memory", "x") }, "no directory"},
		{"one hunk of two files does not fit", "apply_patch", patchParams("*** Add File: new.md", "+x", "*** Update File: MEMORY.md", "-two", "+2"), nil, "not in the file"},
		{"several files meant", "write", `{"path":"MEMORY.md","file":"notes.md","content":"x"}`, nil, "several files"},
		{"no content", "write", `{"path":"MEMORY.md"}`, nil, "no content"},
		{"what only another process sees", "write", `{"path":"/proc/self/cwd/MEMORY.md","content":"x"}`, nil, "outside of the agent's workspace"},
		{"a place that takes no files", "write", `{"path":"/proc/1/MEMORY.md","content":"x"}`, nil, "stays staged"},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := newDesk(t, BlockedOptions{})
			d.write("MEMORY.md", untouched)
			id := d.stage(row.tool, row.params)
			if row.meanwhile != nil {
				row.meanwhile(t, d)
			}
			before := d.read("MEMORY.md")
			_, err := d.Commit(id)
			require.ErrorIs(t, err, decide.ErrRefused)
			require.ErrorContains(t, err, row.err)
			require.Equal(t, before, d.read("MEMORY.md"))
			require.NoFileExists(t, d.ws+"/new.md")
			_, err = d.Show(id)
			require.NoError(t, err, "it stays staged")
			require.NoError(t, d.Drop(id))
			requireNoLeftovers(t, d)
		})
	}
}

func TestCommitNeedsAWorkspace(t *testing.T) {
	for _, row := range []struct{ tool, params string }{
		{"write", `{"path":"MEMORY.md","content":"x"}`},
		{"apply_patch", patchParams("*** Add File: MEMORY.md", "+x")},
	} {
		d := newDesk(t, BlockedOptions{})
		ws := d.ws
		d.ws = ""
		id := d.stage(row.tool, row.params)
		for _, err := range []error{second(d.Commit(id)), second(d.Diff(id))} {
			require.ErrorIs(t, err, decide.ErrRefused)
			require.ErrorContains(t, err, "provenancectl blocked show "+id)
		}
		require.NoFileExists(t, ws+"/MEMORY.md")
	}
}

// A daemon in a container may not have the directory, and the agent would never see what the
// daemon creates there.
func TestCommitNeedsTheWorkspaceWhereTheDaemonRuns(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	id := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	require.NoError(t, os.Rename(d.ws, d.ws+"-elsewhere"))
	for _, err := range []error{second(d.Commit(id)), second(d.Diff(id))} {
		require.ErrorIs(t, err, decide.ErrRefused)
		require.ErrorContains(t, err, "is not where the daemon runs")
		require.ErrorContains(t, err, "provenancectl blocked show "+id)
	}
	require.NoDirExists(t, d.ws)
	require.NoError(t, os.Rename(d.ws+"-elsewhere", d.ws))
	require.NoError(t, second(d.Commit(id)))
	require.Equal(t, "x", d.read("MEMORY.md"))
}

func second[T any](_ T, err error) error { return err }

// What cannot be recorded is not done, and an action that failed is recorded.
func TestTheLedgerHearsFirst(t *testing.T) {
	full := errors.New("no space left on device")
	deeds := map[string]func(*desk, string) error{
		eventCommitted: func(d *desk, id string) error { _, err := d.Commit(id); return err },
		eventDropped:   func(d *desk, id string) error { return d.Drop(id) },
	}
	for event, do := range deeds {
		t.Run(event, func(t *testing.T) {
			var failing error
			var heard []string
			var d *desk
			d = newDesk(t, BlockedOptions{Record: func(event, id string, _ []BlockedFile) error {
				rows, err := d.List()
				require.NoError(t, err)
				require.Len(t, rows, 1, "done before it was recorded")
				require.NoFileExists(t, filepath.Join(d.ws, "MEMORY.md"))
				if failing == nil {
					heard = append(heard, event+" "+id)
				}
				return failing
			}})
			id := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)

			failing = full
			err := do(d, id)
			require.ErrorIs(t, err, full)
			require.NotErrorIs(t, err, decide.ErrRefused)
			require.NoFileExists(t, filepath.Join(d.ws, "MEMORY.md"))
			require.Empty(t, heard)

			failing = nil
			require.NoError(t, do(d, id))
			require.Equal(t, []string{event + " " + id}, heard)
			require.ErrorIs(t, do(d, id), ErrNotStaged)
			require.Len(t, heard, 1, "nothing was there to be done")
		})
	}
}

func TestTheLedgerHearsThatACommitFailed(t *testing.T) {
	var heard []string
	var d *desk
	d = newDesk(t, BlockedOptions{Record: func(event, id string, _ []BlockedFile) error {
		if event == eventCommitted { // somebody else was faster
			require.NoError(t, os.Mkdir(filepath.Join(d.ws, "MEMORY.md"), 0o755))
		}
		heard = append(heard, event)
		return nil
	}})
	id := d.stage("write", `{"path":"MEMORY.md","content":"x"}`)
	_, err := d.Commit(id)
	require.ErrorIs(t, err, decide.ErrRefused)
	require.Equal(t, []string{eventCommitted, eventKept}, heard)
	rows, err := d.List()
	require.NoError(t, err)
	require.Len(t, rows, 1)
}
