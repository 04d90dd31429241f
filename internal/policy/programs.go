package policy

import (
	"bytes"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// A tool that runs commands returns what its command printed. Where that command
// fetched something, the output is worth no more than where it came from. This file
// says where in a call a command line stands, and what level the owner gives programs;
// package shell finds them on it.

// maxCommand bounds what is looked at: the parameters of one call, in bytes.
const maxCommand = 64 << 10

// Reading is the tables of one decision, which reads the command line of a call once.
type Reading struct {
	*Tables
	tool   string
	params jsontext.Value
	line   *shell.Line
}

// Reading is for one decision.
func (t *Tables) Reading() *Reading { return &Reading{Tables: t} }

// OutputOf is the level of what one call of the tool returns: Output, or lower
// where the call runs a command that names a program of commandOutputTaints. It
// is a seat belt: a script or an interpreter can fetch without naming one. What a call
// fetches is worth no more than its address, either.
func (t *Reading) OutputOf(tool string, params jsontext.Value) trust.Level {
	level, _ := t.fetched(tool, params, t.sites)
	return level
}

// Unasked is OutputOf for a call that nobody asked about before it ran: no address that its
// result is reported with raises the level.
func (t *Reading) Unasked(tool string, params jsontext.Value) trust.Level {
	level, _ := t.fetched(tool, params, nil)
	return trust.Lowest(level, t.OutputOf(tool, params))
}

// Program is the program that makes OutputOf lower than Output, "" where none
// does.
func (t *Reading) Program(tool string, params jsontext.Value) string {
	_, name := t.fetched(tool, params, t.sites)
	return name
}

// fetched is what OutputOf and Program tell, where these sites are known.
func (t *Reading) fetched(tool string, params jsontext.Value, sites []site) (trust.Level, string) {
	output := t.Output(tool)
	does := t.does(tool)
	if does.Fetch != nil && len(sites) > 0 {
		if level, in := t.levelAt(wire.Member(params, does.Fetch.Address)); !in {
			output = trust.Lowest(output, level)
		}
		return output, ""
	}
	if output <= t.programs.Lowest() {
		return output, ""
	}
	line := t.Line(tool, params)
	if line == nil {
		return output, ""
	}
	programs := &t.programs
	if len(sites) > 0 && does.Command.Begins && runsHere(does.Command, params) {
		at := programs.At(t.levelOf)
		programs = &at
	}
	return programs.Output(line, output)
}

// Line is the command line that a call runs, or types into a running command; nil if the
// tool runs none. Every restriction on what a command may do reads it here.
func (t *Reading) Line(tool string, params jsontext.Value) *shell.Line {
	if t.line != nil && t.tool == tool && len(params) > 0 && len(params) == len(t.params) && &params[0] == &t.params[0] {
		return t.line
	}
	t.tool, t.params, t.line = tool, params, t.read(tool, params)
	return t.line
}

// OwnLine is the whole command line that a call runs by itself, in which directory, while
// nothing but the line says what it does; nil for any other call.
func (t *Reading) OwnLine(tool string, params jsontext.Value) (line *shell.Line, dir string) {
	c := t.does(tool).Command
	if c == nil || !c.Begins || c.Looks == nil || wire.Member(params, c.Params[0].Name).Kind() != '"' || !runsHere(c, params) || !wire.OnlyMembers(params, c.Looks) {
		return nil, ""
	}
	if in := wire.Member(params, c.Dir); in != nil {
		if in.Kind() != '"' {
			return nil, ""
		}
		dir = wire.UnquotedText(in)
	}
	return t.Line(tool, params), dir
}

func (t *Tables) read(tool string, params jsontext.Value) *shell.Line {
	c := t.does(tool).Command
	if c == nil {
		return nil
	}
	if len(params) > maxCommand {
		return &shell.Line{Unread: shell.TooLong}
	}
	text, env := commandOf(c, params)
	if words, edited := strings.CutPrefix(text, shell.Gap); edited && strings.TrimSpace(words) == "" {
		text = words
	}
	return shell.Read(text, variables(env)...)
}

// commandOf is what a call has a shell read, and the variables that it sets.
func commandOf(c *facts.Command, params jsontext.Value) (line string, env jsontext.Value) {
	var named [8]string
	names := named[:0]
	for _, p := range c.Params {
		names = append(names, p.Name)
	}
	var room [8]jsontext.Value
	values := wire.Members(room[:0], params, append(names, c.Env))
	for i, value := range values[:len(names)] {
		line += commandText(c.Params[i].Form, value) // of which most calls have one
	}
	if !c.Begins {
		line = typed(line)
	}
	return line, values[len(names)]
}

// Typing is what a call types into a running command, as a shell reads it, and into which
// one: "" where it types nothing. What only edits the line is a gap. Without an Enter at its
// end, its line goes on in a later call.
func (t *Tables) Typing(tool string, params jsontext.Value) (into, line string) {
	c := t.does(tool).Command
	if c == nil || c.Into == "" || len(params) > maxCommand {
		return "", ""
	}
	line, _ = commandOf(c, params)
	if c.Enter != "" && string(wire.Member(params, dialect.Action(t.named(tool)))) == c.Enter {
		line = "\n"
	}
	if line == "" {
		return "", ""
	}
	id, _ := jsontext.AppendUnquote(nil, wire.Member(params, c.Into))
	return t.named(tool) + ":" + string(id), line
}

// Typed is the parameters with which a call of the tool would type a text.
func (t *Tables) Typed(tool, text string) map[string]string {
	return map[string]string{t.does(tool).Command.Params[0].Name: text}
}

// Unread is the level of what a command prints that cannot be read.
func (t *Tables) Unread() trust.Level { return t.programs.Lowest() }

// Does is what calls of a judged name do, by the host that it is a tool of; never nil.
func (t *Tables) Does(tool string) *facts.Call {
	if strings.HasSuffix(tool, ".") {
		return dialect.Call("") // it calls itself an action of that tool, and is none
	}
	return t.does(tool)
}

// does is Does also for a tool that only calls itself one of a host's.
func (t *Tables) does(tool string) *facts.Call {
	if row := t.plain[tool]; row != nil {
		return row.does
	}
	return dialect.Call(t.named(tool))
}

// named is the host's own tool that a call means, under whatever name.
func (t *Tables) named(tool string) string {
	if t.plain[tool] != nil {
		return tool
	}
	name, _ := cutAction(lookupName(calledName(tool)))
	return name
}

// runsHere reports whether a command runs where the gateway does: to a sandbox and to a
// paired device, localhost is another one.
func runsHere(c *facts.Command, params jsontext.Value) bool {
	for _, name := range c.Elsewhere {
		if wire.Member(params, name) != nil {
			return false
		}
	}
	return slices.Contains(c.Here, string(wire.Member(params, c.Where)))
}

// commandText is what one parameter has a shell read.
func commandText(form facts.Form, value jsontext.Value) string {
	if value == nil {
		return ""
	}
	if value.Kind() == '"' && form != facts.HexBytes && form != facts.KeyNames {
		return wire.UnquotedText(value)
	}
	all := texts(value)
	switch form {
	case facts.HexBytes:
		for i, digits := range all {
			b, _ := hex.DecodeString(strings.TrimPrefix(strings.TrimSpace(digits), "0x"))
			all[i] = string(b)
		}
		return strings.Join(all, "")
	case facts.KeyNames:
		for i, key := range all {
			all[i] = keyText(key)
		}
		return strings.Join(all, "")
	}
	return strings.Join(all, " ")
}

// texts is a text, or the texts of a list. Of what is no text nothing runs.
func texts(value jsontext.Value) (all []string) {
	switch value.Kind() {
	case '"':
		all = append(all, wire.UnquotedText(value))
	case '[':
		dec := jsontext.NewDecoder(bytes.NewBuffer(value))
		for t, err := dec.ReadToken(); err == nil; t, err = dec.ReadToken() {
			if t.Kind() == '"' {
				all = append(all, t.String())
			}
		}
	}
	return all
}

// keyText is what a key types, as they are named to a terminal: Space, Enter, C-c, S-a. One
// that types nothing, as Left, is an escape; what is no key's name is typed as it is.
func keyText(key string) string {
	key = strings.TrimSpace(key)
	control := len(key) == 2 && key[0] == '^'
	if control {
		key = key[1:]
	}
	for len(key) > 2 && key[1] == '-' && strings.IndexByte("cCmMsS", key[0]) >= 0 {
		control = control || key[0]|0x20 == 'c'
		key = key[2:]
	}
	switch lower := strings.ToLower(key); lower {
	case "space":
		return " "
	case "tab":
		return "\t"
	case "enter", "return", "kpenter":
		return "\r"
	case "escape", "esc", "bspace", "backspace", "up", "down", "left", "right", "home", "end", "pageup", "pgup", "ppage", "pagedown",
		"pgdn", "npage", "insert", "ic", "delete", "del", "dc", "btab", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12":
		return "\x1b"
	}
	if control && len(key) == 1 {
		return string(key[0] & 0x1f)
	}
	return key
}

// pasted takes the marks away that a terminal puts around what is pasted.
var pasted = strings.NewReplacer("\x1b[200~", "", "\x1b[201~", "")

// typed is a text that is typed, as a shell reads it. What changes what was typed before, as
// a backspace does, leaves a gap in its line.
func typed(text string) string {
	edited := false
	text = strings.Map(func(c rune) rune {
		switch {
		case c == '\r', c == 3 || c == 4 || c == 26: // it ends, or gives up
			return '\n'
		case c == '\t' || c == '\n' || c >= ' ' && c != 0x7f:
			return c
		}
		edited = true
		return -1
	}, pasted.Replace(text))
	if edited {
		return shell.Gap + text
	}
	return text
}

// variables are those that a call sets for its command: an object's members, or a list of
// NAME=value.
func variables(value jsontext.Value) (all []shell.Variable) {
	if value.Kind() != '{' {
		for _, text := range texts(value) {
			name, v, _ := strings.Cut(text, "=")
			all = append(all, shell.Variable{Name: name, Value: shell.Plain(v)})
		}
		return all
	}
	var members map[string]any
	if json.Unmarshal(value, &members, jsontext.AllowDuplicateNames(true)) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		text, _ := members[name].(string)
		all = append(all, shell.Variable{Name: name, Value: shell.Plain(text)})
	}
	return all
}

// programLevels is commandOutputTaints: levels by the names of programs, in lower
// case, in place of those that package shell knows.
type programLevels map[string]outputLevel

func (m *programLevels) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[outputLevel](d, n, key, SafeName, d.programName)
}

// over is base with the programs that m names replaced.
func (m programLevels) over(base programLevels) programLevels {
	out := programLevels{}
	maps.Copy(out, base)
	maps.Copy(out, m)
	return out
}

// differing is what m says otherwise than base does.
func (m programLevels) differing(base programLevels) programLevels {
	out := maps.Clone(m)
	maps.DeleteFunc(out, func(name string, o outputLevel) bool {
		was, ok := base[name]
		return ok && o.level == was.level
	})
	return out
}

// compile makes the table that command lines are read with.
func (m programLevels) compile() shell.Programs {
	levels := make(map[string]trust.Level, len(m))
	for name, o := range m {
		levels[name] = o.level
	}
	return shell.NewPrograms(levels)
}

// programName refuses names that no program is found by on a command line.
func (d *decoder) programName(n *yaml.Node, key, name string) bool {
	_, builtIn := shell.Builtin()[name]
	switch {
	case builtIn: // /dev/tcp looks like a path
		return true
	case strings.Contains(name, "/"):
		d.errorf(at(n), "%s: %q is a path: write the program's name alone", key, yamltext.Cut(name))
	case strings.ContainsAny(name, "*?"):
		d.errorf(at(n), "%s: %q is a pattern; this takes single programs: for whatever a tool runs, use toolOutputTaints", key, yamltext.Cut(name))
	case !shell.IsWord(name):
		d.errorf(at(n), "%s: %q is not a program's name: write the name alone, without arguments", key, yamltext.Cut(name))
	default:
		return true
	}
	return false
}
