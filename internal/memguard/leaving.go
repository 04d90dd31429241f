package memguard

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
)

// Leaves reports whether a call leaves words that the gateway will show to later turns by
// itself, outside of any file that could be guarded, and so to sessions that have not read what
// the words were written from. What a tool has to be asked for does not count: its result has a
// level.
func Leaves(tool string, params jsontext.Value) bool {
	l := dialect.Leaves(tool)
	return l != nil && !looks(params, l) && !isQuiet(params, l)
}

// looks reports whether the call asks for an action that leaves nothing. If it names several,
// it does not: it is unknown which one counts.
func looks(params jsontext.Value, l *facts.Leaving) bool {
	asked := 0
	whole := members(params, func(name string, value jsontext.Value) {
		if name != l.Action {
			return
		}
		asked++
		if action, err := jsontext.AppendUnquote(nil, value); err != nil || !slices.Contains(l.Looks, string(action)) {
			asked++
		}
	})
	return l.Action != "" && whole && asked == 1
}

// isQuiet reports whether the call says by itself that it leaves nothing.
func isQuiet(params jsontext.Value, l *facts.Leaving) bool {
	quiet, notes := map[string]bool{}, false
	whole := members(params, func(name string, value jsontext.Value) {
		name = facts.Squeezed(name)
		if want, ok := l.Quiet[name]; ok {
			quiet[name] = string(value) == want
		}
		notes = notes || slices.Contains(l.Notes, name)
	})
	for name := range l.Quiet {
		whole = whole && quiet[name]
	}
	return len(l.Quiet) > 0 && whole && !notes
}

// members goes through those of params. It is false where they cannot be read to their end,
// or two have one name.
func members(params jsontext.Value, each func(name string, value jsontext.Value)) bool {
	dec := jsontext.NewDecoder(bytes.NewReader(params))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return false
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return false
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return false
		}
		each(key, value)
	}
	end, err := dec.ReadToken()
	return err == nil && end.Kind() == '}'
}
