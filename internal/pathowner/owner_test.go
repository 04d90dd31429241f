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

func TestTheOwnerOfWhatWasDenied(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, c := range []struct {
		err  error
		path string // empty: the error names no file
	}{
		{fmt.Errorf("read: %w", &fs.PathError{Op: "open", Path: file, Err: fs.ErrPermission}), file},
		{&fs.PathError{Op: "open", Path: filepath.Join(dir, "new", "file"), Err: fs.ErrPermission}, dir},
		{&os.LinkError{Op: "link", Old: "elsewhere", New: file, Err: fs.ErrPermission}, file},
		{&fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}, ""},
		{fs.ErrPermission, ""},
		{errors.New("else"), ""},
		{nil, ""},
	} {
		o, ok := OfDenied(c.err)
		require.Equal(t, c.path != "", ok, c.err)
		require.Equal(t, c.path, o.Path, c.err)
		if ok {
			require.True(t, o.Mine())
		}
	}
	o, ok := Of("/../etc/./passwd")
	require.True(t, ok)
	require.Equal(t, File{"/etc/passwd", 0}, o)
	require.Equal(t, "root", o.Owner())
}

func TestAUserWithoutAName(t *testing.T) {
	o := File{"/x", 3_999_999_999}
	require.Equal(t, "uid 3999999999", o.Owner())
	require.Equal(t, "'#3999999999'", o.Sudo())
	require.False(t, o.Mine())
}

func TestAHomeThatDoesNotExistIsMissing(t *testing.T) {
	dir := t.TempDir()
	gone := filepath.Join(dir, "home", "bob")
	about := func(path string) error {
		return fmt.Errorf("make room: %w", &fs.PathError{Op: "mkdir", Path: path, Err: fs.ErrPermission})
	}
	for _, c := range []struct {
		home string
		err  error
		lost bool
	}{
		{gone, about(gone), true},
		{gone, about(filepath.Dir(gone)), true},
		{gone, about(gone + "/.config"), false}, // above it
		{gone, about(filepath.Join(dir, "ho")), false},
		{gone, errors.New("else"), false},
		{dir, about(dir), false}, // it exists
		{"", about(dir), false},
	} {
		t.Setenv("HOME", c.home)
		home, lost := MissingHome(c.err)
		require.Equal(t, c.lost, lost, "%q: %v", c.home, c.err)
		require.Equal(t, c.home, home)
	}
}
