package redact

import "bytes"

// Many passwords are words: in manuals, in tests, at home. This file tells words that somebody may
// have chosen from words about passwords.

// plainWord reports whether a value may be a word chosen as a password, rather than a program's
// message, a constant or a label.
func plainWord(b []byte, quoted bool) bool {
	const least, most = 4, 40
	if len(b) < least || len(b) > most || notChosen[string(bytes.ToLower(b))] || toldWhere(b) {
		return false
	}
	small := 0
	for _, c := range b {
		switch {
		case c-'a' < 26:
			small++
		case c == '-' || c == '_':
		case !isLetter(c) && !isDigit(c):
			return false
		}
	}
	if small < 3 || isUpper(b[0]) && small == len(b)-1 {
		return false
	}
	// Most names of other values have two parts.
	return quoted || kindOf(b) == noKind || small == len(b)
}

// toldWhere reports whether a value says that there is no password, or where it is.
func toldWhere(b []byte) bool {
	i := bytes.IndexAny(b, "-_")
	return i > 0 && verbs[string(bytes.ToLower(b[:i]))]
}

var verbs = wordSet("verbs")

var notChosen = wordSet("not chosen")

// calledKind says what a name promises: a secret that somebody may have chosen, or a token or API
// key, which at most has a number.
type calledKind uint8

const (
	calledOther calledKind = iota
	calledKey
	calledSecret
)

func calledOf(name []byte) calledKind {
	var buf [maxName]byte
	low := buf[:0]
	for _, b := range name {
		if b != '_' && b != '-' {
			low = append(low, lower(b))
		}
	}
	switch {
	case hasSuffix(low, "secret"), hasSuffix(low, "secretkey"):
		if containsAny(low, "existing", "pull", "tls", "cert", "k8s", "kube") { // names a secret of a cluster
			return calledOther
		}
		return calledSecret
	case hasSuffix(low, "token"), hasSuffix(low, "apikey"), hasSuffix(low, "accesskey"):
		return calledKey
	}
	return calledOther
}

// leastWorded is the least size of a value that is not a password.
const leastWorded = 6

// worded judges a value that is neither a password nor generated, but stated as a secret.
func worded(name, b []byte, quoted bool) bool {
	const long, numbered = 8, 3
	called := calledOf(name)
	sh := shapeOf(b)
	if called == calledOther || sh.n < leastWorded || sh.lower == 0 || !isAlnum(b[0]) || !plainWord(b, quoted || sh.digits > 0) {
		return false
	}
	alone := sh.longest == sh.n && sh.n >= long // in design tokens and clusters, names are made of parts
	switch {
	case alone && sh.digits >= numbered:
		return true
	case !quoted && !constant(name):
		return called == calledSecret && alone && (sh.digits > 1 || bytes.IndexByte(name, '.') > 0)
	case called == calledKey:
		return sh.digits >= numbered && (constant(name) || lower(name[len(name)-1]) == 'y')
	case sh.digits > 0:
		return true
	case quoted: // of a name of one word it may be what a cluster calls it, without low lines
		return len(name) > len("secret") || bytes.IndexByte(b, '_') > 0
	}
	return sh.n >= long
}

var selfNamed = wordSet("self named")

var userNames = wordSet("user names")

// given reports whether v is a value of at least so many bytes, not a reference or placeholder.
func given(b []byte, least int) bool { return len(b) >= least && !reference(b) && !placeholder(b) }

// lettersOnly reports whether a value may be a word or a name: no digits, and no punctuation except
// that of names.
func lettersOnly(b []byte) bool { return !hasDigit(b) && shapeOf(b).other == 0 }
