package wire

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// strict is what the grammar has to agree with: a well-kept library that is strict by default.
func strict(text []byte) bool { return jsontext.Value(text).IsValid() }

var jsonTexts = []string{
	`{}`, `[]`, `""`, `0`, `-0`, `-1.5e+7`, `1E-2`, `true`, ` null `, "\t{\"a\" : [ 1 , 2 ]\r\n}", `"é€😀"`, `"\ud83d\ude00\u00e9\\\"\/\b\f\n\r\t"`,
	``, ` `, `{`, `[`, `"`, `-`, `+1`, `01`, `1.`, `.1`, `1e`, `1e+`, `0x1`, `NaN`, `tru`, `truee`, `nul`, `'a'`, `{a:1}`, `{"a"}`, `{"a":}`, `{"a":1,}`,
	`{,}`, `[,]`, `[1,]`, `[1 2]`, `{"a":1 "b":2}`, `{"a":1}}`, `[]]`, `1 2`, `[1}`, `{"a":1]`, `{1:2}`, `"\x"`, `"\u12"`, `"\ud83d"`, `"\ude00"`, `"\ud83d\u0041"`,
	`"\ud83dx"`, "\"a\nb\"", "\"\x00\"", "\"\x7f\"", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "\xef\xbb\xbf1",
	`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":{"a":1},"b":{"a":1}}`, `[{"a":1},{"a":1}]`, `{"a":{"b":1,"b":2}}`, `{"":1,"":2}`, `{"a\/b":1,"a/b":2}`,
	`{"a":[{"b":1}],"b":1,"a":2}`, "\"1234567\x1f\"", `"1234567\"`, "\"1234567\x80\"", "[1\v]", "[1\u00a0]",
}

func TestTheGrammarIsTheLibrarys(t *testing.T) {
	for _, text := range jsonTexts {
		require.Equal(t, strict([]byte(text)), wellFormed([]byte(text)) == nil, "%q: %v", text, wellFormed([]byte(text)))
	}
}

func TestManyNames(t *testing.T) {
	object := func(n int, more string) []byte {
		var b strings.Builder
		b.WriteByte('{')
		for i := range n {
			b.WriteString(`"n` + strconv.Itoa(i) + `":{"n0":1},`)
		}
		return []byte(b.String() + more + `}`)
	}
	for n := range 3 * fewNames {
		require.NoError(t, wellFormed(object(n, `"x":0`)), n)
		for i := range n {
			require.ErrorContains(t, wellFormed(object(n, `"\u006e`+strconv.Itoa(i)+`":0`)), "name that was there before", "%d of %d", i, n)
		}
	}
}

func FuzzGrammar(f *testing.F) {
	for _, text := range jsonTexts {
		f.Add([]byte(text))
	}
	seedLines(f, func(line []byte) { f.Add(line) })
	f.Fuzz(func(t *testing.T, text []byte) {
		err := wellFormed(text)
		if err != nil && strings.Contains(err.Error(), "nested deeper") {
			return // the library allows 10,000
		}
		require.Equal(t, strict(text), err == nil, err)
		if err != nil || len(bytes.TrimSpace(text)) == 0 {
			return
		}
		for _, s := range []*scanner{newScanner(text), newRescanner(text)} {
			require.Equal(t, jsontext.Value(text).Kind(), s.kind())
			if s.kind() == '"' {
				got, err := s.bytes()
				require.NoError(t, err)
				want, err := jsontext.AppendUnquote(nil, bytes.TrimSpace(text))
				require.NoError(t, err)
				require.Equal(t, string(want), string(got))
			} else {
				require.NoError(t, s.skip())
			}
			require.NoError(t, s.end())
			s.release()
		}
	})
}

func TestMember(t *testing.T) {
	object := jsontext.Value(`{"a": 1, "\u0062":{"c":[2]}, "c":null}`)
	require.Equal(t, `1`, string(Member(object, "a")))
	require.Equal(t, `{"c":[2]}`, string(Member(object, "b")))
	require.Equal(t, `null`, string(Member(object, "c")))
	require.Nil(t, Member(object, "d"))
	require.Equal(t, []jsontext.Value{jsontext.Value("0"), nil, jsontext.Value("null"), jsontext.Value("1")},
		Members([]jsontext.Value{jsontext.Value("0")}, object, []string{"d", "c", "a"}))
	for _, none := range []string{``, `[]`, `"a"`, `{"a":1,"a":2}`, `{"a":1`} {
		require.Nil(t, Member(jsontext.Value(none), "a"), none)
		require.Equal(t, []jsontext.Value{nil, nil}, Members(nil, jsontext.Value(none), []string{"b", "a"}), none)
	}
}

func FuzzAppendString(f *testing.F) {
	for _, text := range append(jsonTexts, "", "plain", "exactly8", "more than eight", "a\x7fb", "12345678\n", "\u2028") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, wrong := jsontext.AppendQuote([]byte("x"), text)
		got, err := AppendString([]byte("x"), text)
		require.Equal(t, wrong == nil, err == nil)
		require.Equal(t, string(want), string(got))
	})
}
