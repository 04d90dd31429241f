package toolexec

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/redact"
)

// cleaned returns a text without secrets, passed to the remover in pieces of these sizes; 0 is a
// pause.
func cleaned(s *secrets, text string, sizes ...int) string {
	r := remover{of: s}
	var out []byte
	for _, n := range sizes {
		n = min(n, len(text))
		if n == 0 {
			out = r.idle(out)
			continue
		}
		out = r.write(out, []byte(text[:n]))
		text = text[n:]
	}
	out = r.write(out, []byte(text))
	return string(r.end(out))
}

// defined is the expected output by definition: every byte of every form is removed, and so is a
// suffix that is nearly a secret.
//
// For laid-out forms it relies on reading the text in one piece.
func defined(s *secrets, text string) string {
	gone := make([]bool, len(text))
	cover := func(start, end int) {
		for i := start; i < end; i++ {
			gone[i] = true
		}
	}
	for _, form := range s.forms {
		for i := range text {
			if strings.HasPrefix(text[i:], form) {
				cover(i, i+len(form))
			}
			if rest := text[i:]; len(rest) >= minSecret && len(form)-len(rest) < minSecret && strings.HasPrefix(form, rest) {
				cover(i, len(text))
			}
		}
	}
	l := newLaidOut(&s.laidOut)
	l.write([]byte(text))
	l.end()
	for _, p := range l.found {
		cover(int(p.start), int(p.end))
	}
	if _, nearly := l.since(); nearly != never {
		cover(int(nearly), len(text))
	}
	var b strings.Builder
	for i := range len(text) {
		switch {
		case !gone[i]:
			b.WriteByte(text[i])
		case i == 0 || !gone[i-1]:
			b.WriteString(removed)
		}
	}
	return b.String()
}

func secretsOf(values ...string) *secrets {
	c := make(credentials)
	for i, v := range values {
		c[fmt.Sprint(i)] = []byte(v)
	}
	return newSecrets(c)
}

func TestSecretsAreRemovedInEveryForm(t *testing.T) {
	secret := "pa'ss wörd<&>/+?=\"\\\nline~!*()"
	s := secretsOf(secret, "short")
	marshalled := func(html bool) string {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(html)
		require.NoError(t, e.Encode(secret))
		text := strings.TrimSpace(b.String())
		return text[1 : len(text)-1]
	}
	for name, form := range map[string]string{
		"itself":       secret,
		"terminal":     strings.ReplaceAll(secret, "\n", "\r\n"),
		"yaml":         strings.ReplaceAll(secret, "'", "''"),
		"json":         marshalled(false),
		"json of html": marshalled(true),
		"json of php":  strings.ReplaceAll(marshalled(false), "/", `\/`),
		"json, ASCII":  `pa'ss w\u00f6rd<&>/+?=\"\\\nline~!*()`,
		"PHP, ASCII":   `pa'ss w\u00f6rd<&>\/+?=\"\\\nline~!*()`,
		"json, Java":   `pa'ss w\u00F6rd<&>/+?=\"\\\nline~!*()`,
		"json in json": `pa'ss wörd<&>/+?=\\\"\\\\\\nline~!*()`,
		"ASCII twice":  `pa'ss w\\u00f6rd<&>/+?=\\\"\\\\\\nline~!*()`,
		"shell":        strings.ReplaceAll(secret, "'", `'\''`),
		"shlex":        strings.ReplaceAll(secret, "'", `'"'"'`),
		"export -p":    "pa'ss wörd<&>/+?=\\\"\\\\\nline~!*()",
		"printf %q":    "pa\\'ss\\ wörd\\<\\&\\>/+\\?=\\\"\\\\\nline~\\!\\*\\(\\)",
		"repr":         `pa\'ss wörd<&>/+?="\\\nline~!*()`,
		"XML":          "pa'ss wörd&lt;&amp;&gt;/+?=\"\\\nline~!*()",
		"XML value":    "pa&apos;ss wörd&lt;&amp;&gt;/+?=&quot;\\\nline~!*()",
		"HTML of Go":   html.EscapeString(secret),
		"HTML of PHP":  "pa&#039;ss wörd&lt;&amp;&gt;/+?=&quot;\\\nline~!*()",
		"HTML, hex":    "pa&#x27;ss wörd&lt;&amp;&gt;/+?=&quot;\\\nline~!*()",
		"hex":          hex.EncodeToString([]byte(secret)),
		"HEX":          strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"query":        url.QueryEscape(secret),
		"path":         url.PathEscape(secret),
		"lower":        strings.ReplaceAll(strings.ReplaceAll(url.QueryEscape(secret), "%3C", "%3c"), "%2F", "%2f"),
		"javascript":   "pa'ss%20w%C3%B6rd%3C%26%3E%2F%2B%3F%3D%22%5C%0Aline~!*()",
		"base64":       base64.StdEncoding.EncodeToString([]byte(secret)),
		"base64 url":   base64.URLEncoding.EncodeToString([]byte(secret)),
		"base64 raw":   base64.RawStdEncoding.EncodeToString([]byte(secret)),
		"twice":        secret + secret,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "lower" {
				form = lowerPercent(form)
			}
			require.Equal(t, "<"+removed+">", cleaned(s, "<"+form+">"))
		})
	}
	require.Equal(t, "short", cleaned(s, "short"), "what is too short to be a secret")

	// Inside encoded text, the characters that the secret shares with its neighbours stay.
	for before := range 6 {
		for after := range 6 {
			text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("u", before) + secret + strings.Repeat("v", after)))
			got := cleaned(s, text)
			require.Contains(t, got, removed)
			require.LessOrEqual(t, len(strings.Replace(got, removed, "", 1)), (before*4+2)/3+1+(after*4+2)/3+1+2, "%s", got)
		}
	}
	other := base32.StdEncoding.EncodeToString([]byte(secret))
	require.Equal(t, other, cleaned(s, other), "forms that nobody has asked for stay")
}

// A credential's file may end with more line breaks than the one that is ignored, and programs may
// strip them.
func TestASecretIsFoundWithoutTheSpaceAroundIt(t *testing.T) {
	s := secretsOf("\ttok_secret_12345 \n", " \n short \n ")
	for _, text := range []string{"tok_secret_12345", hex.EncodeToString([]byte("tok_secret_12345")), "\ttok_secret_12345 \n"} {
		require.Equal(t, "<"+removed+">", cleaned(s, "<"+text+">"))
	}
	require.Equal(t, "a short text", cleaned(s, "a short text"))
}

func TestTheLinesOfAKeyAreSecretsToo(t *testing.T) {
	first, second := strings.Repeat("MIIEvQ+/", 8), strings.Repeat("kIEowM9x", 6)+"Aw=="
	key := "-----BEGIN PRIVATE KEY-----\n" + first + "\n" + second + "\n-----END PRIVATE KEY-----\n"
	s := secretsOf(key)
	require.Equal(t, "<"+removed+">", cleaned(s, "<"+key+">"))
	require.Equal(t, "key: |\n  -----BEGIN PRIVATE KEY-----\n  "+removed+"\n  -----END PRIVATE KEY-----\n",
		cleaned(s, "key: |\n  "+strings.ReplaceAll(strings.TrimSpace(key), "\n", "\n  ")+"\n"))
	require.Equal(t, "2: "+removed+"\n", cleaned(s, "2: "+first+"\n", 5, 20))

	s = secretsOf(strings.ReplaceAll(key, "\n", "\r\n")) // a file from Windows
	for _, end := range []string{"\n", "\r\n"} {
		require.Equal(t, "<"+removed+">", cleaned(s, "<"+strings.ReplaceAll(key, "\n", end)+">"))
		require.Equal(t, "2: "+removed+end, cleaned(s, "2: "+first+end, 5, 20))
	}
	require.Equal(t, `"`+removed+`"`, cleaned(s, `"`+strings.ReplaceAll(key, "\n", `\n`)+`"`))

	document := "kind: Config\nserver: https://kubernetes.example.com:6443\nnamespaceOfTheAccountThatIsUsedHere:\n"
	require.Equal(t, document[5:], cleaned(secretsOf(document), document[5:]), "a part of a document is none")
}

func TestWhatLooksLikeASecretStays(t *testing.T) {
	s := secretsOf("secret-0123456789", "abcabcabcabd")
	for _, text := range []string{"secret-012345678", "secret-01234567secret-", "abcabcabcabcabc", "", "x"} {
		require.Equal(t, text+"|", cleaned(s, text+"|"))
	}
	require.Equal(t, "abc"+removed, cleaned(s, "abcabcabcabcabd"), "overlapping beginnings")
	require.Equal(t, "x"+removed, cleaned(s, "xsecret-012"), "an end that lacks little")
	require.Equal(t, "xsecret-0", cleaned(s, "xsecret-0"))
}

// A caller may control what a tool prints. If the output told whether a text is the beginning of a
// secret, the caller could find the secret letter by letter.
func TestWhatIsSaidOfABeginningTellsNothing(t *testing.T) {
	for _, secret := range []string{"sk-ant-api03-NMgQDg32j3bAtJ7l5iSDSL4P", "user: me\ntoken: NMgQDg32j3bAtJ7l5iSDSL4P"} {
		theBeginningTellsNothing(t, secret)
	}
}

func theBeginningTellsNothing(t *testing.T, secret string) {
	for begun := 1; begun <= len(secret)-minSecret; begun++ {
		right := secret[:begun]
		if right[begun-1] == '\n' {
			continue
		}
		wrong := right[:begun-1] + "!"
		for name, run := range map[string]func(c *cleaner, guess string) []byte{
			"at the end":       func(c *cleaner, guess string) []byte { return c.end(c.write(nil, []byte(guess))) },
			"in a pause":       func(c *cleaner, guess string) []byte { return c.idle(c.write(nil, []byte(guess))) },
			"before the pause": func(c *cleaner, guess string) []byte { return c.write(nil, []byte(guess)) },
			"where it is cut":  func(c *cleaner, guess string) []byte { return c.cut(c.write(nil, []byte("a line\n"+guess))) },
		} {
			said := func(guess string) string {
				c := newCleaner(secretsOf(secret), redact.Off)
				return strings.ReplaceAll(string(run(c, guess)), guess, "the guess")
			}
			require.Equal(t, said(wrong), said(right), "%s, after %s", name, right)
		}
	}
}

func TestAPauseGivesOutNoMoreThanWouldNotCount(t *testing.T) {
	s := secretsOf("secret-0123456789", "secret-0", "long-secret-0-and-more")
	require.Equal(t, "> secret-"+removed, cleaned(s, "> secret-0123456789", 9, 0))
	require.Equal(t, "> "+removed, cleaned(s, "> secret-0123456789", 10, 0, 3, 0))
	require.Equal(t, "> "+removed, cleaned(s, "> secret-0123456789", 12, 0, 3, 0))
	require.Equal(t, "> secret-!", cleaned(s, "> secret-!", 9, 0, 0))
	require.Equal(t, "> "+removed+"!", cleaned(s, "> secret-0!", 10, 0))
	require.Equal(t, "> long-"+removed+" and", cleaned(s, "> long-secret-0 and", 5, 0, 2, 0, 8, 0))
	require.Equal(t, "s"+removed, cleaned(s, "secret-0123456789", 1, 0, 1, 1, 1, 1, 1))
	r := remover{of: s}
	require.Equal(t, "> ", string(r.write(nil, []byte("> secret-012"))))
	require.Equal(t, removed, string(r.idle(nil)))
	require.False(t, r.waiting())
	require.Equal(t, "123\n", string(r.idle(r.write(nil, []byte("3\n")))))
}

func TestHowAStreamIsCutMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Few letters, so that texts overlap in every way.
		word := rapid.StringMatching(`[ab]{8,14}`)
		s := secretsOf(rapid.SliceOfN(word, 1, 3).Draw(t, "secrets")...)
		parts := append(append([]string{"a", "ab", "b", "c"}, s.forms...), s.forms[0][:5], s.forms[0][3:])
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 12).Draw(t, "text"), "")
		want := defined(s, text)
		require.Equal(t, want, cleaned(s, text), "whole")
		sizes := rapid.SliceOf(rapid.IntRange(1, 9)).Draw(t, "sizes")
		require.Equal(t, want, cleaned(s, text, sizes...))
	})
}

func FuzzRemover(f *testing.F) {
	f.Add("secret-0123456789", "before secret-0123456789 after", []byte{3, 9, 1}, uint8(0))
	f.Add("abcabcabcabd", "abcabcabcabcabd", []byte{1, 1, 1, 1}, uint8(3))
	f.Add("pa'ss wörd<>&\n", "x", []byte{2}, uint8(40))
	f.Fuzz(func(t *testing.T, secret, text string, cuts []byte, form uint8) {
		if len(secret) > 200 || len(text) > 2000 {
			return
		}
		s := secretsOf(secret)
		if len(s.forms) > 0 {
			text += s.forms[int(form)%len(s.forms)] + text
		}
		want := defined(s, text)
		var sizes, paused []int
		for _, c := range cuts {
			sizes = append(sizes, int(c)+1)
			paused = append(paused, int(c)+1, 0)
		}
		require.Equal(t, want, cleaned(s, text, sizes...))
		for _, got := range []string{want, cleaned(s, text, paused...)} {
			for _, piece := range strings.Split(got, removed) { // a marker can be part of a secret
				for _, form := range s.forms {
					require.NotContains(t, piece, form)
				}
			}
		}
	})
}

func TestLinesAreRedacted(t *testing.T) {
	key := "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat(strings.Repeat("MIIEow", 10)+"\n", 8) + "-----END RSA PRIVATE KEY-----\n"
	for name, tt := range map[string]struct {
		level redact.Level
		text  string
		want  string
	}{
		"off":       {redact.Off, "mail someone@example.com", "mail someone@example.com"},
		"standard":  {redact.Standard, "mail someone@example.com\nthen", "mail [REDACTED:email]\nthen"},
		"secrets":   {redact.Secrets, "mail someone@example.com", "mail someone@example.com"},
		"key":       {redact.Secrets, "a\n" + key + "b\n", "a\n[REDACTED:private_key]\nb\n"},
		"marker":    {redact.Strict, "token=" + removed + "\n", "token=" + removed + "\n"},
		"no line":   {redact.Standard, strings.Repeat("x ", maxLine), strings.Repeat("x ", maxLine)},
		"bytes":     {redact.Standard, "\x00\xff\xfe\n\x80", "\x00\xff\xfe\n\x80"},
		"endless":   {redact.Standard, "-----BEGIN X\n" + strings.Repeat("y\n", maxLine), "-----BEGIN X\n" + strings.Repeat("y\n", maxLine)},
		"terminals": {redact.Standard, "50%\r60%\rsomeone@example.com\r\n", "50%\r60%\r[REDACTED:email]\r\n"},
	} {
		for _, size := range []int{1, 7, 100, 1 << 20} {
			l := lines{level: tt.level}
			var out []byte
			for text := tt.text; len(text) > 0; {
				n := min(size, len(text))
				out = l.write(out, []byte(text[:n]))
				text = text[n:]
				require.LessOrEqual(t, len(l.held), maxLine)
			}
			require.Equal(t, tt.want, string(l.end(out)), "%s in pieces of %d", name, size)
			if size == 1 && len(tt.text) > 10_000 {
				break
			}
		}
	}
}

// The place where a long line is cut makes no difference.
func TestALongLineIsRedactedAsAWhole(t *testing.T) {
	var text strings.Builder
	for i := 0; text.Len() < 3*maxLine; i++ {
		fmt.Fprintf(&text, `{"id":%d,"text":"%s","access_key":"AKIA%016X"},`, i, strings.Repeat("so ", i%30), uint64(i+1)*0x9e3779b97f4a7c15)
	}
	whole := lines{level: redact.Secrets, held: []byte(text.String())}
	want := string(whole.end(nil))
	require.NotContains(t, want, "AKIA")
	for size := 1000; size <= chunk; size += 3988 {
		l := lines{level: redact.Secrets}
		var out []byte
		for rest := text.String(); len(rest) > 0; {
			n := min(size, len(rest))
			out = l.write(out, []byte(rest[:n]))
			require.LessOrEqual(t, len(l.held), maxLine)
			rest = rest[n:]
		}
		require.True(t, want == string(l.end(out)), "in pieces of %d", size)
	}
}

// A stream that pauses within a secret has written what came before the pause.
func TestTheRestOfALineIsReadWithWhatItFollows(t *testing.T) {
	l := lines{level: redact.Secrets}
	out := l.write(nil, []byte(`{"api_key": "AKIA2345`))
	require.Empty(t, out)
	require.True(t, l.waiting())
	out = l.idle(out)
	require.False(t, l.waiting())
	out = l.write(out, []byte(`ABCDEFGHIJKL"}`+"\n"))
	require.NotContains(t, string(out), "ABCDEFGHIJKL")
	require.Contains(t, string(out), "\"}\n")
	require.Empty(t, l.held)

	out = l.write(nil, []byte("key:\n-----BEGIN RSA PRIVATE KEY-----\n"+strings.Repeat("MIIEow", 10)+"\n"))
	out = l.idle(out)
	out = l.write(out, []byte(strings.Repeat("AoIBAQ", 10)+"\n-----END RSA PRIVATE KEY-----\nthen\n"))
	require.NotContains(t, string(out), "AoIBAQ")
	require.Contains(t, string(out), "\nthen\n")
	require.Empty(t, l.held)
}

func BenchmarkCleaner(b *testing.B) {
	text := []byte(strings.Repeat("a line of ordinary output, with a number 42 and a path /usr/share/doc\n", 470))
	for name, c := range map[string]*cleaner{
		"off":      newCleaner(secretsOf("secret-0123456789"), redact.Off),
		"standard": newCleaner(secretsOf("secret-0123456789"), redact.Standard),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var out []byte
			for b.Loop() {
				out = c.write(out[:0], text)
			}
		})
	}
}
