// Package ledger is the hash chain that makes tampering visible, and its files (seed
// 002, docs/LEDGER.md): what an entry is, how its hash follows from the previous one,
// how entries are written in groups, survive crashes and disk errors, and are verified.
// It knows nothing about what entries mean. Only the head mark needs a key: anyone can
// recompute a chain.
package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Type says what kind of statement an entry makes (seed 002).
type Type string

const (
	Genesis Type = "GENESIS" // the first entry of a chain
	Boot    Type = "BOOT"    // the daemon started
	Claim   Type = "CLAIM"   // something happened and was judged
	Verify  Type = "VERIFY"  // the owner let something pass
	Retract Type = "RETRACT" // the owner took something back
	Meta    Type = "META"    // about the chain itself
)

// ZeroHash is the prevHash of a chain's first entry: text, like every hash here.
const ZeroHash = "0000000000000000000000000000000000000000000000000000000000000000"

// Entry is one link of the chain. Hashes are lowercase hex.
type Entry struct {
	Seq      uint64         `json:"seq"`
	Type     Type           `json:"type"`
	PrevHash string         `json:"prevHash"`
	Data     jsontext.Value `json:"data"` // a canonical JSON object
	Hash     string         `json:"hash"`
}

var errNotObject = errors.New("not a JSON object")

// Canonical returns data, a JSON object, in the canonical form of RFC 8785, as a new value.
// That form can only represent float64 numbers, so integers beyond 2^53 belong in strings.
func Canonical(data jsontext.Value) (jsontext.Value, error) {
	if data.Kind() != '{' {
		return nil, fmt.Errorf("entry data: %w", errNotObject)
	}
	c := data.Clone()
	if err := c.Canonicalize(); err != nil {
		return nil, fmt.Errorf("entry data: %w", err)
	}
	return c, nil
}

// Hash is SHA-256(prevHash|seq|type|data), where data is canonical.
func Hash(prevHash string, seq uint64, t Type, data jsontext.Value) string {
	var stack [1024]byte // most entries fit
	b := append(stack[:0], prevHash...)
	b = append(b, '|')
	b = strconv.AppendUint(b, seq, 10)
	b = append(b, '|')
	b = append(b, t...)
	b = append(b, '|')
	b = append(b, data...)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
