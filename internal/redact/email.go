package redact

import "bytes"

// emails visits each @.
func (s *scan) emails() {
	for at := 0; ; at++ {
		i := bytes.IndexByte(s.text[at:], '@')
		if i < 0 {
			return
		}
		at += i
		s.address(at, at+1)
	}
}

func (s *scan) percentEmail(start, end int) { s.address(start, end) }

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
	if t[l] == '_' && byteAt(t, r) == '_' {
		l++
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
	if notDomain[string(bytes.ToLower(top))] || r < len(t) && (t[r] == '(' || t[r] == '_' && byteAt(t, l-1) != '_' || t[r] == '@') {
		return
	}
	if start-l == 1 && byteAt(t, l-1) == '%' {
		return // a place for one: %s@example.org
	}
	if name := t[l:start]; byteAt(t, l-1) == '$' && (capitals(name) || constant(name)) {
		return // a variable: https://$USER@host
	}
	// git@host:path and https://user@host are where a repository is.
	if string(t[l:start]) == "git" || l > 1 && t[l-1] == '/' && t[l-2] == '/' {
		return
	}
	s.add(l, r, Email, "email")
	s.afterEmail(r)
}

// notDomain are ends of file names and of members that no address ends with.
var notDomain = newWords(`png jpg jpeg gif svg webp ico bmp tiff pdf html htm css scss js ts jsx tsx mjs json yaml yml toml xml txt csv log
	exe dll jar war zip gz tar tgz whl deb rpm iso md5 sha service socket target timer slice mount local localdomain internal lan
	class java kt swift cpp hpp test spec min mp3 mp4 wav`)

var localByte = func() (c class) {
	for b := range c {
		c[b] = isAlnum(byte(b)) || b >= 0x80
	}
	for _, b := range ".+-_'%" {
		c[b] = true
	}
	return c
}()
