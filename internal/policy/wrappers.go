package policy

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Wrapped tools are configured beside the policy or in it. What their
// configuration says is for others to read; the policy keeps it, and knows the
// tools that come of it.

// ToolFact is what a configuration says about a tool.
type ToolFact struct {
	Name    string
	Output  trust.Level
	Risk    Risk
	Classes intent.Classes // none: those of the risk class
}

// WithTools is the policy with these tools added as if they were built in, so that the
// file's entries override them. A built-in tool of the same name keeps its permissions
// and gets the given output, risk and classes. The name of a gateway's own action
// (message.read) stays the gateway's.
func (p *Policy) WithTools(facts []ToolFact) *Policy {
	f := *p.written
	f.known = known{}
	for _, fact := range facts {
		name := lookupName(calledName(fact.Name))
		if _, isAction := cutAction(name); isAction && gatewayTool(name) {
			continue
		}
		b, _ := known(nil).tool(name)
		b.name, b.output, b.risk = name, fact.Output, fact.Risk
		b.classes = cmp.Or(fact.Classes, intent.Classes(classesOf(fact.Risk)))
		f.known[name] = b
	}
	return build(&f, &report{name: p.Source, warnings: p.remarks.clone()}, p.Source)
}

// Wrappers is the YAML of the file's wrappers and toolDefaults, nil without them. It
// keeps the file's line numbers, except where the file has no separate lines for it, as
// in JSON on one line.
func (p *Policy) Wrappers() []byte { return slices.Clone(p.written.blocks) }

// textOf is the text of the top-level keys of these names, with empty lines in the
// place of all others; nil when there are none.
func textOf(data []byte, root *yaml.Node, names ...string) []byte {
	own := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	lines := bytes.SplitAfter(data, []byte("\n"))
	kept := make([]byte, 0, len(data))
	at := 1 // the line that comes next
	upTo := func(line int, keep bool) {
		for ; at < line && at <= len(lines); at++ {
			if keep {
				kept = append(kept, lines[at-1]...)
			} else {
				kept = append(kept, '\n')
			}
		}
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if !slices.Contains(names, root.Content[i].Value) {
			continue
		}
		own.Content = append(own.Content, root.Content[i:i+2]...)
		upTo(root.Content[i].Line, false)
		if i+2 < len(root.Content) {
			upTo(root.Content[i+2].Line, true)
		} else {
			upTo(len(lines)+1, true)
		}
	}
	if own.Content == nil {
		return nil
	}
	var again yaml.Node
	if yaml.Unmarshal(kept, &again) == nil && again.Content != nil && slices.EqualFunc(again.Content[0].Content, own.Content, sameNode) {
		return kept
	}
	text, err := yaml.Marshal(own)
	if err != nil {
		panic("policy: " + err.Error())
	}
	return text
}

// sameNode reports whether two nodes say the same in the same place.
func sameNode(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value && a.Line == b.Line && a.Column == b.Column &&
		slices.EqualFunc(a.Content, b.Content, sameNode)
}

// block is a mapping that the policy keeps and does not read.
type block struct{ json jsontext.Value }

func (b *block) decodeNode(d *decoder, n *yaml.Node, key string) {
	if yamltext.IsNull(n) {
		return
	}
	v, err := json.Marshal(d.mapping(n, key), json.Deterministic(true))
	if err != nil {
		d.errorf(at(n), "%s: %v", key, err)
	}
	b.json = v
}

func (b block) IsZero() bool { return b.json == nil }

func (b block) MarshalJSONTo(enc *jsontext.Encoder) error { return enc.WriteValue(b.json) }

func (d *decoder) mapping(n *yaml.Node, key string) map[string]any {
	m := map[string]any{}
	for k, v := range d.Pairs(n, key) {
		m[k.Value] = d.any(v, yamltext.Join(key, k.Value))
	}
	return m
}

// any is a value of any kind. What JSON has no word for, or no exact number, is
// kept as it is written.
func (d *decoder) any(n *yaml.Node, key string) any {
	switch n.Kind {
	case yaml.MappingNode:
		return d.mapping(n, key)
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = d.any(item, key+"["+strconv.Itoa(i)+"]")
		}
		return list
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int":
		var i int64
		if n.Decode(&i) == nil && -maxExact <= i && i <= maxExact {
			return i
		}
	}
	return n.Value
}
