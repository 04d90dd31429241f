package leak

import "bytes"

// A text can be read in several ways: as it is, without its escapes, and with each of its stretches
// decoded. Encoded text may have wrapped lines, begin anywhere, and have separators between its
// pieces.

// maxText bounds how much of a text is read; of a longer one, its two ends.
const (
	maxText  = 1 << 20
	maxInner = 64 << 10 // bytes of an encoding inside another one
)

// views calls yield with each reading of a text. All readings together are at most a constant
// factor longer.
func views(text []byte, yield func(text []byte, way Way)) {
	if len(text) > maxText {
		text = append(bytes.Clone(text[:maxText/2]), text[len(text)-maxText/2:]...)
	}
	yield(text, InClear)
	for range 3 { // percent twice, in JSON
		next := plain(text)
		if len(next) == len(text) {
			break
		}
		text = next
		yield(text, InClear)
	}
	decoded(text, 2, func(text []byte, way Way) { yield(text, way) })
}

// decoded calls yield with the decodings of a text in each encoding, and with theirs, up to depth.
func decoded(text []byte, depth int, yield func(text []byte, way Way)) {
	run, out := make([]byte, 0, len(text)), make([]byte, 0, len(text))
	for i := range encodings {
		e := &encodings[i]
		for _, marks := range [...]bool{false, true} {
			if !marks && e.way != Base64 { // only base64 contains the marks of the others
				continue
			}
			for run := range runs(text, e.alphabet, marks, run) {
				for skip := range min(e.step, len(run)) {
					out = e.read(out[:0], run[skip:])
					yield(out, e.way)
					if depth > 1 && len(out) <= maxInner && legible(out) {
						decoded(out, depth-1, func(text []byte, _ Way) { yield(text, e.way) })
					}
				}
			}
		}
	}
}

// shortestRun is the least length of an encoding that is read: a piece in base64.
const shortestRun = 7

// runs yields the stretches of a text that may be an encoding, without the white space that wraps
// them; with marks also without anything else that is not a letter or digit. An alphabet has a
// value for each of its characters, and a negative number for others.
func runs(text []byte, alphabet *[256]int8, marks bool, buf []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		run := buf[:0]
		for i := 0; i < len(text); i++ {
			c := text[i]
			switch {
			case alphabet[c] >= 0 && !(marks && folded[c] == 0):
				if alphabet == &of16 && c == '0' && i+1 < len(text) && text[i+1]|0x20 == 'x' {
					i++ // 0x41 0x42
					continue
				}
				run = append(run, c)
				continue
			case c <= ' ' || c == '"' || c == '\'' || c == '\\':
				continue
			case marks && folded[c] == 0:
				continue
			}
			if len(run) >= shortestRun && !yield(run) {
				return
			}
			run = run[:0]
		}
		if len(run) >= shortestRun {
			yield(run)
		}
	}
}

// Alphabets. Both variants of base64 share one, since only letters and digits of a secret count.
var (
	of64 = alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "-_", 62)
	of32 = alphabet("abcdefghijklmnopqrstuvwxyz234567", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0)
	of16 = alphabet("0123456789abcdef", "ABCDEF", 10)
)

func alphabet(chars, also string, from int) (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i, c := range []byte(chars) {
		t[c] = int8(i)
	}
	for i, c := range []byte(also) {
		t[c] = int8(from + i)
	}
	return t
}

// encoding is an alphabet and the number of bits per character.
type encoding struct {
	alphabet *[256]int8
	bits     uint
	step     int // characters after which a byte begins again
	way      Way
}

var encodings = [...]encoding{{&of64, 6, 4, Base64}, {&of16, 4, 2, Hex}, {&of32, 5, 8, Base32}}

// read appends the bytes that characters stand for.
func (e *encoding) read(dst, run []byte) []byte {
	var acc, bits uint
	for _, c := range run {
		acc, bits = acc<<e.bits|uint(e.alphabet[c]), bits+e.bits
		if bits >= 8 {
			bits -= 8
			dst = append(dst, byte(acc>>bits))
		}
	}
	return dst
}

// legible reports whether decoded bytes may be text.
func legible(text []byte) bool {
	if len(text) < shortestRun {
		return false
	}
	odd := 0
	for _, c := range text {
		if c >= 0x7f || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			odd++
		}
	}
	return odd*10 <= len(text)
}

// plain decodes a text's escapes: %41, \x41, \u0041, \n, &#65; and &#x41;.
func plain(text []byte) []byte {
	if !bytes.ContainsAny(text, `%\&`) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		c, n := escape(text[i:])
		if n == 0 {
			c, n = text[i], 1
		}
		out = append(out, c)
		i += n
	}
	return out
}

// escape reads one escape and returns its length, or 0.
func escape(b []byte) (c byte, n int) {
	switch b[0] {
	case '%':
		if v, ok := hexByte(b, 1, 2); ok {
			return v, 3
		}
	case '\\':
		if len(b) < 2 {
			return 0, 0
		}
		switch b[1] {
		case 'n', 'r', 't':
			return '\n', 2
		case '/', '\\', '"':
			return b[1], 2
		case 'x':
			if v, ok := hexByte(b, 2, 2); ok {
				return v, 4
			}
		case 'u':
			if v, ok := hexByte(b, 2, 4); ok {
				return v, 6
			}
		}
	case '&':
		return entity(b)
	}
	return 0, 0
}

func hexByte(b []byte, from, n int) (v byte, ok bool) {
	if len(b) < from+n {
		return 0, false
	}
	for _, c := range b[from : from+n] {
		if of16[c] < 0 {
			return 0, false
		}
		v = v<<4 | byte(of16[c])
	}
	return v, true
}

func entity(b []byte) (c byte, n int) {
	if len(b) < 4 || b[1] != '#' {
		return 0, 0
	}
	i, base, v := 2, 10, 0
	if b[2]|0x20 == 'x' {
		i, base = 3, 16
	}
	for ; i < len(b) && i < 10; i++ {
		d := of16[b[i]]
		if b[i] == ';' && v > 0 && v < 0x80 {
			return byte(v), i + 1
		}
		if d < 0 || int(d) >= base {
			return 0, 0
		}
		v = v*base + int(d)
	}
	return 0, 0
}

// Bounds of Readings.
const (
	shortestWord = 16 // of an encoding that stands alone
	maxLabels    = 10
)

// Readings calls yield with each reading of a text that may show a secret's form: as it is, without
// its escapes, with its words decoded, and with the labels and segments of its addresses joined. It
// ends when yield returns false.
func Readings(text []byte, yield func([]byte) bool) {
	if len(text) > maxText {
		text = append(bytes.Clone(text[:maxText/2]), text[len(text)-maxText/2:]...)
	}
	if !yield(text) {
		return
	}
	for range 3 {
		next := plain(text)
		if len(next) == len(text) {
			break
		}
		if text = next; !yield(text) {
			return
		}
	}
	r := reading{yield: yield, left: 4 * len(text)}
	for _, word := range bytes.FieldsFunc(text, func(c rune) bool { return c <= ' ' || c == '"' || c == '\'' || c == ',' || c == '<' || c == '>' }) {
		if r.done {
			return
		}
		r.word(word, 2)
		r.address(word)
	}
}

// reading is a text whose readings are being made.
type reading struct {
	yield func([]byte) bool
	left  int // bytes that may still be read, which keeps this linear
	done  bool
}

func (r *reading) give(text []byte) {
	if r.left -= len(text); !r.done && r.left > 0 {
		r.done = !r.yield(text)
	}
}

// word reads the parts of a word that may be an encoding.
func (r *reading) word(word []byte, depth int) {
	for i := range encodings {
		enc := &encodings[i]
		for rest := word; len(rest) >= shortestWord && !r.done; {
			start := 0
			for start < len(rest) && enc.alphabet[rest[start]] < 0 {
				start++
			}
			end := start
			for end < len(rest) && enc.alphabet[rest[end]] >= 0 {
				end++
			}
			if end-start >= shortestWord {
				if out := enc.read(nil, rest[start:end]); legible(out) {
					r.give(out)
					if depth > 1 && r.left > 0 {
						r.word(out, depth-1)
					}
				}
			}
			if end == len(rest) {
				break
			}
			rest = rest[end:]
		}
	}
}

// address reads an address with the parts of its host and path joined.
func (r *reading) address(word []byte) {
	if _, rest, ok := bytes.Cut(word, []byte("://")); ok {
		word = rest
	}
	host, rest := word, []byte(nil)
	if i := bytes.IndexAny(word, "/?#"); i >= 0 {
		host, rest = word[:i], word[i:]
	}
	labels := bytes.Split(host, []byte("."))
	if len(labels) > 2 {
		for n := 1; n <= min(len(labels), maxLabels) && !r.done; n++ {
			r.together(labels[:n])
		}
	}
	if parts := bytes.FieldsFunc(rest, func(c rune) bool { return c == '/' || c == '?' || c == '&' || c == '#' || c == ';' }); len(parts) > 1 {
		for i, p := range parts {
			if _, value, ok := bytes.Cut(p, []byte("=")); ok {
				parts[i] = value
			}
		}
		r.together(parts)
	}
}

func (r *reading) together(parts [][]byte) {
	one := bytes.Join(parts, nil)
	if len(one) >= shortestWord {
		r.give(one)
		r.word(one, 2)
	}
}
