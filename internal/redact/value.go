package redact

import "bytes"

// givesValue are the bytes that may follow a name which is assigned a value: most names are only
// mentioned, and are dropped here.
var givesValue = classOf("=:;?.+|>\"'`]<) \t,(\\\r\n\\&-%[*" + wideSign[:1])

// naming is a name that promises a value, and the syntax that assigns it.
type naming struct {
	l, r   int // the name is text[l:r]
	k      kind
	quoted bool   // the name is
	spaced bool   // something separates the name from what follows
	op     string // the operator; empty if there is none
}

// valueAfter finds the value of the name t[l:r].
func (s *scan) valueAfter(l, r int, k kind) (value, bool) {
	t := s.text
	p, quotedName := closeName(t, r)
	if lineBreak(t, r) > 0 || quotedName && lineBreak(t, p) > 0 {
		return s.valueBelow(l, p)
	}
	if v, ok, is := s.inMarkup(l, p, quotedName, k); is {
		return v, ok
	}
	if p == r && t[p] == '[' { // char password[] = "…"
		p = bracketEnd(t, p)
	}
	for byteAt(t, l-1) == '*' && p < len(t) && t[p] == '*' { // **Password**: …
		p++
	}
	q := skipBlank(t, p)
	if q >= len(t) {
		return value{}, false
	}
	if q > p && opensTag(t, l) { // after other attributes
		const longest = 64
		attributes := t[q:min(len(t), q+longest)]
		if i := bytes.IndexByte(attributes, '>'); i > 0 && attributes[i-1] != '/' && !bytes.Contains(attributes[:i], []byte("value")) {
			return s.element(q + i + 1)
		}
	}
	op, after := operator(t, q)
	n := naming{l, r, k, quotedName, q > p, op}
	switch {
	case op == "":
		return s.unassigned(n, q)
	case quotedName && op == ":":
		return s.memberValue(after)
	}
	return s.assigned(n, after)
}

// closeName returns the end of a name that ends at t[r:], including its closing quote and brackets.
func closeName(t []byte, r int) (p int, quoted bool) {
	p = r
	for p < len(t) && t[p] == '\\' && p-r < maxEscapes {
		p++
	}
	if p < len(t) && (t[p] == '"' || t[p] == '\'' || t[p] == '`') {
		quoted = true
		p++
	}
	if p < len(t) && (t[p] == ']' || t[p] == ')' && quoted) {
		p++
		if p < len(t) && t[p] == ')' {
			p++
		}
	}
	return p, quoted
}

// inMarkup reads the value of a name that is an element or an element's key; p is after the name at
// text[l:]. is reports whether it is one.
func (s *scan) inMarkup(l, p int, quotedName bool, k kind) (v value, ok, is bool) {
	t := s.text
	switch {
	case byteAt(t, p) != '>':
	case quotedName && k >= secretKind: // <entry key="db.password">…
		const attributes = 48
		from := max(0, l-attributes)
		if i := bytes.LastIndexByte(t[from:l], '<'); i >= 0 {
			v, ok = s.element(p + 1)
			v.stated = k == passwordKind && settings[string(t[from+i+1:skipName(t, from+i+1)])]
			return v, ok, true
		}
	case !quotedName && opensTag(t, l):
		v, ok = s.element(p + 1)
		v.stated = ok && k == passwordKind && byteAt(t, v.end) == '<' && byteAt(t, v.end+1) == '/' // <PASSWORD> without an end tag is a placeholder
		return v, ok, true
	}
	return value{}, false, false
}

// settings are the elements whose name is in an attribute and whose value is their text.
var settings = wordSet("settings")

// opensTag reports whether the name at text[l:] is an element's, with or without a namespace.
func opensTag(t []byte, l int) bool {
	const longest = 12
	if byteAt(t, l-1) == ':' {
		for n := 0; n < longest && l > 1 && isAlnum(byteAt(t, l-2)); n++ {
			l--
		}
		l--
	}
	return byteAt(t, l-1) == '<'
}

// memberValue reads the value of an object's member, whose colon ends at text[after:].
func (s *scan) memberValue(after int) (value, bool) {
	t := s.text
	from := skipSpace(t, after)
	v, ok := s.readValue(inside(t, from), false)
	if !ok {
		return value{}, false
	}
	v.data = true
	v.stated = v.quoted && byteAt(t, from) != '[' && bytes.IndexByte(t[after:from], '\n') < 0
	return v, true
}

// assigned reads the value after an operator that ends at text[after:].
func (s *scan) assigned(n naming, after int) (value, bool) {
	t, l, op, k := s.text, n.l, n.op, n.k
	if v, ok := s.typed(after); op == ":" && ok {
		return v, true
	}
	for byteAt(t, l-1) == '*' && after < len(t) && t[after] == '*' { // **Password:** …
		after++
	}
	from := skipBlank(t, after)
	switch b := byteAt(t, from); {
	case (op == ":" || op == ":=") && l >= 2 && t[l-1] == '{' && t[l-2] == '$':
		return s.defaultInBraces(after)
	case op == ":" && (b == '|' || b == '>'):
		return s.block(from)
	}
	from = onNextLine(t, inside(t, from))
	v, ok := s.readValue(from, op == ":" || op == "=" && !n.spaced && from == after)
	if !v.quoted {
		s.unbroken = max(s.unbroken, v.end)
	}
	if ok && !v.quoted {
		if v, ok = s.bare(v, n, from == after); !ok || !v.quoted && k != passwordKind && v.end-v.start < leastWorded {
			return value{}, false
		}
	}
	n.spaced = n.spaced || from > after
	v.stated = ok && (k == secretKind && s.inQuery(l) || k >= secretKind && s.states(n, v))
	v.data = v.data || v.stated
	return v, ok
}

// onNextLine returns where a string begins that a formatter put on the line below text[at:], with
// or without brackets: const key =\n  "…". It returns at if there is none.
func onNextLine(t []byte, at int) int {
	p := at
	if byteAt(t, p) == '(' {
		p = skipBlank(t, p+1)
	}
	size := lineBreak(t, p)
	if size == 0 {
		return at
	}
	from := skipSpace(t, p+size)
	if from == p+size || !opensQuote[byteAt(t, from)] || !isBlank(t[from-1]) {
		return at
	}
	return from
}

// bare decides where an unquoted value ends, and whether it is a value. adjacent says that it
// directly follows the operator.
func (s *scan) bare(v value, n naming, adjacent bool) (value, bool) {
	t, l, op, k := s.text, n.l, n.op, n.k
	if op == ":" && k == passwordKind && v.end-v.start > 4 && t[v.end-1] == '.' && lettersOnly(t[v.start:v.end-1]) && (v.end == len(t) || isSpace(t[v.end]) || textEnd[t[v.end]]) {
		v.end-- // ends the sentence
	}
	if byteAt(t, l-1) == ':' && adjacent && bytes.IndexByte(t[v.start:v.end], ':') >= 0 {
		return value{}, false // part of an identifier: urn:a_password:b:1
	}
	if v.end < len(t) && t[v.end] == '&' && !s.inQuery(l) {
		for v.end < len(t) && (t[v.end] == '&' || !unquotedEnd[t[v.end]]) && v.end-v.start < maxValue {
			v.end++
		}
	}
	v.data = v.data || hasDigit(t[v.start:v.end]) && s.wholeLine(l, v.end) || (v.end == len(t) || lineEnd[t[v.end]]) && typedByHand(t[v.start:v.end])
	return v, true
}

// inQuery reports whether the name at text[l:] is a parameter of a URL.
func (s *scan) inQuery(l int) bool {
	before := byteAt(s.text, l-1)
	return before == '?' || before == '&' || before == '#'
}

// states reports whether the value v of a name counts even if it is a word, which the syntax around
// it decides. In code, an unquoted word is a variable.
func (s *scan) states(n naming, v value) bool {
	if v.quoted {
		return n.op == "=" || n.op == ":" || n.op == "=>" || n.op == ":=" || n.op == "||" || n.op == "??"
	}
	t := s.text
	name, end := t[n.l:n.r], byteAt(t, v.end)
	switch {
	case n.op == ":":
		return s.wholeLine(n.l, v.end)
	case n.op != "=" || n.spaced:
		return false
	case constant(name) || capitals(name):
		return end != ')' && end != ','
	}
	return byteAt(t, n.l-1) == ';' || end == ';' && bytes.IndexByte(t[max(0, n.l-maxName):n.l], ';') >= 0 // in a connection string
}

// bracketEnd returns the end of the brackets after an array's name at text[at:], or at.
func bracketEnd(t []byte, at int) int {
	const longest = 24
	e := at + 1
	for e < len(t) && e-at < longest && (isAlnum(t[e]) || t[e] == '_') {
		e++
	}
	if e < len(t) && t[e] == ']' && operatorByte[byteAt(t, skipBlank(t, e+1))] {
		return e + 1
	}
	return at
}

// defaultInBraces reads the default value in ${DB_PASSWORD:-orchard}.
func (s *scan) defaultInBraces(at int) (value, bool) {
	t := s.text
	if b := byteAt(t, at); b == '-' || b == '=' {
		at++
	}
	v, ok := s.readValue(at, true)
	v.stated = ok && (v.quoted || byteAt(t, v.end) == '}')
	return v, v.stated && v.end > v.start && bytes.IndexByte([]byte("?+[-"), t[v.start]) < 0
}

// block reads the first line of a YAML block, whose | or > is at text[at:].
func (s *scan) block(at int) (value, bool) {
	t := s.text
	p := at + 1
	for p < len(t) && p-at < 3 && (t[p] == '-' || t[p] == '+' || isDigit(t[p])) {
		p++
	}
	size := lineBreak(t, p)
	if size == 0 {
		return value{}, false
	}
	from := skipSpace(t, p+size)
	if from >= len(t) || !isBlank(t[from-1]) {
		return value{}, false // nothing indented follows
	}
	v, ok := s.readValue(from, true)
	v.block = true
	return v, ok && !v.quoted && (v.end == len(t) || lineEnd[t[v.end]])
}

// blockLinesEnd returns the end of the YAML block whose first line is text[at:], after its
// indentation, since the secret continues on the lines below.
func blockLinesEnd(t []byte, at int) int {
	const most, longest = 32, 512 // lines, bytes of one
	indent := len(t[:at]) - len(bytes.TrimRight(t[max(0, at-maxSpaces):at], " \t")) - max(0, at-maxSpaces)
	end := at
	for p, n := at, 0; n < most; n++ {
		e := p
		for e < len(t) && e-p < longest && t[e] != '"' && lineBreak(t, e) == 0 {
			e++
		}
		size := lineBreak(t, e)
		if end = e; size == 0 {
			break
		}
		from := e + size
		for p = skipBlank(t, from); lineBreak(t, p) > 0; p = skipBlank(t, from) { // empty lines belong to it
			from = p + lineBreak(t, p)
		}
		if p-from < indent || p == len(t) {
			break
		}
	}
	return end
}

// wholeLine reports whether a name and its value fill a line except for a comment, as in an .ini
// file.
func (s *scan) wholeLine(l, end int) bool {
	for l > 0 && isBlank(s.text[l-1]) {
		l--
	}
	return (l == 0 || lineEnd[s.text[l-1]]) && s.lineEnds(end)
}

// lineEnds reports whether only a comment follows on the line of text[at:].
func (s *scan) lineEnds(at int) bool {
	t := s.text
	if at >= len(t) || lineEnd[t[at]] {
		return true
	}
	p := skipBlank(t, at)
	return p > at && (p == len(t) || t[p] == '#' || t[p] == '/' && byteAt(t, p+1) == '/')
}

// lineEnd are the ends of a line, and of a string that is one, escaped or not.
var lineEnd = classOf("\r\n\"\\")

// textEnd adds the end of an element.
var textEnd = classOf("\r\n\"\\'`<")

// lineBreak returns the size of the line break at text[at:], which a string may spell \n; 0 if
// there is none.
func lineBreak(t []byte, at int) int {
	p := at
	for p < len(t) && t[p] == '\\' && p-at < maxEscapes {
		p++
	}
	switch b := byteAt(t, p); {
	case p == at && (b == '\n' || b == '\r'):
		return 1
	case p > at && (b == 'n' || b == 'r'):
		return p + 1 - at
	}
	return 0
}

// valueBelow reads a value on the line below its name, where the name is itself a value:
//
//   - name: API_KEY
//     value: …
func (s *scan) valueBelow(l, r int) (value, bool) {
	t := s.text
	before := bytes.TrimRight(t[max(0, l-2*maxEscapes):l], "\\\"'")
	if !hasSuffix(before, "name: ") && !hasSuffix(before, "key: ") {
		return value{}, false
	}
	p := skipSpace(t, r+lineBreak(t, r))
	if !bytes.HasPrefix(t[p:], []byte("value:")) {
		return value{}, false
	}
	v, ok := s.readValue(skipBlank(t, p+len("value:")), true)
	v.stated = ok && (v.end == len(t) || v.quoted || lineEnd[t[v.end]])
	return v, ok
}

// constant reports whether a name is written as a constant: OPT_PASSWORD.
func constant(name []byte) bool {
	for _, b := range name {
		if !isUpper(b) && !isDigit(b) && b != '_' {
			return false
		}
	}
	return bytes.IndexByte(name, '_') > 0
}

// capitals reports whether a name is one upper-case word, as a variable's: PASSWORD.
func capitals(name []byte) bool {
	for _, b := range name {
		if !isUpper(b) {
			return false
		}
	}
	return len(name) > 0
}
