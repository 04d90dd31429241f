package redact

import (
	"bytes"
)

// ats examines each @.
func (s *scan) ats() {
	for at := 0; ; at++ {
		i := bytes.IndexByte(s.text[at:], '@')
		if i < 0 {
			return
		}
		at += i
		s.address(at, at+1)
	}
}

const maxLocal, maxDomain = 64, 253

// address reads local@domain around text[start:end], which is an @ in any spelling.
func (s *scan) address(start, end int) {
	t := s.text
	for t[start] == '\\' && byteAt(t, start-1) == '\\' { // JSON inside a string
		start--
	}
	l := start
	for l > 0 && start-l < maxLocal && localByte[t[l-1]] {
		l--
	}
	for l < start && (t[l] == '.' || t[l] == '\'' || t[l] == '-' || t[l] == '%' || t[l] == '+' || t[l] == '&' || t[l] == '=') {
		l++
	}
	l = min(start, l+escapeAt(t, l))
	if l == start || t[start-1] == '.' || t[start-1] == '\'' {
		return
	}
	r, dots, label := end, 0, end
	for r < len(t) && r-end < maxDomain && (isAlnum(t[r]) || t[r] == '-' || t[r] == '_' || t[r] == '.' || t[r] >= 0x80) {
		if t[r] == '.' {
			if r == label || r+1 >= len(t) || !isAlnum(t[r+1]) && t[r+1] < 0x80 {
				break
			}
			dots++
			label = r + 1
		}
		r++
	}
	for r > label && (t[r-1] == '-' || t[r-1] == '_' && t[l] == '_') { // _ann@example.org_
		r--
	}
	top := t[label:r]
	if dots == 0 || len(top) < 2 || len(top) > 24 || t[end] == '-' {
		return
	}
	if !bytes.HasPrefix(top, []byte("xn--")) {
		for _, b := range top {
			if !isLetter(b) && b < 0x80 {
				return
			}
		}
	}
	if string(top) == "test" && byteAt(t, r) == ':' { // a user at an example machine
		return
	}
	if notDomain[string(bytes.ToLower(top))] || r < len(t) && (t[r] == '(' || t[r] == '_' && byteAt(t, l-1) != '_' || t[r] == '@') {
		return
	}
	if start-l == 1 && byteAt(t, l-1) == '%' {
		return // a placeholder: %s@example.org
	}
	if name := t[l:start]; byteAt(t, l-1) == '$' && (capitals(name) || constant(name)) {
		return // a variable: https://$USER@host
	}
	if string(t[l:r]) == mergedBy {
		return
	}
	// git@host:path and https://user@host name a repository.
	if string(t[l:start]) == "git" && !(byteAt(t, l-1) == '<' && byteAt(t, r) == '>') || l > 1 && t[l-1] == '/' && t[l-2] == '/' {
		return
	}
	s.add(l, r, Email, "email")
}

// mergedBy is the committer that GitHub names for every merge on its pages; it identifies nobody.
const mergedBy = "noreply@github.com"

var notDomain = wordSet("not domain")

var localByte = func() (c class) {
	for b := range c {
		c[b] = isAlnum(byte(b)) || b >= 0x80
	}
	for _, b := range ".+-_'%" {
		c[b] = true
	}
	return c
}()
