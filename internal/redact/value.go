package redact

import (
	"bytes"
	"slices"
)

// endsWord are the bytes that end a value of any kind; an opening one alone is a
// placeholder's. A space is none of them: the value may be of a declared type.
var endsWord = classOf("\n\r,;)}<")

// givesValue are the bytes that can stand behind a name which is given a value: most
// names are only mentioned, and end here.
var givesValue = classOf("=:;?.+|>\"'`]<) \t,(\\\r\n\\&-%[*" + wideSign[:1])

// naming is a name that promises a value, and how the value is given to it.
type naming struct {
	l, r   int // the name is text[l:r]
	k      kind
	quoted bool   // the name is
	spaced bool   // something stands between the name and what comes next
	op     string // the operator; empty where there is none
}

// valueAfter finds the value that the name t[l:r] is given.
func (s *scan) valueAfter(l, r int, k kind) (value, bool) {
	t := s.text
	p, quotedName := closeName(t, r)
	switch b := t[r]; {
	case (b == '\\' || b == '\n' || b == '\r') && lineBreak(t, r) > 0:
		return s.valueBelow(l, r)
	case quotedName && lineBreak(t, p) > 0:
		return s.valueBelow(l, p)
	case b == '%':
		return s.percentValue(r)
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
	if q > p && opensTag(t, l) { // attributes first
		const longest = 64
		attributes := t[q:min(len(t), q+longest)]
		if i := bytes.IndexByte(attributes, '>'); i > 0 && attributes[i-1] != '/' && !bytes.Contains(attributes[:i], []byte("value")) {
			return s.element(q + i + 1)
		}
	}
	spaced := q > p
	if n := byDefault(t, q); spaced && n > 0 {
		if q = skipBlank(t, q+n); q == len(t) {
			return value{}, false
		}
	}
	op, after := operator(t, q)
	n := naming{l, r, k, quotedName, spaced, op}
	switch {
	case op == "" && quotedName && p > r+1 && hasFold(t, q, "or ") && opensQuote[byteAt(t, q+len("or "))]: // getenv("API_KEY") or "…"
		n.op = "||"
		return s.assigned(n, q+len("or "))
	case op == "":
		return s.unassigned(n, q)
	case quotedName && op == ":":
		return s.memberValue(after, k)
	default:
		return s.assigned(n, after)
	}
}

// closeName is where a name that ends at t[r:] ends with the quote and the brackets that
// close it.
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

// inMarkup reads the value of a name that is an element, an element's key or a cell of a
// table; p is behind the name at text[l:]. The last result tells whether it is one.
func (s *scan) inMarkup(l, p int, quotedName bool, k kind) (v value, ok, is bool) {
	t := s.text
	if quotedName && p < len(t) && t[p] == '>' && k >= secretKind { // <entry key="db.password">…
		const attributes = 48
		from := max(0, l-attributes)
		if i := bytes.LastIndexByte(t[from:l], '<'); i >= 0 {
			v, ok = s.element(p + 1)
			v.stated = k == passwordKind && settings[string(t[from+i+1:wordOf(t, from+i+1)])]
			return v, ok, true
		}
	}
	if !quotedName && p < len(t) && t[p] == '>' && opensTag(t, l) {
		v, ok = s.element(p + 1)
		v.stated = ok && k == passwordKind && byteAt(t, v.end) == '<' && byteAt(t, v.end+1) == '/' // <PASSWORD> alone is a placeholder
		return v, ok, true
	}
	return value{}, false, false
}

// opensTag reports whether the name at text[l:] is an element's, with a namespace or without.
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
func (s *scan) memberValue(after int, k kind) (value, bool) {
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

// assigned reads the value that an operator, which ends at text[after:], gives to a name.
func (s *scan) assigned(n naming, after int) (value, bool) {
	t, l, op, k := s.text, n.l, n.op, n.k
	if v, ok := s.typed(after); op == ":" && ok {
		return v, true
	}
	for byteAt(t, l-1) == '*' && after < len(t) && t[after] == '*' { // **Password:** …
		after++
	}
	if op == ":" && byteAt(t, after) == ':' && isBlank(byteAt(t, after+1)) { // a term and what it means
		after++
	}
	from := skipBlank(t, after)
	if b := byteAt(t, from); op == ":" && (b == '&' || b == '!') { // an anchor or a tag of YAML
		const longest = 32
		if e := runEnd(t, from+1, longest, &tagByte); e > from+1 && byteAt(t, e) == ' ' {
			from = skipBlank(t, e)
		}
	}
	switch b := byteAt(t, from); {
	case (op == ":" || op == ":=") && l >= 2 && t[l-1] == '{' && t[l-2] == '$':
		return s.defaultInBraces(after)
	case op == ":" && (b == '|' || b == '>'):
		return s.block(from)
	case op == ":" && k >= secretKind && lineBreak(t, from) > 0:
		return s.defaultBelow(l, from)
	}
	if op == "=" && byteAt(t, from) == '{' && (byteAt(t, l-1) == ';' || l == 0) { // of ODBC: PWD={…}
		if i := bytes.IndexByte(t[from:min(len(t), from+maxName)], '}'); i > 1 && !bytes.ContainsAny(t[from:from+i], "\n\"") {
			return value{start: from + 1, end: from + i, quoted: true, data: true, stated: true}, true
		}
	}
	if v, ok := perlQuoted(t, from); ok && op == "=" {
		return v, true
	}
	from = onNextLine(t, inside(t, from))
	v, ok := s.readValue(from, op == ":" || op == "=" && !n.spaced && from == after)
	if !v.quoted {
		s.unbroken = max(s.unbroken, v.end)
	}
	if k == passwordKind && !v.quoted {
		if w, ok, is := s.inMarks(from, op); is {
			return w, ok
		}
	}
	if b := t[v.start:v.end]; ok && bytes.HasPrefix(b, []byte("{{")) {
		const filter = "default("
		if i := bytes.Index(b, []byte(filter)); i > 0 && opensQuote[byteAt(b, i+len(filter))] {
			w, ok := s.readValue(v.start+i+len(filter), false)
			w.data, w.stated = true, true
			return w, ok && w.quoted
		}
	}
	if ok && !v.quoted {
		if v, ok = s.bare(v, n, from == after); !ok || !v.quoted && k != passwordKind && v.end-v.start < leastWorded && oneTimeSecret(s.text, v.start) == 0 {
			return value{}, false
		}
	}
	if i := bytes.IndexByte(t[v.start:v.end], '/'); ok && i > 0 && k == passwordKind && userNames[string(bytes.ToLower(t[v.start:v.start+i]))] {
		v.start, v.quoted = v.start+i+1, true // admin/orchard7
	}
	n.spaced = n.spaced || from > after
	v.stated = ok && (k == secretKind && s.inQuery(l) || k >= secretKind && s.states(n, v))
	v.data = v.data || v.stated
	return v, ok
}

// perlQuoted reads a string of Perl at text[at:] that has brackets for quotes: q{…}, qq(…).
func perlQuoted(t []byte, at int) (value, bool) {
	p := at
	for p-at < len("qq") && byteAt(t, p) == 'q' {
		p++
	}
	if open := byteAt(t, p); p == at || open != '{' && open != '(' {
		return value{}, false
	}
	inner := t[p+1 : min(len(t), p+maxName)]
	n := bytes.IndexByte(inner, closedBy[t[p]])
	if n < 1 || bytes.ContainsAny(inner[:n], " \n") {
		return value{}, false
	}
	return value{start: p + 1, end: p + 1 + n, quoted: true, data: true}, true
}

var tagByte = classOf(alphanumeric + "!_-")

// onNextLine is where a string begins that a formatter has put on the line below text[at:],
// in brackets or not: const key =\n  "…". It is at if there is none.
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

// returned reads the string that a function gives back whose brackets open at text[at:], if
// it does nothing else: getToken() { return "…" }.
func (s *scan) returned(at int) (value, bool) {
	const longest = 96
	t := s.text
	p := soonPast(t, at, longest, "return ", "\"'`;=")
	if p < 0 {
		return value{}, false
	}
	v, ok := s.readValue(skipBlank(t, p), false)
	return v, ok && v.quoted
}

// inMarks reads a password at text[from:] that stands in a call, behind words that say
// where it is typed, or in the marks of emphasis. The last result tells whether it does.
func (s *scan) inMarks(from int, op string) (v value, ok, is bool) {
	t := s.text
	if op != ":" {
		return value{}, false, false
	}
	if n := entered(t, from); n > 0 {
		v, ok = s.readValue(from+n, false)
		b := t[v.start:v.end]
		v.data, v.stated = true, true
		return v, ok && v.quoted && bytes.IndexByte(b, ' ') < 0 && (chosenWord(b) || hasDigit(b)), true
	}
	if b := byteAt(t, from); b == '<' || b == '*' || b == '`' {
		if v, ok = s.emphasized(from); ok {
			v.stated = true
			return v, true, true
		}
	}
	return value{}, false, false
}

// bare settles where a value without quotes ends, and whether it is one. It is adjacent if
// it stands right behind the operator.
func (s *scan) bare(v value, n naming, adjacent bool) (value, bool) {
	t, l, op, k := s.text, n.l, n.op, n.k
	if op == ":" && k == passwordKind && v.end-v.start > 4 && t[v.end-1] == '.' && lettersOnly(t[v.start:v.end-1]) && (v.end == len(t) || isSpace(t[v.end]) || textEnd[t[v.end]]) {
		v.end-- // of the sentence
	}
	if t[n.r] == wideSign[0] {
		v.end = asciiEnd(t, v.start, v.end)
	}
	if byteAt(t, l-1) == ':' && adjacent && bytes.IndexByte(t[v.start:v.end], ':') >= 0 {
		return value{}, false // a part of an identifier: urn:a_password:b:1
	}
	if v.end < len(t) && t[v.end] == '&' && !s.inQuery(l) {
		for v.end < len(t) && (t[v.end] == '&' || !unquotedEnd[t[v.end]]) && v.end-v.start < maxValue {
			v.end++
		}
	}
	if op == "=>" && byteAt(t, l-1) == '[' && t[n.r] == ']' && s.lineEnds(v.end) { // [password] => …, as PHP shows it
		v.data = true
	}
	if k >= secretKind && v.end < len(t) && !isSpace(t[v.end]) {
		if end := s.signRun.end(t, v.start, v.start+maxValue, &signsEnd); s.wholeLine(setterBefore(t, l), end) && bytes.ContainsAny(t[v.start:end], "@#^~%") && (typedFrom(t[v.start:end]) || dense(t[v.start:end])) {
			v.end, v.quoted = end, true // DB_PASS=kU7)q#x{2]Zf
		}
	}
	v.data = v.data || hasDigit(t[v.start:v.end]) && s.wholeLine(setterBefore(t, l), v.end) || (v.end == len(t) || lineEnd[t[v.end]]) && typedByHand(t[v.start:v.end])
	return v, true
}

// signsEnd ends what is written without a space and is in no string.
var signsEnd = classOf(" \t\n\v\f\r\"\\")

// inQuery reports whether the name at text[l:] is a parameter of an address.
func (s *scan) inQuery(l int) bool {
	before := byteAt(s.text, l-1)
	return before == '?' || before == '&' || before == '#'
}

// bracketEnd is the end of the brackets behind the name of an array at text[at:], or at.
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

// defaultInBraces reads what stands behind the name in ${DB_PASSWORD:-orchard}, with which
// the variable is read if it is not set.
func (s *scan) defaultInBraces(at int) (value, bool) {
	t := s.text
	if b := byteAt(t, at); b == '-' || b == '=' {
		at++
	}
	v, ok := s.readValue(at, true)
	v.stated = ok && (v.quoted || byteAt(t, v.end) == '}')
	return v, v.stated && v.end > v.start && bytes.IndexByte([]byte("?+[-"), t[v.start]) < 0
}

// asciiEnd is the end of text[at:end] before the first sign of a script that writes none
// of its own into passwords, or end.
func asciiEnd(t []byte, at, end int) int {
	for p := at; p < end; p++ {
		if t[p] >= 0x80 && p > at {
			return p
		}
	}
	return end
}

// block reads the first line of a YAML block, whose | or > stands at text[at:].
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
	if lines := s.blockLines(from); len(lines) > 1 || len(lines) == 1 && lines[0].start == from {
		v, ok = lines[0], true
		v.block = true
	}
	return v, ok && !v.quoted && (v.end == len(t) || lineEnd[t[v.end]])
}

// mostBlockLines is how many lines of a block are read as one secret.
const mostBlockLines = 32

// blockLines are the lines of a YAML block that are one word each; text[at:] is the first line,
// behind its indentation. A key in PEM is another rule's.
func (s *scan) blockLines(at int) (lines []value) {
	t := s.text
	if hasFold(t, at, "-----") {
		return nil
	}
	indent := 0
	for indent < maxSpaces && isBlank(byteAt(t, at-indent-1)) {
		indent++
	}
	for p := at; len(lines) < mostBlockLines; {
		e, size, blank := p, 0, false
		for e < len(t) && e-p < maxBlockLine {
			if size = lineBreak(t, e); size > 0 {
				break
			}
			blank = blank || isBlank(t[e])
			e++
		}
		if e > p && !blank && (size > 0 || e == len(t)) {
			lines = append(lines, value{start: p, end: e, data: true})
		}
		if size == 0 {
			break
		}
		for empty := 0; size > 0 && empty < mostBlockLines; empty++ { // lines without anything belong to it
			p = e + size
			e = skipBlank(t, p)
			size = lineBreak(t, e)
		}
		if e-p < indent || e == len(t) {
			break
		}
		p = e
	}
	return lines
}

// maxBlockLine is the longest line that is read as part of a secret.
const maxBlockLine = 512

// ofBlock takes out a block's lines where one of them is a secret: it goes on in the others.
func (s *scan) ofBlock(k kind, name []byte, first value, typ Type) {
	lines := s.blockLines(first.start)
	if !slices.ContainsFunc(lines, func(v value) bool { return s.isSecret(k, name, v) }) {
		return
	}
	for _, v := range lines {
		s.add(v.start, v.end, typ, "named-"+string(typ))
	}
}

// defaultOf reads variable "db_password" { default = "…" } of a Terraform module.
func (s *scan) defaultOf(at int) (value, bool) {
	const longest = 240
	t := s.text
	p := soonPast(t, at, longest, "default", "}")
	if p < 0 {
		return value{}, false
	}
	op, after := operator(t, skipBlank(t, p))
	if op != "=" {
		return value{}, false
	}
	v, ok := s.readValue(skipBlank(t, after), false)
	v.stated = true
	return v, ok && v.quoted
}

// defaultBelow reads the default of a name that is described on the lines below it, as a
// parameter is; text[at:] is the end of its own line, text[l:] the name.
func (s *scan) defaultBelow(l, at int) (value, bool) {
	const most, longest = 5, 160
	t := s.text
	indent := len(t[max(0, l-maxName):l]) - len(bytes.TrimRight(t[max(0, l-maxName):l], " "))
	for range most {
		begin := at + lineBreak(t, at)
		from := skipBlank(t, begin)
		if from-begin <= indent {
			break
		}
		if hasFold(t, from, "default: ") {
			v, ok := s.readValue(skipBlank(t, from+len("default: ")), true)
			v.stated = ok && (v.quoted || v.end == len(t) || lineEnd[t[v.end]])
			v.data = true
			v.quoted = v.quoted || shapeOf(t[v.start:v.end]).cases > 0 // no variable stands there
			return v, v.stated
		}
		for at = from; at < len(t) && at-from < longest && lineBreak(t, at) == 0; at++ {
		}
	}
	return value{}, false
}

// percentValue reads a parameter of an address that is itself one: token%3D…%26.
func (s *scan) percentValue(at int) (value, bool) {
	t := s.text
	if !hasFold(t, at, "%3d") {
		return value{}, false
	}
	from := at + len("%3d")
	e := from
	for e < len(t) && e-from < maxValue && (tokenByte[t[e]] || t[e] == '.' || t[e] == '~') {
		e++
	}
	return value{start: from, end: e, data: true}, true
}

// wholeLine reports whether a name and its value are all of a line, as in an .ini file,
// but for a comment.
func (s *scan) wholeLine(l, end int) bool {
	if l > 1 && s.text[l-1] == ' ' && (s.text[l-2] == '#' || s.text[l-2] == ';') { // what would be set
		l -= 2
	}
	if l > 2 && s.text[l] == '#' && isBlank(s.text[l-1]) && isBlank(s.text[l-2]) { // what is said of a line
		return s.lineEnds(end)
	}
	if byteAt(s.text, l-1) == '@' { // a variable of a file of requests
		l--
	}
	for l > 0 && isBlank(s.text[l-1]) {
		l--
	}
	return (l == 0 || lineEnd[s.text[l-1]]) && s.lineEnds(end) || s.enclosed(l, end)
}

// enclosed reports whether text[l:end] is a line of a string in other quotes, or of an element
// of a page, as a line of text is shown by a program.
func (s *scan) enclosed(l, end int) bool {
	t := s.text
	begins, ends := byteAt(t, l-1), byteAt(t, end)
	switch {
	case l == 0 || end >= len(t):
		return false
	case ends == '\'' || ends == '`':
		return begins == ends || lineEnd[begins] && begins != '"'
	case ends == '<':
		return (begins == '>' || lineEnd[begins]) && (byteAt(t, end+1) == '/' || hasFold(t, end, "<br"))
	case begins == '\'' || begins == '`':
		return ends == '\\' || ends == '\n' || ends == '\r'
	case begins == '>':
		return ends == '\n' || ends == '\r'
	}
	return false
}

// lineEnds reports whether nothing but a comment follows on the line of text[at:].
func (s *scan) lineEnds(at int) bool {
	t := s.text
	if at >= len(t) || lineEnd[t[at]] {
		return true
	}
	p := skipBlank(t, at)
	return p > at && (p == len(t) || t[p] == '#' || t[p] == '/' && byteAt(t, p+1) == '/')
}

// lineEnd are the ends of a line, and of a string that is one, escaped perhaps.
var lineEnd = classOf("\r\n\"\\")

// textEnd are those, and of an element of a page.
var textEnd = classOf("\r\n\"\\'`<")

// lineBreak is the size of the line's end at text[at:], which in a string may be written
// \n; 0 if there is none.
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

// valueBelow reads the value of a name that is one itself, on the line below:
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

// constant reports whether a name is written as constants are: OPT_PASSWORD.
func constant(name []byte) bool {
	for _, b := range name {
		if !isUpper(b) && !isDigit(b) && b != '_' {
			return false
		}
	}
	return bytes.IndexByte(name, '_') > 0
}

// ofFile reports whether a name is one that no program has: a variable of the environment.
func ofFile(name []byte) bool { return constant(name) }

// capitals reports whether a name is one word in capitals, as of a variable: PASSWORD.
func capitals(name []byte) bool {
	for _, b := range name {
		if !isUpper(b) {
			return false
		}
	}
	return len(name) > 0
}

var settings = wordSet("settings")

// states reports whether the value v of a name is one even if it is a word: what a word stands
// for is told by the syntax around it alone. In code a word without quotes is a variable.
func (s *scan) states(n naming, v value) bool {
	if v.quoted {
		return n.op == "=" || n.op == ":" || n.op == "=>" || n.op == ":=" || n.op == "||" || n.op == "??"
	}
	t := s.text
	name, end := t[n.l:n.r], byteAt(t, v.end)
	switch {
	case n.op != "=" || n.spaced:
		return false
	case constant(name) || capitals(name):
		return end != ')' && end != ','
	}
	return byteAt(t, n.l-1) == ';' || end == ';' && bytes.IndexByte(t[max(0, n.l-maxName):n.l], ';') >= 0 // of a connection
}

var setters = listed("setters")

// setterBefore is where one of them begins in front of text[l:], or l.
func setterBefore(t []byte, l int) int {
	if b := byteAt(t, l-1); b != ' ' && b != '#' && b != ';' {
		return l
	}
	for _, word := range setters {
		if hasSuffix(t[max(0, l-len(word)):l], word) {
			return l - len(word)
		}
	}
	return l
}

// skipName is the end of the name at text[at:].
func skipName(t []byte, at int) int {
	for from := at; at < len(t) && at-from < maxName && isNameByte(t[at]); {
		at++
	}
	return at
}

// wordOf is the end of the word at text[at:].
func wordOf(t []byte, at int) int {
	const longest = 256
	from := at
	for at < len(t) && at-from < longest && !isSpace(t[at]) && (at == from || t[at] != '"' && t[at] != '\\') {
		at++
	}
	return at
}
