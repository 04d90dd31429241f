package paths

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDirectoriesFollowTheEnvironment(t *testing.T) {
	for _, tt := range []struct {
		name                   string
		env                    map[string]string
		runtime, state, policy string
	}{
		{
			name: "systemd's directories win",
			env: map[string]string{
				"RUNTIME_DIRECTORY": "/run/p", "STATE_DIRECTORY": "/var/lib/p", "CONFIGURATION_DIRECTORY": "/etc/p",
				"XDG_RUNTIME_DIR": "/run/user/1", "XDG_STATE_HOME": "/x/state", "XDG_CONFIG_HOME": "/x/config",
			},
			runtime: "/run/p", state: "/var/lib/p", policy: "/etc/p/policy.yaml",
		},
		{
			name: "of several systemd directories the first",
			env: map[string]string{
				"RUNTIME_DIRECTORY": "/run/p:/run/q", "STATE_DIRECTORY": "/var/lib/p:/q", "CONFIGURATION_DIRECTORY": "/etc/p:/q",
			},
			runtime: "/run/p", state: "/var/lib/p", policy: "/etc/p/policy.yaml",
		},
		{
			name:    "then the XDG directories",
			env:     map[string]string{"XDG_RUNTIME_DIR": "/run/user/1", "XDG_STATE_HOME": "/x/state", "XDG_CONFIG_HOME": "/x/config"},
			runtime: "/run/user/1/provenanced", state: "/x/state/provenanced", policy: "/x/config/provenanced/policy.yaml",
		},
		{
			name:    "a relative path counts as unset",
			env:     map[string]string{"XDG_RUNTIME_DIR": "/run/user/1", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "HOME": "/home/a"},
			runtime: "/run/user/1/provenanced", state: "/home/a/.local/state/provenanced", policy: "/home/a/.config/provenanced/policy.yaml",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{
				"RUNTIME_DIRECTORY", "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY",
				"XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME",
			} {
				t.Setenv(name, tt.env[name])
			}
			for _, want := range []struct {
				of   func() (string, error)
				path string
			}{{Runtime, tt.runtime}, {State, tt.state}, {Policy, tt.policy}} {
				got, err := want.of()
				require.NoError(t, err)
				require.Equal(t, want.path, got)
			}
		})
	}
}

func TestPrivateDirectory(t *testing.T) {
	uid := os.Getuid()
	for _, tt := range []struct {
		name string
		make func(t *testing.T, dir string)
		uid  int
		ok   bool
	}{
		{"made when missing", func(*testing.T, string) {}, uid, true},
		{"accepted when private", func(t *testing.T, d string) { require.NoError(t, os.Mkdir(d, 0o700)) }, uid, true},
		{"someone else's", func(t *testing.T, d string) { require.NoError(t, os.Mkdir(d, 0o700)) }, uid + 1, false},
		{"open to the group", func(t *testing.T, d string) {
			require.NoError(t, os.Mkdir(d, 0o700))
			require.NoError(t, os.Chmod(d, 0o750))
		}, uid, false},
		{"a symlink to a private one", func(t *testing.T, d string) { require.NoError(t, os.Symlink(t.TempDir(), d)) }, uid, false},
		{"a file", func(t *testing.T, d string) { require.NoError(t, os.WriteFile(d, nil, 0o600)) }, uid, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "provenanced-1")
			tt.make(t, dir)
			got, err := private(dir, tt.uid)
			if !tt.ok {
				require.ErrorIs(t, err, ErrUnsafe)
				return
			}
			require.NoError(t, err)
			require.Equal(t, dir, got)
		})
	}
}
