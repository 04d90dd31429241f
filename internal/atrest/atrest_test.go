package atrest

import (
	"path"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
	"github.com/provenanced/provenanced/internal/shell"
)

// resolve has one symlink, link, and a home directory.
func resolve(p string) string {
	if rest, home := strings.CutPrefix(p, "~/"); home {
		p = "/home/ann/" + rest
	}
	if rest, in := strings.CutPrefix(path.Clean(p), "/ws/link"); in {
		return "/data" + rest
	}
	return path.Clean(p)
}

func TestTheFilesOfACall(t *testing.T) {
	for _, tc := range []struct {
		tool, params string
		want         Files
	}{
		{"read", `{"path":"notes.md"}`, Files{Shows: []string{"/ws/notes.md"}}},
		{"read", `{"path":"@link/notes.md"}`, Files{Shows: []string{"/data/notes.md"}}},
		{"read", `{"file_path":"~/notes.md"}`, Files{Shows: []string{"/home/ann/notes.md"}}},
		{"read", `{"path":"/workspace/notes.md"}`, Files{Shows: []string{"/workspace/notes.md", "/ws/notes.md"}}},
		{"read", `{"path":"app/[id]/page.tsx"}`, Files{Shows: []string{"/ws/app/[id]/page.tsx"}}},
		{"read", `{"path":"https://example.com/a"}`, Files{}},
		{"anything", `{"cwd":"sub","path":"x"}`, Files{Shows: []string{"/ws/x", "/ws/sub/x"}}},
		{"write", `{"path":"a.md","content":"see b.md"}`, Files{Writes: []string{"/ws/a.md"}, Over: true}},
		{"edit", `{"path":"a.md","oldText":"x","newText":"y"}`, Files{Writes: []string{"/ws/a.md"}}},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Update File: a.md\n+x\n*** End Patch"}`, Files{Writes: []string{"/ws/a.md"}}},
		{"exec", `{"command":"cat link/a.md"}`, Files{Shows: []string{"/data/a.md"}}},
		{"exec", `{"command":"cat a.md","workdir":"/srv"}`, Files{Shows: []string{"/srv/a.md"}}},
		{"exec", `{"command":"cat *.md"}`, Files{Shows: []string{"/ws/" + Any + ".md"}}},
		{"exec", `{"command":"tar xf a.tar -C ."}`, Files{Found: []string{"/ws"}}},
		{"exec", `{"command":"ls"}`, Files{}},
	} {
		c := Call{Tool: tc.tool, Params: jsontext.Value(tc.params), Workspace: "/ws", Resolve: resolve}
		if _, after, is := strings.Cut(tc.params, `"command":"`); is {
			line, _, _ := strings.Cut(after, `"`)
			c.Line = shell.Read(line)
		}
		got := Of(c)
		require.True(t, got.Whole, tc.params)
		require.ElementsMatch(t, tc.want.Shows, got.Shows, tc.params)
		require.ElementsMatch(t, tc.want.Writes, got.Writes, tc.params)
		require.ElementsMatch(t, tc.want.Found, got.Found, tc.params)
		require.Equal(t, tc.want.Over, got.Over, tc.params)
	}
}

func TestTheFilesOfACallAreLinear(t *testing.T) {
	for _, unit := range []string{"a ", "../", "*", "$A ", "cd x; ", "[", "cat <a; "} {
		read := map[int]*shell.Line{} // parsed before the first of several runs, since parsing leaves much garbage
		linear.Require(t, 8<<10, func(size int) {
			if read[size] == nil {
				read[size] = shell.Read(strings.Repeat(unit, size/len(unit)))
			}
			Of(Call{Tool: "exec", Params: jsontext.Value(`{}`), Line: read[size], Workspace: "/ws", Resolve: path.Clean})
		}, unit)
	}
}
