package ctl

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unicode/utf16"

	"github.com/provenanced/provenanced/internal/injection"
	"github.com/provenanced/provenanced/internal/redact"
)

// maxScan bounds what is scanned at once. It is well above the largest result that the daemon
// accepts, so that a day's log fits.
const maxScan = 64 << 20

// scanned is what the daemon would do about a text. It can be shown to anyone: it contains
// nothing that is to be redacted.
type scanned struct {
	File       string       `json:"file"`
	Level      redact.Level `json:"level"`
	Bytes      int          `json:"bytes"`
	Redactions []redaction  `json:"redactions"`
	Injections []injected   `json:"injections"`
	Flagged    bool         `json:"flagged"` // an injection is more than a quotation, or the text was not read to its end
	Whole      bool         `json:"whole"`   // the text was read to its end, looking for orders
}

type redaction struct {
	place
	Type    redact.Type `json:"type"`
	Rule    string      `json:"rule"`
	Excerpt string      `json:"excerpt"`
}

type injected struct {
	place
	Family   injection.Family `json:"family"`
	Severity string           `json:"severity"`
	Rule     string           `json:"rule"`
	Excerpt  string           `json:"excerpt"`
}

func scan(c *call) error {
	level, err := redact.ParseLevel(or(c.flags["level"], redact.Standard.String()))
	if err != nil {
		return usagef("--level: %v", err)
	}
	if c.has("redacted") && c.has("json") {
		return usagef("--redacted prints the text itself; leave out --json")
	}
	b, err := c.readUpTo(c.arg(0), maxScan)
	if err != nil {
		return err
	}
	text, err := asUTF8(b)
	if err != nil {
		return fmt.Errorf("%s %w", readable(c.arg(0)), err)
	}
	if c.has("redacted") {
		var safe string
		if !c.waitFor(func() { safe, _ = redact.Text(text, level) }) {
			return errInterrupted
		}
		c.out.document([]byte(safe))
		return nil
	}
	var s *scanned
	if !c.waitFor(func() { s = scanText(readable(c.arg(0)), text, level) }) {
		return errInterrupted
	}
	if err := result(c, s, func() { s.show(c.out) }); err != nil {
		return err
	}
	if s.Flagged || len(s.Redactions) > 0 {
		return errShown
	}
	return nil
}

// asUTF8 decodes UTF-16 with a byte order mark, which PowerShell's > and Notepad write. The
// detectors read UTF-8, and at most see through the NULs beside ASCII: a filter would pass on
// what they cannot read. So text that is still mostly NUL bytes is refused.
func asUTF8(b []byte) (string, error) {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	}
	if order != nil {
		units := make([]uint16, 0, len(b)/2)
		for pair := b[2:]; len(pair) > 1; pair = pair[2:] {
			units = append(units, order.Uint16(pair))
		}
		b = []byte(string(utf16.Decode(units)))
	}
	if bytes.Count(b, []byte{0})*4 > len(b) {
		return "", errors.New("is not UTF-8: it has a NUL byte in every few, as UTF-16 and UTF-32 have; convert it first, for example with `iconv -f UTF-16LE -t UTF-8`")
	}
	return string(b), nil
}

func scanText(file, text string, level redact.Level) *scanned {
	secrets := redact.Find([]byte(text), level)
	orders, whole := injection.Read(text)
	s := &scanned{
		File: file, Level: level, Bytes: len(text), Flagged: injection.Flagged(orders) || !whole, Whole: whole,
		Redactions: make([]redaction, 0, len(secrets)), Injections: make([]injected, 0, len(orders)),
	}
	quoted := newExcerpts(text, secrets, level)
	at := newCursor(text)
	for _, f := range secrets {
		s.Redactions = append(s.Redactions, redaction{at.place(f.Start, f.End), f.Type, f.Rule, quoted.around(f.Start, f.End)})
	}
	at = newCursor(text)
	for _, f := range orders {
		s.Injections = append(s.Injections, injected{at.place(f.Start, f.End), f.Family, f.Severity.String(), f.Rule, quoted.of(f.Start, f.End)})
	}
	return s
}

// show prints the findings in the order of the text, and a summary.
func (s *scanned) show(p *printer) {
	type line struct {
		start int
		cells []any
	}
	lines := make([]line, 0, len(s.Redactions)+len(s.Injections))
	for _, f := range s.Redactions {
		lines = append(lines, line{f.Start, []any{f.place, yellow(string(f.Type)), f.Rule, f.Excerpt}})
	}
	quotations := 0
	for _, f := range s.Injections {
		paint := red
		if f.Severity == injection.Low.String() {
			quotations++
			paint = dim
		}
		lines = append(lines, line{f.Start, []any{f.place, paint(fmt.Sprintf("injection (%s, %s)", f.Family, f.Severity)), f.Rule, f.Excerpt}})
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.start, b.start) })
	if len(lines) > 0 {
		rows := make([][]any, len(lines))
		for i := range lines {
			rows[i] = lines[i].cells
		}
		p.table([]string{"where", "found", "rule", "text"}, rows)
	}
	quoted := ""
	if quotations > 0 {
		quoted = fmt.Sprintf(" (and %d quoted or explained, which raise no alarm)", quotations)
	}
	p.say("%s: %s at level %s, %s%s\n", s.File, count(int64(len(s.Redactions)), "redaction"), s.Level,
		count(int64(len(s.Injections)-quotations), "injected instruction"), quoted)
	if !s.Whole {
		p.say("%s: it has so many instructions, or encodes so much, that not all of it was read; the daemon withholds such a result\n", s.File)
	}
}
