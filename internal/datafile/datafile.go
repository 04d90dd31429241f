// Package datafile reads the text files that are part of this program and hold what it knows
// of the world, a line at a time, and names the place in errors. What a line says, its callers
// know.
package datafile

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
)

// Place is a line of a data file. The first has the number 1.
type Place struct {
	File string
	Line int
}

// Errorf is fmt.Errorf with the place in front, as in "words.txt:7: empty list".
func (p Place) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.File, p.Line, fmt.Errorf(format, args...))
}

// Line is a line with its place, without the blanks at its end.
type Line struct {
	Place
	Text string
}

// Read calls take for each line that is neither empty nor a comment, which # begins. It ends
// with the first error of take, or at a line of more than longest bytes.
func Read(file string, text []byte, longest int, take func(Line) error) error {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, longest)
	at := Place{File: file}
	for lines.Scan() {
		at.Line++
		text := strings.TrimRight(lines.Text(), " \t")
		if text == "" || text[0] == '#' {
			continue
		}
		if err := take(Line{at, text}); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		at.Line++
		return at.Errorf("line of more than %d bytes: %w", longest, err)
	}
	return nil
}
