package toolexec

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// laidOutForms are the forms of a secret in which white space does not count.
type laidOutForms struct {
	base64 []form // of either alphabet
	hex    []form // in lower case
	dump   []form // in lower case, also of words with reversed bytes
	chars  []form
}

func (f *laidOutForms) add(secret string) {
	for before := range 3 {
		text := base64.StdEncoding.EncodeToString(append(make([]byte, before), secret...))
		first := (8*before + 5) / 6
		certain := 8 * (before + len(secret)) / 6
		f.base64 = appendForms(f.base64, text[first:certain], strings.TrimRight(text[first:], "="), text[first:])
	}
	f.base64 = appendForms(f.base64, strings.Join(keyLines.FindAllString(secret, -1), ""))
	f.hex = appendForms(f.hex, hex.EncodeToString([]byte(secret)))
	f.dump = appendForms(f.dump, hex.EncodeToString([]byte(secret)))
	for _, word := range []int{2, 4, 8} {
		for from := range word {
			f.dump = appendForms(f.dump, turned(secret[min(from, len(secret)):], word))
		}
	}
	if len(strings.Fields(secret)) == 1 { // several lines are looked for one by one
		f.chars = appendForms(f.chars, strings.TrimSpace(secret))
	}
}

// turned is the hex form of a secret's whole words in little-endian byte order.
func turned(secret string, word int) string {
	b := []byte(secret[:len(secret)/word*word])
	for w := b; len(w) > 0; w = w[word:] {
		for i := range word / 2 {
			w[i], w[word-1-i] = w[word-1-i], w[i]
		}
	}
	return hex.EncodeToString(b)
}

// form is a text and, for each length of a prefix, how much of its end is also its beginning.
type form struct {
	text string
	fail []int32
}

func appendForms(forms []form, texts ...string) []form {
	for _, text := range texts {
		known := len(text) < minSecret
		for _, f := range forms {
			known = known || f.text == text
		}
		if known {
			continue
		}
		fail := make([]int32, len(text)+1)
		for i, k := 1, 0; i < len(text); i++ {
			for k > 0 && text[i] != text[k] {
				k = int(fail[k])
			}
			if text[i] == text[k] {
				k++
			}
			fail[i+1] = int32(k)
		}
		forms = append(forms, form{text, fail})
	}
	return forms
}

// A form may take so many bytes of a stream per byte of its own, plus a fixed number: od -c with
// indentation does. Anything more spread out is not recognised, so that the bytes held back are
// bounded.
const spread, spreadMore = 8, 4096

const never = math.MaxInt64 // a place that no stream has

// place is the bytes of a stream that belong to a secret.
type place struct{ start, end int64 }

// search looks for forms in bytes that come one by one (Knuth, Morris and Pratt), each with its
// place in the stream.
type search []group

// group is as many forms as a word has bits.
type group struct {
	forms  []form
	shown  []int       // of each form: how much of it the latest bytes match
	begun  uint64      // the forms that are partly matched
	begins [256]uint64 // the forms that begin with each byte
	taken  int         // bytes so far
	where  []int64     // places of the latest bytes
	found  *[]place
}

func newSearch(forms []form, found *[]place) (s search) {
	for few := range slices.Chunk(forms, 64) {
		g := group{forms: few, shown: make([]int, len(few)), found: found}
		longest := 0
		for i, f := range few {
			longest = max(longest, len(f.text))
			g.begins[f.text[0]] |= 1 << i
		}
		g.where = make([]int64, 1<<bits.Len(uint(longest)))
		s = append(s, g)
	}
	return s
}

// back returns the place of the nth latest byte.
func (g *group) back(n int) int64 { return g.where[(g.taken-n)&(len(g.where)-1)] }

func (s search) put(c byte, at int64) {
	for i := range s {
		if g := &s[i]; g.begun|g.begins[c] != 0 {
			g.put(c, at)
		}
	}
}

func (g *group) put(c byte, at int64) {
	whole := uint64(0)
	for rest := g.begun | g.begins[c]; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		f := &g.forms[i]
		k := g.shown[i]
		for k > 0 && (f.text[k] != c || at-g.back(k) > spread*int64(len(f.text))+spreadMore) {
			k = int(f.fail[k])
		}
		if f.text[k] == c {
			k++
		}
		g.shown[i] = k
		g.begun &^= 1 << i
		if k > 0 {
			g.begun |= 1 << i
		}
		if k == len(f.text) {
			whole |= 1 << i
		}
	}
	g.where[g.taken&(len(g.where)-1)] = at
	g.taken++
	for ; whole != 0; whole &= whole - 1 {
		i := bits.TrailingZeros64(whole)
		f := &g.forms[i]
		*g.found = append(*g.found, place{g.back(len(f.text)), at + 1})
		if g.shown[i] = int(f.fail[len(f.text)]); g.shown[i] == 0 {
			g.begun &^= 1 << i
		}
	}
}

func (s search) begun() (forms uint64) {
	for i := range s {
		forms |= s[i].begun
	}
	return forms
}

func (s search) begins(c byte) (forms uint64) {
	for i := range s {
		forms |= s[i].begins[c]
	}
	return forms
}

// stop forgets partial matches.
func (s search) stop() {
	for i := range s {
		if g := &s[i]; g.begun != 0 {
			clear(g.shown)
			g.begun = 0
		}
	}
}

// since returns where the longest partial match begins, and where the longest begins that ends a
// stream of that length and lacks fewer than minSecret bytes.
func (s search) since(length int64) (begun, nearly int64) {
	begun, nearly = never, never
	for i := range s {
		g := &s[i]
		for rest := g.begun; rest != 0; rest &= rest - 1 {
			f := bits.TrailingZeros64(rest)
			k := g.shown[f]
			begun = min(begun, g.back(k))
			if k >= minSecret && g.back(1)+1 == length && len(g.forms[f].text)-k < minSecret {
				nearly = min(nearly, g.back(k))
			}
		}
	}
	return begun, nearly
}

// laidOut reads a stream ignoring what tools insert between the characters of an encoded text: line
// breaks and indentation, and what xxd, od and hexdump write beside the digits. It takes constant
// time per byte, however the stream is cut.
type laidOut struct {
	at    int64 // of the next byte
	found []place

	base64, hex, chars search
	dump, dumped       search // for numbered lines only: digits, and the characters that od -c spreads

	escape bool  // the previous byte was a backslash
	zero   int64 // place of a 0 that may begin 0x; never: none
	line   line
}

// The number of digits of a line's number.
const leastNumber, mostNumber = 6, 16

// line is the state of the current line.
type line struct {
	begun    bool // something other than white space and the number came
	number   int  // of digits in the number
	numbered bool
	colon    bool // xxd's number ends in a colon, and its characters follow two spaces
	spaces   int  // directly before
	letters  bool // the characters beside the digits have begun
	more     bool // the line shows the end of a secret, and so do the characters beside it
	same     bool // *: repeated lines are omitted
}

func newLaidOut(f *laidOutForms) *laidOut {
	l := &laidOut{zero: never}
	l.base64, l.hex = newSearch(f.base64, &l.found), newSearch(f.hex, &l.found)
	l.dump, l.dumped, l.chars = newSearch(f.dump, &l.found), newSearch(f.chars, &l.found), newSearch(f.chars, &l.found)
	return l
}

func (l *laidOut) write(p []byte) {
	for _, c := range p {
		l.putBase64(c)
		l.putHex(c)
		l.putLine(c)
		l.escape = c == '\\'
		l.at++
	}
}

// end handles a byte that waited for the next one, at the end of the stream.
func (l *laidOut) end() { l.endZero() }

// since combines search.since of all searches with the byte that waits for the next one.
func (l *laidOut) since() (begun, nearly int64) {
	begun, nearly = l.zero, never
	for _, s := range [...]search{l.base64, l.hex, l.chars, l.dump, l.dumped} {
		b, n := s.since(l.at)
		begun, nearly = min(begun, b), min(nearly, n)
	}
	return begun, nearly
}

func space(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func hexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func small(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// escaped reports whether c ends an escaped line break or tab of a string literal.
func (l *laidOut) escaped(c byte) bool { return l.escape && (c == 'n' || c == 'r' || c == 't') }

func (l *laidOut) putBase64(c byte) {
	switch {
	case space(c), c == '\\', l.escaped(c):
	case c == '-':
		l.base64.put('+', l.at)
	case c == '_':
		l.base64.put('/', l.at)
	case alphanumeric(c), c == '+', c == '/', c == '=':
		l.base64.put(c, l.at)
	default:
		l.base64.stop()
	}
}

// putHex handles hex digits, also with separators: 01:02, 01-02, 0x01, \x01.
func (l *laidOut) putHex(c byte) {
	if small(c) == 'x' && (l.zero != never || l.escape) {
		l.zero = never
		return
	}
	l.endZero()
	switch {
	case c == '0' && l.hex.begun()|l.hex.begins(c) == 0:
	case c == '0':
		l.zero = l.at
	case hexDigit(c):
		l.hex.put(small(c), l.at)
	case space(c), c == ':', c == ',', c == '-', c == '\\', l.escaped(c):
	default:
		l.hex.stop()
	}
}

func (l *laidOut) endZero() {
	if l.zero != never {
		l.hex.put('0', l.zero)
		l.zero = never
	}
}

func (l *laidOut) putLine(c byte) {
	if !space(c) {
		l.chars.put(c, l.at)
	}
	n := &l.line
	switch {
	case c == '\n':
		if !n.numbered && !n.same {
			l.dump.stop()
			l.dumped.stop()
		}
		*n = line{}
	case n.numbered:
		l.putDump(c)
	case n.begun:
	case hexDigit(c) && n.number < mostNumber:
		n.number++
	case n.number >= leastNumber && (c == ':' || c == ' ' || c == '\t'):
		n.begun, n.numbered, n.colon = true, true, c == ':'
	case n.number == 0 && space(c):
	default:
		n.begun, n.same = true, n.number == 0 && c == '*'
	}
}

func (l *laidOut) putDump(c byte) {
	n := &l.line
	if !space(c) {
		l.dumped.put(c, l.at)
	}
	switch {
	case n.letters:
	case space(c):
		n.spaces++
		n.letters = n.colon && n.spaces == 2
	case hexDigit(c):
		n.spaces = 0
		known := len(l.found)
		l.dump.put(small(c), l.at)
		if n.more = n.more || len(l.found) > known; n.more {
			l.found = append(l.found, place{l.at, l.at + 1})
		}
		return
	default:
		n.letters = true
	}
	if n.more {
		l.found = append(l.found, place{l.at, l.at + 1})
	}
}
