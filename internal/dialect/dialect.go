// Package dialect knows the hosts that an agent may run in. Each has a package below it,
// which translates that host's names into facts; nothing above this package knows any.
package dialect

import (
	"maps"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
)

// known is what all hosts that there are say together.
var known = func() *facts.Host {
	h := &facts.Host{
		Arguments: map[string]map[string]string{},
		Aliases:   map[string]string{}, Calls: map[string]*facts.Call{}, Params: map[string][]string{}, Kinds: map[string]trust.Level{},
		Writes: map[string]facts.Operation{}, Leaves: map[string]*facts.Leaving{}, Roles: map[string]facts.Role{},
	}
	add(h, openclaw.Host())
	return h
}()

// hosts are those hosts, for what each has a function for. The first one's parameter for
// actions is also that of tools which are no host's.
var hosts []facts.Host

// Add makes another host known. It is for the beginning of a program: whoever has asked
// before does not hear of it. Nothing tells which host an event is from, so no two may mean
// different tools by one name: then it panics.
func Add(h facts.Host) { add(known, h) }

func add(to *facts.Host, h facts.Host) {
	for _, t := range h.Tools {
		if slices.ContainsFunc(to.Tools, func(other facts.Tool) bool { return other.Name == t.Name }) {
			panic("two hosts have a tool called " + t.Name)
		}
		to.Tools = append(to.Tools, t)
		tool, _, _ := strings.Cut(t.Name, ".")
		actions[tool] = h.Action
	}
	maps.Copy(to.Aliases, h.Aliases)
	maps.Copy(to.Calls, h.Calls)
	maps.Copy(to.Params, h.Params)
	maps.Copy(to.Writes, h.Writes)
	maps.Copy(to.Arguments, h.Arguments)
	to.Records, to.Public = append(to.Records, h.Records...), append(to.Public, h.Public...)
	to.Notices = append(to.Notices, h.Notices...)
	maps.Copy(to.Leaves, h.Leaves)
	for name, role := range h.Roles {
		to.Roles[name] |= role
	}
	for kind, level := range h.Kinds {
		if other, ok := to.Kinds[kind]; ok {
			level = trust.Lowest(level, other)
		}
		to.Kinds[kind] = level
	}
	for _, t := range h.Tells {
		if !slices.ContainsFunc(to.Tells, func(other facts.Telling) bool { return other.Param == t.Param }) {
			to.Tells, tells = append(to.Tells, t), append(tells, t.Param)
		}
	}
	for _, s := range h.Sources {
		if !slices.Contains(to.Sources, s) {
			to.Sources = append(to.Sources, s)
		}
	}
	to.Clocks, to.Screens = append(to.Clocks, h.Clocks...), append(to.Screens, h.Screens...)
	to.Skills = append(to.Skills, h.Skills...)
	to.Places, to.SessionKeys = append(to.Places, h.Places...), append(to.SessionKeys, h.SessionKeys...)
	hosts = append(hosts, h)
}

var (
	tells   []string              // the parameters of known.Tells
	actions = map[string]string{} // by tool, the parameter that says which of its actions it is to take
)

// Tells are the parameters that tell an owner what a call does, in the order in which they are
// told. They are not to be changed.
func Tells() []string { return tells }

// TellsBare reports whether such a parameter, by its place among them, needs no name before it.
func TellsBare(i int) bool { return known.Tells[i].Bare }

// Sources are the parameters with the address that what a call returns is from. They are not
// to be changed.
func Sources() []string { return known.Sources }

// Arguments are what a tool's parameters mean for whose values they are, by the names of
// flow.Role. They are not to be changed.
func Arguments(tool string) map[string]string { return known.Arguments[tool] }

// Records reports whether what a tool, or an action of one, returns is structured data that it
// vouches for.
func Records(tool string) bool { return slices.Contains(known.Records, tool) }

// IsTool reports whether a tool is a host's own.
func IsTool(name string) bool {
	return slices.ContainsFunc(known.Tools, func(t facts.Tool) bool { return t.Name == name && !t.Served })
}

// Notices are what hosts themselves write around texts of others.
func Notices() []string { return known.Notices }

// Public reports whether anybody can see what a tool returns, or it tells of the host itself.
func Public(tool string) bool { return slices.Contains(known.Public, tool) }

// Structured is the structured data beside the text of a result whose tool declares some, in
// any host's words; nil where there is none.
func Structured(result []byte) []byte {
	for i := range hosts {
		if hosts[i].Structured == nil {
			continue
		}
		if data := hosts[i].Structured(result); data != nil {
			return data
		}
	}
	return nil
}

// IsClock tells the providers of turns that no message began.
func IsClock(provider string) bool { return slices.Contains(known.Clocks, provider) }

// IsScreen tells the providers by which only the owner speaks.
func IsScreen(provider string) bool { return slices.Contains(known.Screens, provider) }

// Speaks are the tools that say what an agent also says in its responses.
func Speaks(yield func(tool string) bool) {
	for i := range hosts {
		if !yield(hosts[i].Speaks) {
			return
		}
	}
}

// WithoutFetches is a response with something else in place of what makes a host fetch.
func WithoutFetches(text, instead string) string {
	for i := range hosts {
		text = hosts[i].WithoutFetches(text, instead)
	}
	return text
}

// NoSuchTool tells whether a failed call's result says no more than that there is no such tool.
func NoSuchTool(text []byte, tool string) bool {
	return slices.ContainsFunc(hosts, func(h facts.Host) bool { return h.NoSuchTool(text, tool) })
}

// IsBlank reports whether a host may trim r.
func IsBlank(r rune) bool {
	for i := range hosts {
		if hosts[i].IsBlank(r) {
			return true
		}
	}
	return false
}

// Tools are the tools that the hosts bring along, and those of well-known servers. Names
// are in lower case, an action's is tool.action.
func Tools() []facts.Tool { return slices.Clone(known.Tools) }

// Action is the parameter that says which of its actions a tool is to take.
func Action(tool string) string {
	if param, ok := actions[tool]; ok {
		return param
	}
	return hosts[0].Action
}

// OtherPrograms are the entries of a policy for what a command prints whose program nobody
// knows.
func OtherPrograms(yield func(entry string) bool) {
	for i := range hosts {
		if !yield(hosts[i].OtherPrograms) {
			return
		}
	}
}

// Aliases are further names of those tools.
func Aliases() map[string]string { return maps.Clone(known.Aliases) }

// Call is what calls of one of those tools do; never nil.
func Call(tool string) *facts.Call {
	if c := known.Calls[tool]; c != nil {
		return c
	}
	return &nothing
}

var nothing facts.Call

// Writes is how a tool writes files, however its name is spelled and whichever server it is
// of; "" where it is not known to.
func Writes(tool string) facts.Operation {
	tool = unserved(tool)
	if len(tool) > longest {
		return ""
	}
	return known.Writes[facts.Squeezed(strings.TrimSpace(tool))]
}

// Leaves is what a tool leaves behind that is in no file, nil where it is not known to leave
// anything.
func Leaves(tool string) *facts.Leaving {
	tool = strings.TrimSpace(unserved(tool))
	if len(tool) > longest {
		return nil
	}
	return known.Leaves[facts.Squeezed(tool)]
}

// longest is more than any of these names has, however it is spelled.
const longest = 64

// unserved is the tool of mcp__server__tool.
func unserved(tool string) string {
	if i := strings.LastIndex(tool, "__"); i >= 0 {
		return tool[i+2:]
	}
	return tool
}

// Role is what a parameter may mean, by its squeezed name.
func Role(param string) facts.Role {
	role := known.Roles[param]
	if strings.HasSuffix(param, "url") {
		role |= facts.Address
	}
	return role
}

// Places are where hosts keep what guards them: their configuration and credentials.
func Places() []facts.Place { return slices.Clone(known.Places) }

// Attacks are those of each host, as internal/replay reads them.
func Attacks() (all []string) {
	for i := range hosts {
		if hosts[i].Attacks != "" {
			all = append(all, hosts[i].Attacks)
		}
	}
	return all
}

// PlacesIn are further places of theirs, where an environment moves them.
func PlacesIn(getenv func(string) string) (all []facts.Place) {
	for i := range hosts {
		all = append(all, hosts[i].PlacesIn(getenv)...)
	}
	return all
}

// PlacesAt are those of a host that says where it keeps its files and its configuration. They
// are protected whichever host it is.
func PlacesAt(dir, config string) (all []facts.Place) {
	for i := range hosts {
		all = append(all, hosts[i].PlacesAt(dir, config)...)
	}
	return all
}

// Skills are the directories in which hosts look for skills, as facts.Host has them: those of a
// host with files of its own in dir, "" where it does not say that.
func Skills(dir string) []string {
	all := slices.Clone(known.Skills)
	for i := range hosts {
		if dir != "" && hosts[i].SkillsAt != nil {
			all = append(all, hosts[i].SkillsAt(dir)...)
		}
	}
	return all
}

// OwnName is a name in lower case without the prefix that a host gives its own tools.
func OwnName(name string) string {
	for i := range hosts {
		name = hosts[i].OwnName(name)
	}
	return name
}

// Params are the parameters of one of those tools, the most telling one first; nil where they
// are not known.
func Params(tool string) []string { return known.Params[tool] }

// Kind is what content is worth that a host shows the model around a message, by the word
// that says what it is; false where no host has such a word, and the level is untrusted.
func Kind(kind string) (trust.Level, bool) {
	level, ok := known.Kinds[kind]
	return level, ok
}

// AgentOf finds the agent in the key of a session, where the key names it; else it is "".
// Records leave out an agent whom the key names.
func AgentOf(key string) string {
	for i := range hosts {
		before, after, named := strings.Cut(hosts[i].OfAgent, "*")
		if rest, ok := strings.CutPrefix(key, before); ok && named {
			agent, _, _ := strings.Cut(rest, after)
			return agent
		}
	}
	return ""
}

// KeysOf are patterns of the keys that the sessions of an agent have where the key names it;
// the agent may be a pattern itself.
func KeysOf(agent string) (patterns []string) {
	for i := range hosts {
		if of := hosts[i].OfAgent; of != "" {
			patterns = append(patterns, strings.Replace(of, "*", agent, 1)+"*")
		}
	}
	return patterns
}

// InInstructions is what a system prompt shows the model that is nobody's instruction.
func InInstructions(text string) (all []facts.Shown) {
	for i := range hosts {
		all = append(all, hosts[i].InInstructions(text)...)
	}
	return all
}

// SessionKeys are patterns of the keys that hosts give their sessions, with * for anything.
func SessionKeys() []string { return slices.Clone(known.SessionKeys) }
