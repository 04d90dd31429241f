// Package dialect knows the hosts that an agent may run in. Each has a package below it,
// which translates that host's names into facts; nothing above this package knows any.
package dialect

import (
	"maps"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
)

// Tools are the tools that the hosts bring along, and those of well-known servers. Names
// are in lower case, an action's is tool.action.
func Tools() []facts.Tool { return openclaw.Tools() }

// Aliases are further names of those tools.
func Aliases() map[string]string { return maps.Clone(openclaw.Aliases()) }

// Places are where hosts keep what guards them: their configuration and credentials.
func Places() []facts.Place { return openclaw.Places() }

// PlacesIn are further places of theirs, where an environment moves them.
func PlacesIn(getenv func(string) string) []facts.Place { return openclaw.PlacesIn(getenv) }

// PlacesAt are those of a host that says where it keeps its files and its configuration.
func PlacesAt(dir, config string) []facts.Place { return openclaw.PlacesAt(dir, config) }

// OwnName is a name in lower case without the prefix that a host gives its own tools.
func OwnName(name string) string { return openclaw.OwnName(name) }

// Params are the parameters of one of those tools, the most telling one first; nil where they
// are not known.
func Params(tool string) []string { return openclaw.Params(tool) }

// Kind is what content is worth that a host shows the model around a message, by the word
// that says what it is; false where no host has such a word, and the level is untrusted.
func Kind(kind string) (trust.Level, bool) { return openclaw.Kind(kind) }

// SessionKeys are patterns of the keys that hosts give their sessions, with * for anything.
func SessionKeys() []string { return openclaw.SessionKeys() }
