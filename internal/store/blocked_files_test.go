package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/trust"
)

// many is a desk with a staged patch of a memory file, another file of the workspace, one
// outside of it, and one of the daemon's own.
func many(t *testing.T, record func(event, id string, files []BlockedFile) error) (d *desk, id, outside, own string) {
	t.Helper()
	o := BlockedOptions{Record: record}
	o.Own = func(path string) bool { return strings.HasPrefix(path, own) }
	d = newDesk(t, o)
	outside, own = filepath.Join(filepath.Dir(d.ws), ".ssh/authorized_keys"), filepath.Join(d.ws, "provenanced/policy.yaml")
	d.write("MEMORY.md", "- one\n")
	d.write("provenanced/policy.yaml", "mode: strict\n")
	id = d.stage("apply_patch", patchParams(
		"*** Update File: MEMORY.md", "-- one", "+- two",
		"*** Add File: "+outside, "+ssh-ed25519 AAAA",
		"*** Add File: notes/today.txt", "+note",
		"*** Add File: provenanced/policy.yaml", "+mode: permissive"))
	return d, id, outside, own
}

func sizes(files []BlockedFile) map[string]int {
	m := map[string]int{}
	for _, f := range files {
		m[filepath.Base(f.Path)+" "+string(f.Kind)] = -1
		if f.Bytes != nil {
			m[filepath.Base(f.Path)+" "+string(f.Kind)] = *f.Bytes
		}
	}
	return m
}

func TestEveryFileOfAStagedWriteIsNamed(t *testing.T) {
	d, id, outside, own := many(t, nil)
	want := map[string]int{"MEMORY.md memory": 6, "authorized_keys outside": 17, "today.txt workspace": 5, "policy.yaml daemon": 17}

	rows, err := d.List()
	require.NoError(t, err)
	require.Equal(t, want, sizes(rows[0].Files))
	shown, err := d.Show(id)
	require.NoError(t, err)
	require.Equal(t, want, sizes(shown.Files))
	diff, err := d.Diff(id)
	require.NoError(t, err)
	require.Equal(t, want, sizes(diff.Files))
	for _, path := range []string{d.ws + "/MEMORY.md", outside, d.ws + "/notes/today.txt", own} {
		require.Contains(t, diff.Diff, "+++ "+path+"\n")
	}
	require.Contains(t, diff.Diff, "+ssh-ed25519 AAAA")
	require.NotContains(t, diff.Diff, "mode: strict", "the daemon's own files are not read")
}

func TestACommitWritesMemoryAndWhatTheOwnerNames(t *testing.T) {
	for _, with := range []string{"", "notes/today.txt"} {
		var told []BlockedFile
		d, id, outside, own := many(t, func(event, _ string, files []BlockedFile) error {
			told = files
			return nil
		})
		written := map[string]int{"MEMORY.md memory": 6}
		left := map[string]int{"authorized_keys outside": 17, "today.txt workspace": 5, "policy.yaml daemon": 17}
		var named []string
		if with != "" {
			named = append(named, with)
			written["today.txt workspace"] = 5
			delete(left, "today.txt workspace")
		}
		done, err := d.Commit(id, named...)
		require.NoError(t, err)
		require.Equal(t, written, sizes(done.Files))
		require.Equal(t, left, sizes(done.Left))
		require.Equal(t, done.Files, told, "what the ledger hears")
		require.Equal(t, "- two\n", d.read("MEMORY.md"))
		require.Equal(t, "mode: strict\n", d.read("provenanced/policy.yaml"))
		require.NoFileExists(t, outside)
		require.FileExists(t, own)
		_, err = os.Stat(d.ws + "/notes/today.txt")
		require.Equal(t, with != "", err == nil)
	}
}

func TestWhatNoCommitWrites(t *testing.T) {
	d, id, outside, own := many(t, nil)
	for with, why := range map[string]string{
		outside:                                  "outside of the agent's workspace",
		"../.ssh/authorized_keys":                "outside of the agent's workspace",
		own:                                      "the daemon's own",
		"provenanced/../provenanced/policy.yaml": "the daemon's own",
		"other.txt":                              "does not change",
	} {
		_, err := d.Commit(id, with)
		require.ErrorIs(t, err, decide.ErrRefused, with)
		require.ErrorContains(t, err, why)
		require.Equal(t, "- one\n", d.read("MEMORY.md"), "nothing is written")
	}

	elsewhere := filepath.Join(filepath.Dir(d.ws), "other")
	require.NoError(t, os.Mkdir(elsewhere, 0o755))
	require.NoError(t, os.Symlink(elsewhere, d.ws+"/link"))
	for name, params := range map[string]string{
		"another workspace's memory": `{"path":"` + elsewhere + `/MEMORY.md","content":"x"}`,
		"through a link":             `{"path":"link/MEMORY.md","content":"x"}`,
		"through ..":                 `{"path":"../other/MEMORY.md","content":"x"}`,
	} {
		id := d.stage("write", params)
		_, err := d.Commit(id)
		require.ErrorIs(t, err, decide.ErrRefused, name)
		require.ErrorContains(t, err, "outside of the agent's workspace", name)
		require.NoFileExists(t, elsewhere+"/MEMORY.md")
	}
	d.write("provenanced/MEMORY.md", "x")
	own = d.ws + "/provenanced"
	d.own = func(path string) bool { return strings.HasPrefix(path, own) }
	_, err := d.Commit(d.stage("write", `{"path":"provenanced/MEMORY.md","content":"y"}`))
	require.ErrorContains(t, err, "the daemon's own")
	require.Equal(t, "x", d.read("provenanced/MEMORY.md"))
}

// Half of a move would lose the file.
func TestAMoveIsMadeWholeOrNotAtAll(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "- one\n")
	d.write("USER.md", "- me\n")
	id := d.stage("apply_patch", patchParams("*** Update File: MEMORY.md", "*** Move to: old.md", "*** Update File: USER.md", "-- me", "+- you"))
	done, err := d.Commit(id)
	require.NoError(t, err)
	require.Equal(t, map[string]int{"USER.md memory": 6}, sizes(done.Files))
	require.Equal(t, map[string]int{"MEMORY.md memory": -1, "old.md workspace": 6}, sizes(done.Left))
	require.Equal(t, "- one\n", d.read("MEMORY.md"))
	require.NoFileExists(t, d.ws+"/old.md")
}

// Only the tool itself knows what an unknown tool would have made of its parameters.
func TestACallOfAnotherToolIsForTheOwnerToRead(t *testing.T) {
	d := newDesk(t, BlockedOptions{Memory: func() memguard.Files { return memguard.NewFiles([]string{"RULES.md"}) }})
	params := `{"from":"a.txt","to":"RULES.md"}`
	w := decide.BlockedWrite{
		ID: "b00000001", Tool: "move_file", Operation: memguard.Other, Workspace: d.ws, Path: d.ws + "/RULES.md", Params: []byte(params), Level: trust.Untrusted, At: start,
	}
	require.NoError(t, d.Stage(t.Context(), w))
	shown, err := d.Show(w.ID)
	require.NoError(t, err)
	require.Equal(t, params, shown.Content)
	require.Equal(t, KindMemory, shown.Files[0].Kind)
	_, err = d.Commit(w.ID)
	require.ErrorIs(t, err, decide.ErrRefused)
	require.ErrorContains(t, err, "only the tool itself")
	require.NoError(t, d.Drop(w.ID))
}
