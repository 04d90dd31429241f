package intent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// spoken returns the sender's own words: text without code blocks, quoted lines, markup, data and
// forwarded messages, and with a placeholder word for each quotation.
func spoken(text string) string {
	var out strings.Builder
	fence := ""
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case forwards(trimmed):
			return unquoted(out.String())
		case trimmed != "" && strings.IndexByte(`>|<{}`, trimmed[0]) >= 0: // quoted, a table, markup, data
		default:
			out.WriteString(line)
			continue
		}
		out.WriteByte('\n')
	}
	return unquoted(out.String())
}

// forwards reports whether someone else's message follows the line.
func forwards(line string) bool {
	small := strings.ToLower(line)
	for _, mark := range [...]string{"-----original message", "---------- forwarded", "begin forwarded message", "-----ursprüngliche nachricht", "from:", "von:"} {
		if strings.HasPrefix(small, mark) {
			return true
		}
	}
	return strings.HasPrefix(small, "on ") && strings.HasSuffix(small, " wrote:") ||
		strings.HasPrefix(small, "am ") && strings.Contains(small, " schrieb ") && strings.HasSuffix(small, ":")
}

// quotes maps the start of a quotation to its ends.
var quotes = map[rune]string{
	'"': `"`, '“': "”“\"", '”': "”", '„': "“”\"", '«': "»", '»': "«", '‹': "›", '「': "」", '『': "』", '《': "》", '`': "`", '‘': "’", '\'': "'",
}

// unquoted replaces every quotation by a word. A quotation without an end in its paragraph extends
// to the end of its line; with an apostrophe it is not a quotation.
func unquoted(text string) string {
	var out strings.Builder
	before := ' '
	endless := make(map[rune]int) // up to where this rune has no closing counterpart
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		ends, opens := quotes[r]
		apostrophe := r == '\'' || r == '‘'
		// An apostrophe is inside a word or after one; 5" is a length.
		if (apostrophe || r == '"') && (unicode.IsLetter(before) || unicode.IsDigit(before)) || apostrophe && i < endless[r] {
			opens = false
		}
		if opens {
			rest := text[i+size:]
			end := 0
			if i >= endless[r] {
				paragraph, _, _ := strings.Cut(rest, "\n\n")
				if end = quotationEnd(paragraph, ends, apostrophe); end == 0 {
					endless[r] = i + size + len(paragraph)
				}
			}
			if end == 0 && !apostrophe {
				line, _, _ := strings.Cut(rest, "\n")
				end = len(line)
			}
			if end > 0 {
				if w := strings.ToLower(strings.Trim(rest[:end], ends+" ")); negates(w) {
					out.WriteString(" " + w + " ") // do "not" send it
				} else {
					out.WriteString(" quotation ")
				}
				i += size + end
				before = ' '
				continue
			}
		}
		out.WriteString(text[i : i+size])
		before = r
		i += size
	}
	return out.String()
}

// quotationEnd returns the offset after the first of ends, or 0. An apostrophe before a letter does
// not count: it's.
func quotationEnd(paragraph, ends string, apostrophe bool) int {
	for i, r := range paragraph {
		if !strings.ContainsRune(ends, r) {
			continue
		}
		behind := i + utf8.RuneLen(r)
		if next, _ := utf8.DecodeRuneInString(paragraph[behind:]); !apostrophe || !unicode.IsLetter(next) {
			return behind
		}
	}
	return 0
}

// word is a word in lower case and the separator after it.
type word struct {
	text string
	stop stop
}

type stop uint8

const (
	space stop = iota
	comma      // the clause ends
	fullStop
	questionMark
)

// split splits text into words. Currency signs and emoji are words.
func split(text string) []word {
	var words []word
	var w strings.Builder
	flush := func() {
		if w.Len() > 0 {
			words = append(words, word{text: w.String()})
			w.Reset()
		}
	}
	end := func(s stop) {
		flush()
		if n := len(words); n > 0 {
			words[n-1].stop = max(words[n-1].stop, s)
		}
	}
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		inside := w.Len() > 0 && (unicode.IsLetter(next) || unicode.IsDigit(next))
		switch {
		case strings.ContainsRune("'’‘‛ʼʻʹ′‵＇", r):
			switch w.String() {
			case "c", "d", "j", "l", "m", "n", "qu", "s", "t": // French joins them to what follows
				w.WriteByte('\'')
				flush()
			default:
				if inside {
					w.WriteByte('\'')
				} else {
					flush()
				}
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' && inside: // _not_ is not
			w.WriteRune(unicode.ToLower(r))
		case (r == '.' || r == ':' || r == '-' || r == '@' || r == '/') && inside:
			w.WriteRune(r)
		case unicode.In(r, unicode.Cf, unicode.Mn, unicode.Sk): // not seen, or the colour of a thumb
		case unicode.In(r, unicode.Sc, unicode.So):
			flush()
			words = append(words, word{text: string(r)})
		case strings.ContainsRune(".!\n。！", r):
			end(fullStop)
		case r == '?' || r == '？':
			end(questionMark)
		case strings.ContainsRune(",;:()–—，、；：", r):
			end(comma)
		default:
			flush()
		}
	}
	flush()
	return words
}
