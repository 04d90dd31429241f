package injection

import (
	"bytes"
	"strings"
)

// What the rules of reaching ask: a leave that is given to an agent, a key that is for a
// machine.

// forAgent is undenied; it halves a leave that is given to no agent: "once approval has been
// given, the form is sent".
func forAgent(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+behind/2)]
	if containsAny(rest, proceeding) || speaksWithin(f, c.start-nearBy/2, c.end+nearBy/2) {
		return c.weight
	}
	return c.weight / 2
}

var proceeding = foldedWords("proceed", "go ahead", "re-run", "rerun", "skip", "without asking", "the agent may", "the assistant may", "straight away", "do not ask")

// keyForMachine requires a key or a heading, or an order behind, which weighs one more.
func keyForMachine(f *folded, c cue) int {
	if bidsBehind(f, c.end, true) {
		return c.weight + 1
	}
	if bytes.IndexAny(f.bytes[c.end:min(len(f.bytes), c.end+4)], ":=>@") < 0 {
		return 0
	}
	return c.weight
}

// insteadBehind is imperative, with what is to be said instead in the next sentence.
func insteadBehind(f *folded, c cue) int {
	if !containsAny(f.bytes[c.end:min(len(f.bytes), c.end+48)], instead) {
		return 0
	}
	return imperative(f, c)
}

var instead = foldedWords("instead", "just print", "simply print", "just say", "simply say", "only print", "only say", "write only", "print only")

// orderNext requires a comma, and an order behind it.
func orderNext(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+behind/3)]
	k := bytes.IndexAny(rest, ",.;:!?\n")
	if k < 0 || rest[k] != ',' || !bids(rest[k+1:], true) {
		return 0
	}
	return undenied(f, c)
}

// headsModelOrder is undenied, with an order soon behind; it takes one from the weight where
// the reader may be a person.
func headsModelOrder(f *folded, c cue) int {
	if !bidsBehind(f, c.end, true) {
		return 0
	}
	if namesModel(f, c) < c.weight {
		c.weight--
	}
	return undenied(f, c)
}

// elsewhereSent is undenied; it halves what names no place or number.
func elsewhereSent(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+60)]
	start, end := f.span(c.end, c.end+len(rest))
	if !containsAny(rest, addresses) && !strings.ContainsAny(f.text[start:end], "+0123456789") {
		c.weight /= 2
	}
	return undenied(f, c)
}

// whole is plainly; it halves what does not ask for all of it, or for what is yours.
func whole(f *folded, c cue) int {
	if !containsAny(f.bytes[c.start:c.end], wholes) {
		c.weight /= 2
	}
	return plainly(f, c)
}

var wholes = foldedWords(" full ", " complete ", " entire ", " your ", " whole ", " system prompt", " environment variables", " user's ")

// quotedNext requires the words that an answer is to be behind it, in quotation marks or
// after a colon.
func quotedNext(f *folded, c cue) int {
	rest := bytes.TrimLeft(f.bytes[c.end:min(len(f.bytes), c.end+4)], " ")
	if len(rest) == 0 || bytes.IndexByte([]byte(":\"'`"), rest[0]) < 0 {
		return 0
	}
	return undenied(f, c)
}

// thenAnother is imperative, and requires that the sentence ends and the next says what to do
// instead, or gives another order. Of what is one's own, people say that as well.
func thenAnother(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+behind/2)]
	k := bytes.IndexAny(rest, ".;!\n,")
	if k < 0 || k > 2 || containsAny(f.bytes[c.start:c.end], ones) {
		return 0
	}
	next := bytes.TrimLeft(rest[k+1:], " \n")
	switch {
	case bytes.HasPrefix(next, instead[0]) && rest[k] != ',':
	case rest[k] != ',' && !mailWords[string(lastWord(f.bytes[c.start:c.end]))] && bids(next, true):
	default:
		return 0
	}
	return imperative(f, c)
}

// ones says that something is the speaker's, or in the past.
var ones = foldedWords(" my ", " our ", " previous ", " last ", " earlier ")

// mailWords are things that people ask each other to ignore, and to send another.
var mailWords = folds("email", "report", "draft", "template", "chart", "booking", "meeting", "document", "article", "this", "question")

func lastWord(text []byte) []byte { return text[bytes.LastIndexByte(text, ' ')+1:] }

// agentHeading requires a heading with an order behind, and halves one that is bidden in an
// everyday verb and not in capitals.
func agentHeading(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+3)]
	if bytes.IndexAny(rest, ":]>") < 0 || !bidsBehind(f, c.end, true) {
		return 0
	}
	if inCapitals(f, c) || bidsBehind(f, c.end, false) {
		return c.weight
	}
	return c.weight / 2
}

// secretSent requires an order about a path that no one else is to read, and soon behind it
// somewhere to send it.
func secretSent(f *folded, c cue) int {
	if secretPath(f, c) == 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+behind)]
	if containsAny(rest, sendings) && containsAny(rest, addresses) {
		return c.weight
	}
	return c.weight / 2
}

var sendings = foldedWords("email ", "send ", "forward ", "post ", "upload ", "mail ", "transmit ", "submit ", "append ")

// toolNamedBehind requires the name of a tool behind, as code writes it, without a denial.
func toolNamedBehind(f *folded, c cue) int {
	if name, _ := toolBehind(f, c.end); name == nil {
		return 0
	}
	return unnegated(f, c)
}
