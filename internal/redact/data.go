package redact

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/datafile"
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

// columns are the parts of a row between which two or more spaces stand.
func columns(r datafile.Line, n int) ([]string, error) {
	var parts []string
	for part := range strings.SplitSeq(r.Text, "  ") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) != n {
		return nil, r.Errorf("%d columns with two spaces between them, not %d", n, len(parts))
	}
	return parts, nil
}

// readRows returns the lines of a data file, but for comments and empty ones.
func readRows(file string, text []byte) (rows []datafile.Line, err error) {
	err = datafile.Read(file, text, maxDataLine, func(l datafile.Line) error {
		if len(rows) == maxDataRows {
			return l.Errorf("more than %d rows", maxDataRows)
		}
		rows = append(rows, l)
		return nil
	})
	return rows, err
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
		name, rest, ok := strings.Cut(r.Text, ":")
		if !ok || name == "" {
			return nil, r.Errorf("no name of a list")
		}
		words, err := listWords(r, rest)
		if err != nil {
			return nil, err
		}
		all[name] = append(all[name], words...)
	}
	return all, nil
}

func listWords(r datafile.Line, rest string) (words []string, err error) {
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var word string
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			if word, err = strconv.Unquote(quoted); err != nil {
				return nil, r.Errorf("word %s: %w", quoted, err)
			}
			rest = strings.TrimSpace(rest[len(quoted):])
			if rest != "" && rest[0] != ',' {
				return nil, r.Errorf("no comma behind %s", quoted)
			}
			rest = strings.TrimPrefix(rest, ",")
		} else {
			word, rest, _ = strings.Cut(rest, ",")
			word = strings.TrimSpace(word)
		}
		if word == "" {
			return nil, r.Errorf("empty word")
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, r.Errorf("empty list")
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
