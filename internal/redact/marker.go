package redact

// HoldsPlaceholder reports whether a tool's input carries a marker of this package,
// [REDACTED:<type>], as if it were the value that once stood there: also with other
// letter case or spaces, and written for JSON, HTML or an address. Prose about
// redaction has no bracket in front of the word.
func HoldsPlaceholder(raw []byte) bool {
	for at := 0; at < len(raw); at++ {
		i := indexFold(raw[at:], "redacted")
		if i < 0 {
			return false
		}
		at += i
		if opens(raw, at) && closes(raw, at+len("redacted")) {
			return true
		}
	}
	return false
}

func indexFold(b []byte, word string) int {
	for i := 0; i+len(word) <= len(b); i++ {
		j := 0
		for j < len(word) && lower(b[i+j]) == word[j] {
			j++
		}
		if j == len(word) {
			return i
		}
	}
	return -1
}

// brackets and colons, as they are written where they may not stand themselves.
var (
	opening = []string{"[", "%5b", "%255b", `\u005b`, `\x5b`, "&#91;", "&#x5b;", "&lbrack;", "&lsqb;", "%255B"}
	closing = []string{"]", "%5d", "%255d", `\u005d`, `\x5d`, "&#93;", "&#x5d;", "&rbrack;", "&rsqb;"}
	colons  = []string{":", "%3a", "%253a", `\u003a`, `\x3a`, "&#58;", "&#x3a;", "&colon;", "_", "-", " "}
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
	return at+len(word) <= len(b) && indexFold(b[at:at+len(word)], word) == 0
}

// closes reads a colon, a type of this package and a closing bracket.
func closes(b []byte, at int) bool {
	at = skipAny(b, at, blanks)
	at = skipAny(b, at, colons)
	at = skipAny(b, at, blanks)
	start := at
	for at < len(b) && at-start < 24 && (isLetter(b[at]) || b[at] == '_' || b[at] == '-' || b[at] == ' ' || b[at] == '\\') {
		at++
	}
	if at == start {
		return false
	}
	at = skipAny(b, at, blanks)
	for _, c := range closing {
		if hasFold(b, at, c) {
			return true
		}
	}
	return false
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
