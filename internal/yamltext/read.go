package yamltext

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"
)

// Reader reads the nodes of one file, and accepts the part of YAML that a configuration needs:
// one document of plain mappings, lists and scalars. It continues after a mistake, so that one
// run reports all of them.
type Reader struct {
	MaxBytes int
	MaxDepth int                                 // of nested mappings and lists
	MaxItems int                                 // in one list or mapping; 0: no limit
	Wrong    func(line, column int, text string) // is called for each mistake; both count from 1
}

func (r *Reader) errorf(n *yaml.Node, format string, args ...any) {
	r.Wrong(max(n.Line, 1), max(n.Column, 1), fmt.Sprintf(format, args...))
}

// Document is the file's one document, null if there is none. ok is false when something is
// wrong with the file as a whole.
func (r *Reader) Document(data []byte) (root *yaml.Node, ok bool) {
	wrong := func(at int, format string, args ...any) {
		line, column := place(data, at)
		r.Wrong(line, column, fmt.Sprintf(format, args...))
	}
	if len(data) > r.MaxBytes {
		wrong(0, "the file has %d bytes, more than %d", len(data), r.MaxBytes)
		return nil, false
	}
	if !utf8.Valid(data) {
		wrong(firstInvalid(data), "the file is not UTF-8 text")
		return nil, false
	}
	if i := HiddenBreak(data); i >= 0 {
		c, _ := utf8.DecodeRune(data[i:])
		wrong(i, "%U ends a line here, and an editor may not show it: take it out, or write a plain line break", c)
		return nil, false
	}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(unescapeJSON(data)))
	err := dec.Decode(&doc)
	if errors.Is(err, io.EOF) {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Line: 1, Column: 1}, true
	}
	if err == nil {
		err = dec.Decode(&more)
	}
	switch {
	case errors.Is(err, io.EOF):
		return doc.Content[0], r.plain(doc.Content[0], 0)
	case err != nil:
		r.Wrong(Syntax(err, data))
	default:
		r.errorf(&more, "a second document begins here: write one, without --- in the middle")
	}
	return nil, false
}

// unescapeJSON replaces the escapes that JSON has and YAML does not know: \/, and pairs such as
// \ud83d\ude00. Other files are unchanged.
func unescapeJSON(data []byte) []byte {
	if !bytes.ContainsRune(data, '\\') || !jsontext.Value(data).IsValid() {
		return data
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); {
		if data[i] != '\\' {
			out = append(out, data[i])
			i++
			continue
		}
		if c := utf16.DecodeRune(escaped(data[i:]), escaped(data[min(i+6, len(data)):])); c != utf8.RuneError {
			out = utf8.AppendRune(out, c)
			i += 12
			continue
		}
		if data[i+1] != '/' { // valid JSON: something follows
			out = append(out, data[i])
		}
		out = append(out, data[i+1])
		i += 2
	}
	return out
}

// escaped is the character of an escape \uXXXX at the beginning of a text, or 0.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(n)
}

func firstInvalid(data []byte) int {
	at := 0
	for at < len(data) {
		c, width := utf8.DecodeRune(data[at:])
		if c == utf8.RuneError && width == 1 {
			break
		}
		at += width
	}
	return at
}

// plain refuses what YAML offers and a configuration does not need: aliases (which can make a
// small file huge), tags, and depth.
func (r *Reader) plain(n *yaml.Node, depth int) (ok bool) {
	ok = true
	switch {
	case n.Kind == yaml.AliasNode:
		r.errorf(n, "*%s: aliases are not taken: write the value out", n.Value)
		return false
	case n.Anchor != "":
		r.errorf(n, "&%s: anchors are not taken: write the value out where it is needed", n.Anchor)
		ok = false
	case n.Style&yaml.TaggedStyle != 0:
		r.errorf(n, "%s: tags are not taken: leave it out", n.Tag)
		ok = false
	case depth > r.MaxDepth:
		r.errorf(n, "nested deeper than %d levels", r.MaxDepth)
		return false
	}
	for _, c := range n.Content {
		ok = r.plain(c, depth+1) && ok
	}
	return ok
}

// Pairs yields the keys and values of a mapping, which messages call by its dotted path. It
// skips and reports keys that are given twice or are not text. A mapping whose content is
// commented out is empty.
func (r *Reader) Pairs(n *yaml.Node, path string) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(k, v *yaml.Node) bool) {
		if IsNull(n) {
			return
		}
		if n.Kind != yaml.MappingNode {
			r.errorf(n, "%s must be a mapping (key: value lines), not %s", cmp.Or(path, "the file"), Describe(n))
			return
		}
		if !r.fits(n, len(n.Content)/2, cmp.Or(path, "the file"), "keys") {
			return
		}
		seen := map[string]int{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := n.Content[i]
			if k.Kind != yaml.ScalarNode || k.ShortTag() == "!!merge" || k.ShortTag() == "!!null" {
				r.errorf(k, "%s: a key must be plain text, not %s", cmp.Or(path, "the file"), Describe(k))
				continue
			}
			if line, ok := seen[k.Value]; ok {
				r.errorf(k, "%s is given twice, first on line %d: keep one", Join(path, Cut(k.Value)), line)
				continue
			}
			seen[k.Value] = k.Line
			if !yield(k, n.Content[i+1]) {
				return
			}
		}
	}
}

// Items are the items of a list. A list whose content is commented out is empty.
func (r *Reader) Items(n *yaml.Node, path string) []*yaml.Node {
	if IsNull(n) {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		r.errorf(n, "%s must be a list ([a, b] or - lines), not %s", path, Describe(n))
		return nil
	}
	if !r.fits(n, len(n.Content), path, "items") {
		return nil
	}
	return n.Content
}

func (r *Reader) fits(n *yaml.Node, count int, path, what string) bool {
	if r.MaxItems > 0 && count > r.MaxItems {
		r.errorf(n, "%s has %d %s, more than %d", path, count, what, r.MaxItems)
		return false
	}
	return true
}

// Bool is true or false; ok is false when the node is neither.
func (r *Reader) Bool(n *yaml.Node, path string) (value, ok bool) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool" {
		return strings.EqualFold(n.Value, "true"), true
	}
	r.errorf(n, "%s must be true or false, not %s", path, Describe(n))
	return false, false
}
