package leak

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/rand"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

const (
	apiKey   = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
	password = "hunter2-Blue!"
	pem      = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\nMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu\n-----END PRIVATE KEY-----\n"
)

func knows(values ...string) *Store {
	s := New(Key{1, 2, 3})
	for i, v := range values {
		s.Remember([]byte(v), About{Kind: "api_key", Tool: "read", At: time.Unix(int64(i), 0)})
	}
	return s
}

// ways are transformations that an agent may be told to apply to a secret.
var ways = map[string]func(s string) string{
	"in clear":                func(s string) string { return s },
	"in a sentence":           func(s string) string { return "the key is " + s + ", use it" },
	"in upper case":           strings.ToUpper,
	"as JSON":                 func(s string) string { b, _ := json.Marshal(map[string]string{"k": s}); return string(b) },
	"in percent":              func(s string) string { return url.QueryEscape(s) },
	"all in percent":          func(s string) string { return percent(s) },
	"in percent twice":        func(s string) string { return url.QueryEscape(percent(s)) },
	"as escapes":              func(s string) string { return each(s, `\x%02x`) },
	"as entities":             func(s string) string { return each(s, "&#%d;") },
	"backwards":               reversed,
	"in chunks":               func(s string) string { return chunks(s, 4, ".") + ".evil.example" },
	"in chunks of lines":      func(s string) string { return chunks(s, 7, "\n  ") },
	"base64":                  func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"base64 for addresses":    func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
	"base64 behind something": func(s string) string { return base64.StdEncoding.EncodeToString([]byte("k:" + s + ";x")) },
	"base64 behind a letter":  func(s string) string { return base64.StdEncoding.EncodeToString([]byte("k" + s)) },
	"base64 in lines":         func(s string) string { return chunks(base64.StdEncoding.EncodeToString([]byte(s)), 16, "\n") },
	"base64 in labels": func(s string) string {
		return chunks(base64.RawURLEncoding.EncodeToString([]byte(s)), 16, ".") + ".evil.example"
	},
	"base64 in percent": func(s string) string { return url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(s))) },
	"base64 twice": func(s string) string {
		return base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(s))))
	},
	"base64 of hexadecimal": func(s string) string { return base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString([]byte(s)))) },
	"base64 in JSON": func(s string) string {
		return `{"url":"https://evil.example/?k=` + base64.RawURLEncoding.EncodeToString([]byte(s)) + `"}`
	},
	"base64 backwards": func(s string) string { return base64.StdEncoding.EncodeToString([]byte(reversed(s))) },
	"base32":           func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) },
	"base32 in labels": func(s string) string {
		return strings.ToLower(chunks(strings.TrimRight(base32.StdEncoding.EncodeToString([]byte(s)), "="), 20, ".")) + ".evil.example"
	},
	"hexadecimal":             func(s string) string { return hex.EncodeToString([]byte(s)) },
	"HEXADECIMAL with colons": func(s string) string { return strings.ToUpper(chunks(hex.EncodeToString([]byte(s)), 2, ":")) },
	"hexadecimal with spaces": func(s string) string { return each(s, "0x%02x ") },
	"hexadecimal in labels":   func(s string) string { return chunks(hex.EncodeToString([]byte(s)), 30, ".") + ".evil.example" },
	"in two parameters":       func(s string) string { return "a=" + s[:len(s)/2] + "&b=" + s[len(s)/2:] },
	"base64 in two parameters": func(s string) string {
		b := base64.RawURLEncoding.EncodeToString([]byte(s))
		return "a=" + b[:len(b)/2] + "&b=" + b[len(b)/2:]
	},
	"halves of base64": func(s string) string {
		return "a=" + base64.StdEncoding.EncodeToString([]byte(s[:len(s)/2])) + "&b=" + base64.StdEncoding.EncodeToString([]byte(s[len(s)/2:]))
	},
}

func each(s, format string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteString(strings.NewReplacer("%02x", hex.EncodeToString([]byte{c}), "%d", itoa(int(c))).Replace(format))
	}
	return b.String()
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }

func percent(s string) string { return each(s, "%%02x") }

func reversed(s string) string { return string(turned([]byte(s))) }

func chunks(s string, n int, between string) string {
	var all []string
	for ; len(s) > n; s = s[n:] {
		all = append(all, s[:n])
	}
	return strings.Join(append(all, s), between)
}

func TestASecretIsKnownAgain(t *testing.T) {
	for _, secret := range []string{apiKey, password, pem, "AKIAIOSFODNN7EXAMPLE", "postgres://shop:Zx81-kq7w@db.example/shop"} {
		s := knows("other-Secret-77", secret)
		for name, way := range ways {
			if secret == password && strings.HasPrefix(name, "base64 in two") {
				continue // half of such a short secret is too little
			}
			hits, _ := s.Look([]byte(way(secret)), nil)
			require.Len(t, hits, 1, "%s of %s", name, secret)
			require.Equal(t, int64(1), hits[0].At.Unix())
			require.False(t, hits[0].Pieces)
		}
	}
}

func TestAfterARestTheWholeIsKnown(t *testing.T) {
	for _, secret := range []string{apiKey, password, pem} {
		kept, err := json.Marshal(knows(secret).Kept())
		require.NoError(t, err)
		require.NotContains(t, strings.ToLower(string(kept)), "4ec39")
		var read []Secret
		require.NoError(t, json.Unmarshal(kept, &read))
		s := Read(Key{1, 2, 3}, read)
		for _, name := range []string{"in clear", "backwards", "base64 in lines", "base64 in JSON", "hexadecimal in labels", "base32", "in percent twice", "in chunks"} {
			hits, _ := s.Look([]byte(ways[name](secret)), nil)
			require.Len(t, hits, 1, "%s of %s", name, secret)
		}
		s.Remember([]byte(secret), About{Kind: "api_key"})
		require.Equal(t, 1, s.Known(), "it is the same one")
		hits, _ := s.Look([]byte(ways["in two parameters"](secret)), nil)
		require.Len(t, hits, 1, "and its pieces are known again")
	}
}

func TestHalvesInTwoTexts(t *testing.T) {
	for name, way := range ways {
		s := knows(apiKey)
		hits, parts := s.Look([]byte("x="+way(apiKey[:16])), nil)
		require.Empty(t, hits, name)
		hits, _ = s.Look([]byte(way(apiKey[16:])), &parts)
		require.Len(t, hits, 1, name)
		require.True(t, hits[0].Pieces, name)
		hits, _ = s.Look([]byte(way(apiKey[16:])), nil)
		require.Empty(t, hits, "without the first: %s", name)
	}
}

func TestHowItIsTold(t *testing.T) {
	s := knows(apiKey)
	for name, want := range map[string]Way{"in clear": InClear, "in percent twice": InClear, "backwards": Backward, "base64 in lines": Base64, "base32 in labels": Base32, "hexadecimal": Hex} {
		hits, _ := s.Look([]byte(ways[name](apiKey)), nil)
		require.Equal(t, want, hits[0].Way, name)
	}
}

// Text without a secret gives no hit: the sources of this module, and random letters.
func TestNothingElseIsASecret(t *testing.T) {
	s := knows(apiKey, password, pem, "AKIAIOSFODNN7EXAMPLX", "c0ffee-Zx81-kq7w-55")
	files := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, "../leak") || strings.HasPrefix(path, "../redact") || files > 300 {
			return err
		}
		text, err := os.ReadFile(path)
		if hits, _ := s.Look(text[:min(len(text), 32<<10)], nil); len(hits) > 0 {
			require.Fail(t, path, "%+v", hits)
		}
		files++
		return err
	}))
	require.Greater(t, files, 100)
	r := rand.New(rand.NewSource(1))
	for range 50 {
		b := make([]byte, 8<<10)
		for i := range b {
			b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[r.Intn(64)]
		}
		hits, _ := s.Look(b, nil)
		require.Empty(t, hits)
	}
	require.Zero(t, knows("password", "secret12"[:7], "aaaaaaaaaaaaaaa1", "production").Known(), "such words stand anywhere")
}

func TestSecretsAreBounded(t *testing.T) {
	s := New(Key{9})
	r := rand.New(rand.NewSource(2))
	var last string
	for range 3 * maxKnown {
		b := make([]byte, 400)
		for i := range b {
			b[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[r.Intn(36)]
		}
		last = string(b)
		s.Remember(b, About{})
	}
	require.Equal(t, maxKnown, s.Known())
	require.Less(t, s.Size(), 512<<10)
	hits, _ := s.Look([]byte(last), nil)
	require.Len(t, hits, 1)
	for _, unit := range []string{"a", "4eC39", "QUJD", "%41", "%2541", `\u0041`, "&#65;", "0x", "deadbeef", "a.b", "=", "\\"} {
		linear.Require(t, 16<<10, func(size int) { s.Look([]byte(strings.Repeat(unit, size/len(unit))), nil) }, unit)
	}
}

func FuzzLook(f *testing.F) {
	for _, way := range ways {
		f.Add([]byte(apiKey), []byte(way(apiKey)))
	}
	f.Fuzz(func(t *testing.T, secret, text []byte) {
		s := knows(string(secret))
		s.Look(text, nil)
		if s.Known() == 0 {
			return
		}
		hits, _ := s.Look(append(append([]byte("x "), secret...), " y"...), nil)
		require.NotEmpty(t, hits)
	})
}
