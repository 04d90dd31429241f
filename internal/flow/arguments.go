package flow

import (
	"bytes"
	"slices"
	"strings"
)

// read reads the call's values.
func (j *judging) read() bool {
	if len(j.c.Args) > 0 {
		check := jsonReader{b: j.c.Args}
		if check.peek() != '{' || !check.skip(0) || check.peek() != 0 {
			j.bad = NotAnObject
			return false
		}
		r := jsonReader{b: j.c.Args}
		r.peek()
		j.args, j.nums = make([]Arg, 0, usualArgs), make([]bool, 0, usualArgs)
		for first := true; r.more(first, '}'); first = false {
			name := string(r.name())
			j.leaves(&r, argument{name: name, top: name, object: r.peek() == '{'})
		}
	}
	for _, a := range j.c.Values {
		j.args, j.nums = append(j.args, a), append(j.nums, false)
	}
	if len(j.args) > maxValues {
		j.bad = TooMany
		return false
	}
	for _, a := range j.args {
		j.carries = j.carries || a.Role == Content
	}
	return true
}

// usualArgs is room for the values of most calls.
const usualArgs = 8

// argument is the place of a value in a call.
type argument struct {
	name, top string
	object    bool // the argument is an object, whose members have roles of their own
}

func (j *judging) role(a argument) Role {
	switch {
	case a.name == a.top:
		return j.c.Roles.of(a.top, false)
	case a.object:
		return j.c.Roles.of(a.name, true)
	}
	return j.c.Roles.of(a.top, true)
}

// leaves reads the values in an argument, including those in lists and objects, in strings that are
// JSON, and in lists of addresses.
func (j *judging) leaves(r *jsonReader, a argument) {
	if len(j.args) > maxValues {
		r.skip(0)
		return
	}
	switch r.peek() {
	case '{':
		for first := true; r.more(first, '}'); first = false {
			name := string(r.name())
			j.leaves(r, argument{name: name, top: a.top, object: a.object})
		}
	case '[':
		for first := true; r.more(first, ']'); first = false {
			j.leaves(r, a)
		}
	case '"':
		text := r.string()
		trimmed := bytes.TrimSpace(text)
		if n := len(trimmed); n > 1 && (trimmed[0] == '{' && trimmed[n-1] == '}' || trimmed[0] == '[' && trimmed[n-1] == ']') {
			inner := slices.Clone(trimmed)
			if check := (jsonReader{b: inner}); check.skip(0) && check.peek() == 0 {
				j.leaves(&jsonReader{b: inner}, a)
				return
			}
		}
		if parts := mailList(text); parts != nil {
			for _, p := range parts {
				j.leaf(p, a, false)
			}
			return
		}
		j.leaf(string(text), a, false)
	default:
		switch text := r.atom(); string(text) {
		case "true", "false", "null":
		default:
			j.leaf(string(text), a, true)
		}
	}
}

func (j *judging) leaf(text string, a argument, number bool) {
	if text == "" {
		return
	}
	role := j.role(a)
	// A schema may lie: a value in the form of an address is neither a time nor a choice among
	// words.
	switch {
	case role == File && strings.Contains(text, "://"):
		role = URL // it is fetched from there, or sent
	case role == Time && !number && strings.ContainsAny(text, "@"), role == Flag && !number && (isIdentifier([]byte(text)) || strings.Contains(text, ":")):
		role = Target
	case role == Time && strings.Contains(text, "://"):
		role = URL
	case role == Quantity && !number:
		if _, ok := j.s.number([]byte(text)); !ok {
			role = Target
		}
	}
	one := Arg{Name: a.name, Text: text, Role: role}
	if role == File && j.c.Place != nil {
		var program bool
		one.Leeway, program = j.c.Place(text)
		_, name, _ := cutLast(text, "/")
		j.program = j.program || program && !plainDocument(name, false)
	}
	j.args, j.nums = append(j.args, one), append(j.nums, number)
}

// mailList splits a list of e-mail addresses; nil for anything else.
func mailList(text []byte) []string {
	if bytes.Count(text, []byte("@")) < 2 {
		return nil
	}
	var parts []string
	for _, p := range bytes.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' }) {
		p = bytes.TrimSpace(p)
		if bytes.Count(p, []byte("@")) != 1 || bytes.ContainsAny(p, " \t\n<>\"") {
			return nil
		}
		parts = append(parts, string(p))
	}
	return parts
}
