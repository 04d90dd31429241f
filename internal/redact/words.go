package redact

import (
	"bytes"
	"slices"

	"github.com/provenanced/provenanced/internal/lanes"
)

// kind is how much a name promises about its value.
type kind uint8

const (
	noKind    kind = iota
	vagueKind      // key, auth, session: a secret if it looks like nothing else
	secretKind
	passwordKind
)

var passwordWords, shortPasswordWords = wordSet("password words"), wordSet("short password words")

// foreign reports whether a keyword contains a space or non-ASCII, so that it is not split into
// parts.
func foreign(word []byte) bool {
	return bytes.ContainsFunc(word, func(r rune) bool { return r == ' ' || r >= 0x80 })
}

var secretWords, keyOwners = wordSet("secret words"), wordSet("key owners")

var notSecret, about = wordSet("not secret"), wordSet("about")

// role says what a word contributes to a name.
type role uint8

const (
	isPassword role = 1 << iota
	endsPassword
	isSecret
	ownsKey
	deniesKey
	isAbout
)

// roles joins the tables above into one look-up per part of a name; shortRoles has the short words,
// which most parts are, in packed form.
var roles, shortRoles = func() (map[string]role, *packedWords) {
	all := map[string]role{}
	for r, table := range map[role]words{
		isPassword: passwordWords, endsPassword: shortPasswordWords, isSecret: secretWords, ownsKey: keyOwners, deniesKey: notSecret, isAbout: about,
	} {
		for w := range table {
			all[w] |= r
		}
	}
	short := newPackedWords(10)
	for w, r := range all {
		if len(w) <= 8 {
			short.put(w, uint16(r))
		}
	}
	return all, short
}()

// roleOf looks up names[from:to], a part in lower case.
func roleOf(names []byte, from, to int) role {
	if n := to - from; n <= 8 {
		r, _ := shortRoles.get(lanes.Load(names, from) & lanes.First(n))
		return role(r)
	}
	return roles[string(names[from:to])]
}

// numberless returns the end of names[from:to] without a trailing number, if at least shortest
// bytes are left: password2 and sumoKey1 mean the same without it.
func numberless(names []byte, from, to, shortest int) int {
	for to > from+shortest && isDigit(names[to-1]) {
		to--
	}
	return to
}

const maxName, maxParts = 80, 16

// kindOf says what a name such as GITHUB_TOKEN, dbPassword or x-api-key promises.
func kindOf(name []byte) kind {
	var low [maxName]byte
	var ends [maxParts]int
	parts, n := 0, 0
	name = name[:min(len(name), maxName)]
	for i, b := range name {
		if !isAlnum(b) && b < 0x80 {
			if n > 0 && (parts == 0 || ends[parts-1] < n) && parts < maxParts {
				ends[parts], parts = n, parts+1
			}
			continue
		}
		// A part ends before an upper-case letter that follows a lower-case one, and before the
		// last of several: apiKey, APIKey.
		if isUpper(b) && i > 0 && parts < maxParts && n > 0 && ends[max(parts-1, 0)] != n {
			p := name[i-1]
			if p-'a' < 26 || isDigit(p) || isUpper(p) && i+1 < len(name) && name[i+1]-'a' < 26 {
				ends[parts], parts = n, parts+1
			}
		}
		low[n] = lower(b)
		n++
	}
	if n > 0 && (parts == 0 || ends[parts-1] < n) && parts < maxParts {
		ends[parts], parts = n, parts+1
	}
	best := noKind
	var before, here role
	if parts > 0 {
		here = roleOf(low[:], 0, ends[0])
	}
	from := 0
	for i, end := range ends[:parts] {
		var after role
		var next []byte
		if i+1 < parts {
			next, after = low[end:ends[i+1]], roleOf(low[:], end, ends[i+1])
		}
		word := low[from:end]
		if here == 0 && isDigit(low[end-1]) {
			const shortest = 3
			to := numberless(low[:], from, end, shortest)
			word, here = low[from:to], roleOf(low[:], from, to)
		}
		k := partKind(word, here, before, i == parts-1)
		switch {
		case k == noKind, before&deniesKey != 0 && string(word) != "secret":
			k = noKind
		case after&isAbout != 0 && after&(isPassword|isSecret) == 0:
			k = noKind
			if string(next) == "id" && i > 0 { // access_key_id, secret_id: generated, too
				k = vagueKind
			}
		}
		best = max(best, k)
		before, here, from = here, after, end
	}
	if best == secretKind && hasSuffix(low[:n], "presharedkey") {
		return passwordKind // people choose it
	}
	if best == vagueKind {
		if parts > 2 && ends[0] == 1 && low[0] == 'x' && (name[1] == '-' || name[1] == '_') && string(low[ends[parts-2]:n]) == "key" {
			return secretKind // X-Acme-Key, an API's header
		}
	}
	return best
}

func partKind(part []byte, here, before role, last bool) kind {
	switch {
	case string(part) == "access" && !last: // access_id: drawn, if a vendor's
		return vagueKind
	case here&isPassword != 0, here&endsPassword != 0 && last:
		return passwordKind
	case here&isSecret != 0:
		return secretKind
	case len(part) < 3:
		return noKind
	case string(part) == "key" || string(part) == "keys":
		if before&ownsKey != 0 {
			return secretKind
		}
		return vagueKind
	case last && (string(part) == "auth" || string(part) == "session" || string(part) == "sessionid" || string(part) == "salt" || string(part) == "tokens"):
		return vagueKind
	}
	for _, end := range compounds {
		before := len(part) - len(end.word)
		if before > 0 && part[before] == end.word[0] && hasSuffix(part, end.word) && (end.behind == nil || slices.Contains(end.behind, string(part[:before]))) {
			return end.kind
		}
	}
	return noKind
}

// compounds end words that consist of several: datenbankpasswort, mysqlpass, servicekey.
var compounds = [...]struct {
	word   string
	kind   kind
	behind []string // what must precede it; nil: anything
}{
	{"password", passwordKind, nil}, {"passwd", passwordKind, nil}, {"passord", passwordKind, nil}, {"passwort", passwordKind, nil}, {"kennwort", passwordKind, nil},
	{"wachtwoord", passwordKind, nil}, {"passphrase", passwordKind, nil}, {"pass", passwordKind, gluedLogins},
	{"token", secretKind, nil}, {"secret", secretKind, nil}, {"apikey", secretKind, nil}, {"accesskey", secretKind, nil}, {"secretkey", secretKind, nil},
	{"key", secretKind, gluedOwners},
}

var gluedLogins = listed("glued logins")

var gluedOwners = listed("glued owners")

func hasSuffix(b []byte, suffix string) bool {
	return len(b) >= len(suffix) && string(b[len(b)-len(suffix):]) == suffix
}
