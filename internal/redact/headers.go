package redact

import (
	"bytes"
	"encoding/base64"

	"github.com/go-json-experiment/json/jsontext"
)

// Credentials in requests: authorization headers, cookies, credentials in URLs, JSON web tokens.

// authorization reads the value of an authorization header: in a request, on a command line, or in
// source that builds one.
func (s *scan) authorization(start, end int) {
	if !hasFoldBefore(s.text, start, "[redacted:") { // not in a marker
		s.header(end, false)
	}
}

// authentication reads the value of a header that may also have other meanings; it counts only
// after a scheme: auth: Token 9f86….
func (s *scan) authentication(start, end int) {
	if !hasFold(s.text, start, "authentication") {
		end = start + len("auth")
	}
	s.header(end, true)
}

// header reads the value of a header whose name ends at text[end:]. With open, the name alone does
// not make it a credential: a scheme must precede the value.
func (s *scan) header(end int, open bool) {
	t := s.text
	if hasFold(t, end, " header") {
		end += len(" header")
	}
	p := end
	for p < len(t) && p-end < 2+maxEscapes && bytes.IndexByte([]byte("\"'`]\\) \t*"), t[p]) >= 0 {
		p++
	}
	bare := false // no quote or sign precedes the value
	after, ok := headerValue(t, end, p)
	if !ok {
		if after = skipBlank(t, end); after == end {
			return
		}
		open, bare = true, true
	}
	p = after
	for p < len(t) && p-after < 4+maxEscapes && bytes.IndexByte([]byte("\"'`\\ \tfbr$[*"), t[p]) >= 0 {
		if isLetter(t[p]) && (p+1 >= len(t) || t[p+1] != '"' && t[p+1] != '\'') {
			break
		}
		p++
	}
	word := p
	for word < len(t) && (isAlnum(t[word]) || t[word] == '-' || t[word] == '_') {
		word++
	}
	gap := word
	for gap < len(t) && gap-word < maxEscapes && t[gap] == '\\' { // escaped for a shell: Token\ …
		gap++
	}
	if byteAt(t, gap) == ' ' && word-p <= 24 {
		scheme, found := string(bytes.ToLower(t[p:word])), len(s.found)
		if scheme == "bearer" || scheme == "basic" {
			return // tokens found by their own literal
		}
		if open && !authSchemes[scheme] {
			return
		}
		if containsAny(t[p:word], "-SHA") || containsAny([]byte(scheme), signingSchemes...) {
			s.parameters(gap + 1)
			if len(s.found) > found {
				return
			}
		}
		p = joined(t, skipBlank(t, gap))
		bare = bare || open && alsoWords[scheme] // auth: key rotation-2024-09
	} else if open {
		return
	}
	if bare && !drawnCredential(t, p) {
		return
	}
	s.credential(p, 8, "authorization-header")
}

// joined returns where a string continues that ends at text[at:] and is concatenated with another,
// as in "Token " + "…". It returns at if it is not.
func joined(t []byte, at int) int {
	const longest = len(`" + f"`) + 2*maxEscapes
	p := at
	for p < len(t) && t[p] == '\\' {
		p++
	}
	isQuote := func(b byte) bool { return b == '"' || b == '\'' || b == '`' }
	if !isQuote(byteAt(t, p)) {
		return at
	}
	for p++; p < len(t) && p-at < longest; p++ {
		if isQuote(t[p]) {
			return p + 1
		}
		if bytes.IndexByte([]byte(" +.&\\f"), t[p]) < 0 {
			break
		}
	}
	return at
}

var authSchemes = wordSet("auth schemes")

var alsoWords = wordSet("also words")

// headerValue finds the value of a header whose name ends at text[end:], or at text[at:] with its
// closing quotes and brackets: after an operator, as the next argument, as the other member of
// {"name": "Authorization", "value": "…"} or attribute, as the next cell, or quoted after a space.
func headerValue(t []byte, end, at int) (start int, ok bool) {
	if op, after := operator(t, at); op != "" {
		return after, true
	}
	switch quote := byteAt(t, at-1); {
	case byteAt(t, at) == '\n' || byteAt(t, at) == '\r': // name: Authorization, and below it value: …
		p := skipSpace(t, at)
		if !hasFold(t, p, "value") {
			return 0, false
		}
		op, after := operator(t, skipBlank(t, p+len("value")))
		return after, op != ""
	case at == end:
		next := skipBlank(t, at+1) // after a constant's name
		return next, byteAt(t, at) == ',' && (byteAt(t, next) == '"' || byteAt(t, next) == '\'' || byteAt(t, next) == '\\')
	case byteAt(t, at) == ',':
		p := skipSpace(t, at+1)
		for p < len(t) && p-at < maxSpaces && (t[p] == '"' || t[p] == '\\') {
			p++
		}
		if !hasFold(t, p, "value") {
			return at + 1, true
		}
		for p += len("value"); p < len(t) && p-at < 2*maxSpaces && bytes.IndexByte([]byte("\"\\: "), t[p]) >= 0; {
			p++
		}
		return p, true
	case isBlank(t[end]) && (quote == '"' || quote == '\''):
		return at, true
	}
	return 0, false
}

// parameters redacts the signature that follows Digest, Hawk or Signature.
func (s *scan) parameters(at int) {
	t := s.text
	limit := min(len(t), at+1024)
	if nl := bytes.IndexAny(t[at:limit], "\r\n"); nl >= 0 {
		limit = at + nl
	}
	for _, name := range signatures {
		if i := bytes.Index(t[at:limit], []byte(name)); i >= 0 {
			if v, ok := s.readValue(at+i+len(name), true); ok && v.end-v.start >= 16 && t[v.start] != '[' {
				s.add(v.start, v.end, Authorization, "authorization-signature")
			}
		}
	}
}

// scheme reads what follows "Bearer " or "Basic " where no header's name is near.
func (s *scan) scheme(start, end int) {
	t := s.text
	if !boundary(t, start) {
		return
	}
	p := end
	// f'Bearer ' + 'token'
	from := p
	for p < len(t) && p-from < 8 && bytes.IndexByte([]byte("\"'` +.\\"), t[p]) >= 0 {
		p++
	}
	if lower(t[start+1]) == 'a' { // basic is a common word; the value must be base64 of name:password
		const longest = 512
		e := runEnd(t, p, longest+1, &anyBase64)
		if e-p < 8 || e-p > longest {
			return
		}
		// After a header's name, the decoded value need not be text.
		if login(t[p:e]) || e-p >= 20 && random(t[p:e]) && containsAny(s.context(start, 24), "authorization") {
			s.add(p, e, Authorization, "basic-credentials")
		}
		return
	}
	if (t[end-1] == '.' || t[end-2] == ':') && !drawnCredential(t, p) { // after punctuation, one digit is not enough
		return
	}
	least := 16
	if containsAny(s.context(start, 24), "authorization") {
		least = 12
	}
	s.credential(p, least, "bearer-token")
}

// drawnCredential reports whether the credential at text[p:] is generated rather than a word.
func drawnCredential(t []byte, p int) bool {
	v := t[p:runEnd(t, p, maxRepeat, &credentialByte)]
	return random(v) || isUUID(v)
}

// login reports whether a value is base64 of name:password.
func login(v []byte) bool {
	plain := decodeBase64(v)
	return bytes.IndexByte(plain, ':') > 0 && !bytes.ContainsFunc(plain, func(r rune) bool { return r < ' ' || r == 0x7f })
}

var credentialByte = func() (c class) {
	for b := range c {
		c[b] = isAlnum(byte(b))
	}
	for _, b := range "-._~+/=:|!%" {
		c[b] = true
	}
	return c
}()

func (s *scan) credential(p, least int, rule string) {
	t := s.text
	e := runEnd(t, p, maxRepeat, &credentialByte)
	for e > p && (t[e-1] == '.' || t[e-1] == ':') {
		e--
	}
	v := t[p:e]
	if len(v) < least || reference(v) || !random(v) && !isUUID(v) && (len(v) < max(least, 12) || !hasDigit(v) || placeholder(v)) || repeated(v[len(v)/2:]) {
		return
	}
	s.add(p, e, Authorization, rule)
}

// cookieValue finds the value of a cookie header whose name ends at text[end:]. stop holds the
// bytes that end it: the end of the line, and the quote if it is inside one.
func cookieValue(t []byte, end int) (at int, stop string, ok bool) {
	const line = "\r\n"
	if t[end-1] == ':' {
		return end, line, true
	}
	for at = end; at < len(t) && at-end < maxEscapes && (t[at] == '"' || t[at] == '\'' || t[at] == '\\'); {
		at++
	}
	if at, ok = headerValue(t, end-1, at); !ok {
		return 0, "", false
	}
	for at = skipBlank(t, at); byteAt(t, at) == '\\'; {
		at++
	}
	if b := byteAt(t, at); b == '"' || b == '\'' {
		at++
	}
	quote := t[at-1]
	return at, line + string(quote), quote == '"' || quote == '\''
}

// cookies redacts the generated values in a Cookie or Set-Cookie header.
func (s *scan) cookies(start, end int) {
	t := s.text
	if start < s.baked {
		return
	}
	end, stop, ok := cookieValue(t, end)
	if !ok {
		return
	}
	limit := min(len(t), end+4096)
	if n := bytes.IndexAny(t[end:limit], stop); n >= 0 {
		limit = end + n
	}
	s.baked = limit
	for p := end; p < limit; {
		eq := bytes.IndexByte(t[p:limit], '=')
		if eq < 0 {
			return
		}
		from := p + eq + 1
		to := from
		for to < limit && t[to] != ';' && t[to] != '"' && t[to] != '\'' && t[to] != ',' && t[to] != '\\' && !isSpace(t[to]) {
			to++
		}
		v := t[from:to]
		drawn := len(v) >= 16 && (random(v) || isUUID(v)) || len(v) >= 6 && hasDigit(v) && !digitsOnly(v) && isAlnum(v[0]) && containsAny(bytes.ToLower(t[max(p, from-maxSpaces):from-1]), "sess", "sid", "token")
		if drawn && !placeholder(v) {
			s.add(from, to, Authorization, "cookie")
		}
		p = to + 1
	}
}

// urlCredentials redacts user:password in scheme://user:password@host.
func (s *scan) urlCredentials(start, end int) {
	t := s.text
	if start == 0 || !isAlnum(t[start-1]) {
		return
	}
	limit := min(len(t), end+512)
	at, colon := -1, -1
	e := end
loop:
	for ; e < limit; e++ {
		switch b := t[e]; b {
		case '@':
			at = e
		case ':':
			if colon < 0 {
				colon = e
			}
		case '/', '?', '#', '"', '\'', '<', '>', '`', '\\', '{', '}', '(', ')', ',', ';':
			break loop
		default:
			if isSpace(b) {
				break loop
			}
		}
	}
	// A password may contain bytes that otherwise end an authority, while a port has only digits.
	if colon > max(end, at) && e < limit && passwordSigns[t[e]] && e > colon+1 && !digitsOnly(t[colon+1:e]) {
		at = max(at, authorityEnd(t[:limit], e))
	}
	if at <= end || t[end] == '[' { // already a marker
		return
	}
	switch {
	case colon > 0 && colon < at-1:
		if pw := t[colon+1 : at]; !template(pw) {
			s.add(end, at, URLCredentials, "url-credentials")
		}
	case colon < 0 || colon > at || colon == at-1: // a token in the user's place
		if user := t[end:at]; len(user) >= 16 && random(user) {
			s.add(end, at, URLCredentials, "url-token")
		}
	}
}

// passwordSigns may occur in a password that was not escaped.
var passwordSigns = classOf("/?#,;()")

// authorityEnd returns the place of the @ before a host in the same word as text[at:], or -1.
func authorityEnd(t []byte, at int) int {
	const longest = 48
	for p := at; p < len(t) && p-at < longest; p++ {
		switch b := t[p]; {
		case b == '@' && isAlnum(byteAt(t, p+1)) && t[p-1] != '/':
			return p
		case b == '@', isSpace(b), b == ':' && byteAt(t, p+1) == '/', authorityStop[b]:
			return -1
		}
	}
	return -1
}

var authorityStop = classOf("\"'<>`\\{}[]")

// schemeStart returns where the URL around text[at:] begins, or at.
func schemeStart(t []byte, at int) int {
	const longest = 200
	l := at
	for l > 0 && at-l < longest && (isAlnum(t[l-1]) || bytes.IndexByte([]byte(".-_:/%"), t[l-1]) >= 0) {
		l--
	}
	if i := bytes.Index(t[l:at], []byte("http")); i >= 0 && bytes.Contains(t[l+i:at], []byte("://")) {
		return l + i
	}
	return at
}

// template reports whether a value is a placeholder or already redacted.
func template(v []byte) bool {
	return bytes.HasPrefix(v, []byte("•")) || v[0] == '$' || v[0] == '%' && (v[len(v)-1] == '%' || len(v) == len("%s")) || v[0] == '[' || repeated(v) && (v[0] == '*' || v[0] == 'x' || v[0] == '.')
}

// curlUser reads curl -u name:password.
func (s *scan) curlUser(start, end int) {
	t := s.text
	v, ok := s.readValue(skipBlank(t, end), true)
	if !ok || !containsAny(s.context(start, 160), "curl", "http", "wget") {
		return
	}
	b := t[v.start:v.end]
	colon := bytes.IndexByte(b, ':')
	switch {
	case colon == len(b)-1 && len(b) > 12 && random(b[:colon]): // a key, and no password
		s.add(v.start, v.end-1, APIKey, "command-line-key")
	case colon < 0 || len(b)-colon < 5 || bytes.HasPrefix(b[colon:], []byte("://")) || bytes.IndexByte(b, ' ') >= 0 || template(b[colon+1:]) || b[colon+1] == '<' || bytes.HasSuffix(b[:colon], []byte("[REDACTED")):
	case hasFold(b, 0, "user") && selfNamed[string(b[colon+1:])]: // as a manual says it
	default:
		s.add(v.start, v.end, URLCredentials, "command-line-user")
	}
}

// jwt reads header.payload[.signature]. The header must be JSON that names how the token is made,
// or the payload JSON that names its subject; base64 of other JSON is left alone.
func (s *scan) jwt(start, end int) {
	t := s.text
	if start > 0 && (isAlnum(t[start-1]) || t[start-1] == '_' || t[start-1] == '.') && !boundary(t, start) || start < s.until {
		return
	}
	e := segment(t, start)
	if e-start < 12 || e >= len(t) {
		return
	}
	if e-start < 15 || t[e] != '.' || !isToken(t[start:min(e, start+1024)], t[e+1:]) {
		return
	}
	for part := 0; part < 4 && e < len(t) && t[e] == '.'; part++ {
		e = segment(t, e+1)
	}
	if t[e-1] == '.' && e-start > 1 {
		e--
	}
	if e-start < 30 {
		return
	}
	for byteAt(t, e) == '~' { // SD-JWT disclosures
		e = segment(t, e+1)
	}
	s.until = max(s.until, e)
	s.add(start, e, JWT, "jwt")
}

// isToken reports whether a token's first part is JSON that names how the token is made, or the
// rest begins with JSON that names its subject.
func isToken(part, rest []byte) bool {
	head := decodeBase64(part)
	if !bytes.HasPrefix(bytes.TrimLeft(head, " \r\n\t"), []byte("{")) {
		return false
	}
	if containsAny(head, `"alg"`, `"typ"`, `"enc"`, `"kid"`) {
		return true
	}
	const longest = 1 << 10
	return bytes.HasPrefix(rest, []byte("ey")) && jsontext.Value(head).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) &&
		containsAny(decodeBase64(rest[:segment(rest[:min(len(rest), longest)], 0)]), `"iss"`, `"sub"`, `"exp"`, `"iat"`, `"aud"`)
}

// segment returns the end of a token's part in URL-safe base64.
func segment(t []byte, at int) int {
	limit := min(len(t), at+1<<14)
	for at < limit && tokenByte[t[at]] {
		at++
	}
	return at
}

// The bytes of standard and of URL-safe base64, with padding.
var (
	plainBase64 = classOf(alphanumeric + "+/=")
	anyBase64   = classOf(alphanumeric + "+/=-_")
)

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// runEnd returns the end of the run of bytes of a class at text[at:], at most longest bytes on.
func runEnd(t []byte, at, longest int, of *class) int {
	e := at
	for e < len(t) && e-at < longest && of[t[e]] {
		e++
	}
	return e
}

// decodeBase64 decodes as much as it can, of either alphabet, with or without padding.
func decodeBase64(b []byte) []byte {
	b = bytes.TrimRight(b, "=")
	if len(b)%4 == 1 {
		b = b[:len(b)-1]
	}
	out := make([]byte, base64.RawURLEncoding.DecodedLen(len(b)))
	enc := base64.RawURLEncoding
	if bytes.ContainsAny(b, "+/") {
		enc = base64.RawStdEncoding
	}
	n, _ := enc.Decode(out, b) // the bytes before the first invalid one are enough
	return out[:n]
}

var signatures, signingSchemes = listed("signatures"), listed("signing schemes")
