package redact

import "bytes"

// Beside a password there is often a member that says what it gives access to: a user, an e-mail
// address, a host.

// paired reports whether the value v may be a password because a member beside it names a user. A
// capitalized word is one beside "user": "ann", but a translation beside "user": "Benutzer". A
// value like "admin" counts beside a common default user.
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
		return false // the name says no more
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

// member returns the value of a member near v that names a user, an e-mail address or a host and is
// not a label; nil if there is none.
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
		if hasFold(t, p, " id") { // "User Id" in a connection string
			p += len(" id")
		}
		op, after := operator(t, skipBlank(t, p))
		if op != ":" && op != "=" && op != "=>" && op != "==" {
			continue
		}
		w, ok := s.readValue(skipBlank(t, after), true)
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

var memberWords = listed("member words")

// memberStart are the first bytes of those members' names, in either case.
var memberStart = func() class {
	c := firstOf(memberWords)
	for b := byte('a'); b <= 'z'; b++ {
		c[b-'a'+'A'] = c[b]
	}
	return c
}()

// memberWord returns the length of the word at text[at:] that names a user or a host, or 0.
func memberWord(t []byte, at int) int {
	for _, word := range memberWords {
		if lower(t[at]) == word[0] && hasFold(t, at, word) {
			return len(word)
		}
	}
	return 0
}
