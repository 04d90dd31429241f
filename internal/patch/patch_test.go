package patch

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

func TestApplyEdits(t *testing.T) {
	const file = "# Memory\n- one\n- two\n- one more\n"
	for _, row := range []struct {
		name, params, want, err string
	}{
		{"as the gateway sends it", `{"edits":[{"oldText":"- two","newText":"- 2"}]}`, "# Memory\n- one\n- 2\n- one more\n", ""},
		{"snake case", `{"old_string":"- two","new_string":"- 2"}`, "# Memory\n- one\n- 2\n- one more\n", ""},
		{"camel case", `{"oldString":"- two","newString":""}`, "# Memory\n- one\n\n- one more\n", ""},
		{"own and listed", `{"oldText":"two","newText":"2","edits":[{"old_text":"Memory","new_text":"M"}]}`, "# M\n- one\n- 2\n- one more\n", ""},
		{"list as text", `{"edits":"[{\"oldText\":\"two\",\"newText\":\"2\"}]"}`, "# Memory\n- one\n- 2\n- one more\n", ""},
		{"one object as list", `{"edits":{"oldText":"two","newText":"2"}}`, "# Memory\n- one\n- 2\n- one more\n", ""},
		{"params as text", `"{\"oldText\":\"two\",\"newText\":\"2\"}"`, "# Memory\n- one\n- 2\n- one more\n", ""},
		{"all", `{"old_string":"one","new_string":"1","replace_all":true}`, "# Memory\n- 1\n- two\n- 1 more\n", ""},
		{"all, camel case", `{"oldText":"one","newText":"1","replaceAll":true}`, "# Memory\n- 1\n- two\n- 1 more\n", ""},
		{"against the file as it was", `{"edits":[{"oldText":"two","newText":"Memory"},{"oldText":"Memory","newText":"x"}]}`, "# x\n- one\n- Memory\n- one more\n", ""},
		{"same spelling twice", `{"oldText":"two","old_string":"two","newText":"2"}`, "# Memory\n- one\n- 2\n- one more\n", ""},

		{"not there", `{"oldText":"three","newText":"3"}`, "", "the old text of edit 1 is not in the file"},
		{"not only once", `{"oldText":"one","newText":"1"}`, "", "the old text of edit 1 is in the file 2 times"},
		{"overlapping", `{"edits":[{"oldText":"- two\n","newText":""},{"oldText":"two","newText":"2"}]}`, "", "the edits overlap"},
		{"no old text", `{"oldText":"","newText":"x"}`, "", "edit 1 has no old text"},
		{"half an edit", `{"oldText":"two"}`, "", "does not give both"},
		{"half a listed edit", `{"edits":[{"newText":"two"}]}`, "", "edit 1: the call does not give both"},
		{"two meanings", `{"oldText":"two","old_string":"one","newText":"2"}`, "", "gives oldtext more than once, and differently"},
		{"no edits", `{"path":"x"}`, "", "the call has 0 edits"},
		{"no object", `[1]`, "", "no JSON object"},
		{"no text", `{"oldText":7,"newText":""}`, "", "the call's oldtext is no text"},
		{"no list", `{"edits":7}`, "", "no JSON object"},
	} {
		t.Run(row.name, func(t *testing.T) {
			edits, err := ReadEdits(jsontext.Value(row.params))
			var got string
			if err == nil {
				got, err = ApplyEdits(Text{Data: file, Exists: true}, edits)
			}
			requireResult(t, row.want, row.err, got, err)
		})
	}
}

func requireResult(t *testing.T, want, wantErr, got string, err error) {
	t.Helper()
	if wantErr != "" {
		require.ErrorContains(t, err, wantErr)
		return
	}
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestApplyEditsToNoFile(t *testing.T) {
	got, err := ApplyEdits(Text{}, []Edit{{New: "first\n"}})
	require.NoError(t, err)
	require.Equal(t, "first\n", got)
	_, err = ApplyEdits(Text{}, []Edit{{Old: "x", New: "y"}})
	require.ErrorContains(t, err, "does not exist")
}

func TestApplyEditsIsBounded(t *testing.T) {
	file := Text{Data: strings.Repeat("a", 50_000), Exists: true}
	for name, edits := range map[string][]Edit{
		"growth": {{Old: "a", New: strings.Repeat("b", 1<<20), All: true}},
		"pieces": {{Old: "a", New: "b", All: true}, {Old: "aa", New: "b", All: true}, {Old: "aaa", New: "c", All: true}, {Old: "aaaa", New: "d", All: true}},
		"number": make([]Edit, maxEdits+1),
	} {
		_, err := ApplyEdits(file, edits)
		require.Error(t, err, name)
	}
	full := strings.Repeat("a", MaxFile)
	got, err := ApplyEdits(Text{Data: full, Exists: true}, []Edit{{Old: full[:1<<20], New: strings.Repeat("b", 1<<20), All: true}})
	require.NoError(t, err, "what takes as much away as it adds")
	require.Len(t, got, MaxFile)
}

func TestReadContent(t *testing.T) {
	for _, row := range []struct{ params, want, err string }{
		{`{"path":"x","content":"a\n"}`, "a\n", ""},
		{`{"content":""}`, "", ""},
		{`{"file_text":"a"}`, "a", ""},
		{`{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, "ab", ""},
		{`{"content":"a","text":"b"}`, "", "gives content more than once, and differently"},
		{`{"content":{"a":1}}`, "", "no text"},
		{`{"content":[{"type":"image"}]}`, "", "no text"},
		{`{"path":"x"}`, "", "no content"},
		{`7`, "", "no JSON object"},
	} {
		got, err := ReadContent(jsontext.Value(row.params))
		requireResult(t, row.want, row.err, got, err)
	}
}

// files is a file system for patches.
type files map[string]string

func (f files) read(path string) (Text, error) {
	data, ok := f[path]
	return Text{Data: data, Exists: ok}, nil
}

// patched applies a patch and returns the resulting files; a removed file is "-".
func (f files) patched(patch string) (files, error) {
	ops, err := Parse(patch)
	if err != nil {
		return nil, err
	}
	changes, err := Apply(ops, f.read)
	if err != nil {
		return nil, err
	}
	out := files{}
	for _, c := range changes {
		out[c.Path] = c.After.Data
		if !c.After.Exists {
			out[c.Path] = "-"
		}
	}
	return out, nil
}

func starred(lines ...string) string {
	return "*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch"
}

func TestApplyStarredPatch(t *testing.T) {
	disk := files{
		"a.md":     "one\ntwo\nthree\nfour\n",
		"twice.md": "func f\n  x\nfunc g\n  x\n",
		"open.md":  "no newline",
		"empty.md": "",
	}
	for _, row := range []struct {
		name, patch string
		want        files
		err         string
	}{
		{"add", starred("*** Add File: n/new.md", "+# New", "+", "+- x"), files{"n/new.md": "# New\n\n- x\n"}, ""},
		{"add over", starred("*** Add File: a.md", "+x"), files{"a.md": "x\n"}, ""},
		{"delete", starred("*** Delete File: a.md"), files{"a.md": "-"}, ""},
		{"update", starred("*** Update File: a.md", "@@", " one", "-two", "+2", " three"), files{"a.md": "one\n2\nthree\nfour\n"}, ""},
		{"update without @@", starred("*** Update File: a.md", "-two", "+2"), files{"a.md": "one\n2\nthree\nfour\n"}, ""},
		{"two hunks", starred("*** Update File: a.md", "@@", "-one", "+1", "@@", "-four", "+4"), files{"a.md": "1\ntwo\nthree\n4\n"}, ""},
		{"after a line", starred("*** Update File: twice.md", "@@ func g", "-  x", "+  y"), files{"twice.md": "func f\n  x\nfunc g\n  y\n"}, ""},
		{"append", starred("*** Update File: a.md", "@@", "+five"), files{"a.md": "one\ntwo\nthree\nfour\nfive\n"}, ""},
		{"append, then more", starred("*** Update File: a.md", "@@", "+five", "@@", "-one", "+1"), files{"a.md": "1\ntwo\nthree\nfour\nfive\n"}, ""},
		{"at the end", starred("*** Update File: twice.md", "@@", "-  x", "+  z", "*** End of File"), files{"twice.md": "func f\n  x\nfunc g\n  z\n"}, ""},
		{"ends in newline", starred("*** Update File: open.md", "@@", "-no newline", "+newline"), files{"open.md": "newline\n"}, ""},
		{"blank line before the end", starred("*** Update File: a.md", "@@", " three", "-four", "+4", ""), files{"a.md": "one\ntwo\nthree\n4\n"}, ""},
		{"move", starred("*** Update File: a.md", "*** Move to: b.md", "@@", "-one", "+1"), files{"a.md": "-", "b.md": "1\ntwo\nthree\nfour\n"}, ""},
		{"move alone", starred("*** Update File: a.md", "*** Move to: b.md"), files{"a.md": "-", "b.md": "one\ntwo\nthree\nfour\n"}, ""},
		{"several files", starred("*** Update File: a.md", "-one", "+1", "*** Add File: c", "+x", "*** Delete File: open.md"),
			files{"a.md": "1\ntwo\nthree\nfour\n", "c": "x\n", "open.md": "-"}, ""},
		{"one file in two steps", starred("*** Update File: a.md", "-one", "+1", "*** Update File: a.md", "-1", "+eins"), files{"a.md": "eins\ntwo\nthree\nfour\n"}, ""},
		{"there and back", starred("*** Add File: c", "+x", "*** Delete File: c"), files{}, ""},
		{"here-document", "<<'EOF'\n" + starred("*** Delete File: a.md") + "\nEOF", files{"a.md": "-"}, ""},
		{"into an empty file", starred("*** Update File: empty.md", "@@", "+x"), files{"empty.md": "x\n"}, ""},
		{"carriage returns", "*** Begin Patch\r\n*** Add File: c\r\n+x\r\n*** End Patch\r\n", files{"c": "x\n"}, ""},

		{"lines changed", starred("*** Update File: a.md", "@@", "-TWO", "+2"), nil, "a.md: hunk 1: the lines it replaces are not in the file"},
		{"no such line", starred("*** Update File: a.md", "@@ func", "-two", "+2"), nil, `the file has no line "func"`},
		{"no such file", starred("*** Update File: z.md", "-two", "+2"), nil, "z.md does not exist"},
		{"delete nothing", starred("*** Delete File: z.md"), nil, "z.md does not exist"},
		{"empty update", starred("*** Update File: a.md"), nil, "the update of a.md changes nothing"},
		{"empty", starred(), nil, "changes nothing"},
		{"cut off", "*** Begin Patch\n*** Delete File: a.md", nil, "does not end"},
		{"rubbish", starred("rubbish"), nil, "line 2 names no file"},
		{"rubbish in a hunk", starred("*** Update File: a.md", "@@", "two"), nil, "starts with none of space, - and +"},
		{"no patch", "hello", nil, "changes nothing"},
	} {
		t.Run(row.name, func(t *testing.T) { requirePatched(t, disk, row.patch, row.want, row.err) })
	}
}

func requirePatched(t *testing.T, disk files, patch string, want files, wantErr string) {
	t.Helper()
	got, err := disk.patched(patch)
	if wantErr != "" {
		require.ErrorContains(t, err, wantErr)
		return
	}
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestApplyUnifiedDiff(t *testing.T) {
	disk := files{
		"a.md":     "one\ntwo\nthree\nfour\n",
		"twice.md": "x\ny\nx\ny\n",
		"open.md":  "a\nb",
	}
	for _, row := range []struct {
		name, patch string
		want        files
		err         string
	}{
		{"git", "diff --git a/a.md b/a.md\nindex 1..2 100644\n--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n", files{"a.md": "one\n2\nthree\nfour\n"}, ""},
		{"diff -u", "--- a.md\t2026-02-21\n+++ a.md\t2026-02-21\n@@ -2 +2 @@\n-two\n+2\n", files{"a.md": "one\n2\nthree\nfour\n"}, ""},
		{"as the gateway prints it", "--- a.md\n+++ a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n", files{"a.md": "one\n2\nthree\nfour\n"}, ""},
		{"moved lines", "--- a.md\n+++ a.md\n@@ -9,1 +9,1 @@\n-four\n+4\n", files{"a.md": "one\ntwo\nthree\n4\n"}, ""},
		{"by its number", "--- twice.md\n+++ twice.md\n@@ -3,1 +3,1 @@\n-x\n+z\n", files{"twice.md": "x\ny\nz\ny\n"}, ""},
		{"insert", "--- a.md\n+++ a.md\n@@ -2,0 +3,1 @@\n+2.5\n", files{"a.md": "one\ntwo\n2.5\nthree\nfour\n"}, ""},
		{"two hunks", "--- a.md\n+++ a.md\n@@ -1,1 +1,0 @@\n-one\n@@ -4,1 +3,2 @@\n four\n+five\n", files{"a.md": "two\nthree\nfour\nfive\n"}, ""},
		{"new file", "--- /dev/null\n+++ b/new.md\n@@ -0,0 +1,2 @@\n+a\n+b\n", files{"new.md": "a\nb\n"}, ""},
		{"new file, no newline", "--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n", files{"new.md": "a"}, ""},
		{"removed file", "--- a/a.md\n+++ /dev/null\n@@ -1,4 +0,0 @@\n-one\n-two\n-three\n-four\n", files{"a.md": "-"}, ""},
		{"rename", "diff --git a/a.md b/b.md\nrename from a.md\nrename to b.md\n", files{"a.md": "-", "b.md": "one\ntwo\nthree\nfour\n"}, ""},
		{"rename and change", "diff --git a/a.md b/b.md\nrename from a.md\nrename to b.md\n--- a/a.md\n+++ b/b.md\n@@ -1 +1 @@\n-one\n+1\n", files{"a.md": "-", "b.md": "1\ntwo\nthree\nfour\n"}, ""},
		{"newline added", "--- open.md\n+++ open.md\n@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+b\n", files{"open.md": "a\nb\n"}, ""},
		{"newline kept away", "--- open.md\n+++ open.md\n@@ -1 +1 @@\n-a\n+A\n", files{"open.md": "A\nb"}, ""},
		{"quoted name", "--- \"a.md\"\n+++ \"a.md\"\n@@ -1 +1 @@\n-one\n+1\n", files{"a.md": "1\ntwo\nthree\nfour\n"}, ""},

		{"changed", "--- a.md\n+++ a.md\n@@ -2 +2 @@\n-TWO\n+2\n", nil, "not in the file"},
		{"moved to two places", "--- twice.md\n+++ twice.md\n@@ -2,1 +2,1 @@\n-x\n+z\n", nil, "more than once"},
		{"insert behind the end", "--- a.md\n+++ a.md\n@@ -9,0 +9,1 @@\n+x\n", nil, "not in the file"},
		{"cut off", "--- a.md\n+++ a.md\n@@ -1,3 +1,3 @@\n one", nil, "cut off"},
		{"wrong counts", "--- a.md\n+++ a.md\n@@ -1,1 +1,2 @@\n-one\n-two\n+1\n+2\n", nil, "its header says 1 and 2"},
		{"hunk of nothing", "@@ -1 +1 @@\n-a\n+b\n", nil, "before the name of its file"},
		{"binary", "diff --git a/a b/a\nGIT binary patch\n", nil, "not supported"},
		{"no hunks", "--- a.md\n+++ a.md\n", nil, "changes nothing"},
	} {
		t.Run(row.name, func(t *testing.T) { requirePatched(t, disk, row.patch, row.want, row.err) })
	}
}

func TestPatchingIsBounded(t *testing.T) {
	disk := files{"a": strings.Repeat("\n", 1<<20)}
	slow := starred("*** Update File: a", "@@", strings.Repeat(" \n", 1<<19)+"-x")
	_, err := disk.patched(slow)
	require.ErrorIs(t, err, errTooMuch)

	_, err = disk.patched(starred(strings.Repeat("*** Delete File: a\n", maxOps+1)))
	require.ErrorContains(t, err, "cannot be made at once")
}

func TestReadPatch(t *testing.T) {
	for _, row := range []struct{ params, want, err string }{
		{`{"input":"p"}`, "p", ""},
		{`{"patch":"p"}`, "p", ""},
		{`{"diff":"p"}`, "p", ""},
		{`"*** Begin Patch"`, "*** Begin Patch", ""},
		{`"{\"input\":\"p\"}"`, "p", ""},
		{`{"input":"p","patch":"q"}`, "", "differently"},
		{`{"path":"x"}`, "", "no patch"},
	} {
		got, err := ReadPatch(jsontext.Value(row.params))
		requireResult(t, row.want, row.err, got, err)
	}
}

// Whatever a patch says, applying it ends and never panics; applying a valid diff again gives
// the same result.
func FuzzPatch(f *testing.F) {
	f.Add("one\ntwo\n", starred("*** Update File: a", "@@ one", "-two", "+2", "*** End of File"))
	f.Add("one\ntwo", "--- a\n+++ a\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline\n+2\n")
	f.Add("", starred("*** Add File: a", "+x", "*** Update File: a", "*** Move to: b", "+y"))
	f.Fuzz(func(t *testing.T, data, patch string) {
		disk := files{"a": data}
		got, err := disk.patched(patch)
		again, errAgain := disk.patched(patch)
		require.Equal(t, got, again)
		require.Equal(t, err == nil, errAgain == nil)
		require.Equal(t, data, disk["a"])
	})
}
