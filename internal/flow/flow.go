// Package flow knows where the values of a session come from: what the owner wrote, and what is in
// a source that they trust, in a record, or in a text by strangers. A call that acts only on the
// owner's values need not be asked about; for any other it says which value matters, and where it
// was.
//
// The store keeps no content: only hashes, with a key of the session's own, of values and of words
// in order. Anything unknown is held: an argument of unknown role needs authority, a result that is
// not parsed as structure is prose, a value found nowhere is invented.
//
// It does no I/O, knows no clock, and raises no level: others decide whether a call is held at all
// for its level, and everything that is held at every level.
package flow

import (
	"time"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// Bounds of one session's store.
const (
	MaxSize     = 256 << 10 // bytes in memory
	maxValues   = 4096      // of one call; a call with more is held
	maxSaid     = 3000      // words of the owner's; beyond this the oldest messages are dropped
	maxMessages = 128       // of the owner's
	maxLinks    = 300       // links and numbers among them
	maxLabel    = 48        // bytes of a name that is kept
	maxKeys     = 256       // names of fields; further ones become otherName
	maxNodes    = 256       // results that are remembered
	maxSteps    = 1 << 22   // through the store, for one call; a call that needs more is held
)

// Store is what is known about the values of one session. Judge and Source only read it.
type Store struct {
	key   Key
	hash  hasher
	nodes []node
	recs  []record
	leafs []leaf
	words []uint32
	keys  []fieldName

	// Chains of words and leaves that have some bits of their hash in common.
	wordHeads [wordChains]chain
	wordNext  []uint16
	leafHeads [leafChains]uint16
	leafNext  []uint16
	keyIndex  map[string]uint16

	private     []uint16 // leaves of trusted sources that must not leave unasked
	sketch      sketch   // what was dropped of strangers' texts
	lostTrusted bool     // something of a trusted source was dropped
	firstNode   uint32   // the number of the first result that is remembered

	steps int // used by the judging of a call; only one call is judged at a time

	owner owner
	own   ownWords
}

// ownWords are words of the lexicons by their hashes in one store. Hashing all of them takes longer
// than most of a session's questions, so it is done when they are first needed.
type ownWords struct {
	named map[uint32]lists // words with which texts introduce an id
	doing map[uint32]entry // words that ask for something, or forbid it
}

const (
	wordChains = 2048
	leafChains = 1024
)

// chain is the last place of a word and the number of its places, which count from 1.
type chain struct{ last, n uint16 }

// node is one result.
type node struct {
	tool, callID string
	from         string // see Result.From
	at           int64  // in Unix seconds
	level        trust.Level
	flags        nodeFlags
	source       Source
	records      uint16 // how many it contained; prose none
	first, kept  uint16 // its records in the store
}

type nodeFlags uint8

const (
	isGated   nodeFlags = 1 << iota // of a call that acts: its ids are the agent's own
	isTrusted                       // a source that the owner trusts
	isProse
	isCut  // part of its text is not kept
	isLost // some of its fields are not kept
	isTable
	isUsed // not a result, but the names that a call was made with
)

// record is one object of a structured result, or the whole of a prose one.
type record struct {
	node, first, n uint16 // leaves
	flags          recordFlags
	selected       uint8 // how strongly the owner's words select it, see select.go
}

type recordFlags uint8

const (
	isFlagged recordFlags = 1 << iota // the scanner found orders in it
	hasFree                           // it has free text
	isSingle                          // it has one field
	isPerson                          // a person whom the owner keeps
)

// leaf is one value of a record: a field, a stretch of free text, or a link or an address in one of
// these.
type leaf struct {
	h     uint64 // of the whole value, 0 for free text
	host  uint32 // of a link, a part of its host's hash
	at, n uint16 // its words; a link has none, and comes after its text
	rec   uint16
	key   uint16
	flags leafFlags
}

type leafFlags uint16

const (
	isField    leafFlags = 1 << iota
	isFree               // others write what they like
	isLink               // the address of a page
	isMail               // an e-mail address
	isInert              // a value that selects nothing
	isLong               // 4 characters or more
	isVeryLong           // 8 characters or more
	isText               // a field in which others write sentences
	isWritable           // others can write it
	isSure               // of a link: it cannot be a file's name; of an address, always
	isWhole              // of a link: the field contains nothing else
)

// otherName stands for all names of fields when there are too many to keep, and counts as text that
// others may write.
const otherName = "*"

// fieldName is the name of a field and its meaning.
type fieldName struct {
	name  string
	lists lists
}

// New returns an empty store. The key is random and belongs to one session.
func New(key Key) *Store {
	s := &Store{key: key, hash: key.hasher(), keyIndex: map[string]uint16{}}
	s.intern(nil) // free text has no name
	s.intern([]byte(otherName))
	return s
}

// named returns the words with which texts introduce an id.
func (s *Store) named() map[uint32]lists {
	if s.own.named == nil {
		s.own.named = make(map[uint32]lists, len(lexicon.named))
		for _, w := range lexicon.named {
			s.own.named[uint32(s.hash.bytes(w.first))&hashMask] = w.lists
		}
	}
	return s.own.named
}

// doing returns the words that ask for something, or forbid it.
func (s *Store) doing() map[uint32]entry {
	if s.own.doing == nil {
		s.own.doing = make(map[uint32]entry, len(lexicon.doing))
		for _, w := range lexicon.doing {
			s.own.doing[uint32(s.hash.bytes(w.first))&hashMask] = w.entry
		}
	}
	return s.own.doing
}

// Partial reports whether something was dropped for lack of room. From then on more is asked.
func (s *Store) Partial() bool { return s != nil && (s.sketch.bits != nil || s.lostTrusted) }

// Missed notes that the session has read something unknown to the store: it may contain any value,
// and a stranger's request for it.
func (s *Store) Missed() { s.sketch.fill() }

// Node describes a result.
type Node struct {
	Tool, CallID string
	From         string // the address or the program that it is from; may be empty
	At           time.Time
	Level        trust.Level
	Gated, Prose bool
}

// Node returns the result that a Value points to.
func (s *Store) Node(i uint32) (Node, bool) {
	if s == nil || i < s.firstNode || int(i-s.firstNode) >= len(s.nodes) {
		return Node{}, false
	}
	n := &s.nodes[i-s.firstNode]
	return Node{Tool: n.tool, CallID: n.callID, From: n.from, At: time.Unix(n.at, 0), Level: n.level, Gated: n.flags&isGated != 0, Prose: n.flags&isProse != 0}, true
}

// Message returns the owner's message that a Value points to.
func (s *Store) Message(i uint32) (id string, at time.Time, ok bool) {
	if s == nil || int(i) >= len(s.owner.messages) {
		return "", time.Time{}, false
	}
	m := &s.owner.messages[i]
	return m.id, time.Unix(m.at, 0), true
}

// trusted reports whether the leaf is in a source that the owner trusts.
func (s *Store) trusted(l *leaf) bool { return s.nodes[s.recs[l.rec].node].flags&isTrusted != 0 }

// index adds a word or a leaf to its chain.
func (s *Store) addWord(w uint32) {
	c := &s.wordHeads[w&hashMask%wordChains]
	s.wordNext = append(s.wordNext, c.last)
	s.words = append(s.words, w)
	c.last, c.n = uint16(len(s.words)), c.n+1
}

func (s *Store) addLeaf(l leaf) {
	h := &s.leafHeads[l.h%leafChains]
	s.leafNext = append(s.leafNext, *h)
	s.leafs = append(s.leafs, l)
	*h = uint16(len(s.leafs))
}

// Message is a message that is proven to be the owner's.
type Message struct {
	ID      string
	At      time.Time
	Turn    uint64
	Text    string         // all of it; what they quote, forward or paste is removed here
	Reading intent.Reading // what it asks for
}
