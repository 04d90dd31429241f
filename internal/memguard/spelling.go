package memguard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// respellings are the changes that tools make to a path before they open it. A tool may make any
// subset of them, so each one is applied to the results of those before it, and the unchanged path
// is kept, too. Most paths do not change.
var respellings = [...]func(string) string{
	trimmed,
	withoutAt,
	withoutScheme,
	fromFileURL,
	withPlainSpaces,
	upToNUL,
	withSlashes,
	withoutUnseen,
	withoutTails,
}

// spellings appends to all every path that a tool may open for p.
func spellings(all []string, p string) []string {
	all = append(all, p)
	if isPlain(p) {
		return all
	}
	for _, respell := range respellings {
		for _, s := range all {
			if t := respell(s); t != s && t != "" {
				all = append(all, t)
			}
		}
	}
	return all
}

// isPlain reports whether none of the respellings can change a path, as is so for most: it has only
// ASCII letters, digits, slashes, hyphens, underscores, and single dots and spaces inside names.
func isPlain(p string) bool {
	ends := true // a name, or the path
	for i := len(p) - 1; i >= 0; i-- {
		switch c := p[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
			ends = false
		case c == '/':
			ends = true
		case !ends && (c == '.' || c == ' ' && i > 0):
			ends = true
		default:
			return false
		}
	}
	return true
}

// trimmed removes the white space and quotes around a path (patch headers).
func trimmed(p string) string {
	p = strings.TrimFunc(p, blank)
	return strings.TrimFunc(strings.Trim(p, "\"'`<>"), blank)
}

// blank includes the byte order mark, which is white space in JavaScript.
func blank(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

// withoutAt removes the "@" of a mention, as the gateway's own file tools do.
func withoutAt(p string) string { return strings.TrimPrefix(p, "@") }

// withoutScheme cuts off the scheme of a file URL, as some tools do.
func withoutScheme(p string) string {
	if len(p) >= 7 && strings.EqualFold(p[:7], "file://") {
		return p[7:]
	}
	return p
}

// fromFileURL reads a file URL like the WHATWG parser: tabs and line breaks are removed, a query
// and a fragment do not belong to the path, and the host is ignored.
func fromFileURL(p string) string {
	if strings.IndexByte(p, ':') < 0 { // as in most paths
		return p
	}
	u := dropped.Replace(strings.TrimFunc(p, blank))
	if len(u) < 5 || !strings.EqualFold(u[:5], "file:") {
		return p
	}
	u = strings.ReplaceAll(u[5:], `\`, "/")
	if i := strings.IndexAny(u, "?#"); i >= 0 {
		u = u[:i]
	}
	if rest, ok := strings.CutPrefix(u, "//"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			u = rest[i:]
		}
	}
	return unescaped(u)
}

// dropped are the characters that a URL loses.
var dropped = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// unescaped decodes percent escapes, and leaves invalid ones.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := hexDigit(s[i+1]), hexDigit(s[i+2])
			if hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexDigit(c byte) int {
	return strings.IndexByte("0123456789abcdef", lower(c))
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'F' {
		return c + 'a' - 'A'
	}
	return c
}

// withPlainSpaces replaces every kind of space by the ordinary one.
func withPlainSpaces(p string) string {
	if isASCII(p) {
		return p
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return ' '
		}
		return r
	}, p)
}

// upToNUL cuts a path at a NUL, as C does.
func upToNUL(p string) string {
	s, _, _ := strings.Cut(p, "\x00")
	return s
}

func withSlashes(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// withoutUnseen folds a name like filesystems that compare names by Unicode folding (ext4 and f2fs
// with casefold, HFS+): invisible characters are removed, and a ligature becomes its letters.
func withoutUnseen(p string) string {
	if isASCII(p) {
		return p
	}
	p = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, p)
	return ligatures.Replace(p)
}

// ligatures are those whose letters occur in the name of a memory file.
var ligatures = strings.NewReplacer("\uFB05", "st", "\uFB06", "st")

// withoutTails removes what some filesystems ignore at the end of a name: dots, spaces, and the
// stream after a colon.
func withoutTails(p string) string {
	for name := range strings.SplitSeq(p, "/") {
		if withoutTail(name) != name {
			names := strings.Split(p, "/")
			for i := range names {
				names[i] = withoutTail(names[i])
			}
			return strings.Join(names, "/")
		}
	}
	return p // as most paths are
}

func withoutTail(name string) string {
	short := name
	if i := strings.IndexByte(short, ':'); i > 1 {
		short = short[:i]
	}
	if short = strings.TrimRight(short, ". "); short == "" {
		return name
	}
	return short
}

// isASCII reports whether a path is ASCII, as most are.
func isASCII(p string) bool {
	for i := range len(p) {
		if p[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
