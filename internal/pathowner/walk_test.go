package pathowner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// links are the symlinks of a tree in which every other path exists.
type links map[string]string

func (l links) walk(name string) (at, rest string, seen []string, err error) {
	at, rest, err = Walk(name, func(here string) (string, error) {
		seen = append(seen, here)
		return l[here], nil
	})
	return at, rest, seen, err
}

func TestAPathLeadsWhereAnOpenOfItWould(t *testing.T) {
	l := links{"/link": "dir/deep", "/dir/back": "..", "/dir/root": "/", "/a": "b", "/b": "./c/", "/dir/deep/up": "../../x/../dir"}
	for name, want := range map[string]struct {
		at   string
		seen []string
	}{
		"/":             {"/", nil},
		"//x/./y/":      {"/x/y", []string{"/x", "/x/y"}},
		"/x/../y":       {"/y", []string{"/x", "/y"}},
		"/../x":         {"/x", []string{"/x"}},
		"/link/x":       {"/dir/deep/x", []string{"/link", "/dir", "/dir/deep", "/dir/deep/x"}},
		"/link/../x":    {"/dir/x", []string{"/link", "/dir", "/dir/deep", "/dir/x"}}, // not /x
		"/dir/back/x":   {"/x", []string{"/dir", "/dir/back", "/x"}},
		"/dir/root/x":   {"/x", []string{"/dir", "/dir/root", "/x"}},
		"/a/d":          {"/c/d", []string{"/a", "/b", "/c", "/c/d"}},
		"/dir/deep/up/": {"/dir", []string{"/dir", "/dir/deep", "/dir/deep/up", "/x", "/dir"}},
	} {
		at, rest, seen, err := l.walk(name)
		require.NoError(t, err, name)
		require.Equal(t, want.at, at, name)
		require.Empty(t, rest, name)
		require.Equal(t, want.seen, seen, name)
	}
}

func TestAPathMayPassThroughAsManySymlinksAsInLinux(t *testing.T) {
	l := links{"/round": "round"}
	for i := range 41 {
		l[fmt.Sprintf("/%d", i)] = fmt.Sprint(i + 1)
	}
	at, _, _, err := l.walk("/1/x")
	require.NoError(t, err)
	require.Equal(t, "/41/x", at)
	at, rest, _, err := l.walk("/0/x")
	require.ErrorIs(t, err, ErrTooManyLinks)
	require.Equal(t, "/40", at)
	require.Equal(t, "x", rest)
	_, _, seen, err := l.walk("/round")
	require.ErrorIs(t, err, ErrTooManyLinks)
	require.Len(t, seen, 41)
}

func TestTheFirstErrorEndsAWalk(t *testing.T) {
	bad := errors.New("bad")
	at, rest, err := Walk("/a/b/c/d", func(here string) (string, error) {
		if here == "/a/b" {
			return "", bad
		}
		return "", nil
	})
	require.Equal(t, bad, err)
	require.Equal(t, "/a/b", at)
	require.Equal(t, "c/d", rest)
}

// disk is this machine's file system.
type disk struct{}

func (disk) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (disk) Readlink(name string) (string, error)   { return os.Readlink(name) }

func TestAVisitShowsEverythingThatAPathPassesThrough(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	file := filepath.Join(dir, "real", "file")
	require.NoError(t, os.Mkdir(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.NoError(t, os.Symlink("real", filepath.Join(dir, "link")))
	var shown []string
	look := func(name string, info fs.FileInfo) error {
		require.Equal(t, filepath.Base(name), info.Name())
		if name, ok := filepath.Rel(dir, name); ok == nil && filepath.IsLocal(name) {
			shown = append(shown, name)
		}
		return nil
	}
	end, err := Visit(disk{}, filepath.Join(dir, "link", "file"), look)
	require.NoError(t, err)
	require.Equal(t, file, end)
	require.Equal(t, []string{".", "link", "real", "real/file"}, shown)

	_, err = Visit(disk{}, filepath.Join(dir, "none", "file"), look)
	require.ErrorIs(t, err, fs.ErrNotExist)

	refused := errors.New("refused")
	end, err = Visit(disk{}, filepath.Join(dir, "link", "file"), func(_ string, info fs.FileInfo) error {
		if info.Mode()&fs.ModeSymlink != 0 {
			return refused
		}
		return nil
	})
	require.Equal(t, refused, err)
	require.Empty(t, end)

	round := filepath.Join(dir, "round")
	require.NoError(t, os.Symlink("round", round))
	_, err = Visit(disk{}, round, look)
	require.ErrorIs(t, err, ErrTooManyLinks)
	require.ErrorContains(t, err, round, "which name it was")
}
