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

// urlLevels is urlOutputTaints: levels by the beginnings of addresses, as
// normalAddress writes them.
type urlLevels map[string]outputLevel

// fetcher is the tool that says in its results where they came from. What a page
// says stands in a string of such a result, and so cannot say it.
const fetcher = "web_fetch"

// address is the beginning of addresses, or an address.
type address struct {
	scheme, host, port string // the host may begin with "*.", for whatever is below it
	path               string // decoded, without a slash at its end
}

// site is where a level holds.
type site struct {
	address
	level trust.Level
}

// Fetched is the level of a result that tells from where it was fetched, and whether
// there is one. Both the address that was asked for and the one where redirects
// ended must be in urlOutputTaints; the lower level counts. Where the call's own
// parameters are told, so must the address in them: what a host takes for its word
// about a page may be the page.
func (t *Tables) Fetched(tool string, params, result jsontext.Value) (trust.Level, bool) {
	if len(t.sites) == 0 || tool != fetcher {
		return 0, false
	}
	told := result
	if from := wire.Member(result, "fetched"); from.Kind() == '{' { // beside a text that cannot say it
		told = from
	} else if content := wire.Member(result, "content"); content != nil {
		told = content
	}
	if text := wire.Text(told); text != "" {
		told = jsontext.Value(text)
	}
	if told.Kind() != '{' || !told.IsValid() {
		return 0, false
	}
	asked, ok := t.levelAt(wire.Member(told, "url"))
	final, ended := t.levelAt(wire.Member(told, "finalUrl"))
	level := trust.Lowest(asked, final)
	if url := wire.Member(params, "url"); url != nil {
		meant, known := t.levelAt(url)
		level, ok = trust.Lowest(level, meant), ok && known
	}
	return level, ok && ended
}

// levelAt is that of the most specific site that an address, as JSON, is in.
func (t *Tables) levelAt(quoted jsontext.Value) (trust.Level, bool) {
	if quoted.Kind() != '"' {
		return 0, false
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		return 0, false
	}
	return t.levelOf(string(text))
}

func (t *Tables) levelOf(text string) (trust.Level, bool) {
	a, why := parseAddress(text)
	if why != "" || strings.HasPrefix(a.host, "*") {
		return 0, false
	}
	for i := range t.sites {
		if t.sites[i].has(a) {
			return t.sites[i].level, true
		}
	}
	return 0, false
}

// has reports whether a is in the site: whole labels of the host, whole segments of
// the path.
func (s *site) has(a address) bool {
	if s.scheme != a.scheme || s.port != a.port {
		return false
	}
	if below, ok := strings.CutPrefix(s.host, "*"); ok {
		if !strings.HasSuffix(a.host, below) {
			return false
		}
	} else if s.host != a.host {
		return false
	}
	rest, ok := strings.CutPrefix(a.path, s.path)
	return ok && (rest == "" || rest[0] == '/')
}

// newSites sorts levels, the most specific first: a host before those that
// share its end, of these the longest, and then the longest path.
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

// parseAddress reads an address, or says why it is none that could be told apart from
// others: what servers and browsers read in more than one way is in none.
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

// siteName refuses what no address could be in, or none that was meant.
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

// over is base with the addresses that m names replaced.
func (m urlLevels) over(base urlLevels) urlLevels {
	if len(m)+len(base) == 0 {
		return nil
	}
	out := urlLevels{}
	maps.Copy(out, base)
	maps.Copy(out, m)
	return out
}
