package patch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Kind is what a patch does to a file as a whole.
type Kind uint8

// The kinds.
const (
	Update Kind = iota
	Add
	Delete
)

// File is what a patch does to one file.
type File struct {
	Kind   Kind
	Path   string
	MoveTo string // new path of an updated file; empty if it is not moved
	Added  string // the whole content of an added file
	hunks  []hunk
}

// hunk replaces lines.
type hunk struct {
	old, new []string
	context  []string // lines to look for first, one after the other ("@@ func f")
	atEnd    bool     // old must be the last lines of the file
	numbered bool     // from a unified diff: line and noEOL are set
	line     int      // index of the first old line
	noEOL    bool     // the new file does not end in a newline, if this is its end
}

// Parse reads either form of patch: "*** Begin Patch" or unified diff.
func Parse(patch string) ([]File, error) {
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(patch), "\r\n", "\n"), "\n")
	if n := len(lines); n >= 4 && strings.HasPrefix(lines[0], "<<") && strings.HasSuffix(lines[n-1], "EOF") {
		lines = lines[1 : n-1] // models like to wrap it in a here-document
	}
	var ops []File
	var err error
	if strings.TrimSpace(lines[0]) == "*** Begin Patch" {
		ops, err = parseStarred(lines)
	} else {
		// The trimmed part may have been an empty context line.
		ops, err = parseUnified(strings.Split(strings.ReplaceAll(patch, "\r\n", "\n"), "\n"))
	}
	switch {
	case err != nil:
		return nil, err
	case len(ops) == 0:
		return nil, errors.New("the patch changes nothing")
	case len(ops) > maxOps:
		return nil, fmt.Errorf("the patch changes %d files: more than %d cannot be made at once", len(ops), maxOps)
	}
	return ops, nil
}

// Apply makes all of a patch's changes, or none, to the files that read returns; later
// operations see the results of earlier ones. Adding a file that exists replaces it, as the
// gateway's own tool does.
func Apply(ops []File, read func(path string) (Text, error)) ([]Change, error) {
	var changes []Change
	at := func(path string) (*Change, error) {
		i := slices.IndexFunc(changes, func(c Change) bool { return c.Path == path })
		if i < 0 {
			t, err := read(path)
			if err != nil {
				return nil, err
			}
			i = len(changes)
			changes = append(changes, Change{Path: path, Before: t, After: t})
		}
		return &changes[i], nil
	}
	for _, op := range ops {
		file, err := at(op.Path)
		if err != nil {
			return nil, err
		}
		if op.Kind == Add {
			file.After = Text{Data: op.Added, Exists: true}
			continue
		}
		if !file.After.Exists {
			return nil, fmt.Errorf("%s does not exist", op.Path)
		}
		if op.Kind == Delete {
			file.After = Text{}
			continue
		}
		data, err := applyHunks(file.After.Data, op.hunks)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op.Path, err)
		}
		file.After.Data = data
		if op.MoveTo != "" && op.MoveTo != op.Path {
			file.After = Text{}
			to, err := at(op.MoveTo)
			if err != nil {
				return nil, err
			}
			to.After = Text{Data: data, Exists: true}
		}
	}
	return slices.DeleteFunc(changes, func(c Change) bool { return c.Before == c.After }), nil
}

// applyHunks replaces lines of data. Lines match exactly or not at all.
func applyHunks(data string, hunks []hunk) (string, error) {
	if len(hunks) == 0 {
		return data, nil
	}
	f := lineFinder{work: maxWork}
	if data != "" {
		f.lines = strings.Split(strings.TrimSuffix(data, "\n"), "\n")
	}
	endsInNewline := strings.HasSuffix(data, "\n")
	var out, tail []string
	done, shift := 0, 0 // lines[:done] are in out; a unified diff's line numbers are off by shift
	for i, h := range hunks {
		at, err := f.find(&h, done, shift)
		if err != nil {
			return "", fmt.Errorf("hunk %d: %w", i+1, err)
		}
		if !h.numbered {
			endsInNewline = true
		}
		if !h.numbered && len(h.old) == 0 {
			tail = append(tail, h.new...)
			continue
		}
		out = append(append(out, f.lines[done:at]...), h.new...)
		done = at + len(h.old)
		if h.numbered {
			shift = at - h.line
			if done == len(f.lines) {
				endsInNewline = !h.noEOL
			}
		}
	}
	out = append(append(out, f.lines[done:]...), tail...)
	if len(out) == 0 {
		return "", nil
	}
	s := strings.Join(out, "\n")
	if endsInNewline {
		s += "\n"
	}
	return s, nil
}

var (
	errNoMatch   = errors.New("the lines it replaces are not in the file")
	errAmbiguous = errors.New("the lines it replaces have moved and are in the file more than once")
	errTooMuch   = errors.New("its place takes too long to find")
)

// lineFinder searches for lines, within a budget of comparisons.
type lineFinder struct {
	lines []string
	work  int
}

// find returns where the hunk's old lines are, at or after from. Lines that replace nothing go
// to the end of the file, unless they are numbered.
func (f *lineFinder) find(h *hunk, from, shift int) (int, error) {
	for _, c := range h.context {
		i := f.next([]string{c}, from)
		if i < 0 {
			return 0, f.miss(fmt.Errorf("the file has no line %q", c))
		}
		from = i + 1
	}
	if h.numbered {
		return f.numbered(h, from, h.line+shift)
	}
	if len(h.old) == 0 {
		return len(f.lines), nil
	}
	if h.atEnd {
		from = max(from, len(f.lines)-len(h.old))
	}
	if at := f.next(h.old, from); at >= 0 {
		return at, nil
	}
	// A blank line before the next header often does not belong to the hunk.
	if n := len(h.old); n > 1 && h.old[n-1] == "" && len(h.new) > 0 && h.new[len(h.new)-1] == "" {
		h.old, h.new = h.old[:n-1], h.new[:len(h.new)-1]
		if at := f.next(h.old, from); at >= 0 {
			return at, nil
		}
	}
	return 0, f.miss(errNoMatch)
}

// numbered trusts the hunk's line number if its lines are there, and otherwise uses the only
// other place where they are.
func (f *lineFinder) numbered(h *hunk, from, want int) (int, error) {
	if want >= from && f.fits(h.old, want) {
		return want, nil
	}
	if len(h.old) == 0 {
		return 0, errNoMatch
	}
	at := f.next(h.old, from)
	if at < 0 {
		return 0, f.miss(errNoMatch)
	}
	if f.next(h.old, at+1) >= 0 {
		return 0, errAmbiguous
	}
	return at, f.miss(nil)
}

// next returns where these lines are, at or after from, or -1.
func (f *lineFinder) next(some []string, from int) int {
	for at := from; at+len(some) <= len(f.lines) && f.work > 0; at++ {
		if f.fits(some, at) {
			return at
		}
	}
	return -1
}

func (f *lineFinder) fits(some []string, at int) bool {
	if at+len(some) > len(f.lines) {
		return false
	}
	for i, line := range some {
		f.work--
		if f.lines[at+i] != line {
			return false
		}
	}
	return true
}

// miss distinguishes lines that are not there from a search that was given up.
func (f *lineFinder) miss(err error) error {
	if f.work <= 0 {
		return errTooMuch
	}
	return err
}
