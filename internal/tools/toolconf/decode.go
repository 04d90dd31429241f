package toolconf

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/spelling"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Bounds on a file. A configuration of a hundred tools is far below them.
const (
	maxFile    = 1 << 20 // bytes
	maxDepth   = 16      // nested mappings and lists
	maxItems   = 1000    // of one list or mapping
	maxText    = 4096
	maxPattern = 1024
	maxShown   = 50 // errors of one configuration
)

// Error is one mistake in a file, and what to write instead.
type Error struct {
	File         string
	Line, Column int // from 1
	Text         string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// decoder reads one file's nodes. It continues after an error, so that one run reports all
// mistakes.
type decoder struct {
	yamltext.Reader
	file string
	errs []*Error
}

func newDecoder(file string) *decoder {
	d := &decoder{file: file}
	d.Reader = yamltext.Reader{MaxBytes: maxFile, MaxDepth: maxDepth, MaxItems: maxItems, Wrong: func(line, column int, text string) {
		d.errs = append(d.errs, &Error{d.file, line, column, text})
	}}
	return d
}

func (d *decoder) errorf(n *yaml.Node, format string, args ...any) {
	d.Wrong(max(n.Line, 1), max(n.Column, 1), fmt.Sprintf(format, args...))
}

// joined returns all errors as one, in the order of the files.
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

// key is one key of a mapping, and the function that reads its value.
type key struct {
	name string
	read func(n *yaml.Node, path string)
}

// object reads a mapping with fixed keys, and returns which of them were present.
func (d *decoder) object(n *yaml.Node, path string, keys ...key) (given map[string]bool) {
	given = map[string]bool{}
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	for k, v := range d.Pairs(n, path) {
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

// raw reads any text, which may be empty or have several lines.
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

// text reads a non-empty text of one line.
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

// word reads a text that must be one of choice.
func (d *decoder) word(n *yaml.Node, path string, choice ...string) string {
	if n.Kind == yaml.ScalarNode && slices.Contains(choice, n.Value) && n.ShortTag() == "!!str" {
		return n.Value
	}
	d.errorf(n, "%s must be %s, not %s", path, yamltext.OneOf(choice), yamltext.Describe(n))
	return ""
}

// hint suggests the most similar word, or lists all if none is similar.
func hint(given string, words []string) string {
	if w := spelling.Nearest(given, words, spelling.Slips(given)); w != "" {
		return ": did you mean " + w + "?"
	}
	return ": use " + yamltext.OneOf(words)
}
