package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/trust"
)

// desk is a staging directory next to an agent's workspace.
type desk struct {
	*Blocked
	t      *testing.T
	ws     string
	staged int
}

func newDesk(t *testing.T, o BlockedOptions) *desk {
	t.Helper()
	dir := tempDir(t)
	require.NoError(t, os.Mkdir(dir+"/ws", 0o755))
	b, err := OpenBlocked(dir+"/blocked", o)
	require.NoError(t, err)
	return &desk{Blocked: b, t: t, ws: dir + "/ws"}
}

// call is what the engine passes on for a call that the guard blocked.
func (d *desk) call(tool, params string) decide.BlockedWrite {
	d.t.Helper()
	call, ok := memguard.Targets(tool, jsontext.Value(params))
	require.True(d.t, ok)
	_, path, ok := memguard.Files{}.Touched(call, d.ws, d.paths.Resolve)
	require.True(d.t, ok, params)
	d.staged++
	return decide.BlockedWrite{
		ID: fmt.Sprintf("b%08x", d.staged), Session: "agent:main:main", Agent: "main", Tool: tool,
		Operation: call.Operation, Workspace: d.ws, Path: path, Paths: call.Paths, Params: jsontext.Value(params),
		Level: trust.Untrusted, Reason: "web_fetch response", At: start.Add(time.Duration(d.staged) * time.Second),
	}
}

func (d *desk) stage(tool, params string) string {
	d.t.Helper()
	w := d.call(tool, params)
	require.NoError(d.t, d.Stage(context.Background(), w))
	return w.ID
}

func (d *desk) write(name, data string) {
	d.t.Helper()
	path := filepath.Join(d.ws, name)
	require.NoError(d.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(d.t, os.WriteFile(path, []byte(data), 0o644))
}

func (d *desk) read(name string) string {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.ws, name))
	require.NoError(d.t, err)
	return string(data)
}

func patchParams(lines ...string) string {
	p, err := json.Marshal(map[string]string{"input": starred(lines...)})
	if err != nil {
		panic(err)
	}
	return string(p)
}

func TestAStagedWriteIsReadableWithoutAnyProgram(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	const params = `{"path": "MEMORY.md",  "content": "# Memory\n- one\n"}`
	id := d.stage("write", params)
	dir := filepath.Join(d.dir, id)

	content, err := os.ReadFile(dir + "/content")
	require.NoError(t, err)
	require.Equal(t, "# Memory\n- one\n", string(content))
	kept, err := os.ReadFile(dir + "/params.json")
	require.NoError(t, err)
	require.Equal(t, params, string(kept))
	meta, err := os.ReadFile(dir + "/meta.json")
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(`{
  "id": "b00000001",
  "session": "agent:main:main",
  "agent": "main",
  "tool": "write",
  "operation": "write",
  "path": "WS/MEMORY.md",
  "workspace": "WS",
  "targets": [
    {
      "named": "WS/MEMORY.md",
      "resolved": "WS/MEMORY.md",
      "bytes": 15
    }
  ],
  "level": "untrusted",
  "reason": "web_fetch response",
  "blockedAt": "2026-02-21T18:00:01Z",
  "bytes": 15,
  "note": ""
}
`, "WS", d.ws), string(meta))

	for path, mode := range map[string]os.FileMode{d.dir: 0o700, dir: 0o700, dir + "/meta.json": 0o600, dir + "/content": 0o600, dir + "/params.json": 0o600} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm(), path)
	}
}

func TestBlockedRows(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	rows, err := d.List()
	require.NoError(t, err)
	require.NotNil(t, rows)
	require.Empty(t, rows)

	first := d.stage("write", `{"path":"MEMORY.md","content":"ab"}`)
	second := d.stage("write", `{"file_path":"memory/x.bin","content":"c"}`)
	rows, err = d.List()
	require.NoError(t, err)
	data, err := json.Marshal(rows)
	require.NoError(t, err)
	require.JSONEq(t, strings.ReplaceAll(`[
	  {"id":"b00000001","session":"agent:main:main","path":"WS/MEMORY.md","operation":"write","level":"untrusted","blockedAt":"2026-02-21T18:00:01Z","bytes":2,"files":[{"path":"WS/MEMORY.md","kind":"memory","bytes":2}]},
	  {"id":"b00000002","session":"agent:main:main","path":"WS/memory/x.bin","operation":"write","level":"untrusted","blockedAt":"2026-02-21T18:00:02Z","bytes":1,"files":[{"path":"WS/memory/x.bin","kind":"memory","bytes":1}]}
	]`, "WS", d.ws), string(data))

	shown, err := d.Show(first)
	require.NoError(t, err)
	data, err = json.Marshal(shown)
	require.NoError(t, err)
	require.JSONEq(t, strings.ReplaceAll(`{"id":"b00000001","session":"agent:main:main","path":"WS/MEMORY.md","operation":"write","level":"untrusted",
	  "blockedAt":"2026-02-21T18:00:01Z","bytes":2,"files":[{"path":"WS/MEMORY.md","kind":"memory","bytes":2}],"tool":"write","agent":"main","reason":"web_fetch response","content":"ab"}`, "WS", d.ws), string(data))

	// The content of a file need not be text: an edit keeps the bytes around it.
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, second, contentFile), []byte{0xff}, 0o600))
	shown, err = d.Show(second)
	require.NoError(t, err)
	require.Equal(t, "base64", shown.Encoding)
	require.Equal(t, "/w==", shown.Content)

	require.NoError(t, d.Drop(first))
	rows, err = d.List()
	require.NoError(t, err)
	require.Len(t, rows, 1)
	count, _ := d.Usage()
	require.Equal(t, 1, count)
}

func TestIDsAreNoPaths(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	for _, id := range []string{"", "b", "..", "b0000000", "b000000001", "B00000001", "b0000000A", "b0000/../", "../ws/xxx", "b00000001\x00", "b0000000g", ".tmp-0000"} {
		_, err := d.Show(id)
		require.ErrorIs(t, err, ErrNotStaged, "%q", id)
		require.ErrorIs(t, err, decide.ErrNotFound, "%q", id)
		_, err = d.Diff(id)
		require.ErrorIs(t, err, ErrNotStaged, "%q", id)
		_, err = d.Commit(id)
		require.ErrorIs(t, err, ErrNotStaged, "%q", id)
		require.ErrorIs(t, d.Drop(id), ErrNotStaged, "%q", id)
		w := d.call("write", `{"path":"MEMORY.md","content":""}`)
		w.ID = id
		require.Error(t, d.Stage(context.Background(), w), "%q", id)
	}
	_, err := d.Show("b00000001")
	require.ErrorIs(t, err, ErrNotStaged)
	count, bytes := d.Usage()
	require.Zero(t, count)
	require.Zero(t, bytes)
}

func TestContentIsTheWholeFile(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "# Memory\n- one\n")
	for _, row := range []struct{ tool, params, content, note string }{
		{"write", `{"path":"MEMORY.md","content":"x"}`, "x", ""},
		{"edit", `{"path":"MEMORY.md","edits":[{"oldText":"- one","newText":"- two"}]}`, "# Memory\n- two\n", ""},
		{"apply_patch", patchParams("*** Update File: MEMORY.md", "-- one", "+- two"), "# Memory\n- two\n", ""},
		{"apply_patch", patchParams("*** Add File: x", "+y", "*** Add File: memory/new.md", "+z"), "z\n", ""},
		{"apply_patch", patchParams("*** Delete File: MEMORY.md"), "", ""},
		// If the result is unknown: only the new text, or at worst all parameters.
		{"edit", `{"path":"MEMORY.md","edits":[{"oldText":"- 1","newText":"- 2"},{"oldText":"- 3","newText":"- 4"}]}`, "- 2\n- 4", "not in the file"},
		{"edit", `{"path":"SOUL.md","oldText":"a","newText":"b"}`, "b", "does not exist"},
		{"edit", `{"path":"SOUL.md"}`, `{"path":"SOUL.md"}`, "0 edits"},
		{"apply_patch", patchParams("*** Update File: SOUL.md", "-a", "+b"), starred("*** Update File: SOUL.md", "-a", "+b"), "does not exist"},
		{"write", `{"path":"MEMORY.md","content":7}`, `{"path":"MEMORY.md","content":7}`, "no text"},
		{"apply_patch", `{"input":"*** Delete File: SOUL.md"}`, "*** Delete File: SOUL.md", "changes nothing"},
	} {
		shown, err := d.Show(d.stage(row.tool, row.params))
		require.NoError(t, err)
		require.Equal(t, row.content, shown.Content, row.params)
		require.Equal(t, len(row.content), shown.Bytes)
		require.Contains(t, shown.Note, row.note, row.params)
		require.Equal(t, row.note == "", shown.Note == "", row.params)
	}
	require.Equal(t, "# Memory\n- one\n", d.read("MEMORY.md"))
}

func TestDiff(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	d.write("MEMORY.md", "# Memory\n- one\n")
	d.write("memory/blob", "\xff\n")
	for _, row := range []struct{ tool, params, diff string }{
		{"edit", `{"path":"MEMORY.md","oldText":"- one","newText":"- two"}`,
			"--- WS/MEMORY.md\n+++ WS/MEMORY.md\n@@ -1,2 +1,2 @@\n # Memory\n-- one\n+- two\n"},
		{"write", `{"path":"memory/new.md","content":"x"}`,
			"--- /dev/null\n+++ WS/memory/new.md\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n"},
		{"apply_patch", patchParams("*** Delete File: MEMORY.md", "*** Add File: x", "+y"),
			"--- WS/MEMORY.md\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-# Memory\n-- one\n--- /dev/null\n+++ WS/x\n@@ -0,0 +1,1 @@\n+y\n"},
		{"write", `{"path":"memory/blob","content":"x"}`, "Binary files WS/memory/blob and WS/memory/blob differ\n"},
		{"write", `{"path":"MEMORY.md","content":"# Memory\n- one\n"}`, ""},
		{"write", `{"path":"USER.md","content":""}`, "--- /dev/null\n+++ WS/USER.md\n"},
		// A name takes one line of the diff, whatever it contains.
		{"write", `{"path":"memory/x\n--- y\n+++ y\n@@ -0,0 +1 @@\n+z","content":"x\n"}`,
			"--- /dev/null\n+++ \"WS/memory/x\\n--- y\\n+++ y\\n@@ -0,0 +1 @@\\n+z\"\n@@ -0,0 +1,1 @@\n+x\n"},
		{"write", `{"path":"memory/\n+z","content":""}`, "--- /dev/null\n+++ \"WS/memory/\\n+z\"\n"},
	} {
		got, err := d.Diff(d.stage(row.tool, row.params))
		require.NoError(t, err)
		require.Equal(t, strings.ReplaceAll(row.diff, "WS", d.ws), got.Diff, row.params)
	}
}

func TestTooMuchToShow(t *testing.T) {
	d := newDesk(t, BlockedOptions{})
	id := d.stage("write", `{"path":"MEMORY.md","content":"`+strings.Repeat("x", maxShown+1)+`"}`)
	_, err := d.Show(id)
	require.ErrorIs(t, err, decide.ErrRefused)
	require.ErrorContains(t, err, filepath.Join(d.dir, id, "content"))
	_, err = d.Diff(id)
	require.ErrorIs(t, err, decide.ErrRefused)
	_, err = d.Commit(id)
	require.NoError(t, err)
}
