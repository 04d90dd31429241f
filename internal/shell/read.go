package shell

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds of reading. A line beyond one of them counts as the worst.
const (
	maxLine   = 64 << 10          // bytes of a line
	maxParsed = 2*maxLine + 8<<10 // bytes parsed in all, of a line and the lines in it
	perParse  = 64                // bytes added to that for each of them
	maxNested = 32                // lines within lines: sh -c "sh -c …"
	maxFrames = 1 << 10           // depth of the parser's recursion, in calls
	maxPiece  = 256               // bytes that the parser gets at a time, which bounds how far it may still recurse
	maxNoted  = 4 << 10           // commands, files and variables that are noted, of each kind
)

// Read reads a command line. env are variables that are set outside of it.
func Read(line string, env ...Variable) *Line {
	r := reader{Line: &Line{tree: tree{text: line}}, whole: line}
	for _, v := range env {
		r.set(v.Name, v.Value, false)
	}
	if len(line) > maxLine {
		r.Unread = TooLong
		return r.Line
	}
	r.inner(line, stream{}, false)
	return r.Line
}

// reader reads a line and the lines in it.
type reader struct {
	*Line
	whole   string          // the line
	text    string          // what is being read: the line, or one in it
	vars    map[string]Word // set so far
	defined map[string]bool // functions and aliases
	parsed  int             // bytes in all
	nested  int             // depth of lines within lines
	depth   int             // depth of commands within commands, as in $(…)
	far     int             // how many machines or containers away
	asked   string          // the program whose path a command asked for
	pieces  int             // depth of texts in other languages
	work    int             // words examined, for tests
}

// A command line is parsed as bash, as zsh or as mksh, in this order.
var variants = [...]syntax.LangVariant{syntax.LangBash, syntax.LangZsh, syntax.LangMirBSDKorn}

var parsers [len(variants)]sync.Pool

func init() {
	for i, v := range variants {
		parsers[i].New = func() any { return syntax.NewParser(syntax.Variant(v)) }
	}
}

// parse parses a text as the first variant that succeeds; nil if none does.
func (r *reader) parse(text string) (f *syntax.File, variant int) {
	for i := range variants {
		if r.parsed+len(text)+perParse > maxParsed {
			r.Unread = TooLong
			return nil, 0
		}
		r.parsed += len(text) + perParse
		f, err := parseAs(i, text)
		if err == nil {
			return f, i
		}
		if errors.Is(err, errTooDeep) {
			r.Unread = TooLong
			return nil, 0
		}
	}
	return nil, 0
}

// parseAs parses a text as one variant. The parser panics on some contrived texts, which count as
// unreadable.
func parseAs(variant int, text string) (f *syntax.File, err error) {
	p := parsers[variant].Get().(*syntax.Parser)
	defer func() {
		if cause := recover(); cause != nil {
			f, err = nil, errPanicked // p may be in any state
			return
		}
		parsers[variant].Put(p)
	}()
	return p.Parse(&shallow{text: text}, "")
}

// shallow hands a text to the parser in pieces until the parser has recursed too deep. It recurses
// with nesting: 64 KB of brackets would take 256 MB of stack and two seconds.
type shallow struct {
	text string
	some bool
}

var (
	errTooDeep  = errors.New("nested too deep")
	errPanicked = errors.New("the parser panicked")
)

func (s *shallow) Read(b []byte) (int, error) {
	if s.text == "" {
		return 0, io.EOF
	}
	if s.some && runtime.Callers(maxFrames, make([]uintptr, 1)) > 0 {
		return 0, errTooDeep
	}
	n := copy(b[:min(len(b), maxPiece)], s.text)
	s.text, s.some = s.text[n:], true
	return n, nil
}

// asSent returns a text as a terminal sends it.
func asSent(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// inner reads a text as command lines of its own, with in as input.
func (r *reader) inner(text string, in stream, far bool) stream {
	if strings.TrimSpace(text) == "" {
		return stream{}
	}
	if r.nested == maxNested {
		r.Unread = TooLong
		return stream{out: unread}
	}
	text = asSent(text)
	ws := plain(text)
	var f *syntax.File
	if ws == nil {
		var variant int
		if f, variant = r.parse(text); variant == 0 && r.nested == 0 {
			r.tree.file = f
		}
	} else if r.nested == 0 {
		r.tree.words = ws
	}
	switch {
	case ws != nil, f != nil:
	case r.pieces > 0:
		r.mentions(text)
		return stream{out: unread}
	default:
		if r.Unread == "" {
			r.Unread = Unreadable
		}
		return stream{out: unread}
	}
	outer := r.text
	r.text = text
	r.nested++
	if far {
		r.far++
	}
	var out stream
	if ws != nil {
		out = r.run(ws, &command{in: in, stmt: plainly})
	} else {
		out = r.stmts(f.Stmts, in)
	}
	if far {
		r.far--
	}
	r.nested--
	r.text = outer
	return out
}

// plainly is the statement of a plain command.
var plainly = &syntax.Stmt{}

// plain returns the words of a text that every shell reads as one command, like ls -la: letters,
// digits and a few other characters, separated by spaces. Most commands are plain, and parsing them
// would take five times as long. It returns nil for other texts.
func plain(text string) []Word {
	text = strings.TrimRight(text, " \n")
	for i := range len(text) {
		if c := text[i]; !isNameByte(c) && strings.IndexByte(" -./,:@%+", c) < 0 {
			return nil
		}
	}
	ws := make([]Word, 0, min(8, 1+strings.Count(text, " ")))
	for t := range strings.FieldsSeq(text) {
		ws = append(ws, Plain(t))
	}
	if len(ws) == 0 || slices.Contains(reserved, ws[0].Text) {
		return nil
	}
	return ws
}

// reserved are words with which some shell begins more than a command.
var reserved = strings.Fields("if then elif else fi for while until do done case esac in function select time coproc foreach repeat nocorrect noglob end export declare typeset local readonly let")

// mentions finds the programs named in a text that is not a command line itself.
func (r *reader) mentions(text string) {
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c <= ' ' || strings.ContainsRune(special+`{}[],=$`, c) }) {
		if p := named(baseName(word)); p != nil && p.always() {
			r.found(p, baseName(word))
		}
	}
}

// output is what a command may write to a shell that reads it.
type output uint8

const (
	silent output = iota
	own           // the program's own output
	filed         // content of a file, such as a script
	said          // words of the line, if nothing else is added
	unread        // unknown
)

// stream is what a command reads or writes.
type stream struct {
	out  output
	word Word // the words of the line
}

// group returns the stream of several commands, in which words are not told apart.
func (s stream) group() stream {
	if s.out == said {
		return stream{out: unread}
	}
	return s
}

func most(a, b stream) stream {
	switch {
	case a.out == said && b.out == said:
		return stream{out: unread}
	case b.out > a.out:
		return b
	}
	return a
}

// stmts reads statements with in as input, and returns their output.
func (r *reader) stmts(all []*syntax.Stmt, in stream) (out stream) {
	for _, s := range all {
		if r.Unread == TooLong { // it cannot get worse
			return stream{out: unread}
		}
		out = most(out, r.stmt(s, in))
	}
	return out
}

func (r *reader) stmt(s *syntax.Stmt, in stream) stream {
	for _, redirect := range s.Redirs {
		in = r.redirect(redirect, in)
	}
	switch c := s.Cmd.(type) {
	case nil:
		if len(s.Redirs) > 0 {
			return stream{out: filed} // $(<file)
		}
	case *syntax.CallExpr:
		return r.call(c, s, in)
	case *syntax.BinaryCmd:
		return r.binary(c, in)
	case *syntax.Subshell:
		return r.deeper(c.Stmts, in).group()
	case *syntax.Block:
		return r.deeper(c.Stmts, in).group()
	case *syntax.IfClause:
		out := stream{}
		for ; c != nil; c = c.Else {
			r.deeper(c.Cond, in)
			out = most(out, r.deeper(c.Then, in))
		}
		return out.group()
	case *syntax.WhileClause:
		r.deeper(c.Cond, in)
		return r.deeper(c.Do, in).group()
	case *syntax.ForClause:
		if loop, ok := c.Loop.(*syntax.WordIter); ok {
			var words []Word
			for _, w := range loop.Items {
				words = append(words, r.word(w))
			}
			r.unset(loop.Name.Value)
			if r.room(len(r.loops)) {
				r.loops = append(r.loops, forLoop{loop.Name.Value, words})
			}
		} else {
			r.inside(c.Loop)
		}
		return r.deeper(c.Do, in).group()
	case *syntax.CaseClause:
		r.word(c.Word)
		out := stream{}
		for _, item := range c.Items {
			for _, w := range item.Patterns {
				r.word(w)
			}
			out = most(out, r.deeper(item.Stmts, in))
		}
		return out.group()
	case *syntax.FuncDecl:
		r.defines = true
		for _, n := range append(c.Names, c.Name) {
			if n != nil {
				r.define(n.Value)
			}
		}
		r.depth++
		out := r.stmt(c.Body, in).group()
		r.depth--
		return out
	case *syntax.DeclClause:
		r.defines = r.defines || len(c.Args) == 0
		for _, a := range c.Args {
			r.defines = r.defines || a.Name == nil
			r.assign(a)
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return r.stmt(c.Stmt, in)
		}
	case *syntax.CoprocClause:
		return r.stmt(c.Stmt, in)
	default: // sums and tests
		r.inside(c)
	}
	return stream{}
}

// deeper reads nested statements: a curl there is not what the line begins with.
func (r *reader) deeper(all []*syntax.Stmt, in stream) stream {
	r.depth++
	out := r.stmts(all, in)
	r.depth--
	return out
}

// binary reads a chain of commands, which nests to the left and may be long.
func (r *reader) binary(c *syntax.BinaryCmd, in stream) stream {
	var chain []*syntax.BinaryCmd
	first := &syntax.Stmt{Cmd: c}
	for {
		b, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || len(first.Redirs) > 0 {
			break
		}
		chain = append(chain, b)
		first = b.X
	}
	out := r.stmt(first, in)
	for i := len(chain) - 1; i >= 0; i-- {
		switch chain[i].Op {
		case syntax.Pipe, syntax.PipeAll:
			if out.out == silent { // it writes something after all
				out.out = own
			}
			out = r.stmt(chain[i].Y, out)
		default:
			out = most(out, r.stmt(chain[i].Y, in))
		}
	}
	return out
}

// redirect reads a redirection, and returns the command's input.
func (r *reader) redirect(d *syntax.Redirect, in stream) stream {
	switch d.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		if d.Hdoc == nil {
			return stream{out: said}
		}
		r.endsEarly(d)
		return stream{said, r.reading(&r.texts, r.word(d.Hdoc))}
	case syntax.WordHdoc:
		return stream{said, r.reading(&r.texts, r.word(d.Word))}
	}
	w := r.word(d.Word)
	if rest, ok := strings.CutPrefix(w.Text, "/dev/"); ok { // bash connects to /dev/tcp/HOST/PORT
		kind, _, _ := strings.Cut(rest, "/")
		if p := table["/dev/"+kind]; p != nil {
			r.found(p, "/dev/"+kind)
			r.Addresses = append(r.Addresses, w)
			return in
		}
	}
	switch d.Op {
	case syntax.RdrIn:
		r.reading(&r.inputs, w)
		if w.has(isStream) {
			return stream{out: unread}
		}
		return stream{out: filed}
	case syntax.DplIn:
	case syntax.DplOut:
		if !isNumber(w.Text) && w.Text != "-" {
			r.writes("", w, false)
		}
	default:
		if !w.has(isStream) {
			r.writes("", w, false)
		}
	}
	return in
}

// reading notes something that a command reads.
func (r *reader) reading(list *[]Word, w Word) Word {
	if r.room(len(*list)) {
		*list = append(*list, w)
	}
	return w
}

// room reports whether one more may be noted beside that many.
func (r *reader) room(noted int) bool {
	if noted == maxNoted {
		r.Unread = TooLong
	}
	return noted < maxNoted
}

// endsEarly detects a here-document that bash ends earlier than the parser does: at a line that a
// backslash joins to the next.
func (r *reader) endsEarly(d *syntax.Redirect) {
	end, joined := d.Word.Lit(), ""
	for line := range strings.Lines(r.asWritten(d.Hdoc)) {
		line = strings.TrimSuffix(line, "\n")
		if piece, ok := strings.CutSuffix(line, `\`); ok && len(joined) < len(end) {
			joined += piece
			continue
		}
		if joined != "" && strings.TrimLeft(joined+line, "\t") == end {
			r.unreadable()
		}
		joined = ""
	}
}

// writes notes a file that is written.
func (r *reader) writes(program string, path Word, below bool) {
	switch path.Text {
	case "", "-", "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty":
		return
	}
	if r.room(len(r.Writes)) {
		r.Writes = append(r.Writes, Write{path, program, below, r.far > 0})
	}
}

// inside reads the commands inside anything else: arithmetic, tests, ${…}.
func (r *reader) inside(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			r.deeper(n.Stmts, stream{})
			return false
		case *syntax.ProcSubst:
			r.deeper(n.Stmts, stream{})
			return false
		}
		return true
	})
}

func (r *reader) define(name string) {
	if r.defined == nil {
		r.defined = map[string]bool{}
	}
	r.defined[name] = true
}

// found notes a program that lowers the output's level.
func (r *reader) found(p *program, name string) {
	r.source(source{name: name, kind: p.kind.name, level: p.level})
}

// maxSources bounds how many are noted; one per name and level would be enough.
const maxSources = 256

func (r *reader) source(s source) {
	for _, have := range r.sources {
		if have.name == s.name && have.level == s.level && have.addresses == nil && s.addresses == nil {
			return
		}
	}
	if len(r.sources) == maxSources {
		s = source{name: TooLong}
	}
	if len(r.sources) <= maxSources {
		r.sources = append(r.sources, s)
	}
}

// evaluated notes that a shell runs something unread.
func (r *reader) evaluated() { r.found(table["eval"], "eval") }
