package wire

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// internalContext opens a message that the gateway itself put into the history
// to carry run-time context. It quotes chat text and is nobody's message.
const internalContext = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>"

// Message is what the engine asks of one message of a history.
type Message struct {
	Role string
	Text string         // string content, or the text parts joined by newlines
	Raw  jsontext.Value // the whole message, aliasing the array

	// Internal: put there by the gateway (role custom, or the text opens an
	// internal context block). Nobody said it.
	Internal bool
	// InterSession: written by another session, whatever its role says.
	InterSession bool
}

// CountMessages counts the messages of a raw array. A nil raw has none.
func CountMessages(raw jsontext.Value) (int, error) {
	n := 0
	err := eachMessage(raw, func(jsontext.Value) { n++ })
	return n, err
}

// LastMessage returns the last message that is not Internal, and whether there
// is one. Errors wrap ErrMalformed.
func LastMessage(raw jsontext.Value) (Message, bool, error) {
	var all []jsontext.Value
	if err := eachMessage(raw, func(m jsontext.Value) { all = append(all, m) }); err != nil {
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

func eachMessage(raw jsontext.Value, f func(jsontext.Value)) error {
	if raw == nil {
		return nil
	}
	s := newScanner(raw)
	defer s.release()
	return s.array(func() error {
		m, err := s.value()
		if err == nil {
			f(m)
		}
		return err
	})
}

func parseMessage(raw jsontext.Value) (Message, error) {
	s := newScanner(raw)
	defer s.release()
	m := Message{Raw: raw}
	err := s.object(func(name []byte) error {
		switch string(name) {
		case "role":
			return s.string(&m.Role)
		case "content":
			return s.content(&m.Text)
		case "inputProvenance", "provenance":
			if s.dec.PeekKind() != '{' {
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
	return m, nil
}

// content reads a message's content: a string, or an array of parts of which
// those of type text count. Any other content has no text.
func (s *scanner) content(dst *string) error {
	switch s.dec.PeekKind() {
	case '"':
		return s.string(dst)
	case '[':
		var texts []string
		err := s.array(func() error {
			if s.dec.PeekKind() != '{' {
				return s.skip()
			}
			var kind, text string
			err := s.object(func(name []byte) error {
				switch string(name) {
				case "type":
					return s.string(&kind)
				case "text":
					if s.dec.PeekKind() == '"' {
						return s.string(&text)
					}
				}
				return s.skip()
			})
			if kind == "text" {
				texts = append(texts, text)
			}
			return err
		})
		*dst = strings.Join(texts, "\n")
		return err
	}
	return s.skip()
}
