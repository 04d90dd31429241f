// Package urlhost finds the hosts that an address leads to. It reads addresses as browsers do
// (the WHATWG's URL standard), and where other programs read one differently, as those do too:
// callers want to know every host that may be meant.
package urlhost

import (
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// maxAuthority bounds what is between // and the path, in bytes. A name has 253.
const maxAuthority = 1024

// Of is the hosts that an address may lead to: none for an address without a host, such as a
// path or data:, and more than one where programs disagree. ok is false if the host, or one of
// them, cannot be read.
func Of(address string) (hosts []string, ok bool) {
	address = unbroken.Replace(strings.TrimFunc(address, func(r rune) bool { return r <= ' ' }))
	rest := address
	if scheme := schemeOf(address); scheme != "" {
		rest = address[len(scheme)+1:]
		if !slices.Contains(special[:], strings.ToLower(scheme)) && !strings.HasPrefix(rest, "//") || strings.EqualFold(scheme, "file") {
			return nil, true
		}
	} else if !strings.HasPrefix(rest, "//") && !strings.HasPrefix(rest, `\\`) {
		return nil, true
	}
	return ofAuthority(strings.TrimLeft(rest, `/\`)) // to a browser, any number of them is two
}

// OfBare is Of for a parameter that holds an address; people leave out the scheme there.
func OfBare(address string) (hosts []string, ok bool) {
	text := strings.TrimFunc(address, func(r rune) bool { return r <= ' ' })
	switch scheme := schemeOf(text); {
	case text == "", strings.ContainsRune(`/\?#.`, rune(text[0])):
		return Of(text)
	case scheme != "" && !hostAndPort.MatchString(text):
		return Of(text)
	}
	return Of("https://" + text)
}

// All is the hosts of all addresses in a text. The text itself may be an address.
func All(text string) (hosts []string, ok bool) {
	hosts, ok = Of(text)
	for _, at := range begins.FindAllStringIndex(text, -1) {
		address := text[at[0]:]
		address = address[:min(len(address), maxAuthority+at[1]-at[0]+1)]
		if i := strings.IndexAny(address, " \t\r\n\"'`<>|"); i >= 0 {
			address = address[:i]
		}
		more, readable := Of(address)
		for i, h := range more {
			more[i] = strings.TrimRight(h, "),;.!*") // punctuation after the address; no host ends with it
		}
		hosts, ok = append(hosts, more...), ok && readable
	}
	slices.Sort(hosts)
	return slices.Compact(hosts), ok
}

var (
	unbroken    = strings.NewReplacer("\t", "", "\n", "", "\r", "")
	special     = [...]string{"http", "https", "ws", "wss", "ftp"}
	begins      = regexp.MustCompile(`(?i)(?:https?|wss?|ftp):[/\\]|[a-z][a-z0-9+.-]{0,31}://`)
	hostAndPort = regexp.MustCompile(`^[^:/\\?#@]+:[0-9]+(?:[/\\?#]|$)`)
)

// schemeOf is what comes before the first colon, if that can be a scheme.
func schemeOf(address string) string {
	scheme, _, found := strings.Cut(address, ":")
	for i, c := range []byte(scheme) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.')) {
			return ""
		}
	}
	if !found {
		return ""
	}
	return scheme
}

// ofAuthority reads user@host:port and ignores what follows.
func ofAuthority(text string) (hosts []string, ok bool) {
	ok = true
	read := func(ends string, ok *bool) {
		authority := text
		if i := strings.IndexAny(text, ends); i >= 0 {
			authority = text[:i]
		}
		if len(authority) > maxAuthority {
			*ok = false
			return
		}
		parts := strings.SplitN(authority, "@", 4)
		if len(parts) == 4 {
			*ok = false
			return
		}
		for _, part := range parts[min(1, len(parts)-1):] { // programs disagree about which of several @ ends the user
			host, readable := ofHostPort(part)
			if !readable {
				*ok = false
				continue
			}
			hosts = append(hosts, host)
		}
	}
	read(`/\?#`, &ok)
	if strings.Contains(text, `\`) { // a slash to browsers only; most other programs refuse it
		read("/?#", new(bool))
	}
	return hosts, ok
}

func ofHostPort(text string) (string, bool) {
	host, port := text, ""
	if strings.HasPrefix(text, "[") {
		i := strings.IndexByte(text, ']')
		if i < 0 {
			return "", false
		}
		host, port = text[:i+1], text[i+1:]
	} else if i := strings.IndexByte(text, ':'); i >= 0 {
		host, port = text[:i], text[i:]
	}
	if port != "" && (port[0] != ':' || strings.Trim(port[1:], "0123456789") != "") {
		return "", false
	}
	return Normal(host)
}

// names converts names to ASCII as browsers do.
var names = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.VerifyDNSLength(false))

// Normal is a host in the form in which hosts are compared: a name in ASCII and lower case,
// without a dot at its end, or an IP address in its usual form. ok is false for what no browser
// accepts as a host.
func Normal(host string) (string, bool) {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		ip, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
		if err != nil || !strings.HasSuffix(inner, "]") || !ip.Is6() || ip.Zone() != "" {
			return "", false
		}
		return ip.Unmap().String(), true
	}
	name, err := names.ToASCII(unescaped(host))
	if err != nil {
		return "", false
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	forbidden := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`#/:<>?@[\]^|%`, r) }
	if name == "" || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") || strings.ContainsFunc(name, forbidden) {
		return "", false
	}
	if last := name[strings.LastIndexByte(name, '.')+1:]; isNumber(last) {
		return ipv4(name)
	}
	return name, true
}

// Matches reports whether a pattern covers a host in Normal's form: the host itself or, if the
// pattern begins with "*.", any host below it.
func Matches(pattern, host string) bool {
	if below, ok := strings.CutPrefix(pattern, "*"); ok {
		return strings.HasSuffix(host, below)
	}
	return pattern == host
}

// unescaped decodes percent escapes and leaves everything else as it is.
func unescaped(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if b, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(b))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// isNumber reports whether the last label of a name makes it an IPv4 address.
func isNumber(label string) bool {
	if strings.Trim(label, "0123456789") == "" {
		return true
	}
	_, ok := number(label)
	return ok
}

// number reads a part of an IPv4 address, in any of C's three bases.
func number(text string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(text, "0x"):
		text, base = text[2:], 16
		if text == "" {
			return 0, true
		}
	case len(text) > 1 && text[0] == '0':
		text, base = text[1:], 8
	}
	n, err := strconv.ParseUint(text, base, 33)
	return n, err == nil
}

// ipv4 reads an address as C's inet_aton does: 127.1, 0x7f000001 and 017700000001 are one.
func ipv4(name string) (string, bool) {
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return "", false
	}
	var ip uint64
	for i, part := range parts {
		n, ok := number(part)
		last := i == len(parts)-1
		switch {
		case !ok, !last && n > 255, last && n >= 1<<(8*(5-len(parts))):
			return "", false
		case last:
			ip |= n
		default:
			ip |= n << (8 * (3 - i))
		}
	}
	return netip.AddrFrom4([4]byte{byte(ip >> 24), byte(ip >> 16), byte(ip >> 8), byte(ip)}).String(), true
}
