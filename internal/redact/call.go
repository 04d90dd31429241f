package redact

import "bytes"

// Calls: of functions that log in, and those that give a name its value.

// afterComma reads the next argument, ("KEY", "value"), and the value beside a
// name, {"name":"KEY","value":"…"}. In any other list the next string is another name.
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
		for argument && v.end > v.start && opensQuote[t[v.start]] { // the source of a string: "\"…\""
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

// pastMembers is where the next member of an object begins behind those at text[at:] that tell
// of a name and not of its value: {"name": "API_KEY", "type": "text", "value": "…"}.
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

// calledValue reports whether a member is a name's value: value, ParameterValue.
func calledValue(name []byte) bool {
	if string(name) == "v" || string(name) == "val" {
		return true
	}
	n := len(name) - len("value")
	return n >= 0 && n <= len("parameter") && bytes.EqualFold(name[n:], []byte("value"))
}

// opensCall reports whether a parenthesis and a quote, escaped perhaps, end t.
func opensCall(t []byte) bool {
	t = t[max(0, len(t)-3-maxEscapes):]
	return bytes.HasSuffix(bytes.TrimRight(t, "\\\"'` "), []byte("("))
}

// ofType reports whether t ends with the type of what a build gives a name, which follows:
// buildConfigField "String", "API_KEY", "\"…\"".
func ofType(t []byte) bool {
	const longest = 16 + 2*maxEscapes
	t = bytes.TrimRight(t[max(0, len(t)-longest):], "\\\"'`, ")
	n := len(t) - len("string")
	return n >= 0 && bytes.EqualFold(t[n:], []byte("string")) && n > 0 && opensQuote[t[n-1]]
}

// sets reports whether a call that gives its first argument the second opens at t's end.
func sets(t []byte) bool {
	t = bytes.ToLower(bytes.TrimRight(t[max(0, len(t)-24):], "\\\"'` "))
	for _, call := range [...]string{"property(", "parameter(", "option(", "withenv(", "setenv(", "singletonmap(", ".param(",
		"set(", "define(", "put(", "setting(", ".get(", "getenv(", "env(", "ordefault(", "setdefault(", "flag.string("} {
		if hasSuffix(t, call) {
			return true
		}
	}
	return false
}
