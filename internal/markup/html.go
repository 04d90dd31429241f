package markup

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// How far the end of a tag is searched for, and how much of an unclosed tag is read.
const (
	longestTag  = 64 << 10
	longestOpen = 1 << 10
)

// tagBudget is how many bytes may be read to find the tags of a text. Tags inside each other's
// quotes are read repeatedly.
func tagBudget(size int) int { return 16*size + 4<<20 }

// tags finds the tags that have something fetched. It looks wherever one may begin, even inside a
// comment, a quoted value or a text, because clients read those differently. It returns false if
// that takes too long.
func tags(text string, budget *int) ([]Fetch, bool) {
	var found []Fetch
	last := strings.LastIndexByte(text, '>')
	for i := nextTag(text, 0); i < len(text); i = nextTag(text, i+1) {
		if isAutolink(text[i:]) {
			continue
		}
		tag, end := tagAt(text, i, last, budget)
		if *budget < 0 {
			return nil, false
		}
		if address, fetches := tag.fetches(text[end:], budget); fetches {
			found = append(found, Fetch{Start: i, End: end, Address: address, Elsewhere: true})
		}
	}
	return found, true
}

// nextTag returns where the next tag may begin, or the end of the text.
func nextTag(text string, from int) int {
	for from < len(text) {
		i := strings.IndexByte(text[from:], '<')
		if i < 0 || from+i+1 >= len(text) {
			return len(text)
		}
		from += i + 1
		if c := text[from] | 0x20; 'a' <= c && c <= 'z' {
			return from - 1
		}
	}
	return len(text)
}

// isAutolink reports whether a text begins with a Markdown autolink, which looks like a tag.
func isAutolink(text string) bool {
	end := strings.IndexAny(text[1:min(len(text), longestTag)], "<> \t\r\n")
	if end < 0 || text[1+end] != '>' {
		return false
	}
	scheme, _, ok := strings.Cut(text[1:1+end], ":")
	return ok && len(scheme) >= 2 && len(scheme) <= 32 && !strings.ContainsFunc(scheme, func(r rune) bool {
		return notLetter(r|0x20) && !strings.ContainsRune("0123456789+.-", r)
	})
}

type tag html.Token

// tagAt reads one tag and returns where it ends. An unclosed tag ends with its line, and so does an
// unclosed quote: a client may close it, and removing its beginning is enough. last is the place of
// the last >.
func tagAt(text string, i, last int, budget *int) (tag, int) {
	if i < last {
		most := min(len(text), i+longestTag)
		if t, size, ok := token(text[i:most]); ok {
			*budget -= size
			return t, i + size
		}
		*budget -= most - i
	}
	end := len(text)
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		end = i + n
	}
	end = min(end, i+longestOpen)
	for _, close := range []string{">", `">`, "'>"} {
		*budget -= end - i
		if t, _, ok := token(text[i:end] + close); ok {
			return t, end
		}
	}
	return tag{}, end
}

func token(text string) (tag, int, bool) {
	z := html.NewTokenizer(strings.NewReader(text))
	if kind := z.Next(); kind != html.StartTagToken && kind != html.SelfClosingTagToken {
		return tag{}, 0, false
	}
	size := len(z.Raw()) // making the token changes these bytes
	return tag(z.Token()), size, true
}

// Attributes are grouped by what a browser does with them. In all others an address may be
// anywhere: in a list, a style, a page.
var (
	oneAddress = []string{"src", "href", "xlink:href", "poster", "data", "background"}
	neverFetch = []string{
		"action", "alt", "cite", "class", "datetime", "download", "formaction", "id", "itemid", "itemprop", "itemtype",
		"label", "lang", "longdesc", "name", "ping", "placeholder", "property", "rel", "target", "title", "type", "xmlns",
	}
)

// fetches reports whether a tag has something fetched, and from where. If the tag is a style,
// after is its text.
func (t tag) fetches(after string, budget *int) (address string, is bool) {
	switch t.Data {
	case "script":
		return "", true // it can fetch anything
	case "style":
		if end := strings.Index(after, "</"); end >= 0 {
			after = after[:end]
		}
		if *budget -= len(after); isStyle(after) {
			return "", true
		}
	}
	// If the address is a page or a program, that fetches more by itself.
	runs := slices.Contains([]string{"iframe", "frame", "embed", "object", "portal"}, t.Data)
	refreshes := t.Data == "meta" && slices.ContainsFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "http-equiv" })
	for _, a := range t.Attr {
		switch {
		case a.Val == "", slices.Contains(neverFetch, a.Key), strings.HasPrefix(a.Key, "aria-"), strings.HasPrefix(a.Key, "xmlns:"):
		case strings.HasPrefix(a.Key, "on"):
			return "", true
		case strings.HasSuffix(a.Key, "href") && (t.Data == "a" || t.Data == "area"):
		case a.Key == "content" && t.Data == "meta" && !refreshes, a.Key == "value" && t.Data != "param":
		case slices.Contains(oneAddress, a.Key):
			if elsewhere(a.Val) || runs && !isPath(a.Val) {
				return a.Val, true
			}
		case a.Key == "style" && isStyle(a.Val), mentions(a.Val):
			return a.Val, true
		}
	}
	return "", false
}

// isStyle reports whether a style may fetch something. A backslash can spell any letter.
func isStyle(text string) bool { return strings.Contains(text, `\`) || mentions(text) }

// isPath reports whether an address has no scheme.
func isPath(address string) bool {
	scheme, _, ok := strings.Cut(plain(address), ":")
	return !ok || strings.ContainsAny(scheme, "/?#")
}
