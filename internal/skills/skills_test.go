package skills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func put1(t *testing.T, dir, name, text string) {
	t.Helper()
	at := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o700))
	require.NoError(t, os.WriteFile(at, []byte(text), 0o600))
}

func skill(t *testing.T) string {
	dir := t.TempDir()
	put1(t, dir, Main, "# Weather\nrun run.sh\n")
	put1(t, dir, "run.sh", "curl wttr.in\n")
	put1(t, dir, "lib/a.py", "print(1)\n")
	return dir
}

func TestTheDigestIsOfAllThatASkillHolds(t *testing.T) {
	dir := skill(t)
	digest := func() string {
		tree := Read(dir)
		require.Empty(t, tree.Why)
		require.NotEmpty(t, tree.Digest)
		return tree.Digest
	}
	first := digest()
	require.Equal(t, first, digest())
	for name, change := range map[string]func(){
		"a byte":      func() { put1(t, dir, "run.sh", "curl evil.in\n") },
		"a new file":  func() { put1(t, dir, "lib/b.py", "") },
		"a name":      func() { require.NoError(t, os.Rename(filepath.Join(dir, "run.sh"), filepath.Join(dir, "lib/run.sh"))) },
		"it can run":  func() { require.NoError(t, os.Chmod(filepath.Join(dir, "run.sh"), 0o700)) },
		"a symlink":   func() { require.NoError(t, os.Symlink("/etc", filepath.Join(dir, "etc"))) },
		"another one": func() { require.NoError(t, os.Symlink("run.sh", filepath.Join(dir, "etc"))) },
	} {
		t.Run(name, func(t *testing.T) {
			dir = skill(t)
			require.Equal(t, first, digest(), "wherever it stands")
			change()
			require.NotEqual(t, first, digest())
		})
	}
}

func TestWhatCannotBeKnownOfASkill(t *testing.T) {
	for name, tc := range map[string]struct {
		make func(t *testing.T, dir string)
		why  string
	}{
		"many files": {func(t *testing.T, dir string) {
			for i := range MaxFiles + 1 {
				require.NoError(t, os.WriteFile(filepath.Join(dir, strings.Repeat("n", 1+i%200)+string(rune('a'+i/200))), nil, 0o600))
			}
		}, "more than 4096 files"},
		"a large file": {func(t *testing.T, dir string) {
			require.NoError(t, os.Truncate(filepath.Join(dir, "run.sh"), 1<<30))
		}, "more than 32 MB"},
		"deep directories": {func(t *testing.T, dir string) { put1(t, dir, strings.Repeat("d/", maxDepth+1)+"x", "") }, "too deep"},
		"no file": {func(t *testing.T, dir string) { require.NoError(t, unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600)) },
			"pipe: neither a file nor a directory"},
		"an unreadable file": {func(t *testing.T, dir string) {
			if os.Geteuid() == 0 {
				require.NoError(t, os.RemoveAll(dir)) // root reads all that is there
				return
			}
			require.NoError(t, os.Chmod(filepath.Join(dir, "run.sh"), 0))
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := skill(t)
			tc.make(t, dir)
			began := time.Now()
			tree := Read(dir)
			require.Empty(t, tree.Digest)
			require.NotEmpty(t, tree.Why)
			require.Contains(t, tree.Why, tc.why)
			require.Less(t, time.Since(began), 2*time.Second)
			require.Empty(t, new(Reader).Tree(dir).Digest)
		})
	}
}

// What a symlink leads to is no part of the skill: the link is.
func TestSymlinksAreNotFollowed(t *testing.T) {
	dir, other := skill(t), skill(t)
	require.NoError(t, os.Symlink(other, filepath.Join(dir, "more")))
	tree := Read(dir)
	require.Len(t, tree.Files, 4)
	put1(t, other, "run.sh", "changed")
	require.Equal(t, tree.Digest, Read(dir).Digest)
}

func TestAReaderSeesEachChange(t *testing.T) {
	dir := skill(t)
	var r Reader
	for i := range 50 {
		put1(t, dir, "run.sh", strings.Repeat("x", 10)+string(rune('A'+i)))
		require.Equal(t, Read(dir).Digest, r.Tree(dir).Digest)
		if i%10 == 0 {
			time.Sleep(2 * tick)
			require.Equal(t, Read(dir).Digest, r.Tree(dir).Digest)
		}
	}
	time.Sleep(2 * tick)
	r.Tree(dir)
	require.Contains(t, r.known, dir)
}

func TestTheSkillOfAPath(t *testing.T) {
	top := t.TempDir()
	for _, name := range []string{"ws/skills/a", "ws/skills/group/b", "home/agents/x/workshop/c", "n/node_modules/host/skills/d"} {
		put1(t, top, name+"/"+Main, "x")
	}
	put1(t, top, "ws/skills/bare/run.sh", "x")
	roots := Roots{top + "/ws/skills", top + "/home/agents/*/workshop", "**/node_modules/host/skills"}
	known := func(dir string) bool { return dir == top+"/ws/skills/gone" }
	for at, want := range map[string]string{
		"ws/skills/a": "ws/skills/a", "ws/skills/a/SKILL.md": "ws/skills/a", "ws/skills/a/lib/deep/x": "ws/skills/a",
		"ws/skills/group/b/run.sh": "ws/skills/group/b", "ws/skills/bare/run.sh": "", "ws/skills": "", "ws/skills/gone/x": "ws/skills/gone",
		"ws/notes.md": "", "ws/skills2/a/SKILL.md": "", "home/agents/x/workshop/c/x": "home/agents/x/workshop/c",
		"home/agents/x/y/workshop/c/x": "", "n/node_modules/host/skills/d/SKILL.md": "n/node_modules/host/skills/d",
	} {
		if want != "" {
			want = top + "/" + want
		}
		require.Equal(t, want, roots.Of(top+"/"+at, known), at)
	}
	require.Equal(t, []string{top + "/ws/skills", top + "/home/agents/x/workshop"}, roots.Expanded())
	found, links, whole := Below(top + "/ws/skills")
	require.Equal(t, []string{top + "/ws/skills/a", top + "/ws/skills/group/b"}, found)
	require.Empty(t, links)
	require.True(t, whole)
}

func TestManySkillsAreBounded(t *testing.T) {
	top := t.TempDir()
	for i := range maxListed + 1 {
		require.NoError(t, os.Mkdir(filepath.Join(top, string(rune('a'+i%26))+strings.Repeat("x", i/26)), 0o700))
	}
	_, _, whole := Below(top)
	require.False(t, whole)
}

func TestADiffShowsWhatChanged(t *testing.T) {
	dir := skill(t)
	put1(t, dir, "data.bin", "\x00\x01")
	before := Read(dir)
	require.Empty(t, Diff(&before, &before))
	put1(t, dir, "run.sh", "curl wttr.in\ncat .env\n")
	put1(t, dir, "data.bin", "\x00\x02")
	put1(t, dir, "new.sh", "rm -rf ~\n")
	require.NoError(t, os.Remove(filepath.Join(dir, "lib/a.py")))
	require.NoError(t, os.Symlink("/etc", filepath.Join(dir, "etc")))
	require.NoError(t, os.Chmod(filepath.Join(dir, Main), 0o700))
	after := Read(dir)
	got := Diff(&before, &after)
	for _, line := range []string{"+cat .env", "--- /dev/null\n+++ new.sh\n", "+rm -rf ~", "-print(1)", "+a symlink to /etc", "+2 bytes, SHA-256 ", "It can be run: false before, true now"} {
		require.Contains(t, got, line)
	}
	require.NotContains(t, got, "\x00")
	all := Diff(&Tree{}, &after)
	require.Contains(t, all, "+# Weather")
	for i := range before.Files {
		before.Files[i].Text, before.Files[i].Kept = nil, false
	}
	require.Contains(t, Diff(&before, &after), "-13 bytes, SHA-256 ")
}

func TestADiffIsBounded(t *testing.T) {
	dir := t.TempDir()
	for i := range 12 {
		put1(t, dir, string(rune('a'+i)), strings.Repeat("é line\n", MaxText/8-1))
	}
	tree := Read(dir)
	var kept int
	for _, f := range tree.Files {
		kept += len(f.Text)
	}
	require.LessOrEqual(t, kept, MaxKept)
	got := Diff(&Tree{}, &tree)
	require.Less(t, len(got), MaxDiff+MaxText+100)
	require.Contains(t, got, "the rest is left out")
}
