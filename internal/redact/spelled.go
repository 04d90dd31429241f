package redact

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Signs that are written as something else: %20 in an address, &#46; in a page, \x2d in a
// program, =3D in a mail, a digit of another script or as wide as a Chinese character, a hyphen at which no line
// breaks. What holds one is read once more as a reader gets it, and what is found there in
// or beside such a sign is taken out.

func spelledRules() (all []rule) {
	for i := range spellings {
		all = append(all, rule{spellings[i].literals, func(s *scan, start, _ int) { s.spelled(start, i) }})
	}
	return all
}

// place is where the same stands in a text and in what it is read as.
type place struct{ read, text int }

// part is what is to be read once more.
type part struct{ from, to int }

// spelled notes what is around text[start:], a sign in that spelling.
func (s *scan) spelled(start, spelling int) {
	const before = 96
	t, of, parts := s.text, &spellings[spelling], &s.parts[spelling]
	done := 0
	if n := len(*parts); n > 0 {
		done = (*parts)[n-1].to
	}
	if s.inner || start < done {
		return
	}
	from := start
	for from > done && start-from < before && t[from-1] != '\n' {
		from--
	}
	to := min(len(t), start+of.longest)
	if n := bytes.IndexAny(t[start:to], of.ends); n >= 0 {
		to = start + n
	}
	if done > 0 && from <= done+1 { // also because thousands of short parts cost three times as much
		(*parts)[len(*parts)-1].to = to
		return
	}
	*parts = append(*parts, part{from, to})
}

// readAgain looks at the parts of the text that were noted, with their signs decoded.
func (s *scan) readAgain() {
	for i := range spellings {
		s.readSpelled(&spellings[i], s.parts[i])
	}
}

func (s *scan) readSpelled(of *spelling, parts []part) {
	if len(parts) == 0 {
		return
	}
	room := rooms.Get().(*[]byte) // no finding holds a part of it
	for _, p := range parts {
		text := s.text[:p.to]
		*room = of.read(*room, text, p.from, nil)
		found := find(*room, s.level, true)
		if len(found) == 0 {
			continue
		}
		var places []place // a second time, for what hardly any part holds
		*room = of.read(*room, text, p.from, &places)
		for _, f := range found {
			if start, end, ok := placed(f.Start, f.End, p.from, places); ok {
				s.add(start, end, f.Type, f.Rule)
			}
		}
	}
	if cap(*room) <= maxRoom {
		rooms.Put(room)
	}
}

// read is text[from:] with its signs decoded, in the room given; it appends where each begins
// and ends to places, if they are asked for.
func (of *spelling) read(room, text []byte, from int, places *[]place) []byte {
	out := slices.Grow(room[:0], len(text)-from)
	for at := from; ; {
		plain := at
		at = of.next(text, at)
		out = append(out, text[plain:at]...)
		if at == len(text) {
			return out
		}
		read := len(out)
		decoded, size := of.decode(out, text, at)
		if out = decoded; size == 0 {
			out = append(out, text[at])
			at++
			continue
		}
		if places != nil {
			*places = append(*places, place{read, at}, place{len(out), at + size})
		}
		at += size
	}
}

// next is where a byte stands at or behind text[at:] that may begin a sign.
func (of *spelling) next(text []byte, at int) int {
	for at < len(text) && !of.first[text[at]] {
		n := 1
		if of.beyond {
			n = max(n, lanes.Ahead(lanes.Load(text, at)&lanes.Tops))
		}
		at += n
	}
	return min(at, len(text))
}

// placed is where in the text stands what was found in what it is read as, which begins at
// text[from:]. It is not ok where no decoded sign is in it or beside it: what is as it was has
// been looked at.
func placed(start, end, from int, places []place) (a, b int, ok bool) {
	first := func(read int) int { // of the places that are not in front of it
		i, _ := slices.BinarySearchFunc(places, read, func(p place, read int) int { return p.read - read })
		return i
	}
	at := func(i, read int) int {
		if i == 0 {
			return from + read
		}
		return places[i-1].text + read - places[i-1].read
	}
	a, b = at(first(start+1), start), at(first(end), end)
	if i := first(end); i < len(places) && places[i].read == end {
		b = places[i].text
	}
	i := first(start)
	return a, b, i < len(places) && places[i].read <= end
}

// percentSign reads %2B, and a + between letters, which is the space of a query.
func percentSign(out, t []byte, at int) ([]byte, int) {
	switch {
	case t[at] == '+' && isAlnum(byteAt(t, at-1)) && isAlnum(byteAt(t, at+1)):
		return append(out, ' '), 1
	case t[at] == '%' && isHex(byteAt(t, at+1)) && isHex(byteAt(t, at+2)):
		return appendNumber(out, t[at+1:at+3], 16), len("%20")
	}
	return out, 0
}

// printableSign reads =3D of a mail, and an = behind which its line goes on.
func printableSign(out, t []byte, at int) ([]byte, int) {
	switch next := byteAt(t, at+1); {
	case t[at] != '=':
	case next == '\n':
		return out, len("=\n")
	case next == '\r' && byteAt(t, at+2) == '\n':
		return out, len("=\r\n")
	case isHex(next) && isHex(byteAt(t, at+2)):
		return appendNumber(out, t[at+1:at+3], 16), len("=3D")
	}
	return out, 0
}

// backslashSign reads \x2d, \u002d and \: of a program or a file of properties.
func backslashSign(out, t []byte, at int) ([]byte, int) {
	if t[at] != '\\' {
		return out, 0
	}
	switch next := byteAt(t, at+1); {
	case next == 'x' && at+4 <= len(t) && allHex(t[at+2:at+4]):
		return appendNumber(out, t[at+2:at+4], 16), len(`\x2d`)
	case next == 'u' && at+6 <= len(t) && allHex(t[at+2:at+6]):
		return appendRune(out, t[at+2:at+6], 16), len(`\u002d`)
	case next == ':' || next == '=' || next == '#' || next == '!':
		return append(out, next), len(`\:`)
	}
	return out, 0
}

// entityNames are the entities by name of signs that secrets have.
var entityNames = map[string]byte{"nbsp": ' ', "quot": '"', "period": '.', "colon": ':', "plus": '+', "lowbar": '_', "hyphen": '-', "commat": '@', "amp": '&',
	"lt": '<', "gt": '>', "apos": '\'', "excl": '!', "sol": '/', "equals": '='}

// entitySign reads &#46;, &#x2e; and &period; of a page.
func entitySign(out, t []byte, at int) ([]byte, int) {
	const longest = len("&hyphen;")
	if t[at] != '&' {
		return out, 0
	}
	n := bytes.IndexByte(t[at:min(len(t), at+longest)], ';')
	if n < 2 {
		return out, 0
	}
	name := t[at+1 : at+n]
	if name[0] != '#' {
		if b := entityNames[string(name)]; b != 0 {
			return append(out, b), n + 1
		}
		return out, 0
	}
	digits, base := name[1:], 10
	if len(digits) > 1 && digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	if decoded := appendRune(out, digits, base); len(decoded) > len(out) {
		return decoded, n + 1
	}
	return out, 0
}

// typesetSign reads a sign of ASCII that is as wide as a Chinese character, digits of other
// scripts, and spaces and hyphens of a typesetter. What has no width is left out.
func typesetSign(out, t []byte, at int) ([]byte, int) {
	if t[at] < 0xC2 {
		return out, 0
	}
	const wide = 0xFEE0 // from ! to ！
	switch r, size := utf8.DecodeRune(t[at:]); {
	case r == '\u200b' || r == '\u2060' || r == '\u00ad':
		return out, size
	case r >= '！' && r <= '～':
		return append(out, byte(r-wide)), size
	case r >= '٠' && r <= '๙': // the digits of Arabic, Persian, Hindi, Bengali and Thai
		for _, zero := range "٠۰०০๐" {
			if r >= zero && r <= zero+9 {
				return append(out, byte('0'+r-zero)), size
			}
		}
		return out, 0
	case r == '\u00a0' || r == '\u202f' || r >= '\u2002' && r <= '\u200a':
		return append(out, ' '), size
	case r >= '\u2010' && r <= '\u2012':
		return append(out, '-'), size
	}
	return out, 0
}

// appendNumber appends the byte that digits name.
func appendNumber(out, digits []byte, base int) []byte {
	n, err := strconv.ParseUint(string(digits), base, 8)
	if err != nil {
		return out
	}
	return append(out, byte(n))
}

// appendRune appends the character that digits name, if there is one.
func appendRune(out, digits []byte, base int) []byte {
	n, err := strconv.ParseUint(string(digits), base, 16)
	if err != nil {
		return out
	}
	if n == '\u00a0' {
		n = ' '
	}
	return utf8.AppendRune(out, rune(n))
}
