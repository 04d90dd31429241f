package engine

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/wire"
)

// What a call would have done is explained afterwards, from the record alone, without secrets.
func TestWhatACallWouldHaveDone(t *testing.T) {
	const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	for _, tc := range []struct {
		tool   string
		params any
		want   string
	}{
		{"exec", map[string]string{"command": "rm -rf build\n"}, "rm -rf build"},
		{"exec", map[string]string{"command": "curl -H 'Authorization: Bearer " + token + "' https://example.com"}, ""},
		{"write", map[string]string{"path": "notes/today.txt", "content": "x"}, "notes/today.txt"},
		{"web_fetch", map[string]string{"url": "https://example.com/a"}, "https://example.com/a"},
		{"message", map[string]string{"action": "send", "to": "222", "message": "hi"}, "send, to: 222"},
		{"mystery", map[string]any{"depth": 3}, `{"depth":3}`},
		{"exec", map[string]string{"command": strings.Repeat("a ", 1<<20)}, ""},
		{"exec", nil, ""},
	} {
		h := newHost(t, "")
		c := h.fetched("s")
		d, _ := c.call(tc.tool, tc.params)
		x, err := h.engine.Explain(t.Context(), 0, d.Receipt.Seq, "")
		require.NoError(t, err)
		if tc.want != "" {
			require.Equal(t, tc.want, x.Does)
		}
		require.LessOrEqual(t, len([]rune(x.Does)), decide.MaxDoes+1)
		text, err := json.Marshal(h.journal.records[d.Receipt.Seq-1])
		require.NoError(t, err)
		require.NotContains(t, string(text), token)
		g, err := h.engine.Graph("s", "last")
		require.NoError(t, err)
		require.NotContains(t, string(raw(g)), token)
		if x.Does != "" {
			require.Contains(t, string(raw(g)), `"contentPreview":`+string(raw(x.Does)))
		}
		require.Contains(t, x.text(), x.Does)
	}
	c := newHost(t, "contentPreviews: false").fetched("s")
	d, _ := c.call("exec", map[string]string{"command": "ls"})
	x, err := c.engine.Explain(t.Context(), 0, d.Receipt.Seq, "")
	require.NoError(t, err)
	require.Empty(t, x.Does)
	text, err := json.Marshal(c.journal.records)
	require.NoError(t, err)
	require.NotContains(t, string(text), `"does"`)
}

// The canary is nobody's session, and only calls of tools count as calls.
func TestWhatIsCounted(t *testing.T) {
	h := newHost(t, "")
	canary := h.open("agent:main:provenance-canary", wire.Ctx{})
	restricted(t, canary.run("exec", nil))
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	c.run("read", nil)
	c.run("web_fetch", nil)
	c.llm()
	held(t, c.run("exec", nil))
	c.emit()
	st := h.engine.Stats()
	require.EqualValues(t, []uint64{2, 1, 0}, []uint64{st.Allowed, st.Held, st.Denied})
	require.Equal(t, 1, st.Sessions)
	list, err := h.engine.Sessions("", 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
}
