package urlhost

import (
	"encoding/hex"
	"net/netip"
	"slices"
	"strings"
)

// Place is where a host is, as far as its name or number tells. Nothing is looked up: a local
// name that does not look like one counts as World.
type Place uint8

// The places. The zero value is a host that cannot be read.
const (
	Unread  Place = iota
	Machine       // this machine itself
	Link          // link-local, where clouds hand out a machine's credentials
	Network       // a private network
	World
)

// Local reports whether a host in the place is, or may be, in this machine's own network.
func (p Place) Local() bool { return p != World }

// places are the ranges that do not belong to the World, the narrower ones first.
var places = []struct {
	place  Place
	ranges []netip.Prefix
}{
	{Link, prefixes("169.254.0.0/16 fe80::/10 fd00:ec2::/32 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32")},
	{Machine, prefixes("0.0.0.0/8 127.0.0.0/8 ::/127")},
	{Network, prefixes("10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 192.0.0.0/24 198.18.0.0/15 224.0.0.0/3 fc00::/7 fec0::/10 ff00::/8")},
}

func prefixes(text string) (all []netip.Prefix) {
	for p := range strings.FieldsSeq(text) {
		all = append(all, netip.MustParsePrefix(p))
	}
	return all
}

// Names that stand for local places: these, and every name below them.
var (
	ofMachine = strings.Fields("localhost localdomain ip6-localhost ip6-loopback localtest.me lvh.me vcap.me lacolhost.com fuf.me localho.st")
	ofLink    = strings.Fields("metadata.google.internal metadata metadata.goog instance-data instance-data.ec2.internal")
	ofNetwork = strings.Fields("local internal lan home home.arpa intranet corp private svc")
	// In names below these, hexadecimal labels and IPv6 addresses with hyphens are read as
	// addresses, too.
	ofNumbers = strings.Fields("nip.io sslip.io xip.io rbndr.us 1u.ms")
)

// PlaceOf is the place of a host in Normal's form. A name that contains the number of a local
// address, as in 127-0-0-1.example.com, counts as that place: public services, and anybody's
// own name server, resolve it so.
func PlaceOf(host string) Place {
	if host == "" {
		return Unread
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return placeOf(ip)
	}
	for _, known := range [...]struct {
		place Place
		names []string
	}{{Link, ofLink}, {Machine, ofMachine}, {Network, ofNetwork}} {
		if slices.ContainsFunc(known.names, func(name string) bool { return isBelow(host, name) }) {
			return known.place
		}
	}
	if !strings.Contains(host, ".") {
		return Network // only a local name server resolves it
	}
	return embedded(host)
}

func isBelow(host, name string) bool {
	rest, ok := strings.CutSuffix(host, name)
	return ok && (rest == "" || strings.HasSuffix(rest, "."))
}

func placeOf(ip netip.Addr) Place {
	ip = ip.Unmap()
	for _, p := range places {
		if slices.ContainsFunc(p.ranges, func(r netip.Prefix) bool { return r.Contains(ip) }) {
			return p.place
		}
	}
	if inner, ok := inside(ip); ok {
		return placeOf(inner)
	}
	return World
}

// IPv6 addresses that stand for an IPv4 address, and the byte at which that begins.
var standIns = []struct {
	prefix netip.Prefix
	at     int
	turned bool // its bits are inverted
}{
	{netip.MustParsePrefix("::/96"), 12, false},        // IPv4-compatible, an obsolete form
	{netip.MustParsePrefix("64:ff9b::/96"), 12, false}, // NAT64
	{netip.MustParsePrefix("64:ff9b:1::/48"), 12, false},
	{netip.MustParsePrefix("2002::/16"), 2, false}, // 6to4
	{netip.MustParsePrefix("2001::/32"), 12, true}, // Teredo
}

func inside(ip netip.Addr) (inner netip.Addr, ok bool) {
	if !ip.Is6() {
		return inner, false
	}
	b := ip.As16()
	for _, s := range standIns {
		if s.prefix.Contains(ip) {
			four := [4]byte(b[s.at : s.at+4])
			if s.turned {
				for i := range four {
					four[i] ^= 0xff
				}
			}
			return netip.AddrFrom4(four), true
		}
	}
	return inner, false
}

// embedded is the most local place whose number is contained in a name.
func embedded(host string) Place {
	found := World
	note := func(ip netip.Addr) {
		if p := placeOf(ip); p < found {
			found = p
		}
	}
	parts := strings.FieldsFunc(host, func(r rune) bool { return r == '.' || r == '-' })
	for i := 0; i+4 <= len(parts); i++ {
		if ip, err := netip.ParseAddr(strings.Join(parts[i:i+4], ".")); err == nil {
			note(ip)
		}
	}
	if !slices.ContainsFunc(ofNumbers, func(name string) bool { return isBelow(host, name) }) {
		return found
	}
	for label := range strings.SplitSeq(host, ".") {
		if b, err := hex.DecodeString(label); err == nil && len(b) == 4 {
			note(netip.AddrFrom4([4]byte(b)))
		}
		if ip, err := netip.ParseAddr(strings.ReplaceAll(label, "-", ":")); err == nil {
			note(ip)
		}
	}
	return found
}
