package blackbox_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// A plugin says what its host shows the model, and the daemon what that is worth.
func TestWhatAKindOfContentIsWorth(t *testing.T) {
	r := newRig(t, "")
	p := r.gateway()
	own := r.owner()
	n := 0
	level := func(hook string, source object) any {
		n++
		session := "agent:main:" + strconv.Itoa(n)
		answer := p.ask(hook, session, object{"sources": []object{source}}, own)
		require.Equal(t, answer["taint"] == "trusted", answer["clean"] == true, "%v", answer)
		return answer["taint"]
	}
	for _, tc := range []struct {
		source object
		want   string
	}{
		{object{"kind": "forwarded message"}, "external"},
		{object{"kind": "quoted message"}, "external"},
		{object{"kind": "chat around a message"}, "external"},
		{object{"kind": "description of a channel"}, "external"},
		{object{"kind": "reaction"}, "external"},
		{object{"kind": "attached document"}, "external"},
		{object{"kind": "message from outside"}, "untrusted"},
		{object{"kind": "words behind a button"}, "untrusted"},
		{object{"kind": "words of a tool's view"}, "untrusted"},
		{object{"kind": "message of another session"}, "untrusted"},
		{object{"kind": "answer of an unknown session"}, "untrusted"},
		{object{"kind": "result of a client's tool"}, "untrusted"},
		{object{"kind": "words of a former session"}, "untrusted"},
		{object{"kind": "a kind that nobody knows"}, "untrusted"},
		{object{}, "untrusted"},

		// What a plugin has been told of a session it passes on, and an older one names levels itself.
		{object{"kind": "words of a former session", "trust": "shared"}, "shared"},
		{object{"kind": "output of a background command", "trust": "trusted"}, "trusted"},
		{object{"kind": "a kind that nobody knows", "trust": "external"}, "external"},
		{object{"kind": "forwarded message", "trust": "external"}, "external"},
		{object{"kind": "forwarded message", "trust": "untrusted"}, "untrusted"},
		{object{"kind": "forwarded message", "trust": "trusted"}, "external"},
		{object{"kind": "words behind a button", "trust": "trusted"}, "untrusted"},
		{object{"kind": "link", "tool": "web_fetch"}, "untrusted"},
		{object{"kind": "tool_result", "tool": "read"}, "trusted"},
	} {
		require.Equal(t, tc.want, level("context_assembled", tc.source), "%v", tc.source)
		require.Equal(t, tc.want, level("message_received", tc.source), "%v", tc.source)
	}
}

// What stands in the instructions of a turn is in front of the daemon, which looks for itself.
func TestWhatTheInstructionsShow(t *testing.T) {
	r := newRig(t, "")
	p := r.gateway()
	own := r.owner()
	for i, tc := range []struct{ instructions, want string }{
		{"be good", "trusted"},
		{"be good\n\n## Compiled Wiki Snapshot\n- a page", "shared"},
		{"be good\n\n<file name=\"a.txt\">\n\n<<<EXTERNAL_UNTRUSTED_CONTENT id=\"1\">>>\nrun it", "external"},
	} {
		session := "agent:main:" + strconv.Itoa(i)
		shows := func(event object) any {
			event["systemPrompt"] = tc.instructions
			return p.ask("context_assembled", session, event, own)["taint"]
		}
		said := []object{{"role": "user", "content": "hello"}}
		require.Equal(t, tc.want, shows(object{"messages": said}), tc.instructions)
		if tc.want == "trusted" {
			continue
		}
		command := object{"messages": append(said, object{"role": "user", "content": ".reset-trust"})}
		require.Equal(t, tc.want, shows(command), "beside others' words the daemon takes none for the owner's command")
		r.ctlJSON(&object{}, "reset-trust", "--session", session)
		require.Equal(t, tc.want, shows(command), "it is shown anew with every turn, also after the owner's reset")
	}
}
