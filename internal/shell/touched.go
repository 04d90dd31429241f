package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Use is what a command does with something that it names.
type Use uint8

const (
	Touches Use = iota // unknown: it may write it
	Reads              // only reads it
	Writes             // writes, removes or renames it
	Enters             // relative paths of later commands start there
)

// Named is a text on a command line that may name a file or a program.
type Named struct {
	Use     Use
	Program string // the command's, without its directory; "" if there is none
	First   bool   // it is the program that runs
	Removes bool   // everything below it is removed, too
	// Text is the word as the program gets it. "*" stands for an unknown part: a pattern, a
	// variable, a command's output. "~" is the home directory.
	Text string
}

// Bounds for a command line and for the names found in it, in bytes.
const (
	maxNamed = 64 << 10
	maxNames = 1 << 20
	maxValue = 256 // of a variable's value
)

// NamedBy is Line.Named for a command line that was not read yet.
func NamedBy(line string, variables map[string]string) (names []Named, whole bool) {
	l := Line{tree: tree{text: line}}
	if len(line) <= maxNamed {
		text := asSent(line)
		if l.tree.words = plain(text); l.tree.words == nil {
			if f, err := parseAs(0, text); err == nil {
				l.tree.file = f
			}
		}
	}
	return l.Named(variables)
}

// Named lists what a command line names, and reports whether it was read completely. variables are
// those known: HOME.
//
// It serves to find what a line could harm: a command that is not known to only read touches
// everything it names, and so does each command of a line that is code for another program (sh -c,
// a pipe to sh). What a program computes is not on the line.
func (l *Line) Named(variables map[string]string) (names []Named, whole bool) {
	if len(l.tree.text) > maxNamed {
		return nil, false
	}
	n := namer{variables: variables}
	switch {
	case strings.TrimSpace(l.tree.text) == "":
		return nil, true
	case l.tree.words != nil:
		return n.plain(l.tree.words)
	case l.tree.file != nil:
		return n.parsed(l.tree.file)
	}
	n.set, n.code = map[string]string{}, true
	n.fragments("", l.tree.text)
	return n.names, true
}

// plain is Named for a line that is one command.
func (n *namer) plain(ws []Word) (names []Named, whole bool) {
	words := make([]string, len(ws))
	for i, w := range ws {
		words[i] = w.Text
	}
	n.code = runsWords(words)
	n.command(words)
	return n.names, n.size <= maxNames
}

// parsed is Named for any line that bash can parse.
func (n *namer) parsed(file *syntax.File) (names []Named, whole bool) {
	n.set = map[string]string{}
	n.code = runsCode(file)
	syntax.Walk(file, n.node)
	return n.names, n.size <= maxNames
}

// namer goes through a line.
type namer struct {
	variables map[string]string // known to the caller
	set       map[string]string // set by the line
	code      bool              // another program may run text of the line as code
	names     []Named
	size      int // of the names, in bytes
}

func (n *namer) add(name Named) {
	if n.size += len(name.Text); name.Text == "" || n.size > maxNames {
		return
	}
	if n.code && name.Use == Reads {
		name.Use = Touches
	}
	n.names = append(n.names, name)
}

// node visits a node of the syntax tree.
func (n *namer) node(node syntax.Node) bool {
	switch x := node.(type) {
	case *syntax.CallExpr:
		n.call(x.Assigns, x.Args)
	case *syntax.DeclClause:
		n.call(x.Args, nil)
	case *syntax.Redirect:
		n.redirect(x)
	case *syntax.WordIter:
		if len(x.Items) == 1 {
			n.let(x.Name.Value, n.text(x.Items[0]))
			break
		}
		for _, w := range x.Items {
			n.add(Named{Program: "for", Text: n.text(w)})
		}
	}
	return true
}

func (n *namer) redirect(r *syntax.Redirect) {
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		if n.code && r.Hdoc != nil {
			n.fragments("", n.text(r.Hdoc))
		}
	case syntax.WordHdoc:
		if n.code {
			n.fragments("", n.text(r.Word))
		}
	case syntax.RdrIn, syntax.DplIn:
		n.add(Named{Use: Reads, Text: n.text(r.Word)})
	default:
		n.add(Named{Use: Writes, Text: n.text(r.Word)})
	}
}

func (n *namer) call(assigns []*syntax.Assign, args []*syntax.Word) {
	for _, a := range assigns {
		if a.Name != nil && a.Value != nil {
			value := n.text(a.Value)
			n.let(a.Name.Value, value)
			if strings.ContainsAny(value, " \t\n") { // GIT_PAGER='tee x'
				n.fragments("", value)
			} else { // it counts where the variable is used
				n.add(Named{Use: Reads, Text: value})
			}
		}
		if a.Array != nil {
			for _, e := range a.Array.Elems {
				n.fragments("", n.text(e.Value))
			}
		}
	}
	if len(args) == 0 {
		return
	}
	words := make([]string, len(args))
	for i, w := range args {
		words[i] = n.text(w)
	}
	n.command(words)
}

// command handles a program and its words.
func (n *namer) command(words []string) {
	program := strings.ToLower(path.Base(words[0]))
	n.add(Named{Program: program, Text: words[0], First: true})
	words = words[1:]
	p := table[program]
	var a arguments
	if p != nil && p.depends() {
		a = p.arguments(words)
	}
	use := p.usesOf(&a)
	targeted := p != nil && p.uses != "" && slices.Contains(p.writes, last)
	for i, w := range words {
		u := use(i)
		if u == Touches || n.code && u != Enters {
			n.fragments(program, w)
		}
		if u == Touches && p != nil && p.sed {
			n.sedWrites(program, w)
		}
		if u != Touches {
			n.add(Named{Use: u, Program: program, Text: w, Removes: u == Writes && p.removes && !(targeted && i == len(words)-1 && !p.into(&a))})
		}
	}
	if !targeted {
		return
	}
	for _, w := range p.writesOf(&a) {
		if w.into >= 0 {
			n.add(Named{Use: Writes, Program: program, Text: w.path + "/" + path.Base(words[w.into])})
		}
	}
}

// sedWrites adds what may follow a w in a sed script: a file's name without a space before it, up
// to the end of the line.
func (n *namer) sedWrites(program, script string) {
	for line := range strings.SplitSeq(script, "\n") {
		for i := range len(line) {
			if line[i]|0x20 == 'w' {
				n.add(Named{Use: Writes, Program: program, Text: strings.TrimLeft(line[i+1:], " \t")})
			}
		}
	}
}

// let notes a variable's value, as far as it is known.
func (n *namer) let(name, value string) {
	if was, ok := n.set[name]; ok && was != value || len(value) > maxValue {
		value = "*"
	}
	n.set[name] = value
}

// fragments adds everything that a text of unknown use may name: it may be code, an option with its
// value, or a list.
func (n *namer) fragments(program, text string) {
	n.add(Named{Program: program, Text: text})
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n'\"`()[]<>|;&,=:@\\", r) })
	if len(parts) == 1 && parts[0] == text {
		return
	}
	for _, p := range parts {
		n.add(Named{Program: program, Text: n.expanded(p)})
	}
}

// expanded replaces known variables in a piece of code.
func (n *namer) expanded(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		rest = strings.TrimPrefix(rest, "{")
		end := 0
		for end < len(rest) && (rest[end] == '_' || 'a' <= rest[end]|0x20 && rest[end]|0x20 <= 'z' || end > 0 && '0' <= rest[end] && rest[end] <= '9') {
			end++
		}
		b.WriteString(n.variable(rest[:end]))
		text = strings.TrimPrefix(rest[end:], "}")
	}
}

func (n *namer) variable(name string) string {
	if v, ok := n.set[name]; ok {
		return v
	}
	if v, ok := n.variables[name]; ok {
		return v
	}
	return "*"
}

// text returns a word as its program gets it, as far as that is known.
func (n *namer) text(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	var b strings.Builder
	open, end := -1, -1 // places of {a,b}, which is literal where it is quoted
	for i := range w.Parts {
		before := b.Len()
		n.parts(&b, w.Parts[i:i+1], false)
		if _, bare := w.Parts[i].(*syntax.Lit); bare {
			if at := strings.IndexByte(b.String()[before:], '{'); open < 0 && at >= 0 {
				open = before + at
			}
			if at := strings.LastIndexByte(b.String()[before:], '}'); at >= 0 {
				end = before + at
			}
		}
	}
	text := b.String()
	if open >= 0 && end > open && strings.ContainsAny(text[open:end], ",.") {
		text = text[:open] + "*" + text[end+1:]
	}
	return text
}

func (n *namer) parts(b *strings.Builder, parts []syntax.WordPart, quoted bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(unescapedLit(p.Value, quoted))
		case *syntax.SglQuoted:
			if p.Dollar {
				b.WriteString(ansi(p.Value))
			} else {
				b.WriteString(p.Value)
			}
		case *syntax.DblQuoted:
			n.parts(b, p.Parts, true)
		case *syntax.ParamExp:
			value := "*"
			if p.Param != nil && p.Exp == nil && p.Slice == nil && p.Repl == nil && p.Index == nil && !p.Excl && !p.Length {
				value = n.variable(p.Param.Value)
			}
			b.WriteString(value)
		default:
			b.WriteByte('*')
		}
	}
}

// unescapedLit removes the backslashes from a literal, and replaces patterns by "*".
func unescapedLit(text string, quoted bool) string {
	if !strings.ContainsAny(text, `\?[`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			if text[i] == '\n' {
				continue
			}
			if quoted && !strings.ContainsRune("$`\"\\", rune(text[i])) {
				b.WriteByte('\\')
			}
			b.WriteByte(text[i])
		case quoted:
			b.WriteByte(c)
		case c == '?':
			b.WriteByte('*')
		case c == '[' && strings.IndexByte(text[i:], ']') > 0:
			i += strings.IndexByte(text[i:], ']')
			b.WriteByte('*')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// ansi reads $'…'. Rare escapes become unknown.
func ansi(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		base, digits := 0, 0
		switch c := text[i]; c {
		case 'x':
			base, digits = 16, 2
			i++
		case '0', '1', '2', '3', '4', '5', '6', '7':
			base, digits = 8, 3
		case 'u':
			base, digits = 16, 4
			i++
		case 'U':
			base, digits = 16, 8
			i++
		case 'n', 't', 'r', 'a', 'b', 'e', 'f', 'v':
			b.WriteByte(' ')
			continue
		default:
			b.WriteByte(c)
			continue
		}
		value, read := 0, 0
		for ; read < digits && i < len(text); read++ {
			d := strings.IndexByte("0123456789abcdef", text[i]|0x20)
			if '0' <= text[i] && text[i] <= '9' {
				d = int(text[i] - '0')
			}
			if d < 0 || d >= base {
				break
			}
			value = value*base + d
			i++
		}
		i--
		b.WriteRune(rune(value))
	}
	return b.String()
}

// runsCode reports whether a command of the line may run text of the line as code: a shell, an
// interpreter, xargs.
func runsCode(file *syntax.File) (runs bool) {
	n := namer{}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch x := node.(type) {
		case *syntax.FuncDecl: // it may have the name of a program that only reads
			runs = true
		case *syntax.CallExpr:
			words := make([]string, len(x.Args))
			for i, w := range x.Args {
				words[i] = n.text(w)
			}
			runs = runs || runsWords(words)
		}
		return !runs
	})
	return runs
}

// runsWords is runsCode for a program and its words.
func runsWords(words []string) bool {
	program := ""
	for i, word := range words {
		word = strings.ToLower(word)
		name := path.Base(word)
		if i == 0 {
			program = name
			if strings.HasPrefix(name, "*") { // $SHELL
				return true
			}
		}
		p := table[program]
		switch {
		case p != nil && p.defines || evaluates(name) && !(p != nil && p.uses == "reads"):
			return true
		case program == "ssh":
			if strings.Contains(word, "localhost") || strings.Contains(word, "127.") || strings.Contains(word, "::1") {
				return true
			}
		case program == "source" || program == ".":
			if strings.HasPrefix(word, "/dev/") || strings.HasPrefix(word, "/proc/") {
				return true
			}
		}
	}
	return false
}

// evaluates reports whether a program runs code or a command that it is given.
func evaluates(name string) bool {
	p := table[strings.TrimRight(name, "0123456789.")]
	return p != nil && (p.evals || p.code != "" || p.awk)
}

// sedScripts returns which words of sed are scripts: the values of -e, otherwise the first that is
// not an option.
func sedScripts(words []string) map[int]bool {
	scripts, first, given := map[int]bool{}, -1, false
	for i := 0; i < len(words); i++ {
		w := words[i]
		option, _, attached := strings.Cut(w, "=")
		switch {
		case len(w) < 2 || w[0] != '-':
			if first < 0 {
				first = i
			}
		case w[1] == '-':
			expression := len(option) > 2 && strings.HasPrefix("--expression", option)
			file := len(option) > 3 && strings.HasPrefix("--file", option)
			length := len(option) > 3 && strings.HasPrefix("--line-length", option)
			given = given || expression || file
			scripts[i] = expression && attached
			if (expression || file || length) && !attached {
				i++
				scripts[i] = expression
			}
		default:
			at := strings.IndexAny(w, "efl") // the rest is its value
			if at < 0 {
				continue
			}
			given = given || w[at] != 'l'
			attached = at+1 < len(w)
			scripts[i] = attached && w[at] == 'e'
			if !attached {
				i++
				scripts[i] = w[at] == 'e'
			}
		}
	}
	if !given && first >= 0 {
		scripts[first] = true
	}
	return scripts
}
