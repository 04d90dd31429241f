package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// Bounds of a line, beyond which its acts are Untold: its words, some of which count once for each
// command before them, and the operands of its acts.
const (
	maxWords    = 1 << 10
	maxOperands = 512
)

// Acts returns what a line does that starts in dir; "" is the workspace. The caller must look at
// any other parameter of the call that affects how the line runs.
func (l *Line) Acts(workspace, dir string) []Act {
	a := acting{line: l, workspace: strings.TrimRight(workspace, "/")}
	if dir != "" {
		a.enters(Plain(dir))
	}
	if why := a.unread(); why != "" {
		return []Act{{Why: why}}
	}
	if a.place(); len(a.at) > maxPathText {
		return []Act{{Why: whyMany}}
	}
	for i := 0; i < len(l.Commands); i++ {
		a.command(i)
		if r := actsOf(l.Commands[i].Name); r != nil && (r.through || a.boxed) && a.runsNext(i) {
			i++
		}
		a.boxed = false
	}
	for _, w := range a.writes[""] {
		a.redirected(&w)
	}
	if slices.ContainsFunc(l.sources, func(s source) bool { return s.name == "eval" || s.name == TooLong }) {
		a.add(Act{Why: "runs what nobody has read"})
	}
	a.variables()
	a.mix()
	project := a.project(cmp.Or(a.at, a.workspace))
	for i := range a.acts {
		a.acts[i].Project = cmp.Or(a.acts[i].Project, project)
	}
	return a.acts
}

// Reasons why an act is Untold, besides those in acts.txt.
const (
	whyUnread  = "cannot be read"
	whyUnknown = "may do anything, as far as is known"
	whySecret  = "shows secrets"
	whyControl = "changes what runs later, or what guards the agent"
	whyMany    = "has more words than are judged"
	whyGap     = "is put together only when it runs"
	whyPiped   = "runs what is piped to it, which nobody has read"
)

// variables adds an act for the variables that the line sets, and checks the values that it reads
// into variables.
func (a *acting) variables() {
	for _, v := range a.line.Sets {
		if len(v.Value.Text) > maxPathText { // A=$A$A doubles in length
			a.add(Act{Program: v.Name, Why: whyMany})
			return
		}
		if !isFreeVariable(v.Name) {
			a.add(Act{Program: v.Name, Effect: Works, Asked: anything, Operands: []Operand{{Kind: Setting, Text: v.Name + "=" + v.Value.Text}}})
		}
		a.read(v.Value)
	}
	for _, w := range a.line.inputs {
		a.read(w)
	}
	for _, l := range a.line.loops {
		for _, w := range l.words {
			a.read(w)
		}
	}
}

// read checks a word that may be shown later: it must not name a secret.
func (a *acting) read(w Word) {
	act := Act{Effect: Looks}
	if a.shown(&act, w, w.Text, w.isGap()); act.Effect == Untold {
		a.add(act)
	}
}

// anything covers what is part of any work.
var anything = []string{"anything"}

// acting computes the acts of a line.
type acting struct {
	line      *Line
	workspace string
	away      bool // a cd may leave the workspace
	entered   []Operand
	at        string             // where the last of them is; "" is the workspace
	set       map[string]bool    // variables that the line reads or sets
	writes    map[string][]Write // by program
	adds      bool               // a command gets words that are not on the line
	program   bool               // a file is written that may be a program
	boxed     bool               // the command just read runs the next one where it reaches nothing
	operands  int
	acts      []Act
}

// unread returns why no act of the line is known; "" if some are.
func (a *acting) unread() string {
	switch {
	case a.line.Unread != "":
		return whyUnread
	case a.line.defines:
		return whyUnknown
	case a.words() > maxWords:
		return whyMany
	case len(a.line.Commands) == 0 && len(a.line.Writes) == 0 && len(a.line.Sets) == 0:
		return whyUnknown
	}
	return ""
}

// words counts the words of the commands and all other words that the line reads or sets.
func (a *acting) words() int {
	n := len(a.line.Sets) + len(a.line.inputs) + len(a.line.texts) + len(a.line.Writes)
	for i := range a.line.Commands {
		n += 1 + len(a.line.Commands[i].Args)
	}
	for i := range a.line.loops {
		n += len(a.line.loops[i].words)
	}
	return n
}

// place finds out whether the line leaves the workspace.
func (a *acting) place() {
	a.set, a.writes = map[string]bool{}, map[string][]Write{}
	for _, v := range a.line.Sets {
		a.set[v.Name] = true
	}
	for _, l := range a.line.loops {
		a.set[l.name] = true
	}
	for _, w := range a.line.Writes {
		a.writes[w.Program] = append(a.writes[w.Program], w)
	}
	for _, c := range a.line.Commands {
		if c.Name == "read" {
			for _, w := range c.Args {
				a.set[w.Text] = true
			}
		}
		if p := named(c.Name); p != nil && p.uses == "enters" {
			for _, w := range c.Args {
				if strings.HasPrefix(w.Text, "-") {
					continue
				}
				a.enters(w)
			}
			a.away = a.away || len(c.Args) == 0
		}
	}
}

// enters notes a directory that relative paths start from.
func (a *acting) enters(w Word) {
	inside := a.inside(w)
	a.entered = append(a.entered, Operand{Kind: File, Text: w.Text, May: leeway(inside)})
	if len(a.at) <= maxPathText {
		a.at = a.reached(w.Text)
	}
	a.away = a.away || !inside
}

// inside reports whether a path is certain to be in the workspace.
func (a *acting) inside(w Word) bool {
	text := w.Text
	if !w.inPlace() || a.away || text == "" || text[0] == '~' || strings.Contains(text, ":") {
		return false
	}
	if text[0] == '/' {
		clean := path.Clean(text)
		return a.workspace != "" && (clean == a.workspace || strings.HasPrefix(clean, a.workspace+"/"))
	}
	clean := path.Clean(text)
	return clean != ".." && !strings.HasPrefix(clean, "../")
}

// inPlace reports whether a word is completely on the line, except for the files that a pattern
// matches.
func (w Word) inPlace() bool { return !w.isGap() && !w.has(hasVariable|isStream) }

// isGap reports whether part of a word is not on the line. A date does not count.
func (w Word) isGap() bool { return w.has(computed) || w.has(hasGap) && !w.has(dated) }

// command adds the act of a command.
func (a *acting) command(i int) {
	c := &a.line.Commands[i]
	act, open := a.does(i)
	if p := named(c.Name); p != nil && len(p.after) > 0 && c.Name != "python" && act.Effect == Looks {
		a.adds = a.adds || slices.ContainsFunc(c.Args, func(w Word) bool { return slices.Contains(p.after, w.Text) })
	}
	var writes []Write
	if open {
		writes = a.written(i)
	}
	if act.Effect == Looks && len(writes) > 0 {
		act.Effect, act.Asked = Works, effects["write"].asked
	}
	if act.Effect != Untold && act.Effect != Looks {
		for _, w := range writes {
			a.out(&act, w.Path, w.Below || c.Elsewhere)
		}
	}
	a.add(act)
}

func (a *acting) add(act Act) {
	if a.operands += len(act.Operands); a.operands > maxOperands {
		act = Act{Program: act.Program, Why: whyMany}
	}
	a.acts = append(a.acts, act)
}

// written returns the files that a command is known to write by an option or an operand.
func (a *acting) written(i int) []Write {
	c := &a.line.Commands[i]
	p := named(c.Name)
	if p == nil || p.writes == nil {
		return nil
	}
	return a.writes[c.Name]
}

// redirected adds the act of a redirection.
func (a *acting) redirected(w *Write) {
	act := Act{Effect: Works, Asked: effects["write"].asked}
	if a.isLog(w.Path) {
		act.Asked = anything
	}
	a.out(&act, w.Path, w.Elsewhere)
	a.add(act)
}

// mix accounts for effects across commands: texts of the line may end up in what a command writes
// or sends, and a command may get words that are not on the line.
func (a *acting) mix() {
	works := -1
	for i := range a.acts {
		act := &a.acts[i]
		if act.Effect == Works || act.Effect == Sends {
			works = i
		}
		if a.adds && (act.Effect > Looks || slices.ContainsFunc(act.Operands, func(o Operand) bool { return o.Kind == File && isEverything(o.Text) })) {
			*act = Act{Program: act.Program, Why: whyGap}
		}
	}
	if works < 0 || a.acts[works].Effect == Untold {
		return
	}
	into := &a.acts[works]
	into.Operands = append(into.Operands, a.entered...)
	for _, w := range a.line.texts {
		into.Operands = append(into.Operands, Operand{Kind: Text, Text: w.Text})
	}
	for i := range a.acts {
		if a.acts[i].Effect == Looks {
			for _, o := range a.acts[i].Operands {
				if !o.Seen {
					into.Operands = append(into.Operands, o)
				}
			}
		}
	}
	for i := range into.Operands {
		into.Operands[i].Program = a.program && into.Operands[i].Kind == Text
	}
}

// does returns the act of a command by its own words. open says that some words have no known kind,
// so that the files it writes are found elsewhere (Line.Writes).
func (a *acting) does(i int) (act Act, open bool) {
	c := &a.line.Commands[i]
	act = Act{Program: c.Name}
	if c.Name == "" {
		act.Program, act.Why = c.Path, whyGap
		return act, false
	}
	row := actsOf(c.Name)
	if strings.Contains(c.Path, "/") && !isInstalled(c.Path) {
		d, parts := scripts.choose(append([]Word{Plain(c.Path)}, c.Args...))
		act = a.deed(i, c.Path, d, parts)
		if act.Effect == Works && a.isOwnProgram(c.Path) {
			own := effects["built"]
			act.Built, act.Asked, act.After = true, own.asked, own.after
		}
		return act, false
	}
	if row == nil {
		return a.plainly(c, act), true
	}
	d, parts := row.choose(c.Args)
	act = a.deed(i, c.Name, d, parts)
	if check := effects["check"]; act.Effect == Looks && (strings.Contains(c.Path, "/") && c.Path[0] != '/' || c.Name == "source" || c.Name == ".") { // it is whatever the project has put there
		act.Effect, act.Asked, act.After, act.Operands = Works, check.asked, check.after, nil // which were to be shown
	}
	return act, d != nil && (d.any || d.star == "any")
}

// reached is where a directory is that is named after those the line has entered.
func (a *acting) reached(dir string) string {
	if path.IsAbs(dir) {
		return path.Clean(dir)
	}
	return path.Join(cmp.Or(a.at, a.workspace), dir)
}

// project is a directory as seen from the workspace.
func (a *acting) project(at string) string {
	if rest, in := strings.CutPrefix(at, a.workspace+"/"); in && a.workspace != "" {
		return rest
	}
	if at == a.workspace {
		return ""
	}
	return at
}

// isOwnProgram reports whether a path is of the program that a project builds of itself: named like
// the directory that the line has entered, in a directory for what is built.
func (a *acting) isOwnProgram(name string) bool {
	if a.away || len(a.entered) == 0 {
		return false
	}
	dir, base := path.Split(name)
	project := path.Base(a.entered[len(a.entered)-1].Text)
	return base != "" && base == project && slices.Contains(lists["built"], strings.TrimSuffix(strings.TrimPrefix(dir, "./"), "/"))
}

// PrintsPaths reports whether each line that the act prints begins with the path of a file.
func (a *Act) PrintsPaths() bool {
	return slices.Contains(lists["paths"], strings.ReplaceAll(a.Program, " ", "-"))
}

// NamesRepository reports whether the act is one at a forge, where a repository is OWNER/NAME.
func (a *Act) NamesRepository() bool {
	program, _, _ := strings.Cut(a.Program, " ")
	return slices.Contains(lists["forge"], program)
}

// plainly returns the act of a program that acts.txt does not list: it looks if all it does is read
// the files that its words name.
func (a *acting) plainly(c *Command, act Act) Act {
	act.Why = whyUnknown
	p := named(c.Name)
	if p == nil && len(c.Args) == 1 && (!strings.Contains(c.Path, "/") || c.Path[0] == '/') && slices.Contains(lists["version"], c.Args[0].Text) {
		act.Effect, act.Why = Looks, ""
		return act
	}
	if p == nil || p.uses != "reads" && p.uses != "runs" || p.shell || p.code != "" {
		return act
	}
	words := make([]string, len(c.Args))
	for i, w := range c.Args {
		words[i] = w.Text
	}
	args := p.arguments(words)
	if slices.ContainsFunc(p.but, func(w string) bool { return w != "after" && p.given(&args, w) }) {
		return act
	}
	act.Effect, act.Why = Looks, ""
	for _, w := range c.Args {
		a.shown(&act, w, w.Text, p.says == "words" || p.says == "format")
	}
	return act
}

// shown checks a word of a command that only looks, which must not show secrets.
func (a *acting) shown(act *Act, w Word, text string, says bool) {
	switch {
	case act.Effect != Looks:
	case isSecret(text, w) && !(says && w.has(quoted)), isEverything(text) && slices.Contains(lists["deep"], act.Program):
		*act = Act{Program: act.Program, Why: whySecret}
	case w.isGap() && !says && !slices.Contains(lists["blind"], act.Program), w.has(hasVariable) && !a.knows(text):
		*act = Act{Program: act.Program, Why: whyGap}
	case says:
		act.Operands = append(act.Operands, Operand{Kind: Text, Text: text})
	case text != "" && text[0] != '-':
		act.Operands = append(act.Operands, Operand{Kind: File, Text: text, Seen: true})
	}
}

// knows reports whether each variable in a text is set on the line, or known not to be secret.
func (a *acting) knows(text string) bool {
	if sum, ok := strings.CutPrefix(text, "$(("); ok && !strings.ContainsFunc(sum, func(c rune) bool { return strings.IndexByte("0123456789.+-*/%() ", byte(c)) < 0 || c > '~' }) {
		return true
	}
	for {
		_, rest, ok := strings.Cut(text, "$")
		if !ok {
			return true
		}
		rest = strings.TrimPrefix(rest, "{")
		end := 0
		for end < len(rest) && isNameByte(rest[end]) {
			end++
		}
		if end == 0 && rest != "" && strings.IndexByte("?#@*!", rest[0]) >= 0 {
			end = 1
		}
		if name := rest[:end]; !slices.Contains(openVariables, name) && !a.set[name] {
			return false
		}
		text = rest[end:]
	}
}

// deed returns the act that a row of acts.txt describes; d is nil if no deed of the row fits.
func (a *acting) deed(i int, name string, d *deed, parts []part) Act {
	c := &a.line.Commands[i]
	switch {
	case d == nil && c.runsInput():
		return Act{Program: name, Why: whyPiped}
	case d == nil:
		return Act{Program: name, Why: whyUnknown}
	}
	act := Act{Program: strings.Join(append([]string{name}, d.said...), " "), Effect: d.effect.effect, Why: d.effect.why, Asked: d.effect.asked, Also: d.effect.also, After: d.effect.after, Builds: d.effect.name == "build"}
	switch {
	case d.effect.name == "as":
		return a.as(i, parts)
	case d.effect.name == "boxed":
		a.boxed = true
	case d.effect.name == "adds":
		a.adds = true
		fallthrough
	case (d.effect.name == "pass" || d.effect.name == "inside") && !a.runsNext(i):
		if !a.runsNext(i) {
			return Act{Program: act.Program, Why: whyUnknown}
		}
	case d.effect.name == "reach" && (i+1 == len(a.line.Commands) || !a.line.Commands[i+1].Elsewhere):
		return Act{Program: act.Program, Why: whyUnknown}
	}
	for k := range parts {
		if act.Effect == Untold {
			act.Operands = nil
			break
		}
		a.operand(&act, c, &parts[k])
	}
	return act
}

// runsInput reports whether a command is an interpreter that runs its input because it is given no
// program.
func (c *Command) runsInput() bool {
	p := named(c.Name)
	return p != nil && (p.shell || p.code != "") && !slices.ContainsFunc(c.Args, func(w Word) bool {
		return w.Text != "-" && w.Text != "/dev/stdin" && (len(w.Text) < 2 || w.Text[0] != '-' || strings.HasPrefix(w.Text, "-c") || strings.HasPrefix(w.Text, "-e"))
	})
}

// as returns the act of a program that this one runs: npx jest, python -m pytest.
func (a *acting) as(i int, parts []part) Act {
	c := &a.line.Commands[i]
	for k := range parts {
		if p := &parts[k]; p.kind == "program" {
			row := actsOf(p.text)
			if row == nil || !row.tool {
				break
			}
			inner := acting{line: &Line{Commands: []Command{{Name: p.text, Path: p.text, Args: c.Args[p.at+1:]}}}, workspace: a.workspace, away: a.away}
			act, _ := inner.does(0)
			act.Program = c.Name + " " + act.Program
			return act
		}
	}
	return Act{Program: c.Name, Why: whyUnknown}
}

// runsNext reports whether this command runs the next one.
func (a *acting) runsNext(i int) bool {
	if i+1 == len(a.line.Commands) {
		return false
	}
	c, next := &a.line.Commands[i], &a.line.Commands[i+1]
	at := len(c.Args) - len(next.Args) - 1
	return at >= 0 && c.Args[at].Text == next.Path
}

// maxTurns bounds how many values of a loop's variable are considered.
const maxTurns = 16

// operand adds one part of a command's words to its act, once for each value of a loop's variable
// in it.
func (a *acting) operand(act *Act, c *Command, p *part) {
	if act.Effect != Looks && p.w.has(hasVariable) {
		for _, l := range a.line.loops {
			before, after, ok := cutVariable(p.text, l.name)
			if !ok || len(l.words) > maxTurns {
				continue
			}
			for _, w := range l.words {
				turn := *p
				turn.text = before + w.Text + after
				turn.w = Word{Text: turn.text, flags: p.w.flags&^hasVariable | w.flags}
				if strings.Contains(turn.text, "$") {
					turn.w.flags |= hasVariable
				}
				a.value(act, c, &turn)
			}
			return
		}
	}
	a.value(act, c, p)
}

// cutVariable returns the text around the first $NAME, ${NAME} or ${NAME%…}. Removing a suffix
// leaves a path in its directory.
func cutVariable(text, name string) (before, after string, ok bool) {
	if before, after, ok = strings.Cut(text, "${"+name); ok {
		cut, rest, closed := strings.Cut(after, "}")
		return before, rest, closed && (cut == "" || cut[0] == '%')
	}
	before, after, ok = strings.Cut(text, "$"+name)
	return before, after, ok && (after == "" || !isNameByte(after[0]))
}

// value adds one value to an act.
func (a *acting) value(act *Act, c *Command, p *part) {
	if act.Effect == Looks {
		switch {
		case p.kind == "option":
			act.Effect, act.Why = Untold, whyUnknown
		default:
			a.shown(act, p.w, p.text, p.kind == "said")
			if act.Effect == Looks && slices.Contains([]string{"text", "jq", "awk"}, p.kind) {
				act.Operands = append(act.Operands, Operand{Kind: Text, Text: p.text})
			}
		}
		return
	}
	add := func(kind OperandKind, may Leeway) {
		act.Operands = append(act.Operands, Operand{Kind: kind, Text: p.text, May: may})
	}
	inside := a.inside(p.w.with(p.text)) && !c.Elsewhere
	switch {
	case p.w.isGap() || p.w.has(isStream) || p.w.has(hasVariable) && strings.Contains(p.text, "$"):
		act.Effect, act.Why = Untold, whyGap
	case isSecret(p.text, p.w) && p.kind != "text":
		act.Effect, act.Why = Untold, whySecret
	case p.kind == "option":
		add(Option, Given)
	case p.kind == "setting":
		add(Setting, Given)
	case strings.Contains(p.text, "://") && p.kind != "repo", p.kind == "url":
		if !isLoopback(p.text) || act.Effect != Fetches {
			add(Address, Given)
		}
	case p.kind == "repo":
		act.Operands = append(act.Operands, Operand{Kind: Address, Text: repository(p.text)})
	case p.kind == "host":
		if !isLoopback(p.text) || act.Effect != Fetches {
			host, _, _ := strings.Cut(p.text, ":")
			act.Operands = append(act.Operands, Operand{Kind: Host, Text: host})
		}
	case p.kind == "id":
		if !slices.Contains(ownNames, p.text) {
			act.Operands = append(act.Operands, Operand{Kind: Name, Text: strings.TrimSuffix(p.text, "@latest")})
		}
	case p.kind == "name", p.kind == "ref":
		if !slices.Contains(ownNames, p.text) {
			add(Name, Chosen)
		}
	case p.kind == "recipe" && isNumber(p.text):
	case p.kind == "recipe" && strings.Contains(p.text, "="):
		add(Setting, Given)
	case p.kind == "recipe":
		if e := recipeOf(p.text); e != nil {
			act.Effect, act.Asked, act.Also, act.After = e.effect, e.asked, e.also, e.after
		} else {
			act.Asked, act.Also, act.After = anything, nil, nil // the owner named the recipe itself
			add(Name, Given)
		}
	case p.kind == "boxed" && mayBeHost(p.text): // a container reaches whom it likes
		add(Host, Given)
	case p.kind == "posted" && (!inside || len(a.entered) == 0 || isLocal(p.text)): // others see it; what lies in the repository is there for that
		add(File, Given)
	case (p.kind == "any" || p.kind == "boxed") && p.operand && act.Effect == Works && p.text != "":
		add(Name, Chosen)
	case p.kind == "to":
		add(Recipient, Given)
	case p.kind == "text":
		add(Text, Given)
	case act.Effect == Works && slices.Contains([]string{"path", "posted", "given", "from", "into", "old"}, p.kind) && isControl(p.text):
		act.Effect, act.Why = Untold, whyControl
	case p.kind == "dir":
		act.Project = a.project(a.reached(p.text))
		a.file(act, p.w.with(p.text), leeway(inside))
	case p.kind == "path", p.kind == "posted":
		a.file(act, p.w.with(p.text), leeway(inside))
	case p.kind == "from", p.kind == "into":
		a.far(act, p)
	case p.kind == "given":
		add(File, Given)
		if p.w.has(hasPattern) && slices.Contains(act.Asked, "delete") {
			act.Also = []string{"all"}
		}
	case p.kind == "old":
		if a.made(p.text) {
			act.Asked = effects["write"].asked
		}
		act.Operands = append(act.Operands, Operand{Kind: File, Text: p.text, May: a.changing(p, inside)})
	case p.kind == "out", p.kind == "log":
		a.out(act, p.w.with(p.text), c.Elsewhere)
	}
}
