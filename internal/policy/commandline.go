package policy

import (
	"bytes"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
)

// A command line is read about as a shell reads it, to find the words that stand
// where a program does. Where a shell and this reader may differ, it rather finds
// a program too many: that only lowers a level. It expands nothing and knows no
// functions and aliases.

// lead is a word after which another command begins: a program that runs one, or
// a word of the shell's.
type lead struct {
	options string // short options whose value is a word of its own
	shell   bool   // takes command lines: behind -c, and from its input
	operand bool   // a word of its own comes before the command
	host    bool   // that word is a machine, even one called mail
	slash   bool   // options begin with a slash
	long    bool   // long options begin with one dash
	inside  bool   // it runs commands in a container, behind exec CONTAINER or run IMAGE
	says    bool   // no lead at all: what it is given, it says
}

var leads = func() map[string]lead {
	all := map[string]lead{
		"sudo": {options: "CDghpRrTtUu"}, "doas": {options: "Cu"}, "su": {options: "gGsTw", shell: true}, "runuser": {options: "gGsuw", shell: true},
		"env": {options: "uC"}, "xargs": {options: "adEILnPs"}, "parallel": {options: "aCdEIjLNnPSs"}, "time": {options: "fo"}, "timeout": {options: "ks", operand: true},
		"nice": {options: "n"}, "ionice": {options: "cnpPu"}, "stdbuf": {options: "ioe"}, "strace": {options: "aeopsuEPO"}, "ltrace": {options: "aeopsu"},
		"command": {options: "vV"}, // -v only asks where a program is
		"exec":    {options: "a"}, "sshpass": {options: "pfdP"}, "watch": {options: "nq"}, "script": {options: "EIOBTmo", shell: true}, "flock": {options: "wE", shell: true, operand: true},
		"chroot": {operand: true}, "taskset": {operand: true}, "unshare": {options: "GRSw"}, "nsenter": {options: "GStW"},
		"eval": {shell: true}, "source": {shell: true}, ".": {shell: true}, "cmd": {shell: true, slash: true},
		"ssh": {options: "BbcDEeFIiJLlmOopQRSWw", shell: true, operand: true, host: true}, "sg": {shell: true, operand: true}, "pkexec": {}, "chrt": {options: "pTPD", operand: true},
		"proxychains": {options: "f"}, "proxychains4": {options: "f"}, "gtimeout": {options: "ks", operand: true}, "genv": {options: "uC"}, "gnice": {options: "n"},
		"systemd-run": {options: "HMptuE"}, "systemd-inhibit": {}, "fakeroot": {options: "lsib"}, "xvfb-run": {options: "efnsp"}, "dbus-run-session": {},
		"start": {slash: true}, "call": {}, "=": {}, // $page = iwr …, of PowerShell
	}
	for name := range strings.FieldsSeq("if then else elif while until do ! { coproc trap nohup builtin setsid busybox toybox unbuffer torsocks torify firejail caffeinate chronic noglob nocorrect and or not begin") {
		all[name] = lead{}
	}
	for name := range strings.FieldsSeq("sh bash dash ash zsh ksh mksh fish csh tcsh rbash yash nu elvish xonsh") {
		all[name] = lead{options: "oO", shell: true}
	}
	for name := range strings.FieldsSeq("pwsh powershell") {
		all[name] = lead{shell: true, long: true}
	}
	for name := range strings.FieldsSeq("docker docker-compose podman nerdctl kubectl oc crictl lxc incus") {
		all[name] = lead{options: "acefHhlmnpuvw", inside: true}
	}
	for name := range strings.FieldsSeq("echo printf write-output") {
		all[name] = lead{says: true}
	}
	return all
}()

// maxNested bounds command lines within command lines.
const maxNested = 32

// special is what ends a word or quotes in it.
var special = func() (is [256]bool) {
	for _, b := range []byte("\t\n\r '\"\\`;|&()<>") {
		is[b] = true
	}
	return is
}()

func hasSpecial(w []byte) bool {
	for _, b := range w {
		if special[b] {
			return true
		}
	}
	return false
}

// reader goes through a command line once, and finds the program of the lowest
// level that it names.
type reader struct {
	*programs
	line      []byte
	i         int
	words     []byte // of the commands being read, each behind those it stands in
	nested    int
	documents []document // announced by << on this line
	endless   bool       // one of them had no end
	expands   bool       // ${ stands open on this line, as in ${page/ #/}, where # begins no comment
	sums      int        // in how many (( )) this is, where << begins no document
	shells    bool       // a shell is named on this line

	level trust.Level // the lowest found so far; what nothing lowers to begin with
	name  string      // whose it is; the first one's
}

// document is a here-document: <<END up to a line that says END.
type document struct {
	end  string
	tabs bool // <<-END: the line may be indented
	raw  bool // <<'END': nothing in it is expanded
}

// place says what the next word of a command may be.
type place uint8

const (
	atProgram  place = iota
	atFirst          // the first word after a program that only sometimes fetches
	atInside         // what a lead that runs commands in a container is to do
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
	shell   bool
	says    bool     // as in lead
	program *program // one that only sometimes fetches
	with    []string // the arguments with which it does
}

// more reports whether there is more to learn.
func (r *reader) more() bool { return r.i < len(r.line) && r.level > r.lowest }

func (r *reader) found(p *program) {
	if p.level < r.level {
		r.level, r.name = p.level, p.name
	}
}

// commands reads commands up to the byte that ends them, or all there are.
func (r *reader) commands(end byte) {
	if r.nested == maxNested {
		r.found(&program{name: notRead, level: r.lowest})
		return
	}
	r.nested++
	var c command
	mark := len(r.words) // behind it is what was said into a pipe
	for r.more() {
		switch b := r.line[r.i]; {
		case b == ' ' || b == '\t':
			r.i++
		case b == '\\' && r.next() == '\n': // the command goes on in the next line
			r.i += 2
		case b == end && end != 0:
			r.i++
			if len(r.words) > mark {
				r.ended(&c, mark, false)
			}
			r.nested--
			return
		case b == '\n' || b == '\r':
			r.i++
			if len(r.words) > mark {
				r.ended(&c, mark, false)
			}
			r.expands = false
			r.skipDocuments()
			c = command{}
		case b == '&' && r.next() == '>':
			r.i++
		case b == ';' || b == '|' || b == '&' || b == ')': // of a case's pattern
			if len(r.words) > mark {
				r.ended(&c, mark, b == '|' && r.next() != '|')
			}
			r.i++
			c = command{}
		case b == '(':
			sum := 0
			if r.i > 0 && r.line[r.i-1] == '(' {
				sum = 1
			}
			r.i++
			r.sums += sum
			r.commands(')')
			r.sums -= sum
			c = command{}
		case b == '<' || b == '>':
			r.redirect(&c, end)
		case b == '#' && !r.expands:
			r.skipLine()
		default:
			start := len(r.words)
			r.word(end)
			w := r.words[start:]
			said := c.says && len(w) > 0 && w[0] != '-' && w[0] != '%'
			if redirected := r.more() && (r.line[r.i] == '<' || r.line[r.i] == '>'); !redirected || !isNumber(w) {
				r.take(&c, w)
			}
			if said {
				r.words = append(r.words, ' ')
			} else {
				r.words = r.words[:start]
			}
		}
	}
	if len(r.words) > mark {
		r.ended(&c, mark, false)
	}
	r.nested--
}

// ended goes past a command's end. A shell that is given nothing else to read runs
// what the command before said into the pipe: the words behind mark.
func (r *reader) ended(c *command, mark int, pipe bool) {
	said := r.words[mark:]
	if pipe && !c.shell {
		return
	}
	r.words = r.words[:mark]
	if !c.shell || c.place != atProgram {
		return
	}
	for i := 0; i+1 < len(said); i++ {
		if said[i] == '\\' && said[i+1] == 'n' { // to printf
			said[i], said[i+1] = '\n', ' '
		}
	}
	r.words = r.words[:mark+len(said)]
	r.inner(said)
	r.words = r.words[:mark]
}

// next is the byte after this one; 0 at the end.
func (r *reader) next() byte {
	if r.i+1 < len(r.line) {
		return r.line[r.i+1]
	}
	return 0
}

func (r *reader) skipLine() {
	if n := bytes.IndexAny(r.line[r.i:], "\n\r"); n >= 0 {
		r.i += n
	} else {
		r.i = len(r.line)
	}
}

// word appends a word without its quotes, and reads the commands whose output is
// put into it.
func (r *reader) word(end byte) {
	for r.more() {
		switch b := r.line[r.i]; b {
		case ' ', '\t':
			if !r.expands {
				return
			}
			r.words = append(r.words, b) // ${page/ /}
			r.i++
		case '\n', '\r', ';', '|', '&', '(', ')', '<', '>':
			return
		case '\'', '"':
			r.quoted(b)
		case '`':
			if end == '`' {
				return
			}
			r.substitution()
		case '$':
			r.substitution()
		case '\\':
			if r.next() != '\n' {
				r.words = append(r.words, r.line[min(r.i+1, len(r.line)):min(r.i+2, len(r.line))]...)
			}
			r.i += 2
		default:
			start := r.i
			for r.i < len(r.line) && !special[r.line[r.i]] && r.line[r.i] != '$' {
				r.i++
			}
			r.words = append(r.words, r.line[start:r.i]...)
			r.expands = r.expands && bytes.IndexByte(r.line[start:r.i], '}') < 0
		}
	}
}

// quoted appends what stands in quotes. One that nothing closes is an apostrophe.
func (r *reader) quoted(quote byte) {
	r.i++
	n := bytes.IndexByte(r.line[r.i:], quote)
	switch {
	case n < 0:
	case quote == '"':
		r.text('"')
	default:
		r.words = append(r.words, r.line[r.i:r.i+n]...)
		r.i += n + 1
	}
}

// escaped appends what stands in $'…', in which a backslash takes its meaning from
// a quote.
func (r *reader) escaped() {
	mark := len(r.words)
	for i := r.i + 1; i < len(r.line); i++ {
		b := r.line[i]
		switch {
		case b == '\'':
			r.i = i + 1
			return
		case b == '\\' && i+1 < len(r.line):
			i++
			if b = r.line[i]; b == 'n' || b == 'r' {
				b = '\n'
			} else if b == 't' {
				b = '\t'
			}
		}
		r.words = append(r.words, b)
	}
	r.words = r.words[:mark] // nothing closes it
	r.i++
}

// text appends what a shell expands without splitting it: up to a quote, or to
// the line's end where stop is 0.
func (r *reader) text(stop byte) {
	for r.more() {
		switch b := r.line[r.i]; {
		case b == stop && stop != 0:
			r.i++
			return
		case b == '$' || b == '`':
			r.substitution()
		case b == '\\' && strings.IndexByte("$`\"\\\n", r.next()) >= 0:
			r.words = append(r.words, r.next())
			r.i += 2
		default:
			r.expands = r.expands && b != '}'
			r.words = append(r.words, b)
			r.i++
		}
	}
}

// substitution reads the commands in $(…) or `…`; another dollar is a byte of the
// word, unless it begins a quote.
func (r *reader) substitution() {
	end := r.line[r.i]
	r.i++
	switch {
	case end == '`':
	case r.more() && r.line[r.i] == '(':
		r.i++
		end = ')'
	case r.more() && r.line[r.i] == '\'':
		r.escaped()
		return
	case r.more() && r.line[r.i] == '"':
		return
	default:
		r.words = append(r.words, '$')
		r.expands = r.expands || r.more() && r.line[r.i] == '{'
		return
	}
	r.commands(end)
}

// redirect reads what a command reads or writes instead of the terminal.
func (r *reader) redirect(c *command, end byte) {
	start := r.i
	for r.more() && (r.line[r.i] == '<' || r.line[r.i] == '>') {
		r.i++
	}
	op := string(r.line[start:r.i])
	if r.more() && r.line[r.i] == '(' {
		r.i++
		r.commands(')')
		return
	}
	doc := document{}
	if r.more() && strings.IndexByte("&|-", r.line[r.i]) >= 0 {
		doc.tabs = r.line[r.i] == '-'
		r.i++
	}
	for r.more() && (r.line[r.i] == ' ' || r.line[r.i] == '\t' || r.line[r.i] == '\\' && r.next() == '\n') {
		if r.line[r.i] == '\\' {
			r.i++
		}
		r.i++
	}
	start = r.i
	mark := len(r.words)
	r.word(end)
	switch w := r.words[mark:]; {
	case op == "<<" && !r.endless && r.sums == 0:
		doc.end, doc.raw = string(w), bytes.ContainsAny(r.line[start:min(r.i, len(r.line))], `'"\`)
		r.documents = append(r.documents, doc)
	case op == "<<<" && c.shell:
		r.inner(w)
	case bytes.HasPrefix(w, []byte("/dev/")): // bash makes a connection of /dev/tcp/HOST/PORT
		kind, _, _ := bytes.Cut(w[len("/dev/"):], []byte("/"))
		if p := r.byName["/dev/"+string(kind)]; p != nil {
			r.found(p)
		}
	}
	r.words = r.words[:mark]
}

// skipDocuments goes past the here-documents of the line that ended. They are no
// commands, unless a shell reads them.
func (r *reader) skipDocuments() {
	documents := r.documents
	r.documents = nil
	if r.shells {
		r.shells = false
		return
	}
	for _, doc := range documents {
		body, length := doc.in(r.line[r.i:])
		if length < 0 {
			r.endless = true
			return
		}
		next := r.i + length
		if !doc.raw {
			line, mark := r.line, len(r.words)
			r.line = line[:r.i+body]
			r.text(0)
			r.line, r.words = line, r.words[:mark]
		}
		r.i = next
	}
}

// in is how long the document is that text begins with, without and with the
// line that ends it; -1 where none does. To bash, a line that a backslash joins to
// the next may be that line.
func (doc *document) in(text []byte) (body, length int) {
	rest, fits := doc.end, true // what the lines joined so far have left of the end
	for at := 0; at < len(text); {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		last := bytes.TrimRight(line, "\r")
		if doc.tabs {
			last = bytes.TrimLeft(last, "\t")
		}
		if string(last) == doc.end || fits && string(last) == rest {
			return at, at + len(line)
		}
		if piece, joined := bytes.CutSuffix(last, []byte(`\`)); joined && !doc.raw {
			var ok bool
			rest, ok = strings.CutPrefix(rest, string(piece))
			fits = fits && ok
		} else {
			rest, fits = doc.end, true
		}
		at += len(line) + 1
	}
	return 0, -1
}

// inner reads a word as a command line of its own.
func (r *reader) inner(w []byte) {
	line, i, documents, shells, expands, sums := r.line, r.i, r.documents, r.shells, r.expands, r.sums
	r.line, r.i, r.documents, r.shells, r.expands, r.sums = w, 0, nil, false, false, 0
	r.commands(0)
	r.line, r.i, r.documents, r.shells, r.expands, r.sums = line, i, documents, shells, expands, sums
}

// take says what a word is in its command.
func (r *reader) take(c *command, w []byte) {
	switch {
	case c.value:
		c.value = false
		if c.place == atFirst {
			r.inner(configured(w))
		}
	case c.place == atArgument:
		r.argument(c, w)
	case len(w) == 0: // "$(which sudo)": the program, or nothing
		c.operand = false
	case c.led && (w[0] == '-' || c.slash && w[0] == '/' && bytes.LastIndexByte(w, '/') <= 1):
		if hasSpecial(w) {
			r.inner(optionValue(w))
		}
		c.option(w)
	case c.place == atFirst:
		if slices.Contains(c.program.when.words, string(w)) {
			r.found(c.program)
		} else if c.unsure && c.program.when.with[string(w)] == nil {
			c.unsure = false
			return
		}
		c.place, c.with = atArgument, c.program.when.with[string(w)]
	case c.place == atInside:
		switch word := string(w); {
		case word == "exec" || word == "run":
			c.place, c.operand, c.host, c.unsure = atProgram, true, word == "exec", false // an image may be named after its program
		case word == "compose" || word == "container" || word == "pod" || c.unsure:
			c.unsure = false
		default:
			c.place = atArgument
		}
	case w[0] == '$' && isVariable(w): // it may hold nothing, or sudo
		c.operand = false
		r.inner(fallback(w))
	case hasSpecial(w): // it was quoted: sh -c '…', or a value as in A='b c'
		r.inner(w)
		switch {
		case c.operand:
			c.operand = false
		case !isAssignment(w):
			c.place = atArgument
		}
	case isAssignment(w):
	case c.led && '0' <= w[0] && w[0] <= '9':
		c.operand = false
	default:
		r.programWord(c, w)
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
	switch {
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
	if bytes.IndexByte(w, '$') >= 0 {
		w = withoutVariables(w)
	}
	name := baseName(room[:0], w)
	p := r.byName[string(name)]
	if p != nil && p.when == nil {
		r.found(p)
	}
	l, isLead := leads[string(name)]
	switch {
	case isLead && l.says:
		c.place, c.program, c.says = atArgument, p, true
	case isLead && l.inside:
		c.place, c.led, c.options, c.unsure = atInside, true, l.options, false
	case isLead:
		c.led, c.options, c.operand, c.host, c.slash, c.long, c.unsure = true, l.options, l.operand, l.host, l.slash, l.long, false
		c.shell = c.shell || l.shell
		r.shells = r.shells || l.shell
	case p != nil && p.when != nil && !p.when.host:
		c.place, c.program, c.led, c.options, c.unsure = atFirst, p, true, p.when.options, false
	case p == nil && c.unsure:
		c.unsure = false
	case p == nil && c.operand:
		c.operand = false
	default:
		c.place, c.program = atArgument, p
		if p == nil {
			r.braces(w)
		}
	}
}

// maxBraces bounds what one pair of braces is expanded to.
const maxBraces = 8

// braces reads what a shell makes of a word in which alternatives stand in braces:
// {curl,-s,page} is a command of three words, c{ur,}l is curl.
func (r *reader) braces(w []byte) {
	open := bytes.IndexByte(w, '{')
	if open < 0 {
		return
	}
	length := bytes.IndexByte(w[open:], '}')
	if length < 0 || bytes.IndexByte(w[open:open+length], ',') < 0 {
		return
	}
	mark := len(r.words)
	n := 0
	for each := range bytes.SplitSeq(w[open+1:open+length], []byte(",")) {
		if n++; n > maxBraces {
			break
		}
		r.words = append(append(append(append(r.words, w[:open]...), each...), w[open+length+1:]...), ' ')
	}
	r.inner(r.words[mark:])
	r.words = r.words[:mark]
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
	isOption := len(w) > 1 && w[0] == '-'
	switch {
	case isOption && c.shell && (string(w) == "--command" || w[1] != '-' && bytes.IndexByte(w, 'c') >= 0):
		c.place = atProgram
	case isOption && c.shell && hasSpecial(w):
		r.inner(optionValue(w))
	case !isOption && c.program != nil && c.program.when != nil && c.program.when.host && namesHost(w):
		r.found(c.program)
	case c.with != nil:
		if word, _, _ := bytes.Cut(w, []byte("=")); slices.Contains(c.with, string(word)) {
			r.found(c.program)
		}
	}
}

// baseName appends the name by which a program is known, whatever its path.
func baseName(dst, w []byte) []byte {
	w = w[bytes.LastIndexByte(w, '/')+1:]
	for _, b := range w {
		dst = append(dst, lower(b))
	}
	return bytes.TrimSuffix(dst, []byte(".exe"))
}

// isAssignment tells A=b, which stands before a program.
func isAssignment(w []byte) bool {
	name, _, ok := bytes.Cut(w, []byte("="))
	name = bytes.TrimSuffix(name, []byte("+"))
	if bytes.HasSuffix(name, []byte("]")) { // a[0]=b
		name, _, _ = bytes.Cut(name, []byte("["))
	}
	return ok && len(name) > 0 && !bytes.ContainsFunc(name, func(r rune) bool { return r > '~' || !isNameByte(byte(r)) })
}

// namesHost tells host:path and rsync://host/path from a path.
func namesHost(w []byte) bool {
	before, _, ok := bytes.Cut(w, []byte(":"))
	return ok && bytes.IndexByte(before, '/') < 0
}

// isVariable tells $name and ${name}, which begin with a dollar.
func isVariable(w []byte) bool {
	if len(w) > 1 && w[1] == '{' {
		return bytes.IndexByte(w, '}') == len(w)-1
	}
	if len(w) > 2 && strings.IndexByte(shortNames, w[1]) >= 0 {
		return false
	}
	return !hasSpecial(w) && bytes.IndexByte(w, '/') < 0
}

// withoutVariables is w, in its own place, as it is when its variables hold nothing:
// curl$none, ${none#nice}curl, cu$@rl. Of $none'curl' only its quotes said where the
// name ends.
func withoutVariables(w []byte) []byte {
	dst := w[:0]
	for i := 0; i < len(w); i++ {
		switch {
		case w[i] != '$':
			dst = append(dst, w[i])
		case i+1 < len(w) && w[i+1] == '{':
			length := bytes.IndexByte(w[i:], '}')
			if length < 0 {
				return dst
			}
			i += length
		case i+1 < len(w) && strings.IndexByte(shortNames, w[i+1]) >= 0:
			i++
		default:
			for i+1 < len(w) && isNameByte(w[i+1]) {
				i++
			}
		}
	}
	return dst
}

// shortNames are variables whose names are one byte.
const shortNames = "@*#?!-0123456789"

func isNameByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z'
}

// runBy are the last parts of the names of git's settings that hold command lines.
var runBy = []string{"pager", "sshcommand", "editor", "askpass", "external", "textconv", "clean", "smudge", "process", "cmd", "program", "helper", "fsmonitor"}

// configured is the command line in git's -c name=value, if it is one.
func configured(w []byte) []byte {
	name, value, ok := bytes.Cut(w, []byte("="))
	if !ok {
		return nil
	}
	if command, ok := bytes.CutPrefix(value, []byte("!")); ok {
		return command
	}
	last := name[bytes.LastIndexByte(name, '.')+1:]
	if slices.ContainsFunc(runBy, func(s string) bool { return strings.EqualFold(s, string(last)) }) {
		return value
	}
	return nil
}

// fallback is what stands for a variable that holds nothing: ${CURL:-curl}.
func fallback(w []byte) []byte {
	i := bytes.IndexAny(w, "-=+")
	if i < 0 || w[1] != '{' {
		return nil
	}
	return w[i+1 : len(w)-1]
}

func isNumber(w []byte) bool {
	return !bytes.ContainsFunc(w, func(r rune) bool { return r < '0' || r > '9' })
}
