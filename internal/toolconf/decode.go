package toolconf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/spelling"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Bounds on a file. A configuration of a hundred tools stays far below.
const (
	maxFile    = 1 << 20 // bytes
	maxDepth   = 16      // nested mappings and lists
	maxItems   = 1000    // of one list or mapping
	maxText    = 4096
	maxPattern = 1024
	maxShown   = 50 // errors of one configuration
)

// Error is one thing that is wrong with a file, and what to write instead.
type Error struct {
	File         string
	Line, Column int // from 1
	Text         string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// decoder reads one file's nodes and goes on after an error, so that one run
// reports everything that is wrong.
type decoder struct {
	file string
	errs []*Error
}

func (d *decoder) errorf(n *yaml.Node, format string, args ...any) {
	d.errs = append(d.errs, &Error{d.file, max(n.Line, 1), max(n.Column, 1), fmt.Sprintf(format, args...)})
}

// joined is all errors as one, in the order of the files.
func joined(errs []*Error) error {
	var all []error
	for i, e := range errs {
		if i == maxShown {
			all = append(all, fmt.Errorf("%s: and %d more errors", e.File, len(errs)-i))
			break
		}
		all = append(all, e)
	}
	return errors.Join(all...)
}

func sortErrors(errs []*Error) {
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

// root is the file's one document; nil where there is none or it cannot be read.
func (d *decoder) root(data []byte) *yaml.Node {
	top := &yaml.Node{Line: 1, Column: 1}
	switch {
	case len(data) > maxFile:
		d.errorf(top, "the file has %d bytes, more than %d", len(data), maxFile)
		return nil
	case !utf8.Valid(data):
		d.errorf(top, "the file is not UTF-8 text")
		return nil
	}
	if i := yamltext.HiddenBreak(data); i >= 0 {
		var at yaml.Node
		at.Line, at.Column = yamltext.Place(data, i)
		d.errorf(&at, "a line break of Unicode's ends a line here, and an editor may not show it: take it out, or write a plain one")
		return nil
	}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	err := dec.Decode(&doc)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		if err = dec.Decode(&more); err == nil {
			d.errorf(&more, "a second document begins here: write one, without --- in the middle")
			return nil
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	if err != nil {
		var why string
		top.Line, top.Column, why = yamltext.Syntax(err, data)
		d.errorf(top, "%s", why)
		return nil
	}
	if before := len(d.errs); !d.plain(doc.Content[0], 0) || len(d.errs) > before {
		return nil
	}
	return doc.Content[0]
}

// plain refuses what YAML can do and a configuration has no use for: aliases (the
// way to make a small file huge), tags, and depth.
func (d *decoder) plain(n *yaml.Node, depth int) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		d.errorf(n, "*%s: aliases are not taken: write the value out", n.Value)
		return false
	case n.Anchor != "":
		d.errorf(n, "&%s: anchors are not taken: write the value out where it is needed", n.Anchor)
		return false
	case n.Style&yaml.TaggedStyle != 0:
		d.errorf(n, "%s: tags are not taken: leave it out", n.Tag)
		return false
	case depth > maxDepth:
		d.errorf(n, "nested deeper than %d levels", maxDepth)
		return false
	}
	for _, c := range n.Content {
		if !d.plain(c, depth+1) {
			return false
		}
	}
	return true
}

// key is one key of a mapping, and what is done with its value.
type key struct {
	name string
	read func(n *yaml.Node, path string)
}

// object reads a mapping with fixed keys, and tells which of them were there.
func (d *decoder) object(n *yaml.Node, path string, keys ...key) (given map[string]bool) {
	given = map[string]bool{}
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	for k, v := range d.pairs(n, path) {
		i := slices.Index(names, k.Value)
		if i < 0 {
			d.errorf(k, "%s is not a key%s", yamltext.Join(path, yamltext.Cut(k.Value)), hint(k.Value, names))
			continue
		}
		given[k.Value] = true
		keys[i].read(v, yamltext.Join(path, k.Value))
	}
	return given
}

// pairs yields the keys and values of a mapping, leaving out (and reporting) keys
// that are given twice or are no text. A mapping whose content is commented out is
// empty.
func (d *decoder) pairs(n *yaml.Node, path string) func(yield func(k, v *yaml.Node) bool) {
	return func(yield func(k, v *yaml.Node) bool) {
		if yamltext.IsNull(n) {
			return
		}
		if n.Kind != yaml.MappingNode || len(n.Content) > 2*maxItems {
			d.errorf(n, "%s must be a mapping (key: value lines) of at most %d keys, not %s", cmp.Or(path, "the file"), maxItems, yamltext.Describe(n))
			return
		}
		seen := map[string]int{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := n.Content[i]
			if k.Kind != yaml.ScalarNode || k.ShortTag() == "!!merge" || k.ShortTag() == "!!null" {
				d.errorf(k, "%s: a key must be plain text, not %s", cmp.Or(path, "the file"), yamltext.Describe(k))
				continue
			}
			if line, ok := seen[k.Value]; ok {
				d.errorf(k, "%s is given twice, first on line %d: keep one", yamltext.Join(path, yamltext.Cut(k.Value)), line)
				continue
			}
			seen[k.Value] = k.Line
			if !yield(k, n.Content[i+1]) {
				return
			}
		}
	}
}

func (d *decoder) items(n *yaml.Node, path string) []*yaml.Node {
	if yamltext.IsNull(n) {
		return nil
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) > maxItems {
		d.errorf(n, "%s must be a list ([a, b] or - lines) of at most %d, not %s", path, maxItems, yamltext.Describe(n))
		return nil
	}
	return n.Content
}

// raw is any text, empty or over several lines.
func (d *decoder) raw(n *yaml.Node, path string, most int) (string, bool) {
	switch {
	case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
		d.errorf(n, "%s must be text, not %s%s", path, yamltext.Describe(n), yamltext.QuoteHint(n))
	case len(n.Value) > most:
		d.errorf(n, "%s is %d bytes long, more than %d", path, len(n.Value), most)
	case strings.ContainsRune(n.Value, 0):
		d.errorf(n, "%s holds a NUL", path)
	default:
		return n.Value, true
	}
	return "", false
}

// text is a text of one line that is not empty.
func (d *decoder) text(n *yaml.Node, path string) string {
	s, ok := d.raw(n, path, maxText)
	switch {
	case !ok:
	case s == "":
		d.errorf(n, "%s is empty: give it a value or leave the key out", path)
	case strings.ContainsFunc(s, unicode.IsControl):
		d.errorf(n, "%s holds a control character or a line break", path)
		return ""
	}
	return s
}

func (d *decoder) absolute(n *yaml.Node, path string) string {
	s := d.text(n, path)
	if s != "" && !strings.HasPrefix(s, "/") {
		d.errorf(n, "%s: %q is relative: write the path in full, from /", path, yamltext.Cut(s))
	}
	return s
}

// word is a text out of a fixed choice.
func (d *decoder) word(n *yaml.Node, path string, choice ...string) string {
	if n.Kind == yaml.ScalarNode && slices.Contains(choice, n.Value) && n.ShortTag() == "!!str" {
		return n.Value
	}
	d.errorf(n, "%s must be %s, not %s", path, yamltext.OneOf(choice), yamltext.Describe(n))
	return ""
}

func (d *decoder) boolean(n *yaml.Node, path string) bool {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool" {
		return strings.EqualFold(n.Value, "true")
	}
	d.errorf(n, "%s must be true or false, not %s", path, yamltext.Describe(n))
	return false
}

// hint proposes the nearest of the words, or lists them when none is near.
func hint(given string, words []string) string {
	if w := spelling.Nearest(given, words, spelling.Slips(given)); w != "" {
		return ": did you mean " + w + "?"
	}
	return ": use " + yamltext.OneOf(words)
}
