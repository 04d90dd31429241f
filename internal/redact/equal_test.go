package redact

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

// alone runs each rule by itself over the whole text, at every position, without the
// passes that lead a scan to where something may be.
func alone(text []byte, l Level) []Finding {
	var found []Finding
	var cues []seen
	for _, r := range knowledge().rules {
		s := scan{text: text, level: l}
		for i := range text {
			for _, lit := range r.literals {
				if i+len(lit) <= len(text) && equalFold(text[i:i+len(lit)], lit) {
					r.at(&s, i, i+len(lit))
				}
			}
		}
		found = append(found, s.found...)
		cues = append(cues, s.cues...)
	}
	sortCues(cues)
	s := scan{text: text, level: l, cues: cues}
	if l <= Standard {
		for i, b := range text {
			if b == '@' {
				s.address(i, i+1)
			}
		}
		done := 0
		for i := range text {
			if isDigit(text[i]) && (i == 0 || !isDigit(text[i-1])) && i >= done {
				done = s.number(i)
			}
		}
	}
	for i := 0; i < len(text); i++ {
		if e := segment(text, i); e-i >= tokenStride {
			s.longToken(i, e)
			i = e
		} else if e > i {
			i = e - 1
		}
	}
	done := 0
	for i := range text {
		if isLetter(text[i]) && (i == 0 || !isLetter(text[i-1])) && i >= done {
			done = s.phrase(i)
		}
	}
	return withRepeats(text, settle(append(found, s.found...)))
}

func equalFold(b []byte, word string) bool {
	for i := range b {
		if lower(b[i]) != lower(word[i]) {
			return false
		}
	}
	return true
}

func requireEqualAlone(t *testing.T, text []byte, l Level) {
	t.Helper()
	got, want := find(text, l), alone(text, l)
	spans := func(found []Finding) (out []Finding) {
		for _, f := range found {
			f.Rule = "" // where two rules find the same, either may name it
			out = append(out, f)
		}
		return out
	}
	require.Equal(t, spans(want), spans(got), "%q", text)
}

func TestPassesFindWhatEveryRuleAloneFinds(t *testing.T) {
	positives, negatives := corpus(t)
	var all [][]byte
	for _, c := range positives {
		all = append(all, []byte(c.text))
	}
	for _, n := range negatives {
		all = append(all, []byte(n))
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for i, text := range all {
		l := Level(i % int(Off))
		requireEqualAlone(t, text, l)
		// Beside another line, and damaged.
		text = append(append(append([]byte{}, text...), "\n \",;"[rng.IntN(5)]), all[rng.IntN(len(all))]...)
		for range rng.IntN(3) {
			text[rng.IntN(len(text))] = "\x00 =:\"\\n-_1aZ@é"[rng.IntN(15)]
		}
		requireEqualAlone(t, text, l)
	}
}

func FuzzPassesFindWhatEveryRuleAloneFinds(f *testing.F) {
	positives, _ := corpus(f)
	for i, c := range positives {
		if i%5 == 0 {
			f.Add([]byte(c.text), uint8(i%3))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, l uint8) {
		if len(text) > 1<<11 {
			return
		}
		requireEqualAlone(t, text, Level(l%3))
	})
}

// No input is quadratic. The shapes aim at whatever looks around itself.
func TestTimeGrowsWithTheText(t *testing.T) {
	positives, _ := corpus(t)
	shapes := []string{
		"key", "key=", "key:\"", "password=\\", "token ", "a", "A", "0", "1 ", "1.", "1-", "1:", "::", "a:1", "f:", "+1", "(1)", "@", "a@", "a.@", "%40", "@a.b",
		"://", "a://a:", "://@", "eyJ", "eyJhbGciOiJIUzI1NiJ9.", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA", "-----BEGIN ",
		"a_b | -----BEGIN PRIVATE KEY-----\n", "a_b | -----BEGIN PRIVATE KEY-----\na_b | MIIE\n", "-----END PRIVATE KEY-----\n", "MIIEowIBAAKCAQEA\n-----END PRIVATE KEY-----\n", "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t",
		"12 345 678 ", "phone 12 345 678 ", "[\"phones\":{\"number\":\"0 2221 7713\"", "Call Ada (0 2221 7713", "authorization:\n", "authorization</b><b>", "authorization Token ", "backup words: nuage ",
		"abandon ", "abandon", "zoo, ", "legal winner ", "bearer ", "basic YTpi", "authorization: ", "authorization: digest ", "cookie: a=", "cookie:", "xoxb-", "sk-",
		"AKIA", "0x", "0xab", "bc1q", "DE89", "DE89 ", "4111 ", "4111111111111111", "phone ", "phone 1", "tx ", " -u ", "curl -u a:", "SG.", "\\", "\\n", "\"", "{\"",
		"<password>", "name: key\n", "\"key\", \"value\": ", "is ", "=", "-", "_", "z-", "1a", "aA1", "é", "пароль: ", "$", "[REDACTED:", ":AA", "/bot1", "kty\"", "{\"kty\"", "{\"kty\":\"d\":\"", "{", "mysql ", "\"mysql\",", "mysql -p1", "sqlplus a/", "jdbc:oracle:thin:", "jdbc:oracle:thin:a/",
		"token for ", "token for a is ", "password is 1", "passphrase: abc ", "passphrase abc", "2006-01-02", "2006-01-02T15:04:05", "2006-01-02T15:04:05.0",
		"machine a login b password ", " login ", "a:b@tcp(", "@tcp(", "identified by ", "grant identified by ", "convertto-securestring -a ", "pw:", "pw=a ", "\x1b[31m", "[1;m",
		"deepgram = ", "stripe key ", "newsapi key 1a", "https://hooks.slack.com/services/", "http", "&quot;", "x12 ", "1 ext. ", "abandon-", "nano_1", "key = api ",
		"12345678-1234-1234-1234-123456789abc", "0123456789abcdef", "1, ", "[1,", "[1,2],", "1234567,", "1234.56 ", "(1) ", "a1-", "-1", "_1", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN",
		"phone,", "phone,a\n", "id,phone\n1,2\n", "\"phone,", "tel|", "phone\n", "a@b.cd 0412 884 123\n", "m: 0412 ", "0412 884 123 - ", "800-A",
	}
	for i, c := range positives {
		if i%7 == 0 {
			shapes = append(shapes, c.text)
		}
	}
	for _, shape := range shapes {
		linear.Require(t, 1<<12, func(size int) { Find([]byte(strings.Repeat(shape, size/len(shape)+1)[:size]), Strict) }, shape)
	}
}

// Whatever is repeated, reading it takes a bounded multiple of what prose takes. Each of these
// took 300 to 800 times as long: the value of each name was all that follows, the digest or the
// token went on to the end, each cell looked for its row.
func TestNothingIsFarSlowerThanProse(t *testing.T) {
	const size = 1 << 15
	linear.NewMixtures(t, ".", 1).RequireNoneFarSlower(t, string(benchTexts(t)["prose"][:size]),
		[]string{"secret=", "zxlb-", "ZXlK-", "$pbkdf2@", "/pass:/", ", pw:</", "<senha'", "_pw|", "a.example.com/en@", "sendgrid-key="},
		func(text string) { Find([]byte(text), Standard) })
}

// BenchmarkSlowest is for a -benchtime of some 10000x.
func BenchmarkSlowest(b *testing.B) {
	linear.NewMixtures(b, ".", 2).Slowest(b, func(text string) { Find([]byte(text), Standard) })
}
