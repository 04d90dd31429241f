package redact

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSignsAreReadHoweverTheyAreSpelled(t *testing.T) {
	for text, want := range map[string]string{
		"https://x.example/v1/phone/%2B49%2030%204040148/edit":                                                        "https://x.example/v1/phone/[REDACTED:phone]/edit",
		"Cookie: lang=en; card=4539%201488%200343%206467; theme=dark":                                                 "Cookie: lang=en; card=[REDACTED:payment_card]; theme=dark",
		"GET /v1?account=DE89+3704+0044%200532+0130+00&ok=1 HTTP/1.1":                                                 "GET /v1?account=[REDACTED:iban]&ok=1 HTTP/1.1",
		"<td>ann&#64;example&#46;org</td><td>&#x2b;49&nbsp;30&nbsp;4040148</td>":                                      "<td>[REDACTED:email]</td><td>[REDACTED:phone]</td>",
		`host = "10\u002e40\x2e203\x2e193" # internal`:                                                                `host = "[REDACTED:ip]" # internal`,
		`spring.url=postgres\://app\:kU7qLx2Zf9@db.example.com\:5432/app`:                                             `spring.url=postgres\://[REDACTED:url_credentials]@db.example.com\:5432/app`,
		"Telefon： +４９ ３０ ４０４０１４８":                                                                                     "Telefon： [REDACTED:phone]",
		"card: 4539\u20111488\u20110343\u20116467 ok":                                                                 "card: [REDACTED:payment_card] ok",
		"IBAN: DE89\u20093704\u20090044\u20090532\u20090130\u200900":                                                  "IBAN: [REDACTED:iban]",
		"key AKIA\u200bQYLPMN5H\u200bWU7ENBZT end":                                                                    "key [REDACTED:api_key] end",
		"Content-Transfer-Encoding: quoted-printable\n\nmail ann=40example=2Eorg":                                     "Content-Transfer-Encoding: quoted-printable\n\nmail [REDACTED:email]",
		"Content-Transfer-Encoding: quoted-printable\r\n\r\nthe key is AKIAQYLP=\r\nMN5HWU7ENBZT=20\r\nthe next line": "Content-Transfer-Encoding: quoted-printable\r\n\r\nthe key is [REDACTED:api_key]=20\r\nthe next line",

		`"the card is\n4539148803436467\nbye"`:               `"the card is\n[REDACTED:payment_card]\nbye"`,
		`"it is:\nDE89370400440532013000\n"`:                 `"it is:\n[REDACTED:iban]\n"`,
		`"it is:\n2001:db8:eb72:47::e\n"`:                    `"it is:\n[REDACTED:ip]\n"`,
		`"to\n0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n"`: `"to\n[REDACTED:crypto_address]\n"`,
		"release 1.2.3.4%20beta of x-%20y":                   "release 1.2.3.4%20beta of x-%20y",
		`"\u002e\u002e/\x2e\x2e/etc"`:                        `"\u002e\u002e/\x2e\x2e/etc"`,
		"a&nbsp;b &#64; c&#x2e;d":                            "a&nbsp;b &#64; c&#x2e;d",
		"non\u2011breaking １２ text":                          "non\u2011breaking １２ text",
		"?code=%24%7BAPI_TOKEN%7D&x=%20":                     "?code=%24%7BAPI_TOKEN%7D&x=%20",
	} {
		got, _ := Text(text, Standard)
		require.Equal(t, want, got)
	}
}

func TestLinesWithSpelledSignsAreReadTogether(t *testing.T) {
	got, _ := Text("<b>&#45;----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49&#61;\nAwEHoUQDQgAEPR3tU2Fta9ktY&#43;6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q\n&#45;----END EC PRIVATE KEY-----</b>", Standard)
	require.Equal(t, "<b>[REDACTED:private_key]</b>", got)
}
