package injection

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/datafile"
)

// A guard is a list of tests of a phrase's surroundings that decide its weight there: "do not
// ignore" is not an order, and much is written about passwords without asking for one. Guards are
// in phrases/guards.txt, or beside the phrase that they are for.
type guard []test

// test is one test of a guard: what it looks for, and its effect on the weight.
type test struct {
	looks
	share  int  // divides the weight; 0: sets it to nothing
	plus   int  // is added instead
	unless bool // applies if the test fails
}

// looks is what a test looks for: words of a list at a place, or a named property.
type looks struct {
	named  func(f *folded, c cue) bool
	place  func(f *folded, c cue, n int) (from, to int)
	n      int // bytes, or words before the phrase
	listed *literals
}

// weigh returns the weight of a phrase at its place.
func (g guard) weigh(f *folded, c cue) int {
	for i := range g {
		t := &g[i]
		switch {
		case t.hold(f, c) == t.unless:
		case t.plus != 0:
			c.weight += t.plus
		case t.share == 0:
			return 0
		default:
			c.weight /= t.share
		}
	}
	return c.weight
}

// hold reports whether the test finds what it looks for.
func (l *looks) hold(f *folded, c cue) bool {
	switch {
	case l.named != nil:
		return l.named(f, c)
	case l.place == nil:
		words, n := before(f, c.start, l.n)
		for _, w := range words[:n] {
			if l.listed.whole.has(w) {
				return true
			}
		}
		return false
	}
	from, to := l.place(f, c, l.n)
	return l.listed.in(f.bytes, from, to)
}

// places are where a list's words are looked for; n is a number of bytes.
var places = map[string]func(f *folded, c cue, n int) (from, to int){
	"starts": func(f *folded, c cue, _ int) (int, int) { return c.start, c.start },
	"before": func(f *folded, c cue, n int) (int, int) { return max(0, c.start-n), c.start },
	"within": func(f *folded, c cue, n int) (int, int) { return c.start, min(len(f.bytes), c.end+n) },
	"around": func(f *folded, c cue, n int) (int, int) { return max(0, c.start-n), min(len(f.bytes), c.end+n) },
	"behind": func(f *folded, c cue, n int) (int, int) { return c.end, paragraph(f.bytes, c.end, n) },
	"next":   func(f *folded, c cue, _ int) (int, int) { return c.end, c.end },
	"front":  nil, // words before it in the sentence; see hold
}

// tests are the named ones. They are set in init, since some need lists from the same files.
var tests map[string]func(f *folded, c cue) bool

func init() {
	tests = map[string]func(f *folded, c cue) bool{
		"order":         isOrder,
		"undenied":      undenied,
		"bidden":        bidden,
		"alone":         func(f *folded, c cue) bool { return isAlone(f, c) },
		"ended":         func(f *folded, c cue) bool { return sentenceEnds(f, c.end) },
		"begun":         beginsLine,
		"capitals":      inCapitals,
		"quoted":        isQuoted,
		"code":          inCode,
		"parted":        func(f *folded, c cue) bool { return f.nextEntry(c.start, c.end) },
		"latin":         func(f *folded, c cue) bool { return f.bytes[c.start] < 0x80 },
		"link-of-data":  linkOfData,
		"misspelt-noun": func(f *folded, c cue) bool { return ordersFollow(f, c.end) },
		"misspelt-verb": misspeltVerb,
	}
}

// outcomes are the effects on the weight.
var outcomes = map[string]test{
	"needs": {unless: true}, "not": {},
	"half if": {share: 2}, "half unless": {share: 2, unless: true},
	"third if": {share: 3}, "third unless": {share: 3, unless: true},
	"quarter if": {share: 4}, "quarter unless": {share: 4, unless: true},
	"plus-1 if": {plus: 1}, "plus-1 unless": {plus: 1, unless: true},
	"plus-2 if": {plus: 2}, "plus-2 unless": {plus: 2, unless: true},
	"minus-1 if": {plus: -1}, "minus-1 unless": {plus: -1, unless: true},
}

// maxLooks bounds how far a guard looks, in bytes.
const maxLooks = 600

// addTest adds a line of a guard: the effect on the weight, and what is looked for.
func (t *tables) addTest(g guard, l datafile.Line) (guard, error) {
	head, list, listed := strings.Cut(l.Text, ": ")
	words := strings.Fields(head)
	if len(words) > 1 && (words[1] == "if" || words[1] == "unless") {
		words = append([]string{words[0] + " " + words[1]}, words[2:]...)
	}
	read, ok := outcomes[words[0]]
	if !ok || len(words) < 2 {
		return nil, l.Errorf("%q does not say what becomes of the weight, and where", head)
	}
	if !listed {
		if read.named = tests[words[1]]; read.named == nil || len(words) > 2 {
			return nil, l.Errorf("no test is called %s", strings.Join(words[1:], " "))
		}
		return append(g, read), nil
	}
	if read.place, ok = places[words[1]]; !ok {
		return nil, l.Errorf("no place is called %s", words[1])
	}
	farthest := maxLooks
	if read.place == nil {
		farthest = maxBefore
	}
	if far := strings.Join(words[2:], " "); far != "" {
		var err error
		if read.n, err = strconv.Atoi(far); err != nil || read.n < 1 || read.n > farthest {
			return nil, l.Errorf("%s is not how far to look: at most %d", far, farthest)
		}
	}
	all, err := t.words(l.Place, list)
	read.listed = newLiterals(all)
	return append(g, read), err
}

// literals are words to look for around a phrase, by their first bytes.
type literals struct {
	may   [pairs]bool // first filter, by the first two bytes
	by    [256][]around
	whole *wordSet
}

// pairOf hashes two bytes.
func pairOf(a, b byte) int { return int(a)<<4&(pairs-1) ^ int(b) }

const pairs = 1 << 12

type around struct {
	text string
	open bool // more letters may follow
}

func newLiterals(words []string) *literals {
	l := &literals{whole: newWordSet(words)}
	for _, w := range words {
		text, open := strings.CutSuffix(w, "*")
		if text = foldString(text); text == "" {
			text, open = "*", false // the star itself
		}
		if len(text) > 1 {
			l.may[pairOf(text[0], text[1])] = true
		} else {
			for b := range 256 {
				l.may[pairOf(text[0], byte(b))] = true
			}
		}
		open = open || !wordByte[text[len(text)-1]] || unspaced(text)
		l.by[text[0]] = append(l.by[text[0]], around{text, open})
	}
	return l
}

// in reports whether a word lies in text[from:to]. If from equals to, it may also follow a space
// there.
func (l *literals) in(text []byte, from, to int) bool {
	if from == to {
		if l.at(text, from, len(text)) {
			return true
		}
		return from < len(text) && text[from] == ' ' && l.at(text, from+1, len(text))
	}
	wide := text[: len(text)+pad : cap(text)]
	for p := from; p < to; p++ {
		if l.may[pairOf(wide[p], wide[p+1])] && l.at(text, p, to) {
			return true
		}
	}
	return false
}

func (l *literals) at(text []byte, p, to int) bool {
	if p >= to || p > 0 && inWord[text[p]] && inWord[text[p-1]] {
		return false
	}
	for _, w := range l.by[text[p]] {
		end := p + len(w.text)
		if end <= to && string(text[p:end]) == w.text && (w.open || end == len(text) || !inWord[text[end]]) {
			return true
		}
	}
	return false
}

// paragraph returns the place n bytes after from, or the end of the paragraph if that is closer.
func paragraph(text []byte, from, n int) int {
	to := min(len(text), from+n)
	if k := bytes.IndexByte(text[from:to], '\n'); k >= 0 {
		return from + k
	}
	return to
}
