package injection

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/lanes"
	"github.com/provenanced/provenanced/internal/literal"
)

// maxDepth is how many layers of encoding are decoded.
const maxDepth = 2

// hidden finds what a text holds for a model but not for a person: invisible characters, and
// attacks in an encoding.
func hidden(f *folded, l layers) []Finding {
	var findings []Finding
	if f.oddity {
		findings = append(findings, unseenRuns(f.text, l)...)
		findings = append(findings, unseenSpaces(f.text, l)...)
	}
	findings = append(findings, joinedStrings(f.text, l)...)
	findings = append(findings, spacedLetters(f, l)...)
	findings = append(findings, signedLetters(f.text, l)...)
	return append(findings, encoded(f.text, l)...)
}

// Runs of invisible characters.
const (
	minTags       = 5  // tag characters; the flag of a region has up to seven, and is excluded
	minSelectors  = 8  // variation selectors in a row, not all the same; a character needs at most one
	minZeroWidths = 16 // zero-width characters in a row: two letters' worth of bits

	minUnseen = minTags * 4 // bytes of the shortest such run, all of them beyond ASCII
)

const rightToLeft = '\u202e' // the override

// unseenKinds are kinds of invisible characters: the least run that has no legitimate use, and the
// letters that they stand for.
var unseenKinds = [...]struct {
	rule  string
	is    func(r rune) bool
	least int
	says  func(r rune) rune
}{
	{"tag-characters", isTag, minTags, func(r rune) rune { return r - 0xe0000 }},
	{"variation-selectors", isSelector, minSelectors, selectorByte},
	{"zero-width-run", isZeroWidth, minZeroWidths, func(rune) rune { return -1 }},
}

// unseenRuns finds text in tag characters or variation selectors, long runs of zero-width
// characters, and text after a change of direction.
func unseenRuns(text string, l layers) []Finding {
	var findings []Finding
	judged := 0 // end of the last stretch that was judged
next:
	for i := beyondASCII(text, 0); i < len(text) && l.goOn(); i = beyondASCII(text, i) {
		if i >= judged {
			var may bool
			if judged, may = stretch(text, i); !may { // as in most texts
				i = judged
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		for _, kind := range unseenKinds {
			if !kind.is(r) {
				continue
			}
			end, n := run(text, i, kind.is)
			same := isSelector(r) && strings.Trim(text[i:end], text[i:i+size]) == "" // people repeat a selector of presentation
			if n >= kind.least && !same && !isFlag(text, i, end) {
				findings = append(findings, unseen(kind.rule, strings.Map(kind.says, text[i:end]), i, end, l))
			}
			i = end
			continue next
		}
		i += size
		if r == rightToLeft {
			end := i
			for end < len(text) && text[end] != '\n' && !strings.HasPrefix(text[end:], "\u202c") {
				end++
			}
			if f, ok := inside("reversed", reverse(text[i:end]), i-size, end, l); ok {
				findings = append(findings, f)
			}
			i = end
		}
	}
	return findings
}

// minUnseenSpaces is the least number of zero-width spaces that count as spaces, if no real space
// is between.
const minUnseenSpaces = 3

const zeroWidthSpace = "\u200b"

// unseenSpaces finds words separated only by zero-width spaces.
func unseenSpaces(text string, l layers) []Finding {
	var findings []Finding
	for end := 0; l.goOn(); {
		k := strings.Index(text[end:], zeroWidthSpace)
		if k < 0 {
			break
		}
		at := end + k
		start := at
		for start > end && start > at-maxWord && text[start-1] > ' ' {
			start--
		}
		end = at + len(zeroWidthSpace)
		for end < len(text) && end < at+maxNote && text[end] > ' ' {
			end++
		}
		if end-start < minRun {
			continue // as most
		}
		parts := strings.Split(text[start:end], zeroWidthSpace)
		words := strings.Join(parts, " ")
		if len(parts) <= minUnseenSpaces || len(words) < 4*len(parts) { // they separate letters
			continue
		}
		if f, ok := inside("zero-width-spaces", words, start, end, l); ok {
			findings = append(findings, f)
		}
	}
	return findings
}

// minJoints is the least number of string concatenations on a line that is read without them.
const minJoints = 2

// joinedStrings finds "ig" + "nore" + " the" + " above".
func joinedStrings(text string, l layers) []Finding {
	var findings []Finding
	const joint = `" + "`
	for i := 0; l.goOn(); {
		k := strings.Index(text[i:], joint[2:]) // few texts have many of its first bytes
		if k < 0 {
			break
		}
		at := i + k
		if i = at + len(joint) - 2; at < 2 || text[at-2:at] != joint[:2] {
			continue
		}
		start, end := lineAround(text, at, i)
		if strings.Count(text[start:end], joint) >= minJoints {
			whole := strings.ReplaceAll(strings.ReplaceAll(text[start:end], joint, ""), `"`, "")
			if f, ok := inside("joined", whole, start, end, l); ok {
				findings = append(findings, f)
			}
		}
		i = end
	}
	return findings
}

// beyondASCII returns the place of the first non-ASCII byte from i on.
func beyondASCII(text string, i int) int {
	for ; len(text)-i >= keyLen; i += keyLen {
		if beyond := lanes.Word(text[i:i+keyLen]) & lanes.Tops; beyond != 0 {
			return i + lanes.Ahead(beyond)
		}
	}
	for i < len(text) && text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// stretch returns the end of the non-ASCII bytes at i, and whether they may include a run of
// invisible characters.
func stretch(text string, i int) (end int, may bool) {
	for end = i; end < len(text) && text[end] >= utf8.RuneSelf; end++ {
		may = may || text[end] == "\u202e"[2]
	}
	return end, may || end-i >= minUnseen
}

// run returns the end and the number of the characters of a kind at i. Most runs are too short to
// matter.
func run(text string, i int, kind func(rune) bool) (end, n int) {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !kind(r) {
			break
		}
		n++
		i += size
	}
	return i, n
}

func isTag(r rune) bool { return 0xe0001 <= r && r <= 0xe007f }

func isSelector(r rune) bool {
	return 0xfe00 <= r && r <= 0xfe0f || 0xe0100 <= r && r <= 0xe01ef
}

// selectorByte is the byte that a variation selector stands for in the usual encoding: VS1 is 0.
func selectorByte(r rune) rune {
	if r >= 0xe0100 {
		return r - 0xe0100 + 16
	}
	return r - 0xfe00
}

func isZeroWidth(r rune) bool {
	return 0x200b <= r && r <= 0x200f || 0x2060 <= r && r <= 0x2064 || r == 0xfeff || r == 0x180e
}

// isFlag reports whether the tags at [i, end) belong to a flag: after a black flag, and terminated.
func isFlag(text string, i, end int) bool {
	return strings.HasSuffix(text[:i], "\U0001f3f4") && end-i <= 7*4 && strings.HasSuffix(text[i:end], "\U000e007f")
}

// unseen returns the finding for an invisible run. Such a run has no innocent use, whatever it
// says; if it says an attack, that names the rule.
func unseen(rule, message string, start, end int, l layers) Finding {
	f, ok := inside(rule, message, start, end, l)
	if !ok {
		f = Finding{Rule: rule, Family: Hidden, Start: start, End: end, Severity: High, Score: Threshold + 2}
		l.found()
	}
	return f
}

// maxNote is the greatest length of an encoded message, in bytes; anything longer is a file.
const maxNote = 300

// inside scans the decoded message of an encoding at [start, end). An attack weighs more than in
// the open, and in a note half the threshold is enough.
func inside(rule, message string, start, end int, l layers) (worst Finding, ok bool) {
	if !l.take() {
		return Finding{}, false
	}
	worst = Finding{Severity: Low}
	least := Threshold
	if len(message) <= maxNote {
		least = Threshold / 2
	}
	for _, f := range scan(message, l.below(), pieceLen, least) {
		if f.Severity < worst.Severity || f.Severity == worst.Severity && f.Score > worst.Score {
			worst = f
		}
	}
	if worst.Severity == Low {
		return Finding{}, false
	}
	worst.Rule = rule + ":" + worst.Rule
	worst.Start, worst.End = start, end
	worst.Score += Threshold / 2
	worst.Severity = severity(worst.Score)
	l.found()
	return worst, true
}

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

// minSpaced is the least number of letters that are spaced out.
const minSpaced = 12

// spacedLetters finds i g n o r e  t h e  a b o v e, and i-g-n-o-r-e t-h-e a-b-o-v-e.
func spacedLetters(f *folded, l layers) []Finding {
	var findings []Finding
	text := f.bytes
	// A run of twelve letters takes 23 bytes, so at one of every sixteen bytes, or just after,
	// there are letter, separator, letter, separator, letter.
	wide := text[: len(text)+pad : cap(text)]
	for i := 0; i+6 < len(text) && l.goOn(); i += 16 {
		if is := wordByte[text[i+2]]; wordByte[text[i+1]] == is || wordByte[text[i+3]] == is {
			continue // as most
		}
		words := wordMask(binary.LittleEndian.Uint64(wide[i:]))
		if words&fiveLanes != alternating && words>>8&fiveLanes != alternating {
			continue
		}
		start, end := i, i
		for start > 0 && wordByte[text[start]] != wordByte[text[start-1]] {
			start--
		}
		var letters strings.Builder
		for end+1 < len(text) && (wordByte[text[end]] != wordByte[text[end+1]] || text[end] == ' ' && text[end+1] == ' ') {
			end++
		}
		for _, b := range text[start:min(len(text), end+1)] {
			if wordByte[b] {
				letters.WriteByte(b)
			}
		}
		if letters.Len() >= minSpaced {
			from, to := f.span(start, min(len(text), end+1))
			if spellsAttack(letters.String()) {
				findings = append(findings, Finding{Rule: "spaced-letters", Family: Hidden, Start: from, End: to, Severity: Medium, Score: Threshold})
				l.found()
			} else if found, ok := inside("spaced-letters", closedUp(f.text[from:to]), from, to, l); ok {
				findings = append(findings, found)
			}
		}
		i = max(i, end)
	}
	return findings
}

// closedUp joins spaced letters to words: the most frequent separator is between the letters of a
// word, any other between words.
func closedUp(text string) string {
	gaps := make(map[string]int) // except the most frequent one
	usual, times, end := "", 0, 0
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if gap := text[end:i]; gap == usual {
				times++
			} else if gaps[gap]++; gaps[gap] > times {
				gaps[usual] = times
				usual, times = gap, gaps[gap]
			}
			end = i + utf8.RuneLen(r)
		}
	}
	var b strings.Builder
	b.Grow(len(text))
	end = 0
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if text[end:i] != usual {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			end = i + utf8.RuneLen(r)
		}
	}
	return b.String()
}

// The first five lanes, and the letters in them where letters and separators alternate.
const (
	fiveLanes   = 0x80_80_80_80_80
	alternating = 0x80_00_80_00_80
)

// spellsAttack reports whether letters that are run together contain two telling words.
func spellsAttack(letters string) bool {
	n := 0
	for _, w := range spoken().telling {
		if strings.Contains(letters, w) {
			n++
		}
	}
	return n >= 2
}

// signs stand for the letters that they resemble. Digits do so everywhere, signs only between
// letters: pr!nt, but not "Print!".
const signs, signed = "@$!", "asi"

// minSigned is the least number of words on a line with a sign between two letters; then all signs
// of the line are read as letters.
const minSigned = 2

// signedLetters finds !gnore pr3v!ous @nd.
func signedLetters(text string, l layers) []Finding {
	var findings []Finding
	for k := range signs {
		for at, end := index(text, 0, signs[k]), 0; at < len(text) && l.goOn(); at = index(text, end, signs[k]) {
			if end = at + 1; !between(text, at) {
				continue
			}
			start := max(0, at-maxNote)
			start += strings.LastIndexByte(text[start:at], '\n') + 1
			end = index(text[:min(len(text), at+maxNote)], at, '\n')
			if message, n := unsigned(text[start:end]); n >= minSigned {
				if f, ok := inside("signs", message, start, end, l); ok {
					findings = append(findings, f)
				}
			}
		}
	}
	return findings
}

// index returns the place of a byte in text[from:], or the end of the text.
func index(text string, from int, b byte) int {
	if k := strings.IndexByte(text[from:], b); k >= 0 {
		return from + k
	}
	return len(text)
}

// between reports whether the sign at a place is between two letters, one of which may be a digit,
// and not part of an address.
func between(text string, at int) bool {
	if at == 0 || at+1 == len(text) || !wordByte[text[at-1]|0x20] || !wordByte[text[at+1]|0x20] || !letter(text[at-1]) && !letter(text[at+1]) {
		return false
	}
	end := at + 1
	for end < len(text) && end < at+maxWord && letter(text[end]) {
		end++
	}
	return text[at] != '@' || end == len(text) || text[end] != '.' || end+1 == len(text) || !letter(text[end+1])
}

func letter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// unsigned returns a line with the signs beside letters replaced by letters, and how many of them
// are between two.
func unsigned(line string) (message string, n int) {
	b := []byte(line)
	for i := len(b) - 2; i >= 0; i-- { // backwards, since several may be adjacent
		k := strings.IndexByte(signs, line[i])
		if k < 0 || !wordByte[b[i+1]|0x20] {
			continue
		}
		if between(line, i) {
			n++
		}
		b[i] = signed[k]
	}
	return string(b), n
}

// maxElement bounds the assumed length of an element, in bytes.
const maxElement = 4000

// unseenElements returns an additional cue for each cue in an element that the page does not show:
// orders there are meant to be hidden. cues are in order.
func unseenElements(f *folded, cues []cue) []cue {
	if len(cues) == 0 || !strings.Contains(f.text, "<") {
		return nil
	}
	elements := unseenSpans(f.text)
	rule := attacks().unseenElement
	weight := attacks().rules[rule].weight
	var more []cue
	for _, c := range cues {
		if len(elements) == 0 {
			break
		}
		if c.weight < heavy-1 {
			continue
		}
		start, _ := f.span(c.start, c.end)
		for len(elements) > 0 && elements[0].end <= start {
			elements = elements[1:]
		}
		if len(elements) > 0 && elements[0].start <= start {
			more = append(more, cue{rule: rule, start: c.start, end: c.end, weight: weight})
		}
	}
	return more
}

type span struct{ start, end int }

// unseenMatcher finds everything that may start an element that is not shown.
var unseenMatcher = sync.OnceValue(func() *literal.Matcher { return literal.New(known().lists["unseen"], literal.Exact) })

// unseenSpans finds the elements that a page does not show, in order and without overlap.
func unseenSpans(text string) []span {
	unseen := known().lists["unseen"]
	marks := make([][]span, len(unseen))
	unseenMatcher().Scan([]byte(text), func(mark, start, end int) bool {
		marks[mark] = append(marks[mark], span{start, end})
		return true
	})
	var all []span
	for mark, places := range marks {
		closing := "</"
		if unseen[mark] == "<!--" {
			closing = "-->"
		}
		until := 0
		for _, p := range places {
			if p.start < until { // nested in an element of its own kind
				continue
			}
			until = min(len(text), p.end+maxElement)
			if k := strings.Index(text[p.end:until], closing); k >= 0 {
				until = p.end + k
			}
			all = append(all, span{p.end, until})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	apart := all[:0]
	for _, s := range all {
		if n := len(apart); n > 0 && s.start < apart[n-1].end {
			apart[n-1].end = max(apart[n-1].end, s.end)
			continue
		}
		apart = append(apart, s)
	}
	return apart
}
