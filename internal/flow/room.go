package flow

import (
	"math/bits"
	"slices"
	"unsafe"
)

// Memory of the parts of a store.
const (
	wordSize    = 4 + 2
	leafSize    = int(unsafe.Sizeof(leaf{})) + 2
	recordSize  = int(unsafe.Sizeof(record{}))
	nodeSize    = int(unsafe.Sizeof(node{}))
	messageSize = int(unsafe.Sizeof(message{}))
	saidSize    = int(unsafe.Sizeof(saidWord{}))
	linkSize    = int(unsafe.Sizeof(saidLink{}))
	spokenSize  = int(unsafe.Sizeof(spoken{}))
	keySize     = int(unsafe.Sizeof(fieldName{})) + 32 // with its place in the index

	// The slices of results grow by an eighth more than needed.
	full = MaxSize * 7 / 8
)

// Size returns the store's approximate memory use.
func (s *Store) Size() int {
	if s == nil {
		return 0
	}
	n := int(unsafe.Sizeof(*s)) + len(lexicon.named)*16
	n += cap(s.words)*4 + cap(s.wordNext)*2 + cap(s.leafs)*(leafSize-2) + cap(s.leafNext)*2 + cap(s.recs)*recordSize + cap(s.nodes)*nodeSize
	return n + s.rest()
}

// rest is the memory of everything but results.
func (s *Store) rest() int {
	o := &s.owner
	n := len(s.keys)*keySize + len(s.private)*2 + len(s.sketch.bits)*8
	n += cap(o.messages)*messageSize + cap(o.words)*saidSize + cap(o.links)*linkSize + cap(o.numbers)*8 + cap(o.active)*spokenSize
	for i := range s.keys {
		n += len(s.keys[i].name)
	}
	for i := range s.nodes {
		n += len(s.nodes[i].tool) + len(s.nodes[i].callID) + len(s.nodes[i].from)
	}
	for i := range o.messages {
		n += len(o.messages[i].id)
	}
	return n
}

// needed is the memory of the store with that much more in it, without slack.
func (s *Store) needed(words, leafs, recs int) int {
	n := int(unsafe.Sizeof(*s)) + len(lexicon.named)*16 + s.rest()
	return n + (len(s.words)+words)*wordSize + (len(s.leafs)+leafs)*leafSize + (len(s.recs)+recs)*recordSize + (len(s.nodes)+1)*nodeSize
}

// dropping is what is dropped of a result.
type dropping uint8

const (
	dropNothing dropping = iota
	dropTexts
	dropAll
)

// maxPlaces bounds whatever is numbered in 16 bits.
const maxPlaces = 1<<16 - 2

// resultRoom is the most that one result may take: half of what is left beside the owner's words,
// so that no result fills the store alone.
func (s *Store) resultRoom() int {
	room := full - int(unsafe.Sizeof(*s)) - len(lexicon.named)*16 - s.rest() - maxNodes*nodeSize - sketchWords*8
	return min(max(room, 0)/2, maxPlaces*4)
}

// makeRoom drops the oldest content until that much more fits: first strangers' texts, then their
// records, then those of trusted sources.
func (s *Store) makeRoom(words, leafs, recs int) {
	over := s.needed(words, leafs, recs) - full
	over = max(over, (len(s.words)+words-maxPlaces)*wordSize, (len(s.leafs)+leafs-maxPlaces)*leafSize, (len(s.recs)+recs-maxPlaces)*recordSize)
	if over > 0 {
		if s.sketch.bits == nil {
			over += sketchWords * 8
		}
		s.drop(over + MaxSize/8) // so that it need not be done for every result
	}
	if n := len(s.nodes) - maxNodes; n >= 0 {
		for i := range s.nodes[:n+1] {
			if s.nodes[i].kept > 0 {
				s.drop(1)
				break
			}
		}
		s.forgetNodes()
	}
	s.words, s.wordNext = grow(s.words, words), grow(s.wordNext, words)
	s.leafs, s.leafNext = grow(s.leafs, leafs), grow(s.leafNext, leafs)
	s.recs = grow(s.recs, recs)
}

// grow makes room for n more, and a little extra.
func grow[T any](s []T, n int) []T {
	if len(s)+n <= cap(s) {
		return s
	}
	g := make([]T, len(s), (len(s)+n)*9/8)
	copy(g, s)
	return g
}

// drop drops that many bytes.
func (s *Store) drop(size int) {
	plan := make([]dropping, len(s.nodes))
	tooMany := len(s.nodes) - maxNodes
	for _, pass := range []struct {
		what    dropping
		trusted bool
	}{{dropTexts, false}, {dropAll, false}, {dropAll, true}} {
		for i := range s.nodes {
			n := &s.nodes[i]
			if size <= 0 && i > tooMany {
				break
			}
			if n.kept == 0 || plan[i] >= pass.what || n.flags&isTrusted != 0 != pass.trusted {
				continue
			}
			size -= s.gain(i, plan[i], pass.what)
			plan[i] = pass.what
		}
	}
	s.compact(plan)
}

// gain is how many bytes are freed by dropping more of a result.
func (s *Store) gain(node int, was, what dropping) (size int) {
	for r := s.nodes[node].first; r < s.nodes[node].first+s.nodes[node].kept; r++ {
		rec := &s.recs[r]
		for _, l := range s.leafs[rec.first : rec.first+rec.n] {
			n := 0
			if l.flags&(isLink|isMail) == 0 {
				n = int(l.n) * wordSize
			}
			if free := l.flags&isFree != 0; free && was < dropTexts || !free && what == dropAll {
				size += n + leafSize
			}
		}
		if what == dropAll {
			size += recordSize
		}
	}
	return size
}

// compact rebuilds the store without what is dropped, and notes that in the sketch.
func (s *Store) compact(plan []dropping) {
	old := *s
	s.words, s.wordNext = make([]uint32, 0, len(old.words)), make([]uint16, 0, len(old.words))
	s.leafs, s.leafNext = make([]leaf, 0, len(old.leafs)), make([]uint16, 0, len(old.leafs))
	s.recs = make([]record, 0, len(old.recs))
	s.wordHeads, s.leafHeads, s.private = [wordChains]chain{}, [leafChains]uint16{}, nil
	for i := range s.nodes {
		n := &s.nodes[i]
		first, kept := n.first, n.kept
		n.first = uint16(len(s.recs))
		if plan[i] == dropAll {
			n.kept = 0
			n.flags |= isCut | isLost
			if n.flags&isTrusted != 0 {
				s.lostTrusted = true
			}
		}
		for r := first; r < first+kept; r++ {
			rec := old.recs[r]
			leafs := old.leafs[rec.first : rec.first+rec.n]
			rec.first = uint16(len(s.leafs))
			for k := range leafs {
				l := leafs[k]
				dropped := plan[i] == dropAll || plan[i] == dropTexts && l.flags&isFree != 0
				words := []uint32(nil)
				if l.flags&(isLink|isMail) == 0 {
					words = old.words[l.at : l.at+l.n]
				}
				if dropped {
					n.flags |= isCut
					if n.flags&isTrusted == 0 {
						s.sketch.addLeaf(&l, words)
					}
					continue
				}
				s.keep(l, words, uint16(len(s.recs)), n)
			}
			if plan[i] != dropAll {
				rec.n = uint16(len(s.leafs)) - rec.first
				s.recs = append(s.recs, rec)
			}
		}
	}
	s.words, s.wordNext, s.leafs, s.leafNext, s.recs = slices.Clip(s.words), slices.Clip(s.wordNext), slices.Clip(s.leafs), slices.Clip(s.leafNext), slices.Clip(s.recs)
}

// keep adds a leaf with its words.
func (s *Store) keep(l leaf, words []uint32, rec uint16, n *node) {
	l.rec = rec
	l.at = uint16(len(s.words)) // a link comes after its text
	for _, w := range words {
		s.addWord(w)
	}
	if n.flags&isTrusted != 0 && l.flags&isField != 0 && l.flags&isLong != 0 && s.keys[l.key].lists&inPrivate != 0 {
		s.private = append(s.private, uint16(len(s.leafs)))
	}
	s.addLeaf(l)
}

// forgetNodes drops the oldest results of which nothing is kept.
func (s *Store) forgetNodes() {
	n := 0
	for n < len(s.nodes) && s.nodes[n].kept == 0 && len(s.nodes)-n >= maxNodes {
		n++
	}
	if n == 0 {
		return
	}
	s.nodes = slices.Delete(s.nodes, 0, n)
	s.firstNode += uint32(n)
	for i := range s.recs {
		s.recs[i].node -= uint16(n)
	}
}

// sketch remembers which words dropped texts contained, and which followed each other. It may have
// false positives, which only lead to more questions, but never misses a word.
type sketch struct {
	bits []uint64
	set  int
}

const sketchWords = 4096

// full reports that the sketch can no longer exclude anything.
func (k *sketch) full() bool { return k.set > sketchWords*64/2 }

// noSketch remembers nothing.
var noSketch = sketch{set: sketchWords * 64}

// fill makes the sketch exclude nothing.
func (k *sketch) fill() {
	k.bits, k.set = make([]uint64, sketchWords), sketchWords*64
	for i := range k.bits {
		k.bits[i] = ^uint64(0)
	}
}

func (k *sketch) places(h uint64) (a, b uint32) {
	h *= 0x9e3779b97f4a7c15
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return uint32(h>>32) % (sketchWords * 64), uint32(h) % (sketchWords * 64)
}

func (k *sketch) add(h uint64) {
	if k.full() {
		return
	}
	if k.bits == nil {
		k.bits = make([]uint64, sketchWords)
	}
	a, b := k.places(h)
	k.put(a)
	k.put(b)
}

// put sets a bit. It does not branch on the old value, which would be unpredictable.
func (k *sketch) put(p uint32) {
	w := &k.bits[p/64]
	k.set += int(^*w >> (p % 64) & 1)
	*w |= 1 << (p % 64)
}

func (k *sketch) has(h uint64) bool {
	if k.bits == nil {
		return false
	}
	a, b := k.places(h)
	return k.full() || k.bits[a/64]>>(a%64)&1 != 0 && k.bits[b/64]>>(b%64)&1 != 0
}

// count returns the number of set bits.
func (k *sketch) count() (n int) {
	for _, w := range k.bits {
		n += bits.OnesCount64(w)
	}
	return n
}

// pair hashes a word with the one before it.
func pair(before, word uint32) uint64 {
	return uint64(before&hashMask)<<32 | uint64(word&(hashMask|jointMask)) | 1<<63
}

const markedWord = hashMask // stands for a number sign

func (k *sketch) addLeaf(l *leaf, words []uint32) {
	if l.flags&(isLink|isMail) != 0 {
		k.add(l.h)
		return
	}
	if l.flags&(isFree|isText) == 0 {
		return
	}
	var before uint32
	for _, w := range words {
		if l.flags&isFree == 0 {
			w &^= isMarked
		}
		k.addWords(before, w)
		before = w
	}
}

// addWords adds a word, and that it follows the one before; before is 0 if there is none.
func (k *sketch) addWords(before, word uint32) {
	k.add(uint64(word & hashMask))
	if before != 0 {
		k.add(pair(before, word))
	}
	if word&isMarked != 0 {
		k.add(pair(markedWord, word&hashMask))
	}
}

// phrase reports whether the words may have been in a row in dropped texts.
func (k *sketch) phrase(ts []token) bool {
	if k.bits == nil || len(ts) == 0 || !k.has(uint64(uint32(ts[0].h)&hashMask)) {
		return false
	}
	for i := range ts[1:] {
		if !k.has(pair(uint32(ts[i].h), ts[i+1].word())) {
			return false
		}
	}
	return true
}

// words is phrase for words of the store.
func (k *sketch) words(words []uint32) bool {
	if k.bits == nil || len(words) == 0 || !k.has(uint64(words[0]&hashMask)) {
		return false
	}
	for i := range words[1:] {
		if !k.has(pair(words[i], words[i+1])) {
			return false
		}
	}
	return true
}
