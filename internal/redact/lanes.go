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

// firstLanes has all bits of the first n lanes.
func firstLanes(n int) uint64 { return 1<<(8*n) - 1 }

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

// packedWords maps words of at most eight bytes, packed as load reads them, to numbers,
// by open addressing. What is not in it is most often known from a filter that stays
// in the first cache.
type packedWords struct {
	slots  []packedWord
	filter []uint64
	shift  int // from a hash to the filter's bit; the slot is below that
}

type packedWord struct {
	word  uint64
	value uint16
}

// newPackedWords makes a table of 1<<bits slots, which must be twice as many as words.
func newPackedWords(bits int) *packedWords {
	const filterBits = 2 // as many bits of the filter are a slot
	return &packedWords{make([]packedWord, 1<<bits), make([]uint64, max(1, 1<<(bits+filterBits)/64)), 64 - bits - filterBits}
}

func (t *packedWords) hash(word uint64) uint64 { return word * 0x9E3779B97F4A7C15 >> t.shift }

func (t *packedWords) put(word string, value uint16) {
	w := load([]byte(word), 0)
	h := t.hash(w)
	t.filter[h/64] |= 1 << (h % 64)
	for i := h; ; i++ {
		if s := &t.slots[i%uint64(len(t.slots))]; s.word == 0 {
			*s = packedWord{w, value}
			return
		}
	}
}

func (t *packedWords) get(word uint64) (value uint16, ok bool) {
	h := t.hash(word)
	if t.filter[h/64]>>(h%64)&1 == 0 {
		return 0, false
	}
	for i := h; ; i++ {
		switch s := &t.slots[i%uint64(len(t.slots))]; s.word {
		case word:
			return s.value, true
		case 0:
			return 0, false
		}
	}
}
