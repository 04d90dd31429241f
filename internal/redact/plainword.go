package redact

import "bytes"

// Many passwords are words: of a manual, a test, a machine at home. Which words somebody may
// have chosen, and which tell of passwords.

// plainWord reports whether a value may be a word that somebody chose: neither what a
// program says of passwords, nor a constant, nor a label.
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
	// Of the names of other values most have two parts.
	return quoted || kindOf(b) == noKind || small == len(b)
}

// toldWhere reports whether a value says of a password that there is none, or where it is.
func toldWhere(b []byte) bool {
	i := bytes.IndexAny(b, "-_")
	return i > 0 && verbs[string(bytes.ToLower(b[:i]))]
}

var verbs = wordSet("verbs")

var notChosen = wordSet("not chosen")

// calledKind says whether a name is that of a secret, which somebody may have chosen, or of
// a token or a key for an interface, which may at most be numbered.
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
		if containsAny(low, "existing", "pull", "tls", "cert", "k8s", "kube") { // which secret of a cluster
			return calledOther
		}
		return calledSecret
	case hasSuffix(low, "token"), hasSuffix(low, "apikey"), hasSuffix(low, "accesskey"):
		return calledKey
	}
	return calledOther
}

// leastWorded is the size of the shortest value that is no password: all others are longer.
const leastWorded = 6

// worded judges a value that is no password and not drawn, but stated as one is.
func worded(name, b []byte, quoted bool) bool {
	const long, numbered = 8, 3
	called := calledOf(name)
	sh := shapeOf(b)
	if called == calledOther || sh.n < leastWorded || sh.lower == 0 || !isAlnum(b[0]) || !plainWord(b, quoted || sh.digits > 0) {
		return false
	}
	alone := sh.longest == sh.n && sh.n >= long // in designs and in clusters names are made of parts
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

// given reports whether a value of at least so many bytes is one, and says not where it is.
func given(b []byte, least int) bool { return len(b) >= least && !reference(b) && !placeholder(b) }

// lettersOnly reports whether a value may be a word or a name: it has neither digits nor
// signs, but for those that names have.
func lettersOnly(b []byte) bool { return !hasDigit(b) && shapeOf(b).other == 0 }
