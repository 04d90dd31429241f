package injection

import (
	"strings"

	"github.com/provenanced/provenanced/internal/spelling"
)

// Words that misspelling is repaired to: the most frequent of ignore, and of orders.
var (
	nouns = [...]string{foldString("instructions"), foldString("instruction"), foldString("directives"), foldString("guidelines"), foldString("commands"), foldString("prompts")}
	verbs = [...]string{foldString("ignore"), foldString("disregard"), foldString("forget"), foldString("overlook")}
)

// nounBegins has the bytes that nouns begin with.
var nounBegins = func() (t [256]bool) {
	for _, n := range nouns {
		t[n[0]] = true
	}
	return t
}()

// misspeltOrders looks for a misspelt noun behind "ignore previous".
func misspeltOrders(f *folded, c cue) int {
	if !ordersFollow(f, c.end) {
		return 0 // as behind most
	}
	return imperative(f, c)
}

// ordersFollow reports whether one of the next words is nearly one of nouns.
func ordersFollow(f *folded, end int) bool {
	for range 3 {
		start := end
		for start < len(f.bytes) && f.bytes[start] == ' ' {
			start++
		}
		end = start
		for end < len(f.bytes) && wordByte[f.bytes[end]] {
			end++
		}
		if start == end || end-start > 20 {
			return false
		}
		if !nounBegins[f.bytes[start]] {
			continue
		}
		for _, n := range nouns {
			if word := string(f.bytes[start:end]); alike(word, n) || strings.HasPrefix(word, n) { // instructionsreveal
				return true
			}
		}
	}
	return false
}

// misspeltIgnore looks for a verb in front of "your previous instructions" that is
// misspelt, or written onto the word before it.
func misspeltIgnore(f *folded, c cue) int {
	if !ordersFollow(f, c.end) {
		return 0
	}
	words, n := before(f, c.start, maxBefore)
	for i := range n {
		w := string(words[i])
		for _, v := range verbs {
			glued := len(w) > len(v) && w[len(w)-len(v):] == v
			if (glued || !strings.HasPrefix(w, v) && alike(w, v)) && (i+1 == n || kindOf(words[i+1])&denial == 0) {
				return c.weight
			}
		}
	}
	return 0
}

// alike reports whether two words differ by at most one letter added, left out or
// changed, or two exchanged; in a word of nine letters or more, two of these.
func alike(a, b string) bool {
	allowed := 1
	if len(b) >= 9 {
		allowed = 2
	}
	if len(a) > len(b)+allowed || len(b) > len(a)+allowed || a == "" || a[0] != b[0] {
		return false
	}
	return spelling.Distance(a, b) <= allowed
}
