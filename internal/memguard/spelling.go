package memguard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// respellings are the liberties that tools take with a path before they open
// it. A tool may take any subset of them, so each one is tried upon the results
// of those before it, and the path as it was is kept too. Most paths come out as
// they went in.
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

// spellings adds to all what tools may take p for.
func spellings(all []string, p string) []string {
	all = append(all, p)
	for _, respell := range respellings {
		for _, s := range all {
			if t := respell(s); t != s && t != "" {
				all = append(all, t)
			}
		}
	}
	return all
}

// trimmed drops the white space and quotes around a path (patch headers).
func trimmed(p string) string {
	p = strings.TrimFunc(p, blank)
	return strings.TrimFunc(strings.Trim(p, "\"'`<>"), blank)
}

// blank has the byte order mark, which is white space to JavaScript alone.
func blank(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

// withoutAt drops the "@" of a mention, as the gateway's own file tools do.
func withoutAt(p string) string { return strings.TrimPrefix(p, "@") }

// withoutScheme is what a tool makes of a file URL that only cuts the scheme off.
func withoutScheme(p string) string {
	if len(p) >= 7 && strings.EqualFold(p[:7], "file://") {
		return p[7:]
	}
	return p
}

// fromFileURL reads a file URL as the WHATWG parser does: tabs and line breaks
// vanish, a query and a fragment are no part of the path, any host is this one.
func fromFileURL(p string) string {
	if strings.IndexByte(p, ':') < 0 { // most paths
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

// dropped are what a URL loses.
var dropped = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// unescaped decodes percent escapes and leaves what is none.
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

// withPlainSpaces turns every kind of space into the common one.
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

// upToNUL is what C makes of a path.
func upToNUL(p string) string {
	s, _, _ := strings.Cut(p, "\x00")
	return s
}

func withSlashes(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// withoutUnseen is what filesystems make of a name that compare names as Unicode
// folds them (ext4 and f2fs with casefold, HFS+): characters that are not seen do
// not count, and a ligature is its letters.
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

// ligatures are those that some name of a memory file has the letters of.
var ligatures = strings.NewReplacer("\uFB05", "st", "\uFB06", "st")

// withoutTails drops what some filesystems ignore at the end of a name: dots,
// spaces, and the stream after a colon.
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

// isASCII reports whether a path has nothing in it that only Unicode has, as most have not.
func isASCII(p string) bool {
	for i := range len(p) {
		if p[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
