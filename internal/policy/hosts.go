package policy

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/urlhost"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// hosts is one host or a list of them, as urlhost.Normal writes them; "*." at the beginning matches
// all hosts below one.
type hosts []string

func (l *hosts) decodeNode(d *decoder, n *yaml.Node, key string) {
	for _, item := range d.oneOrMore(n, key) {
		text, ok := d.text(item, key, maxName)
		if !ok {
			continue
		}
		host, below := strings.CutPrefix(text, "*.")
		name := host
		if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") { // an IPv6 address without its brackets
			name = "[" + host + "]"
		}
		normal, ok := urlhost.Normal(name)
		switch {
		case !ok || strings.ContainsAny(host, "*?"):
			d.errorf(at(item), "%s: %q is not a host: write its name alone, as in example.com, or *.example.com for all hosts below it", key, yamltext.Cut(text))
			continue
		case below:
			normal = "*." + normal
		}
		*l = append(*l, normal)
	}
}

func (l hosts) match(host string) bool {
	return slices.ContainsFunc(l, func(pattern string) bool { return urlhost.Matches(pattern, host) })
}

// pathPatterns is one path or a list of them: a file, a directory with everything below it, or a
// pattern of such.
type pathPatterns []string

func (l *pathPatterns) decodeNode(d *decoder, n *yaml.Node, key string) {
	for _, item := range d.oneOrMore(n, key) {
		p, ok := d.text(item, key, maxPath)
		switch {
		case !ok:
		case strings.ContainsAny(p, `[]{}\`):
			d.errorf(at(item), "%s: bad pattern %q: only * (anything in a name), ? (one character) and ** (any directories) are special; write alternatives as a list", key, yamltext.Cut(p))
		case p[0] == '~' && p != "~" && !strings.HasPrefix(p, "~/"):
			d.errorf(at(item), "%s: %q: whose home that is depends on who asks: write the path out", key, yamltext.Cut(p))
		case p == "~":
			*l = append(*l, "~/")
		default:
			*l = append(*l, p)
		}
	}
}
