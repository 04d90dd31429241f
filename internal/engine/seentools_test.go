package engine

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestToolsThatHostsHave(t *testing.T) {
	h := newHost(t, "")
	require.Equal(t, []ToolView{}, h.engine.Tools())
	c := h.open("s", owner)
	c.turn("hi")
	c.llm("exec", "Mystery", "read", "two words")
	c.run("exec", nil)
	c.run("mystery", nil)
	c.llm("mystery")
	require.Equal(t, []ToolView{
		{Tool: "exec", Known: true, Seen: "called"},
		{Tool: "mystery", Seen: "called"},
		{Tool: "read", Known: true, Seen: "offered"},
	}, h.engine.Tools())
	for i := range maxTools {
		h.engine.noteTools(&decide.Event{Payload: wire.Payload{Event: &wire.BeforeToolCallEvent{ToolName: "t" + strconv.Itoa(i)}}})
	}
	require.Len(t, h.engine.Tools(), maxTools)
}
