package redact

import (
	"bytes"
	"crypto/ed25519"
	"strconv"
)

// Lines of configurations and of consoles that say with other words than the names of
// secrets what follows them.

// secretsFile are the kinds of secret in a file of a VPN: ann : EAP "orchard".
var secretsFile = []string{": psk ", ": eap ", ": xauth "}

// secretsLine reads the quoted secret of its line, which may have several words.
func (s *scan) secretsLine(_, end int) {
	t := s.text
	v, ok := s.readValue(skipBlank(t, end), false)
	if b := t[v.start:v.end]; ok && v.quoted && given(b, 4) && s.lineEnds(s.past(v)) {
		s.add(v.start, v.end, Password, "secrets-file")
	}
}

// maskedLines are what a pipeline writes in front of a secret that it asks to be hidden, and
// servers in front of a password that is not hashed.
var maskedLines = []string{";issecret=true", "::add-mask::", ":{plain}", ":{cleartext}"}

// maskedLine reads the rest of the word.
func (s *scan) maskedLine(_, end int) {
	if byteAt(s.text, end) == ']' {
		end++
	}
	if v, ok := s.readValue(end, true); ok && given(s.text[v.start:v.end], 4) {
		s.add(v.start, v.end, Password, "masked-line")
	}
}

// wifiCode reads the password of WIFI:T:WPA;S:name;P:…;;, as it stands in a code that
// telephones read.
func (s *scan) wifiCode(_, end int) {
	const longest = 160
	t := s.text
	part := t[end:min(len(t), end+longest)]
	i := bytes.Index(bytes.ToUpper(part), []byte(";P:"))
	if i < 0 || bytes.IndexByte(part[:i], '\n') >= 0 {
		return
	}
	from := end + i + len(";P:")
	if n := bytes.IndexByte(t[from:min(len(t), from+maxName)], ';'); n > 0 && given(t[from:from+n], 4) {
		s.add(from, from+n, Password, "wifi-code")
	}
}

// consoles are what people type in front of a password where others can read it.
var consoles = []string{"nickserv identify ", "nickserv :identify ", "nickserv ghost ", "nickserv release ", "nickserv set password ", "q@cserve.quakenet.org auth ", "/oper ", "authserv auth "}

// console reads the last word of such a line.
func (s *scan) console(_, end int) {
	const most = 3
	t := s.text
	p := end
	for range most {
		v, ok := s.readValue(skipBlank(t, p), true)
		if !ok || v.end <= v.start {
			return
		}
		p = s.past(v)
		if v.quoted {
			p = v.end
		}
		if b := t[v.start:v.end]; v.end == len(t) || lineEnd[t[v.end]] || t[v.end] == '`' || t[v.end] == '\'' {
			if given(b, 4) && (!lettersOnly(b) || chosenWord(b)) {
				s.add(v.start, v.end, Password, "console-password")
			}
			return
		}
	}
}

// inlineLogin reads the second of the two lines of a profile of OpenVPN that are a login.
func (s *scan) inlineLogin(_, end int) {
	t := s.text
	user := skipSpace(t, end)
	at := user
	for at < len(t) && at-user < maxName && lineBreak(t, at) == 0 {
		at++
	}
	from := at + lineBreak(t, at)
	e := from
	for e < len(t) && e-from < maxName && lineBreak(t, e) == 0 && t[e] != '<' {
		e++
	}
	if user > end && from > at && e > from && lineBreak(t, e) > 0 && given(t[from:e], 4) && !notChosen[string(bytes.ToLower(t[from:e]))] {
		s.add(from, e, Password, "inline-login")
	}
}

// userOfStore reads the password of a line in a file of accounts of Redis: user ann on >… ~* +@all.
func (s *scan) userOfStore(start, end int) {
	const longest = 64
	t := s.text
	line := t[max(0, start-longest):start]
	line = bytes.TrimPrefix(line[bytes.LastIndexAny(line, "\n\"\\")+1:], []byte("n")) // of an escape
	if !bytes.HasPrefix(line, []byte("user ")) {
		return
	}
	if v, ok := s.readValue(end, true); ok && !v.quoted && given(t[v.start:v.end], 4) {
		s.add(v.start, v.end, Password, "store-user")
	}
}

// opensList are the bytes that a list begins with, or the type of one: [, {, bytes(, new
// byte[].
var opensList = classOf("[{bnU")

// byteList reads a key that is written as a list of its bytes: [0x1f, 0x22, …]. A list of
// another length, or of few numbers, is none.
func byteList(t []byte, at int) (value, bool) {
	const least, most = 16, 64
	const declared = 24 // []byte, new byte[], bytes(, b'' and the like
	p := at
	for p < len(t) && p-at < declared && t[p] != '\n' && (t[p] != '[' && t[p] != '{' || byteAt(t, p+1) == ']') {
		if !isAlnum(t[p]) && bytes.IndexByte([]byte(" []_.("), t[p]) < 0 {
			return value{}, false
		}
		p++
	}
	if b := byteAt(t, p); b != '[' && b != '{' {
		return value{}, false
	}
	from := skipSpace(t, p+1)
	var seen class
	n, distinct, rising := 0, 0, true
	last := -1
	for p = from; n <= most; p = skipSpace(t, p+1) {
		number, e := 0, p
		base := 10
		if byteAt(t, e) == '0' && byteAt(t, e+1)|0x20 == 'x' {
			base, e = 16, e+2
		}
		digits := e
		for e < len(t) && e-digits < 3 && (isDigit(t[e]) || base == 16 && isHex(t[e])) {
			d := int(t[e] - '0')
			if !isDigit(t[e]) {
				d = int(t[e]|0x20-'a') + 10
			}
			number = number*base + d
			e++
		}
		if e == digits || number > 0xff {
			return value{}, false
		}
		n++
		if !seen[number] {
			seen[number] = true
			distinct++
		}
		rising = rising && number == last+1 || n == 1
		last = number
		p = skipSpace(t, e)
		if byteAt(t, p) == ',' && byteAt(t, skipSpace(t, p+1)) != ']' && byteAt(t, skipSpace(t, p+1)) != '}' {
			continue
		}
		ok := n >= least && n%8 == 0 && distinct > n/2 && !rising
		return value{start: from, end: e, data: true}, ok
	}
	return value{}, false
}

// keyBytes reads a private key that is written as a list of the 64 bytes of its seed and
// its public key, behind a name or a call that is of keys: {"secretKey": [12,…]},
// Keypair.fromSecretKey(Uint8Array.from([12, …])).
func (s *scan) keyBytes(_, end int) {
	const longest = 48
	t := s.text
	open := bytes.IndexByte(t[end:min(len(t), end+longest)], '[')
	if open < 0 {
		return
	}
	if v, ok := keyList(t, end+open); ok {
		s.add(v.start, v.end, PrivateKey, "key-bytes")
	}
}

// keyList is byteList for as many bytes as a seed and its public key have.
func keyList(t []byte, at int) (value, bool) {
	v, ok := byteList(t, at)
	return v, ok && bytes.Count(t[v.start:v.end], []byte(",")) == ed25519.PrivateKeySize-1
}

// keyPairList reads the list at text[at:], which nothing announces: only one that is a
// whole key counts, as the file is that a wallet of Solana keeps.
func (s *scan) keyPairList(at int) {
	v, ok := keyList(s.text, at)
	if !ok {
		return
	}
	key := make([]byte, 0, ed25519.PrivateKeySize)
	for number := range bytes.SplitSeq(s.text[v.start:v.end], []byte(",")) {
		n, err := strconv.ParseUint(string(bytes.TrimSpace(number)), 10, 8)
		if err != nil {
			return
		}
		key = append(key, byte(n))
	}
	if s.keyPair(key) {
		s.add(v.start, v.end, PrivateKey, "key-pair-list")
	}
}

// networkKeys are what the key of a wireless network is called, on routers and by those who pass
// it on.
var networkKeys = []string{"wlan-schlüssel", "wlan schlüssel", "netzwerkschlüssel", "wlan-key", "wlan key", "wi-fi key", "wifi-key", "wifi key", "wpa key", "wpa2 key", "wpa-key", "wpa2-key", "clé wifi", "clé wi-fi", "clé wpa", "clave wpa", "chiave wpa"}

// networkKey reads it, perhaps behind words that say whose it is: of some routers it is digits alone.
func (s *scan) networkKey(_, end int) {
	const gap, least, most = 32, 8, 63 // IEEE 802.11: 8 to 63 characters
	t := s.text
	p := end
	for p < len(t) && p-end < gap && !endsLabel[t[p]] {
		p++
	}
	if b := byteAt(t, p); b != ':' && b != '=' || p-end == gap {
		return
	}
	v, ok := s.readValue(skipBlank(t, p+1), true)
	if b := t[v.start:v.end]; ok && len(b) >= least && len(b) <= most && hasDigit(b) && bytes.IndexByte(b, ' ') < 0 && given(b, least) {
		s.add(v.start, v.end, Password, "network-key")
	}
}

// endsLabel are the bytes that a label with words beside it does not go past.
var endsLabel = classOf(":=.!?\"\\\n\r<>")
