package memguard

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
)

// Leaves reports whether a call leaves words that the gateway will show to later turns by itself,
// in no file that could be guarded, and so to sessions that have not read the sources of these
// words. Words that a later call must ask for do not count: its result has a level.
func Leaves(tool string, params jsontext.Value) bool {
	l := dialect.Leaves(tool)
	return l != nil && !looks(params, l) && !isQuiet(params, l)
}

// looks reports whether the call asks only for an action that leaves nothing. If it names several
// actions, the result is false, since it is unknown which one counts.
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

// isQuiet reports whether the call itself says that it leaves nothing.
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

// members calls each for the members of params. It returns false if they cannot be parsed, or two
// have the same name.
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
