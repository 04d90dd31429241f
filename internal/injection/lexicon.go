package injection

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/datafile"
)

// A rule is a phrase: groups of words in a fixed order, with room for a few other words between
// them, all in one sentence. A word may contain spaces ("from now on"); one that ends in * matches
// every word that begins like it. Words of scripts without spaces match anywhere.
type rule struct {
	datafile.Place
	name    string
	family  Family
	weight  int
	groups  []group // none: code adds the cue
	guard   guard   // none: the words are enough
	example string
}

// group is a part of a phrase: one of its words must occur.
type group struct {
	gap   int // at most so many other words may come before
	words []string
}

// room is the gap in bytes.
func (g group) room() int { return g.gap*maxWord + 4 }

// cue is a match of a rule, in folded offsets.
type cue struct {
	rule       int
	start, end int
	weight     int
}

// lexicon is the tables in the form that the scan needs: every word by a hash of its beginning, and
// its effect on the phrases that it is in.
//
// Words are looked up only where a word begins, at a sixth of the positions of ordinary text. The
// hits come in order, as matching phrases needs.
type lexicon struct {
	kinds   [1 << kindBits]keyKinds  // by hash of a word's beginning: the kinds of keys there
	seen    bitmap                   // the keys of all words
	first   *[1<<hashBits + 1]uint16 // by hash: the index of its first word in entries and words
	entries *[maxWords + 1]entry     // by hash
	words   []reading                // by hash
	effects []effect                 // of words; many words share one

	rules                     []rule
	families                  []int // numbers of the rules' families
	turnedWord, unseenElement int   // rules whose cues code adds or looks for
	slots                     [maxSlots]slot
	used                      int // how many of them are used
	stages                    []stage
	longest                   int // the most bytes of text that a phrase spans
	room                      int // a bound on the bytes from the end of a phrase's word to the start of the next

	reached sync.Pool // of *latest, one for each piece of a long text
}

// entry identifies a word by up to sixteen bytes: its key, and the eight bytes after the first
// eight, or for a word shorter than eight those themselves. Half a cache line decides whether to
// look further.
type entry struct {
	key        uint64
	rest, mask uint64
	effect     uint16
	where      uint16 // the non-empty parts of the slots that it can fill; starters
	size       uint8  // of the body
	more       uint8  // words in the body after the first
	aside      int8   // offset of a further byte that the word has before or after these sixteen; 0 if there is none
	byte       uint8  // that byte
}

// Flags beside the parts of a slotSet: the word can begin a phrase, or is a whole one.
const (
	openers = 1 << (maxSlots/64 + iota)
	phrases
	starters = openers | phrases
)

// reading is a word in folded text.
type reading struct {
	lead string // punctuation before the first letter
	body string
	open bool // more letters may follow
}

// effect is what a word does to phrases. It fills three cache lines.
type effect struct {
	follows   slotSet  // the slots that it can fill if the stage before was reached
	next      []part   // the slots that can be filled after the stages it reaches by itself
	nextWhere uint16   // the non-empty parts of next
	room      int16    // the bytes within which one of them must be filled
	opens     []uint16 // the stages it reaches by itself
	alone     []uint16 // the rules of which it is the whole phrase
}

// part is one 64-bit part of a slotSet.
type part struct {
	slots uint64
	in    int
}

// word is a literal of some group.
type word struct {
	reading
	effect
	key  uint64
	kind keyKinds
}

// starts reports whether the word can begin a phrase.
func (w *word) starts() bool { return len(w.opens)+len(w.alone) > 0 }

// slot is a group of a phrase other than the first.
type slot struct {
	rule  uint16
	after uint16 // the stage that must be reached before
	to    uint16 // the stage reached then, or complete
	gap   int16  // words that may come between
	room  int16  // the same in bytes, as a first filter
	then  int16  // the room of the next group
}

const complete = 1<<16 - 1

// stage is how far a phrase is matched. Phrases with the same first group share their first stage.
type stage struct {
	next slotSet // the slots that can be filled from here
	room int     // the bytes within which one must be
}

// slotSet is a set of slots.
type slotSet [maxSlots / 64]uint64

// Bounds of a lexicon: words, slots, stages, and bytes of a word. Arrays of these sizes need no
// bounds checks, since 16 bits cannot exceed maxWords, nor a remainder by maxStages maxStages.
const (
	maxWords  = 1<<16 - 1
	maxSlots  = 896
	maxStages = 1024
	maxBody   = 255
)

// where returns the non-empty parts of the set, which are few in most sets.
func (s *slotSet) where() (parts uint16) {
	for k := range s {
		if s[k] != 0 {
			parts |= 1 << k
		}
	}
	return parts
}

func (s *slotSet) join(other *slotSet) {
	for k := range s {
		s[k] |= other[k]
	}
}

func (s *slotSet) add(id int)  { s[uint(id)/64] |= 1 << (uint(id) % 64) }
func (s *slotSet) drop(id int) { s[uint(id)/64] &^= 1 << (uint(id) % 64) }

// keyKinds is a set of kinds of keys: the lower half for all words, the upper half for those that
// can begin a phrase. Keys of other kinds need not be looked up.
type keyKinds uint8

const (
	wholeKey keyKinds = 1 << iota // of eight bytes or more
	shortKey
	stemKey
	kindsOfOpeners = iota // the shift of the upper half
)

// bitmap has a bit for each key that may exist; most places of a text fail here.
type bitmap [1 << (seenBits - 6)]uint64

func (b *bitmap) add(key uint64) {
	bit := hash(key) >> (64 - seenBits)
	b[bit>>6] |= 1 << (bit & 63)
}

func (b *bitmap) has(key uint64) bool {
	bit := hash(key) >> (64 - seenBits)
	return b[bit>>6]&(1<<(bit&63)) != 0
}

const (
	keyLen   = 8
	deepLen  = 16
	stemLen  = 4
	seenBits = 18
	kindBits = 16
	hashBits = 15
)

// stemmed separates the keys of stems from those of words.
const stemmed = 0x5bd1e995 << 32

// keyOf is the key of a word: its first sixteen or else eight bytes; for a shorter one the first
// four bytes if it is a stem of four or more, otherwise its first word. So four look-ups at a place
// in a text find all words there.
func keyOf(body string, open bool) (uint64, keyKinds) {
	key := load(body)
	firstWord := nextWord([]byte(body), 0)
	switch {
	case len(body) >= deepLen:
		return deepKey(key, load(body[keyLen:])), wholeKey
	case len(body) >= keyLen:
		return key, wholeKey
	case open && len(body) >= stemLen:
		return key&firstBytes(stemLen) ^ stemmed, stemKey
	default:
		return key & firstBytes(firstWord), shortKey
	}
}

// deepKey is a key of sixteen bytes. Many words begin with "the user", but few continue alike.
func deepKey(key, rest uint64) uint64 { return hash(key) ^ rest }

// load returns the first eight bytes of a text, padded with zeros.
func load(s string) uint64 {
	var b [keyLen]byte
	copy(b[:], s)
	return binary.LittleEndian.Uint64(b[:])
}

func entryOf(w *word, effect uint16) entry {
	rest := w.body
	if len(rest) >= keyLen {
		rest = rest[keyLen:]
	}
	e := entry{
		key: w.key, rest: load(rest), mask: firstBytes(min(len(rest), keyLen)),
		effect: effect, where: w.follows.where(), size: uint8(len(w.body)), more: uint8(wordsIn(w.body) - 1),
	}
	if len(w.opens) > 0 {
		e.where |= openers
	}
	if len(w.alone) > 0 {
		e.where |= phrases
	}
	switch lead := strings.TrimSuffix(w.lead, " "); {
	case lead != "":
		e.aside, e.byte = int8(len(lead)-1-len(w.lead)), lead[len(lead)-1]
	case len(w.body) > deepLen: // the last byte, which tells more of those apart that begin alike
		last := min(len(w.body)-1, math.MaxInt8)
		e.aside, e.byte = int8(last), w.body[last]
	}
	return e
}

// firstBytes masks the first n bytes of eight.
func firstBytes(n int) uint64 { return 1<<(8*n) - 1 }

// beginningOf is the index in kinds for the first four bytes of the word of n bytes whose beginning
// is key: most words of a text find nothing there.
func beginningOf(key uint64, n int) uint64 {
	// Without a branch, which would be mispredicted often.
	long := ^uint64((n - stemLen) >> 63)
	return hash(key&firstBytes(stemLen)&(fewBytes(n)|long)) >> (64 - kindBits)
}

func hash(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 } // 2^64 over the golden ratio

// fewBytes is firstBytes for n < 8, without a check.
func fewBytes(n int) uint64 { return 1<<(8*uint(n)&63) - 1 }

// compile makes a lexicon of rules.
func compile(rules []rule) (*lexicon, error) {
	l := &lexicon{rules: rules, families: make([]int, len(rules))}
	words := newVocabulary()
	firsts := make(map[string]uint16) // stages by group
	for r := range rules {
		l.families[r] = max(0, slices.Index(families[:], rules[r].family))
		if err := l.addPhrase(r, words, firsts); err != nil {
			return nil, rules[r].Errorf("%s: %w", rules[r].name, err)
		}
	}
	for _, w := range words.all {
		w.join(l.stages)
	}
	slices.SortFunc(words.all, inLexicon)
	return l, l.file(words.all)
}

// named returns the number of a rule.
func (l *lexicon) named(name string) int {
	return slices.IndexFunc(l.rules, func(r rule) bool { return r.name == name })
}

// join fills in what follows the stages that the word reaches by itself.
func (w *word) join(stages []stage) {
	// Two spellings may fold to the same word.
	slices.Sort(w.opens)
	slices.Sort(w.alone)
	w.opens, w.alone = slices.Compact(w.opens), slices.Compact(w.alone)
	var next slotSet
	for _, id := range w.opens {
		next.join(&stages[id].next)
		w.room = max(w.room, int16(stages[id].room))
	}
	for k, slots := range next {
		if slots != 0 {
			w.next = append(w.next, part{slots, k})
		}
	}
	w.nextWhere = next.where()
}

// inLexicon orders words: by hash, and with equal hashes the longest first.
func inLexicon(a, b *word) int {
	if c := cmp.Compare(hash(a.key)>>(64-hashBits), hash(b.key)>>(64-hashBits)); c != 0 {
		return c
	}
	if c := cmp.Compare(len(b.body), len(a.body)); c != 0 {
		return c
	}
	if c := strings.Compare(a.lead+a.body, b.lead+b.body); c != 0 || a.open == b.open {
		return c
	}
	if b.open {
		return -1
	}
	return 1
}

// file enters the words, which are in order, and their effects.
func (l *lexicon) file(words []*word) error {
	if len(words) > maxWords {
		return fmt.Errorf("more words than %d", maxWords)
	}
	l.first = new([1<<hashBits + 1]uint16)
	l.words = make([]reading, len(words))
	l.entries = new([maxWords + 1]entry)
	type doing struct {
		starts  string
		follows slotSet
	}
	effects := make(map[doing]uint16)
	var starts []byte
	for i, w := range words {
		starts = starts[:0]
		for _, of := range [...][]uint16{w.opens, {complete}, w.alone} {
			for _, id := range of {
				starts = binary.LittleEndian.AppendUint16(starts, id)
			}
		}
		does := doing{string(starts), w.follows}
		effect, ok := effects[does]
		if !ok {
			effect = uint16(len(l.effects))
			effects[does] = effect
			l.effects = append(l.effects, w.effect)
		}
		l.words[i], l.entries[i] = w.reading, entryOf(w, effect)
		l.seen.add(w.key)
		if len(w.body) >= deepLen {
			l.seen.add(load(w.body)) // which is looked up first
		}
		kinds := &l.kinds[beginningOf(load(w.body), nextWord([]byte(w.body), 0))]
		*kinds |= w.kind
		if w.starts() {
			*kinds |= w.kind << kindsOfOpeners
		}
		l.first[hash(w.key)>>(64-hashBits)+1]++
	}
	for h := range 1 << hashBits {
		l.first[h+1] += l.first[h]
	}
	return nil
}

// addPhrase enters the phrase of a rule into the slots, stages and words.
func (l *lexicon) addPhrase(r int, words *vocabulary, firsts map[string]uint16) error {
	groups := l.rules[r].groups
	reached := uint16(complete)
	length := 0
	for k, g := range groups {
		all, longest, err := words.of(g)
		if err != nil {
			return err
		}
		length += g.room() + longest
		l.longest = max(l.longest, length)
		last := k == len(groups)-1
		switch {
		case k == 0 && last:
			for _, w := range all {
				w.alone = append(w.alone, uint16(r))
			}
		case k == 0:
			key := strings.Join(g.words, "|")
			stage, ok := firsts[key]
			if !ok {
				stage = l.newStage()
				firsts[key] = stage
				for _, w := range all {
					w.opens = append(w.opens, stage)
				}
			}
			reached = stage
		default:
			to := uint16(complete)
			if !last {
				to = l.newStage()
			}
			id := l.used
			if l.used++; l.used > maxSlots || len(l.stages) > maxStages {
				return fmt.Errorf("more than %d groups after the first, or %d ways to begin", maxSlots, maxStages)
			}
			l.slots[id] = slot{rule: uint16(r), after: reached, to: to, gap: int16(g.gap), room: int16(g.room())}
			if k > 1 {
				l.slots[id-1].then = int16(g.room())
			}
			l.stages[reached].next.add(id)
			l.stages[reached].room = max(l.stages[reached].room, g.room())
			for _, w := range all {
				if w.endsSentence() {
					return fmt.Errorf("a sentence ends in %q, which does not stand in a first group", w.lead+w.body)
				}
				w.follows.add(id)
				l.room = max(l.room, g.room()+len(w.lead)+1)
			}
			reached = to
		}
	}
	return nil
}

func (l *lexicon) newStage() uint16 {
	l.stages = append(l.stages, stage{})
	return uint16(len(l.stages) - 1)
}

// vocabulary is the words of the tables by spelling. Two spellings may fold to the same word; what
// a spelling folds to is kept, since a set may be in many phrases.
type vocabulary struct {
	all     []*word
	written map[string]*word
	read    map[reading]*word
}

func newVocabulary() *vocabulary {
	const words = 20 << 10 // about the actual number, so that the map need not grow
	return &vocabulary{all: make([]*word, 0, words), written: make(map[string]*word, words), read: make(map[reading]*word, words)}
}

// of returns the words of a group, and the length of the longest as written.
func (v *vocabulary) of(g group) (all []*word, longest int, err error) {
	for _, written := range g.words {
		w, err := v.word(written)
		if err != nil {
			return nil, 0, err
		}
		all = append(all, w)
		longest = max(longest, len(written))
	}
	return all, longest, nil
}

// word returns the word for a spelling in a table.
func (v *vocabulary) word(written string) (*word, error) {
	if w, ok := v.written[written]; ok {
		return w, nil
	}
	body, open := strings.CutSuffix(written, "*")
	body = foldString(body)
	k := 0
	for k < len(body) && !wordByte[body[k]] {
		k++
	}
	lead, body := body[:k], body[k:]
	if body == "" || open && len(body) < stemLen || len(body) > maxBody {
		return nil, fmt.Errorf("%q is too short or too long a word", written)
	}
	as := reading{lead, body, open || unspaced(body)}
	w, ok := v.read[as]
	if !ok {
		w = &word{reading: as}
		w.key, w.kind = keyOf(body, as.open)
		v.all = append(v.all, w)
		v.read[as] = w
	}
	v.written[written] = w
	return w, nil
}

// wordsIn counts the words of a text.
func wordsIn(body string) int {
	n := 0
	for i := range len(body) {
		if wordByte[body[i]] && (i == 0 || !wordByte[body[i-1]]) {
			n++
		}
	}
	return n
}

// endsSentence reports whether a sentence ends inside the word.
func (w *word) endsSentence() bool {
	text := []byte(w.lead + w.body + ".") // not at its end
	for p := range len(text) - 1 {
		if endsSentence(text, p) {
			return true
		}
	}
	return false
}

// wordByte marks the bytes of folded text that are part of words.
var wordByte = func() (t [256]bool) {
	for b := range t {
		t[b] = 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b >= utf8.RuneSelf
	}
	return t
}()

// inWord marks the bytes that continue a word in scripts that separate words.
var inWord = func() (t [256]bool) {
	for b := range unspacedLead {
		t[b] = wordByte[b]
	}
	return t
}()

// unspacedLead is the first byte of UTF-8 for characters from U+0590 on, whose scripts do not
// reliably separate words: Arabic attaches articles and conjunctions, Chinese, Japanese and Thai
// have no spaces, Korean and Indic scripts add endings.
const unspacedLead = 0xd6

// unspaced reports whether a word ends in such a script.
func unspaced(body string) bool {
	r, _ := utf8.DecodeLastRuneInString(body)
	return r >= 0x590
}
