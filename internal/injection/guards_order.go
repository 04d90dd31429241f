package injection

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Whether words order, or ask for, something: or deny it, tell of it, say it of others.

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

// mayBeKind is a first look at kinds.
var mayBeKind = func() (g glance) {
	for w := range kinds {
		g.note(w)
	}
	return g
}()

func kindOf(word []byte) kind {
	if !mayBeKind.may(word) {
		return 0
	}
	return kinds[string(word)]
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

// orders reports whether a verb at a place gives an order.
func orders(f *folded, at int) bool {
	if bytes.HasPrefix(f.bytes[at:], noun) || bytes.HasPrefix(f.bytes[at:], adjective) {
		return false
	}
	words, n := before(f, at, 2)
	if n == 0 {
		return true
	}
	if numbered(f, at, words[0]) {
		return true
	}
	first, second := kindOf(words[0]), kindOf(words[1])
	switch {
	case first&denial != 0:
		return false
	case string(words[0]) == "to":
		words, n = before(f, at, maxBefore)
		return infinitive(words[1:n]) && !(n == 1 && saysWhatFor(f, at))
	case second&denial != 0:
		return false
	case string(words[0]) == or && deniedBefore(f, at):
		return false
	case string(words[0]) == "and" && saidOfMany(f, at):
		return false
	case string(words[0]) == "can" && n > 1 && string(words[1]) != "you" && second&(modelWord|actor) == 0 && !fillers.has(words[1]): // operators can
		return false
	case string(words[0]) == "do" && second&duty != 0:
		return true
	case string(words[0]) == will && second&modelWord != 0: // as a manual tells what happens
		return false
	case first&modelWord != 0:
		words, _ = before(f, at, 3)
		if (second|kindOf(words[2]))&cause != 0 {
			return false
		}
	}
	// shouid: folded, as all words here
	return first&actor == 0 && !(string(words[0]) == "shouid" && second&actor != 0)
}

var will, or = foldString("will"), foldString("or")

// saysWhatFor reports whether "to send", which begins a sentence, says what something else is
// done for: "To send mail to another host, pass --relay." Behind a colon it is what is to be
// done.
func saysWhatFor(f *folded, at int) bool {
	if k := bytes.LastIndexByte(f.bytes[:at], 't'); k > 0 {
		if front := bytes.TrimRight(f.bytes[max(0, k-4):k], " "); len(front) == 0 || front[len(front)-1] != '.' && front[len(front)-1] != '\n' {
			return false
		}
	}
	rest := f.bytes[at:min(len(f.bytes), at+behind)]
	k := bytes.IndexAny(rest, ".!?\n:;,")
	return k >= 0 && rest[k] == ','
}

// saidOfMany reports whether a clause up to an and tells what several things do: "small cards
// cut the context and skip the filter". An order has no word between its object and an and but
// one that says where, of what, or for whom.
func saidOfMany(f *folded, at int) bool {
	front := f.bytes[max(0, at-nearBy):at]
	k := bytes.LastIndexAny(front, ".!?\n:;,\"")
	if k < 0 {
		return false
	}
	words := bytes.Fields(front[k+1:])
	if len(words) < 5 || second.has(words[0]) || fillers.has(words[0]) || bidden.has(words[0]) || everyday.has(words[0]) || working.has(words[0]) {
		return false
	}
	many := words[1]
	return len(many) > 3 && many[len(many)-1] == 's' && many[len(many)-2] != 's' && wordByte[many[0]] && !besideObject.has(words[2]) && kindOf(words[2]) == 0
}

var besideObject = often("of", "from", "to", "in", "on", "at", "for", "with", "by", "and", "or", "as", "into", "about", "the", "a", "an", "all", "any", "your", "my", "this", "that",
	"below", "above", "here", "carefully", "first", "now", "then")

// deniedBefore reports whether what stands before an or, in its sentence, is denied: "it does
// not stop the gateway, retry the update, or skip a check".
func deniedBefore(f *folded, at int) bool {
	front := f.bytes[max(0, at-nearBy):at]
	if k := bytes.LastIndexAny(front, ".!?\n:"); k >= 0 {
		front = front[k:]
	}
	return containsAny(front, deniedThere)
}

var deniedThere = foldedWords(" not ", "n't ", " cannot ", " never ", " neither ")

// numbered reports whether the word in front of a place is the number of a step, which folds
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

// adjective is clear in, as in "make clear in your instructions", which clears nothing.
var adjective = []byte(foldString("clear in "))

// infinitive judges "to ignore": an order where someone says that you have to.
func infinitive(words [][]byte) bool {
	var all kind
	for _, w := range words {
		all |= kindOf(w)
	}
	if all&(report|denial) != 0 {
		return false
	}
	for _, w := range words {
		switch {
		case string(w) == "you":
			return true
		case kindOf(w)&actor != 0:
			return false
		}
	}
	return len(words) == 0 || all&duty != 0
}

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

// undenied passes the weight of a phrase that no denial stands before.
func undenied(f *folded, c cue) int {
	words, n := before(f, c.start, maxBefore)
	for _, w := range words[:n] {
		if kindOf(w)&denial != 0 {
			return 0
		}
	}
	return c.weight
}

// nevers are the words for never in the languages of phrases/abroad, which
// stand in front of a verb or between it and what it is about.
var nevers = often("nunca", "jamás", "jamais", "niemals", "nie", "nooit", "никогда", "ніколи", "nigdy", "nikdy", "asla", "aldrig", "aldri", "soha", "sose",
	"ποτέ", "niciodată", "hindi", "kailanman")

// nots are the words for not of these languages right in front of a verb.
var nots = often("не", "nie", "ne", "no", "non", "não", "nu")

// neverBegins says which bytes a word of nevers begins with: few words of a text do.
var neverBegins = func() (t [256]bool) {
	for w := range nevers.all {
		t[w[0]] = true
	}
	return t
}()

// hasNever reports whether a word in [start, end) of a text, but the first, is for never.
func hasNever(text []byte, start, end int) bool {
	for p := start; p < end; p++ {
		if text[p] != ' ' || !neverBegins[text[p+1]] {
			continue
		}
		word := p + 1
		for p = word; p < end && wordByte[text[p]]; p++ {
		}
		if nevers.has(text[word:p]) {
			return true
		}
		p--
	}
	return false
}

// reporting are the words between "asks the model" and "to ignore" in the languages of
// phrases/abroad.
var reporting = often("zu", "di", "a", "de", "d", "à", "para", "per", "pour", "que", "che", "qu", "om", "te", "att", "aby", "чтобы", "щоб")

// reported are the same where words are not marked off, or verbs come last.
var reported = foldedWords("它", "模型", "要求", "让", "करने", "करे ", "するよう", "하도록", "하라고")

// ordered is imperative for the languages of phrases/abroad: it halves what tells of
// an order, "er weist das Modell an, die Regeln zu ignorieren".
func ordered(f *folded, c cue) int {
	weight := imperative(f, c)
	if weight == 0 {
		return 0
	}
	words, n := before(f, c.start, 2)
	switch {
	case n > 0 && (nevers.has(words[0]) || nots.has(words[0])), n > 1 && nevers.has(words[1]), hasNever(f.bytes, c.start, c.end):
		return 0
	case n > 0 && reporting.has(words[0]):
		return weight / 2
	}
	if f.bytes[c.start] >= unspacedLead {
		around := f.bytes[max(0, c.start-12):min(len(f.bytes), c.end+14)]
		if containsAny(around, happens) {
			return 0
		}
		if containsAny(around, reported) {
			return weight / 2
		}
	} else if bytes.Contains(f.bytes[c.start:c.end], []byte(" zu ")) {
		return weight / 2
	}
	return weight
}

// leavesAside is ordered, and halves what deletes: "deletes the tokens and shows the rest".
func leavesAside(f *folded, c cue) int {
	for _, verb := range deletes {
		if bytes.HasPrefix(f.bytes[c.start:], verb) {
			c.weight /= 2
			break
		}
	}
	return ordered(f, c)
}

var deletes = foldedWords("borra", "borre", "efface", "cancella", "apaga", "apague", "lösche", "удали", "сотри", "usuń", "șterge", "radera", "slet")

// verbLast halves a phrase in Latin letters, whose languages mostly have the order in
// front, and one that a comma parts: "a system prompt, telling the model".
func verbLast(f *folded, c cue) int {
	if f.bytes[c.start] < utf8.RuneSelf || bytes.IndexByte(f.bytes[c.start:c.end], ',') >= 0 {
		return c.weight / 2
	}
	return c.weight
}

// whatIsAsked requires a word in front that asks the reader for something.
func whatIsAsked(f *folded, c cue) int { return after(f, c, asking) }

// ifThisIs requires an if in front: of "it is read by an assistant" much is written.
func ifThisIs(f *folded, c cue) int { return min(after(f, c, ifs), undenied(f, c)) }

var (
	asking = folds("what", "which", "whatever", "how", "hint", "tell", "show", "give", "reveal", "list", "print", "repeat", "return", "summarize", "write",
		"output", "say")
	ifs = folds("if", "when", "whenever", "once", "case", "since", "should")
)

// becoming gives no weight to what only happens to the reader: "you will be presented with
// a list". What it is to become stands last in the phrase: "you will be playing".
func becoming(f *folded, c cue) int {
	rest, ok := bytes.CutPrefix(f.bytes[c.start:c.end], willBe)
	if !ok {
		return c.weight
	}
	first, _, more := bytes.Cut(rest, []byte(" "))
	if string(first) == able || more && (bytes.HasSuffix(first, participle) || bytes.HasSuffix(first, gerund) || string(first) == "given") {
		return 0
	}
	return c.weight
}

var able = foldString("able")

var willBe, participle, gerund = []byte(foldString("you will be ")), []byte(foldString("ed")), []byte(foldString("ing"))

// question requires a question mark before the sentence ends, or for an order.
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

// notHow gives no weight to a question for the way to do something.
func notHow(f *folded, c cue) int {
	if bytes.Contains(f.bytes[c.start:c.end], []byte(" how ")) {
		return 0
	}
	return c.weight
}
