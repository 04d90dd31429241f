package redact

import "bytes"

// What a message gives out without calling it by its name again, since the words in front did.

// offers are what people write in front of a secret that replaces another.
var offers = []string{"new one: ", "new one is: ", "this one: ", "the other one: ", "this instead: ", "that instead: ", "one instead: ", "updated one: ", "current one: ", "neue ist: ", "neue: ", "nuevo es: ", "nueva es: ", "nouveau : ", "nouvelle : "}

// offered reads it: it must have been drawn, and a secret must be spoken of in front.
func (s *scan) offered(start, end int) {
	const far = 120
	if !containsAny(s.context(start, far), "key", "token", "secret", "passw", "pw", "credential", "schlüssel", "kennwort", "clave", "contrase", "clé", "mot de passe") {
		return
	}
	v, ok := s.readValue(skipBlank(s.text, end), true)
	b := bytes.TrimRight(s.text[v.start:v.end], ".!?:")
	if ok && len(b) >= 8 && bytes.IndexByte(b, ' ') < 0 && (random(b) && !allHex(b) || isUUID(b) || len(b) >= 32 && random(b) || typedByHand(b) && hasDigit(b) && shapeOf(b).upper > 0) && given(b, 8) {
		s.add(v.start, v.start+len(b), APIKey, "offered-secret")
	}
}

// codeLists announce codes that let somebody in once each, who has lost what makes others.
var codeLists = []string{"recovery codes", "recovery code:", "backup codes", "backup code:", "scratch codes", "one-time codes", "wiederherstellungscodes", "backup-codes", "recovery-codes", "recovery_codes", "backup_codes", "recoverycodes", "backupcodes",
	"codes de secours", "codes de récupération", "códigos de respaldo", "códigos de recuperación", "códigos de recuperação", "codici di backup", "codici di recupero"}

// codeList reads the codes that follow, on the line or on those below: digits and letters in one
// or more groups.
func (s *scan) codeList(_, end int) {
	const gap, most = 48, 16
	t := s.text
	if end < s.coded {
		return
	}
	p := end
	for p < len(t) && p-end < gap && t[p] != ':' && t[p] != '=' && t[p] != '\n' {
		p++
	}
	for n := 0; n < most; n++ {
		from := p
		for p < len(t) && p-from < 2*maxSpaces && (isSpace(t[p]) || bytes.IndexByte([]byte(":=,;*|[]\"'`-•\\"), t[p]) >= 0 || isDigit(t[p]) && (byteAt(t, p+1) == '.' || byteAt(t, p+1) == ')') || t[p] == '.' || t[p] == ')') {
			p++
			p += escapeAt(t, p)
		}
		e := oneCode(t, p)
		if e == p {
			return
		}
		s.add(p, e, Password, "recovery-code")
		s.coded = e
		p = e
	}
}

// oneCode is the end of a code at text[at:], as services write them: 83920182, a8f3k-92hdm,
// 8wef 15k1 9bq2; at where there is none.
func oneCode(t []byte, at int) int {
	const shortest, longest = 8, 40
	e := at
	for e < len(t) && e-at < longest && (isAlnum(t[e]) || t[e] == '-' && isAlnum(byteAt(t, e+1))) {
		e++
	}
	v := t[at:e]
	if len(v) < shortest || e < len(t) && (isNameByte(t[e]) && t[e] != '.' || t[e] == '(' || t[e] == '/' || t[e] == '@') {
		return at
	}
	sh := shapeOf(v)
	if sh.digits < 2 || sh.distinct < 4 || bytes.IndexByte(v, '-') < 0 && !digitsOnly(v) && sh.turns < 2 || isDate(v) {
		return at
	}
	return e
}

// isDate reports whether a value is one, 2024-05-11.
func isDate(v []byte) bool {
	return len(v) >= len("2024-05-11") && v[4] == '-' && v[7] == '-' && digitsOnly(v[:4])
}

// weatherKey reads the key that OpenWeather has in the parameter that is an application's name
// elsewhere (openweathermap.org/api).
func (s *scan) weatherKey(start, end int) {
	const size = 32
	t := s.text
	if e := end + size; e <= len(t) && allHex(t[end:e]) && !isAlnum(byteAt(t, e)) && containsAny(s.context(start, 160), "openweather") {
		s.add(end, e, APIKey, "openweather-key")
	}
}
