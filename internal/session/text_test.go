package session

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPreview(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"five5", "five5"},
		{"seven77", "seven77"},
		{"eight888", "eight88…"},
		{"six ab", "six ab"},
		{"sixxxx a b", "sixxxx …"},
		{"seven77 a", "seven77…"},
		{" a  b ", "a b"},
		{"a\nb\tc", "a b c"},
		{"a b ", "a b"},
		{"a\x00b", "a b"},
		{"äöüäöüä", "äöüäöüä"},
		{"äöüäöüäö", "äöüäöüä…"},
		{"abcdefgäö", "abcdefg…"},
		{"abcdef\xffg", "abcdef …"},
		{"a\u202eb", "a b"},
		{"        ", ""},
	} {
		require.Equal(t, c.want, Preview(c.text, 7), "%q", c.text)
	}
}
