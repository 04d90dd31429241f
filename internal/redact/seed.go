package redact

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
)

// Seed phrases (BIP 39): 12, 15, 18, 21 or 24 words of a list of 2048, the last of
// which holds a checksum. All words of the list are common; twelve of them in a row
// are not, and of those that chance puts together one in sixteen has a good checksum.

// The English word list of BIP 39, github.com/bitcoin/bips/blob/master/bip-0039.
//
//go:embed bip39_english.txt
var bip39English string

const (
	seedSlots   = 1 << 13
	seedBits    = 15
	maxSeedRun  = 60 // a longer run of list words is a dictionary
	maxSeedGaps = 14 // bytes between two words: `", "`, a line end and a number
)

// seedWords finds a word's number, packed in eight bytes, by open addressing.
var seedWords = func() (t [seedSlots]struct {
	word  uint64
	index uint16
}) {
	for i, w := range fields(bip39English) {
		p := packWord([]byte(w))
		slot := seedHash(p) % seedSlots
		for t[slot].word != 0 {
			slot = (slot + 1) % seedSlots
		}
		t[slot].word, t[slot].index = p, uint16(i)
	}
	return t
}()

// seedFilter says no to most words that are not in the list, from the first cache.
var seedFilter = func() (f [1 << seedBits / 64]uint64) {
	for _, w := range fields(bip39English) {
		h := seedHash(packWord([]byte(w)))
		f[h/64] |= 1 << (h % 64)
	}
	return f
}()

// packWord packs the lower-case form of at most eight letters.
func packWord(w []byte) uint64 {
	var p uint64
	for _, b := range w {
		p = p<<8 | uint64(b|0x20)
	}
	return p
}

func seedHash(p uint64) uint64 { return p * 0x9E3779B97F4A7C15 >> (64 - seedBits) }

func seedIndex(w []byte) (uint16, bool) {
	if len(w) < 3 || len(w) > 8 {
		return 0, false
	}
	p := packWord(w)
	if h := seedHash(p); seedFilter[h/64]>>(h%64)&1 == 0 {
		return 0, false
	}
	for slot := seedHash(p) % seedSlots; ; slot = (slot + 1) % seedSlots {
		switch seedWords[slot].word {
		case p:
			return seedWords[slot].index, true
		case 0:
			return 0, false
		}
	}
}

type seedWord struct {
	start, end int
	index      uint16
}

// phrase looks for a seed phrase around the word at text[at]. It returns where the
// list words end, so that no run of them is read twice.
func (s *scan) phrase(at int) int {
	t := s.text
	l, r := wordAround(t, at)
	if _, ok := seedIndex(t[l:r]); !ok {
		return r
	}
	// To the left as far as list words go, then everything to the right.
	first := l
	for n := 0; n < maxSeedRun; n++ {
		e := first
		for e > 0 && first-e < maxSeedGaps && !isLetter(t[e-1]) {
			e--
		}
		if e == 0 || !isLetter(t[e-1]) || e == first {
			break
		}
		b := e
		for b > 0 && e-b <= 8 && isLetter(t[b-1]) {
			b--
		}
		if _, ok := seedIndex(t[b:e]); !ok {
			break
		}
		first = b
	}
	var words [maxSeedRun]seedWord
	n, p := 0, first
	for {
		e := p
		for e < len(t) && e-p <= 8 && isLetter(t[e]) {
			e++
		}
		index, ok := seedIndex(t[p:e])
		if !ok {
			break
		}
		if n < maxSeedRun {
			words[n] = seedWord{p, e, index}
		}
		n++
		r = e
		for p = e; p < len(t) && p-e < maxSeedGaps && !isLetter(t[p]); p++ {
		}
		if p == len(t) || !isLetter(t[p]) {
			break
		}
	}
	if n >= 12 && n <= maxSeedRun {
		s.phrasesIn(words[:n])
	}
	return r
}

// phrasesIn looks for phrases with a good checksum in a run of list words.
func (s *scan) phrasesIn(run []seedWord) {
	for i := 0; i+12 <= len(run); i++ {
		for _, n := range [...]int{24, 21, 18, 15, 12} {
			if i+n > len(run) || !s.likePhrase(run[i:i+n]) || !seedChecksum(run[i:i+n]) {
				continue
			}
			// A short phrase inside a longer run of words is one only if something parts it off.
			if n < 24 && !(s.parted(run, i) && s.parted(run, i+n)) && !s.announced(run[i].start) {
				continue
			}
			s.add(run[i].start, run[i+n-1].end, SeedPhrase, "seed-phrase")
			i += n - 1
			break
		}
	}
}

// likePhrase reports whether words hardly repeat and are parted alike, as nothing in
// a program is. Line ends may come between.
func (s *scan) likePhrase(run []seedWord) bool {
	var gaps [2]uint64
	kinds, repeats := 0, 0
	for i, w := range run {
		for _, v := range run[:i] {
			if v.index == w.index {
				repeats++
				break
			}
		}
		if i == 0 {
			continue
		}
		gap := s.gap(run[i-1].end, w.start)
		if gap == 0 {
			return false
		}
		if kinds > 0 && gaps[0] == gap || kinds > 1 && gaps[1] == gap {
			continue
		}
		if kinds == len(gaps) {
			return false
		}
		gaps[kinds] = gap
		kinds++
	}
	return repeats*2 <= len(run)
}

// gap packs what stands between two words, numbers left out and each run of spaces
// as one; 0 is what never parts the words of a phrase, a dash alone among it.
func (s *scan) gap(start, end int) uint64 {
	g := uint64(1)
	space := false
	for _, b := range s.text[start:end] {
		switch {
		case isDigit(b):
			continue
		case isSpace(b):
			if !space {
				g = g<<8 | ' '
			}
			space = true
			continue
		case b < 0x80 && bytes.IndexByte([]byte(",;.:|-)#*\"'/\\"), b) < 0:
			return 0
		}
		space = false
		g = g<<8 | uint64(b)
	}
	if g == 1 || g == 1<<8|'-' {
		return 0
	}
	return g
}

// parted reports whether more than a space stands in front of the i-th word.
func (s *scan) parted(run []seedWord, i int) bool {
	if i == 0 || i == len(run) {
		return true
	}
	gap := bytes.Trim(s.text[run[i-1].end:run[i].start], " ")
	return len(gap) > 0 && !bytes.Equal(gap, []byte(","))
}

func (s *scan) announced(at int) bool {
	return containsAny(s.context(at, 48), "seed", "mnemonic", "recovery", "phrase", "backup", "words", "wallet")
}

func seedChecksum(words []seedWord) bool {
	bits := len(words) * 11
	check := bits / 33
	var raw [33]byte
	for i, w := range words {
		for b := range 11 {
			if w.index>>(10-b)&1 != 0 {
				at := i*11 + b
				raw[at/8] |= 0x80 >> (at % 8)
			}
		}
	}
	entropy := (bits - check) / 8
	sum := sha256.Sum256(raw[:entropy])
	return raw[entropy]>>(8-check) == sum[0]>>(8-check)
}

// wordAround is the run of letters that text[at] is in, as far as it matters.
func wordAround(t []byte, at int) (l, r int) {
	l, r = at, at
	for l > 0 && at-l <= 8 && isLetter(t[l-1]) {
		l--
	}
	for r < len(t) && r-at <= 8 && isLetter(t[r]) {
		r++
	}
	return l, r
}
