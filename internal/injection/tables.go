package injection

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/datafile"
)

// What attacks say is in text files, one with the phrases of each family, and one with those in
// languages other than English; each explains its format at the top. They are embedded, and read
// when the first text is scanned; one that cannot be read panics with its name and line.

//go:embed phrases/*.txt phrases/abroad/*.txt
var tableFiles embed.FS

// Bounds of the tables: bytes of a line, records of a file, lines of a record, words that one word
// with braces expands to.
const (
	maxLine    = 4096
	maxRecords = 1024
	maxLines   = 512
	maxProduct = 2048
)

// record is a line that begins a record, split into words, and the lines below it, which begin with
// a tab.
type record struct {
	datafile.Place
	head []string
	body []datafile.Line
}

// readRecords returns the records of a file, without comments and empty lines. A line that begins
// with | continues the line above.
func readRecords(file string, text []byte) (records []record, err error) {
	err = datafile.Read(file, text, maxLine, func(l datafile.Line) error {
		if l.Text[0] != '\t' {
			if len(records) == maxRecords {
				return l.Errorf("more than %d records", maxRecords)
			}
			records = append(records, record{Place: l.Place, head: strings.Fields(l.Text)})
			return nil
		}
		if len(records) == 0 {
			return l.Errorf("nothing begins above %q", l.Text)
		}
		e := &records[len(records)-1]
		if len(e.body) == maxLines {
			return l.Errorf("more than %d lines in one record", maxLines)
		}
		if l.Text = strings.TrimSpace(l.Text); l.Text[0] == '|' && len(e.body) > 0 {
			e.body[len(e.body)-1].Text += l.Text
			return nil
		}
		e.body = append(e.body, l)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return records, nil
}

// readLookAlikes reads the look-alikes of characters.
func readLookAlikes(files fs.FS) (map[rune]string, error) {
	const name = "phrases/look-alikes.txt"
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	records, err := readRecords(name, text)
	all := make(map[rune]string)
	for _, e := range records {
		if len(e.head) != 3 || e.head[0] != "alike" || utf8.RuneCountInString(e.head[1]) != 1 {
			return nil, e.Errorf("not a character, and those that stand in for it")
		}
		r, _ := utf8.DecodeRuneInString(e.head[1])
		all[r] += e.head[2]
	}
	return all, err
}

// tables is the content of the files.
type tables struct {
	sets     map[string][]string // referred to by phrases
	lists    map[string][]string // looked up by code
	guards   map[string]guard
	seen     map[string]datafile.Place // where each named record is
	phrases  []rule
	subjects []rule
}

// kinds are the kinds of records, in the order in which they are read: each may refer to the kinds
// before it, in any file.
var kinds = [...]string{"set", "list", "guard", "subject", "phrase", "alike"}

// readTables reads the files of a directory. given are sets that code provides.
func readTables(files fs.FS, given map[string][]string) (*tables, error) {
	t := &tables{sets: given, lists: make(map[string][]string), guards: make(map[string]guard), seen: make(map[string]datafile.Place)}
	var all []record
	for _, pattern := range [...]string{"phrases/*.txt", "phrases/abroad/*.txt"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			records, err := readRecords(name, text)
			if err != nil {
				return nil, err
			}
			all = append(all, records...)
		}
	}
	for k, kind := range kinds {
		for _, e := range all {
			if k == 0 && !slices.Contains(kinds[:], e.head[0]) {
				return nil, e.Errorf("%s is none of %s", e.head[0], strings.Join(kinds[:], ", "))
			}
			if e.head[0] != kind {
				continue
			}
			if err := t.read(e); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// umlauts are the spellings of German letters on keyboards without them.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")

// read adds a record. No other of its kind may have its name.
func (t *tables) read(e record) (err error) {
	if len(e.head) < 2 {
		return e.Errorf("%s without a name", e.head[0])
	}
	kind, name := e.head[0], e.head[1]
	if first, ok := t.seen[kind+" "+name]; ok {
		return e.Errorf("%s %s stands at %s:%d, too", kind, name, first.File, first.Line)
	}
	t.seen[kind+" "+name] = e.Place
	switch kind {
	case "alike": // fold reads them
		return nil
	case "guard":
		var g guard
		for _, l := range e.body {
			if g, err = t.addTest(g, l); err != nil {
				return err
			}
		}
		t.guards[name] = g
		return nil
	case "phrase":
		r, err := t.readPhrase(e)
		t.phrases = append(t.phrases, r)
		return err
	}
	var listed []string // without the language, which another tab follows
	for _, l := range e.body {
		listed = append(listed, l.Text[strings.LastIndexByte(l.Text, '\t')+1:])
	}
	words, err := t.words(e.Place, strings.Join(listed, "|"))
	switch kind {
	case "subject":
		t.subjects = append(t.subjects, rule{Place: e.Place, name: name, weight: 1, groups: []group{{words: words}}})
	case "list":
		t.lists[name] = words
	default:
		for _, w := range words {
			if strings.ContainsAny(w, "äöü") {
				words = append(words, umlauts.Replace(w))
			}
		}
		t.sets[name] = words
	}
	return err
}

// readPhrase reads a record as a rule of the family that its file is named after.
func (t *tables) readPhrase(e record) (r rule, err error) {
	r = rule{name: e.head[1], family: Family(strings.TrimSuffix(path.Base(e.File), ".txt")), Place: e.Place}
	if !slices.Contains(families[:], r.family) {
		return rule{}, e.Errorf("no family is called %s", r.family)
	}
	if len(e.head) < 3 {
		return rule{}, e.Errorf("a phrase has a name and a weight")
	}
	if r.weight, err = strconv.Atoi(e.head[2]); err != nil || r.weight < 1 || r.weight > 2*Threshold {
		return rule{}, e.Errorf("%s is no weight", e.head[2])
	}
	for _, name := range e.head[3:] {
		g, ok := t.guards[name]
		if !ok {
			return rule{}, e.Errorf("no guard is called %s", name)
		}
		r.guard = append(r.guard, g...)
	}
	for _, l := range e.body {
		switch sign, text, _ := strings.Cut(l.Text, " "); {
		case sign == "=":
			r.example = text
		case sign == "?":
			if r.guard, err = t.addTest(r.guard, datafile.Line{Place: l.Place, Text: text}); err != nil {
				return rule{}, err
			}
		default:
			g := group{}
			if len(r.groups) == 0 {
				text = l.Text
			} else if g.gap, err = strconv.Atoi(strings.TrimPrefix(sign, "~")); sign[0] != '~' || err != nil || g.gap < 0 || g.gap > maxGap {
				return rule{}, l.Errorf("%.20q does not begin with ~ and at most how many words come first", l.Text)
			}
			if g.words, err = t.words(l.Place, text); err != nil {
				return rule{}, err
			}
			r.groups = append(r.groups, g)
		}
	}
	return r, nil
}

// maxGap bounds the words between two groups.
const maxGap = 32

// escaping is how a list writes its own special characters: \{, \}, \@ and, for a bar, ¦. While the
// list is read, characters that no text has stand for them.
var (
	escaping   = strings.NewReplacer(`\{`, "\x01", `\}`, "\x02", `\@`, "\x03", "¦", "\x04")
	unescaping = strings.NewReplacer("\x01", "{", "\x02", "}", "\x03", "@", "\x04", "|")
)

// words returns the words that a list names, separated by |, without duplicates and in order.
func (t *tables) words(at datafile.Place, list string) (all []string, err error) {
	depth := 0
	parts := strings.FieldsFunc(escaping.Replace(list), func(r rune) bool {
		depth += strings.Count("{", string(r)) - strings.Count("}", string(r))
		return r == '|' && depth == 0
	})
	for _, part := range parts {
		part = strings.TrimSpace(part)
		var words []string
		if name, ok := strings.CutPrefix(part, "@"); !ok {
			words, err = unfold(part)
		} else if words, ok = t.sets[name]; !ok {
			err = fmt.Errorf("no set is called %s", name)
		}
		if err != nil {
			return nil, at.Errorf("%w", err)
		}
		for _, w := range words {
			if w = strings.TrimSpace(strings.ReplaceAll(unescaping.Replace(w), "  ", " ")); w != "" {
				all = append(all, w)
			}
		}
	}
	if slices.Sort(all); len(all) == 0 {
		return nil, at.Errorf("an empty list")
	}
	return slices.Compact(all), nil
}

// unfold expands a word with braces: each word of the first list with each of the next.
func unfold(word string) (all []string, err error) {
	head, rest, open := strings.Cut(word, "{")
	list, rest, closed := strings.Cut(rest, "}")
	if open != closed || strings.Contains(head, "}") || strings.Contains(list, "{") {
		return nil, fmt.Errorf("a brace that nothing closes or opens in %.40q", word)
	}
	tails := []string{""}
	if rest != "" {
		if tails, err = unfold(rest); err != nil {
			return nil, err
		}
	}
	middles := strings.Split(list, "|")
	if len(middles)*len(tails) > maxProduct {
		return nil, fmt.Errorf("more than %d words in %.40q", maxProduct, word)
	}
	for _, middle := range middles {
		for _, tail := range tails {
			all = append(all, head+strings.TrimSpace(middle)+tail)
		}
	}
	return all, nil
}
