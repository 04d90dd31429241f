// Package leak recognizes secrets that a session has read in whatever leaves the session: in clear,
// encoded, reversed, or in pieces. It stores no secrets, only keyed hashes: of the pieces in
// memory, of the whole also at rest.
//
// It finds no secret that it was not shown, and does not say where a secret may go.
package leak

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"
)

// Key is a random key of one session.
type Key [16]byte

// About describes a secret.
type About struct {
	Kind string    `json:"kind"` // api_key, password
	Tool string    `json:"tool"` // whose result contained it
	From string    `json:"from,omitzero"`
	At   time.Time `json:"at"`
}

// Bounds of one session.
const (
	maxKnown  = 64 // secrets; beyond this the oldest are forgotten
	longest   = 64 // letters and digits of a secret that count, from its end, since many begin alike
	shortest  = 8  // a shorter one occurs by chance
	wordy     = 12 // so does a shorter one of letters alone
	pieceSize = 5
	enough    = 24 // letters and digits of a long secret that give it away
)

// Store holds the secrets of one session. The zero Store has none. Look only reads it.
type Store struct {
	key    Key
	base   uint64
	known  []Secret
	pieces map[uint64][]piece
	filter [1 << 10]uint64 // a filter of the pieces' hashes
}

// Secret is what the store keeps of one secret.
type Secret struct {
	About
	N        int   `json:"n"`        // letters and digits
	Forward  whole `json:"forward"`  // of all of them
	Backward whole `json:"backward"` // of the same, reversed
	apart    bool  // its pieces are known
}

// whole is the keyed hash of a text, and 16 bits of a rolling hash to find candidates.
type whole struct {
	Sum  uint64 `json:"sum,string"`
	Hint uint16 `json:"hint"`
}

type piece struct {
	secret uint8
	at     uint8
	back   bool
}

// New returns a store without secrets.
func New(key Key) *Store {
	sum := sha256.Sum256(key[:])
	return &Store{key: key, base: binary.LittleEndian.Uint64(sum[:]) | 1}
}

// Known returns the number of secrets.
func (s *Store) Known() int {
	if s == nil {
		return 0
	}
	return len(s.known)
}

// Size returns the approximate memory use, in bytes.
func (s *Store) Size() int {
	if s.Known() == 0 {
		return 0
	}
	return len(s.filter)*8 + len(s.known)*160 + len(s.pieces)*48
}

// Remember adds a secret, as it stands in a text.
func (s *Store) Remember(value []byte, about About) {
	text := letters(value)
	if len(text) < shortest || !varied(text) || len(text) < wordy && isWord(text) {
		return
	}
	one := Secret{About: about, N: len(text), Forward: s.whole(text), Backward: s.whole(turned(text)), apart: true}
	if i := slices.IndexFunc(s.known, func(k Secret) bool { return k.Forward == one.Forward && k.N == one.N }); i >= 0 {
		if s.known[i].apart {
			return
		}
		s.known[i].apart = true
		s.cut(i, text)
		return
	}
	if len(s.known) == maxKnown {
		s.forgetOldest()
	}
	s.known = append(s.known, one)
	s.cut(len(s.known)-1, text)
}

// cut adds the pieces of a secret.
func (s *Store) cut(i int, text []byte) {
	if s.pieces == nil {
		s.pieces = map[uint64][]piece{}
	}
	n, back := len(text), turned(text)
	for at := 0; at+pieceSize <= n; at++ {
		s.add(text[at:at+pieceSize], piece{uint8(i), uint8(at), false})
		s.add(back[at:at+pieceSize], piece{uint8(i), uint8(n - at - pieceSize), true})
	}
}

func (s *Store) add(text []byte, p piece) {
	var h uint64
	for _, c := range text {
		h = h*s.base + uint64(c)
	}
	s.pieces[h] = append(s.pieces[h], p)
	f := mixed(h)
	s.filter[f/64] |= 1 << (f % 64)
}

// forgetOldest makes room for another secret.
func (s *Store) forgetOldest() {
	s.known = slices.Delete(s.known, 0, 1)
	s.filter = [1 << 10]uint64{}
	for h, all := range s.pieces {
		all = slices.DeleteFunc(all, func(p piece) bool { return p.secret == 0 })
		for i := range all {
			all[i].secret--
		}
		if len(all) == 0 {
			delete(s.pieces, h)
			continue
		}
		s.pieces[h] = all
		f := mixed(h)
		s.filter[f/64] |= 1 << (f % 64)
	}
}

// mixed reduces a rolling hash to 16 bits.
func mixed(h uint64) uint16 {
	h ^= h >> 29
	return uint16(h * 0x9e3779b97f4a7c15 >> 48)
}

func (s *Store) whole(text []byte) whole {
	var h uint64
	for _, c := range text {
		h = h*s.base + uint64(c)
	}
	return whole{s.sum(text), mixed(h)}
}

func (s *Store) sum(text []byte) uint64 {
	m := hmac.New(sha256.New, s.key[:])
	m.Write(text)
	return binary.LittleEndian.Uint64(m.Sum(nil))
}

// Kept returns what the store keeps at rest: the hash of each whole secret, and nothing of its
// pieces.
func (s *Store) Kept() []Secret {
	if s == nil {
		return nil
	}
	return s.known
}

// letters returns the letters and digits of a secret that count, in lower case, without a key's
// BEGIN and END lines.
func letters(value []byte) []byte {
	value = plain(value)
	out := make([]byte, 0, len(value))
	for i := 0; i < len(value); i++ {
		if value[i] == '-' && i+5 <= len(value) && string(value[i:i+5]) == "-----" { // -----BEGIN PRIVATE KEY-----
			for i += 5; i < len(value) && value[i] != '\n' && value[i] != '-'; i++ {
			}
			for i+1 < len(value) && value[i+1] == '-' {
				i++
			}
			continue
		}
		if c := folded[value[i]]; c != 0 {
			out = append(out, c)
		}
	}
	return out[max(0, len(out)-longest):]
}

// varied reports whether a text has enough different characters not to occur by chance.
func varied(text []byte) bool {
	var seen uint64
	for _, c := range text {
		seen |= 1 << (c % 64)
	}
	return bits.OnesCount64(seen) >= 5
}

// isWord reports whether a text consists of letters.
func isWord(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return c <= '9' })
}

// turned reverses a text.
func turned(text []byte) []byte {
	out := slices.Clone(text)
	slices.Reverse(out)
	return out
}

// folded maps a letter to lower case and a digit to itself, anything else to 0.
var folded = func() (t [256]byte) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			t[c] = byte(c)
		case c >= 'A' && c <= 'Z':
			t[c] = byte(c) + 'a' - 'A'
		}
	}
	return t
}()

// Read restores a store from what Kept returned.
func Read(key Key, kept []Secret) *Store {
	s := New(key)
	s.known = slices.DeleteFunc(slices.Clone(kept), func(k Secret) bool { return k.N < shortest || k.N > longest })
	s.known = s.known[max(0, len(s.known)-maxKnown):]
	return s
}
