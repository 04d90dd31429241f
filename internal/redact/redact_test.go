package redact

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTheZeroLevelTakesOutMost(t *testing.T) {
	var l Level
	require.Equal(t, Strict, l)
	text := "mail bob@example.org, host 127.0.0.1, token glpat-a1B2c3D4e5F6g7H8i9J0"
	count := func(l Level) int { return len(Find([]byte(text), l)) }
	require.Equal(t, []int{3, 2, 1, 0}, []int{count(Strict), count(Standard), count(Secrets), count(Off)})
}

func TestLevelsHaveNames(t *testing.T) {
	require.Equal(t, []string{"strict", "standard", "secrets", "off"}, LevelNames())
	for _, name := range LevelNames() {
		l, err := ParseLevel(name)
		require.NoError(t, err)
		require.Equal(t, name, l.String())
	}
	_, err := ParseLevel("paranoid")
	require.ErrorContains(t, err, "paranoid")
	require.Equal(t, "level(9)", Level(9).String())
}

func TestTextPutsMarkers(t *testing.T) {
	out, found := Text("from bob@example.org to https://ci:hunter22@git.example.org", Standard)
	require.Equal(t, "from [REDACTED:email] to https://[REDACTED:url_credentials]@git.example.org", out)
	require.Len(t, found, 2)
	require.Equal(t, "email", found[0].Rule)
	plain, none := Text("nothing here", Strict)
	require.Equal(t, "nothing here", plain)
	require.Nil(t, none)
}

// Found by FuzzJSONInJSON.
func TestWhatWasTakenOutTellsOfNothingElse(t *testing.T) {
	for _, text := range []string{
		"ID:root PW:[REDACTED:password]\n\nkadmin -p admin/admin -w [REDACTED:password]",
		"amqps://[REDACTED:url_credentials]@mq.example.org/v\n\nkadmin -p admin/admin -w [REDACTED:password]",
		"password: await hash(\"[REDACTED:password]\", 12)\n\npsql \"user=ann password=[REDACTED:password]\"",
		"user=ann password: await hash(pw, 12)",
		`{"text":"get('[name=password]').type('[REDACTED:password]')\n\npassphrase: [REDACTED:password]","after":"end"}`,
	} {
		out, _ := Text(text, Standard)
		require.Equal(t, text, out)
	}
}

// Imitations have the form of the original, too.
func TestAKeyIsNamedAfterItsIssuer(t *testing.T) {
	const drawn = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-AbCdEfGhIjKlMnOpQr-AbCdEfGh"
	for key, rule := range map[string]string{
		"sk-ant-api03-" + drawn[:93] + "AA":                       "anthropic-key",
		"sk-" + drawn[:20] + "T3BlbkFJ" + drawn[20:40]:            "openai-key",
		"sk-" + drawn[:24]:                                        "litellm-or-alike-key",
		"the key is sk-" + drawn[:20] + "T3BlbkFJ" + drawn[20:40]: "openai-key",
	} {
		_, found := Text(key, Secrets)
		require.Len(t, found, 1, key)
		require.Equal(t, rule, found[0].Rule, key)
	}
}

// A password may equal its user's name, or be the word password itself.
func TestAPasswordMayBeWhatStandsBesideIt(t *testing.T) {
	for _, c := range []struct{ text, value string }{
		{`{"user":"ann7","password":"§"}`, "password"},
		{"Server=db;User ID=sa;Password=§;", "password"},
	} {
		at := strings.Index(c.text, "§")
		found := Find([]byte(strings.Replace(c.text, "§", c.value, 1)), Secrets)
		require.NotEmpty(t, found, c.text)
		last := found[len(found)-1]
		require.Equal(t, []int{at, at + len(c.value)}, []int{last.Start, last.End}, c.text)
	}
}

// Markers are not found again.
func TestMarkersStay(t *testing.T) {
	positives, _ := corpus(t)
	for _, c := range positives {
		out, _ := Text(c.text, Strict)
		again, _ := Text(out, Strict)
		require.Equal(t, out, again)
	}
}

func TestFindingsAreSortedAndApart(t *testing.T) {
	positives, _ := corpus(t)
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			text.WriteString(rapid.SampledFrom(positives).Draw(t, "line").text)
			text.WriteString(rapid.SampledFrom([]string{"\n", " ", "", "\"", "="}).Draw(t, "end"))
		}
		at := 0
		for _, f := range Find([]byte(text.String()), Strict) {
			require.GreaterOrEqual(t, f.Start, at)
			require.Greater(t, f.End, f.Start)
			at = f.End
		}
		require.LessOrEqual(t, at, text.Len())
	})
}

func TestOverlappingFindings(t *testing.T) {
	for _, c := range []struct {
		name        string
		found, want []Finding
	}{
		{"secrets become one", []Finding{{0, 10, Password, "p"}, {5, 15, APIKey, "k"}}, []Finding{{0, 15, APIKey, "k"}}},
		{"personal data in a secret yields", []Finding{{0, 20, APIKey, "k"}, {5, 15, Email, "e"}}, []Finding{{0, 20, APIKey, "k"}}},
		{"a secret in personal data names it all", []Finding{{0, 20, Email, "e"}, {5, 15, APIKey, "k"}}, []Finding{{0, 20, APIKey, "k"}}},
		{"neighbours stay apart", []Finding{{5, 10, Email, "e"}, {0, 5, IP, "i"}}, []Finding{{0, 5, IP, "i"}, {5, 10, Email, "e"}}},
	} {
		require.Equal(t, c.want, settle(c.found), c.name)
	}
}

// Each format finds what its own pattern generates, wherever it stands.
func TestFormatsFindTheirOwn(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, f := range formats() {
		if !strings.Contains(f.example, "<") {
			continue // a checksum does not match by chance
		}
		for _, around := range []string{"%s", "x = %s ", "\"%s\"", "%s\n", "(%s)", "a,%s,b"} {
			text := spell(t, rng, f)
			text = strings.Replace(around, "%s", text, 1)
			level := Secrets
			if !f.typ.secret() {
				level = Standard
			}
			require.NotEmpty(t, Find([]byte(text), level), "%s in %q", f.name, text)
		}
	}
	require.Greater(t, len(formats()), 200)
}

// A format finds its own example, and no longer does when a byte of its literal is changed.
func TestFormatsFindTheirExamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	finds := func(f *format, text string) bool {
		s := scan{text: []byte(text), level: Standard}
		if f.run {
			s.run()
			return slices.ContainsFunc(s.found, func(x Finding) bool { return x.Rule == f.name })
		}
		for i := range text {
			if slices.ContainsFunc(f.pattern.literals, func(l string) bool { return strings.HasPrefix(text[i:], l) }) {
				s.format(f, i)
			}
		}
		return len(s.found) > 0
	}
	for _, f := range formats() {
		text, found := "", false
		for range 20 { // the check rejects random texts that look like words
			if text = draw(rng, f.example); finds(&f, text) {
				found = true
				break
			}
		}
		require.True(t, found, "%s does not find its example %s", f.name, f.example)
		at, n := leadLength(f.pattern, []byte(text)), len(f.pattern.literals[0])
		if f.run {
			at, n = len(text)-f.pattern.least/2, 1
		}
		for i := range n {
			other := []byte(text)
			other[at+i] = '!'
			require.False(t, finds(&f, string(other)), "%s finds %q", f.name, other)
		}
	}
}

// spell generates a text that a pattern matches and its check accepts.
func spell(t *testing.T, rng *rand.Rand, f format) string {
	t.Helper()
	for range 1000 {
		var b []byte
		for _, s := range f.pattern.steps {
			members := s.class.members()
			for range s.min + rng.IntN(min(s.max-s.min, 20)+1) {
				b = append(b, members[rng.IntN(len(members))])
			}
		}
		if _, part, ok := f.pattern.match(b, leadLength(f.pattern, b)); ok && !filled(b) && (f.check == nil || f.check(b[part[0]:part[1]])) {
			return string(b)
		}
	}
	require.Fail(t, "no text passes the check", f.name)
	return ""
}

// leadLength returns where the literal is in a text that p generated.
func leadLength(p *pattern, b []byte) int {
	n := 0
	for p.lead > 0 && n < len(b) && n < p.steps[0].max && p.steps[0].class[b[n]] {
		n++
	}
	return n
}

func TestPatternsRefuseWhatTheyCannotRead(t *testing.T) {
	for _, expr := range []string{"[abc", "abc{2", "abc{x}", "[0-9a-f]{32}", "ab", "abc{2,y}"} {
		_, err := compile(expr, false)
		require.Error(t, err, expr)
	}
}

func TestChecksumsAgreeWithPublishedExamples(t *testing.T) {
	for address, ok := range map[string]bool{ // EIP-55
		"5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed": true,
		"fB6916095ca1df60bB79Ce92cE3Ea74c37c5d359": true,
		"fb6916095ca1df60bB79Ce92cE3Ea74c37c5d359": false,
		"fb6916095ca1df60bb79ce92ce3ea74c37c5d359": true,
	} {
		require.Equal(t, ok, eip55([]byte(address)), address)
	}
	for word, ok := range map[string]bool{ // BIP 173, BIP 350
		"A12UEL5L": false, // valid, and too short for an address
		"abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw":                           true,
		"split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w":            true,
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0":          true,
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj1":          false,
		"BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4":                              true,
		"bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4":                              false,
		"tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy":          true,
		"split1checkupstagehandshakeupstreamerranterredcaperred2y9e2w":            false,
		"an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcluded": false,
	} {
		got := bech32([]byte(word))
		require.Equal(t, ok, got, word)
	}
	require.Equal(t, uint16(0x31C3), crc16([]byte("123456789")))
	require.True(t, luhn([]byte("79927398713")))
	require.False(t, luhn([]byte("79927398710")))
}

func TestBase58CheckAgreesWithPublishedExamples(t *testing.T) {
	for text, ok := range map[string]bool{
		"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa":                  true,
		"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb":                  false,
		"1111111111111111111114oLvT2":                         true, // twenty zero bytes
		"3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy":                  true,
		"5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ": true,
		"0OIl": false,
	} {
		_, got := base58check([]byte(text), bitcoinAlphabet)
		require.Equal(t, ok, got, text)
	}
}

// The address ranges that each level leaves alone.
func TestAddressesByLevel(t *testing.T) {
	for address, standard := range map[string]bool{
		"93.184.216.34": true, "10.1.2.3": true, "192.168.0.7": true, "172.16.9.1": true, "169.254.1.1": true, "192.0.2.1": true,
		"127.0.0.1": false, "0.0.0.0": false, "255.255.255.0": false, "::1": false,
		"2001:db8::1": true, "fe80::1": true, "fd12:3456::1": true, "::ffff:10.0.0.1": true,
	} {
		text := []byte("host " + address + " up")
		require.Equal(t, standard, len(Find(text, Standard)) == 1, address)
		require.Len(t, Find(text, Strict), 1, address)
		require.Empty(t, Find(text, Secrets), address)
	}
}

func FuzzFind(f *testing.F) {
	positives, _ := corpus(f)
	for _, c := range positives {
		f.Add(c.text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, l uint8) {
		out, found := Text(text, Level(l%4))
		at := 0
		for _, x := range found {
			require.True(t, at <= x.Start && x.Start < x.End && x.End <= len(text))
			require.Contains(t, out, x.Type.Marker())
			at = x.End
		}
	})
}

// A block truncated in its last line ends there: the next block is a separate key, and the text
// between them stays.
func TestAKeyThatIsCutOffEndsWhereItIsCut(t *testing.T) {
	const key = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRI`
	out, _ := JSON([]byte(`{"a":"`+key+`","b":"`+key+`VATE KEY-----"}`), Secrets)
	require.Equal(t, `{"a":"[REDACTED:private_key]","b":"[REDACTED:private_key]"}`, string(out))
}
