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
// "answer in two" and "two ways", only the first has room for "ways" behind it. It is a
// line of the cache, so that one is found without a multiplication.
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
		steps: steps, base: begin - l.room, where: openers, live: -1, ended: -1,
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
	where    uint16  // the parts of waiting that have any, and openers
	furthest int     // where the furthest step ended
	live     int     // behind this place no phrase that has begun can go on
	ended    int     // where a sentence ended last while a phrase was under way
	words    int     // how many words came before the one that is looked at
	begun    int     // the same, and that one, unless it goes on with another script's
	joined   bool    // what is before that one may be of one with it
}

// read enters the words that begin in [from, to).
func (m *matching) read(from, to int) {
	text, wide := m.f.bytes, m.wide
	words, begins := m.begun, 1
	if from > 0 && wordByte[text[from-1]] {
		begins = 0
	}
	for p := from; p < to; {
		if !wordByte[text[p]] {
			if p <= m.live && endsSentence(text, p) {
				m.ended = p
				if m.furthest <= p {
					m.waiting, m.where, m.live = slotSet{}, openers, -1 // no phrase goes beyond its sentence
				}
			}
			begins = 1
			p++
			continue
		}
		key := binary.LittleEndian.Uint64(wide[p:])
		next := wordEnd(wide, p, key)
		n := next - p
		kinds := m.kinds[beginningOf(key, n)]
		if p > m.live { // no phrase is under way
			kinds >>= kindsOfOpeners
		}
		if kinds != 0 {
			m.words, m.begun = words, words+begins
			m.joined = p == 0 || joins[wide[p-1]]
			if kinds&wholeKey != 0 && m.seen.has(key) {
				rest := binary.LittleEndian.Uint64(wide[p+keyLen:])
				if deep := deepKey(key, rest); m.seen.has(deep) {
					m.at(p, deep, rest)
				}
				m.at(p, key, rest)
			}
			if kinds&shortKey != 0 && n < keyLen {
				if short := key & firstBytes(n); m.seen.has(short) {
					m.at(p, short, key)
				}
			}
			if kinds&stemKey != 0 {
				if stem := key&firstBytes(stemLen) ^ stemmed; m.seen.has(stem) {
					m.at(p, stem, key)
				}
			}
			if kinds&pairKey != 0 {
				if pair := key&firstBytes(pairLen) ^ paired; m.seen.has(pair) {
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
	entries := m.entries[:m.first[bucket+1]]
	for i := int(m.first[bucket]); i < len(entries); i++ {
		e := &entries[i]
		if (e.key^key)|(rest&e.mask^e.rest) != 0 || e.where&m.where == 0 {
			continue
		}
		if e.aside != 0 {
			if k := p + int(e.aside); k < 0 || m.wide[k] != e.byte {
				continue
			}
		}
		m.enter(e, i, p)
	}
}

// enter lets the word of an entry, the i-th, that stands at p do what it does to phrases.
func (m *matching) enter(e *entry, i, p int) {
	start, end, more := p, p+int(e.size), int(e.more)
	if e.aside != 0 || m.joined || joins[m.wide[end]] { // else it stands apart, as most do
		var ok bool
		if start, more, ok = m.stands(e, i, p); !ok {
			return
		}
	}
	here := step{int32(start - m.base), int32(end - m.base), int32(m.begun + more)}
	does := &m.effects[e.effect]
	room := 0
	if e.where&openers != 0 {
		for _, r := range does.alone {
			m.complete(int(r), start, end)
		}
	}
	for where := e.where & m.where &^ openers; where != 0; where &= where - 1 {
		k := bits.TrailingZeros16(where)
		for set := does.follows[k] & m.waiting[k]; set != 0; set &= set - 1 {
			room = max(room, m.follow(k*64+bits.TrailingZeros64(set), here))
		}
	}
	if e.where&openers != 0 && len(does.opens) > 0 {
		m.open(does, here)
		room = max(room, does.room)
	}
	if room > 0 { // another word must follow within that
		m.furthest = max(m.furthest, end)
		m.live = max(m.live, end+room)
	}
}

// open lets a word begin phrases.
func (m *matching) open(does *effect, here step) {
	for _, stage := range does.opens {
		m.steps[stage].add(here)
	}
	for where := does.nextWhere; where != 0; where &= where - 1 {
		k := bits.TrailingZeros16(where)
		m.waiting[k] |= does.next[k]
	}
	m.where |= does.nextWhere
}

// stands reports whether the word of an entry stands at p with all that the entry does not
// have of it, and apart from what is beside it. It gives its start, and how many words it
// counts as, but one.
func (m *matching) stands(e *entry, i, p int) (start, more int, ok bool) {
	w, text := &m.lexicon.words[i], m.f.bytes
	start, end := p-len(w.lead), p+len(w.body)
	if e.aside != 0 && !w.goesOn(text, start, end) || !w.apart(text, start, end) {
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
// It gives the bytes in which the next group of the phrase must follow.
func (m *matching) follow(id int, w step) (room int) {
	s := &m.slots[id]
	reached := &m.steps[s.after]
	within := false
	for i := reached.next; i != reached.next-ringLen; i-- {
		before := &reached.steps[(i-1)%ringLen]
		between := w.start - before.end
		if between > s.room {
			continue
		}
		within = true
		if between < 0 || between > 0 && !m.near(before, w.start, s.gap) {
			continue
		}
		if s.to == complete {
			m.complete(int(s.rule), m.base+int(before.start), m.base+int(w.end))
			return 0
		}
		m.steps[s.to].add(step{before.start, w.end, w.words})
		m.waiting.add(id + 1) // that group
		m.where |= 1 << ((id + 1) / 64)
		return int(m.slots[id+1].room)
	}
	if !within {
		m.waiting[id/64] &^= 1 << (id % 64)
	}
	return 0
}

// near reports whether at most gap words, and no end of a sentence, of an element or of
// a quotation, stand between a step and the word that is looked at, which begins at
// start.
func (m *matching) near(before *step, start, gap int32) bool {
	text := m.f.bytes
	from, to := m.base+int(before.end), m.base+int(start)
	switch behind := text[from]; {
	case from <= m.ended || ends[text[to-1]]:
		return false
	case int32(m.words)-before.words > gap:
		return behind >= unspacedLead // words that cannot be counted; their bytes are bounded
	default:
		return !inNames[behind] || from+1 < to // else they are two parts of a name
	}
}

// What ends a sentence, and what parts a name.
var ends, inNames = bytesOf(".!?"), bytesOf("_-/")

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
