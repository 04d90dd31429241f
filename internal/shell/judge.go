package shell

import (
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
)

// judge notes how a program's words affect the level of its output, and which files it writes.
func (r *reader) judge(p *program, name string, w Word, ws []Word, c *command) {
	if p.writes != nil && !p.prefix {
		r.written(p, name, ws)
	}
	s := source{name: name, kind: p.kind.name, level: p.level}
	if p.code != "" { // its name without a version
		s.name = p.canonical(name)
	}
	if p.always() && p.level < trust.Trusted {
		if name == curl && w.Text == curl && c.led == nil && c.stmt != nil && r.depth == 0 && r.nested == 1 {
			s.addresses = r.fetched(ws, c)
		}
		r.source(s)
	}
	if p.when == nil {
		return
	}
	first, second := p.operands(ws)
	if !r.spend(max(first, second)) {
		return
	}
	for i := range p.when {
		if ph := &p.when[i]; r.says(p, ph, ws, first, second) {
			s.kind, s.level = ph.kind.name, ph.level
			r.source(s)
		}
	}
}

// canonical returns the name in programs.txt: python for python3.12.
func (p *program) canonical(name string) string {
	if slices.Contains(p.names, name) {
		return name
	}
	return strings.TrimRight(name, "0123456789.")
}

// operands returns the index of the first word that says what a program does, and its index in case
// that word is an option's value; len(ws) if there is none.
func (p *program) operands(ws []Word) (first, second int) {
	unsure := false
	for i := 0; i < len(ws); i++ {
		switch t := ws[i].Text; {
		case len(t) > 1 && t[0] == '-' && t != "--":
			unsure = t[1] == '-' && !strings.Contains(t, "=")
			if t[1] != '-' && strings.IndexByte(p.values, t[len(t)-1]) >= 0 {
				i++
			}
		case t == "--" || t == "":
		case unsure:
			if second = i + 1; second == len(ws) || strings.HasPrefix(ws[second].Text, "-") {
				second = i
			}
			return i, second
		default:
			return i, i
		}
	}
	return len(ws), len(ws)
}

// says reports whether a command has the words of a phrase.
func (r *reader) says(p *program, ph *phrase, ws []Word, first, second int) bool {
	words := ph.words
	var rest []Word
	switch words[0][0] {
	case '<', '-':
		rest = ws
	default:
		if at := slices.IndexFunc([]int{first, second}, func(i int) bool { return i < len(ws) && ws[i].Text == words[0] }); at >= 0 {
			rest, words = ws[[]int{first, second}[at]+1:], words[1:]
			break
		}
		return false
	}
	value := false
	for _, w := range rest {
		if len(words) == 0 {
			return true
		}
		if !r.spend(1) {
			return true
		}
		wasValue := value
		value = len(w.Text) == 2 && w.Text[0] == '-' && strings.IndexByte(p.values, w.Text[1]) >= 0
		matches := is(words[0], w, wasValue)
		if matches {
			words = words[1:]
		} else if (words[0] == "<@>" || words[0] == "<:>") && !strings.HasPrefix(w.Text, "-") { // the code, not its arguments
			return false
		}
	}
	return len(words) == 0
}

// is reports whether a word matches a phrase's: the word itself, also before =, or a word of a
// kind.
func is(want string, w Word, value bool) bool {
	t := w.Text
	option := strings.HasPrefix(t, "-") || value
	switch want {
	case "+":
		return !option && t != "" && !isLocal(t)
	case "<address>":
		return isAddress(t)
	case "<host>":
		return namesHost(t)
	case "<edited>":
		return slices.ContainsFunc(strings.Fields(t), isAddress)
	case "<query>":
		return isQueried(t)
	case "<client>":
		t = strings.ToLower(t)
		return strings.Contains(t, "net.") || strings.Contains(t, "http")
	case "<@>", "<:>":
		return !option && strings.Contains(t, want[1:2]) && !isLocal(t)
	}
	before, _, _ := strings.Cut(t, "=")
	return t == want || before == want
}

// written notes the files that a program writes because of its words.
func (r *reader) written(p *program, name string, ws []Word) {
	if !r.spend(len(ws) * len(p.writes)) {
		return
	}
	words := make([]string, len(ws))
	for i, w := range ws {
		words[i] = w.Text
	}
	a := p.arguments(words)
	for _, w := range p.writesOf(&a) {
		path := ws[w.word].with(w.path)
		if w.into >= 0 {
			path = path.below(ws[w.into])
		}
		r.writes(name, path, w.below)
	}
}

// below returns the path of a file after it is copied into directory w.
func (w Word) below(file Word) Word {
	base := file.Text[strings.LastIndexByte(strings.TrimRight(file.Text, "/"), '/')+1:]
	return Word{Text: strings.TrimRight(w.Text, "/") + "/" + base, flags: w.flags | file.flags}
}
