package redact

import (
	"bytes"
	"slices"
)

// A cue is a word that says what a nearby number or token is.
type cue uint8

const (
	phoneCue cue = iota
	cardCue
	citizenCue
	macCue
	transactionCue
	privateCue
	walletCue
)

// cueNames are the names of the cues in formats.txt and of their lists in words.txt.
var cueNames = [...]string{"phone", "card", "citizen", "mac", "transaction", "private", "wallet"}

var cueWords = [...][]string{
	phoneCue:       listed("phone cues"),
	cardCue:        listed("card cues"),
	citizenCue:     listed("citizen cues"),
	macCue:         listed("mac cues"),
	transactionCue: listed("transaction cues"),
	privateCue:     listed("private cues"),
	walletCue:      listed("wallet cues"),
}

// seen is a cue found in the text, with its end.
type seen struct {
	end int
	cue cue
}

var atPlaces = wordSet("at places")

// cue notes a cue, unless it is the end of a longer word.
func (s *scan) cue(c cue, start, end int) {
	if start > 0 && isLetter(s.text[start-1]) && (end-start < 5 && !isUpper(s.text[start]) || atPlaces[string(bytes.ToLower(s.text[start:end]))]) {
		return
	}
	if c == phoneCue && start > 0 && lower(s.text[start-1]) == 'i' && !isLetter(byteAt(s.text, start-2)) { // the numbers of an iPhone are models
		return
	}
	if inMarker(s.text, start) {
		return
	}
	s.cues = append(s.cues, seen{end, c})
}

// inMarker reports whether text[at:] is inside a marker from an earlier redaction.
func inMarker(t []byte, at int) bool {
	const longest = len("[redacted:crypto_address")
	before := t[max(0, at-longest):at]
	i := bytes.LastIndexByte(before, '[')
	return i >= 0 && hasFold(before, i, "[redacted:") && bytes.IndexByte(before[i:], ']') < 0
}

func sortCues(cues []seen) {
	slices.SortFunc(cues, func(a, b seen) int { return a.end - b.end })
}

// cued reports whether a cue ends in the n bytes before text[at:].
func (s *scan) cued(c cue, at, n int) bool {
	_, ok := s.lastCue(c, at, n)
	return ok
}

// lastCue returns the end of the last such cue.
func (s *scan) lastCue(c cue, at, n int) (end int, ok bool) {
	if len(s.cues) == 0 {
		return 0, false
	}
	i, _ := slices.BinarySearchFunc(s.cues, at+1, func(x seen, at int) int { return x.end - at })
	for i--; i >= 0 && s.cues[i].end >= at-n; i-- {
		if s.cues[i].cue == c {
			return s.cues[i].end, true
		}
	}
	return 0, false
}
