// Package dialect knows the hosts that an agent may run in. Each has a package below it, which
// translates that host's names into facts; nothing above this package knows any.
package dialect

import (
	"maps"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
)

// known combines the facts of all hosts.
var known = func() *facts.Host {
	h := &facts.Host{
		Arguments: map[string]map[string]string{},
		Aliases:   map[string]string{}, Calls: map[string]*facts.Call{}, Params: map[string][]string{}, Kinds: map[string]trust.Level{},
		Writes: map[string]facts.Operation{}, Leaves: map[string]*facts.Leaving{}, Roles: map[string]facts.Role{},
	}
	add(h, openclaw.Host())
	return h
}()

// hosts are the single hosts, for their functions. The first one's parameter for actions is also
// used for tools of no host.
var hosts []facts.Host

// Add adds a host, at program start: earlier answers did not include it. Events do not say which
// host they are from, so Add panics if a name means different tools in two hosts.
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
	for _, notice := range h.Notices {
		to.Notices = append(to.Notices, notice, strings.ReplaceAll(notice, "\n", `\n`))
	}
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
	actions = map[string]string{} // by tool, the parameter with the tool's action
)

// Tells are the parameters that show an owner what a call does, in the order in which they are
// shown. The result must not be modified.
func Tells() []string { return tells }

// TellsBare reports whether the i-th of these parameters is shown without its name.
func TellsBare(i int) bool { return known.Tells[i].Bare }

// Sources are the parameters with the address that a call's result is from. The result must not be
// modified.
func Sources() []string { return known.Sources }

// Arguments are the roles of a tool's parameters for authority, by the names of flow.Role. The
// result must not be modified.
func Arguments(tool string) map[string]string { return known.Arguments[tool] }

// Records reports whether the result of a tool, or of an action of one, is structured data that it
// vouches for.
func Records(tool string) bool { return slices.Contains(known.Records, tool) }

// IsTool reports whether a tool is a host's own.
func IsTool(name string) bool {
	return slices.ContainsFunc(known.Tools, func(t facts.Tool) bool { return t.Name == name && !t.Served })
}

// Notices are texts that hosts themselves write around texts of others, also as JSON has them.
func Notices() []string { return known.Notices }

// Public reports whether anybody can see a tool's result, or it describes the host itself.
func Public(tool string) bool { return slices.Contains(known.Public, tool) }

// Structured returns the structured data beside the text of any host's result, if its tool declares
// some; nil otherwise.
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

// IsClock reports whether a provider is that of turns that no message began.
func IsClock(provider string) bool { return slices.Contains(known.Clocks, provider) }

// IsScreen reports whether only the owner speaks on a provider.
func IsScreen(provider string) bool { return slices.Contains(known.Screens, provider) }

// Speaks yields the tools for what an agent also says in its responses.
func Speaks(yield func(tool string) bool) {
	for i := range hosts {
		if !yield(hosts[i].Speaks) {
			return
		}
	}
}

// WithoutFetches returns a response in which everything that makes a host fetch is replaced.
func WithoutFetches(text, instead string) string {
	for i := range hosts {
		text = hosts[i].WithoutFetches(text, instead)
	}
	return text
}

// NoSuchTool reports whether a failed call's result only says that there is no such tool.
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

// Tools returns the tools of the hosts, and those of well-known servers. Names are in lower case,
// an action's is tool.action.
func Tools() []facts.Tool { return slices.Clone(known.Tools) }

// Action returns the parameter with a tool's action.
func Action(tool string) string {
	if param, ok := actions[tool]; ok {
		return param
	}
	return hosts[0].Action
}

// OtherPrograms yields the entries of a policy for the output of an unknown program.
func OtherPrograms(yield func(entry string) bool) {
	for i := range hosts {
		if !yield(hosts[i].OtherPrograms) {
			return
		}
	}
}

// Aliases returns further names of those tools.
func Aliases() map[string]string { return maps.Clone(known.Aliases) }

// Call returns what the calls of one of those tools do; never nil.
func Call(tool string) *facts.Call {
	if c := known.Calls[tool]; c != nil {
		return c
	}
	return &nothing
}

var nothing facts.Call

// Writes returns how a tool writes files, in any spelling of its name and on any server; "" if it
// is not known to.
func Writes(tool string) facts.Operation {
	tool = unserved(tool)
	if len(tool) > longest {
		return ""
	}
	return known.Writes[facts.Squeezed(strings.TrimSpace(tool))]
}

// Leaves returns what a tool leaves behind outside of files, or nil.
func Leaves(tool string) *facts.Leaving {
	tool = strings.TrimSpace(unserved(tool))
	if len(tool) > longest {
		return nil
	}
	return known.Leaves[facts.Squeezed(tool)]
}

// longest is longer than any of these names, in any spelling.
const longest = 64

// unserved returns the tool in mcp__server__tool.
func unserved(tool string) string {
	if i := strings.LastIndex(tool, "__"); i >= 0 {
		return tool[i+2:]
	}
	return tool
}

// Role returns what a parameter may mean, by its squeezed name.
func Role(param string) facts.Role {
	role := known.Roles[param]
	if strings.HasSuffix(param, "url") {
		role |= facts.Address
	}
	return role
}

// Places are where hosts keep their configuration, credentials and what guards them.
func Places() []facts.Place { return slices.Clone(known.Places) }

// Attacks are the attacks of each host, in the format of internal/replay.
func Attacks() (all []string) {
	for i := range hosts {
		if hosts[i].Attacks != "" {
			all = append(all, hosts[i].Attacks)
		}
	}
	return all
}

// PlacesIn returns further places of theirs that an environment moves.
func PlacesIn(getenv func(string) string) (all []facts.Place) {
	for i := range hosts {
		all = append(all, hosts[i].PlacesIn(getenv)...)
	}
	return all
}

// PlacesAt returns the places of a host that says where it keeps its files and its configuration.
// They are protected for all hosts.
func PlacesAt(dir, config string) (all []facts.Place) {
	for i := range hosts {
		all = append(all, hosts[i].PlacesAt(dir, config)...)
	}
	return all
}

// Skills returns the directories in which hosts look for skills, as in facts.Host; dir is where a
// host keeps its files, "" if unknown.
func Skills(dir string) []string {
	all := slices.Clone(known.Skills)
	for i := range hosts {
		if dir != "" && hosts[i].SkillsAt != nil {
			all = append(all, hosts[i].SkillsAt(dir)...)
		}
	}
	return all
}

// OwnName returns a name in lower case without the prefix that a host gives its own tools.
func OwnName(name string) string {
	for i := range hosts {
		name = hosts[i].OwnName(name)
	}
	return name
}

// Params are the parameters of one of those tools, the most important one first; nil if they are
// not known.
func Params(tool string) []string { return known.Params[tool] }

// Kind returns the level of content that a host shows the model around a message, by its name for
// it. If no host has that name, the level is untrusted and the result false.
func Kind(kind string) (trust.Level, bool) {
	level, ok := known.Kinds[kind]
	return level, ok
}

// AgentOf returns the agent that a session's key names, or "". Records omit an agent that the key
// names.
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

// KeysOf returns patterns of the keys of an agent's sessions, if keys name the agent; the agent may
// be a pattern itself.
func KeysOf(agent string) (patterns []string) {
	for i := range hosts {
		if of := hosts[i].OfAgent; of != "" {
			patterns = append(patterns, strings.Replace(of, "*", agent, 1)+"*")
		}
	}
	return patterns
}

// InInstructions returns what a system prompt shows the model besides instructions.
func InInstructions(text string) (all []facts.Shown) {
	for i := range hosts {
		all = append(all, hosts[i].InInstructions(text)...)
	}
	return all
}

// SessionKeys are patterns of the keys that hosts give their sessions, with * for anything.
func SessionKeys() []string { return slices.Clone(known.SessionKeys) }
