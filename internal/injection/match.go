package injection

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/provenanced/provenanced/internal/lanes"
)

// step records in one word where a stage was reached: where the words end, above that how long they
// are, above that how many words the pass has counted before their end. Zero is no step.
type step uint64

func stepTo(end, length, words int32) step {
	return step(uint32(end)) | step(uint16(length))<<32 | step(words)<<48
}

func (s step) end() int32   { return int32(s) }
func (s step) start() int32 { return int32(s) - int32(uint16(s>>32)) }

// wordsTo returns how many words were counted since, which are few.
func (s step) wordsTo(words int32) int32 { return int32(int16(words) - int16(s>>48)) }

// latest holds the latest steps of each stage in rings, and their numbers. More than one is kept
// because words of a group may overlap: in "answer in two ways", where a group has both "answer in
// two" and "two ways", only the first leaves room for "ways" after it.
type latest struct {
	steps [maxStages * ringLen]step
	count [maxStages]uint8
}

const ringLen = 4

func (l *latest) add(stage uint16, s step) {
	k := uint(stage) % maxStages
	n := l.count[k]
	l.steps[k*ringLen+uint(n%ringLen)] = s
	l.count[k] = n + 1
}

// maxWord is the length of a word by which gaps are measured, in bytes.
const maxWord = 14

// cues finds the matches of all rules whose last words begin in [from, to), in one pass. Each stage
// keeps only its latest steps: of two ways to begin a phrase the later leaves the smaller gap, so
// no completion is lost, and the time is bounded by words times slots of a word.
func (l *lexicon) cues(f *folded, from, to int) []cue {
	own := *f // guards cache their answers in it
	begin := max(0, from-l.longest)
	for 0 < begin && begin < from && !wordsPart(f.bytes, begin) {
		begin++
	}
	reached, ok := l.reached.Get().(*latest)
	if !ok {
		reached = new(latest)
	}
	defer l.reached.Put(reached)
	clear(reached.steps[:len(l.stages)*ringLen])
	m := matching{
		lexicon: l, f: &own, wide: f.bytes[: len(f.bytes)+pad : cap(f.bytes)],
		first: l.first, entries: l.entries, slots: &l.slots, reached: reached,
		base: begin - l.room, where: starters, live: -1,
	}
	room := cueRooms.Get().(*[]cue)
	m.found = (*room)[:0]
	m.read(begin, from)
	m.found = m.found[:0] // those that end before from
	m.read(from, to)
	defer giveBack(room, m.found)
	return slices.Clone(m.found)
}

// cueRooms pools buffers for cues. A growing slice leaves twice its final size as garbage: 8 MB for
// a megabyte of mixed scripts.
var cueRooms = sync.Pool{New: func() any { return new([]cue) }}

// giveBack returns a buffer to the pool unless it is very large.
func giveBack(room *[]cue, used []cue) {
	if *room = used; cap(used) <= 64<<10 {
		cueRooms.Put(room)
	}
}

// wordsPart reports whether a word may begin at p, whatever is before it, and none continues there.
func wordsPart(text []byte, p int) bool {
	return !wordByte[text[p]] || text[p] >= unspacedLead
}

// matching is a pass over a text.
type matching struct {
	*lexicon
	f     *folded
	found []cue

	wide     []byte // the text with its padding
	first    *[1<<hashBits + 1]uint16
	entries  *[maxWords + 1]entry
	slots    *[maxSlots]slot
	reached  *latest
	base     int     // subtracted from offsets in steps; low enough that the zero step is out of reach
	waiting  slotSet // the slots after the stages reached in this sentence
	where    uint16  // the non-empty parts of waiting, and starters
	furthest int     // where the furthest step ended
	live     int     // no phrase in progress can continue after this place
	ended    int32   // end of the last sentence while a phrase was in progress, as in steps
	begun    int     // words so far, including the current one unless it continues one of another script
	words    int32   // the same without the current word
	awaits   int     // the bytes within which another word must follow; 0 if none is needed
	start    int32   // of the entered word, as in steps
	counted  int32
	end      int32
	beside   side // what precedes the current word
	cut      bool // what precedes the entered word, with its lead, ends a sentence
}

// read enters the words that begin in [from, to).
func (m *matching) read(from, to int) {
	wide, l := m.wide, m.lexicon
	words, begins := m.begun, 1
	if from > 0 && wordByte[wide[from-1]] {
		begins = 0
	}
	for p := from; p < to; {
		if !wordByte[wide[p]] {
			if mayEnd[wide[p]] && p <= m.live && endsSentence(m.f.bytes, p) {
				m.ended = int32(p - m.base)
				if m.furthest <= p {
					m.waiting, m.where, m.live = slotSet{}, starters, -1 // no phrase extends beyond its sentence
				}
			}
			begins = 1
			p++
			continue
		}
		key := binary.LittleEndian.Uint64(wide[p : p+keyLen])
		n := keyLen
		if key&lanes.Tops == 0 {
			n = lanes.Leading(wordMask(key)) // most end here, wherever that is, at the same cost
		}
		next := p + n
		if n == keyLen {
			next = nextWord(wide, p)
			n = min(next-p, keyLen)
		}
		kinds := l.kinds[beginningOf(key, n)]
		if p > m.live { // no phrase is in progress
			kinds >>= kindsOfOpeners
		}
		if kinds != 0 {
			m.words, m.begun = int32(words), words+begins
			m.beside = joins
			if p > 0 {
				m.beside = sides[wide[p-1]]
			}
			if kinds&wholeKey != 0 && l.seen.has(key) {
				rest := binary.LittleEndian.Uint64(wide[p+keyLen : p+2*keyLen])
				if deep := deepKey(key, rest); l.seen.has(deep) {
					m.at(p, deep, rest)
				}
				m.at(p, key, rest)
			}
			if kinds&shortKey != 0 && n < keyLen {
				if short := key & fewBytes(n); l.seen.has(short) {
					m.at(p, short, key)
				}
			}
			if kinds&stemKey != 0 {
				if stem := key&firstBytes(stemLen) ^ stemmed; l.seen.has(stem) {
					m.at(p, stem, key)
				}
			}
		}
		words += begins
		begins = 0
		p = next
		if wide[p] == ' ' { // as after most words
			begins = 1
			p++
		}
	}
	m.begun = words
}

// wordMask masks the bytes that wordByte marks.
func wordMask(w uint64) uint64 {
	return lanes.Within(w, 'a', 'z') | lanes.Digits(w) | w&lanes.Tops
}

// nextWord returns the place after the word at p, or after its first character where words are not
// separated.
func nextWord(text []byte, p int) int {
	if text[p] >= unspacedLead {
		return p + runeLen(text[p])
	}
	for p++; p < len(text) && inWord[text[p]]; p++ {
	}
	return p
}

// runeLen is the length of a character of folded text, which is valid UTF-8.
func runeLen(lead byte) int {
	switch {
	case lead >= 0xf0:
		return 4
	case lead >= 0xe0:
		return 3
	default:
		return 2
	}
}

// at enters the words of a key at p; rest distinguishes them, as in entry.
func (m *matching) at(p int, key, rest uint64) {
	bucket := hash(key) >> (64 - hashBits)
	first := int(m.first[bucket])
	entries := m.entries[first:m.first[bucket+1]]
	for i := range entries {
		e := &entries[i]
		if (rest^e.rest)&e.mask != 0 || e.key != key || e.where&m.where == 0 { // most have another rest
			continue
		}
		if e.aside != 0 {
			if k := p + int(e.aside); uint(k) >= uint(len(m.wide)) || m.wide[k] != e.byte {
				continue
			}
		}
		m.enter(e, first+i, p)
	}
}

// enter applies the effect of the word of an entry, the i-th, at p.
func (m *matching) enter(e *entry, i, p int) {
	end := p + int(e.size)
	m.cut, m.start, m.end, m.counted = m.beside&stops != 0, int32(p-m.base), int32(end-m.base), int32(m.begun+int(e.more))
	if (e.aside != 0 || (m.beside|sides[m.wide[end]])&joins != 0) && !m.stands(e, i, p) {
		return // most words stand apart
	}
	does := &m.effects[e.effect]
	if e.where&phrases != 0 {
		m.completeAlone(does)
	}
	m.awaits = 0
	for where := e.where & m.where &^ starters; where != 0; where &= where - 1 {
		k := bits.TrailingZeros16(where)
		if set := does.follows[k] & m.waiting[k]; set != 0 { // true one time in five
			m.fill(k, set)
		}
	}
	if e.where&openers != 0 {
		m.open(does)
	}
	if m.awaits > 0 {
		m.furthest = max(m.furthest, end)
		m.live = max(m.live, end+m.awaits)
	}
}

// completeAlone notes the phrases that consist of this word.
//
//go:noinline
func (m *matching) completeAlone(does *effect) {
	for _, r := range does.alone {
		m.complete(int(r), m.start)
	}
}

// fill lets a word fill the slots of a part that it can.
//
//go:noinline
func (m *matching) fill(part int, set uint64) {
	for ; set != 0; set &= set - 1 {
		id := part*64 + bits.TrailingZeros64(set)
		m.follow(id, &m.slots[id])
	}
}

// open lets a word begin phrases. It is separate to keep enter small, which most words leave before
// this.
//
//go:noinline
func (m *matching) open(does *effect) {
	reached, here := m.reached, stepTo(m.end, m.end-m.start, m.counted)
	for _, stage := range does.opens {
		reached.add(stage, here)
	}
	for _, p := range does.next {
		m.waiting[p.in] |= p.slots
	}
	m.where |= does.nextWhere
	m.awaits = max(m.awaits, int(does.room))
}

// stands reports whether the word of an entry stands at p, including the bytes that the entry
// lacks, and separate from its neighbours. If so, it enters the word with its lead.
func (m *matching) stands(e *entry, i, p int) bool {
	w, text := &m.lexicon.words[i], m.f.bytes
	start, end := p, p+len(w.body)
	if e.aside != 0 {
		if start -= len(w.lead); !w.goesOn(text, start, end) {
			return false
		}
	}
	if !w.apart(text, start, end) {
		return false
	}
	if end < len(text) && wordByte[text[end]] && wordByte[text[end-1]] {
		m.counted-- // the rest of its last word counts as another
	}
	m.start = int32(start - m.base)
	m.cut = start > 0 && sides[text[start-1]]&stops != 0
	return true
}

// goesOn reports whether the bytes of the word that an entry lacks are there, too.
func (w *reading) goesOn(text []byte, start, end int) bool {
	return start >= 0 && end <= len(text) && string(text[start:start+len(w.lead)]) == w.lead &&
		(len(w.body) <= deepLen || string(text[end-len(w.body)+deepLen:end]) == w.body[deepLen:])
}

// follow lets a word fill a slot if the stage before was reached close enough.
func (m *matching) follow(id int, s *slot) {
	reached, after := m.reached, uint(s.after)%maxStages
	count, within := reached.count[after], false
	for k := uint8(1); k <= ringLen; k++ {
		before := reached.steps[after*ringLen+uint((count-k)%ringLen)]
		between := m.start - before.end()
		if between > int32(s.room) {
			continue
		}
		within = true
		if between != 0 && !m.near(before, between, int32(s.gap)) {
			continue
		}
		if s.to == complete {
			m.complete(int(s.rule), before.start())
			return
		}
		reached.add(s.to, stepTo(m.end, m.end-before.start(), m.counted))
		m.waiting.add(id + 1) // the slot's own
		m.where |= 1 << (uint(id+1) / 64)
		m.awaits = max(m.awaits, int(s.then))
		return
	}
	if !within {
		m.waiting.drop(id)
	}
}

// near reports whether at most gap words, and no end of a sentence, an element or a quotation, come
// between a step and the current word, which begins between bytes after it.
func (m *matching) near(before step, between, gap int32) bool {
	switch {
	case between < 0 || before.end() <= m.ended || m.cut:
		return false
	case before.wordsTo(m.words) > gap:
		return m.wide[m.base+int(before.end())] >= unspacedLead // words that cannot be counted; their bytes are bounded
	case between == 1:
		return !inNames[m.wide[m.base+int(before.end())]] // otherwise they are two parts of a name
	}
	return true
}

// The bytes that may end a sentence, and those inside of names.
var mayEnd, inNames = bytesOf(".!?\n<>`\""), bytesOf("_-/")

func bytesOf(members string) (t [256]bool) {
	for i := range len(members) {
		t[members[i]] = true
	}
	return t
}

// complete notes the match of a rule that began at start and ends with the entered word, unless its
// guard objects.
func (m *matching) complete(rule int, start int32) {
	r := &m.rules[rule]
	c := cue{rule: rule, start: m.base + int(start), end: m.base + int(m.end), weight: r.weight}
	if len(r.guard) > 0 {
		if c.weight = r.guard.weigh(m.f, c); c.weight <= 0 {
			return
		}
	}
	m.found = append(m.found, c)
}

// apart reports whether the word at [start, end) is a whole word: not the beginning of a longer
// one, nor part of a name in code.
func (w *reading) apart(text []byte, start, end int) bool {
	if !w.open && wordByte[text[end-1]] && end < len(text) && wordByte[text[end]] && text[end] < unspacedLead {
		return false
	}
	return w.lead != "" || !inIdentifier(text, start, end)
}

// side is what a byte beside a word means for it.
type side uint8

const (
	joins side = 1 << iota // continues the word; without it, the word stands apart
	stops                  // ends a sentence by itself
)

var sides = func() (t [256]side) {
	for b := range t {
		if wordByte[b] || strings.IndexByte("#$/-_(", byte(b)) >= 0 {
			t[b] |= joins
		}
		if strings.IndexByte(".!?", byte(b)) >= 0 {
			t[b] |= stops
		}
	}
	return t
}()

// inIdentifier reports whether the word at [start, end) is part of a name in code: an option, an
// anchor, a path, a call.
func inIdentifier(text []byte, start, end int) bool {
	if start > 1 {
		switch b := text[start-1]; b {
		case '#', '$', '/':
			return true
		case '-':
			return wordByte[text[start-2]] || text[start-2] == '-' && (start == 2 || text[start-3] != '-') // three are a ruler
		}
	}
	if end+1 < len(text) {
		switch text[end] {
		case '_', '-':
			return wordByte[text[end+1]]
		case '(':
			return true
		}
	}
	return false
}

// endsSentence reports whether a sentence, an element or a quotation ends at p.
func endsSentence(text []byte, p int) bool {
	switch text[p] {
	case '\n', '<', '>', '`', '"':
		return true
	case '.', '!', '?':
		return p+1 == len(text) || text[p+1] == ' '
	}
	return false
}
