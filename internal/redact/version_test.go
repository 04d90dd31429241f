package redact

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersionsAreNoAddresses(t *testing.T) {
	for _, text := range []string{
		"node 24.9.0.1 is installed", "nginx 1.25.3.2", "| nginx | 1.25.3.2 |", "nginx: 1.25.3.2", "nginx (1.25.3.2)", `PostgreSQL "15.4.0.1"`, "Node.js 24.9.0.1",
		"bump nginx from 1.25.3.1 to 1.25.3.2", "Chrome 24.9.0.1, Firefox 11.0.2.1", "on WSL >= 2.6.1.0 a", "needs 2.6.1.0 or newer", "`2.6.1.0` and later", "OpenSSL now 3.0.2.15",
	} {
		safe, _ := Text(text, Standard)
		require.Equal(t, text, safe)
	}
	for text, want := range map[string]string{
		"ping 24.9.0.1":                    "ping [REDACTED:ip]",
		"nginx 10.0.0.5":                   "nginx [REDACTED:ip]",
		"nginx 24.9.0.1:8080":              "nginx [REDACTED:ip]:8080",
		"python 8.8.8.8":                   "python [REDACTED:ip]",
		"node 203.0.113.7 is down":         "node [REDACTED:ip] is down",
		"docker 172.17.0.1":                "docker [REDACTED:ip]",
		"connection from 24.9.0.1 refused": "connection from [REDACTED:ip] refused",
		"my-nginx 24.9.0.1":                "my-nginx [REDACTED:ip]",
		"allow 24.9.0.1/16 for nginx":      "allow [REDACTED:ip]/16 for nginx",
	} {
		safe, _ := Text(text, Standard)
		require.Equal(t, want, safe)
	}
}

// A secret in a YAML block extends to the block's end.
func TestABlockIsTakenOutWhole(t *testing.T) {
	for text, want := range map[string]string{
		"db:\n  password: |\n    Tr0ub4dor3first\n    Zk9secondlinepart\n  host: db.example": "db:\n  password: |\n    [REDACTED:password]\n  host: db.example",
		"password: |-\n  hunter2\n\n  Zk9#second-line\nuser: ann":                            "password: |-\n  [REDACTED:password]\nuser: ann",
		"password: >\r\n  Tr0ub4dor3first\r\n  Zk9second\r\nnext: 1":                         "password: >\r\n  [REDACTED:password]\r\nnext: 1",
		"api_key: >-\n  9f8a7b6c5d4e3f2a1b0c\n  8d7e6f5a4b3c2d1e0f9a\n":                      "api_key: >-\n  [REDACTED:api_key]\n",
		`{"y":"password: |\n  Tr0ub4dor3first\n  Zk9second\nhost: x"}`:                       `{"y":"password: |\n  [REDACTED:password]\nhost: x"}`,
	} {
		safe, _ := Text(text, Secrets)
		require.Equal(t, want, safe)
	}
	for _, text := range []string{
		"password: |\n  Please ask Bob for the\n  password of the day\n", "token: |\n  changeme\n  example\n", "description: |\n  Tr0ub4dor3first\n  Zk9second\n",
	} {
		safe, _ := Text(text, Secrets)
		require.Equal(t, text, safe)
	}
}
