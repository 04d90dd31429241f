package session

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Preview is the beginning of a text in a form that can be shown: one line, no control characters,
// at most n characters.
func Preview(text string, n int) string {
	if i := oneLine(text); i == len(text) || i > n { // most texts, in 50 ns instead of 500
		if i <= n {
			return text
		}
		return text[:n] + "…"
	}
	var b strings.Builder
	space, count := false, 0
	for _, r := range text {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError || unicode.Is(unicode.Cf, r) {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
			count++
		}
		if count >= n {
			return b.String() + "…"
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

// oneLine returns how many leading bytes of a text Preview would keep: ASCII, with single spaces
// between words.
func oneLine(text string) int {
	space := true
	for i := range len(text) {
		switch c := text[i]; {
		case '!' <= c && c <= '~':
			space = false
		case c == ' ' && !space && i+1 < len(text):
			space = true
		default:
			return i
		}
	}
	return len(text)
}

// Capitalised returns a text that begins in ASCII with a capital letter.
func Capitalised(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// CeilSeconds rounds up, so that something that still waits never reads as 0 s.
func CeilSeconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// Label makes a name that came over the wire safe to put into a sentence.
func Label(name string) string {
	if Plain(name) {
		return name
	}
	return Preview(name, 64)
}

// Plain reports whether a name is one word of printable ASCII, which a command can name.
func Plain(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i := 0; i < len(name); i++ {
		if name[i] <= ' ' || name[i] >= 0x7f {
			return false
		}
	}
	return true
}

// CallKey normalises a call's id, since some gateways drop its punctuation when they replay a
// history.
func CallKey(id string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, Label(id))
}
