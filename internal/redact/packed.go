package redact

import "github.com/provenanced/provenanced/internal/lanes"

// packedWords maps words of at most eight bytes, packed as lanes.Load reads them, to numbers, by
// open addressing. A filter that fits the L1 cache rejects most other words.
type packedWords struct {
	slots  []packedWord
	filter []uint64
	shift  int // from a hash to the filter's bit; the slot is below that
}

type packedWord struct {
	word  uint64
	value uint16
}

// newPackedWords makes a table of 1<<bits slots, at least twice the number of words.
func newPackedWords(bits int) *packedWords {
	const filterBits = 2 // each slot has this many filter bits
	return &packedWords{make([]packedWord, 1<<bits), make([]uint64, max(1, 1<<(bits+filterBits)/64)), 64 - bits - filterBits}
}

func (t *packedWords) hash(word uint64) uint64 { return word * 0x9E3779B97F4A7C15 >> t.shift }

func (t *packedWords) put(word string, value uint16) {
	w := lanes.Load([]byte(word), 0)
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
