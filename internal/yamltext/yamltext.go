// Package yamltext parses YAML strictly, and words the messages about mistakes in it:
// what is wrong, where, and what to write instead. It opens no file and knows no keys: those
// are the business of the three packages that read files with it.
package yamltext

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Describe names what was found where something else was expected.
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
	case "!!merge":
		return "<< (a merge key): write out what it brings in"
	}
	return fmt.Sprintf("%q", Cut(n.Value))
}

// QuoteHint helps where YAML read as a number or a truth value what was meant as text; it is
// empty where quotes would not help.
func QuoteHint(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode && !IsNull(n) {
		return fmt.Sprintf(": write %q in quotes", Cut(n.Value))
	}
	return ""
}

var (
	asJSON     = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	asBefore12 = regexp.MustCompile(`^(?i:y|n|yes|no|on|off)$|^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$`)
)

// OddNumber reports whether a number is written otherwise than in plain decimal digits, as JSON
// writes it. YAML readers disagree about the others: to some of them 010 is 8.
func OddNumber(n *yaml.Node) bool {
	tag := n.ShortTag()
	return n.Kind == yaml.ScalarNode && (tag == "!!int" || tag == "!!float") && !asJSON.MatchString(n.Value)
}

// OddText reports whether a text without quotes was a truth value or a number before YAML 1.2,
// as yes and 1:30 were, and may be meant as one.
func OddText(n *yaml.Node) bool {
	const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return n.Kind == yaml.ScalarNode && n.Style&quoted == 0 && n.ShortTag() == "!!str" && asBefore12.MatchString(n.Value)
}

// HiddenBreak finds a Unicode line break that an editor may not show as one, so that what looks
// like the end of a comment is a line of its own. It is -1 if there is none.
func HiddenBreak(text []byte) int {
	return bytes.IndexAny(text, "\u0085\u2028\u2029")
}

// place is the line and the column of byte i of a text, both from 1.
func place(text []byte, i int) (line, column int) {
	before := text[:i]
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// IsNull reports whether a key has no value.
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

// Pattern compiles a regular expression, or says what is wrong with it. One with a control
// character was written between double quotes, where \b is a backspace, and would hardly ever
// match.
func Pattern(s string) (re *regexp.Regexp, why string) {
	escaped := func(r rune) bool {
		return unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) || r == '\u2028' || r == '\u2029'
	}
	if i := strings.IndexFunc(s, escaped); i >= 0 {
		r, _ := utf8.DecodeRuneInString(s[i:])
		return nil, fmt.Sprintf(`it holds the control character %U (between double quotes, \b is a backspace): use single quotes, or write \\ for \`, r)
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return nil, err.Error() + " (the syntax is RE2: no look-around, no back-references)"
	}
	return re, ""
}

// OneOf lists the words of a choice; there must be at least one.
func OneOf(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
