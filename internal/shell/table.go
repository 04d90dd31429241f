package shell

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
)

//go:embed programs.txt
var programsText string

// kind is a group of programs whose output has the same level for the same reason.
type kind struct {
	name, text string
	level      trust.Level
}

// program is one row of programs.txt; the format is explained there.
type program struct {
	names   []string
	kind    *kind
	level   trust.Level
	when    []phrase
	values  string
	pairs   []string
	code    string
	word    string
	script  string
	inside  []string
	after   []string
	starts  []string // options whose value is a program to run
	reads   []string // options whose value is lines to run
	marks   []string
	codes   []string
	says    string
	writes  []string
	uses    string   // what it does with the paths among its words
	but     []string // words with which that is unknown
	takes   []string // options whose value is the next word
	valued  string   // single-letter options with a value
	maybe   string   // single-letter options with an optional value, in the same word
	foreign bool

	prefix, operand, host, shell, anywhere, line, lines, args, input, packages bool
	settings, asks, defines, awk, sed, evals, removes, single                  bool
}

// phrase is words of a command with which its output counts.
type phrase struct {
	words []string
	kind  *kind // nil: the program's
	level trust.Level
}

// The content of programs.txt: its kinds and rows; its programs and variables by name.
var (
	kinds     []*kind
	rows      []*program
	table     = map[string]*program{}
	variables = map[string]*variable{}
	endings   []string // of variable names
)

func init() {
	if err := readTable(programsText); err != nil {
		panic(err) // programs.txt is embedded, and tested
	}
}

// usually are the values of variables that have the same value everywhere. They hold as long as the
// call does not set them.
var usually = map[string]string{
	"SUDO": "sudo", "SHELL": "sh", "EDITOR": "vi", "VISUAL": "vi", "PAGER": "less",
	"MAKE": "make", "CC": "cc", "CXX": "c++", "PYTHON": "python",
}

// readTable parses programs.txt.
func readTable(text string) error {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == ' ' && len(lines) > 0:
			lines[len(lines)-1] += line[3:]
		default:
			lines = append(lines, line)
		}
	}
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "kind "); ok {
			name, rest, _ := strings.Cut(rest, " ")
			word, text, ok := strings.Cut(rest, " ")
			level, err := trust.ParseLevel(word)
			if err != nil || !ok {
				return fmt.Errorf("programs.txt: a kind has a name, a level and a text: %q", line)
			}
			kinds = append(kinds, &kind{name, text, level})
		}
	}
	var of *kind
	for _, line := range lines {
		var err error
		first, rest, _ := strings.Cut(line, " ")
		switch first {
		case "kind":
			name, _, _ := strings.Cut(rest, " ")
			of = kindNamed(name)
		case "variable":
			err = readVariables(strings.Fields(rest))
		default:
			err = readRow(of, strings.Split(line, " | "))
		}
		if err != nil {
			return fmt.Errorf("programs.txt: %s: %w", first, err)
		}
	}
	return nil
}

func kindNamed(name string) *kind {
	if i := slices.IndexFunc(kinds, func(k *kind) bool { return k.name == name }); i >= 0 {
		return kinds[i]
	}
	return nil
}

func readVariables(words []string) error {
	v := &variable{kind: words[0]}
	if words = words[1:]; v.kind == "words" {
		v.program, words = words[0], words[1:]
	}
	for _, name := range words {
		if variables[name] != nil {
			return fmt.Errorf("%s appears twice", name)
		}
		variables[name] = v
		if ending, ok := strings.CutPrefix(name, "*"); ok {
			endings = append(endings, ending)
		}
	}
	return nil
}

func readRow(of *kind, fields []string) error {
	p := &program{names: strings.Fields(fields[0]), kind: of, level: of.level}
	for _, name := range p.names {
		if table[name] != nil {
			return fmt.Errorf("%s appears twice", name)
		}
		table[name] = p
	}
	for _, field := range fields[1:] {
		key, value, _ := strings.Cut(field, " ")
		if err := p.set(key, value); err != nil {
			return err
		}
	}
	for i := range p.when {
		if p.when[i].kind == nil {
			p.when[i].kind, p.when[i].level = p.kind, p.level
		}
	}
	p.letters()
	rows = append(rows, p)
	return nil
}

// set sets one field of a row.
func (p *program) set(key, value string) (err error) {
	flags := map[string]*bool{
		"prefix": &p.prefix, "operand": &p.operand, "host": &p.host, "shell": &p.shell, "anywhere": &p.anywhere, "foreign": &p.foreign,
		"line": &p.line, "packages": &p.packages, "lines": &p.lines, "args": &p.args, "input": &p.input, "settings": &p.settings,
		"asks": &p.asks, "defines": &p.defines, "awk": &p.awk, "sed": &p.sed,
		"evals": &p.evals, "removes": &p.removes, "single": &p.single,
	}
	lists := map[string]*[]string{"pairs": &p.pairs, "inside": &p.inside, "after": &p.after, "starts": &p.starts, "reads": &p.reads, "writes": &p.writes, "but": &p.but, "takes": &p.takes}
	texts := map[string]*string{"values": &p.values, "code": &p.code, "word": &p.word, "script": &p.script, "says": &p.says}
	switch {
	case flags[key] != nil && value == "":
		*flags[key] = true
	case lists[key] != nil && value != "":
		*lists[key] = strings.Fields(value)
	case texts[key] != nil && value != "":
		*texts[key] = value
	case key == "marks" && marksNamed[value] != nil:
		p.marks = marksNamed[value]
		if value == "editors" || value == "gdb" {
			p.codes = inEditors
		}
	case key == "uses" && slices.Contains(strings.Fields("reads writes enters copies runs"), value):
		p.uses = value
	case key == "level":
		p.level, err = trust.ParseLevel(value)
	case key == "when":
		p.when = append(p.when, phrases(value, nil)...)
	case key == "also":
		name, words, _ := strings.Cut(value, " ")
		k := kindNamed(name)
		if k == nil || words == "" {
			return fmt.Errorf("also %q: no such kind, or no words", value)
		}
		p.when = append(p.when, phrases(words, k)...)
	default:
		return fmt.Errorf("unknown field %q", key+" "+value)
	}
	return err
}

func phrases(list string, k *kind) (all []phrase) {
	for each := range strings.SplitSeq(list, ",") {
		ph := phrase{words: strings.Fields(each), kind: k}
		if k != nil {
			ph.level = k.level
		}
		all = append(all, ph)
	}
	return all
}

// always reports whether the program's level applies whatever its words.
func (p *program) always() bool {
	return p.code == "" && !p.line && !slices.ContainsFunc(p.when, func(ph phrase) bool { return ph.kind == p.kind })
}

// lowest returns the lowest level that the program has for any words.
func (p *program) lowest() trust.Level {
	level := p.level
	for _, ph := range p.when {
		level = trust.Lowest(level, ph.level)
	}
	return level
}

// named returns the row of a program, or nil; python3.12 is python.
func named(name string) *program {
	if p := table[name]; p != nil {
		return p
	}
	if n := strings.TrimRight(name, "0123456789."); n != name {
		if p := table[n]; p != nil && p.code != "" {
			return p
		}
	}
	return nil
}

// Builtin returns the lowest levels of the known programs that lower anything, by name.
func Builtin() map[string]trust.Level {
	levels := map[string]trust.Level{}
	for name, p := range table {
		if level := p.lowest(); level < trust.Trusted {
			levels[name] = level
		}
	}
	return maps.Clone(levels)
}
