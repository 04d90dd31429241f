package redact

import (
	"slices"
	"strings"
)

// HoldsPlaceholder reports whether a tool's input carries one of this package's markers,
// [REDACTED:<type>], where a real value should be. It tolerates changes of case and spaces, and
// escaping for JSON, HTML or URLs. Prose about redaction has no bracket before the word.
func HoldsPlaceholder(raw []byte) bool {
	for at := 0; at < len(raw); at++ {
		i := indexInMarkers(raw[at:])
		if i < 0 {
			return false
		}
		at += i
		if opens(raw, at) && closes(raw, at+len(inMarkers)) {
			return true
		}
	}
	return false
}

// inMarkers is the word that every marker contains.
const inMarkers = "redacted"

// further is the distance to the next possible end of the word, by the byte at the current one. So
// most texts are walked eight bytes at a time.
var further = func() (by [256]uint8) {
	for b := range by {
		by[b] = uint8(len(inMarkers))
	}
	for i, b := range []byte(inMarkers[:len(inMarkers)-1]) {
		n := uint8(len(inMarkers) - 1 - i)
		by[b], by[b-'a'+'A'] = n, n
	}
	return by
}()

func indexInMarkers(b []byte) int {
	for end := len(inMarkers) - 1; end < len(b); end += int(further[b[end]]) {
		if at := end + 1 - len(inMarkers); hasFold(b, at, inMarkers) {
			return at
		}
	}
	return -1
}

// Brackets and colons, literal and escaped.
var (
	opening = []string{"[", "%5b", "%255b", `\u005b`, `\x5b`, "&#91;", "&#x5b;", "&lbrack;", "&lsqb;"}
	closing = []string{"]", "%5d", "%255d", `\u005d`, `\x5d`, "&#93;", "&#x5d;", "&rbrack;", "&rsqb;"}
	colons  = []string{":", "%3a", "%253a", `\u003a`, `\x3a`, "&#58;", "&#x3a;", "&colon;"}
	blanks  = []string{" ", "\t", "+", "%20", "%2520", "*", "_", "\\"}
)

func opens(b []byte, at int) bool {
	for range 4 {
		for _, o := range opening {
			if hasFoldBefore(b, at, o) {
				return true
			}
		}
		n := 0
		for _, o := range blanks {
			if hasFoldBefore(b, at, o) {
				n = max(n, len(o))
			}
		}
		if n == 0 {
			return false
		}
		at -= n
	}
	return false
}

func hasFoldBefore(b []byte, at int, word string) bool {
	return at >= len(word) && hasFold(b, at-len(word), word)
}

func hasFold(b []byte, at int, word string) bool {
	if at+len(word) > len(b) {
		return false
	}
	for j := range len(word) {
		if lower(b[at+j]) != word[j] {
			return false
		}
	}
	return true
}

// closes reads a colon, a type and a closing bracket. If the colon was lost, the type must be one
// of this package's.
func closes(b []byte, at int) bool {
	colon := skipAny(b, at, colons)
	if colon == at {
		at = skipAny(b, at, blanks)
		colon = skipAny(b, at, colons)
	}
	named := colon > at
	at = skipAny(b, colon, blanks)
	var typ []byte
	for limit := at + 24; at < len(b) && at < limit; at++ {
		for _, c := range closing {
			if hasFold(b, at, c) {
				return len(typ) > 0 && (named || isType(typ))
			}
		}
		switch c := b[at]; {
		case isLetter(c):
			typ = append(typ, lower(c))
		case c != '_' && c != '-' && c != ' ' && c != '\\' && c != '+' && c != '%' && !isDigit(c):
			return false
		}
	}
	return false
}

func isType(name []byte) bool {
	return slices.ContainsFunc(types[:], func(t Type) bool { return strings.ReplaceAll(string(t), "_", "") == string(name) })
}

func skipAny(b []byte, at int, words []string) int {
	for range 4 {
		n := 0
		for _, w := range words {
			if hasFold(b, at, w) {
				n = max(n, len(w))
			}
		}
		if n == 0 {
			break
		}
		at += n
	}
	return at
}
