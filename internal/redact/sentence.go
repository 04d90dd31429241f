package redact

import "bytes"

var typeByte = classOf("&*[]<>:_?'.")

// typed reads past a declared type: var token string = "…", token: &str = "…".
func (s *scan) typed(at int) (value, bool) {
	t := s.text
	p := skipBlank(t, at)
	if hasFold(t, p, "as ") { // Dim password As String = "…"
		p = skipBlank(t, p+len("as "))
	}
	if bytes.HasPrefix(t[p:], []byte("&'static ")) { // of Rust
		p += len("&'static ")
	}
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
	q = skipBlank(t, q+1)
	v, ok := s.readValue(q, false)
	return v, ok && v.quoted
}

// prose reads "the password is hunter2".
func (s *scan) prose(at int, k kind) (value, bool) {
	t := s.text
	if k == vagueKind {
		return value{}, false
	}
	if bytes.HasPrefix(t[at:], []byte("of ")) && containsAny(s.context(at, maxSpaces), "a pass", "default pass", "with pass") { // "with a password of …"
		v, ok := s.proseValue(skipBlank(t, at+len("of ")))
		b := t[v.start:v.end]
		v.stated = ok && v.quoted && k == passwordKind && plainWord(b, true)
		return v, v.stated || ok && len(b) >= 6 && isLetter(b[0]) && hasDigit(b)
	}
	if k == passwordKind && bytes.HasPrefix(t[at:], []byte("as ")) && opensQuote[byteAt(t, at+len("as "))] {
		v, ok := s.readValue(at+len("as "), false)
		sh := shapeOf(t[v.start:v.end])
		return v, ok && v.quoted && sh.digits > 0 && (sh.other > 0 || sh.turns == 1 && isDigit(t[v.end-1]) && sh.n >= 8 && !numberedTypes[lettersOf(t[v.start:v.end])]) && sh.n >= 6 && bytes.IndexByte(t[v.start:v.end], ' ') < 0
	}
	if !proseStart[t[at]] {
		return value{}, false
	}
	for _, verb := range proseVerbs {
		if at+len(verb) < len(t) && t[at] == verb[0] && string(t[at:at+len(verb)]) == verb {
			if verb == "to " && !containsAny(s.context(at, maxSpaces), "chang", "set ", "updat", "hasło", "haslo") && !containsAny(s.context(at, 2*maxSpaces), "changed ", "reset ", "updated ") || verb[0] >= 0xe2 && byDefaultBefore(t, at) == 0 {
				return value{}, false
			}
			from := adverb(t, skipBlank(t, at+len(verb)))
			v, ok := s.proseValue(from)
			if !ok || v.end <= v.start || byteAt(t, from) == '*' {
				v, ok = s.emphasized(from)
			}
			if ok && v.quoted && byteAt(t, v.start) == '+' {
				return v, false // the string ended in front of it: "The password is " + password
			}
			sh := shapeOf(t[v.start:v.end])
			if ok && !v.quoted && k == passwordKind && s.toldWord(at, v) {
				v.stated, v.quoted = true, true
				return v, true
			}
			if ok && v.quoted && k == passwordKind && plainWord(t[v.start:v.end], true) {
				v.stated = true
				return v, true
			}
			if ok && k == passwordKind && digitsOnly(t[v.start:v.end]) && sh.n >= 4 && (v.quoted || !isLetter(byteAt(t, skipBlank(t, v.end)))) {
				v.quoted, v.stated = true, true
				return v, true
			}
			return v, ok && sh.n >= 6 && sh.lower+sh.upper > 0 && (sh.digits > 0 || sh.other > 0 || sh.cases > 1)
		}
	}
	return value{}, false
}

var proseVerbs = listed("prose verbs")

// proseStart are the bytes that they begin with.
var proseStart = classOf("iw=teljähcsré—")

var defaults = listed("defaults")

// byDefault is the size of one of them at text[at:], or 0.
func byDefault(t []byte, at int) int {
	switch byteAt(t, at) {
	case 'p', 's', 'd', 0xd0:
		for _, phrase := range defaults {
			if t[at] == phrase[0] && bytes.HasPrefix(t[at:], []byte(phrase)) {
				return len(phrase)
			}
		}
	}
	return 0
}

// saidDefault reports whether one of them stands in part, or in front of the name behind
// before where a language has it there.
func saidDefault(before, part []byte) bool {
	const longest = 48
	if containsAny(before, "默认", "初始", "缺省", "預設", "デフォルト", "初期", "기본") {
		return true
	}
	for _, phrase := range defaults {
		if len(part) <= longest && bytes.Contains(part, []byte(phrase)) {
			return true
		}
	}
	return false
}

// byDefaultBefore is the size of one of them that ends text[:at], or 0.
func byDefaultBefore(t []byte, at int) int {
	before := bytes.TrimRight(t[max(0, at-2*maxSpaces):at], " ")
	for _, phrase := range defaults {
		if hasSuffix(before, phrase) {
			return len(phrase)
		}
	}
	return 0
}

var adverbs = listed("adverbs")

// adverbStart are the letters that they begin with.
var adverbStart = firstOf(adverbs)

// adverb is the place behind the adverb at text[at:], or at.
func adverb(t []byte, at int) int {
	if !adverbStart[byteAt(t, at)] {
		return at
	}
	for _, word := range adverbs {
		if byteAt(t, at) == word[0] && bytes.HasPrefix(t[at:], []byte(word)) {
			return skipBlank(t, at+len(word))
		}
	}
	return at
}

// emphasized reads a value between the marks of a page: is <b>orchard7</b>, is **orchard7**.
func (s *scan) emphasized(at int) (value, bool) {
	t := s.text
	if byteAt(t, at) == '<' {
		const attributes = 96
		name := at + 1
		for name < len(t) && isLetter(t[name]) {
			name++
		}
		i := bytes.IndexByte(t[at:min(len(t), at+attributes)], '>')
		if i < 0 || !textTags[string(bytes.ToLower(t[at+1:name]))] || t[at+i-1] == '/' {
			return value{}, false
		}
		from := at + i + 1
		n := bytes.IndexByte(t[from:min(len(t), from+maxName)], '<')
		return value{start: from, end: from + max(n, 0), quoted: true, data: true}, n > 0
	}
	for _, mark := range [...]string{"**", "``", "*"} {
		if hasFold(t, at, mark) {
			from := at + len(mark)
			end := mark[:1]
			n := bytes.IndexByte(t[from:min(len(t), from+maxName)], end[0])
			return value{start: from, end: from + max(n, 0), quoted: true, data: true}, n > 0
		}
	}
	return value{}, false
}

var textTags = wordSet("text tags")

// entered is the size of the verb at text[at:] that tells what is to be entered, in the
// quotes behind it, or 0.
func entered(t []byte, at int) int {
	switch lower(byteAt(t, at)) {
	case 'e', 't', 'u', 'd', 's':
		for _, verb := range [...]string{"enter ", "type ", "use ", "default is ", "default: ", "defaults to ", "set to "} {
			if hasFold(t, at, verb) && opensQuote[byteAt(t, at+len(verb))] {
				return len(verb)
			}
		}
	}
	return 0
}

// toldWord reports whether a word without quotes is the password that a sentence ends
// with: of a user who was named before, or a default.
func (s *scan) toldWord(at int, v value) bool {
	t := s.text
	b := t[v.start:v.end]
	if hasSuffix(b, "ed") || hasSuffix(b, "ing") || hasSuffix(b, "able") || hasSuffix(b, "ible") {
		return false
	}
	if next := byteAt(t, v.end); v.end < len(t) && (next == ' ' || next == '-' || next == '(' || next == '\'') || next == '.' && isAlnum(byteAt(t, v.end+1)) {
		return false
	}
	if !hasFold(t, at, "lautet ") && !containsAny(s.context(at, 56), "default pass", "user is ", "username is ", "login is ", "user name is ", "account is ") {
		return false
	}
	low := bytes.ToLower(b)
	return plainWord(b, true) && !aboutPasswords[string(low)] && !sentenceWords[string(low)] && !placeholder(b)
}

var aboutPasswords = wordSet("about passwords")

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

// is finds what stands behind the verb or the colon of a sentence that goes on at text[at:]
// with "for", "on", "you" and the like.
func (s *scan) is(at int) (value int, ok bool) {
	const longest = 48
	t := s.text
	switch t[at] {
	case 'f', 'o', 'y', 't':
	case 'a', 'i':
		if b := byteAt(t, at+1); b != 't' && b != 'n' || byteAt(t, at+2) != ' ' || (t[at] == 'a') != (b == 't') { // at, in
			return 0, false
		}
	default:
		return 0, false
	}
	i := at
	for ; i < len(t)-4 && i-at < longest && !sentenceEnd[t[i]]; i++ {
		if t[i] == ' ' && (string(t[i:i+4]) == " is " || string(t[i:i+3]) == " = ") {
			return i + len(" is"), true
		}
		if t[i] == ' ' && string(t[i:i+4]) == " is:" {
			return i + len(" is:"), true
		}
	}
	if i < len(t)-4 && t[i] == ':' && (t[at] == 'f' && isAlnum(t[i+1]) || (t[at] == 'o' || t[at] == 'y') && t[i+1] == ' ') && i > at+len("for ") {
		return i + 1, true
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
	from, ok := s.is(at)
	if !ok {
		return value{}, false
	}
	p := skipBlank(t, from)
	for _, word := range [...]string{"now ", "still "} {
		if bytes.HasPrefix(t[p:], []byte(word)) {
			p += len(word)
		}
	}
	v, ok := s.proseValue(p)
	b := t[v.start:v.end]
	sh := shapeOf(b)
	if low := bytes.ToLower(b); ok && v.quoted && k == passwordKind && plainWord(b, true) && !aboutPasswords[string(low)] && !sentenceWords[string(low)] {
		v.stated = true
		return v, true
	}
	switch {
	case ok && !v.quoted && k == passwordKind && t[from-1] == ':' && s.lineEnds(v.end) && chosenWord(b):
		v.stated, v.quoted = true, true
		return v, true
	case !ok || sh.digits == 0:
		return v, false
	case k == secretKind:
		return v, sh.n >= 12 && !sh.hex && sh.turns > 1 && random(t[v.start:v.end])
	}
	return v, sh.n >= 8 && sh.lower > 0 && (sh.upper > 0 || sh.other > 0 || sh.turns > 1 && !sh.hex && random(b) || numberedWord(b) && !isLetter(byteAt(t, skipBlank(t, v.end))))
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
		b := t[v.start:v.end]
		if ok && !v.quoted && s.followsUser(l, v.end) && (plainWord(b, true) || !lettersOnly(b) && !digitsOnly(b)) {
			v.stated = true
			return v, true
		}
		return v, ok && !v.quoted && (typedByHand(b) || numberedWord(b) && (byteAt(t, v.end) == '!' && isUpper(b[0]) && s.lineEnds(v.end+1)) || numberedWord(b) && !isLetter(byteAt(t, skipBlank(t, v.end))) && (s.besideAccount(l) || byteAt(t, l-1) == '/' || s.triedWith(l, b)) || dash && len(b) >= 6 && hasDigit(b) && isLetter(b[0]) && s.wholeLine(l, v.end))
	}
	v, ok := s.readValue(at, true)
	if !ok || v.quoted {
		return v, false
	}
	b := t[v.start:v.end]
	like := drawn(b) || len(b) >= 32 && allHex(b) && random(b) && s.owned(l) || len(b) >= 16 && random(b) && compound(t[l:skipName(t, l)]) && s.wholeLine(l, v.end)
	return v, like && !containsAny(s.context(at, 40), "authorization") // a header has its own rule
}

// compound reports whether a name is made of parts, as no word of a sentence is.
func compound(name []byte) bool {
	return bytes.IndexByte(name, '_') > 0 || shapeOf(name).cases > 0
}

// followsUser reports whether a name and its value are all of the line of text[l:end], and
// a user's name and its value of the line above, as in the files of many a daemon.
func (s *scan) followsUser(l, end int) bool {
	const longest = 64
	t := s.text
	p := l
	for p > 0 && isBlank(t[p-1]) {
		p--
	}
	if p < 2 || t[p-1] != '\n' || !s.lineEnds(end) {
		return false
	}
	line := t[max(0, p-1-longest) : p-1]
	words := bytes.Fields(line[bytes.LastIndexByte(line, '\n')+1:])
	if len(words) != 2 {
		return false
	}
	first := bytes.ToLower(words[0])
	return !notChosen[string(bytes.ToLower(words[1]))] && (hasSuffix(first, "user") || hasSuffix(first, "username") || hasSuffix(first, "login") || hasSuffix(first, "account"))
}

// triedWith reports whether somebody is asked to use what follows the name text[l:], and
// that is no way to keep a password.
func (s *scan) triedWith(l int, b []byte) bool {
	low := bytes.ToLower(b)
	return shapeOf(b).digits > 1 && !notChosen[string(low)] && containsAny(s.context(l, 12), " with ", " use ", " try ")
}

// numberedWord reports whether a value is letters and then digits, as people make a
// password of a word, or of one and the year.
func numberedWord(b []byte) bool {
	const least = 6
	if len(b) < least || !isLetter(b[0]) || !isDigit(b[len(b)-1]) {
		return false
	}
	sh := shapeOf(b)
	return sh.turns == 1 && sh.longest == sh.n && !numberedTypes[lettersOf(b)]
}

// lettersOf is a value in lower case, without its number.
func lettersOf(b []byte) string {
	return string(bytes.ToLower(b[:numberless(b, 0, len(b), 1)]))
}

var numberedTypes = wordSet("numbered types")

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

var sentenceWords = wordSet("sentence words")

// marked reads "user `ann` and password `orchard`", and "the default password is" without
// the verb, in the marks of a manual.
func (s *scan) marked(l, at int) (value, bool) {
	t := s.text
	mark := t[at]
	for at < len(t) && t[at] == mark {
		at++
	}
	n := bytes.IndexByte(t[at:min(len(t), at+maxName)], mark)
	if n < 1 {
		return value{}, false
	}
	v := value{start: at, end: at + n, quoted: true, data: true}
	b := t[v.start:v.end]
	before := s.context(l, 24)
	v.stated = s.besideUser(l, mark) ||
		containsAny(before, "default ") && (hasDigit(b) || userNames[string(bytes.ToLower(b))] || hasSuffix(before, "default ") && chosenWord(b)) ||
		containsAny(before, "with ", "use ", "using ") && (hasDigit(b) && isLetter(b[0]) && identifier(b[:1]) || chosenWord(b)) && kindOf(b) == noKind
	return v, v.stated
}

// bracketed reads "(default: orchard7)" and "("orchard")" behind the name of a password.
func (s *scan) bracketed(at int) (value, bool) {
	t := s.text
	for _, word := range [...]string{"default is ", "default: ", "default "} {
		if hasFold(t, at, word) {
			v, ok := s.readValue(at+len(word), true)
			b := t[v.start:v.end]
			v.stated = v.quoted
			return v, ok && byteAt(t, s.past(v)) == ')' && (v.quoted && chosenWord(b) || hasDigit(b) && !lettersOnly(b))
		}
	}
	v, ok := s.readValue(at, false)
	v.stated = true
	return v, ok && v.quoted && byteAt(t, s.past(v)) == ')' && chosenWord(t[v.start:v.end])
}

// chosenWord reports whether a word in the marks of a manual may be a password, and is
// neither what a name is made of nor what sentences about passwords are.
func chosenWord(b []byte) bool {
	low := bytes.ToLower(b)
	return plainWord(b, true) && !aboutPasswords[string(low)] && !sentenceWords[string(low)] && !about[string(low)] && !compounds[string(low)] && bytes.IndexByte(b, '_') < 0 && shapeOf(b).cases == 0 && !placeholder(b)
}

var compounds = wordSet("compounds")

// besideUser reports whether something in the same marks stands in front of the name
// text[l:], with nothing but "and" or the like between them.
func (s *scan) besideUser(l int, mark byte) bool {
	const between = 16
	t := bytes.TrimRight(s.text[max(0, l-between):l], " ,/&")
	for _, word := range [...]string{"the", "and", "with", "&", "/"} {
		if hasSuffix(t, word) {
			t = bytes.TrimRight(t[:len(t)-len(word)], " ,/&")
		}
	}
	return len(t) > 0 && t[len(t)-1] == mark && (containsAny(s.context(l, 64), "account", "admin") || containsAny(s.context(l, 64), accounts...))
}
