package redact

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is passed over by what stands behind it would have no value if it were taken apart.
func TestIdleNamesHaveNoValue(t *testing.T) {
	befores := []string{"", " ", "the ", "\n  ", "user ann\n", "user ann and ", "changed ", "a ", "default ", "with ", "name: ", "- name: ", "(", "strcmp(", "{", "{ ", ":{", "<", "<ns:", "--", "$", "${", "+", " +",
		"/", "ENV ", "set ", "# ", "// ", ",", ", ", ";", "id;user;", "|", "| ", "&", "?", "*", "assertEqual(account.", "equal(x.", "ann:", "API ", "github "}
	names := []string{"password", "Password", "PASSWORD", "pwd", "PWD", "passphrase", "token", "TOKEN", "api_key", "API_KEY", "apiKey", "key", "secret", "client_secret", "auth", "session", "DB_PASSWORD", "account.password",
		"access_key_id", "пароль", "mot de passe", "密码"}
	signs := []string{",", ", ", ",  ", ",\n", ".", ". ", ".=", ".equals(", ".Equals(\"", "?", "? ", "?=", "??", "+", "+ ", "+=", ";", "; ", ";\n", ")", ") ", ")=", "&", "&&", "&=",
		" is ", " is  ", " was ", " is now ", " is also: ", " is still ", " is set to ", " is by default ", "  is ", "\tis ", " enter ", " type ", " that you need is "}
	values := []string{"", " ", "orchard", "orchard7", "Orchard7!", "'orchard7'", "\"orchard7\"", "\"orchard7\")", "`orchard7`", "«orchard7»", "= \"x7Kq9mZp2LvR8tYwB4nQ6sD1\"", "x7Kq9mZp2LvR8tYwB4nQ6sD1", "12345678",
		"in x7Kq9mZp2", "required, orchard7", "in a=b>x7Kq9mZp2LvR8tYw<", "orchard, and", "ended", "ended.", "ended.orchard7", "u'orchard7'", "value: orchard7", "value: 'x7Kq9mZp2LvR8tYwB4nQ6sD1'", "1;ann;orchard7\n", "a|b\n|---|---|\n| x | orchard7 |\n"}
	passed := 0
	for _, before := range befores {
		for _, name := range names {
			for _, sign := range signs {
				for i, value := range values {
					text := []byte(before + name + sign + value + "\n\n"[i%2:])
					l, r := len(before), len(before)+len(name)
					s := scan{text: text, level: Level(i % int(Off))}
					verb := bytes.TrimLeft(text[r:], " \t")
					if !s.idle(l, r) && !(bytes.IndexByte([]byte("iwte"), verb[0]) >= 0 && s.mentioned(l, r)) {
						continue
					}
					passed++
					s.valueOf(l, r, l, r)
					require.Empty(t, s.found, "%q", text)
				}
			}
		}
	}
	require.Greater(t, passed, 10_000)
}
