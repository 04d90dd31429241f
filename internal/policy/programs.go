package policy

import (
	"bytes"
	"maps"
	"strings"
	"sync"

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
// a running command, of the tools that run commands. nodes.run had a list of
// words. Keys sent one by one are not put together. The last parameter of each sets
// variables for its command.
var commandParams = map[string][]string{
	"exec":     {"command", environment},
	"process":  {"data", "text", "literal", environment},
	"terminal": {"data", environment},
	"nodes":    {"command", environment},
}

const environment = "env"

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
	runs := tool
	if t.plain[tool] == nil {
		runs, _ = cutAction(lookupName(calledName(tool)))
	}
	keys := commandParams[runs]
	if keys == nil || output <= t.programs.Lowest() {
		return output, ""
	}
	if len(params) > maxCommand {
		return t.programs.Lowest(), shell.TooLong
	}
	var room [4]jsontext.Value
	values := wire.Members(room[:0], params, keys)
	commands, env := values[:len(keys)-1], values[len(keys)-1]
	line := lines.Get().(*[]byte)
	*line = appendCommands((*line)[:0], commands)
	programs := &t.programs
	if runs == "exec" && len(sites) > 0 && runsHere(params) {
		at := programs.At(t.levelOf)
		programs = &at
	}
	level, name := programs.Output(*line, env, output)
	if cap(*line) <= maxCommand/8 {
		lines.Put(line)
	}
	return level, name
}

// runsHere reports whether a command runs where the gateway does: to a sandbox and to a
// paired device, localhost is another one.
func runsHere(params jsontext.Value) bool {
	host := string(wire.Member(params, "host"))
	return wire.Member(params, "node") == nil && (host == "" || host == `"auto"` || host == `"gateway"`)
}

// lines are buffers for the command lines of a call.
var lines = sync.Pool{New: func() any { return new([]byte) }}

// appendCommands appends texts, each on a line of its own; a list's words make one line.
func appendCommands(dst []byte, values []jsontext.Value) []byte {
	for _, value := range values {
		if value != nil {
			dst = append(appendTexts(dst, value), '\n')
		}
	}
	return dst
}

// appendTexts appends a text, or all texts of a list with spaces between them.
func appendTexts(dst []byte, value jsontext.Value) []byte {
	switch value.Kind() {
	case '"':
		dst, _ = jsontext.AppendUnquote(dst, value) // of what is no text nothing runs
	case '[':
		dec := jsontext.NewDecoder(bytes.NewBuffer(value))
		for t, err := dec.ReadToken(); err == nil; t, err = dec.ReadToken() {
			if t.Kind() == '"' {
				dst = append(append(dst, t.String()...), ' ')
			}
		}
	}
	return dst
}

// programLevels is commandOutputTaints: levels by the names of programs, in lower
// case.
type programLevels map[string]outputLevel

var builtinProgramLevels = func() programLevels {
	levels := programLevels{}
	for name, level := range shell.Builtin() {
		levels[name] = outputLevel{level: level}
	}
	return levels
}()

func (m *programLevels) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[outputLevel](d, n, key, SafeName, d.programName)
}

// over is base with the programs that m names replaced.
func (m programLevels) over(base programLevels) programLevels {
	out := maps.Clone(base)
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
	_, builtIn := builtinProgramLevels[name]
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
