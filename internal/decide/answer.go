package decide

import "github.com/provenanced/provenanced/internal/wire"

const (
	wayChat   = "chat"   // a command that the owner sent
	wayPrompt = "prompt" // the gateway's own prompt, mostly its buttons
	wayCLI    = "cli"
)

// WayText says by which way the owner answered.
func WayText(way string) string {
	switch way {
	case wayChat:
		return " in the chat"
	case wayPrompt:
		return " at the gateway's prompt"
	case wayCLI:
		return " with provenancectl"
	}
	return "" // a record of an earlier version
}

// way is by which way the owner says what they say.
func (q *question) way() string {
	switch q.ev.Hook {
	case HookApprove, HookDeny, HookReset:
		return wayCLI
	}
	if p, ok := q.ev.Payload.Event.(*wire.CommandEvent); ok && p.ToolCallID != "" {
		return wayPrompt
	}
	return wayChat
}
