package redact

import (
	"bytes"
	"net/netip"
	"slices"
)

// Network addresses. All addresses outside the machine are redacted, private ones too, since they
// show how a network is built. Those that every machine has (loopback, the unspecified address,
// masks) say nothing and stay, except at the strictest level.

// ipv4 judges four numbers separated by dots.
func (s *scan) ipv4(start, end int) {
	t := s.text
	var octets [4]int
	i := 0
	for p := start; p < end; p++ {
		if t[p] == '.' {
			i++
			continue
		}
		if octets[i] = octets[i]*10 + int(t[p]-'0'); octets[i] > 255 || t[p] == '0' && p+1 < end && isDigit(t[p+1]) && (p == start || t[p-1] == '.') {
			return
		}
	}
	if s.level > Strict && (octets[0] == 0 || octets[0] == 127 || octets[0] == 255) {
		return
	}
	prev, next := byteAt(t, start-1), byteAt(t, end)
	if next == '_' && stressed(t, start) || prev == '~' && next == '~' && byteAt(t, start-2) == '~' {
		prev, next = ' ', ' '
	}
	switch {
	case added(t, start) && slices.Max(octets[:]) > 30, prev >= 0x80 && slices.Max(octets[:]) > 99: // a version has smaller numbers
		if isAlnum(next) || next == '_' {
			return
		}
	case prev == '.' || prev == '-' || prev == '+' || prev == '_' || prev == '~' || prev == '^' && next != '$' || prev >= 0x80:
		return
	case isAlnum(next) || next == '_' || next == '-':
		return
	case prev == '/' && isAlnum(byteAt(t, start-2)) && next != '/' && next != ':': // Product/1.2.3.4
		return
	case prev == '@' && isAlnum(byteAt(t, start-2)) && byteAt(t, start-2) != '@' && max(octets[0], octets[1], octets[2]) < 30 && !(next == ':' && isDigit(byteAt(t, end+1))): // package@1.2.3.4
		return
	case prev == ':' && max(octets[0], octets[1], octets[2]) < 30 && ofArtifact(t, start-1): // group:artifact:1.2.3.4
		return
	case prev == '=' && bytes.IndexByte([]byte("=<>~!^"), byteAt(t, start-2)) >= 0, prev == '>' && byteAt(t, start-2) == '~': // package==1.2.3.4, package>=1.2.3.4
		return
	}
	before := s.context(start, 20)
	if containsAny(before, versionWords...) ||
		bytes.HasSuffix(before, []byte(" v")) || bytes.HasSuffix(before, []byte("§ ")) || bytes.HasSuffix(before, []byte(" ver ")) || bytes.HasSuffix(before, []byte("ver. ")) {
		return
	}
	// A section: of a standard, or a heading (1.2.3.4 Title) that starts a line or a comment. No
	// section is numbered 0.
	heading := (start == 0 || prev == '\n' || prev == '#' || prev == ' ' && (byteAt(t, start-2) == '#' || hasSuffix(t[:start], "// "))) && next == ' ' && isUpper(byteAt(t, end+1))
	if (heading || containsAny(before, "rfc ", "appnote")) && slices.Min(octets[:]) > 0 && slices.Max(octets[:]) <= 30 {
		return
	}
	if drawing(t[max(0, start-maxPath):start]) || s.ofProgram(start, end, octets) {
		return
	}
	s.add(start, end, IP, "ipv4")
}

// ofProgram reports whether four numbers are a program's version: its name precedes them ("nginx
// 1.25.3.2", "bump Node.js from 24.9.0.0 to 24.9.0.1"), or a word such as "or newer" follows. With
// a port, or in a private network, they are an address.
func (s *scan) ofProgram(start, end int, octets [4]int) bool {
	t := s.text
	most := slices.Max(octets[:])
	own := octets[0] == 10 || octets[0] == 192 && octets[1] == 168 || octets[0] == 172 && octets[1]&^15 == 16 || octets[0] == 100 && octets[1]&^63 == 64
	next := byteAt(t, end)
	if most >= 100 || own || (next == ':' || next == '/') && isDigit(byteAt(t, end+1)) || octets[0] == octets[1] && octets[1] == octets[2] && octets[2] == octets[3] {
		return false
	}
	behind := bytes.TrimLeft(t[end:min(len(t), end+24)], "`\"'*") // past the quotes of code
	for _, newer := range newerThan {
		if hasFold(behind, 0, newer) {
			return true
		}
	}
	for at, steps := start, 0; steps < 6; steps++ {
		from := max(0, at-24)
		for at > from && bytes.IndexByte([]byte(" \t:=|,(\"'`*>~-"), t[at-1]) >= 0 {
			at--
		}
		word := at
		for word > from && (isAlnum(t[word-1]) || t[word-1] == '.' || t[word-1] == '+' || t[word-1] == '#') {
			word--
		}
		name := bytes.ToLower(t[word:at])
		switch {
		case programs[string(name)] && (steps == 0 || most <= 40):
			return !(word > 0 && (t[word-1] == '-' || t[word-1] == '/' || t[word-1] == '@' || t[word-1] == '_'))
		case word == at || !betweenVersions[string(name)] && !(isDigit(t[word]) && bytes.IndexByte(t[word:at], '.') > 0):
			return false
		}
		at = word
	}
	return false
}

var newerThan = listed("newer than")

var betweenVersions = wordSet("between versions")

var programs = wordSet("programs")

// ofArtifact reports whether text[:at] ends in the quoted coordinates of a build without their
// version: "net.sf.ehcache:ehcache. A group contains a dot, or equals its artifact.
func ofArtifact(t []byte, at int) bool {
	const longest = 96
	from := at
	for from > 0 && at-from < longest && (isAlnum(t[from-1]) || bytes.IndexByte([]byte(".-_:"), t[from-1]) >= 0) {
		from--
	}
	if from == 0 || !opensQuote[t[from-1]] {
		return false
	}
	group, artifact, ok := bytes.Cut(t[from:at], []byte(":"))
	return ok && len(artifact) > 1 && isLetter(artifact[0]) && bytes.IndexByte(artifact, ':') < 0 && (bytes.IndexByte(group, '.') > 0 || bytes.Equal(group, artifact))
}

// maxPath is how many bytes before a number are searched for an SVG path.
const maxPath = 48

// drawing reports whether t ends in an SVG path: fractions without separators and drawing commands,
// 2.12 1.66 0 3.18.83 4.1 2.15A4.01.
func drawing(t []byte) bool {
	const least = 4
	letters, dots := 0, 0
	for i := len(t) - 1; i >= 0; i-- {
		switch b := t[i]; {
		case b == '.':
			dots++
		case isDigit(b), b == ' ', b == '-', b == ',':
		case pathLetter[b] && (isDigit(byteAt(t, i+1)) || byteAt(t, i+1) == '.' || byteAt(t, i+1) == '-' || byteAt(t, i+1) == ' '):
			letters++
		default:
			return letters > 0 && dots >= least
		}
	}
	return letters > 0 && dots >= least
}

var pathLetter = classOf("MmLlHhVvCcSsQqTtAaZz")

// colons examines the hexadecimal digits and colons around a number: an IPv6 or a MAC address.
func (s *scan) colons(at, e int) (end int, ok bool) {
	const longest = 46 // with an IPv4 address at the end
	t := s.text
	l, r, count := at, e, 0
	for l > 0 && at-l < longest && (isHex(t[l-1]) || t[l-1] == ':') {
		l--
	}
	for r < len(t) && r-l < longest && (isHex(t[r]) || t[r] == ':' || t[r] == '.') {
		r++
	}
	s.coloned = r
	for r > e && (t[r-1] == '.' || t[r-1] == ':' && t[r-2] != ':') {
		r--
	}
	for _, b := range t[l:r] {
		if b == ':' {
			count++
		}
	}
	if count < 2 {
		return 0, false
	}
	if isAlnum(byteAt(t, r)) || byteAt(t, r) == '_' && !stressed(t, l) {
		return 0, false
	}
	named := false // node:2001:db8::1
	if p := byteAt(t, l-1); (isAlnum(p) || p == '_' && !stressed(t, l)) && !escaped(t, l) {
		name := l + bytes.IndexByte(t[l:r], ':') + 1
		if named = name <= at && t[name] != ':'; !named {
			return 0, false
		}
		l = name
		count--
	}
	for l < at && t[l] == ':' && t[l+1] != ':' {
		l++
	}
	v := t[l:r]
	if count == 5 && len(v) == 17 && s.level == Strict && bytes.Count(v, []byte("::")) == 0 && s.cued(macCue, l, 24) {
		s.add(l, r, MAC, "mac-address")
		return r, true
	}
	if count > 8 || count == 8 && !bytes.HasPrefix(v, []byte("::")) && !bytes.HasSuffix(v, []byte("::")) || count < 7 && !bytes.Contains(v, []byte("::")) && (count < 6 || bytes.IndexByte(v, '.') < 0) {
		return 0, false
	}
	addr, err := netip.ParseAddr(string(v))
	if err != nil {
		return 0, false
	}
	groups, pairs := 0, 0
	for g := range bytes.SplitSeq(v, []byte(":")) {
		if len(g) > 0 {
			groups++
		}
		if len(g) == 2 {
			pairs++
		}
	}
	if named && (groups < 4 || !hasDigit(v)) {
		return 0, false
	}
	if pairs == 8 || pairs+1 >= groups && groups >= 5 && count < 7 { // EUI-64, or a malformed EUI-48
		return r, true
	}
	first := bytes.IndexByte(v, ':')
	if s.level > Strict && (addr.IsLoopback() || addr.IsUnspecified() || groups < 3 && first < 3 && !addr.Is4In6() && !embedded(v) && !containsAny(s.context(l, 24), "ipv6", "address")) {
		return r, true
	}
	if groups < 2 && !addr.IsLoopback() && first < 4 && !embedded(v) {
		return r, true
	}
	s.add(l, r, IP, "ipv6")
	return r, true
}

// embedded reports whether an IPv6 address ends with an IPv4 address that is worth redacting:
// ::192.0.2.1.
func embedded(v []byte) bool {
	last := v[bytes.LastIndexByte(v, ':')+1:]
	return bytes.HasPrefix(v, []byte("::")) && bytes.IndexByte(last, '.') > 0 && last[0] != '0' && !bytes.HasPrefix(last, []byte("127.")) && !bytes.HasPrefix(last, []byte("255."))
}

// nearColon reports whether the group of an IPv6 address that contains text[at:e] could end in a
// colon; a group has at most four digits.
func nearColon(t []byte, at, e int) bool {
	if e-at > 4 {
		return false
	}
	i := e
	for i < len(t) && i-at < 4 && isHex(t[i]) {
		i++
	}
	if i < len(t) && t[i] == ':' {
		return true
	}
	for i = at; i > 0 && e-i < 4 && isHex(t[i-1]); i-- {
	}
	return i > 0 && t[i-1] == ':'
}

var versionWords = listed("numbers of versions")
