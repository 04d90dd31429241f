package injection

import (
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// folded is a text as the rules read it: lower case, look-alikes and letters with accents as the
// plain letter, digits that stand in for letters as that letter, no invisible characters, one space
// for a run of white space and one newline for a run that ends a paragraph.
//
// l, i and 1 are one letter, as they are to the eye (Unicode TS 39 calls this a skeleton). Phrases
// in the tables go through the same fold, so they are written as they are read.
type folded struct {
	text   string // the original
	bytes  []byte // the folded text; the array has pad zero bytes after it
	marks  []mark // places from which to look for an original offset
	oddity bool   // the text has invisible or direction-changing characters

	room   *[]byte   // the buffer of bytes
	judged judgement // the last answer of orders
	front  front     // the last answer of before
	asked  int       // the mark that original used last
}

// mark pairs a place in the folded text with its place in the original.
type mark struct{ folded, original int }

const (
	markEvery = 512 // folded bytes between two marks
	pad       = 17  // lets two wide loads at the end stay inside the array
)

// rooms pools buffers for folded texts: allocating, clearing and collecting one for each costs
// about 4 % of a long scan.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// maxRoom bounds a buffer that is kept, in bytes.
const maxRoom = 4 << 20

// release returns the text's buffer to the pool.
func (f *folded) release() {
	if cap(*f.room) <= maxRoom {
		rooms.Put(f.room)
	}
}

// fold folds a text, in pieces of about the given length.
func fold(text string, piece int) folded {
	room := rooms.Get().(*[]byte)
	if cap(*room) < len(text)+pad {
		*room = make([]byte, len(text)+pad)
	}
	f := folded{text: text, bytes: (*room)[:len(text)+pad], room: room}
	begins := cuts(len(text), piece, func(p int) bool { return foldsAlone(text, p) })
	parts := make([]folded, len(begins)-1)
	share := spread
	if len(text) < shared {
		share = inTurn
	}
	share(len(parts), func(k int) {
		parts[k] = foldPart(f.bytes[begins[k]:], text[begins[k]:begins[k+1]])
	})
	f.marks = parts[0].marks
	n := len(parts[0].bytes)
	for k, part := range parts {
		f.oddity = f.oddity || part.oddity
		if k == 0 {
			continue
		}
		for _, m := range part.marks {
			if at := n + m.folded; at > 0 { // characters dropped before a letter belong to it
				f.marks = append(f.marks, mark{at, begins[k] + m.original})
			}
		}
		n += copy(f.bytes[n:], part.bytes)
	}
	clear(f.bytes[n : n+pad])
	f.bytes = f.bytes[:n]
	return f
}

// foldPart folds a text into dst, which is pad bytes longer than the text.
func foldPart(dst []byte, text string) folded {
	f := folded{text: text, marks: make([]mark, 0, len(text)/markEvery+2)}
	n := 0
	for i := 0; i < len(text); {
		f.marks = append(f.marks, mark{n, i})
		var odd bool
		n, i, odd = foldSpan(dst, n, text, i, n+markEvery)
		f.oddity = f.oddity || odd
	}
	f.bytes = dst[:n]
	return f
}

// foldsAlone reports whether the text can be cut at p without changing its fold: a letter begins
// there that is not part of an escape and does not continue a word of the line before.
func foldsAlone(text string, p int) bool {
	if !beginsLetter(text[p:]) {
		return false
	}
	k := p
	for k > max(0, p-maxBreak) && strings.IndexByte(" \t\r\n", text[k-1]) >= 0 {
		k--
	}
	if k == max(0, p-maxBreak) || text[k-1] == '-' {
		return false
	}
	for k = p - 1; k >= max(0, p-maxEscape); k-- {
		switch text[k] {
		case '\\', '%', '&', '\x1b':
			return false
		}
	}
	before := text[max(0, p-maxTag):p]
	k = strings.LastIndexByte(before, '<')
	return k < 0 || strings.IndexByte(before[k:], '>') >= 0
}

// beginsLetter reports whether a text begins with a visible letter.
func beginsLetter(text string) bool {
	if text[0] < utf8.RuneSelf {
		return letter(text[0])
	}
	if !utf8.RuneStart(text[0]) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text)
	if !unicode.IsLetter(r) {
		return false
	}
	to, _ := foldRune(r)
	return to != ' ' && to != '\n' && to != dropped
}

// original maps a folded offset to the original text. An offset between two letters maps to the
// second.
func (f *folded) original(at int) int {
	if at >= len(f.bytes) {
		return len(f.text)
	}
	k := f.asked // most calls are near the last one
	if k >= len(f.marks)-1 || f.marks[k].folded > at || f.marks[k+1].folded <= at {
		k = sort.Search(len(f.marks), func(k int) bool { return f.marks[k].folded > at }) - 1
		f.asked = k
	}
	m := f.marks[k]
	next := mark{len(f.bytes), len(f.text)}
	if k+1 < len(f.marks) {
		next = f.marks[k+1]
	}
	if next.folded-m.folded == next.original-m.original { // a fold never grows, so here nothing shrank
		return m.original + at - m.folded
	}
	if at == m.folded {
		return m.original
	}
	var scratch [markEvery + 2*pad]byte
	_, i, _ := foldSpan(scratch[:], 0, f.text, m.original, at-m.folded)
	return i
}

// span maps folded [start, end) to the original text: from the first letter to just after the last,
// without anything dropped after it.
func (f *folded) span(start, end int) (int, int) {
	if start >= end {
		return f.original(start), f.original(start)
	}
	end--
	for end > start && !utf8.RuneStart(f.bytes[end]) {
		end--
	}
	from, last := f.original(start), f.original(end)
	_, size := utf8.DecodeRuneInString(f.text[last:])
	if _, long := written(f.text, last); long > 0 {
		size = long
	}
	return from, max(from, last+size)
}

// foldSpan folds text from offset i into dst from offset n, until dst holds at least stop bytes and
// folding can resume at the place: not inside a run of white space, nor before something that is
// dropped. It returns both offsets, and whether it dropped or decoded anything invisible.
func foldSpan(dst []byte, n int, text string, i, stop int) (int, int, bool) {
	odd := false
	for i < len(text) {
		b := text[i]
		if plainFold[b]&notPlain == 0 { // most bytes fold to themselves or their lower case
			plain := foldPlain(dst[n:max(n, min(stop, len(dst)))], text[i:])
			n, i = n+plain, i+plain
			if i == len(text) {
				break
			}
			b = text[i]
		}
		if b >= 0xc2 && b <= 0xe2 {
			if wrote, read, invisible := foldLow(dst[n:], text[i:], stop-n); read > 0 {
				n, i, odd = n+wrote, i+read, odd || invisible
				continue
			}
		}
		var to rune
		var size int
		var invisible bool
		if b < utf8.RuneSelf {
			to, size = rune(asciiFold[b]), 1
			if r, long := written(text, i); long > 0 {
				to, invisible = foldRune(r)
				size = long
			}
		} else {
			if b > 0xe2 {
				if kept := foldIdeographs(dst[n:], text[i:], stop-n); kept > 0 {
					n, i = n+kept, i+kept
					continue
				}
			}
			var r rune
			if r, size = utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
				to = '?' // a stray byte is not a letter
			} else {
				to, invisible = foldRune(r)
			}
		}
		odd = odd || invisible
		if to == dropped {
			i += size
			for i < len(text) && text[i] >= utf8.RuneSelf { // they stand together
				r, size := utf8.DecodeRuneInString(text[i:])
				if to, invisible = foldRune(r); to != dropped {
					break
				}
				odd = odd || invisible
				i += size
			}
			continue
		}
		if n >= stop {
			return n, i, odd
		}
		switch {
		case to == ' ' || to == '\n':
			dst[n], i, invisible = spaceRun(text, i)
			odd = odd || invisible
			n++
		case to < utf8.RuneSelf:
			dst[n] = byte(to)
			n++
			i += size
		default:
			n += utf8.EncodeRune(dst[n:n+utf8.UTFMax], to)
			i += size
		}
	}
	return n, i, odd
}

// foldPlain folds the leading bytes of text that only need a table look-up, with single spaces
// between them, and returns their number. A space is decided together with the byte after it, so
// that the end of a word costs no branch misprediction.
func foldPlain(dst []byte, text string) int {
	n := min(len(dst), len(text))
	dst, text = dst[:n], text[:n]
	waits := uint32(0) // what the previous byte waits for
	i := 0
	for ; i+4 <= len(dst) && i+4 <= len(text); i += 4 {
		d, t := dst[i:i+4], text[i:i+4]
		b0, b1, b2, b3 := plainFold[t[0]], plainFold[t[1]], plainFold[t[2]], plainFold[t[3]]
		if ((waits+b0)|(b0>>waiting+b1)|(b1>>waiting+b2)|(b2>>waiting+b3))&(notPlain|met) != 0 {
			break
		}
		d[0], d[1], d[2], d[3] = byte(b0), byte(b1), byte(b2), byte(b3)
		waits = b3 >> waiting
	}
	for ; i < len(dst) && i < len(text); i++ {
		is := plainFold[text[i]]
		if both := waits + is; both&(notPlain|met) != 0 {
			if both&met != 0 {
				i--
			}
			return i
		}
		dst[i] = byte(is)
		waits = is >> waiting
	}
	if waits != 0 { // unknown what follows
		n--
	}
	return n
}

// foldIdeographs copies the leading ideographs of text, until dst holds at least stop bytes. It
// returns the number of bytes.
func foldIdeographs(dst []byte, text string, stop int) int {
	n := 0
	for n < stop && n+3 <= len(text) {
		a, b, c := text[n], text[n+1], text[n+2]
		if a>>4 != 0xe || b&0xc0 != 0x80 || c&0xc0 != 0x80 || !ideograph(rune(a&0xf)<<12|rune(b&0x3f)<<6|rune(c&0x3f)) {
			break
		}
		dst[n], dst[n+1], dst[n+2] = a, b, c
		n += 3
	}
	return n
}

// foldLow folds the leading two- and three-byte characters of text that lowPages covers, until dst
// holds at least stop bytes. It returns how many bytes it wrote and read, and whether it dropped
// anything invisible.
func foldLow(dst []byte, text string, stop int) (wrote, read int, odd bool) {
	for wrote < stop && read+3 <= len(text) {
		a, b, c := text[read], text[read+1], text[read+2]
		if a == ' ' && plainFold[b]&mayBeSpace == 0 { // between two words
			dst[wrote] = ' '
			wrote++
			read++
			continue
		}
		r, size := rune(a&0x1f)<<6|rune(b&0x3f), 2 // accents, Greek, Cyrillic, Hebrew, Arabic
		if a >= 0xe0 {
			r, size = rune(a&0xf)<<12|rune(b&0x3f)<<6|rune(c&0x3f), 3 // India, Thailand
			if a > 0xe2 || c&0xc0 != 0x80 || r < 0x800 || r >= rune(len(lowPages)) {
				break
			}
		}
		if a < 0xc2 || b&0xc0 != 0x80 {
			break
		}
		switch to := lowPages[r]; {
		case to == dropped:
			odd = odd || r > 0xad && invisible(r)
		case to <= ' ':
			return wrote, read, odd
		case to < utf8.RuneSelf:
			dst[wrote] = byte(to)
			wrote++
		case to < 0x800:
			dst[wrote], dst[wrote+1] = 0xc0|byte(to>>6), 0x80|byte(to&0x3f)
			wrote += 2
		default:
			wrote += utf8.EncodeRune(dst[wrote:wrote+utf8.UTFMax], to)
		}
		read += size
	}
	return wrote, read, odd
}

// spaceRun reads a run of white space, with anything that is dropped there or only leads a line. It
// returns a newline at the end of a paragraph and before a command's option, otherwise a space, and
// whether it dropped anything invisible.
func spaceRun(text string, i int) (byte, int, bool) {
	lines, begins, odd := 0, false, false
	for i < len(text) {
		b := text[i]
		if b == ' ' || b == '\t' || b == '\n' {
			if b == '\n' {
				lines++
				begins = true
			}
			i++
			continue
		}
		if begins {
			begins = false
			if n := leader(text[i:]); n > 0 {
				i += n
				continue
			}
			if option(text[i:]) {
				lines++
			}
		}
		if plainFold[b]&(mayBeSpace|hyphen) == 0 {
			break
		}
		r, size := written(text, i)
		if size == 0 {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		to, invisible := foldRune(r)
		if to != ' ' && to != '\n' && to != dropped {
			break
		}
		odd = odd || invisible
		i += size
		if r == '\n' || to == '\n' {
			lines++
			begins = true
		}
	}
	if lines > 1 {
		return '\n', i, odd
	}
	return ' ', i, odd
}

// option reports whether a line begins with an option, as in a command's help: --name or -n,
// --name. The description of the option before ends there.
func option(line string) bool {
	if len(line) < 3 || line[0] != '-' {
		return false
	}
	return line[1] == '-' && letters[line[2]] || letters[line[1]] && line[2] == ','
}

// foldString folds a phrase of the tables.
func foldString(s string) string {
	return string(foldPart(make([]byte, len(s)+pad), s).bytes)
}
