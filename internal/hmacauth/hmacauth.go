// Package hmacauth checks that a message was signed by a holder of the key, recently, and is
// not a replay: keys and their files, HMAC-SHA256, freshness and nonces (seed 001 §2,
// docs/PROTOCOL-SIGNING.md). It knows no message format: callers pass the bytes to sign, a
// timestamp and a nonce.
package hmacauth

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"strconv"
	"sync"
	"time"
)

// MaxDrift is how far a request's timestamp may be from the daemon's clock, in
// either direction.
const MaxDrift = 5 * time.Second

// ErrStale says that a timestamp is outside the allowed drift. The client's clock is wrong, or
// the request is old; the client gets unauthenticated.
var ErrStale = errors.New("timestamp is not fresh")

// Signer makes and checks HMAC-SHA256 codes under one key. It is safe for concurrent use. Hash
// states that already hold the key are pooled: 0.48 µs and no allocation for a 600-byte
// message, where a fresh one takes 0.75 µs and 5 allocations.
type Signer struct {
	states sync.Pool // of *state
}

type state struct {
	hash hash.Hash
	sum  [sha256.Size]byte
}

// NewSigner returns a Signer under k.
func NewSigner(k Key) *Signer {
	s := new(Signer)
	s.states.New = func() any { return &state{hash: hmac.New(sha256.New, k[:])} }
	return s
}

// Sign returns the HMAC of msg.
func (s *Signer) Sign(msg []byte) [32]byte { return s.sign(msg) }

func (s *Signer) sign(pieces ...[]byte) [32]byte {
	st := s.states.Get().(*state)
	st.hash.Reset()
	for _, piece := range pieces {
		st.hash.Write(piece)
	}
	st.hash.Sum(st.sum[:0])
	sum := st.sum
	s.states.Put(st)
	return sum
}

// Verify reports whether mac is the HMAC of a message, given in any number of pieces, in time
// that does not depend on how much of it is right.
func (s *Signer) Verify(mac [32]byte, pieces ...[]byte) bool {
	want := s.sign(pieces...)
	return hmac.Equal(want[:], mac[:])
}

// Fresh reports whether timestamp, decimal Unix seconds, is within maxDrift of now. Both are
// compared in whole seconds: clients truncate their clocks, and this gives them the whole
// drift. Errors wrap ErrStale.
func Fresh(timestamp string, now time.Time, maxDrift time.Duration) error {
	sent, err := strconv.ParseUint(timestamp, 10, 63)
	if err != nil {
		return fmt.Errorf("%w: %q is not a time", ErrStale, timestamp)
	}
	drift, limit := now.Unix()-int64(sent), int64(maxDrift/time.Second)
	if drift > limit || drift < -limit {
		return fmt.Errorf("%w: %d s off", ErrStale, drift)
	}
	return nil
}
