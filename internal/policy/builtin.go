package policy

import (
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// riskClass is a tool's risk class in a file.
type riskClass facts.Risk

// builtin is what is known about a tool before any policy file is read. What it may do and which
// level its output has are independent (seed 000, "Two Independent Axes").
type builtin struct {
	name   string
	call   levelModes  // call permission; unset levels follow taintPolicy
	output trust.Level // the level of its result
	risk   facts.Risk
	served bool // by MCP servers, whatever the server's name

	classes intent.Classes // what a call does, and so a message must have asked for (seed 002)
}

// The permissions of a tool that no file mentions.
var byDanger = map[facts.Danger]levelModes{
	facts.Harmless: everyLevel(trust.Allow),
	facts.ByTaint:  {},
	facts.Controls: everyLevel(trust.Confirm),
}

// aliases are further names of built-in tools. An entry for one is an entry for
// the other.
var aliases = dialect.Aliases()

// builtins are the tools that are known without any policy. A tool that is neither here nor in the
// policy file is unknown.
var builtins = allBuiltins()

var builtinsByName = func() map[string]builtin {
	byName := map[string]builtin{}
	for _, b := range builtins {
		byName[b.name] = b
	}
	return byName
}()

func allBuiltins() []builtin {
	var all []builtin
	for _, t := range dialect.Tools() {
		all = append(all, builtin{t.Name, byDanger[t.Danger], t.Output, t.Risk, t.Served, t.Classes})
	}
	return all
}

// known are the tools that the owner's configuration describes, by lookup name; they count as built
// in. nil is none.
type known map[string]builtin

// tool returns what is known about a tool by its lookup name, or about the tool whose action the
// name is.
func (k known) tool(name string) (builtin, bool) {
	tool, _ := cutAction(name)
	for _, n := range [...]string{name, tool} {
		if b, ok := k[n]; ok {
			return b, true
		}
		if b, ok := builtinsByName[n]; ok {
			return b, true
		}
	}
	return builtin{}, false
}

// gatewayTool reports whether a gateway gives this name to a tool of its own, or to an action of
// one.
func gatewayTool(name string) bool {
	tool, _ := cutAction(lookupName(name))
	b, ok := builtinsByName[tool]
	return ok && !b.served
}
