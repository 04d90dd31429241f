package injection

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// How long what is written out may be, in bytes.
const (
	maxEscape = 20  // of an escape: two \uXXXX for one character, each quoted twice, or four %25XX
	maxBreak  = 80  // of the white space that a word is cut by
	maxTag    = 120 // of a tag inside a line
	maxNumber = 6   // of the number of a line
)

// written reads a character at text[i:] that is written as something else: as source code
// has it where it was quoted once too often, as an address has it, or a page. It gives the
// character, and how long that is; 0 where none is. What is not shown leaves no trace: a
// tag inside a line, a terminal's colours, the cut of a word at the end of a line.
func written(text string, i int) (r rune, size int) {
	rest := text[i:]
	switch rest[0] {
	case '\\':
		return escaped(rest)
	case '%':
		return percent(rest)
	case '&':
		return entity(rest)
	case '<':
		return inlineTag(rest)
	case '-':
		return dropped, wordBreak(text, i)
	case '\x1b':
		return dropped, colours(rest)
	}
	return 0, 0
}

// percent reads a character as addresses write it, %69 or %D0%9C, and that written twice: %2569.
func percent(s string) (rune, int) {
	var b [utf8.UTFMax]byte
	for n, size := 0, 0; n < len(b) && size < len(s) && s[size] == '%'; {
		from := 1
		if strings.HasPrefix(s[size:], "%25") {
			from = 3
		}
		c, ends := digits(s[size:], from, from+2, 4)
		if ends == 0 {
			break
		}
		b[n] = byte(c)
		n++
		size += ends
		if utf8.FullRune(b[:n]) {
			if r, _ := utf8.DecodeRune(b[:n]); r != utf8.RuneError {
				return r, size
			}
			break
		}
	}
	return 0, 0
}

// escaped reads \n, \t, \r, \x69, \u0069, \u{69} or \151, and these with two to four backslashes.
func escaped(s string) (rune, int) {
	k := 1
	for k < len(s) && k < 4 && s[k] == '\\' {
		k++
	}
	if k == len(s) {
		return 0, 0
	}
	switch s[k] {
	case 'n':
		return '\n', k + 1
	case 't', 'r':
		return ' ', k + 1
	case '0', '1':
		if r, size := digits(s[k:], 0, 3, 3); size > 0 {
			return r, k + size
		}
	case 'x', 'u':
		r, size := hexUnit(s[k-1:])
		if size == 0 {
			break
		}
		size += k - 1
		if !utf16.IsSurrogate(r) {
			return r, size
		}
		if low := s[size:]; len(low) >= size && low[:k+1] == s[:k+1] {
			second, _ := hexUnit(low[k-1:])
			if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
				return r, 2 * size
			}
		}
	}
	return 0, 0
}

// entity reads a character as pages write it: &#105;, &#x69; or &nbsp;.
func entity(s string) (rune, int) {
	end := strings.IndexByte(s[:min(len(s), maxEscape)], ';')
	if end < 0 {
		return 0, 0
	}
	if rest := s[end+1:]; s[:end+1] == "&amp;" && strings.HasPrefix(rest, "#") { // twice
		if r, size := entity("&" + rest[:min(len(rest), maxEscape)]); size > 0 {
			return r, end + size
		}
	}
	said := html.UnescapeString(s[:end+1])
	r, size := utf8.DecodeRuneInString(said)
	if size < len(said) {
		return 0, 0
	}
	return r, end + 1
}

// inlineTags are the elements that do not part what stands in them from what stands
// beside them.
var inlineTags = map[string]rune{
	"a": dropped, "abbr": dropped, "b": dropped, "big": dropped, "del": dropped, "em": dropped, "font": dropped, "i": dropped, "ins": dropped,
	"mark": dropped, "small": dropped, "span": dropped, "strong": dropped, "sub": dropped, "sup": dropped, "u": dropped, "wbr": dropped, "br": '\n',
}

// inlineFirsts are the letters that they begin with.
const inlineFirsts = "abdefimsuw"

// inlineTag reads a tag of one of inlineTags. One whose attributes may say something is
// left as it is.
func inlineTag(s string) (rune, int) {
	at := 1
	if at < len(s) && s[at] == '/' {
		at++
	}
	if at == len(s) || strings.IndexByte(inlineFirsts, s[at]|0x20) < 0 {
		if strings.HasPrefix(s, "<!--") {
			return dropped, emptyComment(s)
		}
		return 0, 0 // as most are
	}
	end := strings.IndexByte(s[:min(len(s), maxTag)], '>')
	if end < at {
		return 0, 0
	}
	name, attributes, _ := strings.Cut(strings.TrimSuffix(s[at:end], "/"), " ")
	if len(name) > len("strong") {
		return 0, 0
	}
	r, ok := inlineTags[strings.ToLower(name)]
	if !ok || strings.ContainsAny(attributes, "<%&@\\\n") || strings.Contains(attributes, "//") {
		return 0, 0
	}
	for attribute := range strings.FieldsSeq(attributes) {
		if !strings.Contains(attribute, "=") {
			return 0, 0
		}
	}
	end++
	if r == '\n' { // where the source ends its line, too
		if strings.HasPrefix(s[end:], "\r") {
			end++
		}
		if strings.HasPrefix(s[end:], "\n") {
			end++
		}
	}
	return r, end
}

// emptyComment is the length of a comment that says nothing and stands in a word or beside it.
func emptyComment(s string) int {
	const most = len("<!-- abcdef -->")
	if k := strings.Index(s[:min(len(s), most)], "-->"); k > 0 {
		return k + len("-->")
	}
	return 0
}

// wordBreak is the length of a hyphen and the line's end that cut a word in two.
func wordBreak(text string, i int) int {
	if i == 0 || i+1 == len(text) || text[i+1] != '\n' && text[i+1] != '\r' || !letters[text[i-1]] {
		return 0 // as most are
	}
	rest := text[i+1 : min(len(text), i+maxBreak)]
	next := strings.TrimLeft(rest, " \t\r\n")
	if next == "" || !letters[next[0]] || strings.Count(rest[:len(rest)-len(next)], "\n") != 1 {
		return 0
	}
	return 1 + len(rest) - len(next)
}

// letters are the bytes of small letters, and of those outside ASCII.
var letters = func() (t [256]bool) {
	for b := range t {
		t[b] = 'a' <= b && b <= 'z' || b >= utf8.RuneSelf
	}
	return t
}()

// colours is the length of a terminal's order to change the look of what follows.
func colours(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for k, b := range []byte(s[:min(len(s), maxEscape)]) {
		if k > 1 && letter(b) {
			return k + 1
		}
	}
	return 0
}

// leader is the length of what a line begins with only because of what it is part of: the
// number that a tool puts in front of it, the marks of a quotation or a comment.
func leader(s string) int {
	end := 0
	for end < min(len(s), maxNumber) && '0' <= s[end] && s[end] <= '9' {
		end++
	}
	if end > 0 {
		for _, mark := range [...]string{"\t", ": ", " | ", "|", "→"} {
			if strings.HasPrefix(s[end:], mark) {
				return end + len(mark)
			}
		}
		return 0
	}
	for end < len(s) && (s[end] == '>' || s[end] == '*' || s[end] == '/' || s[end] == '|') {
		end++
	}
	if end == len(s) || strings.IndexByte(" \t\r\n", s[end]) < 0 {
		return 0
	}
	return end
}

// hexUnit reads \x69, \u0069 or \u{69}.
func hexUnit(s string) (rune, int) {
	size := 4
	if s[1] == 'u' {
		size = 6
		if end := strings.IndexByte(s[:min(len(s), 10)], '}'); end > 3 && s[2] == '{' {
			r, size := digits(s, 3, end, 4)
			if size == 0 || r > unicode.MaxRune {
				return 0, 0
			}
			return r, end + 1
		}
	}
	return digits(s, 2, size, 4)
}

// digits reads the number that s[from:to] is, of so many bits a digit; to is its size, or 0
// where it is none. Text may be full of signs that announce one, so that an error for each
// would cost more than all else.
func digits(s string, from, to, bits int) (r rune, size int) {
	if len(s) < to {
		return 0, 0
	}
	for _, c := range []byte(s[from:to]) {
		value := c - '0'
		if value >= 10 {
			if value = c | 0x20 - 'a' + 10; value < 10 {
				return 0, 0
			}
		}
		if value >= 1<<bits {
			return 0, 0
		}
		r = r<<bits | rune(value)
	}
	return r, to
}
