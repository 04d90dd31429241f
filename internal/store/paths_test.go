package store

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
)

// tempDir is a temporary directory whose path contains no symlinks.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return dir
}

func TestOSPathsResolve(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.MkdirAll(dir+"/ws/memory/a/b", 0o700))
	require.NoError(t, os.WriteFile(dir+"/ws/MEMORY.md", nil, 0o600))
	for name, to := range map[string]string{
		"ws/notes.md": "MEMORY.md",
		"ws/again":    "./notes.md",
		"ws/docs":     dir + "/ws/memory",
		"ws/deep":     "memory/a/b",
		"ws/dangling": "memory/not/yet.md",
		"ws/up":       "../../../../../../../../../../../.." + dir + "/ws/memory",
		"ws/loop":     "loop2",
		"ws/loop2":    "loop",
		"ws/proc":     "/proc/self/cwd",
		"alias":       "ws",
	} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, name)))
	}
	for _, row := range []struct{ path, want string }{
		{"/ws/MEMORY.md", "/ws/MEMORY.md"},
		{"/ws//./x/../MEMORY.md", "/ws/MEMORY.md"},
		{"/ws/notes.md", "/ws/MEMORY.md"},
		{"/ws/again", "/ws/MEMORY.md"},
		{"/alias/again", "/ws/MEMORY.md"},
		{"/alias/docs/new.md", "/ws/memory/new.md"},
		{"/ws/deep/../x.md", "/ws/memory/a/x.md"},
		{"/ws/dangling", "/ws/memory/not/yet.md"},
		{"/ws/up/x", "/ws/memory/x"},
		{"/ws/nothing/../here", "/ws/here"},
		{"/ws/loop/x", "/ws/loop/x"},
		{"/ws/MEMORY.md/x", "/ws/MEMORY.md/x"},
	} {
		require.Equal(t, dir+row.want, OSPaths{}.Resolve(dir+row.path), row.path)
	}
	require.Equal(t, "/proc/self/cwd/x", OSPaths{}.Resolve(dir+"/ws/proc/x"))
	require.Equal(t, "relative/y", OSPaths{}.Resolve("relative/x/../y"))
	require.Equal(t, "~/x", OSPaths{}.Resolve("~/x"))
	require.Equal(t, dir+"/ws/MEMORY.md", OSPaths{Home: dir}.Resolve("~/ws/notes.md"))
}

func TestOSPathsLinked(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.MkdirAll(dir+"/guarded/own/deep", 0o700))
	require.NoError(t, os.MkdirAll(dir+"/guarded/a/b", 0o700))
	require.NoError(t, os.Symlink("guarded", dir+"/alias"))
	for file, other := range map[string]string{
		"/file": "/file2", "/guarded/top": "/top2", "/guarded/a/b/low": "/low2", "/guarded/own/deep/free": "/free2", "/single": "",
	} {
		require.NoError(t, os.WriteFile(dir+file, nil, 0o600))
		if other != "" {
			require.NoError(t, os.Link(dir+file, dir+other))
		}
	}
	places := func() []facts.Place {
		return []facts.Place{{Path: dir + "/none"}, {Path: dir + "/file"}, {Path: "~/alias", Not: "x ow*"}}
	}
	for path, want := range map[string]string{
		"/file": "/file", "/file2": "/file", "/top2": "/guarded/top", "/low2": "/guarded/a/b/low",
		"/free2": "/free2", "/single": "/single", "/guarded": "/guarded", "/none": "/none", "/alias": "/alias",
	} {
		require.Equal(t, dir+want, OSPaths{Home: dir}.Linked(dir+path, places), path)
	}
	require.Equal(t, "file2", OSPaths{}.Linked("file2", places))
	never := func() []facts.Place { panic("only a file with several names is looked for") }
	require.Equal(t, dir+"/single", OSPaths{}.Linked(dir+"/single", never))
	require.Equal(t, dir+"/guarded", OSPaths{}.Linked(dir+"/guarded", never))
	require.NoError(t, os.Mkdir(dir+"/many", 0o700))
	for i := range 3 * maxBeside {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "many", strconv.Itoa(i)), nil, 0o600))
	}
	require.Len(t, appendNames([]string{"x"}, dir+"/many", maxBeside-1), maxBeside)
}

// The guard and the resolver together, on a real directory.
func TestGuardOnDisk(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.MkdirAll(dir+"/ws/memory", 0o700))
	require.NoError(t, os.MkdirAll(dir+"/ws/docs", 0o700))
	require.NoError(t, os.Symlink("../memory", dir+"/ws/docs/m"))
	require.NoError(t, os.Symlink(dir+"/ws/SOUL.md", dir+"/ws/todo.txt"))
	for path, want := range map[string]string{
		"docs/m/today.md":   "/ws/memory/today.md",
		"todo.txt":          "/ws/SOUL.md",
		"~/ws/docs/m/x":     "/ws/memory/x",
		"docs/m/../USER.md": "/ws/docs/USER.md",
	} {
		file, ok := memguard.Files{}.Guarded(path, dir+"/ws", OSPaths{Home: dir}.Resolve)
		require.True(t, ok, path)
		require.Equal(t, dir+want, file, path)
	}
	for _, path := range []string{"docs/x.md", "todo.md", "docs/" + strings.Repeat("x", 300)} {
		_, ok := memguard.Files{}.Guarded(path, dir+"/ws", OSPaths{Home: dir}.Resolve)
		require.False(t, ok, path)
	}
}

// A link may be on either side of "..": some tools remove the two before they follow links.
func TestOutsideOnDisk(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.MkdirAll(dir+"/notes/a/b", 0o700))
	require.NoError(t, os.MkdirAll(dir+"/other/c", 0o700))
	require.NoError(t, os.Symlink("a/b", dir+"/notes/deep"))
	require.NoError(t, os.Symlink("../other/c", dir+"/notes/out"))
	for path, want := range map[string]bool{
		"/notes/a/../x":       false,
		"/notes/deep/../x":    false,
		"/notes/out/../x":     true, // other/x, if links are followed first
		"/notes/deep/../../x": true, // x, if they are not
	} {
		for _, home := range []string{dir, "~"} {
			params := jsontext.Value(`{"path":"` + home + path + `"}`)
			require.Equal(t, want, memguard.Outside([]string{"~/notes"}, "write", params, dir, OSPaths{Home: dir}.Resolve), home+path)
		}
	}
}

// What is looked at once for a decision leads to the same as what is looked at anew.
func TestOSPathsOnce(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.MkdirAll(dir+"/ws/real", 0o700))
	require.NoError(t, os.WriteFile(dir+"/guarded", nil, 0o600))
	require.NoError(t, os.Link(dir+"/guarded", dir+"/ws/other"))
	require.NoError(t, os.Symlink("real", dir+"/ws/link"))
	require.NoError(t, os.Symlink(strings.Repeat("./", 200)+"real", dir+"/ws/long"))
	places := func() []facts.Place { return []facts.Place{{Path: dir + "/guarded"}} }
	all := []string{"relative", "~/ws/link/x", dir + "/ws/link/x", dir + "/ws/long/x", dir + "/ws/other", dir + "/ws/other/in", dir + "/gone/x", dir + "/gone", dir + "/gone2", "/proc/self/cwd"}
	for i := range 2 * maxSeen {
		all = append(all, dir+"/ws/"+strconv.Itoa(i))
	}
	o := OSPaths{Home: dir}
	resolve, linked := o.Once()
	for range 2 {
		for _, path := range all {
			want := o.Resolve(path)
			require.Equal(t, want, resolve(path))
			require.Equal(t, o.Linked(want, places), linked(want, places), path)
		}
	}
	require.Equal(t, dir+"/guarded", linked(dir+"/ws/other", places))
}
