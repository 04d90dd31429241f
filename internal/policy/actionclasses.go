package policy

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// The scope that a call needs. This file reads and writes sets of action classes; the dialect says
// which tool has which.

// ActionClasses are what a call of the tool does. A message must have asked for all of them. An
// unknown tool may be doing anything.
func (t *Tables) ActionClasses(tool string) intent.Classes { return t.row(tool).classes }

// classesOf returns the classes of a tool without configured ones: a tool of class read changes
// nothing and speaks to no one, any other may do everything.
func classesOf(class facts.Risk) toolClasses {
	if class == facts.RiskRead {
		return toolClasses(intent.Of(intent.Read))
	}
	return toolClasses(intent.All)
}

// classList is a list of action classes without duplicates.
type classList intent.Classes

func (l *classList) decodeNode(d *decoder, n *yaml.Node, key string) {
	var set intent.Classes
	for i, item := range d.Items(n, key) {
		key := fmt.Sprintf("%s[%d]", key, i)
		word, ok := d.word(item, key, classWords)
		if !ok {
			continue
		}
		c := intent.Class(slices.Index(classWords, word))
		if set.Has(c) {
			d.errorf(at(item), "%s: %s is given twice: keep one", key, c)
		}
		set = set.With(c)
	}
	*l = classList(set)
}

func (l classList) MarshalJSONTo(enc *jsontext.Encoder) error {
	tokens := []jsontext.Token{jsontext.BeginArray}
	for _, name := range intent.Classes(l).Names() {
		tokens = append(tokens, jsontext.String(name))
	}
	return writeTokens(enc, append(tokens, jsontext.EndArray)...)
}

// toolClasses are the classes of a tool, at least one: a tool without any would be in the scope of
// every message, and no scope could hold it back.
type toolClasses classList

func (c *toolClasses) decodeNode(d *decoder, n *yaml.Node, key string) {
	if yamltext.IsNull(n) || n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
		d.errorf(at(n), "%s is empty: a tool without a class would be in every message's scope: write [read] for one that only looks, or leave the key out", key)
		return
	}
	(*classList)(c).decodeNode(d, n, key)
}

func (c toolClasses) MarshalJSONTo(enc *jsontext.Encoder) error {
	return classList(c).MarshalJSONTo(enc)
}

var classWords = intent.All.Names()
