package redact

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Payment cards (ISO/IEC 7812) and bank accounts (ISO 13616).

// card reads 13 to 19 digits in one run or grouped as on the card, of a known
// issuer, that pass Luhn's test.
func (s *scan) card(g []group) int {
	t := s.text
	n := 1
	switch {
	case g[0].len() >= 13, g[0].len() == 12 && s.cued(cardCue, g[0].start, 40):
	case lengths(g, 4, 4, 4, 4, 3):
		n = 5
	case lengths(g, 4, 4, 4, 4):
		n = 4
	case lengths(g, 4, 6, 5), lengths(g, 4, 6, 4):
		n = 3
	default:
		return 0
	}
	for i := range n - 1 {
		gap := t[g[i].end:g[i+1].start]
		if !bytes.Equal(gap, t[g[0].end:g[1].start]) || string(gap) != " " && string(gap) != "-" && string(gap) != "  " && string(gap) != "–" && string(gap) != "\u00a0" {
			return 0
		}
	}
	start, end := g[0].start, g[n-1].end
	if digitCount(g[:n]) > 19 {
		return 0
	}
	switch p := byteAt(t, start-1); {
	case (p == '-' || p == '.') && s.cued(cardCue, start-1, 0), p == '/' && s.cued(cardCue, start, len("card-number/")): // card-…
	case escaped(t, start), added(t, start), stressed(t, start):
	case isAlnum(p) || p == '_' || p == '-' || p == '.' || p == '/' || p == '+':
		return 0
	}
	if p := byteAt(t, end); isAlnum(p) || p == '_' && !stressed(t, start) || (p == '.' || p == '-') && isAlnum(byteAt(t, end+1)) {
		return 0
	}
	var buf [19]byte
	d := appendDigits(buf[:0], t, g[:n])
	if d[0] == d[1] && len(bytes.Trim(d, string(d[:1]))) == 0 || !luhn(d) || !issued(d, n > 1 || s.cued(cardCue, start, 40)) {
		return 0
	}
	if len(d) == 14 && containsAny(s.context(start, 24), "siret") { // SIRET numbers of French companies pass Luhn's test, too
		return 0
	}
	if len(d) == 13 && s.level > Strict && !s.cued(cardCue, start, 40) {
		return 0 // milliseconds have thirteen digits
	}
	s.add(start, end, PaymentCard, "payment-card")
	return end
}

// issuer is a range of the first four digits of cards whose numbers have that many digits. A
// number in a wide range counts only where a word announces a card.
type issuer struct {
	digits, lo, hi int
	announced      bool
}

var issuers = func() (all []issuer) {
	for _, entry := range listed("card issuers") {
		var i issuer
		size, first, _ := strings.Cut(entry, " ")
		size, i.announced = strings.CutSuffix(size, "?")
		lo, hi, _ := strings.Cut(first, "-")
		i.digits, i.lo, i.hi = must(strconv.Atoi(size)), must(strconv.Atoi(lo)), must(strconv.Atoi(hi))
		all = append(all, i)
	}
	return all
}()

// issued reports whether a card with this number and length can exist. Debit cards have wide
// ranges, in which many numbers fall by chance, so a word must announce them.
func issued(d []byte, announced bool) bool {
	first := int(d[0]-'0')*1000 + int(d[1]-'0')*100 + int(d[2]-'0')*10 + int(d[3]-'0')
	return slices.ContainsFunc(issuers, func(i issuer) bool {
		return i.digits == len(d) && i.lo <= first && first <= i.hi && (announced || !i.announced)
	})
}

func luhn(d []byte) bool {
	sum := 0
	for i := range d {
		n := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}

// ibanLengths is the length of an IBAN by country.
var ibanLengths = func() map[string][]int {
	lengths := map[string][]int{}
	for _, entry := range listed("iban lengths") {
		n := must(strconv.Atoi(entry[2:]))
		lengths[entry[:2]] = append(lengths[entry[:2]], n)
	}
	return lengths
}()

// iban reads an IBAN in one run, or in groups separated by one space or dash.
func (s *scan) iban(at int) (end int, ok bool) {
	country := []byte{s.text[at] &^ 0x20, s.text[at+1] &^ 0x20}
	for _, n := range ibanLengths[string(country)] {
		if end, ok = s.account(at, n); ok {
			break
		}
	}
	return end, ok
}

// account reads an account number of want letters and digits.
func (s *scan) account(at, want int) (end int, ok bool) {
	t := s.text
	if want == 0 || at > 0 && (isAlnum(t[at-1]) || t[at-1] == '_' && !stressed(t, at)) && !escaped(t, at) && (at < 3 || t[at-3] != '?' || !digitsOnly(t[at-2:at])) {
		return 0, false
	}
	var buf [34]byte
	n, p, digits := 0, at, 0
	for n < want && p < len(t) {
		switch b := t[p]; {
		case isDigit(b):
			buf[n] = b
			digits++
			n++
		case isLetter(b):
			buf[n] = b &^ 0x20
			n++
		case (b == ' ' || b == '-' || b == '.' && isUpper(t[at])) && n >= 4 && p+1 < len(t) && (isAlnum(t[p+1]) || b == ' ' && t[p+1] == ' '):
		default:
			return 0, false
		}
		p++
	}
	if n < want || p < len(t) && (isAlnum(t[p]) || t[p] == '_' && !stressed(t, at)) || !isUpper(t[at]) && digits*3 < want*2 { // no12 is a word, and more may follow
		return 0, false
	}
	rest := 0
	for i := range want {
		b := buf[(i+4)%want]
		if isDigit(b) {
			rest = (rest*10 + int(b-'0')) % 97
		} else {
			rest = (rest*100 + int(b-'A') + 10) % 97
		}
	}
	if rest != 1 {
		return 0, false
	}
	s.add(at, p, IBAN, "iban")
	return p, true
}
