package redact

import "bytes"

// Telephone numbers in a column that is called phone, of a list or of a table.

// phoneColumns reads the columns whose names are words for a telephone. Each line is read for
// one head of a table only, so that a text of nothing but heads is read once.
func (s *scan) phoneColumns() {
	next := 0
	for _, c := range s.cues {
		if c.cue == phoneCue && c.end > next && endsCell(s.text, c.end) {
			next = max(next, s.phoneHead(c.end))
		}
	}
}

// endsCell reports whether the name of a column may end behind text[at:].
func endsCell(t []byte, at int) bool {
	const longest = 24
	if b := byteAt(t, at-1); b == ' ' || b == ':' || b == '.' || b == '=' {
		return false
	}
	for p := at; p < len(t) && p-at < longest; p++ {
		switch b := t[p]; {
		case b == ',', b == ';', b == '|', b == '\t', b == '\n', b == '\r':
			return true
		case !isAlnum(b) && b < 0x80 && bytes.IndexByte([]byte(" _-\"'`*.#/\\)("), b) < 0:
			return false
		}
	}
	return false
}

// phoneHead reads the table below the line that text[at:] is in, if that is its head, and
// returns where the table, or what was looked at, ends.
func (s *scan) phoneHead(at int) int {
	t := s.text
	begin := at
	for begin > 0 && at-begin < maxRow && t[begin-1] != '\n' {
		begin--
	}
	end := rowEnd(t, at)
	switch {
	case end < 0: // of no row that is looked at
		return at + maxRow
	case begin > 0 && t[begin-1] != '\n', end == len(t):
		return end
	}
	begin = headStart(t, begin, at, end)
	head := t[begin:end]
	sep, columns := headOf(head)
	if sep == 0 {
		return end
	}
	var told [maxColumns]bool
	any := false
	n := 0
	for cell := range bytes.SplitSeq(head, []byte{sep}) {
		if n < maxColumns && phoneColumn(cell) {
			told[n], any = true, true
		}
		n++
	}
	if !any {
		return end
	}
	for next := end + 1; ; {
		end = rowEnd(t, next)
		if end < 0 || next == end {
			return next
		}
		if !(sep == '|' && ruled(t[next:end])) && !s.phoneRow(next, end, sep, columns, &told) {
			return next
		}
		next = end + 1
	}
}

// headStart returns where the head of a table begins in the line t[begin:end]: there, or in the
// string of a document that text[at:] is in.
func headStart(t []byte, begin, at, end int) int {
	const quotes = 12
	if sep, _ := headOf(t[begin:end]); sep != 0 {
		return begin
	}
	start := begin
	for range quotes {
		i := bytes.LastIndexByte(t[begin:at], '"')
		if i < 0 {
			break
		}
		at = begin + i
		if sep, _ := headOf(t[at+1 : end]); sep != 0 {
			start = at + 1
		} else if start > begin {
			break
		}
	}
	return start
}

// maxColumns are those of a table that are looked at.
const maxColumns = 32

// headOf returns what parts the names of columns in a line of nothing else, or 0, and how many
// there are.
func headOf(line []byte) (sep byte, columns int) {
	for _, b := range []byte("|,;\t") {
		if n := bytes.Count(line, []byte{b}); n > 0 {
			sep, columns = b, n+1
			break
		}
	}
	if sep == 0 { // a list of one
		sep, columns = '\n', 1
	}
	if columns > maxColumns {
		return 0, 0
	}
	digits := 0
	for _, b := range line {
		if isDigit(b) {
			digits++
		}
	}
	if digits > columns || bytes.ContainsAny(line, "=:(){}[]<>@!?") {
		return 0, 0
	}
	for cell := range bytes.SplitSeq(line, []byte{sep}) {
		if len(bytes.TrimSpace(cell)) > maxName {
			return 0, 0
		}
	}
	return sep, columns
}

// phoneColumn reports whether the name of a column says that there are telephones in it.
func phoneColumn(name []byte) bool {
	name = bytes.ToLower(bytes.Trim(name, " \t\r\"'`*_\\\xef\xbb\xbf"))
	told := false
	for word := range bytes.FieldsFuncSeq(name, func(r rune) bool {
		return r == ' ' || r == '_' || r == '-' || r == '.' || r == '/' || r == '#' || r == '(' || r == ')' || r >= '0' && r <= '9'
	}) {
		switch {
		case phoneNames[string(word)] || containsAny(word, "phone", "telef", "téléph", "mobilnum", "mobilen", "mobiles", "msisdn", "fax", "cellno", "cellnum", "mobileno", "mobilenum", "móvil", "celular", "whatsapp", "телеф", "手机", "电话", "電話", "携帯", "전화", "연락처", "هاتف", "طلفون"):
			told = true
		case !aboutPhones[string(word)]:
			return false
		}
	}
	return told
}

// aboutPhones are the words beside them.
var aboutPhones = newWords(`number numbers no nr num nummer numero número numéro home work office business main primary secondary alternate alternative alt other contact customer client user guest patient employee owner emergency day daytime
	evening night private personal direct country raw full formatted international national e164 e extension ext of the de du di della la le el contatto contacto kontakt fixe fixo fijo fisso portable value line cell privat dienstlich numer kontaktowy`)

// phoneRow takes out the numbers of a row in the columns that are told, and reports whether it
// has as many cells as the head.
func (s *scan) phoneRow(from, end int, sep byte, columns int, told *[maxColumns]bool) bool {
	t := s.text
	n := 0
	var cells [maxColumns]span
	for p, last := from, false; p <= end && !last; n++ {
		var to int
		to, last = phoneCellEnd(t, p, end, sep)
		if n < maxColumns {
			cells[n] = span{p, to}
		}
		p = to + 1
	}
	if n != columns {
		return false
	}
	for i, c := range cells[:n] {
		if told[i] {
			s.phoneCell(c.start, c.end)
		}
	}
	return true
}

// phoneCellEnd returns where the cell ends that begins at text[at:], and whether the string ends there
// in which the table is.
func phoneCellEnd(t []byte, at, end int, sep byte) (to int, last bool) {
	to = at
	for to < end && (t[to] == ' ' || t[to] == '\\') {
		to++
	}
	if byteAt(t, to) == '"' && to < end {
		i := bytes.IndexByte(t[to+1:end], '"')
		if i < 0 {
			return end, true
		}
		to += i + 2
		return to, to < end && t[to] != sep && t[to] != '\r'
	}
	for to < end && t[to] != sep && t[to] != '"' {
		to++
	}
	return to, to < end && t[to] == '"'
}

// phoneCell takes out what a cell holds, if it may be a telephone's number.
func (s *scan) phoneCell(from, to int) {
	const least, most = leastDigits, 17
	t := s.text
	for from < to && !isDigit(t[from]) && t[from] != '+' && t[from] != '(' {
		if bytes.IndexByte([]byte(" \t\"'`*=\\"), t[from]) < 0 {
			return
		}
		from++
	}
	digits, last := 0, from
	for p := from; p < to; p++ {
		switch b := t[p]; {
		case isDigit(b):
			digits++
			last = p + 1
		case bytes.IndexByte([]byte("+()-./ \xc2\xa0\xe2\x80\x90\x91\x92\x93"), b) >= 0:
		default:
			if end := extension(t, last); end > last && end <= to {
				last = end
			} else if bytes.IndexByte([]byte("\"'`*\t\r,;\\"), b) < 0 {
				return
			}
			p = to
		}
	}
	if digits < least || digits > most || moment(t, from) > from || last-from == len("01.01.2001") && bytes.Count(t[from:last], []byte{t[from+2]}) == 2 && digits == 8 {
		return
	}
	s.add(from, last, Phone, "phone-column")
}
