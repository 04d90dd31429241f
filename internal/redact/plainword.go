package redact

import "bytes"

// Many passwords are words: of a manual, a test, a machine at home. What a word stands
// for is told by the syntax alone. In code a word without quotes is a variable; in a
// table of fields it is a type, in a translation a label.

// states reports whether the value v, which the name t[l:r] has by op, is one even if it
// is a word.
func (s *scan) states(l, r int, op string, spaced bool, v value) bool {
	t := s.text
	if v.quoted {
		return op == "=" || op == ":" || op == "=>" || op == ":="
	}
	switch {
	case op == "=" && !spaced:
		end := byteAt(t, v.end)
		switch {
		case t[l] == '-', constant(t[l:r]):
			return end != ')' && end != ','
		case byteAt(t, l-1) == ';' || end == ';' && bytes.IndexByte(t[max(0, l-maxName):l], ';') >= 0: // of a connection
			return true
		}
		return s.ownLine(l, v.end)
	case op == ":":
		return s.ownLine(l, v.end)
	}
	return false
}

// ownLine reports whether a name and its value are all of a line, and no part of a list
// of arguments or of members, which brackets and commas around it would show.
func (s *scan) ownLine(l, end int) bool {
	const far = 80
	t := s.text
	if l >= 2 && t[l-1] == ' ' && t[l-2] == '-' { // an item of a list
		l -= 2
	}
	if !s.wholeLine(l, end) {
		return false
	}
	before := bytes.TrimRight(t[max(0, l-far):l], " \t\r\n")
	if n := len(before); n > 0 && bytes.IndexByte([]byte("({,"), before[n-1]) >= 0 {
		return false
	}
	after := skipSpace(t, end)
	return after >= len(t) || bytes.IndexByte([]byte(")}],"), t[after]) < 0
}

// plainWord reports whether a value may be a word that somebody chose: neither what a
// program says of passwords, nor a constant, nor a label.
func plainWord(b []byte, quoted bool) bool {
	const least, most = 4, 40
	if len(b) < least || len(b) > most || notChosen[string(bytes.ToLower(b))] || hasFold(b, 0, "no-") || hasFold(b, 0, "no_") {
		return false
	}
	small, signs := 0, 0
	for _, c := range b {
		switch {
		case c-'a' < 26:
			small++
		case c == '-' || c == '_':
			signs++
		case !isLetter(c) && !isDigit(c):
			return false
		}
	}
	if small < 3 || isUpper(b[0]) && small == len(b)-1 {
		return false
	}
	// Of the names of other values most have two parts.
	return quoted || kindOf(b) == noKind || small == len(b)
}

// notChosen are the words that stand for a password where one would stand, and those that
// tell of one.
var notChosen = newWords(`string text varchar char integer number bool boolean object array bytes uuid binary buffer optional required mandatory hidden
	true false null none undefined empty blank void enabled disabled always never auto input field form label plain plaintext cleartext basic digest md5 sha1 sha256
	sha512 bcrypt scram argon2 pbkdf2 trust peer encrypted encoded hashed hash salted masked prompt stdin vault default unset unchanged same different current confirm
	confirmed confirmation reset forgot change changed update updated on_create invalid incorrect wrong weak strong missing expired valid correct toggle show hide
	visible minlength maxlength length value name user username login email manual random generated generate todo self this given
	password passwords passwd pass passwort kennwort passphrase passcode pswd pword userpass userpassword dbpass dbpassword newpassword oldpassword mypassword
	currentpassword confirmpassword authpassword user_password db_password new_password old_password current_password auth_password password_hash passwordhash
	hashedpassword hashed_password rootpassword root_password contrasena senha clave haslo heslo parola wachtwoord motdepasse adgangskode salasana
	credentials credential secretkey token compat files systemd`)
