package toolexec

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/literal"
)

// minSecret is the least length of a secret to look for, in bytes. Shorter ones would be found in
// unrelated text.
const minSecret = 8

const removed = "[REDACTED:credential]"

// secrets are the texts that must not appear in output. They are immutable, and safe for concurrent
// use.
type secrets struct {
	forms   []string
	find    *literal.Matcher // nil: there are none
	laidOut laidOutForms
}

// newSecrets returns values in every form in which programs write them.
func newSecrets(values credentials) *secrets {
	seen := make(map[string]bool)
	s := new(secrets)
	for _, value := range values {
		whole := string(value)
		texts := []string{whole, strings.TrimSpace(whole)}                  // as many programs use it
		if unix := strings.ReplaceAll(whole, "\r\n", "\n"); unix != whole { // as others write it, line by line
			texts = append(texts, unix, strings.TrimSpace(unix))
		}
		for _, text := range texts {
			if len(text) < minSecret {
				continue
			}
			s.laidOut.add(text)
			for _, form := range append(forms(text), keyLines.FindAllString(text, -1)...) {
				if len(form) >= minSecret && !seen[form] {
					seen[form] = true
					s.forms = append(s.forms, form)
				}
			}
		}
	}
	if len(s.forms) > 0 {
		s.find = literal.New(s.forms, literal.Exact)
	}
	return s
}

// keyLines matches lines of a key, as in PEM, which also occur singly, in indented text or in
// excerpts. Other lines of a document could occur anywhere.
var keyLines = regexp.MustCompile(`(?m)^[A-Za-z0-9+/]{32,}={0,2}$`)

// forms returns the ways in which a secret may be written, possibly with duplicates.
func forms(secret string) []string {
	all := []string{
		secret,
		hex.EncodeToString([]byte(secret)),
		strings.ToUpper(hex.EncodeToString([]byte(secret))),
		backslashed(secret),
	}
	for _, q := range quotings {
		all = append(all, q.Replace(secret))
	}
	for _, escape := range []bool{false, true} {
		all = append(all, jsonForms(secret, escape)...)
	}
	for _, percent := range []string{url.QueryEscape(secret), url.PathEscape(secret), percentAll(secret), percentSome(secret)} {
		all = append(all, percent, lowerPercent(percent))
	}
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		all = append(all, base64Forms(secret, e)...)
	}
	return all
}

// quotings escape a secret as programs do between quotes.
var quotings = []*strings.Replacer{
	strings.NewReplacer("\n", "\r\n"),                                          // a terminal
	strings.NewReplacer("'", "''"),                                             // YAML, SQL
	strings.NewReplacer("'", `'\''`),                                           // shells
	strings.NewReplacer("'", `'"'"'`),                                          // Python, for shells
	strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`"),           // export -p
	strings.NewReplacer(`\`, `\\`, "\n", `\n`),                                 // Python, JavaScript
	strings.NewReplacer(`\`, `\\`, "\n", `\n`, "'", `\'`),                      // the same
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;"),                // XML, HTML
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;"), // in attributes
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;"),
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;"),
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#039;"),
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;"),
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;"),
}

// backslashed writes a secret as bash writes an unquoted word.
func backslashed(secret string) string {
	var b strings.Builder
	for i := range len(secret) {
		if c := secret[i]; c >= ' ' && c < 0x7f && !alphanumeric(c) && strings.IndexByte("#%+-./:=@_~", c) < 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(secret[i])
	}
	return b.String()
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// jsonForms returns a text in JSON, also in ASCII, and in JSON within JSON. It returns none unless
// the text is UTF-8.
func jsonForms(secret string, html bool) []string {
	encoded := func(s string) string {
		b, err := json.Marshal(s, jsontext.EscapeForHTML(html))
		if err != nil {
			return ""
		}
		return string(b[1 : len(b)-1])
	}
	text := encoded(secret)
	ascii := unicodeEscaped(text, `\u%04x`)
	all := []string{text, ascii, unicodeEscaped(text, `\u%04X`), encoded(text), encoded(ascii)}
	for _, t := range all[:2] { // PHP escapes slashes
		all = append(all, strings.ReplaceAll(t, "/", `\/`))
	}
	return all
}

// unicodeEscaped writes non-ASCII characters as numbers in UTF-16, in that format.
func unicodeEscaped(text, format string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, format, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, format+format, high, low)
		}
	}
	return b.String()
}

// base64Forms returns what a secret becomes inside encoded text: at each of three alignments, the
// characters that depend on it alone, and those up to the end if it comes last, with padding and
// without.
func base64Forms(secret string, e *base64.Encoding) []string {
	var all []string
	for before := range 3 {
		text := e.EncodeToString(append(make([]byte, before), secret...))
		first := (8*before + 5) / 6
		certain := 8 * (before + len(secret)) / 6
		padding := strings.Repeat("=", (4-len(text)%4)%4)
		all = append(all, text[first:certain], text[first:], text[first:]+padding)
	}
	return all
}

const upperHex = "0123456789ABCDEF"

func percentAll(secret string) string {
	b := make([]byte, 0, 3*len(secret))
	for i := range len(secret) {
		b = append(b, '%', upperHex[secret[i]>>4], upperHex[secret[i]&15])
	}
	return string(b)
}

// percentSome escapes like JavaScript's encodeURIComponent.
func percentSome(secret string) string {
	var b strings.Builder
	for i := range len(secret) {
		c := secret[i]
		if alphanumeric(c) || strings.IndexByte("-_.!~*'()", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString(percentAll(string([]byte{c})))
		}
	}
	return b.String()
}

// lowerPercent writes the digits of %XX in lower case.
func lowerPercent(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:], bytes.ToLower(b[i+1:i+3]))
			i += 2
		}
	}
	return string(b)
}

// severalLines reports whether a secret has several lines.
func (s *secrets) severalLines() bool {
	return slices.ContainsFunc(s.forms, func(form string) bool { return strings.Contains(form, "\n") })
}

// nearly returns where the longest suffix of text begins that is a secret except for its last few
// bytes; len(text) if there is none.
func (s *secrets) nearly(text []byte) int {
	at := len(text)
	for _, form := range s.forms {
		for shown := len(form) - 1; shown >= minSecret && len(form)-shown < minSecret; shown-- {
			if i := len(text) - shown; i >= 0 && i < at && form[:shown] == string(text[i:]) {
				at = i
			}
		}
	}
	return at
}

// unfinished returns where the longest suffix of text begins that may become a secret when more
// arrives; len(text) if there is none. No secret that ends later begins before it.
func (s *secrets) unfinished(text []byte) int {
	at := len(text)
	for _, form := range s.forms {
		for i := max(0, len(text)-len(form)+1); i < at; i++ {
			skip := bytes.IndexByte(text[i:at], form[0])
			if skip < 0 {
				break
			}
			i += skip
			if rest := text[i:]; form[:len(rest)] == string(rest) {
				at = i
			}
		}
	}
	return at
}
