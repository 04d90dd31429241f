package toolexec

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/linear"
	"github.com/provenanced/provenanced/internal/redact"
)

var (
	short = "tok_5f2a9c71be3d48e6"
	forty = "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"
	long  = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZ2VudCIsInNjb3BlIjoiYWRtaW4ifQ.k7Yw2Vb1mZq0Tn3sXc8LrPdJfHgAuEo"
)

// wrapped breaks a text into lines.
func wrapped(text string, width int, end string) string {
	var b strings.Builder
	for ; len(text) > width; text = text[width:] {
		b.WriteString(text[:width] + end)
	}
	return b.String() + text + end
}

func TestWhiteSpaceHidesNoEncodedSecret(t *testing.T) {
	for _, secret := range []string{short, forty, long} {
		s := secretsOf(secret)
		for name, encoded := range map[string]string{
			"base64":        base64.StdEncoding.EncodeToString([]byte(secret)),
			"base64 url":    base64.URLEncoding.EncodeToString([]byte(secret)),
			"base64 raw":    base64.RawURLEncoding.EncodeToString([]byte(secret)),
			"with its line": base64.StdEncoding.EncodeToString([]byte(secret + "\n")),
			"hex":           hex.EncodeToString([]byte(secret)),
			"HEX":           strings.ToUpper(hex.EncodeToString([]byte(secret))),
			"itself":        secret,
		} {
			for _, end := range []string{"\n", "\r\n", " ", "\n\t\t", "\n          ", `\n`, `\r\n`} {
				for _, width := range []int{1, 3, 4, 10, 60, 64, 76} {
					if name == "itself" && strings.Contains(end, `\`) || end == `\n` && strings.ToLower(name) == "hex" && width%2 == 1 {
						continue
					}
					text := "> " + wrapped(encoded, width, end) + "!"
					got := cleaned(s, text)
					require.Contains(t, got, removed, "%s, %d, %q", name, width, end)
					require.Less(t, len(strings.Replace(got, removed, "", 1)), 3*len(end)+len("> !")+5, "%s, %d, %q: %s", name, width, end, got)
					require.Equal(t, got, cleaned(s, text, 1, 1, 1, 5, 1, 30, 2))
				}
			}
		}
	}
}

// Single bytes, as programs write them for other programs.
func TestBytesWithSomethingBetweenThem(t *testing.T) {
	s := secretsOf(forty)
	for _, format := range []string{"%02x:", "%02X-", "0x%02x, ", `\x%02x`, "%02x ", " 0x%02X,\n"} {
		var b strings.Builder
		for i := range len(forty) {
			fmt.Fprintf(&b, format, forty[i])
		}
		got := cleaned(s, "<"+b.String()+">")
		require.Contains(t, got, removed, format)
		require.Less(t, len(got), len(removed)+10, "%s: %s", format, got)
	}
}

// The output of this machine's own programs, with the secret at every place in a line.
func TestDumpsAreRead(t *testing.T) {
	for _, command := range []string{
		"xxd", "xxd -p", "xxd -u", "xxd -g 1", "xxd -g 4 -c 24", "xxd -c 7", "xxd -e", "xxd -i",
		"od -tx1", "od -An -tx1", "od -tx1z", "od -x", "od -tx4", "od -tx8", "od -c", "od -An -c", "od -A x -t x1z -v",
		"hexdump", "hexdump -C", "hexdump -c", "base64", "base64 -w 20", "base64 -w 0", "fold -w 11",
	} {
		for _, secret := range []string{short, forty, long} {
			for _, before := range []int{0, 1, 2, 3, 7, 14} {
				if strings.HasPrefix(command, "fold") && before > 0 {
					break
				}
				cmd := exec.Command("sh", "-c", command)
				cmd.Stdin = strings.NewReader(strings.Repeat("~", before) + secret + " and what follows it, two lines of it\n")
				raw, err := cmd.Output()
				if err != nil {
					t.Logf("not here: %s", command)
					break
				}
				c := newCleaner(secretsOf(secret), redact.Off)
				got := string(c.end(c.write(nil, raw)))
				require.Contains(t, got, removed, "%s\n%s", command, raw)
				// At most two characters at either end are left, in any column.
				letters := strings.Join(strings.Fields(got), "")
				for i := 2; i+6 <= len(secret)-2; i++ {
					piece := secret[i : i+6]
					require.NotContains(t, letters, piece, "%s, %d before\n%s", command, before, got)
					require.NotContains(t, strings.ToLower(letters), hex.EncodeToString([]byte(piece)), "%s, %d before\n%s", command, before, got)
				}
			}
		}
	}
}

func TestWhatIsNoSecretIsLaidOutAsItWas(t *testing.T) {
	s := secretsOf(short, forty, long)
	for _, text := range []string{
		"00000000: 6120 6669 6c65 2077 6974 6820 6120 6e75  a file with a nu\n00000010: 6d62 6572 0a                             mber.\n",
		"deadbeef cafe\n12345678 a line\n0000000 1234 5678\n*\n0000020\n",
		"0, 0x, 0x0, 0x00, 00\n0", "123456", "\\", "\\x", base64.StdEncoding.EncodeToString([]byte(strings.Repeat("another text ", 40))),
	} {
		require.Equal(t, text, cleaned(s, text))
		require.Equal(t, text, cleaned(s, text, 1, 0, 1, 0, 2, 0, 3, 1, 1))
	}
}

func TestHowALaidOutStreamIsCutMakesNoDifference(t *testing.T) {
	s := secretsOf("abcabcabcabd", "dcbaabcd")
	parts := []string{"\n", " ", "  ", "00000010: ", "0000020 ", "|", "0x", "0", "61", "6162", "YWJj", "YW", "abc", "*"}
	for _, f := range s.laidOut.dump {
		parts = append(parts, f.text[:8], f.text[8:])
	}
	for _, f := range s.laidOut.base64 {
		parts = append(parts, f.text[:6], f.text[6:])
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 24).Draw(t, "text"), "")
		want := defined(s, text)
		require.Equal(t, want, cleaned(s, text), "whole")
		require.Equal(t, want, cleaned(s, text, rapid.SliceOf(rapid.IntRange(1, 9)).Draw(t, "sizes")...))
	})
}

// A possible beginning of a secret is held back, but only up to a bound.
func TestWhatIsHeldBackHasABound(t *testing.T) {
	r := remover{of: secretsOf(forty)}
	half := hex.EncodeToString([]byte(forty[:20]))
	for range 1000 {
		_ = r.write(nil, []byte(half+strings.Repeat(" ", 100)))
		require.Less(t, len(r.held), 2*(spread*2*len(forty)+spreadMore))
	}
	_ = r.write(nil, []byte(strings.Repeat(" \n", 100_000)))
	_ = r.write(nil, []byte("7"))
	require.Less(t, len(r.held), 2*(spread*2*len(forty)+spreadMore))
}

func TestLaidOutTakesLinearTime(t *testing.T) {
	secret := strings.Repeat("a", 50) + "b"
	s := secretsOf(secret)
	encoded := base64.StdEncoding.EncodeToString([]byte(secret[:50]))
	// A short secret, so that even the small input fills what is held back.
	for _, text := range []string{strings.Repeat("a", 1000), encoded, hex.EncodeToString([]byte(secret[:50])) + "\n", "0000000: 6161 6161  aa\n"} {
		linear.Require(t, 200, func(size int) {
			var r remover
			for r.of = s; size > 0; size-- {
				_ = r.write(nil, []byte(text))
			}
		}, text)
	}
}
