package injection

import (
	"bytes"
	"strings"
)

// Whom words speak to, and who says them.

// second are the words that speak to someone.
var second = often("you", "your", "yours", "you're", "you've", "you'll", "yourself", "ai", "llm", "assistant", "model", "ignore", "chatgpt")

// speaksWithin reports whether a word of second stands in text[from:to].
func speaksWithin(f *folded, from, to int) bool {
	text := f.bytes
	for p := max(0, from); p < min(to, len(text)); {
		if !wordByte[text[p]] {
			p++
			continue
		}
		start := p
		p = spokenEnd(text, p, len(text))
		if p-start <= 10 && second.has(text[start:p]) {
			return true
		}
	}
	return false
}

// addressed halves the weight of a phrase with no one spoken to near it.
func addressed(f *folded, c cue) int {
	if speaksWithin(f, c.start-nearBy, c.end+nearBy) {
		return c.weight
	}
	return c.weight / 2
}

// entered is addressed; it halves what only says what for: "pass -d to enable debug mode".
// Programs and devices have modes for developers, which their manuals say how to enter: there it
// takes an order behind, or a word to a model.
func entered(f *folded, c cue) int {
	if !orders(f, c.start) {
		return c.weight / 2
	}
	if containsAny(f.bytes[c.start:c.end], ofDevices) && !containsAny(f.bytes[max(0, c.start-nearBy):min(len(f.bytes), c.end+nearBy)], toModels) && !bidsBehind(f, c.end, false) {
		return c.weight / 3
	}
	return addressed(f, c)
}

var (
	ofDevices = foldedWords("developer mode", "debug mode", "maintenance mode", "diagnostic mode", "test mode", "root mode", "admin mode", "administrator mode", "training mode")
	toModels  = foldedWords("you are", "you're", "your rules", "your safety", "your instructions", "your responses", "your answers", "your guidelines", "ignore", "language model", "assistant", " ai ",
		"restrictions", "filters", "without limits")
)

// mustAddress gives no weight to a heading with no one spoken to behind it.
func mustAddress(f *folded, c cue) int {
	if c.end < len(f.bytes) && f.bytes[c.end] == '(' || !speaksWithin(f, c.end, c.end+behind) {
		return 0
	}
	return c.weight
}

// ofYours is imperative; it halves what no one is told of: "act like no rules apply".
func ofYours(f *folded, c cue) int {
	if weight := imperative(f, c); weight == 0 || speaksWithin(f, c.start, c.end+nearBy/4) {
		return weight
	}
	return c.weight / 2
}

// ofYou is undenied; it halves what speaks to no one.
func ofYou(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	return addressed(f, c)
}

// modelWords name a model and no person; an agent may sell houses.
var modelWords = often("ai", "llm", "llms", "ais", "gpt", "chatgpt", "language", "chatbot", "artificial",
	"claude", "gemini", "copilot", "llama", "automated", "autonomous", "virtual", "digital")

// namesModel takes one from the weight where the reader may be a person.
func namesModel(f *folded, c cue) int {
	text := f.bytes[c.start:c.end]
	for p := 0; p < len(text); {
		if !wordByte[text[p]] {
			p++
			continue
		}
		start := p
		for p < len(text) && wordByte[text[p]] {
			p++
		}
		if modelWords.has(text[start:p]) {
			return c.weight
		}
	}
	return c.weight / 2
}

// headingForModel requires the form of an address: punctuation behind, or a
// bracket or comment before. An order behind a colon adds one.
func headingForModel(f *folded, c cue) int {
	if weight := headsModel(f, c); weight < c.weight || heading(f, c) == 0 {
		return weight
	}
	return c.weight + 1
}

// headsModel requires the form alone.
func headsModel(f *folded, c cue) int {
	_, n := before(f, c.start, 1)
	rest := f.bytes[c.end:min(len(f.bytes), c.end+16)]
	if bytes.ContainsAny(rest, ":!]>=") || n == 0 && bytes.ContainsAny(rest, ",-") ||
		bytes.ContainsAny(f.bytes[max(0, c.start-4):c.start], "[<({*#/-=") {
		return namesModel(f, c)
	}
	return 0
}

// turnStart requires a line that begins with the speaker and speaks to someone.
func turnStart(f *folded, c cue) int {
	start, end := f.span(c.start, c.end)
	if start > 0 && f.text[start-1] != '\n' || !speaksWithin(f, c.end, c.end+behind) && ordersBehind(f, c) < c.weight || isOne(f.text[end:]) {
		return 0
	}
	if containsAny(f.bytes[max(0, c.start-turnReach):c.start], otherTurns) {
		return c.weight / 3 // in a transcript, as support chats are
	}
	return c.weight
}

// isOne reports whether a text begins with the first and last name of somebody, and no more:
// "Assistant: Dana Fox."
func isOne(text string) bool {
	name, _, _ := strings.Cut(text[:min(len(text), maxName)], "\n")
	if name, _, _ = strings.Cut(name, "."); strings.ContainsAny(name, ",;:?!") {
		return false
	}
	words := strings.Fields(name)
	if len(words) < 2 || len(words) > 3 {
		return false
	}
	for _, w := range words {
		if !capital(w[0]) || strings.ToUpper(w) == w {
			return false
		}
	}
	return true
}

// maxName bounds the name of a person.
const maxName = 48

// otherTurns begin the lines of those whom an assistant talks with; turnReach is how far
// in front they are looked for.
var otherTurns = foldedWords("user:", "customer:")

const turnReach = 600

// notSaidAt is imperative, but for what people take back that they said some time or some way
// ago: "forget what I said this morning".
func notSaidAt(f *folded, c cue) int { return min(imperative(f, c), saidNow(f, c)) }

func saidNow(f *folded, c cue) int {
	if bytes.HasSuffix(f.bytes[c.start:c.end], saidByMe) && containsAny(f.bytes[c.end:min(len(f.bytes), c.end+nearBy/4)], saidAt) {
		return 0
	}
	return c.weight
}

var (
	saidByMe = []byte(foldString("i said"))
	saidAt   = foldedWords(" this morning", " this afternoon", " yesterday", " last night", " last week", " on monday", " on tuesday", " on wednesday", " on thursday", " on friday", " on saturday", " on sunday", " on the phone", " in the meeting", " at lunch", " over lunch", " an hour ago", " in the call", " on the call")
)
