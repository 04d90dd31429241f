package injection

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/jsonstring"
)

// Content is a tool's result as it was scanned: any JSON value, its strings read as
// one text, so that an attack whose words are spread over parts is still one.
type Content struct {
	Findings []Finding // offsets in Text
	Text     string    // all strings, names of members too, a blank line between two

	raw     []byte
	strings []stringToken
}

// stringToken is a string of the raw value and its place in the text.
type stringToken struct {
	rawStart, rawEnd int // with the quotation marks
	start, end       int
}

// ScanJSON scans the strings of a valid JSON value.
func ScanJSON(raw []byte) (*Content, error) {
	c := &Content{raw: raw}
	var text strings.Builder
	text.Grow(len(raw))
	for i := 0; ; {
		k := bytes.IndexByte(raw[i:], '"')
		if k < 0 {
			break
		}
		start := i + k
		t := stringToken{rawStart: start, start: text.Len()}
		var err error
		if t.rawEnd, err = unquote(&text, raw, start); err != nil {
			return nil, fmt.Errorf("string at byte %d: %w", start, err)
		}
		t.end = text.Len()
		c.strings = append(c.strings, t)
		text.WriteString("\n\n")
		i = t.rawEnd
	}
	c.Text = strings.TrimSuffix(text.String(), "\n\n")
	c.Findings = Scan(c.Text)
	return c, nil
}

var (
	errOpen   = errors.New("it does not end")
	errEscape = errors.New("a control character, or no escape of JSON's")
)

// unquote writes what the string that begins at raw[start] says, and gives the offset
// behind it.
func unquote(text *strings.Builder, raw []byte, start int) (end int, err error) {
	for at := start + 1; ; {
		n, _ := jsonstring.Verbatim(raw[at:])
		text.Write(raw[at : at+n])
		at += n
		switch {
		case at == len(raw):
			return 0, errOpen
		case raw[at] == '"':
			return at + 1, nil
		}
		size, means := jsonstring.Escape(raw[at:])
		if size == 0 || utf16.IsSurrogate(means) {
			return 0, errEscape
		}
		if at += size; means < utf8.RuneSelf { // as nearly all are: a third faster, where each quote is escaped
			text.WriteByte(byte(means))
		} else {
			text.WriteRune(means)
		}
	}
}

// Flagged says whether the content is an attack.
func (c *Content) Flagged() bool { return Flagged(c.Findings) }

// Neutralized gives the value with Neutralize done to the strings that hold flagged
// findings. Everything else is the same, byte for byte.
func (c *Content) Neutralized() ([]byte, error) {
	return c.rewrite(func(s string, findings []Finding) string { return Neutralize(s, findings) })
}

// Warned gives the value with a Warning in front of each string in which a flagged
// finding begins.
func (c *Content) Warned() ([]byte, error) {
	return c.rewrite(func(s string, findings []Finding) string {
		var begun []Finding
		for _, f := range findings {
			if f.Start >= 0 {
				begun = append(begun, f)
			}
		}
		return Warning(begun) + s
	})
}

// rewrite edits the strings that flagged findings touch. edit gets a string and its
// findings with offsets in it; a finding that began in an earlier string has a
// negative start.
func (c *Content) rewrite(edit func(string, []Finding) string) ([]byte, error) {
	var out []byte
	at := 0
	for _, t := range c.strings {
		k := sort.Search(len(c.Findings), func(k int) bool { return c.Findings[k].End > t.start })
		var here []Finding
		for ; k < len(c.Findings) && c.Findings[k].Start < t.end; k++ {
			f := c.Findings[k]
			if f.Severity == Low {
				continue
			}
			f.Start -= t.start
			f.End = min(f.End, t.end) - t.start
			here = append(here, f)
		}
		if len(here) == 0 {
			continue
		}
		edited := edit(c.Text[t.start:t.end], here)
		out = append(out, c.raw[at:t.rawStart]...)
		var err error
		if out, err = jsontext.AppendQuote(out, strings.ToValidUTF8(edited, "\uFFFD")); err != nil {
			return nil, fmt.Errorf("string at byte %d: %w", t.rawStart, err)
		}
		at = t.rawEnd
	}
	return append(out, c.raw[at:]...), nil
}
