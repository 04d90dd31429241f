package injection

import (
	"bytes"
	"sync"
)

// Whether words are an order, or deny one, report it, or ascribe it to others.

// speech has the lists of guards.txt about words before a verb, or words that may be an order.
type speech struct {
	kindOf          map[string]kind
	may             glance // a first filter for kindOf
	bidden, fillers *wordSet
	noOrders        *literals
	nouns, verbs    []string // that misspellings are corrected to
	telling         []string // two of which, run together, are an attack
	nounBegins      [256]bool
}

var spoken = sync.OnceValue(func() *speech {
	lists := known().lists
	s := &speech{
		kindOf: make(map[string]kind), bidden: newWordSet(lists["bidden"]), fillers: newWordSet(lists["fillers"]),
		noOrders: newLiterals(lists["no-orders"]), nouns: folds(lists["orders-misspelt"]), verbs: folds(lists["ignore-misspelt"]), telling: folds(lists["telling"]),
	}
	for name, k := range kindNames {
		for _, w := range folds(lists[name]) {
			s.kindOf[w] |= k
			s.may.note(w)
		}
	}
	for _, n := range s.nouns {
		s.nounBegins[n[0]] = true
	}
	return s
})

// folds folds words.
func folds(words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = foldString(w)
	}
	return all
}

// kind is the effect of a word before a verb.
type kind uint8

const (
	denial kind = 1 << iota
	actor
	duty
	machine
	cause
	report
)

var kindNames = map[string]kind{"denial": denial, "actor": actor, "duty": duty, "machine": machine, "cause": cause, "report": report}

func kindOf(word []byte) kind {
	s := spoken()
	if !s.may.may(word) {
		return 0
	}
	return s.kindOf[string(word)]
}

// wordSet is a set of words that guards look up for nearly every word of a near miss.
type wordSet struct {
	glance
	all map[string]bool
}

func newWordSet(words []string) *wordSet {
	s := &wordSet{all: make(map[string]bool)}
	for _, w := range folds(words) {
		s.all[w] = true
		s.note(w)
	}
	return s
}

func (s *wordSet) has(word []byte) bool { return s.may(word) && s.all[string(word)] }

// glance tells by first byte, last byte and length which words may be in a set. It rules out nearly
// all others; hashing each took 4 % of a scan.
type glance [256]uint32

func outerBytes[T string | []byte](word T) byte { return word[0] + word[len(word)-1]<<3 }

func (g *glance) note(word string) { g[outerBytes(word)] |= 1 << min(len(word), 31) }

func (g *glance) may(word []byte) bool {
	return len(word) > 0 && g[outerBytes(word)]>>min(len(word), 31)&1 != 0
}

const maxBefore = 4

// before returns the nearest words before a place in its sentence, nearest first and at most so
// many, within 64 bytes.
func before(f *folded, at, most int) (words [maxBefore][]byte, n int) {
	front := &f.front
	if front.behind != at+1 || front.most < most { // guards ask repeatedly about the same place
		front.behind, front.most = at+1, most
		front.words, front.n = wordsBefore(f.bytes, at, most)
	}
	return front.words, min(front.n, most)
}

// front is the last answer of before.
type front struct {
	behind  int // the place plus one: zero is none
	most, n int
	words   [maxBefore][]byte
}

func wordsBefore(text []byte, at, most int) (words [maxBefore][]byte, n int) {
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

// isOrder reports whether the first word of a phrase gives an order that is not denied, reported or
// ascribed to others: "do not ignore", "attempts to ignore", "the model may forget".
func isOrder(f *folded, c cue) bool {
	if f.judged.behind != c.start+1 { // rules with the same first words ask about the same place
		f.judged = judgement{c.start + 1, orders(f, c.start)}
	}
	return f.judged.orders
}

// judgement is the last answer of orders.
type judgement struct {
	behind int // the place plus one: zero is none
	orders bool
}

// orders reports whether a verb at a place gives an order.
func orders(f *folded, at int) bool {
	if spoken().noOrders.at(f.bytes, at, len(f.bytes)) {
		return false
	}
	words, n := before(f, at, 3)
	if n == 0 || numbered(f, at, words[0]) {
		return true
	}
	first, second := kindOf(words[0]), kindOf(words[1])
	switch {
	case (first|second)&denial != 0:
		return false
	case string(words[0]) == "to":
		words, n = before(f, at, maxBefore)
		return infinitive(words[1:n]) && !(n == 1 && saysWhatFor(f, at))
	case string(words[0]) == or && deniedBefore(f, at):
		return false
	case string(words[0]) == "and" && saidOfMany(f, at):
		return false
	case string(words[0]) == "can" && n > 1 && string(words[1]) != "you" && second&(machine|actor) == 0: // operators can
		return false
	case string(words[0]) == "do" && second&duty != 0:
		return true
	case string(words[0]) == will && second&machine != 0: // as a manual tells what happens
		return false
	case first&machine != 0 && (second|kindOf(words[2]))&cause != 0:
		return false
	}
	return first&actor == 0 && !(string(words[0]) == should && second&actor != 0)
}

var will, or, should = foldString("will"), foldString("or"), foldString("should")

// saysWhatFor reports whether a sentence begins with "to send" as a purpose: "To send mail to
// another host, pass --relay." After a colon it is an order.
func saysWhatFor(f *folded, at int) bool {
	front := bytes.TrimRight(f.bytes[max(0, at-6):max(0, at-3)], " ")
	return len(front) == 0 || bytes.IndexByte([]byte(".\n"), front[len(front)-1]) >= 0
}

// saidOfMany reports whether the clause up to an "and" tells what several things do: "small cards
// cut the context and skip the filter".
func saidOfMany(f *folded, at int) bool {
	const room = 160
	front := f.bytes[max(0, at-room):at]
	words := bytes.Fields(front[bytes.LastIndexAny(front, ".!?\n:;,\"")+1:])
	if len(words) < 5 || spoken().bidden.has(words[0]) || spoken().fillers.has(words[0]) {
		return false
	}
	many := words[1]
	return len(many) > 3 && bytes.HasSuffix(many, []byte("s")) && kindOf(words[2]) == 0
}

// deniedBefore reports whether the part of the sentence before an "or" is denied: "it does not stop
// the gateway, retry the update, or skip a check".
func deniedBefore(f *folded, at int) bool {
	const room = 160
	front := f.bytes[max(0, at-room):at]
	if k := bytes.LastIndexAny(front, ".!?\n:"); k >= 0 {
		front = front[k:]
	}
	for word := range bytes.FieldsSeq(front) {
		if kindOf(word)&denial != 0 {
			return true
		}
	}
	return false
}

// numbered reports whether the word before a place is the number of a step, which folds to a
// letter.
func numbered(f *folded, at int, word []byte) bool {
	if len(word) != 1 {
		return false
	}
	k := bytes.LastIndexByte(f.bytes[:at], word[0])
	start, _ := f.span(k, k+1)
	return '0' <= f.text[start] && f.text[start] <= '9'
}

// infinitive judges "to ignore", which is an order after "you have to".
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

// undenied reports whether no denial precedes a phrase.
func undenied(f *folded, c cue) bool {
	words, n := before(f, c.start, maxBefore)
	for _, w := range words[:n] {
		if kindOf(w)&denial != 0 {
			return false
		}
	}
	return true
}

// maxSpoken bounds a word, in bytes. Some scripts and some attackers use no spaces, and a guard
// that walked to the end of such a text from each place would be quadratic.
const maxSpoken = 128

// spokenEnd returns the end of the word at text[p:], including elisions: don't.
func spokenEnd(text []byte, p, end int) int {
	end = min(end, p+maxSpoken)
	for p < end && (wordByte[text[p]] || text[p] == '\'') {
		p++
	}
	return p
}

// bidden reports whether a sentence or clause that soon follows a phrase begins with a verb for
// things that a machine is told to do.
func bidden(f *folded, c cue) bool {
	const room = 120
	text, s := f.bytes, spoken()
	end := min(len(text), c.end+room)
	first := true // of a sentence
	for p := c.end; p < end; {
		if !wordByte[text[p]] {
			// Announcements have asides in brackets: "Debug mode: on (press q to quit)".
			first = text[p] != '(' && (first || text[p] != ' ' && text[p] != '\'' && text[p] != '-' && text[p] != '_')
			p++
			continue
		}
		start := p
		p = spokenEnd(text, p, end)
		w := text[start:p]
		// Parts of names in code do not count: turn_outputs, add().
		if first && s.bidden.has(w) && (p == len(text) || text[p] != '_' && text[p] != '(' && text[p] != '=') {
			return true
		}
		first = s.fillers.has(w)
	}
	return false
}
