package decide

import (
	"slices"
	"strings"
	"unicode"

	"github.com/provenanced/provenanced/internal/dialect"
)

// How a command may be written. The owner copies the line that they were offered: with the
// quotes or the code fence around it, with the words before it, with the place for the
// minutes left open. That is a command as long as nothing else is in the message.

// maxCommandText bounds a message that may be a command.
const maxCommandText = 256

// maxLayers bounds how often something is taken away from around a command.
const maxLayers = 8

// commandWords reads the words of the one command that a text consists of, without what may
// stand around it; nil for any other text. Whoever looks for a command, or knows one again,
// goes by these words.
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

// behindMention are the commands that may stand behind somebody's name: they name a code, or
// only take something back. A trust reset may be meant for another agent in the same group.
var behindMention = []string{".approve", ".deny", ".withdraw", ".halt"}

// leftOpen is what an offered .approve ends in.
var leftOpen = []string{"[minutes]", "[minutes|once|always]"}

// lineEnds end a line, for one reader or another.
const lineEnds = "\r\n\v\f\u0085\u2028\u2029"

// isCommandBlank also counts what nobody sees, which comes along when a text is copied.
func isCommandBlank(r rune) bool { return dialect.IsBlank(r) || unicode.Is(unicode.Cf, r) }

// plainDash is what a keyboard or an editor has made another dash of.
func plainDash(r rune) rune {
	if unicode.Is(unicode.Pd, r) || r == '\u2212' {
		return '-'
	}
	return r
}

// wrapping is what stood around a command.
type wrapping struct {
	mention, label, stop bool
}

// peeled takes away what may stand around a command: one mention, one label and one full
// stop, and marks that enclose all of the rest.
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

// enclosing are the marks that a text is put between, the longer ones first.
var enclosing = [...][2]string{
	{"```", "```"}, {"~~~", "~~~"}, {"``", "``"}, {"`", "`"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}, {"”", "”"}, {"„", "“"}, {"„", "”"},
	{"‘", "’"}, {"’", "’"}, {"‚", "‘"}, {"«", "»"}, {"»", "«"}, {"‹", "›"}, {"「", "」"},
}

// enclosed is what stands between marks that enclose all of a text, and nothing that ends
// before its end.
func enclosed(text string) (string, bool) {
	for _, m := range enclosing {
		inner, begins := strings.CutPrefix(text, m[0])
		inner, ends := strings.CutSuffix(inner, m[1])
		if !begins || !ends || strings.Contains(inner, m[0]) || strings.Contains(inner, m[1]) {
			continue
		}
		if language, code, several := strings.Cut(inner, "\n"); several && len(m[0]) == 3 && isName(strings.TrimRight(language, "\r")) {
			inner = code // a fence says on its first line what is in it
		}
		return inner, true
	}
	return "", false
}

// afterMention is what follows a mention: @name, or <@id> as channels write one.
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

// afterLabel is what follows the words before an offered .approve.
func afterLabel(text string) (string, bool) {
	for _, label := range [...]string{"approve:", "approve all:"} {
		if len(text) >= len(label) && strings.EqualFold(text[:len(label)], label) {
			return text[len(label):], true
		}
	}
	return "", false
}
