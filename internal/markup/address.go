package markup

import (
	"strings"

	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html"
)

// resolved is a Markdown address with its escapes and character references decoded, and whether
// it leads elsewhere to a client that decodes escapes or to one that does not.
func resolved(address []byte) (string, bool) {
	to := string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(address))))
	return to, elsewhere(to) || elsewhere(string(address))
}

// elsewhere reports whether an address leads, or may lead, to another host. Missing slashes do
// not matter: browsers add them.
func elsewhere(address string) bool {
	a := plain(address)
	if strings.HasPrefix(a, "//") {
		return true
	}
	scheme, rest, ok := strings.Cut(a, ":")
	if !ok || len(scheme) < 2 || strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return false // a path, perhaps with a drive letter
	}
	switch scheme {
	case "data", "cid", "blob", "about":
		return false
	case "http", "https", "ftp", "file":
		return true
	}
	return strings.HasPrefix(rest, "//")
}

// mentions reports whether a list of addresses, a style or a page contains such an address
// anywhere.
func mentions(text string) bool {
	a := plain(text)
	return strings.Contains(a, "//") || strings.Contains(a, "http:") || strings.Contains(a, "https:")
}

func notLetter(r rune) bool { return r < 'a' || 'z' < r }

// plain is an address as browsers read it: they remove some white space and control characters
// and turn backslashes into slashes. Here all ASCII white space is removed, so that the address
// also counts for a client that is more lenient.
func plain(address string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case r <= ' ' || r == 0x7f:
			return -1
		case r == '\\':
			return '/'
		}
		return r
	}, html.UnescapeString(address)))
}
