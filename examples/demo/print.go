package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/provenanced/provenanced/client"
)

// printer writes the story: in colour on a terminal, plain elsewhere.
type printer struct {
	w      io.Writer
	colour bool
}

func newPrinter(f *os.File) *printer {
	info, err := f.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return &printer{w: f, colour: terminal && os.Getenv("NO_COLOR") == ""}
}

var (
	signs   = map[string]string{"trusted": "🟢", "shared": "🟡", "external": "🟠", "untrusted": "🔴"}
	colours = map[string]string{"allow": "32", "deny": "31", "confirm": "33"}
)

func (p *printer) paint(code, text string) string {
	if !p.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p *printer) title(text string) { fmt.Fprintf(p.w, "\n%s\n\n", p.paint("1", text)) }

func (p *printer) row(who, what string, d client.Decision) {
	if len(what) > 46 {
		what = what[:45] + "…"
	}
	verdict := p.paint(colours[d.Verdict], fmt.Sprintf("%-5s", d.Verdict))
	fmt.Fprintf(p.w, "  %-6s %-46s  %s %s %s\n", who, what, verdict, signs[d.Taint], d.Taint)
}

func (p *printer) caption(text string) {
	fmt.Fprintln(p.w)
	p.block(text)
}

func (p *printer) note(text string) {
	for line := range strings.Lines(text) {
		var row string
		for word := range strings.FieldsSeq(line) {
			if row != "" && len(row)+1+len(word) > 68 {
				p.bar(row)
				row = ""
			}
			row = strings.TrimPrefix(row+" "+word, " ")
		}
		p.bar(row)
	}
}

func (p *printer) bar(text string) {
	fmt.Fprintf(p.w, "         %s\n", p.paint("2", "│ "+text))
}

func (p *printer) block(text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(p.w, "  %s\n", strings.TrimRight(line, "\n"))
	}
}
