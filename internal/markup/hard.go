package markup

import "strings"

// Parsers of Markdown take the square of a text, or worse, for some that nobody writes:
// with lists in lists in lists, tables of a thousand columns, thousands of brackets without
// an end. These are bounds for them. Below them prose of 128 KiB took a tenth of a second, and
// the worst text of that length known half of one.
const (
	longestText = 128 << 10
	mostLooked  = 4 << 20  // bytes looked through in vain, by one reader
	mostMarks   = 32       // of lists and quotes, before a line
	mostCells   = 64 << 10 // of a table; or lines that the titles of definitions may go on in
)

// tooHard reports whether a text is beyond what a parser of Markdown should be given.
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

// opensTitle reports whether a line may define a link whose title goes on in the next line:
// a title without an end is looked for to the end of the paragraph.
func opensTitle(line string) bool {
	return strings.Contains(line, "]:") &&
		(strings.Count(line, `"`)%2 == 1 || strings.Count(line, "'")%2 == 1 || strings.Count(line, "(") > strings.Count(line, ")"))
}

// marks counts what may begin lists and quotes before the words of a line.
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
