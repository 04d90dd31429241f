package jsonstring

import (
	"slices"
	"strconv"
)

// Apart renames members of valid JSON so that no two of an object share a name: the second of a
// name becomes name#2, the next name#3, and a member that already has such a name gets another
// in turn. If all names differ it returns raw itself. Replacing parts of strings by markers can
// make two names the same, which readers of JSON may refuse.
func Apart(raw []byte) []byte {
	type member struct {
		object int
		name   string
	}
	taken := map[member]int{} // how many new names were made from the name
	var open []int            // the objects around raw[at]
	var out []byte
	objects, copied := 0, 0
	for at := 0; at < len(raw); {
		switch raw[at] {
		case '{':
			objects++
			open = append(open, objects)
		case '}':
			open = open[:max(0, len(open)-1)]
		case '"':
			start := at + 1
			n, _, _ := End(raw[start:])
			at = min(start+n+1, len(raw))
			if len(open) == 0 || !IsName(raw, at) {
				continue
			}
			name, _ := Append(nil, raw[start:])
			m := member{open[len(open)-1], string(name)}
			if taken[m] == 0 {
				taken[m] = 1
				continue
			}
			other, suffix := m, ""
			for n := taken[m]; taken[other] != 0; taken[m] = n {
				n++
				suffix = "#" + strconv.Itoa(n)
				other.name = m.name + suffix
			}
			taken[other] = 1
			out = append(append(out, raw[copied:at-1]...), suffix...)
			copied = at - 1
			continue
		}
		at++
	}
	if copied == 0 {
		return raw
	}
	return slices.Concat(out, raw[copied:])
}

// IsName reports whether a string that ends before raw[end] is the name of a member of an
// object.
func IsName(raw []byte, end int) bool {
	for end < len(raw) && (raw[end] == ' ' || raw[end] == '\t' || raw[end] == '\n' || raw[end] == '\r') {
		end++
	}
	return end < len(raw) && raw[end] == ':'
}
