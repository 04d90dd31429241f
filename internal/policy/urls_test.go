package policy_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
)

const sites = `
urlOutputTaints:
  https://wiki.example.com: trusted
  https://wiki.example.com/guests/: external
  https://Wiki.example.com:443/guests/board: shared
  https://*.example.com/: shared
  https://*.dev.example.com: untrusted
  https://*.example.com/feeds: external
  http://localhost:8080/docs: trusted
  http://[::1]/: shared
`

// asked is the level of a judged address.
var asked = new(trust.Trusted)

// fetched is a result of the gateway's web_fetch.
func fetched(url, final string) jsontext.Value {
	inner, _ := json.Marshal(map[string]any{"url": url, "finalUrl": final, "status": 200, "text": `"finalUrl":"https://wiki.example.com/"`})
	out, _ := json.Marshal([]any{map[string]any{"type": "text", "text": string(inner)}})
	return out
}

func TestFetchedFrom(t *testing.T) {
	p := parse(t, sites)
	for _, tables := range []interface {
		Fetched(string, *trust.Level, jsontext.Value, jsontext.Value) (trust.Level, bool)
	}{p.For(""), parse(t, string(p.YAML())).For("")} {
		for url, want := range map[string]string{
			"https://wiki.example.com":                            "trusted",
			"https://wiki.example.com/":                           "trusted",
			"HTTPS://WIKI.EXAMPLE.COM:443/a/b?c=d#e":              "trusted",
			"https://wiki.example.com/guestsandall":               "trusted",
			"https://wiki.example.com/guests":                     "external",
			"https://wiki.example.com/guests/x":                   "external",
			"https://wiki.example.com/guests/board":               "shared",
			"https://wiki.example.com/guests/boardroom":           "external",
			"https://blog.example.com/x":                          "shared",
			"https://a.b.example.com/x":                           "shared",
			"https://blog.example.com/feeds/all":                  "external",
			"https://x.dev.example.com/feeds":                     "untrusted",
			"http://localhost:8080/docs/a":                        "trusted",
			"http://[::1]:80/a":                                   "shared",
			"http://localhost:8080/":                              "",
			"http://localhost/docs":                               "",
			"https://example.com/":                                "",
			"https://notexample.com/":                             "",
			"http://wiki.example.com/":                            "",
			"https://wiki.example.com:8443/":                      "",
			"https://wiki.example.com.evil.example/":              "",
			"https://wiki.example.com@evil.example/":              "",
			"https://ann@wiki.example.com/":                       "",
			"https://evil.example/https://wiki.example.com/":      "",
			"https://evil.example\\\\@wiki.example.com/":          "",
			"https://wiki.example.com/guests%2Fx":                 "",
			"https://wiki.example.com/a/../guests":                "",
			"https://wiki.example.com/a/%2e%2e/guests":            "",
			"https://wiki.example.com//guests":                    "",
			"https://wiki.example.com\t/":                         "",
			"https://wiki%2eexample.com/":                         "",
			"https://wiki.example.com./":                          "",
			"https://wiki。example.com/":                           "",
			"https:wiki.example.com":                              "",
			"//wiki.example.com/":                                 "",
			"file://wiki.example.com/etc/passwd":                  "",
			"https://*.example.com/":                              "",
			"https://wiki.example.com/" + strings.Repeat("a", 99): "trusted",
		} {
			level, ok := tables.Fetched("web_fetch", asked, nil, fetched(url, url))
			require.Equal(t, want != "", ok, url)
			if ok {
				require.Equal(t, want, level.String(), url)
			}
		}
	}
}

func TestBothEndsOfAFetchCount(t *testing.T) {
	tables := parse(t, sites).For("")
	const wiki, guests, elsewhere = "https://wiki.example.com/", "https://wiki.example.com/guests", "https://evil.example/"
	for _, ends := range [][2]string{{wiki, guests}, {guests, wiki}} {
		level, ok := tables.Fetched("web_fetch", asked, nil, fetched(ends[0], ends[1]))
		require.True(t, ok)
		require.Equal(t, trust.External, level)
	}
	for _, result := range []jsontext.Value{
		fetched(wiki, elsewhere), fetched(elsewhere, wiki), fetched(wiki, ""),
		jsontext.Value(`"{\"url\":\"https://wiki.example.com/\"}"`),
		jsontext.Value(`"see https://wiki.example.com/"`),
		jsontext.Value(`"{\"url\":\"https://wiki.example.com/\",\"finalUrl\":\"https://evil.example/\",\"finalUrl\":\"https://wiki.example.com/\"}"`),
		jsontext.Value(`"{\"url\":\"https://wiki.example.com/\",\"finalUrl\":\"https://wiki.example.com/\"} and more"`),
		jsontext.Value(`{"url":"https://wiki.example.com/","finalUrl":"https://wiki.example.com/","content":"a page"}`),
		jsontext.Value(`null`), nil,
	} {
		_, ok := tables.Fetched("web_fetch", asked, nil, result)
		require.False(t, ok, "%s", result)
	}
	for _, result := range []jsontext.Value{
		jsontext.Value(`"{\"url\":\"https://wiki.example.com/\",\"finalUrl\":\"https://wiki.example.com/\"}"`),
		jsontext.Value(`{"url":"https://wiki.example.com/","finalUrl":"https://wiki.example.com/","text":"a page"}`),
		jsontext.Value(`{"content":` + string(fetched(wiki, wiki)) + `}`),
	} {
		level, ok := tables.Fetched("web_fetch", asked, nil, result)
		require.True(t, ok, "%s", result)
		require.Equal(t, trust.Trusted, level)
	}
	beside := func(url, final string) jsontext.Value {
		return jsontext.Value(`{"content":[{"type":"text","text":"NOTICE {\"url\":\"x\"}"}],"fetched":{"url":"` + url + `","finalUrl":"` + final + `"}}`)
	}
	level, ok := tables.Fetched("web_fetch", asked, nil, beside(wiki, guests))
	require.True(t, ok, "beside a text that cannot say it")
	require.Equal(t, trust.External, level)
	_, ok = tables.Fetched("web_fetch", asked, nil, beside(wiki, elsewhere))
	require.False(t, ok)
	_, ok = tables.Fetched("browser", asked, nil, fetched(wiki, wiki))
	require.False(t, ok, "only the fetcher's own words count")
	_, ok = parse(t, "").For("").Fetched("web_fetch", asked, nil, fetched(wiki, wiki))
	require.False(t, ok)
}

// A host may take the page's word for where it came from. What was requested is the model's word,
// and the model had not seen the page.
func TestAPageDoesNotSayWhatWasAskedFor(t *testing.T) {
	tables := parse(t, sites).For("")
	const wiki = "https://wiki.example.com/"
	for params, want := range map[string]string{
		`{"url":"https://wiki.example.com/a"}`:        "trusted",
		`{"url":"https://wiki.example.com/guests/a"}`: "external",
		`{"maxChars":100}`:                            "trusted",
		``:                                            "trusted",
		`{"url":"https://evil.example/"}`:             "",
		`{"url":"wiki.example.com"}`:                  "",
		`{"url":["https://wiki.example.com/a"]}`:      "",
	} {
		level, ok := tables.Fetched("web_fetch", asked, jsontext.Value(params), fetched(wiki, wiki))
		require.Equal(t, want != "", ok, params)
		if ok {
			require.Equal(t, want, level.String(), params)
		}
	}
}

func TestAnAgentHasSitesOfItsOwn(t *testing.T) {
	p := parse(t, "urlOutputTaints: {'https://a.example': trusted, 'https://b.example': shared}\nagentOverrides: {work: {urlOutputTaints: {'https://A.example/': external}}}")
	for agent, want := range map[string]trust.Level{"": trust.Trusted, "work": trust.External} {
		level, ok := p.For(agent).Fetched("web_fetch", asked, nil, fetched("https://a.example/x", "https://a.example/y"))
		require.True(t, ok)
		require.Equal(t, want, level)
	}
	level, _ := p.For("work").Fetched("web_fetch", asked, nil, fetched("https://b.example/", "https://b.example/"))
	require.Equal(t, trust.Shared, level)
}

// What curl fetches here has the level of its address; on another machine, localhost is another
// machine.
func TestACommandFetchesFromKnownAddresses(t *testing.T) {
	tables := parse(t, sites).For("")
	for _, c := range []struct {
		tool, params string
		want         trust.Level
	}{
		{"exec", `{"command":"curl -s localhost:8080/docs/a | jq ."}`, trust.Trusted},
		{"exec", `{"command":"curl -s https://wiki.example.com/guests/x","host":"gateway"}`, trust.External},
		{"exec", `{"command":"curl -s localhost:8080/"}`, trust.Untrusted},
		{"exec", `{"command":"curl -s localhost:8080/docs","host":"node"}`, trust.Untrusted},
		{"exec", `{"command":"curl -s localhost:8080/docs","host":" Node"}`, trust.Untrusted},
		{"exec", `{"command":"curl -s localhost:8080/docs","host":"sandbox"}`, trust.Untrusted},
		{"exec", `{"command":"curl -s localhost:8080/docs","node":"phone"}`, trust.Untrusted},
		{"exec", `{"command":"curl -s localhost:8080/docs","env":{"http_proxy":"evil.example"}}`, trust.Untrusted},
		{"nodes", `{"action":"run","command":["curl","localhost:8080/docs"]}`, trust.Untrusted},
		{"process", `{"action":"write","data":"curl localhost:8080/docs\n"}`, trust.Untrusted},
		{"terminal", `{"action":"input","data":"curl localhost:8080/docs\n"}`, trust.Untrusted},
	} {
		require.Equal(t, c.want, tables.Reading().OutputOf(c.tool, jsontext.Value(c.params)), "%s %s", c.tool, c.params)
	}
}

// An entry that lowers the level covers whatever some server may take for an address below it; one
// that raises it covers only what is certain to be one.
func TestNoSpellingAvoidsALowerEntry(t *testing.T) {
	tables := parse(t, `
toolOutputTaints: {web_fetch: external}
urlOutputTaints:
  https://wiki.example.com: trusted
  https://wiki.example.com/guestbook: untrusted
  https://wiki.example.com/a/b: untrusted
  https://wiki.example.com/guestbook/rules: trusted
  https://other.example.com/open: untrusted
`).For("")
	level := func(url string) trust.Level {
		params, _ := json.Marshal(map[string]string{"url": url})
		level, known := tables.Fetched("web_fetch", tables.Judged("web_fetch", params), params, fetched(url, url))
		if !known {
			level = trust.Lowest(level, tables.Output("web_fetch"))
			require.Equal(t, level, tables.Reading().OutputOf("web_fetch", params), url)
		}
		return level
	}
	for _, path := range strings.Fields("/guestbook /Guestbook /GUESTBOOK/x /guestbook;x /guestbook;x=y/z /guestbook%20 /guestbook%20/ /guestbook. /guestbook./x " +
		"//guestbook /./guestbook /a/../guestbook /a/%2e%2e/guestbook /a/..;/guestbook /a/..%2fguestbook /%67uestbook /%2567uestbook /guestbook%00 /guestbook%09 " +
		"/guestbook.html /guestbook~ /guestbook:1 /guestbook,x /guestbook%3fx /guestbook%23 /guestbook%3Bx /guestbook?x /guestbook#x /guestbook%2fx " +
		"/guestbook\\x \\guestbook /guest\u200bbook /\uff47uestbook /guestbook/../x /guestbook/Rules /A/B /a//b /a/./b /a;v=1/b /a%2Fb /a/x/../b /x/../../a/b") {
		for _, host := range strings.Fields("https://wiki.example.com https://WIKI.example.com https://wiki.example.com. https://wiki.example.com:443 http://wiki.example.com " +
			"https://wiki.example.com:8443 https://ann@wiki.example.com https://wiki%2eexample.com HTTPS:wiki.example.com https:\\\\wiki.example.com") {
			require.Equal(t, trust.Untrusted, level(host+path), host+path)
		}
	}
	for _, path := range strings.Fields("/ /guest /guestbooks /guest-book /guestbook2 /my/guestbook /a /ab /a/bc /a%20b /x;guestbook /guestbook/rules /guestbook/rules/1") {
		require.Equal(t, trust.Trusted, level("https://wiki.example.com"+path), path)
	}
	require.Equal(t, trust.External, level("https://other.example.com/"))
	require.Equal(t, trust.Untrusted, level("https://other.example.com/Open"), "lower than other pages, too")
	require.Equal(t, trust.External, level("https://elsewhere.example/guestbook"))
}

// What a result says about itself raises nothing: the address of the call counts, as it was judged.
func TestAResultAloneRaisesNothing(t *testing.T) {
	tables := parse(t, sites).For("")
	const wiki = "https://wiki.example.com/"
	for _, params := range []string{``, `{}`, `{"url":"https://wiki.example.com/"}`} {
		_, known := tables.Fetched("web_fetch", nil, jsontext.Value(params), fetched(wiki, wiki))
		require.False(t, known, params)
	}
	require.Nil(t, tables.Judged("web_fetch", jsontext.Value(`{"url":"https://wiki.example.com//guests"}`)))
	require.Nil(t, tables.Judged("browser", jsontext.Value(`{"url":"https://wiki.example.com/"}`)))
	require.Equal(t, new(trust.External), tables.Judged("web_fetch", jsontext.Value(`{"url":"https://wiki.example.com/guests"}`)))
	curl := jsontext.Value(`{"command":"curl -s localhost:8080/docs"}`)
	require.Equal(t, trust.Trusted, tables.Reading().OutputOf("exec", curl))
	require.Equal(t, trust.Untrusted, tables.Reading().Unasked("exec", curl))
}
