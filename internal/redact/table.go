package redact

import "bytes"

// Tables: a column that is called Password, of Markdown, of values that commas part, of
// SQL's INSERT; and two cells of which the first says it of the second.

const (
	maxRows = 32  // of a column that are looked at
	maxRow  = 400 // bytes of a row
)

// besideCell are the bytes behind the name of a column.
var besideCell = classOf(" |,;\t\r\n`*\"'")

// inTable takes out what a table gives the name t[l:r], which stands in one. Of the secrets
// that are no passwords only those have columns that are called so.
func (s *scan) inTable(l, r int, k kind) bool {
	const marks = 4
	t := s.text
	if l < s.tabled || !besideCell[t[r]] || t[r] == ' ' && byteAt(t, r+1) != '|' && byteAt(t, r+1) != ' ' && byteAt(t, r+1) != '\n' {
		return false
	}
	p := r
	for p < len(t) && p-r < marks && (t[p] == '`' || t[p] == '*' || t[p] == '"' || t[p] == '\'') {
		p++
	}
	next := byteAt(t, skipBlank(t, p))
	if p > r && next != '|' {
		return false
	}
	take := (*scan).column
	switch {
	case next == '|':
		if byteAt(t, skipBlank(t, p)+1) == '|' {
			return false
		}
	case ((next == ',' || next == ';') && byteAt(t, p+1) != ' ' && byteAt(t, p+1) != '\n' || p < len(t) && t[p] == '\t' || next == '\n' || next == '\r') && (l == 0 || bytes.IndexByte([]byte(",;\t\n\"#"), t[l-1]) >= 0 || hasSuffix(t[:l], "| ")):
	case t[r] == ' ' && byteAt(t, r+1) == ' ' || t[r] == '\n':
		if take = (*scan).aligned; k != passwordKind && calledOf(t[l:r]) != calledSecret {
			return false
		}
	default:
		return false
	}
	return (k == passwordKind || calledOf(t[l:r]) != calledOther) && take(s, l, r)
}

// aligned takes out what stands below the name text[l:r] where spaces alone part columns, as
// programs print them, and reports whether anything did.
func (s *scan) aligned(l, r int) bool {
	const rows = 8
	t := s.text
	begin := l
	for begin > 0 && l-begin < maxRow && t[begin-1] != '\n' {
		begin--
	}
	end := rowEnd(t, r)
	begin += bytes.LastIndexByte(t[begin:l], '"') + 1 // of the string that the table is in
	if end < 0 || l-begin < 2 || l-begin >= maxRow || t[l-1] != ' ' || t[l-2] != ' ' {
		return false
	}
	s.tabled = end
	head := t[begin:end]
	if columnsOf(bytes.ToLower(head), false) != userColumn || bytes.ContainsAny(head, "=:.,;'\"`(){}[]|&") {
		return false
	}
	seen, next := len(s.found), end+1
	for range rows {
		end := rowEnd(t, next)
		at := next + l - begin
		if end < 0 || at >= end || t[at-1] != ' ' {
			break
		}
		to := at
		for to < end && t[to] != ' ' && t[to] != '\r' {
			to++
		}
		if !ruled(t[next:end]) {
			s.cell(at, to, namedColumn)
		}
		next = end + 1
		s.tabled = end
	}
	return len(s.found) > seen
}

// column takes out what stands below the name text[l:r] in its column, or beside it in its
// row, and reports whether the name stands in a table.
func (s *scan) column(l, r int) bool {
	t := s.text
	end := rowEnd(t, r)
	if end < 0 {
		return false
	}
	begin := l
	for begin > 0 && l-begin < maxRow && t[begin-1] != '\n' {
		begin--
	}
	if begin > 0 && t[begin-1] != '\n' {
		return false
	}
	s.tabled = end
	head := t[begin:end]
	sep := byte('|')
	if bytes.IndexByte(head, sep) < 0 {
		begin += bytes.LastIndexByte(t[begin:l], '"') + 1 // of the string that the list is in
		head = t[begin:end]
		if sep = listSeparator(head, t, l, r); sep == 0 {
			return false
		}
	}
	n := bytes.Count(t[begin:l], []byte{sep})
	next := end + 1
	rule := rowEnd(t, next)
	if sep == '|' {
		if rule < 0 || !ruled(t[next:rule]) {
			if !hasSuffix(bytes.TrimRight(t[begin:l], " `*"), "|") || kindOf(t[l:r]) != passwordKind && calledOf(t[l:r]) != calledSecret {
				return false
			}
			s.cellBeside(l, r, end)
			return true
		}
		next = rule + 1
	}
	low := bytes.ToLower(head)
	known := columnsOf(low, sep != '|')
	if kindOf(t[l:r]) != passwordKind && calledOf(t[l:r]) == calledKey {
		known = keyColumn
	}
	seen := len(s.found)
	cells := make([]span, 0, maxRows)
	defer func() { s.shown(cells, known, seen) }()
	for last := false; len(cells) < maxRows && !last; {
		end := rowEnd(t, next)
		if end < 0 {
			break
		}
		if i := bytes.IndexByte(t[next:end], '"'); sep != '|' && i >= 0 && (i > 0 && t[next+i-1] != sep || byteAt(t, next+i+1) == sep) { // of the string, and not of a cell
			end, last = next+i, true
		}
		if sep != '|' && bytes.Count(t[next:end], []byte{sep}) != bytes.Count(head, []byte{sep}) {
			break
		}
		if sep == '|' && ruled(t[next:end]) {
			next = end + 1
			continue
		}
		from := next
		for range n {
			i := bytes.IndexByte(t[from:end], sep)
			if i < 0 {
				return s.tells(known, seen)
			}
			from += i + 1
		}
		to := end
		if i := bytes.IndexByte(t[from:end], sep); i >= 0 {
			to = from + i
		} else if sep == '|' && n == 0 {
			break // the table ended
		}
		s.cell(from, to, known)
		cells = append(cells, span{from, to})
		s.tabled = end
		next = end + 1
	}
	return s.tells(known, seen)
}

// shown takes out the rest of a column beside users, one cell of which was a password: so are
// the others, even if they are words that tell of passwords elsewhere.
func (s *scan) shown(cells []span, known columns, seen int) {
	if len(s.found) == seen || known != userColumn && known != dataOfUsers {
		return
	}
	for _, c := range cells {
		s.cell(c.start, c.end, shownColumn)
	}
}

// tells reports whether a name was that of a column: in a list without users one of its
// cells must have shown it.
func (s *scan) tells(known columns, seen int) bool {
	return known != dataColumn && known != keyColumn || len(s.found) > seen
}

// rowEnd is the end of the line at text[at:], or -1 if it has none or is too long.
func rowEnd(t []byte, at int) int {
	if at >= len(t) {
		return -1
	}
	limit := min(len(t), at+maxRow)
	i := bytes.IndexByte(t[at:limit], '\n')
	switch {
	case i >= 0:
		return at + i
	case limit == len(t):
		return limit
	}
	return -1
}

// ruled reports whether a line parts the head of a table from its rows, in a comment perhaps.
func ruled(line []byte) bool {
	dashes := 0
	for _, b := range bytes.TrimLeft(line, " \t#*/>") {
		switch b {
		case '-', '=':
			dashes++
		case '|', ':', ' ', '\t', '\r', '+':
		default:
			return false
		}
	}
	return dashes > 2
}

// listSeparator is what parts the names of columns in a line of nothing else, on both
// sides of the name t[l:r], or 0.
func listSeparator(head, t []byte, l, r int) byte {
	sep := byteAt(t, r)
	if sep == '\n' || sep == '\r' || sep == 0 {
		sep = byteAt(t, l-1)
	}
	if sep != ',' && sep != ';' && sep != '\t' {
		return 0
	}
	for i, b := range head {
		if !isNameByte(b) && b != sep && b != '/' && (b != '#' || i > 0) && b != '\r' && (b != ' ' || i == 0 || head[i-1] == sep) {
			return 0
		}
	}
	return sep
}

// columns says what a table's other columns tell of that of its passwords.
type columns uint8

const (
	noColumn    columns = iota
	dataColumn          // of a list, in which there are only data
	namedColumn         // beside something that has a name
	userColumn          // beside those whom the passwords let in
	dataOfUsers
	shownColumn // and one of its cells is sure
	keyColumn   // of keys, which are drawn
)

// columnsOf reads the head of a table in lower case.
func columnsOf(head []byte, list bool) columns {
	switch {
	case containsAny(head, accounts...) && list, containsAny(head, named...) && list:
		return dataOfUsers
	case list:
		return dataColumn
	case containsAny(head, accounts...):
		return userColumn
	case containsAny(head, named...):
		return namedColumn
	}
	return noColumn
}

// named are parts of what a table calls its other columns.
var named = []string{"mail", "account", "name", "role", "rôle", "host"}

// cell takes out what a cell holds, if it may be a password: the more is known of its table,
// the more a word may look like what is said of passwords elsewhere.
func (s *scan) cell(from, to int, known columns) {
	t := s.text
	const marks = " \t\r*`\"'"
	for from < to && bytes.IndexByte([]byte(marks), t[from]) >= 0 {
		from++
	}
	if mark := byteAt(t, from-1); mark == '`' || mark == '*' { // what follows the mark is said of it
		if i := bytes.IndexByte(t[from:to], mark); i > 0 {
			to = from + i
		}
	}
	for to > from && bytes.IndexByte([]byte(marks), t[to-1]) >= 0 {
		to--
	}
	if i := bytes.IndexAny(t[from:to], "\"\\<>{}"); i >= 0 { // the string ends that the table is in
		to = from + i
	}
	b := t[from:to]
	least := 4
	if known == shownColumn {
		least = 2
	}
	if !given(b, least) || len(b) > maxName || bytes.ContainsAny(b, " \t()") {
		return
	}
	low := bytes.ToLower(b)
	like := false
	switch {
	case known == keyColumn:
		if len(b) >= shortestKey && hasDigit(b) && (random(b) || isUUID(b)) {
			s.add(from, to, APIKey, "column-key")
		}
	case known == shownColumn:
		like = !noPassword[string(low)]
	case notChosen[string(low)], about[string(low)]:
	case typedByHand(b), numberedWord(b), hasDigit(b) && random(b):
		like = true
	case known == noColumn:
	case !lettersOnly(b), known == dataOfUsers:
		like = true
	case known == userColumn && isUpper(b[0]):
		like = !aboutColumns[string(low)] && !hasSuffix(low, "ed") && kindOf(b) == noKind
	case known >= namedColumn:
		like = chosenWord(b)
	}
	if like {
		s.add(from, to, Password, "column-password")
	}
}

// noPassword says in a column of passwords that there is none.
var noPassword = newWords(`none null nil no n/a na nan empty blank unknown unset any varies random same ditto yes -- tbd`)

// aboutColumns are what else a table says of the passwords of its users.
var aboutColumns = newWords(`ldap saml oauth oidc kerberos radius local external internal custom initial temporary permanent static dynamic basic digest empty`)

// cellBeside takes out the cell behind that of the name t[l:r], in a table without a head
// or in its row: | DB_PASSWORD | orchard |.
func (s *scan) cellBeside(l, r, end int) {
	t := s.text
	i := bytes.IndexByte(t[r:end], '|')
	if i < 0 {
		return
	}
	from := r + i + 1
	to := end
	if i := bytes.IndexByte(t[from:end], '|'); i >= 0 {
		to = from + i
	}
	word := bytes.Trim(t[from:to], " `*")
	low := bytes.ToLower(word[:numberless(word, 0, len(word), 1)])
	if notChosen[string(low)] || bytes.IndexByte(word, ' ') >= 0 {
		return
	}
	if i := bytes.IndexByte(word, '/'); i > 0 && userNames[string(bytes.ToLower(bytes.TrimSpace(word[:i])))] {
		return
	}
	marked := byteAt(t, skipBlank(t, from)) == '`'
	known := noColumn
	if constant(t[l:r]) || marked && hasDigit(word) {
		known = namedColumn
	}
	s.cell(from, to, known)
}

// insert takes out what INSERT INTO … (…, password, …) VALUES (…) gives that column.
func (s *scan) insert(_, end int) {
	const table, columns, longest = 64, 512, 2048
	t := s.text
	open := bytes.IndexByte(t[end:min(len(t), end+table)], '(')
	if open < 0 {
		return
	}
	p := end + open + 1
	i := bytes.IndexByte(t[p:min(len(t), p+columns)], ')')
	if i < 0 {
		return
	}
	column, keys, n := -1, -1, 0
	for name := range bytes.SplitSeq(t[p:p+i], []byte{','}) {
		name = bytes.Trim(name, " \t\r\n`\"[]")
		switch kindOf(name) {
		case passwordKind:
			column = n
		case secretKind:
			if calledOf(name) != calledOther {
				keys = n
			}
		}
		n++
	}
	if p = skipSpace(t, p+i+1); column < 0 && keys < 0 || !hasFold(t, p, "values") {
		return
	}
	p = skipSpace(t, p+len("values"))
	for limit := p + longest; p < limit && byteAt(t, p) == '('; {
		for at := 0; p < limit; at++ {
			p = skipSpace(t, p+1)
			v, ok := s.readValue(p, true)
			if !ok {
				return
			}
			p = skipSpace(t, s.past(v))
			if at == keys && v.quoted {
				s.cell(v.start, v.end, keyColumn)
			}
			if b := t[v.start:v.end]; at == column && v.quoted && (given(b, 4) && bytes.IndexByte(b, ' ') < 0 && (!lettersOnly(b) || plainWord(b, true)) || crypted(b)) {
				s.add(v.start, v.end, Password, "column-password")
			}
			if byteAt(t, p) != ',' {
				break
			}
		}
		if byteAt(t, p) != ')' {
			return
		}
		if p = skipSpace(t, p+1); byteAt(t, p) == ',' {
			p = skipSpace(t, p+1)
		}
	}
}
