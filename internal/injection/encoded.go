package injection

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// The least lengths of runs that can hold an attack, in bytes of the text, and the largest part of
// one run that is decoded.
const (
	minRun  = 24
	maxRun  = 64 << 10
	tasting = 32 // bytes decoded to see whether decoding the rest is worthwhile
)

// encoded finds attacks in the encodings that models read without being asked. Each decoder passes
// over the text once, and its output is never longer than the run it came from, so the number of
// layers bounds the whole work.
func encoded(text string, l layers) []Finding {
	var findings []Finding
	found := func(rule string, start, end int, message string) {
		if l.goOn() && readable(message) {
			if f, ok := inside(rule, message, start, end, l); ok {
				findings = append(findings, f)
			}
		}
	}
	eachRun(text, base64Class, minRun, func(start, end int) {
		word := strings.TrimRight(text[start:end], "=")
		if message, ok := decodeHex(word); ok {
			found("hex", start, end, message)
			if message, ok := decodeBits(word); ok {
				found("binary", start, end, message)
			}
		} else if message, ok := decodeBase64(word); ok {
			found("base64", start, end, message)
		} else if message, ok := decodeBase32(word); ok {
			found("base32", start, end, message)
		} else if strings.Count(word[:min(len(word), 3*minRun)], "+") >= minJoints {
			found("query", start, end, strings.ReplaceAll(word, "+", " "))
		}
	})
	eachRun(text, codeClass, minRun+11, func(start, end int) {
		if rule, message := decodeCodes(text[start:end]); rule != "" {
			found(rule, start, end, message)
		}
	})
	eachRun(text, morseClass, minRun, func(start, end int) {
		found("morse", start, end, decodeMorse(text[start:end]))
	})
	return findings
}

// eachRun calls f for every maximal run of at least n bytes of a class. Outside of runs it looks at
// one byte in n, since a run of n covers one of those.
func eachRun(text string, class uint8, n int, f func(start, end int)) {
	for i := n - 1; i < len(text); {
		if classes[text[i]]&class == 0 {
			i += n
			continue
		}
		start, end := i, i+1
		for start > 0 && i-start < n && classes[text[start-1]]&class != 0 {
			start--
		}
		for end < len(text) && end-start < maxRun && classes[text[end]]&class != 0 {
			end++
		}
		if end-start >= n {
			f(start, end)
		}
		i = end + n - 1
	}
}

// The classes of bytes that runs consist of.
const (
	base64Class uint8 = 1 << iota // base64 and its URL form, hex
	codeClass                     // numbers and their separators
	morseClass
)

var classes = func() (t [256]uint8) {
	for b := range t {
		c := byte(b)
		digit, letter := '0' <= c && c <= '9', 'a' <= c|0x20 && c|0x20 <= 'z'
		if digit || letter || strings.IndexByte("+/=-_", c) >= 0 {
			t[b] |= base64Class
		}
		if digit || letter && c|0x20 <= 'f' || strings.IndexByte(" ,x", c) >= 0 {
			t[b] |= codeClass
		}
		if strings.IndexByte(".- /|", c) >= 0 {
			t[b] |= morseClass
		}
	}
	return t
}()

// readable reports whether a decoded text may be something that a person wrote.
func readable(s string) bool { return readableOn(s, 0) }

// readableOn reports whether a text can be readable that begins with head and continues for up to
// rest bytes, any of which may be a letter. It stops as soon as no number of letters could make up
// for the bad bytes, which in a digest is soon.
func readableOn(head string, rest int) bool {
	judged := len(head)
	if rest > 0 {
		judged -= utf8.UTFMax - 1 // the last character may continue in the rest
	}
	letters, bad := 0, 0
	for i, r := range head {
		if i >= judged {
			break
		}
		switch {
		case 'a' <= r|0x20 && r|0x20 <= 'z':
			letters++
		case r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' && r != '\r':
			bad++
			if bad*8 > letters+len(head)-i+rest {
				return false
			}
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			letters++
		}
	}
	letters += len(head) - max(0, judged) + rest
	return letters >= 8 && bad*8 <= letters
}

// decodeHex decodes a first part to see whether it is text: most hex is a digest, for which the
// message is empty.
func decodeHex(s string) (message string, ok bool) {
	s = s[:len(s)&^1]
	for i := range len(s) {
		if !hexDigit[s[i]] {
			return "", false
		}
	}
	var taste [tasting / 2]byte
	n, _ := hex.Decode(taste[:], []byte(s[:min(len(s), tasting)]))
	if !wide(taste[:n]) && !readableOn(string(taste[:n]), len(s)/2-n) {
		return "", true
	}
	b, _ := hex.DecodeString(s)
	return narrowed(b), true
}

// wide reports whether bytes are ASCII in UTF-16 of either byte order, as PowerShell expects
// commands in base64.
func wide(b []byte) bool {
	if len(b) < 8 {
		return false
	}
	empty := 0 // counts of zeros at even and odd places
	if b[0] != 0 {
		empty = 1
	}
	for i, c := range b[:8] {
		if (c == 0) != (i&1 == empty) {
			return false
		}
	}
	return true
}

// narrowed converts bytes to text, decoding UTF-16.
func narrowed(b []byte) string {
	if !wide(b) {
		return string(b)
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if b[0] == 0 {
		order = binary.BigEndian
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}

// decodeBits reads binary octets without separators.
func decodeBits(s string) (string, bool) {
	if len(s)%8 != 0 || len(s) < 8*8 || s[0] != '0' || strings.Trim(s, "01") != "" {
		return "", false
	}
	b := make([]byte, len(s)/8)
	for i := range s {
		b[i/8] = b[i/8]<<1 | s[i]&1
	}
	return string(b), true
}

// decodeBase32 decodes a first part to see whether it is text: a long upper-case word may be a
// name.
func decodeBase32(s string) (string, bool) {
	for i := range len(s) {
		if c := s[i]; (c < 'A' || 'Z' < c) && (c < '2' || '7' < c) {
			return "", false
		}
	}
	encoding := base32.StdEncoding.WithPadding(base32.NoPadding)
	var taste [tasting]byte
	n, err := encoding.Decode(taste[:], []byte(s[:min(len(s), tasting)&^7]))
	if err != nil || !readable(string(taste[:n])) {
		return "", false
	}
	b, _ := encoding.DecodeString(s)
	return string(b), len(b) > 0
}

var hexDigit = func() (t [256]bool) {
	for _, c := range "0123456789abcdefABCDEF" {
		t[c] = true
	}
	return t
}()

// decodeBase64 decodes a first part to see whether it is text: most long words are not base64 of
// text.
func decodeBase64(s string) (string, bool) {
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		encoding = base64.RawURLEncoding
	}
	var taste [tasting]byte
	head := s[:min(len(s), tasting)&^3]
	n, err := encoding.Decode(taste[:], []byte(head))
	if err != nil || !wide(taste[:n]) && !readable(string(taste[:n])) {
		return "", false
	}
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	b, err := encoding.DecodeString(s)
	if err != nil { // padding or a path inside: use what comes before it
		b = b[:max(0, len(b))]
	}
	return narrowed(b), len(b) > 0
}

// decodeCodes reads character codes with separators: octets in binary, bytes in hex, or decimal
// ASCII.
func decodeCodes(s string) (rule, message string) {
	if strings.Count(s, " ")+strings.Count(s, ",") < 5 {
		return "", ""
	}
	codes := make([]string, 0, 64) // more than a line of a dump has
	for start, i := 0, 0; i <= len(s); i++ {
		if i == len(s) || s[i] == ' ' || s[i] == ',' {
			if start < i {
				codes = append(codes, s[start:i])
			}
			start = i + 1
		}
	}
	if len(codes) < 6 {
		return "", ""
	}
	middle := codes[len(codes)/2]
	base := 10
	switch {
	case len(middle) == 8:
		rule, base = "binary", 2
	case len(middle) == 2 && strings.ContainsAny(s, "abcdefABCDEF"), strings.HasPrefix(middle, "0x"):
		rule, base = "hex", 16
	case len(middle) == 3 && inOctal(codes):
		rule, base = "octal", 8
	default:
		rule = "decimal"
	}
	var b strings.Builder
	for i, c := range codes {
		v, err := strconv.ParseUint(strings.TrimPrefix(c, "0x"), base, 8)
		if err != nil {
			if i == 0 || i == len(codes)-1 { // the run may begin or end with part of a word
				continue
			}
			return "", ""
		}
		b.WriteByte(byte(v))
	}
	return rule, b.String()
}

// inOctal reports whether codes have three octal digits each, and one begins with a zero, as a
// space does: 040.
func inOctal(codes []string) bool {
	zero := false
	for _, c := range codes[1 : len(codes)-1] { // the run may begin or end with part of a word
		if len(c) != 3 || strings.Trim(c, "01234567") != "" {
			return false
		}
		zero = zero || c[0] == '0'
	}
	return zero
}

// morse is the International Morse code (ITU-R M.1677-1).
var morse = map[string]byte{
	".-": 'a', "-...": 'b', "-.-.": 'c', "-..": 'd', ".": 'e', "..-.": 'f', "--.": 'g', "....": 'h', "..": 'i', ".---": 'j', "-.-": 'k',
	".-..": 'l', "--": 'm', "-.": 'n', "---": 'o', ".--.": 'p', "--.-": 'q', ".-.": 'r', "...": 's', "-": 't', "..-": 'u', "...-": 'v',
	".--": 'w', "-..-": 'x', "-.--": 'y', "--..": 'z', "-----": '0', ".----": '1', "..---": '2', "...--": '3', "....-": '4',
	".....": '5', "-....": '6', "--...": '7', "---..": '8', "----.": '9', "..--..": '?', ".-.-.-": '.', "--..--": ',', ".----.": '\'',
}

func decodeMorse(s string) string {
	if !strings.Contains(s, ".") || !strings.Contains(s, "-") {
		return "" // indentation, rulers
	}
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '/' || r == '|' }) {
		for letter := range strings.FieldsSeq(word) {
			c, ok := morse[letter]
			if !ok {
				return ""
			}
			b.WriteByte(c)
		}
		b.WriteByte(' ')
	}
	return b.String()
}
