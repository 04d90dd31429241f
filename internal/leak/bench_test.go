package leak

import (
	"bytes"
	"testing"
)

func BenchmarkLook(b *testing.B) {
	s := knows(apiKey, password, pem)
	text := bytes.Repeat([]byte("Plans for the shop: sell tulips, see https://shop.example/tulips?x=1&y=2 for more. "), 64<<10/83)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.Look(text, nil)
	}
}

func BenchmarkReadings(b *testing.B) {
	text := bytes.Repeat([]byte("Plans for the shop: sell tulips, see https://shop.example/tulips?x=1&y=2 for more. "), 64<<10/83)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Readings(text, func([]byte) bool { return true })
	}
}
