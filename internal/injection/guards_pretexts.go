package injection

import (
	"bytes"
	"strings"
)

// What pretexts are said about: a model or its reader, and tools that do something.

// forModel is imperative and unnegated, and weighs one more where an order follows. It
// gives no weight to settings: "-O disables the checks", "you can turn off the filter".
func forModel(f *folded, c cue) int {
	if plainlyOrdered(f, c) == 0 {
		return 0
	}
	if rest := f.bytes[c.end:min(len(f.bytes), c.end+24)]; bytes.HasPrefix(rest, []byte(" and ")) && goesOn(rest[5:]) {
		return c.weight + 1
	}
	spoken := 0 // of: it defies, it begins its sentence, it speaks to someone
	for _, does := range [...]bool{defies(f, c), begins(f, c), addressed(f, c) == c.weight} {
		if does {
			spoken++
		}
	}
	if spoken < 2 && !containsAny(f.bytes[c.start:c.end], ofModels) {
		return 0
	}
	return c.weight
}

// defies reports whether a phrase begins with a verb that no setting is called by.
func defies(f *folded, c cue) bool {
	for _, verb := range defying {
		if bytes.HasPrefix(f.bytes[c.start:], verb) {
			return true
		}
	}
	return false
}

var defying = foldedWords("ignore ", "disregard ", "bypass ", "override ", "circumvent ", "forget ", "overrule ", "disengage ", "evade ", "defeat ", "neutralize ")

// begins reports whether a phrase stands first in its sentence.
func begins(f *folded, c cue) bool {
	words, n := before(f, c.start, 1)
	return n == 0 || fillers.has(words[0]) && string(words[0]) != "and" && string(words[0]) != or
}

// goesOn reports whether a text begins with what a model is to say or do.
func goesOn(text []byte) bool {
	k := 0
	for k < len(text) && wordByte[text[k]] {
		k++
	}
	return uttered[string(text[:k])] || bids(text, false)
}

// forAnswers is undenied, and about what someone is to answer: it halves what speaks to no
// one.
func forAnswers(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	if begins(f, c) {
		return c.weight
	}
	return addressed(f, c)
}

// marked requires capitals between marks: *** NEW ORDERS ***.
func marked(f *folded, c cue) int {
	const marks = "*#[]<>=-_~({!"
	front := bytes.TrimRight(f.bytes[max(0, c.start-3):c.start], " ")
	rest := bytes.TrimLeft(f.bytes[c.end:min(len(f.bytes), c.end+3)], " ")
	if len(front) == 0 || len(rest) == 0 || strings.IndexByte(marks, front[len(front)-1]) < 0 || strings.IndexByte(marks, rest[0]) < 0 || !inCapitals(f, c) {
		return 0
	}
	return c.weight
}

// withoutTo gives no weight to rules that do not apply to something.
func withoutTo(f *folded, c cue) int {
	if bytes.HasPrefix(f.bytes[c.end:], []byte(" to ")) {
		return 0
	}
	return c.weight
}

// ofModels are what only models have.
var ofModels = foldedWords(" refusal", " guardrail", " your ")

// wanted are the words by which someone asks for something for himself, or puts it into
// the mouth of a machine.
var wanted = foldedWords(" i want ", " i need ", "i'd ", " i would ", " i have ", " show me ", " showing me ", " give me ", " tell me ", " me the ", "reveals its", "reveal its",
	" reveals ", "revealing ", " me your ", " to me ", "export the")

// wantedByMe leaves a quarter of what no one asks for.
func wantedByMe(f *folded, c cue) int {
	if containsAny(f.bytes[max(0, c.start-60):c.start], wanted) && undenied(f, c) > 0 {
		return c.weight
	}
	return c.weight / 4
}

// toolBehind gives the name of a tool that follows a place: words that underscores join,
// not in capitals, as variables are.
func toolBehind(f *folded, at int) (name, rest []byte) {
	const room = 56
	text := f.bytes[at:min(len(f.bytes), at+room)]
	k := 0
	if bytes.HasPrefix(text, []byte(" the ")) {
		k = len(" the ")
	}
	for k < len(text) && bytes.IndexByte([]byte(" `'\"("), text[k]) >= 0 {
		k++
	}
	from, joints := k, 0
	for ; k < len(text) && (wordByte[text[k]] || text[k] == '_'); k++ {
		if text[k] == '_' {
			joints++
		}
	}
	if joints == 0 || inCapitals(f, cue{start: at + from, end: at + k}) {
		return nil, nil
	}
	return text[from:k], f.bytes[at+k : min(len(f.bytes), at+k+room)]
}

// deeds are parts of the names of tools that change something or give it away.
var deeds = foldedWords("delete", "remove", "send", "forward", "mail", "grant", "role", "admin", "root", "passw", "permission", "export", "dump", "pay", "transfer", "shell",
	"exec", "upload", "share", "post", "publish", "secret", "privileged", "unlock", "wipe", "disable", "override", "credential", "contact", "employee", "expense", "invite")

// callsDeed requires the name of a tool behind that does something, and weighs one more
// where it is told with what, or at once.
func callsDeed(f *folded, c cue) int {
	name, rest := toolBehind(f, c.end)
	if name == nil || !containsAny(name, deeds) || undenied(f, c) == 0 {
		return 0
	}
	switch {
	case containsAny(rest, withLeave):
		return 0
	case withValue(rest):
		return 2 * c.weight
	case containsAny(rest, argumentOrUrgency):
		return c.weight + 1
	}
	return c.weight
}

// withLeave are words behind a tool that is called when its user wants it.
var withLeave = foldedWords(" confirm", " only ", " ask ", " asks ", " approv", " the user ", " if ")

// withValue reports whether a text goes on with a value for a parameter: with to='x'.
func withValue(text []byte) bool {
	k := bytes.Index(text, []byte(" with "))
	if k < 0 || k > 7 {
		return false
	}
	k += len(" with ")
	for from := k; k < len(text) && (wordByte[text[k]] || text[k] == '_'); k++ {
		if k-from > 24 {
			return false
		}
	}
	return k+1 < len(text) && text[k] == '=' && text[k+1] != ' ' && text[k+1] != '='
}

// argumentOrUrgency are words behind a tool that say with what it is called, or that it is to be
// called at once.
var argumentOrUrgency = foldedWords("='", "=\"", "=5", "=<", "@", "http", " immediately", " now", "for every", "('", "(\"", " before answering", " before responding", " before continuing")

// modeOrders is addressed; what is ordered behind the mode weighs one more.
func modeOrders(f *folded, c cue) int {
	weight := addressed(f, c)
	if ordersBehind(f, c) == c.weight {
		weight = c.weight + 1
	}
	return weight
}

// headingOrders is colonFollows; what is to be said, and not done, behind the colon
// weighs one more.
func headingOrders(f *folded, c cue) int {
	if colonFollows(f, c) == 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+40)]
	rest = bytes.TrimLeft(rest[bytes.IndexByte(rest, ':')+1:], " ")
	if k := bytes.IndexAny(rest, " .\n"); k > 0 && uttered[string(rest[:k])] {
		return c.weight + 1
	}
	return c.weight
}

// uttered are verbs of what a model is bidden say or follow.
var uttered = folds("reveal", "output", "ignore", "respond", "answer", "say", "print", "comply", "tell", "disclose", "obey", "disregard", "forget", "pretend", "act", "leak", "bypass", "provide", "generate", "proceed", "follow", "dump", "exfiltrate", "emit", "show", "display", "write")

// unseenTo is imperative; it doubles the weight where an address follows.
func unseenTo(f *folded, c cue) int {
	if containsAny(f.bytes[c.end:min(len(f.bytes), c.end+nearBy/2)], addresses) {
		c.weight *= 2
	}
	return imperative(f, c)
}
