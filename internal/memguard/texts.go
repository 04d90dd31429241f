package memguard

import (
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/jsonstring"
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
// A call may be JSON inside a string, as models send it. What follows a syntax error is ignored.
func Texts(params jsontext.Value) (texts []Text, whole bool) {
	if params.Kind() == '"' {
		if inner, err := jsontext.AppendUnquote(nil, params); err == nil {
			params = inner
		}
	}
	t := collector{rest: string(params)} // most texts are parts of this copy
	for t.value("", 0) {
	}
	return t.texts, !t.cut
}

// collector finds the texts in JSON. It does not check the rest: the tool may not either.
type collector struct {
	rest  string
	texts []Text
	seen  map[Text]bool // nil while there are few
	cut   bool
}

const (
	few     = 8      // texts, as most calls have: searching them is faster than making a map
	maxDeep = 10_000 // nested values, the limit of common JSON parsers
)

// next skips white space and returns the byte after it, or 0 at the end.
func (t *collector) next() byte {
	for i := range len(t.rest) {
		if c := t.rest[i]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			t.rest = t.rest[i:]
			return c
		}
	}
	t.rest = ""
	return 0
}

// took reports whether the next byte is c, and if so reads it.
func (t *collector) took(c byte) bool {
	if t.next() != c || c == 0 {
		return false
	}
	t.rest = t.rest[1:]
	return true
}

// value reads the next value, and returns false at the end or at a syntax error.
func (t *collector) value(key string, depth int) bool {
	switch open := t.next(); open {
	case '{', '[':
		end := open + 2 // } or ]
		t.rest = t.rest[1:]
		for more := !t.took(end); more; more = !t.took(end) {
			if depth == maxDeep || !t.member(key, open == '{', depth) || t.next() != end && !t.took(',') {
				return false
			}
		}
		return true
	case '"':
		text, size := t.text()
		if size > maxText {
			t.add(Text{Key: key, Long: true})
		} else if text != "" {
			t.add(Text{Key: key, Value: text})
		}
		return size > 0
	}
	n := 0
	for n < len(t.rest) && strings.IndexByte(" \t\n\r\",:{}[]", t.rest[n]) < 0 {
		n++
	}
	t.rest = t.rest[n:]
	return n > 0
}

// member reads a value in an array, or one in an object with its name.
func (t *collector) member(key string, named bool, depth int) bool {
	if named {
		if t.next() != '"' {
			return false
		}
		name, size := t.text()
		if strings.ContainsAny(name, `/\~.`) {
			t.add(Text{Key: key, Value: name})
		}
		if size == 0 || !t.took(':') {
			return false
		}
		key = facts.Squeezed(name)
	}
	return t.value(key, depth+1)
}

// text reads a string and returns its size in bytes with its quotes, or 0 if it does not end.
func (t *collector) text() (text string, size int) {
	escaped := false
	for i := 1; i < len(t.rest); {
		n, _ := jsonstring.Verbatim(t.rest[i:])
		if i += n; i >= len(t.rest) {
			break
		}
		switch t.rest[i] {
		case '\\':
			escaped = true
			i += 2
		case '"':
			size = i + 1
			text = t.rest[1:i]
			if escaped {
				whole, _ := jsontext.AppendUnquote(nil, t.rest[:size]) // as far as it can be read
				text = string(whole)
			}
			t.rest = t.rest[size:]
			return text, size
		default:
			i++
		}
	}
	return "", 0
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
	first  guard // most calls need only this one
	others []*guard
}

// maxBases bounds the directories that relative paths of one call may start from.
const maxBases = 8

// NewMeanings is for a call in a workspace; "" is an unknown one. resolve is that of Guarded.
func NewMeanings(workspace string, resolve func(string) string) Meanings {
	return Files{}.meanings(workspace, resolve)
}

func (f Files) meanings(workspace string, resolve func(string) string) Meanings {
	return Meanings{first: newGuard(f, workspace, resolve)}
}

// guards yields the guards for all directories that relative paths may start from.
func (m *Meanings) guards(yield func(*guard) bool) {
	if !yield(&m.first) {
		return
	}
	for _, g := range m.others {
		if !yield(g) {
			return
		}
	}
}

// startsAt reports whether relative paths may start from a directory.
func (m *Meanings) startsAt(directory string) bool {
	for g := range m.guards {
		if g.workspace == directory {
			return true
		}
	}
	return false
}

// From adds a directory that relative paths may start from. It returns false if there are too many.
func (m *Meanings) From(directory string) bool {
	if directory == "" {
		return true
	}
	var more []*guard
	for g := range m.guards {
		for _, s := range spellings(nil, directory[:min(len(directory), maxPath)]) {
			if p := cleaned(g.absolute(s)); isAbsolute(p) && !m.startsAt(p) {
				more = append(more, m.first.at(p))
			}
		}
	}
	room := maxBases - 1 - len(m.others)
	m.others = append(m.others, more[:min(len(more), room)]...)
	return len(more) <= room
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
	for g := range m.guards {
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
