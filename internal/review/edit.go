package review

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// Rule is one value of a policy file: where it stands, and what it is to be.
type Rule struct {
	Keys  []string
	Value string
	Item  bool // Value is one more item of the list that stands there
}

// String is the rule as the file would have it on one line.
func (r *Rule) String() string { return r.flow(0) }

// flow is the rule from its i-th key on, on one line.
func (r *Rule) flow(i int) string {
	text := scalar(r.Value)
	if r.Item {
		text = "[" + text + "]"
	}
	for n := len(r.Keys) - 1; n > i; n-- {
		text = "{" + scalar(r.Keys[n]) + ": " + text + "}"
	}
	return scalar(r.Keys[i]) + ": " + text
}

// block is the rule from its i-th key on, on lines of their own.
func (r *Rule) block(i, indent int) string {
	var b strings.Builder
	for ; i < len(r.Keys)-1; i++ {
		fmt.Fprintf(&b, "%*s%s:\n", indent, "", scalar(r.Keys[i]))
		indent += 2
	}
	fmt.Fprintf(&b, "%*s%s\n", indent, "", r.flow(len(r.Keys)-1))
	return b.String()
}

var plainScalar = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*(://?[A-Za-z0-9][A-Za-z0-9_./-]*(:[0-9]+)?(/[A-Za-z0-9_./-]*)?)?$`)

// scalar is a text as YAML.
func scalar(text string) string {
	switch strings.ToLower(text) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		if text == "on" || text == "off" { // as modes are written
			return text
		}
	default:
		if plainScalar.MatchString(text) {
			return text
		}
	}
	return strconv.Quote(text)
}

var errShape = errors.New("the policy file is written in a way that this does not change")

// In is a policy file with the rule in it. All that stood in it stays as it was written, but for
// a value that the rule replaces.
func (r *Rule) In(text []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	if bytes.Contains(text, []byte("\r")) {
		return nil, errShape
	}
	e := edit{text: text}
	if doc.Kind == 0 || yamltext.IsNull(doc.Content[0]) {
		return e.append(r.block(0, 0))
	}
	at, key := doc.Content[0], (*yaml.Node)(nil)
	for i, name := range r.Keys {
		switch {
		case yamltext.IsNull(at) && at.Value == "" && key != nil && key.Style&yaml.FlowStyle == 0:
			return e.below(key, r.block(i, key.Column+1)) // a key's column is from 1
		case at.Kind != yaml.MappingNode:
			return nil, errShape
		}
		found := -1
		for j := 0; j < len(at.Content); j += 2 {
			if at.Content[j].Value == name {
				found = j
			}
		}
		switch {
		case found >= 0:
			key, at = at.Content[found], at.Content[found+1]
		case at.Style&yaml.FlowStyle != 0:
			return e.into(at, '{', r.flow(i))
		case key == nil:
			return e.append(r.block(i, at.Column-1))
		default:
			return e.below(key, r.block(i, at.Column-1))
		}
	}
	switch {
	case r.Item && at.Kind == yaml.SequenceNode && at.Style&yaml.FlowStyle != 0:
		return e.into(at, '[', scalar(r.Value))
	case r.Item && at.Kind == yaml.SequenceNode:
		return e.below(key, fmt.Sprintf("%*s- %s\n", at.Column-1, "", scalar(r.Value)))
	case r.Item || at.Kind != yaml.ScalarNode:
		return nil, errShape
	}
	return e.replace(at, scalar(r.Value))
}

type edit struct{ text []byte }

// place is where a node begins.
func (e *edit) place(n *yaml.Node) (int, error) {
	at := 0
	for range n.Line - 1 {
		end := bytes.IndexByte(e.text[at:], '\n')
		if end < 0 {
			return 0, errShape
		}
		at += end + 1
	}
	rest := string(e.text[at:])
	column := 1
	for i := range rest {
		if column == n.Column {
			return at + i, nil
		}
		column++
	}
	return 0, errShape
}

func (e *edit) with(at, end int, text string) ([]byte, error) {
	return append(append(append([]byte{}, e.text[:at]...), text...), e.text[end:]...), nil
}

// append puts lines at the end.
func (e *edit) append(lines string) ([]byte, error) {
	if len(e.text) > 0 && !bytes.HasSuffix(e.text, []byte("\n")) {
		lines = "\n" + lines
	}
	return e.with(len(e.text), len(e.text), lines)
}

// below puts lines below that of a key.
func (e *edit) below(key *yaml.Node, lines string) ([]byte, error) {
	at, err := e.place(key)
	if err != nil {
		return nil, err
	}
	end := bytes.IndexByte(e.text[at:], '\n')
	if end < 0 {
		return e.append(lines)
	}
	return e.with(at+end+1, at+end+1, lines)
}

// into puts an entry first into what stands in brackets.
func (e *edit) into(n *yaml.Node, opens byte, entry string) ([]byte, error) {
	at, err := e.place(n)
	if err != nil || e.text[at] != opens {
		return nil, errShape
	}
	if len(n.Content) > 0 {
		entry += ", "
	}
	return e.with(at+1, at+1, entry)
}

// replace puts another value in a scalar's place.
func (e *edit) replace(n *yaml.Node, value string) ([]byte, error) {
	at, err := e.place(n)
	if err != nil {
		return nil, err
	}
	was := n.Value
	switch n.Style {
	case yaml.SingleQuotedStyle:
		was = "'" + was + "'"
	case yaml.DoubleQuotedStyle:
		was = `"` + was + `"`
	}
	if !bytes.HasPrefix(e.text[at:], []byte(was)) {
		return nil, errShape
	}
	return e.with(at, at+len(was), value)
}
