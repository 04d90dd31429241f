package redact

import "bytes"

// UTF-16 that was mistaken for bytes has a NUL beside each ASCII character, UTF-32 three. Terminal
// output has colours between words and within them. A model reads through both, and so do these
// functions.

// narrowed returns text without such NULs and colours; nil if it has none.
func narrowed(text []byte) []byte {
	if bytes.IndexByte(text, 0) < 0 && bytes.IndexByte(text, terminal) < 0 {
		return nil
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if n := unseen(text, i); n > 0 {
			i += n
			continue
		}
		out = append(out, text[i])
		i++
	}
	if len(out) == len(text) {
		return nil
	}
	return out
}

// terminal is the escape byte of terminal sequences, which no reader sees.
const terminal = 0x1b

// unseen returns how many bytes at text[at:] are invisible: a padding NUL, or a colour, ESC[1;31m,
// which some programs follow with ESC[K. It returns 0 for anything else.
func unseen(text []byte, at int) int {
	const longest = 24
	switch {
	case text[at] == 0 && pads(text, at):
		return 1
	case text[at] != terminal || byteAt(text, at+1) != '[':
		return 0
	}
	e := at + 2
	for e < len(text) && e-at < longest && (isDigit(text[e]) || text[e] == ';' || text[e] == ':') {
		e++
	}
	if b := byteAt(text, e); b != 'm' && b != 'K' {
		return 0
	}
	return e + 1 - at
}

// pads reports whether text[i] is a NUL that pads an ASCII character: its neighbour has as many. In
// the output of find -print0 they are further apart.
func pads(text []byte, i int) bool {
	first, end := i, i+1
	for first > 0 && i-first < 3 && text[first-1] == 0 {
		first--
	}
	for end < len(text) && end-first <= 3 && text[end] == 0 {
		end++
	}
	return i+2 < len(text) && text[i+1] != 0 && text[i+2] == 0 || i >= 2 && text[i-1] != 0 && text[i-2] == 0 ||
		end-first == 3 && (nuls(text, end+1) && text[end] != 0 || nuls(text, first-4) && text[first-1] != 0)
}

// nuls reports whether three NULs begin at text[i].
func nuls(text []byte, i int) bool {
	return i >= 0 && i+3 <= len(text) && text[i]|text[i+1]|text[i+2] == 0
}

// widen maps the offsets of findings in narrowed(text) back to text.
func widen(text []byte, found []Finding) {
	at, read := 0, 0 // the same place, in text and narrowed
	place := func(offset int) int {
		for {
			if n := unseen(text, at); n > 0 {
				at += n
				continue
			}
			if read == offset {
				return at
			}
			at, read = at+1, read+1
		}
	}
	for i := range found {
		f := &found[i]
		f.Start = place(f.Start)
		f.End = place(f.End-1) + 1
	}
}
