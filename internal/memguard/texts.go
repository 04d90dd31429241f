package memguard

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
)

// Text is a text among the parameters of a call.
type Text struct {
	Key   string // the name of its parameter, at any depth, squeezed (facts.Squeezed)
	Value string
	Long  bool // it is longer than 64 KiB, and Value is empty
}

// Bounds of the texts of one call that are examined.
const (
	maxText  = 64 << 10
	maxTexts = 4096
)

// Texts returns all texts in a call's parameters, without duplicates, including names that look
// like paths. whole is false if there are more than 4,096, which are cut.
//
// A call may be JSON inside a string, as models send it.
func Texts(params jsontext.Value) (texts []Text, whole bool) {
	var t collector
	if params.Kind() == '"' {
		if inner, err := jsontext.AppendUnquote(nil, params); err == nil {
			params = inner
		}
	}
	dec := decoders.Get().(*jsontext.Decoder)
	dec.Reset(bytes.NewBuffer(params), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for t.value(dec, "") {
	}
	dec.Reset(empty) // releases params
	decoders.Put(dec)
	return t.texts, !t.cut
}

// decoders are pooled: making one is a fifth of the work for a short call.
var (
	decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(empty) }}
	empty    = strings.NewReader("")
)

type collector struct {
	texts []Text
	seen  map[Text]bool // nil while there are few
	cut   bool
}

// Searching a few texts, as most calls have, is faster than making a map.
const few = 8

// value reads the next value, and returns false at the end.
func (t *collector) value(dec *jsontext.Decoder, key string) bool {
	switch dec.PeekKind() {
	case '{':
		dec.ReadToken()
		for dec.PeekKind() == '"' {
			name, err := dec.ReadToken()
			if err != nil {
				return false
			}
			inner := name.String()
			if strings.ContainsAny(inner, `/\~.`) {
				t.add(Text{Key: key, Value: inner})
			}
			if !t.value(dec, facts.Squeezed(inner)) {
				return false
			}
		}
	case '[':
		dec.ReadToken()
		for dec.PeekKind() != ']' {
			if !t.value(dec, key) {
				return false
			}
		}
	case '"':
		raw, err := dec.ReadValue()
		if err != nil {
			return false
		}
		if len(raw) > maxText {
			t.add(Text{Key: key, Long: true})
			return true
		}
		var room [256]byte
		if text, err := jsontext.AppendUnquote(room[:0], raw); err == nil && len(text) > 0 {
			t.add(Text{Key: key, Value: string(text)})
		}
		return true
	}
	_, err := dec.ReadToken()
	return err == nil
}

func (t *collector) add(text Text) {
	switch {
	case t.seen[text], t.seen == nil && slices.Contains(t.texts, text):
		return
	case len(t.texts) == maxTexts:
		t.cut = true
		return
	}
	t.texts = append(t.texts, text)
	switch {
	case t.seen != nil:
		t.seen[text] = true
	case len(t.texts) > few:
		t.seen = make(map[Text]bool)
		for _, old := range t.texts {
			t.seen[old] = true
		}
	}
}

// IsDirectory reports whether a parameter is the directory that relative paths of its call start
// from.
func (t *Text) IsDirectory() bool { return dialect.Role(t.Key)&facts.Directory != 0 }

// IsAddress reports whether a parameter is a web address or a host.
func (t *Text) IsAddress() bool { return dialect.Role(t.Key)&facts.Address != 0 }

// IsContent reports whether a parameter is the content that a tool writes.
func (t *Text) IsContent() bool { return dialect.Role(t.Key)&facts.Content != 0 }

// Bounds of a path: no longer one can be opened, in any reading.
const (
	maxOpened = 4096
	maxName   = 255
)

// IsPath reports whether a text may be opened as a file.
func IsPath(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) >= 5 && strings.EqualFold(text[:5], "file:") {
		return len(text) <= 3*maxOpened
	}
	if strings.Contains(text, "..") || strings.Contains(text, "./") {
		text = path.Clean(text)
	}
	if len(text) > maxOpened {
		return false
	}
	if strings.Contains(text, "..") {
		return true
	}
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '/' || r == '\\' }) {
		if len(name) > maxName {
			return false
		}
	}
	return true
}

// Meanings finds the places that the texts of one call may mean, relative to its workspace and the
// directories that it names.
type Meanings struct {
	guards []*guard
	first  guard
	room   [1]*guard // of guards: most calls need one
}

// maxBases bounds the directories that relative paths of one call may start from.
const maxBases = 8

// NewMeanings is for a call in a workspace; "" is an unknown one. resolve is that of Guarded.
func NewMeanings(workspace string, resolve func(string) string) *Meanings {
	return Files{}.meanings(workspace, resolve)
}

func (f Files) meanings(workspace string, resolve func(string) string) *Meanings {
	m := &Meanings{first: newGuard(f, workspace, resolve)}
	m.guards = append(m.room[:0], &m.first)
	return m
}

// From adds a directory that relative paths may start from. It returns false if there are too many.
func (m *Meanings) From(directory string) bool {
	if directory == "" {
		return true
	}
	var more []*guard
	for _, g := range m.guards {
		for _, s := range spellings(nil, directory[:min(len(directory), maxPath)]) {
			if p := cleaned(g.absolute(s)); isAbsolute(p) && !slices.ContainsFunc(m.guards, func(g *guard) bool { return g.workspace == p }) {
				more = append(more, m.guards[0].at(p))
			}
		}
	}
	if len(m.guards)+len(more) > maxBases {
		m.guards = append(m.guards, more[:max(0, maxBases-len(m.guards))]...)
		return false
	}
	m.guards = append(m.guards, more...)
	return true
}

// at returns the guard for relative paths that start at a directory. Which files are memory still
// depends on the workspace.
func (g *guard) at(directory string) *guard {
	other := newGuard(g.files, directory, g.resolve)
	if g.workspace != "" {
		other.memoryOf = g.memoryOf
	}
	return &other
}

// Find returns the first path that a text may mean and for which is returns true: absolute, below
// "~/" if that home is unknown, or relative if the workspace is unknown. is gets both the path as
// named and with its symlinks followed. For a text with too many readings it returns true and a
// description.
func (m *Meanings) Find(text string, is func(path string) bool) (path string, yes bool) {
	for _, g := range m.guards {
		path, yes = g.ask(text, nil, func(p string) (string, bool) {
			clean := cleaned(p)
			file := g.follow(clean)
			switch {
			case is(file):
				return file, true
			case clean != file && is(clean):
				return clean, true
			}
			if strings.Contains(p, "..") {
				if file = g.follow(p); is(file) {
					return file, true
				}
			}
			return "", false
		})
		if yes {
			return path, true
		}
	}
	return "", false
}
