package redact

import (
	"crypto/ed25519"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// written is a key in the forms in which wallets and manuals show one.
func written(key []byte) []string {
	alphabet, n, digit := "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", new(big.Int).SetBytes(key), new(big.Int)
	encoded := ""
	for n.Sign() > 0 {
		n.DivMod(n, big.NewInt(int64(len(alphabet))), digit)
		encoded = alphabet[digit.Int64():][:1] + encoded
	}
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(key), " ", ","), "[]")
	return []string{encoded, list, strings.ReplaceAll(list, ",", ", "), "\n  " + strings.ReplaceAll(list, ",", ",\n  ") + "\n"}
}

// Nothing announces them: what is behind the seed says what they are.
func TestKeyPairsAreKnownByThemselves(t *testing.T) {
	random := rand.NewChaCha8([32]byte{7})
	for i := range 200 {
		seed := make([]byte, ed25519.SeedSize)
		random.Read(seed)
		key := ed25519.NewKeyFromSeed(seed)
		signature := ed25519.Sign(key, seed)
		for _, before := range []string{"", strings.Repeat("x", i), strings.Repeat("some words ", i)} {
			for n, text := range written(key) {
				if n > 0 {
					text = "[" + text + "]"
				}
				safe, found := Text(before+" "+text+"\n", Secrets)
				require.Len(t, found, 1, text)
				require.Equal(t, PrivateKey, found[0].Type)
				require.NotRegexp(t, `[0-9]{2}`, safe)
			}
		}
		for n, text := range written(signature) {
			if n > 0 {
				text = "[" + text + "]"
			}
			require.Empty(t, Find([]byte(text), Secrets), text)
		}
	}
}

func BenchmarkSignatures(b *testing.B) {
	var text strings.Builder
	random := rand.NewChaCha8([32]byte{7})
	for text.Len() < 1<<20 {
		signature := make([]byte, ed25519.SignatureSize)
		random.Read(signature)
		text.WriteString(written(signature)[0] + "\n")
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		Find([]byte(text.String()), Standard)
	}
}

// A list of keys has more than one scan makes public keys for.
func TestAListOfKeyPairsGoesOnAsItHasBegun(t *testing.T) {
	random := rand.NewChaCha8([32]byte{14})
	var keys, signatures strings.Builder
	seed := make([]byte, ed25519.SeedSize)
	const more = 2 * maxKeyPairs
	for range more {
		random.Read(seed)
		key := ed25519.NewKeyFromSeed(seed)
		keys.WriteString(written(key)[0] + "\n")
		signatures.WriteString(written(ed25519.Sign(key, seed))[0] + "\n")
	}
	require.Len(t, Find([]byte(keys.String()), Secrets), more)
	require.Empty(t, Find([]byte(signatures.String()), Secrets))
}
