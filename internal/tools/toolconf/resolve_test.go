package toolconf

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// chowned is this machine as seen by the user daemon: one file belongs to uid, and all others to
// root.
type chowned struct {
	OS
	name string
	uid  uint32
}

const daemon = 4321

func (chowned) Getuid() int { return daemon }

type chownedInfo struct {
	fs.FileInfo
	uid uint32
}

func (c chowned) Lstat(name string) (fs.FileInfo, error) {
	info, err := c.OS.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case name == c.name:
		return chownedInfo{info, c.uid}, nil
	}
	return chownedInfo{info, 0}, nil
}

func (i chownedInfo) Sys() any {
	stat := *i.FileInfo.Sys().(*syscall.Stat_t)
	stat.Uid = i.uid
	return &stat
}

func TestResolve(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, mode := range map[string]os.FileMode{"gog": 0o755, "mine": 0o700, "group": 0o775, "world": 0o757, "plain": 0o644} {
		require.NoError(t, os.WriteFile(in(name), nil, 0o700))
		require.NoError(t, os.Chmod(in(name), mode))
	}
	for name, mode := range map[string]os.FileMode{"bin": 0o755, "staff": 0o775, "open": 0o777, "sticky": 0o777 | os.ModeSticky} {
		require.NoError(t, os.Mkdir(in(name), 0o700))
		require.NoError(t, os.WriteFile(in(name)+"/gog", nil, 0o755))
		require.NoError(t, os.Chmod(in(name), mode))
	}
	for name, target := range map[string]string{
		"link": "bin/gog", "links": "link", "up": "bin/../gog", "far": in("bin"), "toOpen": "open/gog", "loop": "loop", "gone": "nothing", "self": "gog",
	} {
		require.NoError(t, os.Symlink(target, in(name)))
	}

	for _, c := range []struct{ binary, path, says string }{
		{"gog", "gog", ""},
		{"mine", "mine", ""},
		{"link", "bin/gog", ""},
		{"links", "bin/gog", ""},
		{"up", "gog", ""},
		{"far/gog", "bin/gog", ""},
		{"staff/gog", "staff/gog", ""},
		{"sticky/gog", "sticky/gog", ""},

		{"group", "", "writable by others (mode 0775)"},
		{"world", "", "writable by others (mode 0757)"},
		{"open/gog", "", "open is writable by others"},
		{"toOpen", "", "open is writable by others"},
		{"plain", "", "not executable"},
		{"bin", "", "not a file"},
		{"loop", "", "too many symlinks"},
		{"gone", "", "no such file"},
		{"none", "", "no such file"},
	} {
		path, err := (&Tool{Name: "gog", Binary: in(c.binary)}).Resolve(OS{})
		if c.says != "" {
			require.ErrorContains(t, err, c.says, c.binary)
			require.Empty(t, path, c.binary)
			continue
		}
		require.NoError(t, err, c.binary)
		require.Equal(t, in(c.path), path)
	}

	_, err = (&Tool{Name: "gog"}).Resolve(OS{})
	require.ErrorContains(t, err, "not an absolute path")
	// In a directory like /tmp, the owner of a symlink can make it lead elsewhere.
	for _, name := range []string{dir, in("gog"), in("self")} {
		_, err = (&Tool{Name: "gog", Binary: in("self")}).Resolve(chowned{name: name, uid: 12345})
		require.ErrorContains(t, err, name+" belongs to user 12345")
		for _, uid := range []uint32{0, daemon} {
			_, err = (&Tool{Name: "gog", Binary: in("self")}).Resolve(chowned{name: name, uid: uid})
			require.NoError(t, err)
		}
	}
}

// The program that was resolved runs, wherever the symlink leads by then.
func TestALaterSymlinkDoesNotCount(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, name := range []string{"old", "new"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o755))
	}
	link := filepath.Join(dir, "gog")
	require.NoError(t, os.Symlink("old", link))
	path, err := (&Tool{Name: "gog", Binary: link}).Resolve(OS{})
	require.NoError(t, err)
	require.NoError(t, os.Remove(link))
	require.NoError(t, os.Symlink("new", link))
	require.Equal(t, filepath.Join(dir, "old"), path)
}

// A program is started under the owner's name for it while that leads to the program that was
// found.
func TestTheNameThatAProgramIsStartedBy(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	link, old := filepath.Join(dir, "psql"), filepath.Join(dir, "old")
	for _, name := range []string{"old", "new"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o755))
	}
	require.NoError(t, os.Symlink("old", link))
	tool := &Tool{Name: "psql", Binary: link, Found: old}
	path, err := tool.Program(OS{})
	require.NoError(t, err)
	require.Equal(t, link, path)

	for _, target := range []string{"new", "nothing"} {
		require.NoError(t, os.Remove(link))
		require.NoError(t, os.Symlink(target, link))
		path, err = tool.Program(OS{})
		require.NoError(t, err)
		require.Equal(t, old, path, "a later symlink does not count")
	}
	require.NoError(t, os.Chmod(old, 0o757))
	_, err = tool.Program(OS{})
	require.ErrorContains(t, err, "psql: "+old+" is writable by others")
}
