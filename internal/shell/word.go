package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word returns a word of a command without its quotes, and reads the commands whose output is part
// of it.
func (r *reader) word(w *syntax.Word) Word {
	if len(w.Parts) == 1 { // as in most words
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && !strings.ContainsAny(lit.Value, "\\"+Gap) {
			return Word{Text: lit.Value, flags: written(lit.Value), bare: lit.Value}
		}
	}
	b := &words{r: r}
	b.parts(w.Parts, false)
	return b.word()
}

// words assembles a word.
type words struct {
	r          *reader
	text, bare strings.Builder
	flags      wordFlags
	other      string
}

func (b *words) word() Word {
	return Word{Text: b.text.String(), bare: b.bare.String(), flags: b.flags, other: b.other}
}

func (b *words) add(text string) {
	b.text.WriteString(text)
	b.bare.WriteString(text)
	slash := strings.LastIndexByte(text, '/')
	if slash >= 0 {
		b.flags &^= endsOpen
	}
	if gap := strings.LastIndex(text, Gap); gap >= 0 { // in a line that a command assembles
		b.flags |= hasGap
		if gap > slash {
			b.flags |= endsOpen
		}
	}
}

func (b *words) gap() {
	b.text.WriteString(Gap)
	b.flags |= hasGap | endsOpen
}

func (b *words) parts(parts []syntax.WordPart, within bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.literal(p.Value, within)
		case *syntax.SglQuoted:
			b.flags |= quoted
			if p.Dollar {
				b.escaped(p.Value)
			} else {
				b.add(p.Value)
			}
		case *syntax.DblQuoted:
			b.flags |= quoted
			b.parts(p.Parts, true)
		case *syntax.ParamExp:
			b.param(p)
		case *syntax.CmdSubst:
			b.substitution(p)
		case *syntax.ProcSubst:
			b.stream(p)
		case *syntax.ArithmExp:
			b.r.inside(p)
			b.variable(b.r.asWritten(p))
		default: // patterns
			b.r.inside(p)
			b.text.WriteString(b.r.asWritten(p))
			b.flags |= hasPattern
		}
	}
}

// asWritten returns the source text of a node.
func (r *reader) asWritten(n syntax.Node) string {
	from, to := n.Pos().Offset(), n.End().Offset()
	if from > to || to > uint(len(r.text)) {
		return "$"
	}
	return r.text[from:to]
}

// written returns the flags for an unquoted text.
func written(text string) (f wordFlags) {
	if strings.ContainsAny(text, "*?[") {
		f |= hasPattern
	}
	if open := strings.IndexByte(text, '{'); open >= 0 && strings.IndexByte(text[open:], ',') > 0 && strings.IndexByte(text[open:], '}') > 0 {
		f |= hasBraces
	}
	return f
}

// literal adds a literal; within says whether it is in double quotes.
func (b *words) literal(text string, within bool) {
	if !within {
		b.flags |= written(text)
	}
	for {
		before, after, ok := strings.Cut(text, `\`)
		b.add(before)
		if !ok {
			return
		}
		switch {
		case after == "":
			return
		case after[0] == '\n':
		case within && strings.IndexByte("$`\"\\", after[0]) < 0:
			b.add(`\`)
			text = after
			continue
		default:
			b.add(after[:1])
			b.flags |= quoted
		}
		text = after[1:]
	}
}

// escaped adds the content of $'…'.
func (b *words) escaped(text string) {
	for {
		before, after, ok := strings.Cut(text, `\`)
		b.add(before)
		if !ok || after == "" {
			return
		}
		switch c := after[0]; {
		case c == 'n' || c == 'r':
			b.add("\n")
		case c == 't':
			b.add("\t")
		case strings.IndexByte("01234567xuUc", c) >= 0:
			b.gap()
		default:
			b.add(after[:1])
		}
		text = after[1:]
	}
}

// variable adds an unknown variable, as written.
func (b *words) variable(text string) {
	b.text.WriteString(text)
	b.flags |= hasVariable | endsOpen
}

func (b *words) param(p *syntax.ParamExp) {
	plain := p.Param != nil && p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Index == nil && !p.Length && !p.Excl && p.NestedParam == nil && p.Flags == nil && p.Names == 0
	if plain {
		if v, ok := b.r.vars[p.Param.Value]; ok && v.Known() && b.r.parsed+len(v.Text) <= maxParsed {
			b.r.parsed += len(v.Text) // A=$A$A doubles in length
			b.add(v.Text)
			b.flags |= v.flags & (computed | dated)
			return
		}
	}
	if !p.Short {
		if p.Exp != nil && p.Exp.Word != nil {
			w := b.r.word(p.Exp.Word)
			switch p.Exp.Op {
			case syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
				b.other = w.Text
			}
		}
		for _, n := range []syntax.Node{p.Index, p.NestedParam} {
			if n != nil && n != syntax.ArithmExpr(nil) && n != syntax.WordPart(nil) {
				b.r.inside(n)
			}
		}
		if p.Repl != nil {
			for _, w := range []*syntax.Word{p.Repl.Orig, p.Repl.With} {
				if w != nil {
					b.r.inside(w)
				}
			}
		}
		if p.Slice != nil {
			for _, n := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
				if n != nil {
					b.r.inside(n)
				}
			}
		}
	}
	b.variable(b.r.asWritten(p))
}

// isDate reports whether a substitution is $(date +%F), or another that tells only where and when
// it runs, or the last part of a path.
func isDate(p *syntax.CmdSubst) bool {
	if len(p.Stmts) != 1 || len(p.Stmts[0].Redirs) > 0 {
		return false
	}
	c, ok := p.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Assigns) > 0 || len(c.Args) == 0 {
		return false
	}
	return slices.Contains([]string{"date", "nproc", "pwd", "basename"}, c.Args[0].Lit())
}

// substitution reads the commands in $(…) or `…`.
func (b *words) substitution(p *syntax.CmdSubst) {
	r := b.r
	if isDate(p) {
		b.flags |= dated
	} else {
		b.flags |= computed
	}
	outer := r.asked
	r.asked = ""
	if out := r.deeper(p.Stmts, stream{}); out.out >= said {
		b.gap()
	}
	b.add(r.asked) // $(which curl) page
	r.asked = outer
}

// stream reads the commands in <(…) or >(…), which a program gets as a file.
func (b *words) stream(p *syntax.ProcSubst) {
	in := stream{}
	if p.Op == syntax.CmdOut {
		in.out = unread // tee >(sh): it reads the output of the command around it
	}
	out := b.r.deeper(p.Stmts, in)
	b.add("/dev/fd/63")
	if p.Op == syntax.CmdOut || out.out >= said {
		b.flags |= isStream
	}
}

// set gives a variable a value.
func (r *reader) set(name string, value Word, appended bool) {
	if !r.room(len(r.Sets)) {
		return
	}
	r.Sets = append(r.Sets, Variable{name, value})
	if appended {
		value.flags |= hasVariable
	}
	r.keep(name, value)
	r.shown(name, value)
}

// unset gives a variable an unknown value.
func (r *reader) unset(name string) {
	r.keep(name, Word{flags: hasVariable})
}

func (r *reader) keep(name string, value Word) {
	if r.vars == nil {
		r.vars = map[string]Word{}
	}
	r.vars[name] = value
}

// assign handles an assignment before a command, or by export and the like.
func (r *reader) assign(a *syntax.Assign) {
	if a.Index != nil {
		r.inside(a.Index)
	}
	switch {
	case a.Array != nil:
		for _, e := range a.Array.Elems {
			if e.Value != nil {
				r.word(e.Value)
			}
			if e.Index != nil {
				r.inside(e.Index)
			}
		}
		if a.Name != nil {
			r.unset(a.Name.Value)
		}
	case a.Name == nil:
		if a.Value != nil {
			r.word(a.Value) // of export: an option, or a command's output
		}
	case a.Naked:
	case a.Value == nil:
		r.set(a.Name.Value, Word{}, a.Append)
	default:
		r.set(a.Name.Value, r.word(a.Value), a.Append || a.Index != nil)
	}
}
