package redact

import (
	"bytes"
	"slices"
)

// Values that sentences assign to names, and values that merely follow a name.

var typeByte = classOf("&*[]<>:_?'.")

// typed reads past a declared type: var token string = "…", token: &str = "…".
func (s *scan) typed(at int) (value, bool) {
	t := s.text
	p := skipBlank(t, at)
	if hasFold(t, p, "as ") { // Dim password As String = "…"
		p = skipBlank(t, p+len("as "))
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
	v, ok := s.readValue(skipBlank(t, q+1), false)
	return v, ok && v.quoted
}

// prose reads "the password is hunter2".
func (s *scan) prose(at int, k kind) (value, bool) {
	t := s.text
	if k < secretKind || !proseStart[t[at]] {
		return value{}, false
	}
	for _, verb := range proseVerbs {
		if !bytes.HasPrefix(t[at:], []byte(verb)) {
			continue
		}
		v, ok := s.proseValue(adverb(t, skipBlank(t, at+len(verb))))
		b := t[v.start:v.end]
		sh := shapeOf(b)
		if ok && k == passwordKind && (v.quoted && plainWord(b, true) || digitsOnly(b) && sh.n >= 4 && (v.quoted || !isLetter(byteAt(t, skipBlank(t, v.end))))) {
			v.quoted, v.stated = true, true
			return v, true
		}
		return v, ok && sh.n >= 6 && sh.lower+sh.upper > 0 && (sh.digits > 0 || sh.other > 0 || sh.cases > 1)
	}
	return value{}, false
}

var proseVerbs = listed("prose verbs")

// proseStart are the first bytes of those verbs.
var proseStart = firstOf(proseVerbs)

var adverbs = listed("adverbs")

// adverbStart are the first letters of those adverbs.
var adverbStart = firstOf(adverbs)

// adverb returns the place after an adverb at text[at:], or at.
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

// told reads "the password for the admin account is now hunter2!X". After so many words, the value
// must look like a secret by itself.
func (s *scan) told(at int, k kind) (value, bool) {
	const longest = 48
	t := s.text
	part := t[at:min(len(t), at+longest)]
	i := bytes.Index(part, []byte(" is "))
	if k < secretKind || i < 0 || bytes.ContainsAny(part[:i], "\n.,;:()\"=<>") || !slices.ContainsFunc(toldOf, func(w string) bool { return bytes.HasPrefix(part, []byte(w)) }) {
		return value{}, false
	}
	v, ok := s.proseValue(adverb(t, skipBlank(t, at+i+len(" is "))))
	b := t[v.start:v.end]
	sh := shapeOf(b)
	if k == secretKind {
		return v, ok && sh.n >= 12 && sh.digits > 0 && !sh.hex && sh.turns > 1 && random(b)
	}
	return v, ok && sh.n >= 8 && sh.digits > 0 && sh.lower > 0 && (sh.upper > 0 || sh.other > 0 || sh.turns > 1 && !sh.hex && random(b))
}

// toldOf are the words that may follow "password" to say which one is meant.
var toldOf = listed("told of")

// proseValue reads a value without the punctuation that ends its sentence.
func (s *scan) proseValue(at int) (value, bool) {
	t := s.text
	v, ok := s.readValue(at, true)
	if !ok || v.quoted {
		return v, ok
	}
	// A password may contain an ampersand, but that of an entity, as in &quot;, ends it.
	for v.end < len(t) && (t[v.end] == '&' && !isLetter(byteAt(t, v.end+1)) || !unquotedEnd[t[v.end]]) && v.end-v.start < maxValue {
		v.end++
	}
	for v.end > v.start && bytes.IndexByte([]byte(".,!?:;"), t[v.end-1]) >= 0 {
		v.end--
	}
	return v, true
}

// beside reads a value that only adjacency, or a dash, connects to its name. It must look like
// neither a word nor a digest.
func (s *scan) beside(l, at int, k kind) (value, bool) {
	t := s.text
	dash := bytes.HasPrefix(t[at:], []byte("- "))
	if dash {
		at += len("- ")
	}
	switch {
	case k < secretKind:
		return value{}, false
	case k == passwordKind:
		v, ok := s.proseValue(at)
		b := t[v.start:v.end]
		return v, ok && !v.quoted && (typedByHand(b) || numberedWord(b) && !isLetter(byteAt(t, skipBlank(t, v.end))) && s.besideAccount(l))
	case opensQuote[byteAt(t, at)]:
		v, ok := s.readValue(at, false)
		v = s.trimmed(v)
		return v, ok && v.end-v.start >= 16 && (dash || !isUUID(t[v.start:v.end]))
	}
	v, ok := s.readValue(at, true)
	if !ok || v.quoted || containsAny(s.context(at, 40), "authorization") { // headers have their own rule
		return v, false
	}
	return v, drawn(t[v.start:v.end])
}

// numberedWord reports whether a value is letters followed by digits, like a word with a year, as
// people build passwords.
func numberedWord(b []byte) bool {
	const least = 6
	if len(b) < least || !isLetter(b[0]) || !isDigit(b[len(b)-1]) {
		return false
	}
	sh := shapeOf(b)
	return sh.turns == 1 && sh.longest == sh.n && !numberedTypes[string(bytes.ToLower(b[:numberless(b, 0, len(b), 1)]))]
}

var numberedTypes = wordSet("numbered types")

var opensQuote = classOf("\"'`\\")

// trimmed is a value without spaces just inside its quotes.
func (s *scan) trimmed(v value) value {
	for v.end > v.start && s.text[v.end-1] == ' ' {
		v.end--
	}
	for v.start < v.end && s.text[v.start] == ' ' {
		v.start++
	}
	return v
}

// typedByHand reports whether a word has letters, digits and the punctuation of passwords, and none
// of paths, expressions or versions.
func typedByHand(b []byte) bool {
	if len(b) < 8 || !hasDigit(b) {
		return false
	}
	sh := shapeOf(b)
	if sh.longest == sh.n && sh.n <= 20 && sh.turns > 1 && !sh.hex && sh.digits < sh.n/2 && random(b) {
		return true // generated, and too short for a key
	}
	return sh.lower > 0 && sh.other > 0 && bytes.ContainsAny(b, "!@#$%^&*") && !bytes.ContainsAny(b, "=/.(){}[]:<>?|+")
}
