package injection

import "unicode/utf8"

// step is how far a phrase has come: the last match of one of its slots that has
// all slots before it.
type step struct{ start, end int }

// maxWord bounds the bytes of a word that gaps are measured with.
const maxWord = 14

// cues finds the matches of all rules in one pass. Each slot remembers its latest
// match only: of two ways to begin a phrase the later one leaves the smaller gap,
// so no way to complete it is lost, and no text makes the pass slower than words
// times slots of a word.
func (l *lexicon) cues(f *folded) []cue {
	var found []cue
	steps := make([]step, len(l.slots))
	for i := range steps {
		steps[i].end = -1
	}
	text := f.bytes
	wide := text[: len(text)+keyLen : cap(text)]
	for p := 0; p < len(text); {
		if !wordByte[text[p]] {
			p++
			continue
		}
		key := load4(wide[p : p+keyLen])
		if b := hash(key) >> (32 - 19); l.seen[b>>6]&(1<<(b&63)) != 0 {
			found = l.at(f, p, key, steps, found)
		}
		// A word of up to three letters is filed without what follows it.
		if short := shortKey(wide[p:p+keyLen], key); short != key {
			if b := hash(short) >> (32 - 19); l.seen[b>>6]&(1<<(b&63)) != 0 {
				found = l.at(f, p, short, steps, found)
			}
		}
		p = nextWord(text, p)
	}
	return found
}

// shortKey is the key of the word alone that begins at b, whose first bytes are key.
func shortKey(b []byte, key uint32) uint32 {
	switch {
	case !wordByte[b[1]]:
		return key & 0xff
	case !wordByte[b[2]]:
		return key & 0xffff
	case !wordByte[b[3]]:
		return key & 0xffffff
	}
	return key
}

// nextWord gives the place behind the word at p, or behind its first character
// where words are not marked off.
func nextWord(text []byte, p int) int {
	if text[p] >= unspacedLead {
		_, size := utf8.DecodeRune(text[p:])
		return p + size
	}
	for p++; p < len(text) && wordByte[text[p]]; p++ {
		if text[p] >= unspacedLead {
			break
		}
	}
	return p
}

// at enters the words that stand at p.
func (l *lexicon) at(f *folded, p int, key uint32, steps []step, found []cue) []cue {
	text := f.bytes
	bucket := hash(key) >> (32 - hashBits)
	for i := l.first[bucket]; i < l.first[bucket+1]; i++ {
		w := &l.words[i]
		start, end := p-len(w.lead), p+len(w.body)
		if w.key != key || start < 0 || end > len(text) || string(text[p:end]) != w.body || string(text[start:p]) != w.lead {
			continue
		}
		if !w.open && end < len(text) && wordByte[text[end]] && text[end] < unspacedLead {
			continue
		}
		for _, id := range w.places {
			found = l.enter(f, int(id), start, end, steps, found)
		}
	}
	return found
}

// enter lets the word at [start, end) fill a slot, if the slot before it was
// filled shortly before.
func (l *lexicon) enter(f *folded, id, start, end int, steps []step, found []cue) []cue {
	s := &l.slots[id]
	from := start
	if !s.first {
		before := steps[id-1]
		if before.end < 0 || start < before.end || !near(f.bytes, before.end, start, s.gap) {
			return found
		}
		from = before.start
	}
	if !s.last {
		steps[id] = step{from, end}
		return found
	}
	r := &l.rules[s.rule]
	c := cue{rule: s.rule, start: from, end: end, weight: r.weight}
	if r.guard != nil {
		if c.weight = r.guard(f, c); c.weight <= 0 {
			return found
		}
	}
	return append(found, c)
}

// near says whether at most gap words, and no end of a sentence, stand between
// two places of a text.
func near(text []byte, from, to, gap int) bool {
	if to-from > gap*maxWord+4 {
		return false
	}
	words := 0
	for i := from; i < to; i++ {
		b := text[i]
		switch {
		case wordByte[b]:
			if i == from || !wordByte[text[i-1]] {
				words++
			}
		case b == '\n':
			return false
		case (b == '.' || b == '!' || b == '?') && (i+1 == to || text[i+1] == ' '):
			return false
		}
	}
	return words <= gap || unspacedText(text[from:to])
}

// unspacedText says whether a text is of a script without spaces, whose words
// cannot be counted; its bytes are bounded anyway.
func unspacedText(text []byte) bool {
	return len(text) > 0 && text[0] >= unspacedLead
}
