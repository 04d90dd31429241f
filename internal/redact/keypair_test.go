package redact

import (
	"crypto/ed25519"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// written is a key as wallets show it.
func written(key []byte) string {
	alphabet, n, digit := "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", new(big.Int).SetBytes(key), new(big.Int)
	encoded := ""
	for n.Sign() > 0 {
		n.DivMod(n, big.NewInt(int64(len(alphabet))), digit)
		encoded = alphabet[digit.Int64():][:1] + encoded
	}
	return encoded
}

// Nothing announces these keys: the public key after the seed identifies them.
func TestKeyPairsAreKnownByThemselves(t *testing.T) {
	random := rand.NewChaCha8([32]byte{7})
	for i := range 200 {
		seed := make([]byte, ed25519.SeedSize)
		random.Read(seed)
		key := ed25519.NewKeyFromSeed(seed)
		signature := ed25519.Sign(key, seed)
		for _, before := range []string{"", strings.Repeat("x", i), strings.Repeat("some words ", i)} {
			safe, found := Text(before+" "+written(key)+"\n", Secrets)
			require.Len(t, found, 1, written(key))
			require.Equal(t, before+" "+PrivateKey.Marker()+"\n", safe)
		}
		require.Empty(t, Find([]byte(written(signature)), Secrets), written(signature))
	}
}

func BenchmarkSignatures(b *testing.B) {
	var text strings.Builder
	random := rand.NewChaCha8([32]byte{7})
	for text.Len() < 1<<20 {
		signature := make([]byte, ed25519.SignatureSize)
		random.Read(signature)
		text.WriteString(written(signature) + "\n")
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		Find([]byte(text.String()), Standard)
	}
}

// A list of keys can be longer than the number of public keys that one scan derives.
func TestAListOfKeyPairsGoesOnAsItHasBegun(t *testing.T) {
	random := rand.NewChaCha8([32]byte{14})
	var keys, signatures strings.Builder
	seed := make([]byte, ed25519.SeedSize)
	const more = 2 * maxKeyPairs
	for range more {
		random.Read(seed)
		key := ed25519.NewKeyFromSeed(seed)
		keys.WriteString(written(key) + "\n")
		signatures.WriteString(written(ed25519.Sign(key, seed)) + "\n")
	}
	require.Len(t, Find([]byte(keys.String()), Secrets), more)
	require.Empty(t, Find([]byte(signatures.String()), Secrets))
}
