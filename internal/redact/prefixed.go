package redact

import "bytes"

// Tokens that name their issuer: jsrp_…, LT_…, secret_user_…. No table can list all issuers, but
// the tokens have in common words as a head and a generated tail. Identifiers are built the same
// way, so the tail must be longer than theirs, unless a word of the head says that it is a key.

// prefixedToken is the name of the rule that finds them.
const prefixedToken = "prefixed-token"

var tokenWords = wordSet("token words")

var nameWords = wordSet("name words")

// prefixed examines text[l:r], a run of word bytes.
func (s *scan) prefixed(l, r int) {
	const shortest, shortestNamed, longest = 30, 16, 160 // a modulus is longer
	t := s.text
	if !boundary(t, l) || partOfPath[byteAt(t, l-1)] || fileGoesOn(t, r) {
		return
	}
	n, named := tokenHead(t[l:r])
	tail := t[l+n : r]
	if n == 0 || len(tail) < shortestNamed || (len(tail) < shortest || len(tail) > longest) && !named {
		return
	}
	if first, _, _ := bytes.Cut(t[l:l+n], []byte("_")); formatStarts()[string(t[l:l+formatStart])] && !tokenWords[string(bytes.ToLower(first))] {
		return // already judged by the vendor's format
	}
	sh := shapeOf(tail)
	if sh.distinct < 8 || sh.longest < 8 || sh.longest < 12 && !named || filled(tail) {
		return
	}
	mixed := sh.upper > 2 && sh.lower > 2 && sh.odd*3 >= sh.pairs &&
		(sh.digits > 0 && sh.turns > 2 || sh.cases > 3 && sh.odd*5 >= sh.pairs*2) // some have hardly any digits
	switch {
	case mixed && named:
	case !named && containsAny(s.context(l, len("sha256=")), "sha", "md5"):
		return
	case mixed && sh.distinct > 16 && byteAt(t, r) != '=' && !mayBeDigest(t[l:r], n) && (sh.longest >= 24 || bytes.IndexAny(t[l:r], "_-") >= len("word")): // base64 for addresses has signs, too
	case !named:
		return
	case sh.hex && len(tail) >= 32 && sh.digits > 3 && sh.lower+sh.upper > 3:
	case sh.longest == len(tail) && len(tail) > 23 && sh.digits > 2 && sh.turns > 4 && sh.odd*3 >= sh.pairs:
	default:
		return
	}
	s.add(l, r, APIKey, prefixedToken)
}

// mayBeDigest reports whether v, whose head is that long, has the length of SHA-256 or SHA-512 in
// URL-safe base64. Such a digest may begin like a token, but not with a word.
func mayBeDigest(v []byte, head int) bool {
	const sha256, sha512, shortest = 43, 86, 4
	if len(v) != sha256 && len(v) != sha512 {
		return false
	}
	for _, b := range v[:head-1] {
		if isUpper(b) || b == '-' {
			return true
		}
	}
	return head < shortest
}

// partOfPath are the bytes before a name in a URL, a path or a program.
var partOfPath = classOf("/.@#$")

// fileGoesOn reports whether a longer name, or a call, continues at text[at:].
func fileGoesOn(t []byte, at int) bool {
	switch b := byteAt(t, at); b {
	case '/', '+', '(', '@', '[':
		return true
	case '.', ':':
		return isAlnum(byteAt(t, at+1))
	}
	return false
}

// tokenHead returns the size of the words that a token begins with, including their separators, and
// whether one of them says that it is a key; 0 if v is not a token.
func tokenHead(v []byte) (n int, named bool) {
	const longest, most = 12, 4
	var low [longest]byte
	for range most {
		e := n
		for e < len(v) && isLetter(v[e]) {
			e++
		}
		word := v[n:e]
		for e < len(v) && e-n-len(word) < 2 && isDigit(v[e]) { // v1_: a number after a word
			e++
		}
		if len(word) == 0 || len(word) > longest || n == 0 && len(word) < 2 || !oneCase(word) || byteAt(v, e) != '_' && byteAt(v, e) != '-' {
			break
		}
		small := lowered(low[:], word)
		if nameWords[string(small)] {
			return 0, false
		}
		named = named || tokenWords[string(small)]
		n = e + 1
	}
	return n, named
}

// oneCase reports whether letters have one case, except for the first.
func oneCase(word []byte) bool {
	for i := 2; i < len(word); i++ {
		if isUpper(word[i]) != isUpper(word[1]) {
			return false
		}
	}
	return len(word) < 2 || !isUpper(word[1]) || isUpper(word[0])
}
