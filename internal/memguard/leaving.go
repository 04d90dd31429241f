package memguard

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Leaves reports whether a call leaves words that the gateway shows to later turns by itself,
// in no file that could be guarded, to sessions that have not read what they were written
// from. What a tool has to be asked for does not count: its result has a level.
func Leaves(tool string, params jsontext.Value) bool {
	tool = strings.TrimSpace(unprefixed(tool))
	if tool == "" || len(tool) > maxLeaving || strings.IndexByte("hisHIS", tool[0]) < 0 { // most tools are told by a letter
		return false
	}
	switch squeezed(tool) {
	case "heartbeatrespond":
		return !saysNothing(params)
	case "intent":
		return !does(params, intentLooks[:])
	case "skillworkshop":
		return !does(params, workshopLooks[:])
	}
	return false
}

// maxLeaving is more than the longest of these names has, however it is spelled.
const maxLeaving = 64

// A standing intent is shown with each message that has its keywords. A proposed skill can
// be applied by a session that has not written it, and is then in every prompt.
var (
	intentLooks   = [...]string{"list", "cancel"}
	workshopLooks = [...]string{"list", "inspect", "read", "prepare_patch", "history", "evaluate", "reject", "quarantine"}
)

// does reports whether the call asks for one of these actions. If it names several, who
// knows which counts.
func does(params jsontext.Value, actions []string) bool {
	asked := 0
	whole := members(params, func(name string, value jsontext.Value) {
		if name != "action" {
			return
		}
		asked++
		if action, err := jsontext.AppendUnquote(nil, value); err != nil || !slices.Contains(actions, string(action)) {
			asked++
		}
	})
	return whole && asked == 1
}

// saysNothing reports whether a heartbeat's answer leaves nothing: that nothing has changed,
// said to nobody. Its notes replace those that every later heartbeat is told to follow, and how
// it ended stands in the next turn of its session, also if that has begun anew meanwhile.
func saysNothing(params jsontext.Value) bool {
	unchanged, silent, notes := false, false, false
	whole := members(params, func(name string, value jsontext.Value) {
		switch squeezed(name) {
		case "scratch":
			notes = true
		case "outcome":
			unchanged = string(value) == `"no_change"`
		case "notify":
			silent = string(value) == "false"
		}
	})
	return whole && unchanged && silent && !notes
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
