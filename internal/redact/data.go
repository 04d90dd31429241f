package redact

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"strings"
)

// What is known of the world stands in text files beside this one: formats.txt has the
// formats of keys. Each says at its top how it is written.

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
