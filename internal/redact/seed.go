package redact

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"strings"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Seed phrases (BIP 39): 12, 15, 18, 21 or 24 words of a list of 2048, with a checksum in the last.
// All of the words are common, but twelve in a row are not, and of accidental rows one in sixteen
// has a valid checksum.

// The English word list of BIP 39, github.com/bitcoin/bips/blob/master/bip-0039.
//
//go:embed bip39_english.txt
var bip39English string

const (
	maxSeedRun  = 60              // a longer run of list words is a dictionary
	maxSeedGaps = 14 + maxEscapes // bytes between two words: `", "`, a line end and a number
)

// seedWords maps each word of the list to its number.
var seedWords = func() *packedWords {
	t := newPackedWords(13)
	for i, w := range strings.Fields(bip39English) {
		t.put(w, uint16(i))
	}
	return t
}()

type seedWord struct {
	start, end int
	index      uint16
}

// seedAt reads the list word that contains the letter text[at]. If it is not a list word, w.end is
// the end of the word, at most eight letters on.
func seedAt(t []byte, at int) (w seedWord, ok bool) {
	back := lanes.Behind(^lanes.Letters(lanes.Load(t, at-8)) & lanes.Tops)
	w.start = at - back
	p := lanes.Load(t, w.start)
	n := lanes.Leading(lanes.Letters(p))
	w.end = max(w.start+n, at+1)
	if back == 8 || n < 3 || n == 8 && isLetter(byteAt(t, w.end)) {
		return w, false
	}
	w.index, ok = seedWords.get((p | 0x20*lanes.Ones) & lanes.First(n))
	return w, ok
}

// phrase looks for a seed phrase around the word at text[at]. It returns the end of the list words,
// so that none is read twice.
func (s *scan) phrase(at int) int {
	t := s.text
	w, ok := seedAt(t, at)
	if !ok {
		return w.end
	}
	// To the left as far as there are list words, then to the right.
	for range maxSeedRun {
		e := w.start
		for e > 0 && w.start-e < maxSeedGaps && seedGap[t[e-1]] {
			e--
		}
		if e == 0 || !isLetter(t[e-1]) {
			break
		}
		before, ok := seedAt(t, e-1)
		if !ok {
			break
		}
		w = before
	}
	first, n := w, 1
	for w, ok = seedAfter(t, w); ok; w, ok = seedAfter(t, w) {
		n++
	}
	if n >= 12 && n <= maxSeedRun {
		run := make([]seedWord, 1, n)
		run[0] = first
		for len(run) < n {
			w, _ := seedAfter(t, run[len(run)-1])
			run = append(run, w)
		}
		s.phrasesIn(run)
	}
	return w.end
}

// seedGap are the bytes between the words of a phrase, including the numbers and bullets of lists
// but not the brackets and operators of programs.
var seedGap = func() class {
	c := classOf("0123456789 \t\n\v\f\r,;.:|-)#*+\"'/\\")
	for b := 0x80; b < len(c); b++ {
		c[b] = true
	}
	return c
}()

// seedAfter reads the list word that follows w; its end is at least that of w.
func seedAfter(t []byte, w seedWord) (seedWord, bool) {
	p := w.end
	for p < len(t) && p-w.end < maxSeedGaps && seedGap[t[p]] {
		p++
	}
	if p == len(t) || !isLetter(t[p]) {
		return w, false
	}
	return seedAt(t, p)
}

// phrasesIn looks for phrases with a valid checksum in a run of list words, first for those set
// apart from the rest: the word before a phrase may be a list word, too.
func (s *scan) phrasesIn(run []seedWord) {
	for _, alone := range [...]bool{true, false} {
		found := false
		for i := 0; i+12 <= len(run); i++ {
			if n := s.phraseAt(run, i, alone); n > 0 {
				s.add(run[i].start, run[i+n-1].end, SeedPhrase, "seed-phrase")
				found = true
				i += n - 1
			}
		}
		if found {
			return
		}
	}
}

// phraseAt returns how many words the phrase has that begins with the i-th word of a run, or 0. One
// that is not set apart must be announced or have 24 words.
func (s *scan) phraseAt(run []seedWord, i int, alone bool) int {
	for _, n := range [...]int{24, 21, 18, 15, 12} {
		if i+n > len(run) || alone != (s.parted(run, i) && s.parted(run, i+n)) {
			continue
		}
		if (alone || n == 24 || s.announced(run[i].start)) && s.likePhrase(run[i:i+n], alone) && seedChecksum(run[i:i+n]) {
			return n
		}
	}
	return 0
}

// likePhrase reports whether the words hardly repeat, have the same separators, unlike those of a
// program, and are not in the list's order. Line ends may come between. Phrases for tests repeat
// one word and end with another; such a phrase must stand alone, on one line.
func (s *scan) likePhrase(run []seedWord, alone bool) bool {
	var gaps [2]uint64
	kinds, repeats, rising := 0, 0, true
	for i, w := range run {
		rising = rising && (i == 0 || w.index > run[i-1].index)
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
	last := len(run) - 1
	return !rising && (repeats*2 <= len(run) || alone && run[0].index != run[last].index && bytes.IndexByte(s.text[run[0].end:run[last].start], '\n') < 0)
}

// gap packs the separator between two words, without numbers and with each run of spaces as one; 0
// is no separator, which no phrase has.
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
		}
		space = false
		g = g<<8 | uint64(b)
	}
	if g == 1 {
		return 0
	}
	return g
}

// parted reports whether more than a space precedes the i-th word.
func (s *scan) parted(run []seedWord, i int) bool {
	if i == 0 || i == len(run) {
		return true
	}
	gap := bytes.Trim(s.text[run[i-1].end:run[i].start], " ")
	return len(gap) > 0 && !bytes.Equal(gap, []byte(","))
}

var announcedPhrases = listed("announced phrases")

// announcedPhrase reads a phrase after a name for such phrases, quoted or not.
func (s *scan) announcedPhrase(start, end int) {
	if s.text[end-1] == ':' { // a phrase of any words
		if !containsAny(s.context(start, len("recovery ")), "seed ", "recovery ", "backup ", "wallet ", "secret ", "key ", " 12 ", " 24 ") {
			return
		}
		end--
	}
	s.toldPhrase(start, end)
}

// phraseLengths are the numbers of words of a phrase in BIP 39, Monero (13 and 25) and SLIP 39 (20
// and 33).
var phraseLengths = [34]bool{12: true, 13: true, 15: true, 18: true, 20: true, 21: true, 24: true, 25: true, 33: true}

// toldPhrase reads the words after such a name, of any list and in any language, on one line, one
// per line or numbered. They must be of a phrase's length, have the same separators, and reach to
// the end of a line, a string or a list.
func (s *scan) toldPhrase(start, end int) {
	const gap = 40
	t := s.text
	if start < s.phrased {
		return
	}
	p := end
	if b := byteAt(t, p); b == '(' || b == ' ' { // fromMnemonic("…"), --mnemonic "…"
		p++
	}
	for p < len(t) && p-end < maxEscapes && t[p] == '\\' {
		p++
	}
	after := p
	if p == end || byteAt(t, p) != '"' && byteAt(t, p) != '\'' {
		p = end
		for p < len(t) && p-end < maxName && t[p] != ':' && t[p] != '=' && t[p] != '\n' && wideOperator(t, p) == "" && !bytes.HasPrefix(t[p:], []byte("is ")) && !bytes.HasPrefix(t[p:], []byte("are ")) {
			p++
		}
		var op string
		if op, after = operator(t, p); op == "" {
			switch {
			case bytes.HasPrefix(t[p:], []byte("is ")):
				after = p + len("is ")
			case bytes.HasPrefix(t[p:], []byte("are ")):
				after = p + len("are ")
			default:
				return
			}
		}
	}
	// It ends with its words, or at the end of a line or string where their number is a phrase's
	// length.
	var gaps [2]uint64
	first, last, stop, kinds, listed := 0, 0, 0, 0, 0
	strings := false // each word is a string
	for n, p := 0, after; n < len(phraseLengths); n++ {
		from := p
		for p < len(t) && p-from < gap && seedPart(t, p) > 0 {
			p += seedPart(t, p)
		}
		e := p
		for e < len(t) && (t[e]-'a' < 26 || t[e] >= 0x80 && seedPart(t, e) == 0) {
			e++
		}
		whole := phraseLengths[n] && (listed < n || n%3 != 0) // words of the list must have a valid checksum
		if e == p {
			if whole && (last == len(t) || phraseStop[t[last]]) {
				stop = last
			}
			break
		}
		g := s.gap(from, p)
		if whole && (g != gaps[0] || bytes.IndexByte(t[from:p], '\n') >= 0) {
			stop = last
		}
		quoted := bytes.ContainsAny(t[from:p], "\"'`")
		if e-p < 3 || e-p > 40 || sentenceWords[string(t[p:e])] || n > 1 && quoted != strings {
			break
		}
		switch strings = quoted; {
		case n == 0:
			first = p
		case kinds > 0 && gaps[0] == g || kinds > 1 && gaps[1] == g:
		case g == 0 || kinds == len(gaps):
			n = len(phraseLengths)
		default:
			gaps[kinds] = g
			kinds++
		}
		if w, ok := seedAt(t, p); ok && w.start == p && w.end == e {
			listed++
		}
		p, last = e, e
	}
	s.phrased = max(s.phrased, last)
	s.add(first, stop, SeedPhrase, "told-phrase")
}

var sentenceWords = wordSet("sentence words")

// phraseStop are the bytes after a phrase: the end of a line, a string, an element or a sentence.
var phraseStop = classOf("\n\r\"'\\`<.")

// seedPart returns the size of the separator between two words of a phrase at text[at:], or 0.
// Japanese phrases have wide spaces.
func seedPart(t []byte, at int) int {
	switch b := t[at]; {
	case b == 0xE3 && byteAt(t, at+1) == 0x80 && byteAt(t, at+2) == 0x80:
		return 3
	case b == 0xC2 && byteAt(t, at+1) == 0xA0:
		return 2
	case b < 0x80 && (seedGap[b] || b == '['):
		return 1
	}
	return 0
}

func (s *scan) announced(at int) bool {
	return containsAny(s.context(at, 48), phraseCues...)
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

var phraseCues = listed("phrase cues")
