package redact

import "bytes"

// A password has a member beside it that says whom or what it lets in: a user, a mail
// address, a host.

// paired reports whether the value v may be a password because a member beside it says whom
// it lets in: a word with a capital beside "user": "ann", where beside "user": "Benutzer" it
// is a translation; one that names itself beside a user whom many a system has.
func (s *scan) paired(name, b []byte, v value) bool {
	const least, most = 3, 40
	if len(b) < least || len(b) > most || !isAlnum(b[0]) || digitsOnly(b) {
		return false
	}
	user := s.member(v)
	if len(user) == 0 {
		return false
	}
	called := bytes.ToLower(name[:numberless(name, 0, len(name), 1)])
	if !hasSuffix(called, "pass") && !hasSuffix(called, "pw") && !hasSuffix(called, "pwd") && !hasSuffix(called, "passwd") && !hasSuffix(called, "word") && name[0] < 0x80 {
		return false // nothing else
	}
	low := bytes.ToLower(b)
	self := selfNamed[string(low)]
	if !self && (notChosen[string(low)] || about[string(low)] || toldWhere(b) || placeholder(b)) {
		return false
	}
	for _, c := range b {
		if !isAlnum(c) && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	if !v.quoted && (shapeOf(b).cases > 0 || kindOf(b) != noKind && !(self && byteAt(s.text, v.end) != ',') && !(byteAt(s.text, v.start-1) == '=' && (hasSuffix(low, "pw") || hasSuffix(low, "pass")))) {
		return false // a type, or a variable
	}
	return !self || userNames[string(bytes.ToLower(user))] || bytes.IndexByte(user, '@') > 0 || hasDigit(user)
}

// sameAsUser reports whether the value v is what a member beside it names its user.
func (s *scan) sameAsUser(b []byte, v value) bool {
	for _, c := range b {
		if !isAlnum(c) && c != '_' && c != '-' && c != '.' && c != '@' {
			return false
		}
	}
	low := bytes.ToLower(b)
	return !sentenceWords[string(low)] && !notChosen[string(low)] && !template(b) && bytes.Equal(b, s.member(v))
}

// member is the value of a member near v that names a user, a mail address or a host, and is
// no label; nil if there is none.
func (s *scan) member(v value) []byte {
	const near = 120
	t := s.text
	from, end := max(0, v.start-near), min(len(t), v.end+near)
	if from < s.lonely.start || from > s.lonely.end {
		s.lonely = span{from, from}
	}
	for at := s.lonely.end; at < end; at++ {
		word := 0
		if memberStart[t[at]] {
			word = memberWord(t, at)
		}
		if word == 0 && at == s.lonely.end {
			s.lonely.end++
		}
		if word == 0 || at >= v.start && at < v.end {
			continue
		}
		p := at + word
		for p < len(t) && (isNameByte(t[p]) || opensQuote[t[p]] || t[p] == '*') && p-at < maxName && (t[p] != wideSign[0] || wideOperator(t, p) == "") {
			p++
		}
		for _, part := range [...]string{" name", " id"} {
			if hasFold(t, p, part) {
				p += len(part)
			}
		}
		op, after := operator(t, skipBlank(t, p))
		if op != ":" && op != "=" && op != "=>" && op != "==" {
			continue
		}
		w, ok := s.readValue(skipBlank(t, after), true)
		if ok && !w.quoted {
			w.end = asciiEnd(t, w.start, w.end)
		}
		b := t[w.start:w.end]
		if !ok || w.start == v.start || w.quoted != v.quoted || len(b) < 2 || !isAlnum(b[0]) || bytes.IndexByte(b, ' ') >= 0 || notChosen[string(b)] || memberWord(t, w.start) > 0 {
			continue
		}
		if low := bytes.ToLower(b); !isUpper(b[0]) && !hasSuffix(low, "username") || userNames[string(low)] {
			return b
		}
	}
	return nil
}

// memberStart are the bytes that the words for those begin with.
var memberStart = classOf("uUlLmMeEhHaAbBiIgGkKpPtT\xd0\xe5\xe7\xe8\xe3\xec")

// memberWord is the size of the word at text[at:] for whom or what a password lets in, or 0.
func memberWord(t []byte, at int) int {
	var word string
	switch lower(t[at]) {
	case 'u':
		switch word = "user"; lower(byteAt(t, at+1)) {
		case 's':
			if lower(byteAt(t, at+2)) == 'u' {
				return accountWord(t, at)
			}
		case 't':
			return accountWord(t, at)
		}
	case 'b', 'i', 'g', 'k', 'p', 't', 0xd0, 0xe5, 0xe7, 0xe8, 0xe3, 0xec:
		if p := byteAt(t, at-1); isLetter(p) || t[at] < 0x80 && accountStart[lower(t[at])] != lower(byteAt(t, at+1)) {
			return 0
		}
		return accountWord(t, at)
	case 'l':
		word = "login"
	case 'm':
		word = "mail"
	case 'e':
		word = "email"
	case 'h':
		word = "host"
	case 'a':
		word = "account"
	default:
		return 0
	}
	if lower(byteAt(t, at+1)) != word[1] || !hasFold(t, at, word) {
		return 0
	}
	return len(word)
}

// accountWord is the size of one of such words of another language at text[at:], or 0.
func accountWord(t []byte, at int) int {
	for _, word := range accountWords {
		if lower(t[at]) == word[0] && hasFold(t, at, word) {
			return len(word)
		}
	}
	return 0
}

var accountWords = listed("account words")

// accountStart is the second letter of those whose first is in ASCII.
var accountStart = [128]byte{'b': 'e', 'i': 'd', 'g': 'e', 'k': 'u', 'p': 'e', 't': 0xc3}
