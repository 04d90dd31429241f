package redact

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/datafile"
)

// Knowledge of the world is in the text files beside this one, each of which explains its format at
// the top. An error for a bad line names the file and the line.

//go:embed *.txt
var dataFiles embed.FS

// Bounds of a data file: the longest line and the longest list.
const (
	maxDataLine = 2048
	maxDataRows = 4096
)

// columns splits a row into its n columns, which two or more spaces separate.
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

// readRows returns the lines of a data file without comments and empty lines.
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

// readLists reads lines of the form "LIST: WORD, WORD". A quoted word keeps its spaces and commas;
// lines with the same name make one list.
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
				return nil, r.Errorf("no comma after %s", quoted)
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

// dataFile returns an embedded data file. A test reads all of them.
func dataFile(name string) []byte {
	text, err := dataFiles.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return text
}

// must panics if an embedded data file is invalid, which a test prevents.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Errorf("internal/redact: %w", err))
	}
	return v
}

var wordLists = must(readLists("words.txt", dataFile("words.txt")))

// listed returns a list of words.txt, the longest words first.
func listed(name string) []string {
	list := wordLists[name]
	if list == nil {
		panic("internal/redact: words.txt: no list " + name)
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list
}

// words is a set of words.
type words map[string]bool

func wordSet(name string) words {
	w := words{}
	for _, word := range listed(name) {
		w[word] = true
	}
	return w
}
