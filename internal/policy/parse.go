package policy

import (
	"reflect"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// Parse reads a policy file: YAML, which includes JSON. It accepts the file as a whole or not at
// all: the error joins an *Error for each mistake, as "name:line:column: what to write instead". An
// empty file is the default preset, with a warning, because it is more likely an accident than
// intended.
func Parse(data []byte, name string) (*Policy, error) {
	r := &report{name: name}
	d := newDecoder(r)
	f := &file{}
	root, ok := d.Document(data)
	if ok {
		root = d.own(root)
		d.value(root, reflect.ValueOf(f).Elem(), "", "")
		d.checkFile(f)
		f.blocks = textOf(data, root, "wrappers", "toolDefaults")
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	if yamltext.IsNull(root) && root.Value == "" {
		r.warnf(pos{line: 1, col: 1}, "the file says nothing: a daemon keeps the policy before it, and takes the defaults only if there never was one; if the defaults are meant, write mode: %s", DefaultPreset)
	}
	return build(f, r, name), nil
}

// own returns the mapping that is meant, also in a gateway's complete configuration with the plugin
// of seed 000.
func (d *decoder) own(root *yaml.Node) *yaml.Node {
	n := root
	for _, key := range []string{"plugins", "entries", "provenance", "config"} {
		inner := member(n, key)
		if inner == nil {
			return root
		}
		if key == "config" {
			if on := member(n, "enabled"); on != nil && on.Value == "false" {
				d.warnf(at(on), "plugins.entries.provenance.enabled: false has no effect here: the policy is in force")
			}
		}
		n = inner
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if k := root.Content[i]; k.Value != "plugins" {
			d.errorf(at(k), "%s: nothing can stand beside plugins: paste only what is inside plugins.entries.provenance.config", yamltext.Cut(k.Value))
		}
	}
	return n
}

// member returns a key's value in a mapping; nil if there is none.
func member(n *yaml.Node, key string) *yaml.Node {
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				return n.Content[i+1]
			}
		}
	}
	return nil
}
