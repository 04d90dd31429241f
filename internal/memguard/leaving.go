package memguard

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Leaves reports whether a call leaves words that the gateway shows to later turns by itself,
// in no file that could be guarded: heartbeat_respond replaces the notes that every later
// heartbeat is told to follow, and how a heartbeat ended stands in the next turn of its
// session, also if that has begun anew meanwhile. Only that nothing has changed, said to
// nobody, leaves nothing.
func Leaves(tool string, params jsontext.Value) bool {
	const leaving = "heartbeatrespond"
	if len(tool) < len(leaving) || squeezed(strings.TrimSpace(unprefixed(tool))) != leaving {
		return false
	}
	unchanged, silent := false, false
	dec := jsontext.NewDecoder(bytes.NewReader(params)) // of two members of one name, who knows which counts
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return true
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return true
		}
		key := squeezed(name.String())
		value, err := dec.ReadValue()
		if err != nil || key == "scratch" {
			return true
		}
		switch key {
		case "outcome":
			unchanged = string(value) == `"no_change"`
		case "notify":
			silent = string(value) == "false"
		}
	}
	end, err := dec.ReadToken()
	return err != nil || end.Kind() != '}' || !unchanged || !silent
}
