package redact

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Assignments: a name that promises a secret, something that assigns to it, and a value that looks
// like a secret, in any syntax that people use. A name alone proves nothing (most things called key
// are not secret), nor does a value (most random-looking values are digests); both together do.

const (
	maxValue  = 2048 // bytes of a quoted value
	maxSpaces = 24   // around an operator
	// JSON inside JSON inside JSON has three backslashes in front of a quote, and so on.
	maxEscapes = 15
)

// value is what was assigned to a name.
type value struct {
	start, end int
	quoted     bool
	data       bool // from a syntax whose values are unquoted: .env, flags, queries, YAML
	block      bool // the first line of a YAML block
	stated     bool // from a syntax in which a bare word is a value, not a variable's name
}

func isNameByte(b byte) bool { return isAlnum(b) || b == '_' || b == '-' || b == '.' || b >= 0x80 }

// assignment looks at the name around the keyword text[start:end]. password says that people choose
// such values; otherwise machines generate them.
func (s *scan) assignment(start, end int, password bool) {
	if start < s.named {
		return // an earlier keyword in this name was already examined
	}
	t := s.text
	if (t[start] == '_' || t[start] == '-') && lower(t[start+1]) == 'p' {
		start++ // db_pw means a password as pw does
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
	// An escape in front of a name does not belong to it: \nPASSWORD=x, \u0026token=x.
	if l > 0 && t[l-1] == '\\' {
		l = min(start, l+escapeAt(t, l))
	}
	if r == len(t) { // no value can follow
		return
	}
	if !givesValue[t[r]] || t[r] == '[' && bracketEnd(t, r) == r || t[r] == '*' && byteAt(t, l-1) != '*' ||
		t[r] == ';' && l > 0 && t[l-1] != ';' && t[l-1] != '\n' && t[l-1] != '"' {
		return
	}
	// Most names are given no value, and that is cheaper to see than what the name says.
	if saysWord(t, r) || !password && !bytes.ContainsAny(t[end:r], "pP") && givenWord(t, r) {
		return
	}
	s.valueOf(start, end, l, r, password)
}

// tooDeep reports whether the name at text[l:] is one of too many inside what may be the value of
// an earlier name. In secret=secret=secret= the value of each name is all the rest, so a megabyte
// of it would take a second.
func (s *scan) tooDeep(l int) bool {
	const most = 16
	if l >= s.unbroken {
		s.within = 0
	}
	s.within++
	return s.within > most
}

// valueOf judges the value of the name text[l:r], which contains the keyword text[start:end].
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
		return // the shell's $PWD, or a passed Go test
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
		l = start // what precedes it without a space is not part of the name
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
		v.stated = false // a word of another language may assign anything
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

// saysWord reports whether a lower-case word follows a verb at text[at:], as in "is required".
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

// givenWord reports whether the value after a name that ends at text[at:] is a three-digit number
// or a word too short to be generated.
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

// endsWord holds the bytes that end any word.
var endsWord = classOf("\n\r,;)}")

// ofPages reports whether t ends in a word that makes the token after it a pagination token:
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

// soundsSecret are names of public values: the key that signed a .NET assembly, and the digest by
// which a scanner recognizes a secret.
var soundsSecret = [...][]byte{[]byte("publickeytoken"), []byte("hashed_secret")}

// besideAccount reports whether a user is named just before text[l:].
func (s *scan) besideAccount(l int) bool {
	before := s.context(l, 64)
	return containsAny(before, accounts...) || containsAny(before, "admin", "ident", "会议", "ssid", "mail", "почта")
}

var accounts = listed("accounts")

// directory reports whether a path, a variable or nothing is assigned at text[at:].
func directory(t []byte, at int) bool {
	_, p := operator(t, skipBlank(t, at))
	p = skipBlank(t, p)
	if b := byteAt(t, p); b == '"' || b == '\'' {
		p++
	}
	b, next := byteAt(t, p), byteAt(t, p+1)
	return b == 0 || isSpace(b) || bytes.IndexByte([]byte("/~$%.`\"'+"), b) >= 0 || next == ':'
}

// shortPassword examines names that end in "pw", which is too short to search for by itself.
func (s *scan) shortPassword(start, _ int) {
	if s.text[start] == ' ' || s.text[start] == '(' { // no operator follows
		if !isAlnum(byteAt(s.text, start+len(" pw "))) {
			return
		}
		start++
	}
	s.assignment(start, start+len("pw"), true)
}

// ownedKind refines the kind of a vague name t[l:r] by what precedes it: a word that qualifies it
// (API key, public key), or the URL that it is a parameter of.
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

// isSecret judges a name's value, the cheap checks first.
func (s *scan) isSecret(k kind, name []byte, v value) bool {
	b := s.text[v.start:v.end]
	if k == passwordKind && v.stated && len(b) > 1 && v.quoted && len(b) == 3 && hasDigit(b) && !repeated(b) && !numbered(name) {
		return !reference(b) // too short for anything else, or the user's own name
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
			return false // the contract of a coin
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

// chosen judges a password, which may be an ordinary word. In code, an unquoted word is a variable,
// and a text with spaces is a label.
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

// numbered reports whether a name is that of an error or an event, whose values are numbers.
func numbered(name []byte) bool {
	return containsAny(bytes.ToLower(name), numberedNames...)
}

// identifier reports whether a value may be the name of a variable, a constant or a file.
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
	drawnAtRandom := false // computed once, not for each full stop
	for i, c := range b {
		next := byteAt(b, i+1)
		if c == '(' || c == '{' || c == '[' || c == '*' && !password || c == '&' && next == '&' {
			return false
		}
		if c == '?' && (next == '.' || bytes.IndexByte(b, '.') >= 0 && kindOf(b) != noKind) { // e?.token, e.password?e.password:…
			return false
		}
		if c == '.' && i > 0 && (byteAt(b, i+1) == '.' && !password || isUpper(b[0]) && isLetter(b[i-1]) && byteAt(b, i+1)-'a' < 26 && identifier(b)) {
			return false // a range, or a method of a class
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

// colour reports whether a value is a CSS colour: #1e90ff80.
func colour(b []byte) bool {
	return b[0] == '#' && len(b) <= len("#rrggbbaa") && allHex(b[1:])
}

var references = listed("references")

// reference reports whether a value refers to a value stored elsewhere.
func reference(b []byte) bool {
	for i := range references {
		if p := references[i]; byteAt(b, 0) == p[0] && bytes.HasPrefix(b, []byte(p)) {
			return len(p) > 1 || !random(b) && !(p == "!" && typedByHand(b))
		}
	}
	if byteAt(b, 0) == '\\' && byteAt(bytes.TrimLeft(b, `\`), 0) == '$' {
		return true // a variable that another program expands
	}
	versions := len(b) > 1 && (b[0] == '^' || b[0] == '~') && isDigit(b[1]) // a range of package versions
	// A signed request names its key with a scope; the key itself has its own format.
	return versions || bytes.Contains(b, []byte("://")) || bytes.HasSuffix(b, []byte("/aws4_request"))
}

var numberedNames, paging = listed("numbered names"), listed("paging")
