// Package yamltext is the words in which a mistake in a YAML file is told: what
// stands there, where, and what could stand there instead. It reads no file and
// finds no mistake.
package yamltext

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// Describe names what stands where something else was expected.
func Describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!int", "!!float":
		return "the number " + Cut(n.Value)
	case "!!bool":
		return Cut(n.Value)
	}
	return fmt.Sprintf("%q", Cut(n.Value))
}

// QuoteHint helps where YAML took for a number or a truth value what was meant
// as text; it is empty for what has no quotes.
func QuoteHint(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode && !IsNull(n) {
		return fmt.Sprintf(": write %q in quotes", Cut(n.Value))
	}
	return ""
}

// IsNull tells a key without a value.
func IsNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// Cut is s, or the first 60 bytes of it and an ellipsis.
func Cut(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// Join is the path of a key under another; "" is the top.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// OneOf lists a choice of at least one word.
func OneOf(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
