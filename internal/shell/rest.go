package shell

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// Files are the files that a line reads, runs or writes, as paths relative to where it starts. "*"
// stands for an unknown part: a pattern, a variable, a command's output.
type Files struct {
	Shows   []string // their content may be in the line's output
	Carries []string // their content may be in what it writes
	Runs    []string // their content is run
	Writes  []string
	Fills   []string // it writes somewhere below these
	Found   []string // the same, for directories that also hold other things
	Whole   bool     // the lists are complete
}

// maxFiles bounds each list.
const maxFiles = 512

// Files returns what a line does with files on its machine. Most of this is data, in programs.txt
// and rest.txt; for a program that is in neither, each word may be a file that it shows.
func (l *Line) Files() Files {
	h := handling{line: l, dirs: []string{""}}
	h.Whole = l.Unread == "" && !l.defines
	for i := range l.Commands {
		h.command(&l.Commands[i])
	}
	for _, w := range l.inputs {
		h.read(w.Text, true)
	}
	for _, w := range l.loops {
		for _, word := range w.words {
			h.read(word.Text, true)
		}
	}
	for i := range l.Writes {
		w := &l.Writes[i]
		switch {
		case w.Elsewhere:
		case w.Below:
			h.add(&h.Files.Fills, w.Path.Text)
		default:
			h.add(&h.Files.Writes, w.Path.Text)
		}
	}
	written := func(path string) bool { return slices.Contains(h.Files.Writes, path) }
	h.Shows = slices.DeleteFunc(h.Shows, func(path string) bool { return written(path) || slices.Contains(h.Files.Fills, path) })
	h.Carries = slices.DeleteFunc(h.Carries, func(path string) bool { return written(path) && !h.moved[path] })
	if h.runs {
		h.Files.Runs = append(h.Files.Runs, h.Carries...)
	}
	return h.Files
}

// handling computes the Files of a line.
type handling struct {
	Files
	line  *Line
	dirs  []string        // that relative paths may start from
	runs  bool            // a command runs code that it is given
	moved map[string]bool // files that a command renames or removes
	size  int
}

func (h *handling) command(c *Command) {
	if c.Elsewhere {
		return
	}
	words := make([]string, len(c.Args))
	for i, w := range c.Args {
		words[i] = w.Text
	}
	p := named(c.Name)
	if p != nil && p.uses == "enters" {
		for _, w := range words {
			if !strings.HasPrefix(w, "-") {
				h.enters(w)
			}
		}
		return
	}
	if strings.Contains(c.Path, "/") && !isInstalled(c.Path) {
		h.add(&h.Files.Runs, c.Path)
	}
	if p != nil && p.host { // its words are for another machine
		return
	}
	if p != nil && (p.code != "" || p.shell || p.evals || p.awk || c.Name == "source" || c.Name == ".") {
		h.runs = true
	}
	blind := false
	for _, row := range restsOf(c.Name, words) {
		blind = blind || row.blind
		h.fits(row, p, words)
	}
	had := len(h.Carries)
	for i := range words {
		h.read(words[i], !blind)
	}
	if p != nil && p.removes {
		if h.moved == nil {
			h.moved = map[string]bool{}
		}
		for _, path := range h.Carries[had:] {
			h.moved[path] = true
		}
	}
}

// fits adds what a row of rest.txt says about a command.
func (h *handling) fits(row *rest, p *program, words []string) {
	words = words[len(row.words):]
	if p == nil {
		p = &program{}
	}
	args := p.arguments(words)
	letters := "" // of tar xzf, and 7z x
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
		letters = words[0]
	}
	valued := func(names []string) (values []string) {
		for _, name := range names {
			for i, w := range words {
				switch long := strings.HasPrefix(name, "--"); {
				case w == name && i+1 < len(words):
					values = append(values, words[i+1])
				case long && strings.HasPrefix(w, name+"="):
					values = append(values, w[len(name)+1:])
				case !long && len(w) > 2 && strings.HasPrefix(w, name):
					values = append(values, w[2:])
				case !long && i+1 < len(words) && strings.HasSuffix(w, name[1:]) && (i == 0 || strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--")):
					values = append(values, words[i+1]) // tar czf FILE
				}
			}
		}
		return values
	}
	for _, name := range row.runs {
		for _, dir := range append([]string{""}, valued([]string{"-C", "--directory", "--prefix"})...) {
			h.add(&h.Files.Runs, under(dir, name))
		}
	}
	if row.moves && len(args.operands) > 1 {
		last := words[args.operands[len(args.operands)-1]]
		h.add(&h.Files.Writes, last)
		for _, i := range args.operands[:len(args.operands)-1] {
			h.add(&h.Files.Writes, under(last, baseName(words[i])))
		}
	}
	fills := row.fills
	if fills && len(row.when) > 0 {
		fills = slices.ContainsFunc(row.when, func(w string) bool {
			if strings.HasPrefix(w, "--") {
				return args.has(w)
			}
			return strings.Contains(letters, w) || args.has("-"+w)
		})
	}
	if !fills {
		for _, file := range valued(row.makes) {
			h.add(&h.Files.Writes, file)
		}
		return
	}
	if into := valued(row.into); len(into) > 0 {
		for _, dir := range into {
			h.add(&h.Files.Fills, dir)
		}
		return
	}
	var operands []string
	for _, i := range args.operands {
		operands = append(operands, words[i])
	}
	switch {
	case row.behind && len(operands) > 1:
		h.add(&h.Files.Fills, operands[len(operands)-1])
	case row.named && len(operands) > 0:
		h.add(&h.Files.Fills, strings.TrimSuffix(baseName(strings.TrimRight(strings.ReplaceAll(operands[0], ":", "/"), "/")), ".git"))
	case row.here == ".":
		h.add(&h.Files.Found, ".")
	case row.here != "":
		h.add(&h.Files.Fills, row.here)
	}
}

func under(dir, name string) string {
	if dir == "" {
		return name
	}
	return strings.TrimRight(dir, "/") + "/" + name
}

// read adds what a word may name: a file, also after an option or a mark.
func (h *handling) read(word string, shown bool) {
	if strings.Contains(word, "://") {
		return
	}
	if strings.HasPrefix(word, "-") {
		_, value, ok := strings.Cut(word, "=")
		if !ok && len(word) > 2 && word[1] != '-' && strings.ContainsAny(word[2:], "/.") {
			value = word[2:]
		}
		word = value
	} else if name, value, ok := strings.Cut(word, "="); ok && !strings.Contains(name, "/") {
		word = value
	}
	word = strings.TrimPrefix(word, "@")
	if word == "" || strings.ContainsAny(word, "\n") || len(word) > maxPathText {
		return
	}
	if shown {
		h.add(&h.Shows, word)
	}
	h.add(&h.Carries, word)
}

// enters notes a directory that later paths start from.
func (h *handling) enters(dir string) {
	if len(h.dirs) > 8 {
		h.Whole = false
		return
	}
	for _, d := range slices.Clone(h.dirs) {
		to := from(d, known(dir))
		if !slices.Contains(h.dirs, to) {
			h.dirs = append(h.dirs, to)
		}
	}
}

// add adds a path relative to each directory that it may start from.
func (h *handling) add(to *[]string, text string) {
	text = known(text)
	for _, dir := range h.dirs {
		path := from(dir, text)
		if slices.Contains(*to, path) {
			continue
		}
		if h.size++; h.size > maxFiles {
			h.Whole = false
			return
		}
		*to = append(*to, path)
	}
}

func from(dir, path string) string {
	if dir == "" || strings.HasPrefix(path, "/") || path == "~" || strings.HasPrefix(path, "~/") {
		return path
	}
	return strings.TrimRight(dir, "/") + "/" + path
}

// known returns a path with "*" for each part that is not on the line.
func known(text string) string {
	for _, home := range [...]string{"$HOME/", "${HOME}/"} {
		if rest, ok := strings.CutPrefix(text, home); ok {
			text = "~/" + rest
		}
	}
	if !strings.ContainsAny(text, Gap+"$") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == Gap[0]:
			b.WriteByte('*')
		case text[i] == '$' && i+1 < len(text) && (text[i+1] == '{' || text[i+1] == '('):
			closing := strings.IndexAny(text[i:], "})")
			if closing < 0 {
				closing = len(text) - 1 - i
			}
			i += closing
			b.WriteByte('*')
		case text[i] == '$':
			for i+1 < len(text) && isNameByte(text[i+1]) {
				i++
			}
			b.WriteByte('*')
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// rest is a row of rest.txt.
type rest struct {
	words                              []string // that must come first
	blind, fills, behind, named, moves bool
	when, into, makes, runs            []string
	here                               string
}

//go:embed rest.txt
var restText string

var rests = func() map[string][]*rest {
	all := map[string][]*rest{}
	for line := range strings.Lines(restText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := readRest(all, strings.Split(line, " | ")); err != nil {
			panic(fmt.Errorf("rest.txt: %q: %w", line, err)) // rest.txt is embedded, and tested
		}
	}
	return all
}()

func readRest(all map[string][]*rest, fields []string) error {
	r := &rest{}
	for _, field := range fields[1:] {
		key, value, _ := strings.Cut(field, " ")
		flags := map[string]*bool{"blind": &r.blind, "fills": &r.fills, "behind": &r.behind, "named": &r.named, "moves": &r.moves}
		lists := map[string]*[]string{"with": &r.words, "when": &r.when, "into": &r.into, "makes": &r.makes, "runs": &r.runs}
		switch {
		case flags[key] != nil && value == "":
			*flags[key] = true
		case lists[key] != nil && value != "":
			*lists[key] = strings.Fields(value)
		case key == "here" && value != "":
			r.here = value
		default:
			return fmt.Errorf("unknown field %q", field)
		}
	}
	for _, name := range strings.Fields(fields[0]) {
		all[name] = append(all[name], r)
	}
	return nil
}

// restsOf returns the rows that apply to a program with these words.
func restsOf(name string, words []string) (rows []*rest) {
	for _, r := range rests[name] {
		if len(words) >= len(r.words) && slices.Equal(words[:len(r.words)], r.words) {
			rows = append(rows, r)
		}
	}
	return rows
}
