package injection

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/datafile"
)

// A guard is tests of what stands around a phrase, which say what its words weigh there: "do
// not ignore" is no order, and of a password much is written that nobody asks for. Guards
// stand in phrases/guards.txt, or with the phrase that they are for.
type guard []test

// test is one of them: what it looks for, and what becomes of the weight.
type test struct {
	looks
	share  int  // of the weight that is left, one in so many; 0: nothing
	plus   int  // what is added instead
	unless bool // where it is not so
}

// looks is what a test looks for: words of a list at a place, or something that has a name.
type looks struct {
	named  func(f *folded, c cue) bool
	place  func(f *folded, c cue, n int) (from, to int)
	n      int // bytes, or words in front
	listed *literals
}

// weigh gives the weight that a phrase has at its place.
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

// hold reports whether what is looked for is there.
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

// places are where words of a list are looked for; n is a number of bytes.
var places = map[string]func(f *folded, c cue, n int) (from, to int){
	"starts": func(f *folded, c cue, _ int) (int, int) { return c.start, c.start },
	"before": func(f *folded, c cue, n int) (int, int) { return max(0, c.start-n), c.start },
	"within": func(f *folded, c cue, n int) (int, int) { return c.start, min(len(f.bytes), c.end+n) },
	"around": func(f *folded, c cue, n int) (int, int) { return max(0, c.start-n), min(len(f.bytes), c.end+n) },
	"behind": func(f *folded, c cue, n int) (int, int) { return c.end, paragraph(f.bytes, c.end, n) },
	"next":   func(f *folded, c cue, _ int) (int, int) { return c.end, c.end },
	"front":  nil, // words in front, in the sentence
}

// tests are what has a name. They are set in init, since some ask lists of the same files.
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

// outcomes are what becomes of the weight.
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

// addTest adds what a line says: what becomes of the weight, and what is looked for.
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

// literals are words that are looked for around a phrase, by their first bytes.
type literals struct {
	may   [pairs]bool // by the first two bytes: a first look at by
	by    [256][]around
	whole *wordSet
}

// pairOf files two bytes.
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

// in reports whether one of them begins in a part of a text, and ends there; where the part is
// a place, whether one stands there, or behind a space.
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

// paragraph is where n bytes from a place end, or the paragraph before that.
func paragraph(text []byte, from, n int) int {
	to := min(len(text), from+n)
	if k := bytes.IndexByte(text[from:to], '\n'); k >= 0 {
		return from + k
	}
	return to
}
