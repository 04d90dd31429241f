package injection

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// spokenEnd is where the word at text[p:] ends, which may be elided: don't.
func spokenEnd(text []byte, p, end int) int {
	for p < end && (wordByte[text[p]] || text[p] == '\'') {
		p++
	}
	return p
}

// before gives the nearest words before a place, nearest first and at most so many,
// inside its sentence; it looks at 64 bytes.
func before(f *folded, at, most int) (words [maxBefore][]byte, n int) {
	text := f.bytes
	from := max(0, at-64)
	for end := at; n < most; n++ {
		for end > from && !wordByte[text[end-1]] && text[end-1] != '\'' {
			switch text[end-1] {
			case '.', '!', '?', '\n', ':', '"', '>', '(':
				return words, n
			}
			end--
		}
		start := end
		for start > from && (wordByte[text[start-1]] || text[start-1] == '\'') {
			start--
		}
		if start == end {
			return words, n
		}
		words[n] = text[start:end]
		end = start
	}
	return words, n
}

const maxBefore = 4

// kind is what a word does in front of a verb.
type kind uint8

// Words in front of a verb that make it something else than an order to the
// reader: denied, reported, asked about, or the act of someone else.
const (
	denial kind = 1 << iota
	actor
	duty
	modelWord
	cause
	report
)

// kinds gives the kinds of words as before returns them.
var kinds = func() map[string]kind {
	all := make(map[string]kind)
	for k, words := range map[kind]string{
		denial: "not never don't dont didn't doesn't cannot can't won't shouldn't couldn't without avoid nobody neither nor",
		actor: "i we they he she it who which that models llms attackers attacker users people programs agents assistants could might " +
			"may would prompts attacks attack prompt why how whether does did do cases words developers webhooks hooks services servers plugins",
		duty: "you need have want must required instructed asked told order ordered going supposed command request urge important " +
			"expected obliged beg like necessary time is be authorized allowed permitted free ai assistant model sure now agent " +
			"task how",
		modelWord: "model llm ai assistant agent chatbot bot system one",
		cause:     "make makes making made let lets letting have having has can may will force forces cause causes",
		report: "attempts attempt tries trying attempting tricks tricked trick convince convinced persuade persuaded causes cause " +
			"causing llm models tells instructs instructing telling asks asking manipulate manipulated designed forced forcing " +
			"instruct used him her them us it me",
	} {
		for _, w := range strings.Fields(words) {
			all[foldString(w)] |= k
		}
	}
	return all
}()

// folds makes a set of words as before returns them.
func folds(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[foldString(w)] = true
	}
	return set
}

// foldedWords is words as they stand in folded text.
func foldedWords(words ...string) [][]byte {
	all := make([][]byte, len(words))
	for i, w := range words {
		all[i] = []byte(foldString(w))
	}
	return all
}

// containsAny says whether one of some words stands in a text.
func containsAny(text []byte, words [][]byte) bool {
	for _, w := range words {
		if bytes.Contains(text, w) {
			return true
		}
	}
	return false
}

// imperative passes the weight of a phrase whose first word gives an order, and
// nothing of one whose first word is denied, reported or done by others: "do not
// ignore", "attempts to ignore", "the model may forget".
func imperative(f *folded, c cue) int {
	if f.judged.behind != c.start+1 { // rules with the same first words ask about the same place
		f.judged = judgement{c.start + 1, orders(f, c.start)}
	}
	if !f.judged.orders {
		return 0
	}
	return c.weight
}

// judgement is what orders said of a place.
type judgement struct {
	behind int // the place and one: the zero value is of none
	orders bool
}

// orders says whether a verb at a place gives an order.
func orders(f *folded, at int) bool {
	if bytes.HasPrefix(f.bytes[at:], noun) {
		return false
	}
	words, n := before(f, at, 2)
	if n == 0 {
		return true
	}
	if numbered(f, at, words[0]) {
		return true
	}
	first, second := kinds[string(words[0])], kinds[string(words[1])]
	switch {
	case first&denial != 0:
		return false
	case string(words[0]) == "to":
		words, n = before(f, at, maxBefore)
		return infinitive(words[1:n])
	case second&denial != 0:
		return false
	case string(words[0]) == "do" && second&duty != 0:
		return true
	case first&modelWord != 0:
		words, _ = before(f, at, 3)
		if (second|kinds[string(words[2])])&cause != 0 {
			return false
		}
	}
	// shouid: folded, as all words here
	return first&actor == 0 && !(string(words[0]) == "shouid" && second&actor != 0)
}

// numbered says whether the word in front of a place is the number of a step, which folds
// to a letter.
func numbered(f *folded, at int, word []byte) bool {
	if len(word) != 1 {
		return false
	}
	k := bytes.LastIndexByte(f.bytes[:at], word[0])
	start, _ := f.span(k, k+1)
	return '0' <= f.text[start] && f.text[start] <= '9'
}

// noun is disregard for something, which orders nothing.
var noun = []byte(foldString("disregard for "))

// notOf is imperative, but not about the memory of something.
func notOf(f *folded, c cue) int {
	if bytes.HasPrefix(f.bytes[c.end:], []byte(" of ")) {
		return 0
	}
	return imperative(f, c)
}

// plainly is imperative, and halves "to reveal", which mostly says what for.
func plainly(f *folded, c cue) int {
	weight := imperative(f, c)
	if words, n := before(f, c.start, 1); n > 0 && string(words[0]) == "to" {
		return weight / 2
	}
	return weight
}

// infinitive judges "to ignore": an order where someone says that you have to.
func infinitive(words [][]byte) bool {
	var all kind
	for _, w := range words {
		all |= kinds[string(w)]
	}
	if all&(report|denial) != 0 {
		return false
	}
	for _, w := range words {
		switch {
		case string(w) == "you":
			return true
		case kinds[string(w)]&actor != 0:
			return false
		}
	}
	return len(words) == 0 || all&duty != 0
}

// undenied passes the weight of a phrase that no denial stands before.
func undenied(f *folded, c cue) int {
	words, n := before(f, c.start, maxBefore)
	for _, w := range words[:n] {
		if kinds[string(w)]&denial != 0 {
			return 0
		}
	}
	return c.weight
}

// reporting are the words between "asks the model" and "to ignore" in the languages of
// rules_world.go.
var reporting = folds("zu", "di", "a", "de", "d", "à", "para", "per", "pour", "que", "che", "qu", "om", "te", "att", "aby", "чтобы", "щоб")

// reported are the same where words are not marked off, or verbs come last.
var reported = foldedWords("它", "模型", "要求", "让", "करने", "करे ", "するよう", "하도록", "하라고")

// ordered is imperative for the languages of rules_world.go: it halves what tells of
// an order, "er weist das Modell an, die Regeln zu ignorieren".
func ordered(f *folded, c cue) int {
	weight := imperative(f, c)
	if words, n := before(f, c.start, 1); n > 0 && reporting[string(words[0])] {
		return weight / 2
	}
	if f.bytes[c.start] >= unspacedLead {
		if containsAny(f.bytes[max(0, c.start-12):min(len(f.bytes), c.end+14)], reported) {
			return weight / 2
		}
	} else if bytes.Contains(f.bytes[c.start:c.end], []byte(" zu ")) {
		return weight / 2
	}
	return weight
}

// verbLast halves a phrase in Latin letters, whose languages mostly have the order in
// front.
func verbLast(f *folded, c cue) int {
	if f.bytes[c.start] < utf8.RuneSelf {
		return c.weight / 2
	}
	return c.weight
}

// quoteFollows asks for the words that an answer is to have, in quotation marks or
// brackets.
func quoteFollows(f *folded, c cue) int {
	rest := bytes.TrimLeft(f.bytes[c.end:min(len(f.bytes), c.end+4)], " :,")
	if len(rest) == 0 || bytes.IndexByte([]byte("\"'[`"), rest[0]) < 0 {
		return 0
	}
	return imperative(f, c)
}

// unbracketed halves a name that stands in brackets: "DAN (do anything now)" tells
// what it is.
func unbracketed(f *folded, c cue) int {
	if bytes.HasPrefix(f.bytes[c.end:], []byte("(")) { // the text of a link
		return 0
	}
	if f.bytes[c.start] == '(' || c.start > 0 && f.bytes[c.start-1] == '(' {
		return c.weight / 2
	}
	return c.weight
}

// unquoted takes the weight of a token that stands in quotation marks by itself: code
// that lists it.
func unquoted(f *folded, c cue) int {
	if c.start > 0 && c.end < len(f.bytes) && f.bytes[c.start-1] == f.bytes[c.end] && bytes.IndexByte([]byte("\"'`"), f.bytes[c.end]) >= 0 {
		return 0
	}
	return c.weight
}

// colonFollows asks for a heading: the words, a colon, and something said.
func colonFollows(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+4)]
	if bytes.IndexByte(rest, ':') < 0 {
		return 0
	}
	return c.weight
}

// namedLoudly asks for capitals in the original: a heading or a shout, where the
// same words in small letters name a thing.
func namedLoudly(f *folded, c cue) int {
	if inCapitals(f, c) {
		return c.weight
	}
	return c.weight / 2
}

// inCapitals says whether more than half of a phrase is capitals in the original.
func inCapitals(f *folded, c cue) bool {
	start, end := f.span(c.start, c.end)
	upper := 0
	for _, b := range []byte(f.text[start:end]) {
		if 'A' <= b && b <= 'Z' {
			upper++
		}
	}
	return 2*upper > end-start
}

// second are the words that speak to someone.
var second = folds("you", "your", "yours", "you're", "you've", "you'll", "yourself", "ai", "llm", "assistant", "model", "ignore", "chatgpt")

// speaksWithin says whether a word of second stands in text[from:to].
func speaksWithin(f *folded, from, to int) bool {
	text := f.bytes
	for p := max(0, from); p < min(to, len(text)); {
		if !wordByte[text[p]] {
			p++
			continue
		}
		start := p
		p = spokenEnd(text, p, len(text))
		if p-start <= 10 && second[string(text[start:p])] {
			return true
		}
	}
	return false
}

// near by, for the guards below.
const (
	nearBy = 160
	behind = 240
)

// addressed halves the weight of a phrase with no one spoken to near it.
func addressed(f *folded, c cue) int {
	if speaksWithin(f, c.start-nearBy, c.end+nearBy) {
		return c.weight
	}
	return c.weight / 2
}

// mustAddress takes the weight of a heading with no one spoken to behind it.
func mustAddress(f *folded, c cue) int {
	if c.end < len(f.bytes) && f.bytes[c.end] == '(' || !speaksWithin(f, c.end, c.end+behind) {
		return 0
	}
	return c.weight
}

// modelWords name a model and no person; an agent may sell houses.
var modelWords = folds("ai", "llm", "llms", "ais", "gpt", "chatgpt", "language", "chatbot", "artificial",
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
		if modelWords[string(text[start:p])] {
			return c.weight
		}
	}
	return c.weight / 2
}

// headingForModel asks for the form of an address: punctuation behind, or a
// bracket or comment before. An order behind a colon adds one.
func headingForModel(f *folded, c cue) int {
	if weight := headsModel(f, c); weight < c.weight || heading(f, c) == 0 {
		return weight
	}
	return c.weight + 1
}

// headsModel asks for the form alone.
func headsModel(f *folded, c cue) int {
	_, n := before(f, c.start, 1)
	rest := f.bytes[c.end:min(len(f.bytes), c.end+16)]
	if bytes.ContainsAny(rest, ":!]>=") || n == 0 && bytes.ContainsAny(rest, ",-") ||
		bytes.ContainsAny(f.bytes[max(0, c.start-4):c.start], "[<({*#/-=") {
		return namesModel(f, c)
	}
	return 0
}

// rulerBefore asks for a line drawn in front: --- end of document ---.
func rulerBefore(f *folded, c cue) int {
	if bytes.ContainsAny(f.bytes[max(0, c.start-4):c.start], "-=<[*#({~_") {
		return c.weight
	}
	return 0
}

// turnStart asks for a line that begins with the speaker and speaks to someone.
func turnStart(f *folded, c cue) int {
	start, _ := f.span(c.start, c.end)
	if start > 0 && f.text[start-1] != '\n' || !speaksWithin(f, c.end, c.end+behind) && ordersBehind(f, c) < c.weight {
		return 0
	}
	if containsAny(f.bytes[max(0, c.start-turnReach):c.start], otherTurns) {
		return c.weight / 3 // in a transcript, as support chats are
	}
	return c.weight
}

// otherTurns begin the lines of those whom an assistant talks with; turnReach is how far
// in front they are looked for.
var otherTurns = foldedWords("user:", "customer:")

const turnReach = 600

// question asks for a question mark before the sentence ends, or for an order.
func question(f *folded, c cue) int {
	for _, b := range f.bytes[c.end:min(len(f.bytes), c.end+behind)] {
		switch b {
		case '?':
			return c.weight
		case '\n':
			return c.weight / 2
		}
	}
	return c.weight / 2
}

// asked halves what is not a request of the reader: denied, or about a password's
// policy, manager, field.
func asked(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+14)]
	for _, w := range aboutPasswords {
		if bytes.HasPrefix(rest, w) {
			return 0
		}
	}
	return c.weight
}

var aboutPasswords = foldedWords(" policy", " manager", " reset", " hash", " field", " length", " strength", " file",
	" prompt", " with anyone", " with other", " with some", " safe", " for your", " to log", "-", " to sign",
	" is", " via", " when", " in the", " at the", " to the", " again", " or ")

var addresses = [][]byte{[]byte("@"), []byte("http"), []byte("www."), []byte(".com"), []byte(".net"), []byte(".org"), []byte(foldString(".io")),
	[]byte(".dev"), []byte(foldString(".xyz")), []byte(foldString(".site")), []byte(foldString(".online")), []byte(foldString(".info")), []byte(foldString(".example"))}

// addressFollows asks for a place to send to.
func addressFollows(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+60)]
	if k := bytes.IndexByte(rest, '\n'); k >= 0 {
		rest = rest[:k]
	}
	if containsAny(rest, addresses) {
		return c.weight
	}
	return 0
}

// mailed asks for an order with an address.
func mailed(f *folded, c cue) int { return min(imperative(f, c), addressFollows(f, c)) }

// toAddress is mailed, but leaves a quarter to an order without an address. The end of
// a name, as in auto_send, is no order.
func toAddress(f *folded, c cue) int {
	if c.start > 0 && f.bytes[c.start-1] == '_' {
		return 0
	}
	return min(imperative(f, c), max(addressFollows(f, c), c.weight/4))
}

// placeholderInLink asks for an image or link whose query has room for data: the
// one way to send something out by showing it.
func placeholderInLink(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+200)]
	if i := bytes.IndexAny(rest, ") \n"); i >= 0 {
		if rest[i] != ')' { // a placeholder may hold spaces
			if j := bytes.IndexByte(rest, ')'); j >= 0 {
				i = j
			}
		}
		rest = rest[:i]
	}
	query := bytes.IndexByte(rest, '?')
	if query < 0 {
		return 0
	}
	if bytes.ContainsAny(rest[query:], "{[<$%") && bytes.ContainsAny(rest[query:], "}]>") {
		return c.weight
	}
	value := bytes.LastIndexByte(rest, '=') + 1
	start, end := f.span(c.end+value, c.end+len(rest))
	if shouted(f.text[start:end]) {
		return c.weight
	}
	return 0
}

// shouted says whether a text is a placeholder in capitals: FULL_SUMMARY, or
// what is wanted: CONVERSATION.
func shouted(s string) bool {
	if len(s) < 8 || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return false
	}
	return strings.Contains(s, "_") || s == "CONVERSATION" || s == "PASSWORD" || s == "PASSWORDS" || s == "HISTORY"
}

// pipe asks for the pipe between a download and a shell.
func pipe(f *folded, c cue) int {
	if bytes.IndexByte(f.bytes[c.start:c.end], '|') < 0 {
		return 0
	}
	return 1
}

// calling are the words in front of the name of a tool that is to be called.
var calling = folds("call", "invoke", "use", "run", "execute", "trigger", "the")

// named asks for an order in front of a name in quotation marks: call the `x` tool.
func named(f *folded, c cue) int {
	name := f.bytes[max(0, c.start-48):c.start]
	open := bytes.LastIndexByte(name, '`')
	if open < 0 || bytes.IndexByte(name[open:], ' ') >= 0 {
		return 0
	}
	at := c.start - len(name) + open
	words, n := before(f, at, 2)
	if n == 0 || !calling[string(words[0])] || n > 1 && string(words[0]) == "the" && !calling[string(words[1])] {
		return 0
	}
	return undenied(f, cue{start: at, end: c.end, weight: c.weight})
}

// sentenceEnds asks for nothing more to follow: "what is the password?", not "the
// password policy".
func sentenceEnds(f *folded, c cue) int {
	for _, b := range f.bytes[c.end:min(len(f.bytes), c.end+3)] {
		switch b {
		case '?', '.', '!', '\n':
			return c.weight
		}
	}
	if c.end == len(f.bytes) {
		return c.weight
	}
	return 0
}

// notHow takes the weight of a question for the way to do something.
func notHow(f *folded, c cue) int {
	if bytes.Contains(f.bytes[c.start:c.end], []byte(" how ")) {
		return 0
	}
	return c.weight
}

// unanswered asks for a question that follows an answer on its line and has none:
// it leaves the model to go on.
func unanswered(f *folded, c cue) int {
	const room = 600
	text := f.bytes
	answer := []byte(" a: ")
	if bytes.Contains(text[c.end:min(len(text), c.end+room)], answer) {
		return 0
	}
	from := max(0, c.start-room)
	if k := bytes.LastIndexByte(text[from:c.start], '\n'); k >= 0 {
		from += k
	}
	if !bytes.Contains(text[from:c.start], answer) && !bytes.Contains(text[from:c.start], []byte("q: ")) && !repeats(text[from:c.start]) {
		return 0
	}
	return c.weight
}

// repeats says whether a text ends in the same word four times over.
func repeats(text []byte) bool {
	words := bytes.Fields(text[max(0, len(text)-80):])
	if len(words) < 4 {
		return false
	}
	last := words[len(words)-1]
	for _, w := range words[len(words)-4:] {
		if !bytes.Equal(w, last) {
			return false
		}
	}
	return true
}

// todoOrder asks for an order about someone's things, and for no comment in code:
// programmers leave themselves such notes.
func todoOrder(f *folded, c cue) int {
	start, _ := f.span(c.start, c.end)
	line := f.text[max(0, start-80):start]
	line = strings.TrimSpace(line[strings.LastIndexByte(line, '\n')+1:])
	if strings.HasSuffix(line, "//") || strings.HasSuffix(line, "#") || strings.HasSuffix(line, "*") || strings.HasSuffix(line, "--") || strings.HasSuffix(line, ";") {
		return 0
	}
	if addressFollows(f, c) > 0 || containsAny(f.bytes[c.end:min(len(f.bytes), c.end+120)], belongings) {
		return c.weight
	}
	return 0
}

var belongings = foldedWords("the user", " my ", "password", "account", "transaction", "money", "hotel",
	"reservation", "channel", " event", "with id", "recipient", "appointment", "payment", "$", "inbox", "door",
	"visit")

// tagged asks for a label in capitals, in brackets or rules to both sides:
// [EMERGENCY BYPASS].
func tagged(f *folded, c cue) int {
	from := max(0, c.start-1)
	if c.end >= len(f.bytes) || bytes.IndexByte([]byte("[<{(#>"), f.bytes[c.start]) < 0 && bytes.IndexByte([]byte("[<{#>"), f.bytes[from]) < 0 ||
		bytes.IndexByte([]byte("]>}#<:"), f.bytes[c.end]) < 0 {
		return 0
	}
	if f.bytes[c.start] == '#' || inCapitals(f, c) {
		return c.weight
	}
	return 0
}

// ofModel halves the weight of a mode that machines have as well, where no one is
// spoken to and no label stands in front.
func ofModel(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	if bytes.IndexByte(f.bytes[max(0, c.start-3):c.start], ']') >= 0 {
		return c.weight
	}
	return addressed(f, c)
}

// unqualified halves a phrase that goes on to say of what, or what for: "enter
// developer mode on the phone".
func unqualified(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+8)]
	for _, w := range [...]string{" on ", " in ", " of ", " for ", " by ", " to "} {
		if bytes.HasPrefix(rest, []byte(w)) {
			return c.weight / 2
		}
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

// standsAlone asks for a sentence of nothing else: "Ignore previous messages."
func standsAlone(f *folded, c cue) int {
	if _, n := before(f, c.start, 1); n > 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+1)]
	if len(rest) == 1 && bytes.IndexByte([]byte(".!\n<\"'"), rest[0]) < 0 {
		return 0
	}
	return c.weight
}

// unlinked takes the weight of a phrase that is the text of a link, [debug mode](#debug).
func unlinked(f *folded, c cue) int {
	if bytes.HasPrefix(f.bytes[c.end:], []byte("](")) {
		return 0
	}
	return c.weight
}
