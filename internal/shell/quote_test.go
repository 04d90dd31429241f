package shell_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/shell"
)

func TestAQuotedWordIsOneWord(t *testing.T) {
	require.Equal(t, "agent:main:main", shell.Quote("agent:main:main"))
	for _, word := range []string{"", "a", "two words", "it's", "''", `\`, "$HOME", "`id`", "$(id)", "*", "~", "a;b|c&d", "a\nb", "-n", "#", "ä"} {
		said, err := exec.Command("sh", "-c", "printf '<%s>' "+shell.Quote(word)).Output()
		require.NoError(t, err)
		require.Equal(t, "<"+word+">", string(said))
	}
}
