package redact

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/provenanced/provenanced/internal/literal"
)

// scan is one walk over one text. It takes three passes, each over what its rules
// cannot match without: literals, digits, and long runs of word bytes.
type scan struct {
	text    []byte
	level   Level
	found   []Finding
	cues    []seen
	named   int // end of the last name that assignment looked at
	coloned int // end of what was last looked at for colons
	grouped int // end of the last cluster of digits that was looked at
	until   int // end of the last key block: what is inside has been found
}

func (s *scan) run() {
	prefilter.Scan(s.text, func(id, start, end int) bool {
		anchors[id](s, start, end)
		return true
	})
	slices.SortFunc(s.cues, func(a, b seen) int { return a.end - b.end })
	if s.level <= Standard {
		s.emails()
		s.digits()
	}
	s.samples()
}

// add takes out text[start:end], if the level asks for its type.
func (s *scan) add(start, end int, t Type, rule string) {
	if start < end && (s.level <= Standard || t.secret()) {
		s.found = append(s.found, Finding{start, end, t, rule})
	}
}

// An anchor is what to do where a literal stands: text[start:end].
type anchor func(s *scan, start, end int)

var prefilter, anchors = build()

func build() (*literal.Matcher, []anchor) {
	var literals []string
	var anchors []anchor
	on := func(a anchor, words ...string) {
		for _, w := range words {
			literals = append(literals, w)
			anchors = append(anchors, a)
		}
	}
	for _, f := range formats {
		p := compile(f.pattern)
		if f.typ == "" {
			f.typ = APIKey
		}
		on(func(s *scan, start, _ int) { s.format(&f, p, start) }, p.literals...)
	}
	on((*scan).assignment, keywords...)
	on((*scan).keyBlock, "-----begin", "---- begin")
	on((*scan).jwt, "eyj", "eyA", "ewo")
	on((*scan).authorization, "authorization")
	on((*scan).scheme, "bearer ", "basic ")
	on((*scan).cookies, "cookie:")
	on((*scan).urlCredentials, "://")
	on((*scan).curlUser, " -u ", " --user ")
	on((*scan).percentEmail, "%40")
	on((*scan).taggedAddress, "bitcoincash:")
	for c, list := range cueWords {
		on(func(s *scan, start, end int) { s.cue(cue(c), start, end) }, list...)
	}
	return literal.New(literals, literal.Fold), anchors
}

// format matches one vendor's format whose literal stands at start.
func (s *scan) format(f *format, p *pattern, start int) {
	whole, part, ok := p.match(s.text, start)
	if !ok || !boundary(s.text, whole[0]) {
		return
	}
	v := s.text[part[0]:part[1]]
	if filled(v) || f.check != nil && !f.check(v) {
		return
	}
	s.add(part[0], part[1], f.typ, f.name)
}

// filled reports whether a token is the x's or the EXAMPLE of a manual.
func filled(v []byte) bool {
	if bytes.Contains(v, []byte("EXAMPLE")) || bytes.Contains(v, []byte("xxxxxxxx")) || bytes.Contains(v, []byte("XXXXXXXX")) {
		return true
	}
	tail := v[max(0, len(v)-12):]
	return repeated(tail) && (tail[0]|0x20 == 'x' || tail[0] == '0' || tail[0] == '.' || tail[0] == '*')
}

// boundary reports whether a token may begin at text[at:]: no word goes on there. An
// escape in the text (\n, %3D) ends a word, too.
func boundary(text []byte, at int) bool {
	if at == 0 || !isAlnum(text[at]) {
		return true
	}
	p := text[at-1]
	if !isAlnum(p) && p != '_' {
		return true
	}
	if at >= 2 && text[at-2] == '\\' && (p == 'n' || p == 't' || p == 'r') {
		return true
	}
	return at >= 3 && text[at-3] == '%' && isHex(text[at-2]) && isHex(p)
}

// digits visits each run of digits that may begin something.
func (s *scan) digits() {
	t := s.text
	var before uint64 // whether the byte before this word is a digit, in its top bit's place
	done := 0
	i := 0
	for ; i+8 <= len(t); i += 8 {
		// A byte is a digit when its low seven bits, less 0x30, stay below ten.
		x := binary.LittleEndian.Uint64(t[i:]) ^ 0x3030303030303030
		is := ^((x&0x7f7f7f7f7f7f7f7f + 0x7676767676767676) | x) & 0x8080808080808080
		starts := is &^ (is<<8 | before)
		before = is >> 56
		for ; starts != 0; starts &= starts - 1 {
			if at := i + bits.TrailingZeros64(starts)/8; at >= done {
				done = s.number(at)
			}
		}
	}
	for ; i < len(t); i++ {
		if isDigit(t[i]) && (i == 0 || !isDigit(t[i-1])) && i >= done {
			done = s.number(i)
		}
	}
}

// stride is the distance of samples. Every run of word bytes that any rule of tokens
// asks for is at least as long, and every seed phrase longer than two strides.
const stride = 22

// samples looks at the word under every stride-th byte.
func (s *scan) samples() {
	t := s.text
	done, phrase := 0, 0
	for i := stride - 1; i < len(t); i += stride {
		if i < done {
			continue
		}
		word := i
		if tokenByte[t[i]] {
			l, r := i, i+1
			for l > done && tokenByte[t[l-1]] {
				l--
			}
			for r < len(t) && tokenByte[t[r]] {
				r++
			}
			done = r
			if r-l >= stride {
				s.longToken(l, r)
				continue
			}
		} else {
			// In a list of words the next one is not far.
			for word < len(t) && word-i < maxSeedGaps && !isLetter(t[word]) {
				word++
			}
		}
		if i/stride%2 == 0 && word >= phrase && word < len(t) && isLetter(t[word]) {
			phrase = s.phrase(word)
		}
	}
}

var tokenByte = func() (c class) {
	for b := range c {
		c[b] = isAlnum(byte(b)) || b == '_' || b == '-'
	}
	return c
}()

// context holds the lower-cased bytes just before a finding.
func (s *scan) context(at, n int) []byte {
	return bytes.ToLower(s.text[max(0, at-n):at])
}

func containsAny(b []byte, words ...string) bool {
	for _, w := range words {
		if bytes.Contains(b, []byte(w)) {
			return true
		}
	}
	return false
}
