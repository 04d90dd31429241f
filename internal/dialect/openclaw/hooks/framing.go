package hooks

import (
	"regexp"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
)

// The gateway shows a message to the model with additions: when it came and from whom, notes about
// attachments and their text. A person is vouched for by what they wrote, so only that is reported
// to the daemon. Whatever is removed here is the gateway's text, and nobody checks it.

// noWords stands for a message without words: a picture, a recording.
const noWords = "(a message without words)"

var before = []*regexp.Regexp{
	regexp.MustCompile(`^\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?: [^\]\n]{1,40})?\] *`), // when it came
	regexp.MustCompile("^Conversation info: ⟦openclaw:ctx⟧\n```json\n[^\n]*\n```\n*"),                 // from whom
	regexp.MustCompile(`^Context:\n<active_memory_plugin>\n[^<]*\n</active_memory_plugin>\n*`),        // what was recalled for it
	regexp.MustCompile(`^\[media attached[^\n\]]*\](?:\n|$)`),
}

// tagged are the intents that the agent has armed for such a message, and what a memory plugin has
// found for it.
var tagged = [][2]string{
	{"<standing_intents>\n", "\n</standing_intents>"},
	{"<relevant-memories>\n", "\n</relevant-memories>"},
	{"<relevant_memories>\n", "\n</relevant_memories>"},
}

// behind are notes that begin after an empty line, or are the whole text.
var behind = regexp.MustCompile(`(?:^|\n\n)\[[A-Z][a-z]+ attachment not [^\n\]]*\]$`)

// An attached document's text, which the gateway puts below the message.
const (
	fileStart = `<file name="`
	fileEnd   = "</file>"
)

// mostPieces is more than the gateway's additions to one message.
const mostPieces = 64

// own returns what the sender of a message wrote.
func own(text string) string {
	rest := trim(text)
	for range mostPieces {
		next := withoutPiece(rest)
		if next == rest {
			break
		}
		rest = trim(next)
	}
	if rest == "" {
		return noWords
	}
	return rest
}

func trim(text string) string { return strings.TrimFunc(text, blank) }

func blank(r rune) bool { return openclaw.IsBlank(r) && r != '\u0085' }

func withoutPiece(text string) string {
	for _, piece := range before {
		if found := piece.FindString(text); found != "" {
			return text[len(found):]
		}
	}
	for _, tag := range tagged {
		if inside, ok := strings.CutPrefix(text, tag[0]); ok {
			if end := strings.Index(inside, tag[1]); end >= 0 {
				return strings.TrimLeft(inside[end+len(tag[1]):], "\n")
			}
		}
	}
	if strings.HasSuffix(text, fileEnd) {
		if file := strings.LastIndex(text, fileStart); file == 0 || file > 0 && text[file-1] == '\n' {
			return text[:file]
		}
	}
	last := text[max(0, strings.LastIndex(text, "\n\n")):]
	return text[:len(text)-len(behind.FindString(last))]
}

// emptyEnvelope is a channel's envelope around nothing, with which a message without words is
// announced.
var emptyEnvelope = regexp.MustCompile(`^\[[A-Z][A-Za-z]+ [^\n]*\] [^\n]*: $`)

// otherForms returns the texts as which a message may come back, besides its original one. The
// gateway masks anything that looks like a key in what it keeps.
func otherForms(content string, mask func(string) string) (forms []string) {
	written := content
	if emptyEnvelope.MatchString(content) {
		written = ""
	}
	written = own(written)
	for _, form := range []string{mask(written), written} {
		if form != trim(content) && (len(forms) == 0 || forms[0] != form) {
			forms = append(forms, form)
		}
	}
	return forms
}
