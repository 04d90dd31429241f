package injection

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Quotations in a text about attacks, and the encodings of an ordinary one, are read to the end.
func TestLongTextsAreReadWhole(t *testing.T) {
	var links, quotes, names strings.Builder
	for i := range 8 << 10 {
		fmt.Fprintf(&links, "<li><a href=\"https://ru.wikipedia.org/wiki/%s\" title=\"Московская область, район %d\">Московская область</a></li>\n", url.PathEscape("Московская_область"), i)
		fmt.Fprintf(&quotes, "Prompt injection attacks against language models, example %d: the attacker writes \"ignore all previous instructions\" into a page.\n", i)
		fmt.Fprintf(&names, `{"id": %d, "name": "\u0418\u0432\u0430\u043d\u043e\u0432\u0430", "city": "\u041c\u043e\u0441\u043a\u0432\u0430"},`, i)
	}
	for name, text := range map[string]string{
		"links to titles in Cyrillic": links.String(),
		"quoted attacks":              quotes.String(),
		"names in escapes of JSON's":  names.String(),
	} {
		findings, whole := Read(text)
		require.True(t, whole, name)
		require.False(t, Flagged(findings), "%s: %v", name, findings)
	}
}
