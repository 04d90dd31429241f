package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Anyone who can write or replace the policy decides what the agent may do.
func TestOthersMayNotWriteThePolicy(t *testing.T) {
	const stranger = 12345
	chmod := func(mode os.FileMode, name ...string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			require.NoError(t, os.Chmod(filepath.Join(append([]string{dir}, name...)...), mode))
		}
	}
	given := func(uid, gid int, mode os.FileMode, name ...string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if os.Geteuid() != 0 {
				t.Skip("only root can give files away")
			}
			file := filepath.Join(append([]string{dir}, name...)...)
			require.NoError(t, os.Lchown(file, uid, gid))
			require.NoError(t, os.Chmod(file, mode))
		}
	}
	for _, c := range []struct {
		why   string
		make  func(t *testing.T, dir string)
		loose string // the loose file, below dir; empty if there is none
		mode  string // that chmod has to set
	}{
		{"the owner's alone", func(*testing.T, string) {}, "", ""},
		{"for everybody to read", chmod(0o644, "etc/policy.yaml"), "", ""},
		{"for everybody to write", chmod(0o646, "etc/policy.yaml"), "etc/policy.yaml", "o-w"},
		{"in a directory for everybody", chmod(0o777, "etc"), "etc", "o-w"},
		{"in a directory in one", chmod(0o757, ""), ".", "o-w"},
		{"in a directory where only owners replace", chmod(0o777|os.ModeSticky, "etc"), "", ""},
		{"for the own group", chmod(0o664, "etc/policy.yaml"), "", ""},
		{"for the group that is its owner's alone", given(stranger, stranger, 0o664, "etc/policy.yaml"), "", ""},
		{"for a group of others", given(-1, stranger, 0o660, "etc/policy.yaml"), "etc/policy.yaml", "g-w"},
		{"for a group of others and for everybody", given(-1, stranger, 0o666, "etc/policy.yaml"), "etc/policy.yaml", "go-w"},
		{"for a group of others to read", given(-1, stranger, 0o640, "etc/policy.yaml"), "", ""},
		{"in a directory for a group of others", given(-1, stranger, 0o770, "etc"), "etc", "g-w"},
		{"a stranger's, where everybody may make files", func(t *testing.T, dir string) {
			given(stranger, 0, 0o600, "etc/policy.yaml")(t, dir)
			chmod(0o777|os.ModeSticky, "etc")(t, dir)
		}, "etc/policy.yaml", ""},
		{"tools for everybody to write", chmod(0o777, "etc/tools.d"), "etc/tools.d", "o-w"},
		{"one of them for everybody to write", chmod(0o666, "etc/tools.d/a.yaml"), "etc/tools.d/a.yaml", "o-w"},
		{"what is no tool of them", chmod(0o666, "etc/tools.d/README"), "", ""},
		{"no tools", func(t *testing.T, dir string) { require.NoError(t, os.RemoveAll(filepath.Join(dir, "etc/tools.d"))) }, "", ""},
		{"a symlink to what everybody may write", func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(filepath.Join(dir, "etc/policy.yaml"), filepath.Join(dir, "far/policy.yaml")))
			require.NoError(t, os.Symlink("../far/policy.yaml", filepath.Join(dir, "etc/policy.yaml")))
			chmod(0o777, "far")(t, dir)
		}, "far", "o-w"},
		{"a symlink on the way that everybody may replace", func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(filepath.Join(dir, "etc"), filepath.Join(dir, "far/etc")))
			require.NoError(t, os.Symlink(filepath.Join(dir, "far/etc"), filepath.Join(dir, "etc")))
			chmod(0o777, "")(t, dir)
		}, ".", "o-w"},
	} {
		t.Run(c.why, func(t *testing.T) {
			dir := t.TempDir()
			for _, d := range []string{"etc/tools.d", "far"} {
				require.NoError(t, os.MkdirAll(filepath.Join(dir, d), 0o700))
			}
			for _, f := range []string{"etc/policy.yaml", "etc/tools.d/a.yaml", "etc/tools.d/README"} {
				write(t, filepath.Join(dir, f), "")
			}
			c.make(t, dir)
			err := Kept(filepath.Join(dir, "etc/policy.yaml"))
			if c.loose == "" {
				require.NoError(t, err)
				return
			}
			var loose *Loose
			require.ErrorAs(t, err, &loose)
			name := filepath.Join(dir, c.loose)
			require.Equal(t, name, loose.Name)
			require.Equal(t, c.mode, loose.Mode)
			if c.mode == "" {
				require.ErrorContains(t, err, ": move it to a directory of your own")
			} else {
				require.ErrorContains(t, err, ": run chmod "+c.mode+" "+name)
			}
		})
	}
}
