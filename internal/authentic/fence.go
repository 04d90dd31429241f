package authentic

import (
	"strings"
	"unicode/utf8"
)

// fenceOf returns the run of backticks or tildes with which a line opens a code block, or "".
func fenceOf(line string) string {
	rest := strings.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || rest == "" || rest[0] != '`' && rest[0] != '~' {
		return ""
	}
	run := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	if run < 3 || rest[0] == '`' && strings.IndexByte(plainHead(rest[run:]), '`') >= 0 { // code within a line
		return ""
	}
	return rest[:run]
}

// closesFence reports whether line ends the code block that fence opened.
func closesFence(line, fence string) bool {
	run := fenceOf(line)
	return strings.HasPrefix(run, fence) && strings.Trim(line, " \t\r\n") == run
}

// plainHead is s up to where a look-alike may begin: a line that opens a code block must still
// open it once the look-alikes are removed.
func plainHead(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return r == '<' || r == '[' || r >= utf8.RuneSelf })
	if end < 0 {
		return s
	}
	return s[:end]
}
