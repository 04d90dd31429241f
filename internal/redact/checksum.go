package redact

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/sha3"
)

const (
	bitcoinAlphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	rippleAlphabet  = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
)

// base58check verifies the checksum at the end of a value in base58 (Bitcoin wiki, "Base58Check
// encoding").
func base58check(v []byte, alphabet string) (payload []byte, ok bool) {
	raw := base58(v, alphabet)
	if len(raw) < 5 {
		return nil, false
	}
	payload, sum := raw[:len(raw)-4], raw[len(raw)-4:]
	first := sha256.Sum256(payload)
	second := sha256.Sum256(first[:])
	return payload, bytes.Equal(sum, second[:4])
}

// ofSize returns a check for base58 with this checksum and a payload of one of these sizes.
func ofSize(alphabet string, sizes ...int) func(v []byte) bool {
	return func(v []byte) bool {
		payload, ok := base58check(v, alphabet)
		return ok && slices.Contains(sizes, len(payload))
	}
}

// Keys and addresses in Base58Check: of Bitcoin and its relatives, of XRP (seeds of either key
// type), of Tezos, and the keys from which those of any coin derive (BIP 32, BIP 38).
var (
	base58Address   = ofSize(bitcoinAlphabet, 20, 21, 22, 23, 24, 25)
	walletImport    = ofSize(bitcoinAlphabet, 33, 34)
	bip38           = ofSize(bitcoinAlphabet, 39)
	tezosOperation  = ofSize(bitcoinAlphabet, 34)
	rippleAddress   = ofSize(rippleAlphabet, 21)
	rippleSeed      = ofSize(rippleAlphabet, 17, 19)
	extendedPrivate = func(v []byte) bool { return extended(v) && base58(v, bitcoinAlphabet)[45] == 0 }
	extendedPublic  = func(v []byte) bool { return extended(v) && base58(v, bitcoinAlphabet)[45] != 0 }
	extended        = ofSize(bitcoinAlphabet, 78)
)

// maxKeyPairs is how often one scan derives a public key, which takes about 30 µs. After that, the
// rest of a list of key-sized values counts as the last one that was checked.
const maxKeyPairs = 64

// keyPair reports whether v is an Ed25519 key as Solana and NaCl write it: the seed followed by the
// public key that it yields, which no other value has (RFC 8032, 5.1.5).
func (s *scan) keyPair(raw []byte) bool {
	if len(raw) != ed25519.PrivateKeySize {
		return false
	}
	if s.pairs < maxKeyPairs {
		s.pairs++
		s.keyList = bytes.Equal(raw, ed25519.NewKeyFromSeed(raw[:ed25519.SeedSize]))
	}
	return s.keyList
}

// base58 decodes at most 112 digits, most significant first. It returns nil for anything invalid.
func base58(v []byte, alphabet string) []byte {
	const chunk, limbs = 5, 22 // 58^5 fits in 32 bits; 112 digits need 21 limbs
	if len(v) > 112 {
		return nil
	}
	var n [limbs]uint32 // least significant first
	used := 0
	zeros := 0
	for zeros < len(v) && v[zeros] == alphabet[0] {
		zeros++
	}
	for i := 0; i < len(v); i += chunk {
		part := v[i:min(i+chunk, len(v))]
		add, factor := uint64(0), uint64(1)
		for _, b := range part {
			d := strings.IndexByte(alphabet, b)
			if d < 0 {
				return nil
			}
			add = add*58 + uint64(d)
			factor *= 58
		}
		for j := range used {
			x := uint64(n[j])*factor + add
			n[j], add = uint32(x), x>>32
		}
		if add > 0 {
			n[used] = uint32(add)
			used++
		}
	}
	raw := make([]byte, 0, zeros+4*limbs)
	raw = append(raw, make([]byte, zeros)...)
	for j := used - 1; j >= 0; j-- {
		raw = binary.BigEndian.AppendUint32(raw, n[j])
	}
	// The zero bytes that lead the first limb do not belong to the number.
	body := bytes.TrimLeft(raw[zeros:], "\x00")
	return append(raw[:zeros], body...)
}

const bech32Alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

var bech32Value = func() (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i := range len(bech32Alphabet) {
		t[bech32Alphabet[i]] = int8(i)
	}
	return t
}()

// bech32 verifies a word in bech32 or bech32m (BIP 173, BIP 350), which must be in one case.
func bech32(v []byte) bool {
	sep := bytes.LastIndexByte(v, '1')
	if sep < 1 || sep > 20 || len(v)-sep-1 < 20 {
		return false
	}
	upper := isUpper(v[0])
	check := uint32(1)
	step := func(value byte) {
		top := check >> 25
		check = check&0x1ffffff<<5 ^ uint32(value)
		for i, g := range [...]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 != 0 {
				check ^= g
			}
		}
	}
	for _, b := range v[:sep] {
		step(lower(b) >> 5)
	}
	step(0)
	for _, b := range v[:sep] {
		if isLetter(b) && isUpper(b) != upper {
			return false
		}
		step(lower(b) & 31)
	}
	for _, b := range v[sep+1:] {
		d := bech32Value[lower(b)]
		if d < 0 || isLetter(b) && isUpper(b) != upper {
			return false
		}
		step(byte(d))
	}
	return check == 1 || check == 0x2bc830a3
}

// crc16 is CRC-16/XMODEM.
func crc16(b []byte) uint16 {
	var crc uint16
	for _, c := range b {
		crc ^= uint16(c) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

// ss58 reports whether v is an account of Polkadot or a relative: one or two bytes for the network,
// a key, and the first two bytes of a digest of both (docs.polkadot.com, SS58).
func ss58(v []byte) bool {
	raw := base58(v, bitcoinAlphabet)
	const key, sum = 32, 2
	n := len(raw) - key - sum // size of the network's prefix
	if n != 1 && n != 2 || n == 1 && raw[0] > 63 || n == 2 && raw[0]&0xC0 != 0x40 {
		return false
	}
	digest := blake(append([]byte("SS58PRE"), raw[:n+key]...), 64)
	return bytes.Equal(digest[:sum], raw[n+key:])
}

// filecoin verifies a Filecoin address: f or t, a digit for the type, and base32 of the payload
// with four bytes of a digest (spec.filecoin.io, appendix/address).
func filecoin(v []byte) bool {
	const sum = 4
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(string(bytes.ToUpper(v[2:])))
	if err != nil || len(raw) <= sum {
		return false
	}
	payload := raw[:len(raw)-sum]
	return bytes.Equal(blake(append([]byte{v[1] - '0'}, payload...), sum), raw[len(payload):])
}

// blake is unkeyed BLAKE2b with a digest of size bytes.
func blake(b []byte, size int) []byte {
	h, err := blake2b.New(size, nil)
	if err != nil {
		panic(err) // not a size that BLAKE2b has
	}
	h.Write(b)
	return h.Sum(nil)
}

// keccak256 is Ethereum's hash: SHA-3 as submitted, before the standard changed its padding.
func keccak256(b []byte) []byte {
	h := sha3.NewLegacyKeccak256()
	h.Write(b)
	return h.Sum(nil)
}

// base32Sum decodes v from base32. It returns nil unless that yields size bytes.
func base32Sum(v []byte, size int) []byte {
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(string(v))
	if err != nil || len(raw) != size {
		return nil
	}
	return raw
}

// The seeds and accounts of Stellar, and the seeds of NATS, end with a 16-bit CRC.
var stellar, natsSeed = crcOf(35), crcOf(36)

func crcOf(size int) func(v []byte) bool {
	return func(v []byte) bool {
		raw := base32Sum(v, size)
		return raw != nil && binary.LittleEndian.Uint16(raw[size-2:]) == crc16(raw[:size-2])
	}
}

// algorand verifies an Algorand address: a public key and the last bytes of its SHA-512/256.
func algorand(v []byte) bool {
	raw := base32Sum(v, 36)
	if raw == nil {
		return false
	}
	sum := sha512.Sum512_256(raw[:32])
	return bytes.Equal(sum[28:], raw[32:])
}

// nem verifies a NEM address: a network byte, the digest of a key, and the first bytes of a digest
// of both.
func nem(v []byte) bool {
	raw := base32Sum(v, 25)
	return raw != nil && bytes.Equal(keccak256(raw[:21])[:4], raw[21:])
}

// ton verifies an address of The Open Network: base64 with a 16-bit CRC.
func ton(v []byte) bool {
	raw, err := base64.RawURLEncoding.DecodeString(string(v))
	return err == nil && len(raw) == 36 && (raw[0] == 0x11 || raw[0] == 0x51) && binary.BigEndian.Uint16(raw[34:]) == crc16(raw[:34])
}

// elasticKey reports whether v is base64 of an Elasticsearch key: an id of 20 characters, a colon,
// and a secret of 22.
func elasticKey(v []byte) bool {
	const number, all = 20, 43
	plain := decodeBase64(v)
	return len(plain) == all && segment(plain, 0) == number && plain[number] == ':' && segment(plain, number+1) == all
}

// eip55 verifies an Ethereum address by its letters' case, which is the checksum (EIP-55), after a
// prefix of two or three characters. An address in a single case has no checksum.
func eip55(v []byte) bool {
	v = v[len(v)-40:]
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
