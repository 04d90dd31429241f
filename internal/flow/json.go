package flow

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/jsonstring"
)

// maxDepth is how deep values may be nested that are parsed as structure.
const maxDepth = 64

// jsonReader reads JSON values from bytes, without building them. Invalid JSON sets bad, and
// everything that follows is empty.
type jsonReader struct {
	b   []byte
	i   int
	bad bool
	buf []byte // the last string with escapes
}

func (r *jsonReader) fail() { r.bad, r.i = true, len(r.b) }

// peek returns the next byte other than space, 0 at the end.
func (r *jsonReader) peek() byte {
	for r.i < len(r.b) {
		switch c := r.b[r.i]; c {
		case ' ', '\t', '\n', '\r':
			r.i++
		default:
			return c
		}
	}
	return 0
}

// more skips the separator of members, or the opening bracket before the first one. It returns
// false after the closing one.
func (r *jsonReader) more(first bool, end byte) bool {
	if r.bad {
		return false
	}
	if first {
		r.i++
		if r.peek() == end {
			r.i++
			return false
		}
		return true
	}
	switch r.peek() {
	case end:
		r.i++
		return false
	case ',':
		r.i++
		return true
	}
	r.fail()
	return false
}

// name reads a member's name and the colon. The result is valid until the next string is read.
func (r *jsonReader) name() []byte {
	if r.peek() != '"' {
		r.fail()
		return nil
	}
	s := r.string()
	if r.peek() != ':' {
		r.fail()
		return nil
	}
	r.i++
	return s
}

// string reads a string. The result is valid until the next string is read.
func (r *jsonReader) string() []byte {
	b := r.b[r.i+1:]
	n := jsonstring.Plain(b, 0)
	if n < len(b) && b[n] == '"' {
		r.i += n + 2
		return b[:n]
	}
	text, more := jsonstring.Append(append(r.buf[:0], b[:n]...), b[n:])
	if r.buf = text; !r.closed(n + more) {
		return nil
	}
	return text
}

// skipString skips a string.
func (r *jsonReader) skipString() {
	b := r.b[r.i+1:]
	n := jsonstring.Plain(b, 0)
	if n >= len(b) || b[n] != '"' {
		more, _, _ := jsonstring.End(b[n:])
		n += more
	}
	r.closed(n)
}

// closed skips a string of n bytes and its quotes, and returns false if it does not end there.
func (r *jsonReader) closed(n int) bool {
	if end := r.i + 1 + n; end >= len(r.b) || r.b[end] != '"' {
		r.fail()
		return false
	}
	r.i += n + 2
	return true
}

// atom reads a number, true, false or null in the form that is compared: 1100.0 is 1100.
func (r *jsonReader) atom() []byte {
	start := r.i
	for r.i < len(r.b) {
		switch c := r.b[r.i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c == '-', c == '+', c == '.', c == 'E':
			r.i++
			continue
		}
		break
	}
	a := r.b[start:r.i]
	switch string(a) {
	case "true", "false", "null":
		return a
	}
	if len(a) == 0 || a[0] != '-' && (a[0] < '0' || a[0] > '9') {
		r.fail()
		return nil
	}
	if i := bytes.IndexByte(a, '.'); i > 0 && len(bytes.Trim(a[i+1:], "0")) == 0 {
		return a[:i]
	}
	return a
}

// skip skips a value and reports whether it was valid and not nested too deep.
func (r *jsonReader) skip(depth int) bool {
	switch c := r.peek(); c {
	case '{', '[':
		if depth >= maxDepth {
			r.fail()
		}
		for first := true; r.more(first, c+2); first = false {
			if c == '{' {
				r.name()
			}
			r.skip(depth + 1)
		}
	case '"':
		r.skipString()
	default:
		r.atom()
	}
	return !r.bad
}
