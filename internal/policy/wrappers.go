package policy

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Wrapped tools are configured beside the policy or in it. Others read their configuration; the
// policy stores it, and knows the resulting tools.

// ToolFact is what a configuration says about a tool.
type ToolFact struct {
	Name    string
	Output  trust.Level
	Risk    facts.Risk
	Classes intent.Classes // none: those of the risk class
}

// WithTools returns the policy with these tools added as if they were built in, so that the file's
// entries override them. A built-in tool of the same name keeps its permissions and gets the given
// output, risk and classes. The name of a gateway's own action (message.read) stays the gateway's.
func (p *Policy) WithTools(tools []ToolFact) *Policy {
	f := *p.written
	f.known = known{}
	for _, fact := range tools {
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

// Wrappers returns the YAML of the file's wrappers and toolDefaults; nil without them. Its lines
// have the same numbers as in the file if possible.
func (p *Policy) Wrappers() []byte { return slices.Clone(p.written.blocks) }

// textOf returns the text of the top-level keys with these names, on the lines where the file has
// them; nil if there are none.
func textOf(data []byte, root *yaml.Node, names ...string) []byte {
	own := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if slices.Contains(names, root.Content[i].Value) {
			own.Content = append(own.Content, root.Content[i:i+2]...)
		}
	}
	if own.Content == nil {
		return nil
	}
	kept := keepLines
	if root.Style&yaml.FlowStyle != 0 {
		kept = keepInBraces
	}
	if text := kept(data, root, names); isMapping(text, own.Content) {
		return text
	}
	text, err := yaml.Marshal(own)
	if err != nil {
		panic("policy: " + err.Error())
	}
	return text
}

// keepLines replaces all other keys by empty lines; each key begins a line of its own.
func keepLines(data []byte, root *yaml.Node, names []string) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	kept := make([]byte, 0, len(data))
	at := 1 // the next line
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
		upTo(root.Content[i].Line, false)
		if i+2 < len(root.Content) {
			upTo(root.Content[i+2].Line, true)
		} else {
			upTo(len(lines)+1, true)
		}
	}
	return kept
}

// keepInBraces replaces all other keys of a mapping in braces, as JSON writes it, by spaces. The
// braces stay, since they match others.
func keepInBraces(data []byte, root *yaml.Node, names []string) []byte {
	kept := slices.Clone(data)
	starts := offsets(kept, root)
	end := max(bytes.LastIndexByte(kept, '}'), 0)
	blank(kept[:starts[0]])
	for i := 0; i+1 < len(root.Content); i += 2 {
		from, to := starts[i/2+1], end
		if i+2 < len(root.Content) {
			to = starts[i/2+2]
		}
		if !slices.Contains(names, root.Content[i].Value) {
			blank(kept[min(from, to):to])
		}
	}
	return kept
}

// offsets returns where a mapping and each of its keys begin, in bytes. Columns count characters.
func offsets(data []byte, root *yaml.Node) []int {
	at := make([]int, 0, 1+len(root.Content)/2)
	offset, line, column := 0, 1, 1
	to := func(n *yaml.Node) {
		for offset < len(data) && (line < n.Line || line == n.Line && column < n.Column) {
			c, width := utf8.DecodeRune(data[offset:])
			offset += width
			column++
			if c == '\n' {
				line, column = line+1, 1
			}
		}
		at = append(at, offset)
	}
	to(root)
	for i := 0; i+1 < len(root.Content); i += 2 {
		to(root.Content[i])
	}
	return at
}

// blank keeps the line breaks.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

// isMapping reports whether a text is one document, a mapping with these keys and values in the
// same places.
func isMapping(text []byte, content []*yaml.Node) bool {
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	return dec.Decode(&doc) == nil && errors.Is(dec.Decode(&more), io.EOF) && slices.EqualFunc(doc.Content[0].Content, content, sameNode)
}

// sameNode reports whether two nodes are equal and in the same place.
func sameNode(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value && a.Line == b.Line && a.Column == b.Column &&
		slices.EqualFunc(a.Content, b.Content, sameNode)
}

// block is a mapping that the policy stores without interpreting it.
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

// any reads a value of any kind. Values that JSON cannot express, or not exactly, are kept as they
// are written.
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
