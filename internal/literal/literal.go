// Package literal finds every occurrence of many short strings in one pass. It is the prefilter
// of the scanners: each of their rules names literals, one of which every match contains, and
// they look closer only around those. It knows neither rules nor Unicode; ignoring case means
// ASCII case.
//
// Each literal is represented by one gram of up to four bytes, the one rarest in ordinary text,
// and for a shorter one a few bits of the byte after it. A scan looks up the gram at each
// position in a sparse table; the four lookups of a step are independent of each other, which
// makes it faster than an automaton. Prose is searched for 500 literals at 370 MB/s, 250 times as
// fast as for one after the other.
package literal

import (
	"encoding/binary"
	"fmt"
	"strings"
)

const (
	maxGram = 4
	// Most grams of a text are in no literal; a table this sparse tells so without reading an
	// entry, and the part of it that a text needs stays cached.
	hashBits = 18
	// A multiplicative hash needs an odd factor with its bits well mixed; this is
	// 2^32 divided by the golden ratio.
	factor = 0x9E3779B1
	// A gram of less than four bytes is looked up together with these bits of the byte after
	// it. If the literal ends with its gram, the table has it once for each value of the bits.
	// Of all choices of bits this one gives the fewest false candidates: half as many as
	// without.
	behind = 0b111
)

// Case says whether ASCII letters of either case match each other.
type Case uint8

const (
	Exact Case = iota
	Fold
)

// Matcher is an immutable set of literals, safe for concurrent use. The zero
// Matcher has none.
type Matcher struct {
	heads   [1 << hashBits]uint16 // by hash: 1 + the first entry with it; 0, as for most, means none
	entries []entry
	fold    uint32 // the bit in which upper and lower case differ, in each byte; or 0
	mask    uint32 // the bytes of a gram, and the bits after it
	gram    int
}

type entry struct {
	literal string // folded when the matcher folds
	head    uint64 // its first eight bytes
	ignore  uint64 // the bits that may differ there: letter case, and what is past its end
	id      int32
	offset  int32 // of the gram in the literal
	next    uint16
}

// New makes a matcher of at most 65535 literals, of which one that is as short as its gram
// counts as eight; the number of a literal is its index. An empty literal is a mistake in the
// caller's table and panics.
func New(literals []string, c Case) *Matcher {
	m := &Matcher{gram: maxGram}
	for i, l := range literals {
		if l == "" {
			panic(fmt.Sprintf("literal: literal %d is empty", i))
		}
		m.gram = min(m.gram, len(l))
	}
	m.mask = uint32(1<<(8*m.gram) - 1)
	if c == Fold {
		m.fold = 0x20202020
	}
	all := make([]entry, len(literals))
	known := map[uint32]int{}
	for i, l := range literals {
		if c == Fold {
			l = lower(l)
		}
		e := entry{literal: l, id: int32(i), offset: int32(m.choose(l, known))}
		e.head, e.ignore = m.front(l)
		all[i] = e
	}
	if m.gram == maxGram {
		for _, e := range all {
			m.link(e, load(e.literal[e.offset:]))
		}
		return m
	}
	m.mask |= behind << (8 * m.gram)
	// A literal that ends with its gram is represented by the bytes before the last one, so it
	// is found a byte early, and must come after the others there.
	for _, early := range [...]bool{true, false} { // the last one put is found first
		for _, e := range all {
			if early == (e.offset > 0 && int(e.offset)+m.gram == len(e.literal)) {
				m.put(e)
			}
		}
	}
	return m
}

// put enters a literal by its gram and the bits after it.
func (m *Matcher) put(e entry) {
	if len(e.literal) > m.gram {
		e.offset = min(e.offset, int32(len(e.literal)-m.gram-1))
		m.link(e, load(e.literal[e.offset:]))
		return
	}
	for b := range uint32(behind + 1) {
		m.link(e, load(e.literal)|b<<(8*m.gram))
	}
}

func (m *Matcher) link(e entry, gram uint32) {
	h := m.hash(gram)
	e.next = m.heads[h]
	m.entries = append(m.entries, e)
	if len(m.entries) > 1<<16-1 {
		panic(fmt.Sprintf("literal: %d literals are too many", len(m.entries)))
	}
	m.heads[h] = uint16(len(m.entries))
}

// Scan calls found for each occurrence of each literal, overlapping ones too, with the
// literal's number and its place: text[start:end]. It stops when found returns false.
// Occurrences come roughly in the order of the text; callers that need them sorted sort them.
func (m *Matcher) Scan(text []byte, found func(id, start, end int) bool) {
	if len(m.entries) == 0 {
		return
	}
	mask := uint64(m.mask)
	fold := uint64(m.fold)<<32 | uint64(m.fold)
	heads := &m.heads
	i := 0
	// Eight bytes hold the grams of five positions; four are used.
	for ; i+8 <= len(text); i += 4 {
		w := binary.LittleEndian.Uint64(text[i:]) | fold
		a := uint32(w&mask) * factor >> (32 - hashBits)
		b := uint32(w>>8&mask) * factor >> (32 - hashBits)
		c := uint32(w>>16&mask) * factor >> (32 - hashBits)
		d := uint32(w>>24&mask) * factor >> (32 - hashBits)
		if heads[a]|heads[b]|heads[c]|heads[d] == 0 {
			continue
		}
		if heads[a] != 0 && !m.at(text, i, a, found) || heads[b] != 0 && !m.at(text, i+1, b, found) ||
			heads[c] != 0 && !m.at(text, i+2, c, found) || heads[d] != 0 && !m.at(text, i+3, d, found) {
			return
		}
	}
	for ; i+m.gram <= len(text); i++ {
		if h := m.hash(load(text[i:])); !m.at(text, i, h, found) {
			return
		}
	}
}

// at reports the literals whose gram, of hash h, stands at text[i:].
func (m *Matcher) at(text []byte, i int, h uint32, found func(id, start, end int) bool) bool {
	for n := m.heads[h]; n != 0; {
		e := &m.entries[n-1]
		n = e.next
		start := i - int(e.offset)
		if start >= 0 && start+8 <= len(text) {
			if (binary.LittleEndian.Uint64(text[start:])^e.head)&^e.ignore != 0 || len(e.literal) > 8 && !m.stands(text, start, 8, e.literal) {
				continue
			}
		} else if !m.stands(text, start, 0, e.literal) {
			continue
		}
		if !found(int(e.id), start, start+len(e.literal)) {
			return false
		}
	}
	return true
}

// stands reports whether a literal is at text[start:], when the first known bytes are known to
// be.
func (m *Matcher) stands(text []byte, start, known int, literal string) bool {
	end := start + len(literal)
	return start >= 0 && end <= len(text) && m.equal(text[start+known:end], literal[known:])
}

func (m *Matcher) equal(text []byte, literal string) bool {
	if m.fold == 0 {
		return string(text) == literal
	}
	for i := range text {
		if lowerByte(text[i]) != literal[i] {
			return false
		}
	}
	return true
}

// front is what at compares first, and in one step: most literals are no longer than that.
func (m *Matcher) front(literal string) (head, ignore uint64) {
	for i := range 8 {
		switch {
		case i >= len(literal):
			ignore |= 0xff << (8 * i)
			continue
		case m.fold != 0 && 'a' <= literal[i] && literal[i] <= 'z':
			ignore |= 0x20 << (8 * i)
		}
		head |= uint64(literal[i]) << (8 * i)
	}
	return head, ignore
}

// hash maps bytes that differ only by the fold to one value. A few others collide (@ and `),
// which costs a comparison.
func (m *Matcher) hash(gram uint32) uint32 {
	return (gram | m.fold) & m.mask * factor >> (32 - hashBits)
}

// load reads up to four bytes as Scan's wide load does.
func load[T string | []byte](gram T) uint32 {
	var w uint32
	for i := min(len(gram), maxGram) - 1; i >= 0; i-- {
		w = w<<8 | uint32(gram[i])
	}
	return w
}

// choose finds the gram that represents a literal: one that is rare in ordinary text, is not
// part of a ruler such as -----, and represents few literals so far.
func (m *Matcher) choose(literal string, known map[uint32]int) (at int) {
	const (
		shared = 12 // one more entry to compare weighs as much as a more frequent byte
		ruler  = maxGram * len(common)
	)
	gramAt := func(i int) uint32 { return (load(literal[i:i+m.gram]) | m.fold) & m.mask }
	least := int(^uint(0) >> 1)
	for i := 0; i+m.gram <= len(literal); i++ {
		sum := shared * known[gramAt(i)]
		for j := i; j < i+m.gram; j++ {
			sum += int(frequency[literal[j]])
		}
		if strings.Count(literal[i:i+m.gram], literal[i:i+1]) == m.gram {
			sum += ruler // one repeated byte: -----
		}
		if sum < least {
			least, at = sum, i
		}
	}
	known[gramAt(at)]++
	return at
}

// common lists the bytes of English text, source code and logs, most frequent first.
const common = " etaoinsrlhdcum0pfg1\n.y2b-w,_v3/\"k5:4()x=98;67jq'z\t{}<>[]+&*#@!%$\\|?~^`"

// frequency ranks bytes by how often ordinary text holds them, letter case aside.
var frequency = func() (ranks [256]uint8) {
	for i := range len(common) {
		ranks[common[i]] = uint8(len(common) - i)
	}
	for b := 'A'; b <= 'Z'; b++ {
		ranks[b] = ranks[lowerByte(byte(b))]
	}
	return ranks
}()

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lowerByte(c)
	}
	return string(b)
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}
