package yamltext

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

var syntaxMessage = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxHints say what to do about the parser's most frequent complaints.
var syntaxHints = []struct{ complaint, hint string }{
	{"mapping values are not allowed", "the indentation is off, or a text with a colon in it needs quotes"},
	{"did not find expected key", "the indentation is off, here or in the lines below"},
	{"did not find expected '-'", "the indentation is off, here or in the lines below"},
	{"did not find expected ','", "a bracket or a comma is missing, here or in the lines below"},
	{"did not find expected <document start>", "the file's keys end above this line: indent the lines above as this one, and leave out what is no part of it"},
	{"could not find expected ':'", "write key: value"},
	{"unexpected end of stream", "a quote is not closed"},
	{"cannot start any token", "a text that begins with a special character needs quotes"},
	{"expected alphabetic or numeric character", `a * or & that stands for itself needs quotes: "*"`},
	{"unknown escape character", `between double quotes, \ begins an escape: use single quotes, or write \\`},
	{"control characters", "take the invisible characters out"},
}

// Syntax says where in a text the YAML parser stopped, and why. The parser gives a line but no
// column, counts from 0 in some of its messages, and omits the first line; the column is where
// the text of that line begins.
func Syntax(err error, data []byte) (line, column int, why string) {
	m := syntaxMessage.FindStringSubmatch(err.Error())
	if m == nil {
		return 1, 1, err.Error()
	}
	line, _ = strconv.Atoi(m[1])
	if name := unknownAnchor.FindStringSubmatch(m[2]); name != nil { // the parser names no place
		at := aliasOf(name[1], data)
		line, column = place(data, at)
		return line, column, "*" + Cut(name[1]) + ": aliases are not taken: write the value out"
	}
	if strings.HasPrefix(m[2], "did not find expected") && !strings.HasSuffix(m[2], "character") {
		line++
	}
	line = max(line, 1)
	aboutTab := strings.Contains(m[2], "tab character")
	if aboutTab { // the tab is somewhere after the value that begins in that line
		line = firstTab(data, line)
	}
	indent := indentOf(lineOf(data, line))
	column = 1 + len(indent)
	if bytes.ContainsRune(indent, '\t') && (aboutTab || strings.Contains(m[2], "cannot start any token")) {
		return line, column, "this line is indented with a tab: indent with spaces"
	}
	for _, h := range syntaxHints {
		if strings.Contains(m[2], h.complaint) {
			return line, column, m[2] + ": " + h.hint
		}
	}
	return line, column, m[2]
}

var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)

var nameGoesOn = regexp.MustCompile(`^[0-9A-Za-z_-]`)

// maxAliases is how many places are tried; each costs parsing everything before it.
const maxAliases = 32

// aliasOf is the first place where an undefined anchor is used: the text up to and including
// the name already has that mistake. Inside quotes and comments it would not.
func aliasOf(name string, data []byte) int {
	word, at := []byte("*"+name), 0
	for range maxAliases {
		i := bytes.Index(data[at:], word)
		if i < 0 {
			break
		}
		if at += i + len(word); nameGoesOn.Match(data[at:]) {
			continue
		}
		var err error
		for dec := yaml.NewDecoder(bytes.NewReader(data[:at])); err == nil; {
			err = dec.Decode(new(yaml.Node))
		}
		if strings.Contains(err.Error(), "unknown anchor '"+name+"'") {
			return at - len(word)
		}
	}
	return 0
}

func indentOf(line []byte) []byte { return line[:len(line)-len(bytes.TrimLeft(line, " \t"))] }

// firstTab is the first line, starting with from, that is indented with a tab; if there is
// none, it is from.
func firstTab(data []byte, from int) int {
	line := 0
	for text := range bytes.Lines(data) {
		if line++; line >= from && bytes.ContainsRune(indentOf(text), '\t') {
			return line
		}
	}
	return from
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
