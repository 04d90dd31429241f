package injection

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Greatest lengths of what is written out, in bytes.
const (
	maxEscape = 20  // of an escape: two \uXXXX for one character, each quoted twice, or four %25XX
	maxBreak  = 80  // of the white space inside a word that is broken
	maxTag    = 120 // of a tag inside a line
	maxNumber = 6   // of a line number
)

// written reads an encoded character at text[i:]: an escape of source code that was quoted once too
// often, of a URL, or of a page. It returns the character and the length of its encoding, or a size
// of 0. Anything that is not shown becomes dropped: a tag inside a line, a terminal's colours, the
// break of a word at the end of a line.
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

// percent reads a URL-encoded character, %69 or %D0%9C, also encoded twice: %2569.
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

// entity reads a character reference: &#105;, &#x69; or &nbsp;.
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

// inlineTags are the elements that do not separate their content from the text around.
var inlineTags = map[string]rune{
	"a": dropped, "abbr": dropped, "b": dropped, "big": dropped, "del": dropped, "em": dropped, "font": dropped, "i": dropped, "ins": dropped,
	"mark": dropped, "small": dropped, "span": dropped, "strong": dropped, "sub": dropped, "sup": dropped, "u": dropped, "wbr": dropped, "br": '\n',
}

// inlineFirsts are the first letters of inlineTags.
const inlineFirsts = "abdefimsuw"

// inlineTag reads a tag of inlineTags. One whose attributes may contain text is left as it is.
func inlineTag(s string) (rune, int) {
	at := 1
	if at < len(s) && s[at] == '/' {
		at++
	}
	if at == len(s) || strings.IndexByte(inlineFirsts, s[at]|0x20) < 0 {
		if strings.HasPrefix(s, "<!--") {
			return dropped, emptyComment(s)
		}
		return 0, 0 // as most
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

// emptyComment returns the length of a comment without content that is inside a word or beside it.
func emptyComment(s string) int {
	const most = len("<!-- abcdef -->")
	if k := strings.Index(s[:min(len(s), most)], "-->"); k > 0 {
		return k + len("-->")
	}
	return 0
}

// wordBreak returns the length of a hyphen and line end that divide a word.
func wordBreak(text string, i int) int {
	if i == 0 || i+1 == len(text) || text[i+1] != '\n' && text[i+1] != '\r' || !letters[text[i-1]] {
		return 0 // as most
	}
	rest := text[i+1 : min(len(text), i+maxBreak)]
	next := strings.TrimLeft(rest, " \t\r\n")
	if next == "" || !letters[next[0]] || strings.Count(rest[:len(rest)-len(next)], "\n") != 1 {
		return 0
	}
	return 1 + len(rest) - len(next)
}

// letters are the bytes of lower-case letters, and those outside ASCII.
var letters = func() (t [256]bool) {
	for b := range t {
		t[b] = 'a' <= b && b <= 'z' || b >= utf8.RuneSelf
	}
	return t
}()

// colours returns the length of a terminal sequence that changes the look of what follows.
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

// leader returns the length of what a line begins with because of its context: a number from a
// tool, the marks of a quotation or comment.
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

// digits parses s[from:to] with so many bits per digit; size is its length, or 0 if it is not a
// number. It returns no error, since a text may be full of such prefixes, and creating errors would
// cost more than all else.
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
