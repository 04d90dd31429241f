package redact

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What the lanes say of eight bytes is what each byte says of itself.
func TestLanesAgreeWithBytes(t *testing.T) {
	for b := range 256 {
		for _, beside := range []byte{0, '0', 'Z', 0x7f, 0x80, 0xff} {
			w := uint64(b)<<24 | uint64(beside)<<16 | uint64(beside)<<32
			at := func(mask uint64) bool { return mask>>31&1 != 0 }
			require.Equal(t, isDigit(byte(b)), at(digitMask(w)), b)
			require.Equal(t, isLetter(byte(b)), at(letterMask(w)), b)
			require.Equal(t, b >= 0x21 && b <= 0x40, at(within(w, 0x21, 0x40)), b)
		}
	}
}

func TestRunsEndWhereTheirBytesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching(`[aZ09fF@:\x7f\x80é-]{0,40}|[0-9a-f]{0,40}`).Draw(t, "text"))
		at := rapid.IntRange(-9, len(text)+9).Draw(t, "at")
		w := load(text, at)
		for i := range 8 {
			require.Equal(t, byteAt(text, at+i), byte(w>>(8*i)))
		}
		hex := true
		for _, b := range text {
			hex = hex && isHex(b)
		}
		require.Equal(t, hex, allHex(text))
		if at < 0 || at > len(text) {
			return
		}
		end := at
		for end < len(text) && isAlnum(text[end]) {
			end++
		}
		require.Equal(t, end, wordEnd(text, at))
	})
}
