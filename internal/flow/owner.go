package flow

import (
	"bytes"
	"slices"
	"strconv"
	"time"

	"github.com/provenanced/provenanced/internal/intent"
)

// How long the owner's words select records, and their consent continues an earlier request: so
// many turns, so long, and so many messages.
const (
	activeTurns    = 10
	activeTime     = 24 * time.Hour
	activeMessages = 16
)

// owner is what the owner has said in the session.
type owner struct {
	messages []message
	words    []saidWord
	heads    [saidChains]uint16
	links    []saidLink
	numbers  []uint64 // hashes of the numbers in their words

	turn      uint64
	now       int64
	read      uint32 // the number of the first result that came after their latest message
	first     int    // the first message that still selects
	scope     scope
	scopeMask uint16   // the messages that it comes from
	active    []spoken // the words that select, by hash
}

const saidChains = 256

type message struct {
	id             string
	at             int64
	turn           uint64
	start, end     uint16 // its words
	consents       bool
	scope          scope
	links, numbers uint16 // where its own end
}

// scope is what the owner's words in this turn leave open, mention and ask for.
type scope struct {
	entry
	classes intent.Classes
	address bool // they gave an e-mail address
}

func (s *scope) add(o scope) {
	s.entry.add(o.entry)
	s.classes = s.classes.Or(o.classes)
	s.address = s.address || o.address
}

// saidWord is a word of the owner's.
type saidWord struct {
	h     uint64
	flags saidFlags
	joint uint8
	runes uint8
	msg   uint16
	next  uint16
}

type saidFlags uint8

const (
	isCapital  saidFlags = 1 << iota
	isSaying             // it says something: neither a stop word nor short
	isNumbered           // a number that is called an id
	isDoomed             // it is in a sentence that asks for a removal
	isHidden             // it begins a path, after a dot
	isAbove              // it begins a path that leads up
	isHome               // it begins a path that is at home
)

type saidLink struct{ whole, host uint64 }

// spoken is one word that selects: the active messages that contain it, those where it is
// capitalised, and those where it says something.
type spoken struct {
	hash              uint32
	in, caps, content uint16
	runes             uint8
}

// Begin starts a turn. Hear does so by itself.
func (s *Store) Begin(turn uint64, now time.Time) {
	s.owner.turn, s.owner.now = turn, now.Unix()
	s.reselect()
}

// Hear adds a message of the owner's.
func (s *Store) Hear(m Message) {
	o := &s.owner
	s.steps = 0
	text := s.ownWords([]byte(m.Text))
	msg := message{id: label(m.ID), at: m.At.Unix(), turn: m.Turn, consents: m.Reading.FollowsUp, start: uint16(len(o.words))}
	msg.scope.classes = m.Reading.Classes
	toks := s.hash.tokens(nil, text)
	if len(toks) > maxSaid {
		toks = toks[:maxSaid]
	}
	s.forget(len(toks))
	msg.start = uint16(len(o.words))
	var folds []string
	var buf []byte
	for _, t := range toks {
		buf = foldInto(buf[:0], text[t.start:t.end])
		folds = append(folds, string(buf))
	}
	number := uint16(len(o.messages))
	wants := clauses{}
	sentence := len(o.words) // where it begins
	ends := func() {
		if wants.close(wants.deletes) {
			for i := sentence; i < len(o.words); i++ {
				o.words[i].flags |= isDoomed
			}
		}
		sentence = len(o.words)
	}
	for i, t := range toks {
		w := saidWord{h: t.h, joint: t.joint, runes: uint8(min(t.runes, 255)), msg: number}
		if t.upper && t.runes >= 3 && !isUpper(text[t.start+1:t.end]) {
			w.flags |= isCapital
		}
		if t.joint == 0 {
			w.flags |= beginning(text, t.start)
		}
		e := lexicon.of([]byte(folds[i]))
		if e.lists&stop == 0 && t.runes >= 3 {
			w.flags |= isSaying
		}
		if t.digits && t.runes <= 4 && (t.marked || i > 0 && lexicon.words[folds[i-1]].lists&numbered != 0 && near(text[toks[i-1].end:t.start])) {
			w.flags |= isNumbered
		}
		if i > 0 && t.joint == 0 && wants.between(text[toks[i-1].end:t.start]) {
			ends()
		}
		for _, p := range lexicon.phrases[folds[i]] {
			words := folds[i+1:]
			if p.open {
				words = words[:clauseEnd(text, toks[i:])-1]
			}
			if p.matches(words) {
				e.add(p.entry)
			}
		}
		if t.joint != 0 || i+1 < len(toks) && toks[i+1].joint != 0 { // part of a name
			e.doings = 0
			e.lists &^= negates
		}
		if (t.joint == joinedByDot || t.joint == joinedBySlash) && !t.digits {
			e.lists |= files
		}
		if wants.word(e) {
			ends()
		}
		wants.count(e)
		e.doings = 0
		msg.scope.entry.add(e)
		o.words = append(o.words, w)
	}
	if n := len(toks); n > 0 {
		wants.between(append(slices.Clone(text[toks[n-1].end:]), '\n'))
		ends()
	}
	msg.scope.doings = wants.asked(m.Reading.Classes == intent.Of(intent.Read))
	if n := len(o.messages); n > 0 && len(folds) > 0 && o.messages[n-1].turn+1 >= m.Turn && goesOn(&msg, lexicon.of([]byte(folds[0])), text) {
		msg.scope.doings |= o.messages[n-1].scope.doings &^ deletion
	}
	msg.end = uint16(len(o.words))
	s.hearLinks(text, toks, &msg)
	s.hearNumbers(text)
	msg.links, msg.numbers = uint16(len(o.links)), uint16(len(o.numbers))
	o.messages = append(o.messages, msg)
	s.chainSaid(int(msg.start))
	o.turn, o.now, o.read = m.Turn, max(o.now, msg.at), s.firstNode+uint32(len(s.nodes))
	s.reselect()
	s.makeRoom(0, 0, 0)
}

func isUpper(b []byte) bool { return len(b) > 0 && b[0] >= 'A' && b[0] <= 'Z' }

// goesOn reports whether a message continues the earlier work: it begins with "and", asks for
// nothing itself except perhaps a test or the like, and is neither a question nor a refusal. The
// owner must ask for each removal anew.
func goesOn(m *message, first entry, text []byte) bool {
	return first.lists&joins != 0 && m.scope.doings&^checking == 0 && m.scope.lists&negates == 0 &&
		m.scope.classes.Without(intent.Of(intent.Read)) == 0 && !bytes.ContainsAny(text, "?？")
}

// clauseEnd returns how many words there are up to a punctuation mark, as far as an open phrase
// reaches.
func clauseEnd(text []byte, toks []token) int {
	for i := 1; i < len(toks) && i <= maxBetween+2; i++ {
		if bytes.ContainsAny(text[toks[i-1].end:toks[i].start], ".,;:!?\n()") {
			return i
		}
	}
	return len(toks)
}

// near reports whether there is little between a word and a number.
func near(between []byte) bool { return len(between) <= 3 }

func (s *Store) hearLinks(text []byte, toks []token, m *message) {
	start, end := 0, 0
	var buf []byte
	for _, t := range toks {
		if t.joint == 0 {
			start = t.start
		}
		if !mayLink(t.joint) || t.start < end {
			continue
		}
		l, ok := linkAt(text, start)
		if !ok {
			continue
		}
		end = l.end
		if l.mail {
			m.scope.address = true
			continue
		}
		whole, host := address(buf[:0], text[l.start:l.end])
		if len(s.owner.links) == maxLinks {
			return // more only leads to questions
		}
		s.owner.links = append(s.owner.links, saidLink{s.hash.bytes(whole), s.hash.bytes(host)})
	}
}

func (s *Store) hearNumbers(text []byte) {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			continue
		}
		start := i
		for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == ',') {
			i++
		}
		if i+1 < len(text) && text[i] == '.' && text[i+1] >= '0' && text[i+1] <= '9' {
			for i++; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
			}
		}
		if h, ok := s.number(bytes.ReplaceAll(text[start:i], []byte(","), nil)); ok && len(s.owner.numbers) < maxLinks {
			s.owner.numbers = append(s.owner.numbers, h)
		}
	}
}

// number returns the hash of a number, in any notation.
func (s *Store) number(text []byte) (uint64, bool) {
	f, err := strconv.ParseFloat(string(bytes.TrimSpace(text)), 64)
	if err != nil {
		return 0, false
	}
	return s.hash.bytes(strconv.AppendFloat(nil, f, 'f', -1, 64)), true
}

// chainSaid adds the words from start on to their chains.
func (s *Store) chainSaid(start int) {
	o := &s.owner
	for i := start; i < len(o.words); i++ {
		head := &o.heads[o.words[i].h%saidChains]
		o.words[i].next = *head
		*head = uint16(i + 1)
	}
}

// forget makes room for n words by dropping the oldest messages.
func (s *Store) forget(n int) {
	o := &s.owner
	drop := 0
	for drop < len(o.messages) && len(o.words)-int(o.messages[drop].start)+n > maxSaid {
		drop++
	}
	if drop == 0 && len(o.messages) < maxMessages {
		return
	}
	drop = max(drop, len(o.messages)-maxMessages+1)
	words, links, numbers := len(o.words), uint16(0), uint16(0)
	if drop < len(o.messages) {
		words = int(o.messages[drop].start)
	}
	if drop > 0 {
		links, numbers = o.messages[drop-1].links, o.messages[drop-1].numbers
	}
	o.words = slices.Delete(o.words, 0, words)
	o.links = slices.Delete(o.links, 0, min(int(links), len(o.links)))
	o.numbers = slices.Delete(o.numbers, 0, min(int(numbers), len(o.numbers)))
	o.messages = slices.Delete(o.messages, 0, drop)
	for i := range o.messages {
		m := &o.messages[i]
		m.start, m.end = m.start-uint16(words), m.end-uint16(words)
		m.links, m.numbers = m.links-links, m.numbers-numbers
	}
	for i := range o.words {
		o.words[i].msg -= uint16(drop)
	}
	o.heads = [saidChains]uint16{}
	s.chainSaid(0)
}

// reselect computes what the owner's words select, for a new turn.
func (s *Store) reselect() {
	o := &s.owner
	o.first = len(o.messages)
	for o.first > 0 && len(o.messages)-o.first < activeMessages {
		m := &o.messages[o.first-1]
		if m.turn+activeTurns < o.turn || m.at+int64(activeTime/time.Second) < o.now {
			break
		}
		o.first--
	}
	// They ask for what they say in this turn. If they only consent, also for what they said in the
	// turn before.
	o.scope, o.scopeMask = scope{}, 0
	turn, consents := o.turn, true
	for i := len(o.messages) - 1; i >= o.first; i-- {
		m := &o.messages[i]
		if m.turn != turn {
			if !consents {
				break
			}
			turn = m.turn
		}
		o.scope.add(m.scope)
		o.scopeMask |= 1 << (i - o.first)
		consents = consents && m.consents
	}
	size := 32
	for n := range o.activeWords() {
		for size*3 < 4*(n-int(o.messages[o.first].start)+1) {
			size *= 2
		}
	}
	o.active = make([]spoken, size)
	for i := range o.activeWords() {
		w := &o.words[i]
		bit := uint16(1) << (int(w.msg) - o.first)
		p := o.slot(uint32(w.h) & hashMask)
		p.in |= bit
		p.runes = w.runes
		if w.flags&isCapital != 0 {
			p.caps |= bit
		}
		if w.flags&isSaying != 0 {
			p.content |= bit
		}
	}
	for i := range s.recs {
		s.selectRecord(&s.recs[i])
	}
}

// activeWords yields the indexes of the words that select.
func (o *owner) activeWords() func(func(int) bool) {
	return func(yield func(int) bool) {
		if o.first == len(o.messages) {
			return
		}
		for i := int(o.messages[o.first].start); i < len(o.words); i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// slot returns the place of a word among the active ones, free or taken.
func (o *owner) slot(hash uint32) *spoken {
	i := int(hash) & (len(o.active) - 1)
	for o.active[i].in != 0 && o.active[i].hash != hash {
		i = (i + 1) & (len(o.active) - 1)
	}
	o.active[i].hash = hash
	return &o.active[i]
}

// spoken returns what the active messages say with a word.
func (o *owner) spoken(hash uint32) spoken {
	if len(o.active) == 0 {
		return spoken{}
	}
	i := int(hash) & (len(o.active) - 1)
	for o.active[i].in != 0 {
		if o.active[i].hash == hash {
			return o.active[i]
		}
		i = (i + 1) & (len(o.active) - 1)
	}
	return spoken{}
}

// saidWhole finds words in a row, as a whole, in a message of the owner's.
func (s *Store) saidWhole(ts []token) (msg uint16, ok bool) { return s.saidAs(ts, 0) }

// saidAs is saidWhole for words whose first has all of these flags.
func (s *Store) saidAs(ts []token, flags saidFlags) (msg uint16, ok bool) {
	if len(ts) == 0 {
		return 0, false
	}
	o := &s.owner
	for at := o.heads[ts[0].h%saidChains]; at != 0; at = o.words[at-1].next {
		if o.words[at-1].flags&flags == flags && o.begins(int(at-1), ts) {
			return o.words[at-1].msg, true
		}
	}
	return 0, false
}

// begins reports whether the words are in a row from the i-th on, as a whole.
func (o *owner) begins(i int, ts []token) bool {
	w := &o.words[i]
	end := i + len(ts)
	if w.h != ts[0].h || w.joint != 0 || end > int(o.messages[w.msg].end) {
		return false
	}
	for k := 1; k < len(ts); k++ {
		if x := &o.words[i+k]; x.h != ts[k].h || x.joint != ts[k].joint {
			return false
		}
	}
	return end == int(o.messages[w.msg].end) || o.words[end].joint == 0
}

// saidAll finds a message of the owner's with all of the words, in any order.
func (s *Store) saidAll(ts []token) (msg uint16, ok bool) {
	o := &s.owner
	for at := o.heads[ts[0].h%saidChains]; at != 0; at = o.words[at-1].next {
		w := &o.words[at-1]
		if w.h != ts[0].h {
			continue
		}
		all := true
		for _, t := range ts[1:] {
			all = all && o.has(t.h, w.msg)
		}
		if all {
			return w.msg, true
		}
	}
	return 0, false
}

func (o *owner) has(h uint64, msg uint16) bool {
	for at := o.heads[h%saidChains]; at != 0; at = o.words[at-1].next {
		if w := &o.words[at-1]; w.h == h && w.msg == msg {
			return true
		}
	}
	return false
}

// doomed reports whether the owner uses the words in a sentence that asks for a removal.
func (s *Store) doomed(ts []token) bool {
	o := &s.owner
	for at := o.heads[ts[0].h%saidChains]; at != 0; at = o.words[at-1].next {
		if w := &o.words[at-1]; w.h == ts[0].h && w.flags&isDoomed != 0 && o.begins(int(at-1), ts) {
			return true
		}
	}
	return false
}

// hasWord reports whether some message has the word.
func (o *owner) hasWord(h uint64) bool {
	for at := o.heads[h%saidChains]; at != 0; at = o.words[at-1].next {
		if o.words[at-1].h == h {
			return true
		}
	}
	return false
}
