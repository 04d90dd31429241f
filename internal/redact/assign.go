package redact

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Assignments: a name that promises a secret, something that gives it a value, and
// a value that looks like one, in any of the syntaxes that people write. A name
// alone proves nothing (most of what is called key is none), nor does a value
// (most of what looks random is a digest); together they do.

const (
	maxValue  = 2048 // bytes of a quoted value
	maxSpaces = 24   // around an operator
	// JSON in JSON in JSON has three backslashes in front of a quote, and so on.
	maxEscapes = 15
)

// value is what a name was given.
type value struct {
	start, end int
	quoted     bool
	data       bool // from a syntax in which values stand without quotes: .env, flags, queries, YAML
	block      bool // the first line of a YAML block
	stated     bool // from a syntax in which a word is a value and no name of one
}

func isNameByte(b byte) bool { return isAlnum(b) || b == '_' || b == '-' || b == '.' || b >= 0x80 }

// assignment looks at the name around text[start:end], which is a keyword: for passwords, or for what
// a machine draws.
func (s *scan) assignment(start, end int, password bool) {
	if start < s.named {
		return // the name was looked at for an earlier keyword in it
	}
	t := s.text
	if (t[start] == '_' || t[start] == '-') && lower(t[start+1]) == 'p' {
		start++ // db_pw is a word for a password as pw is
	}
	l, r := start, end
	for l > 0 && start-l < maxName && isNameByte(t[l-1]) {
		l--
	}
	for r < len(t) && r-end < maxName && isNameByte(t[r]) && t[r] != '.' && (t[r] != wideSign[0] || wideOperator(t, r) == "") {
		r++
	}
	s.named = r
	if r-l > maxName || s.tooDeep(l) {
		return
	}
	// An escape in front of a name is no part of it: \nPASSWORD=x, \u0026token=x.
	if l > 0 && t[l-1] == '\\' {
		l = min(start, l+escapeAt(t, l))
	}
	if r == len(t) { // nothing can follow
		return
	}
	if !givesValue[t[r]] || t[r] == '[' && bracketEnd(t, r) == r || t[r] == '*' && byteAt(t, l-1) != '*' ||
		t[r] == ';' && l > 0 && t[l-1] != ';' && t[l-1] != '\n' && t[l-1] != '"' {
		return
	}
	// Most are given nothing: it is cheaper to see that than what the name says.
	if saysWord(t, r) || !password && !bytes.ContainsAny(t[end:r], "pP") && givenWord(t, r) {
		return
	}
	s.valueOf(start, end, l, r, password)
}

// tooDeep reports whether the name at text[l:] is one of too many in what may be the value of a
// name before them. Of secret=secret=secret= each name has all the rest for its value, and a
// megabyte of it took a second.
func (s *scan) tooDeep(l int) bool {
	const most = 16
	if l >= s.unbroken {
		s.within = 0
	}
	s.within++
	return s.within > most
}

// valueOf judges the value of the name text[l:r], in which a keyword stands at text[start:end].
func (s *scan) valueOf(start, end, l, r int, password bool) {
	t := s.text
	name := t[l:r]
	for _, known := range soundsSecret {
		if bytes.EqualFold(name, known) {
			return
		}
	}
	k := kindOf(name)
	if (string(name) == "PWD" || string(name) == "OLDPWD") && directory(t, r) || bytes.HasSuffix(t[:l], []byte("--- ")) {
		return // the shell's directory, and the line of a test that passed
	}
	if k == vagueKind {
		k = s.ownedKind(l, r, k)
	}
	if k == secretKind && ofPages(t[:l]) {
		return
	}
	if k == noKind {
		if !foreign(t[start:end]) {
			return
		}
		k = passwordKind
		l = start // what stands in front, without a space, is no part of the name
		if bytes.IndexByte(t[start:end], ' ') >= 0 {
			r = end
		}
	}
	v, ok := s.valueAfter(l, r, k)
	if !ok || v.end <= v.start {
		return
	}
	if v.quoted && k != passwordKind {
		v = s.trimmed(v)
	}
	if k == passwordKind && v.stated && password && lower(t[start]) != 'p' && lettersOnly(t[v.start:v.end]) && !s.besideAccount(l) {
		v.stated = false // a word of another language, in which it may say anything
	}
	typ := APIKey
	if k == passwordKind {
		typ = Password
	}
	if s.isSecret(k, name, v) {
		if v.block {
			v.end = blockLinesEnd(t, v.start)
		}
		s.add(v.start, v.end, typ, "named-"+string(typ))
	}
}

// saysWord reports whether a sentence goes on at text[at:] with a word of small letters behind its
// verb: is required.
func saysWord(t []byte, at int) bool {
	const verb = " is "
	if byteAt(t, at) != ' ' || !bytes.HasPrefix(t[at:], []byte(verb)) {
		return false
	}
	p := at + len(verb)
	n := lanes.Leading(lanes.Within(lanes.Load(t, p), 'a', 'z'))
	if n == 8 {
		n += lanes.Leading(lanes.Within(lanes.Load(t, p+8), 'a', 'z'))
	}
	next := byteAt(t, p+n)
	return n > 0 && (next == ' ' || next == ',' || next == '.' && isSpace(byteAt(t, p+n+1))) && adverb(t, p) == p
}

// givenWord reports whether the value behind a name that ends at text[at:] is a number of three
// digits, or a word too short to have been drawn.
func givenWord(t []byte, at int) bool {
	op, p := operator(t, skipBlank(t, at))
	if op != "=" && op != ":" {
		return false
	}
	p = skipBlank(t, p)
	w := lanes.Load(t, p)
	n := max(lanes.Leading(lanes.Letters(w)), lanes.Leading(lanes.Digits(w))%4)
	return n > 0 && n < leastWorded && endsWord[byteAt(t, p+n)]
}

// endsWord are the bytes that end a word of any kind.
var endsWord = classOf("\n\r,;)}")

// ofPages reports whether the word that ends t says of a token that it only continues a list:
// continuation token ….
func ofPages(t []byte) bool {
	if len(t) == 0 || t[len(t)-1] != ' ' {
		return false
	}
	for _, word := range paging {
		if hasSuffix(t, word) {
			return true
		}
	}
	return false
}

// soundsSecret are names of what everybody may know: which key signed an assembly of .NET, and
// the digest by which a scanner knows a secret again.
var soundsSecret = [...][]byte{[]byte("publickeytoken"), []byte("hashed_secret")}

// besideAccount reports whether somebody is named in front of text[l:].
func (s *scan) besideAccount(l int) bool {
	before := s.context(l, 64)
	return containsAny(before, accounts...) || containsAny(before, "admin", "ident", "会议", "ssid", "mail", "почта")
}

var accounts = listed("accounts")

// directory reports whether a path, a variable or nothing at all is assigned at text[at:].
func directory(t []byte, at int) bool {
	_, p := operator(t, skipBlank(t, at))
	p = skipBlank(t, p)
	if b := byteAt(t, p); b == '"' || b == '\'' {
		p++
	}
	b, next := byteAt(t, p), byteAt(t, p+1)
	return b == 0 || isSpace(b) || bytes.IndexByte([]byte("/~$%.`\"'+"), b) >= 0 || next == ':'
}

// shortPassword looks at a name that ends in "pw", too short to be looked for alone.
func (s *scan) shortPassword(start, _ int) {
	if s.text[start] == ' ' || s.text[start] == '(' { // and no operator
		if !isAlnum(byteAt(s.text, start+len(" pw "))) {
			return
		}
		start++
	}
	s.assignment(start, start+len("pw"), true)
}

// ownedKind looks at what is in front of a vague name t[l:r]: a word that owns it (API
// key, public key), or an address that it is a parameter of.
func (s *scan) ownedKind(l, r int, k kind) kind {
	before, name := s.text[:l], s.text[l:r]
	switch p := byteAt(before, l-1); {
	case (p == '?' || p == '&') && string(name) == "key":
		return secretKind
	case hasSuffix(name, "_KEY") && constant(name) && (byteAt(s.text, r) == '=' || byteAt(s.text, r) == ':'):
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
	switch r := roleOf(low[:], l, len(before)); {
	case r&ownsKey != 0:
		return secretKind
	case r&deniesKey != 0:
		return noKind
	}
	return k
}

// isSecret judges the value of a name, the costly questions last.
func (s *scan) isSecret(k kind, name []byte, v value) bool {
	b := s.text[v.start:v.end]
	if k == passwordKind && v.stated && len(b) > 1 && v.quoted && len(b) == 3 && hasDigit(b) && !repeated(b) && !numbered(name) {
		return !reference(b) // too short for anything else, or the name of whom it lets in
	}
	if len(b) < 4 || bytes.IndexByte([]byte(",;:)]}<[{$"), b[0]) >= 0 || k != passwordKind && colour(b) {
		return false
	}
	var like bool
	switch k {
	case passwordKind:
		if like = s.chosen(name, b, v); !like && v.stated && s.paired(name, b, v) {
			return !reference(b)
		}
	case secretKind:
		like = random(b) && bytes.IndexByte(b, ' ') < 0 || isUUID(b) || v.quoted && (digitsOnly(b) && len(b) > 16 || v.data && typedByHand(b))
		if !like && v.stated && worded(name, b, v.quoted) {
			return !reference(b) && !placeholder(b)
		}
		if len(b) == 42 && b[0] == '0' && b[1] == 'x' && allHex(b[2:]) && bytes.EqualFold(name, []byte("token")) {
			return false // a coin's contract
		}
	default:
		like = drawn(b)
	}
	if !like || hexNumber(b) || reference(b) || placeholder(b) {
		return false
	}
	if k == passwordKind && v.stated && (plainWord(b, v.quoted || constant(name)) || hasDigit(b) && len(b) >= 8 && shapeOf(b).longest == len(b)) {
		return true
	}
	password := k == passwordKind && v.data
	return v.quoted || plain(b, password) && (kindOf(b) == noKind || password && !identifier(b))
}

// chosen judges a password, which may be a word. In code a word without quotes is a
// variable, and a text with spaces a label.
func (s *scan) chosen(name, b []byte, v value) bool {
	if bytes.ContainsAny(b, " \x00\t") || digitsOnly(b) && len(b) < 4 || bytes.EqualFold(b, name) {
		return false
	}
	sh := shapeOf(b)
	if sh.digits == 0 && sh.lower+sh.upper+sh.other < sh.n/2 && b[0] >= 0x80 {
		return false // a label
	}
	if v.stated && digitsOnly(b) && (v.quoted || v.data) && !numbered(name) && (v.quoted || !bytes.EqualFold(name, []byte("pass"))) {
		return true
	}
	if sh.digits > 0 && sh.lower+sh.upper > 0 && sh.n >= 5 || sh.other > 0 && sh.n >= 6 || digitsOnly(b) && sh.n >= 6 {
		return v.quoted || v.data && (sh.turns != 1 || !notChosen[string(bytes.ToLower(b))]) // sha256
	}
	if random(b) || v.stated && plainWord(b, v.quoted || constant(name)) {
		return true
	}
	return s.level == Strict && v.data && sh.n >= 6 && kindOf(b) == noKind
}

// numbered reports whether a name is that of an error or an event, which has a number.
func numbered(name []byte) bool {
	return containsAny(bytes.ToLower(name), numberedNames...)
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
	drawnAtRandom := false // not asked for each full stop
	for i, c := range b {
		next := byteAt(b, i+1)
		if c == '(' || c == '{' || c == '[' || c == '*' && !password || c == '&' && next == '&' {
			return false
		}
		if c == '?' && (next == '.' || bytes.IndexByte(b, '.') >= 0 && kindOf(b) != noKind) { // e?.token, e.password?e.password:…
			return false
		}
		if c == '.' && i > 0 && (byteAt(b, i+1) == '.' && !password || isUpper(b[0]) && isLetter(b[i-1]) && byteAt(b, i+1)-'a' < 26 && identifier(b)) {
			return false // a range, and a method of a class
		}
		if c == '.' && i > 0 && i+1 < len(b) && isLetter(b[i+1]) && isLetter(b[i-1]) && !password && !drawnAtRandom {
			if drawnAtRandom = random(b); !drawnAtRandom {
				return false
			}
		}
	}
	return true
}

// hexNumber reports whether a value is a hexadecimal number as programs write them.
func hexNumber(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("-"))
	return len(b) > 2 && len(b) <= 18 && b[0] == '0' && b[1]|0x20 == 'x' && allHex(b[2:])
}

// colour reports whether a value is one as style sheets have it: #1e90ff80.
func colour(b []byte) bool {
	return b[0] == '#' && len(b) <= len("#rrggbbaa") && allHex(b[1:])
}

var references = listed("references")

// reference reports whether a value is one.
func reference(b []byte) bool {
	for i := range references {
		if p := references[i]; byteAt(b, 0) == p[0] && bytes.HasPrefix(b, []byte(p)) {
			return len(p) > 1 || !random(b) && !(p == "!" && typedByHand(b))
		}
	}
	if byteAt(b, 0) == '\\' && byteAt(bytes.TrimLeft(b, `\`), 0) == '$' {
		return true // a variable that somebody else will read
	}
	versions := len(b) > 1 && (b[0] == '^' || b[0] == '~') && isDigit(b[1]) // of a package that will do
	// A signed request names its key with a scope; the key has a format of its own.
	return versions || bytes.Contains(b, []byte("://")) || bytes.HasSuffix(b, []byte("/aws4_request"))
}

var numberedNames, paging = listed("numbered names"), listed("paging")
