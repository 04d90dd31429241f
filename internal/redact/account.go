package redact

import (
	"bytes"
	"strconv"
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
	case lengths(g, 4, 4, 4, 3) && issuedTo15(t[g[0].start:g[0].end]):
		n = 4
	case lengths(g, 4, 6, 5), lengths(g, 4, 6, 4):
		n = 3
	default:
		return 0
	}
	for i := range n - 1 {
		gap := t[g[i].end:g[i+1].start]
		if !bytes.Equal(gap, t[g[0].end:g[1].start]) || string(gap) != " " && string(gap) != "-" && string(gap) != "  " && string(gap) != "–" && hardSpace(gap, 0) != len(gap) {
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
	if len(d) == 14 && containsAny(s.context(start, 24), "siret") { // of a business in France, with the same digit at its end
		return 0
	}
	if len(d) == 13 && s.level > Strict && !s.cued(cardCue, start, 40) {
		return 0 // milliseconds have thirteen digits
	}
	s.add(start, end, PaymentCard, "payment-card")
	return end
}

// issuedTo15 reports whether cards that begin so have fifteen digits.
func issuedTo15(first []byte) bool { return first[0] == '3' && (first[1] == '4' || first[1] == '7') }

// issued reports whether a card with this number and length can exist. Debit cards have
// wide ranges, so many numbers are one by chance: a word must announce them.
func issued(d []byte, announced bool) bool {
	p := int(d[0]-'0')*1000 + int(d[1]-'0')*100 + int(d[2]-'0')*10 + int(d[3]-'0')
	in := func(lo, hi int) bool { return lo <= p && p <= hi }
	switch len(d) {
	case 12:
		return announced && (in(5000, 5099) || in(5600, 6999))
	case 13:
		return d[0] == '4' && (d[1] != '0' || announced)
	case 14:
		return in(3000, 3059) || in(3095, 3095) || in(3600, 3699) || in(3800, 3999)
	case 15:
		return in(3400, 3499) || in(3700, 3799) || p == 2131 || p == 1800 || announced && in(1000, 1999)
	case 16:
		return d[0] == '4' || in(5100, 5599) || in(2221, 2720) || p == 6011 || in(6440, 6599) || in(3528, 3589) || in(6200, 6299) ||
			in(3088, 3094) || in(3096, 3102) || in(3112, 3120) || in(3158, 3159) || in(3337, 3349) ||
			p == 6370 || in(6375, 6376) || in(2200, 2204) || p == 5893 || p == 6304 || p == 6062 || in(8171, 8199) ||
			in(5000, 5099) || in(6700, 6799) || p == 6363 || p == 5895 || p == 6042 || p == 8600 || p == 9792 || p == 9860 ||
			announced && (in(3000, 3059) || in(3500, 3699) || in(3800, 3999) || in(5600, 5899) || in(6000, 6999))
	case 19:
		return announced && (d[0] == '4' || in(5060, 5061)) || in(6200, 6299) || in(8171, 8199) || p == 6304 || p == 6759
	}
	return len(d) > 16 && announced && in(6200, 6299) // ids of posts and messages have as many digits
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

// ibanLengths has the lengths of account numbers by country.
var ibanLengths = func() map[string][]int {
	lengths := map[string][]int{}
	for _, entry := range listed("iban lengths") {
		n := must(strconv.Atoi(entry[2:]))
		lengths[entry[:2]] = append(lengths[entry[:2]], n)
	}
	return lengths
}()

// iban reads an account number in one run, or in groups parted by one space or dash.
func (s *scan) iban(at int) (end int, ok bool) {
	country := []byte{s.text[at] &^ 0x20, s.text[at+1] &^ 0x20}
	for _, n := range ibanLengths[string(country)] {
		if end, ok = s.account(at, n); ok {
			break
		}
	}
	return end, ok
}

// hardSpace is the size of a space at text[at:] at which no line breaks, or 0.
func hardSpace(t []byte, at int) int {
	switch {
	case byteAt(t, at) == 0xC2 && byteAt(t, at+1) == 0xA0:
		return 2
	case byteAt(t, at) == 0xE2 && byteAt(t, at+1) == 0x80 && byteAt(t, at+2) == 0xAF:
		return 3
	}
	return 0
}

// namedAccount reports whether t ends with the name of an account number: IBAN_, IBAN.
func namedAccount(t []byte) bool {
	t = bytes.TrimRight(t[max(0, len(t)-len("iban_")):], "_")
	return len(t) >= len("iban") && bytes.EqualFold(t[len(t)-len("iban"):], []byte("iban"))
}

// account reads an account number of so many letters and digits.
func (s *scan) account(at, want int) (end int, ok bool) {
	t := s.text
	if want == 0 || at > 0 && (isAlnum(t[at-1]) || t[at-1] == '_' && !stressed(t, at)) && !namedAccount(t[:at]) && !escaped(t, at) && (at < 3 || t[at-3] != '?' || !digitsOnly(t[at-2:at])) {
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
		case hardSpace(t, p) > 0 && n >= 4:
			p += hardSpace(t, p) - 1
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
