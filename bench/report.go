package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Report is the result of a run.
type Report struct {
	Facts  Facts   `json:"facts"`
	Tables []Table `json:"tables"`
}

// Table is one kind of measurement. A bar is a target that the project has set itself.
type Table struct {
	Title   string   `json:"title"`
	About   string   `json:"about"`
	First   string   `json:"first"` // heading of the rows
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
	Bars    []Bar    `json:"bars,omitempty"`
}

// Row has a figure for each column; nil for none.
type Row struct {
	Name    string     `json:"name"`
	Figures []*float64 `json:"figures"`
}

// Bar is a target for a figure.
type Bar struct {
	What  string  `json:"what"`
	Is    float64 `json:"is"`
	Least bool    `json:"least,omitempty"` // it must be at least Bound; otherwise at most
	Bound float64 `json:"bound"`
	Unit  string  `json:"unit"`
}

// Holds reports whether the target is met.
func (b Bar) Holds() bool {
	if b.Least {
		return b.Is >= b.Bound
	}
	return b.Is <= b.Bound
}

func (t *Table) add(name string, figures ...float64) {
	row := Row{Name: name}
	for _, f := range figures {
		row.Figures = append(row.Figures, &f)
	}
	t.Rows = append(t.Rows, row)
}

func (t *Table) atMost(what string, is, bound float64, unit string) {
	t.Bars = append(t.Bars, Bar{What: what, Is: is, Bound: bound, Unit: unit})
}

func (t *Table) atLeast(what string, is, bound float64, unit string) {
	t.Bars = append(t.Bars, Bar{What: what, Is: is, Bound: bound, Unit: unit, Least: true})
}

// Text is the report as readable Markdown.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Facts)
	for i := range r.Tables {
		r.Tables[i].text(&b)
	}
	return b.String()
}

func (t *Table) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n", t.Title, t.About)
	cells := [][]string{append([]string{t.First}, t.Columns...)}
	for _, row := range t.Rows {
		line := []string{row.Name}
		for _, f := range row.Figures {
			line = append(line, figure(f))
		}
		for len(line) < len(cells[0]) {
			line = append(line, figure(nil))
		}
		cells = append(cells, line)
	}
	width := make([]int, len(cells[0]))
	for _, line := range cells {
		for i, c := range line {
			width[i] = max(width[i], len([]rune(c)), 4)
		}
	}
	for n, line := range cells {
		for i, c := range line {
			if i == 0 {
				fmt.Fprintf(b, "| %-*s ", width[i], c)
			} else {
				fmt.Fprintf(b, "| %*s ", width[i], c)
			}
		}
		b.WriteString("|\n")
		if n == 0 {
			for i, w := range width {
				rule := strings.Repeat("-", w+2)
				if i > 0 {
					rule = rule[1:] + ":"
				}
				b.WriteString("|" + rule)
			}
			b.WriteString("|\n")
		}
	}
	if len(t.Bars) == 0 {
		return
	}
	b.WriteString("\n")
	for _, bar := range t.Bars {
		word, sign := "reached", "≤"
		if bar.Least {
			sign = "≥"
		}
		if !bar.Holds() {
			word = "**not reached**"
		}
		fmt.Fprintf(b, "- %s: %s %s, bar %s %s: %s\n", bar.What, figure(&bar.Is), bar.Unit, sign, figure(&bar.Bound), word)
	}
}

// figure formats a figure with three significant digits and no exponent.
func figure(f *float64) string {
	switch {
	case f == nil:
		return "–"
	case *f >= 100 || *f == 0:
		return grouped(strconv.FormatFloat(*f, 'f', 0, 64))
	case *f >= 10:
		return strconv.FormatFloat(*f, 'f', 1, 64)
	default:
		return strconv.FormatFloat(*f, 'f', 2, 64)
	}
}

func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

const (
	beginMark = "<!-- bench: what follows is written by `make bench` -->\n"
	endMark   = "<!-- bench: end -->"
)

// writeTo replaces the text between the markers in a document.
func (r *Report) writeTo(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(text, []byte(beginMark))
	_, after, ended := bytes.Cut(rest, []byte(endMark))
	if !found || !ended {
		return errors.New(path + " has no markers of bench")
	}
	return os.WriteFile(path, fmt.Appendf(nil, "%s%s\n%s\n%s%s", before, beginMark, r.Text(), endMark, after), 0o644)
}
