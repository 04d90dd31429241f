package hmacauth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Derive is HMAC-SHA256 over a domain and a text under the key, for secrets
// that follow from public values. Domains keep one use apart from another; they
// hold no newline.
func (k *Key) Derive(domain string, text []byte) [sha256.Size]byte {
	mac := hmac.New(sha256.New, k[:])
	mac.Write([]byte("provenance-v1 " + domain + "\n"))
	mac.Write(text)
	return [sha256.Size]byte(mac.Sum(nil))
}

// ApprovalCode is the code of an approval: 8 hex digits that follow from a
// random nonce (seed 000, "Why Codes?"). Whoever knows the nonce and not the key
// knows nothing of the code.
func (k *Key) ApprovalCode(nonce string) string {
	sum := k.Derive("approval-code", []byte(nonce))
	return hex.EncodeToString(sum[:4])
}
