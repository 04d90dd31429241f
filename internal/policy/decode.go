package policy

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// nodeDecoder is a value that reads itself from the file.
type nodeDecoder interface {
	decodeNode(d *decoder, n *yaml.Node, key string)
}

// pos is the place in the file where a value began; line 0 is not from a file.
type pos struct {
	line, col int
	broken    bool // it contains errors: keys that seem to be missing may be misspelt
}

func (p *pos) setPos(to pos) { *p = to }

func at(n *yaml.Node) pos { return pos{line: n.Line, col: n.Column} }

// decoder fills a file from YAML nodes and goes on after an error, so that one
// run reports everything that is wrong.
type decoder struct {
	*report
	yamltext.Reader
}

// Bounds on a file as a whole. A policy of a thousand tools stays far below.
const (
	maxFile  = 1 << 20 // bytes
	maxDepth = 32      // nested mappings and lists
)

func newDecoder(r *report) *decoder {
	return &decoder{r, yamltext.Reader{MaxBytes: maxFile, MaxDepth: maxDepth, Wrong: func(line, column int, text string) {
		r.errorf(pos{line: line, col: column}, "%s", text)
	}}}
}

// value decodes n into v. key is the dotted path that messages name it by; tag
// bounds the value.
func (d *decoder) value(n *yaml.Node, v reflect.Value, key string, tag reflect.StructTag) {
	if nd, ok := v.Addr().Interface().(nodeDecoder); ok {
		nd.decodeNode(d, n, key)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(n, v.Elem(), key, tag)
	case reflect.Struct:
		d.object(n, v, key)
	case reflect.Slice:
		for i, item := range d.Items(n, key) {
			e := reflect.New(v.Type().Elem()).Elem()
			d.value(item, e, fmt.Sprintf("%s[%d]", key, i), tag)
			v.Set(reflect.Append(v, e))
		}
	case reflect.Bool:
		if b, ok := d.Bool(n, key); ok {
			v.SetBool(b)
		}
	case reflect.Int:
		if i, ok := d.integer(n, key, tag); ok {
			v.SetInt(int64(i))
		}
	case reflect.String:
		if s, ok := d.word(n, key, enum(tag)); ok {
			v.SetString(s)
		}
	default:
		panic("policy: no decoder for " + v.Type().String())
	}
}

// object decodes a mapping whose keys are the fields of v.
func (d *decoder) object(n *yaml.Node, v reflect.Value, key string) {
	before := d.errs.count
	given := map[string]bool{}
	for k, item := range d.Pairs(n, key) {
		f, ok := fieldNamed(v.Type(), k.Value)
		if !ok {
			d.errorf(at(k), "%s", unknownKey(v.Type(), key, k.Value))
			continue
		}
		given[k.Value] = true
		d.value(item, v.FieldByIndex(f.Index), yamltext.Join(key, k.Value), f.Tag)
	}
	for _, f := range fields(v.Type()) {
		if n.Kind != yaml.MappingNode && !yamltext.IsNull(n) {
			break // reported already, and nothing to add
		}
		if f.Tag.Get("required") != "" && !given[keyOf(f)] {
			d.errorf(at(n), "%s: %s is missing", cmp.Or(key, "the file"), keyOf(f))
		}
	}
	if p, ok := v.Addr().Interface().(interface{ setPos(pos) }); ok {
		here := at(n)
		here.broken = d.errs.count > before
		p.setPos(here)
	}
}

func (d *decoder) integer(n *yaml.Node, key string, tag reflect.StructTag) (int, bool) {
	low, _ := strconv.Atoi(tag.Get("min"))
	high, _ := strconv.Atoi(tag.Get("max"))
	if yamltext.OddNumber(n) {
		d.errorf(at(n), "%s: write %s in decimal digits alone: no +, _, leading zero, 0x or 0o", key, yamltext.Cut(n.Value))
		return 0, false
	}
	var i int
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || n.Decode(&i) != nil || i < low || i > high {
		d.errorf(at(n), "%s must be a whole number from %d to %d, not %s", key, low, high, yamltext.Describe(n))
		return 0, false
	}
	return i, true
}

// text reads a string that fits on a line; the file's other strings are based on it.
func (d *decoder) text(n *yaml.Node, key string, most int) (string, bool) {
	switch {
	case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
		d.errorf(at(n), "%s must be text, not %s%s", key, yamltext.Describe(n), yamltext.QuoteHint(n))
	case n.Value == "":
		d.errorf(at(n), "%s is empty: give it a value or leave the key out", key)
	case len(n.Value) > most:
		d.errorf(at(n), "%s is %d bytes long, more than %d", key, len(n.Value), most)
	case strings.ContainsFunc(n.Value, unicode.IsControl):
		d.errorf(at(n), "%s holds a control character or a line break", key)
	default:
		return n.Value, true
	}
	return "", false
}

// word reads a text that must be one of choice; without choice, any short text.
func (d *decoder) word(n *yaml.Node, key string, choice []string) (string, bool) {
	if len(choice) == 0 {
		return d.text(n, key, maxName)
	}
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" && slices.Contains(choice, n.Value) {
		return n.Value, true
	}
	hint := didYouMean(n.Value, choice)
	if meant := switches[strings.ToLower(n.Value)]; meant != "" && slices.Contains(choice, meant) {
		hint = fmt.Sprintf(": did you mean %s?", meant)
	}
	d.errorf(at(n), "%s must be %s, not %s%s", key, yamltext.OneOf(choice), yamltext.Describe(n), hint)
	return "", false
}

// switches are synonyms of on and off. By spelling alone, no is nearer to on.
var switches = map[string]string{"yes": "on", "true": "on", "no": "off", "false": "off"}

func enum(tag reflect.StructTag) []string {
	switch e := tag.Get("enum"); e {
	case "":
		return nil
	case "presets":
		return Presets()
	default:
		return strings.Split(e, ",")
	}
}

// fields lists the fields of a file type that are keys.
func fields(t reflect.Type) []reflect.StructField {
	var out []reflect.StructField
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("json") != "-" {
			out = append(out, f)
		}
	}
	return out
}

func fieldNamed(t reflect.Type, key string) (reflect.StructField, bool) {
	for _, f := range fields(t) {
		if keyOf(f) == key {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

func keyOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}
