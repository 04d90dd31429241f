package injection

import (
	"bytes"
	"strings"
)

// An errand: an order that a tool can carry out, about something that it names.

// errand requires an order that names what it is about.
func errand(f *folded, c cue) int {
	if !beginsClause(f, c) {
		return 0
	}
	rest, verb := errandOf(f, c), f.bytes[c.start:c.end]
	if !bookings[string(verb)] && !mayName(rest) {
		return 0
	}
	if !names(verb, asWritten(f, c, rest)) {
		return 0
	}
	return imperative(f, c)
}

// names reports whether a text names what a verb is about. Of what is booked two words with
// capitals will do, and of what goes out an address that is no link in Markdown.
func names(verb []byte, text string) bool {
	if namesTarget(text) || bookings[string(verb)] && hasName(text) {
		return true
	}
	if !outgoing[string(verb)] {
		return false
	}
	k := placeOf(text)
	return k >= 0 && !strings.Contains(text[:k], "](")
}

// bookings and outgoing are the verbs of these sets, as folded.
var bookings, outgoing = verbsOf("bookings"), verbsOf("outgoing")

func verbsOf(set string) map[string]bool { return folds(strings.Split(errandSets[set], "|")...) }

// hasName reports whether two words in a row begin with capitals.
func hasName(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != ' ' || !capital(text[i+1]) {
			continue
		}
		word := i + 1
		for i++; i < len(text) && letterOrDigit(text[i]); i++ {
		}
		if i-word > 1 && i+1 < len(text) && text[i] == ' ' && capital(text[i+1]) {
			return true
		}
		i--
	}
	return false
}

// placeOf is where a text has an address of the web or a host; -1 where it has none.
func placeOf(text string) int {
	for _, sign := range [...]string{"://", "www."} {
		if k := strings.Index(text, sign); k >= 0 {
			return k
		}
	}
	for i := 1; i+2 < len(text); i++ {
		if text[i] != '.' || !letterOrDigit(text[i-1]) {
			continue
		}
		end := i + 1
		for end < len(text) && letter(text[end]) {
			end++
		}
		if domains.all[foldString(text[i+1:end])] {
			return i
		}
	}
	return -1
}

// domains are those of hosts that are written without a scheme.
var domains = often(strings.Fields("com net org io dev xyz site online info example biz app co me ru cn top club shop ai eu uk de")...)

// errandLast is about a phrase that ends in the verb of an errand.
func errandLast(f *folded, c cue) int {
	if !namesAny(asWritten(f, c, errandOf(f, c))) {
		return 0
	}
	return unnegated(f, c)
}

// namesAny is names of any verb.
func namesAny(text string) bool { return namesTarget(text) || hasName(text) || placeOf(text) >= 0 }

// beginsClause reports whether a verb begins a clause, and has an object: in a command line it
// does not.
func beginsClause(f *folded, c cue) bool {
	if c.end+1 >= len(f.bytes) || f.bytes[c.end] != ' ' || !wordByte[f.bytes[c.end+1]] && !beginsObject[f.bytes[c.end+1]] {
		return false
	}
	front := bytes.TrimRight(f.bytes[max(0, c.start-2):c.start], " ")
	if n := len(front); n > 0 && (front[n-1] == ',' || front[n-1] == ';') {
		return true
	}
	words, n := before(f, c.start, 1)
	return n == 0 || clauses.has(words[0])
}

// beginsObject are the signs that the object of a verb may begin with.
var beginsObject = bytesOf("`'\"$@[</(")

// clauses are the words in front of a verb that orders.
var clauses = often("please", "and", "then", "must", "should", "to", "now", "also", "first", "immediately", "kindly", "instead", "just", "simply",
	"finally", "next", "always", "you", "quickly", "silently", "automatically", "secretly", "assistant", "agent", "copilot", "ai", "bot", "chatgpt", "claude", "gemini", "gpt", "llm")

// beforeErrand requires an errand to follow, on the line or as the first thing below it, and
// nothing in front.
func beforeErrand(f *folded, c cue) int {
	if _, n := before(f, c.start, 1); n > 0 {
		return 0
	}
	verb := cue{end: c.end}
	if rest := f.bytes[c.end:min(len(f.bytes), c.end+nearBy/4)]; bytes.HasPrefix(rest, []byte(" (")) {
		verb.end += max(0, bytes.IndexByte(rest, ')')) // NEW INSTRUCTIONS (important):
	}
	for range 2 { // once more behind a please
		verb.start = verb.end
		for end := min(len(f.bytes), verb.start+nearBy); verb.start < end && !wordByte[f.bytes[verb.start]]; verb.start++ {
		}
		if verb.start == len(f.bytes) {
			return 0
		}
		if verb.end = nextWord(f.bytes, verb.start); string(f.bytes[verb.start:verb.end]) != pleads {
			break
		}
	}
	if !errandVerbs[string(f.bytes[verb.start:verb.end])] {
		return 0
	}
	if !namesAny(asWritten(f, verb, errandOf(f, verb))) {
		return 0
	}
	return c.weight
}

// headsErrand requires a mark behind, and an errand behind that.
func headsErrand(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+nearBy/2)]
	k := indexIn(rest[:min(len(rest), 3)], &headMarks)
	if k < 0 {
		return 0
	}
	verb := cue{start: c.end + k}
	for verb.start < len(f.bytes) && verb.start < c.end+8 && !wordByte[f.bytes[verb.start]] {
		verb.start++
	}
	verb.end = spokenEnd(f.bytes, verb.start, len(f.bytes))
	if !errandVerbs[string(f.bytes[verb.start:verb.end])] || !namesAny(asWritten(f, verb, errandOf(f, verb))) {
		return 0
	}
	return c.weight
}

var headMarks = bytesOf(":=]>\"")

var pleads = foldString("please")

// errandVerbs are the first words of errands.
var errandVerbs = func() map[string]bool {
	verbs := make(map[string]bool)
	for _, set := range errandSets {
		for verb := range strings.SplitSeq(set, "|") {
			first, _, _ := strings.Cut(verb, " ")
			verbs[foldString(first)] = true
		}
	}
	return verbs
}()

// errandOf is the rest of the sentence in which an errand has to say what it is about, as
// folded.
func errandOf(f *folded, c cue) []byte {
	const room = 120
	rest := f.bytes[c.end:min(len(f.bytes), c.end+room)]
	for i, b := range rest {
		if b == '\n' || (b == '.' || b == '!' || b == '?') && i+1 < len(rest) && rest[i+1] <= ' ' {
			return rest[:i]
		}
	}
	return rest
}

// asWritten is the same as the text has it.
func asWritten(f *folded, c cue, rest []byte) string {
	from, to := f.span(c.end, c.end+len(rest))
	return f.text[from:to]
}

// mayName is a first look, at folded text, for what a target is known by: to find its place
// in the original takes as long as all else.
func mayName(rest []byte) bool {
	digits := 0
	for i, b := range rest {
		if foldedDigit[b] {
			if digits++; digits >= accountLen {
				return true
			}
			continue
		}
		if b != ' ' && b != '-' {
			digits = 0
		}
		if !signsTarget[b] || i == 0 || i+1 == len(rest) {
			continue
		}
		before, behind := rest[i-1], rest[i+1:]
		switch b {
		case '@':
			if wordByte[before] && wordByte[behind[0]] {
				return true
			}
		case '.':
			if wordByte[before] && (bytes.HasSuffix(rest[:i], www) || domains.has(behind[:nextWord(behind, 0)])) {
				return true
			}
		case '/':
			if before == ':' || inFrontOfPaths[before] && wordByte[behind[0]] {
				return true
			}
		case '$':
			if wordByte[behind[0]] {
				return true
			}
		case '\'', '"':
			if bytes.HasSuffix(rest[:i], itsNumber) {
				return true
			}
		}
	}
	return false
}

var www, itsNumber = []byte("www"), []byte(foldString(" id "))

// signsTarget are the signs of targets, and foldedDigit what digits fold to.
var signsTarget, foldedDigit = bytesOf("@./$'\""), bytesOf(foldString("0123456789"))

var inFrontOfPaths = bytesOf(" ~`'\"(")

// namesTarget reports whether a text names an account, an amount, a mailbox, a path, or a
// thing by its number.
func namesTarget(text string) bool {
	digits := 0
	for i := range len(text) {
		switch b := text[i]; {
		case '0' <= b && b <= '9':
			if digits++; digits == accountLen || i > 0 && text[i-1] == '$' {
				return true
			}
		case b == '@' && i > 0 && i+1 < len(text) && letterOrDigit(text[i-1]) && letterOrDigit(text[i+1]):
			return true
		case b == 'D' || b == 'd':
			if rest := text[i+1:]; i > 1 && text[i-1]|0x20 == 'i' && text[i-2] == ' ' && (strings.HasPrefix(rest, " '") || strings.HasPrefix(rest, ` "`)) {
				return true
			}
			digits = 0
		case b == '/' && i > 0 && inFrontOfPaths[text[i-1]] && i+1 < len(text) && letter(text[i+1]):
			return true
		case b != ' ' && b != '-':
			digits = 0
		}
	}
	return false
}

// accountLen is the fewest digits of the number of an account.
const accountLen = 10

func letterOrDigit(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9'
}

func capital(b byte) bool { return 'A' <= b && b <= 'Z' }

// handle requires the sign of a name that is called, or of a command, at the beginning of a
// line: @copilot, /agent.
func handle(f *folded, c cue) int {
	k := c.start - 1
	if k < 0 || f.bytes[k] != '@' && f.bytes[k] != '/' || k > 0 && f.bytes[k-1] != '\n' || c.end >= len(f.bytes) || f.bytes[c.end] != ' ' && f.bytes[c.end] != ':' {
		return 0
	}
	return c.weight
}
