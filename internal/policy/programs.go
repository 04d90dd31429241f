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

	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// A tool that runs commands returns what its command printed. Where that command
// fetched something, the output is worth no more than where it came from. This file
// says where in a call a command line stands, and what level the owner gives programs;
// package shell finds them on it.

// commandParams are the parameters that hold command lines, or what is typed into
// a running command, of the tools that run commands: typed keys in the order in which a
// gateway sends them. nodes.run had a list of words.
var commandParams = map[string][]string{
	"exec":     {"command"},
	"process":  {"data", "text", "literal", "hex", "keys"},
	"terminal": {"data"},
	"nodes":    {"command"},
}

// maxCommand bounds what is looked at: the parameters of one call, in bytes.
const maxCommand = 64 << 10

// OutputOf is the level of what one call of the tool returns: Output, or lower
// where the call runs a command that names a program of commandOutputTaints. It
// is a seat belt: a script or an interpreter can fetch without naming one. What a call
// fetches is worth no more than its address, either.
func (t *Tables) OutputOf(tool string, params jsontext.Value) trust.Level {
	level, _ := t.fetched(tool, params, t.sites)
	return level
}

// Unasked is OutputOf for a call that nobody asked about before it ran: no address that its
// result is reported with raises the level.
func (t *Tables) Unasked(tool string, params jsontext.Value) trust.Level {
	level, _ := t.fetched(tool, params, nil)
	return trust.Lowest(level, t.OutputOf(tool, params))
}

// Program is the program that makes OutputOf lower than Output, "" where none
// does.
func (t *Tables) Program(tool string, params jsontext.Value) string {
	_, name := t.fetched(tool, params, t.sites)
	return name
}

// fetched is what OutputOf and Program tell, where these sites are known.
func (t *Tables) fetched(tool string, params jsontext.Value, sites []site) (trust.Level, string) {
	output := t.Output(tool)
	if tool == fetcher && len(sites) > 0 {
		if level, in := t.levelAt(wire.Member(params, "url")); !in {
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
	if len(sites) > 0 && t.runs(tool) == "exec" && runsHere(params) {
		at := programs.At(t.levelOf)
		programs = &at
	}
	return programs.Output(line, output)
}

// Line is the command line that a call runs, or types into a running command; nil if the
// tool runs none. Every restriction on what a command may do reads it here.
func (t *Tables) Line(tool string, params jsontext.Value) *shell.Line {
	keys := commandParams[t.runs(tool)]
	if keys == nil {
		return nil
	}
	if len(params) > maxCommand {
		return &shell.Line{Unread: shell.TooLong}
	}
	text, env := t.commandOf(tool, params, keys)
	return shell.Read(text, variables(env)...)
}

// commandOf is what a call has a shell read, and the variables that it sets.
func (t *Tables) commandOf(tool string, params jsontext.Value, keys []string) (line string, env jsontext.Value) {
	var room [8]jsontext.Value
	values := wire.Members(room[:0], params, append(slices.Clone(keys), "env"))
	var text strings.Builder
	for i, value := range values[:len(keys)] {
		text.WriteString(commandText(keys[i], value))
	}
	if line = text.String(); t.runs(tool) != "exec" {
		line = typed(line)
	}
	return line, values[len(keys)]
}

// Typing is what a call types into a running command, as a shell reads it, and into which
// one: "" where it types nothing. Without an Enter at its end, its line goes on in a later
// call.
func (t *Tables) Typing(tool string, params jsontext.Value) (into, line string) {
	runs := t.runs(tool)
	if runs != "process" && runs != "terminal" || len(params) > maxCommand {
		return "", ""
	}
	line, _ = t.commandOf(tool, params, commandParams[runs])
	if runs == "process" && string(wire.Member(params, "action")) == `"submit"` {
		line = "\n"
	}
	if line == "" {
		return "", ""
	}
	id, _ := jsontext.AppendUnquote(nil, wire.Member(params, "sessionId"))
	return runs + ":" + string(id), line
}

// Unread is the level of what a command prints that cannot be read.
func (t *Tables) Unread() trust.Level { return t.programs.Lowest() }

// runs is the gateway's own tool that a call means, under whatever name.
func (t *Tables) runs(tool string) string {
	if t.plain[tool] != nil {
		return tool
	}
	name, _ := cutAction(lookupName(calledName(tool)))
	return name
}

// runsHere reports whether a command runs where the gateway does: to a sandbox and to a
// paired device, localhost is another one.
func runsHere(params jsontext.Value) bool {
	host := string(wire.Member(params, "host"))
	return wire.Member(params, "node") == nil && (host == "" || host == `"auto"` || host == `"gateway"`)
}

// commandText is what one parameter has a shell read.
func commandText(param string, value jsontext.Value) string {
	if value == nil {
		return ""
	}
	all := texts(value)
	switch param {
	case "hex":
		for i, digits := range all {
			b, _ := hex.DecodeString(strings.TrimPrefix(strings.TrimSpace(digits), "0x"))
			all[i] = string(b)
		}
		return strings.Join(all, "")
	case "keys":
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
		text, _ := jsontext.AppendUnquote(nil, value)
		all = append(all, string(text))
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
		case c == 3 || c == 4 || c == 26: // it ends, or gives up
			return '\n'
		case c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c != 0x7f:
			return c
		}
		edited = true
		return -1
	}, pasted.Replace(text))
	if edited && strings.TrimSpace(text) != "" {
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

// otherPrograms is the entry of toolOutputTaints for what a command prints whose program
// nobody knows.
const otherPrograms = "exec.other"

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
