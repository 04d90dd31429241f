package decide

import (
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/wire"
)

const (
	WayChat   = "chat"   // a command that the owner sent
	WayPrompt = "prompt" // the gateway's own prompt, mostly its buttons
	WayCLI    = "cli"
)

// WayText says how the owner answered.
func WayText(way string) string {
	switch way {
	case WayChat:
		return texts.InChat
	case WayPrompt:
		return texts.AtPrompt
	case WayCLI:
		return texts.WithCLI
	}
	return "" // a record of an earlier version
}

// way is how the owner sends this.
func (q *question) way() string {
	switch q.ev.Hook {
	case HookApprove, HookDeny, HookReset:
		return WayCLI
	}
	if p, ok := q.ev.Payload.Event.(*wire.CommandEvent); ok && p.ToolCallID != "" {
		return WayPrompt
	}
	return WayChat
}
