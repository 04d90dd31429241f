package graphview

import (
	"html"
	"strings"
	"unicode"
)

// text is s as XML character data or attribute value.
func text(s string, limit int) string { return html.EscapeString(plain(s, limit)) }

// textWidth estimates how wide s is at a font size; there is no font to measure with, so it
// errs on the wide side.
func textWidth(s string, size float64) int {
	w := 0.0
	for _, r := range s {
		switch {
		case r > 0x2E7F && !unicode.IsMark(r):
			w += 1.05
		case unicode.IsUpper(r) || strings.ContainsRune("mw@%—…▼", r):
			w += 0.85
		case strings.ContainsRune("iljtfr.,:;!|'()[] ", r):
			w += 0.40
		default:
			w += 0.63
		}
	}
	return int(w*size) + 1
}

// fit cuts s to a width.
func fit(s string, width int, size float64) string {
	s = plain(s, 400)
	if textWidth(s, size) <= width {
		return s
	}
	r := []rune(s)
	for len(r) > 0 && textWidth(string(r)+"…", size) > width {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ") + "…"
}

// wrap breaks s into at most n lines of a width, preferably at spaces.
func wrap(s string, width int, size float64, n int) []string {
	var lines []string
	for s = plain(s, 400); s != ""; {
		if len(lines) == n-1 || textWidth(s, size) <= width {
			return append(lines, fit(s, width, size))
		}
		line := strings.TrimSuffix(fit(s, width, size), "…")
		if i := strings.LastIndexByte(line, ' '); i > len(line)/2 {
			line = line[:i]
		}
		lines = append(lines, line)
		s = strings.TrimLeft(s[len(line):], " ")
	}
	return lines
}
