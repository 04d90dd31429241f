package injection

import "bytes"

// What manuals say of programs in the words of attacks.

// shownToken is plainly, for no noun ("its output"), and for no form of an answer: "confirm
// the reply starts with the exact silent token".
func shownToken(f *folded, c cue) int {
	words, n := before(f, c.start, 1)
	if n > 0 && determiners.has(words[0]) || containsAny(f.bytes[c.start:c.end], itsForm) {
		return 0
	}
	return plainly(f, c)
}

var (
	determiners = often("the", "a", "an", "its", "this", "that", "each", "every", "their", "his", "her")
	itsForm     = foldedWords(" starts with ", " begins with ", " ends with ", " contains ", " matches ")
)

// treatedAs is undenied; of "treat the output as" little is left where that is no order:
// "treat the output as binary data".
func treatedAs(f *folded, c cue) int {
	if bytes.HasPrefix(f.bytes[c.start:], treat) && !containsAny(f.bytes[c.end:min(len(f.bytes), c.end+nearBy/4)], obeyed) {
		return c.weight / 4
	}
	return undenied(f, c)
}

var (
	treat  = []byte(foldString("treat "))
	obeyed = foldedWords("instruct", "command", "order", "prompt", "message", "request", "task", "directive", "from the user", "user's", "your next", "authorit", "rule", "code to run")
)

// calledSo is addressed, for no noun: "end the call yourself".
func calledSo(f *folded, c cue) int {
	if words, n := before(f, c.start, 1); n > 0 && determiners.has(words[0]) {
		return 0
	}
	return addressed(f, c)
}

// ofTheText gives no weight to what is done with some part or other thing: "do not translate
// the product names".
func ofTheText(f *folded, c cue) int {
	rest, ok := bytes.CutPrefix(f.bytes[c.end:min(len(f.bytes), c.end+nearBy/4)], []byte(" the "))
	if !ok {
		return c.weight
	}
	k := 0
	for k < len(rest) && wordByte[rest[k]] {
		k++
	}
	if texts.has(rest[:k]) {
		return c.weight
	}
	return 0
}

var texts = often("text", "following", "above", "below", "document", "content", "contents", "message", "email", "mail", "page", "article", "rest", "sentence", "passage",
	"input", "paragraph", "question", "user's", "users", "user", "original", "file", "data", "string", "prompt", "next", "last", "previous", "entire", "whole")

// notToRepeat gives no weight to "without asking the user to repeat it", which says of what
// they are spared.
func notToRepeat(f *folded, c cue) int {
	if bytes.HasSuffix(f.bytes[c.start:c.end], theUser) && bytes.HasPrefix(f.bytes[c.end:], []byte(" to ")) {
		return 0
	}
	return c.weight
}

var theUser = []byte(foldString("asking the user"))

// notARun gives no weight to the next agent's run, turn or step.
func notARun(f *folded, c cue) int {
	if rest := f.bytes[c.end:min(len(f.bytes), c.end+12)]; bytes.HasSuffix(f.bytes[c.start:c.end], nextAgent) && containsAny(rest, runs) {
		return 0
	}
	return c.weight
}

var (
	nextAgent = []byte(foldString("the next agent"))
	runs      = foldedWords(" run", " turn", " step", " start", " session")
)

// uncoded gives no weight to words in a line's `code`.
func uncoded(f *folded, c cue) int {
	if inCode(f, c) {
		return 0
	}
	return c.weight
}
