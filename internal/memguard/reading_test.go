package memguard

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/facts"
)

// The quick checks skip a respelling only if it would change nothing.
func TestRespellingsSkipNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.StringMatching(`[ab/. _:@"'\\\x00-]{0,8}`).Draw(t, "path")
		for _, respell := range respellings {
			require.True(t, !isPlain(p) || respell(p) == p, "%q", p)
		}
	})
	path := rapid.StringOfN(rapid.RuneFrom([]rune("aB/.: \\~@\u00a0\u2003\u200b\uFB05\uFFFDé")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		p := path.Draw(t, "path")
		if rapid.Bool().Draw(t, "invalid") {
			p += "\xff"
		}
		parts := strings.Split(p, "/")
		for i, part := range parts {
			if j := strings.IndexByte(part, ':'); j > 1 {
				part = part[:j]
			}
			if part = strings.TrimRight(part, ". "); part != "" {
				parts[i] = part
			}
		}
		require.Equal(t, strings.Join(parts, "/"), withoutTails(p), "%q", p)
		require.Equal(t, strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Zs, r) {
				return ' '
			}
			return r
		}, p), withPlainSpaces(p), "%q", p)
		require.Equal(t, ligatures.Replace(strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
				return -1
			}
			return r
		}, p)), withoutUnseen(p), "%q", p)
	})
}

// Each text is listed once, in order, whether there are few or many.
func TestTextsAreListedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.SliceOfN(rapid.StringMatching(`[a-d]{1,2}`), 0, 40).Draw(t, "said")
		var want []string
		for _, s := range said {
			if !slices.Contains(want, s) {
				want = append(want, s)
			}
		}
		params, err := json.Marshal(map[string][]string{"x": said})
		require.NoError(t, err)
		texts, whole := Texts(params)
		require.True(t, whole)
		var got []string
		for _, text := range texts {
			require.Equal(t, "x", text.Key)
			got = append(got, text.Value)
		}
		require.Equal(t, want, got)
	})
}

// Every text of what is JSON is found, under its key, and nothing makes the reader go astray.
func FuzzTexts(f *testing.F) {
	for _, params := range []string{
		`{"a":"b","C_d":["d","e",{"f":"\u0041\n"}],"x/y":null}`, `"{\"a\":[\"b\"]}"`, `[1,{},"x",[]] "y"`, `{"a":tru,"b":"c"`, `{ "a" : [ "b" , -1e5 ] }`,
	} {
		f.Add([]byte(params))
	}
	f.Fuzz(func(t *testing.T, params []byte) {
		texts, whole := Texts(params)
		v := jsontext.Value(params)
		if v.Kind() == '"' {
			if inner, err := jsontext.AppendUnquote(nil, v); err == nil {
				v = inner
			}
		}
		if !v.IsValid(jsontext.AllowDuplicateNames(true)) {
			return
		}
		var want collector
		var read func(dec *jsontext.Decoder, key string)
		read = func(dec *jsontext.Decoder, key string) {
			switch tok, _ := dec.ReadToken(); tok.Kind() {
			case '{':
				for dec.PeekKind() != '}' {
					name, _ := dec.ReadToken()
					text := name.String()
					if strings.ContainsAny(text, `/\~.`) {
						want.add(Text{Key: key, Value: text})
					}
					read(dec, facts.Squeezed(text))
				}
				dec.ReadToken()
			case '[':
				for dec.PeekKind() != ']' {
					read(dec, key)
				}
				dec.ReadToken()
			case '"':
				if text := tok.String(); len(text) > maxText {
					want.add(Text{Key: key, Long: true})
				} else if text != "" {
					want.add(Text{Key: key, Value: text})
				}
			}
		}
		read(jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true)), "")
		require.Equal(t, want.texts, texts)
		require.Equal(t, !want.cut, whole)
	})
}
