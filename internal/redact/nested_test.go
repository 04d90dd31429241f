package redact

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// spelled writes text as a JSON string with JSON's short escapes; long picks the characters to
// write as \u.
func spelled(text string, long func(r rune) bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r < ' ' && r != '\n' && r != '\t', r < 0x10000 && long(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// writers encode strings as programs do. The random ones escape any character, but in JSON inside a
// string only those that are not part of an escape.
func writers(rng *rand.Rand) map[string]func(text string, depth int) string {
	among := func(set string) func(string, int) string {
		return func(text string, _ int) string {
			return spelled(text, func(r rune) bool { return strings.ContainsRune(set, r) })
		}
	}
	return map[string]func(string, int) string{
		"as short as can be": among(""),
		"for HTML":           among("<>&"),
		"for .NET":           among("\"'<>&+`éü"),
		"slashes escaped": func(text string, _ int) string {
			return strings.ReplaceAll(spelled(text, func(r rune) bool { return r >= 0x80 }), "/", `\/`)
		},
		"at random": func(text string, depth int) string {
			return spelled(text, func(r rune) bool {
				if depth == 0 { // not u, which may belong to an escape in the text
					return r != 'u' && rng.IntN(12) == 0
				}
				return strings.ContainsRune("\"'{}:,;=<>&.-@", r) && rng.IntN(3) == 0
			})
		},
	}
}

// nest puts text into JSON, that into a JSON string, and so on.
func nest(text string, depth int, write func(string, int) string) jsontext.Value {
	for i := range depth {
		text = `{"n":1,"text":` + write(text, i) + `,"after":"end"}`
	}
	return jsontext.Value(text)
}

// unnested reads what nest wrote, depth levels down.
func unnested(t *testing.T, doc string, depth int) (text string) {
	text = doc
	for range depth {
		var got struct {
			N           int
			Text, After string
		}
		require.NoError(t, json.Unmarshal([]byte(text), &got), "%s\n%s", text, doc)
		require.Equal(t, 1, got.N, doc)
		require.Equal(t, "end", got.After, doc)
		text = got.Text
	}
	return text
}

// A JSON string may hold JSON whose strings hold JSON: a tool prints an answer that quotes another.
// Secrets must be found at every depth, whichever program wrote it, and the JSON must stay valid at
// each.
const deepest = 3

func requireNestedGoes(t *testing.T, c sample, depth int, write func(string, int) string) (again []Finding) {
	t.Helper()
	doc := nest(c.text, depth, write)
	out, _ := JSON(doc, Standard)
	left := unnested(t, string(out), depth)
	for _, s := range c.spans {
		require.NotContains(t, left, c.text[s[0]:s[1]], "%s", doc)
	}
	twice, again := JSON(out, Standard)
	require.Equal(t, string(out), string(twice))
	return again
}

func TestJSONInJSON(t *testing.T) {
	_, negatives := corpus(t)
	positives := foundPositives(t)
	all := writers(rand.New(rand.NewPCG(11, 12)))
	for _, name := range slices.Sorted(maps.Keys(all)) { // sorted, to consume the random numbers in the same order each time
		write := all[name]
		for depth := 1; depth <= deepest; depth++ {
			t.Run(fmt.Sprintf("%s/%d", name, depth), func(t *testing.T) {
				for _, c := range positives {
					require.Empty(t, requireNestedGoes(t, c, depth, write), "%s: a marker is found", c.text)
				}
				for _, text := range negatives {
					out, found := JSON(nest(text, depth, write), Standard)
					require.Empty(t, found, "%s", out)
				}
			})
		}
	}
}

// Passing quotes in a run sees the same escapes as reading each.
func TestQuotesArePassedAsTheyAreRead(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	pieces := []string{`\"`, `\"`, `\\`, `\\\"`, `\\n`, `\\\\n`, `\n`, `\u0022`, `\u005c`, `\/`, `"`, `\`, "n", "name", "a part of the text", "C:"}
	for range 50_000 {
		var raw []byte
		for range random.IntN(10) {
			raw = append(raw, pieces[random.IntN(len(pieces))]...)
		}
		var want, got []escape
		each, some := escapes{raw: raw}, escapes{raw: raw}
		for e := each.next(0); e.size > 0; e = each.next(e.start + e.size) {
			want = append(want, e)
		}
		asItIs := func(e escape) bool { return e.size == e.width() && e.kept > 0 }
		for e := some.next(0); e.size > 0; {
			got = append(got, e)
			at := e.start + e.size
			if asItIs(e) {
				at = some.pass(at)
			}
			e = some.next(at)
		}
		require.Equal(t, slices.DeleteFunc(want, asItIs), slices.DeleteFunc(got, asItIs), "%s", raw)
	}
}

func FuzzJSONInJSON(f *testing.F) {
	positives, _ := corpus(f)
	for i := range 20 {
		f.Add(uint16(i*41), uint16(i*i), uint64(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, first, second uint16, seed uint64, depth uint8) {
		write := writers(rand.New(rand.NewPCG(seed, 1)))["at random"]
		a, b := positives[int(first)%len(positives)], positives[int(second)%len(positives)]
		c := sample{text: a.text + "\n\n" + b.text, spans: a.spans}
		for _, s := range b.spans {
			c.spans = append(c.spans, [2]int{s[0] + len(c.text) - len(b.text), s[1] + len(c.text) - len(b.text)})
		}
		// Beside another text it may not be found, either.
		if unfound(c, Standard) != "" {
			return
		}
		// One text's password may be the other's user name, and stay there.
		plain, _ := Text(c.text, Standard)
		for _, s := range c.spans {
			if strings.Contains(plain, c.text[s[0]:s[1]]) {
				return
			}
		}
		requireNestedGoes(t, c, 1+int(depth)%deepest, write)
	})
}
