package injection

import (
	"bufio"
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// What attacks say stands in text files, one for the phrases of each family, and one for those
// in other languages than English; each says at its top how it is written. They are read when the first text is scanned, and are part of the
// program: one that cannot be read panics, with its name and line.

//go:embed phrases/*.txt phrases/abroad/*.txt
var tableFiles embed.FS

// Bounds of the tables: bytes of a line, records of a file, lines of a record, words that one
// written with braces stands for.
const (
	maxLine    = 4096
	maxRecords = 1024
	maxLines   = 512
	maxProduct = 2048
)

// place is where an entry of the tables stands.
type place struct {
	file string
	line int
}

func (p place) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.file, p.line, fmt.Errorf(format, args...))
}

// record is a line that begins a record, in words, and those below it, which a tab begins.
type record struct {
	place
	head []string
	body []line
}

type line struct {
	place
	text string
}

// readRecords returns the records of a file, without comments and empty lines. A line below one
// that begins with | goes on with the line above.
func readRecords(file string, text []byte) (records []record, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxLine)
	at := place{file: file}
	for lines.Scan() {
		at.line++
		text := strings.TrimRight(lines.Text(), " \t")
		switch {
		case text == "" || text[0] == '#':
		case text[0] != '\t':
			if len(records) == maxRecords {
				return nil, at.errorf("more than %d records", maxRecords)
			}
			records = append(records, record{place: at, head: strings.Fields(text)})
		case len(records) == 0:
			return nil, at.errorf("nothing begins above %q", text)
		default:
			e := &records[len(records)-1]
			if len(e.body) == maxLines {
				return nil, at.errorf("more than %d lines in one record", maxLines)
			}
			if text = strings.TrimSpace(text); text[0] == '|' && len(e.body) > 0 {
				e.body[len(e.body)-1].text += text
				continue
			}
			e.body = append(e.body, line{at, text})
		}
	}
	if err := lines.Err(); err != nil {
		at.line++
		return nil, at.errorf("line of more than %d bytes: %w", maxLine, err)
	}
	return records, nil
}

// tables is what the files say.
type tables struct {
	sets     map[string][]string // which phrases name
	lists    map[string][]string // which code asks for
	guards   map[string]guard
	seen     map[string]place // where a record of a name stands
	phrases  []rule
	subjects []rule
}

// readTables reads the files of a directory: sets first, which phrases of any file may name,
// then guards, then phrases. given are sets that code makes.
func readTables(files fs.FS, given map[string][]string) (*tables, error) {
	var names []string
	for _, pattern := range [...]string{"phrases/*.txt", "phrases/abroad/*.txt"} {
		some, err := fs.Glob(files, pattern)
		if err != nil {
			return nil, err
		}
		names = append(names, some...)
	}
	t := &tables{sets: given, lists: make(map[string][]string), guards: make(map[string]guard), seen: make(map[string]place)}
	var all [][]record
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		records, err := readRecords(name, text)
		if err != nil {
			return nil, err
		}
		all = append(all, records)
		for _, e := range records {
			if err := t.readSet(e); err != nil {
				return nil, err
			}
		}
	}
	for _, read := range [...]func(e record, family Family) error{t.readGuard, t.readRule} {
		for k, records := range all {
			family := Family(strings.TrimSuffix(path.Base(names[k]), ".txt"))
			for _, e := range records {
				if err := read(e, family); err != nil {
					return nil, err
				}
			}
		}
	}
	return t, nil
}

// named notes the name of a record, which no other one of its kind has.
func (t *tables) named(e record) error {
	if len(e.head) < 2 {
		return e.errorf("%s without a name", e.head[0])
	}
	key := e.head[0] + " " + e.head[1]
	if first, ok := t.seen[key]; ok {
		return e.errorf("%s stands at %s:%d, too", key, first.file, first.line)
	}
	t.seen[key] = e.place
	return nil
}

// listOf is what lines list, without their language, behind which another tab stands.
func listOf(lines []line) string {
	var all []string
	for _, l := range lines {
		all = append(all, l.text[strings.LastIndexByte(l.text, '\t')+1:])
	}
	return strings.Join(all, "|")
}

// umlauts are what Germans write on keyboards without them.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")

// readSet notes the words of a set, or of a list.
func (t *tables) readSet(e record) error {
	if e.head[0] != "set" && e.head[0] != "list" {
		return nil
	}
	if err := t.named(e); err != nil {
		return err
	}
	words, err := t.words(e.place, listOf(e.body))
	if err != nil {
		return err
	}
	for _, w := range words {
		if strings.ContainsAny(w, "äöü") {
			words = append(words, umlauts.Replace(w))
		}
	}
	if e.head[0] == "list" {
		t.lists[e.head[1]] = words
	} else {
		t.sets[e.head[1]] = words
	}
	return nil
}

// readGuard notes the tests of a guard.
func (t *tables) readGuard(e record, _ Family) error {
	if e.head[0] != "guard" {
		return nil
	}
	if err := t.named(e); err != nil {
		return err
	}
	var g guard
	for _, l := range e.body {
		read, err := t.readTest(l)
		if err != nil {
			return err
		}
		g = append(g, read)
	}
	t.guards[e.head[1]] = g
	return nil
}

// readRule notes a phrase, or a subject.
func (t *tables) readRule(e record, family Family) error {
	switch e.head[0] {
	case "set", "list", "guard":
		return nil
	case "phrase", "subject":
	default:
		return e.errorf("%s is no set, list, guard, phrase or subject", e.head[0])
	}
	if err := t.named(e); err != nil {
		return err
	}
	if e.head[0] == "subject" {
		words, err := t.words(e.place, listOf(e.body))
		t.subjects = append(t.subjects, rule{place: e.place, name: e.head[1], weight: 1, groups: []group{{words: words}}})
		return err
	}
	if !slices.Contains(families[:], family) {
		return e.errorf("no family is called %s", family)
	}
	r, err := t.readPhrase(e)
	r.family = family
	t.phrases = append(t.phrases, r)
	return err
}

// readPhrase reads a record as a rule.
func (t *tables) readPhrase(e record) (r rule, err error) {
	if len(e.head) < 3 {
		return rule{}, e.errorf("a phrase has a name and a weight")
	}
	r = rule{name: e.head[1], place: e.place}
	if r.weight, err = strconv.Atoi(e.head[2]); err != nil || r.weight < 1 || r.weight > 2*Threshold {
		return rule{}, e.errorf("%s is no weight", e.head[2])
	}
	for _, name := range e.head[3:] {
		g, ok := t.guards[name]
		if !ok {
			return rule{}, e.errorf("no guard is called %s", name)
		}
		r.guard = append(r.guard, g...)
	}
	var groups []string
	for _, l := range e.body {
		if text, ok := strings.CutPrefix(l.text, "= "); ok {
			r.example = text
		} else if text, ok := strings.CutPrefix(l.text, "? "); ok {
			read, err := t.readTest(line{l.place, text})
			if err != nil {
				return rule{}, err
			}
			r.guard = append(r.guard, read)
		} else {
			groups = append(groups, l.text)
		}
	}
	for k, text := range groups {
		g := group{}
		if gap, rest, ok := strings.Cut(text, " "); k > 0 {
			if g.gap, err = strconv.Atoi(strings.TrimPrefix(gap, "~")); !ok || gap[0] != '~' || err != nil || g.gap < 0 || g.gap > maxGap {
				return rule{}, e.errorf("%.20q does not begin with ~ and at most how many words come first", text)
			}
			text = rest
		}
		if g.words, err = t.words(e.place, text); err != nil {
			return rule{}, err
		}
		r.groups = append(r.groups, g)
	}
	return r, nil
}

// maxGap bounds the words between two groups.
const maxGap = 32

// words are those that a list names, with | between them: each once, in order.
func (t *tables) words(at place, list string) (all []string, err error) {
	parts, err := splitList(list)
	if err != nil {
		return nil, at.errorf("%w", err)
	}
	for _, part := range parts {
		if name, ok := strings.CutPrefix(part, "@"); ok {
			set, ok := t.sets[name]
			if !ok {
				return nil, at.errorf("no set is called %s", name)
			}
			all = append(all, set...)
			continue
		}
		words, err := unfold(part)
		if err != nil {
			return nil, at.errorf("%.40q: %w", part, err)
		}
		all = append(all, words...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > 0 && all[0] == "" {
		all = all[1:]
	}
	if len(all) == 0 {
		return nil, at.errorf("an empty list")
	}
	return all, nil
}

var errBraces = errors.New("a brace that nothing closes or opens")

// splitList parts a list at each | that does not stand in braces.
func splitList(list string) (parts []string, err error) {
	depth, from := 0, 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		case '|':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(list[from:i]))
				from = i + 1
			}
		}
		if depth < 0 || depth > 1 {
			return nil, errBraces
		}
	}
	if depth != 0 {
		return nil, errBraces
	}
	return append(parts, strings.TrimSpace(list[from:])), nil
}

// unfold gives the words that one with braces stands for: each of a first list, with each of
// the next. A backslash takes from a brace what it means, a bar inside a word is written ¦.
func unfold(word string) ([]string, error) {
	all := []string{""}
	add := func(tails []string) error {
		if len(all)*len(tails) > maxProduct {
			return fmt.Errorf("more than %d words", maxProduct)
		}
		longer := make([]string, 0, len(all)*len(tails))
		for _, head := range all {
			for _, tail := range tails {
				longer = append(longer, head+tail)
			}
		}
		all = longer
		return nil
	}
	for from := 0; from < len(word); {
		open := from
		for open < len(word) && word[open] != '{' {
			if word[open] == '\\' {
				open++
			}
			open++
		}
		open = min(open, len(word))
		if err := add([]string{plainText(word[from:open])}); err != nil {
			return nil, err
		}
		if open == len(word) {
			break
		}
		end := open + 1
		for end < len(word) && word[end] != '}' {
			if word[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(word) {
			return nil, errBraces
		}
		var tails []string
		for tail := range strings.SplitSeq(word[open+1:end], "|") {
			tails = append(tails, plainText(strings.TrimSpace(tail)))
		}
		if err := add(tails); err != nil {
			return nil, err
		}
		from = end + 1
	}
	for i, w := range all {
		all[i] = strings.TrimSpace(strings.ReplaceAll(w, "  ", " "))
	}
	return all, nil
}

var unescape = strings.NewReplacer(`\`, "", "¦", "|")

func plainText(s string) string { return unescape.Replace(s) }
