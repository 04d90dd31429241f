package memguard

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
)

// What a write-like call does, as staged writes name it.
const (
	Write = string(facts.Write)
	Edit  = string(facts.Edit)
	Patch = string(facts.Patch)
	Other = string(facts.Other)
)

// These bound the files of one call that are judged one by one: each costs
// system calls for each of its components.
const (
	maxPaths     = 1000
	maxPathBytes = 64 << 10
)

// Call is what a write-like tool call says of itself.
type Call struct {
	Operation string   // Write, Edit, Patch or Other
	Paths     []string // every file it names, as named, each spelling once
	TooMany   bool     // it names more than 1,000 files, or 64 KiB of them, and Paths is cut

	texts []Text   // what else may name a file
	bases []string // directories that relative paths may start at
}

// Touched returns the first memory file that the call would touch: as named, and
// as Guarded resolves it. A call that names too many files, or names them too oddly,
// touches one. Relative paths are tried from the workspace and from each directory that
// the call names.
func (f Files) Touched(c Call, workspace string, resolve func(string) string) (named, resolved string, ok bool) {
	m := f.meanings(workspace, resolve)
	many := c.TooMany
	for _, dir := range c.bases {
		many = !m.From(dir) || many
	}
	texts := c.Paths
	for i := range c.texts {
		texts = append(texts[:len(texts):len(texts)], c.texts[i].Value)
	}
	for _, text := range texts {
		for _, g := range m.guards {
			if file, ok := g.guarded(text); ok {
				return text, file, true
			}
		}
	}
	if many {
		const text = "(too many files)"
		return text, text, true
	}
	return "", "", false
}

// Writes reads which files a call may name that its tool may write: those of Targets, and
// every other text that may be a path, whatever its parameter is called, but for what a
// known tool writes into a file.
func Writes(tool string, params jsontext.Value) Call {
	call, known := Targets(tool, params)
	if !known {
		call.Operation = Other
	}
	texts, whole := Texts(params)
	call.TooMany = call.TooMany || !whole
	for _, t := range texts {
		switch {
		case t.Long || !IsPath(t.Value) || isAddress(t.Value):
		case known && (t.IsContent() || call.Operation == Patch && strings.Contains(t.Value, "\n")):
		default:
			call.texts = append(call.texts, t)
			if t.IsDirectory() {
				call.bases = append(call.bases, t.Value)
			}
		}
	}
	return call
}

// Targets reads which files a call of a write-like tool names, in any letter case and with
// any word separator, be it a host's or a server's (dialect.Writes). It is false for every
// other tool.
//
// A tool reads one of several keys for its path, and which one is not known
// here, so every key that could be it counts, at any depth; of a patch every string
// is read as a patch. Params that are no JSON name no files.
func Targets(tool string, params jsontext.Value) (Call, bool) {
	op, ok := operation(tool)
	if !ok {
		return Call{}, false
	}
	r := reader{call: Call{Operation: op}}
	r.read(params, true)
	return r.call, true
}

func operation(tool string) (string, bool) {
	op := dialect.Writes(tool)
	return string(op), op != ""
}

// isAddress tells an address from a file. To a tool that knows none it is a path, which
// leads nowhere else as long as nothing in it goes up.
func isAddress(value string) bool {
	value = strings.ToLower(strings.TrimLeftFunc(value, blank))
	known := strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") || strings.HasPrefix(value, "data:")
	return known && !strings.Contains(value, "..")
}

// reader collects the files that one call names.
type reader struct {
	call  Call
	wide  bool // media count too
	seen  map[string]bool
	bytes int
}

func (r *reader) add(path string) {
	switch {
	case path == "" || r.seen[path]:
	case len(r.call.Paths) == maxPaths, r.bytes+len(path) > maxPathBytes:
		r.call.TooMany = true
	default:
		if r.seen == nil {
			r.seen = make(map[string]bool)
		}
		r.seen[path] = true
		r.bytes += len(path)
		r.call.Paths = append(r.call.Paths, path)
	}
}

// read goes through params. A duplicate key is no error here: both count.
// Arguments that a model sent as JSON inside a string are read where they are
// the whole of params.
func (r *reader) read(params []byte, outer bool) {
	dec := jsontext.NewDecoder(bytes.NewReader(params), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if outer && dec.PeekKind() == '"' && r.call.Operation != Patch {
		if tok, err := dec.ReadToken(); err == nil {
			r.read([]byte(tok.String()), false)
		}
		return
	}
	for r.value(dec, "") {
	}
}

// value reads the next value, or the end of the object or array it is in; key is
// the member name that it, or the array around it, stands under. It is false
// where there is no more.
func (r *reader) value(dec *jsontext.Decoder, key string) bool {
	switch dec.PeekKind() {
	case '{':
		dec.ReadToken()
		for dec.PeekKind() == '"' {
			name, err := dec.ReadToken()
			if err != nil || !r.value(dec, name.String()) {
				return false
			}
		}
	case '[':
		dec.ReadToken()
		for dec.PeekKind() != ']' {
			if !r.value(dec, key) {
				return false
			}
		}
	case '"':
		return r.text(dec, key)
	}
	_, err := dec.ReadToken()
	return err == nil
}

// text reads a string. A file's content can be large and is skipped.
func (r *reader) text(dec *jsontext.Decoder, key string) bool {
	role := dialect.Role(facts.Squeezed(key))
	isPath, other := role&facts.File != 0, r.wide && role&facts.Media != 0
	if !isPath && !other && r.call.Operation != Patch {
		return dec.SkipValue() == nil
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return false
	}
	s := tok.String()
	isPath = isPath || other && !isAddress(s)
	patch := r.call.Operation == Patch
	if isPath && !(patch && strings.Contains(strings.TrimSpace(s), "\n")) {
		r.add(s)
	}
	if patch {
		r.patch(s)
	}
	return true
}
