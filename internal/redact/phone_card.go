package redact

import (
	"bytes"
	"slices"
)

// Telephone numbers in national form that no sentence announces: behind a label on a card, beside
// an address of mail, or alone in their field and grouped as only telephones are.

// phoneNames stand as labels in front of a telephone's number, of any form with a sign behind them.
var phoneNames = newWords(`tel tél tele tfno tlf tlfn tlfno telnr telno telf telef telefon telefono teléfono téléphone telephone telefone telefoon telp tlp tlpn phone phones phoneno ph phn fax telefax faks fon fono fone
	cell cellular celular celulares cellulare cel mob mobil mobile mobiel mobilnr mobiltelefon handy natel gsm ceptel hp nohp portable telemóvel telemovel telem móvil movil whatsapp whatsap wa viber landline
	festnetz fixnetz komórka komorka kom stacionarni mobitel mobilni fiksni kännykkä matkapuhelin puh puhelin gsími sími heimasími tālr tālrunis telefonas mobilus mobilās mobil. vezetékes telszám
	тел телефон моб мобильный мобильник мобільний мобилен мобилни сот сотовый факс ватсап вотсап τηλ τηλέφωνο κιν κινητό κινητο φαξ σταθερό טל טלפון נייד פלאפון פקס هاتف جوال محمول موبايل تلفن تلفون همراه موبایل فاکس فاكس
	휴대폰 휴대전화 핸드폰 연락처 전화 전화번호 팩스 電話 電話番号 携帯 携帯電話 手机 手机号 手机号码 电话 电话号码 联系电话 聯絡電話 連絡先 传真 傳真 đt sđt dđ đtdđ hotline โทร โทรศัพท์ เบอร์ เบอร์โทร มือถือ แฟกซ์ मोबाइल फोन फ़ोन मो ফোন মোবাইল`)

// mayBePhones are labels of telephones and of other values: what follows must be grouped as a
// telephone's number.
var mayBePhones = newWords(`t m f p c h o w d т 代表 直通 直通電話 代表電話 signal telegram contact contacts kontakt contacto contato contatto contatti contactnummer kontaktnummer reception pharmacy pharmacie apotheke praxis sekretariat secretariat emergency
	emergencies notdienst notfall urgences urgencias emergenze nummer numéro numero número numer number nr direct directo direto diretto direkt ddi office büro buero bureau kontor ufficio oficina work home privat private
	zentrale switchboard centralino centralita secretary from to caller callee dialed dialled called sender recipient destination dnis ani номер контакт call ring bel appel info sos verde`)

// contactLabels are those of them that numbers in one piece stand behind.
var contactLabels = newWords(`contact contacts kontakt contacto contato contatto contatti contactnummer kontaktnummer`)

// numberLabel returns the word that stands as a label in front of text[at:], and whether a sign or a bracket parts it from there. In (m) 06 … it is m.
func numberLabel(t []byte, at int) (word []byte, signed bool) {
	const gap = 8
	p := beforeMarks(t, at, gap)
	switch {
	case p > 0 && (t[p-1] == ':' || t[p-1] == '=' || t[p-1] == '.'):
		signed = true
		if p--; p > 0 && t[p-1] == '.' { // Tel.:
			p--
		}
	case p > 2 && t[p-1] == '\x9a' && t[p-2] == '\xbc' && t[p-3] == '\xef': // the colon of Chinese text
		signed, p = true, p-3
	case p > 0 && t[p-1] == ')' && p < at:
		from := p - 1
		for from > 0 && p-from < len("(mobil)") && isLetter(t[from-1]) {
			from--
		}
		if byteAt(t, from-1) != '(' {
			return nil, false
		}
		return t[from-1 : p], true
	case p == at:
		return nil, false
	}
	if signed {
		p = beforeMarks(t, p, gap)
	}
	word, whole := wordBefore(t, p)
	if !whole {
		return nil, signed
	}
	return word, signed
}

// wordBefore returns the word that ends at text[:end], and whether it is no part of a longer one.
func wordBefore(t []byte, end int) (word []byte, whole bool) {
	const longest = 40
	p := end
	for p > 0 && end-p < longest && (isLetter(t[p-1]) || t[p-1] >= 0x80 || t[p-1] == '_') {
		p--
	}
	if p > 0 && (isAlnum(t[p-1]) || (t[p-1] == '.' || t[p-1] == '-') && end-p == 1) {
		return nil, false
	}
	return t[p:end], true
}

// namedPhone reports whether a label of telephones stands in front of text[at:].
func namedPhone(t []byte, at int) bool {
	if !besideLabel[byteAt(t, at-1)] {
		return false
	}
	name, signed := numberLabel(t, at)
	if !signed || len(name) == 0 {
		return false
	}
	if byteAt(t, beforeMarks(t, at, len(" '"))-1) == '=' && len(name) < len("tel") { // hp = 16777619
		return false
	}
	low := bytes.ToLower(name)
	return phoneNames[string(low)] || contactLabels[string(low)] || len(name) == len("(m)") && name[0] == '(' && bracketed(bytes.ToLower(name[1:2]))
}

// glued reports whether a label of telephones ends at text[:at], with its number right behind it, as in
// TEL03-5321-1111 and Tel_030 901820.
func glued(t []byte, at int) bool {
	p := at
	if byteAt(t, p-1) == '_' {
		p--
	}
	if !gluedEnd[byteAt(t, p-1)] { // as of int64 and utf8
		return false
	}
	word := p
	for word > 0 && p-word < len("mobile") && isLetter(t[word-1]) {
		word--
	}
	return p-word > 1 && !isAlnum(byteAt(t, word-1)) && byteAt(t, word-1) != '_' && gluedNames[string(bytes.ToLower(t[word:p]))]
}

var gluedNames = newWords(`tel fax phone ph mob mobile telp`)

// gluedEnd are the letters that they end with.
var gluedEnd = classOf("lxehbpLXEHBP")

// bracketed reports whether a letter in brackets stands in front of telephones: (m), and not (c).
func bracketed(name []byte) bool {
	return len(name) == 1 && name[0] != 'c' && mayBePhones[string(name)]
}

// years reports whether groups begin with two years, 2001-2012.
func years(t []byte, g []group) bool { return len(g) > 1 && year(t, g[0]) && year(t, g[1]) }

// year reports whether a group is one of these times.
func year(t []byte, g group) bool {
	return g.len() == 4 && (t[g.start] == '1' && t[g.start+1] == '9' || t[g.start] == '2' && t[g.start+1] == '0')
}

// beforeMarks steps back from text[at:] over what stands between a label, its sign and its number:
// spaces, quotes, brackets that open, what stresses a word.
func beforeMarks(t []byte, at, most int) int {
	p, quoted := at, false
	for p > 0 && at-p < most {
		switch b := t[p-1]; {
		case b == '"', b == '\'', b == '`':
			if quoted { // what is quoted in a string has no label outside of it
				return p
			}
			quoted = true
			p--
		case b == ' ', b == '\t', b == '\\', b == '*', b == '(':
			p--
		case b == 0xA0 && p > 1 && t[p-2] == 0xC2:
			p -= 2
		default:
			return p
		}
	}
	return p
}

// form is how sure the groups of a number alone make it a telephone's.
type form uint8

const (
	anyForm    form = iota
	looseForm       // two to five groups of two to five digits
	northForm       // three, three and four, with any signs between, as in North America
	trunkForm       // behind the 0 of a trunk line, in one piece or two
	phoneForm       // behind such a 0, grouped as only telephones are
	abroadForm      // behind the 00 of a foreign line and a country's code
)

// formOf returns it.
func formOf(t []byte, g []group) form {
	n, total := len(g), digitCount(g)
	first := t[g[0].start:g[0].end]
	if total < 8 || total > 17 || date(t, g) || years(t, g) || n > 1 && g[n-2].sep == '/' && g[n-1].len() == 4 { // the last is a year, 0012/2024
		return anyForm
	}
	bracket := g[0].sep == ')' && byteAt(t, g[0].start-1) == '('
	signs := true // each sign between the groups is one, or a bracket and a space
	for i := range n - 1 {
		signs = signs && g[i+1].start-g[i].end <= 3
	}
	if first[0] == '0' && len(first) > 1 && signs {
		if dialsAbroad(t, g, total) {
			return abroadForm
		}
		if first[1] == '0' {
			if n == 1 && total >= 12 && total <= 15 && callingCode(first[2:]) > 0 { // 00966…
				return trunkForm
			}
			return anyForm
		}
		if total < 9 || total > 11 && !bracket || total > 13 || counted(t, g) {
			return anyForm
		}
		switch {
		case n == 1:
			return trunkForm
		case len(first) > 5 || g[n-1].len() < 2:
			return anyForm
		case n == 2 && !bracket, n == 3 && lengths(g, 3, 3, 3): // the latter are a citizen's number, too
			return trunkForm
		case n == 3 && len(first) == 2 && !bracket && year(t, g[1]): // of a file, 05-2024-1234
			return anyForm
		case n == 3 && (g[1].len() == 3 || g[1].len() == 4 && len(first) < 4) && g[2].len() >= 3 && g[2].len() <= 4,
			n == 4 && g[1].len() <= 4 && g[1].len() >= 2 && g[2].len() == 2 && g[3].len() == 2,
			bracket && n <= 5:
			return phoneForm
		case n == 5 && lengths(g, 2, 2, 2, 2, 2), n >= 3 && n <= 4:
			return trunkForm
		}
		return anyForm
	}
	if n == 3 && lengths(g, 3, 3, 4) && first[0] >= '2' && t[g[1].start] >= '2' {
		return northForm
	}
	if eastern(t, g, bracket) {
		return phoneForm
	}
	if n < 2 || n > 5 || total > 12 || n == 2 && len(first) == 5 && g[1].len() < 5 && g[0].sep == '-' { // the last of a district, 90210-1234
		return anyForm
	}
	if bracket && n == 3 && len(first) < 4 && len(first) > 1 && (g[1].len() == 3 || g[1].len() == 4) && g[2].len() == 4 {
		return phoneForm
	}
	for i, x := range g {
		if x.len() > 5 || x.len() < 2 && (i > 0 || first[0] == '0' && g[0].sep == '.') {
			return anyForm
		}
	}
	return looseForm
}

// eastern reports whether a number is grouped as in Russia and its neighbours, 8 (495) 620-20-00 and
// (495) 620-20-00, in Turkey, 0 (532) 123 45 67, or as a free one in France, 0 800 12 34 56.
func eastern(t []byte, g []group, bracket bool) bool {
	first := t[g[0].start]
	switch {
	case lengths(g, 1, 3, 7): // 0 (532) 1234567
		return len(g) == 3 && t[g[1].start-1] == '(' && t[g[1].end] == ')' && (first == '0' || first == '7' || first == '8')
	case g[0].len() == 3:
		return len(g) == 4 && bracket && lengths(g, 3, 3, 2, 2) && g[2].sep == '-' && first >= '3'
	case g[0].len() != 1 || len(g) < 4 || len(g) > 5:
		return false
	case first == '8' || first == '7':
		return lengths(g, 1, 3, 3, 2, 2) || lengths(g, 1, 4, 2, 2, 2)
	case first == '0':
		free := t[g[1].start] == '8' && t[g[1].start+1] == '0'
		return lengths(g, 1, 3, 3, 2, 2) || free && (lengths(g, 1, 3, 2, 2, 2) || lengths(g, 1, 3, 3, 3))
	}
	return false
}

// dialsAbroad reports whether a number begins with what is dialled in front of a country's code, as
// 0039 347 123 4567 and 011 44 20 7946 0018 do.
func dialsAbroad(t []byte, g []group, total int) bool {
	first := t[g[0].start:g[0].end]
	if len(g) < 2 || len(g) > 7 || total < 11 || total > 17 {
		return false
	}
	var buf [20]byte
	d := appendDigits(buf[:0], t, g)
	prefix := 2 // 0044 …
	switch string(first) {
	case "00", "011", "0011":
		prefix = len(first)
	default:
		if first[1] != '0' {
			return false
		}
	}
	code := callingCode(d[prefix:])
	if code == 0 || code == 1 && total != prefix+len("12127365000") || total-prefix < 9 || prefix == len(first) && g[1].len() != code || prefix < len(first) && len(first) != prefix+code {
		return false
	}
	// A dump, and an account, has its groups alike.
	pairs, fours := true, true
	for _, x := range g[1 : len(g)-1] {
		pairs, fours = pairs && x.len() == 2, fours && x.len() == 4
	}
	last := g[len(g)-1].len()
	if pairs && last == 2 && len(first) == 2 {
		return false
	}
	return !fours || last > 4 || len(first) != 4 || len(g) == 3 && last == 4 && eightDigits[string(d[2:4])] && standsAlone(t, g[0].start, g[2].end)
}

// eightDigits are the countries of two digits whose numbers have eight.
var eightDigits = newWords(`45 47 65`)

// counted reports whether digits are 0123456789 or of ones and noughts, which people count with.
func counted(t []byte, g []group) bool {
	var buf [20]byte
	d := appendDigits(buf[:0], t, g)
	return bytes.HasPrefix(d, []byte("012345678")) || len(bytes.Trim(d, "01")) == 0
}

// onCard reports whether the number g is a telephone's by the label in front of it, by the address of
// mail beside it, or by its form alone.
func (s *scan) onCard(g []group) bool {
	t := s.text
	if !besideLabel[byteAt(t, g[0].start-1)] && t[g[0].start] != '0' && !(len(g) == 3 && g[0].len() == 3) && g[0].len() > 1 && len(s.mails) == 0 && len(s.found) == 0 {
		return false // as most are
	}
	f := formOf(t, g)
	start, end := g[0].start, g[len(g)-1].end
	if byteAt(t, start-1) == '(' && byteAt(t, end) != ')' {
		start--
	}
	name, signed := s.labelOf(start)
	if s.introduced(g, start, name, f) {
		return true
	}
	switch {
	case len(name) == 0:
		if signed {
			return false
		}
	case name[0] == '(': // (m) 06 …
		name = bytes.ToLower(name[1 : len(name)-1])
		if (phoneNames[string(name)] || bracketed(name)) && digitCount(g) > leastDigits && !date(t, g) && !years(t, g) {
			return true
		}
	default:
		low := bytes.ToLower(name)
		switch {
		case phoneNames[string(low)] && (signed && digitCount(g) >= leastDigits || f > anyForm):
			return !date(t, g)
		case mayBePhones[string(low)] && (signed && !page(t, start, name) || f >= trunkForm && len(g) > 1):
			if len(g) == 1 && digitCount(g) > 8 && digitCount(g) < 12 && signed && contactLabels[string(low)] {
				return !date(t, g) && !s.otherNumber(start)
			}
			return f >= northForm && len(g) > 1 && !(len(name) == 1 && g[0].sep == '.') && !s.otherNumber(start)
		case signed && !whose(name) && !holders[string(low)] && !(properName(name) && (f == abroadForm || f >= northForm && s.besideContact(start, end, true))), !signed && len(name) == 2 && countryCodes[string(name)]: // the latter of a tax, BE 0859 …
			return false
		}
	}
	if f == anyForm {
		return false
	}
	if f == abroadForm && (start == 0 || t[start-1] == '\n') {
		return !s.otherNumber(start)
	}
	if byteAt(t, start-1) == '(' && !signed && ofThing(t, start-1) {
		return false
	}
	if f >= phoneForm && (f == abroadForm || alikeParted(g)) && (standsAlone(t, start, end) && !(g[0].sep == '.' && g[0].len() == 3) || s.inText(g, start)) {
		return !s.otherNumber(start) && !s.amongOthers(start)
	}
	if f == northForm && spaced(g) && standsAlone(t, start, end) {
		return !s.otherNumber(start)
	}
	return (len(g) > 1 || f == trunkForm) && standsAlone(t, start, end) && s.besideContact(start, end, f >= northForm)
}

// introduced reports whether what a number stands in says that it is a telephone's: an object that is
// called phones, a message and its ends, a chat, the brackets behind whom to contact; or the letter of
// a card in front of one that begins as only telephones do.
func (s *scan) introduced(g []group, start int, name []byte, f form) bool {
	const least, most = 7, 15
	t := s.text
	end := g[len(g)-1].end
	if total := digitCount(g); total < least || total > most || date(t, g) || years(t, g) {
		return false
	}
	before, after := byteAt(t, start-1), byteAt(t, end)
	switch low := string(bytes.ToLower(name)); {
	case before == ' ' && byteAt(t, start-2) == ']' && after == ':' && byteAt(t, end+1) == ' ': // [10:33] 07 01 22 06 39: ok
		return f >= trunkForm && len(g) > 1
	case before == '(' && after == ')':
		return f > anyForm && contacted(t, start-1)
	case (opensQuote[before] && opensQuote[after]) && memberNames[low]:
		return s.insideOf(start, "phone", "telephone", "mobile")
	case (opensQuote[before] && opensQuote[after]) && (low == "to" || low == "from" || low == "recipient"):
		return (f >= trunkForm || len(g) == 1 && digitCount(g) >= 10) && ofMessage(t, end)
	case len(low) == 1 && (low == "t" || low == "m" || low == "p") && numberSign(t, start):
		return f == trunkForm && len(g) == 1 && fieldEdge(t, end, +1)
	}
	return false
}

// memberNames are the members in which objects of telephones hold their number.
var memberNames = newWords(`number value num nr national formatted raw digits nationalnumber`)

// numberSign reports whether a colon stands in front of text[at:].
func numberSign(t []byte, at int) bool {
	p := beforeMarks(t, at, len(" '"))
	return p > 0 && t[p-1] == ':'
}

// insideOf reports whether text[at:] is in an object, or in one of a list, whose name has one of these words.
func (s *scan) insideOf(at int, words ...string) bool {
	const longest = 160
	t := s.text
	depth := 0
	for p := at - 1; p > 0 && at-p < longest; p-- {
		switch t[p] {
		case '}', ']':
			depth++
		case '{', '[':
			if depth--; depth >= 0 {
				continue
			}
			depth = 0
			name, signed := numberLabel(t, p)
			if len(name) > 0 && signed {
				return containsAny(bytes.ToLower(name), words...)
			}
		}
	}
	return false
}

// ofMessage reports whether the object that goes on at text[at:] has a message as a member.
func ofMessage(t []byte, at int) bool {
	const longest = 120
	rest := t[at:min(len(t), at+longest)]
	if i := bytes.IndexByte(rest, '}'); i >= 0 {
		rest = rest[:i]
	}
	return containsAny(bytes.ToLower(rest), `body"`, `body\`, `sms"`, `sms\`, `whatsapp"`)
}

// contacted reports whether the brackets that open at text[at:] stand behind a name, and this behind a
// word that says to turn to whoever has it: contact Ada Berg (…).
func contacted(t []byte, at int) bool {
	const most = 4 // words
	p := len(bytes.TrimRight(t[:at], " "))
	for n := range most {
		word, whole := wordBefore(t, p)
		if !whole || len(word) == 0 {
			return false
		}
		p -= len(word)
		if n > 0 && contactWords[string(bytes.ToLower(word))] {
			return true
		}
		if !isUpper(word[0]) && word[0] < 0x80 {
			return false
		}
		for p > 0 && (t[p-1] == ' ' || t[p-1] == '.' || t[p-1] == ':') {
			p--
		}
	}
	return false
}

// contactWords are such words.
var contactWords = newWords(`contact contacts kontakt contacto contato contatto ansprechpartner ansprechpartnerin call calling ask reach phone ring text notify anrufen llamar appeler chiamare`)

// besideLabel are the bytes behind a label, in front of its number.
var besideLabel = classOf(" \t\"'`*(:=.>\xa0\x9a")

// labelOf returns the label in front of text[at:], or in the element in front of it.
func (s *scan) labelOf(at int) (name []byte, signed bool) {
	t := s.text
	if byteAt(t, at-1) == '>' || byteAt(t, at-1) == ' ' && byteAt(t, at-2) == '>' {
		if from, _ := s.tagged(at); from < at {
			for from > 0 && (t[from-1] == ' ' || t[from-1] == ':' || t[from-1] == '.') {
				from--
			}
			name, _ = wordBefore(t, from)
			low := bytes.ToLower(name)
			return name, phoneNames[string(low)] || mayBePhones[string(low)] || byteAt(t, from-len(name)-1) == '>' // one word alone is a label
		}
	}
	if p := at; byteAt(t, p-1) == ' ' && byteAt(t, p-2) == '|' || byteAt(t, p-1) == '|' { // a cell, and one word in that before it
		for p > 0 && (t[p-1] == ' ' || t[p-1] == '|') {
			p--
		}
		name, _ = wordBefore(t, p)
		if before := bytes.TrimRight(t[:p-len(name)], " "); len(name) > 0 && (len(before) == 0 || before[len(before)-1] == '|') {
			return name, true
		}
		return nil, false
	}
	return numberLabel(t, at)
}

// holders are names of what may hold any text.
var holders = newWords(`text value values body message msg content answer result output input raw string line note notes comment comments description summary response reply`)

// whose reports whether a label is the code of a country.
func whose(name []byte) bool { return len(name) == 2 && countryCodes[string(name)] }

// properName reports whether a label may be the name of a town or of a person.
func properName(name []byte) bool {
	const least = 3
	return len(name) >= least && isUpper(name[0]) && lowerOnly(name[1:])
}

func lowerOnly(b []byte) bool {
	for _, c := range b {
		if c < 0x80 && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// countryCodes are those of ISO 3166 of which people write numbers, and two more.
var countryCodes = newWords(`AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DO DZ EC EE EG ER ES ET EU FI FJ FR GA GB GE GH GM GN GQ GR GT GY
	HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KR KW KZ LA LB LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PT PY QA RO RS RU RW SA SC SD SE SG SI
	SK SL SN SO SR SV SY TD TG TH TJ TM TN TR TT TW TZ UA UG UK US UY UZ VE VN YE ZA ZM ZW`)

// inText reports whether a number in a text needs neither a field of its own nor a word: it has ten
// digits or more, a sign between two groups, and nothing that goes on.
func (s *scan) inText(g []group, start int) bool {
	const least = 10
	t := s.text
	for i := range len(g) - 1 {
		if gap := g[i+1].start - g[i].end; g[i].sep == '.' || g[i].sep == '/' || gap > 2 || gap == 2 && g[i].sep != ')' && g[i].sep < 0x80 {
			return false
		}
	}
	before, after := byteAt(t, start-1), byteAt(t, g[len(g)-1].end)
	if digitCount(g) < least || after == '%' || after == '-' || after == '/' || after == ':' {
		return false
	}
	return before == '(' || before == '"' || before == '\'' || before >= 0x80 || before == ' ' && goesBefore(t, start-1)
}

// goesBefore reports whether a sentence may go on with a number behind text[:at]: its last word is
// no name of one, as in room 0412 …
func goesBefore(t []byte, at int) bool {
	const longest = 24
	p := at
	for p > 0 && at-p < longest && (isLetter(t[p-1]) || t[p-1] >= 0x80) {
		p--
	}
	if p == at {
		return p > 0 && t[p-1] != ' ' && t[p-1] != '#' && !isDigit(t[p-1])
	}
	return p > 0 && t[p-1] == ' ' && goesOnWith[string(t[p:at])]
}

// goesOnWith are words behind which any number may stand.
var goesOnWith = newWords(`is are was at on or to and but try use using via with under our new of for by from as has have owns dialled dialed texted phoned called reached ist sind war oder und unter auf bei von mit per an
	est et ou au sur par es son y o al en con por è e o al su da con é e ou no na em com por is en of op bij naar met jest i lub pod na od och eller på av fra til og eller на по или и`)

// ofThing reports whether the brackets that open at text[at:] stand behind the name of a thing, which
// has a number of its own: Device (0412 884 7723).
func ofThing(t []byte, at int) bool {
	word, whole := wordBefore(t, len(bytes.TrimRight(t[:at], " ")))
	return whole && things[string(bytes.ToLower(word))]
}

// things are such names.
var things = newWords(`device machine unit node sensor channel engine pump valve vehicle fleet bus train route gauge probe camera printer router server rack robot tool motor inverter battery panel module board chip
	stock bin shelf pallet slot rack box crate drawer warehouse inventory aisle
	function method script rule step block frame record entry row index sequence task session run test trial survey form field page chapter volume folio microfilm exhibit bates deed certificate degree course lesson exam sample measurement
	file document drawing figure table object lot room floor gate platform flight trip
	akte fall kennung gerät messung probe sensor maschine anlage baugruppe lagerplatz stückliste objekt immobilie wohnung zimmer raum fahrzeug motor pumpe ventil prüfung seite band blatt bauteil
	pièce référence appareil machine véhicule lot salle pozycja oferta urządzenie matriz equipo código serie máquina vehículo apparato macchina veicolo kavel perceel toestel kamer artikkel vare enhet maskin nimike laite dosya parti cihaz`)

// amongOthers reports whether text[at:] goes on with a list of numbers that are no telephones.
func (s *scan) amongOthers(at int) bool {
	t := s.text
	if byteAt(t, at-1) != ' ' || byteAt(t, at-2) != ',' || !isDigit(byteAt(t, at-3)) {
		return false
	}
	n := len(s.found)
	return n == 0 || s.found[n-1].End != at-2
}

// otherNumber reports whether a word in front of text[at:] says that what follows is of another sort.
func (s *scan) otherNumber(at int) bool {
	before := s.context(at, nearPhone)
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i:]
	}
	for _, stem := range otherStems {
		i := bytes.Index(before, []byte(stem))
		if i >= 0 && (stem[0] >= 0x80 || i == 0 || !isLetter(before[i-1])) {
			return true
		}
	}
	return false
}

// otherStems are what such words begin with.
var otherStems = [...]string{"order", "invoice", "ticket", "case no", "case n", "case #", "case:", "account", "acct", "tracking", "card", "serial", "version", "isbn", "issn", "licen", "passport", "social sec", "identif", "policy", "member", "registr",
	"insur", "confirm", "ref", "model", "tax", "vat ", "vat:", "tva", "btw", "kbo", "bce", "ust", "mwst", "nif", "cif", "booking", "reserv", "docket", "batch", "sku", "part ", "part-", "parts", "p/n", "s/n", "pn ", "sn ", "barcode", "code", "coupon", "voucher", "asset", "item", "product", "article", "claim", "patent",
	"permit", "grant", "parcel", "consign", "container", "shipment", "waybill", "awb", "hawb", "customs", "eori", "bid ", "tender", "project", "job ", "rma", "wo ", "quote", "plan ", "mrn", "rx ", "prescri", "specimen", "accession", "a/c", "check ", "cheque",
	"chassis", "meter", "mprn", "mpan", "oem", "lic.", "lic ", "id-nr", "student", "promo", "spare", "hospital n", "patient", "plate", "type ", "terminal", "merchant", "mandat", "angebot", "charge", "lot", "parzell", "flurst", "grundb", "geschäfts", "polizz", "contract", "customer n", "customer i", "client n", "client i", "id ", "id:", "_id", "po ", "p.o", "frequenc", "build", "nhs", "medicare", "aadhaar", "ean", "upc", "gtin", "imei", "iccid", "vin ", "duns", "siret", "siren", "nip ", "pesel", "regon",
	"bestell", "auftrag", "rechnung", "kunden", "artikel", "art.", "vorgang", "akten", "steuer", "konto", "vertrag", "mitglied", "serien", "sendung", "liefer", "beleg", "versicherung", "teile", "zähler", "ausweis", "matrikel", "personal", "gutschein",
	"commande", "facture", "dossier", "contrat", "série", "suivi", "colis", "adhérent", "pedido", "factura", "cuenta", "expediente", "guía", "póliza", "ordine", "fattura", "conto", "codice", "partita", "pratica", "fatura", "conta ", "conta:",
	"protocolo", "processo", "nota fiscal", "zamówien", "faktur", "zam.", "objedn", "smlouv", "factuur", "klant", "kenmerk", "ordre", "kund", "sipariş", "číslo", "заказ", "счет", "счёт", "инн", "снилс", "договор", "накладн", "артикул",
	"订单", "单号", "编号", "发票", "身份证", "账号", "卡号", "注文", "伝票", "会員", "주문", "송장", "계좌", "사업자", "운송장"}

// alikeParted reports whether the signs between groups are the same, but for those behind the first
// and around a code in brackets.
func alikeParted(g []group) bool {
	from := 1
	if len(g) > 2 && g[1].sep == ')' { // 8 (495) …
		from = 2
	}
	for i := from + 1; i < len(g)-1; i++ {
		if g[i].sep != g[from].sep {
			return false
		}
	}
	return true
}

// spaced reports whether a space alone is behind the first group, and a space or a dash behind the second.
func spaced(g []group) bool {
	return g[0].sep == ' ' && (g[1].sep == ' ' || g[1].sep == '-') && g[0].end+1 == g[1].start && g[1].end+1 == g[2].start
}

// standsAlone reports whether text[start:end] is all that its line, its cell, its string or its brackets hold.
func standsAlone(t []byte, start, end int) bool {
	return fieldEdge(t, start, -1) && fieldEdge(t, end, +1)
}

// fieldEdge reports whether a field ends at text[at:], before it or behind it.
func fieldEdge(t []byte, at, step int) bool {
	p := at
	if step < 0 {
		p--
	}
	blank := 0
	for byteAt(t, p) == ' ' {
		p += step
		blank++
	}
	if p < 0 || p >= len(t) {
		return true
	}
	switch b := t[p]; b {
	case '\n':
		return step > 0 || blank < 2 // not below a line, and set back from it
	case '\r', '\t', '|', ';', ',', '<', '>', '"', '\'', '`', '(', ')':
		return true
	case '/', '-':
		return blank > 0
	case ']':
		return step < 0
	case ':': // of what somebody wrote in a chat
		return step > 0 && blank == 0 && byteAt(t, p+1) == ' '
	case '\\':
		return true
	case 0xA2, 0xB7, 0x93, 0x94: // • · – —, of which these bytes are the last
		return step < 0 && blank > 0
	case 0xE2, 0xC2:
		return step > 0 && blank > 0
	}
	return false
}

// page reports whether a label is the p. of a page, which has as many digits as some telephones.
func page(t []byte, at int, name []byte) bool {
	return len(name) == 1 && bytes.IndexByte(t[max(0, at-len("p. (")):at], '.') >= 0
}

// besideSite reports whether the line below text[at:] is the address of a page, as under a letter.
func besideSite(t []byte, at int) bool {
	p := at + lineBreak(t, at)
	return p > at && (hasFold(t, p, "www.") || hasFold(t, p, "http"))
}

// besideContact reports whether an address of mail was found on the line of text[start:end] or
// one of those beside it, or another telephone, if what stands there is like one.
func (s *scan) besideContact(start, end int, like bool) bool {
	const near, lines = 120, 2
	beside := func(from, to int) bool { // what stands there
		if from >= end {
			from, to = end, from
		} else {
			from, to = to, start
		}
		return from <= to && to-from <= near && bytes.Count(s.text[from:to], []byte{'\n'}) <= lines
	}
	i, _ := slices.BinarySearchFunc(s.mails, start, func(m span, at int) int { return m.start - at })
	if i > 0 && beside(s.mails[i-1].start, s.mails[i-1].end) || i < len(s.mails) && beside(s.mails[i].start, s.mails[i].end) {
		return true
	}
	if like && besideSite(s.text, end) {
		return true
	}
	if n := len(s.found); like && n > 0 && s.found[n-1].Type == Phone {
		return beside(s.found[n-1].Start, s.found[n-1].End)
	}
	return false
}
