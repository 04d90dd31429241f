package redact

import "bytes"

// A name of secrets may be that of an object: secrets: {stripe: …}, and below it in YAML. Its
// members are called after what they let in, so their values must be drawn.

// mayHoldMembers looks at the first bytes behind a name: most values are no objects.
func mayHoldMembers(t []byte, at int) bool {
	const near = 8 + maxEscapes
	for limit := min(len(t), at+near); at < limit; at++ {
		switch b := t[at]; {
		case b == '{':
			return true
		case isAlnum(b) || b == '(' || b == ',' || b == ';':
			return false
		}
	}
	return false
}

// membersOf looks at the members of the object that the name which ends at text[r:] is given.
func (s *scan) membersOf(r int, k kind) {
	t := s.text
	p, _ := closeName(t, r)
	op, after := operator(t, skipBlank(t, p))
	if op != ":" && op != "=" && op != "=>" {
		return
	}
	q := skipBlank(t, after)
	switch {
	case byteAt(t, q) == '{':
		s.membersIn(q+1, k)
	case op == ":" && lineBreak(t, q) > 0:
		s.linesBelow(r, q, k)
	}
}

const mostMembers = 12

// membersIn reads name: value, …, as far as the values are no objects.
func (s *scan) membersIn(p int, k kind) {
	t := s.text
	for range mostMembers {
		name, ok := s.readValue(skipSpace(t, p), true)
		if !ok || name.end <= name.start {
			return
		}
		if !name.quoted {
			name.end = skipName(t, name.start)
		}
		op, after := operator(t, skipBlank(t, s.past(name)))
		if op != ":" && op != "=" && op != "=>" {
			return
		}
		at := skipSpace(t, after)
		if b := byteAt(t, at); b == '{' || b == '[' {
			return
		}
		v, ok := s.readValue(at, true)
		if !ok || v.end < v.start {
			return
		}
		if v.quoted {
			s.addMember(t[name.start:name.end], v, k)
		}
		if p = skipSpace(t, s.past(v)); byteAt(t, p) != ',' {
			return
		}
		p++
	}
}

// linesBelow reads lines of YAML that stand further to the right than that of the name which
// ends at text[r:].
func (s *scan) linesBelow(r, p int, k kind) {
	const longest = 128
	t := s.text
	begin := r
	for begin > 0 && r-begin < longest && t[begin-1] != '\n' {
		begin--
	}
	indent := skipBlank(t, begin) - begin
	deeper := 0
	for range mostMembers {
		size := lineBreak(t, p)
		if size == 0 {
			return
		}
		line := p + size
		at := skipBlank(t, line)
		if deeper == 0 {
			deeper = at - line
		}
		if deeper <= indent || at-line != deeper || byteAt(t, at) == '-' {
			return
		}
		end := skipName(t, at)
		if end == at || byteAt(t, end) != ':' || byteAt(t, end+1) != ' ' {
			return
		}
		v, ok := s.readValue(skipBlank(t, end+1), true)
		if !ok || v.end <= v.start {
			return
		}
		s.addMember(t[at:end], v, k)
		if p = skipBlank(t, s.past(v)); lineBreak(t, p) == 0 {
			return
		}
	}
}

// addMember takes out the value of a member unless its own name says what it is.
func (s *scan) addMember(name []byte, v value, k kind) {
	b := s.text[v.start:v.end]
	if len(b) < 12 && k != passwordKind || len(b) < 8 || len(b) > 200 || !hasDigit(b) || isUUID(b) || kindOf(name) != noKind || reference(b) || placeholder(b) || !plain(b, false) || kindOf(b) != noKind || bytes.ContainsAny(b, " /:\t") {
		return
	}
	var low [24]byte
	if len(name) <= len(low) && roleOf(appendLower(low[:0], name), 0, len(name))&isAbout != 0 {
		return
	}
	sh := shapeOf(b)
	if sh.turns < 3 || sh.distinct < 8 || !random(b) || sh.hex && len(b) < 32 || sh.upper == 0 && len(b) < 16 {
		return
	}
	if k == passwordKind {
		s.add(v.start, v.end, Password, "member")
	} else {
		s.add(v.start, v.end, APIKey, "member")
	}
}

func appendLower(to, from []byte) []byte {
	for _, b := range from {
		to = append(to, lower(b))
	}
	return to
}

// protocols are lines of protocols and consoles in which a password stands behind a command.
var protocols = []string{"auth plain ", "334 ugfzc3dvcmq6", "> auth ", "acl setuser ", "userpassword:: "}

// protocolLine reads what follows one of them.
func (s *scan) protocolLine(start, end int) {
	const longest = 160
	t := s.text
	v, ok := s.readValue(skipBlank(t, end), true)
	b := t[v.start:v.end]
	switch lower(t[start+1]) {
	case 'u': // AUTH PLAIN, of SMTP and IMAP (RFC 4616)
		if plain := decodeBase64(b); ok && len(plain) > 4 && bytes.Count(plain, []byte{0}) == 2 {
			s.add(v.start, v.end, Authorization, "encoded-login")
		}
	case '3': // what answers "Password:"
		p := end
		for p < len(t) && p-end < 8 && !isAlnum(t[p]) {
			p++
		}
		if bytes.HasPrefix(t[p:], []byte("C: ")) {
			p += len("C: ")
		}
		v, ok = s.readValue(p, true)
		if plain := decodeBase64(t[v.start:v.end]); ok && len(plain) >= 4 && printable(plain) && v.end-v.start >= 8 {
			s.add(v.start, v.end, Authorization, "encoded-login")
		}
	case ' ': // of Redis, with a user or without
		if p := byteAt(t, start-1); !isDigit(p) && p != ']' { // 127.0.0.1:6379>
			return
		}
		if next := skipBlank(t, v.end); ok && isAlnum(byteAt(t, next)) && next > v.end {
			v, ok = s.readValue(next, true)
			b = t[v.start:v.end]
		}
		if ok && given(b, 6) && (typedByHand(b) || numberedWord(b) || random(b)) && s.lineEnds(v.end) {
			s.add(v.start, v.end, Password, "command-line-password")
		}
	case 'c': // … on >orchard7 ~*
		line := t[end:min(len(t), end+longest)]
		if i := bytes.IndexAny(line, "\r\n"); i >= 0 {
			line = line[:i]
		}
		i := bytes.Index(line, []byte(" >"))
		if i < 0 {
			return
		}
		from := end + i + len(" >")
		to := from
		for to < end+len(line) && !unquotedEnd[t[to]] {
			to++
		}
		if given(t[from:to], 4) {
			s.add(from, to, Password, "command-line-password")
		}
	case 's': // LDIF
		if plain := decodeBase64(b); ok && len(plain) >= 4 && printable(plain) {
			s.add(v.start, v.end, Password, "encoded-password")
		}
	}
}
