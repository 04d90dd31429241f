package redact

import (
	"bytes"
	"unicode"
)

// ats visits each @, which may be that of mail, where this is looked for, and may part a login
// from a host.
func (s *scan) ats(mails bool) {
	for at := 0; ; at++ {
		i := bytes.IndexByte(s.text[at:], '@')
		if i < 0 {
			return
		}
		at += i
		if mails {
			s.address(at, at+1)
		}
	}
}

// spelledEmail reads an address whose @ text[start:end] is, encoded or for people to read.
func (s *scan) spelledEmail(start, end int) {
	t := s.text
	for byteAt(t, start-1) == '\\' && t[start] == '\\' {
		start--
	}
	if close := t[end-1]; close == ']' || close == ')' || close == '}' {
		if byteAt(t, start-1) == ' ' && byteAt(t, end) == ' ' {
			start, end = start-1, end+1
		}
	}
	s.address(start, end)
}

const maxLocal, maxDomain = 64, 253

// address reads local@domain around text[start:end], which is the @ in some spelling.
func (s *scan) address(start, end int) {
	t := s.text
	l := start
	for l > 0 && start-l < maxLocal && localByte[t[l-1]] {
		l--
	}
	for l < start && (t[l] == '.' || t[l] == '\'' || t[l] == '-' || t[l] == '%' || t[l] == '+' || t[l] == '&' || t[l] == '=') {
		l++
	}
	l = min(start, l+escapeAt(t, l))
	if l == start && byteAt(t, start-1) == '"' {
		l = quotedLocal(t, start)
	}
	if l == start || t[start-1] == '.' || t[start-1] == '\'' {
		return
	}
	r, dots, label := end, 0, end
	for r < len(t) && r-end < maxDomain && (isAlnum(t[r]) || t[r] == '-' || t[r] == '_' || t[r] == '.' || t[r] >= 0x80 || dotSize(t, r) > 0) {
		if n := dotSize(t, r); n > 0 {
			if t[r] == ' ' && end-start == len("@") { // ann@example.org dot your i's
				break
			}
			if r == label || !isAlnum(byteAt(t, r+n)) {
				break
			}
			dots++
			r += n
			label = r
			continue
		}
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
	if t[l] == '_' && byteAt(t, r) == '_' {
		l++
	}
	if i := bytes.IndexByte(t[label:r], '-'); i > 0 && commonTops[string(bytes.ToLower(t[label:label+i]))] && isAlnum(byteAt(t, label+i+1)) {
		r = label + i // ann@example.org-2024.log
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
	if string(top) == "test" && byteAt(t, r) == ':' { // a login at a machine of an example
		return
	}
	if notDomain[string(bytes.ToLower(top))] || r < len(t) && (t[r] == '(' || t[r] == '_' && byteAt(t, l-1) != '_' || t[r] == '@') {
		return
	}
	if start-l == 1 && byteAt(t, l-1) == '%' {
		return // a place for one: %s@example.org
	}
	if name := t[l:start]; byteAt(t, l-1) == '$' && (capitals(name) || constant(name)) {
		return // a variable: https://$USER@host
	}
	if string(t[l:r]) == mergedBy {
		return
	}
	// git@host:path and https://user@host are where a repository is.
	if string(t[l:start]) == "git" && !(byteAt(t, l-1) == '<' && byteAt(t, r) == '>') || l > 1 && t[l-1] == '/' && t[l-2] == '/' {
		return
	}
	s.add(l, r, Email, "email")
	if t[start] == '@' {
		s.mails = append(s.mails, span{l, r})
	}
}

var commonTops = wordSet("common tops")

// mergedBy is whom GitHub names as the committer of what is merged on its pages; each history
// has it alike.
const mergedBy = "noreply@github.com"

// quotedLocal is where the quotes open that end in front of the @ at text[at:], and have
// what is in front of it: "ann lee"@example.org. It is at if there are none.
func quotedLocal(t []byte, at int) int {
	from := max(0, at-1-maxLocal)
	inner := bytes.TrimRight(t[from:at-1], `\`)
	escapes := at - 1 - from - len(inner) // of a string in which it stands
	i := bytes.LastIndexByte(inner, '"')
	l := from + i - escapes
	if i < escapes || i+1 == len(inner) || bytes.IndexByte(inner[i:], '\n') >= 0 || len(bytes.Trim(t[l:from+i], `\`)) > 0 || !bytes.ContainsFunc(inner[i:], unicode.IsLetter) {
		return at
	}
	const between = " )],;+@" // strings that code puts together
	if bytes.IndexByte([]byte(between), inner[i+1]) >= 0 || bytes.IndexByte([]byte(between), inner[len(inner)-1]) >= 0 {
		return at
	}
	if before := byteAt(t, l-1); l > 0 && !isSpace(before) && bytes.IndexByte([]byte("<>:;,=('`"), before) < 0 {
		return at // what stands between two strings
	}
	return l
}

// dotSize is how much of text[at:] stands for a dot, so that no program reads one: [.], [dot]
// and " dot ". It is 0 if nothing does.
func dotSize(t []byte, at int) int {
	if b := t[at]; b != '[' && b != '(' && b != '{' && b != ' ' {
		return 0
	}
	for _, dot := range [...]string{"[.]", "(.)", "[dot]", "(dot)", "{dot}", " [dot] ", " (dot) ", " {dot} ", " dot "} {
		if t[at] == dot[0] && hasFold(t, at, dot) {
			return len(dot)
		}
	}
	return 0
}

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
