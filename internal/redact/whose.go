package redact

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Whose a secret is often stands between its name and what it is: the password for the wiki:
// …, das Passwort für den Server lautet …, la contraseña del wifi es …. Such words may say
// anything, so the value must be drawn.

// ofWhom has the words that begin them, in the languages that have words for passwords, each
// byte with the bit in which letters of either case differ.
var ofWhom = func() *packedWords {
	words := newPackedWords(9)
	for _, w := range fields(`header for on to at of in from
		für fürs zum zur vom von des der im am beim
		de del della dello dell du da do dos das no na pra para per pour al alla nel sur
		voor van op bij till för på til fra dla od ke pro k z ze
		от для к на untuk của cho pentru la za için`) {
		b := []byte(w)
		for i := range b {
			b[i] |= 0x20
		}
		words.put(string(b), 1)
	}
	return words
}()

// whoseVerbs stand between those words and a value.
var whoseVerbs = [...]string{"is ", "is: ", "= ", "ist ", "ist: ", "lautet ", "lautet: ", "es ", "es: ", "est ", "est: ", "è ", "è: ", "é ", "é: ", "är ", "är: ", "er ", "er: ", "to ", "jest ", "je ", "este ",
	"adalah ", "là ", "— ", "– ", "- ", "-> ", "→ "}

// whoseVerb are the bytes that they begin with.
var whoseVerb = firstOf(whoseVerbs[:])

// arrows may stand where a colon does.
var arrows = [...]string{"→ ", ">> ", "» ", "⇒ ", "➜ ", "➡ ", "➡️ ", "rotated to ", "updated to ", "replaced with ", "with "}

// ofWhose reads past the words that say whose a secret is, which begin at text[at:], and the
// verb or the colon behind them. Without a word that begins them they are one or two, and a
// colon ends them.
func ofWhose(t []byte, at int) (value int, ok bool) {
	const longest, longestWord, most, longestQuoted = 48, 24, 2, 96
	if next := byteAt(t, at+1); t[at] == 'i' && next == 's' || t[at] == 'w' && next == 'a' || t[at] == 'o' && next == 'r' { // is, was, or
		return 0, false
	}
	switch b := t[at]; {
	case b == '(' || b == '[': // (staging):
		i := bytes.IndexAny(t[at:min(len(t), at+longestWord)], ")]\"\n=")
		if i < 2 || t[at+i] != ')' && t[at+i] != ']' || byteAt(t, at+i+1) != ':' || byteAt(t, at+i+2) != ' ' {
			return 0, false
		}
		return at + i + len("):"), true
	case b == '>' || b == 0xc2 || b == 0xe2 || (b == 'r' || b == 'u' || b == 'w') && arrowWord(t, at):
		for _, arrow := range arrows {
			if b == arrow[0] && bytes.HasPrefix(t[at:], []byte(arrow)) {
				return at + len(arrow), true
			}
		}
		return 0, false
	case b < 'A':
		return 0, false
	}
	e := at
	for e < len(t) && e-at <= longestWord && (isLetter(t[e]) || t[e] >= 0x80 && t[e] != wideSign[0]) {
		e++
	}
	if e == at || e == len(t) || t[e] != ' ' && t[e] != '\'' && t[e] != ':' {
		return 0, false
	}
	begins := t[e] == '\'' && e-at <= len("dell") // dell'ufficio
	if n := e - at; n <= 8 {
		_, known := ofWhom.get((lanes.Load(t, at) | 0x20*lanes.Ones) & lanes.First(n))
		begins = begins || known
	}
	if !begins && bytes.IndexByte(t[e:min(len(t), e+longestWord)], ':') < 0 {
		return 0, false
	}
	for p, spaces := e, 1; p < len(t)-1 && p-at < longest; p++ {
		switch b := t[p]; {
		case b == ':':
			if next := t[p+1]; next != ' ' && next != '\t' {
				return 0, false
			}
			return p + 1, begins || spaces <= most
		case b == ' ':
			if spaces++; !begins && spaces > most+1 {
				return 0, false
			}
			if q := p + 1; begins && whoseVerb[t[q]] {
				for _, verb := range whoseVerbs {
					if bytes.HasPrefix(t[q:], []byte(verb)) {
						return q + len(verb) - 1, true
					}
				}
			}
		case b == '\'' && t[p-1] == ' ' && begins: // for 'https://ann@example.org'
			i := bytes.IndexByte(t[p+1:min(len(t), p+longestQuoted)], '\'')
			if i < 0 || byteAt(t, p+i+2) != ':' || byteAt(t, p+i+3) != ' ' {
				return 0, false
			}
			return p + i + len("'':"), true
		case b != '\'' && sentenceEnd[b]:
			return 0, false
		}
	}
	return 0, false
}

// arrowWord reports whether a word that stands for an arrow is at text[at:].
func arrowWord(t []byte, at int) bool {
	return hasFold(t, at, "rotated to ") || hasFold(t, at, "updated to ") || hasFold(t, at, "replaced with ") || hasFold(t, at, "with ")
}

// toldWhose reads the value behind words that say whose it is: a password must have been
// drawn, or typed with the signs of one; a key must be longer.
func (s *scan) toldWhose(at int, k kind) (value, bool) {
	t := s.text
	if k == vagueKind {
		return value{}, false
	}
	from, ok := ofWhose(t, at)
	if !ok {
		return value{}, false
	}
	v, ok := s.proseValue(skipBlank(t, from))
	if !ok || v.end <= v.start {
		v, ok = s.emphasized(skipBlank(t, from))
	}
	if !ok || v.end <= v.start {
		return v, false
	}
	b := t[v.start:v.end]
	if k == passwordKind && wordsEnd(t, v.start) > v.start && containsAny(s.context(at, len("phrase ")), "phrase") {
		return v, true
	}
	sh := shapeOf(b)
	if sh.digits == 0 || isUUID(b) || !plain(b, k == passwordKind) {
		return v, false
	}
	if k == secretKind {
		return v, sh.n >= 12 && sh.turns > 1 && random(b) && (!sh.hex || sh.n >= 32)
	}
	return v, sh.n >= 8 && sh.lower > 0 && !sh.hex && (typedByHand(b) || sh.upper > 0 && sh.digits > 2 && bytes.ContainsAny(b, "+_") || sh.upper > 0 && sh.longest == sh.n && (random(b) || sh.odd > 1 && sh.odd*3 >= sh.pairs))
}
