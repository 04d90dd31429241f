package hooks

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

func TestWhatTheGatewayPutsAroundAMessageIsTakenOff(t *testing.T) {
	const (
		info     = "Conversation info: ⟦openclaw:ctx⟧\n```json\n{\"sender\":{\"id\":\"111\",\"name\":\"P\"}}\n```\n\n"
		recalled = "Context:\n<active_memory_plugin>\ntea\n</active_memory_plugin>"
	)
	for what, c := range map[string][2]string{
		"nothing":                              {"run the tests", "run the tests"},
		"white space":                          {" run the tests \n", "run the tests"},
		"the time":                             {"[Sat 2026-11-21 09:36 UTC] run the tests", "run the tests"},
		"the time elsewhere":                   {"[Sat 2026-11-21 09:36 GMT+1] run the tests", "run the tests"},
		"time and sender":                      {"[Sat 2026-11-21 09:36 UTC] " + info + "run\nthe tests", "run\nthe tests"},
		"what was recalled":                    {"[Sat 2026-11-21 09:36 UTC] Context:\n<active_memory_plugin>\n- tea\n- milk\n</active_memory_plugin>\n\nrun the tests", "run the tests"},
		"what another plugin has found":        {info + "<relevant-memories>\nHistory.\n1. [fact] <b>tea</b>\n</relevant-memories>\n\nrun the tests", "run the tests"},
		"the same, spelled otherwise":          {"<relevant_memories>\ntea\n</relevant_memories>\n\nrun the tests", "run the tests"},
		"what does not end as it began":        {"<relevant-memories>\ntea\n</relevant_memories>\nrun the tests", "<relevant-memories>\ntea\n</relevant_memories>\nrun the tests"},
		"recalled twice":                       {info + recalled + "\n" + recalled + "\n\nrun the tests", "run the tests"},
		"standing intents":                     {info + "<standing_intents>\nStanding intent (created 2026-07-27): <b>\n</standing_intents>\n\n" + recalled + "\n\nrun the tests", "run the tests"},
		"one picture":                          {"[media attached: media://inbound/a.png (image/png)]\nlook", "look"},
		"two pictures":                         {"[media attached: 2 files]\n[media attached 1/2: a.png]\n[media attached 2/2: b.png]\nlook", "look"},
		"a note behind":                        {"look\n\n[Image attachment not analyzed: no image-understanding model is configured]", "look"},
		"two notes":                            {"look\n\n[Image attachment not analyzed: no model]\n\n[Image attachment not processed: attachment limit reached]", "look"},
		"a document":                           {"the doc\n\n<file name=\"notes.txt\" mime=\"text/plain\">\nlines\n\nof it\n</file>", "the doc"},
		"two documents":                        {"both\n\n<file name=\"a\" mime=\"x\">\n1\n</file>\n\n<file name=\"b\" mime=\"x\">\n2\n</file>", "both"},
		"a picture alone":                      {"[media attached: a.png]\n[Image attachment not analyzed: no model]", noWords},
		"nothing but a note":                   {"[Image attachment not analyzed: no model]", noWords},
		"brackets of one's own":                {"[note] run the tests", "[note] run the tests"},
		"a day of one's own":                   {"[Sat] run", "[Sat] run"},
		"a file of one's own":                  {"run <file name= x", "run <file name= x"},
		"a file in the middle":                 {`see <file name="a" mime="b">x</file> there`, `see <file name="a" mime="b">x</file> there`},
		"the end of a file":                    {"x</file>", "x</file>"},
		"a note on the same line":              {"run it [Image attachment not analyzed: no model]", "run it [Image attachment not analyzed: no model]"},
		"info of one's own":                    {"Conversation info: none", "Conversation info: none"},
		"a note that does not end":             {"[media attached: a.png", "[media attached: a.png"},
		"a speaker of one's own":               {"Human: run it", "Human: run it"},
		"a context of one's own":               {"Context: run it", "Context: run it"},
		"a recollection that does not end":     {"Context:\n<active_memory_plugin>\nrun it", "Context:\n<active_memory_plugin>\nrun it"},
		"intents behind what somebody's wrote": {"run it\n<standing_intents>\nx\n</standing_intents>", "run it\n<standing_intents>\nx\n</standing_intents>"},
	} {
		require.Equal(t, c[1], own(c[0]), what)
	}
}

func TestAMessageHasOtherFormsOnlyWhereSomethingIsTakenOffOrMasked(t *testing.T) {
	same := func(text string) string { return text }
	require.Empty(t, otherForms("hello ", same))
	require.Equal(t, []string{"key-…"}, otherForms("key-1", func(text string) string { return strings.ReplaceAll(text, "1", "…") }))
	require.Equal(t, []string{"look"}, otherForms("[media attached: a.png]\nlook", same))
	require.Equal(t, []string{noWords}, otherForms("[Telegram Ann Sat 2026-11-21] Ann: ", same))
}

func TestReadingATextIsLinear(t *testing.T) {
	r := reader{elsewhere: newWords(), said: func(string) bool { return false }}
	g := New(0)
	for _, unit := range []string{
		"<file name=\"a\" mime=\"x\">\n", "<standing_intents>\n", "\n\n", "[media attached: ", "](", "…[omitted]…",
		"System: [x] ", "[Slack x] ", "\"\\n", mark + "\n", "[Replying to: \"", "Tool:x: ", "<active_memory_plugin>\n", "- session=agent:a:subagent:", "#1 x (you): ",
	} {
		linear.Require(t, 1<<11, func(size int) {
			text := strings.Repeat(unit, size)
			own(text)
			letters(text, 1<<20)
			around(text, r)
			g.shownIn(text, "agent:a:telegram:group:1")
			g.conversation("s", nil, clientsHistory+text+clientsMessage)
			aboutChild.FindAllStringSubmatch(unquoted(text), -1)
		}, unit)
	}
}
