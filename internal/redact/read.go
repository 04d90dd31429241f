package redact

import "bytes"

// Reading a value: what separates it from its name, and where it begins and ends.

// operators assign a value to the name before them; the longest match counts.
var operators = listed("operators")

var operatorByte = classOf(":|?.+=-!")

func operator(t []byte, at int) (string, int) {
	switch {
	case at >= len(t):
		return "", at
	case !operatorByte[t[at]]:
		if op := wideOperator(t, at); op != "" {
			return op, at + len(wideSign)
		}
		return "", at
	case operatorByte[byteAt(t, at+1)] || byteAt(t, at+1) == '>':
	case t[at] == '=': // as most are
		return "=", at + 1
	case t[at] == ':':
		return ":", at + 1
	}
	for _, op := range operators {
		if t[at] == op[0] && at+len(op) <= len(t) && string(t[at:at+len(op)]) == op {
			return op, at + len(op)
		}
	}
	return "", at
}

// wideSign is the full-width colon of Chinese text; the full-width equals sign has the same first
// two bytes.
const wideSign = "："

// wideOperator returns the operator that the full-width sign at text[at:] stands for, or "".
func wideOperator(t []byte, at int) string {
	switch {
	case byteAt(t, at) != wideSign[0] || byteAt(t, at+1) != wideSign[1]:
	case byteAt(t, at+2) == wideSign[2]:
		return ":"
	case byteAt(t, at+2) == "＝"[2]:
		return "="
	}
	return ""
}

// inside steps into a list, and into an object whose member is the value.
func inside(t []byte, at int) int {
	if at >= len(t) || t[at] != '[' && t[at] != '{' {
		return at
	}
	const bytesOf = "[]byte("
	if bytes.HasPrefix(t[at:], []byte(bytesOf)) {
		return at + len(bytesOf)
	}
	p := skipSpace(t, at+1)
	if t[at] == '[' {
		return p
	}
	for limit := min(len(t), p+maxEscapes); p < limit && t[p] == '\\'; {
		p++
	}
	for _, member := range [...]string{`"value`, `"default`} {
		if !bytes.HasPrefix(t[p:], []byte(member)) {
			continue
		}
		p += len(member)
		for limit := min(len(t), p+maxEscapes+1); p < limit && (t[p] == '\\' || t[p] == '"'); {
			p++
		}
		if p = skipBlank(t, p); byteAt(t, p) == ':' {
			return skipSpace(t, p+1)
		}
	}
	return at
}

// element reads the text of <password>…</password>.
func (s *scan) element(at int) (value, bool) {
	t := s.text
	p := skipSpace(t, at)
	e := p
	for e < len(t) && e-p < maxValue && t[e] != '<' && t[e] != '\n' && t[e] != '\r' {
		if t[e] == '"' && endsString(t, e) {
			break
		}
		e++
	}
	for e > p && (isSpace(t[e-1]) || t[e-1] == '\\') {
		e--
	}
	if byteAt(t, e-1) == ':' { // a field's label
		return value{}, false
	}
	// Of several words, the last: credential stores write a description before it.
	if i := bytes.LastIndexByte(t[p:e], ' '); i >= 0 {
		p += i + 1
		e = p + len(bytes.TrimRight(t[p:e], "}"))
		return value{start: p, end: e, quoted: true, data: true}, drawn(t[p:e]) || isUUID(t[p:e]) || e-p >= 32 && allHex(t[p:e])
	}
	return value{start: p, end: e, quoted: true, data: true}, true
}

// endsString reports whether a quote at text[at:] ends a JSON string in which something is left
// open: "usage: login <user> <password>", "the token is '".
func endsString(t []byte, at int) bool {
	p := skipSpace(t, at+1)
	if p >= len(t) {
		return true
	}
	next := byteAt(t, skipSpace(t, p+1))
	switch t[p] {
	case ',', ':':
		return next == '"' || next == '\\' || next == '{' || next == '[' || isDigit(next)
	case '}', ']':
		return next == 0 || next == '"' || next == '\\' || next == ',' || next == '}' || next == ']'
	}
	return false
}

// quotePrefix are the characters before a quote that say what kind of string it is.
var quotePrefix = classOf("fFrRbBuU@$L")

// unquotedEnd are the bytes that end an unquoted value.
var unquotedEnd = classOf(" \t\r\n,;)}\"'`<>|&\\")

// readValue reads the value at text[at:], quoted or not; data is value.data.
func (s *scan) readValue(at int, data bool) (value, bool) {
	t := s.text
	p := at
	// f"…", r'…', @"…", $'…' and the like.
	for i := 0; i < 2 && p+1 < len(t) && quotePrefix[t[p]]; i++ {
		if t[p+1] == '"' || t[p+1] == '\'' || quotePrefix[t[p+1]] && p+2 < len(t) && t[p+2] == '"' {
			p++
		}
	}
	if p+2 < len(t) && t[p] == '<' && t[p+1] == '<' && opensQuote[t[p+2]] { // an Erlang binary
		p += 2
	}
	if p < len(t) && t[p] == '&' && bytes.HasPrefix(t[p:], []byte("&quot;")) {
		p += len("&quot;")
		data = true
	}
	escapes := 0
	for ; escapes < maxEscapes && p < len(t) && t[p] == '\\'; escapes++ {
		p++
	}
	if p >= len(t) {
		return value{}, false
	}
	if v, ok := typeset(t, p); ok {
		return v, true
	}
	if q := t[p]; q == '"' || q == '\'' || q == '`' {
		p++
		for i := 0; i < 2 && p+1 < len(t) && t[p] == q && t[p+1] == q; i++ {
			p += 2 // """ opens a string as " does
		}
		return value{start: p, end: s.quotedEnd(p, escapes, q), quoted: true, data: data}, true
	}
	if escapes > 0 {
		return value{}, false
	}
	e := s.bareRun.end(t, p, p+maxValue, &unquotedEnd)
	if e < len(t) && t[e] == '(' {
		return value{}, false
	}
	return value{start: p, end: e, data: data}, true
}

// typeset reads a value in the typographic quotes that phones insert, “…” and „…“.
func typeset(t []byte, at int) (value, bool) {
	const quote, size = "\u201c", len("\u201c")
	is := func(p int) bool {
		return byteAt(t, p) == quote[0] && byteAt(t, p+1) == quote[1] && byteAt(t, p+2) >= quote[2] && byteAt(t, p+2) <= quote[2]+2
	}
	if !is(at) {
		return value{}, false
	}
	for p := at + size; p < len(t) && p-at < maxName && t[p] != '\n'; p++ {
		if is(p) {
			return value{start: at + size, end: p, quoted: true, data: true}, true
		}
	}
	return value{}, false
}

// quotedEnd returns the end of the quoted text that begins at text[at:]; escapes backslashes
// precede its quote.
func (s *scan) quotedEnd(at, escapes int, quote byte) int {
	t := s.text
	e := at
	for e < len(t) && e-at < maxValue && t[e] != quote && t[e] != '\n' {
		switch {
		case t[e] == '"' && endsString(t, e):
			return e
		case t[e] == '\\' && escapes > 0:
			n, last := s.escaped(e, escapes, quote)
			if last {
				return e
			}
			e += n
		case t[e] == '\\':
			if e+1 == len(t) {
				return e
			}
			e += 2
		default:
			e++
		}
	}
	return min(e, len(t))
}

// escaped returns the length of a value that begins at text[at:] with backslashes: one of JSON
// inside a string, with quote backslashes before its quotes. It ends with the line, with a quote of
// its own kind, or with that of the string around it.
func (s *scan) escaped(at, quote int, q byte) (n int, last bool) {
	t := s.text
	p := at
	for p < len(t) && t[p] == '\\' {
		p++
	}
	switch b := byteAt(t, p); {
	case p >= len(t)-1, b == 'n', b == 'r', b == q && p-at <= quote:
		return 0, true
	}
	return p + 1 - at, false
}

// past returns the place after a value and its closing quote, which may be escaped.
func (s *scan) past(v value) int {
	if !v.quoted {
		return v.end
	}
	p := v.end
	for byteAt(s.text, p) == '\\' && p-v.end < maxEscapes {
		p++
	}
	return p + 1
}

func skipBlank(t []byte, at int) int {
	for limit := min(len(t), at+maxSpaces); at < limit && isBlank(t[at]); {
		at++
	}
	return at
}

func skipSpace(t []byte, at int) int {
	for limit := min(len(t), at+4*maxSpaces); at < limit && isSpace(t[at]); {
		at++
	}
	return at
}

// skipName returns the end of the name at text[at:].
func skipName(t []byte, at int) int {
	for from := at; at < len(t) && at-from < maxName && isNameByte(t[at]); {
		at++
	}
	return at
}
