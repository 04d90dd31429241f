package policy

import (
	"net/url"
	"strings"
	"unicode"
)

// Servers disagree about which addresses are the same page: one ignores letter case, one cuts
// parameters off (/guestbook;x), one decodes twice, one merges slashes. No such spelling may avoid
// an entry that lowers the level, so the entry covers everything that any of them may take for an
// address below it. If that is too much, the level is too low, and the owner can add an entry.

// looseAddress is an address as servers may read it.
type looseAddress struct {
	host  string
	paths [][]string // its segments in each reading
}

// maxDecodings is how often an address may be percent-encoded. No page has one that is encoded more
// often.
const maxDecodings = 4

// readLoosely reads any text that a client may take for an address.
func readLoosely(text string) *looseAddress {
	text = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' { // clients drop them
			return -1
		}
		return r
	}, text)
	text = strings.ReplaceAll(strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), `\`, "/")
	if scheme, rest, ok := strings.Cut(text, ":"); ok && !strings.ContainsAny(scheme, "/.?#") {
		text = rest
	}
	text = strings.TrimLeft(text, "/")
	end := strings.IndexAny(text, "/?#")
	if end < 0 {
		end = len(text)
	}
	host, path := text[:end], text[end:]
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		path = path[:i]
	}
	host = folded(decoded(host))
	host = host[strings.LastIndexByte(host, '@')+1:]
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	a := &looseAddress{host: strings.Trim(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ".")}
	a.paths = append(a.paths, segments(path, true), segments(path, false))
	if plain := strings.ReplaceAll(decoded(path), `\`, "/"); plain != path {
		a.paths = append(a.paths, segments(plain, true), segments(plain, false))
	}
	return a
}

// decoded undoes percent escapes, up to maxDecodings times.
func decoded(text string) string {
	for range maxDecodings {
		plain := unescapedPath(text)
		if plain == text {
			break
		}
		text = plain
	}
	return text
}

// unescapedPath is url.PathUnescape that keeps invalid escapes.
func unescapedPath(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := url.PathUnescape(text[i : i+3]); err == nil {
				b.WriteString(c)
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// folded removes differences that some servers ignore.
func folded(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case 0xFF01 <= r && r <= 0xFF5E: // full width
			return r - 0xFEE0
		case r == '\u3002' || r == '\uFF61': // full stops of other scripts, in a host
			return '.'
		case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text))
}

// segments returns those of a path, with ".." followed or dropped.
func segments(path string, follow bool) (out []string) {
	for s := range strings.SplitSeq(path, "/") {
		s = folded(s)
		name, _, _ := strings.Cut(s, ";")
		switch strings.TrimSpace(name) {
		case "", ".":
		case "..":
			if follow && len(out) > 0 {
				out = out[:len(out)-1]
			}
		default:
			out = append(out, s)
		}
	}
	return out
}

// mayBeIn reports whether some server may take the address for one in the site. Scheme and port do
// not count: other servers of a host often show the same pages.
func (a *looseAddress) mayBeIn(s *site) bool {
	if !s.hasHost(a.host) {
		return false
	}
	want := segments(s.path, true)
	for _, path := range a.paths {
		if begins(path, want) {
			return true
		}
	}
	return false
}

// begins reports whether a path begins with these segments. A whole name may be followed by
// something that ends one: "guestbook.html", "guestbook;x=y", "guestbook ".
func begins(path, names []string) bool {
	if len(path) < len(names) {
		return false
	}
	for i, name := range names {
		rest, ok := strings.CutPrefix(strings.TrimLeft(path[i], " ."), name)
		if !ok || rest != "" && isNameByte(rest[0]) {
			return false
		}
	}
	return true
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c >= 0x80
}
