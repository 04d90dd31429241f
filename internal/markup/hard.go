package markup

import "strings"

// Markdown parsers take quadratic time, or worse, for some contrived texts: lists nested in lists,
// tables of a thousand columns, thousands of unclosed brackets. These are bounds for them. Within
// the bounds 128 KiB of prose took a tenth of a second, and the worst known text of that length
// half a second.
const (
	longestText = 128 << 10
	mostLooked  = 4 << 20  // bytes that one reader searches in vain
	mostMarks   = 32       // of lists and quotes, at the beginning of a line
	mostCells   = 64 << 10 // of a table; or lines over which the titles of definitions may extend
)

// tooHard reports whether a text exceeds what a Markdown parser should be given.
func tooHard(text string) bool {
	if len(text) > longestText {
		return true
	}
	lines, bars, titles := 0, 0, 0
	for line := range strings.Lines(text) {
		if marks(line) > mostMarks {
			return true
		}
		if strings.TrimSpace(line) == "" {
			lines, bars, titles = 0, 0, 0
			continue
		}
		lines++
		if opensTitle(line) {
			titles++
		}
		if bars = max(bars, strings.Count(line, "|")); lines*max(bars, titles) > mostCells {
			return true
		}
	}
	return false
}

// opensTitle reports whether a line may define a link whose title continues in the next line:
// the parser looks for the end of an unclosed title up to the end of the paragraph.
func opensTitle(line string) bool {
	return strings.Contains(line, "]:") &&
		(strings.Count(line, `"`)%2 == 1 || strings.Count(line, "'")%2 == 1 || strings.Count(line, "(") > strings.Count(line, ")"))
}

// marks counts the characters at the beginning of a line that may begin lists and quotes.
func marks(line string) int {
	n := 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '>':
			n++
		case c == ' ', c == '\t', '0' <= c && c <= '9':
		case strings.IndexByte("-+*.):", c) >= 0:
			if i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t') {
				n++
			}
		default:
			return n
		}
	}
	return n
}
