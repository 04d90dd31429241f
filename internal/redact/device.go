package redact

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/lanes"
)

// Lines of a network device's configuration say with their words alone what follows, so
// the secret may be a word: enable password level 3 orchard. In sentences about such lines
// the words go on behind it.

// deviceWords stand between such words and the secret; the number is how many words each is.
var deviceWords = map[string]int{
	"level": 2, "address": 2, "hostname": 2, "vrf": 2, "version": 2, "username": 2,
	"local": 1, "remote": 1, "hex": 1, "hexadecimal": 1, "ascii": 1, "ascii-text": 1, "text": 1, "md5": 1, "sha": 1, "sha1": 1, "sha256": 1, "sha512": 1,
	"key": 1, "key-string": 1, "cipher": 1, "simple": 1, "enc": 1, "encrypted": 1, "plaintext": 1, "irreversible-cipher": 1,
	"auth": 1, "noauth": 1, "priv": 1, "informs": 1, "traps": 1, "read": 1, "write": 1, "password": 1, "secret": 1,
}

// deviceTails are words that may follow the secret on its line.
var deviceTails = newWords(`ro rw role group use-acl acl view address hostname ipv6 ipv4 encrypted privilege level priv auth timeout authenticate hash localizedkey
	authorization read-only read-write readonly readwrite rw-view version secret level-1 level-2 level-1-2 unrestricted`)

// deviceTopics follow the same words where a text is about them.
var deviceTopics = newWords(`encryption encrypted command commands authentication protection recovery policy prompt hashing string name id chain identifier is and or number set`)

// deviceHeads are words in front of a name, or at the beginning of its line, that leave no
// doubt of what is a device's.
var deviceHeads = newWords(`enable isakmp tacacs-server radius-server digest isis tunnel chap ftp username`)

// deviceLine reads the secret behind the name text[l:r] of such a line, and reports
// whether it did.
func (s *scan) deviceLine(l, r int) bool {
	t := s.text
	sure := true
	switch string(t[l:r]) {
	case "password", "passwd", "secret", "key":
		if operatorByte[byteAt(t, r+1)] || shortWord(t, r+1) { // as of most names
			return false
		}
		if sure = s.deviceHead(l); !sure && !sorted(t, r+1) {
			return false
		}
	case "authentication": // of a group of routers
		if next := skipBlank(t, r); !bytes.HasPrefix(t[next:], []byte("text ")) && !bytes.HasPrefix(t[next:], []byte("md5 ")) {
			return false
		}
	case "pre-shared-key", "authentication-key", "hello-authentication-key", "message-digest-key", "domain-password", "area-password", "encrypted-password", "enable-password",
		"psksecret", "pksecret", "key-hash", "wpa-passphrase", "plaintext-password", "plain-text-password":
	default:
		return false
	}
	return s.device(l, r+1, sure)
}

// deviceHead reports whether one of those words stands in front of text[l:], or begins
// its line; a user's name follows username.
func (s *scan) deviceHead(l int) bool {
	const longest, word = 96, 16
	t := s.text
	if l < 2 || t[l-1] != ' ' {
		return false
	}
	p := l - 1
	for p > 0 && l-p < word && !isSpace(t[p-1]) && !opensQuote[t[p-1]] {
		p--
	}
	before := t[p : l-1]
	switch {
	case deviceHeads[string(before)]:
		return string(before) != "username"
	case sentenceWords[string(before)], t[l] == 'k' && !hasDigit(before): // a host has one
		return false
	}
	line := t[max(0, l-longest):p]
	line = bytes.TrimLeft(line[bytes.LastIndexByte(line, '\n')+1:], " \"")
	if i := bytes.LastIndexAny(line, "\"'`#>["); i >= 0 { // a string may be one, and what follows a prompt
		line = bytes.TrimLeft(line[i+1:], " ")
	}
	first, rest, ok := bytes.Cut(line, []byte(" "))
	return ok && (deviceHeads[string(first)] || string(first) == "set" && setsDevice(rest))
}

// setsDevice reports whether the words between set and a name are those of a path into a
// device's configuration, and of no sentence.
func setsDevice(path []byte) bool {
	const least = 2
	n := 0
	for word := range bytes.FieldsSeq(path) {
		if sentenceWords[string(bytes.ToLower(word))] || bytes.ContainsAny(word, ",.;:=()\"'") && !hasDigit(word) {
			return false
		}
		n++
	}
	return n >= least
}

// sorted reports whether text[at:] says how what follows it is written.
func sorted(t []byte, at int) bool {
	if isDigit(byteAt(t, at)) && byteAt(t, at+1) == ' ' {
		return true
	}
	switch lower(byteAt(t, at)) {
	case 'c':
		return hasFold(t, at, "cipher ")
	case 'e':
		return hasFold(t, at, "enc ")
	case 'h':
		return hasFold(t, at, "hexadecimal ")
	case 'i':
		return hasFold(t, at, "irreversible-cipher ")
	case 's':
		return hasFold(t, at, "sha512 ")
	}
	return false
}

// shortWord reports whether a word of a sentence stands at text[at:], too short for a
// secret: is, for, of. The words enc and hex are none.
func shortWord(t []byte, at int) bool {
	n := lanes.Leading(lanes.Letters(lanes.Load(t, at)))
	return n > 0 && n <= len("for") && byteAt(t, at+n) == ' ' && t[at] != 'e' && t[at] != 'h' && t[at] != 'E'
}

// device reads the secret of the line in which text[start:end] announces one, surely
// perhaps, and reports whether there was one.
func (s *scan) device(start, end int, sure bool) bool {
	const most = 10
	t := s.text
	p := end
	for range most {
		p = skipBlank(t, p)
		to := wordOf(t, p)
		word := t[p:to]
		if len(word) == 0 {
			return false
		}
		next := skipBlank(t, to)
		last := next == to || next >= len(t) || lineBreak(t, next) > 0 || isSpace(t[next])
		n := deviceWords[string(bytes.ToLower(word[:min(len(word), maxSpaces)]))]
		if n == 0 && !last && (digitsOnly(word) || bytes.Contains(word, []byte("::"))) {
			n = 1 // how it is written, which one it is, and the rest of an address
			if w := t[next:wordOf(t, next)]; deviceTails[string(bytes.ToLower(w))] {
				n = 0
			}
		}
		if n == 0 || last {
			return s.deviceSecret(start, p, sure)
		}
		for range n {
			p = wordOf(t, skipBlank(t, p))
		}
	}
	return false
}

// deviceSecret takes out what stands at text[at:], if the line that holds text[start:] may
// end so: with any one word behind it, where the line begins there.
func (s *scan) deviceSecret(start, at int, sure bool) bool {
	t := s.text
	v, ok := s.readValue(at, true)
	b := t[v.start:v.end]
	if !ok || len(b) < 4 {
		return false
	}
	low := bytes.ToLower(b)
	if !crypted(b) && (!given(b, 4) || notChosen[string(low)] || deviceTopics[string(low)] || sentenceWords[string(low)] || bytes.IndexByte(b, ' ') >= 0) {
		return false
	}
	if !sure && !v.quoted && lettersOnly(b) && !s.wholeLine(start, v.end) {
		return false
	}
	if !v.quoted && v.end < len(t) && !textEnd[t[v.end]] && !crypted(b) && !typedByHand(b) {
		next := skipBlank(t, v.end)
		word := t[next:wordOf(t, next)]
		if len(word) > 0 && !digitsOnly(word) && !deviceTails[string(bytes.ToLower(word))] {
			end := skipBlank(t, next+len(word))
			if !s.beginsLine(start) || end < len(t) && !textEnd[t[end]] {
				return false
			}
		}
	}
	s.add(v.start, v.end, Password, "device-password")
	return true
}

// beginsLine reports whether nothing but a prompt stands in front of text[at:] on its line
// or in its string.
func (s *scan) beginsLine(at int) bool {
	before := bytes.TrimRight(s.text[max(0, at-maxSpaces):at], " ")
	n := len(before)
	return n == 0 || lineEnd[before[n-1]] || before[n-1] == '\'' || before[n-1] == '#' || before[n-1] == '>' || hasSuffix(before, `\n`)
}

// snmp reads the community or the user's passwords of a line about SNMP.
func (s *scan) snmp(start, end int) {
	t := s.text
	if !boundary(t, start) {
		return
	}
	for _, line := range [...]string{"-server community ", "-agent community ", " community ", "-community "} {
		if hasFold(t, end, line) {
			s.device(start, end+len(line), true)
			return
		}
	}
	if hasFold(t, end, "-server host ") { // the host comes first
		s.device(start, wordOf(t, end+len("-server host ")), true)
	} else if hasFold(t, end, "-server user ") {
		s.snmpUser(end + len("-server user "))
	}
}

// wordOf is the end of the word at text[at:].
func wordOf(t []byte, at int) int {
	const longest = 256
	from := at
	for at < len(t) && at-from < longest && !isSpace(t[at]) && (at == from || t[at] != '"' && t[at] != '\\') {
		at++
	}
	return at
}

// crypted reports whether a value is what crypt(3) and devices make of a password, which
// begins as a variable does: $6$salt$digest, $9$….
func crypted(b []byte) bool {
	const longest, shortest = 9, 8
	if len(b) < shortest || b[0] != '$' {
		return false
	}
	n := bytes.IndexByte(b[1:min(len(b), longest+2)], '$')
	if n < 1 || n > 1 && !hasDigit(b[1:1+n]) || len(b)-n-2 < shortest {
		return false
	}
	for _, c := range b[1:] {
		if !isAlnum(c) && bytes.IndexByte([]byte("$./=,+-_"), c) < 0 {
			return false
		}
	}
	return true
}

// ntHash reads the digest with which Windows lets a user in as with a password.
func (s *scan) ntHash(_, end int) {
	const size, gap = 32, 16
	t := s.text
	p := end
	for _, word := range [...]string{"_hash", "hash", " hash"} {
		if hasFold(t, p, word) {
			p += len(word)
			break
		}
	}
	for from := p; p < len(t) && p-from < gap && (valueGap[t[p]] || t[p] == '\t'); p++ {
	}
	if e := p + size; e <= len(t) && allHex(t[p:e]) && !isAlnum(byteAt(t, e)) && random(t[p:e]) {
		s.add(p, e, Password, "nt-hash")
	}
}

// schemes are those of digests of passwords in directories and frameworks.
var schemes = []string{"{ssha", "{sha", "{smd5}", "{crypt}", "{bcrypt}", "{pbkdf2", "{argon2", "{scrypt}"}

// schemed reads {SSHA}… and the like.
func (s *scan) schemed(start, end int) {
	const least, longest, name = 20, 256, 16
	t := s.text
	n := bytes.IndexByte(t[end-1:min(len(t), end+name)], '}')
	if n < 0 {
		return
	}
	from := end + n
	e := from
	for e < len(t) && e-from < longest && (isAlnum(t[e]) || bytes.IndexByte([]byte("+/=$.,-_"), t[e]) >= 0) {
		e++
	}
	if e-from >= least && hasDigit(t[from:e]) && !placeholder(t[from+1:e]) {
		s.add(start, e, Password, "password-digest")
	}
}

// crypt reads the line of a file of accounts: ann:$6$salt$digest:19000:0:….
func (s *scan) crypt(start, _ int) {
	const longest = 160
	t := s.text
	from := start + 1
	e := from
	for e < len(t) && e-from < longest && (isAlnum(t[e]) || bytes.IndexByte([]byte("$./=,+-_"), t[e]) >= 0) {
		e++
	}
	if isAlnum(byteAt(t, start-1)) && crypted(t[from:e]) && e-from > 24 {
		s.add(from, e, Password, "password-digest")
	}
}

// cryptAlone reads what crypt(3) or a device makes of a password where nothing says whose it
// is, $6$salt$digest: its last part is as long as the digest is.
func (s *scan) cryptAlone(start, end int) {
	const longest, salt = 160, 20 // rounds=656000$ comes first, perhaps
	t := s.text
	if before := byteAt(t, start-1); isAlnum(before) || before == '$' || before == ':' {
		return
	}
	e, parts, last := end, 0, end
	for e < len(t) && e-end < longest && (isAlnum(t[e]) || t[e] == '.' || t[e] == '/' || t[e] == '$' || t[e] == '=' && e-end < salt) {
		if t[e] == '$' {
			parts, last = parts+1, e+1
		}
		e++
	}
	size := 43
	switch lower(t[start+1]) {
	case '1', 'a', 'm':
		size = 22
	case '6':
		size = 86
	}
	if parts > 0 && parts < 3 && e-last == size && !placeholder(t[last:e]) {
		s.add(start, e, Password, "password-digest")
	}
}

// longDigest reads a digest of a password, or a ticket that one encrypts, that says how it was
// made: $argon2id$v=19$…, $krb5tgs$23$…, pbkdf2_sha256$260000$….
func (s *scan) longDigest(start, end int) {
	const least, longest = 40, 4096
	t := s.text
	if start < s.hashed || !boundary(t, start) {
		return
	}
	e, run, material := end, 0, 0
	for e < len(t) && e-start < longest && digestByte[t[e]] {
		if run++; t[e] == '$' || t[e] == ',' || t[e] == ':' {
			run = 0
		}
		material = max(material, run)
		e++
	}
	s.hashed = e
	if e-start >= least && material >= 22 && bytes.Count(t[start:e], []byte("$")) > 1 && !placeholder(t[e-20:e]) {
		s.add(start, e, Password, "password-digest")
	}
}

var digestByte = classOf(alphanumeric + "$./=,+-_*:@~")

// bcrypt reads a digest of a password that a framework stored, which is as long as it is.
func (s *scan) bcrypt(start, _ int) {
	const size = len("$2b$10$") + 53
	t := s.text
	end := start + size
	if end > len(t) || isAlnum(byteAt(t, start-1)) || isAlnum(byteAt(t, end)) || !isDigit(t[start+4]) || !isDigit(t[start+5]) || t[start+6] != '$' {
		return
	}
	for _, b := range t[start+7 : end] {
		if !isAlnum(b) && b != '.' && b != '/' {
			return
		}
	}
	s.add(start, end, Password, "password-digest")
}

// snmpUser reads the two passwords of snmp-server user ann staff v3 auth sha V priv aes 128 V.
func (s *scan) snmpUser(end int) {
	const most = 20
	t := s.text
	p := end
	var before string
	for range most {
		v, ok := s.readValue(skipBlank(t, p), true)
		if !ok || v.end <= v.start || v.end-v.start > maxName || p > end && lineEnd[t[p]] {
			return
		}
		p = s.past(v)
		b := t[v.start:v.end]
		word := string(bytes.ToLower(b))
		switch {
		case before == "auth" && (word == "md5" || hasFold(b, 0, "sha")), before == "priv" && (ciphers[word] || digitsOnly(b)):
		case before == "auth" || before == "priv":
			if given(b, 4) && !notChosen[word] && !sentenceWords[word] {
				s.add(v.start, v.end, Password, "device-password")
			}
			before = ""
		default:
			before = word
		}
		if p >= len(t) {
			return
		}
	}
}

var ciphers = newWords(`des 3des aes aes128 aes192 aes256 aes-128 aes-192 aes-256`)

// netUser reads net user NAME PASSWORD, with flags before or behind them.
func (s *scan) netUser(_, end int) {
	const most = 5
	t := s.text
	name := false
	p := end
	for range most {
		p = skipBlank(t, p)
		v, ok := s.readValue(p, true)
		if !ok || v.end <= v.start {
			return
		}
		b := t[v.start:v.end]
		p = s.past(v)
		switch {
		case b[0] == '/':
		case !name:
			if !isAlnum(b[0]) || !v.quoted && sentenceWords[string(bytes.ToLower(b))] {
				return
			}
			name = true
		default:
			next := byteAt(t, skipBlank(t, p))
			ends := next == 0 || next == '/' || lineEnd[next] || bytes.IndexByte([]byte("'`>&;|"), next) >= 0
			if given(b, 4) && bytes.IndexByte(b, ' ') < 0 && (typedByHand(b) || ends && plainWord(b, true) || ends && hasDigit(b)) {
				s.add(v.start, v.end, Password, "command-line-password")
			}
			return
		}
	}
}
