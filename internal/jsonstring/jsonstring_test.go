package jsonstring_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/jsonstring"
)

// Each byte stops or does not, at each place among eight, and after them.
func TestVerbatim(t *testing.T) {
	const length = 19
	for b := range 256 {
		for at := range length {
			text := []byte(strings.Repeat("a", length))
			text[at] = byte(b)
			want := length
			if b < ' ' || b == '"' || b == '\\' {
				want = at
			}
			n, ascii := jsonstring.Verbatim(text)
			require.Equal(t, want, n, "%#x at %d", b, at)
			require.Equal(t, b < utf8.RuneSelf, ascii, "%#x at %d", b, at)

			n, ascii = jsonstring.Verbatim(string(text) + "\"é")
			require.Equal(t, want, n, "%#x at %d", b, at)
			require.Equal(t, b < utf8.RuneSelf, ascii, "%#x at %d: what is behind the end does not count", b, at)
		}
	}
	n, ascii := jsonstring.Verbatim("")
	require.Zero(t, n)
	require.True(t, ascii)
}

// Each byte ends plain text or does not, at each place among eight, and after them.
func TestPlain(t *testing.T) {
	const length = 19
	for b := range 256 {
		for at := range length {
			for from := range at + 1 {
				text := []byte(strings.Repeat("a", length))
				text[at] = byte(b)
				want := length
				if b < ' ' || b == '"' || b == '\\' || b >= utf8.RuneSelf {
					want = at
				}
				require.Equal(t, want, jsonstring.Plain(text, from), "%#x at %d, from %d", b, at, from)
			}
		}
	}
	require.Equal(t, 3, jsonstring.Plain([]byte("abc"), 3))
}

// Escapes are recognised, and mean what a library says they mean.
func TestEscape(t *testing.T) {
	library := func(escape string) (rune, bool) {
		text, err := jsontext.AppendUnquote(nil, `"`+escape+`"`)
		r, size := utf8.DecodeRune(text)
		return r, err == nil && size == len(text)
	}
	check := func(escape string) {
		size, means := jsonstring.Escape([]byte(escape))
		want, ok := library(escape)
		got := size == len(escape) && !utf16.IsSurrogate(means)
		require.Equal(t, ok, got, escape)
		if ok {
			require.Equal(t, want, means, escape)
		}
	}
	for b := range 256 {
		check(`\` + string([]byte{byte(b)}))
		check(`\u00` + string([]byte{byte(b)}) + "f")
	}
	for r := range 0x10000 {
		check(fmt.Sprintf(`\u%04x`, r))
	}
	halves := []int{0, 'a', 0xd7ff, 0xd800, 0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff, 0xe000, 0xfffd}
	for _, high := range halves {
		for _, low := range halves {
			if utf16.IsSurrogate(rune(high)) {
				check(fmt.Sprintf(`\u%04X\u%04x`, high, low))
			}
		}
	}
}

func TestAnEscapeIsReadAsFarAsItGoes(t *testing.T) {
	for _, c := range []struct {
		text  string
		size  int
		means rune
	}{
		{`\n and more`, 2, '\n'},
		{`\u0041BC`, 6, 'A'},
		{`\ud83d\ude00\ude00`, 12, '😀'},
		{`\ud83d\ud83d\ude00`, 6, 0xd83d},
		{`\ud83d\n`, 6, 0xd83d},
		{`\ud83d`, 6, 0xd83d},
		{`\ude00\ud83d`, 6, 0xde00},
		{`\ud83d\`, 6, 0xd83d},
		{`\ud83d\ude0`, 6, 0xd83d},
		{`\u004`, 0, 0},
		{`\u`, 0, 0},
		{`\`, 0, 0},
		{``, 0, 0},
		{`n`, 0, 0},
		{`\U0041`, 0, 0},
	} {
		size, means := jsonstring.Escape([]byte(c.text))
		require.Equal(t, c.size, size, c.text)
		require.Equal(t, c.means, means, c.text)
	}
}

// pieces are what strings are assembled from; some of them cannot be in a string.
var pieces = []string{"", "a", "seven b", "eight by", "a longer part of a text", "é", "日本語", "😀", "\xff", `\n`, `\"`, `\\`, `\/`, `\u0041`, `\u00e9`, `\ud83d\ude00`,
	`"`, `\ud83d`, `\x`, `\`, "\n", "\x00"}

// Reading by words gives what reading byte by byte gives.
func TestEndAndAppend(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b []byte
		for range random.IntN(8) {
			b = append(b, pieces[random.IntN(len(pieces))]...)
		}
		want, end, ascii, escaped := []byte("x"), 0, true, false
		for ; end < len(b); end++ {
			if size, means := jsonstring.Escape(b[end:]); size > 0 && !utf16.IsSurrogate(means) {
				want, escaped = utf8.AppendRune(want, means), true
				end += size - 1
				continue
			}
			if b[end] < ' ' || b[end] == '"' || b[end] == '\\' {
				break
			}
			want, ascii = append(want, b[end]), ascii && b[end] < utf8.RuneSelf
		}

		gotEnd, gotASCII, gotEscaped := jsonstring.End(b)
		require.Equal(t, end, gotEnd, "%q", b)
		require.Equal(t, ascii, gotASCII, "%q", b)
		require.Equal(t, escaped, gotEscaped, "%q", b)
		for _, room := range []int{0, 3, 100} { // with room for words, and without
			got, n := jsonstring.Append(append(make([]byte, 0, 1+room), 'x'), b)
			require.Equal(t, end, n, "%q", b)
			require.Equal(t, string(want), string(got), "%q", b)
		}
	}
}
