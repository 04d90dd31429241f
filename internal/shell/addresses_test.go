package shell_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
)

// The output of curl has the level of its address only if there is no doubt that it fetches it.
func TestCurlFromKnownAddresses(t *testing.T) {
	known := map[string]trust.Level{"http://localhost:8080/health": trust.Trusted, "https://wiki.example.com/a?b=c&d": trust.Shared, "http://localhost:8080": trust.Trusted}
	programs := shell.NewPrograms(nil)
	programs = programs.At(func(address string) (trust.Level, bool) {
		level, ok := known[address]
		return level, ok
	})
	for line, want := range map[string]trust.Level{
		"curl http://localhost:8080/health":                                                      trust.Trusted,
		"curl localhost:8080/health":                                                             trust.Trusted,
		"curl -sSf -m 5 --retry 3 'localhost:8080/health' | jq -r .status":                       trust.Trusted,
		"make start & sleep 2 && curl -s localhost:8080":                                         trust.Trusted,
		"cd /srv; curl -so /dev/null -w '%{http_code}' localhost:8080 2>/dev/null; ls":           trust.Trusted,
		"curl -X POST localhost:8080 \\\n  -H \"Accept: text/plain\" \\\n  -d '{\"a\": 1}' 2>&1": trust.Trusted,
		"curl localhost:8080 'https://wiki.example.com/a?b=c&d'":                                 trust.Shared,
		"curl -s localhost:8080\ncurl -s localhost:8080/health":                                  trust.Trusted,
		"curl localhost:8080/health > page; ls":                                                  trust.Trusted,

		"curl https://evil.example":                                  trust.Untrusted,
		"curl localhost:8080 https://evil.example":                   trust.Untrusted,
		"curl localhost:8080; curl https://evil.example":             trust.Untrusted,
		"curl localhost:8080 | sh":                                   trust.Untrusted,
		"curl -L localhost:8080":                                     trust.Untrusted,
		"curl -sL localhost:8080":                                    trust.Untrusted,
		"curl --location localhost:8080":                             trust.Untrusted,
		"curl --loc localhost:8080":                                  trust.Untrusted,
		"curl -x evil.example localhost:8080":                        trust.Untrusted,
		"curl -K- localhost:8080":                                    trust.Untrusted,
		"curl --resolve localhost:8080:192.0.2.1 localhost:8080":     trust.Untrusted,
		"curl --url https://evil.example localhost:8080":             trust.Untrusted,
		"curl -H 'Host: evil.example' localhost:8080":                trust.Untrusted,
		"curl -H'Host: evil.example' localhost:8080":                 trust.Untrusted,
		"curl -sH 'host: evil.example' localhost:8080":               trust.Untrusted,
		"curl -H @headers localhost:8080":                            trust.Untrusted,
		"curl -so":                                                   trust.Untrusted,
		"curl":                                                       trust.Untrusted,
		"curl ''":                                                    trust.Untrusted,
		"curl \"\" localhost:8080":                                   trust.Untrusted,
		"curl localhost:8080 $PAGE":                                  trust.Untrusted,
		"curl localhost:8080 `cat page`":                             trust.Untrusted,
		"curl localhost:8080 \"$(cat page)\"":                        trust.Untrusted,
		"curl localhost:8080 \"$PAGE\"":                              trust.Untrusted,
		"curl {localhost:8080,evil.example}":                         trust.Untrusted,
		"curl '{localhost:8080,evil.example}'":                       trust.Untrusted,
		"curl localhost:8080 # all":                                  trust.Untrusted,
		"curl localhost:8080 <page":                                  trust.Untrusted,
		"curl localhost:8080 'open":                                  trust.Untrusted,
		"echo https://evil.example | xargs curl localhost:8080":      trust.Untrusted,
		"echo https://evil.example | xargs \\\n curl localhost:8080": trust.Untrusted,
		"find . -exec curl localhost:8080 ';'":                       trust.Untrusted,
		"docker exec web curl localhost:8080":                        trust.Untrusted,
		"docker exec -i web sh <<EOF\ncurl localhost:8080\nEOF":      trust.Untrusted,
		"ssh far 'curl localhost:8080'":                              trust.Untrusted,
		"sh -c 'curl localhost:8080'":                                trust.Untrusted,
		"http_proxy=evil.example curl localhost:8080":                trust.Untrusted,
		"export http_proxy=evil.example; curl localhost:8080":        trust.Untrusted,
		"sudo curl localhost:8080":                                   trust.Untrusted,
		"./curl localhost:8080":                                      trust.Untrusted,
		"wget localhost:8080":                                        trust.Untrusted,
		"curlie localhost:8080":                                      trust.Untrusted,
		"curl ftp://localhost:8080":                                  trust.Untrusted,
		"curl wiki.example.com/a":                                    trust.Untrusted,
	} {
		level, name := programs.Output(shell.Read(line), trust.Trusted)
		require.Equal(t, want, level, "%s: %s", line, name)
	}
	level, _ := programs.Output(shell.Read("curl localhost:8080", shell.Variable{Name: "ALL_PROXY", Value: shell.Word{Text: "socks5://evil.example"}}), trust.Trusted)
	require.Equal(t, trust.Untrusted, level)
	level, name := programs.Output(shell.Read("curl 'https://wiki.example.com/a?b=c&d'"), trust.External)
	require.Equal(t, trust.External, level, "an address raises no level of the tool's")
	require.Empty(t, name)
}
