package injection

import (
	"slices"
	"strings"
	"sync"
)

// Shifted or reversed words that occur in no language. Two of the first list are an attack; around
// a single one of either, the text is decoded and read.
const (
	cipherOrders = "ignore|previous|instructions|instruction|disregard|forget|prompt|reveal"
	cipherWords  = cipherOrders + "|system|password|everything|assistant|secret|" +
		"guidelines|restrictions|unrestricted|directives|administrator|confidential|developer|override|conversation|language"
)

// A turn decodes a text by substituting or reversing its letters.
type turn func(text string) string

// turns are the 25 Caesar shifts (ROT13 is the thirteenth), the mirrored alphabet (Atbash), and
// reversal of the whole text and of each word.
var turns = func() (all []turn) {
	for by := range rune(25) {
		all = append(all, func(text string) string { return shifted(text, by+1) })
	}
	return append(all, mirrored, reverse, eachReversed)
}()

func shifted(text string, by rune) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + (r-'a'+by)%26
		case 'A' <= r && r <= 'Z':
			return 'A' + (r-'A'+by)%26
		}
		return r
	}, text)
}

func mirrored(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + 'z' - r
		case 'A' <= r && r <= 'Z':
			return 'A' + 'Z' - r
		}
		return r
	}, text)
}

func eachReversed(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		words[i] = reverse(w)
	}
	return strings.Join(words, " ")
}

// turned returns the words of a list as each turn encodes them.
func turned(list string) (words []string) {
	for w := range strings.SplitSeq(list, "|") {
		for _, t := range turns[:len(turns)-1] {
			words = append(words, t(w))
		}
	}
	return words
}

// turnedBack decodes and reads the text around each encoded word. cues are in order.
func turnedBack(f *folded, cues []cue, l layers) []Finding {
	var findings []Finding
	until := 0
	for _, c := range cues {
		if c.rule != attacks().turnedWord {
			continue
		}
		if !l.goOn() {
			break
		}
		start, end := f.span(c.start, c.end)
		if start < until {
			continue
		}
		word := strings.ToLower(f.text[start:end])
		from, to := lineAround(f.text, start, end)
		until = to
		for _, t := range turnsOf()[word] {
			if found, ok := inside("turned", t(f.text[from:to]), from, to, l); ok {
				findings = append(findings, found)
				break
			}
		}
	}
	return findings
}

// turnsOf maps an encoded word to the turns that decode it.
var turnsOf = sync.OnceValue(func() map[string][]turn {
	all := make(map[string][]turn)
	for _, plain := range plainWords {
		for _, t := range turns[:len(turns)-1] {
			word := t(plain)
			if all[word] != nil {
				continue
			}
			for _, back := range turns {
				if slices.Contains(plainWords, back(word)) {
					all[word] = append(all[word], back)
				}
			}
		}
	}
	return all
})

var plainWords = strings.Split(cipherWords, "|")

// lineAround returns the line around a place, at most as long as a note may be.
func lineAround(text string, start, end int) (from, to int) {
	from = max(0, start-maxNote)
	from += strings.LastIndexByte(text[from:start], '\n') + 1
	return from, index(text[:min(len(text), end+maxNote)], end, '\n')
}
