package redact

import "bytes"

// longToken examines a run of word bytes long enough to be a wallet's address, its key, or a token
// without a known prefix.
func (s *scan) longToken(l, r int) {
	t := s.text
	l += escapeAt(t, l)
	switch n := r - l; {
	case n == 64 && allHex(t[l:r]): // as most of them are
		s.hash(l, r)
		s.opaque = append(s.opaque, span{l, r})
		return
	case n == 36 && isUUID(t[l:r]):
		s.opaque = append(s.opaque, span{l, r})
		if byteAt(t, r) != ':' && byteAt(t, r) != '.' {
			return
		}
	}
	s.runFormats(l, r, false)
	s.prefixed(l, r)
	// As in tokens: backwards from the 22nd byte to the end of a part.
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

// alnumToken examines a run of letters and digits.
func (s *scan) alnumToken(l, r int) {
	const longest = 200
	v := s.text[l:r]
	n := len(v)
	hex := allHex(v)
	switch {
	case n > longest || hex && (n == 32 || n == 40): // digests
	case hex && n == 64, n >= 62 && n <= 66 && v[0] == '0' && v[1]|0x20 == 'x' && allHex(v[2:]) && (n == 66 || s.cued(transactionCue, l, 20)): // some are written without leading zeros
		s.hash(l, r)
	case n >= 86 && n <= 88 && (s.pairs < maxKeyPairs || s.keyList) && mixedToken(v) && s.keyPair(base58(v, bitcoinAlphabet)):
		s.add(l, r, PrivateKey, "key-pair")
	default:
		s.runFormats(l, r, true)
	}
}

// runFormats matches the formats without a literal at the start of a run of word bytes, or of
// letters and digits only.
func (s *scan) runFormats(l, r int, alnum bool) {
	t := s.text
	for _, f := range runsBy()[t[l]] {
		if f.alnum != alnum || alnum && (r-l < f.pattern.least || r-l > f.pattern.most) {
			continue
		}
		_, part, ok := f.pattern.match(t, l)
		if !ok || isAlnum(byteAt(t, part[1])) || !alnum && (part[1] < r || tokenByte[byteAt(t, part[1])] || !boundary(t, l)) {
			continue
		}
		v := t[part[0]:part[1]]
		if !filled(v) && (f.check == nil || f.check(v)) && (f.near == nil || s.cued(*f.near, l, 40)) {
			s.add(part[0], part[1], f.typ, f.name)
			if f.beside > 0 {
				s.secretBeside(part[1], f.beside)
			}
		}
	}
}

// hash judges 64 hexadecimal digits: a transaction's hash, or a key if a word says so. Most are
// digests.
func (s *scan) hash(l, r int) {
	prefixed := s.text[l+1]|0x20 == 'x'
	key, transaction := s.cued(privateCue, l, 32), s.cued(transactionCue, l, 40) || s.listed(l) || prefixed && containsAny(s.context(l, 40), moved...)
	switch {
	case !key && !transaction && (prefixed && s.cued(walletCue, l, 6) || s.givenBy(walletCue, l)):
		s.add(l, r, CryptoAddress, "announced-address")
	case !key && !transaction, containsAny(s.context(l, 12), "sha"):
	case key:
		s.add(l, r, PrivateKey, "private-key-hex")
	default:
		s.add(l, r, CryptoTxID, "transaction-id")
		s.traded = r
	}
}

// listed reports whether only list separators stand between a transaction's hash and text[at:].
func (s *scan) listed(at int) bool {
	const gap = 64
	return s.traded > 0 && at-s.traded < gap && len(bytes.Trim(s.text[s.traded:at], "\"', \t\r\n\\")) == 0
}

var moved = listed("moved")

// valueGap are the bytes between a name and its value.
var valueGap = classOf("\"'`=: \\")

// givenBy reports whether only an operator and quotes, escaped or not, stand between such a cue and
// text[at:].
func (s *scan) givenBy(c cue, at int) bool {
	const gap = 6 + 2*maxEscapes
	p := at
	for p > 0 && at-p < gap && valueGap[s.text[p-1]] {
		p--
	}
	return s.cued(c, p, 0)
}
