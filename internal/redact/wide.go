package redact

import "bytes"

// Text in UTF-16 that somebody took for bytes has a NUL beside each ASCII character, and
// in UTF-32 it has three. A model reads through them, and so do these functions.

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

// pads reports whether text[i] is a NUL of an ASCII character: with as many beside its
// neighbour. What find -print0 writes has them further apart.
func pads(text []byte, i int) bool {
	if text[i] != 0 {
		return false
	}
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

// nuls reports whether three of them begin at text[i].
func nuls(text []byte, i int) bool {
	return i >= 0 && i+3 <= len(text) && text[i]|text[i+1]|text[i+2] == 0
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
