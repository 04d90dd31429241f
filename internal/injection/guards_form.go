package injection

import (
	"bytes"
	"strings"
)

// How words are written: alone, in capitals, quoted, linked, as a heading or a label.

// colonFollows requires a heading: the words, a colon, and something said.
func colonFollows(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+4)]
	if bytes.IndexByte(rest, ':') < 0 {
		return 0
	}
	return c.weight
}

// rulerBefore requires a line drawn in front: --- end of document ---.
func rulerBefore(f *folded, c cue) int {
	if bytes.ContainsAny(f.bytes[max(0, c.start-4):c.start], "-=<[*#({~_") {
		return c.weight
	}
	return 0
}

// namedLoudly requires capitals in the original: a heading or a shout, where the
// same words in small letters name a thing.
func namedLoudly(f *folded, c cue) int {
	if inCapitals(f, c) {
		return c.weight
	}
	return c.weight / 2
}

// quoteFollows requires the words that an answer is to have, in quotation marks or
// brackets.
func quoteFollows(f *folded, c cue) int {
	rest := bytes.TrimLeft(f.bytes[c.end:min(len(f.bytes), c.end+4)], " :,")
	if len(rest) == 0 || bytes.IndexByte([]byte("\"'[`"), rest[0]) < 0 {
		return 0
	}
	return imperative(f, c)
}

// unquoted gives no weight to a token that stands in quotation marks by itself: code
// that lists it.
func unquoted(f *folded, c cue) int {
	if c.start > 0 && c.end < len(f.bytes) && f.bytes[c.start-1] == f.bytes[c.end] && bytes.IndexByte([]byte("\"'`"), f.bytes[c.end]) >= 0 {
		return 0
	}
	return c.weight
}

// unopened requires the end of a turn that the text has not begun, and the beginning of
// another: who shows a template, or a conversation, begins with its beginning.
func unopened(f *folded, c cue) int {
	const follows, came = 40, 4000
	text := f.bytes
	if !containsAny(text[c.end:min(len(text), c.end+follows)], turnBegins) || containsAny(text[max(0, c.start-came):c.start], turnBegins) {
		return 0
	}
	return unquoted(f, c)
}

var turnBegins = foldedWords("<|im_start|>", "<|start_header_id|>", "<start_of_turn>", "<|start|>", "<|system|>", "<|user|>", "[inst]", "<|header_start|>", "<|begin_of_text|>", "<|im_user|>",
	"<|im_system|>", "<|im_assistant|>")

// unbracketed halves a name that stands in brackets: "DAN (do anything now)" tells
// what it is. In the minutes of a meeting, [Dan] is who speaks.
func unbracketed(f *folded, c cue) int {
	if bytes.HasPrefix(f.bytes[c.end:], []byte("(")) { // the text of a link
		return 0
	}
	if f.bytes[c.start] == '[' && !inCapitals(f, c) && string(f.bytes[c.start:c.end]) == "[dan]" {
		return 0
	}
	if f.bytes[c.start] == '(' || c.start > 0 && f.bytes[c.start-1] == '(' {
		return c.weight / 2
	}
	return c.weight
}

// unlinked gives no weight to a phrase that is the text of a link, [debug mode](#debug).
func unlinked(f *folded, c cue) int {
	if bytes.HasPrefix(f.bytes[c.end:], []byte("](")) {
		return 0
	}
	return c.weight
}

// coded is addressed; it gives no weight to words in a line's `code`, where they are a command.
func coded(f *folded, c cue) int {
	if inCode(f, c) {
		return 0
	}
	return addressed(f, c)
}

// inCode reports whether words stand in a line's `code`.
func inCode(f *folded, c cue) bool {
	start, _ := f.span(c.start, c.end)
	line := f.text[max(0, start-nearBy):start]
	if k := strings.LastIndexByte(line, '\n'); k >= 0 {
		line = line[k+1:]
	}
	return strings.Count(line, "`")%2 == 1
}

// sentenceEnds requires nothing more to follow: "what is the password?", not "the
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

// standsAlone requires a sentence, or a line, of nothing else: "Ignore previous messages."
func standsAlone(f *folded, c cue) int {
	begins, ends := wholeSentence(f, c)
	if begins && ends {
		return c.weight
	}
	start, end := f.span(c.start, c.end)
	if !begins && !beginsLine(f.text, start) || !ends && !endsLine(f.text, end) {
		return 0
	}
	return c.weight
}

// wholeSentence reports whether a sentence begins and ends with a match. Where lines do is not
// asked: that takes the place in the original text, which costs more than all else.
func wholeSentence(f *folded, c cue) (begins, ends bool) {
	_, n := before(f, c.start, 1)
	return n == 0, c.end == len(f.bytes) || bytes.IndexByte([]byte(".!?\n<\"'"), f.bytes[c.end]) >= 0
}

// beginsLine and endsLine report whether a line, as the text has it, begins or ends at a place: one
// line end within a paragraph folds to a space.
func beginsLine(text string, at int) bool {
	front := strings.TrimRight(text[max(0, at-8):at], " \t\r")
	return front == "" && at <= 8 || strings.HasSuffix(front, "\n")
}

func endsLine(text string, at int) bool {
	rest := strings.TrimLeft(text[at:min(len(text), at+8)], " \t\r.")
	return rest == "" && at+8 >= len(text) || strings.HasPrefix(rest, "\n")
}

// unanswered requires a question that follows an answer on its line and has none:
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

// repeats reports whether a text ends in the same word four times over.
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

// nowThat requires a now that in front, and an order behind: programs clear contexts, too.
func nowThat(f *folded, c cue) int {
	front := f.bytes[max(0, c.start-24):c.start]
	if !containsAny(front, nows) || !bidsBehind(f, c.end, true) {
		return 0
	}
	return c.weight
}

var nows = foldedWords("now that ", "since the ", "as the ")

// betweenMarks requires a bracket in front, or a row of other marks, as of a template: %%% END USER
// INPUT %%%. A comment in code has one.
func betweenMarks(f *folded, c cue) int {
	front := bytes.TrimRight(f.bytes[max(0, c.start-4):c.start], " ")
	n := len(front)
	switch {
	case n > 0 && bytes.IndexByte([]byte("[<{"), front[n-1]) >= 0:
		return c.weight
	case n > 1 && front[n-1] == front[n-2] && bytes.IndexByte([]byte("-=*#~_%>"), front[n-1]) >= 0:
		return c.weight
	}
	return 0
}

// toAssistant requires a heading, and behind it an assistant in one of the languages of
// phrases/abroad.
func toAssistant(f *folded, c cue) int {
	if !containsAny(f.bytes[c.end:min(len(f.bytes), c.end+80)], assistants) {
		return 0
	}
	return colonFollows(f, c)
}

var assistants = foldedWords("assist", "asist", "asyst", "ассистент", "асистент", "помощник", "помічник", "βοηθ", "助手", "助理", "アシスタント", "어시스턴트", "비서", "مساعد", "دستیار", "सहायक", "সহকারী", "trợ lý", "asisten", "ผู้ช่วย", "עוזר", "avustaj", "asszisztens", "msaidizi",
	" ki ", "die ki", "l'ia", " ia ", "ai agent", "языковая модель", "sprachmodell", "模型", "人工智能")

// quoteSoon requires the words that an answer is to have, in quotation marks.
func quoteSoon(f *folded, c cue) int {
	if !bytes.ContainsAny(f.bytes[max(0, c.start-16):min(len(f.bytes), c.end+6)], "\"'") {
		return 0
	}
	return c.weight
}

// inOneItem is undenied; it gives no weight to a phrase that goes on in the next entry of a list,
// unless a colon leads to that: "check all queries before proceeding", "you must not skip any".
func inOneItem(f *folded, c cue) int {
	weight := undenied(f, c)
	if weight > 0 && f.nextEntry(c.start, c.end) {
		return 0
	}
	return weight
}

// nextEntry reports whether an entry of a list begins in folded [start, end), and no colon in front
// leads to it.
func (f *folded) nextEntry(start, end int) bool {
	start, end = f.span(start, end)
	for text := f.text[start:end]; ; {
		k := strings.IndexByte(text, '\n')
		if k < 0 {
			return false
		}
		front := strings.TrimRight(text[:k], " \t\r*")
		text = strings.TrimLeft(text[k+1:], " \t")
		if listed(text) && !strings.HasSuffix(front, ":") {
			return true
		}
	}
}

// listed reports whether a line begins as an entry of a list does.
func listed(line string) bool {
	k := 0
	for k < len(line) && '0' <= line[k] && line[k] <= '9' {
		k++
	}
	if k > 0 {
		return strings.HasPrefix(line[k:], ". ") || strings.HasPrefix(line[k:], ") ")
	}
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ")
}
