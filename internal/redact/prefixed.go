package redact

import "bytes"

// Tokens say themselves whose they are: jsrp_…, LT_…, secret_user_…. No table knows all who
// issue one; what they share is a head of words and a tail that was drawn. Names of things
// are made in the same way, so the tail must be longer than theirs, unless a word of the head
// says that it is a key.

// prefixedToken is the rule that finds them.
const prefixedToken = "prefixed-token"

var tokenWords = wordSet("token words")

var nameWords = wordSet("name words")

// prefixed looks at text[l:r], a run of word bytes.
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
		return // what begins as a vendor's format does has been judged by it
	}
	sh := shapeOf(tail)
	if sh.distinct < 8 || sh.longest < 8 || sh.longest < 12 && !named || filled(tail) {
		return
	}
	mixed := sh.upper > 2 && sh.lower > 2 && sh.odd*3 >= sh.pairs &&
		(sh.digits > 0 && sh.turns > 2 || sh.cases > 3 && sh.odd*5 >= sh.pairs*2) // some have hardly a digit
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

// mayBeDigest reports whether a token of which so much is its head is as long as one of SHA-256
// or SHA-512 in base64 for addresses, which may begin as a token does, if with no word.
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

// partOfPath are the bytes in front of what is a name in an address, a path or a program.
var partOfPath = classOf("/.@#$")

// fileGoesOn reports whether what ends at text[at:] is a part of a longer name, or called.
func fileGoesOn(t []byte, at int) bool {
	switch b := byteAt(t, at); b {
	case '/', '+', '(', '@', '[':
		return true
	case '.', ':':
		return isAlnum(byteAt(t, at+1))
	}
	return false
}

// tokenHead is the size of the words that a token begins with, each with what parts it from
// the next, and whether one of them says that it is a key; 0 where it is none.
func tokenHead(v []byte) (n int, named bool) {
	const longest, most = 12, 4
	var low [longest]byte
	for range most {
		e := n
		for e < len(v) && isLetter(v[e]) {
			e++
		}
		word := v[n:e]
		for e < len(v) && e-n-len(word) < 2 && isDigit(v[e]) { // v1_, a number behind a word
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

// oneCase reports whether letters are of one case, but for the first.
func oneCase(word []byte) bool {
	for i := 2; i < len(word); i++ {
		if isUpper(word[i]) != isUpper(word[1]) {
			return false
		}
	}
	return len(word) < 2 || !isUpper(word[1]) || isUpper(word[0])
}
