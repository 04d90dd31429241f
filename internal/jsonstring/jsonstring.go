// Package jsonstring reads what stands between the quotes of JSON's strings: how much
// of it is verbatim, and what an escape means. It judges no string: what is wrong with
// one is for its callers to say.
package jsonstring

import (
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Verbatim is how many bytes at the beginning of s stand for themselves in a JSON
// string, which are all but controls, quote and backslash, and whether they are
// ASCII. Whether the others are UTF-8 is for the caller to ask of them together.
func Verbatim[T string | []byte](s T) (n int, ascii bool) {
	var seen uint64
	for ; len(s)-n >= 8; n += 8 {
		w := word(s[n : n+8])
		if stop := stops(w); stop != 0 {
			before := bits.TrailingZeros64(stop) &^ 7
			return n + before/8, (seen|w&(1<<before-1))&lanes.Tops == 0
		}
		seen |= w
	}
	for ; n < len(s) && s[n] >= ' ' && s[n] != '"' && s[n] != '\\'; n++ {
		seen |= uint64(s[n])
	}
	return n, seen&lanes.Tops == 0
}

// word is the first eight bytes of s, the first lowest; the compiler makes one load of it.
func word[T string | []byte](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// stops looks at eight bytes at once: the lowest bit that is set is the top bit of
// the first control, quote or backslash. Only one of these borrows from the byte
// above it, so what is set above the lowest bit means nothing.
func stops(w uint64) uint64 {
	quote, backslash := w^(lanes.Ones*'"'), w^(lanes.Ones*'\\')
	return ((w - lanes.Ones*' ') | (quote - lanes.Ones) | (backslash - lanes.Ones)) &^ w & lanes.Tops
}

// Escape is the size of the escape that b begins with, 0 when it is none, and the
// character that it means. Two halves of a character are one escape; a half alone
// means itself, a surrogate, which is no character.
func Escape(b []byte) (size int, means rune) {
	if len(b) < 2 || b[0] != '\\' {
		return 0, 0
	}
	if c := short[b[1]]; c != 0 {
		return 2, rune(c)
	}
	return unit(b)
}

// short is what an escape of two bytes means, by the second.
var short = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// one is the size of an escape of one unit of UTF-16.
const one = len(`\u0000`)

// unit is Escape for \u, a unit of UTF-16.
func unit(b []byte) (size int, means rune) {
	r := hex4(b)
	if r < 0 {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if whole := utf16.DecodeRune(r, hex4(b[one:])); whole != utf8.RuneError {
			return 2 * one, whole
		}
	}
	return one, r
}

// hex4 reads the four hex digits behind \u; -1 when they are not there.
func hex4(b []byte) (r rune) {
	if len(b) < one || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	for _, c := range b[2:one] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return r
}
