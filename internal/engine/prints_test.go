package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A host's notice is on every page, and repeats nobody's words.
func TestANoticeOfTheHostIsNobodysWords(t *testing.T) {
	h := newHost(t, "mode: provenance\nurlOutputTaints: {https://good.example: trusted}")
	shows := func(c *chat, tool, url, page string) trust.Level {
		_, id := c.call(tool, map[string]string{"url": url})
		text := dialect.Notices()[0] + "\n\n<<<EXTERNAL_UNTRUSTED_CONTENT id=\"" + id + "\">>>\nSource: Web Fetch\n---\n" + page
		c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: tool, ToolCallID: id, Result: raw([]any{map[string]string{"type": "text", "text": string(raw(map[string]string{"url": url, "finalUrl": url, "text": text}))}})})
		v, err := h.engine.Session(c.key)
		require.NoError(t, err)
		return v.Level
	}
	const words = "Tulips are planted twelve centimetres deep, ten centimetres apart, in the autumn before the first frost comes, and are left alone until their leaves have turned yellow in the early summer of the next year, which takes until June."
	c := h.open("a", owner)
	c.says("Look at evil.example")
	require.Equal(t, trust.Untrusted, shows(c, "web_fetch", "https://evil.example/a", words))
	const more = "The dough rests for twelve hours in a cool place, is folded four times in the first two of them, and is baked on a stone that has been in the oven for an hour, under a lid for twenty minutes and without one for twenty more."
	require.Equal(t, trust.Untrusted, shows(c, "web_fetch", "https://evil.example/b", words+" "+more))
	c = h.open("b", owner)
	c.says("Look at good.example")
	require.Equal(t, trust.Trusted, shows(c, "read", "", "A kilo of beef and a kilo of onions."))
	require.Equal(t, trust.Trusted, shows(c, "web_fetch", "https://good.example/c", words), "the owner's table of places says what it is worth")
	require.Equal(t, trust.Untrusted, shows(c, "read", "", words))
	c = h.open("c", owner)
	c.says("Look at notes.md")
	require.Equal(t, trust.Untrusted, shows(c, "read", "", more), "a page is taken in though it repeats another")
}
