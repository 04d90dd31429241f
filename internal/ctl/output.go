package ctl

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// printer is the only way to the terminal. Everything that goes through it is made harmless
// first: names, paths and content come from agents and from the pages they read, and terminals
// obey control sequences.
type printer struct {
	w        *bufio.Writer
	terminal bool
	color    bool
	ascii    bool
	width    int        // of the terminal; zero is unlimited
	elided   bool       // a text was shortened in the middle
	lines    func() int // printed so far
}

func newPrinter(w io.Writer, env *Env) *printer {
	width := 0
	if env.Terminal {
		width = env.size().cols
	}
	return newPrinterOf(w, env, width)
}

func newPrinterOf(w io.Writer, env *Env, width int) *printer {
	return &printer{w: bufio.NewWriter(w), terminal: env.Terminal, color: env.Color, ascii: env.ASCII, width: width}
}

func (p *printer) flush() error { return p.w.Flush() }

// ink is coloured text, the only thing that outputs an escape sequence.
type ink struct{ text, sgr string }

// lines is text that keeps its line breaks and tabs.
type lines string

func red(s string) ink    { return ink{s, "31"} }
func green(s string) ink  { return ink{s, "32"} }
func yellow(s string) ink { return ink{s, "33"} }
func bold(s string) ink   { return ink{s, "1"} }
func plain(s string) ink  { return ink{s, ""} }
func dim(s string) ink    { return ink{s, "2"} }

// say prints like Printf, each argument made harmless.
func (p *printer) say(format string, args ...any) {
	p.w.WriteString(p.text(format, args...)) // the writer keeps its error for flush
}

// text is what say prints.
func (p *printer) text(format string, args ...any) string {
	for i, a := range args {
		switch a.(type) {
		case int, int64, uint64:
		default:
			args[i] = p.render(a)
		}
	}
	return fmt.Sprintf(p.spelled(format), args...)
}

// render is a value in the form in which it may reach the terminal.
func (p *printer) render(a any) string { return p.spelled(p.harmless(a)) }

func (p *printer) harmless(a any) string {
	switch v := a.(type) {
	case string:
		return plainText(v)
	case ink:
		if v.text == "" || v.sgr == "" || !p.color {
			return plainText(v.text)
		}
		return "\x1b[" + v.sgr + "m" + plainText(v.text) + "\x1b[0m"
	case lines:
		return clean(string(v), true)
	case []ink:
		words := make([]string, len(v))
		for i := range v {
			words[i] = p.render(v[i])
		}
		return strings.Join(words, "  ")
	case []string:
		return plainText(strings.Join(v, ", "))
	}
	return plainText(fmt.Sprint(a))
}

// asciiOf has an ASCII substitute for our own symbols.
var asciiOf = map[rune]string{
	'→': "->", '…': "...", '·': "-", '“': `"`, '”': `"`, '✓': "+", '✗': "x", '▼': "v", '├': "|", '│': "|", '└': "`", '─': "-",
}

// spelled is text for a terminal without UTF-8. On an ISO 8859-1 terminal the second byte of
// "Û" begins a control sequence, so characters without a substitute are escaped.
func (p *printer) spelled(s string) string {
	if !p.ascii {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch like, ours := asciiOf[r]; {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case ours:
			b.WriteString(like)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// json prints data as the daemon sent it. On a terminal it is indented, and characters that a
// terminal might obey are escaped: they can only occur inside strings, so the value stays the
// same.
func (p *printer) json(data jsontext.Value) error {
	if !p.terminal {
		p.w.Write(data)
		return p.w.WriteByte('\n')
	}
	data = data.Clone()
	if err := data.Indent(jsontext.WithIndent("  ")); err != nil {
		return fmt.Errorf("the daemon's answer is not JSON: %w", err)
	}
	p.escaped(data)
	return p.w.WriteByte('\n')
}

// jsonValue prints one of many values: as it is into a pipe or a file, made harmless on a
// terminal, with the same value.
func (p *printer) jsonValue(line []byte) {
	if p.terminal {
		p.escaped(line)
	} else {
		p.w.Write(line)
	}
}

// escaped prints JSON with the risky characters of its strings escaped.
func (p *printer) escaped(data []byte) {
	for _, r := range string(data) {
		if r == '\n' || !risky(r) && !(p.ascii && r >= utf8.RuneSelf) {
			p.w.WriteRune(r)
			continue
		}
		for _, u := range utf16Of(r) {
			fmt.Fprintf(p.w, "\\u%04x", u)
		}
	}
}

// document prints a renderer's output: as it is into a pipe or a file, made harmless on a
// terminal.
func (p *printer) document(b []byte) {
	if p.terminal {
		p.say("%s", lines(b))
		return
	}
	p.w.Write(b)
}

func utf16Of(r rune) []rune {
	if r < 0x10000 {
		return []rune{r}
	}
	r -= 0x10000
	return []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff}
}

// risky reports characters that a terminal obeys or that hide others: controls, formats
// (including bidirectional ones), private use, separators that break lines, and invisible
// letters, which can make two names look the same.
func risky(r rune) bool {
	return r != ' ' && !unicode.IsGraphic(r) || unicode.In(r, unicode.Co, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2028' || r == '\u2029'
}

// plainText is s on one line, without anything that a terminal obeys.
func plainText(s string) string { return clean(s, false) }

// maxMarks is how many marks a letter may carry: more than any language needs, but too few to
// be drawn over the lines above and below.
const maxMarks = 4

func clean(s string, keepLines bool) string {
	var b strings.Builder
	marks := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case keepLines && (r == '\n' || r == '\t'), !risky(r) && marks <= maxMarks:
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}

// level is a level's name, with a symbol where colours are wanted.
func (p *printer) level(name string) ink {
	look := map[string]struct{ sign, sgr string }{
		"trusted": {"🟢 ", "32"}, "shared": {"🟡 ", "33"}, "external": {"🟠 ", "38;5;208"}, "untrusted": {"🔴 ", "31"},
	}[name]
	if !p.color || p.ascii {
		look.sign = ""
	}
	return ink{look.sign + name, look.sgr}
}

// paint is text in a level's colour.
func (p *printer) paint(text, level string) ink { return ink{text, p.level(level).sgr} }

func (p *printer) verdict(v string) ink {
	return ink{v, map[string]string{"allow": "32", "confirm": "33", "deny": "31", "restrict": "31"}[v]}
}

// table prints rows under their heads, columns aligned.
func (p *printer) table(head []string, rows [][]any) {
	all := make([][]string, 0, len(rows)+1)
	first := make([]string, len(head))
	for i, h := range head {
		first[i] = p.render(dim(h))
	}
	all = append(all, first)
	for _, r := range rows {
		cells := make([]string, len(r))
		for i, v := range r {
			cells[i] = p.render(v)
		}
		all = append(all, cells)
	}
	p.align("", all)
}

// dimmed makes the labels that rows begin with dim, and returns the rows.
func (p *printer) dimmed(rows [][]string) [][]string {
	for _, r := range rows {
		r[0] = p.render(dim(r[0]))
	}
	return rows
}

// align prints rendered cells in columns two spaces apart.
func (p *printer) align(indent string, rows [][]string) { p.columns(nil, indent, rows) }

// columns is align for rows that come bit by bit: it takes the widths of the columns so far and
// returns the new ones.
func (p *printer) columns(widths []int, indent string, rows [][]string) []int {
	for _, r := range rows {
		for i, cell := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cellWidth(cell))
		}
	}
	for _, r := range rows {
		line := indent
		for i, cell := range r {
			line += cell
			if i < len(r)-1 {
				line += strings.Repeat(" ", widths[i]-cellWidth(cell)+2)
			}
		}
		p.w.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return widths
}
