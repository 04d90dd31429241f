package redact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

func TestJSON(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"a name tells", `{"password":"hunter2"}`, `{"password":"[REDACTED:password]"}`},
		{"the rest stays byte for byte", "{ \"a\" : 1.50e+1,\t\"mail\":\"bob@example.org\" ,\"b\":[ true ]}",
			"{ \"a\" : 1.50e+1,\t\"mail\":\"[REDACTED:email]\" ,\"b\":[ true ]}"},
		{"a slash is escaped", `{"u":"https:\/\/ci:hunter22@git.example.org\/x"}`, `{"u":"https:\/\/[REDACTED:url_credentials]@git.example.org\/x"}`},
		{"a letter is escaped", `{"t":"gl\u0070at-a1B2c3D4e5F6g7H8i9J0 ok"}`, `{"t":"[REDACTED:api_key] ok"}`},
		{"the name is escaped", `{"p\u0061ssword":"hunter2"}`, `{"p\u0061ssword":"[REDACTED:password]"}`},
		{"a quote in the value", `{"password":"hun\"ter22"}`, `{"password":"[REDACTED:password]"}`},
		{"a backslash in the value", `{"password":"hun\\ter22"}`, `{"password":"[REDACTED:password]"}`},
		{"a character of four bytes before it", `{"a":"\ud83d\ude00 bob@example.org"}`, `{"a":"\ud83d\ude00 [REDACTED:email]"}`},
		{"line ends", `{"env":"A=1\nDB_PASSWORD=hunter22\nB=2"}`, `{"env":"A=1\nDB_PASSWORD=[REDACTED:password]\nB=2"}`},
		{"JSON in a string", `{"body":"{\"password\":\"hunter2\",\"n\":1}"}`, `{"body":"{\"password\":\"[REDACTED:password]\",\"n\":1}"}`},
		{"a number", `{"phone":4915112345678,"n":4915112345678}`, `{"phone":"[REDACTED:phone]","n":4915112345678}`},
		{"a card as a number", `[4111111111111111, 4111111111111112]`, `["[REDACTED:payment_card]", 4111111111111112]`},
		{"a pin", `{"password": 12345678}`, `{"password": "[REDACTED:password]"}`},
		{"names are redacted, and stay different", `{"a@example.org":1,"b@example.org":2}`, `{"[REDACTED:email]":1,"[REDACTED:email]#2":2}`},
		{"words in a list", `["legal","winner","thank","year","wave","sausage","worth","useful","legal","winner","thank","yellow"]`,
			`[` + strings.TrimSuffix(strings.Repeat(`"[REDACTED:seed_phrase]",`, 12), ",") + `]`},
		{"a name beside its value", `{"name":"API_TOKEN","value":"a1B2c3D4e5F6g7H8"}`, `{"name":"API_TOKEN","value":"[REDACTED:api_key]"}`},
		{"a quote spelled out before it", `["\u0022bob@example.org"]`, `["\u0022[REDACTED:email]"]`},
		{"JSON in a string, its quotes spelled out", `{"body":"{\u0022password\u0022:\u0022hunter2\u0022,\u0022n\u0022:1}"}`,
			`{"body":"{\u0022password\u0022:\u0022[REDACTED:password]\u0022,\u0022n\u0022:1}"}`},
		{"what they quote, spelled out", `{"body":"{\"log\":\"token=\\u0022a1B2c3D4e5F6g7H8\\u0022\"}"}`, `{"body":"{\"log\":\"token=\\u0022[REDACTED:api_key]\\u0022\"}"}`},
		{"JSON in JSON in JSON", `{"a":"{\"b\":\"{\\\"password\\\":\\\"hunt\\\\\\\"er2\\\"}\"}"}`, `{"a":"{\"b\":\"{\\\"password\\\":\\\"[REDACTED:password]\\\"}\"}"}`},
		{"an address in there", `{"a":"{\"to\":\"Bob \\u003cbob@example.org\\u003e\"}"}`, `{"a":"{\"to\":\"Bob \\u003c[REDACTED:email]\\u003e\"}"}`},
		{"slashes in there", `{"a":"{\"u\":\"https:\\/\\/ci:hunter22@git.example.org\\/x\"}"}`, `{"a":"{\"u\":\"https:\\/\\/[REDACTED:url_credentials]@git.example.org\\/x\"}"}`},
		{"a parameter in there", `{"a":"{\"u\":\"?x=1\\u0026token=a1B2c3D4e5F6g7H8\"}"}`, `{"a":"{\"u\":\"?x=1\\u0026token=[REDACTED:api_key]\"}"}`},
		{"a number in there", `{"a":"{\"phone\": 4915112345678}","b":"{\u0022password\u0022:12345678}"}`, `{"a":"{\"phone\": \"[REDACTED:phone]\"}","b":"{\u0022password\u0022:\u0022[REDACTED:password]\u0022}"}`},
		{"what nothing closes", `{"usage":"login <user> <password>","a":"the token is '","b":"bob@example.org"}`, `{"usage":"login <user> <password>","a":"the token is '","b":"[REDACTED:email]"}`},
		{"arguments in a list", `["login","--user","bob","--password","hunter22"]`, `["login","--user","bob","--password","[REDACTED:password]"]`},
		{"a file in UTF-16", `{"a":"b\u0000o\u0000b\u0000@\u0000e\u0000x\u0000.\u0000o\u0000r\u0000g\u0000"}`, `{"a":"[REDACTED:email]\u0000"}`},
		{"a bare string", `"bob@example.org"`, `"[REDACTED:email]"`},
		{"a PEM block", `{"key":"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n"}`,
			`{"key":"[REDACTED:private_key]\n"}`},
	} {
		out, found := JSON(jsontext.Value(c.raw), Standard)
		require.Equal(t, c.want, string(out), c.name)
		require.NotEmpty(t, found, c.name)
		for i, f := range found {
			require.True(t, f.Start < f.End && f.End <= len(c.raw) && (i == 0 || found[i-1].End <= f.Start), c.name)
		}
	}
}

func TestJSONWithoutFindingsIsTheSameSlice(t *testing.T) {
	for _, raw := range []string{`{"a":"b"}`, `{"a":"\u0041\n"}`, ``, `not json`} {
		in := jsontext.Value(raw)
		out, found := JSON(in, Strict)
		require.Empty(t, found)
		if len(in) > 0 {
			require.Same(t, &in[0], &out[0])
		}
	}
}

// Offsets map back to where the text was read: an escape is redacted whole, and nothing beside it.
func TestOffsetsComeBackOverEscapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	parts := []string{"a", "bc", `\n`, `\/`, `\u00e9`, `\ud83d\ude00`, `\ud800`, `\"`, `\\\\.`, `\\/`, `\\\/`, `\\u0026`, `\\\\u00e9`, `\\u0022`, `\u005cu005c`, `\u0022`, "é", `\u12.`, `\`}
	for range 300 {
		var raw []byte
		var starts, ends []int // of each part, in raw
		var text []byte
		var from, to []int // and in the text
		for range rng.IntN(12) {
			part := parts[rng.IntN(len(parts)-1)] // the part that is cut off comes last
			starts, from = append(starts, len(raw)), append(from, len(text))
			raw, text = append(raw, part...), append(text, unescape(nil, []byte(part))...)
			ends, to = append(ends, len(raw)), append(to, len(text))
		}
		raw, text = append(raw, parts[len(parts)-1]...), append(text, parts[len(parts)-1]...)
		require.Equal(t, string(text), string(unescape(nil, raw)))
		var found, want []Finding
		for i := 0; i < len(starts); i++ {
			j := min(len(starts)-1, i+rng.IntN(3))
			f, w := Finding{Start: from[i], End: to[j]}, Finding{Start: starts[i], End: ends[j]}
			if unescaped := to[i]-from[i] != ends[i]-starts[i]; unescaped && rng.IntN(2) == 0 {
				f.Start += rng.IntN(to[i] - from[i]) // inside it
			}
			found, want = append(found, f), append(want, w)
			i = j
		}
		restore(raw, found)
		require.Equal(t, want, found, "%s", raw)
	}
}

// Every value of the corpus is redacted from a JSON string with random escapes.
func TestJSONFindsTheCorpus(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range foundPositives(t) {
		var b strings.Builder
		b.WriteString(`{"n":1,"text":"`)
		for _, r := range c.text {
			switch {
			case r < 0x10000 && rng.IntN(12) == 0 && r != '"' && r != '\\':
				fmt.Fprintf(&b, `\u%04x`, r)
			default:
				q, err := json.Marshal(string(r))
				require.NoError(t, err)
				b.Write(q[1 : len(q)-1])
			}
		}
		b.WriteString(`","after":"end"}`)
		out, _ := JSON(jsontext.Value(b.String()), Standard)
		var got struct {
			N           int
			Text, After string
		}
		require.NoError(t, json.Unmarshal(out, &got), "%s", out)
		require.Equal(t, "end", got.After)
		for _, s := range c.spans {
			// JSON in JSON keeps its escapes.
			require.NotContains(t, got.Text, c.text[s[0]:s[1]], "%s", b.String())
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"password":"hunter2"}`, `["\u0062ob@example.org",4111111111111111]`, `{"a@b.cd":{"a@b.cd":"\ud83d\ude00"}}`, `{"token":"gl\u0070at-a1B2c3D4e5F6g7H8i9J0"}`,
		`["\u0022@000000.AAA",1000000000000000]`} {
		f.Add([]byte(s), uint8(0))
	}
	f.Fuzz(func(t *testing.T, raw []byte, l uint8) {
		v := jsontext.Value(raw)
		if !v.IsValid() {
			return
		}
		out, found := JSON(v, Level(l%4))
		require.True(t, out.IsValid(), "%s\n%s", raw, out)
		// The rest is the same, byte for byte.
		at, rest := 0, string(out)
		for _, f := range found {
			before := string(raw[at:f.Start])
			require.True(t, strings.HasPrefix(rest, before))
			rest = rest[len(before):]
			i := strings.Index(rest, f.Type.Marker())
			require.GreaterOrEqual(t, i, 0)
			quote := rest[:i] // around what was a number
			require.Regexp(t, `^(\\*("|\\u0022))?$`, quote)
			rest = rest[i+len(f.Type.Marker()):]
			require.True(t, strings.HasPrefix(rest, quote))
			rest = rest[i:]
			if strings.HasPrefix(rest, "#") && !strings.HasPrefix(string(raw[f.End:]), "#") {
				rest = strings.TrimLeft(rest[1:], "0123456789")
			}
			at = f.End
		}
		require.Equal(t, string(raw[at:]), rest)
	})
}

func TestHoldsPlaceholder(t *testing.T) {
	for text, want := range map[string]bool{
		`{"password":"[REDACTED:password]"}`: true,
		`[redacted:api_key]`:                 true, `[REDACTED_API_KEY]`: true, `[redacted email]`: true,
		`[ REDACTED : api key ]`:                         true,
		`https://x.example/?t=%5BREDACTED%3Aapi_key%5D`:  true,
		`https://x.example/?t=%5bredacted%3aapi_key%5d`:  true,
		`"\u005bREDACTED:email\u005d"`:                   true,
		`"\u005bREDACTED\u003aemail]"`:                   true,
		`&#91;REDACTED:email&#93;`:                       true,
		`[REDACTED:payment\_card]`:                       true,
		`**[REDACTED:jwt]**`:                             true,
		`%255BREDACTED%253Ajwt%255D`:                     true,
		``:                                               false,
		`redacted`:                                       false,
		`The report was redacted: names are missing.`:    false,
		`see [redacted] in the file`:                     false,
		`[REDACTED`:                                      false,
		`[REDACTED:]`:                                    false,
		`list[redactedIndex]`:                            false,
		`the marker [REDACTED: see appendix, 3 pages]`:   false,
		strings.Repeat("redacted", 1000) + `[REDACTED:`:  false,
		strings.Repeat("[redacted", 100) + `:password]x`: true,
	} {
		require.Equal(t, want, HoldsPlaceholder([]byte(text)), text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 { // skipping finds what reading letter by letter finds
		text := make([]byte, random.IntN(24))
		for i := range text {
			text[i] = "redactedREDACTEDx"[random.IntN(17)]
		}
		if at := random.IntN(24); at < len(text) {
			copy(text[at:], "rEdacTed")
		}
		require.Equal(t, bytes.Index(bytes.ToLower(text), []byte(inMarkers)), indexInMarkers(text), "%s", text)
	}
	for typ := range rank {
		require.True(t, HoldsPlaceholder([]byte(typ.Marker())), typ)
	}
}
