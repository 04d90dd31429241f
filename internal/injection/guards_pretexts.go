package injection

import "bytes"

// What is ordered behind a mode or a heading, or is to be said instead.

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

// orInstead is imperative; it weighs two more where the next sentence has what is to be said
// instead.
func orInstead(f *folded, c cue) int {
	if containsAny(f.bytes[c.end:min(len(f.bytes), c.end+48)], instead) {
		c.weight += 2
	}
	return imperative(f, c)
}

var instead = foldedWords("instead", "just print", "simply print", "just say", "simply say", "only print", "only say", "write only", "print only")
