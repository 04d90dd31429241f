// Package markup finds what a client fetches by itself when it shows a text in CommonMark or
// HTML: pictures, frames, styles and the like. It does not say whether that may be fetched, and
// leaves out links, which somebody has to follow.
//
// Clients read Markdown in different ways. So a part counts if one way of reading the text has
// it fetched, and counts as code only if it is code in all of them.
package markup

import (
	"cmp"
	"slices"
	"strings"
)

// Fetch is a part of a text that has something fetched, or the whole text if it is too hard to
// tell what a client reads in it.
type Fetch struct {
	Start, End int    // as byte offsets
	Address    string // what is fetched, without the text's escapes; "" if unknown
	Elsewhere  bool   // it may lead to another host
}

// Fetches finds all fetches in a text, in order and without overlap.
func Fetches(text string) []Fetch {
	if !may(text) {
		return nil
	}
	found, ok := read(text)
	if !ok {
		return []Fetch{{End: len(text), Elsewhere: true}}
	}
	return apart(found)
}

// may reports whether a text can have anything fetched at all, which begins like a picture or a
// tag.
func may(text string) bool {
	return strings.Contains(text, "![") || nextTag(text, 0) < len(text)
}

// mostPasses bounds how often a text is searched again. A replacement can form a picture
// together with the text around it, as in !![a](b)(c).
const mostPasses = 8

// Without returns the text with everything replaced that is fetched from elsewhere. All other bytes
// are unchanged.
func Without(text, instead string) string {
	for range mostPasses {
		out, end := strings.Builder{}, 0
		for _, f := range Fetches(text) {
			if f.Elsewhere {
				out.WriteString(text[end:f.Start])
				out.WriteString(instead)
				end = f.End
			}
		}
		if end == 0 {
			return text
		}
		out.WriteString(text[end:])
		text = out.String()
	}
	return instead
}

// apart sorts what the readers found, and joins overlaps.
func apart(found []Fetch) []Fetch {
	slices.SortStableFunc(found, func(a, b Fetch) int { return cmp.Compare(a.Start, b.Start) })
	var out []Fetch
	for _, f := range found {
		if n := len(out); n > 0 && f.Start < out[n-1].End {
			last := &out[n-1]
			if f.Elsewhere && !last.Elsewhere {
				last.Address, last.Elsewhere = f.Address, true
			}
			last.End = max(last.End, f.End)
			continue
		}
		out = append(out, f)
	}
	return out
}

// read finds what is fetched; ok is false if the text cannot be read, or takes too long.
func read(text string) (found []Fetch, ok bool) {
	if tooHard(text) {
		return nil, false
	}
	found, code, ok := parse(text)
	if !ok {
		return nil, false
	}
	words := without(text, code)
	budget := tagBudget(len(text))
	for _, view := range []string{words, unquoted(words)} {
		found = append(found, pictures(view)...)
		of, ok := tags(view, &budget)
		if !ok {
			return nil, false
		}
		for _, f := range of {
			found = append(found, around(f, code)...)
		}
		if view == words && !strings.Contains(words, ">") {
			break
		}
	}
	return found, true
}

// without replaces code in a text by letters, which mean nothing. Line ends are kept.
func without(text string, code []bool) string {
	out := []byte(text)
	for i, is := range code {
		if is && out[i] != '\n' {
			out[i] = 'x'
		}
	}
	return string(out)
}

// around splits a fetch that contains code, which is shown as it is.
func around(f Fetch, code []bool) []Fetch {
	var out []Fetch
	for start := f.Start; start < f.End; {
		end := start
		for end < f.End && !code[end] {
			end++
		}
		if end > start {
			out = append(out, Fetch{Start: start, End: end, Address: f.Address, Elsewhere: f.Elsewhere})
		}
		for end < f.End && code[end] {
			end++
		}
		start = end
	}
	return out
}

// unquoted removes the quote marks at the beginning of a text's lines, so that constructs of
// several lines are in one piece.
func unquoted(text string) string {
	out := []byte(text)
	begins := true
	for i, c := range out {
		switch {
		case c == '\n':
			begins = true
		case c == '>' && begins:
			out[i] = ' '
		case c != ' ' && c != '\t':
			begins = false
		}
	}
	return string(out)
}
