package memguard

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
)

// The operations of write-like calls, as staged writes name them.
const (
	Write = string(facts.Write)
	Edit  = string(facts.Edit)
	Patch = string(facts.Patch)
	Other = string(facts.Other)
)

// Bounds of the files of one call that are judged one by one, since each path component costs
// system calls.
const (
	maxPaths     = 1000
	maxPathBytes = 64 << 10
)

// Call is what a write-like tool call says about its files.
type Call struct {
	Operation string   // Write, Edit, Patch or Other
	Paths     []string // every file it names, as named, without duplicates
	TooMany   bool     // it names more than 1,000 files, or 64 KiB of names, and Paths is cut

	texts []Text   // other texts that may name a file
	bases []string // directories that relative paths may start from
}

// Touched returns the first memory file that the call would touch: as named, and as Guarded
// resolves it. A call that names too many files, or names them too oddly, touches one. Relative
// paths are tried from the workspace and from each directory that the call names.
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
		for g := range m.guards {
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

// Writes returns the files that a call may name and its tool may write: those of Targets, and any
// other text that may be a path, except for the content that a known tool writes.
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

// Targets returns the files that a call of a write-like tool names. It knows the tools of hosts and
// servers (dialect.Writes), in any letter case and with any word separator, and returns false for
// all others.
//
// Which of several keys a tool reads for its path is unknown here, so every key that it may read
// counts, at any depth; every string of a patch is read as a patch. Params that are not JSON name
// no files.
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

// isAddress reports whether a value is an address rather than a file. A tool that knows no
// addresses takes it for a path, which leads nowhere special unless it contains "..".
func isAddress(value string) bool {
	value = strings.ToLower(strings.TrimLeftFunc(value, blank))
	known := strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") || strings.HasPrefix(value, "data:")
	return known && !strings.Contains(value, "..")
}

// reader collects the files that one call names.
type reader struct {
	call  Call
	wide  bool // media count, too
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

// read reads params. A duplicate key is not an error: both values count. Arguments that a model
// sent as JSON in a string are read if they are the whole of params.
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

// value reads the next value, or the end of its object or array, and returns false at the end. key
// is the name of the member that it is in.
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

// text reads a string. The content of a file may be large, and is skipped.
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
