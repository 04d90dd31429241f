package metrics

import (
	"net/netip"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every accepted address can only be reached from this machine.
func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{
		"127.0.0.1:9464", "[::1]:9464", "localhost:1", "unix:/run/m.sock", "unix:/a/../b", "unix:m.sock", "0.0.0.0:1", ":9464", "[::ffff:127.0.0.1]:80",
		"[::1%lo]:80", "127.1:80", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:+1", "LOCALHOST:1", "localhost.:1", "", "unix:",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAddress(s)
		switch {
		case err != nil:
			require.Zero(t, a)
		case a.Unix != "":
			require.True(t, filepath.IsAbs(a.Unix))
			require.Empty(t, a.TCP)
		default:
			at, err := netip.ParseAddrPort(a.TCP)
			require.NoError(t, err, "it needs no resolver")
			require.True(t, at.Addr().IsLoopback())
			require.NotZero(t, at.Port())
		}
		if err == nil && a.TCP != "" {
			again, err := ParseAddress(a.TCP)
			require.NoError(t, err)
			require.Equal(t, a, again)
		}
	})
}
