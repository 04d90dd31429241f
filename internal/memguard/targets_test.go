package memguard

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

func TestTargets(t *testing.T) {
	for _, row := range []struct {
		tool, params string
		op           string // "" if the tool does not write files
		paths        []string
	}{
		// As the gateway sends them.
		{"write", `{"path":"MEMORY.md","content":"# Memory\n- one\n"}`, Write, []string{"MEMORY.md"}},
		{"edit", `{"path":"MEMORY.md","edits":[{"oldText":"- one","newText":"- two"}]}`, Edit, []string{"MEMORY.md"}},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Update File: a.md\n*** Move to: b.md\n@@\n-x\n+y\n*** Add File: c.md\n+z\n*** Delete File: d.md\n*** End Patch"}`,
			Patch, []string{"a.md", "b.md", "c.md", "d.md"}},

		// Spellings of the tool.
		{"Write", `{"path":"a"}`, Write, []string{"a"}},
		{"EDIT", `{"path":"a"}`, Edit, []string{"a"}},
		{"ApplyPatch", `{"patch":"*** Add File: a\n+b"}`, Patch, []string{"a"}},
		{"apply-patch", `{"patch":"*** Add File: a\n+b"}`, Patch, []string{"a"}},
		{"mcp__fs__write_file", `{"path":"MEMORY.md","content":"x"}`, Write, []string{"MEMORY.md"}},
		{"fs__edit_file", `{"path":"a","edits":[{"oldText":"x","newText":"y"}]}`, Edit, []string{"a"}},
		{"mcp__a__b__apply_patch", `{"patch":"*** Add File: a\n+b"}`, Patch, []string{"a"}},
		{"MultiEdit", `{"file_path":"a","edits":[{"old_string":"x","new_string":"y"}]}`, Edit, []string{"a"}},
		{"mcp__write__read", `{"path":"MEMORY.md"}`, "", nil},
		{"read", `{"path":"MEMORY.md"}`, "", nil},
		{"exec", `{"path":"MEMORY.md"}`, "", nil},
		{"rewrite", `{"path":"MEMORY.md"}`, "", nil},
		{"", `{"path":"MEMORY.md"}`, "", nil},

		// Spellings of the key; no path hides another.
		{"write", `{"file_path":"a"}`, Write, []string{"a"}},
		{"write", `{"filePath":"a"}`, Write, []string{"a"}},
		{"write", `{"file":"a"}`, Write, []string{"a"}},
		{"write", `{"filename":"a"}`, Write, []string{"a"}},
		{"write", `{"path":"ok.md","file_path":"MEMORY.md"}`, Write, []string{"ok.md", "MEMORY.md"}},
		{"write", `{"path":"ok.md","path":"MEMORY.md"}`, Write, []string{"ok.md", "MEMORY.md"}},
		{"write", `{"path":"a","file":"a"}`, Write, []string{"a"}},
		{"edit", `{"path":"ok.md","edits":[{"file_path":"MEMORY.md","oldText":"","newText":""}]}`, Edit, []string{"ok.md", "MEMORY.md"}},
		{"write", `{"paths":["a",["b"]]}`, Write, []string{"a", "b"}},
		{"write", `{"path":"memory/a\nb"}`, Write, []string{"memory/a\nb"}},
		{"write", `{"content":"path: MEMORY.md"}`, Write, nil},
		{"write", `"{\"path\":\"a\"}"`, Write, []string{"a"}},

		// Calls that name no file.
		{"write", `{}`, Write, nil},
		{"write", `{"path":""}`, Write, nil},
		{"write", `{"path":7}`, Write, nil},
		{"write", `null`, Write, nil},
		{"write", `["MEMORY.md"]`, Write, nil},
		{"write", `{"path":`, Write, nil},
		{"write", ``, Write, nil},

		{"write_file_by_hand", `{"path":"SOUL.md"}`, "", nil},

		// Patches in other shapes.
		{"apply_patch", `{"diff":"--- a/x.md\n+++ b/y.md\n@@ -1 +1 @@\n-a\n+b\n"}`, Patch, []string{"x.md", "a/x.md", "y.md", "b/y.md"}},
		{"apply_patch", `{"diff":"--- /dev/null\n+++ b/y.md\t2026-02-21\n"}`, Patch, []string{"y.md", "b/y.md"}},
		{"apply_patch", `{"diff":"diff --git a/x b/y\nrename from x\nrename to y\n"}`, Patch, []string{"x", "a/x", "y", "b/y"}},
		{"apply_patch", `{"diff":"diff --git a/x b/SOUL.md\nGIT binary patch\nliteral 3\n"}`, Patch, []string{"x", "a/x", "SOUL.md", "b/SOUL.md"}},
		{"apply_patch", `{"diff":"diff --git a/memory/a b.md b/memory/a b.md\ndeleted file mode 100644\n"}`, Patch,
			[]string{"memory/a", "a/memory/a", "b.md", "b/memory/a"}},
		{"apply_patch", `{"diff":"+++ \"b/S\\117UL.md\""}`, Patch, []string{"SOUL.md", "b/SOUL.md", `S\117UL.md`, `b/S\117UL.md`}},
		{"apply_patch", `{"diff":"diff --git \"a/m\\145mory/x\" b/y\n"}`, Patch,
			[]string{"memory/x", "a/memory/x", `m\145mory/x`, `a/m\145mory/x`, "y", "b/y"}},
		{"apply_patch", `{"diff":"diff --git \"a/\\155emory/x y\" b/z\n"}`, Patch,
			[]string{`\155emory/x`, `a/\155emory/x`, "y", "z", "b/z", "memory/x y", "a/memory/x y"}},
		{"apply_patch", `{"diff":"*** x.md\t2026\n--- y.md\t2026\n"}`, Patch, []string{"x.md", "y.md"}},
		{"apply_patch", `{"diff":"*** notes\n"}`, Patch, []string{"notes"}},
		{"apply_patch", `{"diff":"*** memory/9:30.md\n"}`, Patch, []string{"memory/9:30.md"}},
		{"apply_patch", `{"diff":"+++ x/memory/y\n"}`, Patch, []string{"x/memory/y"}},
		{"apply_patch", `{"command":["apply_patch","*** Begin Patch\n*** Add File: a\n+b\n*** End Patch"]}`, Patch, []string{"a"}},
		{"apply_patch", `"*** Begin Patch\n*** Add File: a\n+b\n*** End Patch"`, Patch, []string{"a"}},
		{"apply_patch", `{"path":"a","patch":"@@ -1 +1 @@\n-a\n+b\n"}`, Patch, []string{"a"}},
		{"apply_patch", `{"input":"  ***  update file:MEMORY.md\nrubbish"}`, Patch, []string{"MEMORY.md"}},
		{"apply_patch", `{"input":"*** Delete File: ok.md\u2028*** Delete File: SOUL.md"}`, Patch,
			[]string{"ok.md\u2028*** Delete File: SOUL.md", "ok.md", "SOUL.md"}},
		{"apply_patch", `{"input":"*** Add File: sub\r/../memory/x\n+"}`, Patch, []string{"sub\r/../memory/x", "sub"}},
	} {
		call, ok := Targets(row.tool, jsontext.Value(row.params))
		require.Equal(t, row.op != "", ok, "%s %s", row.tool, row.params)
		require.Equal(t, row.op, call.Operation, "%s %s", row.tool, row.params)
		require.Equal(t, row.paths, call.Paths, "%s %s", row.tool, row.params)
	}
}

func TestCallGuarded(t *testing.T) {
	for _, row := range []struct {
		paths           []string
		named, resolved string
		guarded         bool
	}{
		{[]string{"a.md", "b/../USER.md", "MEMORY.md"}, "b/../USER.md", "/ws/USER.md", true},
		{[]string{"a.md"}, "", "", false},
		{nil, "", "", false},
	} {
		named, resolved, ok := Files{}.Touched(Call{Operation: Write, Paths: row.paths}, "/ws", noLinks)
		require.Equal(t, row.guarded, ok)
		require.Equal(t, row.named, named)
		require.Equal(t, row.resolved, resolved)
	}
}

func TestACallOfTooManyFilesIsGuarded(t *testing.T) {
	var b strings.Builder
	for i := range maxPaths + 1 {
		fmt.Fprintf(&b, "*** Add File: f%d\n", i)
	}
	params, err := jsontext.AppendQuote(nil, b.String())
	require.NoError(t, err)
	call, ok := Targets("apply_patch", params)
	require.True(t, ok)
	require.Len(t, call.Paths, maxPaths)
	_, _, ok = Files{}.Touched(call, "/ws", noLinks)
	require.True(t, ok)

	call, _ = Targets("write", jsontext.Value(`{"path":"`+strings.Repeat("x", maxPathBytes+1)+`"}`))
	require.True(t, call.TooMany)
	require.Empty(t, call.Paths)

	long := strings.Repeat("x", maxPathBytes/2)
	call, _ = Targets("write", jsontext.Value(`{"paths":["a`+long+`","b`+long+`"]}`))
	require.True(t, call.TooMany, "together they are too long")
	require.Equal(t, []string{"a" + long}, call.Paths)
}

// Paths with many readings cost system calls for each.
func TestACallOfTooManyReadingsIsGuarded(t *testing.T) {
	followed := 0
	resolve := func(p string) string { followed++; return path.Clean(p) }
	patch := func(format string) Call {
		var c Call
		for i := range maxPaths {
			c.Paths = append(c.Paths, fmt.Sprintf(format, i))
		}
		return c
	}
	_, _, ok := Files{}.Touched(patch("internal/some/package/file_%d.go"), "/home/u/.openclaw/workspace", resolve)
	require.False(t, ok, "an honest patch of as many files as there may be")
	followed = 0
	_, _, ok = Files{}.Touched(patch("@~/a%d\\b : c. .\u200b/..\\d"), "/home/u/.openclaw/workspace", resolve)
	require.True(t, ok)
	require.Less(t, followed, 15_000)
}

func FuzzTargets(f *testing.F) {
	f.Add("write", []byte(`{"path":"MEMORY.md","edits":[{"file":"x"}]}`))
	f.Add("apply_patch", []byte(`"*** Add File: a\r--- b/c\n"`))
	f.Fuzz(func(t *testing.T, tool string, params []byte) {
		call, ok := Targets(tool, params)
		require.Equal(t, ok, call.Operation != "")
		require.LessOrEqual(t, len(call.Paths), maxPaths)
		require.NotContains(t, call.Paths, "")
	})
}

func BenchmarkTargetsOfAnotherTool(b *testing.B) {
	params := jsontext.Value(`{"command":"ls"}`)
	b.ReportAllocs()
	for b.Loop() {
		Targets("exec", params)
	}
}
