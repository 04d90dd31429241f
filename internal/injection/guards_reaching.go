package injection

import (
	"bytes"
	"strings"
)

// What the rules of reaching ask: who or what a key or a heading is for, what is to be done
// instead, where something is sent.

// keyForMachine requires a key or a heading, or an order behind, which weighs one more.
func keyForMachine(f *folded, c cue) int {
	if bidsBehind(f, c.end, true) {
		return c.weight + 1
	}
	if !bytes.ContainsAny(f.bytes[c.end:min(len(f.bytes), c.end+4)], ":=>@") {
		return 0
	}
	return c.weight
}

// orInstead is imperative; it weighs two more where the next sentence has what is to be said
// instead.
func orInstead(f *folded, c cue) int {
	if containsAny(f.bytes[c.end:min(len(f.bytes), c.end+48)], instead) {
		c.weight += 2
	}
	return imperative(f, c)
}

var instead = foldedWords("instead", "just print", "simply print", "just say", "simply say", "only print", "only say", "write only", "print only")

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

// orderedFirst is plainlyOrdered, for a verb that stands first in its sentence: programs that
// "can automatically execute embedded commands" are warned of, and children pretend.
func orderedFirst(f *folded, c cue) int {
	if !begins(f, c) {
		return 0
	}
	return plainlyOrdered(f, c)
}

// whenSent requires something that is sent or called in front, and halves what names no place
// or number to send to.
func whenSent(f *folded, c cue) int {
	if !containsAny(f.bytes[max(0, c.start-nearBy):c.start], sent) {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+60)]
	start, end := f.span(c.end, c.end+len(rest))
	if !containsAny(rest, addresses) && !strings.Contains(f.text[start:end], " +") {
		c.weight /= 2
	}
	return undenied(f, c)
}

var sent = foldedWords("send_", "email", "message", "payment", "transfer", "transaction", "call", "invoked")

// bccThere requires an address behind, and in front that one is to be put there, always or
// unseen: lists of members are mailed so as well.
func bccThere(f *folded, c cue) int {
	if !containsAny(f.bytes[max(0, c.start-nearBy/2):min(len(f.bytes), c.end+nearBy/2)], alwaysThere) {
		return 0
	}
	return min(after(f, c, puttings), addressFollows(f, c), undenied(f, c))
}

var (
	puttings    = folds("set", "add", "include", "use", "put", "insert", "change", "fill", "with", "place", "as", "the")
	alwaysThere = foldedWords("send_", "hidden", "every ", "each ", "whenever", "tool")
)

// thenAnother is imperative, and requires that the sentence ends and the next says what to do
// instead, or gives another order. Of what is one's own, people say that as well.
func thenAnother(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+behind/2)]
	k := indexIn(rest[:min(len(rest), 3)], &endOrders)
	if k < 0 || containsAny(f.bytes[c.start:c.end], ones) {
		return 0
	}
	if !sharply(f.bytes[c.start:c.end]) {
		c.weight -= 2
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

var endOrders = bytesOf(".;!\n,")

// sharply reports whether something is to be left with a verb that is sharper than skip.
func sharply(text []byte) bool {
	for _, verb := range mild {
		if bytes.HasPrefix(text, verb) {
			return false
		}
	}
	return true
}

var mild = foldedWords("skip", "omit", "neglect", "bypass", "do not", "don't", "stop")

// ones says that something is the speaker's, or in the past.
var ones = foldedWords(" my ", " our ", " previous ", " last ", " earlier ")

// mailWords are things that people ask each other to ignore, and to send another.
var mailWords = folds("email", "report", "draft", "template", "chart", "booking", "meeting", "document", "article", "this", "question")

func lastWord(text []byte) []byte { return text[bytes.LastIndexByte(text, ' ')+1:] }

// agentHeading requires a heading with an order behind, and halves one that is bidden in an
// everyday verb and not in capitals.
func agentHeading(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+3)]
	if !bytes.ContainsAny(rest, ":]>") || !bidsBehind(f, c.end, true) {
		return 0
	}
	if inCapitals(f, c) || bidsBehind(f, c.end, false) {
		return c.weight
	}
	return c.weight / 2
}

// secretSent is secretPath; it weighs two more where somewhere to send that is named soon
// behind it.
func secretSent(f *folded, c cue) int {
	weight := secretPath(f, c)
	if weight == 0 {
		return 0 // as most
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+behind)]
	if containsAny(rest, sendings) && (containsAny(rest, addresses) || bytes.Contains(rest, []byte(" /api/"))) {
		weight += 2
	}
	return weight
}

var sendings = foldedWords("email ", "send ", "forward ", "post ", "upload ", "mail ", "transmit ", "submit ", "append ")

// toolNamedBehind requires the name of a tool behind, as code writes it, without a denial.
func toolNamedBehind(f *folded, c cue) int {
	if name, _ := toolBehind(f, c.end); name == nil {
		return 0
	}
	return unnegated(f, c)
}
