package flow

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// value is one value of a call, in the forms in which it is looked up.
type value struct {
	text  []byte
	toks  []token
	h     uint64 // of the whole
	runes int    // of its normal form
	link  uint64 // of a URL: its target
	host  uint64
	url   bool      // it has the form of a link, and is looked up as one
	alike bool      // an address with characters that compare like others
	apart saidFlags // flags of its beginning, which the owner must have written, too
}

func (s *Store) value(text []byte, kind Role) value {
	return s.valueIn(make([]token, 0, 8), text, kind)
}

// valueIn is value with room for its words.
func (s *Store) valueIn(room []token, text []byte, kind Role) value {
	v := value{text: text, toks: s.hash.tokens(room, text), runes: -1}
	for _, t := range v.toks {
		v.runes += t.runes + 1
	}
	at := kind == URL || kind == Host
	for _, t := range v.toks {
		at = at || t.joint == joinedByAt
	}
	if len(v.toks) > 0 {
		v.h = s.hash.form(v.toks)
		v.alike = at && isAlike(text)
		v.apart = beginning(text, v.toks[0].start)
	}
	if kind == URL || kind == Host {
		whole, host := address(make([]byte, 0, 96), text)
		v.link, v.host = s.hash.bytes(whole), s.hash.bytes(host)
		v.url = kind == URL && (bytes.IndexByte(whole, '.') >= 0 || bytes.Contains(text, []byte("://")))
	}
	return v
}

// exact reports whether only the owner can supply the value: it has no words to be found by, as "*"
// and "/", or differs from the words that are compared.
func (v *value) exact() bool { return len(v.toks) == 0 || v.alike || v.apart&^isHome != 0 }

// isAlike reports whether a text has characters that compare like others: é like e. In a name that
// is the same word; in an address it is a different one, which anybody may own.
func isAlike(text []byte) bool {
	return bytes.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) && !bytes.Equal(foldInto(nil, text), bytes.ToLower(text))
}

// beginning returns flags for a path whose first word is at start: .profile differs from profile,
// and ../notes.md is at another place than notes.md.
func beginning(text []byte, start int) (f saidFlags) {
	from := start
	for from > 0 && start-from < maxLink && bytes.IndexByte([]byte("./~"), text[from-1]) >= 0 {
		from--
	}
	before := text[from:start]
	if bytes.HasSuffix(before, []byte(".")) {
		f |= isHidden
	}
	if bytes.Contains(before, []byte("..")) {
		f |= isAbove
	}
	if bytes.HasPrefix(before, []byte("~/")) {
		f |= isHome
	}
	return f
}

// isIdentifier reports whether a text is no name: an address, a link, a number of four
// digits or more, something with dots.
func isIdentifier(text []byte) bool {
	if bytes.IndexByte(text, '@') >= 0 || bytes.Contains(text, []byte("://")) || hasFold(text, "www.") {
		return true
	}
	digits := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			digits = 0
		} else if digits++; digits == 4 {
			return true
		}
	}
	// One word with dots, or the first name of a path.
	first, _, _ := bytes.Cut(text, []byte("/"))
	dots := 0
	for i, c := range first {
		switch {
		case c == '.' && i > 0 && i < len(first)-1 && first[i-1] != '.':
			dots++
		case c == '.', c < 0x80 && class[c]&isWord == 0 && c != '_' && c != '-':
			return false
		}
	}
	return dots > 0
}

// phrase calls yield with each leaf in which the words are in a row, as a whole, and with their
// place, until it returns false. It walks along the rarest word.
func (s *Store) phrase(ts []token, yield func(l *leaf, at int) bool) {
	if len(ts) == 0 || len(ts) > len(s.words) {
		return
	}
	rare := 0
	for i, t := range ts {
		if s.wordHeads[t.h&hashMask%wordChains].n < s.wordHeads[ts[rare].h&hashMask%wordChains].n {
			rare = i
		}
	}
next:
	for p := s.wordHeads[ts[rare].h&hashMask%wordChains].last; p != 0 && s.step(1); p = s.wordNext[p-1] {
		at := int(p) - 1 - rare
		if at < 0 || at+len(ts) > len(s.words) || s.words[at]&jointMask != 0 {
			continue
		}
		for k, t := range ts {
			w := s.words[at+k]
			if (w^uint32(t.h))&hashMask != 0 || k > 0 && w&jointMask != t.word()&jointMask {
				continue next
			}
		}
		l := s.leafAt(at)
		end := at + len(ts)
		if limit := int(l.at + l.n); end > limit || end < limit && s.words[end]&jointMask != 0 {
			continue
		}
		if !yield(l, at) {
			return
		}
	}
}

// step counts steps through the store. It returns false once a call has taken too many: the search
// is incomplete then, so the call is held.
func (s *Store) step(n int) bool {
	s.steps += n
	return s.steps <= maxSteps
}

// leafAt returns the field or text that a word belongs to.
func (s *Store) leafAt(word int) *leaf {
	i := sort.Search(len(s.leafs), func(i int) bool { return int(s.leafs[i].at) > word }) - 1
	return &s.leafs[i]
}

// byHash calls yield with each leaf that has the hash.
func (s *Store) byHash(h uint64, yield func(*leaf) bool) {
	for i := s.leafHeads[h%leafChains]; i != 0 && s.step(1); i = s.leafNext[i-1] {
		if l := &s.leafs[i-1]; l.h == h && !yield(l) {
			return
		}
	}
}
