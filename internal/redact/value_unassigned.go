package redact

import "bytes"

// Values that no operator gives to their names: behind a space, in the next cell of a row, in a
// comparison.

// unassigned finds the value of a name where no operator is at t[q], the first byte that is
// no space behind the name and its quote.
func (s *scan) unassigned(n naming, q int) (value, bool) {
	t, l, r, k, spaced := s.text, n.l, n.r, n.k, n.spaced
	if next := byteAt(t, q+1); spaced && t[q] == '@' && (next == '"' || next == '\\') { // #define API_KEY @"…"
		q++
	}
	if spaced && t[q] == '-' && byteAt(t, q+1) == ' ' && k >= secretKind { // * api token - …
		v, ok := s.readValue(skipBlank(t, q+1), true)
		if b := t[v.start:v.end]; ok && !v.quoted && len(b) >= 8 && s.lineEnds(v.end) && hasDigit(b) && (random(b) || typedByHand(b)) {
			return v, true
		}
	}
	switch {
	case n.quoted && t[q] == '{' && hasSuffix(bytes.TrimRight(t[max(0, l-maxSpaces):l], "\\\""), "variable "):
		return s.defaultOf(q)
	case n.quoted && t[q] == ',' && (r-l > len("pass") || sets(t[:l])):
		v, ok := s.afterComma(q+1, t[l] == '-' || s.secondOfSet(l) || opensCall(t[:l]) || ofType(t[:l]) || constant(t[l:r]) && fetches(t[:l]) || k >= secretKind && s.inCells(l, q) || k == passwordKind && bytes.IndexByte(t[l:r], '.') > 0 && containsAny(s.context(l, 96), "values"))
		if next := byteAt(t, s.past(v)); ok && k >= secretKind && (next == ')' || next == ',') && sets(t[:l]) {
			v.stated = true
		}
		return v, ok
	case k == passwordKind && !spaced && hasFold(t, q, ".equals("):
		return s.compared(q + len(".equals("))
	case k >= secretKind && t[q] == ',' && (hasSuffix(t[:l], "cmp(") || hasSuffix(t[:l], "cpy(")): // strcmp(password, "…")
		return s.compared(q + 1)
	case t[q] == '(' && !spaced:
		v, ok := s.readValue(skipBlank(t, q+1), false)
		if !v.quoted && k == secretKind {
			if w, ok := s.asserted(l, q); ok {
				return w, true
			}
			return s.returned(q)
		}
		method := l + bytes.LastIndexByte(t[l:r], '.') + 1
		builder := method > l && bytes.EqualFold(t[method:r], []byte("password"))
		v.stated = ok && k == passwordKind && (builder || hasFold(t, method, "set") || hasFold(t, method, "with")) && byteAt(t, s.past(v)) == ')' ||
			ok && capitals(t[l:r]) && containsAny(s.context(l, 96), "set password", "update ")
		return v, ok && v.quoted
	case spaced && (t[l] == '-' || byteAt(t, l-1) == '+' && !isSpace(t[r+1]) || setsVariable(t[:l])):
		v, ok := s.readValue(q, true) // a flag, --token VALUE, one of a game's, +rcon_password VALUE, and the old form of a Dockerfile
		v.stated = ok && k == passwordKind && t[l] != '-'
		return v, ok
	case spaced && byteAt(t, l-1) == ':' && isAlnum(byteAt(t, l-2)): // query ann:password "…"
	case spaced && k == passwordKind && (t[q] == '\'' || t[q] == '"' || t[q] == '\\' && (hasSuffix(t[:l], "#define ") || containsAny(s.context(l, maxSpaces), usedBefore...))):
		v, ok := s.readValue(q, true) // SQL: PASSWORD 'x'
		v.stated = ok && (s.besideUser(l, t[q]) || hasSuffix(t[:l], "#define ") || hasSuffix(s.context(l, len("default ")), "default ") || s.usedWith(l, v) ||
			containsAny(s.context(l, 96), "create ", "alter ", "define ") || s.statement(l, v))
		return v, ok
	case spaced && k == passwordKind && (t[q] == '`' || t[q] == '*'):
		return s.marked(l, q)
	case spaced && k == passwordKind && t[q] == '(':
		return s.bracketed(q + 1)
	case spaced && k == secretKind && t[q] == '|':
		return s.cellBehind(l, q)
	case t[q] == '#' && spaced && k >= secretKind && (hasFold(t, q, "#=> ") || hasFold(t, q, "# => ")): // what a call returns, in a comment behind it
		v, ok := s.readValue(skipBlank(t, q+bytes.IndexByte(t[q:], '>')+1), false)
		return v, ok && v.quoted
	case spaced && t[q] == '<' && byteAt(t, q+1) == '-' && opensQuote[byteAt(t, skipBlank(t, q+2))]: // password <- "…", of R
		n.op = "="
		return s.assigned(n, q+2)
	case spaced && t[q] == '-' && byteAt(t, q+1) == 'b' && (opensQuote[byteAt(t, q+2)] || byteAt(t, q+2) == ' '): // gh secret set API_KEY -b"…"
		v, ok := s.readValue(skipBlank(t, q+len("-b")), true)
		v.stated = ok && v.quoted
		return v, ok
	case spaced && hasFold(t, q, "/t reg_"): // reg add … /v API_KEY /t REG_SZ /d …
		if i := bytes.Index(t[q:min(len(t), q+2*maxSpaces)], []byte(" /d ")); i > 0 {
			v, ok := s.readValue(skipBlank(t, q+i+len(" /d ")), true)
			v.stated = ok
			return v, ok
		}
	case spaced && t[q] == '-' && (hasFold(t, q, "-value ") || hasFold(t, q, "--value ") || hasFold(t, q, "--body ")): // Set-ItemProperty … -Name DefaultPassword -Value …
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
	case t[q] == ',' && !n.quoted && hasFold(t, skipSpace(t, q+1), "value: ") && (hasSuffix(t[:l], "name: ") || hasSuffix(t[:l], "key: ")): // { name: API_KEY, value: … }
		v, ok := s.readValue(skipBlank(t, skipSpace(t, q+1)+len("value: ")), true)
		v.stated = ok && v.quoted
		return v, ok
	case t[q] == ',' && k >= secretKind && (byteAt(t, l-1) == '{' || byteAt(t, l-1) == ':' && byteAt(t, l-2) == '{'): // {password, "…"}
		v, ok := s.readValue(skipBlank(t, q+1), false)
		v.stated = ok && v.quoted
		return v, v.quoted
	case t[q] == ',' && bytes.IndexByte(t[l:r], '.') > 0 && containsAny(s.context(l, 2*maxSpaces), "assert", "equal"): // assertEqual(account.password, "…")
		v, ok := s.readValue(skipSpace(t, q+1), false)
		return v, ok && v.quoted
	case t[q] == ',':
		if constant(t[l:r]) { // setopt(handle, OPT_PASSWORD, "…")
			if v, ok := s.readValue(skipBlank(t, q+1), false); ok && v.quoted {
				return v, true
			}
		}
		return s.beside(l, q+1, k)
	}
	return value{}, false
}

// secondOfSet reports whether the string that holds the name at text[l:] is the second argument of
// a call that sets what a section of a configuration has: set("db", "password", "…").
func (s *scan) secondOfSet(l int) bool {
	const longest = 48
	before := bytes.TrimRight(s.text[max(0, l-longest):l], "\\\"'`")
	if n := len(before); n < 3 || before[n-1] != ' ' || before[n-2] != ',' || !opensQuote[before[n-3]] {
		return false
	}
	return containsAny(bytes.ToLower(before), ".set(", "config_set(", "setvalue(", "writestring(", "writeprivateprofilestring(")
}

// setsVariable reports whether t ends with what sets a variable of the environment, without
// a sign between its name and its value, as in a Dockerfile, of a web server and in a shell.
func setsVariable(t []byte) bool {
	n := len(t)
	if n < len("ENV ") || t[n-1] != ' ' {
		return n > 0 && t[n-1] == '/' && puts(t)
	}
	switch t[n-2] { // most names stand behind another word
	case 'V', 'v', 'm', 'r', 'x', 'g', 't', 'l':
	default:
		return false
	}
	for _, word := range [...]string{"config --global ", "config --local ", "config --system ", "ENV ", "SetEnv ", "setenv ", "set -x ", "set -gx ", "set -Ux ", "set -xg ", "configure set ", "variables set ", "config set --secret ", "fastcgi_param ", "uwsgi_param ", "passenger_env_var "} {
		if hasSuffix(t, word) {
			return true
		}
	}
	return puts(t)
}

// puts reports whether t ends with the command of a store that is given a value by the path
// that a name ends: etcdctl put /app/DB_PASSWORD ….
func puts(t []byte) bool {
	const longest = 64
	if !hasSuffix(t, "/") && !hasSuffix(t, " put ") {
		return false
	}
	line := t[max(0, len(t)-longest):]
	path := bytes.LastIndexByte(line, ' ') + 1
	return hasSuffix(line[:path], "etcdctl put ") || hasSuffix(line[:path], "kv put ")
}

// cellBehind reads the cell behind the one that the name at text[l:] fills, of a row of a table
// whose sign stands at text[at:]: | BOT_TOKEN | … |. What is shorter may be a type's name.
func (s *scan) cellBehind(l, at int) (value, bool) {
	const shortest = 16
	t := s.text
	if before := bytes.TrimRight(t[max(0, l-maxSpaces):l], " `"); byteAt(before, len(before)-1) != '|' {
		return value{}, false
	}
	from := skipBlank(t, at+1)
	end := from
	for end < len(t) && end-from < maxValue && !isSpace(t[end]) && t[end] != '|' {
		end++
	}
	return value{start: from, end: end, quoted: true}, end-from >= shortest && byteAt(t, skipBlank(t, end)) == '|'
}

// inCells reports whether the name at text[l:] and the string behind the comma at text[q:] are the
// two cells of a line, "API_KEY","…", or of a list: { "API_KEY", "…" }.
func (s *scan) inCells(l, q int) bool {
	t := s.text
	if l < 1 || t[l-1] != '"' {
		return false
	}
	v, ok := s.readValue(skipBlank(t, q+1), false)
	if !ok || !v.quoted || hasSuffix(t[v.start:min(v.end, v.start+2)], "*.") { // ["user.password", "*.token"] are names
		return false
	}
	before := t[max(0, l-maxSpaces-2*maxEscapes) : l-1]
	marks := len(before) - len(bytes.TrimRight(before, "\\\""))
	before = bytes.TrimRight(before[:len(before)-marks], " ")
	next := byteAt(t, skipBlank(t, s.past(v)))
	switch {
	case len(before) == 0, hasSuffix(before, "\n"), hasSuffix(before, `\n`), marks > 0 && hasSuffix(before, ":"): // of a text in a string
		return s.lineEnds(s.past(v))
	case hasSuffix(before, "{"):
		return next == '}'
	}
	return hasSuffix(before, "[") && next == ']'
}

// compared reads the string at text[at:] that a password is compared with.
func (s *scan) compared(at int) (value, bool) {
	v, ok := s.readValue(skipBlank(s.text, at), false)
	v.stated = ok && v.quoted
	return v, v.stated
}

// comparedWith reads the string that stands in front of the name text[l:r], with which that
// is compared: if ("…" == password).
func (s *scan) comparedWith(l, r int) {
	t := s.text
	op := len(bytes.TrimRight(t[:l], "$ ")) - 1
	for op > 0 && (t[op-1] == '=' || t[op-1] == '!') {
		op--
	}
	if l-1-op < len("==") {
		return
	}
	v, ok := s.quotedBefore(len(bytes.TrimRight(t[:op], " ")) - 1)
	if k := kindOf(t[l:r]); ok && k >= secretKind && s.isSecret(k, t[l:r], v) {
		s.add(v.start, v.end, Password, "compared-password")
	}
}

// quotedBefore is the string whose closing quote stands at text[end].
func (s *scan) quotedBefore(end int) (value, bool) {
	t := s.text
	if end < 1 || !opensQuote[t[end]] || t[end] == '\\' {
		return value{}, false
	}
	mark := t[end]
	end = len(bytes.TrimRight(t[:end], `\`)) // that of a quote in a string
	from := max(0, end-maxName)
	i := bytes.LastIndexByte(t[from:end], mark)
	if i < 0 || bytes.IndexByte(t[from+i:end], '\n') >= 0 {
		return value{}, false
	}
	v := value{start: from + i + 1, end: end, quoted: true, data: true}
	return v, v.end > v.start
}

var asserts = listed("asserts")

// expected reads the string that stands in front of a member text[l:r] whose value a test expects
// it to be: assertEquals("…", config.getApiKey()).
func (s *scan) expected(l, r int) {
	t := s.text
	dot := bytes.LastIndexByte(t[l:r], '.')
	if dot < 0 {
		return
	}
	v, ok := s.quotedBefore(l - len(", ") - 1)
	name := t[l+dot+1 : r]
	if k := kindOf(name); ok && k >= secretKind && containsAny(s.context(v.start-1, maxSpaces), asserts...) && s.isSecret(k, name, v) {
		s.add(v.start, v.end, APIKey, "expected-value")
	}
}

// asserted reads the string that a test expects a getter to give, whose name begins at text[l:]
// and whose brackets open at text[at:]: assertThat(app.getSecret(), equalTo("…")).
func (s *scan) asserted(l, at int) (value, bool) {
	t := s.text
	if !hasFold(t, at, "()") {
		return value{}, false
	}
	p := at + len("()")
	for byteAt(t, p) == ')' {
		p++
	}
	switch {
	case hasFold(t, p, ", "):
		if !containsAny(s.context(l, 64), asserts...) {
			return value{}, false
		}
		p += len(", ")
		if call := skipName(t, p); byteAt(t, call) == '(' {
			p = call + 1
		}
	case byteAt(t, p) == '.':
		call := skipName(t, p+1)
		if low := bytes.ToLower(t[p+1 : call]); byteAt(t, call) != '(' || !containsAny(low, "equal", "tobe", "contains", "is") {
			return value{}, false
		}
		p = call + 1
	default:
		return value{}, false
	}
	v, ok := s.readValue(p, false)
	v.data = true
	return v, ok && v.quoted
}

// statement reports whether a name at text[l:] and its quoted value are all of a line, or of
// one that sets something: password "orchard"; as of daemons.
func (s *scan) statement(l int, v value) bool {
	t := s.text
	end := s.past(v)
	if byteAt(t, end) == ';' {
		end++
	}
	for end < len(t) && (isBlank(t[end]) || t[end] == '}') {
		end++
	}
	if end < len(t) && t[end] != '\n' && t[end] != '\r' && t[end] != '#' {
		return false
	}
	before := t[max(0, l-2*maxSpaces):l]
	before = bytes.TrimLeft(before[bytes.LastIndexByte(before, '\n')+1:], " \t#/;{")
	return len(before) == 0 || (before[0] == 's' || before[0] == '/') && (bytes.HasPrefix(before, []byte("set ")) || bytes.HasPrefix(before, []byte("/set ")))
}

var usedBefore = listed("used before")

// usedWith reports whether a sentence says that the word v is to be used as the password
// whose name stands at text[l:]: with the password "orchard".
func (s *scan) usedWith(l int, v value) bool {
	b := s.text[v.start:v.end]
	return containsAny(s.context(l, maxSpaces), usedBefore...) && chosenWord(b) && kindOf(b) == noKind
}
