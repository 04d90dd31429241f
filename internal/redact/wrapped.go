package redact

import "bytes"

// Values that stand in a call: of a coder or a hash that makes the password of them, of a
// cipher that takes them as its key, of a page's form that is filled with them.

// coders are calls whose argument is the password that their result is made of.
var coders = newWords(`btoa atob b64encode b64decode base64encode encode hash hashsync hashpw bcrypt make encrypt secretstr securestring guardedstring string from bytes
	getbytes make_password generate_password_hash password_hash md5 sha1 sha256 sha512 sum256 crypt quote urlencode encodeuricomponent strdup ptr stringptr literal
	valueof new secret rawmessage str protectedstring bytestring cstring stringify`)

// wrapped reads a value in the call of a coder, or of one in another, at text[at:].
func (s *scan) wrapped(at int) (value, bool) {
	const longest, depth = 48, 2
	t := s.text
	p := at
	for range depth {
		for _, word := range [...]string{"new ", "await ", "&", "$(echo "} {
			if bytes.HasPrefix(t[p:], []byte(word)) {
				p += len(word)
			}
		}
		name, e := p, p
		for e < len(t) && e-p < longest && (isAlnum(t[e]) || t[e] == '_' || t[e] == '.' || t[e] == ':' || t[e] == '-' && byteAt(t, e+1) == '>' || t[e] == '>' && t[e-1] == '-') {
			if t[e] == '.' || t[e] == ':' || t[e] == '>' {
				name = e + 1
			}
			e++
		}
		if e > p {
			if byteAt(t, e) != '(' || !coders[string(bytes.ToLower(t[name:e]))] && string(t[name:e]) != "Data" { // of Swift; jQuery's reads a name
				return value{}, false
			}
			p = skipSpace(t, e+1)
		} else if p == at {
			return value{}, false
		}
		if p+1 < len(t) && quotePrefix[t[p]] && t[p+1] == '\\' {
			p++
		}
		if v, ok := s.readValue(p, false); ok {
			v.data, v.stated = true, true
			b := t[v.start:v.end]
			named := kindOf(b) == passwordKind && byteAt(t, s.past(v)) == ',' // flag.String("db-password", "", …)
			return v, v.quoted && len(b) > 0 && !named && !encodings[string(bytes.ToLower(b))]
		}
	}
	return value{}, false
}

// envCalls read a variable of the environment, or what stands behind its name where it is not set.
var envCalls = newWords(`env getenv get_env getenvironmentvariable environ fetch config getconfig getproperty getordefault`)

// orElse reads the second argument of such a call at text[at:]: env('DB_PASS', 'orchard7').
func (s *scan) orElse(at int) (value, bool) {
	const longest = 48
	t := s.text
	name, e := at, at
	for e < len(t) && e-at < longest && (isAlnum(t[e]) || t[e] == '_' || t[e] == '.' || t[e] == ':') {
		if t[e] == '.' || t[e] == ':' {
			name = e + 1
		}
		e++
	}
	if byteAt(t, e) == '(' {
		if v, ok := s.namedDefault(e + 1); ok {
			return v, true
		}
	}
	if next := skipBlank(t, e); next > e && e > at && next+2 < len(t) && (t[next] == '|' && t[next+1] == '|' || t[next] == '?' && (t[next+1] == '?' || t[next+1] == ':')) && bytes.Contains(t[at:e], []byte("env")) { // process.env.PW || '…'
		v, ok := s.readValue(skipBlank(t, next+2), false)
		v.data, v.stated = true, true
		return v, ok && v.quoted && v.end > v.start
	}
	if byteAt(t, e) != '(' || !envCalls[string(bytes.ToLower(t[name:e]))] && !hasSuffix(t[at:e], "environ.get") {
		return value{}, false
	}
	v, ok := s.readValue(skipBlank(t, e+1), false)
	if !ok || !v.quoted || kindOf(t[v.start:v.end]) >= secretKind { // that name has its own look
		return value{}, false
	}
	p := s.past(v)
	if byteAt(t, p) != ',' {
		return value{}, false
	}
	v, ok = s.readValue(skipBlank(t, p+1), false)
	v.data, v.stated = true, true
	return v, ok && v.quoted && v.end > v.start && byteAt(t, s.past(v)) == ')'
}

// namedDefault reads the argument default="…" of a call whose arguments begin at text[at:].
func (s *scan) namedDefault(at int) (value, bool) {
	const longest = 64
	p := soonPast(s.text, at, longest, "default=", ")\n;")
	if p < 0 {
		return value{}, false
	}
	v, ok := s.readValue(p, false)
	v.data, v.stated = true, true
	return v, ok && v.quoted
}

// encodings are arguments that say how, and not what.
var encodings = newWords(`utf-8 utf8 utf-16 utf_8 ascii latin1 latin-1 iso-8859-1 hex base64 base64url binary`)

// keyed are calls that take a key as one of their arguments, and which.
var keyed = []struct {
	call     string
	argument int
}{
	{"createhmac(", 2}, {"hmac.new(", 1}, {"hash_hmac(", 3}, {"hmac256(", 1}, {"hmac384(", 1}, {"hmac512(", 1},
	{"jwt.sign(", 2}, {"jwt.encode(", 2}, {"jwt.decode(", 2}, {"jwt.verify(", 2}, {"jwt::encode(", 2}, {"jwt::decode(", 2},
	{"signwith(", 2}, {"setsigningkey(", 1}, {"secretkeyspec(", 1}, {"fernet(", 1},
	{"aes.new(", 1}, {"aes.encrypt(", 2}, {"aes.decrypt(", 2}, {"openssl_encrypt(", 3}, {"openssl_decrypt(", 3},
}

func keyedRules() (all []rule) {
	for _, k := range keyed {
		all = append(all, rule{[]string{k.call}, func(s *scan, _, end int) { s.keyedCall(end, k.argument) }})
	}
	return all
}

// keyedCall takes out the argument of that number, if it is a string.
func (s *scan) keyedCall(at, number int) {
	const longest = 240
	t := s.text
	limit := min(len(t), at+longest)
	depth := 0
	for p := skipSpace(t, at); p < limit; p++ {
		if depth == 0 && number == 1 {
			v, ok := s.readValue(p, false)
			if b := t[v.start:v.end]; ok && v.quoted && given(b, 6) && kindOf(b) == noKind && !encodings[string(bytes.ToLower(b))] && (random(b) || !lettersOnly(b) || plainWord(b, true)) {
				s.add(v.start, v.end, APIKey, "key-of-call")
			}
			return
		}
		switch b := t[p]; b {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return
			}
		case ',':
			if depth == 0 {
				number--
				p = skipSpace(t, p+1) - 1
			}
		case '"', '\'', '`':
			v, ok := s.readValue(p, false)
			if !ok {
				return
			}
			p = v.end
		}
	}
}

// fills are calls that write their second argument, or that of the next call, into the
// field that the first one names.
var fills = newWords(`fill type fillfield sendkeys send_keys setvalue set_value settext enter_text typetext input val sendkeystoelement`)

// filledWith reads what the field is filled with in whose description the name t[l:r]
// stands: fill('#password', 'orchard7'), get('[name=password]').type('orchard7').
func (s *scan) filledWith(l, r int) (value, bool) {
	const selector, chain, ends = 48, 24, 4
	t := s.text
	p := r
	for p < len(t) && p-r < ends && (opensQuote[t[p]] || t[p] == ']') {
		p++
	}
	first := byteAt(t, p) == ','
	if p == r || !first && byteAt(t, p) != ')' {
		return value{}, false
	}
	var open int // the parenthesis of the call that fills
	if first {
		i := bytes.LastIndexByte(t[max(0, l-selector):l], '(')
		if i < 0 || bytes.IndexByte(t[max(0, l-selector)+i:l], ')') >= 0 { // that call has ended
			return value{}, false
		}
		open = max(0, l-selector) + i
		p = skipSpace(t, p+1)
	} else {
		i := bytes.IndexByte(t[p:min(len(t), p+chain)], '(')
		if i < 0 {
			return value{}, false
		}
		open = p + i
		p = open + 1
	}
	name := open
	for name > 0 && open-name < chain && (isAlnum(t[name-1]) || t[name-1] == '_') {
		name--
	}
	if !fills[string(bytes.ToLower(t[name:open]))] {
		return value{}, false
	}
	v, ok := s.readValue(p, false)
	v.data, v.stated = true, true
	return v, ok && v.quoted
}

// fieldEnd is what may follow the quote or the bracket behind a field's name.
var fieldEnd = classOf(",)]\"'`")

// closed is the place behind the closing tag at text[at:], or at.
func closed(t []byte, at int) int {
	const longest = 16
	if !bytes.HasPrefix(t[min(at, len(t)):], []byte("</")) {
		return at
	}
	i := bytes.IndexByte(t[at:min(len(t), at+longest)], '>')
	if i < 0 {
		return at
	}
	return skipBlank(t, at+i+1)
}
