package markup

import (
	"strings"

	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html"
)

// resolved is an address of Markdown without its escapes and character references, and
// whether it leads elsewhere, to a client that knows of escapes or to one that does not.
func resolved(address []byte) (string, bool) {
	to := string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(address))))
	return to, elsewhere(to) || elsewhere(string(address))
}

// elsewhere reports whether an address leads, or may lead, to another host. One without
// slashes does so, too: browsers add them.
func elsewhere(address string) bool {
	a := plain(address)
	if strings.HasPrefix(a, "//") {
		return true
	}
	scheme, rest, ok := strings.Cut(a, ":")
	if !ok || len(scheme) < 2 || strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return false // a path, maybe with a drive
	}
	switch scheme {
	case "data", "cid", "blob", "about":
		return false
	case "http", "https", "ftp", "file":
		return true
	}
	return strings.HasPrefix(rest, "//")
}

// mentions reports whether a list of addresses, a style or a page has such an address
// anywhere.
func mentions(text string) bool {
	a := plain(text)
	return strings.Contains(a, "//") || strings.Contains(a, "http:") || strings.Contains(a, "https:")
}

func notLetter(r rune) bool { return r < 'a' || 'z' < r }

// plain is an address as browsers read it: they take out some white space and control
// characters and turn slashes round. Here all white space of ASCII goes, so that an address
// counts for a client that is more lenient.
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
