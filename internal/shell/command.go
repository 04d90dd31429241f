package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/provenanced/provenanced/internal/trust"
)

// command is the reading of one command in progress: sudo, then what sudo runs, and so on.
type command struct {
	in     stream
	out    stream
	stmt   *syntax.Stmt // nil unless its words begin a command of the line
	led    *program     // the program before this one, such as sudo
	hidden bool         // a variable precedes it that may hold a program
	unsure bool         // the next word may be an option's value
	args   bool         // words from its input are added to it
	input  bool         // it runs the lines that it reads, unless it is given some
	lines  bool         // each of its words may be a command line
	given  bool         // it was given a line, code or a script
	far    int          // how many machines or containers away it has led
}

// maxWork bounds how many words are examined. Some are examined again for each program before them.
const maxWork = 3 * maxLine

// spend counts examined words, and reports whether the bound allows them.
func (r *reader) spend(words int) bool {
	if r.work+words > maxWork {
		r.Unread = TooLong
		return false
	}
	r.work += words
	return true
}

// call reads one command of the line.
func (r *reader) call(c *syntax.CallExpr, s *syntax.Stmt, in stream) stream {
	for _, a := range c.Assigns {
		r.assign(a)
	}
	if len(c.Args) == 0 {
		return stream{}
	}
	ws := make([]Word, 0, len(c.Args))
	for _, a := range c.Args {
		ws = append(ws, r.word(a))
	}
	return r.run(ws, &command{in: in, stmt: s})
}

// run reads the words of a command.
func (r *reader) run(ws []Word, c *command) stream {
	for _, w := range ws {
		if strings.Contains(w.Text, "://") {
			r.Addresses = append(r.Addresses, w)
		}
	}
	for len(ws) > 0 && r.spend(1) {
		ws = r.step(ws, c)
	}
	if c.hidden {
		r.evaluated()
	}
	if c.input && !c.given {
		r.reads(c.in)
	}
	r.far -= c.far
	return c.out
}

// leading stands for the program before a command that is given to another as words.
var leading = &program{names: []string{""}}

// step handles the word in a program's place, and returns the words of which the first may be
// another program.
func (r *reader) step(ws []Word, c *command) []Word {
	w, rest := ws[0], ws[1:]
	switch {
	case w.has(hasGap|isStream) && w.has(endsOpen|isStream):
		if c.led != nil && c.led.names[0] == "env" { // env $(cat .env) make
			return rest
		}
		r.evaluated()
		r.command("", w, rest, nil)
		return nil
	case w.has(endsOpen):
		return r.variable(w, rest, c)
	case w.Text == "": // "$(which sudo)": the program, or nothing
		return rest
	case c.led != nil && len(w.Text) > 1 && w.Text[0] == '-':
		return r.options(c.led, ws, c)
	case c.led != nil && isAssignment(w.Text):
		name, value, _ := strings.Cut(w.Text, "=")
		r.set(strings.TrimSuffix(name, "+"), w.with(value), strings.HasSuffix(name, "+"))
		return rest
	case hasSpecial(w.Text): // it was quoted: watch 'make all'
		c.given = true
		if c.out = r.inner(w.Text, stream{}, false); c.lines {
			return rest
		}
		return nil
	case c.led != nil && isDigit(w.Text[0]): // nice -5, taskset ff 1
		return rest
	case w.has(hasBraces):
		if all := braces(w); all != nil {
			return append(all, rest...)
		}
		r.evaluated()
		return nil
	case w.has(hasPattern) && strings.IndexByte(w.Text, '/') >= 0 && !w.has(quoted): // /usr/bin/cur?
		r.evaluated()
	}
	return r.program(w, rest, c)
}

// variable handles a word whose program is in a variable.
func (r *reader) variable(w Word, rest []Word, c *command) []Word {
	if w.other != "" { // ${CURL:-curl}
		r.inner(w.other, stream{}, false)
	}
	name := variableName(w.Text)
	switch usual := usually[name]; {
	case usual != "" && !r.isSet(name):
		return r.program(Word{Text: usual, bare: usual}, rest, c)
	case w.bare != "" && named(baseName(w.bare)) != nil: // cu${none}rl, python$VERSION
		return r.program(w, rest, c)
	case c.unsure:
		c.unsure = false
	default:
		c.hidden = true
	}
	return rest
}

// isSet reports whether the line sets a variable, or may.
func (r *reader) isSet(name string) bool {
	_, ok := r.vars[name]
	return ok || mentions(r.whole, name)
}

// program handles the name of a program.
func (r *reader) program(w Word, rest []Word, c *command) []Word {
	path := w.Text
	if w.has(hasVariable) {
		path = w.bare
	}
	name := baseName(path)
	p := named(name)
	if p == nil && c.unsure && len(rest) > 0 {
		c.unsure = false
		return rest
	}
	r.command(name, w, rest, p)
	tells := !c.args && len(rest) == 1 && tellsOfItself(rest[0].Text)
	r.Commands[len(r.Commands)-1].owners = !tells && (p == nil || p.lowest() == trust.Trusted)
	if p == nil {
		return r.unknown(name, rest, c)
	}
	c.hidden = false
	if isRelative(path) && p.kind.name == "local" {
		r.unnamed(name)
	}
	if tells || completes(rest) {
		c.out = stream{out: own}
		return nil
	}
	r.judge(p, name, w, rest, c)
	switch {
	case p.prefix:
		return r.prefix(p, rest, c)
	case p.shell:
		return r.shell(p, rest, c)
	case p.line:
		c.out = r.inner(joined(rest), c.in, false)
		return nil
	}
	if next := r.within(p, rest, c); next != nil {
		return next
	}
	return r.leaf(p, name, rest, c)
}

// command notes a program and its words.
func (r *reader) command(name string, w Word, args []Word, p *program) {
	cmd := Command{Name: name, Path: w.Text, Args: args, Elsewhere: r.far > 0}
	if p != nil {
		cmd.Kind = p.kind.name
	}
	if !r.room(len(r.Commands)) {
		r.work = maxWork
		cmd.Args = nil
		r.Commands = r.Commands[:maxNoted-1]
	}
	r.Commands = append(r.Commands, cmd)
}

// maxName bounds a name that is noted, in bytes.
const maxName = 64

// unnamed notes an unknown program or script.
func (r *reader) unnamed(name string) {
	if r.pieces > 0 || r.defined[name] {
		return
	}
	if name == "" || len(name) > maxName || !IsWord(name) || strings.ContainsAny(name, Gap+"$=") || len(r.others) == maxSources {
		name = "an unknown program"
	}
	if len(r.others) <= maxSources && !slices.Contains(r.others, name) {
		r.others = append(r.others, name)
	}
}

// unknown handles a program that is not in the table. Its arguments may contain a command, in a
// block or after -exec.
func (r *reader) unknown(name string, rest []Word, c *command) []Word {
	if c.args && !strings.ContainsFunc(name, isNameRune) { // xargs -I{} {}
		r.evaluated()
	}
	r.unnamed(name)
	c.out, c.given = stream{out: unread}, true
	for i, a := range rest {
		if !r.spend(1) {
			return nil
		}
		if a.Text == "{" || a.Text == "-exec" || a.Text == "-execdir" {
			c.led, c.hidden = leading, false
			return rest[i+1:]
		}
	}
	return nil
}

// options handles the options of a program that runs another. A long option without = may or may
// not have a value.
func (r *reader) options(p *program, ws []Word, c *command) []Word {
	for len(ws) > 0 && r.spend(1) {
		w := ws[0]
		t := w.Text
		if len(t) < 2 || t[0] != '-' {
			break
		}
		ws = ws[1:]
		if t == "--" {
			c.unsure = false
			break
		}
		if slices.Contains(p.pairs, t) {
			ws, c.unsure = ws[min(2, len(ws)):], false
			continue
		}
		name, value, attached := strings.Cut(t, "=")
		long := t[1] == '-'
		switch {
		case long && attached:
			c.unsure = false
		case long:
			c.unsure = true
			if slices.Contains(p.starts, name) && len(ws) > 0 {
				value, ws, c.unsure = ws[0].Text, ws[1:], false
			}
		case strings.IndexByte(p.values, t[len(t)-1]) >= 0 && len(ws) > 0:
			name, value, ws = t[len(t)-1:], ws[0].Text, ws[1:]
		default:
			name, value = t[:2], t[2:]
		}
		r.value(p, name, value)
	}
	return ws
}

// value handles an option's value, which may be a program or a command line.
func (r *reader) value(p *program, name, value string) {
	switch {
	case slices.Contains(p.starts, name):
		r.inner(value, stream{}, false)
	case p.settings:
		r.inner(configured(value), stream{}, false)
	case hasSpecial(value) && len(name) > 1: // env -S'…', --split-string='…'
		if set := configured(value); set != "" {
			value = set
		}
		r.inner(value, stream{}, false)
	}
}

// prefix handles the words before the command that a program runs.
func (r *reader) prefix(p *program, ws []Word, c *command) []Word {
	if c.led = p; p.asks && len(ws) > 1 && (ws[0].Text == "-v" || ws[0].Text == "-V") {
		r.asked, c.out, c.hidden = baseName(ws[1].Text), stream{out: own}, false
		return nil
	}
	c.args, c.input, c.lines = c.args || p.args, c.input || p.input, c.lines || p.lines
	ws = r.options(p, ws, c)
	if p.operand && len(ws) > 0 {
		switch next := named(baseName(ws[0].Text)); {
		case p.host:
			r.away(c, ws[0])
		case next != nil && (next.prefix || next.shell || next.lowest() < trust.Trusted): // runcon -t user_t curl
			return ws
		}
		ws = ws[1:]
	}
	return ws
}

// away notes that a command runs on another machine or in a container.
func (r *reader) away(c *command, where Word) {
	c.far++
	r.far++
	if where.Text != "" {
		r.Addresses = append(r.Addresses, where)
	}
}

// groups are words before the subcommand with which a program runs another.
var groups = []string{"compose", "container", "pod", "netns"}

// within handles the words before the command that a program runs in a container or an environment;
// it returns nil if there is none.
func (r *reader) within(p *program, ws []Word, c *command) []Word {
	for len(p.inside) > 0 {
		if ws = r.options(p, ws, c); len(ws) == 0 {
			return nil
		}
		w := ws[0].Text
		ws = ws[1:]
		switch {
		case slices.Contains(p.inside, w):
			c.led, c.unsure = p, false
			if p.kind.name == "container" {
				r.away(c, Word{})
			}
			ws = r.options(p, ws, c)
			if p.operand && len(ws) > 0 {
				if w == "run" { // an image may have its program's name
					image, _, _ := strings.Cut(baseName(ws[0].Text), ":")
					if in := named(image); in != nil && in.lowest() < trust.Trusted {
						r.judge(in, image, ws[0], ws[1:], &command{led: p})
					}
				}
				ws = ws[1:]
			}
			if p.packages && r.spend(len(ws)) { // mise x node@24 -- npm test
				ws = ws[slices.IndexFunc(ws, func(w Word) bool { return w.Text == "--" })+1:]
			}
			return ws
		case slices.Contains(groups, w):
		case c.unsure:
			c.unsure = false
		default:
			return nil
		}
	}
	return nil
}

// shell handles the words of a program that takes command lines.
func (r *reader) shell(p *program, ws []Word, c *command) []Word {
	operand, stdin := p.operand, false
	for len(ws) > 0 && r.spend(1) {
		w := ws[0]
		t := w.Text
		if len(t) > 1 && t[0] == '-' && !isInput(t) || p.foreign && isSlashed(t) {
			name, value, attached := strings.Cut(t, "=")
			short := t[1] != '-'
			switch ws = ws[1:]; {
			case p.foreign:
				r.unreadable()
				return nil
			case t == "--":
			case name == "--command" && attached:
				return r.commandLine(w.with(value), c)
			case name == "--command", short && strings.IndexByte(t, 'c') > 0 && !p.host:
				for len(ws) > 0 && isOption(ws[0].Text) && r.spend(1) {
					ws = ws[1:]
				}
				if len(ws) == 0 {
					if c.args { // xargs sh -c
						r.evaluated()
					}
					return nil
				}
				return r.commandLine(ws[0], c)
			case p.settings && len(t) > 2: // -oProxyCommand=…
				r.inner(configured(t), stream{}, false)
			case short && strings.IndexByte(p.values, t[len(t)-1]) >= 0 && len(ws) > 0:
				if p.settings {
					r.inner(configured(ws[0].Text), stream{}, false)
				}
				ws = ws[1:]
			case short && p.values == shellValues && strings.IndexByte(t, 's') > 0:
				stdin = true
			}
			continue
		}
		switch {
		case t == "-" && p.anywhere: // su -
			ws = ws[1:]
		case isInput(t):
			stdin, ws = true, ws[1:]
		case operand:
			operand, ws = false, ws[1:]
			if p.host {
				r.away(c, w)
			}
		case p.input: // at now + 1 minute
			ws = ws[1:]
		case p.host:
			c.given = true
			c.out = r.inner(joined(ws), c.in, false)
			return nil
		case p.operand:
			c.led = p
			return ws
		case p.anywhere:
			ws = ws[1:]
		case stdin: // bash -s stable
			ws = nil
		default:
			return r.file(w, c)
		}
	}
	if c.args {
		return nil
	}
	c.out = stream{out: unread}
	if p.foreign && c.in.out == said {
		r.unreadable()
	} else {
		r.reads(c.in)
	}
	return nil
}

const shellValues = "oO"

func (r *reader) unreadable() {
	if r.Unread == "" {
		r.Unread = Unreadable
	}
}

// commandLine reads a command line that a shell is given.
func (r *reader) commandLine(w Word, c *command) []Word {
	c.given = true
	c.out = r.inner(w.Text, c.in, false)
	return nil
}

// file handles a script that a shell or an interpreter is given.
func (r *reader) file(w Word, c *command) []Word {
	c.given, c.out = true, stream{out: unread}
	if w.has(isStream) {
		r.evaluated()
	}
	r.unnamed(baseName(w.Text))
	return nil
}

// reads handles a shell that runs its input.
func (r *reader) reads(in stream) {
	switch in.out {
	case filed:
		r.unnamed("")
	case said:
		r.inner(in.word.Text, stream{}, false)
	case unread:
		r.evaluated()
	}
}

// leaf handles the words of a program that runs no other.
func (r *reader) leaf(p *program, name string, ws []Word, c *command) []Word {
	c.given = true
	c.out = p.output(ws, c.in)
	code := codeReader{p: p, name: name}
	for i, w := range ws {
		if !r.spend(1) {
			return nil
		}
		t := w.Text
		switch {
		case p.asks && t != "" && t[0] != '-':
			r.asked = baseName(t)
		case p.defines && isAssignment(t):
			alias, line, _ := strings.Cut(t, "=")
			r.define(alias)
			r.inner(line, stream{}, false)
		case p.awk:
			r.awk([]byte(t))
		case p.sed:
			r.sedScript(&code, []byte(t))
		case p.code != "":
			r.code(&code, w)
		case p.marks != nil:
			r.marked(t, p.marks)
			r.coded(t, p.codes)
		}
		if p.settings {
			if strings.HasPrefix(t, "alias.") && !strings.Contains(t, "=") || strings.IndexByte(t, '.') > 0 && isRunBy(t) { // git config core.pager '…'
				c.led = leading
				return ws[i+1:]
			}
			if i > 0 && ws[i-1].Text == "-c" {
				r.inner(configured(t), stream{}, false)
			}
		}
		if p.after == nil {
			continue
		}
		option, line, attached := strings.Cut(t, "=")
		switch {
		case slices.Contains(p.after, t):
			c.led = leading
			return ws[i+1:]
		case attached && slices.Contains(p.after, option):
			r.inner(strings.TrimPrefix(line, "exec="), stream{}, false) // --checkpoint-action=exec=… of tar
		case len(t) > 2 && t[0] == '-' && t[1] != '-' && slices.Contains(p.after, t[:2]): // git grep -O'…'
			r.inner(t[2:], stream{}, false)
		case (strings.HasPrefix(t, "exec=")) && i > 0 && ws[i-1].Text == "--checkpoint-action":
			r.inner(line, stream{}, false)
		}
	}
	r.consumes(p, &code, ws, c)
	return nil
}

// consumes handles what a program does with its input.
func (r *reader) consumes(p *program, code *codeReader, ws []Word, c *command) {
	text := c.in.word.Text
	switch {
	case c.in.out < filed:
	case p.code != "" && !code.given:
		switch c.in.out {
		case said:
			r.interpreted(p, code.name, []byte(text))
		case unread:
			r.reaching(p, code.name)
		default:
			r.unnamed("")
		}
	case p.sed && code.stdin && c.in.out == said:
		r.sed([]byte(text))
	case p.marks != nil && c.in.out == said:
		r.marked(text, p.marks)
	case p.reads != nil && readsInput(p, ws):
		if c.in.out == said {
			r.piece(text)
		} else {
			r.reads(c.in)
		}
	}
}

// readsInput reports whether a program is told to read lines from its input: make -f -.
func readsInput(p *program, ws []Word) bool {
	for i, w := range ws {
		if option, value, ok := strings.Cut(w.Text, "="); ok && slices.Contains(p.reads, option) && isInput(value) {
			return true
		}
		if i > 0 && slices.Contains(p.reads, ws[i-1].Text) && isInput(w.Text) {
			return true
		}
	}
	return false
}

// piece reads a command line inside a text of another language. If it cannot be parsed, it is only
// searched for names of programs.
func (r *reader) piece(text string) {
	r.pieces++
	r.inner(text, stream{}, false)
	r.pieces--
}

// output returns what a program writes to one that reads its output.
func (p *program) output(ws []Word, in stream) stream {
	switch p.says {
	case "own":
		return stream{out: own}
	case "file":
		for _, w := range ws {
			if w.has(isStream) {
				return stream{out: unread}
			}
		}
		if in.out == silent {
			return stream{out: filed}
		}
		return in
	case "words", "format":
		return saying(ws, p.says == "format")
	}
	return stream{out: unread}
}

// saying returns the output of echo and printf.
func saying(ws []Word, format bool) stream {
	var text strings.Builder
	var flags wordFlags
	between, first := " ", true
	for _, w := range ws {
		if first && len(w.Text) > 1 && w.Text[0] == '-' {
			continue
		}
		if format {
			format = false
			switch {
			case !strings.Contains(w.Text, "%"):
			case w.Text == "%s":
				between = Gap // no separator is added, and a word may continue in the next
				continue
			case w.Text == `%s\n`:
				between = "\n"
				continue
			default:
				return stream{out: unread}
			}
		}
		if !first {
			text.WriteString(between)
		}
		first = false
		said, numbered := unescaped(w.Text)
		text.WriteString(said)
		if flags |= w.flags & (hasGap | hasVariable); numbered {
			flags |= hasGap
		}
	}
	return stream{said, Word{Text: text.String(), flags: flags}}
}

// unescaped interprets a text's escapes like printf and the echo of some shells; numbered reports
// bytes given by their number.
func unescaped(text string) (out string, numbered bool) {
	if strings.IndexByte(text, '\\') < 0 {
		return text, false
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; {
		case c == 'n':
			b.WriteByte('\n')
		case c == 't':
			b.WriteByte('\t')
		case strings.IndexByte("01234567xuU", c) >= 0:
			b.WriteString(Gap)
			numbered = true
		default:
			b.WriteString(text[i-1 : i+1])
		}
	}
	return b.String(), numbered
}
