package toolexec

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// A credential in a configuration file is read back unchanged, and changes nothing else in the
// file.
func FuzzQuoted(f *testing.F) {
	for _, value := range []string{"", "secret", "it's", "'", "''", "a: b", "# no comment", "{{x}}", "\t", " a ", "é€😀", "---", "%TAG", "\\n", "\u0085", "\u2028", "\ufeff", "\x7f", "\xff", "a\nb", "- a", "*a", "!!int 1"} {
		f.Add([]byte(value))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		if !quotable(value) {
			return
		}
		var got struct {
			Before, Token, After string
			More                 map[string]any `yaml:",inline"`
		}
		text := credentials{"token": value}.template(quoted).Replace("before: x\ntoken: {{token}}\nafter: y\n")
		require.NoError(t, yaml.Unmarshal([]byte(text), &got), "%q", text)
		require.Equal(t, string(value), got.Token)
		require.Equal(t, "x y", got.Before+" "+got.After)
		require.Empty(t, got.More)
	})
}
