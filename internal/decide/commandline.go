package decide

import (
	"slices"
	"strings"
	"unicode"

	"github.com/provenanced/provenanced/internal/dialect"
)

// Accepted spellings of a command. The owner may copy the line that they were offered with its
// quotes or code fence, with the words before it, and with the placeholder for minutes. That is a
// command as long as the message contains nothing else.

// maxCommandText bounds a message that may be a command.
const maxCommandText = 256

// maxLayers bounds how often something is removed around a command.
const maxLayers = 8

// commandWords returns the words of the one command that a text consists of, without anything that
// may surround it; nil for any other text. All code that looks for a command, or recognises one,
// uses these words.
func commandWords(text string) []string {
	if len(text) > maxCommandText {
		return nil
	}
	line, around := peeled(text)
	if strings.ContainsAny(line, lineEnds) {
		return nil
	}
	words := strings.FieldsFunc(strings.Map(plainDash, line), isCommandBlank)
	if len(words) == 0 {
		return nil
	}
	name := strings.ToLower(words[0])
	if around.label && name != ".approve" {
		return nil
	}
	if around.mention && !slices.Contains(behindMention, name) {
		return nil
	}
	if last := len(words) - 1; slices.Contains(leftOpen, words[last]) && (name == ".approve" || name == provenanceCommand && strings.EqualFold(words[1], "approve")) {
		words = words[:last]
	}
	return words
}

// behindMention are the commands that may follow somebody's name: they name a code, or only take
// something back. A trust reset may be meant for another agent in the same group.
var behindMention = []string{".approve", ".deny", ".withdraw", ".halt"}

// leftOpen is what an offered .approve may end in.
var leftOpen = []string{"[minutes]", "[minutes|once|always]"}

// lineEnds end a line, for one reader or another.
const lineEnds = "\r\n\v\f\u0085\u2028\u2029"

// isCommandBlank includes invisible characters, which are copied along with a text.
func isCommandBlank(r rune) bool { return dialect.IsBlank(r) || unicode.Is(unicode.Cf, r) }

// plainDash undoes what a keyboard or an editor made of a dash.
func plainDash(r rune) rune {
	if unicode.Is(unicode.Pd, r) || r == '\u2212' {
		return '-'
	}
	return r
}

// wrapping is what surrounded a command.
type wrapping struct {
	mention, label, stop bool
}

// peeled removes what may surround a command: one mention, one label and one full stop, and marks
// that enclose all of the rest.
func peeled(text string) (string, wrapping) {
	var w wrapping
	text = strings.TrimFunc(text, isCommandBlank)
	for range maxLayers {
		rest, ok := enclosed(text)
		if !ok && !w.mention {
			rest, ok = afterMention(text)
			w.mention = ok
		}
		if !ok && !w.label {
			rest, ok = afterLabel(text)
			w.label = ok
		}
		if !ok && !w.stop {
			rest, ok = strings.CutSuffix(text, ".")
			w.stop = ok
		}
		if !ok {
			break
		}
		text = strings.TrimFunc(rest, isCommandBlank)
	}
	return text, w
}

// enclosing are the marks around a text, the longer ones first.
var enclosing = [...][2]string{
	{"```", "```"}, {"~~~", "~~~"}, {"``", "``"}, {"`", "`"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}, {"”", "”"}, {"„", "“"}, {"„", "”"},
	{"‘", "’"}, {"’", "’"}, {"‚", "‘"}, {"«", "»"}, {"»", "«"}, {"‹", "›"}, {"「", "」"},
}

// enclosed returns the text between marks that enclose all of it and do not end earlier.
func enclosed(text string) (string, bool) {
	for _, m := range enclosing {
		inner, begins := strings.CutPrefix(text, m[0])
		inner, ends := strings.CutSuffix(inner, m[1])
		if !begins || !ends || strings.Contains(inner, m[0]) || strings.Contains(inner, m[1]) {
			continue
		}
		if language, code, several := strings.Cut(inner, "\n"); several && len(m[0]) == 3 && isName(strings.TrimRight(language, "\r")) {
			inner = code // the first line of a fence names the language
		}
		return inner, true
	}
	return "", false
}

// afterMention returns what follows a mention: @name, or <@id> as channels write one.
func afterMention(text string) (string, bool) {
	if rest, ok := strings.CutPrefix(text, "<@"); ok {
		id, rest, ok := strings.Cut(rest, ">")
		return strings.TrimLeft(rest, ",:"), ok && isName(id)
	}
	rest, ok := strings.CutPrefix(text, "@")
	end := strings.IndexFunc(rest, isCommandBlank)
	if !ok || end < 0 || !isName(strings.TrimRight(rest[:end], ",:")) {
		return "", false
	}
	return rest[end:], true
}

// isName reports whether a text can be a name or an id.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.!|", r)
	})
}

// afterLabel returns what follows the words before an offered .approve.
func afterLabel(text string) (string, bool) {
	for _, label := range [...]string{"approve:", "approve all:"} {
		if len(text) >= len(label) && strings.EqualFold(text[:len(label)], label) {
			return text[len(label):], true
		}
	}
	return "", false
}
