package shell

import (
	"slices"
	"strings"
)

// arguments are a program's words, parsed like getopt by what programs.txt says about its options.
type arguments struct {
	words    []string
	operands []int // indices among the words
	options  []option
	unsure   int // index of an operand that may be the value of the option before it, or -1
}

// option is one option of a command.
type option struct {
	name  string // with its hyphens
	value string
	at    int // index of the word with the value, or -1
}

// arguments parses a program's words.
func (p *program) arguments(words []string) (a arguments) {
	a.words, a.unsure = words, -1
	for i := 0; i < len(words); i++ {
		t := words[i]
		switch {
		case t == "--":
			for i++; i < len(words); i++ {
				a.operands = append(a.operands, i)
			}
		case len(t) < 2 || t[0] != '-':
			if i > 0 && strings.HasPrefix(words[i-1], "--") && !strings.Contains(words[i-1], "=") {
				a.unsure = i
			}
			a.operands = append(a.operands, i)
		case t[1] == '-' || p.single || p.isWord(t):
			name, value, attached := strings.Cut(t, "=")
			o := option{name, value, -1}
			if attached {
				o.at = i
			} else if p.takesValue(name) && i+1 < len(words) {
				i++
				o.value, o.at = words[i], i
			}
			a.options = append(a.options, o)
		default:
			i = a.short(p, i)
		}
	}
	return a
}

// short reads a word of single-letter options, and returns the index of the last word it has read.
func (a *arguments) short(p *program, i int) int {
	t := a.words[i]
	for j := 1; j < len(t); j++ {
		o := option{"-" + t[j:j+1], "", -1}
		ends := strings.IndexByte(p.maybe, t[j]) >= 0
		if strings.IndexByte(p.valued, t[j]) >= 0 {
			ends = true
			if o.value, o.at = strings.TrimPrefix(t[j+1:], "="), i; o.value == "" && i+1 < len(a.words) {
				i++
				o.value, o.at = a.words[i], i
			}
		}
		if a.options = append(a.options, o); ends {
			break
		}
	}
	return i
}

// takesValue reports whether the word after an option may be its value.
func (p *program) takesValue(name string) bool {
	if len(name) == 2 {
		return strings.IndexByte(p.valued, name[1]) >= 0
	}
	return slices.Contains(p.takes, name) || slices.ContainsFunc(p.writes, func(spec string) bool {
		kind, option := specOf(spec)
		return (kind == valueOf || kind == below) && isOptionOf(option, name)
	})
}

// letters collects the single-letter options with a value, or an optional one as in -i.bak.
func (p *program) letters() {
	p.valued = p.values
	for _, spec := range p.writes {
		switch kind, option := specOf(spec); {
		case len(option) != 2 || option[0] != '-':
		case kind == every:
			p.maybe += option[1:]
		case kind == valueOf || kind == below:
			p.valued += option[1:]
		}
	}
}

// isWord reports whether a word is one option of several letters after one hyphen, like find's
// -fprint.
func (p *program) isWord(t string) bool {
	t, _, _ = strings.Cut(t, "=")
	return len(t) > 2 && (slices.Contains(p.takes, t) || slices.Contains(p.but, t) || slices.Contains(p.after, t) ||
		slices.ContainsFunc(p.writes, func(spec string) bool { _, option := specOf(spec); return option == t }))
}

// isOptionOf reports whether an option is the wanted one: --t[arget-directory] may be shortened up
// to the bracket.
func isOptionOf(want, name string) bool {
	shortest, rest, cut := strings.Cut(want, "[")
	if !cut {
		return name == want
	}
	return strings.HasPrefix(name, shortest) && strings.HasPrefix(shortest+strings.TrimSuffix(rest, "]"), name)
}

// has reports whether an option is given.
func (a *arguments) has(want string) bool {
	return slices.ContainsFunc(a.options, func(o option) bool { return isOptionOf(want, o.name) })
}

// last returns the operands that may be the last one.
func (a *arguments) last() []int {
	n := len(a.operands)
	if n > 1 && a.operands[n-1] == a.unsure {
		return a.operands[n-2:]
	}
	return a.operands[max(0, n-1):]
}

// What a row says about the paths that its program writes.
const (
	valueOf  = "value"    // an option's value
	below    = "below"    // the same, and somewhere below it
	every    = "every"    // every operand, with an option
	fetched  = "fetched"  // the last part of each address among them, with an option or always
	prefixed = "prefixed" // after a prefix
	all      = "all"
	first    = "first"
	second   = "second"
	last     = "last"
)

// specOf splits a word of a row's writes into its kind and its option.
func specOf(spec string) (kind, option string) {
	switch spec {
	case all, first, second, last:
		return spec, ""
	}
	if _, behind, ok := strings.Cut(spec, ":"); ok {
		spec = behind
	}
	switch option = spec[:len(spec)-1]; spec[len(spec)-1] {
	case '/':
		return below, option
	case '*':
		return every, option
	case '@':
		return fetched, option
	case '=':
		return prefixed, spec
	}
	return valueOf, spec
}

// writing is a path that a program writes.
type writing struct {
	path  string
	word  int  // index
	into  int  // index of the operand that goes into this directory, or -1
	below bool // it writes somewhere below the path
}

// writesOf returns the paths that a program writes with these words.
func (p *program) writesOf(a *arguments) (paths []writing) {
	add := func(at int, path string, below bool) {
		paths = append(paths, writing{path: path, word: at, into: -1, below: below})
	}
	put := false
	for _, spec := range p.writes {
		if only, _, ok := strings.Cut(spec, ":"); ok && !slices.Contains(a.words, only) {
			continue
		}
		switch kind, name := specOf(spec); kind {
		case all:
			for _, i := range a.operands {
				add(i, a.words[i], false)
			}
		case first, second:
			if i := map[string]int{first: 0, second: 1}[kind]; len(a.operands) > i {
				add(a.operands[i], a.words[a.operands[i]], false)
			}
		case last:
			if len(a.operands) < 2 || p.into(a) {
				continue
			}
			for _, to := range a.last() {
				add(to, a.words[to], false)
				for _, i := range a.operands { // the last operand may be a directory
					if i != to {
						paths = append(paths, writing{path: a.words[to], word: to, into: i})
					}
				}
			}
		case prefixed:
			for i, w := range a.words {
				if path, ok := strings.CutPrefix(w, name); ok {
					add(i, path, false)
				}
			}
		case every:
			if a.has(name) {
				for _, i := range p.files(a) {
					add(i, a.words[i], name == "-delete")
				}
			}
		case fetched:
			if name == "" || a.has(name) {
				for _, i := range a.operands {
					if base := baseName(a.words[i]); isAddress(a.words[i]) && base != "" {
						add(i, base, false)
					}
				}
			}
		default:
			for _, o := range a.options {
				if o.at < 0 || !isOptionOf(name, o.name) {
					continue
				}
				add(o.at, o.value, kind == below)
				if kind != below || put || !slices.Contains(p.writes, last) {
					continue
				}
				put = true // a program takes one such option
				for _, i := range a.operands {
					paths = append(paths, writing{path: o.value, word: o.at, into: i})
				}
			}
		}
	}
	return paths
}

// files returns the operands that name files; some of sed's do not.
func (p *program) files(a *arguments) []int {
	if !p.sed {
		return a.operands
	}
	scripts := sedScripts(a.words)
	return slices.DeleteFunc(slices.Clone(a.operands), func(i int) bool { return scripts[i] })
}

// into reports whether an option names the directory that the operands are put into.
func (p *program) into(a *arguments) bool {
	return slices.ContainsFunc(p.writes, func(spec string) bool {
		kind, option := specOf(spec)
		return kind == below && a.has(option)
	})
}

// usesOf returns a function for what a program does with each of its words. p may be a program
// without a row.
func (p *program) usesOf(a *arguments) func(i int) Use {
	switch {
	case p == nil, p.uses == "", slices.ContainsFunc(p.but, func(w string) bool { return p.given(a, w) }):
		return touching
	case p.uses == "enters":
		return func(int) Use { return Enters }
	case p.uses == "writes":
		return func(int) Use { return Writes }
	case !p.depends():
		return func(int) Use { return Reads }
	}
	uses := map[int]Use{}
	for _, spec := range p.writes {
		switch kind, option := specOf(spec); {
		case kind == last:
			for _, i := range a.last() {
				uses[i] = Writes
			}
		case kind == second && len(a.operands) > 1:
			uses[a.operands[1]] = Writes
		case a.has(option): // nobody knows what it does with the others
			return touching
		}
	}
	if p.sed {
		scripts := sedScripts(a.words)
		for i, w := range a.words {
			if scripts[i] || strings.ContainsAny(w, " ;") { // the script may write, too
				uses[i] = Touches
			}
		}
	}
	return func(i int) Use {
		if use, ok := uses[i]; ok {
			return use
		}
		return Reads
	}
}

// depends reports whether what a program does with its words depends on them.
func (p *program) depends() bool {
	return p.uses != "" && (p.writes != nil || p.but != nil || p.sed)
}

func touching(int) Use { return Touches }

// given reports whether one of a row's words or options is given.
func (p *program) given(a *arguments, want string) bool {
	if want == "after" {
		return slices.ContainsFunc(p.after, func(w string) bool { return p.given(a, w) })
	}
	return a.has(want) || slices.ContainsFunc(a.words, func(w string) bool {
		w, _, _ = strings.Cut(w, "=")
		return w == want
	})
}
