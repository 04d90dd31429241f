package policy

import (
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/wire"
)

// A call reaches a policy under its gateway's name for the tool. One tool has several names
// (aliases, prefixes of MCP), and one name several uses (the action in the parameters). This file
// finds the entry of a policy that applies.

// Tool returns the name that a call is judged under, for every other question to these tables and
// to rules: the tool's own name in lower case, without the gateway's MCP prefix, and with its
// action, as in message.read, if the action has an entry. It allocates nothing for a lower-case
// name of a tool none of whose actions has an entry.
func (t *Tables) Tool(name string, params jsontext.Value) string {
	return t.judgedName(name, func(tool string) string {
		if c := dialect.Call(tool).Command; c != nil && c.Looks != nil {
			return actionOfCommand(c, params)
		}
		return actionOf(tool, params)
	})
}

// ToolAction is Tool if only the action of the call is known.
func (t *Tables) ToolAction(name, action string) string {
	return t.judgedName(name, func(tool string) string {
		if c := dialect.Call(tool).Command; c != nil && c.Looks != nil {
			return "" // its command is not known
		}
		return actionName(action)
	})
}

// Looking is Tool for a call whose command only looks.
func (t *Tables) Looking(name string) string {
	return t.judgedName(name, func(tool string) string {
		if c := dialect.Call(tool).Command; c != nil && c.Looks != nil {
			return looks
		}
		return ""
	})
}

// IsLooking reports whether a judged name is that of such a call.
func IsLooking(tool string) bool { return strings.HasSuffix(tool, "."+looks) }

func (t *Tables) judgedName(name string, actionOf func(tool string) string) string {
	if t.plain[name] != nil {
		return name
	}
	name = calledName(name)
	for n := range spellings(name) {
		if actions := t.actions[n]; actions != nil {
			if action := actionOf(n); actions[action] {
				return name + "." + action
			}
		}
		if t.tools[n] != nil {
			break // the entry of a more exact name takes precedence over the actions of a shorter one
		}
	}
	if tool, isAction := cutAction(name); isAction && gatewayTool(tool) {
		return name + "." // a tool that calls itself message.read does not belong to message
	}
	return name
}

// plainTools are the tools that apply to every call with their name: it has no other spelling and
// no prefix, and none of their actions has an entry. Most calls are of such tools, and a decision
// looks up its tool's row seven times.
func (t *Tables) plainTools() map[string]*tool {
	plain := map[string]*tool{}
	for name, row := range t.tools {
		if _, isAction := cutAction(name); !isAction && t.actions[name] == nil && lookupName(calledName(name)) == name {
			row.does = dialect.Call(name)
			plain[name] = row
		}
	}
	return plain
}

// row returns the entry for a judged name.
func (t *Tables) row(name string) *tool {
	if row := t.plain[name]; row != nil {
		return row
	}
	for n := range spellings(calledName(name)) {
		if row := t.tools[n]; row != nil {
			return row
		}
	}
	return &t.unknown
}

// spellings yields the names that a tool's entry may have, the most exact first: its own;
// server__tool for mcp__server__tool; and the bare tool. It skips bare names that gateways give to
// tools of their own: a server may call its tools read and exec, but they are not the gateway's. It
// also skips a name that could belong to another server's tool.
func spellings(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(lookupName(name)) {
			return
		}
		served, prefixed := strings.CutPrefix(name, "mcp__")
		_, bare, isServed := strings.Cut(served, "__")
		if !isServed || prefixed && !yield(served) || gatewayTool(bare) || strings.Contains(bare, "__") {
			return
		}
		yield(bare)
	}
}

// calledName returns a name in lower case, without the prefix that a host gives its own tools.
func calledName(name string) string { return dialect.OwnName(SafeName(name)) }

// lookupName returns the name of an entry: an alias is replaced.
func lookupName(name string) string {
	tool, isAction := cutAction(name)
	if of, ok := aliases[tool]; ok {
		if isAction {
			return of + name[len(tool):]
		}
		return of
	}
	return name
}

// cutAction returns the tool of tool.action, or the whole name of a tool. Actions may contain dots,
// names of tools do not.
func cutAction(name string) (tool string, isAction bool) {
	tool, _, isAction = strings.Cut(name, ".")
	return tool, isAction
}

// actionOf returns a tool's action as gateways read it, without surrounding space and in lower
// case, so that both agree which action it is; "" if there is none.
func actionOf(tool string, params jsontext.Value) string {
	value := wire.Member(params, dialect.Action(tool))
	if value.Kind() != '"' {
		return ""
	}
	action, _ := jsontext.AppendUnquote([]byte(nil), value) // a member's value is complete
	return actionName(string(action))
}

// looks is the action of a command that only looks. No parameter says so, since the model writes
// them.
const looks = "look"

// actionOfCommand returns the action of a call that runs a command: looks, or "".
func actionOfCommand(c *facts.Command, params jsontext.Value) string {
	command := wire.Member(params, c.Params[0].Name)
	if command.Kind() != '"' || !runsHere(c, params) || !wire.OnlyMembers(params, c.Looks) {
		return ""
	}
	line, _ := jsontext.AppendUnquote([]byte(nil), command)
	if !shell.OnlyLooks(string(line)) {
		return ""
	}
	return looks
}

func actionName(action string) string { return SafeName(strings.TrimFunc(action, dialect.IsBlank)) }

// callNames yields the names by which a rule may mean a tool: all that could stand for it, since
// rules only ever restrict.
func callNames(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		_, bare, isServed := strings.Cut(strings.TrimPrefix(name, "mcp__"), "__")
		if !allNames(name, yield) || !isServed {
			return
		}
		allNames(bare, yield)
	}
}

// allNames yields a name, the tool of tool.action, and both under the tool's aliases.
func allNames(name string, yield func(string) bool) bool {
	tool, isAction := cutAction(name)
	if !yield(name) || isAction && !yield(tool) {
		return false
	}
	for other, of := range aliases {
		if tool == other {
			other = of
		} else if tool != of {
			continue
		}
		if !yield(other) || isAction && !yield(other+name[len(tool):]) {
			return false
		}
	}
	return true
}
