package ctl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/redact"
)

// place is where a finding is. Lines and columns begin at 1, a column is a character; Start and
// End are offsets in bytes.
type place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Start  int `json:"start"`
	End    int `json:"end"`
}

func (p place) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// cursor converts increasing offsets into places, in one pass over the text.
type cursor struct {
	text             string
	at, line, column int
}

func newCursor(text string) *cursor { return &cursor{text: text, line: 1, column: 1} }

func (c *cursor) place(start, end int) place {
	passed := c.text[c.at:start]
	c.at = start
	if breaks := strings.Count(passed, "\n"); breaks > 0 {
		c.line, c.column = c.line+breaks, 1
		passed = passed[strings.LastIndexByte(passed, '\n')+1:]
	}
	c.column += utf8.RuneCountInString(passed)
	return place{c.line, c.column, start, end}
}

const (
	maxExcerpt = 76 // characters of one excerpt
	margin     = 20 // bytes of its line around a secret
	lineEnds   = "\r\n"
)

// excerpts quotes a text so that a quotation fits on a line, contains no secret and hides
// nothing.
type excerpts struct {
	text  string
	masks []redact.Finding // must not be in an excerpt; in order, without overlap
}

// newExcerpts masks what was found at a level, and everything that the strictest level finds: a
// text that is only scanned for injections may contain secrets, too.
func newExcerpts(text string, found []redact.Finding, level redact.Level) *excerpts {
	e := &excerpts{text: text, masks: found}
	if level == redact.Strict {
		return e
	}
	all := append(slices.Clone(found), redact.Find([]byte(text), redact.Strict)...)
	slices.SortStableFunc(all, func(a, b redact.Finding) int { return cmp.Compare(a.Start, b.Start) })
	masks := all[:0]
	end := 0
	for _, f := range all {
		if f.Start = max(f.Start, end); f.Start < f.End {
			masks = append(masks, f)
			end = f.End
		}
	}
	e.masks = masks
	return e
}

// around quotes text[start:end] and a little of its line before and after.
func (e *excerpts) around(start, end int) string {
	from, to := max(0, start-margin), min(len(e.text), end+margin)
	for from < start && !utf8.RuneStart(e.text[from]) {
		from++
	}
	for to > end && to < len(e.text) && !utf8.RuneStart(e.text[to]) {
		to--
	}
	before, after := "", ""
	if i := strings.LastIndexAny(e.text[max(0, from-1):start], lineEnds); i >= 0 {
		from = max(0, from-1) + i + 1
	} else if from > 0 {
		before = "…"
	}
	if i := strings.IndexAny(e.text[end:min(len(e.text), to+1)], lineEnds); i >= 0 {
		to = end + i
	} else if to < len(e.text) {
		after = "…"
	}
	return before + e.of(from, to) + after
}

// of quotes text[start:end].
func (e *excerpts) of(start, end int) string {
	var b strings.Builder
	mask, _ := slices.BinarySearchFunc(e.masks, start, func(f redact.Finding, at int) int { return cmp.Compare(f.End, at+1) })
	for at, width := start, 0; at < end; {
		var part string
		if mask < len(e.masks) && e.masks[mask].Start <= at {
			part, at = e.masks[mask].Type.Marker(), e.masks[mask].End
			mask++
		} else {
			_, n := utf8.DecodeRuneInString(e.text[at:])
			part = visible(e.text[at : at+n])
			at += n
		}
		if width += utf8.RuneCountInString(part); width > maxExcerpt {
			return b.String() + "…"
		}
		b.WriteString(part)
	}
	return b.String()
}

// visible is a character in the form in which it may reach the terminal; one that is invisible,
// or changes how others look, is spelled out, too.
func visible(char string) string {
	r, _ := utf8.DecodeRuneInString(char)
	if unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
		return fmt.Sprintf(`\u%04x`, r)
	}
	return plainText(char)
}
