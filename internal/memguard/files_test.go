package memguard

import (
	"path"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// Whatever a parameter's name, the path in it counts.
func TestWritesReadsEveryText(t *testing.T) {
	links := func(p string) string {
		if p = path.Clean(p); p == "/ws/link/x" {
			return "/ws/MEMORY.md"
		}
		return p
	}
	for _, row := range []struct{ tool, params, file string }{
		{"move_file", `{"from": "a.txt", "to": "MEMORY.md"}`, "/ws/MEMORY.md"},
		{"move_file", `{"src": "a.txt", "dest": "memory/x"}`, "/ws/memory/x"},
		{"copy", `{"target": "sub/../CLAUDE.md"}`, "/ws/CLAUDE.md"},
		{"shot", `{"outPath": "GEMINI.md"}`, "/ws/GEMINI.md"},
		{"anything", `{"zzz": {"deep": [["notes.txt", ".cursorrules"]]}}`, "/ws/.cursorrules"},
		{"create_files", `{"files": {"SYSTEM.md": "x"}}`, "/ws/SYSTEM.md"},
		{"create_file", `{"where": "AGENTS.md", "content": "x"}`, "/ws/AGENTS.md"},
		{"file_write", `{"destination": "SOUL.md"}`, "/ws/SOUL.md"},
		{"write", `{"outPath": "MEMORY.md", "path": "ok.md"}`, "/ws/MEMORY.md"},
		{"anything", `{"to": ".cursor/rules/x.mdc"}`, "/ws/.cursor/rules/x.mdc"},
		{"anything", `{"to": "sub/memory.MD"}`, "/ws/sub/memory.MD"},
		{"write", `{"path": "today.md", "cwd": "memory"}`, "/ws/memory/today.md"},
		{"write", `{"path": "memory/today.txt", "workdir": "/ws/sub/.."}`, "/ws/memory/today.txt"},
		{"write", `{"path": "../memory/today.txt", "directory": "/ws/sub"}`, "/ws/memory/today.txt"},
		{"write", `{"path": "x", "cwd": "link"}`, "/ws/MEMORY.md"},
		{"anything", `{"name": "x", "folder": "/ws/link"}`, "/ws/MEMORY.md"},
		{"anything", `"{\"to\": \"MEMORY.md\"}"`, "/ws/MEMORY.md"},

		{"write", `{"path": "ok.md", "content": "MEMORY.md"}`, ""},
		{"edit", `{"path": "ok.md", "edits": [{"oldText": "SOUL.md", "newText": "USER.md"}]}`, ""},
		{"anything", `{"text": "what MEMORY.md says"}`, ""},
		{"anything", `{"url": "https://example.org/MEMORY.md"}`, ""},
		{"anything", `{"to": "notes.md", "cwd": "sub"}`, ""},
		{"apply_patch", `{"input": "*** Begin Patch\n*** Add File: ok.md\n+see MEMORY.md\n*** End Patch"}`, ""},
		{"anything", `{"n": 7}`, ""},
		{"anything", ``, ""},
	} {
		_, file, hit := Files{}.Touched(Writes(row.tool, jsontext.Value(row.params)), "/ws", links)
		require.Equal(t, row.file, file, "%s %s", row.tool, row.params)
		require.Equal(t, row.file != "", hit)
	}
}

func TestFilesOfAList(t *testing.T) {
	f := NewFiles([]string{"RULES.md", ".agent/rules", "/srv/notes", "~/vault", "house-*"})
	home := func(p string) string {
		if len(p) > 2 && p[:2] == "~/" {
			p = "/home/me/" + p[2:]
		}
		return path.Clean(p)
	}
	for named, want := range map[string]bool{
		"RULES.md": true, "sub/rules.MD": true, "sub/.agent/rules/x": true, "/srv/notes/x": true, "/srv/notes": true, "~/vault/x": true, "/home/me/vault": true,
		"house-rules.txt": true, "/srv/notes2": false, ".agent/x": false, "MEMORY.md": false, "RULES.md.bak": false, "xRULES.md": false,
	} {
		_, hit := f.Guarded(named, "/ws", home)
		require.Equal(t, want, hit, named)
	}
	for _, name := range Builtin() {
		_, hit := Files{}.Guarded("sub/"+name, "/ws", path.Clean)
		require.True(t, hit, name)
	}
}
