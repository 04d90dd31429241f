package engine

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/wire"
)

// unwrapArguments takes announced arguments that a model sent as JSON inside a string
// for what they are.
func (ev *event) unwrapArguments() {
	p, ok := ev.payload.Event.(*wire.AfterLLMCallEvent)
	if !ok {
		return
	}
	for i := range p.ToolCalls {
		args := &p.ToolCalls[i].Arguments
		if args.Kind() != '"' {
			continue
		}
		if inner := jsontext.Value(unquoted(*args)); inner.Kind() == '{' && inner.IsValid() {
			*args = inner
		}
	}
}

// tidy takes secrets and personal data out of the names that an event carries: they
// are recorded, shown and logged. Such a name gets another, the same each time.
// Who sent a message stays as it is here, for the policy to know him by; what is
// recorded of him is draft.sender.
func (ev *event) tidy(digest func(string) string) {
	tidy := func(names ...*string) {
		for _, name := range names {
			*name = tidyName(*name, digest)
		}
	}
	tidy(&ev.payload.Ctx.AgentID)
	if len(ev.payload.Ctx.SpawnedBy) > wire.MaxSession { // a shorter one stays as it is: its session is found by it
		tidy(&ev.payload.Ctx.SpawnedBy)
	}
	switch p := ev.payload.Event.(type) {
	case *wire.BeforeToolCallEvent:
		tidy(&p.ToolName, &p.ToolCallID)
	case *wire.AfterToolCallEvent:
		tidy(&p.ToolName, &p.ToolCallID)
	case *wire.ToolResultPersistEvent:
		tidy(&p.ToolName, &p.ToolCallID)
	case *wire.CommandEvent:
		tidy(&p.ToolCallID)
	case *wire.AfterLLMCallEvent:
		ev.callIDs = make([]string, len(p.ToolCalls))
		for i := range p.ToolCalls {
			ev.callIDs[i] = p.ToolCalls[i].ID
			tidy(&p.ToolCalls[i].Name, &p.ToolCalls[i].ID)
		}
	case *wire.ContextAssembledEvent:
		tidySources(p.Sources, tidy)
	case *wire.MessageReceivedEvent:
		tidySources(p.Sources, tidy)
	case *wire.SignMessageEvent:
		tidySources(p.Sources, tidy)
	}
}

func tidySources(sources []wire.Source, tidy func(names ...*string)) {
	for i := range sources {
		tidy(&sources[i].Kind, &sources[i].Tool)
	}
}

// maxName is longer than any gateway's names and ids. A model may choose one, and
// sessions keep hundreds.
const maxName = 512

func tidyName(name string, digest func(string) string) string {
	if usual(name) {
		return name
	}
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName/2], "") + "#" + digest(name)
	}
	clean, found := redact.Text(name, redact.Strict)
	if len(found) == 0 {
		return name
	}
	return clean + "#" + digest(name)
}

// usual reports whether a name is too short or too plain to hold anything: most
// are, and are spared the search.
func usual(name string) bool {
	if len(name) <= 6 {
		return true
	}
	if len(name) > 40 {
		return false
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; (c < 'a' || c > 'z') && c != '_' && c != '.' && c != '-' {
			return false
		}
	}
	return true
}
