package redact

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes of text at a time. A mask has the top bit of each byte for which
// something holds; the first byte of the text is the lowest.

const (
	lanes = 0x0101010101010101
	tops  = 0x80 * lanes
)

// load reads text[at:at+8]; what is beyond the ends of the text is zero.
func load(t []byte, at int) uint64 {
	if at >= 0 && at+8 <= len(t) {
		return binary.LittleEndian.Uint64(t[at:])
	}
	return loadEdge(t, at)
}

// loadEdge is apart because it would make every load larger.
//
//go:noinline
func loadEdge(t []byte, at int) (w uint64) {
	for i := range 8 {
		w |= uint64(byteAt(t, at+i)) << (8 * i)
	}
	return w
}

// within masks the bytes from lo to hi, both ASCII.
func within(w uint64, lo, hi byte) uint64 {
	low := w &^ tops // no sum of seven bits carries into the next byte
	return (low + lanes*uint64(0x80-lo)) &^ (low + lanes*uint64(0x7f-hi)) &^ w & tops
}

func digitMask(w uint64) uint64  { return within(w, '0', '9') }
func letterMask(w uint64) uint64 { return within(w|0x20*lanes, 'a', 'z') }

// ahead counts the bytes in front of the first that the mask has: 8 if it has none.
func ahead(mask uint64) int { return bits.TrailingZeros64(mask) / 8 }

// behind counts the bytes after the last that the mask has: 8 if it has none.
func behind(mask uint64) int { return bits.LeadingZeros64(mask) / 8 }

// wordEnd is where the letters and digits that go on at text[at:] end.
func wordEnd(t []byte, at int) int {
	for {
		w := load(t, at)
		n := ahead(^(letterMask(w) | digitMask(w)) & tops)
		if at += n; n < 8 {
			return at
		}
	}
}

// digitsEnd is where the digits that go on at text[at:] end.
func digitsEnd(t []byte, at int) int {
	for {
		n := ahead(^digitMask(load(t, at)) & tops)
		if at += n; n < 8 {
			return at
		}
	}
}

// allHex reports whether there are only hexadecimal digits.
func allHex(v []byte) bool {
	i := 0
	for ; i+8 <= len(v); i += 8 {
		w := binary.LittleEndian.Uint64(v[i:])
		if digitMask(w)|within(w|0x20*lanes, 'a', 'f') != tops {
			return false
		}
	}
	for ; i < len(v); i++ {
		if !isHex(v[i]) {
			return false
		}
	}
	return true
}
