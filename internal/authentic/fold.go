package authentic

import (
	"strings"
	"unicode/utf8"
)

// A folded text is what the eye reads: small letters, look-alikes replaced by the letter or
// bracket that they resemble, invisible characters removed. It is never built: a cursor folds
// characters as it passes them, so offsets are always those of the text.
const (
	unseen = 0    // an invisible character
	other  = 0x80 // a character that no form contains
	atEnd  = 0xff // after the text
)

// asciiFold folds ASCII; control characters other than white space are invisible.
var asciiFold = func() (fold [utf8.RuneSelf]byte) {
	for c := range fold {
		switch {
		case c == '\t':
			fold[c] = ' '
		case c == '\v' || c == '\f' || c == '\n':
			fold[c] = '\n'
		case c < ' ' || c == 0x7f:
			fold[c] = unseen
		case c >= 'A' && c <= 'Z':
			fold[c] = byte(c) + 'a' - 'A'
		default:
			fold[c] = byte(c)
		}
	}
	return fold
}()

// alike pairs the characters of the forms with those that resemble them: accented Latin,
// Cyrillic, Greek and Armenian letters, then punctuation and white space. No character is in
// two rows.
var alike = []struct {
	to   byte
	from string
}{
	{'a', "аαɑàáâãäåāăąΑАÀÁÂÃÄÅ"}, {'b', "ЬВΒƅ"}, {'c', "сϲçćčСϹÇ"}, {'d', "ԁďđ"}, {'e', "еёèéêëēėęěΕЕҽÈÉÊË"}, {'f', "ƒϝ"},
	{'g', "ɡğģց"}, {'h', "һНΗհ"}, {'i', "іɩìíîïīįıΙІӏÌÍÎÏ"}, {'j', "јЈϳ"}, {'k', "кκКΚķ"}, {'l', "ⅼļľłǀ"}, {'m', "мМΜⅿ"},
	{'n', "ոпñńņňΝÑ"}, {'o', "оοσòóôõöøōőΟОօÒÓÔÕÖØ"}, {'p', "рρРΡ"}, {'q', "ԛզ"}, {'r', "гŕřꭇ"}, {'s', "ѕśşšЅՏ"},
	{'t', "тτТΤťţ"}, {'u', "υսùúûüūůűųÙÚÛÜ"}, {'v', "νѵⅴ"}, {'w', "ԝաѡ"}, {'x', "хχХΧⅹ"}, {'y', "уүγУΥýÿÝ"}, {'z', "žźżΖᴢ"},
	{'<', "‹〈⟨≺˂❮❰"}, {'>', "›〉⟩≻˃❯❱"}, {'|', "│┃∣❘❙⏐¦"}, {'[', "⟦【〔❲"}, {']', "⟧】〕❳"},
	{':', "꞉ː∶︓﹕"}, {'.', "。｡"}, {'_', "▁ˍ"}, {'/', "⁄∕⧸"}, {'-', "‐‑‒–—−﹣"},
	{' ', "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"},
	{'\n', "\u0085\u2028\u2029"},
}

var lookalikes = func() map[rune]byte {
	table := make(map[rune]byte)
	for _, row := range alike {
		for _, r := range row.from {
			table[r] = row.to
		}
	}
	return table
}()

// foldRune folds a character beyond ASCII.
func foldRune(r rune) byte {
	switch {
	case r >= 0x3400 && r < 0xa000 || r >= 0xac00 && r < 0xd7a4: // ideographs, Hangul
		return other
	case r >= 0x300 && r < 0x370, // combining accents
		r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r >= 0x180b && r <= 0x180f,
		r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
		r == 0x3164, r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r == 0xffa0, r >= 0xe0000 && r < 0xe1000:
		return unseen
	case r >= 0xff01 && r <= 0xff5e: // the wide forms of ASCII
		return asciiFold[r-0xff01+'!']
	case r >= 0x1d400 && r < 0x1d6a4: // mathematical letters, 26 capital and 26 small in turn
		return 'a' + byte((r-0x1d400)%26)
	case r >= 0x24b6 && r <= 0x24e9: // letters in circles
		return 'a' + byte((r-0x24b6)%26)
	}
	if to, ok := lookalikes[r]; ok {
		return to
	}
	return other
}

// cursor reads a text in folded form. It is a value: a copy remembers a position.
type cursor struct {
	text string
	at   int
}

// peek returns the next folded character and the offset after it. It skips invisible
// characters.
func (c *cursor) peek() (byte, int) {
	at := c.at
	for at < len(c.text) {
		b, size := c.text[at], 1
		if b < utf8.RuneSelf {
			if b == '\r' && !strings.HasPrefix(c.text[at+1:], "\n") {
				b = '\n'
			}
			b = asciiFold[b]
		} else {
			var r rune
			r, size = utf8.DecodeRuneInString(c.text[at:])
			b = foldRune(r)
		}
		at += size
		if b != unseen {
			return b, at
		}
	}
	return atEnd, at
}

func (c *cursor) next() byte {
	b, at := c.peek()
	c.at = at
	return b
}

// accept skips b if it comes next.
func (c *cursor) accept(b byte) bool {
	if next, at := c.peek(); next == b {
		c.at = at
		return true
	}
	return false
}

// skip skips all characters in set.
func (c *cursor) skip(set string) {
	for {
		b, at := c.peek()
		if b >= other || strings.IndexByte(set, b) < 0 {
			return
		}
		c.at = at
	}
}

// maxName bounds the names of tokens and tags.
const maxName = 40

// name skips a run of letters, digits and word joiners, and returns it with every joiner as an
// underscore; "" if it is too long to be a name.
func (c *cursor) name() string {
	var buf [maxName]byte
	for n := 0; ; n++ {
		b, at := c.peek()
		if b == '-' {
			b = '_'
		}
		if !named(b) {
			return string(buf[:n])
		}
		if n == maxName {
			return ""
		}
		buf[n] = b
		c.at = at
	}
}

// named reports whether a folded character can be part of a name.
func named(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '_'
}
