package redact

import "bytes"

// Values without an operator before them: after a space or a comma.

// unassigned finds the value of a name without an operator at t[q], the first byte other than a
// space after the name and its quote.
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
		v, ok := s.readValue(q, true) // a flag, --token VALUE, or the old syntax of a Dockerfile
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

// setsVariable reports whether t ends in something that sets an environment variable without an
// operator, as a Dockerfile, a web server's configuration or a shell does.
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

// Calls that log in, and calls that assign a value to a name.

// afterComma reads the next argument, ("KEY", "value"), and the value beside a name,
// {"name":"KEY","value":"…"}. In any other list the next string is another name.
func (s *scan) afterComma(at int, argument bool) (value, bool) {
	t := s.text
	p := skipSpace(t, s.pastMembers(at))
	v, ok := s.readValue(p, false)
	if !ok || !v.quoted {
		if p+5 <= len(t) && bytes.EqualFold(t[p:p+5], []byte("value")) {
			v = value{start: p, end: p + 5}
		} else {
			return value{}, false
		}
	}
	if !calledValue(t[v.start:v.end]) {
		for argument && v.end > v.start && opensQuote[t[v.start]] { // a string's source: "\"…\""
			v.start++
		}
		for argument && v.end > v.start && opensQuote[t[v.end-1]] {
			v.end--
		}
		return v, argument
	}
	op, after := operator(t, skipBlank(t, s.past(v)))
	if op == "" {
		return value{}, false
	}
	v, ok = s.readValue(skipBlank(t, after), false)
	v.data, v.stated = true, v.quoted
	return v, ok
}

// pastMembers skips the members of an object at text[at:] that describe a name rather than give its
// value: {"name": "API_KEY", "type": "text", "value": "…"}.
func (s *scan) pastMembers(at int) int {
	const most = 3
	t := s.text
	for range most {
		p := skipSpace(t, at)
		v, ok := s.readValue(p, false)
		if !ok || !v.quoted || !besideValue[string(bytes.ToLower(t[v.start:v.end]))] {
			break
		}
		op, after := operator(t, skipBlank(t, s.past(v)))
		if op != ":" && op != "=>" {
			break
		}
		if v, ok = s.readValue(skipBlank(t, after), true); !ok {
			break
		}
		if p = skipBlank(t, s.past(v)); byteAt(t, p) != ',' {
			break
		}
		at = p + 1
	}
	return at
}

var besideValue = wordSet("beside value")

// calledValue reports whether a member holds a name's value: value, ParameterValue.
func calledValue(name []byte) bool {
	n := len(name) - len("value")
	return n >= 0 && n <= len("parameter") && bytes.EqualFold(name[n:], []byte("value"))
}

// opensCall reports whether t ends in a parenthesis and a quote, escaped or not.
func opensCall(t []byte) bool {
	t = t[max(0, len(t)-3-maxEscapes):]
	return bytes.HasSuffix(bytes.TrimRight(t, "\\\"'` "), []byte("("))
}

// ofType reports whether t ends in the type that a build declares for the name that follows:
// buildConfigField "String", "API_KEY", "\"…\"".
func ofType(t []byte) bool {
	const longest = 16 + 2*maxEscapes
	t = bytes.TrimRight(t[max(0, len(t)-longest):], "\\\"'`, ")
	n := len(t) - len("string")
	return n >= 0 && bytes.EqualFold(t[n:], []byte("string")) && n > 0 && opensQuote[t[n-1]]
}

// sets reports whether t ends in the start of a call that assigns its second argument to its first.
func sets(t []byte) bool {
	t = bytes.ToLower(bytes.TrimRight(t[max(0, len(t)-24):], "\\\"'` "))
	for _, call := range settingCalls {
		if hasSuffix(t, call) {
			return true
		}
	}
	return false
}

var settingCalls = listed("setting calls")
