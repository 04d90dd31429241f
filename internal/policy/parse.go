package policy

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// Bounds on a file as a whole. A policy of a thousand tools stays far below.
const (
	maxFile  = 1 << 20 // bytes
	maxDepth = 32      // nested mappings and lists
)

// Parse reads a policy file: YAML, of which JSON is a part. It takes the file
// whole or not at all: the error joins an *Error for each thing that is wrong,
// as "name:line:column: what to write instead". An empty file is the default
// preset, with a warning: that is more likely an accident than a wish.
func Parse(data []byte, name string) (*Policy, error) {
	r := &report{name: name}
	root, err := readNode(data, r)
	if err != nil {
		return nil, err
	}
	f := &file{}
	d := &decoder{r}
	d.checkNodes(root, 0)
	if r.errs.count == 0 {
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

// readNode is the file's one document, null for an empty file.
func readNode(data []byte, r *report) (*yaml.Node, error) {
	switch {
	case len(data) > maxFile:
		r.errorf(pos{}, "the file has %d bytes, more than a policy's %d", len(data), maxFile)
		return nil, r.err()
	case !utf8.Valid(data):
		r.errorf(invalidAt(data), "the file is not UTF-8 text")
		return nil, r.err()
	}
	if i := yamltext.HiddenBreak(data); i >= 0 {
		c, _ := utf8.DecodeRune(data[i:])
		r.errorf(placeOf(data, i), "%U ends a line here, and an editor may not show it: take it out, or write a plain line break", c)
		return nil, r.err()
	}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Line: 1, Column: 1}, nil
	case err != nil:
		r.syntax(err, data)
		return nil, r.err()
	}
	switch err := dec.Decode(&more); {
	case errors.Is(err, io.EOF):
		return doc.Content[0], nil
	case err != nil:
		r.syntax(err, data)
	default:
		r.errorf(at(&more), "a second document begins here: a policy is one document, without --- in the middle")
	}
	return nil, r.err()
}

// checkNodes refuses what YAML can do and a policy has no use for: aliases (the
// way to make a small file huge), tags, and depth.
func (d *decoder) checkNodes(n *yaml.Node, depth int) {
	switch {
	case n.Kind == yaml.AliasNode:
		d.errorf(at(n), "*%s: aliases are not taken in a policy: write the value out", n.Value)
		return
	case n.Anchor != "":
		d.errorf(at(n), "&%s: anchors are not taken in a policy: write the value out where it is needed", n.Anchor)
	case n.Style&yaml.TaggedStyle != 0:
		d.errorf(at(n), "%s: tags are not taken in a policy: leave it out", n.Tag)
	case depth > maxDepth:
		d.errorf(at(n), "nested deeper than %d levels", maxDepth)
		return
	}
	for _, c := range n.Content {
		d.checkNodes(c, depth+1)
	}
}

func (r *report) syntax(err error, data []byte) {
	line, col, why := yamltext.Syntax(err, data)
	r.errorf(pos{line: line, col: col}, "%s", why)
}

func invalidAt(data []byte) pos {
	end := 0
	for end < len(data) {
		r, width := utf8.DecodeRune(data[end:])
		if r == utf8.RuneError && width == 1 {
			break
		}
		end += width
	}
	return placeOf(data, end)
}

// placeOf is where in a text a byte of it is.
func placeOf(data []byte, i int) (p pos) {
	p.line, p.col = yamltext.Place(data, i)
	return p
}
