package redact

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON returns raw with a marker in the place of each finding, valid and elsewhere
// byte for byte the same; where nothing is found it returns raw itself. A finding in
// a string replaces that part of the string, one in a number the number; a name
// counts as context for its value. Offsets are those of raw. Only JSON in which
// something is found is checked for being JSON.
//
// Values are read as a reader of the JSON gets them, so a secret is found behind any
// escapes; JSON inside a string is read as well. What is encoded otherwise is not
// decoded: base64 of a secret is found only where its name gives it away.
func JSON(raw jsontext.Value, l Level) (jsontext.Value, []Finding, error) {
	v := view{text: raw}
	if bytes.IndexByte(raw, '\\') >= 0 {
		v = unescape(raw)
	}
	found := Find(v.text, l)
	if len(found) == 0 {
		return raw, nil, nil
	}
	if !raw.IsValid() {
		return nil, nil, fmt.Errorf("redact: %d findings in what is not JSON", len(found))
	}
	for i := range found {
		found[i].Start, found[i].End = v.start(found[i].Start), v.end(found[i].End)
	}
	out, cut := replace(raw, found)
	if len(cut) == 0 {
		return raw, nil, nil
	}
	return out, cut, nil
}

// view is JSON with the escapes of its strings undone, but for those of quotes and
// backslashes, which keep the strings' ends visible.
type view struct {
	text  []byte
	moves []move
}

// A move is an escape: what begins at raw and takes size bytes there begins at text
// in the view and takes decoded bytes.
type move struct {
	text, decoded int
	raw, size     int
}

func unescape(raw []byte) view {
	v := view{text: make([]byte, 0, len(raw))}
	at := 0
	for {
		i := bytes.IndexByte(raw[at:], '\\')
		if i < 0 || at+i+1 >= len(raw) {
			v.text = append(v.text, raw[at:]...)
			return v
		}
		v.text = append(v.text, raw[at:at+i]...)
		at += i
		size, r := decodeEscape(raw[at:])
		if size == 0 {
			v.text = append(v.text, raw[at:at+2]...)
			at += 2
			continue
		}
		m := move{text: len(v.text), raw: at, size: size}
		v.text = utf8.AppendRune(v.text, r)
		m.decoded = len(v.text) - m.text
		v.moves = append(v.moves, m)
		at += size
	}
}

// decodeEscape decodes the escape that b begins with; its size is 0 if it is kept.
func decodeEscape(b []byte) (size int, r rune) {
	switch b[1] {
	case 'n':
		return 2, '\n'
	case 'r':
		return 2, '\r'
	case 't':
		return 2, '\t'
	case 'b', 'f':
		return 2, ' '
	case '/':
		return 2, '/'
	case 'u':
		r, ok := unit(b)
		if !ok || r == '"' || r == '\\' {
			return 0, 0
		}
		if utf16.IsSurrogate(r) {
			low, ok := unit(b[6:])
			if r = utf16.DecodeRune(r, low); ok && r != utf8.RuneError {
				return 12, r
			}
			return 6, utf8.RuneError
		}
		return 6, r
	}
	return 0, 0
}

func unit(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}

// before finds the last move that begins at or before an offset of the view.
func (v *view) before(at int) (move, bool) {
	i, _ := slices.BinarySearchFunc(v.moves, at+1, func(m move, at int) int { return m.text - at })
	if i == 0 {
		return move{}, false
	}
	return v.moves[i-1], true
}

// start and end bring offsets back to raw; one inside an escape moves outwards.
func (v *view) start(at int) int {
	m, ok := v.before(at)
	switch {
	case !ok:
		return at
	case at < m.text+m.decoded:
		return m.raw
	}
	return at - m.text - m.decoded + m.raw + m.size
}

func (v *view) end(at int) int {
	m, ok := v.before(at - 1)
	switch {
	case !ok:
		return at
	case at <= m.text+m.decoded:
		return m.raw + m.size
	}
	return at - m.text - m.decoded + m.raw + m.size
}

// replace walks the tokens of valid JSON and cuts the findings to them.
func replace(raw []byte, found []Finding) (jsontext.Value, []Finding) {
	out := make([]byte, 0, len(raw))
	var cut []Finding
	copied, names := 0, 0
	put := func(start, end int, marker string, f Finding) {
		out = append(append(out, raw[copied:start]...), marker...)
		copied = end
		cut = append(cut, Finding{start, end, f.Type, f.Rule})
	}
	for at := 0; at < len(raw) && len(found) > 0; {
		switch b := raw[at]; {
		case b == '"':
			end := stringEnd(raw, at)
			name := isName(raw, end)
			for len(found) > 0 && found[0].Start < end-1 {
				f := found[0]
				start, stop := max(f.Start, at+1), min(f.End, end-1)
				if start < stop {
					marker := f.Type.Marker()
					if name {
						// Two names of one object must stay two.
						if names++; names > 1 {
							marker += "#" + strconv.Itoa(names)
						}
					}
					put(start, stop, marker, f)
				}
				if f.End > end {
					found[0].Start = end
					break
				}
				found = found[1:]
			}
			at = end
		case b == '-' || isDigit(b):
			end := at + 1
			for end < len(raw) && (isAlnum(raw[end]) || raw[end] == '.' || raw[end] == '+' || raw[end] == '-') {
				end++
			}
			if f := found[0]; f.Start < end && f.End > at {
				put(at, end, `"`+f.Type.Marker()+`"`, f)
			}
			at = end
		default:
			at++
		}
		for len(found) > 0 && found[0].End <= at {
			found = found[1:]
		}
	}
	return append(out, raw[copied:]...), cut
}

func stringEnd(raw []byte, at int) int {
	for at++; at < len(raw); at++ {
		switch raw[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(raw)
}

// isName reports whether a string that ends here names a member of an object.
func isName(raw []byte, end int) bool {
	for end < len(raw) && isSpace(raw[end]) {
		end++
	}
	return end < len(raw) && raw[end] == ':'
}
