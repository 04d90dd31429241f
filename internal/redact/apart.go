package redact

import "bytes"

// What a page, a list or a program sets apart from its name: on the next line, in marks, in a
// call that only holds it, in a document that begins there, behind a row of dots. Nothing ties
// it to the name as an operator does, so it must be drawn, or have digits among its letters.

// closers are the bytes behind a name that close what it stands in.
var closers = classOf("\"'`*])\\")

// setApart are the bytes behind a name from which something may be set apart.
var setApart = classOf("\\\"'`*]):= \n\r>}{")

// apart takes out what is set apart from the name text[l:r], and reports whether it did.
func (s *scan) apart(l, r int) bool {
	t := s.text
	if !mayBeApart(t, r) {
		return false
	}
	from, end, held := s.heldApart(l, r)
	if !held {
		from, end = s.laidApart(l, r)
	}
	if end <= from {
		return false
	}
	name := t[l:r]
	if n := len(name) - 1; n > 0 && lower(name[n]) == 's' && lower(name[n-1]) != 's' { // of a list
		name = name[:n]
	}
	k, b := kindOf(name), t[from:end]
	if k == vagueKind {
		k = s.ownedKind(l, r, k)
	}
	if k < secretKind || bytes.ContainsAny(b, " \t\"\\") || kindOf(b) != noKind || !s.isSecret(k, name, value{start: from, end: end, quoted: true, data: true}) {
		return false
	}
	if sh := shapeOf(b); !held && (b[0] == '\'' || sh.digits < 2 && !random(b) || sh.lower+sh.upper == 0 || sh.n < 8 || !plain(b, k == passwordKind)) {
		return false
	}
	if k == passwordKind {
		s.add(from, end, Password, "set-apart")
		return true
	}
	if !held && (len(b) < shortestKey || calledOf(name) == calledOther && !random(b)) {
		return false
	}
	s.add(from, end, APIKey, "set-apart")
	return true
}

// mayBeApart looks at the first bytes behind a name: most values follow at once.
func mayBeApart(t []byte, at int) bool {
	b := t[at]
	switch b {
	case '"', '\'', '`', '\\':
		for limit := at + maxEscapes; at < limit && byteAt(t, at) == '\\'; {
			at++
		}
		return afterQuote[byteAt(t, at+1)]
	case ' ':
		at++
		if b = byteAt(t, at); b != ':' && b != '=' {
			return afterSpace[b] || isLetter(b) && mayDeclare(lower(b), lower(byteAt(t, at+1)))
		}
	}
	if b != ':' && b != '=' {
		return true
	}
	if at++; byteAt(t, at) == ' ' {
		at++
	}
	b = byteAt(t, at)
	return afterOperator[b] || b == '"' && byteAt(t, at+1) == '"'
}

// mayDeclare reports whether a word that begins so may be a type, or what parts a name from its
// value: string, varchar, nvarchar, text, type, pic, by lazy, below.
func mayDeclare(a, b byte) bool {
	switch a {
	case 's':
		return b == 't'
	case 'v':
		return b == 'a'
	case 'n':
		return b == 'v'
	case 't':
		return b == 'e' || b == 'y'
	case 'p':
		return b == 'i'
	case 'b':
		return b == 'y' || b == 'e'
	}
	return false
}

var (
	afterQuote    = classOf("]);*\r\n\\")
	afterSpace    = classOf(" {|.\xe2?(")
	afterOperator = classOf("*`<SO\n\r\\> {s")
)

// heldApart is where a value begins and ends that a program holds in something of its own
// behind the name text[l:r].
func (s *scan) heldApart(l, r int) (from, end int, ok bool) {
	t := s.text
	p := pastClosers(t, r)
	q := skipBlank(t, p)
	switch b := byteAt(t, q); {
	case b == ':' || b == '=':
		q++
		if byteAt(t, q) == '>' {
			q++
		}
		switch at := skipBlank(t, q); byteAt(t, at) {
		case '"', '\\': // """, of a text in which each may be escaped
			quotes := 0
			for ; at < len(t) && at-q < 4*maxEscapes && (t[at] == '"' || t[at] == '\\' && quotes < 3); at++ {
				if t[at] == '"' {
					quotes++
				}
			}
			if quotes == 3 {
				return nextLine(t, at)
			}
		case '<':
			if hasFold(t, at, "<%= ") && opensQuote[byteAt(t, at+len("<%= "))] {
				return s.inQuotes(at + len("<%= "))
			}
			return opened(t, at)
		case '{': // of an element: <Client token={'…'} />
			if from, end, ok = s.inQuotes(skipBlank(t, at+1)); ok && byteAt(t, skipBlank(t, s.past(value{end: end, quoted: true}))) == '}' {
				return from, end, true
			}
			return 0, 0, false
		case 's':
			if i := bytes.Index(t[at:min(len(t), at+2*maxSpaces)], []byte(" = ")); i > 0 && hasFold(t, at, "string |") && bytes.IndexByte(t[at:at+i], '\n') < 0 {
				return s.inQuotes(at + i + len(" = "))
			}
		case 'S', 'O':
			for _, holder := range [...]string{"Some(", "Optional("} {
				if bytes.HasPrefix(t[at:], []byte(holder)) {
					return s.inQuotes(at + len(holder))
				}
			}
		case '\n', '\r':
			if line := skipSpace(t, at); hasFold(t, line, "string(") { // of PHP's var_dump
				if i := bytes.IndexByte(t[line:min(len(t), line+maxSpaces)], '"'); i > 0 {
					return s.inQuotes(line + i)
				}
			}
		}
	case b == ';' && p > r && hasFold(t, q, ";s:"): // serialized by PHP
		if i := bytes.IndexByte(t[q:min(len(t), q+maxSpaces)], '"'); i > 0 {
			return s.inQuotes(q + i)
		}
	case b == '>':
		return opened(t, q+1)
	case b == '{' && hasFold(t, q, "{ get;"):
		if i := bytes.Index(t[q:min(len(t), q+2*maxSpaces)], []byte("} = ")); i > 0 {
			return s.inQuotes(q + i + len("} = "))
		}
	case b == '{' && byteAt(t, l-1) == ':' && byteAt(t, l-2) == '(' && opensQuote[byteAt(t, skipBlank(t, q+1))]: // let(:token) { '…' }
		return s.inQuotes(skipBlank(t, q+1))
	case b == '{' && q == r && opensQuote[byteAt(t, q+1)]: // std::string token{"…"}
		if from, end, ok = s.inQuotes(q + 1); ok && byteAt(t, s.past(value{end: end, quoted: true})) == '}' {
			return from, end, true
		}
	case b == 'b' && q > p && hasFold(t, q, "by lazy {"):
		return s.inQuotes(skipBlank(t, q+len("by lazy {")))
	case b == '}' && isAlnum(byteAt(t, l-2)) && byteAt(t, l-1) == '{': // $ENV{TOKEN} = '…'
		if op, after := operator(t, skipBlank(t, q+1)); op == "=" || op == "||=" || op == "//=" {
			return s.inQuotes(skipBlank(t, after))
		}
	case b == '?' && p > r && hasFold(t, q, "?: "): // getenv('TOKEN') ?: '…'
		return s.inQuotes(skipBlank(t, q+len("?: ")))
	case b == '|' && hasFold(t, q, "| default(") && opensQuote[byteAt(t, q+len("| default("))]:
		return s.inQuotes(q + len("| default("))
	case b == '.' && p > r:
		return s.chained(q + 1)
	case q > p && declares[b]:
		return s.declared(q)
	case b == 'R' && hasFold(t, q, "reg_"):
		return restOfLine(t, skipBlank(t, wordOf(t, q+len("reg_"))))
	case lineBreak(t, p) > 0 && hasSuffix(bytes.TrimRight(t[max(0, l-maxSpaces):l], `\"`), "name="): // a part of a form
		return nextLine(t, p)
	}
	return 0, 0, false
}

// answers are calls behind a name, or behind what reads it, whose argument is its value.
var answers = newWords(`and_return andreturn thenreturn willreturn returns mockreturnvalue mockresolvedvalue orelse or_else getorelse unwrap_or ifblank tobe toequal to_equal isequalto`)

// chained reads the argument of one of them at text[at:].
func (s *scan) chained(at int) (from, end int, ok bool) {
	const longest = 20
	t := s.text
	e := at
	for e < len(t) && e-at < longest && (isLetter(t[e]) || t[e] == '_') {
		e++
	}
	if byteAt(t, e) != '(' || !answers[string(bytes.ToLower(t[at:e]))] || !opensQuote[byteAt(t, e+1)] {
		return 0, 0, false
	}
	return s.inQuotes(e + 1)
}

// declares are the letters that the types of declared begin with.
var declares = classOf("sSvVnNtTpP")

// declared reads a value behind the type of its name: hmac_key VARCHAR2(50) := '…', and in what
// Go says of a field: Token string `default:"…"`.
func (s *scan) declared(at int) (from, end int, ok bool) {
	const longest = 64
	t := s.text
	part := t[at:min(len(t), at+longest)]
	if i := bytes.IndexByte(part, '\n'); i >= 0 {
		part = part[:i]
	}
	if hasFold(t, at, "string `") {
		const word = "efault:"
		i := bytes.Index(part, []byte(word))
		if i < 0 {
			return 0, 0, false
		}
		return s.inQuotes(at + i + len(word))
	}
	for _, word := range [...]string{"varchar", "nvarchar", "text", "type string", "pic x"} {
		if !hasFold(t, at, word) {
			continue
		}
		for _, sign := range [...]string{":= ", "= ", "value ", "default "} {
			if i := bytes.Index(bytes.ToLower(part), []byte(sign)); i > 0 && opensQuote[byteAt(part, i+len(sign))] {
				return s.inQuotes(at + i + len(sign))
			}
		}
	}
	return 0, 0, false
}

// laidApart is where a value begins and ends that only the layout gives to the name text[l:r].
func (s *scan) laidApart(l, r int) (from, end int) {
	t := s.text
	ok := false
	p := pastClosers(t, r)
	q := skipBlank(t, p)
	switch b := byteAt(t, q); {
	case b == ':' || b == '=':
		for q++; byteAt(t, q) == '*'; {
			q++
		}
		at := skipBlank(t, q)
		switch b := byteAt(t, at); {
		case b == '*' || b == '`' || t[q-1] == '*' || t[p-1] == '*':
			from, end, ok = marksEnd(t, at)
		case b == '\n' || b == '\r' || b == '\\':
			from, end, ok = nextLine(t, at)
		}
	case b == '.' && q > p && hasFold(t, q, "..."):
		for q < len(t) && (t[q] == '.' || t[q] == ' ') {
			q++
		}
		from, end, ok = restOfLine(t, q)
	case b == '|' && q > p && inCell(t, l):
		from, end, ok = cellEnd(t, q+1)
	case b == '|' && q > p && ownLine(t, l): // of a table without a frame
		from, end, ok = restOfLine(t, skipBlank(t, q+1))
	case b == 'b' && q > p && hasFold(t, q, "below:"):
		from, end, ok = nextLine(t, q+len("below:"))
	case b == '(' && q > p && (p-l < maxName):
		if from = q + 1; isAlnum(byteAt(t, from)) {
			for end = from; end < len(t) && isAlnum(t[end]); end++ {
			}
			ok = byteAt(t, end) == ')' && random(t[from:end])
		}
	case hasFold(t, q, "– ") || hasFold(t, q, "— "):
		from, end, ok = restOfLine(t, q+len("– "))
	case q > p+1 && isAlnum(b) && ownLine(t, l): // in a column of its own
		from, end, ok = restOfLine(t, q)
		ok = ok && bytes.IndexByte(t[from:end], ',') < 0
	case (b == '\n' || b == '\r') && ownLine(t, l):
		from, end, ok = nextLine(t, q)
	}
	if !ok {
		return 0, 0
	}
	return from, end
}

// pastClosers is the place behind what closes a name that ends at text[at:].
func pastClosers(t []byte, at int) int {
	p := at
	for p < len(t) && p-at < 4+maxEscapes && closers[t[p]] && lineBreak(t, p) == 0 {
		p++
	}
	return p
}

// nextLine is the only word of the line below text[at:], the marks of lists, quotations and
// of code left out; a blank line may come between.
func nextLine(t []byte, at int) (from, end int, ok bool) {
	for lines := 0; lines < 3; lines++ {
		size := lineBreak(t, at)
		if size == 0 {
			break
		}
		ok = true
		if at = skipBlank(t, at+size); byteAt(t, at) == '\r' {
			at++
		}
		if hasFold(t, at, "```") {
			for at += len("```"); at < len(t) && isLetter(t[at]); at++ {
			}
			lines--
		}
	}
	for _, mark := range [...]string{"> ", "- ", "* ", "1. "} {
		if hasFold(t, at, mark) {
			at += len(mark)
		}
	}
	from, end, whole := restOfLine(t, at)
	return from, end, ok && whole
}

// restOfLine is the word at text[at:], if the line ends with it.
func restOfLine(t []byte, at int) (from, end int, ok bool) {
	from = at
	for at < len(t) && at-from < maxName && !isSpace(t[at]) && t[at] != '\\' && t[at] != '"' && t[at] != '`' {
		at++
	}
	p := skipBlank(t, at)
	return from, at, p == len(t) || lineEnd[t[p]]
}

// marksEnd is what stands at text[at:] in marks of emphasis or of code, or behind some.
func marksEnd(t []byte, at int) (from, end int, ok bool) {
	for at < len(t) && (t[at] == '*' || t[at] == '`' || t[at] == ' ') {
		at++
	}
	from = at
	for at < len(t) && at-from < maxName && !isSpace(t[at]) && t[at] != '\\' && t[at] != '"' && t[at] != '`' {
		at++
	}
	end = from + len(bytes.TrimRight(t[from:at], "*.,"))
	return from, end, true
}

// inQuotes is what stands between the quotes that open at text[at:], escaped perhaps.
func (s *scan) inQuotes(at int) (from, end int, ok bool) {
	for byteAt(s.text, at-1) == '\\' {
		at--
	}
	v, ok := s.readValue(at, true)
	return v.start, v.end, ok && v.quoted
}

// opened is the first line of a document that begins at text[at:], <<EOT or <![CDATA[.
func opened(t []byte, at int) (from, end int, ok bool) {
	const data = "<![CDATA["
	if bytes.HasPrefix(t[at:], []byte(data)) {
		from = at + len(data)
		i := bytes.Index(t[from:min(len(t), from+maxName)], []byte("]]>"))
		return from, from + max(i, 0), i > 0
	}
	if !hasFold(t, at, "<<") {
		return 0, 0, false
	}
	p := at + len("<<")
	for p < len(t) && p-at < maxSpaces && (isLetter(t[p]) || t[p] == '-' || t[p] == '~' || t[p] == '_' || t[p] == '\'' || t[p] == '"') {
		p++
	}
	return nextLine(t, p)
}

// inCell reports whether nothing but words stands between text[l:] and the sign that begins
// its cell.
func inCell(t []byte, l int) bool {
	from := max(0, l-maxSpaces)
	i := bytes.LastIndexByte(t[from:l], '|')
	return i >= 0 && wordsOnly(t[from+i+1:l])
}

// cellEnd is what the cell at text[at:] holds, its marks left out.
func cellEnd(t []byte, at int) (from, end int, ok bool) {
	n := bytes.IndexAny(t[at:min(len(t), at+maxName)], "|\n")
	if n < 0 || t[at+n] != '|' {
		return 0, 0, false
	}
	cell := t[at : at+n]
	from = at + n - len(bytes.TrimLeft(cell, " *`"))
	return from, from + len(bytes.Trim(cell, " *`")), true
}

// ownLine reports whether nothing but words and the mark of a heading stand in front of text[l:]
// on its line.
func ownLine(t []byte, l int) bool {
	from := max(0, l-maxSpaces)
	i := bytes.LastIndexAny(t[from:l], "\n\"") // or in the string that the text is
	return (i >= 0 || from == 0) && wordsOnly(bytes.TrimLeft(t[from+i+1:l], "#*> "))
}

func wordsOnly(b []byte) bool {
	for _, c := range b {
		if !isLetter(c) && c != ' ' && c != '*' && c != '`' {
			return false
		}
	}
	return true
}
