package redact

// beforeHost takes out ann:orchard7 in front of the @ text[at] and an address of numbers, or a
// host and a port: as proxies are written, without a scheme.
func (s *scan) beforeHost(at int) {
	const longest, least = 64, 6
	t := s.text
	if !hostAndPort(t, at+1) {
		return
	}
	colon := at - 1
	for colon > 0 && at-colon <= longest && t[colon] != ':' {
		if b := t[colon]; b <= ' ' || b == '/' || b == '@' || b == '"' || b == '\'' || b == '`' || b == '<' || b == '>' {
			return
		}
		colon--
	}
	l := colon
	for l > 0 && colon-l <= longest && (isAlnum(t[l-1]) || t[l-1] == '_' || t[l-1] == '-' || t[l-1] == '.') {
		l--
	}
	b := t[colon+1 : at]
	if l == colon || len(b) < least || !boundary(t, l) || byteAt(t, l-1) == '/' || byteAt(t, l-1) == ':' || template(b) || placeholder(b) || !typedByHand(b) && !numberedWord(b) {
		return
	}
	s.add(l, at, URLCredentials, "host-credentials")
}

// hostAndPort reports whether four numbers with dots stand at text[at:], or a name with dots
// and a port.
func hostAndPort(t []byte, at int) bool {
	const longest = 64
	p, dots, letters := at, 0, false
	for p < len(t) && p-at < longest && (isAlnum(t[p]) || t[p] == '-' || t[p] == '.') {
		if t[p] == '.' {
			dots++
		}
		letters = letters || isLetter(t[p])
		p++
	}
	if !letters {
		return dots == 3 && isDigit(byteAt(t, p-1))
	}
	return dots > 0 && byteAt(t, p) == ':' && isDigit(byteAt(t, p+1)) && isDigit(byteAt(t, p+2))
}
