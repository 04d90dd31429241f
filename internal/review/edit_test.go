package review

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A rule is put into a file as its owner would: nothing else of it changes.
func TestARuleIsPutIntoAFile(t *testing.T) {
	site := &Rule{Keys: []string{"urlOutputTaints", "https://wiki.example"}, Value: "trusted"}
	mode := &Rule{Keys: []string{"toolOverrides", "message.react", "untrusted"}, Value: "allow"}
	host := &Rule{Keys: []string{"urlAccess", "allow"}, Value: "127.0.0.1", Item: true}
	for name, c := range map[string]struct {
		rule     *Rule
		was, now string
	}{
		"nothing":        {site, "", "urlOutputTaints:\n  https://wiki.example: trusted\n"},
		"comments alone": {site, "# mine\n", "# mine\nurlOutputTaints:\n  https://wiki.example: trusted\n"},
		"no such key":    {site, "mode: personal # as I like it", "mode: personal # as I like it\nurlOutputTaints:\n  https://wiki.example: trusted\n"},
		"an empty key":   {site, "urlOutputTaints: # none yet\nmode: dev\n", "urlOutputTaints: # none yet\n  https://wiki.example: trusted\nmode: dev\n"},
		"a block": {site, "urlOutputTaints: # pages\n    # a friend's\n    https://a.example: shared\nmode: dev\n",
			"urlOutputTaints: # pages\n    https://wiki.example: trusted\n    # a friend's\n    https://a.example: shared\nmode: dev\n"},
		"brackets":       {site, "urlOutputTaints: {https://a.example: shared}\n", "urlOutputTaints: {https://wiki.example: trusted, https://a.example: shared}\n"},
		"empty brackets": {site, "urlOutputTaints: {}\n", "urlOutputTaints: {https://wiki.example: trusted}\n"},
		"deeper": {mode, "toolOverrides:\n  # mine\n  message.react:\n    external: confirm\n",
			"toolOverrides:\n  # mine\n  message.react:\n    untrusted: allow\n    external: confirm\n"},
		"a value":        {mode, "toolOverrides:\n  message.react: {untrusted: 'confirm', external: allow} # ä\n", "toolOverrides:\n  message.react: {untrusted: allow, external: allow} # ä\n"},
		"a new tool":     {mode, "toolOverrides: {exec: {shared: allow}}\n", "toolOverrides: {message.react: {untrusted: allow}, exec: {shared: allow}}\n"},
		"a list":         {host, "urlAccess:\n  allow:\n  - a.example # mine\n", "urlAccess:\n  allow:\n  - \"127.0.0.1\"\n  - a.example # mine\n"},
		"a list in one":  {host, "urlAccess: {local: ask, allow: [a.example]}\n", "urlAccess: {local: ask, allow: [\"127.0.0.1\", a.example]}\n"},
		"no list yet":    {host, "urlAccess:\n  local: ask\n", "urlAccess:\n  allow: [\"127.0.0.1\"]\n  local: ask\n"},
		"all in one":     {host, "{\"mode\": \"personal\"}\n", "{urlAccess: {allow: [\"127.0.0.1\"]}, \"mode\": \"personal\"}\n"},
		"after a letter": {host, "x: {ä: 1, urlAccess: 2}\n", "x: {ä: 1, urlAccess: 2}\nurlAccess:\n  allow: [\"127.0.0.1\"]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			now, err := c.rule.In([]byte(c.was))
			require.NoError(t, err)
			require.Equal(t, c.now, string(now))
		})
	}
}

func TestWhatIsWrittenOtherwiseStays(t *testing.T) {
	site := &Rule{Keys: []string{"urlOutputTaints", "https://wiki.example"}, Value: "trusted"}
	for _, text := range []string{"- a\n", "urlOutputTaints: 5\n", "urlOutputTaints: null\n", "urlOutputTaints:\n  https://wiki.example: |\n    shared\n", "mode: dev\r\n", "a: [\n"} {
		_, err := site.In([]byte(text))
		require.Error(t, err, text)
	}
}

func TestARuleOnOneLine(t *testing.T) {
	require.Equal(t, "urlOutputTaints: {https://wiki.example:8443/a: trusted}", (&Rule{Keys: []string{"urlOutputTaints", "https://wiki.example:8443/a"}, Value: "trusted"}).String())
	require.Equal(t, `urlAccess: {allow: ["*.x"]}`, (&Rule{Keys: []string{"urlAccess", "allow"}, Value: "*.x", Item: true}).String())
	require.Equal(t, "authority: {mode: on}", (&Rule{Keys: []string{"authority", "mode"}, Value: "on"}).String())
}
