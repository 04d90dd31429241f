package redact

import (
	"bytes"
	"math/bits"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Whatever begins with digits. number examines the run of digits at text[at:] and returns where to
// look next.

func (s *scan) number(at int) int {
	t := s.text
	w := lanes.Load(t, at)
	e := at + lanes.Leading(lanes.Digits(w))
	if e-at == 8 {
		e = digitsEnd(t, e)
	}
	prev, next := byteAt(t, at-1), byteAt(t, e)
	// Most numbers stand alone, and are too short for anything that needs no announcement.
	n := e - at
	alone := !isAlnum(prev) && prev != ':' && prev != '%'
	if alone && !goesOn[next] && (n < leastDigits || n < leastUnannounced && len(s.cues) == 0 && prev != '+' && prev != '(' && !s.toBeCalled(at, 1, n)) {
		return e
	}
	most := maxDigits
	if prev == '?' && n == 2 && isUpper(next) {
		return e // a part of a bank's statement, ?31DE89…
	}
	if alone && n == 4 {
		if end := moment(t, at); end > at {
			return end
		}
	}
	if alone && n < leastDigits && lanes.Within(w, ':', ':') == 0 {
		if most = digitsTogether(w); most < 4 { // not even an address
			return wordEnd(t, e)
		}
	} else if at >= s.coloned && nearColon(t, at, e) {
		if end, ok := s.colons(at, e); ok {
			return end
		}
	}
	if isLetter(prev) && at >= 2 && isLetter(t[at-2]) && e-at >= 2 && (isUpper(prev) || !isAlnum(byteAt(t, at-3))) {
		if end, ok := s.iban(at - 2); ok {
			return end
		}
	}
	if prev == '%' && isHex(next) { // URL-escaped; what follows may be a number
		return max(e, at+2)
	}
	if isLetter(next) || (isLetter(prev) || prev == '_' && !stressed(t, at)) && !escaped(t, at) {
		return wordEnd(t, e) // part of a word or a digest
	}
	if next == '.' && (prev != '+' || added(t, at)) {
		if end, parts := dotted(t, at); parts == 4 {
			n := len(s.found)
			if s.ipv4(at, end); prev != '+' && !dottedPhone(t[at:end]) || len(s.found) > n { // and not a phone number
				return end
			}
		} else if parts == 5 && end-at == len("01.23.45.67.89") && t[at] == '0' && (s.cued(phoneCue, at, nearPhone) || t[at+1] != '0' && max(t[at+3], t[at+6], t[at+9], t[at+12]) >= '6' && prev != '.') { // as in France; times and sections have no such numbers
			s.add(at, end, Phone, "phone-national")
			return end
		} else if parts > 4 || most < leastDigits {
			return end
		}
	}
	if at < s.grouped || most < leastDigits {
		return e
	}
	if q := separator(t, e); e-at < 7 && (q == e || q >= len(t) || !isDigit(t[q])) {
		return e
	}
	return max(e, s.cluster(at))
}

const (
	leastDigits      = 7  // of anything that a cluster may be
	leastUnannounced = 13 // of a single group that no word or sign announces
	maxDigits        = 1 << 10
)

// digitsTogether counts the digits in the lanes up to the first byte that cannot be part of a
// group, an address or a time. Without such a byte there may be more.
func digitsTogether(w uint64) int {
	parts := ^(lanes.Within(w, '-', ':') | lanes.Within(w, '(', ')') | lanes.Within(w, ' ', ' ') | w) & lanes.Tops
	if parts == 0 {
		return maxDigits
	}
	return bits.OnesCount64(lanes.Digits(w) & (parts&-parts - 1))
}

// moment returns the end of a date such as 2006-01-02, including a time as in
// 2006-01-02T15:04:05.000. It returns at if there is no date.
func moment(t []byte, at int) int {
	const date, time = "0000-00-00", "T00:00:00"
	is := func(at int, form string) bool {
		for i := range len(form) {
			if b := byteAt(t, at+i); form[i] == '0' && !isDigit(b) || form[i] != '0' && b != form[i] && (form[i] != 'T' || b != ' ') {
				return false
			}
		}
		return !isDigit(byteAt(t, at+len(form)))
	}
	end := at + len(date)
	switch {
	case t[at] > '2' || !is(at, date):
		return at
	case !is(end, time) || byteAt(t, end+len(time)) == ':':
		return end
	}
	if end += len(time); byteAt(t, end) == '.' || byteAt(t, end) == ',' {
		return digitsEnd(t, end+1)
	}
	return end
}

// goesOn are the bytes after a number with which something longer may continue.
var goesOn = func() (c class) {
	for b := range c {
		c[b] = isAlnum(byte(b)) || b >= 0x80
	}
	for _, b := range " -./()_:" {
		c[b] = true
	}
	return c
}()

// escaped reports whether the letter before a number belongs to an escape.
func escaped(t []byte, at int) bool {
	switch {
	case at >= 2 && t[at-2] == '\\':
		return t[at-1] == 'n' || t[at-1] == 't' || t[at-1] == 'r'
	case at >= 3 && t[at-3] == '%':
		return isHex(t[at-2]) && isHex(t[at-1])
	}
	return false
}

// added reports whether text[at:] follows the + or - that starts a line of a diff.
func added(t []byte, at int) bool {
	mark := byteAt(t, at-1)
	return (mark == '+' || mark == '-') && (at == 1 || t[at-2] == '\n')
}

// dottedPhone reports whether four numbers separated by dots cannot be an address but may be a
// phone number: 0722.12.10.35, 93.402.14.78.
func dottedPhone(t []byte) bool {
	const least, most = 9, 11
	digits, beyond := 0, t[0] == '0'
	for part := range bytes.SplitSeq(t, []byte{'.'}) {
		digits += len(part)
		beyond = beyond || len(part) > 3 || len(part) == 3 && part[0] > '2'
	}
	return beyond && digits >= least && digits <= most
}

// dotted reads past 1.2.3 and counts its parts.
func dotted(t []byte, at int) (end, parts int) {
	for {
		e := digitsEnd(t, at)
		parts++
		if e+1 >= len(t) || t[e] != '.' || !isDigit(t[e+1]) {
			return e, parts
		}
		at = e + 1
	}
}

// group is a run of digits in a cluster, with its separator from the next.
type group struct {
	start, end int
	sep        byte // first byte of the separator, 0 after the last group
}

func (g group) len() int { return g.end - g.start }

const maxGroups = 12

// cluster examines adjacent groups of digits: phone numbers, cards, national ids. It returns the
// end of what it found, or of what it examined.
func (s *scan) cluster(at int) int {
	t := s.text
	all := &s.groups
	n, dots := 0, false
	for p := at; n < maxGroups; {
		e := digitsEnd(t, p)
		all[n] = group{start: p, end: e}
		n++
		q := separator(t, e)
		if q == e || q >= len(t) || !isDigit(t[q]) {
			break
		}
		all[n-1].sep = t[e]
		dots = dots || q-e > 1 || t[e] == '.'
		p = q
	}
	g := all[:n]
	g[n-1].sep = 0
	s.grouped = g[n-1].end
	total := digitCount(g)
	if total < leastDigits {
		return g[n-1].end
	}
	if end := s.international(g); end > 0 {
		s.grouped = end
		return end
	}
	if n == 1 && total < leastUnannounced && len(s.cues) == 0 && !s.toBeCalled(at, 1, total) {
		return g[0].end // neither a card nor announced
	}
	// Within a cluster a number may begin after any space.
	for i := range g {
		if i > 0 && g[i-1].sep != ' ' && t[g[i].start-1] != ' ' {
			continue
		}
		end := 0
		switch rest := g[i:]; rest[0].len() {
		case 1, 3:
			if end = s.northAmerican(rest); end == 0 {
				end = s.socialSecurity(rest)
			}
		case 2, 5, 6, 7, 8, 9, 10, 11:
		default:
			end = s.card(rest)
		}
		if end > 0 {
			s.grouped = end
			return end
		}
	}
	if end := s.national(g); end > 0 {
		s.grouped = end
		return end
	}
	if dots {
		return g[0].end // an address may begin behind it
	}
	return g[n-1].start
}

// separator skips the one to three bytes between groups.
func separator(t []byte, at int) int {
	q := at
	if q+1 < len(t) && isDigit(t[q+1]) && (t[q] == ' ' || t[q] == '-' || t[q] == '.' || t[q] == '/') {
		return q + 1 // as most do
	}
	for q < len(t) && q-at < 3 && !isAlnum(t[q]) {
		switch {
		case t[q] == ' ' || t[q] == '-' || t[q] == '.' || t[q] == '/' || t[q] == '(' || t[q] == ')':
			q++
			continue
		case t[q] == 0xC2 && byteAt(t, q+1) == 0xA0:
			q += 2
			continue
		case t[q] == 0xE2 && byteAt(t, q+1) == 0x80:
			q += 3
			continue
		}
		break
	}
	return q
}

func byteAt(t []byte, at int) byte {
	if at < 0 || at >= len(t) {
		return 0
	}
	return t[at]
}

// appendDigits appends the digits of groups to d.
func appendDigits(d []byte, t []byte, g []group) []byte {
	for _, x := range g {
		d = append(d, t[x.start:x.end]...)
	}
	return d
}

func digitCount(g []group) (n int) {
	for _, x := range g {
		n += x.len()
	}
	return n
}

// lengths reports whether the first groups have these lengths.
func lengths(g []group, want ...int) bool {
	if len(g) < len(want) {
		return false
	}
	for i, w := range want {
		if g[i].len() != w {
			return false
		}
	}
	return true
}

// date reports whether the digits begin like a date of our time.
func date(t []byte, g []group) bool {
	if len(g) >= 3 && g[0].sep == g[1].sep && g[0].sep != ' ' && g[1].len() <= 2 &&
		(g[0].len() == 4 && (t[g[0].start] == '1' || t[g[0].start] == '2') && g[2].len() <= 2 || g[0].len() <= 2 && year(t, g[2])) {
		return true
	}
	d := t[g[0].start:g[0].end]
	if len(d) != 8 && len(d) != 12 && len(d) != 14 {
		return false
	}
	month, day := int(d[4]-'0')*10+int(d[5]-'0'), int(d[6]-'0')*10+int(d[7]-'0')
	return (bytes.HasPrefix(d, []byte("19")) || bytes.HasPrefix(d, []byte("20"))) && month >= 1 && month <= 12 && day >= 1 && day <= 31
}

func (s *scan) socialSecurity(g []group) int {
	t := s.text
	if !lengths(g, 3, 2, 4) || g[0].sep != g[1].sep || g[0].sep != '-' && g[0].sep != ' ' || g[0].end+1 != g[1].start || g[1].end+1 != g[2].start ||
		g[2].sep == '-' || byteAt(t, g[0].start-1) == '-' {
		return 0
	}
	area, mid, serial := string(t[g[0].start:g[0].end]), string(t[g[1].start:g[1].end]), string(t[g[2].start:g[2].end])
	if area == "000" || area == "666" || area[0] == '9' || mid == "00" || serial == "0000" {
		return 0
	}
	named := s.cued(citizenCue, g[0].start, 32)
	if !named && (s.level > Strict || g[0].sep != '-') {
		return 0
	}
	s.add(g[0].start, g[2].end, SSN, "us-social-security-number")
	return g[2].end
}

// year reports whether a group is a year of our time.
func year(t []byte, g group) bool {
	return g.len() == 4 && (t[g.start] == '1' && t[g.start+1] == '9' || t[g.start] == '2' && t[g.start+1] == '0')
}
