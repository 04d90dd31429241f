package wire

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// internalContext opens a message that the gateway itself put into the history to carry
// run-time context. It quotes chat text, but nobody sent it.
const internalContext = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>"

// Message is what the engine needs to know about one message of a history.
type Message struct {
	Role string
	Text string // string content, or the text parts joined by newlines

	// Internal: put there by the gateway (role custom, or the text opens an internal context
	// block). Nobody wrote it.
	Internal bool
	// InterSession: written by another session, whatever its role says.
	InterSession bool

	// Content is the raw content, and Results are the tool results in it, in order: the
	// message's own, or those among its parts.
	Content Span
	Results []ToolResult
}

// ToolResult is a tool's result as a history holds it.
type ToolResult struct {
	CallID  string
	Tool    string // empty if the message does not name it
	Content Span
}

// Span is a raw value and its place in the array of messages. A value that is
// absent or null has length 0.
type Span struct {
	Start int
	Value jsontext.Value // aliases the array
}

// Edit replaces the value of a span.
type Edit struct {
	Span
	Value jsontext.Value
}

// CountMessages counts the messages of a raw array. A nil raw has none.
func CountMessages(raw jsontext.Value) (int, error) {
	n := 0
	err := eachMessage(raw, func(Span) { n++ })
	return n, err
}

// LastMessage returns the last message that is not Internal, and whether there
// is one. Errors wrap ErrMalformed.
func LastMessage(raw jsontext.Value) (Message, bool, error) {
	var all []Span
	if err := eachMessage(raw, func(m Span) { all = append(all, m) }); err != nil {
		return Message{}, false, err
	}
	for i := len(all) - 1; i >= 0; i-- {
		m, err := parseMessage(all[i])
		if err != nil {
			return Message{}, false, err
		}
		if !m.Internal {
			return m, true, nil
		}
	}
	return Message{}, false, nil
}

// Messages reads a whole history. Errors wrap ErrMalformed.
func Messages(raw jsontext.Value) ([]Message, error) {
	var all []Message
	var broken error
	err := eachMessage(raw, func(at Span) {
		m, err := parseMessage(at)
		if err != nil && broken == nil {
			broken = err
		}
		all = append(all, m)
	})
	if err == nil {
		err = broken
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Rewrite is raw with the edits applied, which must be in order and must not overlap. All other
// bytes are unchanged.
func Rewrite(raw jsontext.Value, edits []Edit) jsontext.Value {
	size := len(raw)
	for _, e := range edits {
		size += len(e.Value) - len(e.Span.Value)
	}
	out := make(jsontext.Value, 0, size)
	done := 0
	for _, e := range edits {
		out = append(out, raw[done:e.Start]...)
		out = append(out, e.Value...)
		done = e.Start + len(e.Span.Value)
	}
	return append(out, raw[done:]...)
}

// Unquoted is the text of a raw JSON string; other values are returned as they are.
func Unquoted(v jsontext.Value) []byte {
	if text, err := jsontext.AppendUnquote(nil, v); err == nil {
		return text
	}
	return v
}

// UnquotedText is Unquoted as a string, which a short one takes a single allocation for.
func UnquotedText(v jsontext.Value) string {
	var room [256]byte
	if text, err := jsontext.AppendUnquote(room[:0], v); err == nil {
		return string(text)
	}
	return string(v)
}

func eachMessage(raw jsontext.Value, f func(Span)) error {
	if raw == nil {
		return nil
	}
	s := newScanner(raw)
	defer s.release()
	return s.array(func() error {
		m, err := s.span()
		if err == nil {
			f(m)
		}
		return err
	})
}

// parseMessage reads a message that eachMessage has found.
func parseMessage(at Span) (Message, error) {
	s := newRescanner(at.Value)
	defer s.release()
	var m Message
	var own ToolResult
	var parts []ToolResult
	err := s.object(func(name []byte) error {
		switch string(name) {
		case "role":
			return s.string(&m.Role)
		case "content":
			content, err := s.span()
			if err != nil || content.Value.Kind() == 'n' {
				return err
			}
			m.Content = content.in(at)
			inner := newRescanner(content.Value)
			defer inner.release()
			m.Text, parts, err = inner.content(m.Content)
			return err
		case "toolCallId", "tool_call_id":
			return s.stringOr(&own.CallID)
		case "toolName", "name":
			return s.stringOr(&own.Tool)
		case "inputProvenance", "provenance":
			if s.kind() != '{' {
				return s.skip()
			}
			var p InputProvenance
			err := s.object(func(name []byte) error { return p.field(s, name) })
			m.InterSession = m.InterSession || p.Kind == "inter_session"
			return err
		}
		return s.skip()
	})
	if err != nil {
		return Message{}, err
	}
	m.Internal = m.Role == "custom" || strings.HasPrefix(m.Text, internalContext)
	m.Results = parts
	switch m.Role {
	case "tool", "toolResult":
		own.Content = m.Content
		m.Results = []ToolResult{own}
	}
	return m, nil
}

// in converts a span within outer's value into a span of the array that outer is in.
func (p Span) in(outer Span) Span {
	p.Start += outer.Start
	return p
}

// Text is the text of a content as a model reads it: a string, or the parts of type
// text joined by newlines. Any other content has none.
func Text(content jsontext.Value) string {
	s := newScanner(content)
	defer s.release()
	text, _, err := s.content(Span{Value: content})
	if err != nil {
		return ""
	}
	return text
}

// content reads the content at a place: its text, and the tool results among its parts.
func (s *scanner) content(at Span) (text string, results []ToolResult, err error) {
	switch s.kind() {
	case '"':
		err := s.string(&text)
		return text, nil, err
	case '[':
		var texts []string
		err := s.array(func() error {
			if s.kind() != '{' {
				return s.skip()
			}
			var kind, text string
			var r ToolResult
			err := s.object(func(name []byte) error {
				switch string(name) {
				case "type":
					return s.stringOr(&kind)
				case "text":
					return s.stringOr(&text)
				case "tool_use_id":
					return s.stringOr(&r.CallID)
				case "content":
					content, err := s.span()
					r.Content = content.in(at)
					return err
				}
				return s.skip()
			})
			switch kind {
			case "text":
				texts = append(texts, text)
			case "tool_result":
				results = append(results, r)
			}
			return err
		})
		return strings.Join(texts, "\n"), results, err
	}
	return "", nil, s.skip()
}
