package flow

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// joinedBySlashes is the joint in "http://host".
const joinedBySlashes = 7 + ('/'+'/')&7

// mayLink reports whether a word with this joint may be in a link or an address.
func mayLink(joint uint8) bool {
	return joint == joinedByDot || joint == joinedByAt || joint == joinedBySlashes
}

// A link is an address that leads somewhere, in a text.
type link struct {
	start, end int
	mail       bool // an e-mail address
	sure       bool // it has a scheme, www. or a known domain; otherwise it may be a file's name
}

// linkAt reads the link whose first word text[start:] begins with.
func linkAt(text []byte, start int) (link, bool) {
	end, at, slash := start, -1, -1
	var last byte
scan:
	for end < len(text) && end-start < maxLink {
		c := text[end]
		switch {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(text[end:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				break scan
			}
			end += size
			last = 'x'
			continue
		case c <= ' ', c == '"', c == '\'', c == '<', c == '>', c == '(', c == ')', c == '[', c == ']', c == '{', c == '}', c == '`', c == '|', c == '\\', c == 0x7f:
			break scan
		case (c == ',' || c == ';') && (at >= 0 || slash < 0):
			break scan
		case c == '@' && slash < 0 && at < 0:
			at = end
		case c == '/' && slash < 0 && !(end > start && last == ':'):
			if end == start || last != '/' || !bytes.HasSuffix(text[start:end], []byte(":/")) {
				slash = end
			}
		}
		last = c
		end++
	}
	raw := text[start:end]
	raw = bytes.TrimRight(raw, ".,)!?;:*_~/")
	l := link{start: start, end: start + len(raw)}
	if bytes.Contains(raw, []byte("://")) || hasFold(raw, "www.") {
		l.sure = true
		return l, true
	}
	host := raw
	if at >= 0 && at < l.end {
		l.mail, l.sure = true, true
		host = text[at+1 : l.end]
		for i, c := range host {
			if c != '.' && c != '-' && class[c]&isWord == 0 && c != '_' && c < utf8.RuneSelf {
				host = bytes.TrimRight(host[:i], ".-")
				break
			}
		}
		l.end = at + 1 + len(host)
	} else if i := bytes.IndexAny(host, "/?#:"); i >= 0 {
		host = host[:i]
	}
	dot := bytes.LastIndexByte(host, '.')
	if dot <= 0 || dot == len(host)-1 {
		return link{}, false
	}
	for _, c := range host[:dot] {
		if c != '.' && c != '-' && c != '_' && class[c]&isWord == 0 && c < utf8.RuneSelf {
			return link{}, false
		}
	}
	top := host[dot+1:]
	for _, c := range top {
		if c >= '0' && c <= '9' || c < utf8.RuneSelf && class[c]&isWord == 0 {
			return link{}, false
		}
	}
	l.sure = l.sure || lexicon.domains[string(bytes.ToLower(top))]
	return l, len(top) >= 2
}

const maxLink = 2048 // bytes of a link that are read

func hasFold(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && bytes.EqualFold(b[:len(prefix)], []byte(prefix))
}

// address returns a link without irrelevant differences, and its host. A link covers nothing below
// it, and nothing with a query added. Everything that a server can distinguish is kept, since it
// could carry data: the case of letters in a path, and the dots and slashes at its end.
func address(dst, raw []byte) (whole, host []byte) {
	start := len(dst)
	dst = append(dst, bytes.TrimSpace(raw)...)
	whole = dst[start:]
	for _, scheme := range [...]string{"http://", "https://"} {
		if hasFold(whole, scheme) {
			whole = whole[len(scheme):]
			break
		}
	}
	host = whole
	if i := bytes.IndexAny(host, "/?#\\"); i >= 0 {
		host = host[:i]
	}
	for i, c := range host {
		host[i] = lower[c]
	}
	if www := []byte("www."); bytes.HasPrefix(whole, www) {
		whole, host = whole[len(www):], host[len(www):]
	}
	whole = bytes.TrimSuffix(whole, []byte("/"))
	if i := bytes.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	return whole, host
}
