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
	case (n == 32 || n == 40) && allHex(v): // digests
		return
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

// valueGap are the bytes between a name and its value.
var valueGap = classOf("\"'`=: \\")

// hash judges 64 hexadecimal digits: the name of a transaction, or a key, if words
// say so. Most are digests.
func (s *scan) hash(l, r int) {
	key, transaction := s.cued(privateCue, l, 32), s.cued(transactionCue, l, 40) || s.afterTx(l) || s.ofTransaction(l) || s.listed(l) || s.text[l+1]|0x20 == 'x' && containsAny(s.context(l, 40), moved...)
	switch {
	case !key && !transaction && (s.text[l+1]|0x20 == 'x' && (s.cued(walletCue, l, 6) || s.ofParty(l)) || s.givenBy(walletCue, l)):
		s.add(l, r, CryptoAddress, "announced-address")
	case !key && !transaction, containsAny(s.context(l, 12), "sha"):
	case key:
		s.add(l, r, PrivateKey, "private-key-hex")
	default:
		s.add(l, r, CryptoTxID, "transaction-id")
		s.traded = r
	}
}

var moved = listed("moved")

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
