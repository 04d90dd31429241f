package policy

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

var syntaxMessage = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxHints say what to do about the parser's commonest complaints.
var syntaxHints = []struct{ complaint, hint string }{
	{"mapping values are not allowed", "the indentation is off, or a text with a colon in it needs quotes"},
	{"did not find expected key", "the indentation is off, here or in the lines below"},
	{"did not find expected '-'", "the indentation is off, here or in the lines below"},
	{"did not find expected ','", "a bracket or a comma is missing, here or in the lines below"},
	{"did not find expected <document start>", "the policy ends above this line: indent the lines above as this one, and leave out what is no part of it"},
	{"could not find expected ':'", "write key: value"},
	{"unexpected end of stream", "a quote is not closed"},
	{"unknown anchor", "aliases are not taken in a policy: write the value out"},
	{"cannot start any token", "a text that begins with a special character needs quotes"},
	{"control characters", "take the invisible characters out"},
}

// syntaxError says where the YAML parser stopped. The parser names a line and no
// column, counts from 0 in some of its messages, and leaves out the first line;
// the column is where that line's text begins.
func syntaxError(err error, data []byte) (pos, string) {
	m := syntaxMessage.FindStringSubmatch(err.Error())
	if m == nil {
		return pos{line: 1, col: 1}, err.Error()
	}
	line, _ := strconv.Atoi(m[1])
	if strings.HasPrefix(m[2], "did not find expected") {
		line++
	}
	line = max(line, 1)
	text := lineOf(data, line)
	p := pos{line: line, col: 1 + len(text) - len(bytes.TrimLeft(text, " \t"))}
	if bytes.ContainsRune(text[:p.col-1], '\t') && (strings.Contains(m[2], "cannot start any token") || strings.Contains(m[2], "tab character")) {
		return p, "this line is indented with a tab: indent with spaces"
	}
	for _, h := range syntaxHints {
		if strings.Contains(m[2], h.complaint) {
			return p, m[2] + ": " + h.hint
		}
	}
	return p, m[2]
}

func lineOf(data []byte, line int) []byte {
	for range line - 1 {
		_, rest, ok := bytes.Cut(data, []byte("\n"))
		if !ok {
			break
		}
		data = rest
	}
	text, _, _ := bytes.Cut(data, []byte("\n"))
	return text
}
