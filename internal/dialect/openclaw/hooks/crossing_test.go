package hooks

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

func TestWhatThePluginSaysIsReadWhole(t *testing.T) {
	v, err := read([]byte(`{"a":[1,-2.5e3,true,false,null,"é\n\u0001\\",{}],"b":{"c":[]},"half":"x\ud800y"}`))
	require.NoError(t, err)
	require.Equal(t, map[string]any{
		"a": []any{1.0, -2500.0, true, false, nil, "é\n\x01\\", map[string]any{}}, "b": map[string]any{"c": []any{}}, "half": "x\ufffdy",
	}, v)
	for _, text := range []string{``, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `[`, `[1`, `[1,`, `"`, `"\`, `"\u12`, `tru`, `nul`, `-`, `1x`, `{}{}`, `{a:1}`, `[1 2]`} {
		_, err := read([]byte(text))
		require.Error(t, err, text)
	}
	_, err = read([]byte(strings.Repeat("[", mostLevels+2)))
	require.ErrorIs(t, err, errTooDeep)
}

func TestAStepIsWrittenWithWhatThereIs(t *testing.T) {
	yes, agent := true, "main"
	written := func(s Step) string {
		v := jsontext.Value(s.AppendJSON(nil))
		require.NoError(t, v.Canonicalize()) // members come in any order
		return string(v)
	}
	require.Equal(t, `{"id":0}`, written(Step{}))
	require.Equal(t, `{"failed":"it is \"broken\"","id":0}`, written(Step{Failed: `it is "broken"`}))
	told := Ask{
		Hook: "h", Session: "s", Event: map[string]any{"n": 1.5, "l": []any{"x"}, "m": []Message{{Role: "user", Whole: true}}, "none": nil},
		Ctx:    Ctx{SessionKey: "s", AgentID: "a", SenderIsOwner: &yes, Provenance: &Provenance{Kind: "k"}},
		Behind: []string{results, calls}, Before: calls, Later: "l", OnlyLater: true, Note: "n",
	}
	const asked = `{"before":"calls","behind":["results","calls"],"ctx":{"agentId":"a","inputProvenance":{"kind":"k"},"senderIsOwner":true,"sessionKey":"s"},` +
		`"event":{"l":["x"],"m":[{"role":"user","whole":true}],"n":1.5,"none":null},"hook":"h","later":"l","note":"n","onlyLater":true,"session":"s"}`
	require.Equal(t, `{"id":3,"tell":[`+asked+`,`+asked+`],"want":{"ask":`+asked+`}}`, written(Step{ID: 3, Tell: []Ask{told, told}, Want: &Want{Ask: &told}}))
	require.Equal(t, `{"id":1,"unseen":"x","want":{"kept":{"agentId":"a","sessionKey":"s"}}}`, written(Step{ID: 1, Unseen: "x", Want: &Want{Kept: &Kept{"s", "a"}}}))
	require.Equal(t, `{"id":1,"want":{"all":"main"}}`, written(Step{ID: 1, Want: &Want{All: &agent}}))
	require.Equal(t, `{"id":0,"result":{"block":true,"blockReason":"why"}}`, written(Step{Result: &Verdict{Block: true, BlockReason: "why"}}))
	require.Equal(t, `{"id":0,"result":{"keep":"k","params":{"a":"b"},"runs":true}}`, written(Step{Result: &Verdict{Params: map[string]any{"a": "b"}, Keep: "k", Runs: true}}))
	require.Equal(t, `{"id":0,"result":{"told":true}}`, written(Step{Result: &Result{Told: true}}))
}

// FuzzReading compares the parser with encoding/json.
func FuzzReading(f *testing.F) {
	for _, text := range []string{`{"a":[1,-2.5e-3,true,null,"\u00e9\ud83e\udd80\ud800"]}`, `[[],{}]`, `""`, `1e400`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = read([]byte(text))
		compact, err := jsontext.AppendFormat(nil, []byte(text))
		if err != nil || len(compact) == 0 || !utf8.ValidString(text) {
			return // such input does not occur, but must not crash anything
		}
		v, hand := read(compact)
		var want any
		if err := json.Unmarshal(compact, &want, lenient); err != nil {
			require.Error(t, hand)
			return
		}
		require.NoError(t, hand)
		again, err := json.Marshal(v, lenient, json.Deterministic(true))
		require.NoError(t, err)
		wanted, err := json.Marshal(want, lenient, json.Deterministic(true))
		require.NoError(t, err)
		require.Equal(t, string(wanted), string(again))
	})
}
