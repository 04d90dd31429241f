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
	stated     bool // from a syntax in which a word is a value and no name of one
	block      bool // the first line of a YAML block
}

func isNameByte(b byte) bool { return isAlnum(b) || b == '_' || b == '-' || b == '.' || b >= 0x80 }

// assignment looks at the name around text[start:end], which is a keyword.
func (s *scan) assignment(start, end int) {
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
	if l > 4 && (t[l-1] == ' ' && t[l-2] == '=' || t[l-1] == '$' && t[l-3] == '=') {
		s.comparedWith(l, r)
	}
	if l > 4 && t[l-1] == ' ' && t[l-2] == ',' && opensQuote[t[l-3]] {
		s.expected(l, r)
	}
	if r == len(t) { // nothing can follow
		return
	}
	if !givesValue[t[r]] || t[r] == '[' && bracketEnd(t, r) == r || t[r] == '*' && byteAt(t, l-1) != '*' ||
		t[r] == ';' && l > 0 && t[l-1] != ';' && t[l-1] != '\n' && t[l-1] != '"' {
		return
	}
	if s.idle(l, r) || s.mentioned(l, r) {
		return
	}
	if s.level > Strict && givenWord(t, end, r, chosenByPeople(t[start:end])) {
		return
	}
	s.valueOf(start, end, l, r)
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
func (s *scan) valueOf(start, end, l, r int) {
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
	if k <= vagueKind && s.ofRole(l, r) {
		k = secretKind
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
	if k == passwordKind && v.stated && chosenByPeople(t[start:end]) && lower(t[start]) != 'p' && lettersOnly(t[v.start:v.end]) && !s.besideAccount(l) && !saidDefault(s.context(start, 24), t[min(r, v.start):v.start]) {
		v.stated = false // a word of another language, in which it may say anything
	}
	if k == passwordKind && len(name) >= len("phrase") && bytes.EqualFold(name[len(name)-len("phrase"):], []byte("phrase")) {
		if end := wordsEnd(t, v.start); end > v.start {
			s.add(v.start, end, Password, "passphrase")
			return
		}
	}
	if k == passwordKind && appPassword(t, v.start) {
		s.add(v.start, v.start+appPasswordSize, Password, "app-password")
		return
	}
	if k == secretKind {
		if n := oneTimeSecret(t, v.start); n > 0 {
			s.add(v.start, v.start+n, APIKey, "one-time-secret")
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
	if k >= secretKind {
		if w, ok := s.changedTo(v); ok && s.isSecret(k, name, w) {
			s.add(w.start, w.end, typ, "changed-secret")
		}
	}
	if v.block && k >= secretKind {
		s.ofBlock(k, name, v, typ)
		return
	}
	if s.isSecret(k, name, v) {
		s.add(v.start, v.end, typ, "named-"+string(typ))
	}
}

// changedTo is the string that a plan says the string v becomes: "…" -> "…".
func (s *scan) changedTo(v value) (value, bool) {
	const arrow = " -> "
	if !v.quoted {
		return value{}, false
	}
	p := s.past(v)
	if byteAt(s.text, p) != arrow[0] || !hasFold(s.text, p, arrow) {
		return value{}, false
	}
	w, ok := s.readValue(p+len(arrow), false)
	return w, ok && w.quoted
}

// ofRole reports whether a name t[l:r] is that of what Vault gives a role to log in with, which is
// called the number of a secret.
func (s *scan) ofRole(l, r int) bool {
	const far, name = 160, len("secret_id")
	at := r - name
	if at < l || s.text[r-1]|0x20 != 'd' || !hasFold(s.text, at, "secret") || !hasFold(s.text, r-len("id"), "id") {
		return false
	}
	return hasFold(s.text, l, "vault") || containsAny(s.context(l, far), "vault", "approle", "role_id", "role-id")
}

// ofPages reports whether the word that ends t says of a token that it only continues a list:
// continuation token ….
func ofPages(t []byte) bool {
	if len(t) == 0 || t[len(t)-1] != ' ' {
		return false
	}
	for _, word := range [...]string{"ontinuation ", "agination ", "next page ", "ursor "} {
		if hasSuffix(t, word) {
			return true
		}
	}
	return false
}

// soundsSecret are names of what everybody may know: which key signed an assembly of .NET, and
// the digest by which a scanner knows a secret again.
var soundsSecret = [...][]byte{[]byte("publickeytoken"), []byte("hashed_secret")}

// appPasswordSize is that of a password that a provider of mail draws for one program: four
// groups of four letters.
const appPasswordSize = len("abcd efgh ijkl mnop")

// appPassword reports whether one stands at text[at:]: of words, letters follow each other
// as they do in words.
func appPassword(t []byte, at int) bool {
	if at+appPasswordSize > len(t) || isAlnum(byteAt(t, at+appPasswordSize)) {
		return false
	}
	v := t[at : at+appPasswordSize]
	for i, b := range v {
		if i%5 == 4 && b != ' ' || i%5 != 4 && b-'a' >= 26 {
			return false
		}
	}
	sh := shapeOf(v)
	return sh.odd*4 >= sh.pairs
}

// oneTimeSecret is the size of what makes one-time codes, as programs show it to be typed: four
// or more groups of four signs of base32; 0 where there is none.
func oneTimeSecret(t []byte, at int) int {
	const group, least, most = 4, 4, 16
	digits, n := 0, 0
	for n < most {
		p := at + n*(group+1)
		if p+group > len(t) || n > 0 && t[p-1] != ' ' {
			break
		}
		good := true
		for _, b := range t[p : p+group] {
			if isDigit(b) {
				digits++
			}
			good = good && (isLetter(b) || b >= '2' && b <= '7')
		}
		if !good || isAlnum(byteAt(t, p+group)) {
			break
		}
		n++
	}
	if n < least || digits < 2 {
		return 0
	}
	return n*(group+1) - 1
}

// chosenByPeople reports whether a keyword is a word for passwords, and none for what a
// machine draws.
func chosenByPeople(word []byte) bool {
	switch lower(word[0]) {
	case 's':
		return lower(word[1]) != 'e' || lower(word[2]) == 'n' // senha; secret, session
	case 'c':
		return lower(word[1]) != 'r'
	case 'k':
		return len(word) > len("key")
	case 'a':
		return lower(word[1]) == 'd'
	case 't', '_':
		return false
	}
	return true
}

// holdsPass reports whether the rest of a name is that of a password: key_password.
func holdsPass(rest []byte) bool {
	for i := 0; i+len("pass") <= len(rest); i++ {
		if rest[i]|0x20 == 'p' && hasFold(rest, i, "pass") {
			return true
		}
	}
	return false
}

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
	s.assignment(start, start+len("pw"))
}

// ownedKind looks at what is in front of a vague name t[l:r]: a word that owns it (API
// key, public key), or an address that it is a parameter of.
func (s *scan) ownedKind(l, r int, k kind) kind {
	before, name := s.text[:l], s.text[l:r]
	switch p := byteAt(before, l-1); {
	case (p == '?' || p == '&') && string(name) == "key":
		return secretKind
	case hasSuffix(name, "_KEY") && constant(name) && (byteAt(s.text, r) == '=' || byteAt(s.text, r) == ':' || ofEnvironment(before)):
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

// ofEnvironment reports whether t ends with what sets a variable of the environment, or reads
// one: os.environ["…, process.env.….
func ofEnvironment(t []byte) bool {
	t = bytes.TrimRight(t[max(0, len(t)-24):], "\\\"'`")
	for _, word := range [...]string{"environ[", "ENV[", "ENV{", "process.env.", "process.env[", "$env:", "etenv(", "environ.get(", "EnvironmentVariable("} {
		if hasSuffix(t, word) {
			return true
		}
	}
	return false
}

// idle reports whether the sign behind a name gives it no value, whatever the name says: most
// end a clause or a sentence, or go on with a member of what is called so.
func (s *scan) idle(l, r int) bool {
	t := s.text
	switch next := byteAt(t, r+1); t[r] {
	case ',':
		return next == ' ' && s.oneOfSeveral(l, r)
	case '.':
		return next != '=' && lower(next) != 'e' // .= and .equals(
	case '?':
		return next != '=' && next != '?'
	case '+':
		return next != '='
	case ';':
		return next == ' ' || next == '\n'
	case ')', '&':
		return true
	}
	return false
}

// oneOfSeveral reports whether the name t[l:r], which a comma and a space follow, is neither an
// argument nor a member, and so only one of several words.
func (s *scan) oneOfSeveral(l, r int) bool {
	t := s.text
	switch byteAt(t, l-1) {
	case '(', '{', ':':
		return false
	case ' ':
		if byteAt(t, l-2) == ':' {
			return false
		}
	}
	return t[l]-'a' < 26 && bytes.IndexByte(t[l:r], '.') < 0
}

// mentioned reports whether a name is only a word of a sentence: another word follows
// that gives it no value. Most are, so it is asked before the name is taken apart.
func (s *scan) mentioned(l, r int) bool {
	t := s.text
	q := skipBlank(t, r)
	if q == r || q == len(t) || !isLetter(t[q]) || t[l] == '-' || setsVariable(t[:l]) {
		return false
	}
	switch byteAt(t, l-1) {
	case '\n', '\t': // a line of a file may begin so
		return false
	case ' ':
		if q > r+1 && byteAt(t, l-2) == ' ' { // a column
			return false
		}
	}
	if t[q] == 'i' || t[q] == 'w' || t[q] == 't' || t[q] == 'e' { // the verbs of prose begin so
		return q == r+1 && t[r] == ' ' && !besideTag[byteAt(t, l-1)] && saysWord(t, q)
	}
	switch t[q] {
	case 'a':
		if hasFold(t, q, "as ") && opensQuote[byteAt(t, q+len("as "))] {
			return false
		}
	case 'l':
		if hasFold(t, q, "lautet") {
			return false
		}
	case 'j':
		if hasFold(t, q, "jest") {
			return false
		}
	case 'c', 'r':
		if hasFold(t, q, "changed to ") || hasFold(t, q, "reset to ") {
			return false
		}
	case 's', 'p', 'd':
		if hasFold(t, q, "set to ") || byDefault(t, q) > 0 {
			return false
		}
	}
	if a, b := lanes.Load(t, q), lanes.Load(t, q+8); lanes.Digits(a)|lanes.Digits(b) != 0 || lanes.Letters(a)&lanes.Letters(b) == lanes.Tops { // no word
		return false
	}
	// "… for the database is …", "… on staging is …", "… you need is …"
	if _, ok := s.is(q); ok {
		return false
	}
	_, ok := s.typed(q)
	return !ok
}

// besideTag are the bytes in front of a name that is an element's or a game's.
var besideTag = classOf("<:+")

// saysWord reports whether the sentence at text[at:] goes on with a word in lower case behind
// its verb, and with more behind that, or ends with a participle: is in chapter 4, is required.
func saysWord(t []byte, at int) bool {
	for _, verb := range [...]string{"is ", "was "} {
		if !bytes.HasPrefix(t[at:], []byte(verb)) {
			continue
		}
		from := adverb(t, at+len(verb))
		n := smallLetters(t, from)
		next := byteAt(t, from+n)
		if next == ',' || next == '.' && isSpace(byteAt(t, from+n+1)) {
			return hasSuffix(t[from:from+n], "ed")
		}
		return n > 0 && next == ' '
	}
	return false
}

// smallLetters counts those that text[at:] begins with, up to sixteen.
func smallLetters(t []byte, at int) int {
	n := lanes.Leading(lanes.Within(lanes.Load(t, at), 'a', 'z'))
	if n == 8 {
		n += lanes.Leading(lanes.Within(lanes.Load(t, at+8), 'a', 'z'))
	}
	return n
}

// givenWord reports whether the value behind a name, whose keyword ends at text[keyword:]
// and itself at text[at:], is nothing, a number of three digits, or a word too short to
// have been drawn. Most are; it is cheaper to see that than what the name says. A password
// may be a word, where a line ends with it or a member of a connection does.
func givenWord(t []byte, keyword, at int, password bool) bool {
	op, p := operator(t, skipBlank(t, at))
	if op != "=" && op != ":" {
		return false
	}
	p = skipBlank(t, p)
	w := lanes.Load(t, p)
	n := lanes.Leading(lanes.Letters(w))
	if n == 0 {
		n = min(lanes.Leading(lanes.Digits(w)), 4) % 4
	}
	end := byteAt(t, p+n)
	if n == 0 && end == '\n' && op == ":" && describedBelow(t, p+1) {
		return false
	}
	switch {
	case n >= 8 || !endsWord[end], n == 0 && onNextLine(t, p) > p:
		return false
	case end == '<':
		next := byteAt(t, p+n+1)
		return next != '<' && (n > 0 && (!password || next != '/' && next != 'b') || !password || n == 0 && next != '/' && next != 'b' && next != 'c' && next != 's' && next != 'e' && next != 'k') // a binary of Erlang, and a mark of a page
	case !password && !holdsPass(t[keyword:at]):
		return true
	case n == 0:
		return op != ":" || end != '\n' // its default may stand below
	case n > 3 && op == ":":
		return end != '\n' && end != '\r' && end != ')' && end != '}' // a variable's default: ${DB_PASSWORD:orchard}
	case end == ';': // of a connection: UID=sa;PWD=sa
		return n < 2
	}
	return n <= 3 || end != '\n' && end != '\r'
}

// describedBelow reports whether the line at text[at:] begins to describe a parameter, as those
// of templates are: Type: String.
func describedBelow(t []byte, at int) bool {
	p := skipBlank(t, at)
	if p == at {
		return false
	}
	for _, word := range [...]string{"type: ", "default: ", "description: ", "noecho: "} {
		if hasFold(t, p, word) {
			return true
		}
	}
	return false
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

// isSecret judges the value of a name, the costly questions last.
func (s *scan) isSecret(k kind, name []byte, v value) bool {
	b := s.text[v.start:v.end]
	if v.quoted && dense(b) || k >= secretKind && v.quoted && typedFrom(b) {
		return true
	}
	if k == passwordKind && v.stated && len(b) > 1 && (v.quoted && len(b) == 3 && hasDigit(b) && !repeated(b) && !numbered(name) || s.sameAsUser(b, v)) {
		return !reference(b) // too short for anything else, or the name of whom it lets in
	}
	if len(b) < 4 || bytes.IndexByte([]byte(",;:)]}<[{$"), b[0]) >= 0 || k != passwordKind && colour(b) {
		return false
	}
	var like bool
	switch k {
	case passwordKind:
		if like = s.chosen(name, b, v); !like && v.stated && (s.paired(name, b, v) || selfNamed[string(bytes.ToLower(b))] && ofService(name)) {
			return !reference(b)
		}
	case secretKind:
		like = random(b) && bytes.IndexByte(b, ' ') < 0 || isUUID(b) || grouped(b) || v.quoted && (digitsOnly(b) && len(b) > 16 || v.data && typedByHand(b))
		if !like && v.stated && worded(name, b, v.quoted) {
			return !reference(b) && !placeholder(b)
		}
		if len(b) == 42 && b[0] == '0' && b[1] == 'x' && allHex(b[2:]) && bytes.EqualFold(name, []byte("token")) {
			return false // a coin's contract
		}
	default:
		like = drawn(b) || bytes.EqualFold(name, []byte("key")) && random(b) && s.aboutAPI(v.start) || len(b) == licenceSize && grouped(b)
	}
	if !like || hexNumber(b) && !(k == passwordKind && v.stated && len(b) == len("0x12345678")) || reference(b) || placeholder(b) && !(k == passwordKind && v.stated && inUse(b)) {
		return false
	}
	if k == passwordKind && v.stated && (plainWord(b, v.quoted || ofFile(name)) || hasDigit(b) && len(b) >= 8 && shapeOf(b).longest == len(b)) {
		return true
	}
	password := k == passwordKind && v.data
	return v.quoted || plain(b, password) && (kindOf(b) == noKind || password && !identifier(b) || turning(b))
}

// turning reports whether so many letters and digits take turns in a value that a word in it came
// by chance.
func turning(b []byte) bool {
	const shortest, least = 24, 8
	sh := shapeOf(b)
	return sh.longest >= shortest && sh.turns >= least
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
	if sh.digits == 0 && sh.lower+sh.upper+sh.other < sh.n/2 && b[0] >= 0x80 {
		return false // a label
	}
	if v.stated && digitsOnly(b) && (v.quoted || v.data) && !numbered(name) && (v.quoted || !bytes.EqualFold(name, []byte("pass"))) {
		return true
	}
	if v.stated && !v.quoted && (constant(name) || capitals(name)) && capitalized(b) {
		return true
	}
	if sh.digits > 0 && sh.lower+sh.upper > 0 && sh.n >= 5 || sh.other > 0 && sh.n >= 6 || digitsOnly(b) && sh.n >= 6 {
		return v.quoted || v.data && (sh.turns != 1 || !notChosen[string(bytes.ToLower(b))]) // sha256
	}
	if random(b) || v.stated && plainWord(b, v.quoted || ofFile(name)) {
		return true
	}
	return s.level == Strict && v.data && sh.n >= 6 && kindOf(b) == noKind
}

// capitalized reports whether a value is a word with a capital, or of capitals, as a label
// or a constant is; that of a variable of the environment is neither.
func capitalized(b []byte) bool {
	low := bytes.ToLower(b)
	return isUpper(b[0]) && len(b) >= 5 && plainWord(low, true) && lettersOnly(b) && (isUpper(b[1]) == isUpper(b[len(b)-1])) && !about[string(low)] && !bytes.ContainsAny(b, "_-")
}

// numbered reports whether a name is that of an error or an event, which has a number.
func numbered(name []byte) bool {
	return containsAny(bytes.ToLower(name), "err", "invalid", "wrong", "fail", "missing", "code", "bad", "reset", "change", "forgot", "update", "event", "msg", "action", "cmd")
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

// versionRange reports whether a value says which versions of a package will do: ^1.0.0.
func versionRange(b []byte) bool {
	if len(b) < len("^1") || b[0] != '^' && b[0] != '~' || !isDigit(b[1]) {
		return false
	}
	for _, c := range b[1:] {
		if !isDigit(c) && c != '.' {
			return false
		}
	}
	return true
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
	// A signed request names its key with a scope; the key has a format of its own.
	return versionRange(b) || bytes.Contains(b, []byte("://")) || bytes.HasSuffix(b, []byte("/aws4_request"))
}
