// Package lanes examines text eight bytes at a time in a 64-bit word: which bytes belong to a
// class, and how many precede the first of them. It interprets no text. Four packages scan with
// it, at twice the speed of a loop over bytes.
//
// The first byte of the text is the lowest. A mask has the top bit set in each byte that
// matches.
package lanes

import (
	"encoding/binary"
	"math/bits"
)

const (
	Ones = 0x0101010101010101 // multiplied by a byte: that byte in each lane
	Tops = 0x80 * Ones
)

// Load reads text[at:at+8]; bytes beyond the ends of the text are zero.
func Load(t []byte, at int) uint64 {
	if at >= 0 && at+8 <= len(t) {
		return binary.LittleEndian.Uint64(t[at:])
	}
	return loadEdge(t, at)
}

// Word is the first eight bytes of s, which must have as many; the compiler makes one load of
// it.
func Word[T string | []byte](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// loadEdge is separate to keep Load small.
//
//go:noinline
func loadEdge(t []byte, at int) (w uint64) {
	for i := range 8 {
		if p := at + i; p >= 0 && p < len(t) {
			w |= uint64(t[p]) << (8 * i)
		}
	}
	return w
}

// Within masks the bytes from lo to hi, both ASCII.
func Within(w uint64, lo, hi byte) uint64 {
	low := w &^ Tops // no sum of seven bits carries into the next byte
	return (low + Ones*uint64(0x80-lo)) &^ (low + Ones*uint64(0x7f-hi)) &^ w & Tops
}

// Equal masks the bytes equal to b; after the first match it may mask others too.
func Equal(w uint64, b byte) uint64 {
	w ^= Ones * uint64(b)
	return (w - Ones) &^ w & Tops
}

// Digits and Letters are those of ASCII.
func Digits(w uint64) uint64  { return Within(w, '0', '9') }
func Letters(w uint64) uint64 { return Within(w|0x20*Ones, 'a', 'z') }

// Ahead counts the bytes before the first in the mask: 8 if the mask is empty.
func Ahead(mask uint64) int { return bits.TrailingZeros64(mask) / 8 }

// Leading counts the bytes at the beginning that are all in the mask.
func Leading(mask uint64) int { return Ahead(^mask & Tops) }

// Behind counts the bytes after the last in the mask: 8 if the mask is empty.
func Behind(mask uint64) int { return bits.LeadingZeros64(mask) / 8 }

// First is the bits of the first n lanes.
func First(n int) uint64 { return 1<<(8*n) - 1 }
