package redact

import (
	"bytes"
	"slices"
	"unicode"
)

// Phone numbers: international ones are recognized by the country code, North American ones by
// their shape, all others by the words before them.

var callingCodes = wordSet("calling codes")

// callingCode returns the length of the country code that digits begin with, or 0.
func callingCode(d []byte) int {
	for n := 1; n <= min(3, len(d)); n++ {
		if callingCodes[string(d[:n])] {
			return n
		}
	}
	return 0
}

// international reads +49 30 1234567, also with (0); 00 49 only where a word announces it.
func (s *scan) international(g []group) int {
	t := s.text
	start := g[0].start
	if start == 0 || isSpace(t[start-1]) {
		return 0
	}
	if t[start-1] == '(' {
		start--
	}
	switch {
	case byteAt(t, start-1) == '+':
		start--
	case start >= 3 && bytes.EqualFold(t[start-3:start], []byte("%2B")):
		start -= 3
	default:
		return 0
	}
	if p := byteAt(t, start-1); isAlnum(p) && !escaped(t, start) || p == '+' && !added(t, start) || p == ',' && bytes.IndexByte(t[max(0, start-nearPhone):start], '+') >= 0 {
		return 0 // a comma in a URL: …+RJ,+23860-000
	}
	// The number ends before it would become too long.
	n := 0
	total := 0
	for n < len(g) && total+g[n].len() <= 15 && n < 7 {
		total += g[n].len()
		n++
		if n > 1 && g[n-1].sep == ' ' && total >= 12 {
			break
		}
	}
	if n == 0 {
		return 0
	}
	if n < len(g) && g[n-1].sep != ' ' || g[0].sep == '.' && (n == 2 && g[0].len() > 3 || t[g[0].start] == '0') { // the latter are fractions
		return 0
	}
	var buf [16]byte
	d := appendDigits(buf[:0], t, g[:n])
	if dialled := ofCountry(d, g[:n]); dialled > 0 {
		n = dialled
	} else if len(d) < leastDigits || !s.calledPhone(start) { // invented, as in a test
		return 0
	}
	end := extension(t, g[n-1].end)
	if end == g[n-1].end && isAlnum(byteAt(t, end)) {
		return 0
	}
	s.add(start, end, Phone, "phone-international")
	return end
}

// ofCountry returns how many groups make up a number of their country code, or 0; d are their
// digits.
func ofCountry(d []byte, g []group) int {
	code, n, total := callingCode(d), len(g), len(d)
	switch {
	case code == 0 || total < 7:
		return 0
	case d[0] == '1':
		for n > 1 && total > 11 {
			n--
			total -= g[n].len()
		}
		if total != 11 || d[1] < '2' {
			return 0
		}
	case d[0] == '7' && total != 11 || d[code] == '0' && total < 9 && code != 3:
		return 0
	}
	return n
}

// northAmerican reads (415) 555-0132, 415-555-0132 and 415.555.0132, and the fictitious
// 555-123-4567 that everybody writes.
func (s *scan) northAmerican(g []group) int {
	t := s.text
	abroad := len(g) > 1 && g[0].len() == 3 && hasSuffix(t[:g[0].end], "001") // 001-415-555-0132
	if len(g) > 1 && (abroad || g[0].len() == 1 && t[g[0].start] == '1') && (g[0].sep == '-' || g[0].sep == ' ' || g[0].sep == '.') {
		g = g[1:]
	}
	long := abroad || g[0].start > 1 && t[g[0].start-2] == '1' && !isAlnum(byteAt(t, g[0].start-3)) // 1-415-555-0132
	if !lengths(g, 3, 3, 4) || len(g) > 3 && g[2].sep != ' ' {
		return 0
	}
	area := t[g[0].start:g[0].end]
	if area[0] < '1' || area[1] == '1' && area[2] == '1' {
		return 0
	}
	start := g[0].start
	if otherLabel(t, start) {
		return 0
	}
	before := byteAt(t, start-1)
	switch {
	case g[0].sep == ')' && before == '(' && g[1].sep != 0:
		start--
	case g[0].sep == '-' && g[1].sep == '-', g[0].sep == '.' && g[1].sep == '.':
		if !long && (before == '-' || before == '.' || before == '/' || before == '+') {
			return 0
		}
	default:
		return 0
	}
	last := g[2].end
	end := extension(t, last)
	if p := byteAt(t, last); isAlnum(p) && end == last || p == '-' || p == '_' && !stressed(t, start) || p == '.' && isDigit(byteAt(t, last+1)) {
		return 0
	}
	s.add(start, end, Phone, "phone-north-american")
	return end
}

var otherNumbers, noPhones = listed("other numbers"), wordSet("no phones")

// otherLabel reports whether a label for other numbers stands before text[at:], with punctuation or
// spaces between them.
func otherLabel(t []byte, at int) bool {
	const longest = 40
	end := len(bytes.TrimRight(t[max(0, at-longest):at], " \t\"'`*(:=.#")) + max(0, at-longest)
	l := end
	for l > 0 && end-l < longest && (isLetter(t[l-1]) || t[l-1] == '.') {
		l--
	}
	return end < at && noPhones[string(bytes.ToLower(t[l:end]))]
}

// national reads a number that words announce. At the strictest level it reads others, too, if they
// begin with the trunk prefix 0 and are grouped as people group them.
func (s *scan) national(g []group) int {
	t := s.text
	for len(g) > 1 && isAlnum(byteAt(t, g[len(g)-1].end)) && extension(t, g[len(g)-1].end) == g[len(g)-1].end {
		g = g[:len(g)-1] // 020 7946 0018 (24h)
	}
	n := len(g)
	sure := s.toBeCalled(g[0].start, n, digitCount(g))
	if len(s.cues) == 0 && s.level > Strict && !sure {
		return 0
	}
	most := 14
	if first := t[g[0].start:g[0].end]; hasSuffix(first, "011") || bytes.HasPrefix(first, []byte("00")) { // replaces +
		most = 17
	}
	for n > 1 && digitCount(g[:n]) > most {
		n--
	}
	total := digitCount(g[:n])
	if total < 7 || total > most || n > 7 || n > 6 && most == 14 || date(t, g[:n]) || isAlnum(byteAt(t, g[n-1].end)) && extension(t, g[n-1].end) == g[n-1].end {
		return 0
	}
	start := g[0].start
	if byteAt(t, start-1) == '(' && byteAt(t, g[n-1].end) != ')' {
		start--
	}
	if p := byteAt(t, start-1); p == '.' || p == '-' || p == '/' && !s.cued(phoneCue, start, 0) || p == '#' || p == '$' || p == '+' {
		return 0
	}
	if !sure && (s.thousands(g[:n]) || !s.calledPhone(start)) {
		if s.level > Strict || n < 2 || n > 4 || total < 9 || total > 11 || t[start] != '0' || byteAt(t, start+1) == '0' || g[0].len() > 5 || g[0].len() < 2 ||
			g[n-1].len() < 3 || g[0].sep == '.' {
			return 0
		}
	}
	end := extension(t, g[n-1].end)
	s.add(start, end, Phone, "phone-national")
	return end
}

// thousands reports whether the groups are a quantity, 12 345 678, without a phone label before it.
func (s *scan) thousands(g []group) bool {
	if g[0].len() > 2 || s.text[g[0].start] == '0' || len(g) < 3 || g[0].sep != ' ' {
		return false
	}
	for _, x := range g[1:] {
		if x.len() != 3 {
			return false
		}
	}
	start := g[0].start
	word, cued := s.lastCue(phoneCue, start, nearPhone)
	if !cued {
		return false
	}
	between := bytes.ToLower(s.text[word:start])
	return bytes.ContainsFunc(between, unicode.IsLetter) && !containsAny(between, "number", "is", "at", "on", "no", "nr", "nummer")
}

// tagged looks for HTML tags before text[at:] that contain nothing but the number. It returns their
// start, and whether one of them marks a phone number, as <a href="tel:…"> does.
func (s *scan) tagged(at int) (from int, told bool) {
	const most, longest = 3, 160
	t := s.text
	from = at
	for range most {
		end := from
		for end > 0 && from-end < longest && isSpace(t[end-1]) {
			end--
		}
		if byteAt(t, end-1) != '>' {
			break
		}
		base := max(0, end-longest)
		open := base + bytes.LastIndexByte(t[base:end], '<')
		name := t[open+1 : end]
		if open < base || !isLetter(name[0]) && name[0] != '/' || bytes.HasPrefix(bytes.TrimLeft(name, "/"), []byte("tr")) {
			break
		}
		if word, ok := s.lastCue(phoneCue, end, end-open); ok && word > open {
			low := bytes.ToLower(t[open:word])
			told = told || slices.ContainsFunc(phoneTags, func(tag string) bool { return hasSuffix(low, tag) })
		}
		from = open
	}
	return from, told
}

// phoneTags are the endings of tags that mark phone numbers.
var phoneTags = listed("phone tags")

// nearPhone is how many bytes before a number the word may be that announces it.
const nearPhone = 28

// calledPhone reports whether a word on the line of text[at:], or a label on the line above, says
// that the number is a phone number.
func (s *scan) calledPhone(at int) bool {
	first := s.text[at]
	at, told := s.tagged(at)
	if told {
		return true
	}
	const escapes = 128
	marks := bytes.Count(s.text[max(0, at-escapes):at], []byte{'\\'}) // of JSON inside a string; they say nothing
	word, cued := s.lastCue(phoneCue, at, nearPhone+marks)
	if !cued {
		return false
	}
	between := s.text[word:at]
	if bytes.Contains(between, []byte("<tr")) && first != '0' { // a column's header
		return false
	}
	if bytes.Contains(between, []byte("[REDACTED:")) { // belongs to the number before it
		return false
	}
	if bytes.ContainsAny(between, "\n0123456789") && !(bytes.IndexByte(between, ':') >= 0 && len(bytes.Trim(between, ": \t\r\n*")) == 0) {
		return false
	}
	if hasFoldBefore(s.text, word, "number is") { // perhaps of a licence
		return !containsAny(s.context(at, 2*nearPhone), otherNumbers...)
	}
	return s.givenBy(phoneCue, at) || !containsAny(s.context(at, nearPhone), otherNumbers...)
}

// toBeCalled reports whether the number at text[at:], with that many groups and digits, directly
// follows a word that asks to call it. Programs have calls of another sort.
func (s *scan) toBeCalled(at, groups, total int) bool {
	if groups == 1 && total != 10 && total != 11 || total < 8 {
		return false
	}
	end := at
	for end > 0 && at-end < len(": *(") && bytes.IndexByte([]byte(" :(*"), s.text[end-1]) >= 0 {
		end--
	}
	if end == at || isSpace(byteAt(s.text, end-1)) {
		end, _ = s.tagged(at) // a telephone symbol counts, too
	}
	if end == at || !callEnd[lower(byteAt(s.text, end-1))] {
		return false
	}
	before := s.context(end, nearPhone)
	for _, word := range toCall {
		if n := len(before) - len(word); hasSuffix(before, word) && (n == 0 || !isAlnum(before[n-1]) && before[n-1] != '_') {
			return !containsAny(before, otherCalls...)
		}
	}
	return false
}

var toCall, otherCalls = listed("to call"), listed("other calls")

// callEnd are the last letters of the words that ask to call.
var callEnd = classOf("lgternodm")

// extension returns the end of the extension after a number (ext. 12, x12, #12), or at.
func extension(t []byte, at int) int {
	p := at
	for p < len(t) && p-at < 3 && (t[p] == ' ' || t[p] == ',') {
		p++
	}
	word := p
	for p < len(t) && p-word < len("extension") && isLetter(t[p]) {
		p++
	}
	switch string(bytes.ToLower(t[word:p])) {
	case "x", "ext", "extn", "extension", "int":
	case "":
		if byteAt(t, p) != '#' && byteAt(t, p) != '~' {
			return at
		}
		p++
	default:
		return at
	}
	for limit := p + 2; p < limit && p < len(t) && (t[p] == '.' || t[p] == ':' || t[p] == ' '); {
		p++
	}
	if end := digitsEnd(t, p); end > p && end-p <= 7 && !isAlnum(byteAt(t, end)) {
		return end
	}
	return at
}
