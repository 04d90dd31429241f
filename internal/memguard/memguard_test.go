package memguard

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// links returns a resolver for a few symlinks. It follows them as an open would: one component
// after the other, before "..".
func links(table map[string]string) func(string) string {
	return func(p string) string {
		if rest, ok := strings.CutPrefix(p, "~/"); ok {
			p = "/home/u/" + rest
		}
		at := "/"
		for _, part := range strings.Split(p, "/") {
			at = path.Join(at, part)
			if to, ok := table[at]; ok {
				at = path.Join(path.Dir(at), to)
				if path.IsAbs(to) {
					at = to
				}
			}
		}
		return at
	}
}

var noLinks = links(nil)

func TestGuarded(t *testing.T) {
	const ws = "/home/u/ws"
	for _, row := range []struct {
		path, file string
		guarded    bool
	}{
		// The guarded names, at any depth and in any letter case.
		{"MEMORY.md", ws + "/MEMORY.md", true},
		{"memory.md", ws + "/memory.md", true},
		{"AGENTS.md", ws + "/AGENTS.md", true},
		{"SOUL.md", ws + "/SOUL.md", true},
		{"HEARTBEAT.md", ws + "/HEARTBEAT.md", true},
		{"TOOLS.md", ws + "/TOOLS.md", true},
		{"IDENTITY.md", ws + "/IDENTITY.md", true},
		{"USER.md", ws + "/USER.md", true},
		{"BOOTSTRAP.md", ws + "/BOOTSTRAP.md", true},
		{"BOOT.md", ws + "/BOOT.md", true},
		{"skills/mail/SKILL.md", ws + "/skills/mail/SKILL.md", true},
		{"/home/u/.openclaw/skills/mail/skill.md", "/home/u/.openclaw/skills/mail/skill.md", true},
		{"skills/mail/send.py", ws + "/skills/mail/send.py", false},
		{"skills/README.md", ws + "/skills/README.md", false},
		{"mEmOrY.Md", ws + "/mEmOrY.Md", true},
		{"projects/a/agents.md", ws + "/projects/a/agents.md", true},

		// Everything below memory/ of the workspace.
		{"memory/2026-02-21.md", ws + "/memory/2026-02-21.md", true},
		{"Memory/deep/er/x.txt", ws + "/Memory/deep/er/x.txt", true},
		{"memory", ws + "/memory", true},

		// Names that are not guarded.
		{"notes.md", ws + "/notes.md", false},
		{"MEMORY.md.bak", ws + "/MEMORY.md.bak", false},
		{"MY-MEMORY.md", ws + "/MY-MEMORY.md", false},
		{"memory.txt", ws + "/memory.txt", false},
		{"src/memory/alloc.go", ws + "/src/memory/alloc.go", false},
		{"memory/../notes.md", ws + "/notes.md", false},
		{"memories/x.md", ws + "/memories/x.md", false},
		{"src/memory/README.md", ws + "/src/memory/README.md", false},
		{"/workspace/src/memory/README.md", "/workspace/src/memory/README.md", false},
		{"/home/u/other/memory/alloc.go", "/home/u/other/memory/alloc.go", false},
		{"/home/u/other/memories/x.md", "/home/u/other/memories/x.md", false},
		{"ＭＥＭＯＲＹ.md", ws + "/ＭＥＭＯＲＹ.md", false},
		{"archiveMEMORY.md", ws + "/archiveMEMORY.md", false},
		{"notesMEMORY.md", ws + "/notesMEMORY.md", false},
		{"", "", false},

		// Absolute paths, other workspaces, and the mounts of a sandbox.
		{ws + "/MEMORY.md", ws + "/MEMORY.md", true},
		{"/home/u/other/MEMORY.md", "/home/u/other/MEMORY.md", true},
		{"/HOME/u/WS/memory/x", "/HOME/u/WS/memory/x", true},
		{"/workspace/memory/x.md", "/workspace/memory/x.md", true},
		{"/agent/memory/x.md", "/agent/memory/x.md", true},

		// Detours.
		{"./a/..//MEMORY.md", ws + "/MEMORY.md", true},
		{"x/../memory/./y.md", ws + "/memory/y.md", true},
		{"../ws/memory/y.md", ws + "/memory/y.md", true},
		{"../../../../../home/u/ws/memory/y", ws + "/memory/y", true},
		{"MEMORY.md/", ws + "/MEMORY.md", true},
		{"MEMORY.md ", ws + "/MEMORY.md", true},
		{"MEMORY.md...", ws + "/MEMORY.md", true},
		{"MEMORY.md. .", ws + "/MEMORY.md", true},
		{"\tMEMORY.md\n", ws + "/MEMORY.md", true},
		{"\uFEFFMEMORY.md\u00A0", ws + "/MEMORY.md", true},
		{`"MEMORY.md"`, ws + "/MEMORY.md", true},
		{` "MEMORY.md" `, ws + "/MEMORY.md", true},
		{"memory /x.md", ws + "/memory/x.md", true},
		{"memory\u3000/x.md", ws + "/memory/x.md", true},
		{"MEMORY.md::$DATA", ws + "/MEMORY.md", true},
		{"MEMORY.md\x00.txt", ws + "/MEMORY.md", true},
		{"MEMO\u200CRY.md", ws + "/MEMORY.md", true},
		{"mem\u2060ory/x\u00AD.md", ws + "/memory/x.md", true},
		{"SOUL.md\uFE0F", ws + "/SOUL.md", true},
		{"BOOT\uFB06RAP.md", ws + "/BOOTstRAP.md", true},
		{"HEARTB~1.MD", ws + "/HEARTB~1.MD", true},
		{"sub/bootst~2.md", ws + "/sub/bootst~2.md", true},
		{"HEARTB~.md", ws + "/HEARTB~.md", false},
		{"MEMORY~1.md", ws + "/MEMORY~1.md", false},
		{`memory\x.md`, ws + "/memory/x.md", true},
		{`sub\..\MEMORY.md`, ws + "/MEMORY.md", true},
		{`memory/a\..\..\x`, ws + `/memory/a\..\..\x`, true},
		{`@memory/a\..\..\x`, ws + `/memory/a\..\..\x`, true},
		{"@MEMORY.md", ws + "/MEMORY.md", true},
		{"@memory/x.md", ws + "/memory/x.md", true},
		{"~/ws/memory/x.md", ws + "/memory/x.md", true},
		{"~/ws/MEMORY.md", ws + "/MEMORY.md", true},
		{"~/x/../ws/memory/x.md", ws + "/memory/x.md", true},
		{"~/../u/ws/memory/x.md", ws + "/memory/x.md", true},
		{"@~/ws/memory/x.md", ws + "/memory/x.md", true},
		{"~/notes.md", "/home/u/notes.md", false},
		{"file:///home/u/ws/memory/x.md", ws + "/memory/x.md", true},
		{"file:///home/u/ws/m%65mory%2Fx.md", ws + "/memory/x.md", true},
		{"file:///home/u/ws/MEMORY.m%64", ws + "/MEMORY.md", true},
		{"FILE://localhost/home/u/ws/memory/x", ws + "/memory/x", true},
		{"file:/home/u/ws/%4DEMORY.md?x#y", ws + "/MEMORY.md", true},
		{"fi\tle:///home/u/ws/mem\nory/x", ws + "/memory/x", true},
		{"file://memory/x.md", ws + "/memory/x.md", true},
		{"file:///home/u/ws/x%4dEMORY.md", ws + "/file:/home/u/ws/x%4dEMORY.md", false},
		{"file:///home/u/ws/x4dEMORY.md", ws + "/file:/home/u/ws/x4dEMORY.md", false},
		{"file:///home/u/ws/%zDEMORY.md", ws + "/file:/home/u/ws/%zDEMORY.md", false},
		{"file:///home/u/ws/x%4", ws + "/file:/home/u/ws/x%4", false},
		{"file:///home/u/ws/x%", ws + "/file:/home/u/ws/x%", false},
		{"file://localhost", ws + "/file:/localhost", false},
		{"/proc/self/cwd/memory/x.md", "/proc/self/cwd/memory/x.md", true},
		{"/dev/fd/3", "/dev/fd/3", true},
	} {
		file, ok := Files{}.Guarded(row.path, ws, noLinks)
		require.Equal(t, row.guarded, ok, "%q", row.path)
		require.Equal(t, row.file, file, "%q", row.path)
	}
}

func TestGuardedThroughSymlinks(t *testing.T) {
	const ws = "/ws"
	resolve := links(map[string]string{
		"/ws/notes.md":     "MEMORY.md",         // the file itself is a link
		"/ws/MEMORY.md":    "store/blob",        // a memory file that lives elsewhere
		"/ws/docs":         "memory",            // a directory on the way is one
		"/ws/deep":         "memory/a/b",        // and ".." after it leads elsewhere
		"/ws/dangling":     "/ws/memory/new.md", // its target does not exist yet
		"/ws/harmless":     "/tmp/x",
		"/elsewhere":       "/real",
		"/elsewhere/ws":    "/real/ws",
		"/linked/memory":   "/data/mem",
		"/home/u/shortcut": "/ws",
	})
	for _, row := range []struct {
		path, workspace, file string
		guarded               bool
	}{
		{"notes.md", ws, "/ws/MEMORY.md", true},
		{"MEMORY.md", ws, "/ws/store/blob", true},
		{"docs/x.md", ws, "/ws/memory/x.md", true},
		{"deep/../x.md", ws, "/ws/memory/a/x.md", true},
		{"dangling", ws, "/ws/memory/new.md", true},
		{"~/shortcut/memory/x.md", ws, "/ws/memory/x.md", true},
		{"harmless", ws, "/tmp/x", false},
		{"/real/ws/memory/x.md", "/elsewhere/ws", "/real/ws/memory/x.md", true},
		{"/data/mem/x.md", "/linked", "/data/mem/x.md", true},
		{"/linked/memory/x.md", "/linked", "/data/mem/x.md", true},
	} {
		file, ok := Files{}.Guarded(row.path, row.workspace, resolve)
		require.Equal(t, row.guarded, ok, "%q in %s", row.path, row.workspace)
		if row.guarded && row.path != "deep/../x.md" {
			require.Equal(t, row.file, file, "%q in %s", row.path, row.workspace)
		}
	}
}

func TestGuardedWhereTheWorkspaceIsUnknown(t *testing.T) {
	for _, row := range []struct {
		path    string
		guarded bool
	}{
		{"MEMORY.md", true},
		{"sub/USER.md", true},
		{"memory/x.md", true},
		{"./memory/x.md", true},
		{"../memory/x.md", true},
		{"src/memory/alloc.go", false},
		{"notes.md", false},
		{"..", false},
		{"/home/u/.openclaw/workspace/memory/x.md", true},
		{"~/.openclaw/workspace/memory/x.md", true},
		{"/home/u/notes.md", false},
	} {
		_, ok := Files{}.Guarded(row.path, "", noLinks)
		require.Equal(t, row.guarded, ok, "%q", row.path)
	}
	file, _ := Files{}.Guarded("sub/../memory/x.md", "", noLinks)
	require.Equal(t, "memory/x.md", file)
}

func TestGuardedWithoutResolver(t *testing.T) {
	file, ok := Files{}.Guarded("a/../MEMORY.md", "/ws", nil)
	require.True(t, ok)
	require.Equal(t, "/ws/MEMORY.md", file)
}

func TestGuardedRefusesToReadEndlessPaths(t *testing.T) {
	file, ok := Files{}.Guarded(strings.Repeat("./", maxPath)+"notes.md", "/ws", noLinks)
	require.True(t, ok)
	require.Equal(t, "(a path of 32776 bytes)", file)
}

func TestGuardedRefusesToGuessForEver(t *testing.T) {
	file, ok := Files{}.Guarded(" @file://@file:///\\x.\u00a0\x00?/y", "/ws", noLinks)
	require.True(t, ok)
	require.Equal(t, "(a path that can be read in more than 32 ways)", file)
}

// A guarded path stays guarded in every spelling.
func TestGuardedInEverySpelling(t *testing.T) {
	roots := []string{"MEMORY.md", "sub/agents.md", "memory/x.md", "memory/a/b.txt", "/w/s/memory/x", "/other/SOUL.md"}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(roots).Draw(t, "path")
		parts := strings.Split(p, "/")
		var b strings.Builder
		for i, part := range parts {
			if i > 0 {
				b.WriteString(rapid.SampledFrom([]string{"/", "//", "/./", "/x/../", "/x/y/../../"}).Draw(t, "sep"))
			}
			b.WriteString(spellCase(t, part))
		}
		p = b.String()
		if !strings.HasPrefix(p, "/") {
			p = rapid.SampledFrom([]string{"", "./", "x/../", "../s/", "/w/s/", "~/s/", "/w/./s//"}).Draw(t, "start") + p
		}
		if rapid.Bool().Draw(t, "url") && strings.HasPrefix(p, "/") {
			p = "file://" + strings.ReplaceAll(p, "m", "%6d")
		}
		p = rapid.SampledFrom([]string{"", " ", "@", "\t", `"`}).Draw(t, "before") + p +
			rapid.SampledFrom([]string{"", "/", " ", ".", "\x00", "\x00.txt", "\n"}).Draw(t, "after")
		if rapid.Bool().Draw(t, "backslashes") {
			p = strings.ReplaceAll(p, "/", `\`)
		}
		_, ok := Files{}.Guarded(p, "/w/s", noLinks)
		require.True(t, ok, "%q", p)
	})
}

func spellCase(t *rapid.T, s string) string {
	if s != "w" && s != "s" && rapid.Bool().Draw(t, "upper") {
		return strings.ToUpper(s)
	}
	return s
}

func FuzzGuarded(f *testing.F) {
	f.Add("@file:///w/s/%6demory/../x", "/w/s")
	f.Add(`~/..\memory:x`, "")
	f.Fuzz(func(t *testing.T, p, ws string) {
		file, ok := Files{}.Guarded(p, ws, noLinks)
		require.True(t, ok || !namesMemoryFile(p), "%q in %q", p, ws)
		require.True(t, ok || !namesMemoryFile(file), "%q in %q leads to %q", p, ws, file)
	})
}

func namesMemoryFile(p string) bool {
	for _, n := range builtin {
		if path.Base(path.Clean("/"+p)) == n {
			return true
		}
	}
	return false
}
