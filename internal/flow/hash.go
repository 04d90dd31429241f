package flow

import (
	"encoding/binary"
	"math/bits"
)

// Key is the key for the hashes of one session. Without it they say nothing, and with another one
// nothing in the store is found.
type Key [16]byte

// hasher is SipHash-1-3: authority depends on the equality of hashes, and an author of hashed text
// must not be able to make two of them equal.
type hasher struct{ k0, k1 uint64 }

func (k Key) hasher() hasher {
	return hasher{binary.LittleEndian.Uint64(k[:8]), binary.LittleEndian.Uint64(k[8:])}
}

type sip struct{ a, b, c, d uint64 }

func (h hasher) start() sip {
	return sip{h.k0 ^ 0x736f6d6570736575, h.k1 ^ 0x646f72616e646f6d, h.k0 ^ 0x6c7967656e657261, h.k1 ^ 0x7465646279746573}
}

func (s *sip) round() {
	s.a += s.b
	s.b = bits.RotateLeft64(s.b, 13) ^ s.a
	s.a = bits.RotateLeft64(s.a, 32)
	s.c += s.d
	s.d = bits.RotateLeft64(s.d, 16) ^ s.c
	s.a += s.d
	s.d = bits.RotateLeft64(s.d, 21) ^ s.a
	s.c += s.b
	s.b = bits.RotateLeft64(s.b, 17) ^ s.c
	s.c = bits.RotateLeft64(s.c, 32)
}

func (s *sip) add(m uint64) {
	s.d ^= m
	s.round()
	s.a ^= m
}

func (s *sip) sum() uint64 {
	s.c ^= 0xff
	s.round()
	s.round()
	s.round()
	return s.a ^ s.b ^ s.c ^ s.d
}

// last is SipHash's final block: the remaining bytes, with the length on top.
func (s *sip) last(rest uint64, length int) uint64 {
	s.add(rest | uint64(length)<<56)
	return s.sum()
}

// bytes hashes a text as it is.
func (h hasher) bytes(b []byte) uint64 {
	s, n := h.start(), len(b)
	for len(b) >= 8 {
		s.add(binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	var rest uint64
	for i, c := range b {
		rest |= uint64(c) << (8 * i)
	}
	return s.last(rest, n)
}
