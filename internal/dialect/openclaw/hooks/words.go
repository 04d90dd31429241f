package hooks

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words must be recognised where the gateway shows them in another form: as a channel writes them,
// truncated, between others.
const (
	// fewest is the least number of letters that identify a text: "done" may be anybody's.
	fewest = 12
	// mostLetters bounds how many letters are compared.
	mostLetters = 4096
	// longestMessage is how far a message is searched.
	longestMessage = 64 << 10
)

// letters are a text's letters and digits: channels remove markup, and the targets of links.
func letters(text string, most int) string {
	var out strings.Builder
	written := 0
	for read := 0; text != "" && read < 4*most && written < most; read++ {
		if strings.HasPrefix(text, "](") {
			if end := strings.IndexFunc(text[2:], endsAddress); end >= 0 && text[2+end] == ')' {
				read += utf8.RuneCountInString(text[:2+end])
				text = text[2+end+1:]
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			out.WriteRune(unicode.ToLower(r))
			written++
		}
	}
	return out.String()
}

func endsAddress(r rune) bool {
	return r == '(' || r == ')' || unicode.IsSpace(r) || r == '\ufeff'
}

// cutShort marks where the gateway omits something.
var cutShort = regexp.MustCompile(`…\[(?:truncated|omitted)\]…?`)

// holds reports whether one of some texts, given as letters, contains what is left of some words.
func holds(texts []string, words string) bool {
	empty := true
	var pieces []string
	for _, piece := range cutShort.Split(words, -1) {
		pieces = append(pieces, letters(piece, mostLetters))
		empty = empty && pieces[len(pieces)-1] == ""
	}
	for _, text := range texts {
		if hasAll(text, pieces) {
			return true
		}
	}
	return empty
}

func hasAll(text string, pieces []string) bool {
	for _, piece := range pieces {
		if !strings.Contains(text, piece) {
			return false
		}
	}
	return true
}

// speaker is the session that said something. A session that has begun anew, or is gone, is a
// different speaker, with the level that it had.
type speaker struct {
	session string
	former  bool
	level   string // of a former session; empty if the daemon has not named it
}

// others returns each speaker once, without the session that reads. What that session said before
// it began anew counts as another speaker's.
func others(all []*speaker, reader string) (found []*speaker) {
	known := map[speaker]bool{}
	for _, by := range all {
		if (by.session != reader || by.former) && !known[*by] {
			known[*by] = true
			found = append(found, by)
		}
	}
	return found
}

// words are what sessions have said in places where it may be shown again.
type words struct{ all *bounded[saying] }

type saying struct {
	words string
	by    *speaker
}

func newWords() words { return words{newBounded[saying](256)} }

// add remembers a text with enough letters to identify it. Texts that are only compared as a whole
// may have fewer.
func (w words) add(text, session string, fewest int) {
	if said := letters(text, mostLetters); long(said, fewest) {
		w.all.set(session+"\n"+said, saying{said, &speaker{session: session}})
	}
}

// saidBy returns the speakers, except one session, of this, of a part of it, or of a text that
// contains it.
func (w words) saidBy(text, butFor string, most int) []*speaker {
	words := letters(text, most)
	return others(w.by(func(known string) bool { return within(known, words) || within(words, known) }), butFor)
}

// writtenBy returns the speakers of exactly this, however short, of a part of it, or of a text that
// contains it.
func (w words) writtenBy(text string) []*speaker {
	words := letters(text, mostLetters)
	return w.by(func(known string) bool { return known == words || within(known, words) || within(words, known) })
}

// wroteIn returns the speakers of a text that this contains, or that is this, however short.
func (w words) wroteIn(text string) []*speaker {
	words := letters(text, longestMessage)
	return w.by(func(known string) bool { return known == words || within(known, words) })
}

func (w words) by(is func(known string) bool) (all []*speaker) {
	for _, said := range w.all.all() {
		if is(said.words) {
			all = append(all, said.by)
		}
	}
	return all
}

func (w words) speakers() []*speaker { return w.by(func(string) bool { return true }) }

func within(part, whole string) bool { return long(part, fewest) && strings.Contains(whole, part) }

// long reports whether a text has at least that many letters.
func long(text string, fewest int) bool {
	for n := 0; n < fewest; n++ {
		_, size := utf8.DecodeRuneInString(text)
		if size == 0 {
			return false
		}
		text = text[size:]
	}
	return true
}
