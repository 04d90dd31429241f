package injection

import "bytes"

// noticeOrders requires a heading, by its mark or its capitals, and for an order soon
// behind. A heading in capitals or brackets weighs one more.
func noticeOrders(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+20)]
	k := bytes.IndexAny(rest, ":]).\n<>\"")
	if k < 0 || bytes.IndexByte([]byte(":]).<>"), rest[k]) < 0 || bytes.HasPrefix(rest[k:], []byte("://")) {
		return 0
	}
	capitals := inCapitals(f, c)
	if rest[k] == '.' && !capitals || ordersBehind(f, cue{end: c.end + k + 1, weight: 2}) < 2 {
		return 0
	}
	if capitals || rest[k] == ']' || c.start > 0 && f.bytes[c.start-1] == '[' {
		return c.weight
	}
	return c.weight - 1
}

// secretPath requires an order about a path that no one else is to read.
func secretPath(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+56)]
	if bytes.IndexByte(rest, '/') < 0 {
		return 0 // as most
	}
	if k := bytes.IndexByte(rest, '\n'); k >= 0 {
		rest = rest[:k]
	}
	for w := range bytes.FieldsSeq(rest) {
		if bytes.IndexByte(w, '/') >= 0 && containsAny(w, secretFiles) && !bytes.Contains(w, exampleFile) {
			return imperative(f, c)
		}
	}
	return 0
}

// secretFiles are parts of the names of files that hold secrets, beside those that
// read-secret-file knows.
var secretFiles = foldedWords("credential", "api_key", "api-key", "apikey", "secrets", "private_key", "private-key", ".pem", "passwords", "salar", ".gnupg", "tokens.")

var exampleFile = []byte(foldString("example"))

// toolWithValue requires the name of a tool, halves it, and weighs one more with a value
// for it.
func toolWithValue(f *folded, c cue) int {
	name, rest := toolBehind(f, c.end)
	switch {
	case name == nil || undenied(f, c) == 0:
		return 0
	case withValue(rest):
		return c.weight + 1
	}
	return c.weight / 2
}
