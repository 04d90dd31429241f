package redact

import "bytes"

// Assignments: a name that promises a secret, something that gives it a value, and
// a value that looks like one, in any of the syntaxes that people write. A name
// alone proves nothing (most of what is called key is none), nor does a value
// (most of what looks random is a digest); together they do.

const (
	maxValue  = 2048 // bytes of a quoted value
	maxSpaces = 24   // around an operator
	// JSON in JSON in JSON has three backslashes in front of a quote.
	maxEscapes = 3
)

// value is what a name was given.
type value struct {
	start, end int
	quoted     bool
	data       bool // from a syntax in which values stand without quotes: .env, flags, queries, YAML
}

func isNameByte(b byte) bool { return isAlnum(b) || b == '_' || b == '-' || b == '.' || b >= 0x80 }

// assignment looks at the name around text[start:end], which is a keyword.
func (s *scan) assignment(start, end int) {
	if start < s.named {
		return // the name was looked at for an earlier keyword in it
	}
	t := s.text
	l, r := start, end
	for l > 0 && start-l < maxName && isNameByte(t[l-1]) {
		l--
	}
	for r < len(t) && r-end < maxName && isNameByte(t[r]) && t[r] != '.' {
		r++
	}
	s.named = r
	if r-l > maxName {
		return
	}
	// An escape in front of a name is no part of it: \nPASSWORD=x.
	if l > 0 && l < start && t[l-1] == '\\' && (t[l] == 'n' || t[l] == 't' || t[l] == 'r') {
		l++
	}
	if r == len(t) { // nothing can follow
		return
	}
	if !givesValue[t[r]] {
		return
	}
	if s.mentioned(l, r) {
		return
	}
	if s.level > Strict && givenWord(t, r) {
		return
	}
	name := t[l:r]
	k := kindOf(name)
	if (string(name) == "PWD" || string(name) == "OLDPWD") && directory(t, r) || bytes.HasSuffix(t[:l], []byte("--- ")) {
		return // the shell's directory, and the line of a test that passed
	}
	if k == vagueKind {
		k = s.ownedKind(l, r, k)
	}
	if k == noKind {
		if !foreign(t[start:end]) {
			return
		}
		k = passwordKind
		if bytes.IndexByte(t[start:end], ' ') >= 0 {
			l, r = start, end
		}
	}
	v, ok := s.valueAfter(l, r, k)
	if !ok || v.end <= v.start {
		return
	}
	if v.quoted && k != passwordKind {
		v = s.trimmed(v)
	}
	if k == passwordKind && len(name) >= len("phrase") && bytes.EqualFold(name[len(name)-len("phrase"):], []byte("phrase")) {
		if end := wordsEnd(t, v.start); end > v.start {
			s.add(v.start, end, Password, "passphrase")
			return
		}
	}
	typ := APIKey
	if k == passwordKind {
		typ = Password
	}
	if n := v.end - v.start; k == vagueKind && n >= 8 && n <= 512 && hasSuffix(bytes.ToLower(name), "auth") {
		if login(t[v.start:v.end]) {
			s.add(v.start, v.end, Authorization, "encoded-login")
			return
		}
	}
	if s.isSecret(k, name, v) || k == secretKind && keyLike(t[v.start:v.end]) && s.vendorNamed(l, r) {
		s.add(v.start, v.end, typ, "named-"+string(typ))
	}
}

// directory reports whether a path, a variable or nothing at all is assigned at text[at:].
func directory(t []byte, at int) bool {
	_, p := operator(t, skipBlank(t, at))
	p = skipBlank(t, p)
	if b := byteAt(t, p); b == '"' || b == '\'' {
		p++
	}
	b, next := byteAt(t, p), byteAt(t, p+1)
	return b == 0 || isSpace(b) || bytes.IndexByte([]byte("/~$.`\"'+"), b) >= 0 || next == ':'
}

// shortPassword looks at a name that ends in "pw", too short to be looked for alone.
func (s *scan) shortPassword(start, _ int) { s.assignment(start, start+len("pw")) }

// ownedKind looks at what is in front of a vague name t[l:r]: a word that owns it (API
// key, public key), or an address that it is a parameter of.
func (s *scan) ownedKind(l, r int, k kind) kind {
	before, name := s.text[:l], s.text[l:r]
	switch p := byteAt(before, l-1); {
	case (p == '?' || p == '&') && string(name) == "key":
		return secretKind
	case byteAt(s.text, r) == '=' && hasSuffix(name, "_KEY") && constant(name):
		return secretKind // as in .env
	}
	if len(before) == 0 || before[len(before)-1] != ' ' {
		return k
	}
	before = before[max(0, len(before)-maxSpaces) : len(before)-1]
	var low [maxSpaces]byte
	l = len(before)
	for l > 0 && isAlnum(before[l-1]) {
		l--
		low[l] = lower(before[l])
	}
	given := byteAt(s.text, r) // most that is called a key of somebody is given nothing
	switch r := roleOf(low[:], l, len(before)); {
	case r&ownsKey != 0, (given == ' ' || given == ':' || given == '=') && isVendor(low[l:len(before)]):
		return secretKind
	case r&deniesKey != 0:
		return noKind
	}
	return k
}

// mentioned reports whether a name is only a word of a sentence: another word follows
// that gives it no value. Most are, so it is asked before the name is taken apart.
func (s *scan) mentioned(l, r int) bool {
	t := s.text
	q := skipBlank(t, r)
	if q == r || q == len(t) || !isLetter(t[q]) || t[l] == '-' || hasSuffix(t[max(0, l-4):l], "ENV ") {
		return false
	}
	if t[q] == 'i' || t[q] == 'w' || t[q] == 't' || t[q] == 'e' { // the verbs of prose begin so
		return false
	}
	if a, b := load(t, q), load(t, q+8); digitMask(a)|digitMask(b) != 0 || letterMask(a)&letterMask(b) == tops { // no word
		return false
	}
	// "… for the database is …", "… on staging is …", "… you need is …"
	if _, ok := s.is(q); ok {
		return false
	}
	_, ok := s.typed(q)
	return !ok
}

// givenWord reports whether the value behind a name that ends at text[at:] is nothing, a
// number of three digits, or a word too short to have been drawn. Most are; it is cheaper
// to see that than what the name says.
func givenWord(t []byte, at int) bool {
	op, p := operator(t, skipBlank(t, at))
	if op != "=" && op != ":" {
		return false
	}
	p = skipBlank(t, p)
	w := load(t, p)
	n := ahead(^letterMask(w) & tops)
	if n == 0 {
		n = min(ahead(^digitMask(w)&tops), 4) % 4
	}
	return n < 8 && endsWord[byteAt(t, p+n)]
}

// endsWord are the bytes that end a value of any kind; an opening one alone is a
// placeholder's. A space is none of them: the value may be of a declared type.
var endsWord = classOf("\n\r,;)}<")

// givesValue are the bytes that can stand behind a name which is given a value: most
// names are only mentioned, and end here.
var givesValue = classOf("=:?.+|>\"'`]<) \t,(\\\r\n\\&-")

// valueAfter finds the value that the name t[l:r] is given.
func (s *scan) valueAfter(l, r int, k kind) (value, bool) {
	t := s.text
	p := r
	quotedName := false
	for p < len(t) && t[p] == '\\' && p-r < maxEscapes {
		p++
	}
	if p < len(t) && (t[p] == '"' || t[p] == '\'' || t[p] == '`') {
		quotedName = true
		p++
	}
	if p < len(t) && (t[p] == ']' || t[p] == ')' && quotedName) {
		p++
		if p < len(t) && t[p] == ')' {
			p++
		}
	}
	if t[r] == '\n' || t[r] == '\r' {
		return s.valueBelow(l, r)
	}
	if quotedName && p < len(t) && t[p] == '>' && k >= secretKind { // <entry key="db.password">…
		const attributes = 48
		if i := bytes.LastIndexByte(t[max(0, l-attributes):l], '<'); i >= 0 {
			return s.element(p + 1)
		}
	}
	tag := !quotedName && p < len(t) && t[p] == '>' && l > 0 && t[l-1] == '<'
	if tag {
		v, ok := s.element(p + 1)
		return v, ok
	}
	q := skipBlank(t, p)
	if q >= len(t) {
		return value{}, false
	}
	if l > 0 && t[l-1] == '<' && q > p { // attributes first
		const longest = 64
		attributes := t[q:min(len(t), q+longest)]
		if i := bytes.IndexByte(attributes, '>'); i > 0 && attributes[i-1] != '/' && !bytes.Contains(attributes[:i], []byte("value")) {
			return s.element(q + i + 1)
		}
	}
	spaced := q > p
	op, after := operator(t, q)
	switch {
	case op == "" && quotedName && t[q] == '{' && hasSuffix(bytes.TrimRight(t[max(0, l-maxSpaces):l], "\\\""), "variable "):
		return s.defaultOf(q)
	case op == "" && quotedName && t[q] == ',' && r-l > len("pass"):
		return s.afterComma(q+1, opensCall(t[:l]))
	case op == "" && t[q] == '(' && !spaced:
		v, ok := s.readValue(skipBlank(t, q+1), false)
		return v, ok && v.quoted
	case op == "" && spaced && (t[l] == '-' || l >= 4 && string(t[l-4:l]) == "ENV "):
		return s.readValue(q, true) // a flag, --token VALUE, and the old form of a Dockerfile
	case op == "" && spaced && k == passwordKind && (t[q] == '\'' || t[q] == '"'):
		return s.readValue(q, true) // SQL: PASSWORD 'x'
	case op == "" && spaced:
		if v, ok := s.typed(q); ok {
			return v, true
		}
		if v, ok := s.prose(q, k); ok {
			return v, true
		}
		if v, ok := s.told(q, k); ok {
			return v, true
		}
		return s.beside(l, q, k)
	case op == "" && t[q] == ',':
		if constant(t[l:r]) { // setopt(handle, OPT_PASSWORD, "…")
			if v, ok := s.readValue(skipBlank(t, q+1), false); ok && v.quoted {
				return v, true
			}
		}
		return s.beside(l, q+1, k)
	case op == "":
		return value{}, false
	}
	if quotedName && op == ":" {
		if v, ok := s.readValue(inside(t, skipSpace(t, after)), false); ok {
			v.data = true
			return v, true
		}
		return value{}, false
	}
	if v, ok := s.typed(after); op == ":" && ok {
		return v, true
	}
	from := skipBlank(t, after)
	if b := byteAt(t, from); op == ":" && (b == '|' || b == '>') {
		return s.block(from)
	}
	from = inside(t, from)
	v, ok := s.readValue(from, op == ":" || op == "=" && !spaced && from == after)
	if ok && !v.quoted {
		if inQuery := l > 0 && (t[l-1] == '?' || t[l-1] == '&'); v.end < len(t) && t[v.end] == '&' && !inQuery {
			for v.end < len(t) && (t[v.end] == '&' || !unquotedEnd[t[v.end]]) && v.end-v.start < maxValue {
				v.end++
			}
		}
		v.data = v.data || hasDigit(t[v.start:v.end]) && s.wholeLine(l, v.end)
	}
	return v, ok
}

// block reads the first line of a YAML block, whose | or > stands at text[at:].
func (s *scan) block(at int) (value, bool) {
	t := s.text
	p := at + 1
	for p < len(t) && p-at < 3 && (t[p] == '-' || t[p] == '+' || isDigit(t[p])) {
		p++
	}
	if p >= len(t) || t[p] != '\n' && t[p] != '\r' {
		return value{}, false
	}
	from := skipSpace(t, p)
	if from >= len(t) || !isBlank(t[from-1]) {
		return value{}, false // nothing indented follows
	}
	v, ok := s.readValue(from, true)
	return v, ok && !v.quoted && (v.end == len(t) || lineEnd[t[v.end]])
}

// defaultOf reads variable "db_password" { default = "…" } of a Terraform module.
func (s *scan) defaultOf(at int) (value, bool) {
	const longest = 240
	t := s.text
	part := t[at:min(len(t), at+longest)]
	if i := bytes.IndexByte(part, '}'); i >= 0 {
		part = part[:i]
	}
	i := bytes.Index(part, []byte("default"))
	if i < 0 {
		return value{}, false
	}
	op, after := operator(t, skipBlank(t, at+i+len("default")))
	if op != "=" {
		return value{}, false
	}
	v, ok := s.readValue(skipBlank(t, after), false)
	return v, ok && v.quoted
}

// wholeLine reports whether a name and its value are all of a line, as in an .ini file.
func (s *scan) wholeLine(l, end int) bool {
	for l > 0 && isBlank(s.text[l-1]) {
		l--
	}
	return (l == 0 || lineEnd[s.text[l-1]]) && (end == len(s.text) || lineEnd[s.text[end]])
}

// lineEnd are the ends of a line, and of a string that is one, escaped perhaps.
var lineEnd = classOf("\r\n\"\\")

// valueBelow reads the value of a name that is one itself, on the line below:
//
//   - name: API_KEY
//     value: …
func (s *scan) valueBelow(l, r int) (value, bool) {
	t := s.text
	if !hasSuffix(t[max(0, l-16):l], "name: ") && !hasSuffix(t[max(0, l-16):l], "key: ") {
		return value{}, false
	}
	p := skipSpace(t, r)
	if !bytes.HasPrefix(t[p:], []byte("value:")) {
		return value{}, false
	}
	return s.readValue(skipBlank(t, p+len("value:")), true)
}

// operators give a value to the name in front of them; the longest that fits counts.
var operators = [...]string{":::=", "::=", "||=", "??=", "===", "!==", ":=", "?=", ".=", "+=", "=>", "->", "==", "!=", "=", ":"}

var operatorByte = classOf(":|?.+=-!")

func operator(t []byte, at int) (string, int) {
	switch {
	case at >= len(t) || !operatorByte[t[at]]:
		return "", at
	case operatorByte[byteAt(t, at+1)] || byteAt(t, at+1) == '>':
	case t[at] == '=': // as most are
		return "=", at + 1
	case t[at] == ':':
		return ":", at + 1
	}
	for _, op := range operators {
		if t[at] == op[0] && at+len(op) <= len(t) && string(t[at:at+len(op)]) == op {
			return op, at + len(op)
		}
	}
	return "", at
}

// afterComma reads the next argument, ("KEY", "value"), and the value beside a
// name, {"name":"KEY","value":"…"}. In any other list the next string is another name.
func (s *scan) afterComma(at int, argument bool) (value, bool) {
	t := s.text
	p := skipSpace(t, at)
	v, ok := s.readValue(p, false)
	if !ok || !v.quoted {
		if p+5 <= len(t) && bytes.EqualFold(t[p:p+5], []byte("value")) {
			v = value{start: p, end: p + 5}
		} else {
			return value{}, false
		}
	}
	if !calledValue(t[v.start:v.end]) {
		return v, argument
	}
	p = v.end
	for p < len(t) && t[p] == '\\' && p-v.end < maxEscapes {
		p++
	}
	if v.quoted {
		p++
	}
	op, after := operator(t, skipBlank(t, p))
	if op == "" {
		return value{}, false
	}
	v, ok = s.readValue(skipBlank(t, after), false)
	v.data = true
	return v, ok
}

// calledValue reports whether a member is a name's value: value, ParameterValue.
func calledValue(name []byte) bool {
	n := len(name) - len("value")
	return n >= 0 && n <= len("parameter") && bytes.EqualFold(name[n:], []byte("value"))
}

// opensCall reports whether a parenthesis and a quote, escaped perhaps, end t.
func opensCall(t []byte) bool {
	t = t[max(0, len(t)-3-maxEscapes):]
	return bytes.HasSuffix(bytes.TrimRight(t, "\\\"'` "), []byte("("))
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

var typeByte = classOf("&*[]<>:_?'.")

// typed reads past a declared type: var token string = "…", token: &str = "…".
func (s *scan) typed(at int) (value, bool) {
	t := s.text
	p := skipBlank(t, at)
	q := p
	for q < len(t) && q-p < 32 && (isAlnum(t[q]) || typeByte[t[q]]) {
		q++
	}
	if q == p {
		return value{}, false
	}
	q = skipBlank(t, q)
	if q+1 >= len(t) || t[q] != '=' || t[q+1] == '=' || t[q+1] == '>' {
		return value{}, false
	}
	v, ok := s.readValue(skipBlank(t, q+1), false)
	return v, ok && v.quoted
}

// prose reads "the password is hunter2".
func (s *scan) prose(at int, k kind) (value, bool) {
	t := s.text
	if k == vagueKind {
		return value{}, false
	}
	for _, verb := range [...]string{"is: ", "is ", "was ", "= ", "to: ", "ist: ", "ist ", "es ", "est ", "è ", "lautet ", "lautet: ", "jest ", "är ", "er ", "é ", "heißt "} {
		if at+len(verb) < len(t) && t[at] == verb[0] && string(t[at:at+len(verb)]) == verb {
			v, ok := s.proseValue(skipBlank(t, at+len(verb)))
			sh := shapeOf(t[v.start:v.end])
			return v, ok && sh.n >= 6 && sh.lower+sh.upper > 0 && (sh.digits > 0 || sh.other > 0 || sh.cases > 1)
		}
	}
	return value{}, false
}

// proseValue reads a value without the punctuation of the sentence that it ends.
func (s *scan) proseValue(at int) (value, bool) {
	t := s.text
	v, ok := s.readValue(at, true)
	if !ok || v.quoted {
		return v, ok
	}
	// A password may hold an ampersand; that of an entity, as in &quot;, ends it.
	for v.end < len(t) && (t[v.end] == '&' && !isLetter(byteAt(t, v.end+1)) || !unquotedEnd[t[v.end]]) && v.end-v.start < maxValue {
		v.end++
	}
	for v.end > v.start && bytes.IndexByte([]byte(".,!?:;"), t[v.end-1]) >= 0 {
		v.end--
	}
	return v, true
}

// is finds the verb of a sentence that goes on at text[at:] with "for", "on", "you" and
// the like.
func (s *scan) is(at int) (verb int, ok bool) {
	const longest = 48
	t := s.text
	if b := t[at]; b != 'f' && b != 'o' && b != 'y' && b != 't' {
		return 0, false
	}
	for i := at; i < len(t)-4 && i-at < longest && !sentenceEnd[t[i]]; i++ {
		if t[i] == ' ' && (string(t[i:i+4]) == " is " || string(t[i:i+3]) == " = ") {
			return i, true
		}
	}
	return 0, false
}

var sentenceEnd = classOf("\n.,;:()\"=<>")

// told reads "the password for the admin account is now hunter2!X". With so much in
// between, the value must look like a secret by itself.
func (s *scan) told(at int, k kind) (value, bool) {
	t := s.text
	if k == vagueKind {
		return value{}, false
	}
	is, ok := s.is(at)
	if !ok {
		return value{}, false
	}
	p := skipBlank(t, is+len(" is"))
	if bytes.HasPrefix(t[p:], []byte("now ")) {
		p += len("now ")
	}
	v, ok := s.proseValue(p)
	sh := shapeOf(t[v.start:v.end])
	switch {
	case !ok || sh.digits == 0:
		return v, false
	case k == secretKind:
		return v, sh.n >= 12 && !sh.hex && sh.turns > 1 && random(t[v.start:v.end])
	}
	return v, sh.n >= 8 && sh.lower > 0 && (sh.upper > 0 || sh.other > 0 || sh.turns > 1 && !sh.hex && random(t[v.start:v.end]))
}

// beside reads a value that nothing ties to its name t[l:] but being next to it, after
// a dash perhaps: it must look like no word and no digest.
func (s *scan) beside(l, at int, k kind) (value, bool) {
	t := s.text
	if k < secretKind {
		return value{}, false
	}
	dash := bytes.HasPrefix(t[at:], []byte("- "))
	if dash {
		at += len("- ")
	}
	if k == secretKind && opensQuote[byteAt(t, at)] {
		v, ok := s.readValue(at, false)
		v = s.trimmed(v)
		return v, ok && v.end-v.start >= 16 && (dash || !isUUID(t[v.start:v.end]))
	}
	if k == passwordKind {
		v, ok := s.proseValue(at)
		return v, ok && !v.quoted && typedByHand(t[v.start:v.end])
	}
	v, ok := s.readValue(at, true)
	if !ok || v.quoted {
		return v, false
	}
	b := t[v.start:v.end]
	like := drawn(b) || len(b) >= 32 && allHex(b) && random(b) && s.owned(l) || keyLike(b) && s.vendorNamed(l, at)
	return v, like && !containsAny(s.context(at, 40), "authorization") // a header has its own rule
}

var opensQuote = classOf("\"'`\\")

// trimmed is a value without the spaces that some put inside the quotes.
func (s *scan) trimmed(v value) value {
	for v.end > v.start && s.text[v.end-1] == ' ' {
		v.end--
	}
	for v.start < v.end && s.text[v.start] == ' ' {
		v.start++
	}
	return v
}

// owned reports whether a name is somebody's: no digest is called "my token".
func (s *scan) owned(l int) bool {
	before := s.context(l, 8)
	for _, w := range [...]string{" the ", " my ", " your ", " our ", " api ", "access ", " auth ", "bearer ", " define ", "#define ", "%define "} {
		if hasSuffix(before, w) || len(before) < 8 && hasSuffix(before, w[1:]) {
			return true
		}
	}
	return false
}

// typedByHand reports whether a word has letters, digits and the signs that people put
// into passwords, and nothing that paths, expressions and versions are made of.
func typedByHand(b []byte) bool {
	if len(b) < 8 || !hasDigit(b) {
		return false
	}
	sh := shapeOf(b)
	if sh.longest == sh.n && sh.n <= 20 && sh.turns > 1 && !sh.hex && sh.digits < sh.n/2 && random(b) {
		return true // drawn, and too short for a key
	}
	return sh.lower > 0 && sh.other > 0 && bytes.ContainsAny(b, "!@#$%^&*") && !bytes.ContainsAny(b, "=/.(){}[]:<>?|+")
}

// wordsEnd is the end of a passphrase of at least four words in lower case at
// text[at:], which fill the line or the string. It is at if there is none: a sentence
// about passphrases has words that no phrase is made of.
func wordsEnd(t []byte, at int) int {
	const least, longest = 4, 12
	var sep byte
	for n, p := 1, at; n <= longest; n++ {
		e := p
		for e < len(t) && e-p < 12 && isLetter(t[e]) && (e == p || !isUpper(t[e])) {
			e++
		}
		if e-p < 3 || sentenceWords[string(bytes.ToLower(t[p:e]))] {
			return at
		}
		switch {
		case e == len(t) || phraseEnd[t[e]]:
			if n < least {
				return at
			}
			return e
		case n == 1 && (t[e] == ' ' || t[e] == '-' || t[e] == '_' || t[e] == '.'):
			sep = t[e]
		case t[e] != sep:
			return at
		}
		p = e + 1
	}
	return at
}

var phraseEnd = classOf("\r\n\"'`\\")

var sentenceWords = newWords(`the and for you your are was not with this that must from have has will should can could may use used uses using when
	which what where enter type typed choose contain contains least character characters required optional encrypt encrypts decrypt protect
	protects protected private public file files password passwords passphrase secret here new old please need needs needed than into empty
	none unset default example placeholder change changed forgot reset invalid incorrect wrong missing does set via per but one two its our`)

// inside steps into a list, and into an object that has the value as its member.
func inside(t []byte, at int) int {
	if at >= len(t) || t[at] != '[' && t[at] != '{' {
		return at
	}
	p := skipSpace(t, at+1)
	if t[at] == '[' {
		return p
	}
	if member := []byte(`"value":`); bytes.HasPrefix(t[p:], member) {
		return skipSpace(t, p+len(member))
	}
	return at
}

// element reads the text of <password>…</password>.
func (s *scan) element(at int) (value, bool) {
	t := s.text
	p := skipSpace(t, at)
	e := p
	for e < len(t) && e-p < maxValue && t[e] != '<' && t[e] != '\n' && t[e] != '\r' {
		e++
	}
	for e > p && isSpace(t[e-1]) {
		e--
	}
	// Of several words, the last: a store of credentials writes what they are for first.
	if i := bytes.LastIndexByte(t[p:e], ' '); i >= 0 {
		p += i + 1
		e = p + len(bytes.TrimRight(t[p:e], "}"))
		return value{start: p, end: e, quoted: true, data: true}, drawn(t[p:e]) || isUUID(t[p:e]) || e-p >= 32 && allHex(t[p:e])
	}
	return value{start: p, end: e, quoted: true, data: true}, true
}

// unquotedEnd ends a value that stands without quotes.
var unquotedEnd = classOf(" \t\r\n,;)}\"'`<>|&\\")

func (s *scan) readValue(at int, data bool) (value, bool) {
	t := s.text
	p := at
	// f"…", r'…', @"…", $'…' and the like.
	for i := 0; i < 2 && p+1 < len(t) && bytes.IndexByte([]byte("fFrRbBuU@$L"), t[p]) >= 0; i++ {
		if t[p+1] == '"' || t[p+1] == '\'' || bytes.IndexByte([]byte("fFrRbBuU@$L"), t[p+1]) >= 0 && p+2 < len(t) && t[p+2] == '"' {
			p++
		}
	}
	if p < len(t) && t[p] == '&' && bytes.HasPrefix(t[p:], []byte("&quot;")) {
		p += len("&quot;")
		data = true
	}
	escaped := p < len(t) && t[p] == '\\'
	for i := 0; i < maxEscapes && p < len(t) && t[p] == '\\'; i++ {
		p++
	}
	if p >= len(t) {
		return value{}, false
	}
	if q := t[p]; q == '"' || q == '\'' || q == '`' {
		p++
		for i := 0; i < 2 && p+1 < len(t) && t[p] == q && t[p+1] == q; i++ {
			p += 2 // """ opens as " does
		}
		e := p
		for e < len(t) && e-p < maxValue && t[e] != q && t[e] != '\n' {
			if t[e] == '\\' {
				if escaped || e+1 >= len(t) {
					break
				}
				e++
			}
			e++
		}
		if e > len(t) {
			e = len(t)
		}
		return value{start: p, end: e, quoted: true, data: data}, true
	}
	if escaped {
		return value{}, false
	}
	e := p
	for e < len(t) && e-p < maxValue && !unquotedEnd[t[e]] {
		e++
	}
	if e < len(t) && t[e] == '(' {
		return value{}, false
	}
	return value{start: p, end: e, data: data}, true
}

// isSecret judges the value of a name, the costly questions last.
func (s *scan) isSecret(k kind, name []byte, v value) bool {
	b := s.text[v.start:v.end]
	if v.quoted && dense(b) {
		return true
	}
	if len(b) < 4 || bytes.IndexByte([]byte(",;:)]}<[{$"), b[0]) >= 0 {
		return false
	}
	var like bool
	switch k {
	case passwordKind:
		like = s.chosen(name, b, v)
	case secretKind:
		like = random(b) && bytes.IndexByte(b, ' ') < 0 || isUUID(b) || v.quoted && digitsOnly(b) && len(b) > 16
	default:
		like = drawn(b) || bytes.EqualFold(name, []byte("key")) && random(b) && s.aboutAPI(v.start)
	}
	if !like || hexNumber(b) || reference(b) || placeholder(b) {
		return false
	}
	password := k == passwordKind && v.data
	return v.quoted || plain(b, password) && (kindOf(b) == noKind || password && !identifier(b))
}

// aboutAPI reports whether the lines in front of text[at:] are about an API.
func (s *scan) aboutAPI(at int) bool {
	const near = 100
	before := s.text[max(0, at-near):at]
	return bytes.Contains(before, []byte(" API")) || bytes.Contains(before, []byte(" api "))
}

// chosen judges a password, which may be a word. In code a word without quotes is a
// variable, and a text with spaces a label.
func (s *scan) chosen(name, b []byte, v value) bool {
	if bytes.ContainsAny(b, " \x00\t") || digitsOnly(b) && len(b) < 4 || bytes.EqualFold(b, name) {
		return false
	}
	sh := shapeOf(b)
	if sh.digits > 0 && sh.lower+sh.upper > 0 && sh.n >= 5 || sh.other > 0 && sh.n >= 6 || digitsOnly(b) && sh.n >= 6 {
		return v.quoted || v.data
	}
	if random(b) {
		return true
	}
	return s.level == Strict && v.data && sh.n >= 6 && kindOf(b) == noKind
}

// identifier reports whether a value may be a name: of a variable, a constant, a file.
func identifier(b []byte) bool {
	for i, c := range b {
		if !isLetter(c) && c != '_' && c != '-' && c != '.' && (c != '$' || i > 0) && (!isDigit(c) || !isUpper(b[0])) {
			return false
		}
	}
	return true
}

// plain reports whether an unquoted value is a value and not an expression.
func plain(b []byte, password bool) bool {
	for i, c := range b {
		if c == '(' || c == '{' || c == '[' || c == '*' && !password {
			return false
		}
		if c == '.' && i > 0 && i+1 < len(b) && isLetter(b[i+1]) && isLetter(b[i-1]) && !password && !random(b) {
			return false
		}
	}
	return true
}

// hexNumber reports whether a value is a hexadecimal number as programs write them.
func hexNumber(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("-"))
	return len(b) > 2 && len(b) <= 18 && b[0] == '0' && b[1]|0x20 == 'x' && allHex(b[2:])
}

// reference reports whether a value says where a secret is, or is of another sort.
func reference(b []byte) bool {
	for _, p := range [...]string{
		"http://", "https://", "file:", "arn:", "/", "./", "../", "~/", "sha256:", "sha512-", "sha1-", "sha384-", "sha256-", "md5:", "ssh-", "data:", "urn:",
		"projects/", "kms:", "op://", "ref+", "env:", "ENC[", "!", "&", "@", "true", "false", "var.", "local.", "self.", "this.", "config.", "os.", "$", "#",
	} {
		if bytes.HasPrefix(b, []byte(p)) {
			return len(p) > 1 || !random(b)
		}
	}
	// A signed request names its key with a scope; the key has a format of its own.
	return bytes.Contains(b, []byte("://")) || bytes.HasSuffix(b, []byte("/aws4_request"))
}

func skipBlank(t []byte, at int) int {
	for limit := min(len(t), at+maxSpaces); at < limit && isBlank(t[at]); {
		at++
	}
	return at
}

func skipSpace(t []byte, at int) int {
	for limit := min(len(t), at+4*maxSpaces); at < limit && isSpace(t[at]); {
		at++
	}
	return at
}
