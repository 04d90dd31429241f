package redact

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The corpus is written from knowledge of formats and texts, independently of the set that scores
// this package elsewhere. It holds more than the package looks for, since finding the rare formats
// of some devices and programs costs more than it is worth. The figures are pinned: a change that
// worsens them fails here.
const (
	draws           = 2 // per line that has something random
	leastPositives  = 800
	leastNegatives  = 800
	mostMissed      = 1036
	mostFalseAlarms = 0
)

func TestCorpusFigures(t *testing.T) {
	positives, negatives := corpus(t)
	require.GreaterOrEqual(t, len(positives), leastPositives)
	require.GreaterOrEqual(t, len(negatives), leastNegatives)
	missed, alarms := 0, 0
	for _, c := range positives {
		if left := unfound(c, Standard); left != "" {
			missed++
			t.Logf("missed %s %q in %q", c.typ, left, c.text)
		}
	}
	for _, text := range negatives {
		if found := Find([]byte(text), Standard); len(found) > 0 {
			alarms++
			t.Logf("false alarm %s %q in %q", found[0].Rule, text[found[0].Start:found[0].End], text)
		}
	}
	t.Logf("%d of %d values missed, %d of %d negative lines touched", missed, len(positives), alarms, len(negatives))
	require.LessOrEqual(t, missed, mostMissed)
	require.LessOrEqual(t, alarms, mostFalseAlarms)
}

// sample is a line of the positives: its text, and the spans to redact.
type sample struct {
	typ   Type
	text  string
	spans [][2]int
}

// unfound returns a value of which eight bytes in a row, or the whole, survived.
func unfound(c sample, l Level) string {
	covered := make([]bool, len(c.text))
	for _, f := range Find([]byte(c.text), l) {
		for i := f.Start; i < f.End; i++ {
			covered[i] = true
		}
	}
	for _, s := range c.spans {
		run := 0
		for i := s[0]; i < s[1]; i++ {
			if run++; covered[i] {
				run = 0
			}
			if run >= min(8, s[1]-s[0]) {
				return c.text[s[0]:s[1]]
			}
		}
	}
	return ""
}

func corpus(t testing.TB) (positives []sample, negatives []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(20, 24))
	for _, line := range lines(t, "testdata/positives.txt") {
		typ, text, ok := strings.Cut(line, "\t")
		require.True(t, ok, line)
		for range times(text) {
			positives = append(positives, marked(t, Type(typ), draw(rng, text)))
		}
	}
	for _, s := range assignments(rng) {
		positives = append(positives, marked(t, APIKey, s))
	}
	for _, line := range lines(t, "testdata/negatives.txt") {
		for range times(line) {
			negatives = append(negatives, draw(rng, line))
		}
	}
	return positives, negatives
}

// foundPositives returns the samples that are fully redacted when they stand alone.
func foundPositives(t testing.TB) (found []sample) {
	t.Helper()
	positives, _ := corpus(t)
	for _, c := range positives {
		if unfound(c, Standard) == "" {
			found = append(found, c)
		}
	}
	return found
}

func lines(t testing.TB, name string) (out []string) {
	t.Helper()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") && line != "#" {
			out = append(out, line)
		}
	}
	require.NotEmpty(t, out, name)
	return out
}

var drawnPart = regexp.MustCompile(`<(uuid|[alhHubxdL])(\d*)>`)

func times(line string) int {
	if drawnPart.MatchString(line) {
		return draws
	}
	return 1
}

var drawAlphabets = map[string]string{
	"a": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
	"l": "0123456789abcdefghijklmnopqrstuvwxyz", "u": "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"h": "0123456789abcdef", "H": "0123456789ABCDEF", "d": "0123456789", "L": "abcdefghijklmnopqrstuvwxyz",
	"b": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/",
	"x": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
}

// draw replaces the character classes of a line by random members. Tokens do not begin or end with
// - or _.
func draw(rng *rand.Rand, line string) string {
	line = drawnPart.ReplaceAllStringFunc(line, func(m string) string {
		p := drawnPart.FindStringSubmatch(m)
		if p[1] == "uuid" {
			return fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", rng.Uint32(), rng.IntN(1<<16), rng.IntN(1<<12), rng.IntN(1<<12), rng.Uint64()>>16)
		}
		n, err := strconv.Atoi(p[2])
		if err != nil {
			return m
		}
		alphabet := drawAlphabets[p[1]]
		b := make([]byte, n)
		for i := range b {
			k := len(alphabet)
			if i == 0 && p[1] == "d" {
				b[i] = alphabet[1+rng.IntN(9)]
				continue
			}
			if (i == 0 || i == n-1) && p[1] == "x" {
				k -= 2
			}
			b[i] = alphabet[rng.IntN(k)]
		}
		return string(b)
	})
	return strings.NewReplacer(`\\n`, `\n`, `\n`, "\n").Replace(line)
}

func marked(t testing.TB, typ Type, line string) sample {
	t.Helper()
	c := sample{typ: typ}
	for {
		before, rest, ok := strings.Cut(line, "«")
		c.text += before
		if !ok {
			break
		}
		value, after, ok := strings.Cut(rest, "»")
		require.True(t, ok, line)
		c.spans = append(c.spans, [2]int{len(c.text), len(c.text) + len(value)})
		c.text += value
		line = after
	}
	require.NotEmpty(t, c.spans, c.text)
	return c
}

// assignments combines names, syntaxes and shapes of values: keys of vendors without a rule of
// their own are recognized by the way they are written down.
func assignments(rng *rand.Rand) (out []string) {
	vendors := strings.Fields(`acme adyen aiven akamai algolia amplitude asana auth0 bamboo binance bitly box braze bugsnag calendly cohere coinbase
		coveo crowdin datadog deepgram dnsimple dwolla etsy fastly finnhub fitbit foursquare gitter gocardless intercom jumpcloud kraken lob
		looker mattermost mixpanel monday mux nexmo nytimes opsgenie pagerduty pipedrive plivo pusher quay rollbar segment snyk sonar spotify
		statuspage strava sumo todoist travis trello twitch typeform unsplash vimeo yandex zendesk zoom`)
	syntaxes := strings.Split(strings.TrimSpace(`
V_API_KEY=«S»
export V_TOKEN="«S»"
V_token: «S»
VToken := "«S»"
"V_secret": "«S»",
<VToken>«S»</VToken>
VApiKey = '«S»';
var VSecret = "«S»"
$VToken = '«S»';
"V.api.key" => "«S»"
--V-token «S»
V-api-key: «S»
const V_ACCESS_TOKEN: string = "«S»";
System.setProperty("V_SECRET", "«S»");
V.auth_token=«S»
{"config.env": "V_TOKEN=«S»\\nDEBUG=true"}
https://api.V.example/v1/me?api_key=«S»
VClient(api_key="«S»", timeout=3)
  V_api_secret    = «S»
:V_token => '«S»'
let V_key = secret; let V_secret_key = "«S»";
set_option V_ACCESS_KEY "«S»"`), "\n")
	values := []string{"<h32>", "<h40>", "<a20>", "<a24>", "<a32>", "<l30>", "<l40>", "<a64>", "<x43>", "<b40>", "<uuid>", "<h64>"}
	for i, v := range vendors {
		for j := range 2 {
			s := syntaxes[(2*i+j)%(len(syntaxes)-1)]
			name := v
			if strings.Contains(s, "V_API") || strings.Contains(s, "V_TOKEN") || strings.Contains(s, "V_SECRET") || strings.Contains(s, "V_ACCESS") {
				name = strings.ToUpper(v)
			}
			out = append(out, draw(rng, strings.ReplaceAll(strings.ReplaceAll(s, "V", name), "«S»", "«"+values[rng.IntN(len(values))]+"»")))
		}
	}
	return out
}
