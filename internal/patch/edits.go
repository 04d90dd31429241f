// Package patch works out what a call that writes makes of the files it names: a write, an edit
// or a patch, in the spellings that models use. It reads and writes no file itself, and refuses
// a call that can be read in two ways: the owner must get exactly what they have reviewed.
package patch

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The parameters come from a model that somebody may be influencing, so what they can cost is
// bounded. Memory files are far below all of this.
const (
	maxEdits = 1000    // in one call
	maxSpans = 100_000 // replacements by all edits of a call together
	maxOps   = 256     // files of one patch
	maxWork  = 50e6    // line comparisons for one file
)

// MaxFile is the largest file that edits and patches are applied to, and the largest that
// comes out, in bytes.
const MaxFile = 4 << 20

// Text is a file's content, or the fact that there is no file.
type Text struct {
	Data   string
	Exists bool
}

// Change is what a call makes of one file.
type Change struct {
	Path          string
	Before, After Text
}

// Edit replaces Old, which must occur exactly once unless All is set.
type Edit struct {
	Old, New string
	All      bool
}

// ApplyEdits makes all edits of one call. Like the gateway's own edit tool, it matches each
// against the original file, not against the result of the ones before it; they must not
// overlap. An edit of nothing creates a file.
func ApplyEdits(file Text, edits []Edit) (string, error) {
	if len(edits) == 0 || len(edits) > maxEdits {
		return "", fmt.Errorf("the call has %d edits: 1 to %d can be made", len(edits), maxEdits)
	}
	if len(edits) == 1 && edits[0].Old == "" && file.Data == "" {
		return edits[0].New, nil
	}
	if !file.Exists {
		return "", errors.New("the file does not exist")
	}
	type span struct {
		from, to int
		new      string
	}
	var spans []span
	size := len(file.Data)
	for i, e := range edits {
		n := strings.Count(file.Data, e.Old)
		switch {
		case e.Old == "":
			return "", fmt.Errorf("edit %d has no old text", i+1)
		case n == 0:
			return "", fmt.Errorf("the old text of edit %d is not in the file", i+1)
		case n > 1 && !e.All:
			return "", fmt.Errorf("the old text of edit %d is in the file %d times", i+1, n)
		}
		size += n * (len(e.New) - len(e.Old))
		if len(spans)+n > maxSpans || size > MaxFile {
			return "", errors.New("the edits change too much at once")
		}
		for from := 0; n > 0; n-- {
			from += strings.Index(file.Data[from:], e.Old)
			spans = append(spans, span{from, from + len(e.Old), e.New})
			from += len(e.Old)
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, s := range spans {
		if s.from < at {
			return "", errors.New("the edits overlap")
		}
		b.WriteString(file.Data[at:s.from])
		b.WriteString(s.new)
		at = s.to
	}
	b.WriteString(file.Data[at:])
	return b.String(), nil
}

// params are a call's parameters by name; spellings of one name (old_string, oldString) are the
// same.
type params map[string][]jsontext.Value

func readParams(raw jsontext.Value) (params, error) {
	var inner string
	if raw.Kind() == '"' && json.Unmarshal(raw, &inner) == nil {
		raw = jsontext.Value(inner)
	}
	var named map[string]jsontext.Value
	if err := json.Unmarshal(raw, &named); err != nil {
		return nil, errors.New("the call's parameters are no JSON object")
	}
	p := make(params, len(named))
	for name, v := range named {
		name = strings.ToLower(separators.Replace(name))
		p[name] = append(p[name], v)
	}
	return p, nil
}

var separators = strings.NewReplacer("_", "", "-", "")

// one finds the parameter that goes by one of several names. If it is given twice, both must be
// the same.
func (p params) one(names ...string) (jsontext.Value, error) {
	var found jsontext.Value
	for _, name := range names {
		for _, v := range p[name] {
			if v.Kind() == 'n' {
				continue
			}
			if found != nil && !bytes.Equal(found, v) {
				return nil, fmt.Errorf("the call gives %s more than once, and differently", names[0])
			}
			found = v
		}
	}
	return found, nil
}

// string reads a text parameter: a string, or a list of text parts.
func (p params) string(names ...string) (s string, ok bool, err error) {
	v, err := p.one(names...)
	if v == nil || err != nil {
		return "", false, err
	}
	if json.Unmarshal(v, &s) == nil {
		return s, true, nil
	}
	var parts []struct {
		Type string  `json:"type"`
		Text *string `json:"text"`
	}
	if json.Unmarshal(v, &parts) != nil {
		return "", false, fmt.Errorf("the call's %s is no text", names[0])
	}
	for _, part := range parts {
		if part.Text == nil {
			return "", false, fmt.Errorf("the call's %s is no text", names[0])
		}
		s += *part.Text
	}
	return s, true, nil
}

// ReadContent finds what a write would write.
func ReadContent(raw jsontext.Value) (string, error) {
	p, err := readParams(raw)
	if err != nil {
		return "", err
	}
	s, ok, err := p.string("content", "contents", "filetext", "text", "newcontent")
	if err == nil && !ok {
		err = errors.New("the call has no content")
	}
	return s, err
}

// ReadEdits finds the replacements of an edit: a single one, a list of them under "edits"
// (which models also send as a string of JSON), or both.
func ReadEdits(raw jsontext.Value) ([]Edit, error) {
	p, err := readParams(raw)
	if err != nil {
		return nil, err
	}
	var edits []Edit
	if own, ok, err := p.edit(); err != nil {
		return nil, err
	} else if ok {
		edits = append(edits, own)
	}
	list, err := p.one("edits")
	if err != nil || list == nil {
		return edits, err
	}
	var inner string
	if json.Unmarshal(list, &inner) == nil {
		list = jsontext.Value(inner)
	}
	items := []jsontext.Value{list}
	if list.Kind() == '[' {
		if err := json.Unmarshal(list, &items); err != nil {
			return nil, errors.New("the call's edits are no list")
		}
	}
	for i, item := range items {
		q, err := readParams(item)
		if err != nil {
			return nil, fmt.Errorf("edit %d: %w", i+1, err)
		}
		e, ok, err := q.edit()
		if err == nil && !ok {
			err = errHalfEdit
		}
		if err != nil {
			return nil, fmt.Errorf("edit %d: %w", i+1, err)
		}
		edits = append(edits, e)
	}
	return edits, nil
}

var errHalfEdit = errors.New("the call does not give both the old and the new text")

// edit reads one replacement; ok is false if there is none.
func (p params) edit() (e Edit, ok bool, err error) {
	var hasOld, hasNew bool
	if e.Old, hasOld, err = p.string("oldtext", "oldstring", "oldstr"); err != nil {
		return e, false, err
	}
	if e.New, hasNew, err = p.string("newtext", "newstring", "newstr"); err != nil {
		return e, false, err
	}
	if hasOld != hasNew {
		return e, false, errHalfEdit
	}
	all, err := p.one("replaceall")
	e.All = string(all) == "true"
	return e, hasOld && err == nil, err
}

// ReadPatch finds the text of a patch.
func ReadPatch(raw jsontext.Value) (string, error) {
	var s string
	if json.Unmarshal(raw, &s) == nil && !strings.HasPrefix(strings.TrimSpace(s), "{") {
		return s, nil
	}
	p, err := readParams(raw)
	if err != nil {
		return "", err
	}
	s, ok, err := p.string("input", "patch", "diff", "patchtext")
	if err == nil && !ok {
		err = errors.New("the call has no patch")
	}
	return s, err
}
