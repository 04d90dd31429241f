package policy

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Bounds on single values, in bytes, above anything that is written by hand.
const (
	maxName    = 256
	maxLine    = 1024
	maxPath    = 4096
	maxPattern = 1024
)

// toolName is the name of a tool's entry.
type toolName string

func (t *toolName) decodeNode(d *decoder, n *yaml.Node, key string) {
	if s, ok := d.text(n, key, maxName); ok && d.exact(n, key, s) {
		d.suspect(at(n), key, s)
		*t = toolName(lookupName(calledName(s)))
	}
}

// exact rejects the patterns that only rules accept.
func (d *decoder) exact(n *yaml.Node, key, name string) bool {
	if strings.ContainsAny(name, "*?") {
		d.errorf(at(n), "%s: %q is a pattern; this takes exact names: use taintPolicy for all tools, or a rule under policies for some", key, yamltext.Cut(name))
		return false
	}
	return true
}

// label is a text for people, on one line.
type label string

func (l *label) decodeNode(d *decoder, n *yaml.Node, key string) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" {
		folded := *n // a folded block ends in a line break that is not meant
		folded.Value = strings.TrimSpace(n.Value)
		n = &folded
	}
	if s, ok := d.text(n, key, maxLine); ok {
		*l = label(s)
	}
}

type absolutePath string

func (p *absolutePath) decodeNode(d *decoder, n *yaml.Node, key string) {
	s, ok := d.text(n, key, maxPath)
	if ok && !strings.HasPrefix(s, "/") {
		d.errorf(at(n), "%s: %q is relative: write the path in full, from /", key, yamltext.Cut(s))
		return
	}
	*p = absolutePath(s)
}

// logging is what may be logged. Safe is the only value: more people read a log than what it is
// about.
type logging string

const safeLog = "safe"

func (l *logging) decodeNode(d *decoder, n *yaml.Node, key string) {
	if n.Kind != yaml.ScalarNode || n.Value != safeLog {
		d.errorf(at(n), "%s must be safe, not %s: the log never holds content, and nothing makes it", key, yamltext.Describe(n))
		return
	}
	*l = safeLog
}

// directories is one directory or a list of them: absolute, below ~/, or relative to the
// workspace.
type directories []string

func (l *directories) decodeNode(d *decoder, n *yaml.Node, key string) {
	for _, item := range d.oneOrMore(n, key) {
		dir, ok := d.text(item, key, maxName)
		switch {
		case !ok:
		case dir == "~":
			*l = append(*l, "~/")
		case strings.ContainsAny(dir, "*?[") || dir[0] == '~' && !strings.HasPrefix(dir, "~/"):
			d.errorf(at(item), "%s: %q is not a directory: write it out, as in /srv/notes or ~/notes; all below it is inside", key, yamltext.Cut(dir))
		default:
			*l = append(*l, dir)
		}
	}
}

// protectedPaths are files and directories: absolute, below ~/, or names at any depth.
type protectedPaths []string

func (l *protectedPaths) decodeNode(d *decoder, n *yaml.Node, key string) {
	for _, item := range d.oneOrMore(n, key) {
		p, ok := d.text(item, key, maxPath)
		if !ok {
			continue
		}
		names := strings.FieldsFunc(strings.TrimPrefix(p, "~/"), func(r rune) bool { return r == '/' })
		why := ""
		switch {
		case len(names) == 0 || p == "~":
			why = "that is everything: name what is to be protected"
		case p[0] == '~' && !strings.HasPrefix(p, "~/"):
			why = "write another user's home in full, from /"
		case slices.ContainsFunc(names, func(name string) bool { return name == "." || name == ".." }):
			why = "leave out . and .."
		case slices.ContainsFunc(names, func(name string) bool {
			return strings.ContainsAny(name, "?[") || strings.Contains(strings.TrimSuffix(name, "*"), "*") || name == "*"
		}):
			why = "a * may only end a name, as in ~/.profile-*; all below a directory is protected with it"
		}
		if why != "" {
			d.errorf(at(item), "%s: %q: %s", key, yamltext.Cut(p), why)
			continue
		}
		*l = append(*l, p)
	}
}

// senderID is a person's id on a platform. Numbers are taken literally, since most platforms number
// their people.
type senderID string

func (s *senderID) decodeNode(d *decoder, n *yaml.Node, key string) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!int" {
		quoted := *n
		quoted.Tag = "!!str"
		n = &quoted
	}
	id, ok := d.text(n, key, maxName)
	if ok && strings.ContainsAny(id, "*?") {
		d.errorf(at(n), "%s: %q is a pattern: trust is given to single senders, by their exact ids", key, yamltext.Cut(id))
		return
	}
	if ok {
		d.doubtID(at(n), key, id)
	}
	*s = senderID(id)
}

// byTool, byAgent and byParam are mappings whose keys are names: of tools as returned by
// lookupName, of agents in any case, of parameters exactly.
type (
	byTool[T any]  map[string]T
	byAgent[T any] map[string]T
	byParam[T any] map[string]T
)

func (m *byTool[T]) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[T](d, n, key, func(name string) string { return lookupName(calledName(name)) }, func(k *yaml.Node, key, name string) bool {
		d.suspect(at(k), key, name)
		return d.exact(k, key, name)
	})
}

func (m *byAgent[T]) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[T](d, n, key, SafeName, d.exact)
}

// decodeNamed reads a mapping whose names are valid, and distinct when folded.
func decodeNamed[T any](d *decoder, n *yaml.Node, key string, fold func(string) string, fit func(k *yaml.Node, key, name string) bool) map[string]T {
	m := map[string]T{}
	lines := map[string]int{}
	for k, item := range d.Pairs(n, key) {
		name, ok := d.keyText(k, key)
		if !ok || !fit(k, key, name) {
			continue
		}
		folded := fold(name)
		if line, twice := lines[folded]; twice {
			d.errorf(at(k), "%s: %s is given twice in different spellings, first on line %d: keep one", key, yamltext.Cut(name), line)
			continue
		}
		lines[folded] = k.Line
		var v T
		d.value(item, reflect.ValueOf(&v).Elem(), yamltext.Join(key, name), "")
		m[folded] = v
	}
	return m
}

// keyText returns a mapping key as text, whatever its YAML type.
func (d *decoder) keyText(k *yaml.Node, key string) (string, bool) {
	text := *k
	text.Tag = "!!str"
	return d.text(&text, "a key of "+key, maxName)
}

func (m *byParam[T]) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = map[string]T{}
	for k, item := range d.Pairs(n, key) {
		path, ok := d.keyText(k, key)
		if !ok {
			continue
		}
		if slices.Contains(strings.Split(path, "."), "") {
			d.errorf(at(k), "%s: %q is not a path: write parameter names joined by dots", key, yamltext.Cut(path))
			continue
		}
		var v T
		d.value(item, reflect.ValueOf(&v).Elem(), yamltext.Join(key, path), "")
		(*m)[path] = v
	}
}

// levelList is one level or a list of them.
type levelList struct{ set trust.Set }

func (l *levelList) decodeNode(d *decoder, n *yaml.Node, key string) {
	for _, item := range d.oneOrMore(n, key) {
		if level, ok := d.level(item, key); ok {
			l.set = l.set.With(level)
		}
	}
}

func (l levelList) IsZero() bool { return l.set == 0 }

func (l levelList) MarshalJSONTo(enc *jsontext.Encoder) error {
	tokens := []jsontext.Token{jsontext.BeginArray}
	for _, level := range trust.Levels {
		if l.set.Has(level) {
			tokens = append(tokens, jsontext.String(level.String()))
		}
	}
	return writeTokens(enc, append(tokens, jsontext.EndArray)...)
}

// oneOrMore returns the items of a list, or a single value as a list of one.
func (d *decoder) oneOrMore(n *yaml.Node, key string) []*yaml.Node {
	if n.Kind == yaml.ScalarNode && !yamltext.IsNull(n) {
		return []*yaml.Node{n}
	}
	items := d.Items(n, key)
	if len(items) == 0 && (yamltext.IsNull(n) || n.Kind == yaml.SequenceNode) {
		d.errorf(at(n), "%s is empty: name at least one, or leave the key out", key)
	}
	return items
}

// pattern is a regular expression in RE2's syntax; it matches anywhere unless
// anchored.
type pattern struct{ re *regexp.Regexp }

func (p *pattern) decodeNode(d *decoder, n *yaml.Node, key string) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" || n.Value == "" || len(n.Value) > maxPattern {
		d.errorf(at(n), "%s must be a regular expression of 1 to %d bytes in quotes, not %s", key, maxPattern, yamltext.Describe(n))
		return
	}
	re, why := yamltext.Pattern(n.Value)
	if why != "" {
		d.errorf(at(n), "%s: %s", key, why)
		return
	}
	p.re = re
}

func (p pattern) MarshalText() ([]byte, error) { return []byte(p.re.String()), nil }

// constant is a JSON scalar that a parameter is compared with.
type constant struct{ json jsontext.Value }

// maxExact bounds the integers that every JSON implementation represents exactly.
const maxExact = 1 << 53

func (c *constant) decodeNode(d *decoder, n *yaml.Node, key string) {
	if n.Kind != yaml.ScalarNode || len(n.Value) > maxPath {
		d.errorf(at(n), "%s must be a text, a number, true, false or null, not %s", key, yamltext.Describe(n))
		return
	}
	var v any
	switch n.ShortTag() {
	case "!!str":
		if yamltext.OddText(n) {
			d.errorf(at(n), "%s: %s is read as text, and as something else before YAML 1.2: write \"%[2]s\" in quotes, or true, false or a number in decimal digits", key, n.Value)
			return
		}
		v = n.Value
	case "!!bool":
		v = strings.EqualFold(n.Value, "true")
	case "!!null":
	case "!!int", "!!float":
		var f float64
		if n.Decode(&f) != nil || math.IsNaN(f) || math.IsInf(f, 0) || math.Abs(f) > maxExact {
			d.errorf(at(n), "%s: %s is not a number that JSON keeps exact: if it is an id, write it in quotes", key, yamltext.Cut(n.Value))
			return
		}
		if yamltext.OddNumber(n) {
			d.errorf(at(n), "%s: %s is not written as JSON writes numbers: write it in decimal digits alone, or in quotes if it is a text", key, yamltext.Cut(n.Value))
			return
		}
		if f == 0 {
			f = 0 // not -0, which is read back as another number
		}
		v = f
	default:
		d.errorf(at(n), "%s must be a text, a number, true, false or null, not %s%s", key, yamltext.Describe(n), yamltext.QuoteHint(n))
		return
	}
	b, err := json.Marshal(v)
	if err != nil {
		d.errorf(at(n), "%s: %v", key, err)
		return
	}
	c.json = b
}

func (c constant) MarshalJSONTo(enc *jsontext.Encoder) error { return enc.WriteValue(c.json) }
