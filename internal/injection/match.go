package injection

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/provenanced/provenanced/internal/lanes"
)

// step is a place where a stage was reached: the words from start to end, and how many
// words the pass has counted in front of end. The zero value is none.
type step struct{ start, end, words int32 }

// recent is the latest steps of a stage, in a ring. More than one is kept because
// words of a group may overlap: of "answer in two ways", where a group has both
// "answer in two" and "two ways", only the first has room for "ways" behind it. It fills a
// line of the cache, and a shift says where that is.
type recent struct {
	steps [ringLen]step
	next  uint32
	_     [12]byte
}

const ringLen = 4

func (r *recent) add(s step) {
	r.steps[r.next%ringLen] = s
	r.next++
}

// maxWord bounds the bytes of a word that gaps are measured with.
const maxWord = 14

// cues finds the matches of all rules whose last words begin in [from, to) of a text,
// in one pass. Each stage remembers its latest steps only: of two ways to begin a
// phrase the later one leaves the smaller gap, so no way to complete it is lost, and
// no text makes the pass slower than words times slots of a word.
func (l *lexicon) cues(f *folded, from, to int) []cue {
	own := *f // guards note in it what they have seen
	begin := max(0, from-l.longest)
	for 0 < begin && begin < from && !wordsPart(f.bytes, begin) {
		begin++
	}
	steps, ok := l.reached.Get().(*[maxStages]recent)
	if !ok {
		steps = new([maxStages]recent)
	}
	defer l.reached.Put(steps)
	clear(steps[:len(l.stages)])
	m := matching{
		lexicon: l, f: &own, wide: f.bytes[: len(f.bytes)+pad : cap(f.bytes)],
		steps: steps, base: begin - l.room, where: starters, live: -1,
	}
	room := cueRooms.Get().(*[]cue)
	m.found = (*room)[:0]
	m.read(begin, from)
	m.found = m.found[:0] // it ends before from
	m.read(from, to)
	defer giveBack(room, m.found)
	return slices.Clone(m.found)
}

// cueRooms are for the cues of the next pass, or of all of a text. A slice that grows
// leaves twice of what it holds as garbage: 8 MB for a megabyte of mixed scripts.
var cueRooms = sync.Pool{New: func() any { return new([]cue) }}

// giveBack keeps the room that cues were put in, unless it is very large.
func giveBack(room *[]cue, used []cue) {
	if *room = used; cap(used) <= 64<<10 {
		cueRooms.Put(room)
	}
}

// wordsPart reports whether a word may begin at p whatever is before, and none goes on.
func wordsPart(text []byte, p int) bool {
	return !wordByte[text[p]] || text[p] >= unspacedLead
}

// matching is a pass over a text.
type matching struct {
	*lexicon
	f     *folded
	found []cue

	wide     []byte // the text, and pad bytes
	steps    *[maxStages]recent
	base     int     // what offsets in steps begin at, so far in front that a step that is none is out of reach
	waiting  slotSet // the slots after a stage that was reached in the sentence
	where    uint16  // the parts of waiting that have any, and starters
	furthest int     // where the furthest step ended
	live     int     // behind this place no phrase that has begun can go on
	ended    int32   // where a sentence ended last while a phrase was under way, as in steps
	begun    int     // how many words came, with the one that is looked at, unless it goes on with another script's
	words    int32   // the same without that one
	awaits   int     // the bytes in which another must follow that one; 0 if none need
	joined   bool    // what is before that one may be of one with it
	stops    bool    // that ends a sentence
	cut      bool    // so does what is before the one that is entered, with its lead
}

// read enters the words that begin in [from, to).
func (m *matching) read(from, to int) {
	text, wide, l := m.f.bytes, m.wide, m.lexicon
	words, begins := m.begun, 1
	if from > 0 && wordByte[text[from-1]] {
		begins = 0
	}
	for p := from; p < to; {
		if !wordByte[text[p]] {
			if mayEnd[text[p]] && p <= m.live && endsSentence(text, p) {
				m.ended = int32(p - m.base)
				if m.furthest <= p {
					m.waiting, m.where, m.live = slotSet{}, starters, -1 // no phrase goes beyond its sentence
				}
			}
			begins = 1
			p++
			continue
		}
		key := binary.LittleEndian.Uint64(wide[p : p+keyLen])
		next := wordEnd(wide, p, key)
		n := next - p
		kinds := l.kinds[beginningOf(key, n)]
		if p > m.live { // no phrase is under way
			kinds >>= kindsOfOpeners
		}
		if kinds != 0 {
			m.words, m.begun = int32(words), words+begins
			m.joined, m.stops = p == 0, false
			if p > 0 {
				m.joined, m.stops = joins[wide[p-1]], ends[wide[p-1]]
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
			if kinds&pairKey != 0 {
				if pair := key&firstBytes(pairLen) ^ paired; l.seen.has(pair) {
					m.at(p, pair, key)
				}
			}
		}
		words += begins
		begins = 0
		p = next
	}
	m.begun = words
}

// wordEnd is nextWord where pad bytes follow the text and eight at p are known: most
// words end among them, wherever that is, at the same cost.
func wordEnd(wide []byte, p int, eight uint64) int {
	if eight&lanes.Tops != 0 {
		return nextWord(wide, p)
	}
	n := lanes.Leading(wordMask(eight))
	if n == keyLen {
		for inWord[wide[p+n]] {
			n++
		}
	}
	return p + n
}

// wordMask masks the bytes that wordByte has.
func wordMask(w uint64) uint64 {
	return lanes.Within(w, 'a', 'z') | lanes.Digits(w) | w&lanes.Tops
}

// nextWord gives the place behind the word at p, or behind its first character
// where words are not marked off.
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

// at enters the words of a key that stand at p; rest is what tells them apart there,
// as in entry.
func (m *matching) at(p int, key, rest uint64) {
	bucket := hash(key) >> (64 - hashBits)
	entries := m.entries
	for i, end := int(m.first[bucket]), int(m.first[bucket+1]); i < end; i++ {
		e := &entries[i]
		if (rest^e.rest)&e.mask != 0 || e.key != key || e.where&m.where == 0 { // most have another rest
			continue
		}
		if e.aside != 0 {
			if k := p + int(e.aside); uint(k) >= uint(len(m.wide)) || m.wide[k] != e.byte {
				continue
			}
		}
		m.enter(e, i, p)
	}
}

// enter lets the word of an entry, the i-th, that stands at p do what it does to phrases.
func (m *matching) enter(e *entry, i, p int) {
	start, end, more := p, p+int(e.size), int(e.more)
	m.cut = m.stops
	if e.aside != 0 || m.joined || joins[m.wide[end]] { // else it stands apart, as most do
		var ok bool
		if start, more, ok = m.stands(e, i, p); !ok {
			return
		}
		m.cut = start > 0 && ends[m.wide[start-1]]
	}
	here := step{int32(start - m.base), int32(end - m.base), int32(m.begun + more)}
	does := &m.effects[e.effect]
	if e.where&phrases != 0 {
		for _, r := range does.alone {
			m.complete(int(r), start, end)
		}
	}
	m.awaits = 0
	for where := e.where & m.where &^ starters; where != 0; where &= where - 1 {
		k := bits.TrailingZeros16(where)
		if set := does.follows[k] & m.waiting[k]; set != 0 { // in one of five
			m.fill(k, set, here)
		}
	}
	if e.where&openers != 0 {
		m.open(does, here)
	}
	if m.awaits > 0 {
		m.furthest = max(m.furthest, end)
		m.live = max(m.live, end+m.awaits)
	}
}

// fill lets a word fill those of a part's slots that it can.
func (m *matching) fill(part int, slots uint64, w step) {
	for ; slots != 0; slots &= slots - 1 {
		m.follow(part*64+bits.TrailingZeros64(slots), w)
	}
}

// open lets a word begin phrases. It is separate to keep enter small, which most words are
// done with before that.
//
//go:noinline
func (m *matching) open(does *effect, here step) {
	steps := m.steps
	for _, stage := range does.opens {
		steps[stage%maxStages].add(here)
	}
	for where := does.nextWhere; where != 0; where &= where - 1 {
		k := bits.TrailingZeros16(where)
		m.waiting[k] |= does.next[k]
	}
	m.where |= does.nextWhere
	m.awaits = max(m.awaits, does.room)
}

// stands reports whether the word of an entry stands at p with all that the entry does not
// have of it, and apart from what is beside it. It gives its start, and how many words it
// counts as, but one.
func (m *matching) stands(e *entry, i, p int) (start, more int, ok bool) {
	w, text := &m.lexicon.words[i], m.f.bytes
	start, end := p, p+len(w.body)
	if e.aside != 0 {
		if start -= len(w.lead); !w.goesOn(text, start, end) {
			return 0, 0, false
		}
	}
	if !w.apart(text, start, end) {
		return 0, 0, false
	}
	more = int(e.more)
	if end < len(text) && wordByte[text[end]] && wordByte[text[end-1]] {
		more-- // what is left of its last one counts as another
	}
	return start, more, true
}

// goesOn reports whether what an entry does not have of the word is there too.
func (w *reading) goesOn(text []byte, start, end int) bool {
	return start >= 0 && end <= len(text) && string(text[start:start+len(w.lead)]) == w.lead &&
		(len(w.body) <= deepLen || string(text[end-len(w.body)+deepLen:end]) == w.body[deepLen:])
}

// follow lets a word fill a slot, if the stage before it was reached close enough before.
func (m *matching) follow(id int, w step) {
	s := &m.slots[id]
	reached := &m.steps[s.after%maxStages]
	within := false
	for i := reached.next; i != reached.next-ringLen; i-- {
		before := &reached.steps[(i-1)%ringLen]
		between := w.start - before.end
		if between > int32(s.room) {
			continue
		}
		within = true
		if !m.near(before, between, int32(s.gap)) {
			continue
		}
		if s.to == complete {
			m.complete(int(s.rule), m.base+int(before.start), m.base+int(w.end))
			return
		}
		m.steps[s.to%maxStages].add(step{before.start, w.end, w.words})
		m.waiting.add(id + 1) // that group
		m.where |= 1 << ((id + 1) / 64)
		m.awaits = max(m.awaits, int(s.then))
		return
	}
	if !within {
		m.waiting[id/64] &^= 1 << (id % 64)
	}
}

// near reports whether at most gap words, and no end of a sentence, of an element or of
// a quotation, stand between a step and the word that is looked at, which begins so many
// bytes behind it.
func (m *matching) near(before *step, between, gap int32) bool {
	switch {
	case between <= 0:
		return between == 0
	case before.end <= m.ended || m.cut:
		return false
	case m.words-before.words > gap:
		return m.wide[m.base+int(before.end)] >= unspacedLead // words that cannot be counted; their bytes are bounded
	case between == 1:
		return !inNames[m.wide[m.base+int(before.end)]] // else they are two parts of a name
	}
	return true
}

// What ends a sentence, alone or with what else does, and what parts a name.
var ends, mayEnd, inNames = bytesOf(".!?"), bytesOf(".!?\n<>`\""), bytesOf("_-/")

func bytesOf(members string) (t [256]bool) {
	for i := range len(members) {
		t[members[i]] = true
	}
	return t
}

// complete notes the match of a rule, unless its guard objects.
func (m *matching) complete(rule, start, end int) {
	r := &m.rules[rule]
	c := cue{rule: rule, start: start, end: end, weight: r.weight}
	if r.guard != nil {
		if c.weight = r.guard(m.f, c); c.weight <= 0 {
			return
		}
	}
	m.found = append(m.found, c)
}

// apart reports whether the word, found at [start, end), is one there: not the
// beginning of a longer one, nor part of a name in code.
func (w *reading) apart(text []byte, start, end int) bool {
	if !w.open && wordByte[text[end-1]] && end < len(text) && wordByte[text[end]] && text[end] < unspacedLead {
		return false
	}
	return w.lead != "" || !inIdentifier(text, start, end)
}

// joins says which bytes beside a word may be of one with it: where there is none, it
// stands apart.
var joins = func() (t [256]bool) {
	for b := range t {
		t[b] = wordByte[b] || strings.IndexByte("#$/-_(", byte(b)) >= 0
	}
	return t
}()

// inIdentifier reports whether the word at [start, end) is part of a name in code: an
// option, an anchor, a path, a call.
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
