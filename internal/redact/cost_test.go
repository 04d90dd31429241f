//go:build !race

package redact

import (
	"strings"
	"testing"

	"github.com/provenanced/provenanced/internal/linear"
)

// What reading costs. The race detector would distort the measurements, so this file is left out
// when it is on.

// No input takes quadratic time. The shapes target rules that look around themselves.
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

// Reading any repeated text takes a bounded multiple of what prose takes. Each of these once took
// 300 to 800 times as long: each name's value was the whole rest, a digest or token was read to the
// end from each position, each cell searched for its row.
func TestNothingIsFarSlowerThanProse(t *testing.T) {
	const size = 1 << 15
	linear.NewMixtures(t, ".", 1).RequireNoneFarSlower(t, string(benchTexts(t)["prose"][:size]),
		[]string{"secret=", "zxlb-", "ZXlK-", "$pbkdf2@", "/pass:/", ", pw:</", "<senha'", "_pw|", "a.example.com/en@", "sendgrid-key="},
		func(text string) { Find([]byte(text), Standard) })
}
