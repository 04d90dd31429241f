package injection

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// dropped is the fold of characters that leave no trace.
const dropped = 0

// asciiFold is the fold of each ASCII byte. Digits fold to the letter that they replace in
// leetspeak; 2, 6 and 8 do so too rarely.
var asciiFold = func() (t [128]byte) {
	for b := range t {
		switch {
		case b == '\t' || b == '\n' || b == '\v' || b == '\f' || b == '\r' || b == ' ':
			t[b] = ' '
		case b < ' ' || b == 0x7f:
			t[b] = dropped
		case 'A' <= b && b <= 'Z':
			t[b] = byte(b) + 'a' - 'A'
		default:
			t[b] = byte(b)
		}
	}
	for _, p := range [...]string{"0o", "1i", "3e", "4a", "5s", "7t", "9g", "li", "Li"} {
		t[p[0]] = p[1]
	}
	return t
}()

// plainFold is asciiFold for bytes that need nothing else and for the space, combined with the
// flags that foldPlain needs, so that each byte costs one look-up.
var plainFold = func() (t [256]uint32) {
	for b := range t {
		t[b] = notPlain
	}
	for b, c := range asciiFold {
		if spelt := strings.IndexByte("\\%&", byte(b)) >= 0; spelt || c <= ' ' {
			t[b] |= mayBeSpace
		} else {
			t[b] = uint32(c)
		}
	}
	for _, part := range [...][2]rune{{0, 0x10000}, {0x1d000, 0x1fb00}, {0xe0000, 0xe1000}} {
		for r := part[0]; r < part[1]; r++ {
			if to, _ := foldRune(r); to == ' ' || to == '\n' || to == dropped {
				t[string(r)[0]] |= mayBeSpace
			}
		}
	}
	t[' '] = ' ' | space | mayBeSpace
	t['-'] |= hyphen
	t['\n'] |= lineEnd
	t['\r'] |= lineEnd
	t['<'] |= opens | mayBeSpace
	for _, b := range []byte("/!" + inlineFirsts + strings.ToUpper(inlineFirsts)) {
		t[b] |= mayBeTag
	}
	return t
}()

// Flags of plainFold. A byte's waiting flags are the expected ones shifted up, so that adding both
// tells whether the next byte met the expectation.
const (
	notPlain   = 1 << 8
	mayBeSpace = 1 << 9 // white space may begin with it, written out or not, or something dropped there
	mayBeTag   = 1 << 11
	lineEnd    = 1 << 13
	waiting    = 16
	space      = mayBeSpace << waiting // it is a space
	opens      = mayBeTag << waiting   // it opens a tag
	hyphen     = lineEnd << waiting    // it may hyphenate a word
	met        = (mayBeSpace | mayBeTag | lineEnd) << 1
)

// lookAlikes maps each plain character to its look-alikes.
var lookAlikes = must(readLookAlikes(tableFiles))

// lowPages is the fold of every character below 0x2500.
var lowPages = func() *[0x2500]rune {
	var t [0x2500]rune
	for r := range rune(len(t)) {
		t[r] = r
		if to := unicode.ToLower(r); utf8.RuneLen(to) <= utf8.RuneLen(r) { // a fold never grows
			t[r] = to
		}
		switch {
		case r < 0x80:
			t[r] = rune(asciiFold[r])
		case 0x24b6 <= r && r <= 0x24cf: // circled capitals, then small letters
			t[r] = plain('a' + r - 0x24b6)
		case 0x24d0 <= r && r <= 0x24e9:
			t[r] = plain('a' + r - 0x24d0)
		case 0x249c <= r && r <= 0x24b5: // letters in parentheses
			t[r] = plain('a' + r - 0x249c)
		case unicode.Is(unicode.Zs, r):
			t[r] = ' '
		case r == 0x85 || r == 0x2028 || r == 0x2029:
			t[r] = '\n'
		case r < 0xa0 || invisible(r) || diacritic(r):
			t[r] = dropped
		case r == 0x964 || r == 0x6d4: // the full stops of Devanagari and of Urdu
			t[r] = '.'
		case unicode.IsPunct(r) || unicode.IsSymbol(r):
			t[r] = '*'
		}
	}
	for to, from := range lookAlikes {
		for _, r := range from + strings.ToUpper(from) {
			if r >= 0x80 && r < rune(len(t)) {
				t[r] = plain(to)
			}
		}
	}
	return &t
}()

// highFold is lookAlikes above lowPages.
var highFold = func() map[rune]rune {
	t := make(map[rune]rune)
	for to, from := range lookAlikes {
		for _, r := range from + strings.ToUpper(from) {
			if r >= rune(len(lowPages)) {
				t[r] = plain(to)
			}
		}
	}
	return t
}()

func plain(r rune) rune {
	if r < 0x80 {
		return rune(asciiFold[r])
	}
	return r
}

// diacritic reports whether r is a mark that may be heaped on any letter, or a vowel point that is
// often left out. The vowel signs of Indic scripts are neither.
func diacritic(r rune) bool {
	return 0x300 <= r && r <= 0x36f || 0x483 <= r && r <= 0x489 || 0x591 <= r && r <= 0x5c7 ||
		r == 0x640 || 0x64b <= r && r <= 0x65f || r == 0x670 ||
		0x1ab0 <= r && r <= 0x1aff || 0x1dc0 <= r && r <= 0x1dff || 0x20d0 <= r && r <= 0x20ff
}

// invisible reports whether r is drawn as nothing, or changes only the direction or form of its
// neighbours.
func invisible(r rune) bool {
	return r == 0xad || r == 0x34f || r == 0x61c || 0x115f <= r && r <= 0x1160 || 0x17b4 <= r && r <= 0x17b5 ||
		0x180b <= r && r <= 0x180f || 0x200b <= r && r <= 0x200f || 0x202a <= r && r <= 0x202e ||
		0x2060 <= r && r <= 0x206f || r == 0x3164 || 0xfe00 <= r && r <= 0xfe0f || r == 0xfeff ||
		r == 0xffa0 || 0xfff9 <= r && r <= 0xfffb || 0x1d173 <= r && r <= 0x1d17a || 0xe0000 <= r && r <= 0xe0fff
}

// foldRune returns the fold of a character, and whether a reader does not see it.
func foldRune(r rune) (to rune, unseen bool) {
	switch {
	case r < rune(len(lowPages)):
		return lowPages[r], r > 0xad && invisible(r)
	case r < 0x2c00, 0x1f300 <= r && r <= 0x1faff: // drawings, of which none looks like a letter
		return ' ', false
	case r < 0xa000: // ideographs and kana
		if r == 0x3000 {
			return ' ', false
		}
		if r < 0x3040 {
			if to, ok := highFold[r]; ok {
				return to, false
			}
		}
		if r == 0x3164 {
			return dropped, true
		}
		return r, false
	case 0xac00 <= r && r < 0xd7b0: // Hangul
		return r, false
	case 0xff01 <= r && r <= 0xff5e: // full-width ASCII
		return rune(asciiFold[r-0xff01+'!']), false
	case 0xe0020 <= r && r <= 0xe007e: // tag characters spell ASCII that no one sees
		return rune(asciiFold[r-0xe0000]), true
	case invisible(r):
		return dropped, true
	case 0x1d400 <= r && r <= 0x1d6a3: // thirteen mathematical alphabets, capitals first
		return plain('a' + (r-0x1d400)%26), false
	case 0x1d7ce <= r && r <= 0x1d7ff:
		return plain('0' + (r-0x1d7ce)%10), false
	case 0x1f130 <= r && r <= 0x1f149, 0x1f150 <= r && r <= 0x1f169, 0x1f170 <= r && r <= 0x1f189:
		return plain('a' + (r-0x1f130)%32), false // letters in squares and circles
	case 0x1f1e6 <= r && r <= 0x1f1ff: // regional indicators
		return plain('a' + r - 0x1f1e6), false
	}
	if to, ok := highFold[r]; ok {
		return to, false
	}
	return r, false
}

// ideograph reports whether r is an East Asian character that folds to itself.
func ideograph(r rune) bool {
	return 0x3041 <= r && r < 0x3130 || 0x3190 <= r && r < 0xa000 || 0xac00 <= r && r < 0xd7b0
}
