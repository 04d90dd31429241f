package jsonstring_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/jsonstring"
)

func TestApart(t *testing.T) {
	for raw, want := range map[string]string{
		`{"a":1,"a":2}`:                        `{"a":1,"a#2":2}`,
		`{"a":1,"a":2,"a":3}`:                  `{"a":1,"a#2":2,"a#3":3}`,
		`{"a":1,"\u0061":2}`:                   `{"a":1,"\u0061#2":2}`,
		`{"a#2":0,"a":1,"a":2,"a":3}`:          `{"a#2":0,"a":1,"a#3":2,"a#4":3}`,
		`{"a":1,"a":2,"a#2":3}`:                `{"a":1,"a#2":2,"a#2#2":3}`,
		`{"a" : {"a":1,"a":2} , "a"` + "\n:3}": `{"a" : {"a":1,"a#2":2} , "a#2"` + "\n:3}",
		`[{"a":["a","a"]},{"a":"a"}]`:          `[{"a":["a","a"]},{"a":"a"}]`,
		`"a"`:                                  `"a"`,
	} {
		got := jsonstring.Apart([]byte(raw))
		require.Equal(t, want, string(got))
		require.True(t, jsontext.Value(got).IsValid(), "%s", got)
	}
}

// Names that are taken must not be tried again for each further member.
func TestApartIsLinear(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"a":0`)
	for i := range 50_000 {
		b.WriteString(`,"a#` + strconv.Itoa(i+2) + `":0`)
	}
	b.WriteString(strings.Repeat(`,"a":0`, 50_000) + "}")
	require.True(t, jsontext.Value(jsonstring.Apart([]byte(b.String()))).IsValid())
}

func FuzzApart(f *testing.F) {
	f.Add([]byte(`{"a":{"a":1,"a":[{"a#2":1}]},"a":2,"a#2":3}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		v := jsontext.Value(raw)
		if !v.IsValid(jsontext.AllowDuplicateNames(true)) {
			return
		}
		got := jsontext.Value(jsonstring.Apart(raw))
		require.True(t, got.IsValid(), "%s", got)
		if v.IsValid() {
			require.Equal(t, raw, []byte(got))
		}
	})
}
