package wire

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMessagesTellTheirTextsAndResults(t *testing.T) {
	history := raw(`[ {"role":"user","content":"hi"},` +
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1"}]},` +
		`{"role":"tool","tool_call_id":"c1","content":"one"},` +
		`{"content":[{"type":"text","text":"two"},{"type":"image","data":"…"}],"role":"toolResult","toolCallId":"c2","toolName":"read"},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c3","content":[{"type":"text","text":"three"}]},{"type":"text","text":"go on"}]},` +
		`{"role":"user","content":"relay","provenance":{"kind":"inter_session"}},` +
		`7,{}]`)
	_, err := Messages(history)
	require.ErrorIs(t, err, ErrMalformed, "7 is no message")

	history = raw(string(history[:len(history)-6]) + `]`)
	all, err := Messages(history)
	require.NoError(t, err)
	require.Len(t, all, 6)
	require.Equal(t, []string{"hi", "", "one", "two", "go on", "relay"},
		[]string{all[0].Text, all[1].Text, all[2].Text, all[3].Text, all[4].Text, all[5].Text})
	require.Equal(t, "c1", all[2].Results[0].CallID)
	require.Equal(t, "read", all[3].Results[0].Tool)
	require.Equal(t, "c3", all[4].Results[0].CallID)
	require.True(t, all[5].InterSession)
	for _, m := range all {
		requireInPlace(t, history, m.Content)
		for _, r := range m.Results {
			requireInPlace(t, history, r.Content)
		}
	}
	require.Equal(t, `[{"type":"text","text":"three"}]`, string(all[4].Results[0].Content.Value))
	require.Equal(t, "three", Text(all[4].Results[0].Content.Value))
}

func requireInPlace(t *testing.T, history []byte, at Span) {
	t.Helper()
	require.Equal(t, string(at.Value), string(history[at.Start:at.Start+len(at.Value)]))
}

func TestRewriteKeepsEveryOtherByte(t *testing.T) {
	history := raw(`[ {"a":1, "content" : "one","role":"user"} ,{"content":"two", "z":[ ]}]`)
	all, err := Messages(history)
	require.NoError(t, err)
	got := Rewrite(history, []Edit{{all[0].Content, raw(`"ONE!"`)}, {all[1].Content, raw(`[]`)}})
	require.Equal(t, `[ {"a":1, "content" : "ONE!","role":"user"} ,{"content":[], "z":[ ]}]`, string(got))
	require.Equal(t, string(history), string(Rewrite(history, nil)))
}
