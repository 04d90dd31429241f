package hmacauth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"sync"
)

// Derive is HMAC-SHA256 over a domain and a text under the key, for secrets that follow from
// public values. Domains keep one use apart from another; they contain no newline.
func (k *Key) Derive(domain string, text []byte) [sha256.Size]byte {
	mac := hmac.New(sha256.New, k[:])
	write(mac, domain, text)
	return [sha256.Size]byte(mac.Sum(nil))
}

// Deriver is Derive for many texts under one key: the key is hashed once.
type Deriver struct{ macs sync.Pool }

// Deriver returns a Deriver for k. It is safe for concurrent use.
func (k *Key) Deriver() *Deriver {
	key := *k
	return &Deriver{sync.Pool{New: func() any { return hmac.New(sha256.New, key[:]) }}}
}

// Derive returns what the key's Derive returns.
func (d *Deriver) Derive(domain string, text []byte) (sum [sha256.Size]byte) {
	mac := d.macs.Get().(hash.Hash)
	defer d.macs.Put(mac)
	mac.Reset()
	write(mac, domain, text)
	mac.Sum(sum[:0])
	return sum
}

func write(mac hash.Hash, domain string, text []byte) {
	mac.Write([]byte("provenance-v1 " + domain + "\n"))
	mac.Write(text)
}

// ApprovalCode is the code of an approval: 8 hex digits derived from a random nonce (seed 000,
// "Why Codes?"). Without the key, the nonce reveals nothing about the code.
func (k *Key) ApprovalCode(nonce string) string {
	sum := k.Derive("approval-code", []byte(nonce))
	return hex.EncodeToString(sum[:4])
}
