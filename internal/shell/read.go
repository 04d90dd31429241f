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

// Bounds of what is read. A line over one of them counts as the worst.
const (
	maxLine   = 64 << 10          // a line's bytes
	maxParsed = 2*maxLine + 8<<10 // bytes that are parsed in all, of a line and the lines in it
	perParse  = 64                // bytes that each of them counts for, besides its own
	maxNested = 32                // lines in lines: sh -c "sh -c …"
	maxFrames = 1 << 10           // calls that the parser may be deep, which recurses
	maxPiece  = 256               // bytes that it gets at a time: what it may recurse further
	maxNoted  = 4 << 10           // commands, files and variables that are noted, of each kind
)

// Read reads a command line once. Variables may be set outside of it, in env.
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

// reader goes through a line and the lines in it.
type reader struct {
	*Line
	whole   string          // the line
	text    string          // what is being read: the line, or one in it
	vars    map[string]Word // set so far
	defined map[string]bool // functions and aliases
	parsed  int             // bytes, in all
	nested  int             // how many lines the text is in
	depth   int             // how many commands the commands are in, as $(…)
	far     int             // how many machines or containers away
	asked   string          // the program of which a command has asked where it is
	pieces  int             // how many pieces of other languages the text is in
	work    int             // words looked at, for tests
}

// A command line is parsed as bash, as zsh or as mksh, whichever can read it first.
var variants = [...]syntax.LangVariant{syntax.LangBash, syntax.LangZsh, syntax.LangMirBSDKorn}

var parsers [len(variants)]sync.Pool

func init() {
	for i, v := range variants {
		parsers[i].New = func() any { return syntax.NewParser(syntax.Variant(v)) }
	}
}

// parse parses a text as the first variant that can read it; nil if none can.
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

// parseAs parses a text as one variant. The parser panics on some texts that nobody would
// write: those cannot be read.
func parseAs(variant int, text string) (f *syntax.File, err error) {
	p := parsers[variant].Get().(*syntax.Parser)
	defer func() {
		if cause := recover(); cause != nil {
			f, err = nil, errPanicked // and p may be in any state
			return
		}
		parsers[variant].Put(p)
	}()
	return p.Parse(&shallow{text: text}, "")
}

// shallow hands a text to the parser in pieces, until the parser is too deep in it. The
// parser recurses where a text nests: 64 KB of brackets would take 256 MB of stack, and
// two seconds.
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

// asSent is a text as terminals send it.
func asSent(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// inner reads a text as command lines of their own, which read in.
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

// plain is the words of a text that is one command to every shell, as ls -la is: letters,
// digits and a few others, and spaces between them. Most commands are that; the parser
// would take five times as long. It is nil where a text may be more.
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

// reserved are words of some shell with which more than a command begins.
var reserved = strings.Fields("if then elif else fi for while until do done case esac in function select time coproc foreach repeat nocorrect noglob end export declare typeset local readonly let")

// mentions finds the programs that a text names which is no command line as it stands.
func (r *reader) mentions(text string) {
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c <= ' ' || strings.ContainsRune(special+`{}[],=$`, c) }) {
		if p := named(baseName(word)); p != nil && p.always() {
			r.found(p, baseName(word))
		}
	}
}

// output is what a command may say to a shell that reads it.
type output uint8

const (
	silent output = iota
	own           // what the program itself has to say to a shell
	filed         // what stands in a file, as a script would
	said          // words of the line, as long as nothing else comes between
	unread        // nobody knows what
)

// stream is what a command reads, or says.
type stream struct {
	out  output
	word Word // what was said
}

// group is a stream that has come out of several commands: what was said is not told apart.
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

// stmts walks statements that read in, and returns what they may say.
func (r *reader) stmts(all []*syntax.Stmt, in stream) (out stream) {
	for _, s := range all {
		if r.Unread == TooLong { // nothing can make it worse
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

// deeper walks statements that are in others: curl there is not what the line begins with.
func (r *reader) deeper(all []*syntax.Stmt, in stream) stream {
	r.depth++
	out := r.stmts(all, in)
	r.depth--
	return out
}

// binary walks a chain of commands, which nests to the left and may be long.
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
			if out.out == silent { // it says something after all
				out.out = own
			}
			out = r.stmt(chain[i].Y, out)
		default:
			out = most(out, r.stmt(chain[i].Y, in))
		}
	}
	return out
}

// redirect is what a command reads or writes instead of the terminal. It returns what the
// command reads.
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

// reading notes what a command reads.
func (r *reader) reading(list *[]Word, w Word) Word {
	if r.room(len(*list)) {
		*list = append(*list, w)
	}
	return w
}

// room reports whether one more of so many may be noted.
func (r *reader) room(noted int) bool {
	if noted == maxNoted {
		r.Unread = TooLong
	}
	return noted < maxNoted
}

// endsEarly tells a here-document that ends earlier in bash than here: in a line that a
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

// inside walks the commands that stand in anything else: sums, tests, ${…}.
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

// found notes a program that makes the output worth less.
func (r *reader) found(p *program, name string) {
	r.source(source{name: name, kind: p.kind.name, level: p.level})
}

// maxSources bounds how many are noted: one of each name and level would do.
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

// evaluated is for a shell that runs what nobody has read.
func (r *reader) evaluated() { r.found(table["eval"], "eval") }
