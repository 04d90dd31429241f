package redact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each command's password is found at its place in the usage, and nothing where it is missing.
func TestCommandsFindTheirPasswords(t *testing.T) {
	rows, err := readRows("commands.txt", dataFile("commands.txt"))
	require.NoError(t, err)
	for _, r := range rows {
		with := func(password, token string) string {
			line := strings.NewReplacer("PASSWORD", password, "TOKEN", token, "USER", "ann", "WORD", "some", "…", "--all").Replace(r.Text)
			return "$ " + line + "\n"
		}
		safe, found := Text(with("Vk7-orchard9Xq", "pYt7Q9vKx2RmB4wZ8nDf"), Standard)
		require.Len(t, found, 1, r.Text)
		marker := found[0].Type.Marker()
		require.Equal(t, with(marker, marker), safe)
		for _, v := range []string{"$SECRET", "<password>", "xxxx"} {
			safe, _ := Text(with(v, v), Standard)
			require.Equal(t, with(v, v), safe)
		}
	}
}

func TestUsagesOfCommands(t *testing.T) {
	for text, want := range map[string]command{
		"a -p PASSWORD":           {name: "a", flag: "-p"},
		"a b -pPASSWORD":          {name: "a b", flag: "-p", joined: true},
		"a -U USER%PASSWORD":      {name: "a", flag: "-U", after: '%'},
		"a USER/PASSWORD":         {name: "a", after: '/'},
		"a … using PASSWORD":      {name: "a", flag: "using"},
		"a -b WORD USER PASSWORD": {name: "a", flag: "b", word: 3},
		"a b TOKEN":               {name: "a b", word: 1, drawn: true},
	} {
		got, err := readCommands("f.txt", []byte(text))
		require.NoError(t, err, text)
		require.Equal(t, []command{want}, got, text)
	}
	for _, text := range []string{"a", "PASSWORD", "a -p", "a PASSWORD b", "a -p -q PASSWORD", "a Word PASSWORD", "a -p -pPASSWORD"} {
		_, err := readCommands("f.txt", []byte("# a\n"+text))
		require.EqualError(t, err, "f.txt:2: no usage of a command with one PASSWORD or TOKEN at its end", text)
	}
	_, err := readCommands("f.txt", []byte("b -p PASSWORD\na -p PASSWORD"))
	require.EqualError(t, err, `f.txt:2: "a -p PASSWORD" does not sort after "b -p PASSWORD"`)
}
