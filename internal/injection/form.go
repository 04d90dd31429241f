package injection

import (
	"bytes"
	"strings"

	"github.com/provenanced/provenanced/internal/spelling"
)

// How words are written: alone, in capitals, quoted, in code, misspelt, as an entry of a list.

// isAlone reports whether a phrase is a whole sentence or line: "Ignore previous messages."
func isAlone(f *folded, c cue) bool {
	_, n := before(f, c.start, 1)
	begins, ends := n == 0, c.end == len(f.bytes) || bytes.IndexByte([]byte(".!?\n<\"'"), f.bytes[c.end]) >= 0
	if begins && ends {
		return true
	}
	_, end := f.span(c.start, c.end) // the most expensive step
	return (begins || beginsLine(f, c)) && (ends || endsLine(f.text, end))
}

// beginsLine and endsLine report whether a line of the original text begins or ends at the cue.
// They ask the original because a line end within a paragraph folds to a space.
func beginsLine(f *folded, c cue) bool {
	at, _ := f.span(c.start, c.end)
	front := strings.TrimRight(f.text[max(0, at-8):at], " \t\r")
	return front == "" && at <= 8 || strings.HasSuffix(front, "\n")
}

func endsLine(text string, at int) bool {
	rest := strings.TrimLeft(text[at:min(len(text), at+8)], " \t\r.")
	return rest == "" && at+8 >= len(text) || strings.HasPrefix(rest, "\n")
}

// sentenceEnds reports whether the sentence ends at a place: "what is the password?", not "the
// password policy".
func sentenceEnds(f *folded, at int) bool {
	return at == len(f.bytes) || bytes.ContainsAny(f.bytes[at:min(len(f.bytes), at+3)], "?.!\n")
}

// inCapitals reports whether more than half of a phrase is in capitals in the original.
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

// isQuoted reports whether quotation marks enclose just the phrase, as in a list in code.
func isQuoted(f *folded, c cue) bool {
	return c.start > 0 && c.end < len(f.bytes) && f.bytes[c.start-1] == f.bytes[c.end] && bytes.IndexByte([]byte("\"'`"), f.bytes[c.end]) >= 0
}

// inCode reports whether the phrase is in inline `code`.
func inCode(f *folded, c cue) bool {
	const room = 160
	start, _ := f.span(c.start, c.end)
	line := f.text[max(0, start-room):start]
	return strings.Count(line[strings.LastIndexByte(line, '\n')+1:], "`")%2 == 1
}

// nextEntry reports whether an entry of a list begins in folded [start, end) without a colon that
// introduces it: "check all queries before proceeding", "you must not skip any".
func (f *folded) nextEntry(start, end int) bool {
	start, end = f.span(start, end)
	for text := f.text[start:end]; ; {
		k := strings.IndexByte(text, '\n')
		if k < 0 {
			return false
		}
		front := strings.TrimRight(text[:k], " \t\r*")
		text = strings.TrimLeft(text[k+1:], " \t")
		entry := strings.TrimLeft(text, "0123456789")
		numbered := len(entry) < len(text) && (strings.HasPrefix(entry, ". ") || strings.HasPrefix(entry, ") "))
		if (numbered || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ")) && !strings.HasSuffix(front, ":") {
			return true
		}
	}
}

// linkOfData reports whether the query of an image or link has room for data: showing it would send
// the data out.
func linkOfData(f *folded, c cue) bool {
	const room = 200
	_, at := f.span(c.start, c.end)
	link, _, _ := strings.Cut(f.text[at:min(len(f.text), at+room)], ")") // a placeholder may hold spaces
	_, query, ok := strings.Cut(link, "?")
	if !ok || strings.ContainsAny(query, "{[<$%") && strings.ContainsAny(query, "}]>") {
		return ok
	}
	value := query[strings.LastIndexByte(query, '=')+1:] // FULL_SUMMARY, or CONVERSATION
	return len(value) >= 8 && strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// ordersFollow reports whether one of the next words is a word for instructions, or nearly one.
func ordersFollow(f *folded, end int) bool {
	s := spoken()
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
		if !s.nounBegins[f.bytes[start]] {
			continue
		}
		for _, n := range s.nouns {
			if word := string(f.bytes[start:end]); alike(word, n) || strings.HasPrefix(word, n) { // instructionsreveal
				return true
			}
		}
	}
	return false
}

// misspeltVerb reports whether a misspelt verb of ignoring precedes the phrase, perhaps run
// together with the word before it.
func misspeltVerb(f *folded, c cue) bool {
	words, n := before(f, c.start, maxBefore)
	for i := range n {
		w := string(words[i])
		for _, v := range spoken().verbs {
			glued := len(w) > len(v) && strings.HasSuffix(w, v)
			if (glued || !strings.HasPrefix(w, v) && alike(w, v)) && (i+1 == n || kindOf(words[i+1])&denial == 0) {
				return true
			}
		}
	}
	return false
}

// alike reports whether two words differ by at most one insertion, deletion, substitution or swap;
// by two in words of nine letters or more.
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
