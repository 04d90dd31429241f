package redact

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
)

// longToken looks at a run of word bytes that is long enough to be a wallet's
// address, a key of one, or a token that no literal announces.
func (s *scan) longToken(l, r int) {
	t := s.text
	l += escapeAt(t, l)
	s.discord(l, r)
	switch n := r - l; {
	case n == 64 && allHex(t[l:r]): // as most of them are
		if byteAt(t, l-1) == ':' && s.ghostKey(l, r) {
			return
		}
		s.hash(l, r)
		s.opaque = append(s.opaque, span{l, r})
		return
	case n == 36 && isUUID(t[l:r]):
		s.opaque = append(s.opaque, span{l, r})
		if s.vendorAt(l) || s.vendorsOwn(l, r) {
			s.add(l, r, APIKey, "vendor-uuid")
		}
		if hasSuffix(t[r:min(len(t), r+len(":fx"))], ":fx") && boundary(t, l) {
			s.add(l, r+len(":fx"), APIKey, "deepl-free-key")
		}
		if end := bitwardenEnd(t, l, r); end > r {
			s.add(l, end, APIKey, "bitwarden-access-token")
		}
		return
	case n == 32 && byteAt(t, r) == '.' && allHex(t[l:r]):
		if end := segment(t, r+1); end-r > 16 && end-r < 32 && byteAt(t, end) != '.' {
			if sh := shapeOf(t[r+1 : end]); sh.upper == 0 || sh.lower == 0 || sh.digits == 0 {
				return
			}
			s.add(l, end, APIKey, "hexadecimal-pair")
		}
	case n == 50 && t[l+32] == '-' && t[l+41] == '-' && allHex(t[l:l+32]) && allHex(t[l+33:l+41]) && allHex(t[l+42:r]):
		s.add(l, r, APIKey, "mailgun-private-key")
	case n == 40 && t[l+6] == '_' && string(t[r-4:r]) == "_mmk" && hasDigit(t[l:r]):
		s.add(l, r, APIKey, "maxmind-licence-key")
	case n > 40 && t[r-37] == '-' && isUUID(t[r-36:r]) && s.vendorsOwn(r-36, r):
		s.add(r-36, r, APIKey, "vendor-uuid")
	case n == 69 && t[l+32] == '-' && allHex(t[l:l+32]) && isUUID(t[l+33:r]):
		s.add(l, r, APIKey, "infobip-key")
	case n == 50 && t[l+16] == '-' && t[l+33] == '-' && allHex(t[l:l+16]) && allHex(t[l+17:l+33]) && allHex(t[l+34:r]):
		s.add(l, r, APIKey, "viber-token")
	case n == 106 && t[l+64] == '_' && t[l+69] == '_' && isUUID(t[r-36:r]) && mixedToken(t[l:l+64]):
		s.add(l, r, APIKey, "webex-token")
	case n == 42 && t[l] == '0' && t[l+1] == '0' && boundary(t, l) && oktaToken(t[l:r]) && !partOfPath[byteAt(t, l-1)] && !fileGoesOn(t, r):
		s.add(l, r, APIKey, "okta-token")
	case n == 46 && t[l] == 'b' && t[l+1] == '_' && boundary(t, l) && random(t[l+2:r]) && mixedToken(t[l+2:r]):
		s.add(l, r, APIKey, "beamer-key")
	case n > 73 && t[r-37] == '-' && t[r-74] == '-' && isUUID(t[r-36:r]) && isUUID(t[r-73:r-37]) && ofNotify(t[l:r-74]):
		s.add(l, r, APIKey, "notify-key")
	case n == 58 && elasticKey(t[l:r]):
		s.add(l, r, APIKey, "elastic-key")
	case (n == 48 || n == 49) && t[l] == '2' && t[l+27] == '_' && boundary(t, l) && mixedToken(t[l:l+27]) && mixedToken(t[l+28:r]):
		s.add(l, r, APIKey, "ngrok-token")
	case n == 86 && l > 1 && t[l-1] == '.' && t[l-2] == 't' && boundary(t, l-2) && mixedToken(t[l:r]):
		s.add(l-len("t."), r, APIKey, "tinkoff-token")
	case n == 48 && t[l] != '0':
		s.ton(l, r)
	case (n == 66 || n == 67) && t[r-65] == '-' && digitsOnly(t[l:r-65]) && byteAt(t, r) != '/' && byteAt(t, r) != '+' && drawn(t[r-64:r]):
		s.add(l, r, APIKey, "numbered-token") // of TrueNAS: 12-…
	case n >= 27 && n <= 40 && byteAt(t, l-1) == '|', n == 35 && t[l] == 'A' && byteAt(t, l-1) == ':':
		s.afterNumber(l, r)
	case n == 51 && t[l] == 't' && t[l+1] == '-' && t[l+26] == '-' && allHex(t[l+2:l+26]) && allHex(t[l+27:r]):
		s.add(l, r, APIKey, "tatum-key")
	case n == 32 && l > 1 && t[l-1] == '.' && t[l-2] == 'o' && boundary(t, l-2) && mixedToken(t[l:r]):
		s.add(l-len("o."), r, APIKey, "pushbullet-token")
	case n == 32 && byteAt(t, l-1) == ':' && allHex(t[l:r]):
		s.asanaToken(l, r)
	case n == 67 && t[l] == 'S' && string(t[l:l+3]) == "SEC" && allHex(t[l+3:r]):
		s.add(l, r, APIKey, "dingtalk-signing-secret")
	case n >= 176 && n <= 184 && t[l] == 's' && t[l+1] == 'k' && wordEnd(t, l) == r && mixedToken(t[l:r]):
		s.add(l, r, APIKey, "sanity-token")
	}
	s.prefixed(l, r)
	if n := r - l; n <= 128 && l > 1 && valueGap[t[l-1]] && (t[l-1] != ' ' || t[l-2] == ':' || t[l-2] == '=') && s.vendorAt(l) && wordEnd(t, l) < r && drawn(t[l:r]) {
		s.add(l, r, APIKey, "vendor-key")
	}
	// As in tokens: from the 22nd byte back to what ends a part.
	for p := l; r-p >= tokenStride; {
		q := p + tokenStride - 1
		for q >= p && isAlnum(t[q]) {
			q--
		}
		if q >= p {
			p = q + 1
			continue
		}
		e := min(wordEnd(t, p+tokenStride), r)
		s.alnumToken(p, e)
		p = e + 1
	}
}

// afterNumber takes out the token at text[l:r] with the number of whose it is in front: an
// application of Facebook, 1308742762612587|…, a bot of Telegram, 72874584:A….
func (s *scan) afterNumber(l, r int) {
	const least, most = 8, 17
	t := s.text
	at := l - 1
	for at > 0 && l-at <= most+1 && isDigit(t[at-1]) {
		at--
	}
	if n := l - 1 - at; n < least || n > most || n < 15 && t[l-1] == '|' || n > 10 && t[l-1] == ':' || !boundary(t, at) {
		return
	}
	if sh := shapeOf(t[l:r]); sh.distinct < 10 || sh.cases < 2 && sh.turns < 3 {
		return
	}
	s.add(at, r, APIKey, "numbered-token")
}

// asanaToken takes out the token whose last part is text[l:r], behind the numbers of whose it is:
// 1/1204817236458271:…, 2/1204817236458271/1204817236458290:… (developers.asana.com/docs).
func (s *scan) asanaToken(l, r int) {
	const least, most = 12, 17
	t := s.text
	at := l - 1
	for range 2 {
		from := at
		for at > 0 && from-at <= most && isDigit(t[at-1]) {
			at--
		}
		if n := from - at; n < least || n > most || at < 2 || t[at-1] != '/' {
			return
		}
		at--
		if next := byteAt(t, at-1); next == '1' || next == '2' || next == '0' {
			if p := byteAt(t, at-2); !isAlnum(p) && p != '/' && p != '.' {
				s.add(at-1, r, APIKey, "asana-token")
				return
			}
		}
	}
}

// ghostKey takes out 24 hexadecimal digits, a colon and the 64 of text[l:r], the number and the
// secret of a key (ghost.org/docs/admin-api/#token-authentication).
func (s *scan) ghostKey(l, r int) bool {
	const number = 24
	from := l - 1 - number
	if from < 0 || !allHex(s.text[from:l-1]) || !boundary(s.text, from) || !hasDigit(s.text[from:l-1]) {
		return false
	}
	s.add(from, r, APIKey, "ghost-key")
	return true
}

// bitwardenEnd is the end of a machine's token, 0.UUID.secret:key, whose UUID is t[l:r].
func bitwardenEnd(t []byte, l, r int) int {
	const secret, key = 30, 24
	colon := r + 1 + secret
	if l < 2 || t[l-2] != '0' || t[l-1] != '.' || byteAt(t, r) != '.' || byteAt(t, colon) != ':' || segment(t, r+1) != colon || colon+1+key > len(t) || string(t[colon+key-1:colon+1+key]) != "==" {
		return r
	}
	return colon + 1 + key
}

// elasticKey reports whether a token is the number of a key of Elasticsearch and the key, in
// base64: twenty signs, a colon, twenty-two signs.
func elasticKey(v []byte) bool {
	const number, all = 20, 43
	plain := decodeBase64(v)
	return len(plain) == all && segment(plain, 0) == number && plain[number] == ':' && segment(plain, number+1) == all
}

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

func (s *scan) alnumToken(l, r int) {
	t := s.text
	v := t[l:r]
	n := len(v)
	if n > 120 {
		return
	}
	switch {
	case v[0] == '0' && v[1]|0x20 == 'x':
		if n == 42 && allHex(v[2:]) && (eip55(v[2:]) || s.ofParty(l) && !repeated(v[2:])) {
			s.add(l, r, CryptoAddress, "ethereum-address")
		} else if (n == 66 || n >= 62 && n < 66 && (s.cued(transactionCue, l, 20) || s.givenBy(walletCue, l) || s.ofParty(l))) && allHex(v[2:]) { // some are written without leading zeros
			s.hash(l, r)
		}
		return
	case n == 43 && v[0] == 'x' && v[1] == 'd' && v[2] == 'c' && allHex(v[3:]) && eip55(v[3:]):
		s.add(l, r, CryptoAddress, "xdc-address")
		return
	case n == 64 && allHex(v):
		s.hash(l, r)
		return
	case n == 42 && v[0] == '4' && v[1] == '1' && allHex(v[2:]) && (s.ofParty(l) || s.givenBy(walletCue, l)): // of Tron, as its nodes write one
		s.add(l, r, CryptoAddress, "announced-address")
		return
	case n == 42 && v[0] == 'h' && v[1] == 'x' && allHex(v[2:]):
		s.add(l, r, CryptoAddress, "icon-address")
		return
	case (n == 41 || n == 86) && (v[0] == 'f' || v[0] == 't') && v[1]-'1' < 3:
		if filecoin(v) {
			s.add(l, r, CryptoAddress, "filecoin-address")
		}
		return
	case n == 34 && (v[0] == 'S' && v[1] == 'K' || v[0] == 'A' && v[1] == 'C') && allHex(v[2:]):
		s.add(l, r, APIKey, "twilio-sid")
		s.secretBeside(r, 32)
		return
	case n == 32 || n == 40: // digests, unless a vendor's name says otherwise
		if allHex(v) {
			if s.vendorAt(l) && random(v) || s.vendorsOwn(l, r) {
				s.add(l, r, APIKey, "vendor-key")
			}
			return
		}
	}
	if s.vendorsOwn(l, r) {
		s.add(l, r, APIKey, "vendor-key")
	}
	if valueGap[byteAt(t, l-1)] && (s.vendorAt(l) || n >= 28 && s.behindVendor(l)) && drawn(v) {
		s.add(l, r, APIKey, "vendor-key")
	}
	if byteAt(t, l-1) == '|' && (n == 40 || n == 48) && isDigit(byteAt(t, l-2)) && drawn(v) {
		s.add(l, r, APIKey, "numbered-token") // of Laravel Sanctum: 12|…
	}
	switch {
	case n == 56 && (v[0] == 'G' || v[0] == 'S'):
		s.stellar(l, r)
	case n == 42 && (v[0] == 'q' || v[0] == 'p'):
		if cashAddress(v) {
			s.add(l, r, CryptoAddress, "cash-address")
		}
	case (n == 40 || n == 41) && v[0] == 'S' && bytes.IndexByte([]byte("PMTN"), v[1]) >= 0:
		if stacks(v) {
			s.add(l, r, CryptoAddress, "stacks-address")
		}
	case n == 40 && (v[0] == 'N' || v[0] == 'T' || v[0] == 'M'):
		s.nem(l, r)
	case n == 58:
		s.algorand(l, r)
		s.nkey(l, r)
	case (n == 52 || n == 62) && s.cued(transactionCue, l, 40) && hasDigit(v) && (inAlphabet(v, base32Alphabet) || bytes.HasPrefix(v, []byte("bafy"))):
		s.add(l, r, CryptoTxID, "transaction-digest") // of Algorand and Filecoin
	}
	if end, ok := bech32End(v); ok {
		typ := CryptoAddress
		if bytes.HasPrefix(v, []byte("nsec1")) {
			typ = PrivateKey
		}
		s.add(l, l+end, typ, "bech32-address")
		return
	}
	s.base58(l, r)
}

// vendorAt reports whether the token at text[at:] is what a vendor's name is given, with
// or without "api" behind it: deepgram = "…", clarifai_api: "…", sonar.login=…, clockify
// ACCESS …. What hosts of code are given is most often a commit.
func (s *scan) vendorAt(at int) bool {
	const gap, longest = 6 + maxEscapes, 24
	t := s.text
	p, given := at, false
	for p > 0 && at-p < gap && valueGap[t[p-1]] {
		p--
		given = given || t[p] == '=' || t[p] == ':'
	}
	if at-p == 2 && t[p] == ' ' && opensQuote[t[p+1]] && isAlnum(byteAt(t, p-1)) {
		given = true // deepgram '…'
	}
	if login := afterLogin(t, p); login < p {
		p, given = login, true
	}
	if b := byteAt(t, p-1); !given && (b == '(' || b == ',') {
		open := opensBefore(t, p-1)
		return p < at && open >= 0 && s.constructs(open)
	}
	word := func() (l int) {
		for l = p; l > 0 && p-l < longest && isAlnum(t[l-1]); l-- {
		}
		return l
	}
	l := word()
	if !given { // deepgram SECRET …
		if at-p != 1 || !ownersWord(t[l:p]) || byteAt(t, l-1) != ' ' {
			return false
		}
		p = l - 1
		l = word()
	}
	if l > 0 && (t[l-1] == '_' || t[l-1] == '-' || t[l-1] == '.') && lettersOnly(t[l:p]) {
		switch last := string(bytes.ToLower(t[l:p])); last {
		case "pat": // a personal access token, whosever it is
			return true
		case "api", "login":
			p = l - 1
			l = word()
			if last == "login" && p-l > 1 && t[l] == 'D' && byteAt(t, l-1) == '-' {
				l++ // -Dsonar.login=…
			}
		}
	}
	if p-l <= len("api") {
		return p-l == len("pat") && given && hasFold(t, l, "pat") || p > l && s.twoWordVendor(l, p) // PAT: …
	}
	var low [longest]byte
	if name := lowered(low[:], t[l:p]); isVendor(name) {
		return !codeHosts[string(name)] || bothCases(t, at)
	}
	return s.twoWordVendor(l, p)
}

// twoWordVendor reports whether a vendor's name is written as two words, of which t[l:r] is the
// second: scraping_bee.
func (s *scan) twoWordVendor(l, r int) bool {
	const longest = 24
	t := s.text
	if b := byteAt(t, l-1); b != '_' && b != '-' {
		return false
	}
	from := l - 1
	for from > 0 && r-from < longest && isLetter(t[from-1]) {
		from--
	}
	var low [2 * longest]byte
	n := 0
	for _, b := range t[from:r] {
		if isAlnum(b) {
			low[n] = lower(b)
			n++
		}
	}
	return r-from < longest && l-1-from > 2 && vendorNames[string(low[:n])] && !codeHosts[string(low[:n])]
}

// afterLogin is where the name of a property ends that a quoted comma, or the name of another
// attribute, stands behind: "sonar.login", "…"; name="sonar.login" value="…". It is at if none does.
func afterLogin(t []byte, at int) int {
	p := at
	switch b := byteAt(t, p-1); {
	case b == ',':
		p--
	case b == 'e' && hasSuffix(t[:p], " value"):
		p -= len(" value")
	}
	if p < at && opensQuote[byteAt(t, p-1)] {
		for p--; p > 0 && t[p-1] == '\\' && at-p < 2*maxEscapes; {
			p--
		}
		if hasSuffix(t[:p], ".login") {
			return p
		}
	}
	return at
}

// bothCases reports whether the hexadecimal digits at text[at:] have letters of both cases, which
// no digest does that a host of code names.
func bothCases(t []byte, at int) bool {
	low, up := 0, 0
	for ; at < len(t) && isHex(t[at]); at++ {
		if isUpper(t[at]) {
			up++
		} else if isLetter(t[at]) {
			low++
		}
	}
	return low > 2 && up > 2 && (at == len(t) || !isAlnum(t[at]))
}

// behindVendor reports whether a space alone parts text[at:] from a vendor's name.
func (s *scan) behindVendor(at int) bool {
	const longest = 24
	t := s.text
	if byteAt(t, at-1) != ' ' {
		return false
	}
	var low [longest]byte
	l := at - 1
	for l > 0 && at-1-l < longest && isAlnum(t[l-1]) {
		l--
	}
	name := lowered(low[:], t[l:at-1])
	return isVendor(name) && !codeHosts[string(name)]
}

// oktaToken reports whether a token of as many signs as those of Okta have was drawn, and from
// both cases (developer.okta.com/docs/guides/create-an-api-token).
func oktaToken(v []byte) bool {
	sh := shapeOf(v)
	return sh.upper > 5 && sh.lower > 5 && sh.distinct > 16 && mixedToken(v)
}

// ofNotify reports whether a name, which two UUIDs follow, is that of a key: people choose it,
// and mostly call it one (docs.notifications.service.gov.uk/rest-api.html#api-keys).
func ofNotify(name []byte) bool {
	return containsAny(bytes.ToLower(name), "key", "test", "live", "prod", "dev", "staging", "team", "notify", "gcntfy")
}

// opensBefore is where the brackets open of a call among whose strings text[at:] parts two, or
// at if they open there; -1 if none do.
func opensBefore(t []byte, at int) int {
	const longest = 160
	for p := at; p >= 0 && at-p < longest; p-- {
		switch t[p] {
		case '(':
			return p
		case ')', ';', '{', '}', '[', ']', '<', '>':
			return -1
		}
	}
	return -1
}

// constructs reports whether what is called at text[at:] is a vendor's client: Acme("…"),
// new AcmeClient("id", "…"), acme.NewClient("…"), Acme::Client.new("…").
func (s *scan) constructs(at int) bool {
	const most, longest = 3, 32
	t := s.text
	for n, p := 0, at; n < most; n++ {
		l := p
		for l > 0 && p-l < longest && isAlnum(t[l-1]) {
			l--
		}
		if l == p {
			return false
		}
		var low [longest]byte
		vendor := bytes.TrimPrefix(lowered(low[:], t[l:p]), []byte("new"))
		for _, w := range [...]string{"client", "api", "sdk", "rest"} {
			vendor = bytes.TrimSuffix(vendor, []byte(w))
		}
		if len(vendor) > 0 {
			if n == 0 && len(vendor) == p-l && (!isUpper(t[l]) || byteAt(t, l-1) == '.') {
				return false // a function of that name
			}
			return isVendor(vendor) && !codeHosts[string(vendor)]
		}
		switch p = l; {
		case byteAt(t, p-1) == '.':
			p--
		case hasSuffix(t[max(0, p-2):p], "::"):
			p -= 2
		default:
			return false
		}
	}
	return false
}

// ownersWord reports whether a word stands between a vendor's name and its key, with no
// sign behind it.
func ownersWord(word []byte) bool {
	for _, w := range [...]string{"access", "private", "secret", "key", "token"} {
		if len(word) == len(w) && hasFold(word, 0, w) {
			return true
		}
	}
	return false
}

// vendorsOwn reports whether the token text[l:r] stands behind a vendor's name and words that say
// what the vendor has given out, in any spelling: Acme SECRET …, acmeKEY-…,
// acme-access-token …. It may be made up, as in a manual, if it is no word.
func (s *scan) vendorsOwn(l, r int) bool {
	const gap, longest, most = 4, 40, 4
	t := s.text
	p := l
	for p > 0 && l-p < gap && (valueGap[t[p-1]] || isJoint(t[p-1])) {
		p--
	}
	if p == l || !isLetter(byteAt(t, p-1)) {
		return false
	}
	var low [longest]byte
	var vendor []byte
	owned := false
	for n := 0; n < most && len(vendor) == 0; n++ {
		from := p
		for from > 0 && p-from < longest && isAlnum(t[from-1]) {
			from--
		}
		vendor = withoutOwned(lowered(low[:], t[from:p]))
		owned = owned || len(vendor) < p-from
		if p = from - 1; len(vendor) == 0 && !isJoint(byteAt(t, p)) {
			return false
		}
	}
	if !owned || !isVendor(vendor) {
		return false
	}
	v := t[l:r]
	sh := shapeOf(v)
	switch {
	case filled(v), oneRun(v), string(v) == "abcdefghijklmnopqrstuvwxyz", formatStarts()[string(v[:formatStart])], sh.distinct < 6, sh.hex && codeHosts[string(vendor)]:
		return false
	}
	return sh.hex || sh.digits > 2 || sh.odd*4 >= sh.pairs || bytes.Contains(bytes.ToLower(v), []byte("abcdefgh"))
}

// isJoint reports whether a byte parts the words of a name, or of what is said of it.
func isJoint(b byte) bool { return b == ' ' || b == '-' || b == '_' || b == '.' }

// withoutOwned is a word in lower case without what its end says of a vendor's gifts:
// acmesecretkey.
func withoutOwned(word []byte) []byte {
	for again := true; again; {
		again = false
		for _, w := range [...]string{"access", "private", "secret", "token", "key", "api"} {
			if hasSuffix(word, w) {
				word, again = word[:len(word)-len(w)], true
			}
		}
	}
	return word
}

// valueGap are the bytes between a name and its value.
var valueGap = classOf("\"'`=: \\")

// hash judges 64 hexadecimal digits: the name of a transaction, or a key, if words
// say so. Most are digests.
func (s *scan) hash(l, r int) {
	key, transaction := s.cued(privateCue, l, 32), s.cued(transactionCue, l, 40) || s.afterTx(l) || s.ofTransaction(l) || s.listed(l) || s.text[l+1]|0x20 == 'x' && containsAny(s.context(l, 40), moved...)
	switch {
	case !key && !transaction && (s.text[l+1]|0x20 == 'x' && (s.cued(walletCue, l, 6) || s.ofParty(l)) || s.givenBy(walletCue, l)):
		s.add(l, r, CryptoAddress, "announced-address")
	case !key && !transaction && byteAt(s.text, l-1) != ':' && s.vendorAt(l) && random(s.text[l:r]): // sha256:…
		s.add(l, r, APIKey, "vendor-key")
	case !key && !transaction, containsAny(s.context(l, 12), "sha"):
	case key:
		s.add(l, r, PrivateKey, "private-key-hex")
	default:
		s.add(l, r, CryptoTxID, "transaction-id")
		s.traded = r
	}
}

// moved are what is said of the coins that a transaction moves.
var moved = []string{"withdraw", "deposit", "swap", "receipt", "broadcast", "bridge", "minted", "etherscan", "sent in", "confirmed in"}

// listed reports whether nothing but what parts a list stands between the name of a
// transaction and text[at:].
func (s *scan) listed(at int) bool {
	const gap = 64
	return s.traded > 0 && at-s.traded < gap && len(bytes.Trim(s.text[s.traded:at], "\"', \t\r\n\\")) == 0
}

// inPath reports whether text[at:] is the part of an address that names a transaction.
func (s *scan) inPath(at int) bool {
	before := s.context(at, len("/transactions/"))
	for _, part := range [...]string{"/tx/", "/txs/", "/txn/", "/transaction/", "/transactions/", "/extrinsic/", "/operation/", "/txblock/"} {
		if hasSuffix(before, part) {
			return true
		}
	}
	return false
}

// givenBy reports whether nothing but an operator and quotes, escaped perhaps, stands
// between such a cue and text[at:].
func (s *scan) givenBy(c cue, at int) bool {
	const gap = 6 + 2*maxEscapes
	p := at
	for p > 0 && at-p < gap && valueGap[s.text[p-1]] {
		p--
	}
	return s.cued(c, p, 0)
}

// afterTx reports whether the word in front of text[at:] is tx.
func (s *scan) afterTx(at int) bool {
	t := s.text
	for range 3 {
		if p := byteAt(t, at-1); p == ' ' || p == '(' || p == '|' {
			at--
		}
	}
	return at >= 2 && t[at-1]|0x20 == 'x' && t[at-2]|0x20 == 't' && byteAt(t, at) < '0' && !isAlnum(byteAt(t, at-3))
}

// ofTransaction reports whether text[at:] is no more than a hash by its name, but that of
// something which was said to be a transaction, or has the members of one.
func (s *scan) ofTransaction(at int) bool {
	const gap, said, member = 2 * maxSpaces, 160, 800
	t := s.text
	p := at
	if len(s.cues) == 0 && !valueGap[byteAt(t, at-1)] {
		return false
	}
	for p > 0 && at-p < gap && (valueGap[t[p-1]] || t[p-1] == '\n' || t[p-1] == '*') {
		p--
	}
	n := p - len("hash")
	if p == at || n < 0 || !hasFold(t, n, "hash") || n > 0 && isAlnum(t[n-1]) {
		return false
	}
	return s.cued(ledgerCue, at, member) || s.cued(transactionCue, at, said) || hasParties(t[at:min(len(t), at+member)])
}

// hasParties reports whether the object that t begins in has the members of a transaction: who pays
// and who is paid, or how many coins come in.
func hasParties(t []byte) bool {
	if i := bytes.IndexByte(t, '}'); i >= 0 {
		t = t[:i]
	}
	has := func(name string) bool { return bytes.Contains(t, []byte(name)) }
	return has(`"vin_sz`) || has(`"from`) && has(`"to`) && (has(`"value`) || has(`"nonce`) || has(`"gas`))
}

// ofParty reports whether text[at:] is given to who pays or is paid, as a member of a
// transaction is.
func (s *scan) ofParty(at int) bool {
	const gap, longest = 6 + maxEscapes, len("recipient")
	t := s.text
	p := at
	for p > 0 && at-p < gap && valueGap[t[p-1]] {
		p--
	}
	if p == at {
		return false
	}
	l := p
	for l > 0 && p-l <= longest && isLetter(t[l-1]) {
		l--
	}
	switch string(bytes.ToLower(t[l:p])) {
	case "to", "from", "sender", "recipient", "address":
		return true
	}
	return false
}

// base58 judges addresses and keys in Bitcoin's alphabet, which all carry the first
// four bytes of a double SHA-256.
func (s *scan) base58(l, r int) {
	v := s.text[l:r]
	n := len(v)
	switch {
	case n >= 86 && n <= 88 && (s.pairs < maxKeyPairs || s.keyList) && mixedToken(v) && s.keyPair(base58(v, bitcoinAlphabet)):
		s.add(l, r, PrivateKey, "key-pair")
	case n >= 25 && n <= 36:
		if payload, ok := base58check(v, bitcoinAlphabet); ok && len(payload) >= 20 && len(payload) <= 25 {
			s.add(l, r, CryptoAddress, "base58-address")
		} else if n == 35 && v[0] == '3' && waves(base58(v, bitcoinAlphabet)) {
			s.add(l, r, CryptoAddress, "waves-address")
		} else if n >= 33 && v[0] != '1' && v[0] != '3' && s.cued(walletCue, l, 20) && inAlphabet(v, bitcoinAlphabet) && mixedToken(v) {
			s.add(l, r, CryptoAddress, "announced-address") // of a coin with another checksum
		} else if v[0] == 'r' || v[0] == 's' {
			switch payload, ok := base58check(v, rippleAlphabet); {
			case !ok:
			case v[0] == 'r' && len(payload) == 21:
				s.add(l, r, CryptoAddress, "ripple-address")
			case v[0] == 's' && (len(payload) == 17 || len(payload) == 19): // of either kind of key
				s.add(l, r, PrivateKey, "ripple-seed")
			}
		}
	case n >= 46 && n <= 50 && ss58(base58(v, bitcoinAlphabet)):
		s.add(l, r, CryptoAddress, "substrate-address")
	case (n == 51 || n == 52) && ergo(base58(v, bitcoinAlphabet)):
		s.add(l, r, CryptoAddress, "ergo-address")
	case n == 51 && v[0] == 'o': // of Tezos
		if payload, ok := base58check(v, bitcoinAlphabet); ok && len(payload) == 34 {
			s.add(l, r, CryptoTxID, "tezos-operation")
		}
	case n == 51 || n == 52:
		if payload, ok := base58check(v, bitcoinAlphabet); ok && (len(payload) == 33 || len(payload) == 34) {
			s.add(l, r, PrivateKey, "wallet-import-format")
		}
	case n == 58 && v[0] == '6' && v[1] == 'P':
		if payload, ok := base58check(v, bitcoinAlphabet); ok && len(payload) == 39 {
			s.add(l, r, PrivateKey, "bip38-key")
		}
	case n >= 107 && n <= 112: // of any coin, by BIP 32
		if payload, ok := base58check(v, bitcoinAlphabet); ok && len(payload) == 78 {
			if payload[45] == 0 {
				s.add(l, r, PrivateKey, "extended-private-key")
			} else {
				s.add(l, r, CryptoAddress, "extended-public-key")
			}
		}
	case n >= 57 && (v[0] == '2' || v[0] == '3' || v[0] == '4') && byron(base58(v, bitcoinAlphabet)):
		s.add(l, r, CryptoAddress, "cardano-old-address")
	case (n == 95 || n == 106) && bytes.IndexByte([]byte("45789AB"), v[0]) >= 0 && inAlphabet(v, bitcoinAlphabet) && mixedToken(v):
		s.add(l, r, CryptoAddress, "monero-address")
	case n >= 43 && n <= 90 && byteAt(s.text, l-1) == '/' && s.inPath(l) && mixedToken(v):
		s.add(l, r, CryptoTxID, "transaction-in-address")
	case n >= 87 && n <= 88 && (s.cued(transactionCue, l, 40) || containsAny(s.context(l, 40), "signature")) && inAlphabet(v, bitcoinAlphabet) && mixedToken(v):
		s.add(l, r, CryptoTxID, "solana-signature")
	case n >= 43 && n <= 44 && hasSuffix(s.text[:l], "ck-") && boundary(s.text, l-len("ck-")) && inAlphabet(v, bitcoinAlphabet) && mixedToken(v):
		s.add(l-len("ck-"), r, APIKey, "chroma-key")
	case n >= 43 && n <= 44 && s.cued(transactionCue, l, 40) && inAlphabet(v, bitcoinAlphabet) && mixedToken(v):
		s.add(l, r, CryptoTxID, "transaction-digest") // of Sui and NEAR
	case n >= 43 && n <= 44 || n >= 46 && n <= 50, n == 87, n == 88:
		if (s.cued(walletCue, l, 40) || s.cued(privateCue, l, 40) || n < 87 && (s.ofParty(l) || containsAny(s.context(l, 24), "sol ", "sol:", "usdc", "deposit"))) && inAlphabet(v, bitcoinAlphabet) && mixedToken(v) {
			if n >= 87 {
				s.add(l, r, PrivateKey, "solana-key")
			} else {
				s.add(l, r, CryptoAddress, "solana-address")
			}
		}
	}
}

// taggedAddress reads an address of Bitcoin Cash behind its tag.
func (s *scan) taggedAddress(start, end int) {
	t := s.text
	e := end
	for e < len(t) && e-end < 64 && (isDigit(t[e]) || t[e]-'a' < 26) {
		e++
	}
	if e-end >= 42 && (t[end] == 'q' || t[end] == 'p') {
		s.add(start, e, CryptoAddress, "cash-address")
	}
}

// stellar reads an account (G…) or its seed (S…): base32 with a CRC of 16 bits.
func (s *scan) stellar(l, r int) {
	raw, err := base32.StdEncoding.DecodeString(string(s.text[l:r]))
	if err != nil || len(raw) != 35 {
		return
	}
	if crc := crc16(raw[:33]); raw[33] != byte(crc) || raw[34] != byte(crc>>8) {
		return
	}
	if s.text[l] == 'S' {
		s.add(l, r, PrivateKey, "stellar-seed")
	} else {
		s.add(l, r, CryptoAddress, "stellar-address")
	}
}

// algorand reads an address: base32 of a public key and the end of its SHA-512/256.
func (s *scan) algorand(l, r int) {
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(string(s.text[l:r]))
	if err == nil && len(raw) == 36 && bytes.Equal(sum512256(raw[:32])[28:], raw[32:]) {
		s.add(l, r, CryptoAddress, "algorand-address")
	}
}

// nem reads an address of NEM: base32 of a network, the digest of a key and the first bytes of a digest of both.
func (s *scan) nem(l, r int) {
	const size, sum = 21, 4
	raw, err := base32.StdEncoding.DecodeString(string(s.text[l:r]))
	if err == nil && len(raw) == size+sum && bytes.Equal(keccak256(raw[:size])[:sum], raw[size:]) {
		s.add(l, r, CryptoAddress, "nem-address")
	}
}

// nkey reads a seed of NATS (SU…, SA…): base32 of a role and a key with a CRC of 16 bits.
func (s *scan) nkey(l, r int) {
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(string(s.text[l:r]))
	if err != nil || len(raw) != 36 || s.text[l] != 'S' {
		return
	}
	if crc := crc16(raw[:34]); raw[34] == byte(crc) && raw[35] == byte(crc>>8) {
		s.add(l, r, PrivateKey, "nats-seed")
	}
}

// ton reads an address of The Open Network: base64 with a CRC of 16 bits.
func (s *scan) ton(l, r int) {
	raw, err := base64.RawURLEncoding.DecodeString(string(s.text[l:r]))
	if err != nil || len(raw) != 36 || raw[0] != 0x11 && raw[0] != 0x51 {
		return
	}
	if crc := crc16(raw[:34]); raw[34] == byte(crc>>8) && raw[35] == byte(crc) {
		s.add(l, r, CryptoAddress, "ton-address")
	}
}

// channelToken reads the access token of a LINE channel, which all end alike
// (developers.line.biz/en/docs/basics/channel-access-token).
func (s *scan) channelToken(start, end int) {
	const least, most = 100, 180
	l := start
	for l > 0 && start-l <= most && (isAlnum(s.text[l-1]) || s.text[l-1] == '+' || s.text[l-1] == '/') {
		l--
	}
	if n := start - l; n >= least && n <= most {
		s.add(l, end, APIKey, "line-channel-token")
	}
}

// discord reads a bot's token: the bot's number in base64, a time, a signature.
func (s *scan) discord(l, r int) {
	t := s.text
	if n := r - l; n < 23 || n > 28 || byteAt(t, r) != '.' || !boundary(t, l) {
		return
	}
	if t[l] < 'M' || t[l] > 'O' { // what the digits of a number begin with in base64
		return
	}
	mid := segment(t, r+1)
	if mid-r-1 != 6 || byteAt(t, mid) != '.' {
		return
	}
	end := segment(t, mid+1)
	for byteAt(t, end) == '!' { // some printed signatures hold one
		end = segment(t, end+1)
	}
	if n := end - mid - 1; n >= 25 && n <= 110 && mixedToken(t[l:end]) {
		s.add(l, end, APIKey, "discord-token")
	}
}

// eip55 checks the case of an Ethereum address, which is its checksum. An address in
// one case has none.
func eip55(v []byte) bool {
	low := bytes.ToLower(v)
	if bytes.Equal(v, low) || bytes.Equal(v, bytes.ToUpper(v)) {
		return !repeated(v)
	}
	digits := hex.EncodeToString(keccak256(low))
	for i, b := range v {
		if isLetter(b) && isUpper(b) != (digits[i] >= '8') {
			return false
		}
	}
	return true
}
