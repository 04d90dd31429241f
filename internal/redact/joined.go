package redact

import "bytes"

// A user and a password in one word, behind what says that it is that.

// joinedLogins are the options of proxies and the hosts of mail servers that such a word follows.
var joinedLogins = []string{" login=", "]:587 ", "]:465 ", "]:25 ", "]:submission ", "]:smtps ", "smtp_sasl_password_maps "}

// joinedLogin reads the password: cache_peer … login=ann:…, [smtp.acme.example]:587 ann:….
func (s *scan) joinedLogin(_, end int) {
	t := s.text
	e := end
	for e < len(t) && e-end < maxName && t[e] > ' ' && !opensQuote[t[e]] {
		e++
	}
	colon := bytes.IndexByte(t[end:e], ':')
	if colon < 1 {
		return
	}
	if b := t[end+colon+1 : e]; given(b, 4) && !digitsOnly(b) && bytes.IndexByte(t[end:e], '/') < 0 && !notChosen[string(bytes.ToLower(b))] && !lettersOnly(b) {
		s.add(e-len(b), e, Password, "joined-login")
	}
}

// addedLogins are procedures of a database whose second argument is a password.
var addedLogins = []string{"sp_addlogin ", "sp_addremotelogin ", "sp_password "}

// addedLogin reads it: sp_addlogin 'ann', '…'.
func (s *scan) addedLogin(_, end int) {
	t := s.text
	user, ok := s.readValue(skipBlank(t, end), false)
	if !ok || !user.quoted || byteAt(t, s.past(user)) != ',' {
		return
	}
	if v, ok := s.readValue(skipBlank(t, s.past(user)+1), false); ok && v.quoted && given(t[v.start:v.end], 4) {
		s.add(v.start, v.end, Password, "added-login")
	}
}

// reversible are the marks of passwords that servers write down so that they can read them again.
var reversible = []string{"{aes}", "{aes256}", "{3des}", "{xor}"}

// reversiblePassword reads what follows one of them.
func (s *scan) reversiblePassword(start, end int) {
	const least, longest = 8, 512
	e := runEnd(s.text, end, longest, &anyBase64)
	if e-end >= least && (random(s.text[end:e]) || byteAt(s.text, e-1) == '=') {
		s.add(start, e, Password, "reversible-password")
	}
}

// keyMaterial reads the key of a network in a profile of Windows, which may be a word.
func (s *scan) keyMaterial(_, end int) {
	t := s.text
	if n := bytes.IndexByte(t[end:min(len(t), end+maxName)], '<'); n > 0 && given(t[end:end+n], 4) {
		s.add(end, end+n, Password, "key-material")
	}
}
