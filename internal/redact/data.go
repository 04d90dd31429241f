package redact

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What is known of the world stands in text files beside this one. Each says at its top how it
// is written; a line that cannot be read is an error that names file and line.

//go:embed *.txt
var dataFiles embed.FS

// Bounds of a data file: no line and no list is longer.
const (
	maxDataLine = 2048
	maxDataRows = 4096
)

// row is a line of a data file, with the place that its errors name.
type row struct {
	file string
	line int
	text string
}

func (r row) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", r.file, r.line, fmt.Errorf(format, args...))
}

// columns are the parts of a row between which two or more spaces stand.
func (r row) columns(n int) ([]string, error) {
	var parts []string
	for part := range strings.SplitSeq(r.text, "  ") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) != n {
		return nil, r.errorf("%d columns with two spaces between them, not %d", n, len(parts))
	}
	return parts, nil
}

// readRows returns the lines of a data file, but for comments and empty ones.
func readRows(file string, text []byte) (rows []row, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxDataLine)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimRight(lines.Text(), " \t")
		if line == "" || line[0] == '#' {
			continue
		}
		if len(rows) == maxDataRows {
			return nil, row{file: file, line: n}.errorf("more than %d rows", maxDataRows)
		}
		rows = append(rows, row{file, n, line})
	}
	if err := lines.Err(); err != nil {
		return nil, row{file: file, line: n + 1}.errorf("line of more than %d bytes: %w", maxDataLine, err)
	}
	return rows, nil
}

// readLists reads lines of the form "LIST: WORD, WORD". A word in quotes keeps its spaces and
// commas; lines with the same name make one list.
func readLists(file string, text []byte) (map[string][]string, error) {
	rows, err := readRows(file, text)
	if err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for _, r := range rows {
		name, rest, ok := strings.Cut(r.text, ":")
		if !ok || name == "" {
			return nil, r.errorf("no name of a list")
		}
		words, err := listWords(r, rest)
		if err != nil {
			return nil, err
		}
		all[name] = append(all[name], words...)
	}
	return all, nil
}

func listWords(r row, rest string) (words []string, err error) {
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var word string
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			if word, err = strconv.Unquote(quoted); err != nil {
				return nil, r.errorf("word %s: %w", quoted, err)
			}
			rest = strings.TrimSpace(rest[len(quoted):])
			if rest != "" && rest[0] != ',' {
				return nil, r.errorf("no comma behind %s", quoted)
			}
			rest = strings.TrimPrefix(rest, ",")
		} else {
			word, rest, _ = strings.Cut(rest, ",")
			word = strings.TrimSpace(word)
		}
		if word == "" {
			return nil, r.errorf("empty word")
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, r.errorf("empty list")
	}
	return words, nil
}

// dataFile is the text of a data file; these are part of the program, and a test reads them all.
func dataFile(name string) []byte {
	text, err := dataFiles.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return text
}

// must panics where a data file cannot be read: with it the program was built wrong.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Errorf("internal/redact: %w", err))
	}
	return v
}

var wordLists = must(readLists("words.txt", dataFile("words.txt")))

// listed is a list of words.txt, the longest words first.
func listed(name string) []string {
	list := wordLists[name]
	if list == nil {
		panic("internal/redact: words.txt: no list " + name)
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list
}

// words is a set of them.
type words map[string]bool

func wordSet(name string) words {
	w := words{}
	for _, word := range listed(name) {
		w[word] = true
	}
	return w
}
