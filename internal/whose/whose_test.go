package whose

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDenied(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, c := range []struct {
		err  error
		path string // empty: it is about no file
	}{
		{fmt.Errorf("read: %w", &fs.PathError{Op: "open", Path: file, Err: fs.ErrPermission}), file},
		{&fs.PathError{Op: "open", Path: filepath.Join(dir, "new", "file"), Err: fs.ErrPermission}, dir},
		{&os.LinkError{Op: "link", Old: "elsewhere", New: file, Err: fs.ErrPermission}, file},
		{&fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}, ""},
		{fs.ErrPermission, ""},
		{errors.New("else"), ""},
		{nil, ""},
	} {
		o, ok := Denied(c.err)
		require.Equal(t, c.path != "", ok, c.err)
		require.Equal(t, c.path, o.Path, c.err)
		if ok {
			require.True(t, o.Mine())
		}
	}
	o, ok := File("/../etc/./passwd")
	require.True(t, ok)
	require.Equal(t, Owned{"/etc/passwd", 0}, o)
	require.Equal(t, "root", o.Owner())
}

func TestAUserWithoutAName(t *testing.T) {
	o := Owned{"/x", 3_999_999_999}
	require.Equal(t, "uid 3999999999", o.Owner())
	require.Equal(t, "'#3999999999'", o.Sudo())
	require.False(t, o.Mine())
}
