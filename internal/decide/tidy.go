package decide

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// UnwrapArguments parses announced arguments that a model sent as JSON inside a string.
func (ev *Event) UnwrapArguments() {
	p, ok := ev.Payload.Event.(*wire.AfterLLMCallEvent)
	if !ok {
		return
	}
	for i := range p.ToolCalls {
		args := &p.ToolCalls[i].Arguments
		if args.Kind() != '"' {
			continue
		}
		if inner := jsontext.Value(wire.Unquoted(*args)); inner.Kind() == '{' && inner.IsValid() {
			*args = inner
		}
	}
}

// tidy removes secrets and personal data from the names in an event, which are recorded, shown and
// logged. Such a name is replaced by another, the same each time. The sender of a message is kept
// here, so that the policy can recognise them; the recorded form is question.sender.
func (ev *Event) tidy(digest func(string) string) {
	tidy := func(names ...*string) {
		for _, name := range names {
			*name = TidyName(*name, digest)
		}
	}
	tidy(&ev.Payload.Ctx.AgentID)
	if len(ev.Payload.Ctx.SpawnedBy) > wire.MaxSession { // a shorter one is a session's key, see Engine.tidyKeys
		tidy(&ev.Payload.Ctx.SpawnedBy)
	}
	switch p := ev.Payload.Event.(type) {
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

// maxName is longer than any gateway's names and ids. A model may choose one, and sessions keep
// hundreds.
const maxName = 512

// TidyName is a name without secrets and personal data, and not too long; digest distinguishes such
// names.
func TidyName(name string, digest func(string) string) string {
	if Usual(name) {
		return name
	}
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName/2], "") + "#" + digest(name)
	}
	return without(name, redact.Strict, digest)
}

// without is a name without what a redaction of the level finds in it; digest distinguishes such
// names.
func without(name string, level redact.Level, digest func(string) string) string {
	clean, found := redact.Text(name, level)
	if len(found) == 0 {
		return name
	}
	return clean + "#" + digest(name)
}

// TidyKey is the key under which a session is known. It keeps personal data, such as a chat
// partner's number: the owner and the policy name sessions by their keys.
func TidyKey(key string, digest func(string) string) string {
	return without(key, redact.Secrets, digest)
}

// said is a text of a call or of other content in the form for records, graphs and answers: at most
// n characters on one line, without secrets, and without whatever else the policy redacts. All such
// texts go through here.
func said(p *policy.Policy, text string, n int) string {
	text = strings.ToValidUTF8(text[:min(len(text), maxSaidRead)], "")
	if !Usual(text) {
		text, _ = redact.Text(text, min(p.Redaction, redact.Secrets))
	}
	return session.Preview(text, n)
}

func (q *question) said(text string, n int) string { return said(q.Policy, text, n) }

// maxSaidRead is how much of a text is examined, in bytes.
const maxSaidRead = 4 << 10

// Usual reports whether a name is too short or too plain to contain anything: most are, and need no
// search.
func Usual(name string) bool {
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
