package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// hash identifies what a policy decides. The file's types can be marshalled, so an error is a
// mistake in them.
func hash(eff *file) string {
	b := effectiveJSON(eff)
	if err := b.Canonicalize(); err != nil {
		panic("policy: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func effectiveJSON(eff *file) jsontext.Value {
	b, err := json.Marshal(eff, json.Deterministic(true))
	if err != nil {
		panic("policy: " + err.Error())
	}
	return b
}

// Differs lists the keys whose effective values differ from another policy's, in order, with nested
// keys: authentication.mode.
func (p *Policy) Differs(other *Policy) (keys []string) {
	ours, theirs := p.keys(), other.keys()
	for key, value := range ours {
		if string(value) != string(theirs[key]) {
			keys = append(keys, key)
		}
	}
	for key := range theirs {
		if _, both := ours[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// keys returns the effective values by key, as canonical JSON.
func (p *Policy) keys() map[string]jsontext.Value {
	var keys map[string]jsontext.Value
	if err := json.Unmarshal(effectiveJSON(p.effective), &keys); err != nil {
		panic("policy: " + err.Error())
	}
	flat := map[string]jsontext.Value{}
	for key, value := range keys {
		if err := value.Canonicalize(); err != nil {
			panic("policy: " + err.Error())
		}
		var inner map[string]jsontext.Value
		if value.Kind() != '{' || json.Unmarshal(value, &inner) != nil {
			flat[key] = value
			continue
		}
		for name, value := range inner {
			flat[key+"."+name] = value
		}
	}
	return flat
}

// YAML returns the effective policy as a policy file, with every table written out: parsing it
// gives a policy with the same Hash.
func (p *Policy) YAML() []byte {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	dec := jsontext.NewDecoder(bytes.NewReader(effectiveJSON(p.effective)))
	if err := enc.Encode(yamlNode(dec)); err != nil {
		panic("policy: " + err.Error())
	}
	return out.Bytes()
}

// yamlNode reads the next JSON value as YAML. A collection of a few scalars and such lists stays on
// one line.
func yamlNode(dec *jsontext.Decoder) *yaml.Node {
	t, err := dec.ReadToken()
	if err != nil {
		panic("policy: " + err.Error())
	}
	n := &yaml.Node{}
	switch t.Kind() {
	case '{', '[':
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
		end := jsontext.Kind('}')
		if t.Kind() == '[' {
			n.Kind, n.Tag, end = yaml.SequenceNode, "!!seq", ']'
		}
		flat := true
		for dec.PeekKind() != end {
			c := yamlNode(dec)
			flat = flat && (c.Kind == yaml.ScalarNode || c.Kind == yaml.SequenceNode && c.Style == yaml.FlowStyle)
			n.Content = append(n.Content, c)
		}
		if _, err := dec.ReadToken(); err != nil {
			panic("policy: " + err.Error())
		}
		if flat && len(n.Content) <= 8 {
			n.Style = yaml.FlowStyle
		}
		return n
	case '"':
		n.Tag = "!!str"
	case '0':
		n.Tag = "" // int or float, depending on its text
	case 'n':
		n.Tag = "!!null"
	default:
		n.Tag = "!!bool"
	}
	n.Kind, n.Value = yaml.ScalarNode, t.String()
	if yamltext.OddText(n) || yamltext.HiddenBreak([]byte(n.Value)) >= 0 {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}
