package injection

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/jsonstring"
)

// Content is a scanned tool result: any JSON value, whose strings are read as one text, so that an
// attack spread over several parts is still found.
type Content struct {
	Findings []Finding // offsets in Text
	Text     string    // all strings, member names included, separated by blank lines; empty without findings
	Whole    bool      // all of it was read, see Read

	raw     []byte
	strings []stringToken
}

// stringToken is a string of the raw value and its place in the text.
type stringToken struct {
	rawStart, rawEnd int // with the quotation marks
	start, end       int
}

// shape reports whether a string only tells a reader the kind of a part, as in
// {"type":"text","text":…}. Orders that continue in the next part are matched across it, and it is
// never replaced: without it no reader could tell what the rest of the part is.
func (c *Content) shape(k int) bool {
	t := c.strings[k]
	switch text := c.Text[t.start:t.end]; {
	case jsonstring.IsName(c.raw, t.rawEnd):
		return text == "type" || text == "text" || text == "content"
	case text == "text" && k > 0:
		before := c.strings[k-1]
		return c.Text[before.start:before.end] == "type" && jsonstring.IsName(c.raw, before.rawEnd)
	}
	return false
}

// ScanJSON scans the strings of a valid JSON value.
func ScanJSON(raw []byte) (*Content, error) {
	c := &Content{raw: raw}
	room := rooms.Get().(*[]byte)
	text := slices.Grow((*room)[:0], len(raw)) // no string grows: its quotes make room for two line ends
	for i := 0; ; {
		k := bytes.IndexByte(raw[i:], '"')
		if k < 0 {
			break
		}
		start := i + k
		t := stringToken{rawStart: start, start: len(text)}
		var n int
		text, n = jsonstring.Append(text, raw[start+1:])
		t.rawEnd = start + 1 + n + 1
		switch {
		case t.rawEnd > len(raw):
			return nil, fmt.Errorf("string at byte %d: %w", start, errOpen)
		case raw[t.rawEnd-1] != '"':
			return nil, fmt.Errorf("string at byte %d: %w", start, errEscape)
		}
		t.end = len(text)
		c.strings = append(c.strings, t)
		text = append(text, "\n\n"...)
		i = t.rawEnd
	}
	text = bytes.TrimSuffix(text, []byte("\n\n"))
	// Scan does not keep the text: nothing writes to the buffer before it returns, and no finding
	// refers to it. Copying would cost about 3 % of the work on a result of 1 MB, and most texts
	// are not needed again.
	c.Findings, c.Whole = Read(unsafe.String(unsafe.SliceData(text), len(text)))
	if len(c.Findings) > 0 {
		c.Text = string(text)
	}
	if *room = text; cap(text) <= maxRoom {
		rooms.Put(room)
	}
	return c, nil
}

var (
	errOpen   = errors.New("it does not end")
	errEscape = errors.New("a control character, or no escape of JSON's")
)

// Flagged reports whether the content is an attack.
func (c *Content) Flagged() bool { return Flagged(c.Findings) }

// Neutralized returns the value with Neutralize applied to the strings with flagged findings;
// member names that become equal are numbered. The rest is the same, byte for byte.
func (c *Content) Neutralized() ([]byte, error) {
	return c.rewrite(func(s string, findings []Finding) string { return Neutralize(s, findings) })
}

// Warned returns the value with a Warning before each string in which a flagged finding begins.
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

// rewrite edits the strings that flagged findings touch. edit gets a string and its findings, with
// offsets relative to it; a finding that began in an earlier string has a negative start.
func (c *Content) rewrite(edit func(string, []Finding) string) ([]byte, error) {
	var out []byte
	at, named := 0, false
	for i, t := range c.strings {
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
		if len(here) == 0 || c.shape(i) {
			continue
		}
		named = named || jsonstring.IsName(c.raw, t.rawEnd)
		edited := edit(c.Text[t.start:t.end], here)
		out = append(out, c.raw[at:t.rawStart]...)
		var err error
		if out, err = jsontext.AppendQuote(out, strings.ToValidUTF8(edited, "\uFFFD")); err != nil {
			return nil, fmt.Errorf("string at byte %d: %w", t.rawStart, err)
		}
		at = t.rawEnd
	}
	out = append(out, c.raw[at:]...)
	if named {
		out = jsonstring.Apart(out)
	}
	return out, nil
}
