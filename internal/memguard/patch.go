package memguard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/facts"
)

// headers begin the lines of a patch that name a file, besides the "***" form.
var headers = [...]string{
	"+++ ", "--- ", "rename from ", "rename to ", "copy from ", "copy to ", "index: ",
}

// patch adds the files that a patch names: "*** Update File: x" and the like, context diffs ("***
// x"), unified diffs, git's headers. It reads each line by itself, so a patch that a tool would
// reject is read, too, and so is a header inside a hunk: tools differ in where they look for one,
// and in what ends a line.
func (r *reader) patch(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		r.header(line)
		if strings.ContainsAny(line, lineEnds) {
			for part := range strings.FieldsFuncSeq(line, func(c rune) bool { return strings.ContainsRune(lineEnds, c) }) {
				r.header(part)
			}
		}
	}
}

// lineEnds are the characters, besides the line feed, at which some language splits lines.
const lineEnds = "\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"

func (r *reader) header(line string) {
	line = strings.TrimFunc(line, blank)
	if stars, ok := strings.CutPrefix(line, "***"); ok {
		r.starred(stars)
		return
	}
	if names, ok := strings.CutPrefix(line, "diff --git "); ok {
		for name := range strings.FieldsSeq(names) { // and each part of a name with spaces
			r.file(name)
		}
		r.quoted(names)
	}
	for _, h := range headers {
		if len(line) > len(h) && strings.EqualFold(line[:len(h)], h) {
			r.file(line[len(h):])
		}
	}
}

// starred reads the text after "***": an operation and its file, a marker, or the name in a context
// diff.
func (r *reader) starred(stars string) {
	before, name, found := strings.Cut(stars, ":")
	switch {
	case found && strings.Trim(strings.ToLower(before), "abcdefghijklmnopqrstuvwxyz *_-") == "":
		r.add(strings.TrimFunc(name, blank))
	case slices.Contains(markers[:], facts.Squeezed(stars)):
	default:
		r.file(stars)
	}
}

// markers are the "***" lines without a file, squeezed.
var markers = [...]string{"beginpatch", "endpatch", "endoffile"}

// file adds the name in a diff header, up to a tab (a time follows), with and without a leading a/
// or b/. The name added first is the one shown.
func (r *reader) file(name string) {
	r.quoted(name)
	name, _, _ = strings.Cut(name, "\t")
	name = strings.Trim(strings.TrimFunc(name, blank), `"`)
	if name == "/dev/null" {
		return
	}
	if len(name) > 2 && name[1] == '/' && strings.IndexByte("abciow", name[0]) >= 0 {
		r.add(name[2:])
	}
	r.add(name)
}

// quoted adds names that git quoted, with their escapes.
func (r *reader) quoted(names string) {
	for i := strings.IndexByte(names, '"'); i >= 0; i = strings.IndexByte(names, '"') {
		quoted, err := strconv.QuotedPrefix(names[i:])
		if err != nil {
			return
		}
		names = names[i+len(quoted):]
		if name, err := strconv.Unquote(quoted); err == nil && strings.ContainsRune(quoted, '\\') {
			r.file(name)
		}
	}
}
