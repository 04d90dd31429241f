package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A plain command, which is not parsed, names what the parser would find.
func TestAPlainLineNamesTheSame(t *testing.T) {
	words := strings.Fields("ls cat rm mv cp sed tee ssh source . alias sh bash python3.12 xargs env git find sort cd eval test " +
		"-la -i -rf -t -o a.txt ../x /etc/profile /dev/stdin @x user@localhost 127.0.0.1 a:b,c x%y +x - -- 0 provenancectl /usr/bin/RM bin/Sh")
	vars := map[string]string{"HOME": "/home/ann"}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.SampledFrom(words), rapid.StringOfN(rapid.RuneFrom([]rune("aZ_09-./,:@%+")), 1, 6, -1), rapid.SampledFrom(reserved))
		line := strings.Join(rapid.SliceOfN(word, 1, 6).Draw(t, "words"), rapid.SampledFrom([]string{" ", "  "}).Draw(t, "between"))
		line = rapid.SampledFrom([]string{"", " "}).Draw(t, "before") + line + rapid.SampledFrom([]string{"", " ", "\n", " \n\n"}).Draw(t, "after")
		if plain(line) == nil {
			return
		}
		file, err := parseAs(0, line)
		require.NoError(t, err, "%q", line)
		want, whole := (&namer{variables: vars}).parsed(file)
		got, all := NamedBy(line, vars)
		require.Equal(t, want, got, "%q", line)
		require.Equal(t, whole, all, "%q", line)
	})
}
