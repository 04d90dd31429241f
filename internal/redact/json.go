package redact

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/provenanced/provenanced/internal/jsonstring"
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
	text := []byte(raw)
	if bytes.IndexByte(raw, '\\') >= 0 {
		room := rooms.Get().(*[]byte)
		text = unescape((*room)[:0], raw)
		if *room = text; cap(text) <= maxRoom {
			defer rooms.Put(room)
		}
	}
	found := Find(text, l)
	if len(found) == 0 {
		return raw, nil, nil
	}
	if !raw.IsValid() {
		return nil, nil, fmt.Errorf("redact: %d findings in what is not JSON", len(found))
	}
	restore(raw, found)
	out, cut := replace(raw, found)
	if len(cut) == 0 {
		return raw, nil, nil
	}
	return out, cut, nil
}

// rooms are for the next texts to be unescaped. Making and collecting one for each
// costs a long text some 4 % of what is done to it.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// maxRoom bounds a room that is kept.
const maxRoom = 4 << 20

// unescape undoes the escapes of JSON's strings, but for those of quotes and
// backslashes: they keep the strings' ends visible, each as a backslash and the
// character, however raw spells it. It appends to text, and makes room for all at once.
func unescape(text, raw []byte) []byte {
	text = slices.Grow(text, len(raw))
	copied, at := 0, 0
	for {
		e := nextEscape(raw, at)
		at = e.start + e.size
		switch {
		case e.size == 0:
			return append(text, raw[copied:]...)
		case e.size == e.width() && e.kept():
			continue // copied as it is, with what is around it
		}
		text = append(text, raw[copied:e.start]...)
		if e.kept() {
			text = append(text, '\\')
		}
		text = utf8.AppendRune(text, e.means)
		copied = at
	}
}

// restore brings the offsets of findings in unescape(raw) back to raw; one inside an
// escape moves outwards. It reads the escapes a second time: what holds a secret is
// rare, and not worth a list of all escapes of everything else.
func restore(raw []byte, found []Finding) {
	at, text := 0, 0 // the same place, in raw and as unescape has it
	e := nextEscape(raw, 0)
	outward := func(offset int) (start, end int) {
		for {
			first := text + e.start - at
			last := first + e.width()
			switch {
			case offset <= first:
				start = at + offset - text
				return start, start
			case offset < last:
				return e.start, e.start + e.size
			}
			at, text = e.start+e.size, last
			e = nextEscape(raw, at)
		}
	}
	for i := range found {
		f := &found[i]
		f.Start, _ = outward(f.Start)
		_, f.End = outward(f.End)
	}
}

// escape is one that raw has at start, in size bytes, for a character.
type escape struct {
	start, size int
	means       rune
}

// kept says that unescape leaves it an escape, of two bytes.
func (e escape) kept() bool { return e.means == '"' || e.means == '\\' }

// width is how many bytes unescape writes for it.
func (e escape) width() int {
	if e.kept() {
		return 2
	}
	return utf8.RuneLen(e.means)
}

// nextEscape finds the first escape at raw[at:], and what unescape writes for it.
// Where there is none its size is 0, at the end.
func nextEscape(raw []byte, at int) escape {
	for {
		i := bytes.IndexByte(raw[at:], '\\')
		if i < 0 || at+i+1 >= len(raw) {
			return escape{start: len(raw)}
		}
		at += i
		switch size, means := jsonstring.Escape(raw[at:]); {
		case size == 0: // what is no JSON
			at += 2
		case means == '\b' || means == '\f':
			return escape{at, size, ' '}
		case utf16.IsSurrogate(means):
			return escape{at, size, utf8.RuneError}
		default:
			return escape{at, size, means}
		}
	}
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

// stringEnd is where the string that begins at raw[at] ends, its quote included.
func stringEnd(raw []byte, at int) int {
	for at++; at < len(raw); {
		n, _ := jsonstring.Verbatim(raw[at:])
		if at += n; at == len(raw) || raw[at] == '"' {
			break
		}
		at += 2
	}
	return min(at+1, len(raw))
}

// isName reports whether a string that ends here names a member of an object.
func isName(raw []byte, end int) bool {
	for end < len(raw) && isSpace(raw[end]) {
		end++
	}
	return end < len(raw) && raw[end] == ':'
}
