package redact

import "bytes"

// Links by which people share a way through a proxy hold what lets them in: as the user of an
// address, or all of it in base64.

// userLinks are the schemes of those whose user is a password.
var userLinks = newWords(`trojan hysteria hysteria2 hy2 tuic anytls snell`)

// shareLink reads such a link whose scheme ends at text[start:] and whose rest begins at text[end:],
// and reports whether it is one.
func (s *scan) shareLink(start, end int) bool {
	const longest, rest, least = 10, 2048, 16
	t := s.text
	l := start
	for l > 0 && start-l < longest && isAlnum(t[l-1]) {
		l--
	}
	scheme := string(bytes.ToLower(t[l:start]))
	switch {
	case userLinks[scheme]:
		at := end
		for at < len(t) && at-end < rest && t[at] != '@' {
			if isSpace(t[at]) || authorityStop[t[at]] || t[at] == '/' || t[at] == '?' {
				return true
			}
			at++
		}
		if at > end && byteAt(t, at) == '@' && !template(t[end:at]) && given(t[end:at], 3) && !notChosen[string(bytes.ToLower(t[end:at]))] {
			s.add(end, at, URLCredentials, "share-link")
		}
		return true
	case scheme == "vmess", scheme == "ssr", scheme == "ss":
		e := runEnd(t, end, rest, &anyBase64)
		plain := decodeBase64(t[end:e])
		if byteAt(t, e) == '@' || e-end < least || !printable(plain) || bytes.IndexByte(plain, ':') < 0 {
			return false
		}
		s.add(end, e, URLCredentials, "share-link")
		return true
	}
	return false
}
