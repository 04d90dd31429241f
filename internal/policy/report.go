package policy

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/provenanced/provenanced/internal/spelling"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Error is one mistake in a policy file, and what to write instead. Parse joins all of a file's
// errors with errors.Join, in the order of the file.
type Error struct {
	File         string
	Line, Column int // from 1
	Text         string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// Bounds on the errors for a file that is not a policy at all.
const (
	maxShown = 50
	maxKept  = 1000 // sorted before the first ones are shown
)

// report collects errors and warnings about a file.
type report struct {
	name     string
	errs     remarks
	warnings remarks
}

func (r *report) errorf(p pos, format string, args ...any) { r.errs.add(r.name, p, format, args) }

func (r *report) warnf(p pos, format string, args ...any) { r.warnings.add(r.name, p, format, args) }

// err returns all errors as one, or nil.
func (r *report) err() error {
	shown, more := r.errs.shown()
	var all []error
	for _, e := range shown {
		all = append(all, e)
	}
	if more > 0 {
		all = append(all, fmt.Errorf("%s: and %d more errors", r.name, more))
	}
	return errors.Join(all...)
}

func (r *report) warningTexts() []string {
	shown, more := r.warnings.shown()
	var texts []string
	for _, w := range shown {
		texts = append(texts, w.Error())
	}
	if more > 0 {
		texts = append(texts, fmt.Sprintf("%s: and %d more warnings", r.name, more))
	}
	return texts
}

// remarks are errors or warnings.
type remarks struct {
	kept  []*Error
	count int
}

func (rs *remarks) add(name string, p pos, format string, args []any) {
	if rs.count++; rs.count <= maxKept {
		rs.kept = append(rs.kept, &Error{File: name, Line: max(p.line, 1), Column: max(p.col, 1), Text: fmt.Sprintf(format, args...)})
	}
}

func (rs *remarks) clone() remarks { return remarks{slices.Clone(rs.kept), rs.count} }

// shown returns the first remarks in the order of the file, and how many follow.
func (rs *remarks) shown() (first []*Error, more int) {
	slices.SortStableFunc(rs.kept, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	first = rs.kept[:min(len(rs.kept), maxShown)]
	return first, rs.count - len(first)
}

// elsewhere has advice for keys that people look for in the wrong place, or paste with too much
// around them.
var elsewhere = map[string]string{
	"plugins":  "paste only what is inside plugins.entries.provenance.config",
	"config":   "paste only what is inside it",
	"enabled":  "paste only what is inside config; the daemon is on while it runs",
	"hooks":    "that belongs in the gateway's own configuration",
	"deny":     "write action: with block_tools or remove_tools",
	"firewall": "paste only what is inside it",
	"preset":   "write mode:",
}

func unknownKey(t reflect.Type, key, given string) string {
	text := fmt.Sprintf("%s is not a key of a policy file", yamltext.Join(key, yamltext.Cut(given)))
	if hint := didYouMean(given, keysOf(t)); hint != "" {
		return text + hint
	}
	if places := placesOf(given, t); len(places) > 0 {
		return fmt.Sprintf("%s: it belongs under %s", text, yamltext.OneOf(places))
	}
	if hint, ok := elsewhere[given]; ok && key == "" {
		return text + ": " + hint
	}
	return fmt.Sprintf("%s: use %s", text, yamltext.OneOf(keysOf(t)))
}

func keysOf(t reflect.Type) []string {
	var keys []string
	for _, f := range fields(t) {
		keys = append(keys, keyOf(f))
	}
	return keys
}

// placesOf lists where else in the file a key is known, except in t.
func placesOf(given string, t reflect.Type) []string {
	var places []string
	for _, p := range []struct {
		where string
		t     reflect.Type
	}{
		{"the top level", reflect.TypeFor[file]()},
		{"defaults", reflect.TypeFor[defaults]()},
		{"risk", reflect.TypeFor[riskModes]()},
		{"authentication", reflect.TypeFor[authentication]()},
		{"authentication.sources", reflect.TypeFor[sources]()},
		{"an entry of tools", reflect.TypeFor[toolRow]()},
		{"an entry of policies", reflect.TypeFor[ruleFile]()},
		{"when", reflect.TypeFor[whenFile]()},
		{"action", reflect.TypeFor[actionFile]()},
	} {
		if _, ok := fieldNamed(p.t, given); ok && p.t != t {
			places = append(places, p.where)
		}
	}
	return places
}

// didYouMean suggests the most similar word, or nothing if none is similar.
func didYouMean(given string, words []string) string {
	if w := spelling.Nearest(given, words, spelling.Slips(given)); w != "" {
		return fmt.Sprintf(": did you mean %s?", w)
	}
	return ""
}
