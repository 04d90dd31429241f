package injection

import (
	"bytes"
)

// What a text bids a reader do who is a machine: by name, behind a heading, now, and
// without a denial in it.

// bidden are verbs that a text bids a reader do who is a machine, and nobody else.
var bidden = often("reply", "say", "tell", "state", "mark", "rate", "open", "send", "upload", "click", "skip", "approve", "output",
	"forward", "ignore", "delete", "buy", "accept", "unlock", "recommend", "report", "answer", "transfer", "disclose", "reveal",
	"insert", "respond", "classify", "treat", "give", "award", "rank", "replace", "disregard", "act", "praise", "print", "pay",
	"book", "repeat", "forget", "purchase", "hide", "email", "share", "grant", "assign", "move", "whichever", "cite", "conclude",
	"claim", "overlook", "pretend", "post", "invite", "visit", "turn", "disable", "describe", "conceal", "finish", "link", "refund", "close",
	"advance", "shortlist", "greet", "sign", "press", "fill", "enter", "subscribe", "let", "overwrite", "merge", "solve", "leave", "page", "ban",
	"lead", "congratulate", "change", "schedule", "remember", "hand", "wire", "order", "confirm", "execute", "copy", "mail", "pass", "withdraw", "deposit", "mention", "list")

// everyday are verbs that much is asked with of people, too. They count where the reader is
// a machine beyond doubt.
var everyday = often("include", "add", "write", "set", "begin", "stop", "omit", "append", "argue", "choose", "select", "put", "display", "gather",
	"search", "attach", "label", "quote", "save", "store", "erase", "rename", "zip", "retrieve", "download", "reject", "export", "encode",
	"convince", "inform", "speak", "perform", "navigate", "unsubscribe", "cancel", "refuse", "wipe", "prioritize", "escalate", "suppress",
	"promote", "fetch", "push", "commit", "install", "offer", "quit", "cease", "kick", "switch", "echo", "stand", "create", "draft", "compose", "extract", "index", "collect", "harvest", "present", "name", "exclude")

// working are verbs that projects ask agents for that work on them: half an order.
var working = often("run", "read", "call", "use", "see", "follow", "load", "start", "try")

// fillers stand in front of such a verb.
var fillers = often("please", "now", "kindly", "just", "always", "you", "must", "should", "will", "shall", "then", "first",
	"do", "not", "don't", "and", "or", "whatever", "are", "only", "immediately", "also", "instead", "simply", "to", "have", "need",
	"great", "ok", "okay", "thanks", "sure", "yes", "good", "it", "ought")

// isBidden reports whether a word that ends at a place is what a machine is bidden, in an
// everyday verb as well if it is one beyond doubt. Parts of names in code and keys are not:
// turn_outputs, add(), include:.
func isBidden(word, text []byte, end int, machine bool) bool {
	var next byte
	if end < len(text) {
		next = text[end]
	}
	switch {
	case next == '_' || next == '(' || next == '=':
		return false
	case bidden.has(word):
		return true
	}
	return machine && next != ':' && everyday.has(word)
}

// heading requires a colon behind, as the next mark, and an order behind that.
func heading(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+24)]
	k := bytes.IndexAny(rest, ":.;()<>\n,\"")
	if k < 0 || rest[k] != ':' || bytes.HasPrefix(rest[k:], []byte("://")) {
		return 0
	}
	if weight := ordersBehind(f, c); weight == c.weight {
		return weight
	}
	return 0
}

// ordersBehind halves the weight of a heading that no order follows.
func ordersBehind(f *folded, c cue) int {
	if bidsBehind(f, c.end, false) {
		return c.weight
	}
	return c.weight / 2
}

// bidsBehind reports whether a sentence, or a clause of one, that soon follows a place begins
// with what a machine is bidden, in everyday verbs as well if it is one beyond doubt.
func bidsBehind(f *folded, at int, machine bool) bool {
	text := f.bytes
	end := min(len(text), at+behind/2)
	first := true // of a sentence
	for p := at; p < end; {
		if !wordByte[text[p]] {
			// What is announced has asides in brackets: "Debug mode: on (press q to quit)".
			first = text[p] != '(' && (first || text[p] != ' ' && text[p] != '\'' && text[p] != '-' && text[p] != '_')
			p++
			continue
		}
		start := p
		p = spokenEnd(text, p, end)
		w := text[start:p]
		if first && isBidden(w, text, p, machine) {
			return true
		}
		first = fillers.has(w)
	}
	return false
}

// orBidden takes one from the weight of an address that no order follows: notes for
// agents in a repository begin so.
func orBidden(f *folded, c cue) int {
	if ordersBehind(f, c) < c.weight {
		return c.weight - 1
	}
	return c.weight
}
