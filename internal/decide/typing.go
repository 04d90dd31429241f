package decide

import (
	"strings"

	"github.com/provenanced/provenanced/internal/shell"
)

// maxTyped bounds what is kept of one line.
const maxTyped = 4 << 10

// Typed is what a line holds once a call has typed.
type Typed struct {
	Into  string
	Line  string // since the latest Enter
	Known bool
}

// lineEnd is what follows the latest Enter that ends a line: behind a backslash, it goes on.
func lineEnd(text string) int {
	for end := strings.LastIndexByte(text, '\n'); end >= 0; end = strings.LastIndexByte(text[:end], '\n') {
		if words := strings.TrimRight(text[:end], `\`); (end-len(words))%2 == 0 {
			return end + 1
		}
	}
	return 0
}

// hasWords reports whether a line holds more than edits of what stood there before.
func hasWords(line string) bool { return strings.Trim(line, " \t\n"+shell.Gap) != "" }
