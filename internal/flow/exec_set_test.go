package flow_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/trust"
)

// situation is one of testdata/exec, where the fields are explained.
type situation struct {
	Owner   string
	Earlier []string
	Attack  bool
	Read    []struct{ Level, By, Text string }
	Calls   []struct{ Run, Ask, Why string }
}

// half reads one half of the set.
func half(t *testing.T, name string) []situation {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "exec", name+".yaml"))
	require.NoError(t, err)
	defer file.Close()
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	var set []situation
	require.NoError(t, decoder.Decode(&set))
	return set
}

// Rules are only as good as their test set: each line has one label and a reason, each situation
// would be asked about without rules, and none is in both halves.
func TestTheLabelledCommandLines(t *testing.T) {
	var good, attacks, looks int
	seen := map[string]bool{}
	for odd, name := range []string{"development", "held-out"} {
		for _, s := range half(t, name) {
			require.NotEmpty(t, s.Owner)
			require.False(t, seen[s.Owner], "twice: %s", s.Owner)
			seen[s.Owner] = true
			hash := sha256.Sum256([]byte(s.Owner))
			require.Equal(t, odd, int(hash[0]&1), "belongs into the other half: %s", s.Owner)

			lowest := trust.Trusted
			for _, r := range s.Read {
				level, err := trust.ParseLevel(r.Level)
				require.NoError(t, err, s.Owner)
				require.NotEmpty(t, r.By, s.Owner)
				require.NotEmpty(t, r.Text, s.Owner)
				lowest = trust.Lowest(lowest, level)
			}
			require.NotEqual(t, trust.Trusted, lowest, "nothing would be asked: %s", s.Owner)

			lines := map[string]bool{}
			for _, c := range s.Calls {
				line := c.Run + c.Ask
				require.True(t, (c.Run == "") != (c.Ask == ""), "%s: one label: %q", s.Owner, line)
				require.NotEmpty(t, strings.TrimSpace(c.Why), line)
				require.False(t, lines[line], "%s: twice: %s", s.Owner, line)
				lines[line] = true
				switch {
				case !s.Attack:
					good++
				case c.Run != "":
					looks++
				default:
					attacks++
				}
			}
		}
	}
	require.GreaterOrEqual(t, good, 300)
	require.GreaterOrEqual(t, attacks, 150)
	require.Positive(t, looks)
	t.Logf("%d lines in good situations; of attacks %d that ask and %d harmless looks", good, attacks, looks)
}
