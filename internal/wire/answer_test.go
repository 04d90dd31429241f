package wire

import (
	"math/rand"
	"reflect"
	"strings"
	"testing"
	"testing/quick"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// Decisions are written out by hand. This shows when a field is missing or misplaced: quick
// fills them all.
func TestADecisionIsWhatItsEncodingIs(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	made := func(zero int) Decision {
		v, ok := quick.Value(reflect.TypeFor[Decision](), random)
		require.True(t, ok)
		d := v.Interface().(Decision)
		for _, s := range []reflect.Value{reflect.ValueOf(&d).Elem(), reflect.ValueOf(&d.Result).Elem()} {
			for i := range s.NumField() {
				if random.Intn(4) < zero {
					s.Field(i).SetZero()
				}
			}
		}
		for _, raw := range []*jsontext.Value{&d.Result.Messages, &d.Result.Params, &d.Result.Content} {
			if *raw != nil {
				*raw = jsontext.Value(`{"a":"A"}`)
			}
		}
		return d
	}
	plain := 0
	for i := range 4000 {
		d := made(i % 4)
		if d.Result.Messages == nil && d.Result.Params == nil && d.Result.Content == nil && d.Result.Env == nil {
			plain++
		}
		want, err := AppendJSONFrame([]byte("before"), &d)
		require.NoError(t, err)
		got, err := AppendDecisionFrame([]byte("before"), &d)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
	require.Greater(t, plain, 1000)
}

// A tool's result has been read and cleaned by now: the answer copies it as it is, into a
// buffer that is allocated once.
func TestARawValueStaysAsItIs(t *testing.T) {
	long := `{"a": "\u0041\/<é>", "b":[1.0,"` + strings.Repeat(`word\n`, 1<<18) + `"] }`
	d := Decision{Result: Result{Content: jsontext.Value(long), Params: jsontext.Value(`{"b": 1E0}`)}}
	got, err := AppendDecisionFrame(nil, &d)
	require.NoError(t, err)
	require.Contains(t, string(got), `"result":{"params":{"b": 1E0},"content":`+long+`},"taint"`)
	require.Less(t, testing.AllocsPerRun(10, func() { _, _ = AppendDecisionFrame(nil, &d) }), 8.0) // growing takes twice as many; the race detector adds some
}

func TestADecisionThatCannotBeEncoded(t *testing.T) {
	for name, d := range map[string]Decision{
		"reason":  {Reasons: []Reason{{Text: "\xff"}}},
		"tool":    {Result: Result{Tools: []string{"\xff"}}},
		"params":  {Result: Result{Params: jsontext.Value("{")}},
		"content": {Result: Result{Content: jsontext.Value(`"a" "b"`)}},
		"env":     {Result: Result{Env: map[string]string{"\xff": ""}}},
		"receipt": {Receipt: &Receipt{Hash: "\xff"}},
	} {
		got, err := AppendDecisionFrame([]byte("before"), &d)
		require.Error(t, err, name)
		require.Equal(t, "before", string(got), name)
	}
	d := Decision{Result: Result{Text: string(make([]byte, MaxFrame))}}
	_, err := AppendDecisionFrame(nil, &d)
	require.ErrorIs(t, err, ErrTooLarge)
}
