package redact

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRunsEndWhereTheirBytesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching(`[aZ09fF@:\x7f\x80é-]{0,40}|[0-9a-f]{0,40}`).Draw(t, "text"))
		at := rapid.IntRange(0, len(text)).Draw(t, "at")
		hex := true
		for _, b := range text {
			hex = hex && isHex(b)
		}
		require.Equal(t, hex, allHex(text))
		end := at
		for end < len(text) && isAlnum(text[end]) {
			end++
		}
		require.Equal(t, end, wordEnd(text, at))
	})
}
