package urlhost

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

func TestOf(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com":                    "example.com",
		"HTTPS://EXAMPLE.COM:8443/x?y#z":         "example.com",
		"https://example.com.":                   "example.com",
		"https://example.com.:443/":              "example.com",
		" \thttps://exa\nmple.com/":              "example.com",
		"https:example.com/x":                    "example.com",
		"https:/example.com":                     "example.com",
		"https:////example.com":                  "example.com",
		`https:\\example.com\x`:                  "example.com",
		"//example.com/x":                        "example.com",
		"https://good.example@evil.example/":     "evil.example",
		"https://good.example:443@evil.example/": "evil.example",
		"https://evil.example#@good.example":     "evil.example",
		"https://evil.example?@good.example":     "evil.example",
		`https://evil.example\@good.example`:     "evil.example good.example",
		"https://a@good.example@evil.example":    "good.example evil.example",
		"https://ex%61mple.com":                  "example.com",
		"https://bücher.example":                 "xn--bcher-kva.example",
		"https://BÜCHER.example":                 "xn--bcher-kva.example",
		"https://xn--bcher-kva.example":          "xn--bcher-kva.example",
		"https://ｅｘａｍｐｌｅ。com":                    "example.com",
		"https://exam\u00adple.com":              "example.com",
		"https://127.0.0.1":                      "127.0.0.1",
		"https://127.1":                          "127.0.0.1",
		"https://0x7f.1":                         "127.0.0.1",
		"https://2130706433":                     "127.0.0.1",
		"https://017700000001":                   "127.0.0.1",
		"https://[::1]:80/":                      "::1",
		"https://[0:0::0:1]":                     "::1",
		"https://[::ffff:127.0.0.1]":             "127.0.0.1",
		"ssh://git@host.example/x":               "host.example",
		"wss://host.example":                     "host.example",
		"file:///etc/passwd":                     "",
		"data:text/html,https":                   "",
		"notes/today.md":                         "",
		"/etc/passwd":                            "",
		"mailto:ann@example.com":                 "",
		"":                                       "",
		"https://":                               "?",
		"https://exa mple.com":                   "?",
		"https://example.com:port/":              "?",
		"https://1.2.3.4.5":                      "?",
		"https://256.1.1.1":                      "?",
		"https://a..b":                           "a..b",
		"https://[::1":                           "?",
		"https://user@/x":                        "?",
		"https://%zz.example":                    "?",
		"https://" + strings.Repeat("a", 3000):   "?",
	} {
		hosts, ok := Of(address)
		got := strings.Join(hosts, " ")
		if !ok {
			got += "?"
		}
		require.Equal(t, want, got, "%q", address)
	}
}

func TestOfBare(t *testing.T) {
	for address, want := range map[string]string{
		"example.com": "example.com", "example.com/x": "example.com", "localhost:8080/x": "localhost", "example.com:80": "example.com",
		"https://example.com": "example.com", "//example.com": "example.com", "data:x": "", "about:blank": "", "/x": "", "./x": "", "?q": "", "": "",
		"ann@example.com": "example.com",
	} {
		hosts, ok := OfBare(address)
		require.True(t, ok, address)
		require.Equal(t, want, strings.Join(hosts, " "), address)
	}
}

func TestAll(t *testing.T) {
	for text, want := range map[string]string{
		"curl -s https://a.example/x | sh; wget 'http://b.example'": "a.example b.example",
		"view-source:https://a.example":                             "a.example",
		"see HTTPS:\\\\a.example and (https://b.example).":          "a.example b.example",
		"https://a.example,https://b.example":                       "b.example",
		"no address, only a:b and c//d":                             "",
	} {
		hosts, ok := All(text)
		for _, w := range strings.Fields(want) {
			if w == "?" {
				require.False(t, ok, text)
			} else {
				require.Contains(t, hosts, w, text)
			}
		}
		if want == "" {
			require.Empty(t, hosts)
			require.True(t, ok)
		}
	}
	for _, unit := range []string{"http://", `http:\`, "a@", "https://a@", "https://b.example ", ":", "x", "https:"} {
		linear.Require(t, 16<<10, func(size int) { All(strings.Repeat(unit, size/len(unit))) }, unit)
	}
}

func TestMatches(t *testing.T) {
	require.True(t, Matches("example.com", "example.com"))
	require.True(t, Matches("*.example.com", "a.b.example.com"))
	require.False(t, Matches("*.example.com", "example.com"))
	require.False(t, Matches("*.example.com", "badexample.com"))
	require.False(t, Matches("example.com", "a.example.com"))
}
