package flow

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/provenanced/provenanced/internal/lanes"
)

// A text is compared by its words: letters and digits, in lower case and without diacritics.
// Punctuation that binds words into one value (john@x.com, a/b) is kept as the joint between them,
// so that a value is only found as a whole: john@x.com is neither in evil.john@x.com nor in
// john@x.com.evil.net. In scripts without spaces, each character is a word.
type token struct {
	h      uint64 // of the word
	start  int    // its place in the text
	end    int
	runes  int   // its length; characters that are words count twice
	joint  uint8 // what binds it to the word before; 0 if nothing does
	marked bool  // a number sign precedes it
	digits bool  // only digits
	upper  bool  // it begins with a capital letter
}

// A word in the store: some bits of its hash, its joint, and two flags.
const (
	hashBits  = 26
	hashMask  = 1<<hashBits - 1
	jointMask = 15 << hashBits
	flagA     = 1 << 30
	flagB     = 1 << 31

	// of a word of a field
	isShort = flagA // fewer than three letters
	isLight = flagB // a stop word, or one that every document has

	// of a word of free text
	isMarked    = flagA // a number sign precedes it
	inShortLine = flagB // of a line too short to be a sentence
)

func (t token) word() uint32 { return uint32(t.h)&hashMask | uint32(t.joint)<<hashBits }

// Classes of bytes. A byte in none is a space.
const (
	isWord = 1 << iota
	isJoint
	isSoft // part of a value, but binds nothing
)

var class, lower = byteTables()

func byteTables() (class, lower [256]uint8) {
	for c := range 256 {
		lower[c] = uint8(c)
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			class[c] = isWord
		case c >= 'A' && c <= 'Z':
			class[c], lower[c] = isWord, uint8(c)+'a'-'A'
		}
	}
	for _, c := range []byte("@-/.+_") {
		class[c] = isJoint
	}
	for _, c := range []byte(":%$#") {
		class[c] = isSoft
	}
	return class, lower
}

// scanner reads the words of a text one by one.
type scanner struct {
	hash hasher
	text []byte
	at   int
	buf  []byte
	line bool // a line began before the last word
}

// next returns the next word; false at the end.
func (s *scanner) next() (token, bool) {
	text, i := s.text, s.at
	sep := separator{fresh: i == 0}
	for i < len(text) {
		c := text[i]
		if class[c]&isWord != 0 {
			s.line = sep.line
			return s.read(i, &sep), true
		}
		if c == ' ' { // as between most words
			sep = separator{fresh: true, line: sep.line}
			i++
			continue
		}
		if c < utf8.RuneSelf {
			sep.add(c)
			i++
			continue
		}
		c, size := asASCII(text[i:])
		switch {
		case c == letter, c == ideograph, class[c]&isWord != 0:
			s.line = sep.line
			return s.readAny(i, &sep), true
		case c == mark:
		default:
			sep.add(c)
		}
		i += size
	}
	s.at, s.line = i, true
	return token{}, false
}

// separator is the text between two words.
type separator struct {
	n, sum uint8
	fresh  bool // it contains a space, or the text begins
	marked bool
	line   bool // it contains the end of a line
}

func (p *separator) add(c byte) {
	switch {
	case class[c]&isJoint != 0:
		p.n++
		p.sum += c
	case class[c]&isSoft != 0:
		p.n, p.sum, p.marked = 0, 0, c == '#'
	default:
		*p = separator{fresh: true, line: p.line || c == '\n'}
	}
}

func (p *separator) joint() uint8 {
	if p.fresh || p.n == 0 {
		return 0
	}
	if p.n == 1 {
		switch p.sum {
		case '.':
			return joinedByDot
		case '@':
			return joinedByAt
		case '-':
			return 3
		case '/':
			return 4
		case '+':
			return 5
		case '_':
			return 6
		}
	}
	return 7 + p.sum&7
}

const (
	joinedByDot   = 1
	joinedByAt    = 2
	joinedBySlash = 4
)

// read reads the word at i while it is ASCII, eight bytes at a time.
func (s *scanner) read(i int, sep *separator) token {
	h, text, start := s.hash.start(), s.text, i
	digits := true
	for {
		w := lanes.Load(text, i)
		number := lanes.Digits(w)
		n := lanes.Leading(number | lanes.Letters(w))
		of := lanes.First(n)
		digits = digits && number&of == lanes.Tops&of
		w |= lanes.Within(w, 'A', 'Z') >> 2
		i += n
		if n == 8 {
			h.add(w)
			continue
		}
		if i < len(text) && text[i] >= utf8.RuneSelf {
			return s.readAny(start, sep)
		}
		c := text[start]
		s.at = i
		return token{
			h: h.last(w&of, i-start), start: start, end: i, runes: i - start,
			joint: sep.joint(), marked: sep.marked, digits: digits, upper: c >= 'A' && c <= 'Z',
		}
	}
}

// readAny reads a word in any script.
func (s *scanner) readAny(i int, sep *separator) token {
	t := token{start: i, joint: sep.joint(), marked: sep.marked, digits: true}
	r, _ := utf8.DecodeRune(s.text[i:])
	t.upper = unicode.IsUpper(r)
	word := s.buf[:0]
	for i < len(s.text) {
		c, size := s.text[i], 1
		if c >= utf8.RuneSelf {
			c, size = asASCII(s.text[i:])
		}
		if c == ideograph && len(word) > 0 || c != mark && c != letter && c != ideograph && class[c]&isWord == 0 {
			break
		}
		switch before := len(word); {
		case c == mark:
		case class[c]&isWord != 0:
			word = append(word, lower[c])
			t.digits = t.digits && c <= '9'
			t.runes++
		default:
			word = foldInto(word, s.text[i:i+size])
			t.digits = false
			t.runes += utf8.RuneCount(word[before:])
		}
		i += size
		if c == ideograph {
			t.runes = 2
			break
		}
	}
	s.at, s.buf, t.end = i, word, i
	t.h = s.hash.bytes(word)
	return t
}

// The meaning of a non-ASCII character, if it does not stand for an ASCII character.
const (
	ideograph = 1 // a word by itself
	letter    = 2
	mark      = 3 // a diacritic
)

// asASCII returns the meaning of the first character of text: the ASCII character that it is
// another form of, one of the constants above, or a space.
func asASCII(text []byte) (c byte, size int) {
	r, size := utf8.DecodeRune(text)
	d := folded(text[:size])
	if len(d) > 0 && d[0] < utf8.RuneSelf && (len(d) == 1 || class[d[0]]&isWord == 0) {
		if len(d) > 1 {
			return ' ', size
		}
		return d[0], size
	}
	switch {
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー':
		return ideograph, size
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return letter, size
	case unicode.Is(unicode.Mn, r):
		return mark, size
	}
	return ' ', size
}

func folded(char []byte) []byte {
	if d := norm.NFKD.Properties(char).Decomposition(); d != nil {
		return d
	}
	return char
}

// form hashes the words of a value together.
func (h hasher) form(ts []token) uint64 {
	s := h.start()
	for i, t := range ts {
		joint := t.joint
		if i == 0 {
			joint = 0
		}
		s.add(t.h)
		s.add(uint64(joint))
	}
	return s.last(0, len(ts)&0xff)
}

// tokens reads all words of a short text.
func (h hasher) tokens(dst []token, text []byte) []token {
	s := scanner{hash: h, text: text}
	for {
		t, ok := s.next()
		if !ok {
			return dst
		}
		dst = append(dst, t)
	}
}
