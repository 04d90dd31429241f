package redact

import "bytes"

// Values that no operator gives to their names: behind a space, or a comma.

// unassigned finds the value of a name where no operator is at t[q], the first byte that is
// no space behind the name and its quote.
func (s *scan) unassigned(n naming, q int) (value, bool) {
	t, l, r, k, spaced := s.text, n.l, n.r, n.k, n.spaced
	switch {
	case n.quoted && t[q] == ',' && (r-l > len("pass") || sets(t[:l])):
		v, ok := s.afterComma(q+1, t[l] == '-' || opensCall(t[:l]) || ofType(t[:l]))
		if next := byteAt(t, s.past(v)); ok && k >= secretKind && (next == ')' || next == ',') && sets(t[:l]) {
			v.stated = true
		}
		return v, ok
	case t[q] == '(' && !spaced:
		v, ok := s.readValue(skipBlank(t, q+1), false)
		method := l + bytes.LastIndexByte(t[l:r], '.') + 1
		builder := method > l && bytes.EqualFold(t[method:r], []byte("password"))
		v.stated = ok && k == passwordKind && (builder || hasFold(t, method, "set") || hasFold(t, method, "with")) && byteAt(t, s.past(v)) == ')'
		return v, ok && v.quoted
	case spaced && (t[l] == '-' || setsVariable(t[:l])):
		v, ok := s.readValue(q, true) // a flag, --token VALUE, and the old form of a Dockerfile
		v.stated = ok && k == passwordKind && t[l] != '-'
		return v, ok
	case spaced && byteAt(t, l-1) == ':' && isAlnum(byteAt(t, l-2)): // query ann:password "…"
	case spaced && k == passwordKind && opensQuote[t[q]] && (t[q] != '\\' || hasSuffix(t[:l], "#define ")) && t[q] != '`':
		v, ok := s.readValue(q, true) // SQL: PASSWORD 'x'
		v.stated = ok && (hasSuffix(t[:l], "#define ") || containsAny(s.context(l, 96), "create ", "alter ", "define "))
		return v, ok
	case spaced && t[q] == '<' && byteAt(t, q+1) == '-' && opensQuote[byteAt(t, skipBlank(t, q+2))]: // password <- "…", of R
		n.op = "="
		return s.assigned(n, q+2)
	case spaced && (hasFold(t, q, "-value ") || hasFold(t, q, "--value ") || hasFold(t, q, "--body ")): // Set-ItemProperty … -Name DefaultPassword -Value …
		v, ok := s.readValue(skipBlank(t, q+bytes.IndexByte(t[q:], ' ')), true)
		v.stated = ok
		return v, ok
	case spaced:
		if v, ok := s.typed(q); ok {
			v.stated = n.quoted && hasFold(t, q, "value=") // <property name="password" value="…"/>
			return v, true
		}
		if v, ok := s.prose(q, k); ok {
			return v, true
		}
		if v, ok := s.told(q, k); ok {
			return v, true
		}
		return s.beside(l, q, k)
	case t[q] == ',' && constant(t[l:r]): // setopt(handle, OPT_PASSWORD, "…")
		v, ok := s.readValue(skipBlank(t, q+1), false)
		return v, ok && v.quoted
	}
	return value{}, false
}

// setsVariable reports whether t ends with what sets a variable of the environment, without
// a sign between its name and its value, as in a Dockerfile, of a web server and in a shell.
func setsVariable(t []byte) bool {
	if len(t) == 0 || t[len(t)-1] != ' ' {
		return false
	}
	for _, word := range settersOfVariables {
		if hasSuffix(t, word) {
			return true
		}
	}
	return false
}

var settersOfVariables = listed("setters of variables")
