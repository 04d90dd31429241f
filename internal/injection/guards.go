package injection

import "bytes"

// A guard looks at the surroundings of a match and gives the weight that it has there: all
// of it, a part, or none. What a guard requires has no weight without. Guards are filed by
// what they look at:
//
//	guards_order.go     whether a verb is an order to the reader
//	guards_reader.go    who is spoken to
//	guards_form.go      how the words are written
//	guards_object.go    what they are about
//	guards_manuals.go   what manuals say in such words
//	guards_bidden.go, guards_pretexts.go, guards_short.go
//	                    what is ordered behind a phrase, or follows it
//
// This file has what they share.

// maxSpoken bounds a word, in bytes: some scripts and some attackers write none of the spaces
// that end one, and a guard that walks to the end of such a text from each place is quadratic.
const maxSpoken = 128

// spokenEnd is where the word at text[p:] ends, which may be elided: don't.
func spokenEnd(text []byte, p, end int) int {
	end = min(end, p+maxSpoken)
	for p < end && (wordByte[text[p]] || text[p] == '\'') {
		p++
	}
	return p
}

// before gives the nearest words before a place, nearest first and at most so many,
// inside its sentence; it looks at 64 bytes.
func before(f *folded, at, most int) (words [maxBefore][]byte, n int) {
	front := &f.front
	if front.behind != at+1 || front.most < most { // guards of one place ask again and again
		front.behind, front.most = at+1, most
		front.words, front.n = wordsBefore(f.bytes, at, most)
	}
	return front.words, min(front.n, most)
}

// front is what before said of a place.
type front struct {
	behind  int // the place and one: the zero value is of none
	most, n int
	words   [maxBefore][]byte
}

func wordsBefore(text []byte, at, most int) (words [maxBefore][]byte, n int) {
	from := max(0, at-64)
	for end := at; n < most; n++ {
		for end > from && !wordByte[text[end-1]] && text[end-1] != '\'' {
			switch text[end-1] {
			case '.', '!', '?', '\n', ':', '"', '>', '(':
				return words, n
			}
			end--
		}
		start := end
		for start > from && (wordByte[text[start-1]] || text[start-1] == '\'') {
			start--
		}
		if start == end {
			return words, n
		}
		words[n] = text[start:end]
		end = start
	}
	return words, n
}

const maxBefore = 4

// folds makes a set of words as before returns them.
func folds(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[foldString(w)] = true
	}
	return set
}

// wordSet is a set of words as before returns them that guards ask for nearly every word of
// a text that is nearly an attack.
type wordSet struct {
	glance
	all map[string]bool
}

// often is folds for such a set.
func often(words ...string) *wordSet {
	s := &wordSet{all: folds(words...)}
	for w := range s.all {
		s.note(w)
	}
	return s
}

func (s *wordSet) has(word []byte) bool { return s.may(word) && s.all[string(word)] }

// glance is by which first and last bytes, taken together, and lengths words may be in a set:
// nearly all that are not show it so. To hash each took 4 % of a scan.
type glance [256]uint32

func outerBytes[T string | []byte](word T) byte { return word[0] + word[len(word)-1]<<3 }

func (g *glance) note(word string) { g[outerBytes(word)] |= 1 << min(len(word), 31) }

func (g *glance) may(word []byte) bool {
	return len(word) > 0 && g[outerBytes(word)]>>min(len(word), 31)&1 != 0
}

// foldedWords is words as they stand in folded text.
func foldedWords(words ...string) [][]byte {
	all := make([][]byte, len(words))
	for i, w := range words {
		all[i] = []byte(foldString(w))
	}
	return all
}

// containsAny reports whether one of some words stands in a text.
func containsAny(text []byte, words [][]byte) bool {
	for _, w := range words {
		if bytes.Contains(text, w) {
			return true
		}
	}
	return false
}

// after requires one of some words among the nearest in front.
func after(f *folded, c cue, some map[string]bool) int {
	words, n := before(f, c.start, maxBefore)
	for _, w := range words[:n] {
		if some[string(w)] {
			return c.weight
		}
	}
	return 0
}

// inCapitals reports whether more than half of a phrase is capitals in the original.
func inCapitals(f *folded, c cue) bool {
	start, end := f.span(c.start, c.end)
	upper := 0
	for _, b := range []byte(f.text[start:end]) {
		if 'A' <= b && b <= 'Z' {
			upper++
		}
	}
	return 2*upper > end-start
}

// How far around a phrase guards look for whom it speaks to, in bytes.
const (
	nearBy = 160 // to both sides
	behind = 240 // only after it
)
