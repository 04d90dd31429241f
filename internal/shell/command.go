package shell

import (
	"bytes"
	"slices"
	"strings"
)

// place says what the next word of a command may be.
type place uint8

const (
	atProgram  place = iota
	atFirst          // the first word after a program that only sometimes fetches
	atInside         // what a lead that runs commands elsewhere is to do
	atArgument       // not a program
)

// command is one command, as far as it is read.
type command struct {
	place   place
	led     bool   // options and numbers may come before the program
	options string // as in lead
	operand bool   // as in lead, until it has come
	host    bool   // as in lead
	slash   bool   // as in lead
	long    bool   // as in lead
	value   bool   // the next word is an option's value
	unsure  bool   // the next word may be one
	skip    int    // words that are certainly one
	shell   bool
	saying  bool     // as in lead, says
	format  bool     // as in lead, until it has come
	said    bool     // something, already
	between byte     // what it says: a gap where printf leaves nothing between
	text    bool     // as in lead, or after -c
	hidden  bool     // its program is what a variable holds
	args    bool     // as in lead
	lead    *lead    // of the last program, if it is one
	stdin   bool     // as in lead
	piped   bool     // what it reads comes from a command, whose output is in
	in      output   // of what comes through the pipe
	out     output   // of its program, or of the group
	code    bool     // an interpreter
	given   bool     // it has been given code, or a script
	program *program // one that only sometimes fetches
	remote  bool     // its next argument says whether
	with    []string // the arguments with which it does
}

// says is what a command may say to the one after it in a pipe.
func (c *command) says() output {
	switch {
	case c.piped && c.out == filed: // cat passes on what it reads
		return c.in
	case c.piped && c.out == silent: // as xargs
		return unread
	}
	return c.out
}

// takesLines reports whether a command runs the lines that it reads, as parallel does
// that is given no program.
func (c *command) takesLines() bool { return c.place == atProgram && c.lead != nil && c.lead.lines }

// isFormat reports whether a word is printf's format. One that does more than put its
// arguments on lines prints words that are not on this line.
func (c *command) isFormat(w []byte) bool {
	if !c.format {
		return false
	}
	c.format = false
	switch {
	case bytes.IndexByte(w, '%') < 0:
		return false
	case string(w) == "%s":
		c.between = gap
	case string(w) == `%s\n`:
		c.between = '\n'
	default:
		c.out = unread
	}
	return true
}

// take says what a word is in its command.
func (r *reader) take(c *command, w []byte) {
	switch {
	case c.skip > 0:
		c.skip--
	case c.value:
		c.value = false
		r.valueWord(c, w)
	case c.place == atArgument:
		r.argument(c, w)
	case len(w) == 0: // "$(which sudo)": the program, or nothing
		c.operand = false
	case c.lead != nil && c.lead.runs != nil && isInput(w): // make -f -
		c.shell, c.stdin, r.shells = true, true, true
	case c.led && (w[0] == '-' || c.slash && w[0] == '/' && bytes.LastIndexByte(w, '/') <= 1):
		r.optionWord(c, w)
	case c.place == atFirst:
		r.firstWord(c, w)
	case c.place == atInside:
		c.insideWord(string(w))
	case w[0] == '$' && isProperty(w): // PowerShell shows it
		c.place = atArgument
	case w[0] == '$' && isVariable(w): // it may hold nothing, or sudo
		r.variableWord(c, w)
	case hasSpecial(w): // it was quoted: sh -c '…', or a value as in A='b c'
		r.quotedWord(c, w)
	case isAssignment(w):
		r.inner(shownBy(w))
	case c.led && !c.text && '0' <= w[0] && w[0] <= '9':
		c.operand = false
	default:
		r.programWord(c, w)
	}
}

// valueWord is the value of an option that came before it.
func (r *reader) valueWord(c *command, w []byte) {
	switch {
	case c.lead != nil && c.lead.asks:
		r.asked = append(r.asked[:0], w...)
	case c.place == atFirst, c.host: // git -c, ssh -o
		r.inner(configured(w))
	case c.code:
		c.given = true
		r.interpreted(c.program, w)
	case c.lead != nil && c.lead.sed: // sed -f -
		c.stdin = isInput(w)
	}
}

// optionWord is an option of a lead, which may hold a command line.
func (r *reader) optionWord(c *command, w []byte) {
	if hasSpecial(w) {
		line := optionValue(w)
		if set := configured(line); set != nil {
			line = set
		}
		r.inner(line)
	}
	c.option(w)
	if c.long && isEncoded(w) {
		r.evaluated()
	}
}

// firstWord comes first after a program that only sometimes fetches.
func (r *reader) firstWord(c *command, w []byte) {
	when := c.program.when
	if slices.Contains(when.runs, string(w)) { // yarn exec
		c.place, c.led, c.options, c.unsure = atProgram, true, "", false
		return
	}
	if slices.Contains(when.words, string(w)) {
		if c.remote = when.remote != ""; !c.remote {
			r.found(c.program)
		}
	} else if c.unsure && when.with[string(w)] == nil {
		c.unsure = false
		return
	}
	c.place, c.with = atArgument, when.with[string(w)]
}

// insideWord says to a lead that runs commands elsewhere what it is to do.
func (c *command) insideWord(word string) {
	switch {
	case word == "exec" || word == "run" || word == "shell":
		c.place, c.host, c.unsure = atProgram, c.operand && word != "run", false // an image may be named after its program
	case c.program != nil && c.program.when.with[word] != nil: // uv tool run
		c.place, c.with = atArgument, c.program.when.with[word]
	case word == "compose" || word == "container" || word == "pod" || word == "netns" || c.unsure:
		c.unsure = false
	default:
		c.place = atArgument
	}
}

// variableWord is a variable where a program may stand.
func (r *reader) variableWord(c *command, w []byte) {
	r.inner(fallback(w))
	if r.hides(c) && !r.assigned(w) {
		r.variable(c, w)
		if c.place != atProgram {
			return
		}
	}
	c.operand = false
}

// quotedWord may be a command line, and the operand of a lead, an assignment or a program
// as well.
func (r *reader) quotedWord(c *command, w []byte) {
	if line := shownBy(w); line != nil {
		r.inner(line)
	} else {
		r.inner(w)
	}
	switch {
	case c.operand:
		c.operand = false
	case !isAssignment(w):
		c.place = atArgument
	}
}

// optionValue is what an option holds besides its name: -S'…', --command='…'.
func optionValue(w []byte) []byte {
	if _, value, ok := bytes.Cut(w, []byte("=")); ok && bytes.HasPrefix(w, []byte("--")) {
		return value
	}
	return w[min(2, len(w)):]
}

// option is an option of a lead. Of a long one without = nobody knows whether
// a value follows.
func (c *command) option(w []byte) {
	if c.shell && !c.long && len(w) > 1 {
		short := w[1] != '-'
		c.text = c.text || short && w[len(w)-1] == 'c' || string(w) == "--command"
		c.stdin = c.stdin || short && c.options == shellOptions && bytes.IndexByte(w, 's') > 0
	}
	switch {
	case string(w) == "--":
		c.unsure = false
	case c.lead != nil && slices.Contains(c.lead.pairs, string(w)):
		c.skip, c.unsure = 2, false
	case len(w) > 2 && (w[1] == '-' || c.long):
		c.unsure = !bytes.Contains(w, []byte("="))
	case len(w) > 1:
		c.value = strings.IndexByte(c.options, w[len(w)-1]) >= 0
	}
}

func (r *reader) programWord(c *command, w []byte) {
	if c.operand && c.host {
		c.operand = false
		return
	}
	var room [64]byte
	input := isInput(w)
	if last := bytes.LastIndexByte(w, '$'); last >= 0 {
		inDirectory := bytes.IndexByte(withoutVariables(bytes.Clone(w[last:])), '/') >= 0
		c.hidden = c.hidden || !inDirectory && r.hides(c)
		w = withoutVariables(w)
	}
	name := baseName(room[:0], w)
	if c.operand { // of an image, without its tag
		name, _, _ = bytes.Cut(name, []byte(":"))
	}
	known := r.byWord[string(name)]
	if t := r.byName["new-object"]; t != nil && bytes.Contains(name, []byte("]::")) && isClient(name) { // [Net.WebClient]::new()
		r.found(t)
	}
	if c.program != nil && isAddress(w) { // uv run https://…
		r.found(c.program)
	}
	p, l, out := known.program, known.lead, unread
	c.lead = l
	if l != nil && l.marks != nil {
		r.marks = l.marks
	}
	c.hidden = c.hidden && p == nil && l == nil // what came before it was sudo
	if p != nil && p.when == nil && (c.args || !r.tellsOfItself()) {
		r.found(r.fetched(p))
	}
	switch {
	case l != nil && l.inside:
		out = l.out
	case l != nil && l.out != silent:
		out, l = l.out, nil
	case l == nil && p == nil:
		p = r.interpreter(name)
	}
	if out == unread && r.completes() {
		out = own
	}
	switch {
	case l != nil && l.says:
		c.place, c.program, c.saying, c.format, c.between, c.out = atArgument, p, true, l.format, ' ', said
	case l != nil && l.inside:
		c.place, c.led, c.options, c.operand, c.unsure, c.out = atInside, true, l.options, l.operand, false, out
		if p != nil && p.when != nil {
			c.program = p
		}
	case l != nil:
		c.led, c.options, c.operand, c.host, c.slash, c.long, c.unsure = true, l.options, l.operand, l.host, l.slash, l.long, false
		c.shell, c.text, c.args, c.stdin = c.shell || l.shell, c.text || l.text, c.args || l.args, c.stdin || l.stdin
		r.shells = r.shells || l.shell
	case p != nil && p.when != nil && p.when.code != "":
		c.place, c.program, c.code, c.out = atArgument, p, true, out
		r.coder = p
	case p != nil && p.when != nil && p.when.told == nil:
		c.place, c.program, c.led, c.options, c.unsure, c.out = atFirst, p, true, p.when.options, false, out
	case p == nil && c.unsure:
		c.unsure = false
	case p == nil && c.operand:
		c.operand = false
	default:
		c.stdin = c.stdin || c.shell && input                                                      // bash /dev/stdin
		if c.args && !bytes.ContainsFunc(name, func(b rune) bool { return isNameByte(byte(b)) }) { // xargs -I{} {}
			r.evaluated()
		}
		c.place, c.program, c.out = atArgument, p, out
		if p != nil {
			return
		}
		if r.gaps && bytes.IndexByte(name, gap) >= 0 && (c.text || !c.led) || r.globbed(w) {
			r.evaluated()
		}
		r.braces(w)
	}
}

// isInput tells the names of what a program reads anyway.
func isInput(w []byte) bool {
	switch string(w) {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// globbed tells a program that is found by a pattern, as /usr/bin/cur?, from a
// pattern of a case.
func (r *reader) globbed(w []byte) bool {
	return bytes.IndexByte(w, '/') >= 0 && bytes.ContainsAny(w, "*?[") && !(r.more() && (r.line[r.i] == ')' || r.line[r.i] == '|'))
}

// argument looks for what makes an argument more than one.
func (r *reader) argument(c *command, w []byte) {
	switch string(w) {
	case "-exec", "-execdir", "-ok", "-okdir": // of find
		c.place, c.led, c.options = atProgram, true, ""
		return
	case "{": // of a function or a block
		*c = command{}
		return
	}
	if r.told(c, w) {
		return
	}
	isOption := len(w) > 1 && w[0] == '-'
	switch {
	case c.code && isOption:
		r.codeOption(c, w)
	case c.code && !c.given && !isInput(w):
		if slices.Contains(c.program.when.words, string(w)) || bytes.Contains(w, []byte("://")) || bytes.HasPrefix(w, []byte("data:")) || c.program.when.script != "" && isPackage(w) { // deno run https://…
			r.found(c.program)
		}
		c.value = string(w) == c.program.when.word
		c.given = string(w) != c.program.when.script
	case isOption && c.shell && (string(w) == "--command" || w[1] != '-' && bytes.IndexByte(w, 'c') >= 0):
		c.place, c.text = atProgram, true
	case isOption && c.shell && hasSpecial(w):
		r.inner(optionValue(w))
	case !isOption && c.program != nil && c.program.when != nil && c.program.when.told != nil && c.program.when.told(w):
		r.found(c.program)
	case c.remote && !isOption:
		if c.remote = false; bytes.Contains(w, []byte(c.program.when.remote)) && !isLocal(w) {
			r.found(c.program)
		}
	case c.with != nil:
		if word, _, _ := bytes.Cut(w, []byte("=")); slices.Contains(c.with, string(word)) {
			r.found(c.program)
		}
	}
}

// told looks for what a program is told to run, and reports whether the next word begins it.
func (r *reader) told(c *command, w []byte) bool {
	var runs []string
	switch {
	case c.lead == nil && (c.program == nil || c.program.when == nil):
		return false
	case c.lead == nil:
		runs = c.program.when.runs
		switch {
		case !c.program.when.sets:
		case bytes.HasPrefix(w, []byte("alias.")), bytes.IndexByte(w, '.') > 0 && isRunBy(w): // git config core.pager '…'
			c.place, c.led, c.options = atProgram, true, ""
			return true
		}
	case c.lead.asks && len(w) > 0 && w[0] != '-':
		r.asked = append(r.asked[:0], w...)
	case c.lead.defines && isAssignment(w):
		_, line, _ := bytes.Cut(w, []byte("="))
		r.inner(line)
	case c.lead.awk:
		r.awk(w)
	case c.lead.sed:
		r.sedScript(c, w)
	default:
		r.marked(w, c.lead.marks)
		r.coded(w, c.lead.codes)
		runs = c.lead.runs
	}
	if runs == nil {
		return false
	}
	option, line, attached := bytes.Cut(w, []byte("="))
	switch {
	case len(w) > 2 && w[0] == '-' && w[1] != '-' && slices.Contains(runs, string(w[:2])): // git grep -O'…'
		r.inner(w[2:])
		return false
	case !slices.Contains(runs, string(option)):
		return false
	case attached:
		r.inner(bytes.TrimPrefix(line, []byte("exec="))) // --checkpoint-action=exec=… of tar
		return false
	}
	c.place, c.led, c.options = atProgram, true, ""
	return true
}
