package redact

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/provenanced/provenanced/internal/jsonstring"
	"github.com/provenanced/provenanced/internal/lanes"
)

// JSON returns raw with a marker in the place of each finding, valid and elsewhere
// byte for byte the same; where nothing is found it returns raw itself. A finding in
// a string replaces that part of the string, one in a number the number; a name
// counts as context for its value, and names that become one are numbered. Offsets are
// those of raw.
//
// That raw is JSON is for its readers to know: they have walked it, and to walk it once
// more takes a quarter of what it takes to look for secrets. In anything else, what is
// outside of its strings and numbers stays.
//
// Values are read as a reader of the JSON gets them, so a secret is found behind any
// escapes; JSON inside a string is read as well. What is encoded otherwise is not
// decoded: base64 of a secret is found only where its name gives it away.
func JSON(raw jsontext.Value, l Level) (jsontext.Value, []Finding) {
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
		return raw, nil
	}
	restore(raw, found)
	out, cut := replace(raw, found)
	if len(cut) == 0 {
		return raw, nil
	}
	return out, cut
}

// rooms are for the next texts to be unescaped. Making and collecting one for each
// costs a long text some 4 % of what is done to it.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// maxRoom bounds a room that is kept.
const maxRoom = 4 << 20

// unescape undoes the escapes of JSON's strings, but for those of quotes and
// backslashes: they keep the strings' ends visible, each as a backslash and the
// character, however raw spells it. Those of JSON in a string are undone with them, at
// any depth. It appends to text, and makes room for all at once.
func unescape(text, raw []byte) []byte {
	text = slices.Grow(text, len(raw))
	copied, at := 0, 0
	for in := (escapes{raw: raw}); ; {
		e := in.next(at)
		at = e.start + e.size
		switch {
		case e.size == 0:
			return append(text, raw[copied:]...)
		case e.size == e.width() && e.kept > 0:
			at = in.pass(at)
			continue // copied as it is, with what is around it
		}
		text = append(append(text, raw[copied:e.start]...), backslashes[:e.kept]...)
		text = utf8.AppendRune(text, e.means)
		copied = at
	}
}

const backslashes = `\\\\\\\\\\\\\\\`

// restore brings the offsets of findings in unescape(raw) back to raw; one inside an
// escape moves outwards. It reads the escapes a second time: what holds a secret is
// rare, and not worth a list of all escapes of everything else.
func restore(raw []byte, found []Finding) {
	at, text := 0, 0 // the same place, in raw and as unescape has it
	in := escapes{raw: raw}
	e := in.next(0)
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
			e = in.next(at)
		}
	}
	for i := range found {
		f := &found[i]
		f.Start, _ = outward(f.Start)
		_, f.End = outward(f.End)
	}
}

// escape is one that raw has at start, in size bytes, for a character, in front of which
// unescape keeps so many backslashes.
type escape struct {
	start, size int
	means       rune
	kept        int
}

// width is how many bytes unescape writes for it.
func (e escape) width() int { return e.kept + utf8.RuneLen(e.means) }

// escapes are those of raw, read in order. JSON in a string has quotes with backslashes
// in front, by which the ends of lines in it are known from what is no JSON: C:\\new.
type escapes struct {
	raw    []byte
	quoted int // so many backslashes are kept in front of the last quote
	seen   int // so far was looked for a string's end behind it
}

// pass gives a place before which no escape begins but of quotes that unescape copies as
// they are: in JSON in a string nearly all are that. They stand close together, where a
// word of eight bytes is looked at sooner than a search has begun: a megabyte of records
// takes 5.6 ms instead of 9.6.
func (s *escapes) pass(at int) int {
	for raw := s.raw; at+8 <= len(raw); {
		if found := lanes.Equal(binary.LittleEndian.Uint64(raw[at:]), '\\'); found != 0 {
			at += lanes.Ahead(found)
		} else if n := bytes.IndexByte(raw[at+8:], '\\'); n >= 0 {
			at += 8 + n
		} else {
			return len(raw)
		}
		if at+1 == len(raw) || raw[at+1] != '"' || at > 0 && raw[at-1] == '\\' {
			break
		}
		at += len(`\"`)
		s.quoted, s.seen = 1, at
	}
	return at
}

// next finds the first escape at raw[at:], and what unescape writes for it. Where there
// is none its size is 0, at the end.
func (s *escapes) next(at int) escape {
	raw := s.raw
	for {
		i := bytes.IndexByte(raw[at:], '\\')
		if i < 0 || at+i+1 >= len(raw) {
			return escape{start: len(raw)}
		}
		at += i
		size, means := jsonstring.Escape(raw[at:])
		if size == 0 { // what is no JSON
			at += 2
			continue
		}
		e := escape{start: at, size: size, means: means}
		switch {
		case means == '\\':
			if deep, ok := s.deeper(e); ok {
				return deep
			}
			e.kept = 1
		case means == '"':
			e.kept = 1
			s.quote(e)
		}
		return e.readable()
	}
}

// quote notes a quote of JSON in a string; those of JSON in that have more backslashes
// in front, each of which is escaped by another.
func (s *escapes) quote(e escape) {
	kept := e.kept
	for p := e.start; p > 0 && s.raw[p-1] == '\\' && kept < len(backslashes); p -= 2 {
		kept += 2
	}
	s.quoted, s.seen = kept, e.start+e.size
}

// deeper reads the escape of JSON in a string, in front of which e is the first of some
// backslashes: one in a string in a string, two in a string in that.
func (s *escapes) deeper(e escape) (escape, bool) {
	const deepest = 7 // backslashes
	raw := s.raw
	p, n := e.start+e.size, 1
	for ; n < deepest; n++ {
		size, means := jsonstring.Escape(raw[p:])
		if means != '\\' {
			break
		}
		p += size
	}
	if p+1 < len(raw) && raw[p] == '\\' && raw[p+1] == '/' { // as PHP does, in each string
		p++
	}
	switch b := byteAt(raw, p); b {
	default:
		return e, false
	case '/':
		e.means = '/'
	case 'n', 'r', 't':
		if !s.inside(n, p) {
			return e, false
		}
		_, e.means = jsonstring.Escape([]byte{'\\', b})
	case 'u':
		// Where the backslash in front is spelled out, its last letter stands here.
		b := [len(`\u0000`)]byte{'\\'}
		copy(b[1:], raw[p:])
		size, means := jsonstring.Escape(b[:])
		if size == 0 {
			return e, false
		}
		e.means = means
		p += size - 2
	}
	e.size = p + 1 - e.start
	if e.means == '"' || e.means == '\\' {
		e.kept = 2<<bits.Len(uint(n)) - 1 // as it has where it is not spelled out
	}
	if e.means == '"' {
		s.quoted, s.seen = e.kept, p+1
	}
	return e.readable(), true
}

// inside reports whether n backslashes are what a string begins its escapes with that
// the last quote stands in, or began, or ended, in the same string of raw as raw[at]:
// their number doubles with each string.
func (s *escapes) inside(n, at int) bool {
	if bytes.IndexByte(s.raw[s.seen:at], '"') >= 0 {
		s.quoted = 0
	}
	s.seen = at
	return n <= (s.quoted+1)/2 && bits.OnesCount(uint(n)) == 1
}

// readable has a space for a control that parts words, and something for half a
// character.
func (e escape) readable() escape {
	switch {
	case e.means == '\b' || e.means == '\f':
		e.means = ' '
	case utf16.IsSurrogate(e.means):
		e.means = utf8.RuneError
	}
	return e
}

// replace walks the tokens of valid JSON and cuts the findings to them.
func replace(raw []byte, found []Finding) (jsontext.Value, []Finding) {
	r := replacing{raw: raw, out: make([]byte, 0, len(raw)), found: found}
	for at := 0; at < len(raw) && len(r.found) > 0; {
		switch b := raw[at]; {
		case b == '"':
			at = r.string(at)
		case b == '-' || isDigit(b):
			at = r.number(at)
		default:
			at++
		}
		for len(r.found) > 0 && r.found[0].End <= at {
			r.found = r.found[1:]
		}
	}
	r.out = append(r.out, raw[r.copied:]...)
	if r.named {
		r.out = jsonstring.Apart(r.out)
	}
	return r.out, r.cut
}

// replacing is the work of replace, as far as it is done.
type replacing struct {
	raw    []byte
	out    []byte
	copied int       // how much of raw out stands for
	found  []Finding // that are still ahead
	cut    []Finding
	named  bool // a part of a member's name was replaced
}

// put has a marker take the place of raw[start:end].
func (r *replacing) put(start, end int, marker string, f Finding) {
	r.out = append(append(r.out, r.raw[r.copied:start]...), marker...)
	r.copied = end
	r.cut = append(r.cut, Finding{start, end, f.Type, f.Rule})
}

// string puts markers into the string that begins at raw[at], and returns its end.
func (r *replacing) string(at int) int {
	end := stringEnd(r.raw, at)
	name := jsonstring.IsName(r.raw, end)
	for len(r.found) > 0 && r.found[0].Start < end-1 {
		f := r.found[0]
		if start, stop := max(f.Start, at+1), min(f.End, end-1); start < stop {
			quote := memberQuote(r.raw, start, stop)
			r.put(start, stop, quote+f.Type.Marker()+quote, f)
			r.named = r.named || name
		}
		if f.End > end {
			r.found[0].Start = end
			break
		}
		r.found = r.found[1:]
	}
	return end
}

// number puts a string into the place of the number that begins at raw[at], if something
// was found in it, and returns its end.
func (r *replacing) number(at int) int {
	end := at + 1
	for end < len(r.raw) && (isAlnum(r.raw[end]) || r.raw[end] == '.' || r.raw[end] == '+' || r.raw[end] == '-') {
		end++
	}
	if f := r.found[0]; f.Start < end && f.End > at {
		r.put(at, end, `"`+f.Type.Marker()+`"`, f)
	}
	return end
}

// memberQuote is how JSON in a string writes its quotes, if raw[start:end] is a number
// there that a member has: {\"pin\":12345678}. What takes its place must be a string.
func memberQuote(raw []byte, start, end int) string {
	number := raw[start:end]
	if len(bytes.Trim(number, "+-.eE0123456789")) > 0 || end < len(raw) && raw[end] != ',' && raw[end] != '}' && raw[end] != '\\' && !isSpace(raw[end]) {
		return ""
	}
	before := bytes.TrimRight(raw[:start], " ")
	if !bytes.HasSuffix(before, []byte(":")) {
		return ""
	}
	before = bytes.TrimRight(before[:len(before)-1], " ")
	for _, quote := range [...]string{`"`, "u0022"} {
		if name, ok := bytes.CutSuffix(before, []byte(quote)); ok {
			if escapes := len(name) - len(bytes.TrimRight(name, `\`)); escapes > 0 {
				return string(before[len(name)-escapes:])
			}
		}
	}
	return ""
}

// stringEnd is where the string that begins at raw[at] ends, its quote included.
func stringEnd(raw []byte, at int) int {
	n, _, _ := jsonstring.End(raw[at+1:])
	return min(at+1+n+1, len(raw))
}
