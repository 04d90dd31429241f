package redact

import "bytes"

// Text in UTF-16 that somebody took for bytes has a NUL beside each ASCII character. A
// model reads through them, and so do these functions.

// narrowed is text without such NULs; nil where it has none.
func narrowed(text []byte) []byte {
	if bytes.IndexByte(text, 0) < 0 {
		return nil
	}
	out := make([]byte, 0, len(text))
	for i, b := range text {
		if !pads(text, i) {
			out = append(out, b)
		}
	}
	if len(out) == len(text) {
		return nil
	}
	return out
}

// pads reports whether text[i] is the NUL of an ASCII character: with another one beside
// its neighbour. What find -print0 writes has them further apart.
func pads(text []byte, i int) bool {
	if text[i] != 0 {
		return false
	}
	return i+2 < len(text) && text[i+1] != 0 && text[i+2] == 0 || i >= 2 && text[i-1] != 0 && text[i-2] == 0
}

// widen brings the offsets of findings in narrowed(text) back to text.
func widen(text []byte, found []Finding) {
	at, read := 0, 0 // the same place, in text and as narrowed has it
	place := func(offset int) int {
		for ; read < offset || pads(text, at); at++ {
			if !pads(text, at) {
				read++
			}
		}
		return at
	}
	for i := range found {
		f := &found[i]
		f.Start = place(f.Start)
		f.End = place(f.End-1) + 1
	}
}
