// Package prints recognises texts by fingerprints: whether a text repeats a passage of one that
// was taken in before, though nobody saw how it came there. It keeps keyed hashes of some
// passages, chosen by winnowing, and never a text.
//
// It knows no levels and no sessions: what a source is worth its caller knows by the number
// that Add gave it. What is kept is bounded; the oldest sources are dropped for new ones.
package prints

import (
	_ "embed"
	"math"
	"slices"
)

// A passage is some letters and digits in a row; what stands between them does not count. Of
// each window of passages one is kept: so of every copy that is as long as two windows and a
// passage, at least one is known again.
const (
	passage = 40
	window  = 24
	// longest is how far passages must go that repeat one source without a gap: 200 characters of
	// prose have 145 letters and digits or more, and of these at least so many are told.
	longest = 96
	// leastLetters is how many different ones a passage needs: rows of digits, of zeros and of
	// dashes are everywhere.
	leastLetters = 9
)

// Licences are texts that stand in the files of so many that they are nobody's.
//
//go:embed licences.txt
var Licences []byte

// Key makes hashes that mean nothing to whoever does not have it.
type Key [2]uint64

// Print is a passage of a text.
type Print struct {
	Hash uint64
	At   int // among its letters and digits
}

// Of are the prints of a text, in their order.
func (k Key) Of(text []byte) (prints []Print) {
	if len(text) < longest {
		return nil
	}
	k.each(text, func(p Print) { prints = append(prints, p) })
	return prints
}

// base is odd: the hash of a passage is a polynomial in it, which rolls.
const base = 0x9E3779B97F4A7C15

var leading = func() uint64 { // base to the power of passage
	n := uint64(1)
	for range passage {
		n *= base
	}
	return n
}()

func (k Key) each(text []byte, take func(Print)) {
	var recent [passage]byte
	var hashes [window]uint64
	var has [256]uint8 // how often each stands in the passage
	rolling, n, last, letters := uint64(0), 0, -1, 0
	lowest := 0 // where the lowest of the window stands
	for _, c := range text {
		c = folded[c]
		if c == 0 {
			continue
		}
		slot := n % passage
		if n >= passage {
			if old := recent[slot]; isLetter(old) {
				if has[old]--; has[old] == 0 {
					letters--
				}
			}
		}
		if isLetter(c) {
			if has[c]++; has[c] == 1 {
				letters++
			}
		}
		rolling = rolling*base + uint64(c) - leading*uint64(recent[slot])
		recent[slot] = c
		n++
		at := n - passage
		if at < 0 {
			continue
		}
		h := k.mix(rolling)
		if letters < leastLetters {
			h = math.MaxUint64
		}
		hashes[at%window] = h
		if at-lowest >= window { // it has left the window
			lowest = at - window + 1
			for i := lowest + 1; i < at; i++ {
				if hashes[i%window] <= hashes[lowest%window] {
					lowest = i
				}
			}
		}
		if h <= hashes[lowest%window] {
			lowest = at
		}
		if at >= window-1 && lowest > last {
			last = lowest
			if h := hashes[lowest%window]; h != math.MaxUint64 {
				take(Print{h, lowest})
			}
		}
	}
}

func isLetter(c byte) bool { return c >= 'a' }

// mix makes a rolling hash one that nobody can choose without the key.
func (k Key) mix(h uint64) uint64 {
	h = (h ^ k[0]) * 0xFF51AFD7ED558CCD
	h ^= h >> 32
	h = (h + k[1]) * 0xC4CEB9FE1A85EC53
	return h ^ h>>29
}

// folded is a letter or digit without its case; 0 for any other byte.
var folded = func() (table [256]byte) {
	for c := range table {
		switch {
		case 'A' <= c && c <= 'Z':
			table[c] = byte(c) | 0x20
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c >= 0x80:
			table[c] = byte(c)
		}
	}
	return table
}()

// Store knows texts again. It is not safe for concurrent use.
type Store struct {
	slots   []slot // a power of two of them; open addressing
	used    int
	sources []source
	first   uint32 // the number of the oldest
	own     own
	cleared map[uint64]bool // prints of texts that were taken for others' once, and are the owner's now
}

// slot is a print and the source that had it first.
type slot struct {
	hash   uint64 // 0 is none
	source uint32
}

type source struct{ hashes []uint64 }

const (
	slotSize = 16
	// most is how many slots there are at most, in 48 MB; the hashes of the sources have half of
	// that again when it is full.
	most     = 1 << 21
	maxFull  = most * 3 / 4
	smallest = 1 << 10
	// MaxSource bounds the prints of one source: 64 KB of text.
	MaxSource = 5 << 10
)

// New is a store that knows nothing.
func New() *Store { return &Store{slots: make([]slot, smallest)} }

// Size is what it takes in memory, about.
func (s *Store) Size() int { return len(s.slots)*slotSize + s.used*8 + len(s.own.bits)*8 }

// Sources are how many it knows.
func (s *Store) Sources() int { return len(s.sources) }

// Own notes a text that is nobody else's, by its prints: what it says is not taken for a
// stranger's who says it later.
func (s *Store) Own(text []Print) {
	for _, p := range text {
		s.own.add(p.Hash)
	}
}

// Clear has prints be nobody else's from now on, whoever had them.
func (s *Store) Clear(hashes []uint64) {
	if s.cleared == nil || len(s.cleared) > maxFull/4 {
		s.cleared = map[uint64]bool{}
	}
	for _, h := range hashes {
		s.cleared[h] = true
	}
}

// Hashes are those of a text's prints, as many as are kept.
func Hashes(text []Print) []uint64 {
	hashes := make([]uint64, 0, min(len(text), MaxSource))
	for _, p := range text[:min(len(text), MaxSource)] {
		hashes = append(hashes, p.Hash)
	}
	return hashes
}

// Add takes in a text by its hashes and gives it a number, which it keeps until it is forgotten.
func (s *Store) Add(hashes []uint64) (number uint32) {
	return s.add(slices.DeleteFunc(slices.Clone(hashes), s.own.has))
}

func (s *Store) add(hashes []uint64) (number uint32) {
	hashes = hashes[:min(len(hashes), MaxSource)]
	for s.used+len(hashes) > maxFull && len(s.sources) > 0 {
		s.forget(max(1, len(s.sources)/8))
	}
	for s.used+len(hashes) > len(s.slots)*3/4 {
		s.rebuild(len(s.slots) * 2)
	}
	s.sources = append(s.sources, source{hashes})
	number = s.first + uint32(len(s.sources)) - 1
	for _, h := range hashes {
		s.put(h, number)
	}
	return number
}

// Oldest is the number of the oldest source that is known.
func (s *Store) Oldest() uint32 { return s.first }

func (s *Store) forget(n int) {
	s.sources = slices.Clone(s.sources[n:])
	s.first += uint32(n)
	s.rebuild(len(s.slots))
}

// rebuild makes a table of a size with what is known.
func (s *Store) rebuild(size int) {
	s.slots, s.used = make([]slot, size), 0
	for i := range s.sources {
		for _, h := range s.sources[i].hashes {
			s.put(h, s.first+uint32(i))
		}
	}
}

// put notes a print, unless an older source has it.
func (s *Store) put(h uint64, number uint32) {
	if h == 0 {
		return
	}
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		switch s.slots[i].hash {
		case h:
			return
		case 0:
			s.slots[i] = slot{h, number}
			s.used++
			return
		}
	}
}

// find is the source that had a print first.
func (s *Store) find(h uint64) (number uint32, known bool) {
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		switch s.slots[i].hash {
		case h:
			return s.slots[i].source, h != 0
		case 0:
			return 0, false
		}
	}
}

// Repeats are the sources of which a text repeats a passage that is long enough, each once.
func (s *Store) Repeats(text []Print) (numbers []uint32) {
	began, last, of, running := 0, 0, uint32(0), false
	for _, p := range text {
		number, known := s.find(p.Hash)
		known = known && !s.cleared[p.Hash]
		switch {
		case !known:
			running = false
		case !running || number != of || p.At-last > passage:
			began, of, running = p.At, number, true
		}
		last = p.At
		if running && p.At+passage-began >= longest && !slices.Contains(numbers, of) {
			numbers = append(numbers, of)
		}
	}
	return numbers
}

// own are prints of the owner's own texts: a set in which some others seem to be, too.
type own struct {
	bits []uint64
	n    int
}

// ownBits is the size of that set: 2 MB, in which a million prints are told from others but for
// one in fifty.
const ownBits = 1 << 24

func (o *own) add(h uint64) {
	if o.bits == nil {
		o.bits = make([]uint64, ownBits/64)
	}
	if o.n++; o.n > ownBits/8 { // too full to tell: it begins anew
		clear(o.bits)
		o.n = 1
	}
	for i := range 3 {
		b := h >> (20 * i) % ownBits
		o.bits[b/64] |= 1 << (b % 64)
	}
}

func (o *own) has(h uint64) bool {
	if o.bits == nil {
		return false
	}
	for i := range 3 {
		b := h >> (20 * i) % ownBits
		if o.bits[b/64]&(1<<(b%64)) == 0 {
			return false
		}
	}
	return true
}
