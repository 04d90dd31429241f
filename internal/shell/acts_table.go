package shell

import (
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed acts.txt
var actsText string

// actRow is what acts.txt says about some programs; the format is explained there.
type actRow struct {
	names   []string
	options map[string]string // by name, the kind of the value; "" for none
	any     bool              // all other options change nothing
	bundled bool              // options may be in the first word, without a hyphen
	single  bool              // options have several letters after one hyphen
	tool    bool              // other programs may run it by its name
	through bool              // the program that it runs has no act of its own
	records string            // with this option it prints records
	tables  map[string]string // by phrase, the kind of table that it prints
	never   []string          // with these options its act is Untold
	deeds   []*deed
}

// deed is one thing that a program does.
type deed struct {
	effect        *effect
	phrases       [][]string
	said          []string // the phrase as given, in a copy
	options       map[string]string
	any           bool
	before, after []string // kinds of the operands
	star          string   // kind of all operands between them; "" for none
}

// effect is a word that acts.txt defines for what a deed does.
type effect struct {
	name   string
	effect Effect
	why    string
	asked  []string
	also   []string // and one of these
	after  []string // or one of these, once a program was changed where it happens
}

// The content of acts.txt.
var (
	actRows       = map[string]*actRow{}
	effects       = map[string]*effect{}
	recipes       = map[string]*effect{}
	lists         = map[string][]string{}
	scripts       *actRow
	openVariables []string
	ownNames      []string
)

func init() {
	if err := readActs(actsText); err != nil {
		panic(err) // acts.txt is embedded, and tested
	}
	scripts = actRows["<script>"]
	openVariables, ownNames = lists["open"], lists["own"]
	for _, p := range lists["secret"] {
		secrets.add(p)
	}
	for _, p := range lists["control"] {
		controls.add(p)
	}
}

// readActs parses acts.txt.
func readActs(text string) error {
	var row *actRow
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		var err error
		switch {
		case line == "" || line[0] == '#':
		case line[0] == ' ':
			err = row.read(strings.TrimSpace(line))
		case strings.HasPrefix(line, "effect "), strings.HasPrefix(line, "recipe "), strings.HasPrefix(line, "list "):
			err = readWords(line)
		default:
			row, err = readActRow(line)
		}
		if err != nil {
			return fmt.Errorf("acts.txt: %q: %w", line, err)
		}
	}
	return nil
}

var effectClasses = map[string]Effect{"untold": Untold, "looks": Looks, "works": Works, "fetches": Fetches, "sends": Sends}

// readWords parses a line that does not belong to a program.
func readWords(line string) error {
	head, tail, ok := strings.Cut(line, ": ")
	words := strings.Fields(head)
	switch {
	case words[0] == "effect" && len(words) == 3:
		class, known := effectClasses[words[2]]
		if !known || effects[words[1]] != nil {
			return fmt.Errorf("no such class, or an effect that appears twice")
		}
		e := &effect{name: words[1], effect: class}
		if class == Untold {
			e.why = tail
		} else {
			tail, after, _ := strings.Cut(tail, " after ")
			one, also, _ := strings.Cut(tail, " & ")
			e.asked, e.also, e.after = strings.Fields(one), strings.Fields(also), strings.Fields(after)
		}
		effects[words[1]] = e
	case !ok || len(words) != 2:
		return fmt.Errorf("it has no words")
	case words[0] == "recipe":
		for word := range strings.FieldsSeq(tail) {
			recipes[word] = effects[words[1]]
		}
	default:
		lists[words[1]] = append(lists[words[1]], strings.Fields(tail)...)
	}
	return nil
}

func readActRow(line string) (*actRow, error) {
	fields := strings.Split(line, " | ")
	r := &actRow{names: strings.Fields(fields[0]), options: map[string]string{}, tables: map[string]string{}}
	for _, f := range fields[1:] {
		switch name, value, _ := strings.Cut(f, " "); name {
		case "bundled":
			r.bundled = true
		case "single":
			r.single = true
		case "tool":
			r.tool = true
		case "through":
			r.through = true
		case "records":
			r.records = value
		case "never":
			r.never = strings.Fields(value)
		case "options":
			if r.any = readOptions(r.options, value); r.any {
				return nil, fmt.Errorf("a row has no * among its options")
			}
		default:
			return nil, fmt.Errorf("unknown field %q", f)
		}
	}
	for _, name := range r.names {
		if actRows[name] != nil {
			return nil, fmt.Errorf("%s appears twice", name)
		}
		actRows[name] = r
	}
	return r, nil
}

func readOptions(into map[string]string, text string) (any bool) {
	for o := range strings.FieldsSeq(text) {
		if o == "*" {
			any = true
			continue
		}
		name, kind, _ := strings.Cut(o, "=")
		into[name] = kind
	}
	return any
}

// read parses a deed: "EFFECT: PHRASE, PHRASE (OPTIONS) KINDS".
func (r *actRow) read(line string) error {
	name, rest, ok := strings.Cut(line, ":")
	if kind, table := strings.CutPrefix(name, "table "); table && r != nil {
		for phrase := range strings.SplitSeq(rest, ",") {
			r.tables[strings.Join(strings.Fields(phrase), " ")] = kind
		}
		return nil
	}
	if r == nil || !ok || effects[name] == nil {
		return fmt.Errorf("no such effect")
	}
	d := &deed{effect: effects[name], options: map[string]string{}}
	head, kinds := rest, ""
	if before, after, ok := strings.Cut(rest, "("); ok {
		options, behind, closed := strings.Cut(after, ")")
		if !closed {
			return fmt.Errorf("its options are not closed")
		}
		head, kinds = before, behind
		d.any = readOptions(d.options, options)
	}
	for phrase := range strings.SplitSeq(head, ",") {
		d.phrases = append(d.phrases, strings.Fields(phrase))
	}
	if len(d.phrases) > 1 && slices.ContainsFunc(d.phrases, func(p []string) bool { return len(p) == 0 }) {
		return fmt.Errorf("a phrase without words")
	}
	for kind := range strings.FieldsSeq(kinds) {
		switch star, ok := strings.CutSuffix(kind, "*"); {
		case ok:
			d.star = star
		case d.star != "":
			d.after = append(d.after, kind)
		default:
			d.before = append(d.before, kind)
		}
	}
	r.deeds = append(r.deeds, d)
	return nil
}

// actsOf returns the row of a program, or nil; python3.12 is python.
func actsOf(name string) *actRow {
	if r := actRows[name]; r != nil {
		return r
	}
	return actRows[strings.TrimRight(name, "0123456789.")]
}

// part is a word of a command, or a part of one, with its kind.
type part struct {
	w    Word
	text string
	kind string
	at   int

	operand bool // it does not belong to an option
}

// choose finds the deed that fits a program's words: the first that knows all of its options,
// otherwise the first that fits at all.
func (r *actRow) choose(args []Word) (*deed, []part) {
	var found *deed
	var of []part
	for _, d := range r.deeds {
		for _, phrase := range d.phrases {
			parts, ok := r.parts(d, phrase, args)
			if !ok || slices.ContainsFunc(parts, func(p part) bool { return !p.ok() }) {
				continue
			}
			strange := slices.ContainsFunc(parts, func(p part) bool { return p.kind == "option" })
			if found == nil || !strange {
				chosen := *d
				chosen.said = phrase
				found, of = &chosen, parts
			}
			if !strange {
				return found, of
			}
		}
	}
	return found, of
}

// kindOf returns the kind of an option's value in this deed, and whether the option is known.
func (r *actRow) kindOf(d *deed, name string) (kind string, known bool) {
	if kind, known = d.options[name]; !known {
		kind, known = r.options[name]
	}
	return kind, known
}

// parts splits a command's words into parts; ok is false unless they match the phrase.
func (r *actRow) parts(d *deed, phrase []string, args []Word) (parts []part, ok bool) {
	var operands []part
	options := 0
	wants := 0
	for _, w := range phrase {
		if w[0] == '-' {
			options++
		}
	}
	ended := false
	for i := 0; i < len(args); i++ {
		w := args[i]
		t := w.Text
		if r.bundled && i == 0 && t != "" && t[0] != '-' {
			t = "-" + t
		}
		switch {
		case t == "--" && !ended:
			if ended = true; slices.Contains(phrase, t) {
				options--
			}
		case ended || len(t) < 2 || t[0] != '-' && !r.isPlus(d, t):
			for wants < len(phrase) && phrase[wants][0] == '-' {
				wants++
			}
			if wants < len(phrase) && phrase[wants][0] != '-' {
				if phrase[wants] != t {
					return nil, false
				}
				wants++
				continue
			}
			operands = append(operands, part{w: w, text: t, at: i, operand: true})
			if d.before != nil && len(operands) == len(d.before) && d.before[len(d.before)-1] == "program" {
				i = len(args) // the rest belongs to the other program
			}
		default:
			found, next := r.option(d, args, i, t, phrase)
			for _, o := range found {
				switch o.kind {
				case "asked":
					options--
					continue
				case "never":
					return nil, false
				}
				parts = append(parts, o)
			}
			i = next
		}
	}
	for wants < len(phrase) && phrase[wants][0] == '-' {
		wants++
	}
	if wants < len(phrase) || options > 0 {
		return nil, false
	}
	n := len(operands)
	if d.star == "" && n > len(d.before)+len(d.after) || n < len(d.before)+len(d.after) {
		if !(n < len(d.before)+len(d.after) && d.optional(n)) {
			return nil, false
		}
	}
	for k := range operands {
		o := &operands[k]
		switch {
		case k < len(d.before):
			o.kind = d.before[k]
		case k >= n-len(d.after):
			o.kind = d.after[k-n+len(d.after)]
		default:
			o.kind = d.star
		}
		o.kind = strings.TrimSuffix(o.kind, "?")
	}
	return append(parts, operands...), true
}

// isPlus reports whether a word is an option that begins with a plus, like dig +short.
func (r *actRow) isPlus(d *deed, t string) bool {
	_, known := r.kindOf(d, t)
	return known && t[0] == '+'
}

// optional reports whether n operands are enough for a deed.
func (d *deed) optional(n int) bool {
	need := 0
	for _, k := range append(slices.Clone(d.before), d.after...) {
		if !strings.HasSuffix(k, "?") {
			need++
		}
	}
	return n >= need
}

// option reads the option at i. It returns its parts and the index of its last word. A part of the
// kind "asked" is a word of the phrase.
func (r *actRow) option(d *deed, args []Word, i int, t string, phrase []string) (parts []part, last int) {
	w := args[i]
	name, value, attached := strings.Cut(t, "=")
	if _, own := d.options[name]; slices.Contains(r.never, name) && !own && !slices.Contains(phrase, name) {
		return []part{{w: w, text: t, kind: "never", at: i}}, i
	}
	if slices.Contains(phrase, name) {
		parts = append(parts, part{kind: "asked"})
	}
	kind, known := r.kindOf(d, name)
	switch {
	case known && attached && kind != "":
		return append(parts, part{w: w, text: value, kind: kind, at: i}), i
	case known && attached:
		return append(parts, part{w: w, text: value, kind: "any", at: i}), i
	case known && kind != "" && i+1 < len(args):
		return append(parts, part{w: args[i+1], text: args[i+1].Text, kind: kind, at: i + 1}), i + 1
	case known:
		return parts, i
	case len(parts) > 0:
		return parts, i
	}
	if t[1] != '-' && !r.single {
		if cluster, last, ok := r.cluster(d, args, i, t, phrase); ok {
			return cluster, last
		}
	}
	if d.any || isNumber(t[1:]) {
		return []part{{w: w, text: t, kind: "any", at: i}}, i
	}
	return []part{{w: w, text: t, kind: "option", at: i}}, i
}

// cluster reads single-letter options that share a word.
func (r *actRow) cluster(d *deed, args []Word, i int, t string, phrase []string) (parts []part, last int, ok bool) {
	last = i
	for j := 1; j < len(t); j++ {
		name := "-" + t[j:j+1]
		if isDigit(t[j]) {
			continue
		}
		if _, own := d.options[name]; slices.Contains(r.never, name) && !own && !slices.Contains(phrase, name) {
			return []part{{w: args[i], text: t, kind: "never", at: i}}, i, true
		}
		if slices.Contains(phrase, name) {
			parts = append(parts, part{kind: "asked"})
		}
		kind, known := r.kindOf(d, name)
		switch {
		case !known && !d.any && !slices.Contains(phrase, name):
			return nil, i, false
		case kind == "":
			continue
		case j+1 < len(t):
			return append(parts, part{w: args[i], text: strings.TrimPrefix(t[j+1:], "="), kind: kind, at: i}), i, true
		case i+1 < len(args):
			return append(parts, part{w: args[i+1], text: args[i+1].Text, kind: kind, at: i + 1}), i + 1, true
		}
	}
	return parts, last, true
}

// recipeOf returns what a Makefile's recipe or a package's script does, judging by its name; nil if
// unknown.
func recipeOf(name string) *effect {
	if e := recipes[name]; e != nil {
		return e
	}
	first, rest, ok := strings.Cut(name, ":")
	if !ok {
		first, rest, _ = strings.Cut(name, "-")
	}
	if e := recipes[first]; e != nil && (recipes[rest] != nil || slices.Contains(lists["variant"], rest)) {
		return e
	}
	return nil
}

var forms = map[string]*regexp.Regexp{
	"none": regexp.MustCompile(`^(/dev/null|-)$`),
	"get":  regexp.MustCompile(`^(GET|HEAD|get|head)$`),
	"mode": regexp.MustCompile(`^(0?[0-7][0-7][0145]|[ugo]*[+=-][rX]+|[ug]*[+=-][rwxX]+|[ao]*-[rwxX]+|a?\+[rxX]+)$`),
	"sql":  regexp.MustCompile(`(?is)^\s*(\\(d[a-zA-Z+]*|l\+?|z|conninfo)(\s+[\w.*]+)?|\.(tables|schema|indexes|databases|dbinfo)(\s+[\w.*]+)?|pragma\s+\w+(\(\w+\))?\s*;?|(select|explain|show|describe|desc)\s[^;]*;?)\s*$`),
	"call": regexp.MustCompile(`^[^@]`),
	"bsd":  regexp.MustCompile(`^(-.*|[a-df-zA-Z0-9,=%]+)$`),
	"log":  logName,
	"env":  regexp.MustCompile(`^(\./)?\.?v?env/bin/activate$`),
	"back": regexp.MustCompile(`^-$`),
	"who":  regexp.MustCompile(`^user\.(name|email)=`),
	"ref":  regexp.MustCompile(`^[A-Za-z0-9_][\w./@-]*$`),
}

var (
	writingSQL = regexp.MustCompile(`(?i)\b(into|program|copy|writefile|readfile|load_extension|edit|pg_read_\w+|pg_ls_\w+|pg_terminate_\w+|pg_cancel_\w+|lo_\w+|dblink\w*|load_file|analyze\s+(delete|update|insert)|nextval|setval|set_config|pg_shadow|pg_authid|insert|update|delete|attach)\b`)
	doingAwk   = regexp.MustCompile(`system|getline|ENVIRON|@|\||"/|print[^}]*>`)
	doingJQ    = regexp.MustCompile(`\benv\b|\$ENV|input_filename|\binclude\b|\bimport\b`)
)

// ok reports whether a word has the form that its kind requires.
func (p *part) ok() bool {
	switch p.kind {
	case "sql":
		return forms["sql"].MatchString(p.text) && !writingSQL.MatchString(p.text)
	case "awk":
		return !doingAwk.MatchString(strings.ReplaceAll(p.text, "||", ""))
	case "kube":
		return !strings.Contains(strings.ToLower(p.text), "secret")
	case "jq":
		return !doingJQ.MatchString(p.text)
	}
	form := forms[p.kind]
	return form == nil || form.MatchString(p.text)
}

// fileNames recognizes paths by the names of their parts.
type fileNames struct {
	names   map[string]bool // of any part
	globs   []string
	pathsOf []string // several consecutive parts
}

var secrets, controls fileNames

func (f *fileNames) add(pattern string) {
	switch {
	case strings.Contains(pattern, "/"):
		f.pathsOf = append(f.pathsOf, pattern)
	case strings.ContainsAny(pattern, "*?"):
		f.globs = append(f.globs, pattern)
	default:
		if f.names == nil {
			f.names = map[string]bool{}
		}
		f.names[pattern] = true
	}
}

// in reports whether a text names such a path. With pattern, it may be a pattern that matches one.
func (f *fileNames) in(text string, pattern bool) bool {
	if len(text) > maxPathText {
		return true
	}
	for _, p := range f.pathsOf {
		if p[0] == '/' && (strings.HasPrefix(text, p) || strings.HasPrefix(path.Clean(text), p)) || p[0] != '/' && strings.Contains(text, p) {
			return true
		}
	}
	for segment := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("/=:@,;\"'() \t\n", r) }) {
		if f.names[segment] || f.names[strings.ToLower(segment)] {
			return true
		}
		if strings.HasSuffix(segment, ".pub") {
			continue
		}
		for _, g := range f.globs {
			if ok, _ := path.Match(g, segment); ok {
				return true
			}
		}
		if pattern && segment[0] == '.' && strings.ContainsAny(segment, "*?[{") && segment != ".*" || segment == ".*" {
			return true
		}
	}
	return false
}

const maxPathText = 4 << 10

// isSecret reports whether a text names a file of secrets.
func isSecret(text string, w Word) bool { return secrets.in(text, w.has(hasPattern|hasBraces)) }

// isControl reports whether a text names a file that decides what runs later, or that guards or
// instructs the agent.
func isControl(text string) bool { return controls.in(text, false) }

// isEverything reports whether a path is a directory that contains secrets somewhere.
func isEverything(text string) bool {
	switch strings.TrimRight(text, "/") {
	case "~", "", "/home", "/root", "/etc", "/Users", "$HOME", "/home/*", "/proc", "/var", "..":
		return text != ""
	}
	clean := path.Clean(text)
	if home, ok := strings.CutPrefix(clean, "/home/"); ok {
		_, below, _ := strings.Cut(home, "/")
		return below == "" || below[0] == '.' && !strings.Contains(below, "/")
	}
	below, ok := strings.CutPrefix(clean, "~/")
	return ok && below[0] == '.' && !strings.Contains(below, "/")
}

// isFreeVariable reports whether setting a variable only affects how a program works: the line's
// own variables, in lower case, and those of a list.
func isFreeVariable(name string) bool {
	return slices.Contains(lists["free"], name) || strings.ToLower(name) == name && !strings.Contains(name, "proxy") && variables[name] == nil
}

// isInstalled reports whether a program's path is where programs are installed, or in a virtual
// environment of the workspace.
func isInstalled(p string) bool {
	dir := path.Dir(p)
	return slices.Contains(lists["installed"], dir) || slices.Contains(lists["wrappers"], p)
}

// Records reports whether a line prints records: it is one command that does, followed only by
// commands that filter its output.
func (l *Line) Records() bool {
	r := l.alone()
	return r != nil && r.records != "" && slices.ContainsFunc(l.Commands[0].Args, func(w Word) bool { return w.Text == r.records })
}

// Table returns the kind of table that a line prints according to acts.txt, or "".
func (l *Line) Table() string {
	r := l.alone()
	if r == nil {
		return ""
	}
	d, _ := r.choose(l.Commands[0].Args)
	if d == nil {
		return ""
	}
	return r.tables[strings.Join(d.said, " ")]
}

// alone returns the row of a line's only command; nil if there is more on the line.
func (l *Line) alone() *actRow {
	if l.Unread != "" || len(l.Commands) != 1 || len(l.Writes) > 0 {
		return nil
	}
	return actsOf(l.Commands[0].Name)
}
