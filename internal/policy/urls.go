package policy

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// urlLevels is urlOutputTaints: levels by the beginnings of addresses, as normalAddress writes
// them.
type urlLevels map[string]outputLevel

// address is an address, or the beginning of addresses.
type address struct {
	scheme, host, port string // the host may begin with "*.", for everything below it
	path               string // decoded, without a slash at its end
}

// site is an address with a level.
type site struct {
	address
	level trust.Level
}

// Fetched is the level of a result that says where it was fetched from. If that is known, it
// replaces the tool's own level; otherwise the level is at most the tool's.
//
// It is known if every address is in urlOutputTaints, and then the lowest level counts: the one
// judged when the call was requested (as returned by Judged; nil if none was), the one requested
// according to the result, the one where redirects ended, and the one in the parameters that the
// host reports with the result, if it does. What the host takes for its own report about a page may
// come from the page, so that alone raises nothing.
func (t *Tables) Fetched(tool string, judged *trust.Level, params, result jsontext.Value) (level trust.Level, known bool) {
	if len(t.sites) == 0 {
		return trust.Trusted, false
	}
	f := t.Does(tool).Fetch
	if f == nil {
		return trust.Trusted, false
	}
	told := result
	if from := wire.Member(result, f.Beside); from.Kind() == '{' {
		told = from
	} else if content := wire.Member(result, f.Inside); content != nil {
		told = content
	}
	if text := wire.Text(told); text != "" {
		told = jsontext.Value(text)
	}
	known, level = judged != nil, trust.Trusted
	if known {
		level = *judged
	}
	addresses := make([]jsontext.Value, len(f.Told), len(f.Told)+1)
	if told.Kind() == '{' && told.IsValid() {
		for i, name := range f.Told {
			addresses[i] = wire.Member(told, name)
		}
	}
	if url := wire.Member(params, f.Address); url != nil {
		addresses = append(addresses, url)
	}
	for _, a := range addresses {
		l, in := t.levelAt(a)
		level, known = trust.Lowest(level, l), known && in
	}
	return level, known
}

// Judged is the level of the address that a call would fetch; nil unless urlOutputTaints raises it.
func (t *Tables) Judged(tool string, params jsontext.Value) *trust.Level {
	if len(t.sites) == 0 {
		return nil
	}
	f := t.Does(tool).Fetch
	if f == nil {
		return nil
	}
	if level, in := t.levelAt(wire.Member(params, f.Address)); in {
		return &level
	}
	return nil
}

// levelAt is levelOf for an address as JSON.
func (t *Tables) levelAt(quoted jsontext.Value) (level trust.Level, in bool) {
	if quoted.Kind() != '"' {
		return trust.Trusted, false
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		return trust.Trusted, false
	}
	return t.levelOf(string(text))
}

// levelOf returns the level of an address, and whether it is in a site. The most specific site
// counts, and an address in no site raises nothing. A more specific site that some server may take
// the address for lowers the level; so does any site that an address in none may mean.
func (t *Tables) levelOf(text string) (level trust.Level, in bool) {
	a, why := parseAddress(text)
	plain := why == "" && !strings.HasPrefix(a.host, "*")
	level = trust.Trusted
	var loose *looseAddress
	for i := range t.sites {
		s := &t.sites[i]
		if plain && s.has(a) {
			return trust.Lowest(level, s.level), true
		}
		if s.level < level {
			if loose == nil {
				loose = readLoosely(text)
			}
			if loose.mayBeIn(s) {
				level = s.level
			}
		}
	}
	return level, false
}

// has reports whether a is in the site: whole labels of the host, whole segments of the path.
func (s *site) has(a address) bool {
	if s.scheme != a.scheme || s.port != a.port || !s.hasHost(a.host) {
		return false
	}
	rest, ok := strings.CutPrefix(a.path, s.path)
	return ok && (rest == "" || rest[0] == '/')
}

func (s *site) hasHost(host string) bool {
	if below, ok := strings.CutPrefix(s.host, "*"); ok {
		return strings.HasSuffix(host, below)
	}
	return s.host == host
}

// newSites sorts levels, the most specific first: single hosts before those that share a suffix,
// longer suffixes before shorter ones, then longer paths first.
func newSites(levels urlLevels) []site {
	sites := make([]site, 0, len(levels))
	for text, o := range levels {
		a, _ := parseAddress(text) // it was read already
		sites = append(sites, site{a, o.level})
	}
	slices.SortFunc(sites, func(a, b site) int {
		wide := func(s site) int { return len(s.host) - strings.Count(s.host, "*")*1024 }
		return cmp.Or(cmp.Compare(wide(b), wide(a)), cmp.Compare(len(b.path), len(a.path)), cmp.Compare(a.text(), b.text()))
	})
	return sites
}

var usualPort = map[string]string{"http": "80", "https": "443"}

// parseAddress reads an address, or says why it is ambiguous: an address that servers and browsers
// read in several ways is in no site.
func parseAddress(text string) (a address, why string) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Opaque != "":
		return a, "write it whole, as https://example.com/docs"
	case u.Scheme != "https" && u.Scheme != "http":
		return a, "only http and https are fetched"
	case u.User != nil:
		return a, "leave out the user"
	}
	a = address{scheme: u.Scheme, host: strings.ToLower(u.Hostname()), port: u.Port(), path: strings.TrimRight(u.Path, "/")}
	if a.port == "" {
		a.port = usualPort[u.Scheme]
	}
	host := strings.TrimPrefix(a.host, "*.")
	if host == "" || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("*%\\@", r) }) ||
		strings.HasSuffix(host, ".") || strings.HasPrefix(host, ".") {
		return a, "the host must be in ASCII, with *. at most at its beginning"
	}
	escaped := strings.ToLower(u.EscapedPath())
	if strings.Contains(escaped, "%2f") || strings.Contains(escaped, "%5c") || strings.ContainsAny(u.Path, "\\\x00") ||
		strings.Contains(u.Path, "//") || slices.ContainsFunc(strings.Split(u.Path, "/"), func(s string) bool { return s == "." || s == ".." }) {
		return a, "the path must be plain, without .., // and encoded slashes"
	}
	return a, ""
}

// text is the address as a key: parsing it gives the address again.
func (a address) text() string {
	u := url.URL{Scheme: a.scheme, Host: a.host, Path: a.path}
	if strings.Contains(a.host, ":") { // IPv6
		u.Host = "[" + a.host + "]"
	}
	if a.port != usualPort[a.scheme] {
		u.Host += ":" + a.port
	}
	return u.String()
}

func (m *urlLevels) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[outputLevel](d, n, key, normalAddress, d.siteName)
}

// normalAddress writes equal addresses alike.
func normalAddress(text string) string {
	a, _ := parseAddress(text)
	return a.text()
}

// siteName rejects a site that contains no address, or hardly the intended ones.
func (d *decoder) siteName(n *yaml.Node, key, text string) bool {
	a, why := parseAddress(text)
	if u, err := url.Parse(text); why == "" && err == nil && (u.RawQuery != "" || u.ForceQuery || u.Fragment != "") {
		why = "leave out what follows the path"
	}
	if why == "" && strings.Contains(a.path, "*") {
		why = "leave out the * of the path: whatever is below an address counts with it"
	}
	if why != "" {
		d.errorf(at(n), "%s: %q: %s", key, yamltext.Cut(text), why)
	}
	return why == ""
}

// over returns base with the addresses that m names replaced.
func (m urlLevels) over(base urlLevels) urlLevels {
	if len(m)+len(base) == 0 {
		return nil
	}
	out := urlLevels{}
	maps.Copy(out, base)
	maps.Copy(out, m)
	return out
}
