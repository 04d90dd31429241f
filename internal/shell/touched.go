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
	Touches Use = iota // nobody knows: it may write it
	Reads              // it reads it, and does nothing else with it
	Writes             // it writes, removes or renames it
	Enters             // relative paths of later commands start there
)

// Named is a text on a command line that may name a file, or a program.
type Named struct {
	Use     Use
	Program string // of the command that names it, without its directory; "" where there is none
	First   bool   // it is what the command runs
	Removes bool   // what is below it goes with it
	// Text is as the program gets it. A "*" stands for what is not known: a pattern, a
	// variable, the output of a command. "~" is the home directory.
	Text string
}

// These bound a command line that is read for what it names, and what it names, in bytes.
const (
	maxNamed = 64 << 10
	maxNames = 1 << 20
	maxValue = 256 // of a value that the line gives to a variable
)

// NamedBy lists what a command line names, and reports whether it was read whole. variables
// are those that are known: HOME.
//
// It is for whoever asks what a line could do harm to: a command that is not known to read
// only touches all that it names, and so does each command of a line that is code for
// another program (sh -c, a pipe to sh). What a program computes is not on the line.
func NamedBy(line string, variables map[string]string) (names []Named, whole bool) {
	if len(line) > maxNamed {
		return nil, false
	}
	n := namer{variables: variables}
	if ws := plain(line); ws != nil {
		return n.plain(ws)
	}
	return n.parsed(line)
}

// plain is NamedBy for a line that is one command of these words.
func (n *namer) plain(ws []Word) (names []Named, whole bool) {
	words := make([]string, len(ws))
	for i, w := range ws {
		words[i] = w.Text
	}
	n.code = runsWords(words)
	n.command(words)
	return n.names, n.size <= maxNames
}

// parsed is NamedBy for any line.
func (n *namer) parsed(line string) (names []Named, whole bool) {
	n.set = map[string]string{}
	file, err := parseAs(0, line)
	if err != nil || file == nil {
		n.code = true
		n.fragments("", line)
		return n.names, true
	}
	n.code = runsCode(file)
	syntax.Walk(file, n.node)
	return n.names, n.size <= maxNames
}

// namer goes through a line.
type namer struct {
	variables map[string]string // that the caller knows
	set       map[string]string // that the line sets
	code      bool              // what the line says may be run by another program
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

// node looks at one node of the syntax tree.
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
			} else { // where it is used, it is what the variable holds
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

// command is a program and its words.
func (n *namer) command(words []string) {
	program := strings.ToLower(path.Base(words[0]))
	n.add(Named{Program: program, Text: words[0], First: true})
	words = words[1:]
	use := usesOf(program, words)
	for i, w := range words {
		u := use(i)
		if u == Touches || n.code && u != Enters {
			n.fragments(program, w)
		}
		if u == Touches && (program == "sed" || program == "gsed") {
			n.sedWrites(program, w)
		}
		if u != Touches {
			n.add(Named{Use: u, Program: program, Text: w, Removes: u == Writes && removers[program] && !(i == len(words)-1 && targeted[program])})
		}
	}
	if last := len(words) - 1; targeted[program] && last > 0 {
		into := words[last]
		if named := targetOf(program, words); named != "" {
			into, last = named, last+1
		}
		for _, w := range words[:last] {
			n.add(Named{Use: Writes, Program: program, Text: into + "/" + path.Base(w)})
		}
	}
}

// targetOf is the directory that an option names, into which the program puts what it names
// otherwise; "" where none does. To scp and rsync, -t is another option.
func targetOf(program string, words []string) string {
	if program == "scp" || program == "rsync" || program == "ditto" {
		return ""
	}
	for i, w := range words {
		option, value, attached := strings.Cut(w, "=")
		switch {
		case len(option) > 2 && strings.HasPrefix("--target-directory", option):
		case short(w, 't') && w[strings.IndexAny(w, "tSgom")] == 't': // -t DIR, -rt DIR, -tDIR, but not -S.txt
			value = w[strings.IndexByte(w, 't')+1:]
			attached = value != ""
		default:
			continue
		}
		if !attached && i+1 < len(words) {
			value = words[i+1]
		}
		return value
	}
	return ""
}

// sedWrites adds what may stand behind a w in a script of sed, which needs no space: the
// name of a file, up to the end of its line.
func (n *namer) sedWrites(program, script string) {
	for line := range strings.SplitSeq(script, "\n") {
		for i := range len(line) {
			if line[i]|0x20 == 'w' {
				n.add(Named{Use: Writes, Program: program, Text: strings.TrimLeft(line[i+1:], " \t")})
			}
		}
	}
}

// let notes the value of a variable, as far as a reader of the line may know it.
func (n *namer) let(name, value string) {
	if was, ok := n.set[name]; ok && was != value || len(value) > maxValue {
		value = "*"
	}
	n.set[name] = value
}

// targeted are the programs that put something into what they name last, under its own name;
// removers those that move or remove what is below what they name, or give it to others.
var (
	targeted = setOf("cp gcp mv gmv scp rsync install ginstall ditto ln gln")
	removers = setOf("rm rmdir unlink shred mv gmv rename trash chmod chown chgrp setfacl")
)

func setOf(names string) map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		all[name] = true
	}
	return all
}

// fragments adds all that a text of unknown use may name: it may be code, an option with its
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

// expanded puts the values of known variables into a piece of code.
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

// text is a word as its program gets it, as far as that is known.
func (n *namer) text(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	var b strings.Builder
	open, end := -1, -1 // of {a,b}, which is a text where it is quoted
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

// unescapedLit takes the backslashes from a literal, and turns what is a pattern into "*".
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

// ansi reads $'…'. What is rare in it is not known.
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

// runsCode reports whether some command of a line may run what the line says as code of
// its own: a shell, an interpreter, xargs.
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
		switch {
		case program == "alias" || runsText(name) && !readers[program]:
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

func runsText(program string) bool {
	return slices.Contains(codeRunners, strings.TrimRight(program, "0123456789."))
}

// codeRunners run what they are given as code.
var codeRunners = strings.Fields("sh bash dash ash zsh ksh mksh fish csh tcsh rbash yash eval xargs parallel su at batch " +
	"python pypy perl ruby node nodejs deno bun php lua osascript pwsh powershell tclsh expect awk gawk mawk busybox env exec command tmux screen script")

// readers only read what they name, whatever their words are; what others do is in usesOf.
var readers = setOf("basename cat tac cksum b2sum md5sum sum sha1sum sha224sum sha256sum sha384sum sha512sum cmp comm cut df diff dirname du echo printf " +
	"egrep fgrep grep zgrep rg ag ack fold head tail id ls dir lsd exa eza tree lsattr nl od hexdump xxd strings file paste pwd readlink realpath rev stat tr " +
	"true false test [ [[ uname uptime wc which type whereis whoami date jq yq bat batcat less more column ssh ssh-add source . man getfacl namei nproc sleep")

// usesOf tells what a program does with each of its words.
func usesOf(program string, words []string) func(i int) Use {
	has := func(options ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return slices.ContainsFunc(options, func(o string) bool { return w == o || strings.HasPrefix(w, o+"=") || len(o) == 2 && short(w, o[1]) })
		})
	}
	all := func(u Use) func(int) Use { return func(int) Use { return u } }
	switch program {
	case "cd", "pushd", "chdir":
		return all(Enters)
	case "cp", "gcp", "scp", "rsync", "install", "ginstall", "ditto":
		if has("--link-dest") || targetOf(program, words) != "" || (program == "cp" || program == "gcp") && slices.ContainsFunc(words, makesLinks) || len(words) == 0 {
			return all(Touches)
		}
		last := len(words) - 1
		return func(i int) Use {
			if i == last {
				return Writes
			}
			return Reads
		}
	case "rm", "rmdir", "unlink", "shred", "truncate", "touch", "chmod", "chown", "chgrp", "chattr", "setfacl", "tee", "mv", "gmv", "ln", "gln", "link", "rename", "mkdir", "trash":
		return all(Writes)
	case "sed", "gsed":
		if has("-i", "--in-place") || slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-i") }) {
			return all(Touches)
		}
		script := sedScripts(words)
		return func(i int) Use {
			if script[i] || strings.ContainsAny(words[i], " ;") { // it may write, too
				return Touches
			}
			return Reads
		}
	case "find", "fd", "fdfind":
		if has("-delete", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprint0", "-fprintf", "-fls", "-x", "-X", "--exec", "--exec-batch") {
			return all(Touches)
		}
		return all(Reads)
	case "sort", "gsort", "uniq":
		if has("-o", "--output") || program == "uniq" {
			return all(Touches)
		}
		return all(Reads)
	case "git":
		if slices.ContainsFunc(words, func(w string) bool {
			w, _, _ = strings.Cut(w, "=")
			return slices.Contains(gitWrites, w)
		}) {
			return all(Touches)
		}
		return all(Reads)
	case "xxd":
		var operands []int
		for i, w := range words {
			if !strings.HasPrefix(w, "-") && !(i > 0 && slices.Contains(xxdValues, words[i-1])) {
				operands = append(operands, i)
			}
		}
		return func(i int) Use {
			if len(operands) > 1 && i == operands[len(operands)-1] {
				return Writes
			}
			return Reads
		}
	}
	if options := readersWrite[program]; options != nil && has(options...) {
		return all(Touches)
	}
	if readers[program] {
		return all(Reads)
	}
	return all(Touches)
}

// xxdValues are the options of xxd that a value follows.
var xxdValues = strings.Fields("-c -cols -g -groupsize -l -len -n -name -o -s -seek -R")

// readersWrite are the options with which programs that only read write files, or run
// commands.
var readersWrite = map[string][]string{
	"yq":   {"-i", "--inplace", "--in-place"},
	"less": {"-o", "-O", "--log-file", "--LOG-FILE"},
	"tree": {"-o"},
	"rg":   {"--pre"},
	"bat":  {"--pager"}, "batcat": {"--pager"}, "ag": {"--pager"}, "ack": {"--pager"},
	"man": {"-P", "--pager"},
}

// sedScripts tells which of the words of sed are scripts: the values of -e, or else the
// first that is no option.
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
			at := strings.IndexAny(w, "efl") // what comes behind it is its value
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

// makesLinks reports whether a word tells cp to make links instead of copies: whoever writes
// to one writes to what it was made from.
func makesLinks(w string) bool {
	return short(w, 'l') || short(w, 's') || len(w) > 3 && (strings.HasPrefix("--link", w) || strings.HasPrefix("--symbolic-link", w)) || w == "--l"
}

// short reports whether a word is a group of options of one letter that has this one.
func short(w string, option byte) bool {
	return len(w) > 1 && w[0] == '-' && w[1] != '-' && strings.IndexByte(w[1:], option) >= 0
}

// gitWrites are the commands of git, and its options, that write what they name.
var gitWrites = strings.Fields("mv rm clone init worktree config checkout-index archive bundle apply am --output -o --separate-git-dir --template")
