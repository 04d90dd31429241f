package policy

import (
	"reflect"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// Parse reads a policy file: YAML, which includes JSON. It accepts the file as a whole
// or not at all: the error joins an *Error for each mistake, as "name:line:column: what
// to write instead". An empty file is the default preset, with a warning, because it is
// more likely an accident than intended.
func Parse(data []byte, name string) (*Policy, error) {
	r := &report{name: name}
	d := newDecoder(r)
	f := &file{}
	root, ok := d.Document(data)
	if ok {
		d.value(root, reflect.ValueOf(f).Elem(), "", "")
		d.checkFile(f)
		f.blocks = textOf(data, root, "wrappers", "toolDefaults")
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	if yamltext.IsNull(root) && root.Value == "" {
		r.warnf(pos{line: 1, col: 1}, "the file says nothing: a daemon that starts takes the defaults, one that runs refuses it and keeps the policy before it; if the defaults are meant, write mode: %s", DefaultPreset)
	}
	return build(f, r, name), nil
}
