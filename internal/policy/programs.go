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

// A tool that runs commands returns their output. If a command fetched something, the output has at
// most its source's level. This file says where in a call a command line is, and which level the
// owner gives programs; package shell finds them on the line.

// maxCommand bounds how much of one call's parameters is examined, in bytes.
const maxCommand = 64 << 10

// Reading is the tables for one decision, which parses the command line of a call once.
type Reading struct {
	*Tables
	tool   string
	params jsontext.Value
	line   *shell.Line
}

// Reading returns the tables for one decision.
func (t *Tables) Reading() *Reading { return &Reading{Tables: t} }

// OutputOf is the level of the result of one call: Output, or lower if the call runs a command that
// names a program of commandOutputTaints. It is a seat belt: a script or an interpreter can fetch
// without naming one. The result also has at most the level of the address that a call fetches
// from.
func (t *Reading) OutputOf(tool string, params jsontext.Value) trust.Level {
	level, _ := t.fetched(tool, params, t.sites)
	return level
}

// Unasked is OutputOf for a call that nobody was asked about before it ran: no address that is
// reported with its result raises the level.
func (t *Reading) Unasked(tool string, params jsontext.Value) trust.Level {
	level, _ := t.fetched(tool, params, nil)
	return trust.Lowest(level, t.OutputOf(tool, params))
}

// Program returns the program that makes OutputOf lower than Output, or "".
func (t *Reading) Program(tool string, params jsontext.Value) string {
	_, name := t.fetched(tool, params, t.sites)
	return name
}

// fetched computes OutputOf and Program for these sites.
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

// Line returns the command line that a call runs, or types into a running command; nil if the tool
// runs none. Every restriction on commands reads it here.
func (t *Reading) Line(tool string, params jsontext.Value) *shell.Line {
	if t.line != nil && t.tool == tool && len(params) > 0 && len(params) == len(t.params) && &params[0] == &t.params[0] {
		return t.line
	}
	t.tool, t.params, t.line = tool, params, t.read(tool, params)
	return t.line
}

// OwnLine returns the complete command line that a call itself runs, and its directory, if nothing
// but the line decides what it does; nil for any other call.
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

// commandOf returns the text that a call gives to a shell, and the variables that it sets.
func commandOf(c *facts.Command, params jsontext.Value) (line string, env jsontext.Value) {
	var named [8]string
	names := named[:0]
	for _, p := range c.Params {
		names = append(names, p.Name)
	}
	var room [8]jsontext.Value
	values := wire.Members(room[:0], params, append(names, c.Env))
	for i, value := range values[:len(names)] {
		line += commandText(c.Params[i].Form, value) // most calls have one
	}
	if !c.Begins {
		line = typed(line)
	}
	return line, values[len(names)]
}

// Typing returns what a call types into a running command, as a shell reads it, and the command's
// name; "" if it types nothing. Keys that edit the line become a gap. Without an Enter at its end,
// the line continues in a later call.
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

// Typed returns the parameters with which a call of the tool would type a text.
func (t *Tables) Typed(tool, text string) map[string]string {
	return map[string]string{t.does(tool).Command.Params[0].Name: text}
}

// Unread is the level of the output of a command that cannot be parsed.
func (t *Tables) Unread() trust.Level { return t.programs.Lowest() }

// Does returns what calls of a judged name do, according to the host of the tool; never nil.
func (t *Tables) Does(tool string) *facts.Call {
	if strings.HasSuffix(tool, ".") {
		return dialect.Call("") // it only calls itself an action of that tool
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

// named returns the host's own tool that a call means, under any name.
func (t *Tables) named(tool string) string {
	if t.plain[tool] != nil {
		return tool
	}
	name, _ := cutAction(lookupName(calledName(tool)))
	return name
}

// runsHere reports whether a command runs on the gateway's machine: in a sandbox or on a paired
// device, localhost is another machine.
func runsHere(c *facts.Command, params jsontext.Value) bool {
	for _, name := range c.Elsewhere {
		if wire.Member(params, name) != nil {
			return false
		}
	}
	return slices.Contains(c.Here, string(wire.Member(params, c.Where)))
}

// commandText returns the text that one parameter gives to a shell.
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

// texts returns a text, or the texts of a list. Other values run nothing.
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

// keyText returns what a key types, by its terminal name: Space, Enter, C-c, S-a. A key that types
// nothing, such as Left, is an escape; an unknown name is typed literally.
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

// pasted removes the marks that a terminal puts around pasted text.
var pasted = strings.NewReplacer("\x1b[200~", "", "\x1b[201~", "")

// typed returns typed text as a shell reads it. Keys that change earlier text, such as backspace,
// leave a gap in its line.
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

// variables returns those that a call sets for its command: an object's members, or a list of
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

// programLevels is commandOutputTaints: levels by the names of programs, in lower case, replacing
// those in package shell.
type programLevels map[string]outputLevel

func (m *programLevels) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[outputLevel](d, n, key, SafeName, d.programName)
}

// over returns base with the programs that m names replaced.
func (m programLevels) over(base programLevels) programLevels {
	out := programLevels{}
	maps.Copy(out, base)
	maps.Copy(out, m)
	return out
}

// differing returns the levels of m that differ from base.
func (m programLevels) differing(base programLevels) programLevels {
	out := maps.Clone(m)
	maps.DeleteFunc(out, func(name string, o outputLevel) bool {
		was, ok := base[name]
		return ok && o.level == was.level
	})
	return out
}

// compile makes the table for reading command lines.
func (m programLevels) compile() shell.Programs {
	levels := make(map[string]trust.Level, len(m))
	for name, o := range m {
		levels[name] = o.level
	}
	return shell.NewPrograms(levels)
}

// programName rejects names that cannot be a program on a command line.
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
