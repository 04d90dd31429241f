package redact

import (
	"bytes"
	"math/bits"
	"sync"

	"github.com/provenanced/provenanced/internal/literal"
)

// This file tells random values from names that people or programs chose. No single measure does:
// by entropy alone, file names look like keys and short keys like words. The difference is in which
// letters follow each other and how often letters and digits alternate.

// shape counts the characters of a value.
type shape struct {
	n                    int
	digits, lower, upper int
	other                int // neither letters, digits nor the punctuation of tokens
	turns                int // changes between letters and digits, side by side
	cases                int // changes from lower to upper case, side by side
	pairs, odd           int // adjacent letters, and those pairs that are rare in words
	distinct             int
	hex                  bool
	longest              int // longest run of letters and digits
}

// wordPairs has for each letter those that follow it in at least six of ten thousand places of
// English prose and of names in code.
var wordPairs = [26]string{
	"bcdfgiklmnprstuvwy", "aeilorsuy", "acehiklorstu", "adeilorsu", "abcdefgilmnpqrstvwx", "aefiloru", "aehinorsu",
	"aeiortu", "abcdefglmnoprstvxz", "", "eis", "adeilostuy", "abeimopsu", "acdefgiklnostuv", "abcdfgiklmnoprstuvw",
	"aehiloprstu", "u", "acdefgiklmnorstuvy", "acehiklopstuy", "acehiloprstuy", "abcdefgilmnprst", "aeio", "aehinors",
	"eipt", "ps", "e",
}

var commonPair = func() (t [26][26]bool) {
	for a, followers := range wordPairs {
		for _, b := range followers {
			t[a][b-'a'] = true
		}
	}
	return t
}()

// maxShape bounds how many bytes of a value are measured; more would add nothing.
const maxShape = 256

func shapeOf(v []byte) shape {
	v = v[:min(len(v), maxShape)]
	s := shape{n: len(v), hex: true}
	var seen [4]uint64
	run := 0
	for i, b := range v {
		seen[b/64] |= 1 << (b % 64)
		run++
		switch {
		case isDigit(b):
			s.digits++
			if i > 0 && isLetter(v[i-1]) {
				s.turns++
			}
		case isLetter(b):
			if b <= 'Z' {
				s.upper++
			} else {
				s.lower++
			}
			s.hex = s.hex && isHex(b)
			if i == 0 {
				break
			}
			switch p := v[i-1]; {
			case isDigit(p):
				s.turns++
			case isLetter(p):
				if p >= 'a' && b <= 'Z' {
					s.cases++
					break // parts of a name begin like this; the pair says nothing
				}
				s.pairs++
				if !commonPair[p|0x20-'a'][b|0x20-'a'] {
					s.odd++
				}
			}
		default:
			s.hex, run = false, 0
			if b < 0x80 && b != '-' && b != '_' && b != '.' && b != '/' && b != '+' && b != '=' && b != '~' {
				s.other++
			}
		}
		s.longest = max(s.longest, run)
	}
	for _, w := range seen {
		s.distinct += bits.OnesCount64(w)
	}
	return s
}

// random reports whether a value was generated rather than named.
func random(v []byte) bool {
	s := shapeOf(v)
	letters := s.lower + s.upper
	switch {
	case s.n < 8 || s.distinct < 5 || s.other*4 > s.n:
		return false
	case s.hex && s.n >= 12:
		return s.digits > 0 && letters > 0 || s.n >= 16 && s.distinct >= 8
	case letters == 0, s.pairs >= 6 && s.odd*6 < s.pairs && s.turns*5 < s.n: // words, numbered perhaps
		return false
	case s.turns >= 4, s.turns >= 2 && s.longest >= 8 && (s.n >= 16 && s.longest >= 12 || s.odd*4 >= s.pairs && s.odd > 0 || s.cases >= 2):
		return true
	case s.turns >= 1 && s.longest >= 10 && s.odd*3 >= s.pairs && s.odd >= 2:
		return true
	case s.longest >= 10 && s.odd >= 4 && s.odd*3 >= s.pairs:
		return true
	}
	return s.n >= 20 && s.cases >= 4 && s.odd*4 >= s.pairs && s.odd > 1 || s.lettered()
}

// lettered reports whether letters alone were generated: names have fewer capitals.
func (s *shape) lettered() bool {
	const shortest, sure = 12, 20
	return s.longest == s.n && s.digits == 0 && s.upper*3 >= s.n && s.lower*3 >= s.n && s.odd > 2 &&
		(s.n >= shortest && s.cases > 2 && s.odd*3 >= s.pairs || s.n >= sure && s.cases > 3 && s.odd*5 >= s.pairs)
}

// drawn is random for a value that only a vague word announces: it must be long, and not random
// without being secret.
func drawn(v []byte) bool {
	if len(v) < 20 || isUUID(v) {
		return false
	}
	s := shapeOf(v)
	const shortestDigest = 4
	if last := v[bytes.LastIndexAny(v, "-_:./")+1:]; s.hex || s.other > 0 || (len(last) >= shortestDigest || len(last) == 0) && allHex(last) {
		return false // a digest, a number, an expression, a name that ends in a digest
	}
	return s.digits > 0 && s.turns >= 4 && s.distinct >= 10 && random(v)
}

var filler = listed("filler")

var signs = listed("signs")

var rows = wordSet("rows")

// madeUp is the least length from which a row is not a filler, in bytes.
const madeUp = 32

// fillers finds all fillers in one pass.
var fillers = sync.OnceValue(func() *literal.Matcher { return literal.New(filler, literal.Fold) })

// placeholder reports whether a value only marks a place for one.
func placeholder(v []byte) bool {
	if len(v) == 0 || v[0] == '$' || v[0] == '%' && len(v) > 1 && v[len(v)-1] == '%' || v[0] == '^' && bytes.IndexByte(v[1:], '^') >= 0 || v[0] == '{' || v[0] == '<' || v[0] == '[' {
		return true
	}
	if repeated(v) || publishedKeys[string(v)] {
		return true
	}
	v = v[:min(len(v), maxShape)]
	const long = 24
	if bytes.ContainsAny(v, `<${%\`) {
		low := bytes.ToLower(v)
		for _, sign := range signs {
			if i := bytes.Index(low, []byte(sign)); i == 0 || i > 0 && len(v) < long {
				return true
			}
		}
	}
	found := false
	fillers().Scan(v, func(i, start, _ int) bool {
		// In a long random value a short filler occurs by chance. A value as long as a key may
		// consist of rows of letters or digits; it counts as one unless a format with its prefix
		// has judged it.
		found = len(v) < long || (start == 0 || len(filler[i]) >= 5) && !(rows[filler[i]] && len(v) >= madeUp && !formatStarts()[string(v[:formatStart])])
		return !found
	})
	return found
}

// repeated reports whether the value consists of one or two distinct bytes, as xxxx and -*-* do.
func repeated(v []byte) bool {
	distinct := 0
	var seen class
	for _, b := range v {
		if !seen[b] {
			seen[b] = true
			if distinct++; distinct > 2 {
				return false
			}
		}
	}
	return true
}

// Checks of formats.

// notFiller rejects the x's that manuals print after a prefix.
func notFiller(v []byte) bool {
	if i := bytes.LastIndexAny(v, "_-."); i >= 0 && i+1 < len(v) {
		v = v[i+1:]
	}
	s := shapeOf(v)
	return s.distinct > 3
}

// slackToken requires a generated last part: xoxb-12345-abcd234 is an example, and xoxo-2018 is not
// a token.
func slackToken(v []byte) bool {
	const shortest = 12
	last := v[bytes.LastIndexByte(v, '-')+1:]
	return len(last) >= shortest && hasDigit(last) && (!digitsOnly(last) || bytes.Count(v, []byte("-")) > 1)
}

// googleKey rejects placeholders of manuals, and published keys.
func googleKey(v []byte) bool {
	const sure = 8
	return shapeOf(v).distinct > sure && !bytes.Contains(v, []byte("abcdefghijkl")) && !publishedKeys[string(v)]
}

var publishedKeys = wordSet("published keys")

// mixedToken requires the look of a generated token, for prefixes that are also words.
func mixedToken(v []byte) bool {
	s := shapeOf(v)
	if s.digits > 1 && s.lower+s.upper > 1 && s.turns >= 3 && s.distinct >= 8 && (s.longest >= 12 || s.turns >= 6) {
		return true
	}
	// One token in twenty has hardly any digits.
	return s.longest >= 16 && s.upper > 3 && s.lower > 3 && s.cases > 2 && s.distinct > 12 && s.odd*5 >= s.pairs*2
}

func hasDigit(v []byte) bool {
	for _, b := range v {
		if isDigit(b) {
			return true
		}
	}
	return false
}

// isUUID reports whether v is 8-4-4-4-12 hexadecimal digits.
func isUUID(v []byte) bool {
	return len(v) == 36 && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-' &&
		allHex(v[:8]) && allHex(v[9:13]) && allHex(v[14:18]) && allHex(v[19:23]) && allHex(v[24:])
}

func isDigit(b byte) bool  { return b-'0' < 10 }
func isLetter(b byte) bool { return b|0x20-'a' < 26 }
func isAlnum(b byte) bool  { return alnum[b] }
func isHex(b byte) bool    { return hexDigit[b] }

var alnum, hexDigit = func() (a, h class) {
	for i := range a {
		b := byte(i)
		a[i] = isDigit(b) || isLetter(b)
		h[i] = isDigit(b) || b|0x20-'a' < 6
	}
	return a, h
}()

func isUpper(b byte) bool { return b-'A' < 26 }
func isSpace(b byte) bool { return b == ' ' || b-'\t' < 5 }
func isBlank(b byte) bool { return b == ' ' || b == '\t' }

func lower(b byte) byte {
	if isUpper(b) {
		return b | 0x20
	}
	return b
}

// lowered writes a word in lower case to room, which must be large enough.
func lowered(room, word []byte) []byte {
	for i, b := range word {
		room[i] = lower(b)
	}
	return room[:len(word)]
}

func digitsOnly(v []byte) bool {
	for _, b := range v {
		if !isDigit(b) {
			return false
		}
	}
	return len(v) > 0
}
